"""What a table or an index admits in one direction: on-demand growth, provisioned units, auto scaling.

facts/limits#throughput, facts/pricing#auto-scaling, facts/partitions#model.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Final

from modeler.core.capacity.loads import Direction
from modeler.core.cost.scaling import (
    ALARM_IN_MINUTES,
    ALARM_OUT_MINUTES,
    DECREASES_AT_MIDNIGHT,
    UPDATE_IN_MINUTES,
    UPDATE_OUT_MINUTES,
    Scaling,
)
from modeler.core.limits import ON_DEMAND_READS, ON_DEMAND_WRITES, TABLE_UNITS_QUOTA
from modeler.core.simulation.reasons import ReachedLimit

BURST_SECONDS: Final = 300
GROWTH_SECONDS: Final = 1800
"""An on-demand table admits twice the peak that it served this long ago. facts/limits#throughput."""
_MINUTE: Final = 60
_HOUR: Final = 3600
_DAY: Final = 86_400
_DUST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Throughput:
    """How one direction of a place is paid for. `provisioned` None: on demand.

    `warm` is the warm throughput, 0 if only the default is known; `maximum` the configured maximum of an on-demand
    table; `scaling` auto scaling of provisioned units; `quota` the account's limit for one table.
    """

    provisioned: float | None = None
    warm: float = 0.0
    maximum: float | None = None
    scaling: Scaling | None = None
    quota: float = TABLE_UNITS_QUOTA

    def floor(self, direction: Direction) -> float:
        """Units/s that are admitted at the start."""
        if self.provisioned is not None:
            return self.provisioned
        return max(self.warm, float(ON_DEMAND_READS if direction is Direction.READ else ON_DEMAND_WRITES))


class AdmissionMeter:
    """The units/s that are admitted now, and how they change with what was served."""

    def __init__(self, throughput: Throughput, direction: Direction) -> None:
        self.throughput = throughput
        self.units = throughput.floor(direction)
        self.is_provisioned = throughput.provisioned is not None
        self._scaler = Scaler(throughput.scaling) if self.is_provisioned and throughput.scaling else None
        self._served: deque[tuple[float, float]] = deque()

    @property
    def bound(self) -> float:
        """The lowest of all limits on the whole place."""
        if self.is_provisioned:
            return self.units
        return min(self.units, self.throughput.quota, self.throughput.maximum or math.inf)

    @property
    def limit(self) -> ReachedLimit:
        """The limit that the bound is."""
        if self.is_provisioned:
            return ReachedLimit.PROVISIONED
        if self.throughput.maximum is not None and self.bound == self.throughput.maximum:
            return ReachedLimit.MAXIMUM
        return ReachedLimit.ACCOUNT if self.bound == self.throughput.quota < self.units else ReachedLimit.KEY_RANGE

    @property
    def watches(self) -> bool:
        """Whether every interval matters, because an alarm watches it."""
        return self._scaler is not None

    def served(self, until: float, seconds: float, rate: float) -> None:
        """Note what was served on average in an interval that ends at `until` seconds."""
        if self._scaler is not None:
            self.units = self._scaler.after(until, seconds, rate, self.units)
        elif not self.is_provisioned:
            self._grow(until, rate)

    def can_grow(self, rate: float) -> bool:
        """Whether serving this many units/s, or earlier peaks, can raise what an on-demand place admits."""
        return bool(self._served) or rate * 2 > self.units + _DUST

    def _grow(self, until: float, rate: float) -> None:
        # Only peaks above half of the present limit can raise it.
        if rate * 2 > self.units + _DUST and (not self._served or rate > self._served[-1][1]):
            self._served.append((until, rate))
        while self._served and self._served[0][0] + GROWTH_SECONDS <= until:
            self.units = max(self.units, 2 * self._served.popleft()[1])


class Scaler:
    """Auto scaling with target tracking: two alarms and the delay of an update."""

    def __init__(self, scaling: Scaling) -> None:
        self._scaling, self._target = scaling, float(scaling.target)
        self._over = self._under = 0.0
        self._due: tuple[float, float] | None = None
        self._left, self._counted = float(DECREASES_AT_MIDNIGHT), 0.0

    def after(self, until: float, seconds: float, rate: float, units: float) -> float:
        """The units that are provisioned after an interval in which this was consumed on average."""
        if self._due is not None:
            if until + _DUST < self._due[0]:
                return units
            made, self._due = self._due[1], None
            self._over = self._under = 0.0
            return made
        needed = self._needed(rate)
        self._over = self._over + seconds if rate > units * self._target + _DUST else 0.0
        self._under = self._under + seconds if needed < units else 0.0
        if self._over >= ALARM_OUT_MINUTES * _MINUTE and needed > units:
            self._due = (until + UPDATE_OUT_MINUTES * _MINUTE, needed)
        elif self._under >= ALARM_IN_MINUTES * _MINUTE and self._may_decrease(until):
            self._left, self._counted = self._left - 1, until
            self._due = (until + UPDATE_IN_MINUTES * _MINUTE, needed)
        return units

    def _needed(self, rate: float) -> float:
        most = self._scaling.maximum or TABLE_UNITS_QUOTA
        return float(min(max(math.ceil(rate / self._target - _DUST), self._scaling.minimum), most))

    def _may_decrease(self, until: float) -> bool:
        """Whether one of the day's decreases is left: 4 at midnight, one more for each hour without a decrease."""
        hours = (until - self._counted) // _HOUR
        midnight = until // _DAY > self._counted // _DAY
        self._left = float(DECREASES_AT_MIDNIGHT) if midnight else min(DECREASES_AT_MIDNIGHT, self._left + hours)
        self._counted = until if midnight else self._counted + hours * _HOUR
        return self._left >= 1
