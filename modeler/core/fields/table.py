"""The one table of fields: what each kind of part holds, in which shape, and what it names.

From it follow reading and writing, the JSON Schema, ids for names and back, renames, the generated designs of the tests
and the list of editors. A field that is declared here is known everywhere; docs/decisions/0022.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from modeler.core.design.parts import INFERRED, PartKind
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Projection
from modeler.core.fields.open_shapes import Open
from modeler.core.fields.part_shapes import Calls, Conditions, KeySchema, Projected, Shares, Sizes, Span
from modeler.core.fields.pattern_facts import FOLLOWS, INTENT, SKEW
from modeler.core.fields.references import Conversion, Keyed, Members, Ref, References, conversion
from modeler.core.fields.relations import RELATION
from modeler.core.fields.settings import DESIGN_SETTINGS, TABLE_SETTINGS
from modeler.core.fields.shapes import (
    MEMBERS_MAX,
    TEXT_MAX,
    Children,
    Choice,
    Defined,
    Field,
    Flag,
    Id,
    ListOf,
    MapOf,
    Number,
    OrNull,
    Settings,
    Text,
    Values,
    Written,
)
from modeler.core.values.attribute_values import AttributeType

_ID: Final = Field("id", Id(), written=Written.ALWAYS)
_NAME: Final = Field("name", Text(), written=Written.ALWAYS, is_required=True)
_DESCRIPTION: Final = Field("description", Text(TEXT_MAX), default="")
_NAMES: Final = ListOf(Text())
_PARTITION_KEY: Final = Field("partition_key", KeySchema(), default=())
_SORT_KEY: Final = Field("sort_key", KeySchema(), default=())
_EXPRESSION: Final = Text(TEXT_MAX)
_PROVENANCE: Final = Field(
    "provenance",
    Choice(("", INFERRED)),
    default="",
    description="inferred: an import derived it, and nobody has confirmed or edited it; its findings are advice",
)

_MUTE: Final = {
    "description": "A finding not to be shown again, and why: of a part (by its id; one field of it, or all), "
    "else of a path",
    "type": "object",
    "properties": {
        "rule": Text().schema(),
        "path": Text(TEXT_MAX).schema(),
        "reason": Text(TEXT_MAX).schema(),
        "part": Id().schema(),
        "field": Text(TEXT_MAX).schema(),
    },
    "required": ["rule", "reason"],
    "additionalProperties": False,
}

DESIGN: Final = (
    Field("name", Text(least=1), written=Written.ALWAYS, is_required=True),
    _DESCRIPTION,
    Field("region", Text(), written=Written.ALWAYS, default="us-east-1"),
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
    Field("kind", Choice(("GSI", "LSI")), written=Written.ALWAYS, default="GSI"),
    _DESCRIPTION,
    _PARTITION_KEY,
    _SORT_KEY,
    Field("projection", Projected(), written=Written.ALWAYS, default=Projection()),
    Field("provisioned", Defined(ref="units")),
    Field("auto_scaling", Defined(ref="auto_scaling")),
    Field("on_demand_maximum", Defined(ref="units")),
    Field("warm_throughput", Defined(ref="units")),
    Field("reserve", Flag(), default=False),
    _PROVENANCE,
)

ENTITY: Final = (
    _ID,
    _NAME,
    _DESCRIPTION,
    Field("count", Number(is_whole=True, is_open=True)),
    Field("identity", _NAMES, Ref.ATTRIBUTE, default=()),
    Field("per_parent", Sizes()),
    Field("growth", Number(), default=0.0),
    Field("retention", Number(is_open=True), written=Written.UNLESS_DEFAULT),
    Field("unique", ListOf(_NAMES, most=None), Ref.ATTRIBUTE, default=()),
    Field("concurrent", Flag(), default=False),
    Field("constraint_of", Text(), Ref.MARKED_ENTITY, default=""),
    _PROVENANCE,
    Field("attributes", Children("attribute", 2000)),
    Field("overloads", Children("overload", 500)),
    Field("items", Children("item", 50_000)),
)

ATTRIBUTE: Final = (
    _ID,
    Field("name", Text(65_536), written=Written.ALWAYS, is_required=True),
    Field("type", Choice.of(AttributeType), written=Written.ALWAYS, default=AttributeType.S),
    Field("format", Text(), default=""),
    Field("values", Shares(), default={}),
    Field("size", Sizes()),
    Field("elements", Sizes()),
    Field("range", Span()),
    Field("source", Choice(("", "payload", "clock", "random", "counter")), default=""),
    Field("copy_of", Text(), Ref.SOURCE, default=""),
    Field("sensitive", Flag(), default=False),
    Field(
        "key_only",
        Flag(),
        default=False,
        description="The value lives inside keys and is not stored as an attribute of its own",
    ),
    Field("states", MapOf(_NAMES), default={}),
    _DESCRIPTION,
    Field("optional", Number(most=1), written=Written.UNLESS_DEFAULT, default=1.0),
)

OVERLOAD: Final = (
    _ID,
    Field("index", OrNull(Text()), Ref.INDEX, written=Written.ALWAYS),
    Field("when", _EXPRESSION, Ref.EXPRESSION, default=""),
    Field("keys", MapOf(Text(4096), most=16), Keyed(Ref.KEY, Ref.TEMPLATE), written=Written.ALWAYS, default={}),
    _PROVENANCE,
)

ITEM: Final = (
    _ID,
    Field("values", Values(), Keyed(Ref.ATTRIBUTE, nulls=True), written=Written.ALWAYS, default={}),
    Field("stored_keys", Values(), Keyed(Ref.KEY), default={}),
)

_FRESH: Final = Defined({"anyOf": [Number().schema(), {"enum": ["read_your_write"]}]})


def _fact(name: str, shape: Defined | Choice | Number | Text | Flag | Open, description: str = "") -> Field:
    """A field that the core keeps in `extra`, as it was read."""
    return Field(name, shape, written=Written.AS_READ, description=description)


PATTERN: Final = (
    _ID,
    Field("code", Text(), default=""),
    Field("name", Text(), written=Written.ALWAYS, default=""),
    _DESCRIPTION,
    Field("table", Text(), Ref.TABLE, default=""),
    Field("operation", Choice.of(Operation), written=Written.ALWAYS, is_required=True),
    Field("index", OrNull(Text()), Ref.INDEX),
    Field("entities", _NAMES, Ref.ENTITY, default=()),
    Field(
        "key",
        Conditions(),
        Keyed(Ref.KEY, Ref.TEMPLATE),
        default=(),
        description="Key attribute to template, or to {operator: template}",
    ),
    Field("filter", _EXPRESSION, Ref.EXPRESSION, default=""),
    Field("projection", _NAMES, Ref.PATH, default=()),
    Field("descending", Flag(), default=False),
    Field("limit", Number(least=1, is_whole=True, is_open=True)),
    Field("consistent", Flag(), default=False),
    Field(
        "set",
        Values(),
        Keyed(Ref.PATH, Ref.PARAMETER, nulls=True),
        default={},
        description="Attributes to set, by name: a value, or a parameter as ':name'",
    ),
    Field("remove", _NAMES, Ref.PATH, default=()),
    Field("add", Values(), Keyed(Ref.PATH, Ref.PARAMETER, nulls=True), default={}),
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
    Field("names", MapOf(Text(TEXT_MAX)), Keyed(values=Ref.ATTRIBUTE), default={}),
    Field("values", Values(), Keyed(Ref.PARAMETER), default={}),
    Field(
        "parameters",
        Values(),
        Keyed(Ref.PARAMETER_NAME, nulls=True),
        default={},
        description="One example value for each parameter",
    ),
    Field("per_second", Calls()),
    Field("items_returned", Number(is_open=True), written=Written.UNLESS_DEFAULT),
    _PROVENANCE,
    Field("fan_out", Number(1, 100_000, is_whole=True), written=Written.UNLESS_DEFAULT, default=1),
    _fact("examined", Number(is_open=True)),
    _fact("skew", SKEW),
    _fact("members", Defined({"type": "array"})),
    _fact("invariant", Text(TEXT_MAX)),
    _fact("delivery", Choice(("once", "at_least_once"))),
    _fact("fresh", _FRESH),
    _fact("follows", FOLLOWS),
    _fact("purpose", Choice(("online", "admin", "report", "job"))),
    _fact("batch_size", Number(1, is_whole=True)),
    _fact("retries_unprocessed", Flag()),
    _fact("window_ms", Number()),
    _fact("intent", INTENT),
    _fact("segment", Number(is_whole=True), "Of a Scan in parts: which part this call reads, from 0"),
    _fact("total_segments", Number(is_whole=True), "Of a Scan in parts: how many there are"),
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
