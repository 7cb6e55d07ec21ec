"""The one table of fields: what each kind of part holds, in which shape, and what it names.

From it follow reading and writing, the JSON Schema, ids for names and back, renames, the generated designs of the tests
and the list of editors. A field that is declared here is known everywhere; docs/decisions/0022.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from modeler.core.design.items import COLORS
from modeler.core.design.parts import INFERRED, PartKind
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Projection
from modeler.core.fields.part_shapes import (
    CallsShape,
    ConditionsShape,
    KeySchemaShape,
    ProjectedShape,
    SharesShape,
    SizesShape,
    SpanShape,
)
from modeler.core.fields.pattern_facts import FOLLOWS, INTENT, SKEW
from modeler.core.fields.references import Conversion, Keyed, Members, Ref, References, conversion
from modeler.core.fields.relations import RELATION
from modeler.core.fields.settings import DESIGN_SETTINGS, TABLE_SETTINGS
from modeler.core.fields.shapes import (
    MEMBERS_MAX,
    TEXT_MAX,
    Children,
    ChoiceShape,
    Defined,
    Field,
    FlagShape,
    IdShape,
    ListOf,
    MapOf,
    NumberShape,
    OrNull,
    Settings,
    Shape,
    TextShape,
    ValuesShape,
    Written,
)
from modeler.core.values.attribute_values import AttributeType

_ID: Final = Field("id", IdShape(), written=Written.ALWAYS)
_NAME: Final = Field("name", TextShape(), written=Written.ALWAYS, is_required=True)
_DESCRIPTION: Final = Field("description", TextShape(TEXT_MAX), default="")
_NAMES: Final = ListOf(TextShape())
_PARTITION_KEY: Final = Field("partition_key", KeySchemaShape(), default=())
_SORT_KEY: Final = Field("sort_key", KeySchemaShape(), default=())
_EXPRESSION: Final = TextShape(TEXT_MAX)
_PROVENANCE: Final = Field(
    "provenance",
    ChoiceShape(("", INFERRED)),
    default="",
    description="inferred: an import derived it, and nobody has confirmed or edited it; its findings are advice",
)

_MUTE: Final = {
    "description": "A finding not to be shown again, and why: of a part (by its id; one field of it, or all), "
    "else of a path",
    "type": "object",
    "properties": {
        "rule": TextShape().schema(),
        "path": TextShape(TEXT_MAX).schema(),
        "reason": TextShape(TEXT_MAX).schema(),
        "part": IdShape().schema(),
        "field": TextShape(TEXT_MAX).schema(),
    },
    "required": ["rule", "reason"],
    "additionalProperties": False,
}

DESIGN: Final = (
    Field("name", TextShape(least=1), written=Written.ALWAYS, is_required=True),
    _DESCRIPTION,
    Field("region", TextShape(), written=Written.ALWAYS, default="us-east-1"),
    Field(
        "settings",
        Settings(DESIGN_SETTINGS, most=MEMBERS_MAX),
        default={},
        description="Facts about the whole design; members that are not named here are kept",
    ),
    Field("mutes", ListOf(Defined(_MUTE), most=None), Members({"path": Ref.PLACE}), default=()),
    Field("tables", Children("table", 2500), written=Written.ALWAYS),
    Field("relations", Children("relation", 2000)),
    Field("access_patterns", Children("pattern", 5000), written=Written.ALWAYS),
)

TABLE: Final = (
    _ID,
    _NAME,
    _DESCRIPTION,
    _PARTITION_KEY,
    _SORT_KEY,
    Field("indexes", Children("index", 200)),
    Field("settings", Settings(TABLE_SETTINGS, ref="table_settings"), default={}),
    _PROVENANCE,
    Field("entities", Children("entity", 1000)),
    Field("unassigned", Children("item")),
)

INDEX: Final = (
    _ID,
    _NAME,
    Field("kind", ChoiceShape(("GSI", "LSI")), written=Written.ALWAYS, default="GSI"),
    _DESCRIPTION,
    _PARTITION_KEY,
    _SORT_KEY,
    Field("projection", ProjectedShape(), written=Written.ALWAYS, default=Projection()),
    Field("provisioned", Defined(ref="units")),
    Field("auto_scaling", Defined(ref="auto_scaling")),
    Field("on_demand_maximum", Defined(ref="units")),
    Field("warm_throughput", Defined(ref="units")),
    Field("reserve", FlagShape(), default=False),
    _PROVENANCE,
)

ENTITY: Final = (
    _ID,
    _NAME,
    _DESCRIPTION,
    Field("count", NumberShape(is_whole=True, is_open=True)),
    Field("identity", _NAMES, Ref.ATTRIBUTE, default=()),
    Field("per_parent", SizesShape()),
    Field("growth", NumberShape(), default=0.0),
    Field("retention", NumberShape(is_open=True), written=Written.UNLESS_DEFAULT),
    Field("unique", ListOf(_NAMES, most=None), Ref.ATTRIBUTE, default=()),
    Field("concurrent", FlagShape(), default=False),
    Field("constraint_of", TextShape(), Ref.MARKED_ENTITY, default=""),
    Field(
        "color", ChoiceShape(("", *COLORS)), default="", description="On pages and drawings; absent: chosen by the id"
    ),
    _PROVENANCE,
    Field("attributes", Children("attribute", 2000)),
    Field("overloads", Children("overload", 500)),
    Field("items", Children("item", 50_000)),
)

ATTRIBUTE: Final = (
    _ID,
    Field("name", TextShape(65_536), written=Written.ALWAYS, is_required=True),
    Field("type", ChoiceShape.of(AttributeType), written=Written.ALWAYS, default=AttributeType.S),
    Field("format", TextShape(), default=""),
    Field("values", SharesShape(), default={}),
    Field("size", SizesShape()),
    Field("elements", SizesShape()),
    Field("range", SpanShape()),
    Field("source", ChoiceShape(("", "payload", "clock", "random", "counter")), default=""),
    Field("copy_of", TextShape(), Ref.SOURCE, default=""),
    Field("sensitive", FlagShape(), default=False),
    Field(
        "key_only",
        FlagShape(),
        default=False,
        description="The value lives inside keys and is not stored as an attribute of its own",
    ),
    Field("states", MapOf(_NAMES), default={}),
    _DESCRIPTION,
    Field("optional", NumberShape(most=1), written=Written.UNLESS_DEFAULT, default=1.0),
)

OVERLOAD: Final = (
    _ID,
    Field("index", OrNull(TextShape()), Ref.INDEX, written=Written.ALWAYS),
    Field("when", _EXPRESSION, Ref.EXPRESSION, default=""),
    Field("keys", MapOf(TextShape(4096), most=16), Keyed(Ref.KEY, Ref.TEMPLATE), written=Written.ALWAYS, default={}),
    _PROVENANCE,
)

ITEM: Final = (
    _ID,
    Field("values", ValuesShape(), Keyed(Ref.ATTRIBUTE, nulls=True), written=Written.ALWAYS, default={}),
    Field("stored_keys", ValuesShape(), Keyed(Ref.KEY), default={}),
)

_FRESH: Final = Defined({"anyOf": [NumberShape().schema(), {"enum": ["read_your_write"]}]})


def _fact(name: str, shape: Shape, description: str = "") -> Field:
    """A field that the core keeps in `extra`, as it was read."""
    return Field(name, shape, written=Written.AS_READ, description=description)


PATTERN: Final = (
    _ID,
    Field("code", TextShape(), default=""),
    Field("name", TextShape(), written=Written.ALWAYS, default=""),
    _DESCRIPTION,
    Field("table", TextShape(), Ref.TABLE, default=""),
    Field("operation", ChoiceShape.of(Operation), written=Written.ALWAYS, is_required=True),
    Field("index", OrNull(TextShape()), Ref.INDEX),
    Field("entities", _NAMES, Ref.ENTITY, default=()),
    Field(
        "key",
        ConditionsShape(),
        Keyed(Ref.KEY, Ref.TEMPLATE),
        default=(),
        description="Key attribute to template, or to {operator: template}",
    ),
    Field("filter", _EXPRESSION, Ref.EXPRESSION, default=""),
    Field("projection", _NAMES, Ref.PATH, default=()),
    Field("descending", FlagShape(), default=False),
    Field("limit", NumberShape(least=1, is_whole=True, is_open=True)),
    Field("consistent", FlagShape(), default=False),
    Field(
        "set",
        ValuesShape(),
        Keyed(Ref.PATH, Ref.PARAMETER, nulls=True),
        default={},
        description="Attributes to set, by name: a value, or a parameter as ':name'",
    ),
    Field("remove", _NAMES, Ref.PATH, default=()),
    Field("add", ValuesShape(), Keyed(Ref.PATH, Ref.PARAMETER, nulls=True), default={}),
    Field(
        "if",
        _EXPRESSION,
        Ref.EXPRESSION,
        attribute="if_",
        default="",
        description="Condition with literals; for a write by intent",
    ),
    Field("update", _EXPRESSION, Ref.EXPRESSION, default=""),
    Field("condition", _EXPRESSION, Ref.EXPRESSION, default=""),
    Field("names", MapOf(TextShape(TEXT_MAX)), Keyed(values=Ref.ATTRIBUTE), default={}),
    Field("values", ValuesShape(), Keyed(Ref.PARAMETER), default={}),
    Field(
        "parameters",
        ValuesShape(),
        Keyed(Ref.PARAMETER_NAME, nulls=True),
        default={},
        description="One example value for each parameter",
    ),
    Field("per_second", CallsShape()),
    Field("items_returned", NumberShape(is_open=True), written=Written.UNLESS_DEFAULT),
    _PROVENANCE,
    Field("fan_out", NumberShape(1, 100_000, is_whole=True), written=Written.UNLESS_DEFAULT, default=1),
    _fact("examined", NumberShape(is_open=True)),
    _fact("skew", SKEW),
    _fact("members", Defined({"type": "array"})),
    _fact("invariant", TextShape(TEXT_MAX)),
    _fact("delivery", ChoiceShape(("once", "at_least_once"))),
    _fact("fresh", _FRESH),
    _fact("follows", FOLLOWS),
    _fact("purpose", ChoiceShape(("online", "admin", "report", "job"))),
    _fact("batch_size", NumberShape(1, is_whole=True)),
    _fact("retries_unprocessed", FlagShape()),
    _fact("window_ms", NumberShape()),
    _fact("intent", INTENT),
    _fact("segment", NumberShape(is_whole=True), "Of a Scan in parts: which part this call reads, from 0"),
    _fact("total_segments", NumberShape(is_whole=True), "Of a Scan in parts: how many there are"),
    Field("steps", Children("pattern", 200), default=()),
)

FIELDS: Final[Mapping[PartKind, tuple[Field, ...]]] = {
    PartKind.DESIGN: DESIGN,
    PartKind.TABLE: TABLE,
    PartKind.INDEX: INDEX,
    PartKind.ENTITY: ENTITY,
    PartKind.ATTRIBUTE: ATTRIBUTE,
    PartKind.OVERLOAD: OVERLOAD,
    PartKind.RELATION: RELATION,
    PartKind.PATTERN: PATTERN,
    PartKind.ITEM: ITEM,
}


NAMED: Final[Mapping[PartKind, tuple[str, ...]]] = {
    PartKind.TABLE: ("name",),
    PartKind.INDEX: ("name",),
    PartKind.ENTITY: ("name",),
    PartKind.ATTRIBUTE: ("name",),
    PartKind.PATTERN: ("code", "name"),
}
"""The fields by which other parts speak of a part: the first that is not empty."""


@cache
def field_of(kind: PartKind, name: str) -> Field | None:
    """The field of that name, None where there is none."""
    return next((field for field in FIELDS[kind] if field.name == name), None)


@cache
def conversions(kind: PartKind) -> Mapping[str, Conversion]:
    """For each field that names other parts, the walk over its value."""
    return {name: conversion(references) for name, references in referring(kind)}


@cache
def referring(kind: PartKind) -> tuple[tuple[str, References], ...]:
    """The fields of a kind of part that name other parts, and what they name."""
    return tuple((field.name, found) for field in FIELDS[kind] if (found := field.references) is not None)
