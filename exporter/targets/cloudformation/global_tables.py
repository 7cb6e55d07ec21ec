"""AWS::DynamoDB::GlobalTable of a table with replicas, as plain values: global properties, then each replica."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exporter.targets.base import Loss
from exporter.targets.cloudformation.tables import (
    AskParameter,
    Data,
    encryption,
    index_keys,
    insights,
    keys,
    settings,
    shared_settings,
    vectors,
    warm,
)
from exporter.targets.infrastructure import table_inputs
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, Table

IMAGES = "NEW_AND_OLD_IMAGES"
"""The stream view that replication of a global table reads."""


def global_properties(design: Design, table: Table, where: table_inputs.Replication, ask: AskParameter) -> Data:
    """Return the properties of one AWS::DynamoDB::GlobalTable; the design's Region, where the stack is, comes first."""
    properties = keys(table) | _writes(table, table.base) | warm(table, table.base)
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        if indexes := [_index(table, index) for index in table.indexes if index.kind is kind]:
            properties[member] = indexes
    properties |= vectors(table) | dict(shared_settings(table))
    if where.regions and not where.strong:
        properties["StreamSpecification"] = {"StreamViewType": IMAGES}
    elif view := table_inputs.stream(table):
        properties["StreamSpecification"] = {"StreamViewType": view}
    if sse := encryption(table):
        properties["SSESpecification"] = sse
    if where.strong:
        properties["MultiRegionConsistency"] = "STRONG"
    if where.witness:
        properties["GlobalTableWitnesses"] = [{"Region": where.witness}]
    regions = (design.region, *where.regions)
    properties["Replicas"] = [_replica(table, region, region == design.region, ask) for region in regions]
    return properties


def _index(table: Table, index: Index) -> Data:
    if index.kind is IndexKind.LSI:
        return index_keys(index)
    return index_keys(index) | _writes(table, index) | warm(table, index)


def _writes(table: Table, index: Index) -> Data:
    """Write units are the same in every replica; provisioned write units are always scaled."""
    if units := table_inputs.units(table, index):
        scaling = _scaling(table, index, "write") or table_inputs.ScalingInputs("write", units.write, units.write, 70)
        settings = {"WriteCapacityAutoScalingSettings": _auto_scaling(scaling, units.write)}
        return {"WriteProvisionedThroughputSettings": settings}
    most = table_inputs.on_demand_maximum(table, index).get("MaxWriteRequestUnits")
    return {"WriteOnDemandThroughputSettings": {"MaxWriteRequestUnits": most}} if most else {}


def _reads(table: Table, index: Index) -> Data:
    """Each replica has its own read units; here they are the same in all."""
    if units := table_inputs.units(table, index):
        scaling = _scaling(table, index, "read")
        fixed = {"ReadCapacityUnits": units.read}
        scaled = {"ReadCapacityAutoScalingSettings": _auto_scaling(scaling, units.read)} if scaling else {}
        return {"ReadProvisionedThroughputSettings": scaled or fixed}
    most = table_inputs.on_demand_maximum(table, index).get("MaxReadRequestUnits")
    return {"ReadOnDemandThroughputSettings": {"MaxReadRequestUnits": most}} if most else {}


def _scaling(table: Table, index: Index, side: str) -> table_inputs.ScalingInputs | None:
    return next((one for one in table_inputs.scalings(table, index) if one.side == side), None)


def _auto_scaling(scaling: table_inputs.ScalingInputs, units: int) -> Data:
    cooldowns = {"ScaleInCooldown": scaling.scale_in_cooldown, "ScaleOutCooldown": scaling.scale_out_cooldown}
    given = {member: seconds for member, seconds in cooldowns.items() if seconds is not None}
    return {
        "MinCapacity": scaling.minimum,
        "MaxCapacity": scaling.maximum,
        "SeedCapacity": min(max(units, scaling.minimum), scaling.maximum),
        "TargetTrackingScalingPolicyConfiguration": {"TargetValue": scaling.target, **given},
    }


def _replica(table: Table, region: str, is_home: bool, ask: AskParameter) -> Data:
    replica: Data = {"Region": region} | _reads(table, table.base)
    indexes = [
        {"IndexName": index.name} | own
        for index in table.indexes
        if index.kind is IndexKind.GSI and (own := _reads(table, index) | insights(table, index))
    ]
    if indexes:
        replica["GlobalSecondaryIndexes"] = indexes
    if key := _key(table, region, is_home, ask):
        replica["SSESpecification"] = {"KMSMasterKeyId": key}
    own = dict(settings(table, table.base, ask))
    if not is_home:  # a policy and a Kinesis stream belong to one Region
        own.pop("ResourcePolicy", None)
        own.pop("KinesisStreamSpecification", None)
    return replica | own


def _key(table: Table, region: str, is_home: bool, ask: AskParameter) -> Any:
    """A customer managed key belongs to one Region: the key of another replica is a parameter."""
    kind, key = table_inputs.encryption(table)
    if kind != "CUSTOMER":
        return ""
    if key and is_home:
        return key
    return ask(f"key in {region}", f"ARN of the KMS key for {table.name} in {region}")


def losses(design: Design, table: Table) -> Iterator[Loss]:
    """Yield what a global table cannot represent, or requires."""
    where = table_inputs.replication(design, table)
    if where is None:
        return
    path = f"tables.{table.name}.settings"
    for index in table.all_indexes:
        units = table_inputs.units(table, index)
        if units and not _scaling(table, index, "write"):
            place = path if index.is_base else f"tables.{table.name}.indexes.{index.name}"
            said = f"write units of a global table are always scaled; minimum and maximum are both {units.write}"
            yield Loss(f"{place}.auto_scaling.write", said)
    if where.regions and not where.strong and table_inputs.stream(table) != IMAGES:
        yield Loss(f"{path}.stream", f"replication needs a {IMAGES} stream, so the file contains one")
    if table_inputs.resource_policy(table):
        yield Loss(f"{path}.resource_policy", f"a policy belongs to one Region; only {design.region} has it")
    if table_inputs.has_kinesis(table):
        yield Loss(f"{path}.stream_consumers", f"a Kinesis stream belongs to one Region; only {design.region} has it")
