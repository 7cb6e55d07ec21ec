"""What a CloudFormation template says of its tables, in the form of `provider_facts`, to compare with the design.

The sandbox's CloudFormation makes keys, indexes, units, streams, protection and tags of a template and drops the rest
without a word, so that what it drops is read here from the template itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from exporter.targets.infrastructure.table_inputs import search_definitions
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from tests.doors.provider_facts import METRICS, Facts, table_facts

TABLE, GLOBAL = "AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"
IMAGES = "NEW_AND_OLD_IMAGES"
EACH_REPLICA = (
    "PointInTimeRecoverySpecification",
    "TableClass",
    "DeletionProtectionEnabled",
    "ContributorInsightsSpecification",
    "Tags",
    "ReadProvisionedThroughputSettings",
    "ReadOnDemandThroughputSettings",
    "GlobalSecondaryIndexes",
)
"""What every replica of a global table has to say in the same way."""


def wanted(design: Design) -> dict[str, Facts]:
    """By table name, of the design alone."""
    return {table.name: _wanted(design, table) for table in design.tables}


def _wanted(design: Design, table: Table) -> Facts:
    found = table_facts(design, table, is_current=True)
    found["kinesis"] = any(one.get("kind") == "kinesis" for one in table.settings.get("stream_consumers") or ())
    # What a vector index searches by is defined as a key is.
    found["attributes"] = search_definitions(table) | found["attributes"]
    if not found["replicas"] and not found["witness"]:
        return found
    found["home"] = design.region
    if "STRONG" not in found["replicas"].values():
        found["stream"] = IMAGES
    # Writes of a global table are always scaled, and its units are no more than where scaling begins.
    bounds = {(name, side): (least, most) for name, side, least, most, *_ in found["scaling"]}
    for name, holder in (("", found), *found["indexes"].items()):
        if holder["units"] is None:
            continue
        read, write = holder["units"]
        if (name, "write") not in bounds:
            found["scaling"].append((name, "write", write, write, 70, None, None))
        least, most = bounds.get((name, "write"), (write, write))
        holder["units"] = (_within(read, bounds.get((name, "read"))), min(max(write, least), most))
    found["scaling"].sort(key=str)
    return found


def _within(units: int, bounds: tuple[int, int] | None) -> int:
    return min(max(units, bounds[0]), bounds[1]) if bounds else units


def of_template(template: Mapping[str, Any]) -> dict[str, Facts]:
    """By table name, of a template as plain values with functions spelled in full."""
    resources: Mapping[str, Any] = template["Resources"]
    found = {}
    for logical, one in resources.items():
        if one["Type"] == TABLE:
            found[logical] = _table(one["Properties"])
        elif one["Type"] == GLOBAL:
            found[logical] = _global_table(one["Properties"])
    names = {logical: resources[logical]["Properties"]["TableName"] for logical in found}
    for logical, scaling in _scalings(resources):
        found[logical]["scaling"].append(scaling)
    for facts in found.values():
        facts["scaling"].sort(key=str)
        facts["insights"].sort()
    return {names[logical]: facts for logical, facts in found.items()}


def _table(raw: Mapping[str, Any]) -> Facts:
    indexes = {one["IndexName"]: _index(one, "GSI") for one in raw.get("GlobalSecondaryIndexes", ())}
    for one in raw.get("LocalSecondaryIndexes", ()):
        indexes[one["IndexName"]] = _index(one, "LSI")
        # An LSI has the table's own partition key, which the other forms do not repeat.
        assert indexes[one["IndexName"]]["keys"]["HASH"] == _keys(raw)["HASH"]
        indexes[one["IndexName"]]["keys"]["HASH"] = []
    ttl = raw.get("TimeToLiveSpecification", {})
    encryption = raw.get("SSESpecification")
    assert not encryption or not encryption["SSEEnabled"] or encryption["SSEType"] == "KMS"
    return {
        "keys": _keys(raw),
        "attributes": {one["AttributeName"]: one["AttributeType"] for one in raw["AttributeDefinitions"]},
        "billing": raw["BillingMode"],
        **_throughput(raw),
        "indexes": indexes,
        "ttl": ttl["AttributeName"] if ttl.get("Enabled") else None,
        "encryption": (encryption["SSEEnabled"], encryption.get("KMSMasterKeyId")) if encryption else None,
        "stream": raw.get("StreamSpecification", {}).get("StreamViewType"),
        "replicas": {},
        "witness": None,
        "scaling": [],
        "insights": _insights(raw, raw.get("GlobalSecondaryIndexes", ())),
        **_own(raw),
    }


def _own(raw: Mapping[str, Any]) -> Facts:
    """What a table says of itself and a global table in each replica."""
    recovery = raw.get("PointInTimeRecoverySpecification", {})
    policy = raw.get("ResourcePolicy", {}).get("PolicyDocument")
    return {
        "recovery": (recovery.get("RecoveryPeriodInDays") or True)
        if recovery.get("PointInTimeRecoveryEnabled")
        else None,
        "class": raw.get("TableClass"),
        "protection": raw.get("DeletionProtectionEnabled"),
        "tags": {one["Key"]: one["Value"] for one in raw.get("Tags", ())},
        "policy": json.loads(policy) if isinstance(policy, str) else policy,
        "kinesis": "KinesisStreamSpecification" in raw,
    }


def _global_table(raw: Mapping[str, Any]) -> Facts:
    home, *others = raw["Replicas"]
    for other in others:
        assert {name: other.get(name) for name in EACH_REPLICA} == {name: home.get(name) for name in EACH_REPLICA}
    consistency = raw.get("MultiRegionConsistency")
    reads = {one["IndexName"]: one for one in home.get("GlobalSecondaryIndexes", ())}
    found = _table(raw) | _own(home)
    found["replicas"] = {other["Region"]: consistency for other in others}
    found["home"] = home["Region"]
    found["witness"] = next((one["Region"] for one in raw.get("GlobalTableWitnesses", ())), None)
    found["insights"] = _insights(home, reads.values())
    if found["encryption"]:
        found["encryption"] = (found["encryption"][0], home.get("SSESpecification", {}).get("KMSMasterKeyId"))
    is_provisioned = raw["BillingMode"] == "PROVISIONED"
    parts = [(found, raw, home)]
    parts += [(found["indexes"][one["IndexName"]], one, reads.get(one["IndexName"], {}))
              for one in raw.get("GlobalSecondaryIndexes", ())]  # fmt: skip
    for holder, of_all, of_one in parts:
        sides = {"read": of_one, "write": of_all}
        holder["units"] = (_units("Read", of_one), _units("Write", of_all)) if is_provisioned else None
        most = {
            side: own.get(f"{side.title()}OnDemandThroughputSettings", {}).get(f"Max{side.title()}RequestUnits")
            for side, own in sides.items()
        }
        holder["on_demand"] = {side: value for side, value in most.items() if value}
        name = of_all.get("IndexName", "")
        found["scaling"] += [scaling for side, own in sides.items() if (scaling := _global_scaling(name, side, own))]
    return found


def _units(side: str, raw: Mapping[str, Any]) -> int:
    settings = raw[f"{side}ProvisionedThroughputSettings"]
    scaled = settings.get(f"{side}CapacityAutoScalingSettings")
    units: int = scaled["SeedCapacity"] if scaled else settings[f"{side}CapacityUnits"]
    return units


def _global_scaling(name: str, side: str, raw: Mapping[str, Any]) -> tuple[Any, ...] | None:
    settings = raw.get(f"{side.title()}ProvisionedThroughputSettings", {})
    scaled = settings.get(f"{side.title()}CapacityAutoScalingSettings")
    if scaled is None:
        return None
    tracking = scaled["TargetTrackingScalingPolicyConfiguration"]
    cooldowns = (tracking.get("ScaleInCooldown"), tracking.get("ScaleOutCooldown"))
    return (name, side, scaled["MinCapacity"], scaled["MaxCapacity"], tracking["TargetValue"], *cooldowns)


def _scalings(resources: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Of each pair of a target and its policy: the logical name of the table, and how it scales."""
    policies = {
        one["Properties"]["ScalingTargetId"]["Ref"]: one["Properties"]
        for one in resources.values()
        if one["Type"] == "AWS::ApplicationAutoScaling::ScalingPolicy"
    }
    targets = {
        logical: one["Properties"]
        for logical, one in resources.items()
        if one["Type"] == "AWS::ApplicationAutoScaling::ScalableTarget"
    }
    assert policies.keys() == targets.keys()
    for logical, target in targets.items():
        tracking = policies[logical]["TargetTrackingScalingPolicyConfiguration"]
        assert policies[logical]["PolicyType"] == "TargetTrackingScaling"
        side = METRICS[tracking["PredefinedMetricSpecification"]["PredefinedMetricType"]]
        word, table, *index = target["ResourceId"]["Fn::Join"][1]
        kind = "index" if index else "table"
        assert (word, target["ResourceId"]["Fn::Join"][0], target["ServiceNamespace"]) == ("table", "/", "dynamodb")
        assert index[:1] in ([], ["index"])
        assert target["ScalableDimension"] == f"dynamodb:{kind}:{side.title()}CapacityUnits"
        cooldowns = (tracking.get("ScaleInCooldown"), tracking.get("ScaleOutCooldown"))
        bounds = (target["MinCapacity"], target["MaxCapacity"], tracking["TargetValue"])
        yield table["Ref"], (index[1] if index else "", side, *bounds, *cooldowns)


def _keys(raw: Mapping[str, Any]) -> dict[str, list[str]]:
    pairs = [(one["KeyType"], one["AttributeName"]) for one in raw["KeySchema"]]
    return {side: [name for kind, name in pairs if kind == side] for side in ("HASH", "RANGE")}


def _throughput(raw: Mapping[str, Any]) -> Facts:
    units, most, warm = (raw.get(one) for one in ("ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput"))
    sides = (("read", "Read"), ("write", "Write"))
    return {
        "units": (units["ReadCapacityUnits"], units["WriteCapacityUnits"]) if units else None,
        "on_demand": {side: most[f"Max{word}RequestUnits"] for side, word in sides if f"Max{word}RequestUnits" in most}
        if most
        else {},
        "warm": {side: warm[f"{word}UnitsPerSecond"] for side, word in sides if f"{word}UnitsPerSecond" in warm}
        if warm
        else {},
    }


def _index(raw: Mapping[str, Any], kind: str) -> Facts:
    projection = raw["Projection"]
    return {
        "kind": kind,
        "keys": _keys(raw),
        "projection": projection["ProjectionType"],
        "also": sorted(projection.get("NonKeyAttributes", ())),
        **_throughput(raw),
    }


def _insights(raw: Mapping[str, Any], indexes: Any) -> list[str]:
    named = [("", raw), *((one["IndexName"], one) for one in indexes)]
    return [name for name, one in named if one.get("ContributorInsightsSpecification", {}).get("Enabled")]
