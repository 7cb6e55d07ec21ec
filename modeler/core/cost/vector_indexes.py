"""What vector indexes cost per month: GB written, and searches, which no access pattern counts.

facts/limits#vector-indexes, facts/pricing#list-prices.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import Figure, Line, exact
from modeler.core.capacity.loads import Direction
from modeler.core.cost.bills import Bill
from modeler.core.cost.lines import CostLine, priced
from modeler.core.cost.tariffs import Price, Tariff
from modeler.core.design.table_settings import VectorIndex
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import GIB, SECONDS_PER_MONTH, WRITE_UNIT_BYTES

_NUMBER_BYTES: Final = 4
_ENTRY_BYTES: Final = 35
"""What a write is metered for besides its numbers, without projected attributes."""


def written_bytes(index: VectorIndex) -> int:
    """Return the bytes that one write of a vector is metered for, without projected attributes: at least 1 KB."""
    return max(WRITE_UNIT_BYTES, math.ceil(_NUMBER_BYTES * (index.dimensions or 0)) + _ENTRY_BYTES)


def vector_lines(table: Table, sizes: Sizes, bill: Bill) -> Iterator[CostLine]:
    """Writes and searches of each vector index, in every Region that holds it."""
    for index in table.options.vector_indexes:
        if not index.dimensions:
            continue
        for region in bill.regions:
            yield _writes(table, index, sizes, bill, region)
            price = bill.prices.price(region, Tariff.VECTOR_SEARCH, bill.table_class)
            each = f" (${price.value:f} per GB searched)" if isinstance(price, Price) else ""
            sentence = f"{index.name}, searches: no access pattern is a SearchVectors{each}"
            yield CostLine(index.name, "searches", region, None, unknown=sentence)


def _writes(table: Table, index: VectorIndex, sizes: Sizes, bill: Bill, region: str) -> CostLine:
    """GB written, as if every write to the table were of an item with the vector: an upper estimate."""
    holding = [entity for entity in table.entities if entity.attribute(index.attribute) is not None]
    if not holding:
        sentence = f"{index.name}, writes: no entity has the attribute {index.attribute or '(not given)'}"
        return CostLine(index.name, "writes", region, None, unknown=sentence)
    smallest = min(sizes.item(table, entity).average for entity in holding)
    units = max(1, math.ceil(smallest / WRITE_UNIT_BYTES))
    written = next(m.demand.average for m in bill.meters if m.is_table and m.direction is Direction.WRITE)
    items = written.times(1 / exact(units), f"1 item per {units} write units, if all of them hold a vector", "items/s")
    size = written_bytes(index)
    month = Decimal(size) * SECONDS_PER_MONTH / GIB
    steps = (*items.arithmetic, Line(f"{size:,} B per item, {SECONDS_PER_MONTH:,} s per month", month, "GB per item/s"))
    quantity = Figure(items.value * month, "GB written", steps, estimate=True)
    price = bill.prices.price(region, Tariff.VECTOR_WRITE, bill.table_class)
    return priced(index.name, "writes", region, quantity, price)
