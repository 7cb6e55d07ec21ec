"""What the end of a part of a list says of its values: "which must be unique", "y/n"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.tokens import WordToken

UNIQUE: Final = (
    ("must", "be", "unique"),
    ("be", "unique"),
    ("is", "unique"),
    ("are", "unique"),
    ("unique",),
)


def with_uniqueness(part: Sequence[WordToken]) -> tuple[Sequence[WordToken], bool]:
    """Return a part without "which must be unique" at its end, and whether that was there."""
    lows = tuple(one.low for one in part)
    for words in UNIQUE:
        front = lows[: -len(words)]
        if lows[-len(words) :] == words and front[-1:] in {("which",), ("that",)}:
            return part[: len(front) - 1], True
    return part, False


_FLAGS: Final = (("y", "/", "n"), ("yes", "/", "no"), ("yes", "or", "no"), ("true", "/", "false"))


def without_yes_or_no(part: Sequence[WordToken]) -> tuple[Sequence[WordToken], bool]:
    """Return a part without "y/n" at its end, and whether that was there."""
    lows = tuple(one.low for one in part)
    found = len(part) > 3 and lows[-3:] in _FLAGS
    return (part[:-3], True) if found else (part, False)


def unit_at(part: Sequence[WordToken]) -> int:
    """Return where "in percent" or "in square meters" begins, which the name of a property leaves out and which stays
    visible; 0 if a part does not end so.
    """
    at = len(part) - 2 - (len(part) > 3 and part[-2].low in {"square", "cubic"})
    return at if at > 0 and part[at].low == "in" and part[-1].low in UNITS_OF_MEASURE | UNITS.keys() else 0
