"""Access patterns as a list and as a matrix of patterns by indexes: the request, the serving index and the cost of
each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from urllib.parse import urlencode

from designer.page.rates import stated_rates
from designer.page.regions.outline import gravest
from designer.page.scene import PagePlace, Scene
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.servings import Serving, serving

VIEWS: Final = (("list", "List"), ("matrix", "By index"))
CHOICES: Final = ("shown", "containing", "only")
TABLE_ITSELF: Final = "table"


@dataclass(frozen=True, slots=True)
class PatternRow:
    """One pattern: `reads` and `writes` are units per call, `loads` the same by (table, index), `cost` its share of the
    monthly cost; None if not known yet.
    """

    id: str
    code: str
    name: str
    operation: str
    index: str
    table: str
    keys: tuple[str, ...]
    href: str
    is_current: bool
    label: str
    stated: Mapping[str, Any]
    average: float | None
    peak: float | None
    reads: Decimal | None
    writes: Decimal | None
    loads: Mapping[tuple[str, str], tuple[Decimal, Decimal]]
    cost: str | None
    is_served: bool
    reason: str
    severity: str
    findings: int


def patterns(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the page of access patterns."""
    view = place.choice("shown") if place.choice("shown") in dict(VIEWS) else VIEWS[0][0]
    rows = [row for row in _rows(scene, place) if _fits(row, place)]
    return {
        "rows": rows,
        "total": len(scene.design.patterns),
        "unserved": sum(not row.is_served for row in rows),
        "view": view,
        "views": VIEWS,
        "text": place.choice("containing"),
        "only": place.choice("only"),
        "columns": _columns(scene) if view == "matrix" else (),
        "matrix": _matrix(scene, rows) if view == "matrix" else (),
        "tables": scene.design.tables,
        "is_behind": scene.is_behind,
    }


def _fits(row: PatternRow, place: PagePlace) -> bool:
    words = place.choice("containing").casefold().split()
    said = f"{row.code} {row.name} {row.operation} {row.table} {row.index} {' '.join(row.keys)}".casefold()
    if place.choice("only") == "unserved" and row.is_served:
        return False
    return all(word in said for word in words)


def _rows(scene: Scene, place: PagePlace) -> Iterator[PatternRow]:
    capacity = {one["pattern"]: one for one in scene.analysis.get("capacity", {}).get("patterns", ())}
    cost = _costs(scene)
    chosen = {name: place.choice(name) for name in CHOICES if place.choice(name)}
    choices = f"&{urlencode(chosen)}" if chosen else ""
    for pattern in scene.design.patterns:
        table = scene.design.table(pattern.table)
        served = serving(scene.design, pattern)
        found = scene.findings_by_part.get(pattern.id, [])
        loads = _loads(capacity.get(pattern.id, {}))
        yield PatternRow(
            id=pattern.id,
            code=pattern.code,
            name=pattern.name or pattern.operation.value,
            operation=pattern.operation.value,
            index=(served.index if served.found else pattern.index) or TABLE_ITSELF,
            table=table.name if table else pattern.table,
            keys=_keys(pattern, served),
            href=f"?{_there(scene, pattern, table, served).query}{choices}",
            is_current=place.pattern == pattern.id,
            label=pattern.label,
            stated=stated_rates(scene, pattern.id),
            average=pattern.per_second.average if pattern.per_second else None,
            peak=pattern.per_second.peak if pattern.per_second else None,
            reads=_sum(loads, 0),
            writes=_sum(loads, 1),
            loads=loads,
            cost=cost.get(pattern.id),
            is_served=served.served,
            reason=served.reason,
            severity=gravest(found),
            findings=len(found),
        )


def _there(scene: Scene, pattern: AccessPattern, table: Table | None, served: Serving) -> PagePlace:
    """The address that selects the pattern, and the index that it uses in the grid."""
    name = served.index if served.found else pattern.index
    index = table.index(name) if table and name else None
    return PagePlace(
        table=table.id if table else "", index=index.id if index else "", pattern=pattern.id, part=pattern.id
    )


def _keys(pattern: AccessPattern, served: Serving) -> tuple[str, ...]:
    conditions = pattern.key or served.condition
    return tuple(
        f"{one.name} {one.operator} {' and '.join(one.templates)}" if one.operator != "=" else " ".join(one.templates)
        for one in conditions
    )


def _loads(raw: Mapping[str, Any]) -> dict[tuple[str, str], tuple[Decimal, Decimal]]:
    """Read and write units per call by (table, index), '' for the table itself."""
    found: dict[tuple[str, str], tuple[Decimal, Decimal]] = {}
    for load in raw.get("loads", ()):
        where = (load["place"]["table"], load["place"]["index"] or "")
        value = load.get("per_call", {}).get("value")
        if value is None:
            continue
        reads, writes = found.get(where, (Decimal(0), Decimal(0)))
        units = Decimal(value)
        found[where] = (reads + units, writes) if load["direction"] == "read" else (reads, writes + units)
    return found


def _sum(loads: Mapping[tuple[str, str], tuple[Decimal, Decimal]], side: int) -> Decimal | None:
    total = sum((one[side] for one in loads.values()), Decimal(0))
    return total or None


def _costs(scene: Scene) -> dict[str, str]:
    """US dollars per month by the id of a pattern."""
    return {one["pattern"]: one["amount"] for one in scene.analysis.get("cost", {}).get("patterns", ())}


def _columns(scene: Scene) -> tuple[dict[str, str], ...]:
    above = {table.name: table.name if len(scene.design.tables) > 1 else "" for table in scene.design.tables}
    return tuple(
        {"table": table.name, "index": "" if index.is_base else index.name, "shows_table": above[table.name]}
        for table in scene.design.tables
        for index in table.all_indexes
    )


def _matrix(scene: Scene, rows: list[PatternRow]) -> list[dict[str, Any]]:
    """A cell for each pattern and index: its units there, and whether the pattern names this index."""
    columns = _columns(scene)
    return [{"row": row, "cells": [_cell(row, column["table"], column["index"]) for column in columns]} for row in rows]


def _cell(row: PatternRow, table: str, index: str) -> dict[str, Any]:
    reads, writes = row.loads.get((table, index), (Decimal(0), Decimal(0)))
    is_named = row.table == table and row.index == (index or TABLE_ITSELF)
    return {"reads": reads or None, "writes": writes or None, "is_named": is_named and row.is_served}
