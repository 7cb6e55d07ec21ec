"""GlobalTable and the SAM SimpleTable in the shape of AWS::DynamoDB::Table, with lines.

facts/limits#features, facts/table-api#createtable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.described.operations import say_scaling
from exporter.importers.described.settings import known_regions, scaling_settings
from exporter.importers.described.tables import Context, Unresolved, object_of, text_of, whole
from exporter.importers.support.line_numbers import members

_OF_REPLICA: Final = (
    "TableClass", "PointInTimeRecoverySpecification", "DeletionProtectionEnabled", "ContributorInsightsSpecification",
    "Tags", "ResourcePolicy", "KinesisStreamSpecification",
)  # fmt: skip
_KNOWN_OF_REPLICA: Final = frozenset(
    {*_OF_REPLICA, "Region", "GlobalSecondaryIndexes", "SSESpecification", "ReadProvisionedThroughputSettings",
     "ReadOnDemandThroughputSettings", "ReplicaStreamSpecification", "GlobalTableSettingsReplicationMode"}
)  # fmt: skip
_READS: Final = ("ReadProvisionedThroughputSettings", "ReadCapacityUnits", "ReadCapacityAutoScalingSettings")
_WRITES: Final = ("WriteProvisionedThroughputSettings", "WriteCapacityUnits", "WriteCapacityAutoScalingSettings")
_MOVED: Final = frozenset(
    {"Replicas", "WriteProvisionedThroughputSettings", "WriteOnDemandThroughputSettings", "GlobalTableWitnesses",
     "ReadOnDemandThroughputSettings", "ReadProvisionedThroughputSettings", "MultiRegionConsistency"}
)  # fmt: skip

type Shape = dict[str, Any]


def from_simple(raw: Mapping[str, Any], path: str, context: Context) -> Shape:
    """Return a SimpleTable's shape: one partition key (``id``, type S by default), on-demand without units."""
    made: Shape = {}
    context.lines.carry(raw, made)
    key = object_of(raw, "PrimaryKey")
    name = text_of(key.get("Name")) or "id"
    word = text_of(key.get("Type")) or "String"
    kind = {"String": "S", "Number": "N", "Binary": "B"}.get(word)
    if kind is None:
        context.converted(
            f"{path}.PrimaryKey.Type", f"unknown key type {word[:40]!r}; read as String", raw, "PrimaryKey"
        )
    made["AttributeDefinitions"] = [{"AttributeName": name, "AttributeType": kind or "S"}]
    made["KeySchema"] = [{"AttributeName": name, "KeyType": "HASH"}]
    context.lines.put(made, "KeySchema", context.lines.of(raw, "PrimaryKey"))
    units = raw.get("ProvisionedThroughput")
    made["BillingMode"] = "PAY_PER_REQUEST" if units is None else "PROVISIONED"
    for member, value in raw.items():
        if member == "Tags" and isinstance(value, Mapping):
            made["Tags"] = [
                {"Key": str(one), "Value": said if isinstance(said, Unresolved) else text_of(said)}
                for one, said in value.items()
            ]
        elif member != "PrimaryKey":
            made[member] = value
    return made


def from_global(raw: Mapping[str, Any], path: str, context: Context) -> tuple[Shape, Shape, str]:
    """Return a GlobalTable's shape as a Table, the settings that a Table does not have (replicas, consistency, witness,
    auto scaling), and its first Region, which becomes the home Region of the design.
    """
    replicas = [one for _, one in members(raw.get("Replicas")) if isinstance(one, Mapping)]
    if not replicas:
        raise context.refuse(f"{path}.Replicas", "a global table needs at least one replica here", raw, "Replicas")
    home = replicas[0]
    made: Shape = {member: value for member, value in raw.items() if member not in _MOVED}
    context.lines.carry(raw, made)
    settings: Shape = {}
    for member in _OF_REPLICA:
        if member in home and member not in made:
            made[member] = home[member]
            context.lines.put(made, member, context.lines.of(home, member))
    _key_of_replica(made, home)
    provisioned = text_of(raw.get("BillingMode")) == "PROVISIONED"
    units, scaling = _throughput(raw, home, provisioned, path, context)
    made |= units
    settings |= {"auto_scaling": scaling} if scaling else {}
    made["GlobalSecondaryIndexes"] = [
        _index(one, home, provisioned, f"{path}.GlobalSecondaryIndexes[{number}]", context)
        for number, one in members(raw.get("GlobalSecondaryIndexes"))
    ]
    context.lines.put(made, "GlobalSecondaryIndexes", context.lines.of(raw, "GlobalSecondaryIndexes"))
    settings |= _replication(raw, replicas, path, context)
    _say_differences(replicas, path, context)
    _say_missing_indexes(raw, replicas, path, context)
    for name in [name for name in home if name not in _KNOWN_OF_REPLICA]:
        said = "no property of a replica; left out"
        context.dropped(f"{path}.Replicas[0].{name}", said, home, name)
    return made, settings, text_of(home.get("Region"))


def _replication(raw: Mapping[str, Any], replicas: list[Mapping[str, Any]], path: str, context: Context) -> Shape:
    settings: Shape = {}
    if others := known_regions((one.get("Region") for one in replicas[1:]), f"{path}.Replicas", context, raw):
        settings["replicas"] = others
    if raw.get("MultiRegionConsistency") == "STRONG":
        settings["multi_region_consistency"] = "STRONG"
    witnesses = [text_of(one.get("Region")) for _, one in members(raw.get("GlobalTableWitnesses")) if one]
    if witnesses and witnesses[0]:
        settings["witness"] = witnesses[0]
    return settings


def _key_of_replica(made: Shape, home: Mapping[str, Any]) -> None:
    key = text_of(object_of(home, "SSESpecification").get("KMSMasterKeyId"))
    if key and isinstance(made.get("SSESpecification"), Mapping):
        made["SSESpecification"] = {**made["SSESpecification"], "KMSMasterKeyId": key}


def _say_differences(replicas: list[Mapping[str, Any]], path: str, context: Context) -> None:
    """Report what a replica specifies differently from the first one: a design has one setting for all Regions."""
    home = replicas[0]
    for number, one in enumerate(replicas[1:], start=1):
        region = text_of(one.get("Region"))[:60]
        for member in dict.fromkeys((*home, *one)):
            if member != "Region" and one.get(member) != home.get(member):
                said = f"{region} differs from {text_of(home.get('Region'))[:60]}; the design has one setting for both"
                context.dropped(f"{path}.Replicas[{number}].{member}", said, one, member)


def _say_missing_indexes(
    raw: Mapping[str, Any], replicas: list[Mapping[str, Any]], path: str, context: Context
) -> None:
    """Report settings of a replica for an index that the table does not have: CloudFormation rejects them."""
    own = {text_of(one.get("IndexName")) for _, one in members(raw.get("GlobalSecondaryIndexes")) if one}
    for number, replica in enumerate(replicas):
        listed = replica.get("GlobalSecondaryIndexes")
        for place, one in members(listed):
            name = text_of(one.get("IndexName")) if isinstance(one, Mapping) else ""
            if name and name not in own:
                said = f"the table has no index {name[:80]!r}, so CloudFormation rejects this; left out"
                where = f"{path}.Replicas[{number}].GlobalSecondaryIndexes[{place}]"
                context.dropped(where, said, listed, place)


def _throughput(
    raw: Mapping[str, Any], home: Mapping[str, Any], provisioned: bool, path: str, context: Context
) -> tuple[Shape, Shape]:
    """Return ProvisionedThroughput and OnDemandThroughput, and auto scaling by side."""
    units: Shape = {}
    scaling: Shape = {}
    for side, holders, names, unit in (
        ("read", (home, raw), _READS, "ReadCapacityUnits"),
        ("write", (raw,), _WRITES, "WriteCapacityUnits"),
    ):
        found = next((found for holder in holders if (found := object_of(holder, names[0]))), {})
        automatic = object_of(found, names[2])
        value = found.get(names[1], automatic.get("SeedCapacity"))
        value = automatic.get("MinCapacity") if whole(value) is None else value
        if provisioned and value is not None:
            units[unit] = value
        if provisioned and automatic:
            scaling[side] = scaling_settings(automatic)
            say_scaling(automatic, f"{path}.{names[0]}.{names[2]}", context)
    most = {
        "MaxReadRequestUnits": _most(home, raw, "ReadOnDemandThroughputSettings", "MaxReadRequestUnits"),
        "MaxWriteRequestUnits": _most(raw, raw, "WriteOnDemandThroughputSettings", "MaxWriteRequestUnits"),
    }
    known = {name: value for name, value in most.items() if value is not None}
    made: Shape = {"ProvisionedThroughput": units} if units else {}
    return made | ({"OnDemandThroughput": known} if known else {}), scaling


def _most(first: Mapping[str, Any], second: Mapping[str, Any], member: str, name: str) -> Any:
    return object_of(first, member).get(name) or object_of(second, member).get(name)


def _index(raw: Any, home: Mapping[str, Any], provisioned: bool, path: str, context: Context) -> Any:
    if not isinstance(raw, Mapping):
        return raw
    listed = (one for _, one in members(home.get("GlobalSecondaryIndexes")) if isinstance(one, Mapping))
    own = next((one for one in listed if one.get("IndexName") == raw.get("IndexName")), {})
    made = {member: value for member, value in raw.items() if member not in _MOVED}
    context.lines.carry(raw, made)
    if "ContributorInsightsSpecification" in own:
        made["ContributorInsightsSpecification"] = own["ContributorInsightsSpecification"]
    units, scaling = _throughput(raw, own, provisioned, path, context)
    return made | units | ({"AutoScaling": scaling} if scaling else {})
