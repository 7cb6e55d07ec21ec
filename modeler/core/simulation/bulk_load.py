"""A bulk load: rows of 1 write unit, sent by workers that retry until each row is written.

The workers have a number of rows in flight and take the next row of the file when one is written, so rows of a
throttled partition hold up the others. The order of the file decides how many partitions work at the same time.
facts/partitions#measurements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from modeler.core.capacity.loads import Direction
from modeler.core.limits import PARTITION_WRITE_UNITS
from modeler.core.simulation.key_line import Numbers
from modeler.core.simulation.place_run import PlaceRun
from modeler.core.simulation.places import Flow, Place

_TICK: Final = 0.05


@dataclass(frozen=True, slots=True)
class BulkLoad:
    """The file and its workers: rows by partition-key value in the order of the file, `speed` rows/s that the client
    can send, and rows in flight at the same time.
    """

    rows: Mapping[str, float]
    speed: float
    in_flight: float = 500.0
    shuffled: bool = False


@dataclass(frozen=True)
class BulkLoadResult:
    """How long a load takes in seconds, whether anything was throttled, and how many partitions took part."""

    seconds: float
    rows: float
    throttled: bool
    partitions: int

    @property
    def rate(self) -> float:
        """Rows per second on average."""
        return self.rows / self.seconds


def bulk_load(place: Place, load: BulkLoad, seed: int, most_seconds: float = 7200.0) -> BulkLoadResult:
    """Load rows into a place that serves nothing else. Its burst credit is full at the start; nothing splits."""
    flow = Flow(0, Direction.WRITE, 1.0)
    run = PlaceRun(_with_flow(place, flow), np.zeros((1, 1)), _TICK, seed)
    held = [(_parts_of(run, name), count) for name, count in load.rows.items()]
    total = sum(load.rows.values())
    if load.shuffled:
        held = [(sum((parts * count / total for parts, count in held), np.zeros(len(run.partitions))), total)]
    waiting, written, clock, throttled = np.zeros(len(run.partitions)), 0.0, 0.0, False
    while written < total - 1e-6 and clock < most_seconds:
        _send(held, waiting, min(load.in_flight - float(waiting.sum()), load.speed * _TICK))
        wanted = np.minimum(waiting, PARTITION_WRITE_UNITS * _TICK)
        done = run.written(wanted)
        throttled = throttled or bool((waiting - done > 1e-6).any())
        waiting, written, clock = waiting - done, written + float(done.sum()), clock + _TICK
    return BulkLoadResult(clock, written, throttled, len(run.partitions))


def _with_flow(place: Place, flow: Flow) -> Place:
    return replace(place, flows=(flow,))


def _parts_of(run: PlaceRun, name: str) -> Numbers:
    """Which partition holds a key, as the share of its rows."""
    number = run.partitions.holding(name)
    parts = np.zeros(len(run.partitions))
    parts[number] = 1.0
    return parts


def _send(held: list[tuple[Numbers, float]], waiting: Numbers, room: float) -> None:
    """Take the next rows of the file, as far as there is room."""
    while held and room > 1e-9:
        parts, count = held[0]
        taken = min(count, room)
        waiting += parts * taken
        room -= taken
        if taken == count:
            held.pop(0)
        else:
            held[0] = (parts, count - taken)
