"""The monthly budget of a design. facts/pricing#conventions."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import exact
from modeler.core.cost.design import Cost
from modeler.core.cost.scenario_costs import is_lower_bound
from modeler.core.design.parts import ROOT
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.rule import WARNING, Rule, Scope, Spot, rule


@rule(
    "capacity.over_budget",
    WARNING,
    Scope.DESIGN,
    title="Design costs more than its budget",
    why="The bill is higher than the amount that was agreed on, before anything that the price list does not cover",
    fix="Reduce the most expensive access patterns, choose a cheaper capacity mode, or raise the budget",
    sources="facts/pricing#list-prices, facts/pricing#conventions",
)
def over_budget(context: RuleContext) -> Iterator[Spot]:
    budget = context.design.options.budget
    if budget is None:
        return
    most, cost = exact(budget), context.cost
    total = cost.total()
    if total.value <= most:
        return
    least = "at least " if is_lower_bound(context.design, cost) else ""
    about = " (estimate)" if total.estimate else ""
    message = (
        f"{context.design.name} costs {least}${total.value:,.2f}/month{about}, ${total.value - most:,.2f} above its "
        f"budget of ${most:,.2f}"
    )
    yield Spot(message, "settings.budget", ROOT, "settings.budget", fix=_fix(cost, most))


def _fix(cost: Cost, most: Decimal) -> str:
    """What fits into the budget without other traffic, if anything does."""
    cheapest = cost.cheapest.value
    if cheapest >= cost.total().value:
        return ""
    if cheapest <= most:
        return f"Choose the cheapest capacity modes (${cheapest:,.2f}/month), or raise the budget"
    return f"Choose the cheapest capacity modes (${cheapest:,.2f}/month, still above the budget), and raise the budget"


RULES: Final[tuple[Rule, ...]] = (over_budget,)
