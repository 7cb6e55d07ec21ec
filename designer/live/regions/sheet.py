"""The key sheet: a row an entity, a column an index, and in each cell the templates that the entity writes there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from designer.live.regions.findings import cell_id
from designer.live.regions.outline import gravest
from designer.live.scene import Place, Scene
from modeler.core.items import BASE, Entity, Overload
from modeler.core.tables import Index, Table


@dataclass(frozen=True, slots=True)
class KeyCell:
    """One text that can be edited in place: a key template, or the condition of an overload.

    `base` is the stored text (names of attributes as ids), which an edit is compared with; `text` is what people see.
    """

    part: str
    field: str
    label: str
    text: str
    base: str
    severity: str = ""
    placeholder: str = ""
    index: str = ""

    @property
    def id(self) -> str:
        """Of the element."""
        return cell_id(self.part, self.field)


@dataclass(frozen=True, slots=True)
class Cell:
    """Where an entity meets an index: one group of key cells for each overload, or what stands there instead."""

    entity: str
    index: str
    id: str
    label: str
    overloads: tuple[tuple[tuple[KeyCell, ...], KeyCell], ...]
    instead: str = ""


def sheet(scene: Scene, place: Place) -> dict[str, Any]:
    """Context of the key sheet of the table that is looked at."""
    table = scene.table(place)
    if table is None:
        return {"table": None}
    current = scene.index(table, place)
    columns = [
        {
            "index": index,
            "href": f"?{place.but(table=table.id, index='' if index.is_base else index.id, first=0).query}",
            "is_current": index.id == current.id,
            "severity": gravest(scene.findings_by_part.get(index.id, [])) if not index.is_base else "",
        }
        for index in table.all_indexes
    ]
    rows = [
        {
            "entity": entity,
            "hue": scene.hues[entity.name],
            "href": f"?{place.but(table=table.id, part=entity.id).query}",
            "is_chosen": place.part == entity.id,
            "cells": [_cell(scene, table, entity, index) for index in table.all_indexes],
        }
        for entity in table.entities
    ]
    return {"table": table, "columns": columns, "rows": rows}


def _cell(scene: Scene, table: Table, entity: Entity, index: Index) -> Cell:
    overloads = entity.overloads_of(BASE if index.is_base else index.name)
    return Cell(
        entity.id,
        "" if index.is_base else index.id,
        f"meet-{entity.id}-{index.id}",
        f"{entity.name}, {'table' if index.is_base else index.name}",
        tuple((_keys(scene, entity, index, one), _condition(scene, entity, index, one)) for one in overloads),
        "" if overloads else _instead(table, entity, index),
    )


def _keys(scene: Scene, entity: Entity, index: Index, overload: Overload) -> tuple[KeyCell, ...]:
    cells = []
    stored = scene.parts[overload.id].fields
    for key in index.keys:
        field = f"keys.{key.name}"
        cells.append(
            KeyCell(
                overload.id,
                field,
                f"{entity.name}, {key.name}",
                overload.keys.get(key.name, ""),
                str(stored.get(field) or ""),
                _severity(scene, overload.id, field),
                "" if key.name in overload.keys else f"own {key.name}",
                "" if index.is_base else index.id,
            )
        )
    return tuple(cells)


def _condition(scene: Scene, entity: Entity, index: Index, overload: Overload) -> KeyCell:
    where = "the table" if index.is_base else index.name
    stored = str(scene.parts[overload.id].fields.get("when") or "")
    label = f"{entity.name}, when it is in {where}"
    severity = _severity(scene, overload.id, "when")
    return KeyCell(overload.id, "when", label, overload.when, stored, severity, index="" if index.is_base else index.id)


def _severity(scene: Scene, part: str, field: str) -> str:
    found = [one for one in scene.findings_by_part.get(part, []) if one.get("field") in ("", field)]
    return gravest(found)


def _instead(table: Table, entity: Entity, index: Index) -> str:
    """What puts an entity into an index for which it has no template: its own attributes, or keys of the table."""
    if index.is_base:
        return ""
    own = {attribute.name for attribute in entity.attributes} | set(table.base.key_names)
    return ", ".join(index.key_names) if all(name in own for name in index.key_names) else ""
