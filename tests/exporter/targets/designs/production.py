"""A design with what production asks of infrastructure: alarms, replicas, scaling, insights, a policy, other keys."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

KEY = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
POLICY: dict[str, Any] = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Allow",
            "Principal": {"AWS": "arn:aws:iam::111122223333:root"},
            "Action": ["dynamodb:GetItem"],
            "Resource": "*",
        }
    ],
}

_ORDERS: dict[str, Any] = {
    "name": "orders",
    "description": "Orders of customers.",
    "partition_key": key("PK"),
    "sort_key": key("SK"),
    "indexes": [
        {"name": "byStatus", "kind": "GSI", "partition_key": key("tenant", "status"),
         "sort_key": key("orderDate", "orderId"), "provisioned": {"read": 5, "write": 5},
         "auto_scaling": {"write": {"min": 5, "max": 500, "target": 70}},
         "warm_throughput": {"read": 12000, "write": 4000}},
        {"name": "byDate", "kind": "LSI", "partition_key": key("PK"), "sort_key": key("orderDate"),
         "projection": {"type": "INCLUDE", "attributes": ["total"]}},
    ],
    "settings": {
        "billing": "PROVISIONED",
        "provisioned": {"read": 10, "write": 20},
        "auto_scaling": {"read": {"min": 10, "max": 100},
                         "write": {"min": 20, "max": 200, "target": 65.5, "scale_in_cooldown": 60}},
        "warm_throughput": {"read": 15000, "write": 5000},
        "contributor_insights": True,
        "point_in_time_recovery": True,
        "ttl_attribute": "ttl",
        "live": True,
        "stream": "NEW_IMAGE",
        "stream_consumers": [{"name": "lake", "kind": "kinesis"}],
        "ops": {"alarms": True},
        "tags": {"team": "shop"},
        "resource_policy": POLICY,
    },
}  # fmt: skip

_CARTS: dict[str, Any] = {
    "name": "carts",
    "partition_key": key("id"),
    "indexes": [
        {"name": "byUser", "kind": "GSI", "partition_key": key("user"), "projection": {"type": "KEYS_ONLY"},
         "on_demand_maximum": {"read": 50, "write": 60}},
    ],
    "settings": {
        "billing": "PAY_PER_REQUEST",
        "on_demand_maximum": {"read": 1000, "write": 500},
        "replicas": ["us-east-1", "ap-southeast-2"],
        "ops": {"alarms": True},
        "encryption": {"type": "CUSTOMER", "key": KEY},
        "contributor_insights": True,
        "point_in_time_recovery": True,
        "recovery_days": 7,
        "deletion_protection": True,
        "tags": {"team": "shop"},
        "resource_policy": POLICY,
    },
}  # fmt: skip

_LEDGER: dict[str, Any] = {
    "name": "ledger",
    "partition_key": key("id"),
    "indexes": [{"name": "byDay", "kind": "GSI", "partition_key": key("day")}],
    "settings": {
        "billing": "PROVISIONED",
        "provisioned": {"read": 3, "write": 4},
        "auto_scaling": {"read": {"min": 3, "max": 30}},
        "replicas": ["eu-west-2"],
        "witness": "eu-west-3",
        "multi_region_consistency": "STRONG",
        "table_class": "STANDARD_INFREQUENT_ACCESS",
    },
}

_LIKENESS: dict[str, Any] = {
    "name": "likeness",
    "partition_key": key("id"),
    "settings": {
        "billing": "PAY_PER_REQUEST",
        "encryption": {"type": "AWS_OWNED"},
        "vector_indexes": [
            {"name": "nearest", "attribute": "embedding", "dimensions": 256, "hash": ["tenant"], "filters": ["kind"]}
        ],
    },
}

PRODUCTION: dict[str, Any] = {
    "keysheet": 1,
    "name": "Shop",
    "description": "Tables in production.",
    "region": "eu-west-1",
    "settings": {"environment": "production"},
    "tables": [_ORDERS, _CARTS, _LEDGER, _LIKENESS],
    "access_patterns": [
        {"name": "order", "table": "orders", "operation": "GetItem", "key": {"PK": "a", "SK": "b"}},
        {"name": "place", "table": "orders", "operation": "PutItem"},
    ],
}


def production() -> Design:
    """Four tables: provisioned and scaled, replicated, replicated with strong consistency, searched by likeness."""
    return reading.from_document(PRODUCTION)
