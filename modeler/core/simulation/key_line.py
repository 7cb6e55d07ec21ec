"""The keys of a table or an index on one line, so that a partition is an interval of it.

The line has a gap and a hot key in turn: `0` to `1` is the first gap, `1` to `2` the first hot key, and so on. A gap
holds all other keys of a range of hash values; a hot key is one partition-key value with a length of its own, because
DynamoDB can split its item collection by sort key. facts/partitions#model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from modeler.core.simulation.chance import normal, unit

type Numbers = NDArray[np.float64]

_UNEVEN: float = 0.02
"""Standard deviation of the share of the traffic at which a split cuts, so that halves are not exact: our judgment."""


@dataclass(frozen=True, slots=True)
class SimulatedKey:
    """One partition-key value with a share of the traffic of its own. `divisible`: its items can be split over
    partitions. It cannot if it is one item, if the table has an LSI, or if its sort key only grows.
    """

    name: str
    divisible: bool = True


class KeyLine:
    """The traffic of several flows over the keys of one place.

    `shares` has the part of each flow that each hot key takes: a row for each flow and a column for each key. The rest
    of a flow is spread evenly over all hash values. Where a key is on the ring of hash values is not known, so it is
    drawn by the seed.
    """

    def __init__(self, place: str, keys: Sequence[SimulatedKey], shares: Numbers, seed: int) -> None:
        self.place, self.seed = place, seed
        positions = np.array([unit(seed, "key", place, key.name) for key in keys])
        order = np.argsort(positions)
        positions, flows = positions[order], shares.shape[0]
        bounds = np.concatenate(([0.0], np.repeat(positions, 2), [1.0]))
        parts = np.empty((2 * len(keys) + 1, flows))
        rest = 1.0 - shares.sum(axis=1)
        parts[0::2] = np.diff(bounds)[0::2, None] * rest[None, :]
        parts[1::2] = shares.T[order]
        self.hashes: Numbers = bounds
        self.below: Numbers = np.vstack((np.zeros(flows), np.cumsum(parts, axis=0)))
        self.divisible = np.ones(len(parts), dtype=bool)
        self.points = {keys[number].name: 2.0 * rank + 1.0 for rank, number in enumerate(order)}
        self.divisible[1::2] = [keys[number].divisible for number in order]

    @property
    def end(self) -> float:
        """The end of the line."""
        return float(len(self.divisible))

    def starts(self, partitions: int) -> Numbers:
        """Where as many partitions of equal ranges of hash values begin."""
        wanted = np.arange(partitions) / partitions
        found: Numbers = np.interp(wanted, self.hashes, np.arange(len(self.hashes), dtype=float))
        found[0] = 0.0
        return found

    def below_at(self, points: Numbers) -> Numbers:
        """The share of each flow (a column) that is below each point of the line (a row)."""
        whole = np.minimum(points.astype(int), len(self.divisible) - 1)
        part = (points - whole)[:, None]
        found: Numbers = self.below[whole] * (1 - part) + self.below[whole + 1] * part
        return found

    def shares(self, low: Numbers, high: Numbers) -> Numbers:
        """The share of each flow (a column) that partitions with these bounds (a row each) hold."""
        return self.below_at(high) - self.below_at(low)

    def cut(self, low: float, high: float, weights: Numbers) -> float | None:
        """Where a partition splits, so that both parts get about half of its traffic; None if no split helps.

        `weights` say how much each flow consumes now. A key that cannot be divided stays whole.
        """
        nodes = np.arange(int(np.ceil(low)), int(np.floor(high)) + 1, dtype=float)
        points = np.unique(np.concatenate(([low], nodes, [high])))
        load = self.below_at(points) @ weights
        half = 0.5 + normal(_UNEVEN, self.seed, "cut", self.place, f"{low:.9f}", f"{high:.9f}")
        wanted = load[0] + (load[-1] - load[0]) * min(max(half, 0.1), 0.9)
        place = int(np.clip(np.searchsorted(load, wanted), 1, len(load) - 1))
        left, right = float(points[place - 1]), float(points[place])
        segment = min(int(left), len(self.divisible) - 1)
        if self.divisible[segment]:
            rise = float(load[place] - load[place - 1])
            point = left + (right - left) * (float(wanted - load[place - 1]) / rise if rise > 0 else 0.5)
            return point if low < point < high else None
        nearer = sorted((left, right), key=lambda point: abs(float(np.interp(point, points, load)) - wanted))
        return next((point for point in nearer if low < point < high), None)
