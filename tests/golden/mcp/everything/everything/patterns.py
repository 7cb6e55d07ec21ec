"""The access patterns of the design, one function each."""

from __future__ import annotations

from typing import Any

from .entities import OrderItem
from .runtime import keys
from .runtime.calls import Found, Item, Table


def orders_of_a_customer(
    table: Table,
    *,
    customer_id: str,
    limit: int | None = None,
    start: Item | None = None,
) -> Found[OrderItem]:
    """A1: Orders of a customer.

    Query; 0.5 read unit on the sample items.
    """
    requests: list[dict[str, Any]] = [
        {
            "KeyConditionExpression": "PK = :key1 AND begins_with(SK, :key2)",
            "ExpressionAttributeValues": {":key1": "CUST#" + keys.text(customer_id), ":key2": "ORDER#"},
            "ScanIndexForward": False,
        },
    ]
    return Found(table.query, requests, limit, start)
