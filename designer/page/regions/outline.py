"""The outline on the left: tables with their entities, and the access patterns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from designer.page.scene import PagePlace, Scene
from modeler.core.findings import Severity


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """One line of the outline. `severity` is that of its most severe finding, '' without one."""

    id: str
    name: str
    href: str
    is_current: bool
    hue: str = ""
    code: str = ""
    count: int = 0
    severity: str = ""
    findings: int = 0


def outline(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the outline, with its rows as HTML."""
    page = reverse("design", args=[scene.design_id])
    return {
        "tables": [
            {
                "id": table.id,
                "row": _html(page, _row(scene, place, table.id, table.name, table=table.id)),
                "entities": [_html(page, one) for one in _entities(scene, place, n)],
            }
            for n, table in enumerate(scene.design.tables)
        ],
        "patterns": [_html(page, one) for one in _patterns(scene, place)],
    }


@lru_cache(maxsize=20_000)
def _html(page: str, row: OutlineRow) -> SafeString:
    """Kept, because an edit changes one row of a hundred."""
    return render_to_string("designer/regions/outline_row.html", {"page": page, "row": row})


def _entities(scene: Scene, place: PagePlace, number: int) -> Iterator[OutlineRow]:
    table = scene.design.tables[number]
    for entity in table.entities:
        hue = scene.hues[entity.name]
        yield _row(
            scene, place, entity.id, entity.name, table=table.id, part=entity.id, hue=hue, count=len(entity.items)
        )


def _patterns(scene: Scene, place: PagePlace) -> Iterator[OutlineRow]:
    for pattern in scene.design.patterns:
        table = scene.design.table(pattern.table)
        index = table.index(scene.asked(pattern).index) if table else None
        there = PagePlace(
            table=table.id if table else "",
            index=index.id if index and not index.is_base else "",
            pattern=pattern.id,
            part=pattern.id,
        )
        found = scene.findings_by_part.get(pattern.id, [])
        yield OutlineRow(
            pattern.id,
            pattern.name or pattern.operation.value,
            f"?{there.query}",
            place.pattern == pattern.id,
            code=pattern.code,
            severity=gravest(found),
            findings=len(found),
        )


def _row(
    scene: Scene, place: PagePlace, id: str, name: str, *, table: str, part: str = "", hue: str = "", count: int = 0
) -> OutlineRow:
    there = PagePlace(table=table, index=place.index if table == place.table else "", part=part or id)
    found = [f for f in scene.findings_by_part.get(id, []) if part or f.get("part") == id]
    return OutlineRow(
        id,
        name,
        f"?{there.query}",
        place.part == id,
        hue=hue,
        count=count,
        severity=gravest(found),
        findings=len(found),
    )


def gravest(findings: list[Mapping[str, Any]]) -> str:
    """The severity of the most severe of some findings, '' for none."""
    return min((finding["severity"] for finding in findings), key=lambda s: Severity(s).rank, default="")
