"""The capacity mode of one direction of a table or index.

facts/choices#capacity-mode; facts/limits#throughput, facts/pricing#break-even, facts/pricing#auto-scaling.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from typing import Final

from modeler.core.arithmetic import plain_number
from modeler.core.capacity.loads import Direction
from modeler.core.cost.lines import Mode
from modeler.core.cost.on_demand import break_even, unit_price
from modeler.core.cost.scaling import Scaling, Simulation, needed_units, simulated
from modeler.core.cost.tariffs import Price, ReservedPrice
from modeler.core.cost.traffic import Curve, assumed_curve
from modeler.core.limits import HOURS_PER_MONTH, ON_DEMAND_READS, ON_DEMAND_WRITES, SECONDS_PER_MONTH

ON_DEMAND_START: Final = {Direction.READ: ON_DEMAND_READS, Direction.WRITE: ON_DEMAND_WRITES}
"""Units per second that a new on-demand table serves immediately. facts/limits#throughput."""
RAMP_MAX: Final = 2
"""An on-demand table immediately serves this many times its previous peak. facts/limits#throughput."""
SPIKE: Final = 10
"""A rise by this factor within minutes is a spike."""


@dataclass(frozen=True, slots=True)
class KnownTraffic:
    """What is known of a load, in units per second.

    `measured`: it is running already, or its traffic is known from elsewhere; `production`: it serves people. `curve`
    is given, not assumed; `spiky`: it rises tenfold within minutes, even if no curve shows it. `previous_peak`: the
    highest that this table has served before. `reservable`: a Standard table, no replicated writes.
    """

    average: Decimal
    peak: Decimal
    direction: Direction = Direction.WRITE
    curve: Curve | None = None
    spiky: bool = False
    measured: bool = True
    production: bool = True
    previous_peak: Decimal | None = None
    reservable: bool = True


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices that decide; reserved ones if known, shortest term first."""

    unit_hour: Price
    request: Price
    reserved: tuple[ReservedPrice, ...] = ()


@dataclass(frozen=True, slots=True)
class ModeChoice:
    """The mode, and the lettered case of facts/choices#capacity-mode that led to it. `warm`: units per second to warm
    beforehand; `reserve`: units of the minimum to reserve, for this many `years`.
    """

    case: str
    mode: Mode
    reason: str
    warm: int | None = None
    reserve: int = 0
    years: int = 0


def capacity_mode(traffic: KnownTraffic, prices: Prices, scaling: Scaling | None = None) -> ModeChoice:
    """On-demand or provisioned with auto scaling, with the minimum reserved if that pays off; and why."""
    scaling = scaling or Scaling()
    if not traffic.measured or not traffic.production:
        what = "its traffic is not known yet" if not traffic.measured else "it is not a production table"
        return ModeChoice("a", Mode.ON_DEMAND, f"{what}: on-demand needs no forecast", _warm(traffic))
    if traffic.curve is not None and not traffic.curve.assumed:
        return _by_curve(traffic, traffic.curve, prices, scaling)
    if traffic.spiky or (traffic.average and traffic.peak >= SPIKE * traffic.average):
        reason = "it rises tenfold, too fast for auto scaling: choose on-demand, or schedule units before the rise"
        return ModeChoice("b", Mode.ON_DEMAND, reason, _warm(traffic))
    return _by_average(traffic, prices, scaling)


def _by_average(traffic: KnownTraffic, prices: Prices, scaling: Scaling) -> ModeChoice:
    held = needed_units(traffic.peak, scaling.target, scaling.minimum)
    used, level = traffic.average / held, break_even(prices.unit_hour, prices.request)
    shares = f"{plain_number(round(used * 100, 1))}% of units for the peak are used"
    against = f"the break-even of {plain_number(round(level * 100, 1))}%"
    if used <= level:
        return _by_assumed_day(traffic, prices, scaling, f"{shares}, not more than {against}")
    return ModeChoice("c", Mode.AUTO_SCALED, f"{shares}, more than {against}: auto scaled at {_percent(scaling)}")


def _by_assumed_day(traffic: KnownTraffic, prices: Prices, scaling: Scaling, shares: str) -> ModeChoice:
    """Units for the peak do not pay off if held all day; units that follow a day with one peak can."""
    curve = assumed_curve(float(traffic.average), float(traffic.peak))
    simulation = simulated(curve, float(traffic.average), scaling)
    asked = traffic.average * SECONDS_PER_MONTH * unit_price(prices.request)
    scaled = simulation.held * prices.unit_hour.value * HOURS_PER_MONTH
    if simulation.throttled or scaled >= asked:
        return ModeChoice("d", Mode.ON_DEMAND, shares, _warm(traffic))
    reason = (
        f"{shares}, but units that follow the traffic cost ${scaled:,.2f} instead of ${asked:,.2f} per month, "
        f"auto scaled at {_percent(scaling)}, if it rises to its peak once a day over hours (assumed)"
    )
    return ModeChoice("c", Mode.AUTO_SCALED, reason)


def _by_curve(traffic: KnownTraffic, curve: Curve, prices: Prices, scaling: Scaling) -> ModeChoice:
    """The cheapest without throttling in the simulation; the minimum reserved if it is held long enough."""
    simulation = simulated(curve, float(traffic.average), scaling)
    asked = traffic.average * SECONDS_PER_MONTH * unit_price(prices.request)
    hour = prices.unit_hour.value * HOURS_PER_MONTH
    scaled = simulation.held * hour
    fixed = needed_units(traffic.peak, scaling.target, scaling.minimum) * hour
    amounts = {Mode.ON_DEMAND: asked, Mode.FIXED: fixed}
    if not simulation.throttled:
        amounts[Mode.AUTO_SCALED] = scaled
    best = min(amounts, key=lambda mode: amounts[mode])
    dollars = ", ".join(f"{mode} ${amount:,.2f}" for mode, amount in amounts.items())
    refused = next(simulation.named(), "")
    if best is Mode.ON_DEMAND:
        spiky = curve.spikes and bool(refused)
        why = f"; auto scaling would throttle, first {refused}" if refused else ""
        return ModeChoice("b" if spiky else "f", best, f"the cheapest over the curve: {dollars}{why}", _warm(traffic))
    chosen = ModeChoice("f", best, f"the cheapest over the curve without throttling: {dollars}")
    return _with_floor(chosen, simulation, traffic, prices, fixed / hour if best is Mode.FIXED else None)


def _with_floor(
    chosen: ModeChoice, simulation: Simulation, traffic: KnownTraffic, prices: Prices, fixed: Decimal | None
) -> ModeChoice:
    """The same with units reserved: those held long enough that the longest priced term pays off."""
    hours = simulation.hourly if fixed is None else (fixed,)
    for price in reversed(prices.reserved if traffic.reservable else ()):
        worth = price.unit_hour / prices.unit_hour.value
        units = reservable_units(hours, worth, price.block)
        if units:
            term = f"{price.years} year{'s' if price.years > 1 else ''}"
            reason = (
                f"{chosen.reason}; {units:,} units are held for at least {plain_number(round(worth * 100))}% of the "
                f"hours, so reserve them for {term} and let the rest follow the load"
            )
            return ModeChoice("e", chosen.mode, reason, None, units, price.years)
    return chosen


def reservable_units(hours: tuple[Decimal, ...], worth: Decimal, block: int) -> int:
    """The maximum units, in whole blocks, that are held in at least a share `worth` (0 to 1) of the hours."""
    ordered = sorted(hours, reverse=True)
    enough = int((worth * len(ordered)).to_integral_value(rounding=ROUND_CEILING))
    return int(ordered[max(0, enough - 1)] // block) * block if enough <= len(ordered) else 0


def _warm(traffic: KnownTraffic) -> int | None:
    """Units per second to warm beforehand, if on-demand would not serve the peak immediately.
    facts/limits#throughput.
    """
    takes = Decimal(ON_DEMAND_START[traffic.direction])
    if traffic.previous_peak is not None:
        takes = max(takes, RAMP_MAX * traffic.previous_peak)
    return int(traffic.peak.to_integral_value()) if traffic.peak > takes else None


def _percent(scaling: Scaling) -> str:
    return f"{plain_number(scaling.target * 100)}%"
