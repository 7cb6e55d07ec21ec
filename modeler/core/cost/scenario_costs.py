"""What a design costs under assumptions, as one row beside others: sums, and what they do not include."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import Cost
from modeler.core.cost.lines import CostLine, Mode
from modeler.core.cost.tables import TableCost
from modeler.core.cost.what_if import cost_under
from modeler.core.design.cost_scenarios import WhatIf
from modeler.core.design.model import Design

AS_DESIGNED: Final = "the design"
SCENARIOS_MAX: Final = 12
"""Limit on the scenarios that are computed and shown side by side."""


@dataclass(frozen=True, slots=True)
class ScenarioCost:
    """One month under assumptions, in dollars. `modes` and `classes` are those of the tables. `is_lower_bound`: a rate
    or a price is not known. `throttles`: the capacity mode does not serve the load of some table. `stored` is in GB.
    """

    name: str
    what_if: WhatIf
    region: str
    modes: tuple[str, ...]
    classes: tuple[str, ...]
    reads: Decimal
    writes: Decimal
    rest: Decimal
    total: Decimal
    stored: Decimal
    is_estimate: bool
    is_lower_bound: bool
    throttles: bool

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; amounts are exact decimals as text."""
        return {
            "name": self.name,
            "assumes": {key: value for key, value in self.what_if.as_json().items() if key != "name"},
            "region": self.region,
            "modes": list(self.modes),
            "classes": list(self.classes),
            **{name: str(getattr(self, name)) for name in ("reads", "writes", "rest", "total", "stored")},
            "estimate": self.is_estimate,
            "lower_bound": self.is_lower_bound,
            "throttles": self.throttles,
        }


def scenario_costs(
    design: Design, what_ifs: Iterable[WhatIf], cache: CapacityCache | None = None
) -> Iterator[ScenarioCost]:
    """Yield the design as it is, then under each of the assumptions."""
    cache = cache or CapacityCache()
    for what_if in (WhatIf(AS_DESIGNED), *what_ifs):
        made = cost_under(design, what_if, cache)
        yield scenario_cost(what_if, made.design, made.cost, made.mode)


def scenario_cost(what_if: WhatIf, design: Design, cost: Cost, mode: Mode | None) -> ScenarioCost:
    """Return the row of a month: `design` and `cost` are those under the assumptions."""
    reads, writes, rest = costs_by_kind(cost, mode)
    total = cost.total(mode)
    paid = [(table, mode_in(table, mode)) for table in cost.tables]
    return ScenarioCost(
        name=what_if.name,
        what_if=what_if,
        region=cost.region,
        modes=tuple(dict.fromkeys(one.value for _, one in paid)),
        classes=tuple(dict.fromkeys(table.table_class.value for table in cost.tables)),
        reads=reads,
        writes=writes,
        rest=rest,
        total=total.value,
        stored=cost.growth(0)[0].size,
        is_estimate=total.estimate,
        is_lower_bound=is_lower_bound(design, cost, mode),
        throttles=not all(table.bill.carries(one) for table, one in paid),
    )


def is_lower_bound(design: Design, cost: Cost, mode: Mode | None = None) -> bool:
    """Return whether something is not in the total: an access pattern without a rate, or a price that is not known."""
    return bool(cost.unknown) or not cost.complete(mode) or any(one.per_second is None for one in design.patterns)


def mode_in(table: TableCost, mode: Mode | None) -> Mode:
    """The assumed capacity mode if the table can have it; else that of the design."""
    return mode if mode is not None and mode in table.modes else table.current


def costs_by_kind(cost: Cost, mode: Mode | None) -> tuple[Decimal, Decimal, Decimal]:
    """The dollars of reads, of writes, and of storage with everything else."""
    reads: list[CostLine] = []
    writes: list[CostLine] = []
    rest: list[CostLine] = []
    for table in cost.tables:
        for metered in table.modes[mode_in(table, mode)].lines:
            (reads if metered.line.what.startswith("read") else writes).append(metered.line)
        rest += table.common
    return _dollars(reads), _dollars(writes), _dollars(rest)


def _dollars(lines: Iterable[CostLine]) -> Decimal:
    return sum((line.amount.value for line in lines if line.amount is not None), Decimal(0))
