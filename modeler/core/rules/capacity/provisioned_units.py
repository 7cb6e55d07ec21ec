"""Provisioned units compared with what patterns need: too few, too slow, not scaled.

facts/limits#throughput, facts/throughput#throttling, facts/pricing#auto-scaling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Any, Final

from modeler.core.capacity.loads import Direction
from modeler.core.cost.meters import Meter
from modeler.core.cost.scaling import DECREASES_PER_DAY, TARGET_DEFAULT, fixed, needed_units, simulated, unlimited
from modeler.core.design.lenient import number
from modeler.core.design.tables import Table
from modeler.core.design.usage_settings import is_production
from modeler.core.fixes import Fix
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Rule, Scope, Spot, rule
from modeler.core.rules.support.throughput_fixes import (
    Supply,
    by_part,
    cooled,
    cost_of,
    edits_of,
    high_minimum,
    meter_path,
    needed,
    only_idles,
    policies,
    raised,
    supply,
    units_word,
)

TARGET_MIN: Final = 20
TARGET_MAX: Final = 90
"""Target utilization that auto scaling accepts, in percent. facts/pricing#auto-scaling."""
USUAL_MINIMUM: Final = 5
"""The default minimum of the console for a provisioned table: not waste, whatever the traffic.

facts/pricing#auto-scaling.
"""
QUOTA_COSTS: Final = Decimal("1.1")
"""Units held for lack of decreases, relative to those held without the quota: report from this ratio on."""
NAMED: Final = 3
_BY: Final = {"units": "provisioned", "max": "at most by auto scaling"}


@rule(
    "capacity.gsi_under_provisioned",
    ERROR,
    Scope.TABLE,
    title="Index with fewer write units than its writes need",
    why="An index without enough write units throttles writes to the table itself",
    fix="Raise the write units of the index, or its auto scaling maximum, to what the peak needs",
    sources="facts/throughput#throttling, facts/pricing#auto-scaling",
    fixes=True,
)
def gsi_under_provisioned(context: RuleContext, table: Table) -> Iterator[Spot]:
    for meters in _metered(context, table):
        writes = [one for one in _short(meters) if not one[0].is_table and one[0].direction is Direction.WRITE]
        if writes:
            yield _too_few(table, writes, "so writes to the table are throttled too")


@rule(
    "capacity.under_provisioned",
    ERROR,
    Scope.TABLE,
    title="Fewer provisioned units than the peak needs",
    why="Requests beyond the provisioned units are throttled; the load is spread evenly, so shards do not help",
    fix="Provision the peak divided by the target utilization",
    sources="facts/pricing#auto-scaling, facts/limits#throughput",
    fixes=True,
)
def under_provisioned(context: RuleContext, table: Table) -> Iterator[Spot]:
    for meters in _metered(context, table):
        short = [one for one in _short(meters) if one[0].is_table or one[0].direction is Direction.READ]
        if short:
            yield _too_few(table, short, "the excess is throttled: raise the units, shards do not help")


def _metered(context: RuleContext, table: Table, *, unasked: bool = False) -> list[list[Meter]]:
    """The meters of a provisioned table, by table and index."""
    cost = cost_of(context, table, unasked=unasked) if table.is_provisioned else None
    return [] if cost is None else by_part(cost.meters)


def _short(meters: list[Meter]) -> list[tuple[Meter, Supply]]:
    """Meters whose peak is higher than their supply."""
    limits = [(meter, supply(meter)) for meter in meters]
    return [(meter, limit) for meter, limit in limits if limit is not None and meter.demand.peak.value > limit.units]


def _too_few(table: Table, short: list[tuple[Meter, Supply]], then: str) -> Spot:
    place = short[0][0]
    asked = ", and ".join(
        f"{limit.units:,} {meter.direction} units {_BY[limit.by]} but needs "
        f"{units_word(meter.demand.peak.value)}/s at peak"
        for meter, limit in short
    )
    about = " (estimate)" if any(meter.demand.peak.estimate for meter, _ in short) else ""
    message, severity = f"{place.place} has {asked}{about}; {then}", None
    if all(_bursts(meter, limit) for meter, limit in short):
        message, severity = f"{message}. With the given traffic curve, 300 s of burst credit cover it", WARNING
    units = {meter.direction.value: needed(meter) for meter, limit in short if limit.by == "units"}
    edits = (*edits_of(raised(meter, limit) for meter, limit in short), *cooled(table, place, units))
    label = f"Raise {place.place} to {' and '.join(f'{needed(m):,} {m.direction}' for m, _ in short)} units"
    facts = {
        meter.direction.value: {"units": limit.units, "peak": float(meter.demand.peak.value)} for meter, limit in short
    }
    return Spot(
        message,
        meter_path(table, place),
        place.part,
        edits[0].field,
        facts,
        severity,
        fixes=(Fix(label, edits),),
    )


def _bursts(meter: Meter, limit: Supply) -> bool:
    """Return whether burst credit covers the excess, over a given traffic curve."""
    average = float(meter.demand.average.value)
    return not meter.curve.assumed and not fixed(meter.curve, average, limit.units).throttled


@rule(
    "capacity.scaling_too_slow",
    WARNING,
    Scope.TABLE,
    title="Traffic rises faster than auto scaling reacts",
    why="Auto scaling needs about 4 minutes to add units, and burst credit lasts 300 seconds (estimates)",
    fix="Choose on-demand, schedule more units before the rise, or set a higher minimum",
    sources="facts/pricing#auto-scaling, facts/limits#throughput",
    fixes=True,
)
def scaling_too_slow(context: RuleContext, table: Table) -> Iterator[Spot]:
    for meters in _metered(context, table):
        late = [meter for meter in meters if meter.has_policy and not meter.curve.assumed and _comes_late(meter)]
        if not late:
            continue
        said = " and ".join(map(_throttled, late))
        place = late[0]
        edits = edits_of((meter, "auto_scaling", {"min": _minimum(meter)}) for meter in late)
        held = " and ".join(f"{_minimum(meter):,} {meter.direction}" for meter in late)
        fixes = (
            Fix(f"Switch {table.name} to on-demand", on_demand(table)),
            Fix(f"Keep at least {held} units for {place.place}", edits),
        )
        facts = {meter.direction.value: {"minutes": len(meter.simulation.throttled)} for meter in late}
        message = f"{place.place} throttles {said} (simulated, an estimate)"
        yield Spot(message, meter_path(table, place), place.part, edits[0].field, facts, fixes=fixes)


def _comes_late(meter: Meter) -> bool:
    """Return whether traffic within the auto scaling maximum is throttled. Beyond the maximum, speed does not
    matter.
    """
    most, asked = meter.scaling.maximum, meter.simulation.asked
    return any(most is None or asked[minute] <= most for minute in meter.simulation.throttled)


def _throttled(meter: Meter) -> str:
    """When throttling occurs, and how often."""
    found = meter.simulation
    more = f" and {len(found.spans) - NAMED} more times" if len(found.spans) > NAMED else ""
    spans = ", ".join(islice(found.named(), NAMED))
    return f"{meter.direction}s in {len(found.throttled):,} minutes of its traffic curve: {spans} UTC{more}"


def _minimum(meter: Meter) -> int:
    """Units that serve the highest minute of the curve at the target utilization, within the maximum."""
    highest = Decimal(str(round(max(meter.simulation.asked), 6)))
    units = needed_units(highest, meter.scaling.target)
    return units if meter.scaling.maximum is None else min(units, meter.scaling.maximum)


@rule(
    "capacity.autoscaling",
    WARNING,
    Scope.TABLE,
    title="Auto scaling is missing or ineffective",
    why="Units that do not follow the load throttle at peaks, or sit idle and still cost money",
    fix=(
        "Set a target of 70%, a maximum of 2 to 4 times the usual load and a lower minimum, for the table and "
        "each index"
    ),
    sources="facts/pricing#auto-scaling, facts/limits#provisioned-changes",
    fixes=True,
)
def autoscaling(context: RuleContext, table: Table) -> Iterator[Spot]:
    for meters in _metered(context, table, unasked=True):
        said = [(meter, list(_wrong(context, table, meter))) for meter in meters]
        wrong = [(meter, sentences) for meter, sentences in said if sentences]
        if wrong:
            place, edits = wrong[0][0], edits_of((meter, "auto_scaling", _policy(meter)) for meter, _ in wrong)
            message = "; ".join(sentence for _, sentences in wrong for sentence in sentences)
            # No setting makes a curve need fewer decreases.
            can = not any(_decreases(meter) for meter, _ in wrong)
            fixes = (Fix(f"Correct the auto scaling of {place.place}", edits),) if can else ()
            path, severity = meter_path(table, place), ADVICE if all(map(only_idles, wrong)) else None
            yield Spot(f"{place.place}: {message}", path, place.part, edits[0].field, {}, severity, fixes=fixes)


def _wrong(context: RuleContext, table: Table, meter: Meter) -> Iterator[str]:
    """Describe what is wrong with the auto scaling of one direction."""
    if not meter.has_policy:
        if sentence := _without_policy(context, table, meter):
            yield sentence
        return
    for sentence in _odd(meter):
        yield f"for {meter.direction}s, {sentence}"
    if wanted := _decreases(meter):
        yield (
            f"its {meter.direction}s need {wanted} decreases per day, but only {DECREASES_PER_DAY} are possible "
            "(simulated)"
        )


def _without_policy(context: RuleContext, table: Table, meter: Meter) -> str:
    """Describe what is wrong where nothing scales; '' where that is intended or irrelevant."""
    reserved = table.options.operation.raw.get("reserved")
    if isinstance(reserved, Mapping) and number(reserved.get(meter.direction.value)):
        return ""
    # Bounds without a target scale nothing, or another file has the policy.
    others = number(table.options.auto_scaling.get(meter.direction.value, {}).get("target")) is not None
    if not is_production(context.design, table) and not (others and not meter.is_table):
        return ""
    beside = f"; those of {table.name} scale" if others and not meter.is_table else ""
    return f"its {meter.direction} units do not scale{beside}"


def _odd(meter: Meter) -> Iterator[str]:
    """Describe unusual settings of a policy."""
    given = policies(meter).get(meter.direction.value, {})
    scaling, average, peak = meter.scaling, meter.demand.average.value, meter.demand.peak.value
    percent = number(given.get("target"))
    if percent is not None and not TARGET_MIN <= percent <= TARGET_MAX:
        yield f"the target is {percent:g}%; the valid range is {TARGET_MIN}% to {TARGET_MAX}%"
    if scaling.maximum is not None and scaling.maximum < needed(meter) and peak <= scaling.maximum:
        yield f"the maximum is {scaling.maximum:,} units, but the peak needs {needed(meter):,} at the target"
    if scaling.maximum is not None and scaling.minimum > scaling.maximum:
        yield f"the minimum is {scaling.minimum:,} units, above the maximum of {scaling.maximum:,}"
    elif average and scaling.minimum > _usual_at_most(average) and not _wants_minimum(meter):
        yield high_minimum(meter)
    if 0 < scaling.scale_in_cooldown < scaling.scale_out_cooldown:
        yield (
            f"scale-in cooldown ({scaling.scale_in_cooldown} s) is shorter than scale-out cooldown "
            f"({scaling.scale_out_cooldown} s)"
        )


def _usual_at_most(average: Decimal) -> Decimal:
    """The highest minimum that is not worth reporting."""
    return max(Decimal(USUAL_MINIMUM), 2 * average)


def _wants_minimum(meter: Meter) -> bool:
    """Return whether a lower minimum would throttle over the given curve."""
    average = meter.demand.average.value
    lower = replace(meter.scaling, minimum=int(2 * average) or 1)
    return not meter.curve.assumed and bool(simulated(meter.curve, float(average), lower).throttled)


def _decreases(meter: Meter) -> int:
    """Decreases that a day needs, where they exceed the quota and the shortfall costs money; else 0."""
    if meter.curve.assumed or meter.curve.is_flat:
        return 0
    free = unlimited(meter.curve, float(meter.demand.average.value), meter.scaling)
    costs = meter.simulation.held > QUOTA_COSTS * free.held
    return free.decreases if free.decreases > DECREASES_PER_DAY and costs else 0


def _policy(meter: Meter) -> dict[str, Any]:
    """The corrected members of the policy; those in order are kept."""
    scaling, average = meter.scaling, meter.demand.average.value
    percent = int(scaling.target * 100)
    target = percent if TARGET_MIN <= percent <= TARGET_MAX else int(TARGET_DEFAULT * 100)
    share = Decimal(target) / 100
    usual = needed_units(average, share)
    keeps = scaling.minimum <= _usual_at_most(average) or _wants_minimum(meter)
    minimum = max(1, scaling.minimum if keeps else usual)
    # Somebody may have set units that are needed for reasons that patterns do not show.
    highest = max(needed_units(meter.demand.peak.value, share), 2 * usual, minimum, scaling.maximum or 0)
    if scaling.maximum is None:
        highest = max(highest, meter.units_set or 0)
    changes: dict[str, Any] = {"target": target, "min": minimum, "max": highest}
    if 0 < scaling.scale_in_cooldown < scaling.scale_out_cooldown:
        changes["scale_in_cooldown"] = scaling.scale_out_cooldown
    return changes


RULES: tuple[Rule, ...] = (gsi_under_provisioned, under_provisioned, scaling_too_slow, autoscaling)
