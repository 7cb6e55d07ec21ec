"""What is stored, and paid for storage and backups. FACTS 2.4, 4.3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from modeler.core.capacity.arithmetic import Figure, Line, exact, plain
from modeler.core.limits import GIB, GLOBAL_TABLE_OVERHEAD_BYTES, INDEX_ENTRY_OVERHEAD_BYTES, ITEM_OVERHEAD_BYTES
from modeler.core.sizes import Sizes
from modeler.core.tables import Index, IndexKind, Table


@dataclass(frozen=True, slots=True)
class Stored:
    """Billed bytes of one table or index, as GB of 2^30, and the entities whose number of items is not known."""

    place: str
    kind: IndexKind
    size: Figure
    uncounted: tuple[str, ...] = ()


def stored(table: Table, sizes: Sizes, *, replicated: bool = False) -> tuple[Stored, ...]:
    """What the table (first) and each index holds, with the bytes that billing adds to each item and entry."""
    return tuple(_stored(table, index, sizes, replicated) for index in table.all_indexes)


def _stored(table: Table, index: Index, sizes: Sizes, replicated: bool) -> Stored:
    lines = tuple(_lines(table, index, sizes, replicated))
    value = sum((line.value for line in lines if line.value is not None), Decimal(0)) / GIB
    together = Line(f"together, in GB of {GIB:,} B", value, "GB")
    uncounted = tuple(entity.name for entity in table.entities if entity.count is None)
    return Stored(index.name, index.kind, Figure(value, "GB", (*lines, together), estimate=True), uncounted)


def _lines(table: Table, index: Index, sizes: Sizes, replicated: bool) -> Iterator[Line]:
    extra = INDEX_ENTRY_OVERHEAD_BYTES
    if index.is_base:
        extra = ITEM_OVERHEAD_BYTES + (GLOBAL_TABLE_OVERHEAD_BYTES if replicated else 0)
    for entity in table.entities:
        share = exact(sizes.share(table, index, entity).value)
        if not share or not entity.count:
            continue
        average = exact(sizes.entry(table, index, entity).average)
        often = "" if share == 1 else f" × {plain(share * 100)} % of them in the index"
        text = f"{entity.name}: {entity.count:,} × ({plain(average)} + {extra}) B{often}"
        yield Line(text, entity.count * share * (average + extra), "B")
