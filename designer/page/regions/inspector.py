"""The inspector on the right: every field of the selected part, its contents, and its findings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from designer.page.editors.notes import attribute_notes, design_notes, entity_notes, index_notes, table_notes
from designer.page.editors.offers import offers
from designer.page.editors.part_editors import Editor, editor_of, sections
from designer.page.part_place import part_place
from designer.page.pattern_highlight import reading_of
from designer.page.regions.findings import shown_finding
from designer.page.regions.pattern_call import call_fields
from designer.page.regions.pattern_run import run_of
from designer.page.scene import PagePlace, Scene
from modeler.core.design.items import Entity
from modeler.core.design.parts import ROOT, Part, PartKind, children
from modeler.core.design.tables import Index, Table
from modeler.core.servings import serving

SHOWN_FINDINGS = 12


def inspector(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the inspector: `kind` selects one of its views."""
    part = scene.chosen(place)
    face = _FACES[part.kind](scene, part) if part is not None and part.kind in _FACES else None
    if face is None or part is None:
        part = scene.parts[ROOT]
        return {"kind": "design", **_design(scene, part), **_findings(scene, scene.findings)}
    return {"kind": str(part.kind), "part": part, **face, **_findings(scene, scene.findings_by_part.get(part.id, []))}


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
    return {"design": scene.design, **_edited(scene, part, design_notes(scene.design))}


def _table(scene: Scene, part: Part) -> dict[str, Any] | None:
    table = _table_with(scene, part.id)
    if table is None:
        return None
    return {
        "table": table,
        "indexes": [{"index": index, "href": _href(scene, index.id)} for index in table.indexes],
        "entities": [
            {"entity": one, "hue": scene.hues[one.name], "href": _href(scene, one.id)} for one in table.entities
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
        "above": _href(scene, table.id),
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
        "above": _href(scene, table.id),
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
        "href": _href(scene, part.id),
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
        "above": _href(scene, entity.id),
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
    return {"code": code, "name": part.name, "href": _href(scene, identity)}


def _href(scene: Scene, identity: str) -> str:
    """The address of a part's view. Attributes and indexes have separate addresses."""
    place = part_place(scene, identity)
    return f"?{place.but(part=identity).query}"


_FACES: Final[Mapping[PartKind, Callable[[Scene, Part], dict[str, Any] | None]]] = {
    PartKind.TABLE: _table,
    PartKind.INDEX: _index,
    PartKind.ENTITY: _entity,
    PartKind.ATTRIBUTE: _attribute,
    PartKind.RELATION: _relation,
    PartKind.PATTERN: _pattern,
}
