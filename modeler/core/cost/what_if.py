"""A design under assumptions: other rates, growth, another Region or table class. facts/pricing#list-prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.arithmetic import exact
from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.storage import items_in
from modeler.core.design.cost_scenarios import WhatIf
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Rate
from modeler.core.design.tables import Table

MODES: Final[Mapping[str, Mode]] = {
    "on-demand": Mode.ON_DEMAND,
    "auto-scaled": Mode.AUTO_SCALED,
    "fixed": Mode.FIXED,
    "as-set": Mode.AS_SET,
}
"""Capacity modes, by their names in a scenario."""


@dataclass(frozen=True)
class SupposedCost:
    """The month of a design under assumptions. `mode` None: each table as the design sets it."""

    what_if: WhatIf
    design: Design
    cost: Cost
    mode: Mode | None


def cost_under(design: Design, what_if: WhatIf, cache: CapacityCache | None = None) -> SupposedCost:
    """Return the monthly cost of a design under assumptions."""
    cache = cache or CapacityCache()
    made = design_under(design, what_if)
    cost = monthly_cost(made, capacity=design_capacity(made, cache), cache=cache)
    return SupposedCost(what_if, made, cost, MODES.get(what_if.mode))


def design_under(design: Design, what_if: WhatIf) -> Design:
    """Return the design with the assumptions instead of what it specifies; itself if they change nothing.

    After `months` months, each entity has the items that its own growth gives, and `items_growth` percent more for
    each month; new items per month grow alike. Items per parent stay as they are.
    """
    if not what_if.changes_design:
        return design
    if what_if.region:
        design = replace(design, region=what_if.region)
    times = what_if.times * compounded(what_if.calls_growth, what_if.months)
    if times != 1:
        design = replace(design, patterns=tuple(multiplied(one, times) for one in design.patterns))
    if what_if.traffic is not None:
        design = replace(design, settings={**design.settings, "traffic": what_if.traffic})
    tables = tuple(_table_under(table, what_if) for table in design.tables)
    return design if tables == design.tables else replace(design, tables=tables)


def compounded(percent: float, months: int) -> float:
    """How many times as much there is after so many months."""
    return float((1 + percent / 100) ** months)


def multiplied(pattern: AccessPattern, times: float) -> AccessPattern:
    """Return the pattern with its rate, if it has one, multiplied."""
    rate = pattern.per_second
    return pattern if rate is None else replace(pattern, per_second=Rate(rate.average * times, rate.peak * times))


def _table_under(table: Table, what_if: WhatIf) -> Table:
    if what_if.table_class and (table.options.table_class or "STANDARD") != what_if.table_class:
        table = replace(table, settings={**table.settings, "table_class": what_if.table_class})
    operation = table.options.operation.raw
    if what_if.traffic is not None and "curve" in operation:
        # The table's own traffic would override that of the design.
        kept = {name: value for name, value in operation.items() if name != "curve"}
        table = replace(table, settings={**table.settings, "ops": kept})
    if what_if.months:
        table = replace(table, entities=tuple(_entity_under(one, what_if) for one in table.entities))
    return table


def _entity_under(entity: Entity, what_if: WhatIf) -> Entity:
    count = items_in(entity, what_if.months)
    if count is None:
        return entity
    times = compounded(what_if.items_growth, what_if.months)
    made = round(count * exact(times))
    return entity if made == entity.count else replace(entity, count=made, growth=entity.growth * times)
