"""Units a second that a whole design draws from each table and each index, on average and at the peak. FACTS 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from modeler.core.capacity.arithmetic import Figure, Line, exact, plain
from modeler.core.capacity.loads import Direction, Load, PatternCapacity, Place
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.capacity.units import ZERO
from modeler.core.design import Design
from modeler.core.patterns import Rate
from modeler.core.tables import Table


@dataclass(frozen=True, slots=True)
class Part:
    """What one access pattern adds to a demand, in units a second."""

    pattern: str
    label: str
    average: Decimal
    peak: Decimal


@dataclass(frozen=True, slots=True)
class Demand:
    """Units a second of one direction at one place: on average, at the peak, and who asks for them."""

    direction: Direction
    average: Figure
    peak: Figure
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceCapacity:
    """What is asked of one table or index."""

    place: Place
    read: Demand
    write: Demand

    def demand(self, direction: Direction) -> Demand:
        """Its reads or its writes."""
        return self.read if direction is Direction.READ else self.write


@dataclass(frozen=True, slots=True)
class DesignCapacity:
    """Every pattern's units, and their sums for every table (first) and index, in the design's order.

    Peaks are added as if all came at once. `unknown` names what could not be counted, pattern by pattern.
    """

    patterns: tuple[PatternCapacity, ...]
    places: tuple[PlaceCapacity, ...]
    unknown: tuple[str, ...] = ()

    def place(self, table: str, index: str | None = None) -> PlaceCapacity | None:
        """What is asked of one table or index."""
        return next((p for p in self.places if (p.place.table, p.place.index) == (table, index)), None)

    def pattern(self, identity: str) -> PatternCapacity | None:
        """One pattern's units, by its id."""
        return next((capacity for capacity in self.patterns if capacity.pattern == identity), None)

    @property
    def amplification(self) -> Decimal | None:
        """Index write units for each table write unit, on average over time; None where nothing is written."""
        base = sum((p.write.average.value for p in self.places if p.place.index is None), ZERO)
        indexes = sum((p.write.average.value for p in self.places if p.place.index is not None), ZERO)
        return indexes / base if base else None


def design_capacity(design: Design, cache: CapacityCache | None = None) -> DesignCapacity:
    """Units of every access pattern and what they add up to. Patterns without a rate count in no sum.

    Keep one `cache` over the revisions of a design, so that an edit costs only what it touches.
    """
    cache = cache or CapacityCache()
    patterns = tuple(cache.pattern(design, pattern) for pattern in design.patterns)
    asked: dict[tuple[Place, Direction], list[tuple[PatternCapacity, Load, Rate]]] = {}
    for capacity in patterns:
        if capacity.rate is not None:
            for load in capacity.loads:
                asked.setdefault((load.place, load.direction), []).append((capacity, load, capacity.rate))
    places = tuple(
        PlaceCapacity(
            place,
            _demand(Direction.READ, asked.get((place, Direction.READ), ())),
            _demand(Direction.WRITE, asked.get((place, Direction.WRITE), ())),
        )
        for table in design.tables
        for place in places_of(table)
    )
    unknown = tuple(f"{capacity.label}: {sentence}" for capacity in patterns for sentence in capacity.unknown)
    return DesignCapacity(patterns, places, unknown)


def places_of(table: Table) -> Iterator[Place]:
    """The table itself, then its indexes."""
    yield Place(table.name)
    for index in table.indexes:
        yield Place(table.name, index.name, index.kind)


def _demand(direction: Direction, asked: Iterable[tuple[PatternCapacity, Load, Rate]]) -> Demand:
    parts: list[Part] = []
    average_lines: list[Line] = []
    peak_lines: list[Line] = []
    average = peak = ZERO
    unit = f"{direction.unit}/s"
    estimate = False
    for capacity, load, rate in asked:
        units = load.per_call.value
        part = Part(capacity.pattern, capacity.label, units * exact(rate.average), units * exact(rate.peak))
        parts.append(part)
        spelled = f"{capacity.label}: {plain(units)} {direction.unit} × "
        steps = load.per_call.arithmetic
        average_lines.append(Line(f"{spelled}{plain(rate.average)} calls/s", part.average, unit, steps))
        peak_lines.append(Line(f"{spelled}{plain(rate.peak)} calls/s", part.peak, unit, steps))
        average += part.average
        peak += part.peak
        estimate = estimate or load.per_call.estimate
    return Demand(
        direction,
        Figure(average, unit, tuple(average_lines), estimate),
        Figure(peak, unit, tuple(peak_lines), estimate),
        tuple(parts),
    )
