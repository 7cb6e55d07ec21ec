"""Keys whose values contain the delimiter (``PATH#{path}#`` with a path ``root#eng``), read from left to right.

At each place, every row must continue with the same literal, or with the value of one attribute. Nothing is read back
here.
"""

from __future__ import annotations

import re
from typing import Final

from exporter.importers.inference.segment_candidates import Column, Pool
from modeler.core.keys.templates import LiteralText, Reference

_DELIMITERS: Final = "#|/~:"
SOFT: Final = "_-."
"""Marks that delimit in some designs and occur inside values in all: a word before one is a literal without digits."""
_WORD: Final = re.compile(r"\b[A-Z][A-Z_]+[#|/~:]")
"""A word before a delimiter inside a value: the text is then not a value, but a key of more parts."""
_NEXT_WORD: Final = re.compile(r"[A-Z]+[#|/~:]")
_STEPS_MAX: Final = 40
_TEXT_MAX: Final = 2048
"""Keys cannot be longer; anything longer is data."""

type _Part = LiteralText | Reference


def walk(column: Column, pool: Pool) -> tuple[_Part, ...]:
    """Return the literals and whole attributes that make up these texts; () if none do, or if no
    attribute takes part.
    """
    rest: list[str | None] = list(column)
    parts: list[_Part] = []
    if any(text is not None and len(text) > _TEXT_MAX for text in rest):
        return ()
    for _ in range(_STEPS_MAX):
        if not any(rest):
            break
        before = parts[-1].text if parts and isinstance(parts[-1], LiteralText) else ""
        part = _reference(rest, pool, before) or _literal(rest)
        if part is None:
            return ()
        texts = pool.columns[part.attribute] if isinstance(part, Reference) else (part.text,) * len(rest)
        rest = [None if text is None else text[len(own or "") :] for text, own in zip(rest, texts, strict=True)]
        parts = _joined(parts, part)
    is_whole = not any(rest) and any(isinstance(part, Reference) for part in parts)
    return tuple(parts) if is_whole else ()


def affixed(column: Column) -> tuple[str, Column, str]:
    """Return the word that all texts begin with, what follows, and the delimiter that they end with, if any.

    For values of several segments each that are in no attribute (``CATEGORY#office#chairs#``); '' without such a word.
    """
    present = [text for text in column if text is not None]
    if not present or any(len(text) > _TEXT_MAX for text in present):
        return "", (), ""
    word = _literal(list(column))
    if word is None or len(present) < len(column) or any(len(text) <= len(word.text) for text in present):
        return "", (), ""
    if not word.text[0].isalpha() or any(one.isdigit() for one in word.text):
        return "", (), ""
    # jean-paul is a name; Order-17 is an order.
    if word.text[-1] not in _DELIMITERS and not (
        word.text[-1] in SOFT and word.text[0].isupper() and len(word.text) > 2
    ):
        return "", (), ""
    last = present[0][-1]
    end = last if last in _DELIMITERS and all(text[-1] == last for text in present) else ""
    inner = tuple(None if text is None else text[len(word.text) : len(text) - len(end)] for text in column)
    is_plain = all(text and not _WORD.search(text) for text in inner)
    return (word.text, inner, end) if is_plain else ("", (), "")


def _joined(parts: list[_Part], part: _Part) -> list[_Part]:
    last = parts[-1] if parts else None
    if isinstance(last, LiteralText) and isinstance(part, LiteralText):
        return [*parts[:-1], LiteralText(last.text + part.text)]
    return [*parts, part]


def _reference(rest: list[str | None], pool: Pool, before: str) -> Reference | None:
    """Return the attribute that all rows continue with, up to a delimiter, a word before one (``C#1P#2``) or the end;
    the longest if there are several, and of these the one that the literal before it names.
    """
    best, longest = None, (0, -9)
    for name, texts in pool.columns.items():
        if name in pool.fixed:
            continue
        length = 0
        for text, own in zip(rest, texts, strict=True):
            if text is None:
                continue
            if not own or not text.startswith(own) or not _ends_at(text, len(own)):
                length = 0
                break
            length += len(own)
        held = [own for text, own in zip(rest, texts, strict=True) if text is not None]
        is_telling = len(set(held)) > 1 or len(held[0] or "") >= 3
        if is_telling and length and (length, -pool.unlike(name, before)) > longest:
            best, longest = name, (length, -pool.unlike(name, before))
    return Reference(best) if best is not None else None


def _ends_at(text: str, place: int) -> bool:
    """Can a value end here?"""
    return text[place : place + 1] in ("", *_DELIMITERS, *SOFT) or (
        text[place - 1].isdigit() and _NEXT_WORD.match(text, place) is not None
    )


def _literal(rest: list[str | None]) -> LiteralText | None:
    """Return what all rows continue with, up to and including the next delimiter; all of it if all rows end there."""
    present = [text for text in rest if text is not None]
    least, most = min(present), max(present)
    shared = least[: next((at for at, letter in enumerate(least) if most[at : at + 1] != letter), len(least))]
    end = next((at + 1 for at, letter in enumerate(shared) if letter in _DELIMITERS), 0) or _soft_end(shared)
    if not end:
        same = len(set(present)) == 1 and not any(letter.isdigit() for letter in present[0])
        return LiteralText(shared) if same and shared else None
    return LiteralText(shared[:end])


def _soft_end(shared: str) -> int:
    """Return the position after the first soft delimiter if only letters precede it, else 0."""
    end = next((at + 1 for at, letter in enumerate(shared) if letter in SOFT), 0)
    return end if end and (end == 1 or shared[: end - 1].isalpha()) else 0
