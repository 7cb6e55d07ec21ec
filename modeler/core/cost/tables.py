"""What one table costs a month, in every way of paying for its throughput. FACTS 3.4, 4, 5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from modeler.core.capacity.arithmetic import Figure, Line, total
from modeler.core.capacity.design import Demand, DesignCapacity, Part, PlaceCapacity
from modeler.core.capacity.loads import Direction
from modeler.core.cost.lines import USD_MONTH, CostLine, Mode, priced, sum_of
from modeler.core.cost.on_demand import break_even, on_demand_line
from modeler.core.cost.prices import Price, PriceList, TableClass, Tariff
from modeler.core.cost.provisioned import (
    UNITS_MIN,
    Scaling,
    capacity_line,
    needed_units,
    provisioned_figure,
    scaling_of,
)
from modeler.core.cost.storage import Stored, stored
from modeler.core.sizes import Sizes
from modeler.core.tables import Capacity, IndexKind, Table


@dataclass(frozen=True, slots=True)
class Meter:
    """What is metered together: the table with its LSIs, or one GSI; in one direction."""

    place: str
    is_table: bool
    demand: Demand
    capacity: Capacity

    @property
    def direction(self) -> Direction:
        """Reads or writes."""
        return self.demand.direction

    @property
    def scaling(self) -> Scaling:
        """Auto scaling of this direction, as the design sets it."""
        settings = self.capacity.settings
        return scaling_of(settings.get("auto_scaling", settings), self.direction.value)

    @property
    def units_set(self) -> int | None:
        """Units that the design provisions."""
        return self.capacity.read if self.direction is Direction.READ else self.capacity.write


@dataclass(frozen=True, slots=True)
class MeteredLine:
    """A line of throughput, with the patterns that it is for."""

    line: CostLine
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class ModeCost:
    """A table's throughput in one way of paying. `complete` is false where a price is not known."""

    mode: Mode
    lines: tuple[MeteredLine, ...]
    total: Figure
    complete: bool


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Where provisioned and on demand cost the same: a utilisation from 0 to 1; `used` is what the design would use
    of capacity fixed at its peak (None: no load).
    """

    place: str
    direction: Direction
    utilisation: Decimal
    used: Decimal | None
    estimate: bool


@dataclass(frozen=True, slots=True)
class TableCost:
    """One table's month. `modes` hold throughput, `common` what does not depend on the mode (storage, backups).

    `current` is how the design pays, `cheapest` the cheapest of the modes whose prices are all known. `other_class`
    are the totals of the other table class (None: not priced).
    """

    table: str
    table_class: TableClass
    regions: tuple[str, ...]
    modes: Mapping[Mode, ModeCost]
    common: tuple[CostLine, ...]
    current: Mode
    cheapest: Mode | None
    break_evens: tuple[BreakEven, ...]
    other_class: Mapping[Mode, Decimal | None]

    def total(self, mode: Mode | None = None) -> Figure:
        """Everything a month, in one mode (default: the current one)."""
        throughput = self.modes[mode or self.current].total
        return total((throughput, sum_of(self.common)), USD_MONTH, "throughput and the rest")

    def complete(self, mode: Mode | None = None) -> bool:
        """Is every price of that total known?"""
        return self.modes[mode or self.current].complete and all(line.amount is not None for line in self.common)


def table_cost(table: Table, home: str, capacity: DesignCapacity, prices: PriceList, sizes: Sizes) -> TableCost:
    """What a table costs in its Regions: `home` first, then those of its replicas."""
    table_class = _class_of(table)
    regions = (home, *(r for r in dict.fromkeys(table.settings.get("replicas") or ()) if r != home))
    meters = tuple(_meters(table, capacity))
    held = stored(table, sizes, replicated=len(regions) > 1)
    bill = _Bill(regions, prices, table_class, meters)
    other = _Bill(regions, prices, table_class.other, meters)
    modes = {mode: bill.mode(mode) for mode in _modes(table, meters)}
    common = tuple(_common(table, held, bill))
    complete = [cost for cost in modes.values() if cost.complete]
    return TableCost(
        table.name,
        table_class,
        regions,
        modes,
        common,
        _current(table, meters),
        min(complete, key=lambda cost: cost.total.value).mode if complete else None,
        tuple(bill.break_evens()),
        other.totals(tuple(modes), tuple(_storage_lines(table, held, other))),
    )


def _class_of(table: Table) -> TableClass:
    return TableClass.INFREQUENT if table.settings.get("table_class") == TableClass.INFREQUENT else TableClass.STANDARD


def _meters(table: Table, capacity: DesignCapacity) -> Iterator[Meter]:
    """The table with its LSIs, which draw its units, then each GSI; reads, then writes. FACTS 3.3."""
    by_index = {p.place.index: p for p in capacity.places if p.place.table == table.name}
    together = [by_index[None], *(by_index[i.name] for i in table.indexes if i.kind is IndexKind.LSI)]
    groups: list[tuple[str, bool, list[PlaceCapacity], Capacity]] = [(table.name, True, together, table.capacity)]
    groups += [(i.name, False, [by_index[i.name]], i.capacity) for i in table.indexes if i.kind is IndexKind.GSI]
    for name, is_table, places, set_capacity in groups:
        for direction in Direction:
            yield Meter(name, is_table, _joined([place.demand(direction) for place in places]), set_capacity)


def _joined(demands: list[Demand]) -> Demand:
    if len(demands) == 1:
        return demands[0]
    unit = demands[0].average.unit
    return Demand(
        demands[0].direction,
        total((demand.average for demand in demands), unit),
        total((demand.peak for demand in demands), unit),
        tuple(part for demand in demands for part in demand.parts),
    )


def _modes(table: Table, meters: Iterable[Meter]) -> Iterator[Mode]:
    yield from (Mode.ON_DEMAND, Mode.AUTO_SCALED, Mode.FIXED)
    if table.is_provisioned and any(meter.units_set is not None for meter in meters):
        yield Mode.AS_SET


def _current(table: Table, meters: Iterable[Meter]) -> Mode:
    if not table.is_provisioned:
        return Mode.ON_DEMAND
    if table.settings.get("auto_scaling"):
        return Mode.AUTO_SCALED
    return Mode.AS_SET if any(meter.units_set is not None for meter in meters) else Mode.FIXED


@dataclass(frozen=True, slots=True)
class _Bill:
    """One table's meters under one table class."""

    regions: tuple[str, ...]
    prices: PriceList
    table_class: TableClass
    meters: tuple[Meter, ...]

    def mode(self, mode: Mode) -> ModeCost:
        lines = tuple(self._lines(mode))
        return ModeCost(
            mode, lines, sum_of(each.line for each in lines), all(each.line.amount is not None for each in lines)
        )

    def totals(self, modes: tuple[Mode, ...], common: tuple[CostLine, ...]) -> dict[Mode, Decimal | None]:
        """Throughput and storage in each mode; None where a price is not known."""
        storage = sum_of(common).value if all(line.amount is not None for line in common) else None
        made = {mode: self.mode(mode) for mode in modes}
        return {
            mode: cost.total.value + storage if cost.complete and storage is not None else None
            for mode, cost in made.items()
        }

    def _lines(self, mode: Mode) -> Iterator[MeteredLine]:
        for meter in self.meters:
            # Reads of replicas are not in the design; writes reach every Region, index maintenance too. FACTS 3.4.
            for region in self.regions if meter.direction is Direction.WRITE else self.regions[:1]:
                yield MeteredLine(self._line(mode, meter, region), meter.demand.parts)

    def _line(self, mode: Mode, meter: Meter, region: str) -> CostLine:
        tariff = self._tariff(meter, hourly=mode is not Mode.ON_DEMAND)
        price = self.prices.price(region, tariff, self.table_class)
        what = "reads" if meter.direction is Direction.READ else "writes"
        if tariff in (Tariff.REPLICATED_WRITE, Tariff.REPLICATED_WRITE_HOUR):
            what = "replicated writes"
        match mode:
            case Mode.ON_DEMAND:
                return on_demand_line(meter.place, what, region, meter.demand.average, price)
            case Mode.AUTO_SCALED:
                units = provisioned_figure(meter.demand.average, meter.scaling, "an average")
            case Mode.FIXED:
                units = provisioned_figure(meter.demand.peak, Scaling(meter.scaling.target), "a peak")
            case Mode.AS_SET:
                held = Decimal(max(UNITS_MIN, meter.units_set or UNITS_MIN))
                units = Figure(held, "units", (Line("as the design sets it", held, "units"),))
        return capacity_line(meter.place, what, region, units, price)

    def _tariff(self, meter: Meter, *, hourly: bool) -> Tariff:
        if meter.direction is Direction.READ:
            return Tariff.READ_HOUR if hourly else Tariff.READ
        if meter.is_table and len(self.regions) > 1:
            return Tariff.REPLICATED_WRITE_HOUR if hourly else Tariff.REPLICATED_WRITE
        return Tariff.WRITE_HOUR if hourly else Tariff.WRITE

    def break_evens(self) -> Iterator[BreakEven]:
        """For each meter in the home Region, as far as both prices are known."""
        for meter in self.meters:
            region = self.regions[0]
            hour = self.prices.price(region, self._tariff(meter, hourly=True), self.table_class)
            request = self.prices.price(region, self._tariff(meter, hourly=False), self.table_class)
            if isinstance(hour, Price) and isinstance(request, Price):
                peak, average = meter.demand.peak.value, meter.demand.average.value
                used = average / needed_units(peak, meter.scaling.target) if peak else None
                estimate = hour.estimate or request.estimate
                yield BreakEven(meter.place, meter.direction, break_even(hour, request), used, estimate)


def _common(table: Table, held: tuple[Stored, ...], bill: _Bill) -> Iterator[CostLine]:
    """Storage, recovery and streams: what does not depend on how throughput is paid."""
    yield from _storage_lines(table, held, bill)
    if table.settings.get("point_in_time_recovery"):
        backed = total((s.size for s in held if s.kind is not IndexKind.GSI), "GB", "table and LSIs")
        for region in bill.regions:
            price = bill.prices.price(region, Tariff.PITR)
            yield priced(table.name, "point-in-time recovery", region, backed, price)
    if table.settings.get("stream") or len(bill.regions) > 1:
        free = Line("reads of the stream by Lambda and by replication are free", Decimal(0), USD_MONTH)
        yield CostLine(table.name, "stream, read by Lambda", bill.regions[0], Figure(Decimal(0), USD_MONTH, (free,)))


def _storage_lines(table: Table, held: tuple[Stored, ...], bill: _Bill) -> Iterator[CostLine]:
    for region in bill.regions:
        price = bill.prices.price(region, Tariff.STORAGE, bill.table_class)
        for each in held:
            line = priced(each.place, "storage", region, each.size, price)
            if each.uncounted and not line.unknown:
                sentence = f"{each.place}, storage: the number of items of {', '.join(each.uncounted)} is not given"
                line = replace(line, unknown=sentence)
            yield line
