"""The partitions of one place: what each holds of every flow, its heat over time, and its splits.

Heat is the demand on a partition as a share of its limits, reads and writes together: 1 is the limit if there are
only reads or only writes. A partition that serves more than 80% of it for a random time splits. facts/partitions#model.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from modeler.core.capacity.loads import Direction
from modeler.core.simulation.bounds import refuse_partitions
from modeler.core.simulation.chance import between, exponential
from modeler.core.simulation.key_line import KeyLine, Numbers
from modeler.core.simulation.places import Place

HOT: Final = 0.8
"""The share of a partition's limit above which it splits after some time. facts/partitions#model."""
SPLIT_SECONDS: Final = (240.0, 480.0)
"""The mean time until a hot partition splits is between these: it is not documented. facts/partitions#model."""


class Partitions:
    """The partitions of a place under rates of units per second (a row for each flow, a column for each interval)."""

    def __init__(self, place: Place, rates: Numbers, seed: int) -> None:
        self.place, self.seed, self.rates = place, seed, rates
        self.name = f"{place.table}/{place.index or ''}"
        refuse_partitions(place.label, place.partitions, rates.shape[1])
        self.weights: Numbers = np.array([flow.weight for flow in place.flows], dtype=float)
        self.line = KeyLine(self.name, place.keys, _shares(place), seed)
        self.mean = between(*SPLIT_SECONDS, seed, "split", self.name)
        self.low = self.line.starts(place.partitions)
        self.high: Numbers = np.append(self.low[1:], self.line.end)
        self.shares = self.line.shares(self.low, self.high)
        self._rates: NDArray[np.float32] = rates.astype(np.float32)
        self._heat: NDArray[np.float32] = self._heat_of(self.shares, 0)
        self.hottest: NDArray[np.float32] = self.heat.max(axis=0, initial=0.0)
        """The heat of the hottest partition in each interval, as it was at the start."""
        self.hot_for: Numbers = np.zeros(len(self.low))
        self.patience: Numbers = np.array([self._patience(*bounds) for bounds in zip(self.low, self.high, strict=True)])
        # What is kept by partition: burst credit by direction, and entries that wait to be written to a GSI.
        self.burst: dict[Direction, Numbers] = {one: np.zeros(len(self.low)) for one in Direction}
        self.queued: Numbers = np.zeros(len(self.low))
        self.masks = {one: np.array([flow.direction is one for flow in place.flows], dtype=bool) for one in Direction}

    @property
    def heat(self) -> NDArray[np.float32]:
        """The heat of each partition (a row) in each interval (a column)."""
        return self._heat[: len(self.low)]

    def __len__(self) -> int:
        return len(self.low)

    def holding(self, name: str) -> int:
        """The partition in which the item collection of a key begins."""
        point = self.line.points[name]
        return int(np.argmax(np.where(self.low <= point, self.low, -1.0)))

    def asked(self, direction: Direction, rates: Numbers) -> tuple[Numbers, Numbers]:
        """The demand on each partition in units per second, and as a share of its limit."""
        mine = rates * self.masks[direction]
        return self.shares @ mine, self.shares @ (mine * self.weights)

    def watch(self, served: Numbers, seconds: float, interval: int, rates: Numbers) -> int:
        """Note how hot each partition was in an interval, and split those whose time has come. Returns how many."""
        self.hot_for = np.where(served > HOT, self.hot_for + seconds / self.mean, 0.0)
        due = np.flatnonzero(self.hot_for >= self.patience)
        return sum(self.split(int(number), interval + 1, rates) for number in due)

    def hottest_at(self, interval: int) -> float:
        """The heat of the hottest partition in an interval, after the splits so far."""
        return float(self.heat[:, interval].max(initial=0.0))

    def split(self, number: int, interval: int, rates: Numbers) -> bool:
        """Split one partition, from an interval on, if that helps."""
        low, high = float(self.low[number]), float(self.high[number])
        point = self.line.cut(low, high, rates * self.weights)
        self.hot_for[number] = 0.0
        if point is None:
            return False
        refuse_partitions(self.place.label, len(self) + 1, self.rates.shape[1])
        bounds = np.array([low, point]), np.array([point, high])
        before, shares = self.shares[number], self.line.shares(*bounds)
        part = float(shares[1].sum() / max(before.sum(), 1e-12))
        self.high[number] = point
        self.low, self.high = np.append(self.low, point), np.append(self.high, high)
        self.shares[number] = shares[0]
        self.shares = np.vstack((self.shares, shares[1:]))
        self._heat_after(number, interval)
        self.hot_for = np.append(self.hot_for, 0.0)
        self.patience[number] = self._patience(low, point)
        self.patience = np.append(self.patience, self._patience(point, high))
        self.queued = _divided(self.queued, number, part)
        for direction in Direction:
            self.burst[direction] = _divided(self.burst[direction], number, part)
        return True

    def grow(self, wanted: int, interval: int, rates: Numbers) -> None:
        """Split the longest partitions until there are as many as higher provisioned units need."""
        while len(self) < wanted:
            longest = int(np.argmax(np.interp(self.high, *self._hashes) - np.interp(self.low, *self._hashes)))
            if not self.split(longest, interval, rates):
                return

    @property
    def _hashes(self) -> tuple[Numbers, Numbers]:
        return np.arange(len(self.line.hashes), dtype=float), self.line.hashes

    def ordered(self) -> NDArray[np.float32]:
        """The heat of the partitions in the order of their hash values; before a split, both parts show the whole."""
        found: NDArray[np.float32] = self.heat[np.argsort(self.low)]
        return found

    def _heat_of(self, shares: Numbers, interval: int) -> NDArray[np.float32]:
        weighted = (shares * self.weights).astype(np.float32)
        found: NDArray[np.float32] = weighted @ self._rates[:, interval:]
        return found

    def _heat_after(self, number: int, interval: int) -> None:
        last = len(self.low) - 1
        if last == len(self._heat):
            # Room for as many again, so that a split does not copy all of it.
            self._heat = np.concatenate((self._heat, np.zeros_like(self._heat)))
        self._heat[last] = self._heat[number]
        if interval < self._heat.shape[1]:
            self._heat[number, interval:] = self._heat_of(self.shares[number : number + 1], interval)[0]
            self._heat[last, interval:] = self._heat_of(self.shares[-1:], interval)[0]

    def _patience(self, low: float, high: float) -> float:
        return exponential(self.seed, "patience", self.name, f"{low:.9f}", f"{high:.9f}")


def _shares(place: Place) -> Numbers:
    columns = {key.name: number for number, key in enumerate(place.keys)}
    shares = np.zeros((len(place.flows), len(place.keys)))
    for row, flow in enumerate(place.flows):
        for name, share in flow.shares.items():
            shares[row, columns[name]] = share
    return shares


def _divided(held: Numbers, number: int, part: float) -> Numbers:
    moved = held[number] * part
    held[number] -= moved
    return np.append(held, moved)
