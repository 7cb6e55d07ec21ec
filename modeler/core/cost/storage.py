"""Stored data, and its growth. facts/item-sizes#storage, facts/pricing#conventions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Final

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import GIB, GLOBAL_TABLE_OVERHEAD_BYTES, INDEX_ENTRY_OVERHEAD_BYTES, ITEM_OVERHEAD_BYTES

MONTHS: Final = 36
"""How far into the future growth is computed."""
_MONTH_DAYS: Final = Decimal(730) / 24


@dataclass(frozen=True, slots=True)
class Stored:
    """Billed bytes of one table or index, as GB of 2^30, and the entities whose item count is unknown."""

    place: str
    kind: IndexKind
    size: Figure
    uncounted: tuple[str, ...] = ()


def stored(table: Table, sizes: Sizes, *, replicated: bool = False, month: int = 0) -> tuple[Stored, ...]:
    """What the table (first) and each index store, with the bytes that billing adds to each item and entry.

    `month` counts from now; items are added and expire by their entity's growth and retention (`items_in`).
    """
    return tuple(_stored(table, index, sizes, replicated, month) for index in table.all_indexes)


def items_in(entity: Entity, month: int) -> Decimal | None:
    """How many items there are after this many months; None if the count is not given.

    `growth` is in items per month. With a `retention` in days, the number of items added in that time remains: an
    entity with fewer grows to that number, one with more shrinks to it within the retention.
    """
    if entity.count is None:
        return None
    count, growth = Decimal(entity.count), exact(entity.growth)
    if not month or not growth:
        return count
    if not entity.retention:
        return count + growth * month
    kept = exact(entity.retention) / _MONTH_DAYS
    steady = growth * kept
    if count <= steady:
        return min(count + growth * month, steady)
    if month >= kept:
        return steady
    return count - (count - steady) * month / kept


def weights(
    table: Table, sizes: Sizes, *, replicated: bool = False
) -> Mapping[str, tuple[tuple[Entity, Decimal], ...]]:
    """Billed bytes that one item of each entity adds to the table and each index, by the place's name."""
    return {
        index.name: tuple(
            (entity, weight.share * weight.billed) for entity, weight in _weighed(table, index, sizes, replicated)
        )
        for index in table.all_indexes
    }


@dataclass(frozen=True, slots=True)
class _Weight:
    """The share of an entity's items in one place, their bytes there on average, and the bytes that are billed."""

    share: Decimal
    average: Decimal
    billed: Decimal


def _weighed(table: Table, index: Index, sizes: Sizes, replicated: bool) -> Iterator[tuple[Entity, _Weight]]:
    """The entities of a place, each with its weight: worked out once for each entity, whatever the month."""
    # Within the sizes of an entity, an index is the same object as long as they are.
    place = ("weight", None if index.is_base else id(index), replicated)
    for entity in table.entities:
        weight = partial(_weight, table, index, entity, sizes, replicated)
        found = sizes.entity(table, entity).once(place, weight)
        if found.share:
            yield entity, found


def _weight(table: Table, index: Index, entity: Entity, sizes: Sizes, replicated: bool) -> _Weight:
    share = exact(sizes.share(table, index, entity).value)
    extra = ITEM_OVERHEAD_BYTES + (GLOBAL_TABLE_OVERHEAD_BYTES if replicated else 0)
    average = exact(sizes.entry(table, index, entity).average) if share else Decimal(0)
    return _Weight(share, average, average + (extra if index.is_base else INDEX_ENTRY_OVERHEAD_BYTES))


def _stored(table: Table, index: Index, sizes: Sizes, replicated: bool, month: int) -> Stored:
    counted = [
        (entity, weight, count)
        for entity, weight in _weighed(table, index, sizes, replicated)
        if (count := items_in(entity, month))
    ]
    value = sum((count * weight.share * weight.billed for _, weight, count in counted), Decimal(0)) / GIB

    def steps() -> tuple[Line, ...]:
        lines = (_line(entity, weight, count, month) for entity, weight, count in counted)
        return (*lines, Line(f"together, in GB of {GIB:,} B", value, "GB"))

    uncounted = tuple(entity.name for entity in table.entities if entity.count is None)
    return Stored(index.name, index.kind, Figure(value, "GB", steps, estimate=True), uncounted)


def _line(entity: Entity, weight: _Weight, count: Decimal, month: int) -> Line:
    often = "" if weight.share == 1 else f" × {plain_number(weight.share * 100)}% of them in the index"
    each = f"({plain_number(weight.average)} + {plain_number(weight.billed - weight.average)}) B"
    text = f"{entity.name}: {plain_number(count)} × {each}{often}"
    return Line(text, count * weight.share * weight.billed, "B", tuple(_grown(entity, count, month)))


def _grown(entity: Entity, count: Decimal, month: int) -> Iterator[Line]:
    """Why there are this many items in a later month."""
    if month and entity.growth:
        kept = f", each kept for {plain_number(entity.retention)} days" if entity.retention else ""
        after = f"{month} month{'' if month == 1 else 's'}"
        text = f"{entity.count or 0:,} items now and {plain_number(entity.growth)} more per month{kept}, after {after}"
        yield Line(text, count, "items")
