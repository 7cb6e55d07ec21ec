"""The access patterns that models can express, one function each."""

from __future__ import annotations

from collections.abc import Iterator


from .models import Order, OrdersTable
from .runtime import keys


def orders_of_a_customer(*, customer_id: str, limit: int | None = None) -> Iterator[Order]:
    """A1: Orders of a customer.

    Query.
    """
    return Order.query("CUST#" + keys.text(customer_id), range_key_condition=OrdersTable.sk.startswith("ORDER#"), scan_index_forward=False, limit=limit, page_size=limit)
