"""The monthly cost of one table, in every capacity mode.

facts/throughput#replication, facts/pricing#list-prices, facts/pricing#break-even.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from modeler.core.arithmetic import Figure
from modeler.core.capacity.design import DesignCapacity
from modeler.core.cost.bills import Bill, BreakEven, ModeCost, Modes
from modeler.core.cost.choice import CheapestMode, choice
from modeler.core.cost.commitments import Commitment, commitments
from modeler.core.cost.common import BACKUPS, backed_up, common_lines, once_lines, storage_lines
from modeler.core.cost.lines import CostLine, Mode, sum_of, sum_of_figures
from modeler.core.cost.meters import Meter, meters_of
from modeler.core.cost.prices import PriceList
from modeler.core.cost.storage import MONTHS, Stored, items_in, stored, weights
from modeler.core.cost.tariffs import TableClass
from modeler.core.cost.vector_indexes import vector_lines
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.surroundings import global_table
from modeler.core.design.tables import IndexKind, Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import GIB


@dataclass(frozen=True, slots=True)
class StoredMonth:
    """One month from now: GB stored with every index in one Region, dollars of storage in all Regions, and dollars of
    the whole bill in the current mode, with today's throughput. Estimates; `TableCost.lines_in` expands any month.
    """

    month: int
    size: Decimal
    storage: Decimal
    total: Decimal


@dataclass(frozen=True)
class TableCost:
    """One table's month; each number is computed on demand and kept.

    `regions` begin with the home Region. `bill` is its throughput under its own class, `other` under the other one.
    """

    source: Table
    bill: Bill
    other: Bill
    sizes: Sizes

    @property
    def table(self) -> str:
        """Its name."""
        return self.source.name

    @property
    def table_class(self) -> TableClass:
        """Standard, or Standard-IA."""
        return self.bill.table_class

    @property
    def regions(self) -> tuple[str, ...]:
        """The home Region, then those of its replicas."""
        return self.bill.regions

    @property
    def meters(self) -> tuple[Meter, ...]:
        """What is metered: the table and each GSI, reads and writes, with their traffic and its simulation."""
        return self.bill.meters

    @cached_property
    def held(self) -> tuple[Stored, ...]:
        """What the table and each index store now."""
        return self.held_in(0)

    def held_in(self, month: int) -> tuple[Stored, ...]:
        """What they will store this many months from now."""
        return stored(self.source, self.sizes, replicated=self.bill.replicated, month=month)

    @cached_property
    def modes(self) -> Mapping[Mode, ModeCost]:
        """Throughput in each possible capacity mode."""
        return Modes(self.bill, self.bill.possible)

    @cached_property
    def common(self) -> tuple[CostLine, ...]:
        """Costs that do not depend on the mode: storage, recovery, backups, streams, vector indexes."""
        vectors = vector_lines(self.source, self.sizes, self.bill)
        return (*common_lines(self.source, self.held, self.bill), *vectors)

    @cached_property
    def once(self) -> tuple[CostLine, ...]:
        """One-time costs, in dollars: restore, export, import; in no monthly total."""
        return tuple(once_lines(self.source, self.held, self.bill))

    @cached_property
    def current(self) -> Mode:
        """The current mode."""
        if not self.source.is_provisioned:
            return Mode.ON_DEMAND
        if self.bill.scales:
            return Mode.AUTO_SCALED
        return Mode.AS_SET if Mode.AS_SET in self.bill.possible else Mode.FIXED

    @cached_property
    def choice(self) -> CheapestMode | None:
        """The cheapest mode that serves the load, and why; None if no mode is priced."""
        return choice(self.modes, self.bill)

    @property
    def cheapest(self) -> Mode | None:
        """The cheapest of the modes with known prices and without throttling."""
        return self.choice.mode if self.choice is not None else None

    @cached_property
    def break_evens(self) -> tuple[BreakEven, ...]:
        """Where provisioned and on-demand cost the same, meter by meter."""
        return tuple(self.bill.break_evens())

    @cached_property
    def commitments(self) -> tuple[Commitment, ...]:
        """Throughput under reserved capacity of 1 and 3 years, and under Database Savings Plans."""
        return tuple(commitments(self.bill, self.current if self.current is not Mode.ON_DEMAND else Mode.AUTO_SCALED))

    @property
    def other_class(self) -> Mapping[Mode, Decimal | None]:
        """Throughput and storage in the other table class by mode; None if a price is unknown.

        facts/pricing#standard-ia.
        """
        return {mode: self.in_other_class(mode) for mode in self.modes}

    def in_other_class(self, mode: Mode) -> Decimal | None:
        """Throughput and storage of one mode in the other table class; None if a price is unknown."""
        cost = self.other.mode(mode)
        storage = tuple(storage_lines(self.source, self.held, self.other))
        if not cost.complete or any(line.amount is None for line in storage):
            return None
        return cost.total.value + sum_of(storage).value

    @cached_property
    def storage(self) -> Figure:
        """Storage only per month, of the table and every index in all Regions."""
        return sum_of(line for line in self.common if line.what == "storage")

    def total(self, mode: Mode | None = None) -> Figure:
        """Everything per month, in one mode (default: the current one)."""
        mode = mode or self.current
        named = [(f"throughput, {mode}", self.modes[mode].total), ("storage and the rest", sum_of(self.common))]
        return sum_of_figures(named, "throughput and the rest")

    def complete(self, mode: Mode | None = None) -> bool:
        """Whether every price of that total is known."""
        return self.modes[mode or self.current].complete and all(line.amount is not None for line in self.common)

    def lines_in(self, month: int) -> tuple[CostLine, ...]:
        """Costs that do not depend on the mode, this many months from now, with their arithmetic."""
        return tuple(common_lines(self.source, self.held_in(month), self.bill))

    def growth(self, months: int = MONTHS) -> Iterator[StoredMonth]:
        """Month by month from now (0) on, from each entity's growth and retention. A cost without a price counts as
        0.
        """
        throughput = self.modes[self.current].total.value
        by_place = weights(self.source, self.sizes, replicated=self.bill.replicated)
        now, rest = self.storage.value, sum_of(self.common).value - self.storage.value
        steady = sum((each.size.value for each in self.held), Decimal(0))
        backed_now = backed_up(self.held).value
        for month in range(months + 1):
            counts = {entity.id: items_in(entity, month) or Decimal(0) for entity in self.source.entities}
            sizes = {place: _gigabytes(counts, of) for place, of in by_place.items()}
            size = sum(sizes.values(), Decimal(0))
            backed = sum((sizes[each.place] for each in self.held if each.kind is not IndexKind.GSI), Decimal(0))
            if not steady:
                # Nothing is stored yet, so there is no ratio to extrapolate.
                lines = self.lines_in(month)
                kept = sum_of(line for line in lines if line.what == "storage").value
                yield StoredMonth(month, size, kept, throughput + sum_of(lines).value)
                continue
            storage = now * size / steady
            # Recovery and backups grow with the table and its LSIs; streams stay the same.
            others = rest + self._backups * (backed / backed_now - 1) if backed_now else rest
            yield StoredMonth(month, size, storage, throughput + storage + others)

    @cached_property
    def _backups(self) -> Decimal:
        return sum_of(line for line in self.common if line.what in BACKUPS).value


def _gigabytes(counts: Mapping[str, Decimal], weighed: tuple[tuple[Entity, Decimal], ...]) -> Decimal:
    return sum((counts[entity.id] * weight for entity, weight in weighed), Decimal(0)) / GIB


def table_cost(design: Design, table: Table, capacity: DesignCapacity, prices: PriceList, sizes: Sizes) -> TableCost:
    """The cost of a table in its Regions: the design's own first, then those of its replicas."""
    infrequent = table.options.table_class == TableClass.INFREQUENT
    table_class = TableClass.INFREQUENT if infrequent else TableClass.STANDARD
    replicated = global_table(design, table)
    regions = replicated.regions if replicated is not None else (design.region,)
    meters = tuple(meters_of(design, table, capacity))
    scales = table.is_provisioned and bool(table.options.auto_scaling)
    bills = [Bill(regions, prices, one, meters, scales) for one in (table_class, table_class.other)]
    return TableCost(table, bills[0], bills[1], sizes)
