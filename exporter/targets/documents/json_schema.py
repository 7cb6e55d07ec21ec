"""JSON Schema 2020-12 of the entities: an item as plain JSON, its keys as patterns made from the templates."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, safe_name
from exporter.targets.support.template_regex import template_pattern, value_pattern
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.items.materialize import item_writer
from modeler.core.keys import templates as keys
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, as_decimal

type Data = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_EXAMPLES_MAX: Final = 3
_EXACT_DIGITS: Final = 15
"""Significant digits that a JSON reader's double represents exactly."""

_TYPES: Final[Mapping[str, Data]] = {
    "S": {"type": "string"},
    "N": {"type": "number"},
    "B": {"type": "string", "contentEncoding": "base64"},
    "BOOL": {"type": "boolean"},
    "NULL": {"type": "null"},
    "M": {"type": "object"},
    "L": {"type": "array", "items": {}},
    "SS": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "minItems": 1},
    "NS": {"type": "array", "items": {"type": "number"}, "uniqueItems": True, "minItems": 1},
    "BS": {"type": "array", "items": {"type": "string", "contentEncoding": "base64"}, "uniqueItems": True,
           "minItems": 1},
}  # fmt: skip


def entity_schema(table: Table, entity: Entity) -> Data:
    """Return the schema of one entity's stored items: its attributes, and the keys that its overloads write."""
    key_names = {key for index in table.all_indexes for key in index.key_names}
    stored = [one for one in entity.attributes if not one.key_only or one.name in key_names]
    properties = {attribute.name: attribute_schema(attribute) for attribute in stored}
    required = [attribute.name for attribute in stored if attribute.optional == 1]
    for index in table.all_indexes:
        for key in index.keys:
            written = _key(index, key, entity)
            if written is not None and key.name not in properties:
                properties[key.name] = written
    required += [name for name in table.base.key_names if name in properties and name not in required]
    described = {"description": entity.description} if entity.description else {}
    examples = [plain for item in entity.items[:_EXAMPLES_MAX] if (plain := _example(table, entity, item)) is not None]
    return {
        "title": entity.name,
        **described,
        "type": "object",
        "properties": properties,
        "required": required,
        **({"examples": examples} if examples else {}),
    }


def type_schema(kind: AttributeType) -> Data:
    """Return the schema of a value of a type as plain JSON."""
    return dict(_TYPES[kind.value])


def attribute_schema(attribute: Attribute) -> Data:
    """Return the schema of one attribute as plain JSON."""
    schema = type_schema(attribute.type)
    if attribute.values and attribute.type is AttributeType.S:
        schema["enum"] = list(attribute.values)
    elif pattern := value_pattern(attribute):
        schema["pattern"] = pattern
    if attribute.range and attribute.type is AttributeType.N:
        schema |= {"minimum": attribute.range[0], "maximum": attribute.range[1]}
    if attribute.size and attribute.size.maximum is not None and attribute.type is AttributeType.S:
        schema["maxLength"] = int(attribute.size.maximum)
    if attribute.description:
        schema["description"] = attribute.description
    return schema


def _key(index: Index, key: KeyAttribute, entity: Entity) -> Data | None:
    """Return a key attribute as every overload of its index can write it; None if none has a template for it."""
    overloads = entity.overloads_of(BASE if index.is_base else index.name)
    templates = list(dict.fromkeys(text for overload in overloads if (text := overload.keys.get(key.name)) is not None))
    if not templates:
        return None
    schema = type_schema(key.type)
    schema["description"] = f"Key of {index.name}: {' or '.join(templates)}"
    attributes = {attribute.name: attribute for attribute in entity.attributes}
    patterns = [template_pattern(text, attributes) for text in templates]
    if key.type is not AttributeType.S or not all(patterns):
        return schema
    if len(patterns) == 1:
        return schema | {"pattern": patterns[0]}
    return schema | {"anyOf": [{"pattern": pattern} for pattern in patterns]}


def plain_item(item: Item) -> Data:
    """Return an item as plain JSON: numbers as numbers, binary as base64, sets as lists. Without
    DynamoDB's type tags.
    """
    return {name: plain_value(value) for name, value in item.items()}


def plain_value(value: AttributeValue) -> Any:
    """Return one value as plain JSON."""
    kind, data = value
    match kind:
        case "N":
            return _number(data)
        case "B":
            return base64.b64encode(data).decode()
        case "NULL":
            return None
        case "L":
            return [plain_value(element) for element in data]
        case "M":
            return {name: plain_value(element) for name, element in data}
        case "SS":
            return list(data)
        case "NS":
            return [_number(member) for member in data]
        case "BS":
            return [base64.b64encode(member).decode() for member in data]
    return data


def _number(text: str) -> int | float | str:
    parsed = as_decimal(text)
    if parsed is None:
        return text
    return int(parsed) if parsed == parsed.to_integral_value() and parsed.adjusted() < 300 else float(parsed)


def _example(table: Table, entity: Entity, item: Any) -> Data | None:
    stored = item_writer(table, entity)(item)
    return plain_item(stored.item) if all(map(is_exact, stored.item.values())) else None


def is_exact(value: AttributeValue) -> bool:
    """Would a JSON reader get exactly the same number?"""
    match value.type:
        case "N":
            parsed = as_decimal(value.data)
            return parsed is not None and len(parsed.normalize().as_tuple().digits) <= _EXACT_DIGITS
        case "L":
            return all(map(is_exact, value.data))
        case "M":
            return all(is_exact(element) for _, element in value.data)
        case "NS":
            return all(is_exact(AttributeValue(AttributeType.N, member)) for member in value.data)
    return True


def _losses(design: Design) -> Iterator[Loss]:
    yield Loss(
        "design", "items as plain JSON only: JSON Schema cannot represent indexes, settings, and access patterns"
    )
    for table, entity in design.entities():
        for overload in entity.overloads:
            path = f"tables.{table.name}.entities.{entity.name}.{overload.index or table.name}"
            if overload.when:
                yield Loss(path, f"when {overload.when}: the schema describes the keys, but not the condition")
            if any(keys.parse(text).problem for text in overload.keys.values()):
                yield Loss(path, "a key template that cannot be read gives no pattern")


def _build(design: Design) -> Export:
    losses = tuple(_losses(design))
    comment = {"$comment": " ".join(f"Not in this file: {loss.path}: {loss.message}." for loss in losses)}
    names: list[str] = []
    definitions: Data = {}
    files = []
    for table, entity in design.entities():
        name = safe_name(entity.name, names, otherwise="entity")
        names.append(name)
        schema = entity_schema(table, entity)
        definitions[name] = schema
        files.append(ExportFile(f"entities/{name}.schema.json", _dumped({"$schema": DIALECT, **comment, **schema})))
    whole = {
        "$schema": DIALECT,
        "title": design.name,
        **comment,
        **({"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]} if names else {}),
        "$defs": definitions,
    }
    first = ExportFile(f"{safe_name(design.name)}.schema.json", _dumped(whole))
    return Export((first, *files), losses)


def _dumped(data: Data) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


TARGET: Final = Target(
    "json-schema",
    "JSON Schema of the entities (2020-12)",
    ("<design>.schema.json", "entities/<entity>.schema.json"),
    "application/schema+json",
    _build,
)
