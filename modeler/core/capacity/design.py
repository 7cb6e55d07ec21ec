"""Units per second that a whole design uses at each table and each index, on average and at peak.

facts/throughput#reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from modeler.core.arithmetic import Deferred, Figure
from modeler.core.capacity.loads import Contribution, Direction, LoadPlace, PatternCapacity, PatternLoad, place_of
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.units import ZERO

_NO_PARTS: Final[Deferred[tuple[PatternLoad, ...]]] = Deferred(())


@dataclass(frozen=True)
class Demand:
    """Units per second of one direction at one place: on average, at peak, and the patterns that use them."""

    direction: Direction
    average: Figure
    peak: Figure
    parts: Deferred[tuple[PatternLoad, ...]] = _NO_PARTS


@dataclass(frozen=True, slots=True)
class PlaceCapacity:
    """The demand on one table or index."""

    place: LoadPlace
    read: Demand
    write: Demand

    def demand(self, direction: Direction) -> Demand:
        """Its reads or its writes."""
        return self.read if direction is Direction.READ else self.write


@dataclass(frozen=True)
class DesignCapacity:
    """Every pattern's units, and their sums for every table (first) and index, in the design's order.

    Peaks are added as if all came at the same time. `unknown` names what could not be counted, pattern by pattern.
    """

    patterns: tuple[PatternCapacity, ...]
    places: tuple[PlaceCapacity, ...]
    unknown: tuple[str, ...] = ()

    def place(self, table: str, index: str | None = None) -> PlaceCapacity | None:
        """The demand on one table or index."""
        return self._by_place.get((table, index))

    def pattern(self, identity: str) -> PatternCapacity | None:
        """One pattern's units, by its id."""
        return self._by_pattern.get(identity)

    @cached_property
    def _by_place(self) -> dict[tuple[str, str | None], PlaceCapacity]:
        """The first that has a name, as a design can have a name twice."""
        return {(one.place.table, one.place.index): one for one in reversed(self.places)}

    @cached_property
    def _by_pattern(self) -> dict[str, PatternCapacity]:
        return {one.pattern: one for one in reversed(self.patterns)}

    @property
    def amplification(self) -> Decimal | None:
        """Index write units per table write unit, on average over time; None if nothing is written."""
        base = sum((p.write.average.value for p in self.places if p.place.index is None), ZERO)
        indexes = sum((p.write.average.value for p in self.places if p.place.index is not None), ZERO)
        return indexes / base if base else None


def design_capacity(design: Design, cache: CapacityCache | None = None) -> DesignCapacity:
    """Units of every access pattern and their sums. Patterns without a rate count in no sum.

    Keep one `cache` over the revisions of a design, so that an edit costs only what it changes.
    """
    cache = cache or CapacityCache()
    if cache.latest is None or cache.latest[0] is not design:
        cache.latest = (design, _design_capacity(design, cache))
    found: DesignCapacity = cache.latest[1]
    return found


def _design_capacity(design: Design, cache: CapacityCache) -> DesignCapacity:
    patterns = cache.patterns(design)
    asked: dict[tuple[LoadPlace, Direction], list[Contribution]] = {}
    for capacity in patterns:
        for contribution in capacity.contributions:
            load = contribution.load
            asked.setdefault((load.place, load.direction), []).append(contribution)
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


def places_of(table: Table) -> Iterator[LoadPlace]:
    """The table itself, then its indexes."""
    yield place_of(table.name)
    for index in table.indexes:
        yield place_of(table.name, index.name, index.kind)


def _demand(direction: Direction, asked: Sequence[Contribution]) -> Demand:
    unit = f"{direction.unit}/s"
    estimate = any(one.load.per_call.estimate for one in asked)
    average, peak = sum((one.average for one in asked), ZERO), sum((one.peak for one in asked), ZERO)
    return Demand(
        direction,
        Figure(average, unit, lambda: tuple(one.average_step for one in asked), estimate),
        Figure(peak, unit, lambda: tuple(one.peak_step for one in asked), estimate),
        lambda: tuple(one.part for one in asked),
    )
