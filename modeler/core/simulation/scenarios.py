"""Scenarios: the calls per second of a design's patterns over time, in intervals of a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from modeler.core.cost.traffic import curve_of, minutes
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation, Rate
from modeler.core.design.usage_settings import traffic
from modeler.core.phrases import and_list
from modeler.core.simulation.bounds import refuse_rates
from modeler.core.simulation.changed_keys import with_key
from modeler.core.simulation.design_places import Setting, Viral
from modeler.core.simulation.key_line import Numbers
from modeler.core.simulation.options import SimulationOptions
from modeler.core.simulation.scenario import BY_NAME, Scenario

SECONDS: Final = 60.0
"""The length of an interval."""
_BACKFILL: Final = "backfill-"


@dataclass(frozen=True)
class ScenarioTraffic:
    """A scenario of a design: the design (a backfill adds patterns), the setting, and calls per second: a row for each
    pattern with a rate, a column for each `interval` of so many seconds.
    """

    scenario: Scenario
    design: Design
    setting: Setting
    calls: Numbers
    assumed: tuple[str, ...]
    interval: float = SECONDS


def traffic_of(design: Design, name: str, options: SimulationOptions) -> ScenarioTraffic:
    """The traffic of a scenario, by its name in `BY_NAME`. Raises Invalid if it is too large."""
    scenario = BY_NAME[name]
    read, assumed = _prepared(design, options)
    made = _with_backfill(read, options.hours) if name == "backfill" else read
    viral = Viral(30 * SECONDS, 90 * SECONDS, options.share) if name == "viral" else None
    added = frozenset(one.id for one in made.patterns[len(design.patterns) :])
    setting = Setting(scenario.minutes * SECONDS, options, viral, new=name == "launch", added=added)
    rated = [one for one in made.patterns if one.per_second is not None]
    refuse_rates(len(rated), scenario.minutes)
    rows = [_row(made, one, scenario, options) for one in rated]
    calls = np.array(rows).reshape(len(rows), scenario.minutes)
    told = (scenario.assumes(options), *_left_out(design, name), *assumed)
    return ScenarioTraffic(scenario, made, setting, calls, told)


def _left_out(design: Design, name: str) -> Iterator[str]:
    """Say what a scenario leaves as it is, because the design does not have what it is about."""
    if name == "failover":
        alone = [one.name for one in design.tables if not one.options.replicas]
        if len(alone) == len(design.tables):
            yield "no table has a replica in another Region, so no calls are added"
        elif alone:
            yield f"no calls are added to {and_list(alone)}, which no other Region has"
    if name == "backfill":
        uncounted = [entity.name for _, entity in design.entities() if not entity.count]
        if uncounted:
            yield f"no items of {and_list(uncounted)} are written: their counts are not given"


def _prepared(design: Design, options: SimulationOptions) -> tuple[Design, list[str]]:
    """The design with the rates and the key that the options give, and what is assumed by that."""
    assumed = []
    if options.traffic != 1.0:
        assumed.append(f"all rates are multiplied by {options.traffic:g}; tables have served the declared ones before")
    unrated = [one.label for one in design.patterns if one.per_second is None]
    if options.assumed_rate > 0 and unrated:
        rate = Rate(options.assumed_rate, options.assumed_rate)
        assumed.append(f"{', '.join(unrated)}: {rate.average:g} calls/s, a rate that is given for this run only")
        patterns = tuple(one if one.per_second else replace(one, per_second=rate) for one in design.patterns)
        design = replace(design, patterns=patterns)
    if options.key is not None:
        design, told = with_key(design, options.key)
        assumed += told
    return design, assumed


type _Shape = Callable[[Design, AccessPattern, Rate, Numbers, SimulationOptions], Numbers]


def _row(design: Design, pattern: AccessPattern, scenario: Scenario, options: SimulationOptions) -> Numbers:
    rate = pattern.per_second or Rate(0.0, 0.0)
    times = np.arange(scenario.minutes, dtype=float)
    # A backfill writes at a rate of its own; the multiplier is for the traffic of the application.
    traffic = 1.0 if is_backfill(pattern.id) else options.traffic
    return traffic * _SHAPES[scenario.name](design, pattern, rate, times, options)


def _steady(_: Design, __: AccessPattern, rate: Rate, times: Numbers, ___: SimulationOptions) -> Numbers:
    return np.full(len(times), float(rate.peak))


def _launch(_: Design, __: AccessPattern, rate: Rate, times: Numbers, options: SimulationOptions) -> Numbers:
    return rate.peak * np.minimum((times + 1) / options.ramp, 1.0)


def _curve(design: Design, pattern: AccessPattern, rate: Rate, times: Numbers, _: SimulationOptions) -> Numbers:
    table = design.table(pattern.table) or next((design.table(one.table) for one in pattern.members), None)
    given = traffic(design, table) if table is not None else design.options.traffic
    factors = np.array(minutes(curve_of(given, float(rate.average), float(rate.peak))))
    found: Numbers = rate.average * np.resize(factors, len(times))
    return found


def _flash_sale(_: Design, __: AccessPattern, rate: Rate, times: Numbers, options: SimulationOptions) -> Numbers:
    return rate.average * np.where((times >= 30) & (times < 60), options.factor, 1.0)


def _viral(_: Design, __: AccessPattern, rate: Rate, times: Numbers, options: SimulationOptions) -> Numbers:
    return rate.peak * np.where((times >= 30) & (times < 90), 1.0 / (1.0 - options.share), 1.0)


def _average(_: Design, __: AccessPattern, rate: Rate, times: Numbers, ___: SimulationOptions) -> Numbers:
    return np.full(len(times), float(rate.average))


def _failover(design: Design, pattern: AccessPattern, rate: Rate, times: Numbers, _: SimulationOptions) -> Numbers:
    table = design.table(pattern.table)
    regions = len({design.region, *(table.options.replicas if table is not None else ())})
    more = regions / (regions - 1) if regions > 1 else 1.0
    return rate.peak * np.where(times >= 10, more, 1.0)


_SHAPES: Final[Mapping[str, _Shape]] = {
    "steady": _steady, "launch": _launch, "day": _curve, "week": _curve, "flash-sale": _flash_sale, "viral": _viral,
    "backfill": _average, "failover": _failover,
}  # fmt: skip


def is_backfill(pattern: str) -> bool:
    """Return whether the id is that of a backfill's writes, which are not an access pattern of the design."""
    return pattern.startswith(_BACKFILL)


def _with_backfill(design: Design, hours: float) -> Design:
    """The design with a write of all items of each entity that has a count."""
    made = []
    for table, entity in design.entities():
        if entity.count:
            name, rate = f"Backfill of {entity.name}", entity.count / (hours * 3600)
            pattern = AccessPattern(f"{_BACKFILL}{entity.id}", "", name, Operation.PUT, table.name)
            made.append(replace(pattern, entities=(entity.name,), per_second=Rate(rate, rate)))
    return replace(design, patterns=(*design.patterns, *made))
