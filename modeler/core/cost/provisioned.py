"""Throughput paid by capacity: fixed, auto scaled, reserved. facts/pricing#break-even."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.cost.lines import CostLine, priced
from modeler.core.cost.scaling import UNITS_MIN, Scaling, Simulation, needed_units
from modeler.core.cost.tariffs import Price, ReservedPrice, Unpriced
from modeler.core.cost.traffic import Curve
from modeler.core.limits import HOURS_PER_MONTH


def provisioned_figure(load: Figure, scaling: Scaling, what: str) -> Figure:
    """Capacity units to provision for a load, with the arithmetic; `what` names the load (average, peak)."""
    units = Decimal(needed_units(load.value, scaling.target, scaling.minimum))

    def steps() -> tuple[Line, ...]:
        percent = plain_number(scaling.target * 100)
        asked = f"{what} of {plain_number(load.value)} {load.unit}"
        text = f"{asked} at {percent}% utilization, whole units, at least {scaling.minimum}"
        return (*load.arithmetic, Line(text, units, "units"))

    return Figure(units, "units", steps, load.estimate)


def scaled_figure(load: Figure, scaling: Scaling, curve: Curve, simulation: Simulation) -> Figure:
    """Capacity units held on average by auto scaling over a curve: an estimate, because the delays are.

    facts/pricing#auto-scaling.
    """
    if curve.is_flat and scaling.maximum is None:
        return provisioned_figure(load, scaling, "an average")

    def steps() -> tuple[Line, ...]:
        text = (
            f"an average of {plain_number(load.value)} {load.unit} over a {curve.sentence}, auto scaled at "
            f"{plain_number(scaling.target * 100)}% utilization minute by minute: units held on average"
        )
        lowest, highest = Decimal(simulation.floor), Decimal(max(simulation.provisioned))
        inside = (Line("at least", lowest, "units"), Line("at most", highest, "units"))
        return (*load.arithmetic, Line(text, simulation.held, "units", inside))

    return Figure(simulation.held, "units", steps, estimate=True)


def set_figure(units: int | None) -> Figure:
    """Units as the design sets them; at least 1."""
    held = Decimal(max(UNITS_MIN, units or UNITS_MIN))
    return Figure(held, "units", (Line("as the design sets it", held, "units"),))


def capacity_line(place: str, what: str, region: str, units: Figure, price: Price | Unpriced) -> CostLine:
    """A month of 730 hours of this many units, used or not."""
    unit = price.unit + "s" if isinstance(price, Price) else "unit-hours"
    hours = units.times(Decimal(HOURS_PER_MONTH), f"{HOURS_PER_MONTH} hours", unit)
    return priced(place, what, region, hours, price)


def auto_scaled_unit_hours(
    curve: Iterable[tuple[float, float]], scaling: Scaling | None = None, hours: int = HOURS_PER_MONTH
) -> Decimal:
    """Unit-hours per month under perfect auto scaling, for a day of (hours, units per second) periods.

    facts/pricing#examples C.
    """
    scaling = scaling or Scaling()
    stretches = tuple(curve)
    day = sum((exact(length) for length, _ in stretches), Decimal(0))
    held = sum(
        (exact(length) * needed_units(exact(load), scaling.target, scaling.minimum) for length, load in stretches),
        Decimal(0),
    )
    return held * hours / day


def reserved_month(units: Decimal | int, price: ReservedPrice) -> Decimal:
    """Dollars per month of reserved units, the upfront payment spread over the term.

    facts/pricing#commitments, facts/pricing#examples D and E.
    """
    return units * price.held_for(HOURS_PER_MONTH)
