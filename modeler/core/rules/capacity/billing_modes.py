"""Capacity modes: initial throughput and ramps, the more expensive mode, reserved capacity, table class.

facts/limits#throughput, facts/pricing#break-even.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from modeler.core import limits
from modeler.core.arithmetic import plain_number
from modeler.core.capacity.loads import Direction
from modeler.core.cost.commitments import TERMS, held_by_hour, worth_reserving
from modeler.core.cost.lines import Mode
from modeler.core.cost.meters import Meter
from modeler.core.cost.tables import TableCost
from modeler.core.cost.tariffs import Free, Price, TableClass, Tariff, Unpriced
from modeler.core.decisions.capacity_mode import RAMP_MAX, reservable_units
from modeler.core.design.lenient import number
from modeler.core.design.tables import Table
from modeler.core.design.usage_settings import is_live, is_production
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Rule, Scope, Spot, rule
from modeler.core.rules.support.throughput_fixes import (
    by_part,
    cooled,
    cost_of,
    meter_path,
    needed,
    setting,
    units_word,
)

DEARER: Final = Decimal("0.20")
"""Report another mode only if it is cheaper by more than this share."""
SAVING_MIN: Final = Decimal(5)
"""Savings below this many dollars per month are noise: our judgment."""
RESERVE_MIN: Final = 100
_MAXIMUM: Final = "on_demand_maximum"
_WARM: Final = "warm_throughput"
_FIXED_MODES: Final = frozenset({Mode.FIXED, Mode.AS_SET})


@rule(
    "capacity.on_demand_ramp",
    WARNING,
    Scope.TABLE,
    title="On-demand table cannot serve the peak",
    why="On-demand serves twice the previous peak (new: 12,000 read, 4,000 write units/s), and at most a set maximum",
    fix="Set warm throughput before the peak, or raise the configured maximum",
    sources="facts/limits#on-demand-growth",
    fixes=True,
)
def on_demand_ramp(context: RuleContext, table: Table) -> Iterator[Spot]:
    cost = None if table.is_provisioned else cost_of(context, table)
    for meters in [] if cost is None else by_part(cost.meters):
        capped = [meter for meter in meters if _is_capped(table, meter)]
        said = [f"at most {units_word(_units(table, meter, _MAXIMUM) or 0)} {_asked(meter)}" for meter in capped]
        if capped:
            yield _ramp(table, capped, _MAXIMUM, f"accepts, by its configured maximum, {' and '.join(said)}", "Raise")
        rising = [
            (meter, *found)
            for meter in meters
            if meter not in capped and (found := _taken_at_once(context, table, meter)) is not None
        ]
        said = [f"{units_word(takes)} {_asked(meter)}: {why}" for meter, takes, why in rising]
        if rising:
            yield _ramp(table, [one[0] for one in rising], _WARM, f"immediately serves {' and '.join(said)}", "Warm")


def _asked(meter: Meter) -> str:
    peak = meter.demand.peak
    about = " (estimate)" if peak.estimate else ""
    return f"{meter.direction} units/s of the {units_word(peak.value)} that patterns need{about}"


def _ramp(table: Table, meters: list[Meter], name: str, said: str, verb: str) -> Spot:
    """Return one finding for both directions, with the setting that fixes it; the other direction keeps its minimum."""
    place = meters[0]
    peaks = {meter.direction.value: int(meter.demand.peak.value) + 1 for meter in meters}
    least = {"read": limits.ON_DEMAND_READS, "write": limits.ON_DEMAND_WRITES} if name == _WARM else {}
    put = Put(place.part, setting(place, name), {**least, **_raw(table, place, name), **peaks})
    words = " and ".join(f"{peak:,} {word}" for word, peak in peaks.items())
    label = f"{verb} {place.place} to {words} units/s"
    message = f"{place.place} {said}"
    # More than the quota of a table or GSI is not a setting: AWS has to raise the quota first.
    quota = limits.TABLE_UNITS_QUOTA
    fix = f"Ask AWS to raise the quota of {quota:,} units/s first" if max(peaks.values()) > quota else ""
    fixes = () if fix else (Fix(label, (put,)),)
    return Spot(message, meter_path(table, place), place.part, put.field, {"peak": peaks}, fix=fix, fixes=fixes)


def _is_capped(table: Table, meter: Meter) -> bool:
    most = _units(table, meter, _MAXIMUM)
    return most is not None and 1 <= most < meter.demand.peak.value


def _raw(table: Table, meter: Meter, name: str) -> Mapping[str, Any]:
    held = table.settings.get(name) if meter.is_table else meter.capacity.settings.get(name)
    return held if isinstance(held, Mapping) else {}


def _units(table: Table, meter: Meter, name: str) -> Decimal | None:
    units = number(_raw(table, meter, name).get(meter.direction.value))
    return None if units is None else Decimal(str(units))


def _taken_at_once(context: RuleContext, table: Table, meter: Meter) -> tuple[Decimal, str] | None:
    """Return the units that are served immediately where the peak is higher, and why. None too for a live table whose
    previous peak is not given.
    """
    reads = meter.direction is Direction.READ
    takes, why = Decimal(limits.ON_DEMAND_READS if reads else limits.ON_DEMAND_WRITES), "it is new"
    before = table.options.operation.raw.get("previous_peak")
    peak = number(before.get(meter.direction.value)) if isinstance(before, Mapping) and meter.is_table else None
    if peak is not None:
        least, takes = takes, max(takes, RAMP_MAX * Decimal(str(peak)))
        why = f"twice its previous peak of {units_word(peak)}" if takes > least else "the minimum for any table"
    elif is_live(context.design, table):
        return None
    enough = max(takes, _units(table, meter, _WARM) or Decimal(0))
    return (takes, why) if meter.demand.peak.value > enough else None


@rule(
    "capacity.mode_dearer",
    ADVICE,
    Scope.TABLE,
    title="Another capacity mode is cheaper",
    why="On-demand and provisioned cost the same at about 29% utilization, and this traffic is far from that",
    fix="Switch the mode; switching to on-demand is possible up to 4 times in 24 hours",
    sources="facts/choices#capacity-mode, facts/pricing#break-even, facts/limits#mode-switches",
    # If on-demand is cheaper, switch to it instead of reserving capacity.
    hides=("capacity.reserve_floor",),
    fixes=True,
)
def mode_dearer(context: RuleContext, table: Table) -> Iterator[Spot]:
    cost = cost_of(context, table)
    if cost is None or not any(meter.demand.average.value for meter in cost.meters):
        return
    # Judge scaling only over a given traffic curve, never over an assumed one.
    if cost.current in (Mode.ON_DEMAND, Mode.AUTO_SCALED) and any(meter.curve.assumed for meter in cost.meters):
        return
    other = Mode.AUTO_SCALED if cost.current is Mode.ON_DEMAND else Mode.ON_DEMAND
    now, then = cost.modes[cost.current], cost.modes[other]
    if not (now.complete and then.complete and cost.bill.carries(other)) or is_bound(table):
        return
    saved = now.total.value - then.total.value
    if saved <= DEARER * now.total.value or saved < SAVING_MIN:
        return
    about = " (estimate)" if now.total.estimate or then.total.estimate else ""
    message = (
        f"The throughput of {table.name} costs ${now.total.value:,.2f}/month {cost.current} and "
        f"${then.total.value:,.2f}/month {other}: {plain_number(round(100 * saved / now.total.value))}% less{about}"
    )
    edits = on_demand(table) if other is Mode.ON_DEMAND else provisioned_edits(table, cost)
    facts = {"now": float(now.total.value), "then": float(then.total.value), "mode": other.value}
    fix = Fix(f"Pay {table.name} {other}", edits)
    yield Spot(message, table_path(table), table.id, "settings.billing", facts, fixes=(fix,))


def is_bound(table: Table) -> bool:
    """Return whether the table must stay in its mode: vector indexes need on-demand; reserved units, already paid for,
    need provisioned. facts/limits#vector-indexes, facts/pricing#commitments.
    """
    return _is_reserved(table) if table.is_provisioned else bool(table.options.vector_indexes)


def _is_reserved(table: Table) -> bool:
    reserved = table.options.operation.raw.get("reserved")
    return isinstance(reserved, Mapping) and any(number(reserved.get(one.value)) for one in Direction)


def provisioned_edits(table: Table, cost: TableCost) -> tuple[Edit, ...]:
    """The table and its GSIs provisioned for the peak, with auto scaling in both directions at the usual target."""
    edits: list[Edit] = [Put(table.id, "settings.billing", "PROVISIONED")]
    edits += [Put(table.id, f"settings.{name}", None) for name in ("on_demand_maximum",) if name in table.settings]
    for meters in by_part(cost.meters):
        part = meters[0].part
        units = {meter.direction.value: needed(meter) for meter in meters}
        scaled = {word: {"target": 70, "min": 1, "max": 2 * most} for word, most in units.items()}
        edits += [
            Put(part, setting(meters[0], "provisioned"), units),
            Put(part, setting(meters[0], "auto_scaling"), scaled),
            *cooled(table, meters[0], units),
        ]
        if not meters[0].is_table and "on_demand_maximum" in meters[0].capacity.settings:
            edits.append(Put(part, "on_demand_maximum", None))
    return tuple(edits)


@rule(
    "capacity.reserve_floor",
    ADVICE,
    Scope.TABLE,
    title="Constant provisioned capacity without a reservation",
    why="Reserved capacity costs less than half: it pays off for units held 46% of the hours (1 year) or 23% (3 years)",
    fix="Buy reserved capacity for the minimum that is always held, and let auto scaling do the rest",
    sources="facts/pricing#commitments, facts/pricing#break-even",
)
def reserve_floor(context: RuleContext, table: Table) -> Iterator[Spot]:
    cost = cost_of(context, table) if table.is_provisioned else None
    if cost is None or cost.table_class is not TableClass.STANDARD or _is_named_test(context, table):
        return
    reserved = table.options.operation.raw.get("reserved")
    for direction in Direction:
        has = number(reserved.get(direction.value)) if isinstance(reserved, Mapping) else None
        if has:
            continue
        offers = list(_offers(cost, direction))
        if offers:
            spelled = ", or ".join(offers)
            word = direction.value
            message = f"{table.name} and its indexes hold {word} units that are cheaper as reserved capacity: {spelled}"
            yield Spot(message, table_path(table), table.id, "settings.ops", {"direction": word})


def _is_named_test(context: RuleContext, table: Table) -> bool:
    """Return whether the environment is declared as something other than production."""
    named = table.options.environment or context.design.options.environment
    return bool(named) and not is_production(context.design, table)


def _offers(cost: TableCost, direction: Direction) -> Iterator[str]:
    """For each term: how many units to reserve, and what that saves per month."""
    unit, tariff = ("rcu", Tariff.READ_HOUR) if direction is Direction.READ else ("wcu", Tariff.WRITE_HOUR)
    home, bill = cost.regions[0], cost.bill
    hour = bill.prices.price(home, tariff)
    if isinstance(hour, Unpriced) or not _floor_is_known(cost, direction):
        return
    hours = held_by_hour(bill, direction, cost.current)
    for years in TERMS:
        price = bill.prices.reserved(home, unit, years)
        if isinstance(price, Unpriced):
            continue
        units = reservable_units(hours, worth_reserving(price, hour), price.block)
        if units >= RESERVE_MIN:
            held = sum((min(Decimal(units), one) for one in hours), Decimal(0)) / len(hours)
            saved = limits.HOURS_PER_MONTH * (held * hour.value - units * price.unit_hour)
            term = f"{years} year{'s' if years > 1 else ''}"
            yield f"{units:,} for {term} save about ${saved:,.2f}/month"


def _floor_is_known(cost: TableCost, direction: Direction) -> bool:
    """Return whether units are fixed, or scale over a given curve (not an estimated shape)."""
    return cost.current in _FIXED_MODES or all(
        not meter.curve.assumed for meter in cost.meters if meter.direction is direction
    )


@rule(
    "capacity.table_class",
    ADVICE,
    Scope.TABLE,
    title="The other table class is cheaper",
    why="Standard-IA cuts storage cost by 60% and raises throughput cost by about a quarter",
    fix="Change the table class; this is possible twice in 30 days",
    sources="facts/pricing#standard-ia, facts/limits#mode-switches",
    fixes=True,
)
def table_class(context: RuleContext, table: Table) -> Iterator[Spot]:
    cost = cost_of(context, table)
    if cost is None or not cost.modes[cost.current].total.value:
        return
    if cost.table_class is TableClass.STANDARD and table.is_provisioned and _is_reserved(table):
        return  # reserved capacity applies to Standard only, facts/pricing#commitments
    size = sum((each.size.value for each in cost.held), Decimal(0))
    # Free storage is of the class Standard.
    is_free = cost.table_class is TableClass.STANDARD and size <= context.cost.allowances[Free.STORAGE_GB]
    if is_free or not cost.complete():
        return
    then = cost.in_other_class(cost.current)
    now = cost.modes[cost.current].total.value + cost.storage.value - _free_storage(context, cost)
    if then is not None and cost.table_class is TableClass.INFREQUENT:
        then -= _free_storage(context, cost)
    if then is None or now - then < SAVING_MIN:
        return
    other = cost.table_class.other
    message = (
        f"Throughput and storage of {table.name} cost ${now:,.2f}/month as {cost.table_class.value} and "
        f"${then:,.2f}/month as {other.value} (estimate), with {plain_number(round(size, 1))} GB stored"
    )
    fix = Fix(f"Make {table.name} {other.value}", (Put(table.id, "settings.table_class", other.value),))
    facts = {"now": float(now), "then": float(then)}
    severity = WARNING if now - then >= max(Decimal(100), now / 5) else None
    yield Spot(message, table_path(table), table.id, "settings.table_class", facts, severity, fixes=(fix,))


def _free_storage(context: RuleContext, cost: TableCost) -> Decimal:
    """The value of the free GB of Standard storage. facts/pricing#conventions."""
    bill = cost.bill if cost.table_class is TableClass.STANDARD else cost.other
    price = bill.prices.price(cost.regions[0], Tariff.STORAGE, TableClass.STANDARD)
    return context.cost.allowances[Free.STORAGE_GB] * price.value if isinstance(price, Price) else Decimal(0)


RULES: tuple[Rule, ...] = (on_demand_ramp, mode_dearer, reserve_floor, table_class)
