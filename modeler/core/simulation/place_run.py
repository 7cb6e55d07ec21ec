"""One place during a simulation: its partitions, its meters, and what it served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from modeler.core.capacity.loads import Direction
from modeler.core.limits import PARTITION_WRITE_UNITS
from modeler.core.simulation.admission import admit, credited
from modeler.core.simulation.bounds import refuse_rates
from modeler.core.simulation.chance import between
from modeler.core.simulation.key_line import Numbers
from modeler.core.simulation.partitions import HOT, Partitions
from modeler.core.simulation.places import Place, partitions_for
from modeler.core.simulation.reasons import ReachedLimit
from modeler.core.simulation.throughput import BURST_SECONDS, AdmissionMeter

QUEUE_SECONDS: Final = (60.0, 240.0)
"""How long entries can wait for a GSI before its table throttles: between these. facts/partitions#model."""
_DUST: Final = 1e-9


@dataclass(frozen=True, slots=True)
class AdmittedShare:
    """What partitions admit in an interval, as a share of the demand on them: by the partition's limit alone, and in
    all; and the limit of the whole place.
    """

    by_key_range: Numbers
    whole: Numbers
    limit: ReachedLimit

    @property
    def is_all(self) -> bool:
        """Whether nothing is refused."""
        return bool((self.whole >= 1.0).all())


class PlaceRun:
    """A table or a GSI under its rates of calls (a row for each pattern, a column for each interval)."""

    def __init__(self, place: Place, calls: Numbers, seconds: float, seed: int) -> None:
        self.place, self.seconds = place, seconds
        refuse_rates(len(place.flows), calls.shape[1])
        units = np.array([flow.units for flow in place.flows])
        self.patterns = np.array([flow.pattern for flow in place.flows], dtype=int)
        times = np.arange(calls.shape[1]) * seconds
        active = [
            [True] * len(times) if one.during is None else (times >= one.during[0]) & (times < one.during[1])
            for one in place.flows
        ]
        self.calls: Numbers = calls[self.patterns] * np.array(active, dtype=float).reshape(len(active), len(times))
        self.rates: Numbers = self.calls * units[:, None]
        self.partitions = Partitions(place, self.rates, seed)
        self.totals = {one: self.rates[self.partitions.masks[one]].sum(axis=0) for one in Direction}
        self.meters = {one: AdmissionMeter(place.throughput(one), one) for one in Direction}
        self.served = {one: total * seconds for one, total in self.totals.items()}
        self.counts: NDArray[np.int64] = np.full(calls.shape[1], len(self.partitions))
        self.queued: Numbers = np.zeros(calls.shape[1])
        self._watches = any(meter.watches for meter in self.meters.values())
        self._quiet_from = 0
        peaks = (self.partitions.shares @ (self.rates * self.partitions.masks[Direction.WRITE][:, None])).max(
            axis=1, initial=0.0
        )
        self._room_seconds = between(*QUEUE_SECONDS, seed, "queue", self.partitions.name)
        self._room = float(peaks.sum()) * self._room_seconds
        for direction, meter in self.meters.items():
            if meter.is_provisioned:
                self._fill(direction, meter)

    def _fill(self, direction: Direction, meter: AdmissionMeter) -> None:
        held = BURST_SECONDS * meter.units / len(self.partitions)
        self.partitions.burst[direction] = np.full(len(self.partitions), held)

    def may_be_busy(self) -> NDArray[np.bool_]:
        """In which intervals a limit can matter from the start; splits and growth only make others quieter."""
        found: NDArray[np.bool_] = self.partitions.hottest > HOT
        for direction, meter in self.meters.items():
            found = found | (self.totals[direction] > meter.bound * (1.0 + _DUST))
        return found | self._watches

    @property
    def waits(self) -> bool:
        """Whether entries wait to be written."""
        return bool(self.partitions.queued.any())

    def is_busy(self, interval: int) -> bool:
        """Whether a limit can matter in an interval; if not, everything is served."""
        return bool(
            self._watches
            or self.partitions.hottest_at(interval) > HOT
            or any(self.totals[one][interval] > self.meters[one].bound * (1.0 + _DUST) for one in Direction)
            or self.waits
        )

    def catch_up(self, interval: int) -> None:
        """Take into account the intervals before this one in which no limit mattered."""
        begun, self._quiet_from = self._quiet_from, interval + 1
        if begun >= interval:
            return
        self.partitions.hot_for[:] = 0.0
        asked = self.rates[:, begun:interval].sum(axis=1) * self.seconds
        for direction, meter in self.meters.items():
            if not meter.is_provisioned:
                passed = self.totals[direction][begun:interval]
                # Only a peak above half of what is admitted can raise it, now or when it is old enough.
                for number in range(begun, interval) if meter.can_grow(float(passed.max())) else ():
                    meter.served((number + 1) * self.seconds, self.seconds, float(self.totals[direction][number]))
                continue
            share = meter.units * (interval - begun) * self.seconds / len(self.partitions)
            most = BURST_SECONDS * meter.units / len(self.partitions)
            units, _ = self.partitions.asked(direction, asked)
            self.partitions.burst[direction] = credited(units, share, self.partitions.burst[direction], most)

    def serve(self, direction: Direction, rates: Numbers) -> AdmittedShare:
        """What the partitions admit of requests at these rates of units per second, in one interval."""
        units, heat = self.partitions.asked(direction, rates)
        by_key_range = _without_dust(1.0 / np.maximum(heat, 1e-12))
        wanted = units * by_key_range * self.seconds
        meter = self.meters[direction]
        made = admit(
            wanted, meter.bound, self.partitions.burst[direction], self.seconds, provisioned=meter.is_provisioned
        )
        self.partitions.burst[direction] = made.burst
        whole = np.where(wanted > 0, made.served / np.where(wanted > 0, wanted, 1.0), 1.0) * by_key_range
        return AdmittedShare(by_key_range, _without_dust(whole), meter.limit)

    def absorb(self, rates: Numbers) -> tuple[AdmittedShare, Numbers]:
        """What a GSI accepts of entries that arrive at these rates, and what it writes of each partition's units.

        What it cannot write at once waits; when a partition's queue is full, the table's writes are refused.
        """
        parts = self.partitions
        units, _ = parts.asked(Direction.WRITE, rates)
        arrived = units * self.seconds
        waiting = parts.queued + arrived
        wanted = np.minimum(waiting, PARTITION_WRITE_UNITS * self.seconds)
        written = self.written(wanted)
        left = waiting - written
        room = self._room * arrived / max(float(arrived.sum()), 1e-12)
        excess = np.clip(left - room, 0.0, arrived)
        parts.queued = np.maximum(left - excess, 0.0)
        accepted = _without_dust(np.where(arrived > 0, 1.0 - excess / np.where(arrived > 0, arrived, 1.0), 1.0))
        # A partition that could not even want what waits is at its own limit; else the whole place is.
        own = np.where(wanted < waiting * (1.0 - _DUST), accepted, 1.0)
        refused_by_place = written < wanted * (1.0 - _DUST)
        by_key_range = np.where(refused_by_place, 1.0, own)
        return AdmittedShare(by_key_range, accepted, self.meters[Direction.WRITE].limit), written

    def written(self, wanted: Numbers) -> Numbers:
        """What the place writes of the units that its partitions want to write in one interval."""
        meter, burst = self.meters[Direction.WRITE], self.partitions.burst
        made = admit(wanted, meter.bound, burst[Direction.WRITE], self.seconds, provisioned=meter.is_provisioned)
        burst[Direction.WRITE] = made.burst
        return made.served

    def note(self, direction: Direction, interval: int, units: float) -> None:
        """Keep what was served in an interval, in units, and let the meter see it."""
        self.served[direction][interval] = units
        self.meters[direction].served((interval + 1) * self.seconds, self.seconds, units / self.seconds)

    def split(self, interval: int, heat: Numbers) -> None:
        """Split what was hot for long enough, or what higher provisioned units need."""
        rates = self.rates[:, interval]
        before = len(self.partitions)
        self.partitions.watch(heat, self.seconds, interval, rates)
        read, write = self.meters[Direction.READ], self.meters[Direction.WRITE]
        if self._watches:
            wanted = partitions_for(
                read.units if read.is_provisioned else 0.0, write.units if write.is_provisioned else 0.0
            )
            self.partitions.grow(wanted, interval, rates)
        if len(self.partitions) != before:
            self.counts[interval + 1 :] = len(self.partitions)
        self.queued[interval:] = float(self.partitions.queued.sum())


def _without_dust(shares: Numbers) -> Numbers:
    """Shares that are all but 1 as 1: rounding refuses nobody."""
    found: Numbers = np.where(shares > 1.0 - _DUST, 1.0, shares)
    return found
