"""One table and its GSIs under given rates, simulated once: who is served, who is throttled and why.

Rates are constant within an interval, and each interval has a closed form: the answer is the same as that of ticks of
one second. Intervals in which no limit can matter are not visited at all. facts/partitions#model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from modeler.core.capacity.loads import Direction
from modeler.core.simulation.bounds import refuse_partitions
from modeler.core.simulation.key_line import Numbers
from modeler.core.simulation.place_run import AdmittedShare, PlaceRun
from modeler.core.simulation.places import Place, TablePlaces
from modeler.core.simulation.reasons import ReachedLimit, Reason
from modeler.core.simulation.retries import Retries

R, W = Direction.READ, Direction.WRITE
_PATIENT: Final = Retries()


@dataclass(frozen=True)
class PlaceOutcome:
    """What happened at one place, by interval: units served and asked for, entries that wait, partitions, heat (a row
    for each partition at the end, in the order of hash values).
    """

    place: Place
    asked: Mapping[Direction, Numbers]
    served: Mapping[Direction, Numbers]
    queued: Numbers
    partitions: NDArray[np.int64]
    heat: NDArray[np.float32]


@dataclass(frozen=True)
class Outcome:
    """What happened to calls. Arrays have a value for each pattern, `throttled` and `offered_by` one for each interval.

    `failed` are calls that were given up, `refused` attempts that were answered with a throttling error, both by
    reason. `waited` are seconds of pauses between attempts, in all served calls together; `worst` the mean of one call
    in the worst interval.
    """

    offered: Numbers
    failed: Mapping[Reason, Numbers]
    refused: Mapping[Reason, Numbers]
    waited: Numbers
    worst: Numbers
    throttled: Numbers
    places: tuple[PlaceOutcome, ...]

    @property
    def given_up(self) -> Numbers:
        """Calls that were given up, by pattern."""
        return sum(self.failed.values(), np.zeros_like(self.offered))

    @property
    def share(self) -> float:
        """The share of all calls that was given up."""
        offered = float(self.offered.sum())
        return float(self.given_up.sum()) / offered if offered else 0.0


def simulate_table(
    table: TablePlaces, calls: Numbers, seconds: float, seed: int, retries: Retries = _PATIENT
) -> Outcome:
    """Simulate a table under calls per second: a row for each pattern, a column for each interval of some seconds."""
    run = _TableRun(table, calls, seconds, seed, retries)
    likely = np.any([place.may_be_busy() for place in run.places], axis=0).tolist()
    waits = False
    for interval in range(calls.shape[1]):
        if (likely[interval] or waits) and any(place.is_busy(interval) for place in run.places):
            run.interval(interval)
            waits = any(place.waits for place in run.places)
    return run.outcome()


class _TableRun:
    def __init__(self, table: TablePlaces, calls: Numbers, seconds: float, seed: int, retries: Retries) -> None:
        self.calls, self.seconds, self.retries = calls, seconds, retries
        self.name = table.base.table
        refuse_partitions(self.name, sum(place.partitions for place in table.all), calls.shape[1])
        self.places = [PlaceRun(place, calls, seconds, seed) for place in table.all]
        self.failed: dict[Reason, Numbers] = {}
        self.refused: dict[Reason, Numbers] = {}
        count = calls.shape[0]
        self.waited, self.worst = np.zeros(count), np.zeros(count)
        self.throttled: Numbers = np.zeros(calls.shape[1])

    def interval(self, interval: int) -> None:
        """One interval in which a limit can matter."""
        base, *indexes = self.places
        for place in self.places:
            place.catch_up(interval)
        heats = [np.zeros(len(place.partitions)) for place in self.places]
        for number, place in enumerate(self.places):
            heats[number] = heats[number] + self._reads(place, interval)
        heats[0] = heats[0] + self._writes(base, indexes, heats, interval)
        for place, heat in zip(self.places, heats, strict=True):
            place.split(interval, heat)
        refuse_partitions(self.name, sum(len(place.partitions) for place in self.places), self.calls.shape[1])

    def _reads(self, place: PlaceRun, interval: int) -> Numbers:
        parts, rates = place.partitions, place.rates[:, interval]
        if not parts.masks[R].any():
            return np.zeros(len(parts))
        served = place.serve(R, rates)
        units, heat = parts.asked(R, rates)
        place.note(R, interval, float((units * served.whole).sum()) * self.seconds)
        if not served.is_all:
            self._count(place, R, served, place.calls[:, interval], interval)
        found: Numbers = heat * served.whole
        return found

    def _writes(self, base: PlaceRun, indexes: list[PlaceRun], heats: list[Numbers], interval: int) -> Numbers:
        rates = base.rates[:, interval]
        served = base.serve(W, rates)
        accepted = np.ones(self.calls.shape[0])
        rows = base.partitions.masks[W] & (rates > 0)
        share = base.partitions.shares.T @ served.whole
        np.minimum.at(accepted, base.patterns[rows], share[rows])
        if not served.is_all:
            self._count(base, W, served, base.calls[:, interval], interval)
        passed = np.ones_like(accepted)
        for number, place in enumerate(indexes, 1):
            self._index_writes(place, accepted, passed, heats, number, interval)
        units, heat = base.partitions.asked(W, rates * passed[base.patterns])
        base.note(W, interval, float((units * served.whole).sum()) * self.seconds)
        found: Numbers = heat * served.whole
        return found

    def _index_writes(
        self, place: PlaceRun, accepted: Numbers, passed: Numbers, heats: list[Numbers], number: int, interval: int
    ) -> None:
        parts = place.partitions
        rows = parts.masks[W]
        if not rows.any():
            return
        rates = place.rates[:, interval] * accepted[place.patterns]
        taken, written = place.absorb(rates)
        place.note(W, interval, float(written.sum()))
        heats[number] = heats[number] + written / self.seconds * float(parts.weights[rows][0])
        if taken.is_all:
            return
        share = parts.shares.T @ taken.whole
        calls = place.calls[:, interval] * accepted[place.patterns]
        # A write that two GSIs refuse fails once, with the message of the one that refuses more.
        worse = np.where(rows, np.maximum(passed[place.patterns] - share, 0.0), 0.0)
        whole = np.where(rows, 1.0 - share, 0.0)
        new = np.where(whole > 0, worse / np.where(whole > 0, whole, 1.0), 0.0)
        self._count(place, W, taken, calls * new, interval)
        rows = rows & (rates > 0)
        np.minimum.at(passed, place.patterns[rows], share[rows])

    def _count(
        self, place: PlaceRun, direction: Direction, served: AdmittedShare, calls: Numbers, interval: int
    ) -> None:
        """Count what was refused of these calls per second (a value for each flow of the place)."""
        parts, index = place.partitions, place.place.index is not None
        rows = parts.masks[direction]
        shares, patterns, made = parts.shares[:, rows], place.patterns[rows], calls[rows] * self.seconds
        lost = np.clip(1.0 - shares.T @ served.whole, 0.0, 1.0)
        by_key_range = np.clip(1.0 - shares.T @ served.by_key_range, 0.0, lost)
        refused = shares.T @ self.retries.refused(served.whole)
        part = np.where(lost > 0, by_key_range / np.where(lost > 0, lost, 1.0), 0.0)
        for limit, each in ((ReachedLimit.KEY_RANGE, part), (served.limit, 1.0 - part)):
            reason = Reason(index, direction, limit)
            self._add(self.failed, reason, patterns, made * lost * each)
            self._add(self.refused, reason, patterns, made * refused * each)
        pauses = shares.T @ (self.retries.waited(served.whole) * served.whole)
        np.add.at(self.waited, patterns, made * pauses)
        mean = np.where(lost < 1, pauses / np.maximum(1.0 - lost, 1e-12), 0.0)
        np.maximum.at(self.worst, patterns, np.where(made > 0, mean, 0.0))
        self.throttled[interval] += float((made * lost).sum())

    def _add(self, found: dict[Reason, Numbers], reason: Reason, patterns: NDArray[np.int64], amounts: Numbers) -> None:
        count = self.calls.shape[0]
        if amounts.any():
            held = found.setdefault(reason, np.zeros(count))
            np.add.at(held, patterns, amounts)

    def outcome(self) -> Outcome:
        """What happened, after the last interval."""
        for place in self.places:
            place.catch_up(self.calls.shape[1])
        offered = self.calls.sum(axis=1) * self.seconds
        places = tuple(
            PlaceOutcome(
                place.place, place.totals, place.served, place.queued, place.counts, place.partitions.ordered()
            )
            for place in self.places
        )
        return Outcome(offered, self.failed, self.refused, self.waited, self.worst, self.throttled, places)
