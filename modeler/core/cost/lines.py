"""What a bill is made of: lines with their arithmetic, summed where every price is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.arithmetic import Figure, Line, plain
from modeler.core.cost.tariffs import Price, Unpriced

USD_MONTH: Final = "USD/month"
USD: Final = "USD"
MILLION: Final = 1_000_000


class Mode(StrEnum):
    """How throughput is paid; the value is how a page names it."""

    ON_DEMAND = "on demand"
    AUTO_SCALED = "provisioned, auto scaled"
    FIXED = "provisioned, fixed at the peak"
    AS_SET = "provisioned, as the design sets it"


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of a month's bill.

    `place` is the table or index by name, `what` what is paid for. `amount` is None where its price is not known:
    then `unknown` says why. `quantity` is how many of the `price`'s units a month; the price carries its source.
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
    """A line: a quantity a month times its price. `quantity` is in the units that the price is for one of.

    `currency` is USD for what is paid once.
    """
    if isinstance(price, Unpriced):
        return CostLine(place, what, region, None, unknown=f"{place}, {what}: {price.reason}", quantity=quantity)
    value = quantity.value * price.value
    text = f"{plain(quantity.value)} {quantity.unit} × ${price.value:f} a {price.unit}"
    line = Line(text, value, currency, (price_line(price, region),))
    amount = Figure(value, currency, (*quantity.arithmetic, line), quantity.estimate or price.estimate)
    return CostLine(place, what, region, amount, price, quantity=quantity)


def price_line(price: Price, region: str) -> Line:
    """A price as the end of an arithmetic: where it is from, and its date."""
    dated = f", as of {price.as_of}" if price.as_of else ""
    return Line(f"a {price.unit} in {region}: {price.source}{dated}", price.value, USD)


def sum_of(lines: Iterable[CostLine]) -> Figure:
    """The sum of what is known of these lines; its arithmetic names each line."""
    known = [(line, line.amount) for line in lines if line.amount is not None]
    value = sum((amount.value for _, amount in known), Decimal(0))
    steps = tuple(
        Line(f"{line.place}, {line.what} in {line.region}", amount.value, USD_MONTH, amount.arithmetic)
        for line, amount in known
    )
    return Figure(value, USD_MONTH, steps, any(amount.estimate for _, amount in known))


def sum_of_figures(named: Iterable[tuple[str, Figure]], text: str, unit: str = USD_MONTH) -> Figure:
    """The sum of figures with a name each, every one of which opens its own arithmetic."""
    parts = tuple(named)
    value = sum((figure.value for _, figure in parts), Decimal(0))
    lines = tuple(Line(name, figure.value, figure.unit, figure.arithmetic) for name, figure in parts)
    return Figure(value, unit, (*lines, Line(text, value, unit)), any(figure.estimate for _, figure in parts))
