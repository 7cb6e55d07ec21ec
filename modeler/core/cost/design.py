"""The monthly cost of a design: every table in every mode, the free tier, and the cost by cause.

facts/pricing#list-prices, facts/pricing#break-even.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from modeler.core.arithmetic import Figure, Line, plain_number
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.loads import Direction
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.bills import MeteredLine
from modeler.core.cost.common import STREAM_READS_PRICED
from modeler.core.cost.lines import USD_MONTH, CostLine, Mode, price_line, sum_of_figures
from modeler.core.cost.prices import PriceList, list_prices
from modeler.core.cost.storage import MONTHS
from modeler.core.cost.tables import StoredMonth, TableCost, table_cost
from modeler.core.cost.tariffs import Free, TableClass
from modeler.core.design.model import Design
from modeler.core.limits import HOURS_PER_MONTH


@dataclass(frozen=True, slots=True)
class PatternCost:
    """The part of a month's throughput cost that one access pattern causes, and its share of the total (0 to 1)."""

    pattern: str
    label: str
    amount: Decimal
    share: Decimal


@dataclass(frozen=True, slots=True)
class PlaceCost:
    """The part of a month's throughput and storage cost that one table or index causes, and its share of the total (0
    to 1).
    """

    table: str
    place: str
    amount: Decimal
    share: Decimal


def _reads_elsewhere(table: TableCost) -> Iterator[str]:
    """Reads of replicas: each Region bills its own, and no access pattern specifies where it reads."""
    home, *others = table.regions
    reads = any(meter.direction is Direction.READ and meter.demand.average.value for meter in table.meters)
    if others and reads:
        yield f"{table.table}, reads: all are priced in {home}; how many are in {', '.join(others)} is not specified"


@dataclass(frozen=True)
class Cost:
    """A design's month of `hours` hours, in US dollars. Each number is computed on demand and kept.

    `prices` is the version of the price list; what no number covers is in `unknown`, and in `common.NOT_PRICED`.
    """

    region: str
    tables: tuple[TableCost, ...]
    prices: str
    uncounted: tuple[str, ...]
    allowances: Mapping[Free, Decimal]
    hours: int = HOURS_PER_MONTH

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """What could not be counted or has no price, sentence by sentence."""
        found = [*self.uncounted]
        for table in self.tables:
            found += table.bill.missing()
            found += [line.unknown for line in table.common if line.unknown]
            found += _reads_elsewhere(table)
        return tuple(dict.fromkeys(found))

    def total(self, mode: Mode | None = None) -> Figure:
        """Every table in one mode; without one, each in its current mode. The free tier is not deducted."""
        named = ((table.table, table.total(_mode(table, mode))) for table in self.tables)
        return sum_of_figures(named, "all tables")

    def after_free(self, mode: Mode | None = None) -> Figure:
        """The same minus the free tier, if nothing else in the account uses it.

        facts/pricing#conventions.
        """
        free = [(line.what, line.amount) for line in self.free(mode) if line.amount is not None]
        return sum_of_figures([("all tables", self.total(mode)), *free], "minus the free tier")

    def growth(self, months: int = MONTHS) -> tuple[StoredMonth, ...]:
        """Storage and the whole bill, month by month from now (0) on: an estimate, with today's throughput."""
        by_table = [tuple(table.growth(months)) for table in self.tables]
        return tuple(
            StoredMonth(
                month,
                sum((of[month].size for of in by_table), Decimal(0)),
                sum((of[month].storage for of in by_table), Decimal(0)),
                sum((of[month].total for of in by_table), Decimal(0)),
            )
            for month in range(months + 1)
        )

    def complete(self, mode: Mode | None = None) -> bool:
        """Whether every price of that total is known."""
        return all(table.complete(_mode(table, mode)) for table in self.tables)

    @property
    def cheapest(self) -> Figure:
        """Every table in the cheapest of its modes, as far as prices are known."""
        return sum_of_figures(((table.table, table.total(table.cheapest)) for table in self.tables), "all tables")

    def lines(self, mode: Mode | None = None) -> Iterator[CostLine]:
        """Every line of the bill."""
        for table in self.tables:
            yield from (metered.line for metered in table.modes[_mode(table, mode)].lines)
            yield from table.common

    def free(self, mode: Mode | None = None) -> tuple[CostLine, ...]:
        """The free tier as negative amounts, if nothing else in the account uses it.

        facts/pricing#conventions.
        """
        lines: dict[tuple[Free, str], list[CostLine]] = {}
        for table in self.tables:
            if table.table_class is TableClass.STANDARD:
                paid = _mode(table, mode)
                for line in (*(metered.line for metered in table.modes[paid].lines), *table.common):
                    if (what := _freed(line, paid)) is not None:
                        lines.setdefault((what, line.region), []).append(line)
        made = (_taken_off(region, found, self._allowed(what)) for (what, region), found in lines.items())
        return tuple(line for line in made if line is not None)

    def _allowed(self, what: Free) -> Decimal:
        """An allowance in the units that its price is for."""
        allowed = self.allowances[what]
        return allowed / STREAM_READS_PRICED if what is Free.STREAM_READS else allowed

    def patterns(self, mode: Mode | None = None) -> tuple[PatternCost, ...]:
        """Throughput by access pattern, most expensive first."""
        labels: dict[str, str] = {}
        amounts: dict[str, Decimal] = {}
        for table in self.tables:
            for metered in table.modes[_mode(table, mode)].lines:
                for pattern, label, amount in divided(metered):
                    labels[pattern] = label
                    amounts[pattern] = amounts.get(pattern, Decimal(0)) + amount
        whole = sum(amounts.values(), Decimal(0))
        made = [PatternCost(p, labels[p], a, a / whole if whole else Decimal(0)) for p, a in amounts.items()]
        return tuple(sorted(made, key=lambda cost: -cost.amount))

    def places(self, mode: Mode | None = None) -> tuple[PlaceCost, ...]:
        """Throughput, storage and the rest by table and index, in the design's order."""
        amounts: dict[tuple[str, str], Decimal] = {}
        for table in self.tables:
            for line in (*(m.line for m in table.modes[_mode(table, mode)].lines), *table.common):
                key = (table.table, line.place)
                amounts[key] = amounts.get(key, Decimal(0)) + (line.amount.value if line.amount else Decimal(0))
        whole = sum(amounts.values(), Decimal(0))
        return tuple(PlaceCost(t, p, a, a / whole if whole else Decimal(0)) for (t, p), a in amounts.items())


def monthly_cost(
    design: Design,
    prices: PriceList | None = None,
    *,
    capacity: DesignCapacity | None = None,
    cache: CapacityCache | None = None,
) -> Cost:
    """A design's month in its Region. Pass `capacity` and `cache` if available."""
    prices = (prices or list_prices()).with_given(design.options.prices)
    cache = cache or CapacityCache()
    capacity = capacity or design_capacity(design, cache)
    tables = tuple(table_cost(design, table, capacity, prices, cache.sizes) for table in design.tables)
    allowances = {what: prices.free(what) for what in Free}
    return Cost(design.region, tables, prices.version, capacity.unknown, allowances)


def _mode(table: TableCost, mode: Mode | None) -> Mode:
    """The requested mode, if possible for the table; else the current one."""
    return table.current if mode is None or mode not in table.modes else mode


def _freed(line: CostLine, mode: Mode) -> Free | None:
    """The allowance that a line of a Standard table uses: none is for requests, or for replicated writes."""
    if line.what == "storage":
        return Free.STORAGE_GB
    if line.what.startswith("stream, read by") and line.price is not None:
        return Free.STREAM_READS
    if mode is Mode.ON_DEMAND:
        return None
    return {"reads": Free.READ_HOURS, "writes": Free.WRITE_HOURS}.get(line.what)


def _taken_off(region: str, lines: list[CostLine], allowance: Decimal) -> CostLine | None:
    """The value of an allowance on these lines of one Region."""
    price = next((line.price for line in lines if line.price is not None), None)
    used = sum((line.quantity.value for line in lines if line.quantity is not None), Decimal(0))
    taken = min(used, allowance)
    if price is None or not taken:
        return None
    value = -taken * price.value
    text = (
        f"{plain_number(taken)} of {plain_number(used)} {price.unit}s are free per month, account and Region, at "
        f"${price.value:f} each"
    )
    step = Line(text, value, USD_MONTH, (price_line(price, region),))
    amount = Figure(value, USD_MONTH, (step,), _is_estimate(lines))
    return CostLine(lines[0].place, f"free tier, {lines[0].what}", region, amount, price)


def _is_estimate(lines: Iterable[CostLine]) -> bool:
    """Return whether any of these amounts is based on an estimate."""
    return any(line.amount.estimate for line in lines if line.amount is not None)


def divided(metered: MeteredLine) -> Iterator[tuple[str, str, Decimal]]:
    """A line's amount divided among its patterns by the units they use; by their peaks if none has an average."""
    if metered.line.amount is None:
        return
    weights = [part.average for part in metered.parts]
    if not any(weights):
        weights = [part.peak for part in metered.parts]
    whole = sum(weights, Decimal(0))
    for part, weight in zip(metered.parts, weights, strict=True):
        if whole:
            yield part.pattern, part.label, metered.line.amount.value * weight / whole
