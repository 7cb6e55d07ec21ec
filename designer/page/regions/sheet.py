"""The key sheet: a row per entity, a column per index, and in each cell the templates that the entity writes there.

The sheets of several tables stand below each other, in the order of the design: a table stays where it is when a cell
of it is edited and the grid shows it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from designer.page.key_cells.examples import NO_EXAMPLE, ExampleKey, example, written_items
from designer.page.key_cells.uses import CellKey as UsedPlace
from designer.page.key_cells.uses import Uses, cell_uses
from designer.page.regions.findings import cell_id
from designer.page.regions.outline import gravest
from designer.page.scene import PagePlace, Scene
from modeler.core.design.items import BASE, COLORS, Entity, Overload
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.values.attribute_values import Item

CELLS_MAX: Final = 300
"""Of the tables that are shown together; a larger table is shown alone."""
HEAD_CELLS: Final = 12
"""What the name and the headers of a table count for: 25 tables without entities are shown together."""
PAIR: Final = 2
"""A key with more elements than a partition and a sort key shows the name of each."""


@dataclass(frozen=True, slots=True)
class KeyCell:
    """One text that can be edited in place: a key template, or the condition of an overload.

    `part` is the overload's id, '' if the entity has none in this index yet. `base` is the stored text (names of
    attributes as ids), with which an edit is compared; `text` is the visible text. `uses` are ids of access patterns,
    `said` is the message of its most severe finding.
    """

    part: str
    field: str
    id: str
    label: str
    text: str
    base: str
    entity: str
    index: str
    name: str = ""
    severity: str = ""
    said: str = ""
    placeholder: str = ""
    uses: str = ""
    example: ExampleKey = NO_EXAMPLE


@dataclass(frozen=True, slots=True)
class CellOverload:
    """One overload in a cell: its keys and its condition. `when` is None if no condition is possible."""

    overload: str
    keys: tuple[KeyCell, ...]
    when: KeyCell | None


@dataclass(frozen=True, slots=True)
class SheetCell:
    """The cell of an entity and an index: a group for each overload, or an empty one (`is_absent`)."""

    entity: str
    index: str
    index_name: str
    id: str
    groups: tuple[CellOverload, ...]
    is_absent: bool
    is_reserve: bool
    names_shown: bool


def sheet(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the key sheets of the selected table and of those beside it."""
    table = scene.table(place)
    if table is None:
        return {"table": None}
    uses = cell_uses(scene.design)
    shown = beside(scene.design.tables, table)
    return {
        "table": table,
        "sheets": [_sheet(scene, place, one, uses, is_current=one is table) for one in shown],
        "more_tables": len(scene.design.tables) - len(shown),
    }


def sheet_inputs(scene: Scene, place: PagePlace) -> tuple[Any, ...]:
    """What the key sheets are made of: of access patterns only which of them use a cell."""
    uses = {used: [one.id for one in patterns] for used, patterns in cell_uses(scene.design).items()}
    return (scene.stamp, uses, scene.besides_patterns)


def beside(tables: Sequence[Table], table: Table) -> list[Table]:
    """The tables that are shown with a table, itself included: the same ones for each of them."""
    group: list[Table] = []
    cells = 0
    for one in tables:
        own = HEAD_CELLS + len(one.entities) * len(one.all_indexes)
        if group and cells + own > CELLS_MAX:
            if table in group:
                break
            group, cells = [], 0
        group.append(one)
        cells += own
    return group


def _sheet(scene: Scene, place: PagePlace, table: Table, uses: Uses, *, is_current: bool) -> dict[str, Any]:
    # The selected index is one of the selected table.
    here = place if is_current else place.but(table=table.id, index="", first=0)
    return {
        "table": table,
        "is_current": is_current,
        "colors": " ".join(COLORS),
        "href": f"?{here.but(table=table.id, part=table.id).query}",
        "columns": [_column(scene, here, table, index, is_current=is_current) for index in table.all_indexes],
        "rows": [_row(scene, here, table, entity, uses) for entity in table.entities],
    }


def _column(scene: Scene, place: PagePlace, table: Table, index: Index, *, is_current: bool) -> dict[str, Any]:
    current = scene.index(table, place)
    chosen = {"part": table.id, "index": ""} if index.is_base else {"part": index.id, "index": index.id}
    writers = sum(1 for entity in table.entities if written_keys(table, entity, index))
    return {
        "index": index,
        "id": "" if index.is_base else index.id,
        "href": f"?{place.but(table=table.id, first=0, **chosen).query}",
        "is_current": is_current and index.id == current.id,
        "severity": gravest(scene.findings_by_part.get(index.id, [])) if not index.is_base else "",
        "writers": writers,
        "keys": json.dumps(index.key_names),
        "is_reserve": index.reserve,
    }


def _row(scene: Scene, place: PagePlace, table: Table, entity: Entity, uses: Uses) -> dict[str, Any]:
    return {
        "entity": entity,
        "hue": scene.hues[entity.name],
        "href": f"?{place.but(table=table.id, part=entity.id).query}",
        "is_chosen": place.part == entity.id,
        "severity": gravest([one for one in scene.findings_by_part.get(entity.id, []) if one.get("part") == entity.id]),
        "attributes": json.dumps([attribute.name for attribute in entity.attributes]),
        "cells": [entity_cell(scene, table, entity, index, uses) for index in table.all_indexes],
    }


def entity_cell(scene: Scene, table: Table, entity: Entity, index: Index, uses: Uses | None = None) -> SheetCell:
    """What an entity writes to an index; `uses` are those of the whole design, if they are known."""
    uses = cell_uses(scene.design) if uses is None else uses
    written = written_keys(table, entity, index)
    has_overloads = bool(entity.overloads_of(BASE if index.is_base else index.name))
    items = written_items(entity, written, scene.by_entity.get(entity.id, ()))
    made = [_group(scene, table, entity, index, one, item, uses) for one, item in zip(written, items, strict=True)]
    groups = tuple(made) or (_group(scene, table, entity, index, None, None, uses),)
    return SheetCell(
        entity.id,
        "" if index.is_base else index.id,
        "table" if index.is_base else index.name,
        f"meet-{entity.id}-{index.id}",
        groups,
        is_absent=not has_overloads,
        is_reserve=index.reserve,
        names_shown=len(index.keys) > PAIR,
    )


def _group(
    scene: Scene,
    table: Table,
    entity: Entity,
    index: Index,
    written: WrittenKey | None,
    item: Item | None,
    uses: Uses,
) -> CellOverload:
    """The cells of one overload; without one, they are empty."""
    overload = written.overload if written else None
    stored = scene.parts[overload.id].fields if overload else {}
    keys = []
    for number, key in enumerate(index.keys):
        template = written.templates[number] if written else None
        keys.append(
            _key(
                scene, (table, entity, index), overload, key, stored, example(template, entity, item),
                is_implied=template is not None and (overload is None or key.name not in overload.keys), uses=uses,
            )
        )  # fmt: skip
    is_conditional = overload is not None and (bool(overload.when) or not index.is_base)
    when = _condition(scene, entity, index, overload, stored) if overload and is_conditional else None
    return CellOverload(overload.id if overload else "", tuple(keys), when)


def _key(
    scene: Scene,
    meets: tuple[Table, Entity, Index],
    overload: Overload | None,
    key: KeyAttribute,
    stored: Mapping[str, Any],
    shown: ExampleKey,
    *,
    is_implied: bool,
    uses: Uses,
) -> KeyCell:
    table, entity, index = meets
    field = f"keys.{key.name}"
    severity, said = _found(scene, overload.id, field) if overload else ("", "")
    used = uses.get(UsedPlace(table.name, BASE if index.is_base else index.name, entity.name, key.name), ())
    return KeyCell(
        part=overload.id if overload else "",
        field=field,
        id=cell_id(overload.id if overload else f"new-{entity.id}-{index.id}", field),
        label=f"{entity.name}, {key.name}",
        text=overload.keys.get(key.name, "") if overload else "",
        base=str(stored.get(field) or ""),
        entity=entity.id,
        index="" if index.is_base else index.id,
        name=key.name,
        severity=severity,
        said=said,
        placeholder=_implied(index, key) if is_implied else "",
        uses=" ".join(one.id for one in used) if overload or is_implied else "",
        example=shown,
    )


def _implied(index: Index, key: KeyAttribute) -> str:
    """Text of a cell whose key is the item's own attribute; a cell that is one of several already shows the name."""
    return "attribute" if len(index.keys) > PAIR else f"own {key.name}"


def _condition(scene: Scene, entity: Entity, index: Index, overload: Overload, stored: Mapping[str, Any]) -> KeyCell:
    where = "the table" if index.is_base else index.name
    severity, said = _found(scene, overload.id, "when")
    return KeyCell(
        part=overload.id,
        field="when",
        id=cell_id(overload.id, "when"),
        label=f"{entity.name}, when it is in {where}",
        text=overload.when,
        base=str(stored.get("when") or ""),
        entity=entity.id,
        index="" if index.is_base else index.id,
        severity=severity,
        said=said,
    )


def _found(scene: Scene, part: str, field: str) -> tuple[str, str]:
    """The most severe finding about one field of an overload: its severity and message."""
    found = [one for one in scene.findings_by_part.get(part, []) if one.get("field") in ("", field)]
    severity = gravest(found)
    said = next((str(one.get("message", "")) for one in found if one["severity"] == severity), "")
    more = f" And {len(found) - 1} more." if len(found) > 1 else ""
    return severity, said + more
