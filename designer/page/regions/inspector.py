"""The inspector on the right: every field of the selected part, its contents, and its findings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from designer.page.editors.notes import attribute_notes, design_notes, entity_notes, index_notes, table_notes
from designer.page.editors.offers import offers
from designer.page.editors.part_editors import Editor, editor_of, sections
from designer.page.part_place import focused_part, part_place, place_query
from designer.page.pattern_highlight import reading_of
from designer.page.regions.findings import shown_finding
from designer.page.regions.pattern_call import call_fields
from designer.page.regions.pattern_run import run_of
from designer.page.regions.sheet import KeyCell, entity_cell
from designer.page.scene import PagePlace, Scene
from modeler.core.design.items import Entity
from modeler.core.design.parts import ROOT, Part, PartKind, children
from modeler.core.design.tables import Index, Table
from modeler.core.servings import serving

SHOWN_FINDINGS = 12


@dataclass(frozen=True, slots=True)
class FocusedCell:
    """A key cell with the focus; `part` is the one that its findings are about, '' if nothing is written there."""

    table: Table
    entity: Entity
    index: Index
    key: KeyCell


def inspector(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the inspector: `kind` selects one of its views; `cell` is the key cell above it."""
    part = focused_part(scene, place)
    face = _FACES[part.kind](scene, part) if part is not None and part.kind in _FACES else None
    if face is None or part is None:
        part = scene.parts[ROOT]
        return {"kind": "design", **_design(scene, part), **_findings(scene, scene.findings)}
    focused = _focused_cell(scene, place)
    above = _findings_at(scene, focused.key) if focused else []
    cell = _cell(scene, focused, above) if focused else None
    found = [one for one in scene.findings_by_part.get(part.id, []) if one not in above]
    lit = scene.pattern(place)
    lit_link = _pattern_link(scene, lit.id) if lit is not None and lit.id != part.id else None
    return {"kind": str(part.kind), "part": part, "cell": cell, "lit": lit_link, **face, **_findings(scene, found)}


def _focused_cell(scene: Scene, place: PagePlace) -> FocusedCell | None:
    """The key cell that has the focus; None if something else has it, or if the cell is gone."""
    part, field = focused_part(scene, place), place.choice("key")
    if part is None or not field:
        return None
    for table, entity in scene.design.entities():
        if entity.id == part.id:
            found = PagePlace(table=table.id, index=place.choice("into"))
            index = scene.index(table, found)
            keys = _keys(scene, table, entity, index)
            key = next(
                (one for one in keys if (one.part or entity.id, one.field) == (place.choice("focus"), field)), None
            )
            return FocusedCell(table, entity, index, key) if key else None
    return None


def _keys(scene: Scene, table: Table, entity: Entity, index: Index) -> list[KeyCell]:
    groups = entity_cell(scene, table, entity, index).groups
    return [key for group in groups for key in (*group.keys, *((group.when,) if group.when else ()))]


def _cell(scene: Scene, cell: FocusedCell, found: Iterable[Any]) -> dict[str, Any]:
    return {
        "key": cell.key,
        "is_condition": cell.key.field == "when",
        "index": cell.index,
        "index_href": place_query(scene, cell.index.id),
        "findings": [shown_finding(scene, one) for one in found],
    }


def _findings_at(scene: Scene, key: KeyCell) -> list[Any]:
    """Findings about one key, and about the whole overload that it belongs to."""
    return [one for one in scene.findings_by_part.get(key.part, []) if one.get("field") in ("", None, key.field)]


def _findings(scene: Scene, found: Any) -> dict[str, Any]:
    shown = [shown_finding(scene, finding) for finding in found[:SHOWN_FINDINGS]]
    return {"findings": shown, "findings_count": len(found)}


def _edited(scene: Scene, part: Part, notes: Mapping[str, str], stores: str = "") -> dict[str, Any]:
    """Context of all views with editors."""
    return {
        "part": part,
        "sections": sections(scene.parts, part, notes, stores),
        "offers": offers(scene.design, scene.parts, part),
    }


def _design(scene: Scene, part: Part) -> dict[str, Any]:
    tables = len(scene.design.tables)
    return {"name": scene.design.name, "tables": tables, **_edited(scene, part, design_notes(scene.design))}


def _table(scene: Scene, part: Part) -> dict[str, Any] | None:
    table = _table_with(scene, part.id)
    if table is None:
        return None
    return {
        "table": table,
        "indexes": [{"index": index, "href": place_query(scene, index.id)} for index in table.indexes],
        "entities": [
            {"entity": one, "hue": scene.hues[one.name], "href": place_query(scene, one.id)} for one in table.entities
        ],
        **_edited(scene, part, table_notes(table)),
    }


def _index(scene: Scene, part: Part) -> dict[str, Any] | None:
    found = _index_with(scene, part.id)
    if found is None:
        return None
    table, index = found
    patterns = [one.id for one in scene.design.patterns if one.index == index.name and one.table in ("", table.name)]
    return {
        "table": table,
        "index": index,
        "above": place_query(scene, table.id),
        "patterns": [_pattern_link(scene, one) for one in patterns],
        **_edited(scene, part, index_notes(table, index)),
    }


def _entity(scene: Scene, part: Part) -> dict[str, Any] | None:
    found = next(((table, entity) for table, entity in scene.design.entities() if entity.id == part.id), None)
    if found is None:
        return None
    table, entity = found
    attributes = children(scene.parts, part.id, PartKind.ATTRIBUTE)
    stores = json.dumps({one.name: f"@{one.id}" for one in reversed(attributes)}, ensure_ascii=False)
    patterns = [one.id for one in scene.design.patterns if entity.name in one.entities]
    return {
        "table": table,
        "entity": entity,
        "above": place_query(scene, table.id),
        "hue": scene.hues[entity.name],
        "attributes": [_attribute_row(scene, entity, one) for one in attributes],
        "patterns": [_pattern_link(scene, one) for one in patterns],
        **_edited(scene, part, entity_notes(table, entity), stores),
    }


def _attribute_row(scene: Scene, entity: Entity, part: Part) -> Mapping[str, Any]:
    return {
        "part": part,
        "name": _renamed(editor_of(scene.parts, part, "name"), f"name-{part.id}"),
        "type": editor_of(scene.parts, part, "type"),
        "format": part.fields.get("format", ""),
        "href": place_query(scene, part.id),
        "is_identity": part.name in entity.identity,
    }


def _renamed(editor: Editor, identity: str) -> Editor:
    """The same editor under the id by which findings and new attributes find the row."""
    return Editor(editor.part, editor.field, identity, editor.base, editor.value, editor.node)


def _attribute(scene: Scene, part: Part) -> dict[str, Any] | None:
    found = next(_attributes_with(scene, part.id), None)
    if found is None:
        return None
    table, entity, attribute = found
    return {
        "table": table,
        "entity": entity,
        "attribute": attribute,
        "above": place_query(scene, entity.id),
        "hue": scene.hues[entity.name],
        **_edited(scene, part, attribute_notes(attribute)),
    }


def _attributes_with(scene: Scene, identity: str) -> Any:
    for table, entity in scene.design.entities():
        yield from ((table, entity, one) for one in entity.attributes if one.id == identity)


def _pattern(scene: Scene, part: Part) -> dict[str, Any] | None:
    pattern = next((one for one in scene.design.patterns if one.id == part.id), None)
    if pattern is None:
        return None
    return {
        "pattern": pattern,
        "serving": serving(scene.design, pattern),
        "reading": reading_of(scene, part_place(scene, pattern.id)),
        "run": run_of(scene, pattern),
        **call_fields(scene, pattern, part),
        **_edited(scene, part, {}),
    }


def _relation(scene: Scene, part: Part) -> dict[str, Any] | None:
    relation = next((one for one in scene.design.relations if one.id == part.id), None)
    return None if relation is None else {"relation": relation, **_edited(scene, part, {})}


def _table_with(scene: Scene, identity: str) -> Table | None:
    return next((one for one in scene.design.tables if one.id == identity), None)


def _index_with(scene: Scene, identity: str) -> tuple[Table, Index] | None:
    pairs = ((table, index) for table in scene.design.tables for index in table.indexes)
    return next(((table, index) for table, index in pairs if index.id == identity), None)


def _pattern_link(scene: Scene, identity: str) -> dict[str, str]:
    part = scene.parts[identity]
    code = str(part.fields.get("code") or part.name)
    return {"code": code, "name": part.name, "href": place_query(scene, identity)}


_FACES: Final[Mapping[PartKind, Callable[[Scene, Part], dict[str, Any] | None]]] = {
    PartKind.TABLE: _table,
    PartKind.INDEX: _index,
    PartKind.ENTITY: _entity,
    PartKind.ATTRIBUTE: _attribute,
    PartKind.RELATION: _relation,
    PartKind.PATTERN: _pattern,
}
