"""The document's smaller pieces: attributes, sample items, access patterns, to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from modeler.core.design.items import Attribute, SampleItem, SizeFact
from modeler.core.design.parts import Json, part_id
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation, Rate
from modeler.core.errors import Invalid
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import from_plain, to_dynamodb_json, to_plain


def without_empty(raw: dict[str, Json]) -> dict[str, Json]:
    """Leave out what says nothing: None, '', empty lists and mappings, false, and 0.0 (0 itself is kept)."""
    return {name: value for name, value in raw.items() if name == "name" or not _says_nothing(value)}


def _says_nothing(value: Json) -> bool:
    return value is None or value is False or value in ("", [], {}) or (isinstance(value, float) and value == 0.0)


def size_fact(raw: Mapping[str, Json] | None) -> SizeFact | None:
    """`{"average": 120, "max": 400}`, or None."""
    return None if not raw else SizeFact(raw["average"], raw.get("max"))


def size_fact_document(fact: SizeFact | None) -> dict[str, Json]:
    """A size fact as JSON; {} for none."""
    if fact is None:
        return {}
    return {"average": fact.average} | ({} if fact.maximum is None else {"max": fact.maximum})


def read_attribute(raw: Mapping[str, Json]) -> Attribute:
    """An attribute from its JSON. Values given as a list get even shares."""
    values = raw.get("values") or {}
    if isinstance(values, list):
        values = {value: 1 / len(values) for value in values}
    span = raw.get("range")
    return Attribute(
        id=raw["id"],
        name=raw["name"],
        type=AttributeType(raw.get("type", "S")),
        format=raw.get("format", ""),
        values=values,
        size=size_fact(raw.get("size")),
        elements=size_fact(raw.get("elements")),
        range=(span[0], span[1]) if span else None,
        optional=raw.get("optional", 1.0),
        source=raw.get("source", ""),
        copy_of=raw.get("copy_of", ""),
        sensitive=bool(raw.get("sensitive", False)),
        key_only=bool(raw.get("key_only", False)),
        states={state: tuple(after) for state, after in (raw.get("states") or {}).items()},
        description=raw.get("description", ""),
    )


def attribute_document(attribute: Attribute) -> dict[str, Json]:
    """An attribute as JSON."""
    document = without_empty(
        {
            "id": attribute.id,
            "name": attribute.name,
            "type": str(attribute.type),
            "format": attribute.format,
            "values": dict(attribute.values),
            "size": size_fact_document(attribute.size),
            "elements": size_fact_document(attribute.elements),
            "range": list(attribute.range or ()),
            "source": attribute.source,
            "copy_of": attribute.copy_of,
            "sensitive": attribute.sensitive,
            "key_only": attribute.key_only,
            "states": {state: list(after) for state, after in attribute.states.items()},
            "description": attribute.description,
        }
    )
    # An empty name is ill, not absent: a rule speaks of it, so the document keeps it.
    document["name"] = attribute.name
    return document if attribute.optional == 1 else document | {"optional": attribute.optional}


_ITEM_FIELDS: Final = frozenset({"id", "values", "stored_keys"})


def is_structured(raw: Mapping[str, Json]) -> bool:
    """Is an item written as {id, values, stored_keys} rather than as its attributes?"""
    return (
        "values" in raw
        and raw.keys() <= _ITEM_FIELDS
        and isinstance(raw["values"], dict)
        and isinstance(raw.get("id", ""), str)
        and isinstance(raw.get("stored_keys", {}), dict)
    )


def read_item(raw: Mapping[str, Json], parent: str, attributes: tuple[Attribute, ...], number: int) -> SampleItem:
    """A sample item from either spelling. Raises Invalid where a value is none."""
    structured = is_structured(raw)
    values = raw["values"] if structured else raw
    types = {attribute.name: attribute.type for attribute in attributes}
    return SampleItem(
        id=(raw.get("id") if structured else None) or part_id(parent, "item", str(number)),
        values={name: read_value(value, types.get(name), name) for name, value in values.items()},
        stored_keys={
            name: read_value(value, None, name)
            for name, value in ((raw.get("stored_keys") or {}) if structured else {}).items()
        },
    )


def read_value(raw: Json, kind: AttributeType | None, path: str) -> AttributeValue:
    """A value of a declared type (None: undeclared). One that is of another type keeps its own: a rule speaks of it,
    and a change of the declared type makes nothing unreadable. Raises Invalid where DynamoDB JSON is malformed.
    """
    own = AttributeType.NULL if raw is None else AttributeType.S if isinstance(raw, str) else AttributeType.M
    try:
        return from_plain(raw, own if kind is None else kind, path)
    except Invalid:
        return from_plain(raw, own, path)


def item_document(item: SampleItem, attributes: tuple[Attribute, ...]) -> dict[str, Json]:
    """A sample item as JSON, with its id: plain values where the type is declared, DynamoDB JSON elsewhere."""
    types = {attribute.name: attribute.type for attribute in attributes}
    document: dict[str, Json] = {"id": item.id}
    document["values"] = {name: to_plain(value, types.get(name)) for name, value in item.values.items()}
    if item.stored_keys:
        document["stored_keys"] = {name: to_dynamodb_json(value) for name, value in item.stored_keys.items()}
    return document


PATTERN_FACTS: Final = (
    "examined", "skew", "members", "invariant", "delivery", "fresh", "follows", "purpose", "batch_size",
    "retries_unprocessed", "window_ms", "intent", "segment", "total_segments",
)  # fmt: skip
"""Facts of a pattern that the core keeps in `extra`."""


def access_pattern(raw: Mapping[str, Json]) -> AccessPattern:
    """An access pattern, with its steps, from its JSON (which has an id)."""
    identity = raw["id"]
    steps = (
        {**step, "id": step.get("id") or part_id(identity, "step", str(n))}
        for n, step in enumerate(raw.get("steps", ()))
    )
    rate = raw.get("per_second")
    return AccessPattern(
        id=identity,
        code=raw.get("code", ""),
        name=raw.get("name", ""),
        operation=Operation(raw["operation"]),
        table=raw.get("table", ""),
        index=raw.get("index"),
        entities=tuple(raw.get("entities", ())),
        key=tuple(_key_condition(key, condition) for key, condition in raw.get("key", {}).items()),
        filter=raw.get("filter", ""),
        projection=tuple(raw.get("projection", ())),
        descending=bool(raw.get("descending", False)),
        limit=raw.get("limit"),
        consistent=bool(raw.get("consistent", False)),
        set=_nulls(raw.get("set", {})),
        remove=tuple(raw.get("remove", ())),
        add=_nulls(raw.get("add", {})),
        if_=raw.get("if", ""),
        update=raw.get("update", ""),
        condition=raw.get("condition", ""),
        names=raw.get("names", {}),
        values=_nulls(raw.get("values", {})),
        parameters=_nulls(raw.get("parameters", {})),
        per_second=Rate(rate["average"], rate.get("peak", rate["average"])) if rate else None,
        items_returned=raw.get("items_returned"),
        fan_out=raw.get("fan_out", 1),
        steps=tuple(map(access_pattern, steps)),
        description=raw.get("description", ""),
        extra={name: raw[name] for name in PATTERN_FACTS if name in raw},
    )


def _nulls(raw: Mapping[str, Json]) -> dict[str, Json]:
    """JSON null is DynamoDB's NULL here, so that absent and null stay two things."""
    return {name: {"NULL": True} if value is None else value for name, value in raw.items()}


def _key_condition(name: str, raw: Json) -> KeyCondition:
    if isinstance(raw, str):
        return KeyCondition(name, "=", (raw,))
    operator, operand = next(iter(raw.items()))
    return KeyCondition(name, operator, tuple(operand) if isinstance(operand, list) else (operand,))


def _key_document(condition: KeyCondition) -> Json:
    match condition.operator, condition.templates:
        case "=", (template,):
            return template
        case "between", templates:
            return {"between": list(templates)}
        case operator, templates:
            return {operator: templates[0]}


def pattern_document(pattern: AccessPattern) -> dict[str, Any]:
    """An access pattern as JSON."""
    rate = pattern.per_second
    document = without_empty(
        {
            "id": pattern.id,
            "code": pattern.code,
            "name": pattern.name,
            "description": pattern.description,
            "table": pattern.table,
            "operation": str(pattern.operation),
            "index": pattern.index,
            "entities": list(pattern.entities),
            "key": {condition.name: _key_document(condition) for condition in pattern.key},
            "filter": pattern.filter,
            "projection": list(pattern.projection),
            "descending": pattern.descending,
            "limit": pattern.limit,
            "consistent": pattern.consistent,
            "set": dict(pattern.set),
            "remove": list(pattern.remove),
            "add": dict(pattern.add),
            "if": pattern.if_,
            "update": pattern.update,
            "condition": pattern.condition,
            "names": dict(pattern.names),
            "values": dict(pattern.values),
            "parameters": dict(pattern.parameters),
            "per_second": {"average": rate.average, "peak": rate.peak} if rate else None,
        }
    )
    if pattern.items_returned is not None:
        document["items_returned"] = pattern.items_returned
    if pattern.fan_out != 1:
        document["fan_out"] = pattern.fan_out
    document |= {name: pattern.extra[name] for name in PATTERN_FACTS if name in pattern.extra}
    if pattern.steps:
        document["steps"] = [pattern_document(step) for step in pattern.steps]
    return document
