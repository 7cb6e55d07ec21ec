"""Settings of tables: billing, throughput, tags, recovery. FACTS 1.1, 1.6, 1.7, 6.4."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from modeler.core import limits
from modeler.core.rules.context import RuleContext, index_path, table_path
from modeler.core.rules.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.tables import Index, IndexKind, Table

_TABLES_QUOTA = 2500
_TAG_KEY_CHARS_MAX = 128
_TAG_VALUE_CHARS_MAX = 256
_POLICY_BYTES_MAX = 20 * limits.KIB


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


@rule(
    "settings.throughput_shape",
    ERROR,
    Scope.TABLE,
    title="Throughput settings that DynamoDB refuses",
    why="PROVISIONED needs read and write units, 1 or more, for the table and each GSI; PAY_PER_REQUEST none",
    fix="set the units, or clear them",
    sources="FACTS 1.6, 6.4",
)
def throughput_shape(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        if index.kind is IndexKind.LSI:
            continue
        # In a table the units are settings; an index holds its own.
        units = _mapping(table.settings.get("provisioned")) if index.is_base else _units(index)
        name, path = index.name, index_path(table, index)
        field = "settings.provisioned" if index.is_base else "provisioned"
        given = {word: _number(units.get(word)) for word in ("read", "write")}
        missing = [word for word, value in given.items() if value is None]
        small = [word for word, value in given.items() if value is not None and value < 1]
        if table.is_provisioned and missing:
            message = f"{name} has no {' and '.join(missing)} units, which PROVISIONED needs"
            yield Spot(message, path, index.id, field)
        elif not table.is_provisioned and len(missing) < len(given):
            yield Spot(f"{name} has provisioned units, which PAY_PER_REQUEST does not take", path, index.id, field)
        elif small:
            yield Spot(f"{name} has less than 1 {' and '.join(small)} unit", path, index.id, field)
    yield from _on_demand_maximum(table)


def _units(index: Index) -> Mapping[str, Any]:
    return {"read": index.capacity.read, "write": index.capacity.write}


def _on_demand_maximum(table: Table) -> Iterator[Spot]:
    maximum = _mapping(table.settings.get("on_demand_maximum"))
    small = [word for word, value in maximum.items() if (number := _number(value)) is not None and number < 1]
    path, field = table_path(table), "settings.on_demand_maximum"
    if small:
        yield Spot(f"{table.name} has a maximum of less than 1 {' and '.join(small)} unit", path, table.id, field)
    elif maximum and table.is_provisioned:
        yield Spot(f"{table.name} is PROVISIONED and has an on-demand maximum", path, table.id, field)


@rule(
    "settings.quota",
    WARNING,
    Scope.DESIGN,
    title="More than the default quota",
    why="a table or GSI has 40,000 read and 40,000 write units a second by default, a Region 2,500 tables",
    fix="ask for a higher quota before it is needed",
    sources="FACTS 1.6, 1.7",
)
def quota(context: RuleContext) -> Iterator[Spot]:
    design = context.design
    if len(design.tables) > _TABLES_QUOTA:
        yield Spot(f"the design has {len(design.tables)} tables; the quota is {_TABLES_QUOTA}", "tables")
    for table in design.tables:
        for index in table.all_indexes:
            for word in ("read", "write"):
                units = _number(getattr(index.capacity, word))
                if units is not None and units > limits.TABLE_UNITS_QUOTA:
                    message = f"{index.name} has {units:,.0f} {word} units; the quota is {limits.TABLE_UNITS_QUOTA:,}"
                    field = "settings.provisioned" if index.is_base else "provisioned"
                    yield Spot(message, index_path(table, index), index.id, field, {"units": units})
    for pattern in design.patterns:
        peak = _number(pattern.per_second.peak) if pattern.per_second else None
        if peak is not None and peak > limits.TABLE_UNITS_QUOTA:
            message = f"{pattern.label} peaks at {peak:,.0f} calls a second; the quota is 40,000 units a table"
            yield Spot(message, f"patterns.{pattern.label}.per_second", pattern.id, "per_second", {"peak": peak})


@rule(
    "settings.feature_limits",
    ERROR,
    Scope.TABLE,
    title="A setting beyond its limits",
    why="DynamoDB refuses the table, or the change of it",
    fix="bring the setting within its limits",
    sources="FACTS 1.1, 1.7",
)
def feature_limits(context: RuleContext, table: Table) -> Iterator[Spot]:
    settings, path = table.settings, table_path(table)
    days = _number(settings.get("recovery_days"))
    if days is not None and not limits.PITR_DAYS_MIN <= days <= limits.PITR_DAYS_MAX:
        message = f"point-in-time recovery of {table.name} keeps {days:g} days; 1 to 35 are possible"
        yield Spot(message, path, table.id, "settings.recovery_days")
    for message in _tag_problems(_mapping(settings.get("tags"))):
        yield Spot(f"{table.name}: {message}", path, table.id, "settings.tags")
    policy = settings.get("resource_policy")
    text = policy if isinstance(policy, str) else json.dumps(policy) if policy else ""
    if len(text.encode("utf-8", "surrogatepass")) > _POLICY_BYTES_MAX:
        message = f"the resource policy of {table.name} has more than 20 KB"
        yield Spot(message, path, table.id, "settings.resource_policy")
    scaling = _mapping(settings.get("auto_scaling"))
    if settings.get("replicas") and table.is_provisioned and not scaling.get("write"):
        message = f"{table.name} has replicas and is PROVISIONED without auto scaling of writes"
        yield Spot(message, path, table.id, "settings.replicas", fix="let its writes scale, or choose PAY_PER_REQUEST")


def _tag_problems(tags: Mapping[str, Any]) -> Iterator[str]:
    if len(tags) > limits.TAGS_MAX:
        yield f"{len(tags)} tags; at most {limits.TAGS_MAX} are taken"
    for name, value in tags.items():
        if not 1 <= len(name) <= _TAG_KEY_CHARS_MAX:
            yield f"the tag key {name[:40]!r} has {len(name)} characters; 1 to {_TAG_KEY_CHARS_MAX} are taken"
        elif name.lower().startswith("aws:"):
            yield f"the tag key {name[:40]!r} starts with aws:, which is reserved"
        if len(str(value)) > _TAG_VALUE_CHARS_MAX:
            yield f"the tag {name[:40]!r} has a value of more than {_TAG_VALUE_CHARS_MAX} characters"


RULES = (throughput_shape, quota, feature_limits)
