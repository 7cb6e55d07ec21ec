"""The calls that create the tables of a design, as plain JSON: for Python and shell scripts.
facts/limits#throughput, facts/limits#features, facts/table-api#createtable.

Each call is the input of one service (`boto3`'s keyword arguments, the CLI's ``--cli-input-json``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.base import Loss
from exporter.targets.infrastructure import table_inputs
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.evaluator.item_limits import item_refusals
from modeler.core.items.materialize import StoredItem, materialise
from modeler.core.values.json_values import to_dynamodb_json

type Data = dict[str, Any]

_SSE: Final[dict[str, Data]] = {
    "AWS_MANAGED": {"Enabled": True, "SSEType": "KMS"},
    "CUSTOMER": {"Enabled": True, "SSEType": "KMS"},
}
_SIDES: Final = {
    "read": ("ReadCapacityUnits", "DynamoDBReadCapacityUtilization"),
    "write": ("WriteCapacityUnits", "DynamoDBWriteCapacityUtilization"),
}


@dataclass(frozen=True, slots=True)
class TableCall:
    """One call: the service and operation as botocore names them, its arguments, and what it does as text.

    `billed`: what it creates or turns on costs money while it exists.
    """

    service: str
    operation: str
    arguments: Data
    does: str
    billed: bool = False


def create_arguments(table: Table) -> Data:
    """Return the arguments of CreateTable, with everything that it supports. facts/table-api#createtable."""
    definitions = {**table_inputs.attribute_definitions(table), **table_inputs.search_definitions(table)}
    arguments: Data = {
        "TableName": table.name,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in definitions.items()],
        "KeySchema": table_inputs.key_schema(table.base),
        "BillingMode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
        **_throughput(table, table.base),
    }
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        if indexes := [_index(table, index) for index in table.indexes if index.kind is kind]:
            arguments[member] = indexes
    if vectors := table_inputs.vector_indexes(table):
        arguments["VectorIndexes"] = vectors
    return arguments | dict(_settings(table))


def proof_arguments(table: Table) -> Data:
    """Return the arguments of CreateTable for temporary test tables: keys and indexes, on-demand."""
    arguments: Data = {
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind}
            for name, kind in table_inputs.attribute_definitions(table).items()
        ],
        "KeySchema": table_inputs.key_schema(table.base),
        "BillingMode": "PAY_PER_REQUEST",
    }
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        if indexes := [_structure(index) for index in table.indexes if index.kind is kind]:
            arguments[member] = indexes
    return arguments


def _structure(index: Index) -> Data:
    return {
        "IndexName": index.name,
        "KeySchema": table_inputs.key_schema(index),
        "Projection": table_inputs.projection(index),
    }


def _index(table: Table, index: Index) -> Data:
    return {**_structure(index), **(_throughput(table, index) if index.kind is IndexKind.GSI else {})}


def _throughput(table: Table, index: Index) -> Data:
    found: Data = {}
    if units := table_inputs.units(table, index):
        found["ProvisionedThroughput"] = {"ReadCapacityUnits": units.read, "WriteCapacityUnits": units.write}
    if most := table_inputs.on_demand_maximum(table, index):
        found["OnDemandThroughput"] = most
    if warm := table_inputs.warm_throughput(table, index):
        found["WarmThroughput"] = warm
    return found


def _settings(table: Table) -> Iterator[tuple[str, Any]]:
    if view := table_inputs.stream(table):
        yield "StreamSpecification", {"StreamEnabled": True, "StreamViewType": view}
    kind, key = table_inputs.encryption(table)
    if kind in _SSE:
        yield "SSESpecification", _SSE[kind] | ({"KMSMasterKeyId": key} if key and kind == "CUSTOMER" else {})
    if table_class := table.options.table_class:
        yield "TableClass", table_class
    if table.options.deletion_protection is not None:
        yield "DeletionProtectionEnabled", table.options.deletion_protection
    if policy := table_inputs.resource_policy(table):
        yield "ResourcePolicy", json.dumps(dict(policy), ensure_ascii=False)
    if tags := table_inputs.tags(table):
        yield "Tags", [{"Key": key, "Value": value} for key, value in sorted(tags.items())]


def table_calls(design: Design, table: Table) -> Iterator[TableCall]:
    """Yield every call for one table in order; each after the first requires the table to be ACTIVE."""
    yield TableCall("dynamodb", "CreateTable", create_arguments(table), f"create the table {table.name}", billed=True)
    yield from _switches(table)
    yield from _insights(table)
    yield from _replicas(design, table)
    for index in table.all_indexes:
        for scaling in table_inputs.scalings(table, index):
            yield from _scaling(table, index, scaling)


def _switches(table: Table) -> Iterator[TableCall]:
    if ttl := table.options.ttl_attribute:
        specification = {"Enabled": True, "AttributeName": ttl}
        arguments = {"TableName": table.name, "TimeToLiveSpecification": specification}
        yield TableCall(
            "dynamodb", "UpdateTimeToLive", arguments, f"set time to live of {table.name} to the attribute {ttl}"
        )
    if table.options.point_in_time_recovery:
        days = table_inputs.recovery_days(table)
        window = {"RecoveryPeriodInDays": days} if days else {}
        specification = {"PointInTimeRecoveryEnabled": True, **window}
        arguments = {"TableName": table.name, "PointInTimeRecoverySpecification": specification}
        does = f"turn on point-in-time recovery of {table.name}"
        yield TableCall("dynamodb", "UpdateContinuousBackups", arguments, does, billed=True)


def _insights(table: Table) -> Iterator[TableCall]:
    for index in table.all_indexes:
        if table_inputs.has_insights(table, index):
            arguments = {"TableName": table.name, "ContributorInsightsAction": "ENABLE"}
            where = table.name if index.is_base else f"{table.name}/{index.name}"
            arguments |= {} if index.is_base else {"IndexName": index.name}
            does = f"turn on Contributor Insights of {where}"
            yield TableCall("dynamodb", "UpdateContributorInsights", arguments, does, billed=True)


def _replicas(design: Design, table: Table) -> Iterator[TableCall]:
    """One Region after the other: DynamoDB allows one change of replicas at a time. facts/limits#features."""
    found = table_inputs.replication(design, table)
    if found is None:
        return
    if found.strong:
        members: Data = {"ReplicaUpdates": [{"Create": {"RegionName": region}} for region in found.regions]}
        if found.witness:
            members["GlobalTableWitnessUpdates"] = [{"Create": {"RegionName": found.witness}}]
        arguments = {"TableName": table.name, "MultiRegionConsistency": "STRONG", **members}
        yield TableCall(
            "dynamodb", "UpdateTable", arguments, f"replicate {table.name} with strong consistency", billed=True
        )
        return
    for region in found.regions:
        arguments = {"TableName": table.name, "ReplicaUpdates": [{"Create": {"RegionName": region}}]}
        yield TableCall("dynamodb", "UpdateTable", arguments, f"replicate {table.name} to {region}", billed=True)


def _scaling(table: Table, index: Index, scaling: table_inputs.ScalingInputs) -> Iterator[TableCall]:
    units, metric = _SIDES[scaling.side]
    kind = "table" if index.is_base else "index"
    resource = f"table/{table.name}" + ("" if index.is_base else f"/index/{index.name}")
    place = {
        "ServiceNamespace": "dynamodb",
        "ResourceId": resource,
        "ScalableDimension": f"dynamodb:{kind}:{units}",
    }
    bounds = {**place, "MinCapacity": scaling.minimum, "MaxCapacity": scaling.maximum}
    service = "application-autoscaling"
    does = f"scale {scaling.side} units of {resource} from {scaling.minimum} to {scaling.maximum}"
    yield TableCall(service, "RegisterScalableTarget", bounds, does)
    cooldowns = {"ScaleInCooldown": scaling.scale_in_cooldown, "ScaleOutCooldown": scaling.scale_out_cooldown}
    tracking = {
        "PredefinedMetricSpecification": {"PredefinedMetricType": metric},
        "TargetValue": scaling.target,
        **{name: seconds for name, seconds in cooldowns.items() if seconds is not None},
    }
    policy = {
        **place,
        "PolicyName": f"{scaling.side}-{kind}-scaling",
        "PolicyType": "TargetTrackingScaling",
        "TargetTrackingScalingPolicyConfiguration": tracking,
    }
    yield TableCall(
        service, "PutScalingPolicy", policy, f"set the target utilization to {scaling.target:g}%", billed=True
    )


def losses(design: Design) -> tuple[Loss, ...]:
    """Yield what scripts that create tables and put items cannot represent."""
    common = [one for one in table_inputs.common_losses(design) if one.path != "design"]
    said = "entities, key templates, and access patterns are not included; items are written with their rendered keys"
    found = [Loss("design", said), *common]
    for table in design.tables:
        path = f"tables.{table.name}"
        if table_inputs.has_kinesis(table):
            word = "a Kinesis data stream needs its ARN, which a design does not have; it is not connected"
            found.append(Loss(f"{path}.settings.stream_consumers", word))
        if table_inputs.encryption(table) == ("CUSTOMER", ""):
            word = "the design does not name the customer managed key; the AWS managed key is used"
            found.append(Loss(f"{path}.settings.encryption", word))
        if table_inputs.encryption(table)[0] == "CUSTOMER" and table_inputs.replication(design, table):
            word = (
                "a customer managed key belongs to one Region: specify KMSMasterKeyId for each replica, or "
                "DynamoDB rejects it"
            )
            found.append(Loss(f"{path}.settings.replicas", word))
    found += [Loss(place, said) for _, place, said in refused_items(design)]
    return tuple(found)


def seed_items(design: Design) -> dict[str, list[Data]]:
    """Return the sample items that DynamoDB accepts, as stored, in its JSON, by table; of two with one
    key, the later.
    """
    found: dict[str, list[Data]] = {}
    for table in design.tables:
        by_key = {stored.key: stored for stored in materialise(table) if not _refusal(table, stored)}
        found[table.name] = [
            {name: to_dynamodb_json(value) for name, value in stored.item.items()} for stored in by_key.values()
        ]
    return found


def refused_items(design: Design) -> Iterator[tuple[Table, str, str]]:
    """Yield (table, path, why) of every sample item that DynamoDB would reject."""
    for table in design.tables:
        for stored in materialise(table):
            if problem := _refusal(table, stored):
                place = f"tables.{table.name}.items.{stored.id or stored.entity or 'unassigned'}"
                yield table, place, f"the item is not written: {problem}"


def _refusal(table: Table, stored: StoredItem) -> str:
    if stored.key is None:
        return next(iter(stored.problems), "it has no key")
    return next((refusal.message for refusal in item_refusals(table, stored)), "")
