"""Finds entities whose keys could match a given one, by the literal text that keys start with."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, Table
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.context import RuleContext

type Written = tuple[Entity, WrittenKey, tuple[str, ...]]


class NearKeys:
    """The keys that a table's entities write into one index, by the literal start of their partition key."""

    def __init__(self, written: tuple[Written, ...]) -> None:
        self._sorted = sorted((one for one in written if one[2]), key=lambda one: one[2][0])
        self._starts = [one[2][0] for one in self._sorted]
        self._places = {id(one[1]): place for place, one in enumerate(written)}
        self._exactly: dict[str, list[Written]] = {}
        for one in self._sorted:
            self._exactly.setdefault(one[2][0], []).append(one)

    def near(self, *starts: str) -> list[Written]:
        """Return keys whose literal start is compatible (one is a prefix of the other) with the first of `starts`, and
        so on for each key attribute; in the order of the entities.
        """
        found = [one for one in self._near(starts[0]) if _meet(one[2], starts)]
        return sorted(found, key=lambda one: self._places[id(one[1])])

    def _near(self, start: str) -> Iterator[Written]:
        for length in range(len(start)):
            yield from self._exactly.get(start[:length], ())
        place = bisect_left(self._starts, start)
        while place < len(self._starts) and self._starts[place].startswith(start):
            yield self._sorted[place]
            place += 1


def _meet(written: tuple[str, ...], starts: tuple[str, ...]) -> bool:
    """Most keys are excluded here, before anything is computed or cached."""
    for theirs, mine in zip(written, starts, strict=False):
        if not (mine.startswith(theirs) or theirs.startswith(mine)):
            return False
    return True


def near_keys(context: RuleContext, table: Table, index: Index) -> NearKeys:
    """The keys of an index, prepared for lookup."""
    parts: tuple[object, ...] = (table,) if index.is_base else (table, index)
    return context.memo.get("near keys", parts, lambda: NearKeys(context.written(table, index)))
