"""`schema.json` of the awslabs DynamoDB MCP server: the input of its repository generator. Version 2.1.8."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.targets.base import Loss, safe_name
from exporter.targets.infrastructure import table_inputs
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.keys import templates as keys
from modeler.core.keys.written_keys import written_keys

type Data = dict[str, Any]

OPERATIONS: Final = frozenset(
    {Operation.GET, Operation.PUT, Operation.DELETE, Operation.QUERY, Operation.SCAN, Operation.UPDATE}
)
_TYPES: Final[Mapping[str, Data]] = {
    "S": {"type": "string"}, "N": {"type": "decimal"}, "BOOL": {"type": "boolean"}, "M": {"type": "object"},
    "L": {"type": "array", "item_type": "object"}, "SS": {"type": "array", "item_type": "string"},
    "NS": {"type": "array", "item_type": "decimal"}, "B": {"type": "string"}, "NULL": {"type": "string"},
    "BS": {"type": "array", "item_type": "string"},
}  # fmt: skip
_WHOLE: Final = frozenset({"integer", "epoch_seconds", "epoch_millis", "version", "count"})
_UUIDS: Final = frozenset({"uuid4", "uuid7"})
_FIELD: Final = re.compile(r"\w+")
_COMPUTED: Final = "the awslabs templates cannot express the key; the application must supply it as a field"


def schema(design: Design) -> tuple[Data, tuple[Loss, ...]]:
    """Return the schema, and what it cannot represent. Tables without entities are left out, because it
    accepts none.
    """
    losses: list[Loss] = []
    names: list[str] = []
    tables = []
    numbers = iter(range(1, 1_000_000))
    for table in design.tables:
        path = f"tables.{table.name}"
        if not table.entities or not table.partition_key:
            losses.append(Loss(path, "schema.json cannot contain a table without entities"))
            continue
        entities = {}
        for entity in table.entities:
            name = safe_name(entity.name, names, otherwise="Entity").replace("-", "_")
            names.append(name)
            mine = [
                one
                for one in design.patterns
                if design.table(one.table) is table and one.entities[:1] == (entity.name,)
            ]
            entities[name] = _entity(table, entity, name, mine, numbers, losses)
        tables.append(_table(table, entities))
        losses += _table_losses(table)
    return {"tables": tables}, tuple(losses)


def _table(table: Table, entities: Data) -> Data:
    config: Data = {"table_name": table.name, "partition_key": table.partition_key[0].name}
    if table.sort_key:
        config["sort_key"] = table.sort_key[0].name
    indexes = [_index(table, index, entities) for index in table.indexes if _is_said(index)]
    return {"table_config": config, **({"gsi_list": indexes} if indexes else {}), "entities": entities}


def _is_said(index: Index) -> bool:
    return index.kind is IndexKind.GSI and bool(index.partition_key)


def _one_or_more(values: list[str]) -> Any:
    return values[0] if len(values) == 1 else values


def _index(table: Table, index: Index, entities: Data) -> Data:
    made: Data = {"name": index.name, "partition_key": _one_or_more([key.name for key in index.partition_key])}
    if index.sort_key:
        made["sort_key"] = _one_or_more([key.name for key in index.sort_key])
    projection = table_inputs.projection(index)
    taken = {*table.base.key_names, *index.key_names}
    held = {field["name"] for one in entities.values() for field in one["fields"]
            if any(mapping["name"] == index.name for mapping in one.get("gsi_mappings", ()))}  # fmt: skip
    included = [name for name in projection.get("NonKeyAttributes", ()) if name in held - taken]
    if index.projection.type is not ProjectionType.INCLUDE:
        return made | {"projection": projection["ProjectionType"]}
    return made | (
        {"projection": "INCLUDE", "included_attributes": included} if included else {"projection": "KEYS_ONLY"}
    )


def _entity(
    table: Table, entity: Entity, name: str, patterns: list[AccessPattern], numbers: Iterator[int], losses: list[Loss]
) -> Data:
    path = f"tables.{table.name}.entities.{entity.name}"
    fields = {one.name: _field(one) for one in entity.attributes if _FIELD.fullmatch(one.name)}
    losses += [Loss(f"{path}.{one.name}", "its name is not valid for a field; left out of schema.json")
               for one in entity.attributes if one.name not in fields]  # fmt: skip
    base = _templates(table, entity, table.base, fields, losses)
    made: Data = {"entity_type": name.upper(), "pk_template": _one_or_more(base[:1]) if base else name.upper()}
    if len(base) > 1:
        made["sk_template"] = base[1]
    mappings = []
    for index in filter(_is_said, table.indexes):
        if templates := _templates(table, entity, index, fields, losses):
            count = len(index.partition_key)
            sides = {"pk_template": _one_or_more(templates[:count])}
            sides |= {"sk_template": _one_or_more(templates[count:])} if templates[count:] else {}
            mappings.append({"name": index.name, **sides})
    made["fields"] = list(fields.values()) or [{"name": "value", "type": "string", "required": False}]
    if mappings:
        made["gsi_mappings"] = mappings
    made["access_patterns"] = list(_patterns(patterns, name, fields, numbers, mappings, losses))
    return made


def _field(attribute: Attribute) -> Data:
    made = {"name": attribute.name, **_TYPES[attribute.type.value], "required": attribute.optional == 1}
    if attribute.type == "N" and attribute.format in _WHOLE:
        made["type"] = "integer"
    if attribute.format in _UUIDS:
        made["type"] = "uuid"
    return made


def _templates(table: Table, entity: Entity, index: Index, fields: Data, losses: list[Loss]) -> list[str]:
    """Return the templates of the first overload. Parts that they cannot express become a field with the key's name."""
    written = written_keys(table, entity, index)[:1]
    path = f"tables.{table.name}.entities.{entity.name}.{index.name}"
    if len(written_keys(table, entity, index)) > 1 or any(one.when for one in written):
        losses.append(Loss(path, "only the first of its keys; schema.json has no conditions"))
    found: list[str] = []
    for one in written:
        for key, template in zip(index.keys, one.templates, strict=True):
            text = _template(template, fields) if template is not None else None
            if text is None:
                named = safe_name(key.name, otherwise="key").replace("-", "_")
                fields.setdefault(named, {"name": named, "type": "string", "required": False})
                losses.append(Loss(f"{path}.{key.name}", _COMPUTED))
                text = f"{{{named}}}"
            found.append(text)
    return found


def _template(template: keys.KeyTemplate, fields: Data) -> str | None:
    parts = []
    for part in template.parts:
        if isinstance(part, keys.LiteralText):
            if "{" in part.text or "}" in part.text:
                return None
            parts.append(part.text)
        elif part.is_plain and part.attribute in fields:
            parts.append(f"{{{part.attribute}}}")
        else:
            return None
    return "".join(parts) or None


def _patterns(
    patterns: list[AccessPattern],
    name: str,
    fields: Data,
    numbers: Iterator[int],
    mappings: list[Data],
    losses: list[Loss],
) -> Iterator[Data]:
    taken: list[str] = []
    for pattern in patterns:
        path = f"patterns.{pattern.label}"
        known = {one["name"] for one in mappings}
        if pattern.operation not in OPERATIONS or (pattern.index and pattern.index not in known):
            losses.append(Loss(path, f"schema.json cannot represent this kind of {pattern.operation}; left out"))
            continue
        named = safe_name(pattern.name or pattern.code, taken, otherwise="pattern").lower().replace("-", "_")
        taken.append(named)
        yield {
            "pattern_id": next(numbers),
            "name": named,
            "description": pattern.description or pattern.name,
            "operation": pattern.operation.value,
            **({"index_name": pattern.index} if pattern.index else {}),
            "parameters": list(_parameters(pattern, name, fields)),
            "return_type": _RETURNS[pattern.operation],
        }
        if any(one.operator != "=" for one in pattern.key) or pattern.filter or pattern.if_:
            losses.append(
                Loss(path, "its range, filter, or condition is only in dynamodb_data_model.json, not in schema.json")
            )


_RETURNS: Final[Mapping[Operation, str]] = {
    Operation.GET: "single_entity", Operation.PUT: "single_entity", Operation.UPDATE: "single_entity",
    Operation.DELETE: "success_flag", Operation.QUERY: "entity_list", Operation.SCAN: "entity_list",
}  # fmt: skip


def _parameters(pattern: AccessPattern, entity: str, fields: Data) -> Iterator[Data]:
    if pattern.operation is Operation.PUT:
        yield {"name": "item", "type": "entity", "entity_type": entity}
        return
    used = dict.fromkeys(name for one in pattern.key for text in one.templates for name in keys.parse(text).attributes)
    for name in used:
        if _FIELD.fullmatch(name):
            kind = fields.get(name, {}).get("type", "string")
            yield {"name": name, "type": kind if kind in ("integer", "boolean") else "string"}


def _table_losses(table: Table) -> Iterator[Loss]:
    for index in table.indexes:
        if not _is_said(index):
            yield Loss(f"tables.{table.name}.indexes.{index.name}", "schema.json does not support local indexes")
