"""Heat: the load on the hottest partition-key value of every table and index, at peak and on average.

One partition supports 3,000 read and 1,000 write units/s, and one partition-key value is on one partition if nothing
splits its collection. Heat is an estimate unless the key is a single constant: `KeyHeat.figure` shows the basis.
facts/limits#throughput, facts/throughput#throttling.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.capacity.dependencies import Parts, Resolved
from modeler.core.capacity.hits import CallHeat, PatternHeat, Placed, Touch, pattern_heat
from modeler.core.capacity.loads import Direction, LoadPlace, place_of
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.capacity.populations import Population
from modeler.core.capacity.spreads import KeySpread
from modeler.core.capacity.touches import Populations, call_heat, is_plain_read
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.items.sizes import CACHE_MAX
from modeler.core.limits import PARTITION_READ_UNITS, PARTITION_WRITE_UNITS
from modeler.core.units import ZERO


@dataclass(frozen=True)
class KeyHeat:
    """The hottest key of one kind (`CUST#{customerId}`, `STATUS#OPEN`), in one direction, at one table or GSI.

    Peaks are added as if all came at the same time, and as if every pattern's hottest key were the same one. LSI reads
    and writes count with their table's key, because they are in its partition. `touches`: what each pattern adds, the
    largest first.
    """

    place: LoadPlace
    direction: Direction
    spread: KeySpread
    touches: tuple[Touch, ...]
    average: Decimal
    peak: Decimal

    @property
    def label(self) -> str:
        """The key as its template, with known values filled in."""
        return self.spread.label

    @property
    def limit(self) -> int:
        """Units/s that one partition supports in this direction."""
        return PARTITION_READ_UNITS if self.direction is Direction.READ else PARTITION_WRITE_UNITS

    @cached_property
    def used(self) -> float:
        """The share of one partition's limit that the peak uses; over 1 it is throttled."""
        return float(self.peak) / self.limit

    @property
    def lacking(self) -> tuple[str, ...]:
        """What is unknown, so that the heat may be higher."""
        return tuple(dict.fromkeys(touch.spread.lacking for touch in self.touches if touch.spread.lacking))

    @property
    def estimate(self) -> bool:
        """Whether it is based on uncertain shares."""
        return not all(touch.spread.certain for touch in self.touches)

    def figure(self, *, at_peak: bool = True) -> Figure:
        """The heat with its arithmetic, pattern by pattern."""
        unit = f"{self.direction.unit}/s"
        lines: list[Line] = []
        for touch in self.touches:
            value = touch.peak if at_peak else touch.average
            lines.append(Line(f"{touch.label}: {touch.text} on {touch.spread.label}: {'; '.join(touch.spread.how)}"))
            share = (
                touch.spread.lacking
                or f"{plain_number(touch.units)} {self.direction.unit} of a call on the hottest key"
            )
            lines.append(Line(f"{touch.label}: {share}", None if touch.spread.lacking else value, unit))
        if len(self.touches) > 1:
            text = "together, as if all came at the same time and used the same hottest key"
            lines.append(Line(text, self.peak if at_peak else self.average, unit))
        return Figure(self.peak if at_peak else self.average, unit, tuple(lines), self.estimate)


@dataclass(frozen=True)
class DesignHeat:
    """The heat of every kind of key of a design, the hottest first, and the facts that are missing for a better
    estimate.
    """

    keys: tuple[KeyHeat, ...]
    unknown: tuple[str, ...] = ()

    @cached_property
    def _by_place(self) -> dict[tuple[str, str | None], list[KeyHeat]]:
        found: dict[tuple[str, str | None], list[KeyHeat]] = {}
        for key in self.keys:
            found.setdefault((key.place.table, key.place.index), []).append(key)
        return found

    def of(self, table: str, index: str | None = None) -> tuple[KeyHeat, ...]:
        """The keys of one table (index None) or GSI, the nearest to its limit first."""
        return tuple(self._by_place.get((table, index), ()))

    def hottest(self, table: str, index: str | None, direction: Direction) -> KeyHeat | None:
        """The hottest key of a table or GSI in one direction; None if no known pattern uses it."""
        return next((key for key in self.of(table, index) if key.direction is direction), None)


class HeatCache:
    """What each pattern uses, kept over the revisions of a design and found again by the identity of its parts."""

    def __init__(self, kept: CapacityCache | None = None) -> None:
        kept = kept or CapacityCache()
        self._capacity = kept
        self._calls: dict[tuple[object, ...], tuple[Parts, CallHeat]] = {}
        self._keys: dict[tuple[int, ...], KeyHeat] = {}
        self._populations: dict[Population, Population] = {}

    def pattern(self, design: Design, pattern: AccessPattern, populations: Populations) -> PatternHeat:
        """What a pattern touches, computed only where something that it depends on is another than before; nothing
        where it has no rate.
        """
        return self._of(design, self._capacity.resolve(design, pattern), populations)

    def patterns(self, design: Design, populations: Populations) -> list[PatternHeat]:
        """The same for every pattern of a design."""
        return [self._of(design, one, populations) for one in self._capacity.resolved(design)]

    def _of(self, design: Design, one: Resolved, populations: Populations) -> PatternHeat:
        asked, rate = one.pattern, one.pattern.per_second
        if rate is None:
            return PatternHeat(())
        counted = tuple([populations.get(name) for name in one.tables])
        if one.heat is None or one.heat[0] != counted:
            known = (asked.call, id(one.parts), *map(id, counted))
            call = self._calls.get(known)
            if call is None:
                if len(self._calls) >= CACHE_MAX:
                    self._calls.clear()
                # The parts are kept with the answer, so that none of their ids can be given to another object.
                loads = self._capacity.of_resolved(design, one).loads if is_plain_read(asked) else None
                call = ((one.parts, counted), call_heat(design, asked, self._capacity.sizes, populations, loads))
                self._calls[known] = call
            one.heat = (counted, pattern_heat(asked, rate, call[1]))
        return one.heat[1]

    def populations(self, design: Design) -> Populations:
        """The population of each table: the same object as long as it is equal."""
        tenants = design.options.tenancy
        found = (Population.of(table, tenants) for table in design.tables)
        if len(self._populations) >= CACHE_MAX:
            self._populations.clear()
        return {
            table.name: self._populations.setdefault(made, made)
            for table, made in zip(design.tables, found, strict=True)
        }

    def key(self, touches: list[Touch]) -> KeyHeat:
        """The heat of one key, computed only where one of its touches is another object than before."""
        found = self._keys.get(known := tuple(map(id, touches)))
        if found is None:
            if len(self._keys) >= CACHE_MAX:
                self._keys.clear()
            # It holds its touches, so that none of their ids can be given to another object.
            found = self._keys[known] = _key_heat(touches)
        return found


def design_heat(design: Design, cache: HeatCache | None = None) -> DesignHeat:
    """The heat of a design's keys. Keep one `cache` over its revisions, so that an edit costs only what it changes."""
    cache = cache or HeatCache()
    populations = cache.populations(design)
    together: dict[Placed, list[Touch]] = {}
    unknown: list[str] = []
    for found in cache.patterns(design, populations):
        unknown.extend(found.unknown)
        for placed, touch in found.touches:
            together.setdefault(placed, []).append(touch)
    keys = sorted(map(cache.key, together.values()), key=lambda key: -key.used)
    return DesignHeat(tuple(keys), tuple(dict.fromkeys(unknown)))


def _key_heat(touches: list[Touch]) -> KeyHeat:
    ordered = sorted(touches, key=lambda touch: -touch.peak)
    first = ordered[0]
    return KeyHeat(
        first.place,
        first.direction,
        first.spread,
        tuple(ordered),
        sum((touch.average for touch in ordered), ZERO),
        sum((touch.peak for touch in ordered), ZERO),
    )


@dataclass(frozen=True, slots=True)
class BackPressure:
    """How far the writes to a table can grow before a GSI throttles them. facts/throughput#throttling.

    `factor`: the index supports the peaks times this; below 1 it throttles the table's writes at the declared peak.
    `cause` is the first limit: the hottest key's partition, or the index's own provisioned units. `patterns`: each
    write pattern with its peak and the calls/s at which the index caps it, with the others in proportion.
    """

    place: LoadPlace
    cause: str
    factor: Decimal
    key: KeyHeat | None
    patterns: tuple[tuple[str, Decimal, Decimal], ...]


def back_pressure(
    design: Design, heat: DesignHeat, demands: dict[tuple[str, str], Decimal]
) -> tuple[BackPressure, ...]:
    """What every written GSI allows. `demands` are the write units/s at peak by table and GSI name
    (`PlaceCapacity.write.peak`), for GSIs with provisioned units.
    """
    made = []
    for table in design.tables:
        for index in table.indexes:
            key = heat.hottest(table.name, index.name, Direction.WRITE)
            demand = demands.get((table.name, index.name), ZERO)
            limits: list[tuple[Decimal, str]] = []
            if key is not None and key.peak > 0:
                limits.append((PARTITION_WRITE_UNITS / key.peak, "partition"))
            if table.is_provisioned and index.capacity.write and demand > 0:
                limits.append((exact(float(index.capacity.write)) / demand, "provisioned"))
            if not limits:
                continue
            factor, cause = min(limits)
            place = place_of(table.name, index.name, index.kind)
            made.append(BackPressure(place, cause, factor, key, _capped(design, key, factor)))
    return tuple(made)


def _capped(design: Design, key: KeyHeat | None, factor: Decimal) -> tuple[tuple[str, Decimal, Decimal], ...]:
    if key is None:
        return ()
    peaks = {pattern.id: exact(pattern.per_second.peak) for pattern in design.patterns if pattern.per_second}
    return tuple(
        (touch.label, peaks[touch.pattern], peaks[touch.pattern] * factor)
        for touch in key.touches
        if touch.pattern in peaks
    )
