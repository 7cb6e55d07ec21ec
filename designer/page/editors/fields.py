"""Editors of fields: one entry for each field of the document's schema, in groups as people see them.

The schema specifies the shapes of a field; an entry specifies its control. tests/guards/test_editors.py compares the
two, so that every field of the document has an editor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

CONTROLS: Final = (
    "text", "code", "long", "number", "percent", "switch", "choice", "offered", "names", "lists", "pair", "format",
    "numbers", "json", "object", "rows", "map", "key_schema",
)  # fmt: skip
"""Every control, each a template ``designer/parts/editors/<control>.html``."""


@dataclass(frozen=True, slots=True)
class EditorField:
    """A field, or a member of one. `name` is the name in deltas (``settings.billing``); a member has its own name.

    `help` is a sentence or two with the limits, `source` the AWS document that they are from ('' if the field is
    specific to Keysheet). `choices` are values with labels, '' for absent. `offers` names a list to complete from.
    `refused` are choices that DynamoDB rejects here: offered only where the design has one. `absent` describes the
    default. `members` are those of an object, of each row of a list, or the name and the value of a mapping.
    `starts_on`: a switch that is on by default. `mode`: the capacity mode that it belongs to; in the
    other mode an empty field is listed under a separate title.
    """

    name: str
    label: str
    control: str = "text"
    help: str = ""
    source: str = ""
    unit: str = ""
    choices: tuple[tuple[Any, str], ...] = ()
    refused: frozenset[str] = frozenset()
    offers: str = ""
    absent: str = ""
    members: tuple[EditorField, ...] = ()
    starts_on: bool = False
    adds: str = ""
    mode: str = ""


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together, under a title. `is_open`: shown initially."""

    key: str
    title: str
    fields: tuple[EditorField, ...]
    is_open: bool = False


def walk(fields: tuple[EditorField, ...], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], EditorField]]:
    """Every field and member with the names on the path to it."""
    for field in fields:
        path = (*above, *field.name.split("."))
        yield path, field
        yield from walk(field.members, path)


QUOTAS: Final = "Quotas in Amazon DynamoDB"
CONSTRAINTS: Final = "Constraints in Amazon DynamoDB"
MULTI_KEYS: Final = "Multi-attribute keys pattern"

PROVISIONED: Final = "PROVISIONED"
ON_DEMAND: Final = "PAY_PER_REQUEST"
TYPES: Final = (
    ("S", "String"), ("N", "Number"), ("B", "Binary"), ("BOOL", "Boolean"), ("NULL", "Null"), ("M", "Map"),
    ("L", "List"), ("SS", "String set"), ("NS", "Number set"), ("BS", "Binary set"),
)  # fmt: skip

NO_KEYS: Final = frozenset(value for value, _ in TYPES) - {"S", "N", "B"}
"""Types that a key attribute cannot have. facts/limits#items."""


def units(name: str, label: str, help_text: str, source: str, unit: str = "units/s", mode: str = "") -> EditorField:
    """Read and write units."""
    members = (EditorField("read", "Read", "number", unit=unit), EditorField("write", "Write", "number", unit=unit))
    return EditorField(name, label, "object", help_text, source, members=members, mode=mode)


def size_fact(name: str, label: str, help_text: str, unit: str, source: str = "") -> EditorField:
    """An average and a maximum."""
    members = (
        EditorField("average", "Average", "number", unit=unit),
        EditorField("max", "Maximum", "number", unit=unit, absent="not specified"),
    )
    return EditorField(name, label, "object", help_text, source, members=members)


def key_schema(name: str, label: str, help_text: str, source: str) -> EditorField:
    """Elements of a key: names, and the types of a key attribute."""
    members = (
        EditorField("name", "Attribute", "offered", offers="keys"),
        EditorField("type", "Type", "choice", choices=TYPES, refused=NO_KEYS),
    )
    return EditorField(name, label, "key_schema", help_text, source, members=members, adds="key attribute")


PROVENANCE: Final = EditorField(
    "provenance",
    "Origin",
    "choice",
    "What an import inferred has findings of advice only, until someone edits it or sets this to confirmed.",
    choices=(("", "Entered or confirmed"), ("inferred", "Inferred by an import")),
)

_SIDE: Final = (
    EditorField("min", "Minimum", "number", unit="units"),
    EditorField("max", "Maximum", "number", unit="units"),
    EditorField("target", "Target", "number", unit="%", absent="70"),
    EditorField("scale_in_cooldown", "Scale-in cooldown", "number", unit="s"),
    EditorField("scale_out_cooldown", "Scale-out cooldown", "number", unit="s"),
)


def _auto_scaling(name: str) -> EditorField:
    return EditorField(
        name,
        "Auto scaling",
        "object",
        "Adjusts provisioned capacity toward a target utilization of 20% to 90%. It scales out after two minutes "
        "above the target and scales in after fifteen minutes below it, so it does not react to bursts of a few "
        "minutes.",
        "Managing throughput capacity automatically with DynamoDB auto scaling",
        members=(
            EditorField("read", "Read", "object", members=_SIDE),
            EditorField("write", "Write", "object", members=_SIDE),
        ),
        mode=PROVISIONED,
    )


def capacity(prefix: str, what: str) -> tuple[EditorField, ...]:
    """The throughput fields that tables and GSIs share. `prefix` is ``settings.`` for a table."""
    return (
        units(
            f"{prefix}provisioned",
            "Provisioned",
            f"Capacity units per second of {what} in provisioned mode, billed whether used or not: at least 1 of each. "
            "A unit reads 4 KB with strong consistency or writes 1 KB. By default, a table can have 40,000 of each.",
            QUOTAS,
            mode=PROVISIONED,
        ),
        _auto_scaling(f"{prefix}auto_scaling"),
        units(
            f"{prefix}on_demand_maximum",
            "On-demand maximum",
            f"The maximum throughput of {what} in on-demand mode. Requests beyond it are throttled (best effort). "
            "At least 1; -1 removes the maximum. It limits the bill, not the traffic of a partition.",
            "DynamoDB maximum throughput for on-demand tables",
            mode=ON_DEMAND,
        ),
        units(
            f"{prefix}warm_throughput",
            "Warm throughput",
            "The throughput that it supports immediately. New on-demand tables start with 12,000 reads/s and 4,000 "
            "writes/s. An increase is billed once. It cannot be decreased.",
            "Understanding DynamoDB warm throughput",
        ),
    )
