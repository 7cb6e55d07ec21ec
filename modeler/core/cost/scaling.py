"""Auto scaling minute by minute over a traffic curve: what is held, consumed and throttled. facts/limits#throughput,
facts/pricing#auto-scaling.

The model, an estimate where facts/pricing#auto-scaling says so: consumption above the target for 2 minutes triggers the
alarm, and the units for it arrive 2 minutes later (4 in total). If fewer units would do for 15 minutes, they are
reduced 5 minutes later (20 in total), if the scale-in cooldown has passed and one of the day's decreases is left: 4 at
00:00 UTC, one more for every hour without a decrease, never over 4. New units reset the alarms. Unused units of 300
seconds are kept as burst credit. What neither the units nor the credit cover is throttled, and consumption, which the
alarms watch, does not include it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from functools import cached_property, lru_cache
from typing import Any, Final

from modeler.core.cost.traffic import DAY_MINUTES, HOURS_OF_WEEK, Curve, minutes, moment
from modeler.core.design.lenient import number

TARGET_DEFAULT: Final = Decimal("0.70")
"""The console's default target utilization. facts/pricing#auto-scaling."""
UNITS_MIN: Final = 1
"""The minimum that can be provisioned, for a table and for each GSI. facts/limits#throughput."""
ALARM_OUT_MINUTES: Final = 2
ALARM_IN_MINUTES: Final = 15
UPDATE_OUT_MINUTES: Final = 2
UPDATE_IN_MINUTES: Final = 5
BURST_SECONDS: Final = 300
DECREASES_AT_MIDNIGHT: Final = 4
DECREASES_PER_DAY: Final = 27
"""4 at the start of a UTC day and one for each of its 23 further hours. facts/limits#throughput."""
_MINUTE: Final = 60
_NEVER: Final = -1
_DUST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Scaling:
    """Auto scaling of one direction: target utilization (0 to 1), minimum and maximum units, cooldowns in seconds."""

    target: Decimal = TARGET_DEFAULT
    minimum: int = UNITS_MIN
    maximum: int | None = None
    scale_in_cooldown: int = 0
    scale_out_cooldown: int = 0


def scaling_of(settings: Mapping[str, Any] | None, direction: str) -> Scaling:
    """Auto scaling from the settings of a table or an index; `target` there is in percent."""
    raw = (settings or {}).get(direction)
    given = raw if isinstance(raw, Mapping) else {}
    target = Decimal(str(number(given.get("target")) or 70)) / 100
    # A target below 1% is not a percentage: it was written as a share.
    target = target * 100 if target <= Decimal("0.01") else target
    maximum = number(given.get("max"))
    return Scaling(
        target if 0 < target <= 1 else TARGET_DEFAULT,
        max(UNITS_MIN, int(number(given.get("min")) or UNITS_MIN)),
        int(maximum) if maximum else None,
        int(number(given.get("scale_in_cooldown")) or 0),
        int(number(given.get("scale_out_cooldown")) or 0),
    )


def needed_units(units: Decimal, target: Decimal = TARGET_DEFAULT, minimum: int = UNITS_MIN) -> int:
    """Whole units to provision for this many units per second at a target utilization: 100 at 70% is 143.

    facts/pricing#auto-scaling.
    """
    return max(minimum, int((units / target).to_integral_value(rounding=ROUND_CEILING)))


@dataclass(frozen=True)
class Simulation:
    """One direction of one table or index over a day (1,440 minutes) or a week (10,080), in units per second.

    `asked` and `provisioned` are by minute; `throttled` holds the rejected units, by minute; `decreases` is the number
    of decreases on the day with the most.
    """

    asked: tuple[float, ...]
    provisioned: tuple[int, ...]
    throttled: Mapping[int, float]
    decreases: int = 0

    @cached_property
    def consumed(self) -> tuple[float, ...]:
        """Units per second that were served, by minute."""
        refused = self.throttled
        return tuple(asked - refused.get(minute, 0.0) for minute, asked in enumerate(self.asked))

    @cached_property
    def held(self) -> Decimal:
        """Units held on average."""
        return Decimal(sum(self.provisioned)) / len(self.provisioned)

    @cached_property
    def floor(self) -> int:
        """Units that are held at every minute."""
        return min(self.provisioned)

    @cached_property
    def hourly(self) -> tuple[Decimal, ...]:
        """Units held on average in each hour of a week."""
        whole = self.provisioned
        hours = [Decimal(sum(whole[at : at + _MINUTE])) / _MINUTE for at in range(0, len(whole), _MINUTE)]
        return tuple(hours * (HOURS_OF_WEEK // len(hours)))

    @property
    def share_throttled(self) -> float:
        """The share of all traffic that is throttled, 0 to 1."""
        whole = sum(self.asked)
        return sum(self.throttled.values()) / whole if whole else 0.0

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Periods of throttled minutes: first and last."""
        found: list[tuple[int, int]] = []
        for minute in sorted(self.throttled):
            if found and found[-1][1] == minute - 1:
                found[-1] = (found[-1][0], minute)
            else:
                found.append((minute, minute))
        return tuple(found)

    def named(self) -> Iterator[str]:
        """The throttled periods as text: `Monday 09:01 to 09:04`, for a day's curve `09:01 to 09:04`."""
        length = len(self.asked)
        for first, last in self.spans:
            end = moment(last, DAY_MINUTES if first // DAY_MINUTES == last // DAY_MINUTES else length)
            yield moment(first, length) if first == last else f"{moment(first, length)} to {end}"


@lru_cache(maxsize=128)
def fixed(curve: Curve, average: float, units: int) -> Simulation:
    """The same load on units that do not scale: what burst credit does not cover is throttled."""
    return scaled_capacity(tuple(factor * average for factor in minutes(curve)), Scaling(minimum=units, maximum=units))


@lru_cache(maxsize=128)
def unlimited(curve: Curve, average: float, scaling: Scaling) -> Simulation:
    """The same under auto scaling with unlimited decreases: what a day would need."""
    return scaled_capacity(tuple(factor * average for factor in minutes(curve)), scaling, quota=False)


@lru_cache(maxsize=128)
def simulated(curve: Curve, average: float, scaling: Scaling) -> Simulation:
    """A load with this average of units per second, following a curve, under auto scaling."""
    loads = tuple(factor * average for factor in minutes(curve))
    if curve.is_flat:
        units = needed_units(Decimal(str(round(average, 9))), scaling.target, scaling.minimum)
        units = units if scaling.maximum is None else min(units, max(scaling.maximum, scaling.minimum))
        short = average - units
        return Simulation(loads, (units,) * len(loads), dict.fromkeys(range(len(loads)), short) if short > 1e-9 else {})
    return scaled_capacity(loads, scaling)


def scaled_capacity(loads: Sequence[float], scaling: Scaling, *, quota: bool = True) -> Simulation:
    """Any load by minute (whole days), as if it repeated: its last day runs first, to warm up.

    Without `quota` any number of decreases is possible: what a day would need.
    """
    scaler = _Scaler(scaling, loads[-DAY_MINUTES], DECREASES_AT_MIDNIGHT if quota else DAY_MINUTES)
    scaler.run(loads[-DAY_MINUTES:])
    throttled: dict[int, float] = {}
    provisioned: list[int] = []
    decreases = 0
    for at in range(0, len(loads), DAY_MINUTES):
        units, refused = scaler.run(loads[at : at + DAY_MINUTES])
        provisioned += units
        throttled |= {at + minute: short for minute, short in refused}
        decreases = max(decreases, scaler.decreases)
    return Simulation(tuple(loads), tuple(provisioned), throttled, decreases)


class _Scaler:
    """The state of auto scaling between two days."""

    def __init__(self, scaling: Scaling, load: float, tokens: int) -> None:
        self.scaling = scaling
        self.tokens = tokens
        self.target = float(scaling.target)
        self.maximum = math.inf if scaling.maximum is None else max(scaling.maximum, scaling.minimum)
        self.units = self.wanted(load)
        self.credit = 0.0
        self.above = self.below = 0
        self.since = 0
        self.decreases = 0
        self.pending: tuple[int, int] | None = None
        # Minutes before which no further scale-out and scale-in can begin.
        self.out_from = self.in_from = 0

    def wanted(self, used: float) -> int:
        """Units for a consumption at the target, within the limits."""
        return int(min(self.maximum, max(self.scaling.minimum, math.ceil(used / self.target - _DUST))))

    def run(self, loads: Sequence[float]) -> tuple[list[int], list[tuple[int, float]]]:
        """One UTC day: units held by minute, and what was throttled at which minute."""
        units, credit, above, below = self.units, self.credit, self.above, self.below
        tokens, since = self.tokens, 0
        self.decreases = 0
        due, coming = self.pending or (_NEVER, 0)
        held: list[int] = []
        refused: list[tuple[int, float]] = []
        bar, less, full = self._marks(units)
        for minute, load in enumerate(loads):
            since += 1
            if since >= _MINUTE:
                tokens, since = min(self.tokens, tokens + 1), 0
            if minute == due:
                if coming < units:
                    tokens, since, self.decreases = tokens - 1, 0, self.decreases + 1
                units, due, above, below = coming, _NEVER, 0, 0
                bar, less, full = self._marks(units)
            held.append(units)
            used = load
            credit += (units - load) * _MINUTE
            if credit > full:
                credit = full
            elif credit < 0:
                short, credit = -credit / _MINUTE, 0.0
                if short > 1e-9:
                    refused.append((minute, short))
                    used = load - short
            above, below = (above + 1, 0) if used > bar else (0, below + 1) if used <= less else (0, 0)
            if due == _NEVER:
                if above >= ALARM_OUT_MINUTES and minute >= self.out_from:
                    due, coming = self._begin(minute, used, units, outward=True)
                elif below >= ALARM_IN_MINUTES and tokens > 0 and minute >= self.in_from:
                    due, coming = self._begin(minute, used, units, outward=False)
        self.units, self.credit, self.above, self.below = units, credit, above, below
        day = len(loads)
        self.pending = None if due == _NEVER else (due - day, coming)
        self.out_from, self.in_from = self.out_from - day, self.in_from - day
        return held, refused

    def _marks(self, units: int) -> tuple[float, float, int]:
        """The consumption above which more units are needed, the one up to which fewer are, and the maximum credit."""
        less = (units - 1) * self.target + self.target * _DUST if units > self.scaling.minimum else -1.0
        return units * self.target + _DUST, less, units * BURST_SECONDS

    def _begin(self, minute: int, used: float, units: int, *, outward: bool) -> tuple[int, int]:
        """When which units arrive, and the cooldowns that begin; (_NEVER, 0) if nothing changes."""
        wanted = self.wanted(used)
        if wanted == units or (wanted > units) is not outward:
            return _NEVER, 0
        due = minute + (UPDATE_OUT_MINUTES if outward else UPDATE_IN_MINUTES)
        self.in_from = due + math.ceil(self.scaling.scale_in_cooldown / _MINUTE)
        if outward:
            self.out_from = due + math.ceil(self.scaling.scale_out_cooldown / _MINUTE)
        return due, wanted
