"""The load of one access pattern on one table or index, in units per call and per second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from modeler.core.arithmetic import Figure, Line, exact, plain_number, total
from modeler.core.design.patterns import Rate
from modeler.core.design.tables import IndexKind


class Direction(StrEnum):
    """Which units a load uses."""

    READ = "read"
    WRITE = "write"

    @property
    def unit(self) -> str:
        """RU or WU: RRU and WRU on-demand, RCU and WCU per second if provisioned."""
        return "RU" if self is Direction.READ else "WU"


@dataclass(frozen=True, slots=True)
class LoadPlace:
    """A table (`index` None) or one of its indexes, by name. An LSI uses its table's units, a GSI its own."""

    table: str
    index: str | None = None
    kind: IndexKind = IndexKind.TABLE

    @property
    def label(self) -> str:
        """Its name on pages."""
        return self.index or self.table


@lru_cache(maxsize=4096)
def place_of(table: str, index: str | None = None, kind: IndexKind = IndexKind.TABLE) -> LoadPlace:
    """The place with these names, the same object each time: loads are added up by it."""
    return LoadPlace(table, index, kind)


@dataclass(frozen=True, slots=True)
class Load:
    """Units that one call of a pattern uses at one place."""

    place: LoadPlace
    direction: Direction
    per_call: Figure

    def per_second(self, calls: float) -> Figure:
        """Units per second at this many calls per second."""
        text = f"{plain_number(calls)} calls/s"
        return self.per_call.times(exact(calls), text, f"{self.direction.unit}/s")

    def times(self, factor: Decimal, text: str) -> Load:
        """The load of several such calls."""
        return Load(self.place, self.direction, self.per_call.times(factor, text))


def merged(loads: Iterable[Load]) -> tuple[Load, ...]:
    """One load per place and direction, in the order of first appearance."""
    grouped: dict[tuple[LoadPlace, Direction], list[Figure]] = {}
    for load in loads:
        grouped.setdefault((load.place, load.direction), []).append(load.per_call)
    return tuple(
        Load(place, direction, total(figures, direction.unit)) for (place, direction), figures in grouped.items()
    )


@dataclass(frozen=True, slots=True)
class PatternLoad:
    """What one access pattern adds to a demand, in units per second."""

    pattern: str
    label: str
    average: Decimal
    peak: Decimal


class Contribution(NamedTuple):
    """What one load of a pattern adds to a place at the pattern's rate: units per second, on average and at peak."""

    pattern: str
    label: str
    rate: Rate
    load: Load
    average: Decimal
    peak: Decimal

    @property
    def part(self) -> PatternLoad:
        """The units alone."""
        return PatternLoad(self.pattern, self.label, self.average, self.peak)

    @property
    def average_step(self) -> Line:
        """The step of arithmetic that gives the average."""
        return self._step(self.average, self.rate.average)

    @property
    def peak_step(self) -> Line:
        """The step of arithmetic that gives the peak."""
        return self._step(self.peak, self.rate.peak)

    def _step(self, units: Decimal, calls: float) -> Line:
        unit, per_call = self.load.direction.unit, self.load.per_call
        text = f"{self.label}: {plain_number(per_call.value)} {unit} × {plain_number(calls)} calls/s"
        return Line(text, units, f"{unit}/s", per_call.arithmetic)


@dataclass(frozen=True)
class PatternCapacity:
    """The units of one access pattern.

    `pattern` is its id and `label` its code or name. `rate` is None if it is not given: then nothing is known per
    second. `unknown` holds what could not be counted, as sentences; `remarks` how it was counted.
    """

    pattern: str
    label: str
    loads: tuple[Load, ...]
    rate: Rate | None = None
    unknown: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """What it adds to each place per second; nothing if its rate is unknown. Computed once: an edit of another
        pattern does not change it.
        """
        if self.rate is None:
            return ()
        average, peak = exact(self.rate.average), exact(self.rate.peak)
        found = []
        for load in self.loads:
            units = load.per_call.value
            found.append(Contribution(self.pattern, self.label, self.rate, load, units * average, units * peak))
        return tuple(found)

    @property
    def read_units(self) -> Decimal:
        """Read units of one call, all places together."""
        return self._units(Direction.READ)

    @cached_property
    def write_units(self) -> Decimal:
        """Write units of one call, all places together."""
        return self._units(Direction.WRITE)

    @cached_property
    def amplification(self) -> Decimal | None:
        """Write units of indexes per write unit of the table; None if it writes nothing to a table."""
        writes = [load for load in self.loads if load.direction is Direction.WRITE]
        base = sum((load.per_call.value for load in writes if load.place.index is None), Decimal(0))
        indexes = sum((load.per_call.value for load in writes if load.place.index is not None), Decimal(0))
        return indexes / base if base else None

    @property
    def estimate(self) -> bool:
        """Whether any number is based on uncertain sizes or shares, or something is unknown."""
        return bool(self.unknown) or any(load.per_call.estimate for load in self.loads)

    def _units(self, direction: Direction) -> Decimal:
        return sum((load.per_call.value for load in self.loads if load.direction is direction), Decimal(0))
