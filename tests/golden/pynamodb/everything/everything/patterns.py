"""The access patterns that models can express, one function each."""

from __future__ import annotations

from collections.abc import Iterator

from pynamodb.expressions.operand import Path, Value

from .models import Order
from .runtime import keys
from .runtime.models import wire


def orders_of_a_customer(*, customer_id: str, limit: int | None = None) -> Iterator[Order]:
    """A1: Orders of a customer.

    Query.
    """
    return Order.query("CUST#" + keys.text(customer_id), range_key_condition=Path(["SK"]).startswith(Value(wire("ORDER#"))), scan_index_forward=False, limit=limit, page_size=limit)
