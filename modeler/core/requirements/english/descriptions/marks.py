"""What the end of a part of a list says of its values: "which must be unique", "y/n"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.speech import is_property
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


FLAGS: Final = ({"true", "false"}, {"yes", "no"}, {"y", "n"}, {"on", "off"})
"""The values of what is true or false."""
_FLAGS: Final = (
    ("true", "or", "false"),
    ("y", "/", "n"),
    ("yes", "/", "no"),
    ("yes", "or", "no"),
    ("true", "/", "false"),
)


def without_yes_or_no(part: Sequence[WordToken]) -> tuple[Sequence[WordToken], bool]:
    """Return a part without "y/n" at its end, and whether that was there."""
    lows = tuple(one.low for one in part)
    if lows[-1:] == ("flag",) and len(part) > 2 - (lows[0] not in _LEADS):
        return part[:-1], True  # "an excused flag"
    found = len(part) > 3 and lows[-3:] in _FLAGS
    return (part[:-3], True) if found else (part, False)


_LEADS: Final = words_in("a an the its")


def without_range(part: Sequence[WordToken]) -> tuple[Sequence[WordToken], Sequence[WordToken]]:
    """Return a part without the range of its numbers, and that: "between 0 and 5", "from 1 to 5 stars", "(1-5)", and
    the "of 20" of a capacity.
    """
    for at in range(1, len(part) - 1):
        is_bracket = part[at].low == "(" and part[-1].low == ")"
        inner = part[at + 1 : -1] if is_bracket else part[at + 1 :] if part[at].low in {"between", "from"} else ()
        is_range = len(inner) in {3, 4} and inner[1].low in _TO and _is_number(inner[0]) and _is_number(inner[2])
        if is_range and (len(inner) == len(part[at + 1 :]) or is_bracket):
            return part[:at], part[at:]
    is_of = len(part) > 2 and part[-2].low == "of" and _is_number(part[-1])
    if is_of and (part[-3].low in _AMOUNTS or is_property(part[-3].low)):
        return part[:-2], part[-2:]
    return part, ()


def _is_number(one: WordToken) -> bool:
    return one.kind == "number"


_TO: Final = frozenset({"to", "and", "-", "–", ".."})
_AMOUNTS: Final = words_in("capacity limit maximum max minimum min quota load size length duration budget balance")
