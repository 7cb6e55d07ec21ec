"""The resources of the AWS provider that belong to a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

TABLE: Final = "aws_dynamodb_table"
TARGET: Final = "aws_appautoscaling_target"
POLICY: Final = "aws_appautoscaling_policy"
SCHEDULED: Final = "aws_appautoscaling_scheduled_action"
INSIGHTS: Final = "aws_dynamodb_contributor_insights"
RESOURCE_POLICY: Final = "aws_dynamodb_resource_policy"
REPLICA: Final = "aws_dynamodb_table_replica"
TAG: Final = "aws_dynamodb_tag"
ITEM: Final = "aws_dynamodb_table_item"
KINESIS: Final = "aws_dynamodb_kinesis_streaming_destination"
ALARM: Final = "aws_cloudwatch_metric_alarm"
MAPPING: Final = "aws_lambda_event_source_mapping"
BESIDE: Final = (INSIGHTS, RESOURCE_POLICY, REPLICA, TAG, KINESIS, ALARM, MAPPING, SCHEDULED)
READ: Final = frozenset({TABLE, TARGET, POLICY, ITEM, *BESIDE})


@dataclass(frozen=True, slots=True)
class ParsedResource:
    """One resource: its type, its address (``aws_dynamodb_table.orders``), its arguments, and its provider's Region.

    `provider` tells resources of different providers apart; '' is the default one.
    """

    type: str
    address: str
    values: Mapping[str, Any]
    region: str = ""
    provider: str = ""


WORDS: Final[Mapping[str, str]] = {
    "TableName": "name",
    "AttributeDefinitions": "attribute",
    "AttributeName and KeyType": "attribute_name and key_type",
    "KeySchema": "hash_key",
    "KeyType": "key type",
    "BillingMode": "billing_mode",
    "ProvisionedThroughput.ReadCapacityUnits": "read_capacity",
    "ProvisionedThroughput.WriteCapacityUnits": "write_capacity",
    "ProvisionedThroughput": "read_capacity",
    "OnDemandThroughput.MaxReadRequestUnits": "on_demand_throughput.max_read_request_units",
    "OnDemandThroughput.MaxWriteRequestUnits": "on_demand_throughput.max_write_request_units",
    "OnDemandThroughput": "on_demand_throughput",
    "WarmThroughput.ReadUnitsPerSecond": "warm_throughput.read_units_per_second",
    "WarmThroughput.WriteUnitsPerSecond": "warm_throughput.write_units_per_second",
    "WarmThroughput": "warm_throughput",
    "GlobalSecondaryIndexes": "global_secondary_index",
    "LocalSecondaryIndexes": "local_secondary_index",
    "IndexName": "name",
    "Projection": "projection_type",
    "TimeToLiveSpecification": "ttl",
    "PointInTimeRecoverySpecification": "point_in_time_recovery",
    "StreamSpecification": "stream_view_type",
    "SSESpecification": "server_side_encryption",
    "TableClass": "table_class",
    "DeletionProtectionEnabled": "deletion_protection_enabled",
    "ResourcePolicy": "policy",
    "Tags": "tags",
    "a Key": "a key",
    "Key and Value": "key and value",
}
"""Terraform's words for the members of CreateTable, in messages."""
