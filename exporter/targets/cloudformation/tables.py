"""AWS::DynamoDB::Table of a table of one Region, as plain values, and what it shares with the global form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from exporter.targets.infrastructure import table_inputs
from modeler.core.design.tables import Index, IndexKind, Table

type Data = dict[str, Any]
type AskParameter = Callable[[str, str], Data]
"""Creates a parameter for the deployment: from the suffix of its name and its description, a reference to it."""

_SSE: Final[Mapping[str, Data]] = {
    "AWS_OWNED": {"SSEEnabled": False},
    "AWS_MANAGED": {"SSEEnabled": True, "SSEType": "KMS"},
    "CUSTOMER": {"SSEEnabled": True, "SSEType": "KMS"},
}


def table_properties(table: Table, ask: AskParameter) -> Data:
    """Return the properties of one AWS::DynamoDB::Table."""
    properties = keys(table) | throughput(table, table.base)
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        if indexes := [_index(table, index) for index in table.indexes if index.kind is kind]:
            properties[member] = indexes
    properties |= vectors(table) | dict(shared_settings(table))
    if view := table_inputs.stream(table):
        properties["StreamSpecification"] = {"StreamViewType": view}
    if sse := encryption(table):
        key = table_inputs.encryption(table)[1]
        properties["SSESpecification"] = sse | ({"KMSMasterKeyId": key} if key and _is_customers(table) else {})
    return properties | dict(settings(table, table.base, ask))


def keys(table: Table) -> Data:
    """Return name, attribute definitions, key schema, and billing mode."""
    definitions = table_inputs.attribute_definitions(table) | table_inputs.search_definitions(table)
    return {
        "TableName": table.name,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in definitions.items()],
        "KeySchema": table_inputs.key_schema(table.base),
        "BillingMode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
    }


def index_keys(index: Index) -> Data:
    """Return what an index has in every kind of table: its name, key schema, and projection."""
    return {
        "IndexName": index.name,
        "KeySchema": table_inputs.key_schema(index),
        "Projection": table_inputs.projection(index),
    }


def _index(table: Table, index: Index) -> Data:
    if index.kind is IndexKind.LSI:
        return index_keys(index)
    return index_keys(index) | throughput(table, index) | insights(table, index)


def throughput(table: Table, index: Index) -> Data:
    """Return units, on-demand maximums, and warm throughput of the table or a GSI."""
    found: Data = {}
    if units := table_inputs.units(table, index):
        found["ProvisionedThroughput"] = {"ReadCapacityUnits": units.read, "WriteCapacityUnits": units.write}
    if most := table_inputs.on_demand_maximum(table, index):
        found["OnDemandThroughput"] = most
    return found | warm(table, index)


def warm(table: Table, index: Index) -> Data:
    """Return the warm throughput of the table or a GSI."""
    found = table_inputs.warm_throughput(table, index)
    return {"WarmThroughput": found} if found else {}


def insights(table: Table, index: Index) -> Data:
    """Return Contributor Insights of the table or a GSI."""
    return {"ContributorInsightsSpecification": {"Enabled": True}} if table_inputs.has_insights(table, index) else {}


def vectors(table: Table) -> Data:
    """Return vector indexes."""
    found = table_inputs.vector_indexes(table)
    return {"VectorIndexes": found} if found else {}


def shared_settings(table: Table) -> Iterator[tuple[str, Any]]:
    """Return settings that are in the same place in both kinds of table."""
    if ttl := table.options.ttl_attribute:
        yield "TimeToLiveSpecification", {"AttributeName": ttl, "Enabled": True}


def encryption(table: Table) -> Data:
    """Return SSESpecification without the key."""
    return dict(_SSE.get(table_inputs.encryption(table)[0], {}))


def _is_customers(table: Table) -> bool:
    return table_inputs.encryption(table)[0] == "CUSTOMER"


def settings(table: Table, index: Index, ask: AskParameter) -> Iterator[tuple[str, Any]]:
    """Return settings that a table has once, and a global table once per replica."""
    given = table.options
    if given.point_in_time_recovery:
        days = table_inputs.recovery_days(table)
        window = {"RecoveryPeriodInDays": days} if days else {}
        yield "PointInTimeRecoverySpecification", {"PointInTimeRecoveryEnabled": True, **window}
    if table_class := given.table_class:
        yield "TableClass", table_class
    if given.deletion_protection is not None:
        yield "DeletionProtectionEnabled", given.deletion_protection
    yield from insights(table, index).items()
    if table_inputs.has_kinesis(table):
        said = f"ARN of the Kinesis data stream that receives the changes of {table.name}"
        yield "KinesisStreamSpecification", {"StreamArn": ask("Kinesis stream ARN", said)}
    if policy := table_inputs.resource_policy(table):
        yield "ResourcePolicy", {"PolicyDocument": _policy(policy)}
    if tags := table_inputs.tags(table):
        yield "Tags", [{"Key": key, "Value": value} for key, value in sorted(tags.items())]


def _policy(policy: Mapping[str, Any]) -> Data | str:
    """Return the policy as an object; as JSON text if CloudFormation would read one of its members as a function."""
    return json.dumps(policy) if has_functions(policy) else dict(policy)


def has_functions(raw: Any) -> bool:
    """Does any member look like a CloudFormation function (``Ref``, ``Fn::``)?"""
    waiting = [raw]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            if any(key == "Ref" or str(key).startswith("Fn::") for key in one):
                return True
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return False
