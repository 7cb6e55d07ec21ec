"""The tables of a design as places of the simulation: flows, hot keys and throughput. facts/partitions#model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from modeler.core.arithmetic import exact
from modeler.core.capacity.heat import HeatCache
from modeler.core.capacity.hits import Touch
from modeler.core.capacity.loads import Direction, LoadPlace, PatternCapacity
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.scaling import needed_units, scaling_of
from modeler.core.design.lenient import mapping, number
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.simulation.collections import divides
from modeler.core.simulation.key_line import SimulatedKey
from modeler.core.simulation.key_shares import KeyKind, is_brief, key_name, kinds_of, slices
from modeler.core.simulation.options import AS_DESIGNED, SimulationOptions
from modeler.core.simulation.places import Flow, Place, TablePlaces
from modeler.core.simulation.throughput import Throughput

_STRONG: Final = frozenset({Operation.TRANSACT_GET, Operation.TRANSACT_WRITE})
COUNTED_KEYS_MAX: Final = 1000
"""Of measured counts, as many keys with the most calls are followed one by one; the rest is even."""
_WORDS: Final = {Direction.READ: "read", Direction.WRITE: "write"}


@dataclass(frozen=True)
class Viral:
    """From when until when one key of each kind takes half of all traffic."""

    begin: float
    end: float
    share: float = 0.5


@dataclass(frozen=True)
class Setting:
    """How a design is simulated: for how many seconds, with what changes, and whether its tables are new. `added` are
    the ids of patterns that the tables have not served before.
    """

    seconds: float
    options: SimulationOptions = AS_DESIGNED
    viral: Viral | None = None
    new: bool = False
    added: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Drawn:
    """One pattern at one place in one direction: units of a call, and its kinds of keys."""

    pattern: int
    direction: Direction
    units: float
    kinds: tuple[KeyKind, ...]
    divisible: bool
    eventual: bool


@dataclass(frozen=True)
class DesignPlaces:
    """The tables of a design to simulate, its patterns with a rate (in the order of the rows of calls), and sentences
    about what is unknown or assumed. `uses` has, for each pattern, the units of a call and its kinds of keys at each
    place in each direction.
    """

    tables: tuple[TablePlaces, ...]
    patterns: tuple[AccessPattern, ...]
    unknown: tuple[str, ...]
    assumed: tuple[str, ...]
    uses: tuple[tuple[tuple[Direction, float, tuple[KeyKind, ...]], ...], ...] = ()


def design_places(design: Design, setting: Setting) -> DesignPlaces:
    """The places of a design under a setting."""
    return _Reading(design, setting).made()


class _Reading:
    def __init__(self, design: Design, setting: Setting) -> None:
        self.design, self.setting, self.options = design, setting, setting.options
        self.patterns = tuple(pattern for pattern in design.patterns if pattern.per_second is not None)
        self.unknown = [f"{one.label}: no rate is given" for one in design.patterns if one.per_second is None]
        self.assumed: list[str] = []
        self.cache = CapacityCache()
        heat = HeatCache(self.cache)
        self.populations = heat.populations(design)
        self.drawn: dict[tuple[str, str | None], list[_Drawn]] = {}
        for row, pattern in enumerate(self.patterns):
            found = heat.pattern(design, pattern, self.populations)
            self.unknown.extend(found.unknown)
            self._read(row, pattern, self.cache.pattern(design, pattern), [touch for _, touch in found.touches])

    def made(self) -> DesignPlaces:
        tables = []
        for table in self.design.tables:
            gsis = tuple(self._place(table, one) for one in table.indexes if one.kind is IndexKind.GSI)
            tables.append(TablePlaces(self._place(table, table.base), gsis))
        unknown, assumed = (tuple(dict.fromkeys(said)) for said in (self.unknown, self.assumed))
        drawn = [one for found in self.drawn.values() for one in found]
        uses = tuple(
            tuple((one.direction, one.units, one.kinds) for one in drawn if one.pattern == row)
            for row in range(len(self.patterns))
        )
        return DesignPlaces(tuple(tables), self.patterns, unknown, assumed, uses)

    def _read(self, row: int, pattern: AccessPattern, capacity: PatternCapacity, touches: Sequence[Touch]) -> None:
        """Keep what one pattern uses at each place in each direction."""
        self.unknown.extend(f"{pattern.label}: {sentence}" for sentence in capacity.unknown)
        units: dict[tuple[str, str | None, Direction], float] = {}
        for load in capacity.loads:
            key = (load.place.table, _index_of(load.place), load.direction)
            units[key] = units.get(key, 0.0) + float(load.per_call.value)
        for (name, index, direction), each in units.items():
            table = self.design.table(name)
            place = table.index(index) if table is not None else None
            if table is None or place is None or each <= 0:
                continue
            skew = pattern.facts.skew or self.populations[name].tenants
            mine = [one for one in touches if (one.place.table, one.place.index) == (name, index)]
            kinds = kinds_of([one for one in mine if one.direction is direction], each, skew)
            calls = _calls(pattern, direction)
            divisible = all(divides(table, place, self.design.entities_of(one), one) for one in calls)
            strong = place.is_base and any(one.consistent or one.operation in _STRONG for one in (pattern, *calls))
            self.drawn.setdefault((name, index), []).append(_Drawn(row, direction, each, kinds, divisible, not strong))

    def _place(self, table: Table, index: Index) -> Place:
        name = None if index.is_base else index.name
        drawn = self.drawn.get((table.name, name), [])
        flows: list[Flow] = []
        keys: dict[str, bool] = {}
        for one in drawn:
            for flow, divisible in self._flows(one, index.name):
                flows.append(flow)
                for key, can in divisible.items():
                    keys[key] = keys.get(key, True) and can
        read, write = (self._throughput(table, index, drawn, each) for each in Direction)
        size = self._bytes(table) if index.is_base and not self.setting.new else 0.0
        hot = tuple(SimulatedKey(key, can) for key, can in keys.items())
        return Place(table.name, name, tuple(flows), hot, read, write, size, known=self._known(table, index))

    def _known(self, table: Table, index: Index) -> int | None:
        """The partitions that the live table has; a stream tells nothing about those of GSIs."""
        found = self.options.known.get(table.name) if index.is_base and not self.setting.new else None
        if found is not None:
            self.assumed.append(f"open shards of the stream of {table.name}, one for each partition: {found}")
        return found

    def _flows(self, drawn: _Drawn, label: str) -> Iterable[tuple[Flow, Mapping[str, bool]]]:
        """The flows of one pattern: one for each period in which it uses the same keys."""
        eventual = drawn.eventual and drawn.direction is Direction.READ
        viral, end = self.setting.viral, self.setting.seconds
        for begin, until in slices(drawn.kinds, end):
            turns = (viral.begin, viral.end) if viral is not None else ()
            times = sorted({begin, until, *(one for one in turns if begin < one < until)})
            for start, stop in pairwise(times):
                hot = viral is not None and viral.begin <= start < viral.end
                shares, divisible = self._shares(drawn, label, start, viral.share if viral and hot else 0.0)
                during = None if (start, stop) == (0.0, end) else (start, stop)
                yield Flow(drawn.pattern, drawn.direction, drawn.units, shares, eventual, during), divisible

    def _shares(
        self, drawn: _Drawn, label: str, start: float, viral: float
    ) -> tuple[dict[str, float], dict[str, bool]]:
        shares: dict[str, float] = {}
        divisible: dict[str, bool] = {}
        for ranked, whole, can in self._ranked(drawn, label, start):
            for rank, (key, share) in enumerate(ranked):
                mine = share * (1.0 - viral) + (viral * whole if rank == 0 else 0.0)
                for shard in range(self.options.shards):
                    name = key if self.options.shards == 1 else f"{key} /{shard}"
                    shares[name] = shares.get(name, 0.0) + mine / self.options.shards
                    divisible[name] = can
        return shares, divisible

    def _ranked(self, drawn: _Drawn, label: str, start: float) -> Iterable[tuple[list[tuple[str, float]], float, bool]]:
        """The hot keys of each kind with their shares, the share of the kind, and whether a split helps."""
        if self.options.keys and self.options.place == label:
            total = sum(self.options.keys.values()) + self.options.uncounted
            counts = sorted(self.options.keys.items(), key=lambda one: -one[1])[:COUNTED_KEYS_MAX]
            yield [(f"counted {key}", count / total) for key, count in counts], 1.0, drawn.divisible
            return
        for kind in drawn.kinds:
            ranked = [(key_name(key, kind, start), share) for key, share in kind.ranked()]
            yield ranked, kind.whole, drawn.divisible and not is_brief(kind)

    def _throughput(self, table: Table, index: Index, drawn: Sequence[_Drawn], direction: Direction) -> Throughput:
        options, word = self.options, _WORDS[direction]
        held = table.settings if index.is_base else index.capacity.settings
        given_warm = number(mapping(held.get("warm_throughput")).get(word)) or 0.0
        warm = max(given_warm, options.warm_read if direction is Direction.READ else options.warm_write)
        units = options.read_units if direction is Direction.READ else options.write_units
        mode = options.mode or ("PROVISIONED" if table.is_provisioned else "ON_DEMAND")
        peak = sum(one.units * self._peak(one.pattern) for one in drawn if one.direction is direction)
        if mode == "ON_DEMAND":
            maximum = number(mapping(held.get("on_demand_maximum")).get(word))
            if not self.setting.new:
                warm = max(warm, 2 * peak)
                self.assumed.append("on-demand tables have served their declared peak before and admit twice as much")
            return Throughput(warm=warm, maximum=maximum if maximum and maximum > 0 else None)
        set_units = index.capacity.read if direction is Direction.READ else index.capacity.write
        if units is None and not set_units:
            self.assumed.append(f"{index.name}: no provisioned {word} units are given: the declared peak at 70%")
        provisioned = float(units or set_units or needed_units(exact(peak)))
        policy = mapping(index.capacity.settings.get("auto_scaling", index.capacity.settings))
        scaling = scaling_of(policy, word) if policy.get(word) and units is None else None
        return Throughput(provisioned, warm, scaling=scaling)

    def _peak(self, pattern: int) -> float:
        """The declared peak of a pattern, which its tables have served before."""
        one = self.patterns[pattern]
        return 0.0 if one.per_second is None or one.id in self.setting.added else float(one.per_second.peak)

    def _bytes(self, table: Table) -> float:
        sizes = self.cache.sizes
        return float(sum((one.count or 0) * sizes.item(table, one).bytes for one in table.entities))


def _index_of(place: LoadPlace) -> str | None:
    """The GSI; an LSI is in the partitions of its table."""
    return place.index if place.kind is IndexKind.GSI else None


def _calls(pattern: AccessPattern, direction: Direction) -> list[AccessPattern]:
    """The calls of a pattern in one direction."""
    found = [one for one in pattern.members or (pattern,) if one.operation.is_read is (direction is Direction.READ)]
    return found or [pattern]
