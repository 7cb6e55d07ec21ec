"""Items of a file that Keysheet wrote: the entities are known, so each row goes back to the logical item it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from exporter.importers.base import Report
from exporter.importers.rows import Row
from modeler.core.documents import read_entity
from modeler.core.items import Entity, SampleItem
from modeler.core.materialise import item_writer
from modeler.core.parts import part_id
from modeler.core.tables import Table
from modeler.core.values import AttributeValue
from modeler.core.wire import from_dynamodb_json


def read_own_entities(table: Table, own: Mapping[str, Any], rows: Sequence[Row], report: Report) -> Table:
    """The table with the entities of the extension and the rows as their items; other rows are unassigned."""
    carried = [_carried(entry) for entry in own.get("stored_keys", ()) if isinstance(entry, Mapping)]
    entities = []
    for raw in own["entities"]:
        entity = read_entity(raw, table.id)
        members = [row for row in rows if row.facet == entity.name]
        keys = {position: stored for name, position, stored in carried if name == entity.name}
        items = tuple(_item(table, entity, row, number, keys.get(number)) for number, row in enumerate(members))
        entities.append(replace(entity, items=items))
    names = {entity.name for entity in entities}
    every = {key for index in table.all_indexes for key in index.key_names}
    unassigned = tuple(
        SampleItem(
            part_id(table.id, "item", str(number)),
            {name: value for name, value in row.item.items() if name not in every},
            {name: value for name, value in row.item.items() if name in every},
        )
        for number, row in enumerate(row for row in rows if row.facet not in names)
    )
    return replace(table, entities=tuple(entities), unassigned=unassigned)


def _carried(entry: Mapping[str, Any]) -> tuple[str, int, dict[str, AttributeValue]]:
    stored = entry.get("keys") or {}
    values = {str(name): from_dynamodb_json(value, str(name)) for name, value in stored.items()}
    return str(entry.get("entity", "")), int(entry.get("item", -1)), values


def _item(
    table: Table, entity: Entity, row: Row, number: int, stored: Mapping[str, AttributeValue] | None
) -> SampleItem:
    every = {key for index in table.all_indexes for key in index.key_names}
    declared = {attribute.name for attribute in entity.attributes}
    values = {name: value for name, value in row.item.items() if name not in every or name in declared}
    sample = SampleItem(part_id(entity.id, "item", str(number)), values, stored or {})
    if stored:
        return sample
    carried = {name: value for name, value in row.item.items() if name in every}
    rendered = {name: value for name, value in item_writer(table, entity)(sample).item.items() if name in every}
    return sample if rendered == carried else replace(sample, stored_keys=carried)
