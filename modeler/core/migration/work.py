"""The cost of processing stored items: units and hours. Estimates, from counts and average sizes.

facts/throughput#reads, facts/throughput#writes, facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from modeler.core.arithmetic import Figure, Line, exact, plain_number, rounded, total
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import GIB, PAGE_BYTES
from modeler.core.units import read_units, write_blocks


@dataclass(frozen=True, slots=True)
class StepWork:
    """The cost of a step: total write units, total read units, and hours at its rate (None: no rate). Estimates.

    `unknown` lists what could not be counted, as sentences. `is_build`: DynamoDB builds an index, for the writes of
    its entries; reading the table is free. facts/throughput#index-writes.
    """

    writes: Figure
    reads: Figure
    hours: Figure | None = None
    unknown: tuple[str, ...] = ()
    is_build: bool = False

    def as_json(self) -> dict[str, Any]:
        """Numbers as text for people."""
        hours = None if self.hours is None else plain_number(self.hours.value)
        shown = {"writes": plain_number(self.writes.value), "reads": plain_number(self.reads.value), "hours": hours}
        return {**shown, "unknown": list(self.unknown), "text": self.text}

    @property
    def text(self) -> str:
        """The cost in one line. Nothing that is not known is shown as 0."""
        unknown = "; ".join(self.unknown)
        if self.unknown and not self.writes.value and not self.reads.value:
            return f"not known: {unknown}"
        if self.is_build and not self.writes.value:
            return "nothing is written: no stored item has the keys of the index yet"
        least = "at least " if self.unknown else ""
        parts = [f"{least}{_counted(self.writes, 'write unit')}{' of the index' if self.is_build else ''}"]
        parts += [] if self.is_build else [_counted(self.reads, "read unit")]
        parts += [] if self.hours is None else [_counted(self.hours, "hour")]
        free = "; reading the table is free" if self.is_build else ""
        return f"{', '.join(parts)} (estimate){free}{f'; {unknown}' if unknown else ''}"


def _counted(figure: Figure, word: str) -> str:
    return f"{rounded(float(figure.value))} {word}{'' if figure.value == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class MovedItems:
    """A number of an entity's stored items: all of them, or the share that a change affects (None: not known).

    `within` is the share of these items that an index contains; without it, that of all items of the entity.
    """

    table: Table
    entity: Entity
    share: float | None = 1.0
    within: Callable[[Index], float | None] | None = None

    @property
    def count(self) -> Decimal | None:
        """How many items; None if their number is not known."""
        if self.entity.count is None or self.share is None:
            return None
        return Decimal(self.entity.count) * exact(self.share)

    @property
    def unknown(self) -> str:
        """What is missing to count them; '' if nothing is."""
        if self.entity.count is None:
            return f"{self.entity.name} has no count"
        return "" if self.share is not None else f"how many {self.entity.name} items meet the condition is not known"


type _Writes = Callable[[MovedItems], Iterator[tuple[str, Decimal]]]
"""The cost of one item of a group, part by part."""


class Estimates:
    """Costs of the steps of one plan."""

    def __init__(self, sizes: Sizes | None = None) -> None:
        self.sizes = sizes or Sizes()

    def gigabytes(self, groups: Iterable[MovedItems]) -> float | None:
        """GB of 2^30 bytes that items take; None if a count is missing."""
        found = [(group.count, self.sizes.item(group.table, group.entity).average) for group in groups]
        if any(count is None for count, _ in found):
            return None
        return sum(float(count or 0) * size for count, size in found) / GIB

    def copying(self, groups: Iterable[MovedItems], rate: float | None, scanned: Table) -> StepWork:
        """Each item put whole, with its entry in every index of the target table; a Scan of a table finds them."""
        return self._work(list(groups), rate, self._put, _all_of(scanned))

    def writing(self, groups: Iterable[MovedItems], rate: float | None) -> StepWork:
        """Each item put whole, with its entry in every index of its table; what it is made of is read elsewhere."""
        return self._work(list(groups), rate, self._put)

    def moving(self, groups: Iterable[MovedItems], rate: float | None, scanned: Table) -> StepWork:
        """Each item put under its new key and deleted under the old, in one transaction: the table part twice."""
        return self._work(list(groups), rate, self._move, _all_of(scanned))

    def building(self, index: Index, groups: Iterable[MovedItems]) -> StepWork:
        """The building of an index by DynamoDB: an entry for each item that has its key; reading is free.

        facts/throughput#index-writes.
        """
        found = self._work(list(groups), None, lambda group: iter([("entry", self._blocks(group, index))]))
        return replace(found, is_build=True)

    def updating(
        self, index: Index, groups: Iterable[MovedItems], rate: float | None, scanned: Table, *, queries: bool = False
    ) -> StepWork:
        """An update of each item that sets or removes its key in an index. A Scan of a table finds them; `queries`:
        that index does.
        """
        listed = _all_of(scanned)
        if queries:
            listed = [one for one in listed if self.sizes.share(scanned, index, one.entity).value]
        return self._work(
            list(groups), rate, lambda group: self._update(group, index), listed, index if queries else None
        )

    def _put(self, group: MovedItems) -> Iterator[tuple[str, Decimal]]:
        yield "item", self._blocks(group, group.table.base)
        for index in group.table.indexes:
            yield from self._entry(group, index)

    def _move(self, group: MovedItems) -> Iterator[tuple[str, Decimal]]:
        yield "put and delete in a transaction", self._blocks(group, group.table.base) * 4
        for index in group.table.indexes:
            yield from ((f"{name}, delete and put", units * 2) for name, units in self._entry(group, index))

    def _entry(self, group: MovedItems, index: Index) -> Iterator[tuple[str, Decimal]]:
        known = group.within(index) if group.within else None
        share = exact(self.sizes.share(group.table, index, group.entity).value if known is None else known)
        if share:
            yield f"entry in {index.name}", self._blocks(group, index) * share

    def _update(self, group: MovedItems, index: Index) -> Iterator[tuple[str, Decimal]]:
        yield "item", self._blocks(group, group.table.base)
        yield f"entry in {index.name}", self._blocks(group, index)
        for other in group.table.indexes:
            # The keys of one index are attributes that another index with projection ALL projects.
            if other.name != index.name and other.projection.type is ProjectionType.ALL:
                yield from self._entry(group, other)

    def _blocks(self, group: MovedItems, index: Index) -> Decimal:
        return Decimal(write_blocks(self.sizes.entry(group.table, index, group.entity).bytes))

    def _work(
        self,
        groups: list[MovedItems],
        rate: float | None,
        writes: _Writes,
        scanned: Iterable[MovedItems] = (),
        through: Index | None = None,
    ) -> StepWork:
        listed = list(scanned)
        unknown = tuple(dict.fromkeys(group.unknown for group in (*groups, *listed) if group.unknown))
        written = _sum((_units(group, writes) for group in groups if group.count is not None), "WU")
        read = _sum((self._scan(group, through) for group in listed if group.count), "RU")
        return StepWork(written, read, _hours(groups, writes, rate) if rate else None, unknown)

    def _scan(self, group: MovedItems, through: Index | None) -> Figure:
        """A Scan reads every item of a table, whichever of them is then written, a Query those in an index; half a unit
        per 4 KB. facts/throughput#reads.
        """
        count, size = group.count or Decimal(0), exact(self.sizes.item(group.table, group.entity).average)
        if through is not None:
            count *= exact(self.sizes.share(group.table, through, group.entity).value)
            size = exact(self.sizes.entry(group.table, through, group.entity).average)
        value = count * size / PAGE_BYTES * read_units(PAGE_BYTES)
        how = "Scan" if through is None else f"Query of {through.name}"
        text = (
            f"{group.entity.name}: {plain_number(count)} items × {plain_number(size)} B by {how}, eventually consistent"
        )
        return Figure(value, "RU", (Line(text, value, "RU"),), estimate=True)


def _all_of(table: Table) -> list[MovedItems]:
    return [MovedItems(table, entity) for entity in table.entities if entity.count != 0]


def _hours(groups: Iterable[MovedItems], writes: _Writes, rate: float) -> Figure:
    """At a rate in units of the table itself, which come first among an item's parts."""
    own = sum((group.count * next(iter(writes(group)))[1] for group in groups if group.count), Decimal(0))
    value = own / exact(rate) / 3600
    text = f"{plain_number(own)} WU of the table ÷ {plain_number(rate)} WU/s ÷ 3,600 seconds per hour"
    return Figure(value, "h", (Line(text, value, "h"),), estimate=True)


def _units(group: MovedItems, writes: _Writes) -> Figure:
    parts = list(writes(group))
    each = sum((units for _, units in parts), Decimal(0))
    count = group.count or Decimal(0)
    spelled = " + ".join(f"{plain_number(units)} ({name})" for name, units in parts)
    text = f"{group.entity.name}: {plain_number(count)} items × {spelled} WU"
    return Figure(count * each, "WU", (Line(text, count * each, "WU"),), estimate=True)


def _sum(figures: Iterable[Figure], unit: str) -> Figure:
    made = total(figures, unit)
    return Figure(made.value, unit, made.arithmetic, estimate=True)
