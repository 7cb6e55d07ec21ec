"""Scenarios: the calls per second of a design's patterns over time, in intervals of a minute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from modeler.core.cost.traffic import DAY_MINUTES, curve_of, minutes
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation, Rate
from modeler.core.design.usage_settings import traffic
from modeler.core.simulation.bounds import refuse_rates
from modeler.core.simulation.design_places import Setting, Viral
from modeler.core.simulation.key_line import Numbers
from modeler.core.simulation.options import Options

SECONDS: Final = 60.0
"""The length of an interval."""
_HOUR: Final = 60
_WEEK: Final = 7 * DAY_MINUTES
_BACKFILL_HOURS: Final = 8


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of traffic: how long, and what is assumed."""

    name: str
    title: str
    minutes: int
    meaning: str


SCENARIOS: Final = (
    Scenario("steady", "Declared peak for an hour", _HOUR, "every pattern is called at its declared peak"),
    Scenario("launch", "Launch of new tables", _HOUR,
             "new tables; calls rise from 0 to the declared peak within 15 minutes"),
    Scenario("day", "A day with its traffic curve", DAY_MINUTES, "average rates over the traffic curve of each table"),
    Scenario("week", "A week with its traffic curve", _WEEK, "average rates over the traffic curve of each table"),
    Scenario("flash-sale", "Flash sale", 2 * _HOUR,
             "average rates; from minute 30 to minute 60, each pattern is called 10 times as often"),
    Scenario("viral", "One key gone viral", 2 * _HOUR,
             "declared peaks; from minute 30 to minute 90, the hottest key of each kind gets as many calls again as "
             "all keys together"),
    Scenario("backfill", "Backfill running", _HOUR,
             "average rates while all items of entities with a count are written once within 8 hours"),
    Scenario("failover", "Failover of a Region", _HOUR,
             "declared peaks; from minute 10, calls of global tables come from the failed Region too"),
)  # fmt: skip
"""All scenarios, in the order in which they are shown."""
BY_NAME: Final[Mapping[str, Scenario]] = {one.name: one for one in SCENARIOS}


@dataclass(frozen=True)
class Traffic:
    """A scenario of a design: the design (a backfill adds patterns), the setting, and calls per second: a row for each
    pattern with a rate, a column for each minute.
    """

    scenario: Scenario
    design: Design
    setting: Setting
    calls: Numbers


def traffic_of(design: Design, name: str, options: Options) -> Traffic:
    """The traffic of a scenario, by its name in `BY_NAME`. Raises Invalid if it is too large."""
    scenario = BY_NAME[name]
    made = _with_backfill(design) if name == "backfill" else design
    viral = Viral(30 * SECONDS, 90 * SECONDS) if name == "viral" else None
    added = frozenset(one.id for one in made.patterns[len(design.patterns) :])
    setting = Setting(scenario.minutes * SECONDS, options, viral, new=name == "launch", added=added)
    rated = [one for one in made.patterns if one.per_second is not None]
    refuse_rates(len(rated), scenario.minutes)
    rows = [_row(made, one, scenario, options) for one in rated]
    return Traffic(scenario, made, setting, np.array(rows).reshape(len(rows), scenario.minutes))


type _Shape = Callable[[Design, AccessPattern, Rate, Numbers, Options], Numbers]


def _row(design: Design, pattern: AccessPattern, scenario: Scenario, options: Options) -> Numbers:
    rate = pattern.per_second or Rate(0.0, 0.0)
    return _SHAPES[scenario.name](design, pattern, rate, np.arange(scenario.minutes, dtype=float), options)


def _steady(_: Design, __: AccessPattern, rate: Rate, times: Numbers, ___: Options) -> Numbers:
    return np.full(len(times), float(rate.peak))


def _launch(_: Design, __: AccessPattern, rate: Rate, times: Numbers, ___: Options) -> Numbers:
    return rate.peak * np.minimum((times + 1) / 15, 1.0)


def _curve(design: Design, pattern: AccessPattern, rate: Rate, times: Numbers, _: Options) -> Numbers:
    table = design.table(pattern.table) or next((design.table(one.table) for one in pattern.members), None)
    given = traffic(design, table) if table is not None else design.options.traffic
    factors = np.array(minutes(curve_of(given, float(rate.average), float(rate.peak))))
    found: Numbers = rate.average * np.resize(factors, len(times))
    return found


def _flash_sale(_: Design, __: AccessPattern, rate: Rate, times: Numbers, options: Options) -> Numbers:
    return rate.average * np.where((times >= 30) & (times < 60), options.factor, 1.0)


def _viral(_: Design, __: AccessPattern, rate: Rate, times: Numbers, ___: Options) -> Numbers:
    return rate.peak * np.where((times >= 30) & (times < 90), 2.0, 1.0)


def _average(_: Design, __: AccessPattern, rate: Rate, times: Numbers, ___: Options) -> Numbers:
    return np.full(len(times), float(rate.average))


def _failover(design: Design, pattern: AccessPattern, rate: Rate, times: Numbers, _: Options) -> Numbers:
    table = design.table(pattern.table)
    regions = len({design.region, *(table.options.replicas if table is not None else ())})
    more = regions / (regions - 1) if regions > 1 else 1.0
    return rate.peak * np.where(times >= 10, more, 1.0)


_SHAPES: Final[Mapping[str, _Shape]] = {
    "steady": _steady, "launch": _launch, "day": _curve, "week": _curve, "flash-sale": _flash_sale, "viral": _viral,
    "backfill": _average, "failover": _failover,
}  # fmt: skip


def _with_backfill(design: Design) -> Design:
    """The design with a write of all items of each entity that has a count."""
    made = []
    for table, entity in design.entities():
        if entity.count:
            rate = entity.count / (_BACKFILL_HOURS * 3600)
            name, rate = f"Backfill of {entity.name}", entity.count / (_BACKFILL_HOURS * 3600)
            pattern = AccessPattern(f"backfill-{entity.id}", "", name, Operation.PUT, table.name)
            made.append(replace(pattern, entities=(entity.name,), per_second=Rate(rate, rate)))
    return replace(design, patterns=(*design.patterns, *made))
