"""What a design costs under assumptions and in each of its scenarios, as JSON; the page is `documents.hand_out`."""

from __future__ import annotations

from typing import Any

from modeler.core.arithmetic import exact
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.prices import list_prices
from modeler.core.cost.scenario_costs import SCENARIOS_MAX, ScenarioCost, scenario_costs
from modeler.core.design.cost_scenarios import WhatIf
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.core.limits import HOURS_PER_MONTH


def scenarios_json(design: Design, what_if: WhatIf, cache: CapacityCache | None = None) -> dict[str, Any]:
    """Return the month of a design: as it is, under `what_if` if that assumes anything, and in each scenario. Amounts
    are dollars as exact decimals. Raises Invalid for a Region without prices.
    """
    check_region(what_if)
    kept = [one for one in design.options.scenarios if one.name]
    here = [] if what_if == WhatIf(what_if.name) else [what_if]
    budget = design.options.budget
    return {
        "design": design.name,
        "prices_version": list_prices().version,
        "hours": HOURS_PER_MONTH,
        "budget": None if budget is None else f"{exact(budget).normalize():f}",
        "months": [
            {**one.as_json(), "over_budget": _over(one, budget)}
            for one in scenario_costs(design, [*here, *kept[:SCENARIOS_MAX]], cache)
        ],
        "left_out": max(0, len(kept) - SCENARIOS_MAX),
    }


def check_region(what_if: WhatIf) -> None:
    """Raise Invalid for a Region without prices."""
    if what_if.region and what_if.region not in list_prices().regions:
        raise Invalid(f"there are no prices for the Region {what_if.region!r}", path="region")


def _over(month: ScenarioCost, budget: float | None) -> bool | None:
    """Whether a month is above the budget; None without a budget, or if not all of its cost is known."""
    if budget is None:
        return None
    if month.total > exact(budget):
        return True
    return None if month.is_lower_bound else False
