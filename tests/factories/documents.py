"""Own JSON to start from, with ids that tests may name."""

from typing import Any


def small_document() -> dict[str, Any]:
    """One table, one GSI, the entities Customer and Order, two access patterns, three items."""
    return {
        "keysheet": 1,
        "name": "Orders",
        "tables": [
            {
                "id": "t-main",
                "name": "app-main",
                "partition_key": [{"name": "PK", "type": "S"}],
                "sort_key": [{"name": "SK", "type": "S"}],
                "indexes": [
                    {
                        "id": "i-gsi1",
                        "name": "GSI1",
                        "kind": "GSI",
                        "partition_key": [{"name": "GSI1PK", "type": "S"}],
                        "sort_key": [{"name": "GSI1SK", "type": "S"}],
                        "projection": {"type": "ALL"},
                    }
                ],
                "entities": [_customer(), _order()],
            }
        ],
        "access_patterns": [
            {
                "id": "p-a1",
                "code": "A1",
                "name": "Orders of a customer",
                "operation": "Query",
                "table": "app-main",
                "entities": ["Order"],
                "key": {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#"}},
                "parameters": {"customerId": "c1"},
            },
            {
                "id": "p-a2",
                "code": "A2",
                "name": "Orders by status",
                "operation": "Query",
                "table": "app-main",
                "index": "GSI1",
                "entities": ["Order"],
                "key": {"GSI1PK": "STATUS#{status}"},
                "parameters": {"status": "OPEN"},
            },
        ],
    }


def _customer() -> dict[str, Any]:
    return {
        "id": "e-customer",
        "name": "Customer",
        "identity": ["customerId"],
        "attributes": [
            {"id": "a-c-id", "name": "customerId", "type": "S", "format": "id"},
            {"id": "a-c-name", "name": "name", "type": "S"},
        ],
        "overloads": [{"id": "o-c-base", "index": None, "keys": {"PK": "CUST#{customerId}", "SK": "PROFILE"}}],
        "items": [{"id": "s-c1", "values": {"customerId": "c1", "name": "Ann"}}],
    }


def _order() -> dict[str, Any]:
    return {
        "id": "e-order",
        "name": "Order",
        "identity": ["orderId"],
        "attributes": [
            {"id": "a-o-cust", "name": "customerId", "type": "S", "format": "id"},
            {"id": "a-o-id", "name": "orderId", "type": "S", "format": "id"},
            {"id": "a-o-status", "name": "status", "type": "S"},
        ],
        "overloads": [
            {"id": "o-o-base", "index": None, "keys": {"PK": "CUST#{customerId}", "SK": "ORDER#{orderId}"}},
            {"id": "o-o-gsi1", "index": "GSI1", "keys": {"GSI1PK": "STATUS#{status}", "GSI1SK": "{orderId}"}},
        ],
        "items": [
            {"id": "s-o1", "values": {"customerId": "c1", "orderId": "o1", "status": "OPEN"}},
            {"id": "s-o2", "values": {"customerId": "c1", "orderId": "o2", "status": "SHIPPED"}},
        ],
    }


def big_document(items: int) -> dict[str, Any]:
    """The same with that many orders."""
    document = small_document()
    order = document["tables"][0]["entities"][1]
    order["items"] = [
        {"id": f"s-{n}", "values": {"customerId": f"c{n % 100}", "orderId": f"o{n}", "status": "OPEN"}}
        for n in range(items)
    ]
    return document


def careless_document() -> dict[str, Any]:
    """One entity, and one pattern that creates it without asking whether it is there."""
    entity = {
        "id": "e",
        "name": "User",
        "identity": ["userId"],
        "attributes": [{"id": "a", "name": "userId", "type": "S", "format": "ulid"}],
        "overloads": [{"id": "o", "index": None, "keys": {"PK": "USER#{userId}", "SK": "META"}}],
        "items": [{"userId": "01HZX3V9T0000000000000000A"}],
    }
    table = {
        "id": "t",
        "name": "main",
        "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}],
        "entities": [entity],
    }
    create = {
        "id": "p",
        "code": "W1",
        "name": "Register",
        "operation": "PutItem",
        "table": "main",
        "entities": ["User"],
        "parameters": {"userId": "01HZX3V9T0000000000000000A"},
        "per_second": {"average": 1, "peak": 2},
    }
    return {"keysheet": 1, "name": "Careless", "tables": [table], "access_patterns": [create]}


def with_riders(document: dict[str, Any]) -> dict[str, Any]:
    """The same with a second table, of riders."""
    key = {"id": "a-rider", "name": "riderId", "type": "S", "format": "id"}
    entity = {
        "id": "e-rider",
        "name": "Rider",
        "identity": ["riderId"],
        "attributes": [key],
        "overloads": [{"id": "o-rider", "index": None, "keys": {"PK": "RIDER#{riderId}", "SK": "PROFILE"}}],
        "items": [{"riderId": "r1"}],
    }
    table = {
        "id": "t-riders",
        "name": "riders",
        "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}],
        "entities": [entity],
    }
    return {**document, "tables": [*document["tables"], table]}
