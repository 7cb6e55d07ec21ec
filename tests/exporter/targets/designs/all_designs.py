"""Designs to export: a small one, one with everything in it, and one whose names try to escape."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from modeler.core.design.model import Design
from modeler.core.documents import reading

REPOSITORY = Path(__file__).resolve().parents[4]
MODELS = REPOSITORY.parent / "shared" / "models"


def shared_models() -> list[Any]:
    """Published Workbench models, one parameter each; one skipped parameter where the folder is absent."""
    found = sorted(path for path in MODELS.glob("*.json") if path.name != "patterns.json")
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no models in {MODELS.name}/: the folder is absent"))]
    return [pytest.param(path, id=path.stem) for path in found]


def key(*names: str, kind: str = "S") -> list[dict[str, str]]:
    """Elements of a key schema."""
    return [{"name": name, "type": kind} for name in names]


SMALL: dict[str, Any] = {
    "keysheet": 1,
    "name": "Small",
    "region": "eu-central-1",
    "tables": [
        {
            "name": "app",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [{"name": "GSI1", "kind": "GSI", "partition_key": key("GSI1PK"), "projection": {"type": "ALL"}}],
            "settings": {"billing": "PAY_PER_REQUEST"},
            "entities": [
                {
                    "name": "Customer",
                    "attributes": [
                        {"name": "customerId", "type": "S", "format": "id"},
                        {"name": "email", "type": "S", "format": "email"},
                    ],
                    "overloads": [
                        {"index": None, "keys": {"PK": "CUST#{customerId}", "SK": "PROFILE"}},
                        {"index": "GSI1", "keys": {"GSI1PK": "EMAIL#{email}"}},
                    ],
                    "items": [{"customerId": "a1", "email": "ada@example.org"}],
                }
            ],
        }
    ],
}

_ORDER: dict[str, Any] = {
    "name": "Order",
    "description": "An order.",
    "count": 5000000,
    "identity": ["orderId"],
    "attributes": [
        {"name": "customerId", "type": "S", "format": "id"},
        {"name": "orderId", "type": "S", "format": "id", "size": {"average": 8, "max": 20}},
        {"name": "orderDate", "type": "S", "format": "iso"},
        {"name": "status", "type": "S", "format": "enum", "values": {"OPEN": 0.1, "SHIPPED": 0.9}},
        {"name": "total", "type": "N", "format": "money", "range": [0, 100000]},
        {"name": "paid", "type": "BOOL"},
        {"name": "lines", "type": "L"},
        {"name": "address", "type": "M", "optional": 0.5},
        {"name": "tags", "type": "SS", "optional": 0.5},
        {"name": "weights", "type": "NS", "optional": 0.5},
        {"name": "label", "type": "B", "optional": 0.5},
        {"name": "nothing", "type": "NULL", "optional": 0.5},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "CUST#{customerId}", "SK": "ORDER#{orderDate:date}#{orderId}"}},
        {"index": "byStatus", "when": "status = 'OPEN'", "keys": {"GSI1PK": "OPEN#{orderId:shard(10)}",
                                                                  "GSI1SK": "{orderDate}"}},
        {"index": "byStatus", "keys": {"GSI1PK": "DONE", "GSI1SK": "{orderDate}"}},
        {"index": "byParts", "keys": {"status": "{status}", "month": "{orderDate:month}", "total": "{total}",
                                      "orderRef": "{orderId}"}},
        {"index": "byTotal", "keys": {"total": "{total}"}},
    ],
    "items": [
        {"customerId": "a1", "orderId": "o-1", "orderDate": "2026-06-01T10:00:00Z", "status": "OPEN", "total": "12.5",
         "paid": True, "lines": {"L": [{"M": {"sku": {"S": "x"}, "qty": {"N": "2"}}}]},
         "address": {"M": {"city": {"S": "Köln"}}}, "tags": {"SS": ["new"]}, "weights": {"NS": ["1", "2.5"]},
         "label": {"B": "AAE="}, "nothing": {"NULL": True}},
        {"values": {"customerId": "a1", "orderId": "o-2", "orderDate": "2026-06-02T10:00:00Z", "status": "SHIPPED",
                    "total": "99", "paid": False, "lines": {"L": []}},
         "stored_keys": {"PK": {"S": "CUST#a1"}, "SK": {"S": "ORDER#old#o-2"}}},
    ],
}  # fmt: skip

EVERYTHING: dict[str, Any] = {
    "keysheet": 1,
    "name": "Everything",
    "description": "One of each.",
    "region": "eu-west-1",
    "settings": {"workbench": {"author": "ada", "created": "Sep 05, 2019, 11:50 AM"}},
    "tables": [
        {
            "name": "orders",
            "description": "Orders of customers.",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [
                {"name": "byStatus", "kind": "GSI", "partition_key": key("GSI1PK"), "sort_key": key("GSI1SK"),
                 "projection": {"type": "INCLUDE", "attributes": ["total", "paid"]},
                 "provisioned": {"read": 7, "write": 8},
                 "auto_scaling": {"read": {"min": 7, "max": 70, "target": 60}}},
                {"name": "byParts", "kind": "GSI", "partition_key": key("status", "month"),
                 "sort_key": [{"name": "total", "type": "N"}, {"name": "orderRef", "type": "S"}],
                 "projection": {"type": "KEYS_ONLY"}},
                {"name": "byTotal", "kind": "LSI", "partition_key": key("PK"),
                 "sort_key": key("total", kind="N"), "projection": {"type": "ALL"}},
            ],
            "settings": {
                "billing": "PROVISIONED",
                "provisioned": {"read": 10, "write": 20},
                "auto_scaling": {
                    "read": {"min": 10, "max": 100, "target": 70, "scale_in_cooldown": 60, "scale_out_cooldown": 30},
                    "write": {"min": 20, "max": 200, "target": 70},
                },
                "ttl_attribute": "expiresAt",
                "point_in_time_recovery": True,
                "recovery_days": 14,
                "stream": "NEW_AND_OLD_IMAGES",
                "table_class": "STANDARD_INFREQUENT_ACCESS",
                "encryption": {"type": "CUSTOMER", "key": "arn:aws:kms:eu-west-1:111122223333:key/abcd"},
                "deletion_protection": True,
                "contributor_insights": True,
                "tags": {"team": "orders", "cost-centre": "42"},
            },
            "entities": [_ORDER],
            "unassigned": [{"values": {"stray": "yes"}, "stored_keys": {"PK": {"S": "X"}, "SK": {"S": "Y"}}}],
        },
        {
            "name": "sessions",
            "partition_key": key("id"),
            "indexes": [
                {"name": "byUser", "kind": "GSI", "partition_key": key("user"),
                 "projection": {"type": "INCLUDE", "attributes": ["seen"]}, "on_demand_maximum": {"read": 50}},
            ],
            "settings": {
                "billing": "PAY_PER_REQUEST",
                "on_demand_maximum": {"read": 100, "write": 200},
                "encryption": {"type": "AWS_MANAGED"},
            },
            "entities": [
                {
                    "name": "Session",
                    "attributes": [{"name": "id", "type": "S", "format": "uuid4"},
                                   {"name": "user", "type": "S", "optional": 0.9},
                                   {"name": "seen", "type": "N", "format": "epoch_seconds"}],
                    "overloads": [{"index": None, "keys": {"id": "{id}"}},
                                  {"index": "byUser", "keys": {"user": "{user}"}}],
                    "items": [{"id": "3f2b8c1e-4a5d-4e6f-8a7b-9c0d1e2f3a4b", "user": "ada", "seen": "1780302600"}],
                }
            ],
        },
    ],
    "access_patterns": [
        {"code": "A1", "name": "Orders of a customer", "table": "orders", "operation": "Query", "entities": ["Order"],
         "key": {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#"}}, "descending": True,
         "parameters": {"customerId": "a1"}, "per_second": {"average": 5, "peak": 40}},
    ],
}  # fmt: skip

EVIL_TEXTS = (
    'quote"; touch /tmp/x; "',
    "line\nbreak: !!python/object:os.system\n- x",
    "${aws_iam_role.admin.arn} %{ if true }",
    "!!python/object/apply:os.system ['id']",
    "next\u0085line\u2028sep\u2029par",
    "</script><script>alert(1)</script>",
    "*/ EOF\nEOT\n${",
    "'; DROP TABLE x; --",
    "back\\slash\\n $${ %%{",
    "null",
    "../../etc/passwd",
    "😀ключ\ttab\rreturn",
    "# comment",
    "{{ braces }} {not a hole",
    "&anchor *alias",
    "%YAML 1.1",
)


def evil(text: str) -> Design:
    """A design in which every name and text that a person gives is `text`."""
    return reading.from_document(
        {
            "keysheet": 1,
            "name": text,
            "description": text,
            "tables": [
                {
                    "name": text,
                    "description": text,
                    "partition_key": key(text),
                    "sort_key": key(f"{text}2"),
                    "indexes": [
                        {"name": text, "kind": "GSI", "partition_key": key(f"{text}3"),
                         "projection": {"type": "INCLUDE", "attributes": [text]},
                         "auto_scaling": {"read": {"min": 1, "max": 2, "target": 70}}},
                        {"name": f"{text}m", "kind": "GSI", "partition_key": key(f"{text}4", f"{text}5"),
                         "projection": {"type": "ALL"}},
                    ],
                    "settings": {"billing": "PROVISIONED", "provisioned": {"read": 1, "write": 1},
                                 "ttl_attribute": text, "tags": {text: text},
                                 "auto_scaling": {"read": {"min": 1, "max": 2, "target": 70}},
                                 "encryption": {"type": "CUSTOMER", "key": text},
                                 "resource_policy": {"Version": text}, "contributor_insights": True,
                                 "replicas": [text]},
                    "entities": [
                        {"name": text, "description": text,
                         "attributes": [{"name": "a", "type": "S", "values": {text: 1}, "description": text}],
                         "overloads": [{"index": None, "keys": {text: "{a}", f"{text}2": text}, "when": text}],
                         "items": [{"a": text}]},
                    ],
                }
            ],
        }
    )  # fmt: skip


def small() -> Design:
    """One table, one index, one entity."""
    return reading.from_document(SMALL)


def everything() -> Design:
    """Everything that an export has to say something about."""
    return reading.from_document(EVERYTHING)
