"""Elements of HTML and SVG, and their text: content and attribute values are always escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

_VOID: Final = frozenset({"br", "meta", "hr", "col", "wbr"})
_JOINERS: Final = "\u200c\u200d"
"""Joiners are part of words in Persian and Hindi, and of emoji."""


@dataclass(frozen=True, slots=True)
class Node:
    """One element. `kind` is its class; names of attributes come from the code and never from a design."""

    tag: str
    children: tuple[Node | str, ...] = ()
    kind: str = ""
    attributes: tuple[tuple[str, str], ...] = ()


def node(tag: str, *children: Node | str, kind: str = "", **attributes: str | float) -> Node:
    """Return an element; ``_`` in the name of an attribute becomes ``-``."""
    named = tuple((name.rstrip("_").replace("_", "-"), _number(value)) for name, value in attributes.items())
    return Node(tag, children, kind, named)


def _number(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def markup(nodes: Iterable[Node | str]) -> str:
    """Return the text of elements, one after the other."""
    return "".join(piece for one in nodes for piece in _pieces(one))


def _pieces(one: Node | str) -> Iterator[str]:
    if isinstance(one, str):
        yield escape(printable(one))
        return
    kind = f' class="{escape(one.kind)}"' if one.kind else ""
    named = "".join(f' {name}="{escape(printable(value))}"' for name, value in one.attributes)
    yield f"<{one.tag}{kind}{named}>"
    if one.tag not in _VOID:
        for child in one.children:
            yield from _pieces(child)
        yield f"</{one.tag}>"


def printable(text: str) -> str:
    """Return text in which characters that are invisible or change the text direction are written by their number."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in _JOINERS else " " if letter == "\t" else f"\\u{ord(letter):04x}"
        for letter in text
    )
