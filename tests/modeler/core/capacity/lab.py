"""The lab's order table (facts/procedures#lab), as own JSON: what several tests of sizes, capacity and cost measure."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document

ORDER: dict[str, Any] = {
    "name": "Order", "count": 5_000_000, "identity": ["orderId"],
    "attributes": [
        {"name": "customerId", "type": "S", "format": "id", "key_only": True},
        {"name": "orderId", "type": "S", "format": "id", "key_only": True},
        {"name": "orderDate", "type": "S", "format": "date", "key_only": True},
        {"name": "status", "type": "S", "format": "enum", "values": {"OPEN": 0.03, "SHIPPED": 0.95, "CANCELLED": 0.02}},
        {"name": "total", "type": "N", "format": "money"},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "CUST#{customerId}", "SK": "ORDER#{orderDate}#{orderId}"}},
        {"index": "GSI1", "keys": {"GSI1PK": "CUST#{customerId}#{status}", "GSI1SK": "{orderDate}#{orderId}"}},
        {"index": "GSI2", "when": "status = 'OPEN'", "keys": {"GSI2PK": "OPEN", "GSI2SK": "{orderDate}#{orderId}"}},
    ],
    "items": [
        {"customerId": "a1b2", "orderId": "o-9001", "orderDate": "2026-06-01", "status": "OPEN", "total": "149.00"},
        {"customerId": "a1b2", "orderId": "o-9044", "orderDate": "2026-06-03", "status": "SHIPPED", "total": "149.00"},
    ],
}  # fmt: skip

KEY = {"PK": "CUST#{customerId}", "SK": "ORDER#{orderDate}#{orderId}"}
SHIP: dict[str, Any] = {
    "code": "A7", "name": "Ship an order", "table": "app-main", "operation": "UpdateItem", "entities": ["Order"],
    "key": KEY, "set": {"status": "SHIPPED"}, "if": "status = 'OPEN'",
    "parameters": {"customerId": "a1b2", "orderDate": "2026-06-01", "orderId": "o-9001"},
    "per_second": {"average": 5, "peak": 40},
}  # fmt: skip


def table(**changes: Any) -> dict[str, Any]:
    """The lab's table as a document; `changes` replace fields of it."""
    base = {
        "name": "app-main",
        "partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}],
        "indexes": [
            {"name": "GSI1", "kind": "GSI", "partition_key": [{"name": "GSI1PK", "type": "S"}],
             "sort_key": [{"name": "GSI1SK", "type": "S"}],
             "projection": {"type": "INCLUDE", "attributes": ["status", "total"]}},
            {"name": "GSI2", "kind": "GSI", "partition_key": [{"name": "GSI2PK", "type": "S"}],
             "sort_key": [{"name": "GSI2SK", "type": "S"}], "projection": {"type": "KEYS_ONLY"}},
        ],
        "settings": {"billing": "PAY_PER_REQUEST"}, "entities": [ORDER],
    }  # fmt: skip
    return base | changes


def design(*patterns: dict[str, Any], region: str = "us-east-1", **changes: Any) -> Design:
    """The lab's design with these access patterns."""
    tables = [table(**changes)]
    return from_document(
        {"keysheet": 1, "name": "Lab", "region": region, "tables": tables, "access_patterns": list(patterns)}
    )


def plain(size: int, count: int = 1_000_000, **entity: Any) -> dict[str, Any]:
    """A table without indexes whose one entity's items are exactly `size` bytes (100 or more)."""
    thing = {
        "name": "Thing", "count": count,
        "attributes": [
            {"name": "id", "type": "S", "format": "uuid4", "key_only": True},
            {"name": "payload", "type": "S", "size": {"average": size - 45, "max": size - 45}},
        ],
        "overloads": [{"index": None, "keys": {"PK": "{id}"}}],
    } | entity  # fmt: skip
    return {"sort_key": [], "indexes": [], "entities": [thing]}
