"""The bundled examples, shown without a copy: cards of the gallery, and a scene for the key sheet and the grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from designer.page.compared_sheets import ComparedSheet, after_only, sheets
from designer.page.home.card_drawing import CardDrawing, Cells, drawing
from designer.page.hues import entity_hues
from designer.page.scene import PagePlace, Scene
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import to_document
from modeler.core.errors import Missing
from modeler.examples import NAMES, example, examples

TEACHES: Final[Mapping[str, str]] = {
    "order-management": "One table, item collections, an overloaded GSI, a sparse index",
    "saas-projects": "Tenants in every key, unique values, work queues, multi-tenant reads",
    "iot-telemetry": "Time series, write sharding, expiry, hot keys",
    "leaderboard": "Sorted scores, counters, top lists, sharded partitions",
    "parcel-tracking": "A migration after an incident, comparing two versions",
    "adjacency-graph": "Many-to-many by adjacency lists, an inverted index",
    "relational-port": "Common mistakes in a one-to-one port of relational tables",
}
"""What each example shows."""


@cache
def gallery() -> list[dict[str, Any]]:
    """The shipped examples as cards."""
    return [
        {
            "key": one.key,
            "name": one.design.name,
            "description": one.design.description,
            "teaches": TEACHES.get(one.key, ""),
            "entities": sum(1 for _ in one.design.entities()),
            "patterns": len(one.design.patterns),
            "indexes": sum(len(table.indexes) for table in one.design.tables),
            "drawing": _drawing(one.design),
        }
        for one in examples()
    ]


@cache
def example_scene(key: str) -> Scene:
    """The scene of an example, which no database knows. Raises Missing for an unknown key."""
    if key not in NAMES:
        raise Missing("this example does not exist", code="example.missing")
    design = example(key).design
    return Scene(uuid5(NAMESPACE_URL, f"keysheet-example:{key}"), 1, design, take_apart(to_document(design)))


def example_sheet(scene: Scene, place: PagePlace) -> ComparedSheet | None:
    """The key sheet of the selected table."""
    table = scene.table(place)
    shown = (after_only(one) for one in sheets(scene.design, scene.design))
    return next((one for one in shown if table is not None and one.name == table.name), None)


def example_patterns(scene: Scene, place: PagePlace) -> Iterator[dict[str, Any]]:
    """The access patterns, each with the address that shows on the grid what it reads."""
    for pattern in scene.design.patterns:
        asked = scene.asked(pattern)
        table = scene.design.table(asked.table)
        index = table.index(asked.index) if table is not None else None
        there = PagePlace(
            table=table.id if table is not None else "",
            index=index.id if index is not None and not index.is_base else "",
            pattern=pattern.id,
        )
        yield {
            "label": pattern.label,
            "name": pattern.name,
            "href": f"?{there.query}",
            "is_chosen": pattern.id == place.pattern,
        }


def _drawing(design: Design) -> CardDrawing | None:
    hues = entity_hues(entity for _, entity in design.entities())
    return drawing([(one.name, hues[one.name], _cells(table, one)) for table, one in design.entities()])


def _cells(table: Table, entity: Entity) -> Cells:
    cells: dict[int, list[str]] = {}
    for number, index in enumerate(table.all_indexes):
        overload = next((one for one in entity.overloads if one.index == (None if index.is_base else index.name)), None)
        if overload is not None:
            cells[number] = [overload.keys[name] for name in index.key_names if name in overload.keys]
    return cells
