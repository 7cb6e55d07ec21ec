"""The parameters of a pattern's call as edited: its key condition, its parameters, the attributes that it sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from designer.page.item_text import value_text
from designer.page.scene import Scene
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.parts import Json, Part
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.servings import serving

CHOICES_MAX: Final = 30


def call_fields(scene: Scene, pattern: AccessPattern, part: Part) -> dict[str, Any]:
    """Context of the call: each text with its stored form, and the possible values of a parameter."""
    entities = [entity for _, entity in scene.design.entities() if entity.name in pattern.entities]
    return {
        "keys": _keys(scene, pattern, part),
        "found": _found(scene, pattern),
        "choices": list(_parameters(pattern, part, entities)),
        "sets": list(_sets(pattern, part, entities)),
        "is_update": pattern.operation is Operation.UPDATE,
    }


def condition_text(condition: KeyCondition) -> str:
    """A condition as text."""
    operand = " and ".join(condition.templates)
    return operand if condition.operator == "=" else f"{condition.operator} {operand}"


def _keys(scene: Scene, pattern: AccessPattern, part: Part) -> list[dict[str, str]]:
    table = scene.design.table(pattern.table)
    index = table.index(pattern.index) if table else None
    if index is None or pattern.operation.is_multiple:
        return []
    told = {one.name: one for one in pattern.key}
    names = dict.fromkeys((*index.key_names, *told))
    first = {one.name for one in index.partition_key}
    return [
        {
            "name": name,
            "text": condition_text(told[name]) if name in told else "",
            "base": json.dumps(part.fields.get(f"key.{name}")),
            "placeholder": "template" if name in first else "any, or begins_with ...",
        }
        for name in names
    ]


def _found(scene: Scene, pattern: AccessPattern) -> str:
    """The key condition that was found for a pattern by intent, as text; '' for a pattern with its own."""
    if pattern.key or not pattern.operation.is_read:
        return ""
    served = serving(scene.design, pattern)
    said = ", ".join(f"{one.name} {condition_text(one)}" for one in served.condition)
    return f"{served.index or 'table'}, {said}" if served.found and said else ""


def _parameters(pattern: AccessPattern, part: Part, entities: list[Entity]) -> Iterator[dict[str, Any]]:
    for name, given in pattern.parameters.items():
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            continue
        own = name.removesuffix("From").removesuffix("To")
        values = (item.values.get(name, item.values.get(own)) for entity in entities for item in entity.items)
        texts = dict.fromkeys(value_text(value) for value in values if value is not None and value.type in {"S", "N"})
        base = _stored(part, entities, "parameters", name)
        yield {"name": name, "value": given, "base": json.dumps(base), "values": tuple(texts)[:CHOICES_MAX]}


def _sets(pattern: AccessPattern, part: Part, entities: list[Entity]) -> Iterator[dict[str, Any]]:
    for name, given in pattern.set.items():
        attribute = next(_called(entities, name), None)
        yield {
            "name": name,
            "value": given if isinstance(given, str) else json.dumps(given, ensure_ascii=False),
            "base": json.dumps(_stored(part, entities, "set", name)),
            "type": str(attribute.type) if attribute else "",
        }


def _stored(part: Part, entities: list[Entity], mapping: str, name: str) -> Json:
    """The stored value of an attribute's name, which can be its id."""
    names = [*(f"{mapping}.@{one.id}" for one in _called(entities, name)), f"{mapping}.{name}"]
    return next((part.fields[one] for one in names if one in part.fields), None)


def _called(entities: list[Entity], name: str) -> Iterator[Attribute]:
    return (found for entity in entities if (found := entity.attribute(name)) is not None)
