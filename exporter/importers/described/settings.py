"""Settings of a table and its auto scaling, from CreateTable's and CloudFormation's terms to the design's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved, boolean, object_of, text_of, units_of, whole
from exporter.importers.support.line_numbers import members
from exporter.importers.support.report_lines import IN_ITS_PLACE, Level
from modeler.core.design.tables import Table

type Found = tuple[str, str, Any]
"""A setting of the design, the member of the file that specifies it, and its value."""

_STREAMS: Final = ("KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES")
_CLASSES: Final = ("STANDARD", "STANDARD_INFREQUENT_ACCESS")
_KNOWN: Final = frozenset(
    {"TableName", "AttributeDefinitions", "KeySchema", "BillingMode", "ProvisionedThroughput", "OnDemandThroughput",
     "WarmThroughput", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "TimeToLiveSpecification", "SSESpecification",
     "PointInTimeRecoverySpecification", "StreamSpecification", "TableClass", "DeletionProtectionEnabled",
     "ContributorInsightsSpecification", "ResourcePolicy", "Tags", "Replicas", "KinesisStreamSpecification"}
)  # fmt: skip


def with_settings(table: Table, raw: Mapping[str, Any], path: str, context: Context) -> Table:
    """Return the table with what CreateTable and CloudFormation specify besides keys and indexes.

    An invalid value is left out and reported, as is a member that a design cannot represent.
    """
    settings: dict[str, Any] = {}
    for name, member, value in _settings(raw, path, context):
        settings[name] = value
        context.put(table.id, f"settings.{name}", raw, member)
    for member in raw:
        if member not in _KNOWN:
            context.dropped(f"{path}.{member}", "a design cannot represent this; left out", raw, member)
    return replace(table, settings=settings)


def known_regions(regions: Iterable[Any], path: str, context: Context, container: Any) -> list[str]:
    """Return the Regions of replicas that the file determines; every other one is left out and reported."""
    found = []
    for one in regions:
        if isinstance(one, Unresolved):
            said = f"the Region of a replica, {str(one)[:60]!r}, is known only at deployment; the replica is left out"
            context.dropped(path, said, container)
        elif isinstance(one, str) and one:
            found.append(one[:60])
    return found


def _settings(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    for one in (
        _billing,
        _throughput,
        _time_to_live,
        _recovery,
        _stream,
        _encryption,
        _choices,
        _policy,
        _tags,
        _kinesis,
    ):
        yield from one(raw, path, context)


def _billing(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    mode = raw.get("BillingMode")
    if mode in ("PROVISIONED", "PAY_PER_REQUEST"):
        yield "billing", "BillingMode", str(mode)
    elif mode is None:
        # As in CreateTable: without a mode, a table is provisioned. facts/table-api#createtable.
        provisioned = "ProvisionedThroughput" in raw
        word = "PROVISIONED" if provisioned else "PAY_PER_REQUEST"
        if not provisioned:
            said = "neither BillingMode nor units are specified; read as PAY_PER_REQUEST (on demand)"
            context.guessed(f"{path}.BillingMode", said, raw)
        yield "billing", "ProvisionedThroughput", word
    else:
        said = f"unknown billing mode {str(mode)[:60]!r}; read as PAY_PER_REQUEST (on demand)"
        context.guessed(f"{path}.BillingMode", said, raw, "BillingMode")
        yield "billing", "BillingMode", "PAY_PER_REQUEST"


def _throughput(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    for ours, member in (
        ("provisioned", "ProvisionedThroughput"),
        ("on_demand_maximum", "OnDemandThroughput"),
        ("warm_throughput", "WarmThroughput"),
    ):
        if found := units_of(raw, member, path, context):
            yield ours, member, found


def _time_to_live(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    member = "TimeToLiveSpecification"
    found = object_of(raw, member)
    name = text_of(found.get("AttributeName"))
    enabled = boolean(found.get("Enabled", True))
    if name and enabled:
        yield "ttl_attribute", member, name[:255]
    elif name and enabled is False:
        context.note(f"{path}.{member}", f"time to live on {name[:80]!r} is disabled; not in the design", raw, member)
    elif raw.get(member) is not None and enabled is not False:
        context.dropped(f"{path}.{member}", "the attribute is unknown; left out", raw, member)


def _recovery(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    member = "PointInTimeRecoverySpecification"
    found = object_of(raw, member)
    enabled = boolean(found.get("PointInTimeRecoveryEnabled"))
    if enabled is not None:
        yield "point_in_time_recovery", member, enabled
    elif raw.get(member) is not None:
        context.dropped(f"{path}.{member}", "it is unknown whether this is on; left out", raw, member)
    if enabled and (days := whole(found.get("RecoveryPeriodInDays"))):
        yield "recovery_days", member, days


def _stream(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    member = "StreamSpecification"
    found = object_of(raw, member)
    view = found.get("StreamViewType")
    if view in _STREAMS:
        yield "stream", member, str(view)
    elif raw.get(member) is not None and boolean(found.get("StreamEnabled")) is not False:
        said = f"unknown stream view {text_of(view)[:40]!r}" if text_of(view) else "a stream without a view is rejected"
        context.dropped(f"{path}.{member}", f"{said}; left out", raw, member)


def _encryption(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    member = "SSESpecification"
    if raw.get(member) is None:
        return
    found = object_of(raw, member)
    # CloudFormation says SSEEnabled, the request of CreateTable Enabled.
    enabled, key = boolean(found.get("SSEEnabled", found.get("Enabled"))), text_of(found.get("KMSMasterKeyId"))
    if enabled is None:
        context.dropped(f"{path}.{member}", "it is unknown whether KMS is used; left out", raw, member)
    elif not enabled:
        yield "encryption", member, {"type": "AWS_OWNED"}
    elif key and not key.endswith("alias/aws/dynamodb"):
        if isinstance(found["KMSMasterKeyId"], Unresolved):
            in_place = f"{key[:80]!r} {IN_ITS_PLACE}"
            if not any(in_place in line.message for line in context.report.lines):
                said = f"the key is known only at deployment; {in_place}"
                context.guessed(f"{path}.{member}", said, raw, member)
        yield "encryption", member, {"type": "CUSTOMER", "key": key[:255]}
    else:
        yield "encryption", member, {"type": "AWS_MANAGED"}


def _choices(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    kind = raw.get("TableClass")
    if kind in _CLASSES:
        yield "table_class", "TableClass", str(kind)
    elif kind is not None:
        context.dropped(f"{path}.TableClass", f"unknown table class {text_of(kind)[:60]!r}", raw, "TableClass")
    about = object_of(raw, "ContributorInsightsSpecification")
    insights = about.get("Enabled")
    if (mode := text_of(about.get("Mode"))) not in ("", "ACCESSED_AND_THROTTLED_KEYS"):
        said = f"the mode {mode[:60]} of Contributor Insights is not in the design"
        context.dropped(f"{path}.ContributorInsightsSpecification.Mode", said, about, "Mode")
    for name, member, value in (
        ("deletion_protection", "DeletionProtectionEnabled", raw.get("DeletionProtectionEnabled")),
        ("contributor_insights", "ContributorInsightsSpecification", insights),
    ):
        known = boolean(value)
        if known is not None:
            yield name, member, known
        elif raw.get(member) is not None:
            context.dropped(f"{path}.{member}", "it is unknown whether this is on; left out", raw, member)


def _policy(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    member = "ResourcePolicy"
    if raw.get(member) is None:
        return
    policy = object_of(raw, member).get("PolicyDocument")
    if isinstance(policy, str) and not isinstance(policy, Unresolved):
        try:
            policy = json.loads(policy)
        except (ValueError, RecursionError):
            policy = None
    if isinstance(policy, Mapping) and policy:
        yield "resource_policy", member, dict(policy)
    else:
        context.dropped(f"{path}.{member}", "the policy document is not a known object; left out", raw, member)


def _tags(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    listed = raw.get("Tags")
    found: dict[str, str] = {}
    unknown: list[str] = []
    for number, one in members(listed):
        key = text_of(one.get("Key")) if isinstance(one, Mapping) else ""
        if key and not isinstance(one.get("Value"), Unresolved):
            found[key] = text_of(one.get("Value"))
        elif key:
            unknown.append(key)
        else:
            context.dropped(f"{path}.Tags[{number}]", "a tag needs a Key; left out", listed, number)
    if unknown:
        # What is left out has nothing in its place.
        lines = context.report.lines
        lines[:] = [one for one in lines if not (one.level == Level.GUESSED and _is_tag(one.path, path))]
        shown = ", ".join(one[:80] for one in unknown[:20])
        said = f"the file does not give the value of {shown}; left out"
        context.dropped(f"{path}.Tags", said, raw, "Tags")
    if found:
        yield "tags", "Tags", found
    elif isinstance(listed, Unresolved):
        context.dropped(f"{path}.Tags", "the file does not give the tags; left out", raw, "Tags")
    elif listed is not None and not isinstance(listed, list):
        context.dropped(f"{path}.Tags", "tags must be a list of Key and Value; left out", raw, "Tags")


def _is_tag(place: str, path: str) -> bool:
    return place.startswith(f"{path}.") and ".Tags" in place.removeprefix(path)


def _kinesis(raw: Mapping[str, Any], path: str, context: Context) -> Iterator[Found]:
    member = "KinesisStreamSpecification"
    if raw.get(member) is None:
        return
    found = object_of(raw, member)
    name = text_of(found.get("StreamArn")).removesuffix(".Arn").rpartition("/")[2]
    yield "stream_consumers", member, [{"name": name[:255] or "kinesis", "kind": "kinesis"}]
    if (precision := text_of(found.get("ApproximateCreationDateTimePrecision"))) not in ("", "MILLISECOND"):
        context.dropped(f"{path}.{member}.ApproximateCreationDateTimePrecision", f"{precision[:40]}: a design does not "
                        "have this; left out", found, "ApproximateCreationDateTimePrecision")  # fmt: skip


@dataclass(frozen=True, slots=True)
class DescribedScaling:
    """What a scalable target or a policy specifies for one side of a table or (with `index`) of a GSI."""

    table: str
    index: str
    side: str
    settings: Mapping[str, int | float]
    line: int = 0


def scaling_settings(raw: Mapping[str, Any]) -> dict[str, int | float]:
    """Return the bounds, target, and cooldowns of a scalable target, a target tracking configuration, or both."""
    tracking = raw.get("TargetTrackingScalingPolicyConfiguration")
    both = {**raw, **(tracking if isinstance(tracking, Mapping) else {})}
    names: dict[str, tuple[str, Callable[[Any], int | float | None]]] = {
        "min": ("MinCapacity", whole),
        "max": ("MaxCapacity", whole),
        "target": ("TargetValue", _number),
        "scale_in_cooldown": ("ScaleInCooldown", _seconds),
        "scale_out_cooldown": ("ScaleOutCooldown", _seconds),
    }
    found = {ours: read(both.get(member)) for ours, (member, read) in names.items()}
    return {ours: value for ours, value in found.items() if value is not None}


def _seconds(value: Any) -> int | None:
    return whole(value, 0)


def _number(value: Any) -> int | float | None:
    known = whole(value, 0)
    if known is not None:
        return known
    return value if isinstance(value, float) and 0 <= value <= 10**6 else None


def scaling_place(resource: str, dimension: str) -> tuple[str, str, str] | None:
    """Return the table, index ('' for the table), and side of a scalable resource; None if it is not a DynamoDB
    table's.
    """
    kind, _, rest = resource.partition("/")
    table, _, index = rest.partition("/index/")
    sides = {"ReadCapacityUnits": "read", "WriteCapacityUnits": "write"}
    side = sides.get(dimension.rpartition(":")[2], "")
    if kind != "table" or not table or not side or not dimension.startswith("dynamodb:"):
        return None
    return table, index, side


def with_scaling(tables: Iterable[Table], scalings: Iterable[DescribedScaling], context: Context) -> list[Table]:
    """Return tables with their auto scaling. Scaling of a missing table or index is reported with its line."""
    held, named = list(tables), dict[tuple[str, str, str], int]()
    for one in scalings:
        place = next((number for number, table in enumerate(held) if table.name == one.table), None)
        table = held[place] if place is not None else None
        index = table.index(one.index) if table is not None and one.index else None
        if place is None or table is None or (one.index and index is None):
            what = f"table {one.table}" + (f", index {one.index}" if one.index else "")
            context.report.dropped("auto scaling", f"it scales {what[:300]}, which the file does not create", one.line)
            continue
        if table.settings.get("billing") == "PAY_PER_REQUEST":
            said = f"{one.table[:255]} is on demand, so there are no units that it could scale; left out"
            context.report.dropped("auto scaling", said, one.line)
            continue
        if not one.settings:
            said = f"the bounds and the target of the {one.side} units of {one.table[:255]} are unknown; left out"
            context.report.dropped("auto scaling", said, one.line)
            continue
        part = table.id if index is None else index.id
        field = "settings.auto_scaling" if index is None else "auto_scaling"
        if one.line:
            context.places.setdefault(f"{part}.{field}", one.line)
        held[place] = _scaled(table, one)
        named.setdefault((one.table, one.index, one.side), one.line)
    _say_alone(held, named, context)
    return held


def _say_alone(tables: Iterable[Table], named: Mapping[tuple[str, str, str], int], context: Context) -> None:
    """Report bounds without a target, at their lines."""
    by_name = {one.name: one for one in tables}
    for (name, inside, side), line in named.items():
        table = by_name[name]
        index = table.index(inside) if inside else None
        scaling = (table.settings if index is None else index.capacity.settings).get("auto_scaling") or {}
        if "target" not in scaling.get(side, {}):
            what = f"the {side} units of {inside or name}"[:300]
            said = f"the file gives bounds for {what}, but no target; alone, bounds scale nothing"
            context.report.note("auto scaling", said, line)


def _scaled(table: Table, one: DescribedScaling) -> Table:
    if not one.index:
        return replace(table, settings=_merged(table.settings, one))
    indexes = tuple(
        replace(index, capacity=replace(index.capacity, settings=_merged(index.capacity.settings, one)))
        if index.name == one.index
        else index
        for index in table.indexes
    )
    return replace(table, indexes=indexes)


def _merged(settings: Mapping[str, Any], one: DescribedScaling) -> dict[str, Any]:
    scaling = dict(settings.get("auto_scaling") or {})
    scaling[one.side] = {**(scaling.get(one.side) or {}), **one.settings}
    # Read before write, in whatever order the file has them.
    ordered = {side: scaling[side] for side in ("read", "write") if side in scaling}
    return {**settings, "auto_scaling": ordered}
