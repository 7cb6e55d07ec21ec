"""Auto scaling of a table that has no units to scale. facts/pricing#auto-scaling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modeler.core.capacity.loads import Direction
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Fix
from modeler.core.rules.capacity.provisioned_units import autoscaling
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.context import RuleContext, index_path
from modeler.core.rules.support.rule import WARNING, Rule, Scope, Spot, rule


@rule(
    "capacity.autoscaling",
    WARNING,
    Scope.TABLE,
    title=autoscaling.title,
    why="A table on demand has no units: the policies have no effect, and somebody counts on them",
    fix="Remove the policies, or provision the table",
    sources=autoscaling.sources,
    fixes=True,
)
def void_scaling(context: RuleContext, table: Table) -> Iterator[Spot]:
    is_on_demand = table.options.billing == "PAY_PER_REQUEST"
    scaled = [one for one in table.all_indexes if _scales(table, one)] if is_on_demand else []
    if scaled:
        names = f"{' and '.join(one.name for one in scaled)} {'has' if len(scaled) == 1 else 'have'}"
        message = f"{names} auto scaling, but {table.name} is PAY_PER_REQUEST, which has no units to scale"
        place, field = scaled[0], "settings.auto_scaling" if scaled[0].is_base else "auto_scaling"
        fixes = (Fix(f"Remove the auto scaling of {table.name}", on_demand(table)),)
        yield Spot(message, index_path(table, place), place.id, field, fixes=fixes)


def _scales(table: Table, index: Index) -> bool:
    raw = (table.settings if index.is_base else index.capacity.settings).get("auto_scaling")
    return isinstance(raw, Mapping) and any(isinstance(raw.get(one.value), Mapping) for one in Direction)


RULES: tuple[Rule, ...] = (void_scaling,)
