"""Everything: every access pattern on real tables, through the generated access code.

Run: pip install -r requirements.txt; pytest. conftest.py determines where the tables are created.
"""
# Not in this file: design: settings of tables, sizes, rates, and sample items are not part of access code
# Not in this file: tables.orders.unassigned: items that match no entity have no class
# Not in this file: tables: the tables of the tests are on-demand, without the settings of the design

from __future__ import annotations

from typing import Any

from proving import Consumed, keys_of

from everything import patterns

Tables = dict[str, Any]


def test_orders_of_a_customer(tables: Tables, consumed: Consumed) -> None:
    """A1: Orders of a customer."""
    answer = patterns.orders_of_a_customer(tables["orders"], customer_id="a1")
    assert keys_of(answer, "PK", "SK") == [("CUST#a1", "ORDER#2026-06-02#o-2"), ("CUST#a1", "ORDER#2026-06-01#o-1")]
    consumed.check(read="0.5")
