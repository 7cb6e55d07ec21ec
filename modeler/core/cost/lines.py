"""The lines of a bill, with their arithmetic, summed where every price is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.arithmetic import Figure, Line, plain_number
from modeler.core.cost.tariffs import Price, Unpriced

USD_MONTH: Final = "USD/month"
USD: Final = "USD"
MILLION: Final = 1_000_000


class Mode(StrEnum):
    """The capacity mode; the value is its name on pages."""

    ON_DEMAND = "on demand"
    AUTO_SCALED = "provisioned, auto scaled"
    FIXED = "provisioned, fixed at the peak"
    AS_SET = "provisioned, as the design sets it"


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of a month's bill.

    `place` is the table or index by name, `what` the cost item. `amount` is None if its price is unknown: then
    `unknown` says why. `quantity` is how many of the `price`'s units per month; the price includes its source.
    """

    place: str
    what: str
    region: str
    amount: Figure | None
    price: Price | None = None
    unknown: str = ""
    quantity: Figure | None = None


def priced(
    place: str, what: str, region: str, quantity: Figure, price: Price | Unpriced, currency: str = USD_MONTH
) -> CostLine:
    """A line: a quantity per month times its price. `quantity` is in the price's units.

    `currency` is USD for one-time costs.
    """
    if isinstance(price, Unpriced):
        return CostLine(place, what, region, None, unknown=f"{place}, {what}: {price.reason}", quantity=quantity)
    value = quantity.value * price.value

    def steps() -> tuple[Line, ...]:
        text = f"{plain_number(quantity.value)} {quantity.unit} × ${price.value:f} a {price.unit}"
        return (*quantity.arithmetic, Line(text, value, currency, (price_line(price, region),)))

    amount = Figure(value, currency, steps, quantity.estimate or price.estimate)
    return CostLine(place, what, region, amount, price, quantity=quantity)


def price_line(price: Price, region: str) -> Line:
    """A price as the last step of a calculation: its source, and its date."""
    dated = f", as of {price.as_of}" if price.as_of else ""
    return Line(f"a {price.unit} in {region}: {price.source}{dated}", price.value, USD)


def sum_of(lines: Iterable[CostLine]) -> Figure:
    """The sum of the known amounts of these lines; its arithmetic names each line."""
    known = [(line, line.amount) for line in lines if line.amount is not None]
    value = sum((amount.value for _, amount in known), Decimal(0))

    def steps() -> tuple[Line, ...]:
        return tuple(
            Line(f"{line.place}, {line.what} in {line.region}", amount.value, USD_MONTH, amount.arithmetic)
            for line, amount in known
        )

    return Figure(value, USD_MONTH, steps, any(amount.estimate for _, amount in known))


def sum_of_figures(named: Iterable[tuple[str, Figure]], text: str, unit: str = USD_MONTH) -> Figure:
    """The sum of named figures; each expands to its own arithmetic."""
    parts = tuple(named)
    value = sum((figure.value for _, figure in parts), Decimal(0))

    def steps() -> tuple[Line, ...]:
        lines = tuple(Line(name, figure.value, figure.unit, figure.arithmetic) for name, figure in parts)
        return (*lines, Line(text, value, unit))

    return Figure(value, unit, steps, any(figure.estimate for _, figure in parts))
