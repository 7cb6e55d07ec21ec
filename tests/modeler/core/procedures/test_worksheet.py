"""The worksheet: one row a pattern, every column answered."""

from dataclasses import replace

from modeler.core.procedures.worksheet import Concern, worksheet
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import DESIGN, ORDER_KEY, ORDERS, PATTERNS, RATE, pattern, with_pattern


def row(design, code):
    return next(one for one in worksheet(design) if one.code == code)


def test_a_read_by_the_table_s_own_key():
    found = row(DESIGN, "A2")
    assert (found.is_read, found.primary, found.index) == (True, True, "")
    assert (found.average, found.peak) == (1, 2)
    assert found.given == ("customerId",)
    assert found.key == "PK = CUST#{customerId} AND begins_with(SK, ORDER#)"
    assert (found.order, found.limit, found.consistent) == ("SK ascending", None, False)
    assert found.consistency == "eventual"
    assert found.concern is Concern.BOUNDED
    assert found.served


def test_a_read_by_an_index_backwards():
    design = replace(DESIGN, patterns=(replace(PATTERNS[1], descending=True, limit=5),))
    found = row(design, "A4")
    assert (found.primary, found.index, found.order, found.limit) == (False, "GSI1", "GSI1SK descending", 5)


def test_writes_come_first_and_touch_one_item():
    design = with_pattern(pattern("UpdateItem", "W1", key=ORDER_KEY, set={"status": "SHIPPED"}))
    rows = worksheet(design)
    assert [one.code for one in rows] == ["W1", "A2", "A4", "A5"]
    assert (rows[0].is_read, rows[0].concern, rows[0].consistency) == (False, Concern.ONE, "")


def test_a_range_is_spelled():
    between = pattern("Query", "R1", key=conditions(PK="CUST#{customerId}", SK={"between": ["ORDER#{a}", "ORDER#{b}"]}))
    found = row(with_pattern(between), "R1")
    assert found.key == "PK = CUST#{customerId} AND SK BETWEEN ORDER#{a} AND ORDER#{b}"
    assert found.given == ("customerId", "a", "b")


def test_what_is_not_bound_is_open():
    endless = replace(ORDERS, code="Q1", items_returned=None)
    assert row(with_pattern(endless), "Q1").concern is Concern.OPEN


def test_a_read_over_all_tenants():
    tenants = {"tenant": {"attribute": "customerId"}}
    design = replace(DESIGN, settings=tenants)
    assert row(design, "A5").concern is Concern.CROSS_TENANT
    assert row(design, "A2").concern is Concern.BOUNDED
    shared = replace(DESIGN, settings={"tenant": {"attribute": "customerId", "shared": ["Order"]}})
    assert row(shared, "A5").concern is Concern.BOUNDED


def test_what_is_not_served_says_why():
    lost = pattern("Query", "X1", key=conditions(SK="ORDER#1"))
    found = row(with_pattern(lost), "X1")
    assert not found.served
    assert found.served_by.startswith("not served: ")


def test_a_rate_that_nobody_gave_is_none():
    found = row(with_pattern(pattern("GetItem", "G1", key=ORDER_KEY, per_second=None)), "G1")
    assert (found.average, found.peak, found.concern, found.order) == (None, None, Concern.ONE, "")


def test_a_sequence_of_reads_is_a_read():
    steps = (pattern("GetItem", "", key=ORDER_KEY), ORDERS)
    found = row(with_pattern(pattern("Steps", "S1", steps=steps, **{**RATE, "items_returned": None})), "S1")
    assert found.is_read
    written = (*steps, pattern("DeleteItem", "", key=ORDER_KEY))
    assert not row(with_pattern(pattern("Steps", "S1", steps=written)), "S1").is_read
