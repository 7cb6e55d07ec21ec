"""A table's throughput under one table class, in every capacity mode.

facts/throughput#replication, facts/pricing#list-prices, facts/pricing#break-even.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from modeler.core.arithmetic import Figure
from modeler.core.capacity.design import Demand
from modeler.core.capacity.loads import Direction, PatternLoad
from modeler.core.cost.lines import CostLine, Mode, sum_of
from modeler.core.cost.meters import Meter
from modeler.core.cost.on_demand import break_even, on_demand_line
from modeler.core.cost.prices import PriceList
from modeler.core.cost.provisioned import capacity_line, provisioned_figure, scaled_figure, set_figure
from modeler.core.cost.scaling import Scaling, needed_units
from modeler.core.cost.tariffs import Price, TableClass, Tariff, Unpriced


@dataclass(frozen=True, slots=True)
class MeteredLine:
    """A line of throughput, and the demand that it is for."""

    line: CostLine
    demand: Demand

    @property
    def parts(self) -> tuple[PatternLoad, ...]:
        """What each pattern adds to the demand."""
        return self.demand.parts


@dataclass(frozen=True, slots=True)
class ModeCost:
    """A table's throughput in one capacity mode. `complete` is false if a price is unknown."""

    mode: Mode
    lines: tuple[MeteredLine, ...]
    total: Figure
    complete: bool


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The utilization from 0 to 1 at which provisioned and on-demand cost the same; `used` is the utilization of
    capacity fixed at the design's peak (None: no load).
    """

    place: str
    direction: Direction
    utilisation: Decimal
    used: Decimal | None
    estimate: bool


class Modes(Mapping[Mode, ModeCost]):
    """The capacity modes that are possible for a table; each is computed on demand."""

    def __init__(self, bill: Bill, modes: tuple[Mode, ...]) -> None:
        self._bill = bill
        self._modes = modes
        self._made: dict[Mode, ModeCost] = {}

    def __getitem__(self, mode: Mode) -> ModeCost:
        if mode not in self._modes:
            raise KeyError(mode)
        found = self._made.get(mode)
        if found is None:
            found = self._made[mode] = self._bill.mode(mode)
        return found

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    def __len__(self) -> int:
        return len(self._modes)

    def __contains__(self, mode: object) -> bool:
        return mode in self._modes


@dataclass(frozen=True)
class Bill:
    """One table's meters under one table class. `scales`: the design has auto scaling for the table."""

    regions: tuple[str, ...]
    prices: PriceList
    table_class: TableClass
    meters: tuple[Meter, ...]
    scales: bool = False

    @property
    def replicated(self) -> bool:
        """Whether it is a global table."""
        return len(self.regions) > 1

    @cached_property
    def possible(self) -> tuple[Mode, ...]:
        """The capacity modes that are possible for the table."""
        set_so = any(meter.units_set is not None for meter in self.meters)
        return (Mode.ON_DEMAND, Mode.AUTO_SCALED, Mode.FIXED, *((Mode.AS_SET,) if set_so else ()))

    def mode(self, mode: Mode) -> ModeCost:
        """The throughput in one mode."""
        lines = tuple(self._lines(mode))
        return ModeCost(
            mode, lines, sum_of(each.line for each in lines), all(each.line.amount is not None for each in lines)
        )

    def carries(self, mode: Mode) -> bool:
        """Whether nothing is throttled in this mode: neither over the curve nor, if units are fixed, at peak."""
        if mode is Mode.AUTO_SCALED:
            return all(self._carried(meter) for meter in self.meters)
        if mode is Mode.AS_SET:
            return all(Decimal(meter.units_set or 0) >= meter.demand.peak.value for meter in self.meters)
        return True

    def _carried(self, meter: Meter) -> bool:
        if self._stays(meter):
            return Decimal(meter.units_set or 0) >= meter.demand.peak.value
        return not meter.simulation.throttled

    def _lines(self, mode: Mode) -> Iterator[MeteredLine]:
        for meter in self.meters:
            # Reads of replicas are not in the design; writes reach every Region, including index maintenance.
            # facts/throughput#replication.
            for region in self.regions if meter.direction is Direction.WRITE else self.regions[:1]:
                yield MeteredLine(self._line(mode, meter, region), meter.demand)

    def _line(self, mode: Mode, meter: Meter, region: str) -> CostLine:
        tariff = self.tariff(meter, hourly=mode is not Mode.ON_DEMAND)
        price = self.prices.price(region, tariff, self.table_class)
        what = "reads" if meter.direction is Direction.READ else "writes"
        if tariff in (Tariff.REPLICATED_WRITE, Tariff.REPLICATED_WRITE_HOUR):
            what = "replicated writes"
        if mode is Mode.ON_DEMAND:
            return on_demand_line(meter.place, what, region, meter.demand.average, price)
        return capacity_line(meter.place, what, region, self._units(mode, meter), price)

    def _units(self, mode: Mode, meter: Meter) -> Figure:
        """Units held on average in a provisioned mode."""
        if mode is Mode.AS_SET or (mode is Mode.AUTO_SCALED and self._stays(meter)):
            return set_figure(meter.units_set)
        if mode is Mode.FIXED:
            return provisioned_figure(meter.demand.peak, Scaling(meter.scaling.target), "a peak")
        return scaled_figure(meter.demand.average, meter.scaling, meter.curve, meter.simulation)

    def _stays(self, meter: Meter) -> bool:
        """In a table with auto scaling, a meter without a policy keeps its configured units.
        facts/pricing#auto-scaling.
        """
        return self.scales and not meter.has_policy and meter.units_set is not None

    def fixed_units(self, mode: Mode, meter: Meter) -> Decimal | None:
        """Units that a meter holds at every hour in a provisioned mode; None if they scale."""
        scales = mode is Mode.AUTO_SCALED and not self._stays(meter)
        return None if scales else self._units(mode, meter).value

    def tariff(self, meter: Meter, *, hourly: bool) -> Tariff:
        """The tariff for a unit of this meter."""
        if meter.direction is Direction.READ:
            return Tariff.READ_HOUR if hourly else Tariff.READ
        if meter.is_table and self.replicated:
            return Tariff.REPLICATED_WRITE_HOUR if hourly else Tariff.REPLICATED_WRITE
        return Tariff.WRITE_HOUR if hourly else Tariff.WRITE

    def break_evens(self) -> Iterator[BreakEven]:
        """For each meter in the home Region, as far as both prices are known."""
        for meter in self.meters:
            region = self.regions[0]
            hour = self.prices.price(region, self.tariff(meter, hourly=True), self.table_class)
            request = self.prices.price(region, self.tariff(meter, hourly=False), self.table_class)
            if isinstance(hour, Price) and isinstance(request, Price) and request.value:
                peak, average = meter.demand.peak.value, meter.demand.average.value
                used = average / needed_units(peak, meter.scaling.target) if peak else None
                estimate = hour.estimate or request.estimate
                yield BreakEven(meter.place, meter.direction, break_even(hour, request), used, estimate)

    def missing(self) -> Iterator[str]:
        """What has no price, as sentences."""
        for meter in self.meters:
            for region in self.regions if meter.direction is Direction.WRITE else self.regions[:1]:
                for hourly in (False, True):
                    price = self.prices.price(region, self.tariff(meter, hourly=hourly), self.table_class)
                    if isinstance(price, Unpriced):
                        what = "reads" if meter.direction is Direction.READ else "writes"
                        yield f"{meter.place}, {what}: {price.reason}"
