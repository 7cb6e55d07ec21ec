"""The budget of a design, and the scenarios that it keeps, side by side with the assumptions in the address."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Final

from designer.page.month_cost import Supposed, month_of
from designer.page.scene import Scene
from exporter.documents.hand_out import assumed_rows
from modeler.core.arithmetic import exact
from modeler.core.cost.scenario_costs import SCENARIOS_MAX, ScenarioCost, scenario_cost
from modeler.core.design.parts import ROOT

HERE: Final = "What if"


def scenarios_shown(scene: Scene, supposed: Supposed) -> dict[str, Any]:
    """The design as it is, the assumptions of the address if there are any, and every scenario; with the budget."""
    kept = [one for one in scene.design.options.scenarios if one.name]
    now = _side(scene, Supposed(), "The design", "")
    named = {one.name: Supposed.of_scenario(one) for one in kept[:SCENARIOS_MAX]}
    shown = next((name for name, one in named.items() if one == supposed), "")
    here = [] if shown or supposed == Supposed() else [_side(scene, supposed, HERE, "here")]
    sides = [now, *here, *(_side(scene, one, name, "kept") for name, one in named.items())]
    looked = next((side for side in sides if side["name"] == shown), (here or [now])[0])
    budget = scene.design.options.budget
    root = scene.parts[ROOT].fields
    return {
        "sides": [_compared(side, now["cost"], budget) for side in sides],
        "left_out": len(kept) - SCENARIOS_MAX if len(kept) > SCENARIOS_MAX else 0,
        "is_full": len(kept) >= SCENARIOS_MAX,
        "scenario_rows": list(assumed_rows([side["cost"] for side in sides])),
        "stored_scenarios": json.dumps(root.get("settings.scenarios")),
        "supposed_here": json.dumps(supposed.what_if().as_json()) if here else "",
        "supposed_query": supposed.query,
        "budget": f"{budget:.2f}".removesuffix(".00") if budget is not None else "",
        "stored_budget": json.dumps(root.get("settings.budget")),
        "budgeted": _budgeted(looked["cost"], budget),
        "shown": shown,
    }


def _side(scene: Scene, supposed: Supposed, name: str, kind: str) -> dict[str, Any]:
    month = month_of(scene, supposed)
    cost = scenario_cost(supposed.what_if(name), month.design, month.cost, month.mode)
    return {"name": name, "kind": kind, "cost": cost, "supposed": supposed, "query": supposed.query}


def _compared(side: dict[str, Any], now: ScenarioCost, budget: float | None) -> dict[str, Any]:
    cost: ScenarioCost = side["cost"]
    return {
        **side,
        "difference": cost.total - now.total,
        "is_same": abs(cost.total - now.total) < Decimal("0.005"),
        "budgeted": _budgeted(cost, budget),
    }


def _budgeted(cost: ScenarioCost, budget: float | None) -> dict[str, Any] | None:
    """A month beside the budget; None without one. What is not known can only make it more expensive."""
    if budget is None:
        return None
    most = exact(budget)
    return {
        "most": most,
        "total": cost.total,
        "is_over": cost.total > most,
        "above": cost.total - most,
        "share": cost.total / most if most else None,
        "is_lower_bound": cost.is_lower_bound,
    }
