"""OpenAPI 3.1: one schema per entity, as plain JSON, and one operation per access pattern with its parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.targets.access_code.entity_plan import entity_plans
from exporter.targets.access_code.pattern_plan import Parameter
from exporter.targets.access_code.pattern_planner import pattern_plans
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, safe_name
from exporter.targets.documents.json_schema import attribute_schema, is_exact, plain_item, type_schema
from exporter.targets.support.literals import Language
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table

type Data = dict[str, Any]

EXAMPLES_MAX: Final = 3
_PAGED: Final = frozenset({Operation.QUERY, Operation.SCAN})
_SINGLE: Final = Operation.GET
_REF: Final = "#/components/schemas/"
_PROBLEM: Final = "Problem"
_PROBLEM_SCHEMA: Final = {
    "type": "object",
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
    "required": ["message"],
}
_SERVER: Final = {
    "url": "https://{host}{stage}",
    "description": "Where the service answers: a design does not contain it.",
    "variables": {
        "host": {"default": "api.example.com"},
        "stage": {"default": "", "description": "A path prefix such as /v1."},
    },
}
_BEARER: Final = {"type": "http", "scheme": "bearer", "description": "Change it to what your service accepts."}
_CONTROL: Final = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Characters that JSON leaves as they are and that editors do not show, or that reorder a line."""


class _Names:
    """Names of components, by the entity's id; each unique and valid in OpenAPI. `plans` are the entities as code."""

    def __init__(self, design: Design) -> None:
        self.plans = entity_plans(design, Language.TYPESCRIPT)
        self.by_id: dict[str, str] = {}
        for _, entity in design.entities():
            taken = [*self.by_id.values(), _PROBLEM]
            self.by_id[entity.id] = safe_name(entity.name, taken, otherwise="Entity")


def entity_component(table: Table, entity: Entity) -> Data:
    """Return the attributes of an entity as an application sees them, without the generated keys of the table."""
    keys = {f"{overload.index or table.name}.{name}": text for overload in entity.overloads_of(BASE)
            for name, text in overload.keys.items()}  # fmt: skip
    examples = [
        plain_item(sample.values)
        for sample in entity.items[:EXAMPLES_MAX]
        if all(map(is_exact, sample.values.values()))
    ]
    return {
        "title": entity.name,
        **({"description": entity.description} if entity.description else {}),
        "type": "object",
        "properties": {attribute.name: attribute_schema(attribute) for attribute in entity.attributes},
        "required": [attribute.name for attribute in entity.attributes if attribute.optional == 1],
        **({"examples": examples} if examples else {}),
        "x-dynamodb-table": table.name,
        "x-dynamodb-keys": keys,
    }


def _operation(design: Design, pattern: AccessPattern, names: _Names, taken: list[str]) -> tuple[str, Data]:
    """Return the path of a pattern, and its operation."""
    name = safe_name(f"{pattern.code} {pattern.name}", taken, otherwise="pattern")
    taken.append(name)
    method = "get" if pattern.operation.is_read and not pattern.steps else "post"
    made: Data = {
        "operationId": name.replace("-", "_"),
        "summary": pattern.name or pattern.operation.value,
        **({"description": pattern.description} if pattern.description else {}),
        "x-dynamodb-operation": pattern.operation.value,
    }
    if method == "get":
        made["parameters"] = [*_parameters(design, pattern, names), *(_PAGE if pattern.operation in _PAGED else ())]
    else:
        made["requestBody"] = {"required": True, "content": _json(_body(design, pattern, names))}
    made["responses"] = _responses(design, pattern, names) | _REFUSALS
    return f"/patterns/{name}", {method: made}


def _refusal(description: str) -> Data:
    return {"description": description, "content": _json({"$ref": f"{_REF}{_PROBLEM}"})}


def _json(schema: Data) -> Data:
    return {"application/json": {"schema": schema}}


_REFUSALS: Final = {
    "400": _refusal("The request is not valid."),
    "401": _refusal("The request has no valid credentials."),
    "403": _refusal("The credentials do not allow this operation."),
    "429": _refusal("DynamoDB throttles the table or the index: retry later."),
}
_PAGE: Final = (
    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}},
    {"name": "next", "in": "query", "schema": {"type": "string"}, "description": "Where the previous page ended."},
)


def _parameters(design: Design, pattern: AccessPattern, names: _Names) -> Iterator[Data]:
    page = {one["name"] for one in _PAGE} if pattern.operation in _PAGED else set()
    for name, schema in _inputs(design, pattern, names).items():
        if name not in page:
            yield {"name": name, "in": "query", "required": True, "schema": schema}


def _inputs(design: Design, pattern: AccessPattern, names: _Names) -> dict[str, Data]:
    """Return the schemas of a pattern's parameters, also of those that have no example."""
    found = {name: _schema_of(design, pattern, name, example) for name, example in pattern.parameters.items()}
    plans = pattern_plans(replace(design, patterns=(pattern,)), names.plans, Language.TYPESCRIPT)
    for one in plans[0].parameters if plans else ():
        if one.entity is None and one.name not in found and not one.is_stored:
            found[one.name] = _schema_of_type(one)
    return found


def _schema_of_type(parameter: Parameter) -> Data:
    if not parameter.is_known:
        return {}
    return type_schema(parameter.type) | ({"enum": list(parameter.values)} if parameter.values else {})


def _schema_of(design: Design, pattern: AccessPattern, name: str, example: Any) -> Data:
    attribute = next((found for entity in design.entities_of(pattern) if (found := entity.attribute(name))), None)
    one = attribute_schema(attribute) if attribute else _guessed(example)
    is_many = isinstance(example, list) and (attribute is None or one.get("type") != "array")
    if is_many:
        # Several values mean several calls.
        return {"type": "array", "items": one if attribute else {}}
    return one | _example(attribute, example)


def _guessed(example: Any) -> Data:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return {"type": kinds[type(example)]} if type(example) in kinds else {}


def _example(attribute: Attribute | None, example: Any) -> Data:
    """Return an example in the schema's type: numbers of a design are texts, so that they are exact."""
    if attribute is not None and attribute.type == "N":
        return {}
    return {"examples": [example]} if isinstance(example, str) else {}


def _body(design: Design, pattern: AccessPattern, names: _Names) -> Data:
    if pattern.steps:
        steps = {f"step{number}": _body(design, step, names) for number, step in enumerate(pattern.members, 1)}
        return {"type": "object", "properties": steps, "required": list(steps)}
    properties = _inputs(design, pattern, names)
    if not properties and pattern.operation is Operation.PUT:
        components = [{"$ref": f"{_REF}{names.by_id[entity.id]}"} for entity in design.entities_of(pattern)]
        if len(components) == 1:
            return components[0]
    return {"type": "object", "properties": properties, "required": list(properties)}


def _responses(design: Design, pattern: AccessPattern, names: _Names) -> Data:
    if not pattern.operation.is_read:
        has_condition = any(one.if_ or one.condition for one in (pattern, *pattern.members))
        conflict = {"409": {"description": "The condition is false."}} if has_condition else {}
        return {"204": {"description": "Written."}, **conflict}
    returned = _returned(design, pattern, names)
    if pattern.operation is _SINGLE:
        found = {"description": "The item.", "content": _json(returned)}
        return {"200": found, "404": {"description": "Not found."}}
    properties: Data = {"items": {"type": "array", "items": returned}}
    if pattern.operation in _PAGED:
        properties["next"] = {"type": "string", "description": "Where the next page begins; absent after the last."}
    schema = {"type": "object", "properties": properties, "required": ["items"]}
    return {"200": {"description": "The items.", "content": _json(schema)}}


def _returned(design: Design, pattern: AccessPattern, names: _Names) -> Data:
    calls = pattern.members or (pattern,)
    entities = [entity for call in calls for entity in design.entities_of(call)]
    found = list(dict.fromkeys(names.by_id[entity.id] for entity in entities))
    if pattern.projection and pattern.projection != ("*",):
        wanted = {name: attribute_schema(one) for entity in reversed(entities) for name in pattern.projection
                  if (one := entity.attribute(name))}  # fmt: skip
        return {"type": "object", "properties": wanted}
    refs = [{"$ref": f"{_REF}{name}"} for name in found]
    if not refs:
        return {"type": "object"}
    return refs[0] if len(refs) == 1 else {"anyOf": refs}


_LOSSES: Final = (
    Loss("design", "entities and access patterns only: OpenAPI cannot represent indexes, settings, capacity, and "
         "sample items beyond examples"),
    Loss("access_patterns", "keys, filters, and conditions belong to the server and are not shown to its clients"),
)  # fmt: skip


def document(design: Design) -> Data:
    """Return the OpenAPI document as plain values."""
    names, taken = _Names(design), list[str]()
    components = {names.by_id[entity.id]: entity_component(table, entity) for table, entity in design.entities()}
    paths: Mapping[str, Data] = dict(_operation(design, pattern, names, taken) for pattern in design.patterns)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": design.name,
            **({"description": design.description} if design.description else {}),
            "version": "1",
            "x-not-in-this-file": [f"{loss.path}: {loss.message}" for loss in _LOSSES],
        },
        "servers": [_SERVER],
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": {**components, _PROBLEM: _PROBLEM_SCHEMA},
            "securitySchemes": {"bearer": _BEARER},
        },
    }


def _build(design: Design) -> Export:
    text = json.dumps(document(design), indent=2, ensure_ascii=False) + "\n"
    text = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return Export((ExportFile(f"{safe_name(design.name)}.openapi.json", text),), _LOSSES)


TARGET: Final = Target(
    "openapi",
    "OpenAPI 3.1: entities and access patterns",
    ("<design>.openapi.json",),
    "application/vnd.oai.openapi+json",
    _build,
    TargetKind.CODE,
)
