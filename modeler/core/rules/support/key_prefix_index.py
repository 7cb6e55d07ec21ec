"""Finds entities whose keys could match a given one, by the literal text that keys start with."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import partial
from typing import Final

from modeler.core import effort
from modeler.core.design.tables import Index, Table
from modeler.core.rules.support.context import RuleContext, Written, index_part

NEAR_STEPS: Final = 1
PAIR_STEPS: Final = 50
"""What it costs to look for near keys, per key of the index, and to hold a pair of them."""

_LAST: Final = chr(sys.maxunicode)


class NearKeys:
    """The keys that a table's entities write into one index, by the literal start of each key attribute."""

    def __init__(self, written: tuple[Written, ...], places: NearPlaces) -> None:
        self._written = written
        self._places = places

    def near(self, *starts: str) -> list[Written]:
        """Return keys whose literal start is compatible (one is a prefix of the other) with the first of `starts`, and
        so on for each key attribute; in the order of the entities.
        """
        return [self._written[place] for place in self._places.near(starts)]

    def pairs(self) -> Iterator[tuple[Written, Written]]:
        """Two keys whose literal starts are compatible, the first before the second in the order of the entities."""
        for place, written in enumerate(self._written):
            near = self._places.near(written[2])
            later = near[bisect_right(near, place) :]
            effort.spend(PAIR_STEPS * len(later))
            for other in later:
                yield written, self._written[other]


class NearPlaces:
    """The places of keys by their literal starts alone: most edits leave these as they are."""

    def __init__(self, written: tuple[tuple[str, ...], ...]) -> None:
        width = min(map(len, written), default=0)
        self._starts = [_Starts(written, element) for element in range(width)]
        self._written = written
        self._known: dict[tuple[str, ...], tuple[int, ...]] = {}

    def near(self, starts: tuple[str, ...]) -> tuple[int, ...]:
        """The places of the keys whose literal starts are compatible with these, in order. None of them if the
        budget has nothing left; then all count as not compared.
        """
        if not effort.is_left():
            effort.not_compared(len(self._written))
            return ()
        effort.spend(NEAR_STEPS * len(self._written))
        known = self._known.get(starts)
        if known is None:
            places = sorted(self._nearest(starts))
            known = self._known[starts] = tuple(place for place in places if _meet(self._written[place], starts))
        return known

    def _nearest(self, starts: tuple[str, ...]) -> list[int]:
        """The places by the key attribute that tells most of them apart: the others are compared."""
        fewest: list[int] | None = None
        for by, start in zip(self._starts, starts, strict=False):
            found = by.near(start)
            if fewest is None or len(found) < len(fewest):
                fewest = found
            if len(fewest) <= 1:
                break
        return fewest or []


class _Starts:
    """The places of written keys, by the literal start of one key attribute."""

    def __init__(self, written: tuple[tuple[str, ...], ...], element: int) -> None:
        ordered = sorted((starts[element], place) for place, starts in enumerate(written))
        self._texts = [text for text, _ in ordered]
        self._places = [place for _, place in ordered]
        self._exactly: dict[str, list[int]] = {}
        for text, place in ordered:
            self._exactly.setdefault(text, []).append(place)
        self._lengths = sorted({len(text) for text in self._exactly})

    def near(self, start: str) -> list[int]:
        """The places of those that begin with this start, and of those that it begins with."""
        first = bisect_left(self._texts, start)
        after = _after(start)
        last = len(self._texts) if after is None else bisect_left(self._texts, after, first)
        found = self._places[first:last]
        for length in self._lengths:
            if length >= len(start):
                break
            found += self._exactly.get(start[:length], ())
        return found


def _after(start: str) -> str | None:
    """The least text that follows all texts that begin with this one; None if nothing does."""
    bare = start.rstrip(_LAST)
    return f"{bare[:-1]}{chr(ord(bare[-1]) + 1)}" if bare else None


def _meet(written: tuple[str, ...], starts: tuple[str, ...]) -> bool:
    """Most keys are excluded here, before anything is computed or cached."""
    for theirs, mine in zip(written, starts, strict=False):
        if not (mine.startswith(theirs) or theirs.startswith(mine)):
            return False
    return True


def near_keys(context: RuleContext, table: Table, index: Index) -> NearKeys:
    """The keys of an index, prepared for lookup."""

    def prepared() -> NearKeys:
        written = context.written(table, index)
        starts = tuple(one[2] for one in written)
        return NearKeys(written, context.memo.of_equals("near keys", starts, partial(NearPlaces, starts)))

    return context.once(("near keys", id(table), id(index_part(index))), prepared)
