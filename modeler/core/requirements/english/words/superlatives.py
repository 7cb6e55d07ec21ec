"""Superlatives and other words that say which way an order goes: which end comes first, and what they compare."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Compared(StrEnum):
    """The kind of attribute that a word orders by."""

    TIME = "time"
    NUMBER = "number"
    TEXT = "text"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Way:
    """What a word says of an order. `falls`: the greatest comes first. `nouns` are the attributes that it compares,
    the plainest first, if it says so: "heaviest" compares weights.
    """

    falls: bool
    kind: Compared
    nouns: tuple[str, ...] = ()


def _ways(kind: Compared, *, rising: str, falling: str, nouns: str = "") -> dict[str, Way]:
    both = ((False, rising), (True, falling))
    return {word: Way(falls, kind, tuple(nouns.split())) for falls, words in both for word in words.split()}


_SCALES: Final = (
    ("size", "smallest", "largest biggest"),
    ("length duration", "shortest", "longest"),
    ("weight mass", "lightest", "heaviest"),
    ("price cost fee", "cheapest", "dearest priciest"),
    ("height", "", "tallest"),
    ("width", "narrowest", "widest"),
    ("depth", "shallowest", "deepest"),
    ("temperature", "coldest coolest", "hottest warmest"),
    ("speed", "slowest", "fastest"),
    ("strength", "weakest", "strongest"),
    ("volume", "quietest", "loudest"),
    ("age", "youngest", ""),
    ("distance", "nearest closest", "farthest furthest"),
)
WAYS: Final[dict[str, Way]] = {
    **_ways(Compared.TIME, rising="oldest earliest soonest", falling="newest latest last recent"),
    **_ways(Compared.NUMBER, rising="lowest fewest least", falling="highest most greatest best"),
    **{
        word: way
        for nouns, rising, falling in _SCALES
        for word, way in _ways(Compared.NUMBER, rising=rising, falling=falling, nouns=nouns).items()
    },
    **_ways(Compared.TEXT, rising="alphabetical alphabetically a-z", falling="z-a"),
    **_ways(
        Compared.ANY,
        rising="asc ascending increasing rising",
        falling="desc descending decreasing falling reverse",
    ),
}
"""The words, and which way each goes. "First" is none of them: it says where an end of the order is, not which."""
FALLING: Final = frozenset(word for word, way in WAYS.items() if way.falls)
TIMELY: Final = {word: way.falls for word, way in WAYS.items() if way.kind is Compared.TIME}
"""Superlatives of time, and whether the greatest time comes first."""
LEVELS: Final = {word: way.falls for word, way in WAYS.items() if way.kind is Compared.NUMBER}
"""Superlatives of numbers, and whether the greatest comes first."""
SUPERLATIVES: Final = frozenset(word for word in WAYS if word.endswith("est")) - {"best"}
ANY_SUPERLATIVE: Final = "|".join(sorted(SUPERLATIVES))
"""Any of them, for a pattern."""
