"""The small calculator: units and monthly cost of one item size at one read and one write rate.

facts/throughput#reads, facts/pricing#list-prices, facts/pricing#break-even.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.cost.lines import USD_MONTH, CostLine, sum_of
from modeler.core.cost.on_demand import break_even, on_demand_line
from modeler.core.cost.prices import PriceList, list_prices
from modeler.core.cost.provisioned import capacity_line
from modeler.core.cost.scaling import needed_units
from modeler.core.cost.tariffs import Price, Tariff
from modeler.core.limits import KIB
from modeler.core.units import read_units, write_units


class Consistency(StrEnum):
    """How items are read."""

    EVENTUAL = "eventual"
    STRONG = "strong"
    TRANSACTIONAL = "transactional"


@dataclass(frozen=True, slots=True)
class Calculation:
    """Units per second and dollars per month; `provisioned` holds exactly the units (a target of 1), all month.

    `table_writes` are of the table, `index_writes` of all its GSIs together. `complete` is false if a price is unknown;
    `break_even` is None then.
    """

    reads: Figure
    table_writes: Figure
    index_writes: Figure
    provisioned: Figure
    on_demand: Figure
    break_even: Decimal | None
    complete: bool

    @property
    def writes(self) -> Decimal:
        """Write units per second, indexes included."""
        return self.table_writes.value + self.index_writes.value


def calculator(
    item_kb: float,
    reads: float,
    writes: float,
    consistency: Consistency = Consistency.EVENTUAL,
    gsi_count: int = 0,
    region: str = "us-east-1",
    *,
    target: Decimal = Decimal(1),
    prices: PriceList | None = None,
) -> Calculation:
    """Items of `item_kb` KB of 1,024 bytes, with this many reads and writes per second.

    Every GSI has projection ALL and a constant key, so a write costs it what it costs the table. A transactional write
    doubles only the table's part.
    """
    prices = prices or list_prices()
    size = -(-Fraction(str(item_kb)) * KIB // 1)
    in_transaction = consistency is Consistency.TRANSACTIONAL
    each_read = read_units(int(size), consistent=consistency is Consistency.STRONG, transactional=in_transaction)
    each_write = write_units(int(size), transactional=in_transaction)
    asked = (
        _units(reads, each_read, "RU"),
        _units(writes, each_write, "WU"),
        _units(writes, write_units(int(size)), "WU", gsi_count),
    )
    directions = (("table", "reads", False), ("table", "writes", True), ("indexes", "writes", True))
    held: list[CostLine] = []
    requested: list[CostLine] = []
    for units, (place, what, is_write) in zip(asked, directions, strict=True):
        hour = prices.price(region, Tariff.WRITE_HOUR if is_write else Tariff.READ_HOUR)
        request = prices.price(region, Tariff.WRITE if is_write else Tariff.READ)
        kept = Decimal(needed_units(units.value, target, 0))
        steps = (*units.arithmetic, Line(f"at {plain_number(target * 100)}% utilization, whole units", kept, "units"))
        held.append(capacity_line(place, what, region, Figure(kept, "units", steps), hour))
        requested.append(on_demand_line(place, what, region, units, request))
    complete = all(line.amount is not None for line in (*held, *requested))
    hour, request = prices.price(region, Tariff.WRITE_HOUR), prices.price(region, Tariff.WRITE)
    level = break_even(hour, request) if isinstance(hour, Price) and isinstance(request, Price) else None
    return Calculation(*asked, _month(held), _month(requested), level, complete)


def _units(rate: float, each: Decimal, unit: str, times: int = 1) -> Figure:
    value = exact(rate) * each * times
    often = f" × {times} indexes" if times != 1 else ""
    return Figure(
        value,
        f"{unit}/s",
        (Line(f"{plain_number(rate)} calls/s × {plain_number(each)} {unit}{often}", value, f"{unit}/s"),),
    )


def _month(lines: list[CostLine]) -> Figure:
    figure = sum_of(lines)
    closing = Line("together", figure.value, USD_MONTH)
    return Figure(figure.value, USD_MONTH, (*figure.arithmetic, closing), figure.estimate)
