"""Which attributes an expression names, and renaming them without changing anything else in the text.

Stored conditions refer to attributes by id (`{@id}` in place of the name), so that a rename never edits them and an
incomplete text keeps its meaning too. Everything here reads tokens, never nodes, except `attribute_names`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import NO_NAMES, Node, Projection, paths_of
from modeler.core.expressions.tokens import Token, is_bare, quoted, tokenise, unquoted


class NamesById(Protocol):
    """Names by id, such as a mapping."""

    def get(self, identity: str, /) -> str | None:
        """The name, or None."""


def attribute_names(node: Node | Projection, names: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
    """The top-level attributes that a node names, each once, in the order written. Raises ExpressionInvalid if a
    `#name` is undefined.
    """
    return tuple(dict.fromkeys(name_of(path, names) for path in paths_of(node)))


def rename(text: str, mapping: Mapping[str, str]) -> str:
    """The text with top-level attribute names replaced; a new name is quoted if needed. Never raises."""

    def renamed(token: Token) -> str | None:
        new = mapping.get(_name(token))
        if new is None or token.type in {"MARKER", "VALUE"}:
            return None
        return quoted(new) if token.type == "QUOTED" or not is_bare(new) else new

    return _rewritten(text, renamed)


def to_markers(text: str, name_to_id: Mapping[str, str]) -> str:
    """The text with `{@id}` for each top-level name that has an id, and `:{@id}` for a parameter of that name; a quoted
    name gives a quoted marker, so that `from_markers` brings back the very spelling. Never raises.
    """

    def marked(token: Token) -> str | None:
        if token.type == "VALUE":
            known = name_to_id.get(token.text[1:])
            return None if known is None else f":{{@{known}}}"
        known = name_to_id.get(_name(token))
        if known is None or token.type == "MARKER":
            return None
        return f'"{{@{known}}}"' if token.type == "QUOTED" else f"{{@{known}}}"

    return _rewritten(text, marked)


def from_markers(text: str, id_to_name: NamesById) -> str:
    """The text with names for known `{@id}` markers, in quotes if the name needs them. Never raises."""

    def named(token: Token) -> str | None:
        marker = _name(token)
        name = id_to_name.get(marker[2:-1]) if marker.startswith("{@") and marker.endswith("}") else None
        if name is None or (token.start and text[token.start - 1] == ":"):
            return name
        return quoted(name) if token.type == "QUOTED" or not is_bare(name) else name

    return _rewritten(text, named)


def _name(token: Token) -> str:
    return unquoted(token.text) if token.type == "QUOTED" else token.text


def _rewritten(text: str, replacement: Callable[[Token], str | None]) -> str:
    """The text with its top-level names (bare, quoted or marked) replaced where `replacement` returns a name."""
    pieces: list[str] = []
    done = 0
    before = ""
    tokens = list(tokenise(text))
    for at, token in enumerate(tokens):
        called = at + 1 < len(tokens) and tokens[at + 1].type == "LPAR"
        is_name = token.type in {"QUOTED", "MARKER", "VALUE"} or (token.type == "NAME" and not called)
        new = replacement(token) if is_name and before != "DOT" else None
        if new is not None:
            pieces += (text[done : token.start], new)
            done = token.end
        before = token.type
    return "".join(pieces) + text[done:]
