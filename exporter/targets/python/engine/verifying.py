"""Comparing both sides, in full or by a sample, and counting indexes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from .bringing import Bringer
from .calls import Calls
from .filling import Filler
from .problems import Problem
from .routes import Leg
from .scanning import pages
from .stored_values import Item, differing, key_text

LOOKS_MAX = 6
"""A difference is looked at this often before it counts: live writes and the stream need a moment."""
LISTED_MAX = 20
"""So many differences are listed, and looked at again. More are counted at once: to wait for each could take days."""


@dataclass
class Differences:
    """How many items were compared, and which differ. Only the first are listed; all are counted."""

    compared: int = 0
    count: int = 0
    problems: int = 0
    not_moved: int = 0
    listed: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing differs and every item could be compared."""
        return not self.count and not self.problems

    def add(self, told: str) -> None:
        """Count a difference."""
        self.count += 1
        if len(self.listed) < LISTED_MAX:
            self.listed.append(told)

    def __iadd__(self, other: Differences) -> Differences:
        self.compared += other.compared
        self.count += other.count
        self.problems += other.problems
        self.not_moved += other.not_moved
        self.listed = [*self.listed, *other.listed][:LISTED_MAX]
        return self

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        counts = {name: getattr(self, name) for name in ("compared", "problems", "not_moved")}
        return {**counts, "differences": self.count, "listed": self.listed}


class Comparison:
    """Compares the two sides of a leg. `repair` brings each item that differs, and looks again."""

    def __init__(
        self,
        bringer: Bringer,
        back: Leg,
        calls: Calls,
        *,
        repair: bool = False,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.bringer = bringer
        self.leg = bringer.leg
        self.back = back
        self.calls = calls
        self.repair = repair
        self._sleep = sleep

    def of_segments(self, numbers: Iterable[int], of: int) -> Differences:
        """Compare the items in segments of both tables."""
        found = Differences()
        for number in numbers:
            for items, _ in pages(self.calls, self.leg.source.deployed, number, of, None, 500):
                self._forward(items, found)
            if not isinstance(self.bringer, Filler):
                for items, _ in pages(self.calls, self.leg.target.deployed, number, of, None, 500):
                    self._backward(items, found)
        return found

    def _forward(self, items: Sequence[Item], found: Differences) -> None:
        """Is everything at the target, as it should be?"""
        for batch in _batches(items, 100):
            wanted = list(self._wanted(batch, found))
            there = self._there([made for _, made in wanted])
            for key, made in wanted:
                found.compared += 1
                held = there.get(key_text(self.leg.target.key(made)))
                if (held is None or differing(made, held)) and (told := self._still_differs(key, found)):
                    found.add(told)

    def _wanted(self, items: Iterable[Item], found: Differences) -> Iterator[tuple[Item, Item]]:
        for item in items:
            try:
                made = self._made(item)
            except Problem:
                found.problems += 1
                continue
            if made is None:
                found.not_moved += 1
            else:
                yield self.leg.source.key(item), made

    def _made(self, item: Item) -> Item | None:
        """Return the item as it should be at the target."""
        if not isinstance(self.bringer, Filler):
            return self.leg.transformed(item)
        changed, removed = self.bringer.lacking(item)
        return {name: value for name, value in {**item, **changed}.items() if name not in removed}

    def _there(self, made: Sequence[Item]) -> dict[str, Item]:
        keys = {key_text(key): key for key in (self.leg.target.key(one) for one in made)}
        if not keys:
            return {}
        found = self.calls.get_all(self.leg.target.deployed, list(keys.values()))
        return {key_text(self.leg.target.key(one)): one for one in found}

    def _still_differs(self, key: Item, found: Differences) -> str:
        """Return what differs, after looking again; '' if nothing does."""
        told = ""
        for wait in self._waits(found):
            if self.repair:
                self.bringer.bring(key)
            told = self._difference(key)
            if not told:
                return ""
            self._sleep(wait)
        return told

    def _waits(self, found: Differences) -> Iterator[float]:
        """Yield how long to wait after each look; the last look is followed by nothing."""
        looks = LOOKS_MAX if found.count < LISTED_MAX else 1
        yield from (0.1 * 2**look for look in range(looks - 1))
        yield 0.0

    def _difference(self, key: Item) -> str:
        item = self.calls.get(self.leg.source.deployed, key)
        try:
            made = None if item is None else self._made(item)
        except Problem as problem:
            return f"{key_text(key)}: {problem.message}"
        if made is None:
            return ""
        held = self.calls.get(self.leg.target.deployed, self.leg.target.key(made))
        if held is None:
            return f"{key_text(key)}: missing at the target"
        names = differing(made, held)
        return f"{key_text(key)}: differs in {', '.join(names)}" if names else ""

    def _backward(self, items: Sequence[Item], found: Differences) -> None:
        """Is there nothing else at the target?"""
        for batch in _batches(items, 100):
            owners = [(item, owner) for item in batch if (owner := self._owner(item)) is not None]
            keys = {key_text(owner): owner for _, owner in owners}
            have = self.calls.get_all(self.leg.source.deployed, list(keys.values())) if keys else []
            sources = {key_text(self.leg.source.key(one)): one for one in have}
            for item, owner in owners:
                if not self._makes(sources.get(key_text(owner)), item) and (
                    told := self._still_extra(item, owner, found)
                ):
                    found.add(told)
            for item in batch:
                if self._owner(item) is None and self._is_of_this_leg(item):
                    found.add(f"{key_text(self.leg.target.key(item))}: no item of the source makes this")

    def _owner(self, item: Item) -> Item | None:
        return self.leg.owner(item, self.back)

    def _is_of_this_leg(self, item: Item) -> bool:
        try:
            shape = self.leg.target.recognise(item)
        except Problem:
            return True
        return shape.entity in self.back.entities

    def _makes(self, source: Item | None, item: Item) -> bool:
        """Return whether an item of the source has its place where this item of the target is."""
        try:
            made = None if source is None else self.leg.transformed(source)
        except Problem:
            return False
        return made is not None and not differing(self.leg.target.key(made), self.leg.target.key(item))

    def _still_extra(self, item: Item, owner: Item, found: Differences) -> str:
        place = self.leg.target.key(item)
        for wait in self._waits(found):
            if self.repair:
                self.bringer.bring(owner, *self._as_source(item))
            gone = self.calls.get(self.leg.target.deployed, place) is None
            if gone or self._makes(self.calls.get(self.leg.source.deployed, owner), item):
                return ""
            self._sleep(wait)
        return f"{key_text(place)}: no item of the source has this place"

    def _as_source(self, item: Item) -> Iterator[Item]:
        """Yield what the source's item was when this copy was made, if it can be told."""
        with suppress(Problem):
            made = self.back.transformed(item)
            if made is not None:
                yield made


def expected_in_indexes(leg: Leg, items: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Return how many of these stored items of the target each of its indexes lists."""
    counted = dict.fromkeys(leg.target.indexes, 0)
    for item in items:
        for index in leg.target.members(item):
            counted[index] += 1
    return counted


def counted_in_index(calls: Calls, table: str, index: str) -> int:
    """Return how many items an index lists. This reads the whole index."""
    count = 0
    more: dict[str, Any] = {}
    while True:
        page = calls.make("scan", TableName=table, IndexName=index, Select="COUNT", **more)
        count += int(page["Count"])
        if not page.get("LastEvaluatedKey"):
            return count
        more = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def _batches(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch
