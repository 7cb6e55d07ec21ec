"""Tables as people run them: alarms, replicas, policies, keys of their own, and what only newer providers know."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, evil, key

POLICY = {
    "Version": "2012-10-17",
    "Statement": [
        {"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::111122223333:role/reader"},
         "Action": ["dynamodb:GetItem", "dynamodb:Query"], "Resource": "*",
         "Condition": {"StringLike": {"aws:PrincipalTag/team": "${aws:username}"}}},
    ],
}  # fmt: skip
SCALING = {"read": {"min": 5, "max": 50}, "write": {"min": 5, "max": 50, "target": 55.5}}

PRODUCTION: dict[str, Any] = {
    "keysheet": 1,
    "name": "Production",
    "region": "eu-west-1",
    "tables": [
        {
            "name": "Orders.v2",
            "description": "Orders of all shops.\nOne item an order.",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [
                {"name": "byShop", "kind": "GSI", "partition_key": key("shop"), "sort_key": key("at", kind="N"),
                 "projection": {"type": "ALL"}, "provisioned": {"read": 5, "write": 5}, "auto_scaling": SCALING},
                {"name": "byParts", "kind": "GSI", "partition_key": key("shop", "month"),
                 "sort_key": key("at", kind="N"), "projection": {"type": "KEYS_ONLY"},
                 "provisioned": {"read": 5, "write": 5}, "auto_scaling": SCALING},
            ],
            "settings": {
                "billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}, "auto_scaling": SCALING,
                "encryption": {"type": "CUSTOMER", "key": "alias/orders"},
                "contributor_insights": True, "resource_policy": POLICY, "ops": {"alarms": True},
                "stream_consumers": [{"name": "lake", "kind": "kinesis"}],
                "ttl_attribute": "expires", "tags": {"team": "orders ${x}"}, "deletion_protection": True,
            },
        },
        {
            "name": "orders-v2",
            "partition_key": key("id"),
            "indexes": [
                {"name": "byUser", "kind": "GSI", "partition_key": key("user"), "projection": {"type": "ALL"},
                 "on_demand_maximum": {"write": 900}, "warm_throughput": {"read": 13000, "write": 5000}},
            ],
            "settings": {
                "billing": "PAY_PER_REQUEST", "warm_throughput": {"read": 14000, "write": 6000},
                "on_demand_maximum": {"read": 4000}, "point_in_time_recovery": True, "recovery_days": 7,
                "replicas": ["eu-central-1", "us-east-1"], "tags": {"team": "orders"}, "ops": {"alarms": True},
            },
        },
        {
            "name": "ledger",
            "partition_key": key("id"),
            "settings": {
                "billing": "PAY_PER_REQUEST", "encryption": {"type": "AWS_OWNED"}, "replicas": ["eu-west-2"],
                "witness": "eu-west-3", "multi_region_consistency": "STRONG",
            },
        },
    ],
    "access_patterns": [
        {"code": "A1", "name": "An order", "table": "Orders.v2", "operation": "GetItem", "key": {"PK": "a", "SK": "b"}},
        {"code": "A2", "name": "Write", "table": "Orders.v2", "operation": "PutItem", "key": {"PK": "a", "SK": "b"}},
    ],
}  # fmt: skip


def production(*, with_key: bool = True) -> Design:
    """Three tables. Without `with_key` no key has to be looked up, so that a plan needs no account."""
    document = PRODUCTION
    if not with_key:
        first, *others = PRODUCTION["tables"]
        settings = {name: value for name, value in first["settings"].items() if name != "encryption"}
        document = PRODUCTION | {"tables": [first | {"settings": settings}, *others]}
    return reading.from_document(document)


def all_evil() -> Design:
    """One design with a table of each name that tries to escape."""
    tables = [_bare(reading.to_document(evil(text))["tables"][0]) for text in EVIL_TEXTS]
    return reading.from_document(reading.to_document(evil(EVIL_TEXTS[1])) | {"tables": tables})


def _bare(value: Any) -> Any:
    """Without ids: the same ones stand in each of the designs."""
    if isinstance(value, list):
        return [_bare(one) for one in value]
    return {name: _bare(one) for name, one in value.items() if name != "id"} if isinstance(value, dict) else value
