"""The attributes of a design by name and type, to give several another type at once."""

from __future__ import annotations

import json
from dataclasses import dataclass

from designer.page.scene import Scene
from modeler.core.keys.templates import parse


@dataclass(frozen=True, slots=True)
class SharedAttribute:
    """Attributes of one name and type: their entities, and their stored types by id, as JSON for the page."""

    name: str
    type: str
    entities: tuple[str, ...]
    stored: str
    is_in_key: bool


def shared_attributes(scene: Scene) -> list[SharedAttribute]:
    """Every attribute of the design, those of one name and type together, by name."""
    found: dict[tuple[str, str], list[tuple[str, str, bool]]] = {}
    for _, entity in scene.design.entities():
        used = {name for overload in entity.overloads for text in overload.keys.values() for name in _names(text)}
        for attribute in entity.attributes:
            found.setdefault((attribute.name, str(attribute.type)), []).append(
                (entity.name, attribute.id, attribute.name in used)
            )
    return [
        SharedAttribute(
            name=name,
            type=kind,
            entities=tuple(entity for entity, _, _ in ones),
            stored=json.dumps({one: scene.parts[one].fields.get("type") for _, one, _ in ones}),
            is_in_key=any(is_used for _, _, is_used in ones),
        )
        for (name, kind), ones in sorted(found.items())
    ]


def _names(text: str) -> tuple[str, ...]:
    return tuple(parse(text).attributes)
