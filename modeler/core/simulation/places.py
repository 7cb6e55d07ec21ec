"""What is simulated: places with their flows of units, hot keys and throughput. facts/partitions#model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from modeler.core.capacity.loads import Direction
from modeler.core.limits import PARTITION_BYTES, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS
from modeler.core.simulation.key_line import SimulatedKey
from modeler.core.simulation.throughput import Throughput

EVENTUAL_FACTOR: Final = 1.5
"""How much more a partition reads with eventual consistency: its three replicas answer. facts/partitions#model."""
ON_DEMAND: Final = Throughput()


@dataclass(frozen=True, slots=True)
class Flow:
    """The units of one pattern at one place in one direction.

    `pattern` is its row in the rates, `units` what one call uses here. `shares` are the parts of the units that hot
    keys take, by their names; the rest is even. `eventual`: eventually consistent reads. `during`: the seconds in
    which it is active (the keys of a period); always if None.
    """

    pattern: int
    direction: Direction
    units: float
    shares: Mapping[str, float] = field(default_factory=dict)
    eventual: bool = False
    during: tuple[float, float] | None = None

    @property
    def weight(self) -> float:
        """The share of one partition's limit that one unit per second takes."""
        if self.direction is Direction.WRITE:
            return 1 / PARTITION_WRITE_UNITS
        return 1 / (PARTITION_READ_UNITS * (EVENTUAL_FACTOR if self.eventual else 1.0))


@dataclass(frozen=True, slots=True)
class Place:
    """A table (`index` None) or a GSI with its flows. `size` are its bytes; `least` partitions that it has already;
    `known` those that a live table was found to have.
    """

    table: str
    index: str | None
    flows: tuple[Flow, ...]
    keys: tuple[SimulatedKey, ...] = ()
    read: Throughput = ON_DEMAND
    write: Throughput = ON_DEMAND
    size: float = 0.0
    least: int = 1
    known: int | None = None

    @property
    def label(self) -> str:
        """Its name on pages."""
        return self.index or self.table

    def throughput(self, direction: Direction) -> Throughput:
        """How one direction is paid for."""
        return self.read if direction is Direction.READ else self.write

    @property
    def partitions(self) -> int:
        """How many partitions it starts with: those that are known, else enough for its throughput and its bytes."""
        if self.known is not None:
            return self.known
        need = partitions_for(
            max(self.read.floor(Direction.READ), self.read.warm),
            max(self.write.floor(Direction.WRITE), self.write.warm),
        )
        return max(self.least, need, math.ceil(self.size / PARTITION_BYTES))


def partitions_for(read: float, write: float) -> int:
    """How many partitions these units per second need. facts/partitions#model."""
    return max(1, math.ceil(read / PARTITION_READ_UNITS), math.ceil(write / PARTITION_WRITE_UNITS))


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """A table and its GSIs."""

    base: Place
    indexes: tuple[Place, ...] = ()

    @property
    def all(self) -> tuple[Place, ...]:
        """The table first."""
        return (self.base, *self.indexes)
