"""Throughput paid per request. facts/pricing#list-prices, facts/pricing#break-even."""

from __future__ import annotations

from decimal import Decimal

from modeler.core.arithmetic import Figure, Line, plain_number
from modeler.core.cost.lines import MILLION, CostLine, priced
from modeler.core.cost.tariffs import Price, Unpriced
from modeler.core.limits import SECONDS_PER_MONTH


def requests(average: Figure, unit: str) -> Figure:
    """Millions of request units in a month of 730 hours at an average number of units per second."""
    value = average.value * SECONDS_PER_MONTH / MILLION

    def steps() -> tuple[Line, ...]:
        text = f"{plain_number(average.value)} {average.unit} × {SECONDS_PER_MONTH:,} s per month"
        return (*average.arithmetic, Line(text, value, unit))

    return Figure(value, unit, steps, average.estimate)


def on_demand_line(place: str, what: str, region: str, average: Figure, price: Price | Unpriced) -> CostLine:
    """A month's request units of one place and direction."""
    unit = price.unit if isinstance(price, Price) else "million units"
    return priced(place, what, region, requests(average, unit), price)


def unit_price(price: Price) -> Decimal:
    """Dollars of one request unit."""
    return price.value / MILLION


def break_even(unit_hour: Price, on_demand: Price) -> Decimal:
    """The utilization above which a provisioned unit is cheaper than on-demand, from 0 to 1.

    facts/pricing#break-even.
    """
    return unit_hour.value / (3600 * unit_price(on_demand))
