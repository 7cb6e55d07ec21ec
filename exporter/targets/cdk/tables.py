"""dynamodb.Table of CDK (L2) for a table of one Region, its indexes, and its scaling; and which tables need L1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.cdk.nodes import (
    Assign,
    CdkCall,
    Constant,
    Do,
    Get,
    StackScope,
    Statement,
    Struct,
    Variable,
    Verbatim,
)
from exporter.targets.cloudformation.tables import has_functions
from exporter.targets.infrastructure import table_inputs
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, Table

type AskVariable = Callable[[str, str], Variable]
"""A parameter of the stack: from the suffix of its name and its description, the variable that holds it."""


@dataclass(frozen=True, slots=True)
class StackTable:
    """A table's place in the stack: its variable and construct id, related parameters, further ids and variables."""

    variable: Variable
    logical: str
    ask: AskVariable
    new_id: Callable[[str], str]
    new_variable: Callable[[str], Variable]


_KEY_TYPES: Final = {"S": "STRING", "N": "NUMBER", "B": "BINARY"}
_TARGET_PERCENTS: Final = (10, 90)
"""The range that the construct accepts as a scaling target."""
_ENCRYPTION: Final = {"AWS_OWNED": "DEFAULT", "AWS_MANAGED": "AWS_MANAGED", "CUSTOMER": "CUSTOMER_MANAGED"}


def uses_l2(design: Design, table: Table) -> bool:
    """Can the construct dynamodb.Table express all of this table? If not, CDK's own CloudFormation
    classes (L1) are used.
    """
    kind, key = table_inputs.encryption(table)
    policy = table_inputs.resource_policy(table)
    return (
        table_inputs.replication(design, table) is None
        and len(table.partition_key) == 1
        and len(table.sort_key) <= 1
        and not table_inputs.vector_indexes(table)
        and all(_is_usual(table, index) for index in table.indexes)
        and not (kind == "CUSTOMER" and key and not is_key_arn(key))
        and (policy is None or _is_usual_policy(policy))
        and all(
            _TARGET_PERCENTS[0] <= scaling.target <= _TARGET_PERCENTS[1]
            for index in table.all_indexes
            for scaling in table_inputs.scalings(table, index)
        )
    )


def _is_usual(table: Table, index: Index) -> bool:
    if index.kind is IndexKind.LSI:
        return index.partition_key == table.partition_key and len(index.sort_key) == 1
    return bool(index.partition_key)


def _is_usual_policy(policy: Mapping[str, Any]) -> bool:
    """Is it a policy that iam.PolicyDocument reads and returns unchanged?"""
    statements = policy.get("Statement")
    return (
        not has_functions(policy)
        and set(policy) <= {"Version", "Statement"}
        and isinstance(statements, list)
        and all(isinstance(one, Mapping) and {"Effect", "Action", "Principal"} <= set(one) for one in statements)
    )


def is_key_arn(key: str) -> bool:
    """Is it an ARN that kms.Key.fromKeyArn accepts?"""
    parts = key.split(":")
    return len(parts) == 6 and parts[0] == "arn" and parts[2] == "kms" and parts[5].startswith("key/")


def table_statements(table: Table, place: StackTable) -> Iterator[Statement]:
    """The construct, its indexes, its scaling, and its tags."""
    variable = place.variable
    members = Struct("dynamodb.TableProps", dict(_members(table, place)))
    construct = CdkCall(Constant("dynamodb.Table"), "", (StackScope(), place.logical), members)
    yield Assign(variable, construct)
    for index in table.indexes:
        kind = "Global" if index.kind is IndexKind.GSI else "Local"
        options = Struct(f"dynamodb.{kind}SecondaryIndexProps", dict(_index_members(table, index)))
        yield Do(CdkCall(variable, f"add{kind}SecondaryIndex", (), options))
    for index in table.all_indexes:
        for scaling in table_inputs.scalings(table, index):
            yield from _scaling(place, index, scaling)
    for name, value in sorted(table_inputs.tags(table).items()):
        yield Do(CdkCall(CdkCall(Constant("cdk.Tags"), "of", (variable,)), "add", (name, value)))


def _members(table: Table, place: StackTable) -> Iterator[tuple[str, Any]]:
    settings = table.options
    yield "tableName", table.name
    yield from _keys(table.base)
    billing = "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST"
    yield "billingMode", Constant(f"dynamodb.BillingMode.{billing}")
    yield from _throughput(table, table.base)
    if settings.ttl_attribute:
        yield "timeToLiveAttribute", settings.ttl_attribute
    if view := table_inputs.stream(table):
        yield "stream", Constant(f"dynamodb.StreamViewType.{view}")
    if table_inputs.has_kinesis(table):
        said = f"ARN of the Kinesis data stream that receives the changes of {table.name}"
        asked = place.ask("Kinesis stream ARN", said)
        arguments = (StackScope(), place.new_id(f"{place.logical} Kinesis stream"), Get(asked, "valueAsString"))
        yield "kinesisStream", CdkCall(Constant("kinesis.Stream"), "fromStreamArn", arguments)
    if settings.point_in_time_recovery:
        days = table_inputs.recovery_days(table)
        recovery: dict[str, Any] = {"pointInTimeRecoveryEnabled": True}
        recovery |= {"recoveryPeriodInDays": days} if days else {}
        yield "pointInTimeRecoverySpecification", Struct("dynamodb.PointInTimeRecoverySpecification", recovery)
    yield from _protection(table, place)


def _protection(table: Table, place: StackTable) -> Iterator[tuple[str, Any]]:
    settings = table.options
    kind, key = table_inputs.encryption(table)
    if kind in _ENCRYPTION:
        managed = kind if key or kind != "CUSTOMER" else "AWS_MANAGED"
        yield "encryption", Constant(f"dynamodb.TableEncryption.{_ENCRYPTION[managed]}")
        if managed == "CUSTOMER":
            arguments = (StackScope(), place.new_id(f"{place.logical} key"), key)
            yield "encryptionKey", CdkCall(Constant("kms.Key"), "fromKeyArn", arguments)
    if table_class := settings.table_class:
        yield "tableClass", Constant(f"dynamodb.TableClass.{table_class}")
    yield from _insights(table, table.base)
    if policy := table_inputs.resource_policy(table):
        yield "resourcePolicy", CdkCall(Constant("iam.PolicyDocument"), "fromJson", (Verbatim(policy),))
    if settings.deletion_protection is not None:
        yield "deletionProtection", settings.deletion_protection
    yield "removalPolicy", removal_policy(table)


def removal_policy(table: Table) -> Constant:
    """Return what becomes of a table when its stack is deleted, or when it is replaced."""
    return Constant(f"cdk.RemovalPolicy.{'RETAIN' if table_inputs.is_kept(table) else 'DESTROY'}")


def _keys(index: Index) -> Iterator[tuple[str, Any]]:
    """Return a key of one element or of several, which only a GSI can have."""
    for side, elements in (("partitionKey", index.partition_key), ("sortKey", index.sort_key)):
        attributes = [
            Struct("dynamodb.Attribute",
                   {"name": one.name, "type": Constant(f"dynamodb.AttributeType.{_KEY_TYPES[one.type.value]}")})
            for one in elements
        ]  # fmt: skip
        if attributes:
            yield (side, attributes[0]) if len(attributes) == 1 else (f"{side}s", attributes)


def _index_members(table: Table, index: Index) -> Iterator[tuple[str, Any]]:
    yield "indexName", index.name
    yield from (pair for pair in _keys(index) if index.kind is IndexKind.GSI or pair[0] == "sortKey")
    projection = table_inputs.projection(index)
    yield "projectionType", Constant(f"dynamodb.ProjectionType.{projection['ProjectionType']}")
    if "NonKeyAttributes" in projection:
        yield "nonKeyAttributes", projection["NonKeyAttributes"]
    if index.kind is IndexKind.GSI:
        yield from _throughput(table, index)
        yield from _insights(table, index)


def _throughput(table: Table, index: Index) -> Iterator[tuple[str, Any]]:
    if units := table_inputs.units(table, index):
        yield "readCapacity", units.read
        yield "writeCapacity", units.write
    for name, most in table_inputs.on_demand_maximum(table, index).items():
        yield name[:1].lower() + name[1:], most
    if warm := table_inputs.warm_throughput(table, index):
        members = {name[:1].lower() + name[1:]: units for name, units in warm.items()}
        yield "warmThroughput", Struct("dynamodb.WarmThroughput", members)


def _insights(table: Table, index: Index) -> Iterator[tuple[str, Any]]:
    if table_inputs.has_insights(table, index):
        specification = Struct("dynamodb.ContributorInsightsSpecification", {"enabled": True})
        yield "contributorInsightsSpecification", specification


def _scaling(place: StackTable, index: Index, scaling: table_inputs.ScalingInputs) -> Iterator[Statement]:
    """Return bounds, then the target utilization."""
    of_index = "" if index.is_base else "GlobalSecondaryIndex"
    bounds = Struct("dynamodb.EnableScalingProps", {"minCapacity": scaling.minimum, "maxCapacity": scaling.maximum})
    arguments = () if index.is_base else (index.name,)
    scaled = CdkCall(place.variable, f"autoScale{of_index}{scaling.side.title()}Capacity", arguments, bounds)
    members: dict[str, Any] = {"targetUtilizationPercent": scaling.target}
    for name, seconds in (("scaleInCooldown", scaling.scale_in_cooldown),
                          ("scaleOutCooldown", scaling.scale_out_cooldown)):  # fmt: skip
        if seconds is not None:
            members[name] = duration(seconds)
    variable = place.new_variable(f"{index.name} {scaling.side}s")
    yield Assign(variable, scaled)
    yield Do(CdkCall(variable, "scaleOnUtilization", (), Struct("dynamodb.UtilizationScalingProps", members)))


def duration(seconds: int) -> CdkCall:
    """Return a duration."""
    return CdkCall(Constant("cdk.Duration"), "seconds", (seconds,))
