"""What a commitment of 1 or 3 years saves: reserved capacity for the minimum, Database Savings Plans.

facts/pricing#commitments, facts/pricing#break-even.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.arithmetic import Figure, Line, plain_number
from modeler.core.capacity.loads import Direction
from modeler.core.cost.bills import Bill
from modeler.core.cost.lines import USD, USD_MONTH, Mode, sum_of_figures
from modeler.core.cost.meters import Meter
from modeler.core.cost.tariffs import Price, ReservedPrice, TableClass, Tariff, Unpriced
from modeler.core.cost.traffic import HOURS_OF_WEEK
from modeler.core.limits import HOURS_PER_MONTH

TERMS: Final = (1, 3)
"""Years for which capacity can be reserved; 3 only in some Regions."""


class CommitmentPlan(StrEnum):
    """The commitment; the value is its name on pages."""

    RESERVED_1 = "provisioned, the floor reserved for 1 year"
    RESERVED_3 = "provisioned, the floor reserved for 3 years"
    SAVINGS_ON_DEMAND = "on demand, under a Database Savings Plan"
    SAVINGS_PROVISIONED = "provisioned, under a Database Savings Plan"


@dataclass(frozen=True, slots=True)
class Commitment:
    """A table's throughput under a commitment. `total` is None if a price is unknown; then `unknown` says why.

    `mode` is the mode it applies to, `reserved` how many units of each direction are reserved, `saved` dollars per
    month compared with the mode without it (negative: it costs more).
    """

    plan: CommitmentPlan
    mode: Mode
    total: Figure | None
    saved: Decimal | None = None
    reserved: tuple[tuple[Direction, int], ...] = ()
    unknown: str = ""


def commitments(bill: Bill, provisioned: Mode) -> Iterator[Commitment]:
    """Every plan for a table; `provisioned` is the mode whose minimum would be reserved (auto scaled, or as set)."""
    yield _reserved(bill, provisioned, 1, CommitmentPlan.RESERVED_1)
    yield _reserved(bill, provisioned, 3, CommitmentPlan.RESERVED_3)
    yield _savings(bill, Mode.ON_DEMAND, CommitmentPlan.SAVINGS_ON_DEMAND)
    yield _savings(bill, provisioned, CommitmentPlan.SAVINGS_PROVISIONED)


def held_by_hour(bill: Bill, direction: Direction, mode: Mode) -> tuple[Decimal, ...]:
    """Units that all of a table's meters of one direction hold in each hour of a week, without replicated writes."""
    whole = [Decimal(0)] * HOURS_OF_WEEK
    for meter in bill.meters:
        if meter.direction is direction and _reservable(bill, meter):
            for hour, units in enumerate(_hourly(bill, meter, mode)):
                whole[hour] += units
    return tuple(whole)


def worth_reserving(price: ReservedPrice, unit_hour: Price) -> Decimal:
    """The share of hours that a unit must be held so that reserving it pays off: 46% (1 year), 23% (3 years).

    facts/pricing#break-even.
    """
    return price.unit_hour / unit_hour.value


def _reservable(bill: Bill, meter: Meter) -> bool:
    """Reserved capacity does not apply to replicated writes. facts/pricing#commitments."""
    return bill.tariff(meter, hourly=True) is not Tariff.REPLICATED_WRITE_HOUR


def _hourly(bill: Bill, meter: Meter, mode: Mode) -> tuple[Decimal, ...]:
    fixed = bill.fixed_units(mode, meter)
    return meter.simulation.hourly if fixed is None else (fixed,) * HOURS_OF_WEEK


def _reserved(bill: Bill, mode: Mode, years: int, plan: CommitmentPlan) -> Commitment:
    """The minimum in whole blocks at the reserved price, the rest at list price."""
    if bill.table_class is not TableClass.STANDARD:
        return Commitment(plan, mode, None, unknown="reserved capacity does not apply to Standard-IA")
    cost = bill.mode(mode)
    parts = [("at list price", cost.total)]
    reserved: list[tuple[Direction, int]] = []
    for direction, tariff, unit in (
        (Direction.READ, Tariff.READ_HOUR, "rcu"),
        (Direction.WRITE, Tariff.WRITE_HOUR, "wcu"),
    ):
        price = bill.prices.reserved(bill.regions[0], unit, years)
        hour = bill.prices.price(bill.regions[0], tariff, bill.table_class)
        if isinstance(price, Unpriced):
            return Commitment(plan, mode, None, unknown=price.reason)
        if isinstance(hour, Unpriced):
            return Commitment(plan, mode, None, unknown=hour.reason)
        floor = min(held_by_hour(bill, direction, mode))
        units = int(floor // price.block) * price.block
        reserved.append((direction, units))
        if units:
            parts.append(
                (f"{direction.value}: {units:,} units of the minimum reserved", _difference(units, price, hour))
            )
    if not cost.complete:
        return Commitment(plan, mode, None, unknown="a price of the units themselves is unknown")
    figure = sum_of_figures(parts, f"{plan}, the upfront payment spread over the term")
    return Commitment(plan, mode, figure, cost.total.value - figure.value, tuple(reserved))


def _difference(units: int, price: ReservedPrice, hour: Price) -> Figure:
    """The monthly cost of reserved units, minus their cost at list price."""
    reserved, listed = units * price.held_for(HOURS_PER_MONTH), units * hour.value * HOURS_PER_MONTH
    dated = f", as of {price.as_of}" if price.as_of else ""
    term = f"{price.years} year{'s' if price.years > 1 else ''}"
    block = (
        Line(f"upfront, for {price.block} units and {term}: {price.source}{dated}", price.upfront, USD),
        Line(f"per hour, for {price.block} units", price.hourly, USD),
    )
    lines = (
        Line(f"{plain_number(units)} units reserved × {HOURS_PER_MONTH} hours", reserved, USD_MONTH, block),
        Line(f"minus {plain_number(units)} units × {HOURS_PER_MONTH} hours at ${hour.value:f}", -listed, USD_MONTH),
        Line("together", reserved - listed, USD_MONTH),
    )
    return Figure(reserved - listed, USD_MONTH, lines)


def _savings(bill: Bill, mode: Mode, plan: CommitmentPlan) -> Commitment:
    """The maximum savings of a Database Savings Plan: its rates by Region are not published, so this is an estimate."""
    cost = bill.mode(mode)
    if not cost.complete:
        return Commitment(plan, mode, None, unknown="a price of the throughput itself is unknown")
    discount = bill.prices.savings_plan(provisioned=mode is not Mode.ON_DEMAND)
    percent = plain_number(discount.value * 100)
    most = (Line(f"up to {percent}%: {discount.source}, as of {discount.as_of}", discount.value, "of the list price"),)
    taken = -cost.total.value * discount.value
    text = f"at most {percent}% of ${cost.total.value:,.2f}"
    off = Figure(taken, USD_MONTH, (Line(text, taken, USD_MONTH, most),), estimate=True)
    figure = sum_of_figures([("at list price", cost.total), ("at most off", off)], plan)
    return Commitment(plan, mode, figure, -off.value)
