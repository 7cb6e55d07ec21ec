"""The JSON Schema (2020-12) of the design document, made from the table of fields.

It is published as data/keysheet-1.schema.json; a test holds the file and the table against each other.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from modeler.core.design.parts import PartKind
from modeler.core.fields.part_shapes import COMPARISON_TEXTS
from modeler.core.fields.shapes import Field, NumberShape, OrNull, Schema, Settings, TextShape
from modeler.core.fields.table import FIELDS
from modeler.core.values.attribute_values import AttributeType

VERSION: Final = 1
_ABOUT: Final = {
    PartKind.TABLE: "A DynamoDB table",
    PartKind.INDEX: "A secondary index",
    PartKind.ENTITY: "One item type",
    PartKind.ATTRIBUTE: "One attribute",
    PartKind.OVERLOAD: "What an entity writes into one index, and when",
    PartKind.RELATION: "Two entities that belong together: one to many, or many to many",
    PartKind.PATTERN: "One read or write that the application needs",
}
_ITEM: Final = {
    "description": "A sample item: its attributes by name, or {values, stored_keys, id} where the keys an imported "
    "item carried are kept; its id is written as every other",
    "type": "object",
}


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the design document. Not to be changed: everybody gets the same object."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://keysheet.example/schema/keysheet-{VERSION}.json",
        "title": f"Keysheet design document, version {VERSION}",
        "description": "One design: tables, entities, relations, access patterns, sample items, settings. Ids may be "
        "left out; then parts match by name.",
        "type": "object",
        "properties": {"keysheet": {"const": VERSION}, **_properties(FIELDS[PartKind.DESIGN])},
        "required": ["keysheet", *_required(FIELDS[PartKind.DESIGN])],
        "additionalProperties": False,
        "$defs": {
            **_shared(),
            **{str(kind): _part(kind, about) for kind, about in _ABOUT.items()},
            str(PartKind.ITEM): _ITEM,
        },
    }


def _part(kind: PartKind, about: str) -> Schema:
    return {
        "description": about,
        "type": "object",
        "properties": _properties(FIELDS[kind]),
        "required": _required(FIELDS[kind]),
        "additionalProperties": False,
    }


def _properties(fields: tuple[Field, ...]) -> Schema:
    return {field.name: field.schema() for field in fields}


def _required(fields: tuple[Field, ...]) -> list[str]:
    return [field.name for field in fields if field.is_required]


def _shared() -> Schema:
    """What several fields have the shape of."""
    return {
        "key_attribute": _object(
            {"name": TextShape().schema(), "type": {"enum": list(map(str, AttributeType))}},
            ["name"],
            "One element of a key schema",
        ),
        "key_condition": {"anyOf": [COMPARISON_TEXTS, _comparisons()]},
        "size_fact": _object({"average": NumberShape().schema(), "max": NumberShape().schema()}, ["average"]),
        "table_settings": _table_settings(),
        "units": _object({"read": _units(), "write": _units()}, [], "Read and write units"),
        "auto_scaling": {
            "type": "object",
            "properties": {"read": _scaling(), "write": _scaling()},
            "additionalProperties": False,
        },
    }


def _object(properties: Schema, required: list[str], about: str = "") -> Schema:
    made = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"description": about, **made} if about else made


def _comparisons() -> Schema:
    two = {"type": "array", "items": COMPARISON_TEXTS, "minItems": 2, "maxItems": 2}
    single = dict.fromkeys(("=", "<", "<=", ">", ">=", "begins_with"), COMPARISON_TEXTS)
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": {**single, "between": two},
        "additionalProperties": False,
    }


def _units() -> Schema:
    return OrNull(NumberShape(-1, is_whole=True)).schema()


def _scaling() -> Schema:
    bounds = {name: NumberShape(1, is_whole=True).schema() for name in ("min", "max")}
    waits = {name: NumberShape().schema() for name in ("scale_in_cooldown", "scale_out_cooldown")}
    return _object({**bounds, "target": {"type": "number"}, **waits}, [], "Bounds in units, target in percent")


def _table_settings() -> Schema:
    shape = next(field.shape for field in FIELDS[PartKind.TABLE] if field.name == "settings")
    assert isinstance(shape, Settings)
    about = (
        "billing, provisioned, auto_scaling, ttl_attribute, point_in_time_recovery, stream, table_class, encryption, "
        "deletion_protection, tags, replicas, on_demand_maximum, warm_throughput"
    )
    return {"description": about, **shape.definition(), "additionalProperties": True}
