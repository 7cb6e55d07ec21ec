"""Throughput paid by capacity: auto scaled, fixed, reserved. FACTS 5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from typing import Any, Final

from modeler.core.capacity.arithmetic import Figure, Line, exact, plain
from modeler.core.cost.lines import CostLine, priced
from modeler.core.cost.prices import Price, ReservedPrice, Unpriced
from modeler.core.limits import HOURS_PER_MONTH

TARGET_DEFAULT: Final = Decimal("0.70")
"""The console's default target utilisation. FACTS 5.4."""
UNITS_MIN: Final = 1
"""The least that can be provisioned, for a table and for each GSI. FACTS 1.6."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """Auto scaling of one direction: target utilisation (0 to 1) and bounds in units."""

    target: Decimal = TARGET_DEFAULT
    minimum: int = UNITS_MIN
    maximum: int | None = None


def scaling_of(settings: Mapping[str, Any] | None, direction: str) -> Scaling:
    """Auto scaling as a table's or an index's settings give it; `target` there is in percent."""
    given = (settings or {}).get(direction) or {}
    target = Decimal(str(given.get("target") or 70)) / 100
    # A target below 1 % is no percentage: it was written as a share.
    target = target * 100 if target <= Decimal("0.01") else target
    minimum = max(UNITS_MIN, int(given.get("min") or UNITS_MIN))
    maximum = given.get("max")
    return Scaling(target if 0 < target <= 1 else TARGET_DEFAULT, minimum, None if maximum is None else int(maximum))


def needed_units(units: Decimal, target: Decimal = TARGET_DEFAULT, minimum: int = UNITS_MIN) -> int:
    """Whole units to provision for so many units a second at a target utilisation: 100 at 70 % is 143. FACTS 5.4."""
    return max(minimum, int((units / target).to_integral_value(rounding=ROUND_CEILING)))


def provisioned_figure(load: Figure, scaling: Scaling, what: str) -> Figure:
    """Capacity units to hold for a load, with the arithmetic; `what` names the load (average, peak)."""
    units = needed_units(load.value, scaling.target, scaling.minimum)
    percent = plain(scaling.target * 100)
    text = (
        f"{what} of {plain(load.value)} {load.unit} at {percent} % utilisation, whole units, at least {scaling.minimum}"
    )
    return Figure(Decimal(units), "units", (*load.arithmetic, Line(text, Decimal(units), "units")), load.estimate)


def capacity_line(place: str, what: str, region: str, units: Figure, price: Price | Unpriced) -> CostLine:
    """A month of 730 hours of so many units, used or not."""
    unit = price.unit + "s" if isinstance(price, Price) else "unit-hours"
    hours = units.times(Decimal(HOURS_PER_MONTH), f"{HOURS_PER_MONTH} hours", unit)
    return priced(place, what, region, hours, price)


def auto_scaled_unit_hours(
    curve: Iterable[tuple[float, float]], scaling: Scaling | None = None, hours: int = HOURS_PER_MONTH
) -> Decimal:
    """Unit-hours in a month under perfect auto scaling, for a day of (hours, units a second) stretches. FACTS 5.2 C."""
    scaling = scaling or Scaling()
    stretches = tuple(curve)
    day = sum((exact(length) for length, _ in stretches), Decimal(0))
    held = sum(
        (exact(length) * needed_units(exact(load), scaling.target, scaling.minimum) for length, load in stretches),
        Decimal(0),
    )
    return held * hours / day


def reserved_month(units: Decimal | int, price: ReservedPrice) -> Decimal:
    """Dollars a month of reserved units, the payment up front spread over the term. FACTS 4.4, 5.2 D and E."""
    return units * price.held_for(HOURS_PER_MONTH)
