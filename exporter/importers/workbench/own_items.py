"""Items of a file that Keysheet wrote: the entities are known, so each row becomes the logical item that it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from exporter.importers.inference.key_only import read_back
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow, read_rows
from exporter.importers.workbench.own_extension import Keys, OwnTable
from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.parts import part_id
from modeler.core.design.tables import Table
from modeler.core.items.materialize import item_writer


def read_own_entities(table: Table, own: OwnTable, raw: Mapping[str, Any], path: str, report: Report) -> Table:
    """Return the table with the extension's entities; the rows of the facet with an entity's name are its items."""
    facets = [facet for facet in raw.get("TableFacets") or () if isinstance(facet, Mapping)]
    entities = []
    for place, entity in enumerate(own.table.entities):
        facet = next((facet for facet in facets if facet.get("FacetName") == entity.name), None)
        if facet is None:
            report.note(f"{path}.TableFacets", f"no facet {entity.name}; the entity is imported without items")
            entities.append(entity)
            continue
        facets = [other for other in facets if other is not facet]
        data = f"{path}.TableFacets.{entity.name}.TableData"
        rows = read_rows(facet.get("TableData"), data, table, report, edit_keys=False)
        ids = _ids(own.item_ids[place] if place < len(own.item_ids) else (), entity.id, len(rows))
        items = tuple(_item(table, entity, row, ids[number], (place, number), own) for number, row in enumerate(rows))
        entities.append(replace(entity, items=items))
    left = read_rows(raw.get("TableData"), f"{path}.TableData", table, report, edit_keys=False)
    for facet in facets:
        report.note(
            f"{path}.TableFacets", f"the facet {facet.get('FacetName')} is not an entity; its items are unassigned"
        )
        left += read_rows(facet.get("TableData"), f"{path}.TableFacets", table, report, edit_keys=False)
    ids = _ids(own.unassigned_ids, table.id, len(left))
    unassigned = tuple(_without_entity(table, row, ids[number]) for number, row in enumerate(left))
    return replace(table, entities=tuple(entities), unassigned=unassigned)


def _ids(known: Sequence[str], parent: str, count: int) -> Sequence[str]:
    """Return the items' original ids if the number of rows is unchanged, else new ones."""
    return known if len(known) == count else [part_id(parent, "item", str(number)) for number in range(count)]


def _keys_of(table: Table) -> set[str]:
    return {key for index in table.all_indexes for key in index.key_names}


def _without_entity(table: Table, row: StoredRow, identity: str) -> SampleItem:
    every = _keys_of(table)
    values = {name: value for name, value in row.item.items() if name not in every}
    return SampleItem(identity, values, {name: value for name, value in row.item.items() if name in every})


def _item(
    table: Table, entity: Entity, row: StoredRow, identity: str, place: tuple[int, int], own: OwnTable
) -> SampleItem:
    """Return the logical item: from the extension if its keys still match, else read from the keys."""
    every = _keys_of(table)
    declared = {attribute.name for attribute in entity.attributes}
    values = {name: value for name, value in row.item.items() if name not in every or name in declared}
    sample = SampleItem(identity, {**own.key_values.get(place, {}), **values})
    if place in own.stored_keys:
        return replace(sample, stored_keys=own.stored_keys[place])
    carried = {name: value for name, value in row.item.items() if name in every}
    for candidate in (sample, replace(sample, values={**read_back(entity, row.item), **values})):
        if _rendered(table, entity, candidate, every) == carried:
            return candidate
    return replace(sample, stored_keys=carried)


def _rendered(table: Table, entity: Entity, sample: SampleItem, every: set[str]) -> Keys:
    stored = item_writer(table, entity)(sample).item
    return {name: value for name, value in stored.items() if name in every}
