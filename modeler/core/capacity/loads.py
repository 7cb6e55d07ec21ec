"""The load of one access pattern on one table or index, in units per call and per second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

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


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one load adds to a place per second, with the step of its arithmetic, on average and at peak."""

    place: LoadPlace
    direction: Direction
    part: PatternLoad
    average: Line
    peak: Line
    estimate: bool


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
        rates = exact(self.rate.average), exact(self.rate.peak)
        texts = f"{plain_number(self.rate.average)} calls/s", f"{plain_number(self.rate.peak)} calls/s"
        return tuple(self._contribution(load, rates, texts) for load in self.loads)

    def _contribution(self, load: Load, rates: tuple[Decimal, Decimal], texts: tuple[str, str]) -> Contribution:
        units, unit = load.per_call.value, load.direction.unit
        part = PatternLoad(self.pattern, self.label, units * rates[0], units * rates[1])
        spelled = f"{self.label}: {plain_number(units)} {unit} × "
        steps, a_second = load.per_call.arithmetic, f"{unit}/s"
        average = Line(spelled + texts[0], part.average, a_second, steps)
        peak = Line(spelled + texts[1], part.peak, a_second, steps)
        return Contribution(load.place, load.direction, part, average, peak, load.per_call.estimate)

    @property
    def read_units(self) -> Decimal:
        """Read units of one call, all places together."""
        return self._units(Direction.READ)

    @property
    def write_units(self) -> Decimal:
        """Write units of one call, all places together."""
        return self._units(Direction.WRITE)

    @property
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
