"""A table's description, and the answers of related commands, in the shape of AWS::DynamoDB::Table.

facts/limits#features, facts/table-api#createtable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, object_of, text_of, whole
from exporter.importers.support.line_numbers import members

type Shape = dict[str, Any]

REGION: Final = "region"
ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "TimeToLiveDescription": ("ttl_attribute",),
    "ContinuousBackupsDescription": ("point_in_time_recovery", "recovery_days"),
    "Tags": ("tags",),
    "ContributorInsightsStatus": ("contributor_insights",),
    "Policy": ("resource_policy",),
    "ScalableTargets": ("auto_scaling",),
}
"""The settings that each answer, identified by a member, covers. describe-table itself covers none of them."""

_COPIED: Final = ("TableName", "AttributeDefinitions", "KeySchema", "DeletionProtectionEnabled")


def shape_of(raw: Mapping[str, Any], answer: Mapping[str, Any], path: str, context: Context) -> tuple[Shape, Shape]:
    """Return the table's shape, and settings that the shape cannot hold (replicas, consistency, the table's Region)."""
    made: Shape = {}
    lines = context.lines
    lines.put(made, None, lines.of(raw))
    on_demand = text_of(object_of(raw, "BillingModeSummary").get("BillingMode")) == "PAY_PER_REQUEST"
    found = {member: raw[member] for member in _COPIED if member in raw}
    found["BillingMode"] = "PAY_PER_REQUEST" if on_demand else "PROVISIONED"
    found |= _units(raw, on_demand)
    for member in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        if raw.get(member) is not None:
            found[member] = _indexes(raw[member], on_demand, context)
    found |= dict(_settings(raw, answer))
    for member, value in found.items():
        made[member] = value
        lines.put(made, member, lines.of(raw, member))
    return made, _replication(raw)


def _units(raw: Mapping[str, Any], on_demand: bool) -> Shape:
    found: Shape = {}
    throughput = object_of(raw, "ProvisionedThroughput")
    if throughput and not on_demand:
        units = {name: throughput.get(name) for name in ("ReadCapacityUnits", "WriteCapacityUnits")}
        found["ProvisionedThroughput"] = {name: value for name, value in units.items() if value is not None}
    if on_demand and isinstance(raw.get("OnDemandThroughput"), Mapping):
        found["OnDemandThroughput"] = {
            name: value for name, value in raw["OnDemandThroughput"].items() if whole(value) is not None
        }
    # Every table has a warm throughput; only values above the minimum were requested. facts/limits#throughput.
    warm = object_of(raw, "WarmThroughput")
    sides = (("ReadUnitsPerSecond", 12_000), ("WriteUnitsPerSecond", 4_000))
    if on_demand and any((whole(warm.get(name)) or 0) > least for name, least in sides):
        found["WarmThroughput"] = {name: warm[name] for name, _ in sides if whole(warm.get(name)) is not None}
    return {member: value for member, value in found.items() if value}


def _indexes(raws: Any, on_demand: bool, context: Context) -> Any:
    if not isinstance(raws, list):
        return raws
    made: list[Any] = []
    for number, raw in enumerate(raws):
        context.lines.put(made, number, context.lines.of(raws, number))
        if not isinstance(raw, Mapping):
            made.append(raw)
            continue
        names = ("IndexName", "KeySchema", "Projection")
        shape = {name: raw[name] for name in names if name in raw} | _units(raw, on_demand)
        context.lines.carry(raw, shape)
        made.append(shape)
    return made


def _settings(raw: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    stream = object_of(raw, "StreamSpecification")
    if stream.get("StreamEnabled", True) and stream.get("StreamViewType"):
        yield "StreamSpecification", stream
    encryption = object_of(raw, "SSEDescription")
    if text_of(encryption.get("Status")) in ("ENABLED", "ENABLING", "UPDATING"):
        key = text_of(encryption.get("KMSMasterKeyArn"))
        # By its ARN, the AWS managed key for DynamoDB looks like a customer's key, so the key is reported as possibly
        # AWS's.
        yield "SSESpecification", {"SSEEnabled": True, **({"KMSMasterKeyId": key} if key else {})}
    kind = object_of(raw, "TableClassSummary").get("TableClass")
    if kind:
        yield "TableClass", kind
    ttl = object_of(answer, "TimeToLiveDescription")
    if text_of(ttl.get("TimeToLiveStatus")) in ("ENABLED", "ENABLING"):
        yield "TimeToLiveSpecification", {"AttributeName": ttl.get("AttributeName"), "Enabled": True}
    recovery = object_of(object_of(answer, "ContinuousBackupsDescription"), "PointInTimeRecoveryDescription")
    if recovery:
        is_on = text_of(recovery.get("PointInTimeRecoveryStatus")) == "ENABLED"
        days = recovery.get("RecoveryPeriodInDays")
        window = {"RecoveryPeriodInDays": days} if is_on and days else {}
        yield "PointInTimeRecoverySpecification", {"PointInTimeRecoveryEnabled": is_on, **window}
    if isinstance(answer.get("Tags"), list):
        yield "Tags", answer["Tags"]
    status = answer.get("ContributorInsightsStatus")
    if status is not None:
        yield "ContributorInsightsSpecification", {"Enabled": text_of(status) in ("ENABLED", "ENABLING")}
    if answer.get("Policy"):
        yield "ResourcePolicy", {"PolicyDocument": answer["Policy"]}


def _replication(raw: Mapping[str, Any]) -> Shape:
    """Return the replicas. describe-table lists the other Regions; the home Region is in the table's ARN."""
    parts = text_of(raw.get("TableArn")).split(":")
    home = parts[3] if len(parts) > 5 else ""
    regions = [text_of(one.get("RegionName")) for _, one in members(raw.get("Replicas")) if isinstance(one, Mapping)]
    others = [region for region in regions if region and region != home]
    found: Shape = {REGION: home} if home else {}
    if others:
        found["replicas"] = others
    if raw.get("MultiRegionConsistency") == "STRONG":
        found["multi_region_consistency"] = "STRONG"
    witnesses = [text_of(one.get("RegionName")) for _, one in members(raw.get("GlobalTableWitnesses")) if one]
    return found | ({"witness": witnesses[0]} if witnesses and witnesses[0] else {})
