"""The inspector at the right: what is known of the part that is chosen, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from designer.live.reading import reading_of
from designer.live.regions.findings import place_of, shown_finding
from designer.live.scene import Place, Scene
from modeler.core.items import Entity
from modeler.core.parts import PartKind
from modeler.core.servings import serving
from modeler.core.tables import Table

SHOWN_FINDINGS = 12


def inspector(scene: Scene, place: Place) -> dict[str, Any]:
    """Context of the inspector: `kind` says which of its faces it shows."""
    part = scene.chosen(place)
    kinds = {PartKind.ENTITY: _entity, PartKind.PATTERN: _pattern, PartKind.TABLE: _table}
    face = kinds[part.kind](scene, place) if part is not None and part.kind in kinds else None
    if face is None or part is None:
        return {"kind": "design", "design": scene.design, **_findings(scene, scene.findings)}
    return {"kind": str(part.kind), "part": part, **face, **_findings(scene, scene.findings_by_part.get(part.id, []))}


def _findings(scene: Scene, found: Any) -> dict[str, Any]:
    shown = [shown_finding(scene, finding) for finding in found[:SHOWN_FINDINGS]]
    return {"findings": shown, "findings_count": len(found)}


def _entity(scene: Scene, place: Place) -> dict[str, Any] | None:
    for table, entity in scene.design.entities():
        if entity.id == place.part:
            return {
                "entity": entity,
                "table": table,
                "hue": scene.hues[entity.name],
                "attributes": [_attribute(scene, entity, n) for n in range(len(entity.attributes))],
                "patterns": _patterns_of(scene, place, entity),
            }
    return None


def _attribute(scene: Scene, entity: Entity, number: int) -> Mapping[str, Any]:
    attribute = entity.attributes[number]
    stored = scene.parts.get(attribute.id)
    return {
        "attribute": attribute,
        "base": stored.name if stored else attribute.name,
        "is_identity": attribute.name in entity.identity,
    }


def _patterns_of(scene: Scene, place: Place, entity: Entity) -> list[dict[str, str]]:
    return [
        {"code": pattern.label, "name": pattern.name, "href": f"?{place_of(scene, pattern.id).query}"}
        for pattern in scene.design.patterns
        if entity.name in pattern.entities
    ]


def _pattern(scene: Scene, place: Place) -> dict[str, Any] | None:
    pattern = next((one for one in scene.design.patterns if one.id == place.part), None)
    if pattern is None:
        return None
    return {
        "pattern": pattern,
        "serving": serving(scene.design, pattern),
        "reading": reading_of(scene, place.but(pattern=pattern.id)),
        "conditions": [{"name": key.name, "operator": key.operator, "templates": key.templates} for key in pattern.key],
    }


def _table(scene: Scene, place: Place) -> dict[str, Any] | None:
    table: Table | None = next((one for one in scene.design.tables if one.id == place.part), None)
    if table is None:
        return None
    return {"table": table, "indexes": table.all_indexes, "settings": _settings(table)}


def _settings(table: Table) -> list[tuple[str, str]]:
    named = {
        "billing": "Billing",
        "ttl_attribute": "TTL attribute",
        "point_in_time_recovery": "PITR",
        "table_class": "Table class",
        "deletion_protection": "Deletion protection",
    }
    found = []
    for name, label in named.items():
        value = table.settings.get(name)
        if value is not None:
            found.append((label, ("on" if value else "off") if isinstance(value, bool) else str(value)))
    return found
