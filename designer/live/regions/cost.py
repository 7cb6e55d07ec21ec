"""Capacity and cost: what the patterns need, what that costs in each mode, and the arithmetic behind each number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from designer.live.regions.charts import Chart, stacked
from designer.live.regions.findings import place_of
from designer.live.scene import Place, Scene

PARTS = ("Reads", "Writes", "Storage and the rest")
AS_SET = "provisioned, as the design sets it"


def cost(scene: Scene, place: Place) -> dict[str, Any]:
    """Context of the capacity and cost page; `cost` is None before the first analysis."""
    found = scene.analysis.get("cost")
    capacity = scene.analysis.get("capacity") or {}
    if not found:
        return {"cost": None}
    modes = _modes(found)
    return {
        "cost": found,
        "is_behind": scene.analysed < scene.revision,
        "modes": modes,
        "chart": _chart(modes),
        "parts": PARTS,
        "patterns": _patterns(scene, found, capacity),
        "places": _places(found, capacity),
        "sums": _sums(found),
        "unknown": [*found["unknown"], *capacity.get("unknown", ())],
    }


def headline(scene: Scene) -> dict[str, Any] | None:
    """What the status bar says: on demand, and the cheapest where that is another mode."""
    found = scene.analysis.get("cost")
    if not found or not Decimal(found["modes"]["on demand"]["total"]["value"]):
        return None
    modes = _modes(found)
    best = min(modes, key=lambda mode: mode["amount"])
    return {
        "on_demand": found["modes"]["on demand"]["total"]["value"],
        "best": None if best["name"] == "on demand" else best,
    }


def _modes(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every mode in which each table is priced; the one that the design sets only where it sets one."""
    set_so = any(AS_SET in table["modes"] for table in found["tables"])
    shown = [
        {
            "name": name,
            "amount": Decimal(mode["total"]["value"]),
            "is_estimate": mode["total"]["estimate"],
            "is_complete": mode["complete"],
            "parts": _parts(found, name),
        }
        for name, mode in found["modes"].items()
        if name != AS_SET or set_so
    ]
    best = min(mode["amount"] for mode in shown)
    return [{**mode, "is_best": mode["amount"] == best} for mode in shown]


def _parts(found: Mapping[str, Any], mode: str) -> list[tuple[str, float]]:
    sums = dict.fromkeys(PARTS, Decimal(0))
    for table in found["tables"]:
        chosen = table["modes"].get(mode) or table["modes"][table["current"]]
        for metered in chosen["lines"]:
            title = "Reads" if metered["line"]["what"].startswith("read") else "Writes"
            sums[title] += _amount(metered["line"])
        sums[PARTS[2]] += sum(map(_amount, table["common"]), Decimal(0))
    return [(title, float(amount)) for title, amount in sums.items()]


def _amount(line: Mapping[str, Any]) -> Decimal:
    return Decimal(line["amount"]["value"]) if line["amount"] else Decimal(0)


def _chart(modes: Iterable[Mapping[str, Any]]) -> Chart:
    return stacked([(mode["name"].capitalize(), mode["parts"], mode["is_best"]) for mode in modes])


def _patterns(scene: Scene, found: Mapping[str, Any], capacity: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each pattern with its units a call, its rate and what it costs; the dearest first."""
    costs = {one["pattern"]: one for one in found["patterns"]}
    names = {pattern.id: pattern.name for pattern in scene.design.patterns}
    rows = []
    for one in capacity.get("patterns", ()):
        paid = costs.get(one["pattern"])
        rows.append(
            {
                "label": one["label"],
                "name": names.get(one["pattern"], ""),
                "href": f"?{place_of(scene, one['pattern']).query}",
                "reads": _units(one, "read"),
                "writes": _units(one, "write"),
                "rate": one["rate"],
                "amount": Decimal(paid["amount"]) if paid else None,
                "share": float(paid["share"]) if paid else 0.0,
                "bar": round(float(paid["share"]) * 100, 1) if paid else 0,
                "unknown": one["unknown"],
            }
        )
    return sorted(rows, key=lambda row: row["amount"] or Decimal(0), reverse=True)


def _units(pattern: Mapping[str, Any], direction: str) -> Decimal:
    loads = [load for load in pattern["loads"] if load["direction"] == direction]
    return sum((Decimal(load["per_call"]["value"]) for load in loads), Decimal(0))


def _places(found: Mapping[str, Any], capacity: Mapping[str, Any]) -> list[dict[str, Any]]:
    paid = {(one["table"], one["place"]): one for one in found["places"]}
    rows = []
    for one in capacity.get("places", ()):
        table, index = one["place"]["table"], one["place"]["index"]
        cost_of = paid.get((table, index or table))
        rows.append(
            {
                "name": index or table,
                "table": table if index else "",
                "read": one["read"],
                "write": one["write"],
                "amount": cost_of["amount"] if cost_of else None,
            }
        )
    return rows


def _sums(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every line of every mode, to be opened."""
    opened = []
    for name in found["modes"]:
        lines = [
            metered["line"]
            for table in found["tables"]
            if name in table["modes"]
            for metered in table["modes"][name]["lines"]
        ]
        if lines:
            total = sum(map(_amount, lines), Decimal(0))
            opened.append({"name": f"Requests {name}", "total": total, "lines": lines})
    common = [line for table in found["tables"] for line in table["common"]] + list(found["free"])
    if common:
        opened.append({"name": "In every mode", "total": sum(map(_amount, common), Decimal(0)), "lines": common})
    return opened
