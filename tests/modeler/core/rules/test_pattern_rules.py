"""Reads, writes and expressions: each rule with what triggers it and what nearly does."""

import pytest

from modeler.core.design.items import Entity
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    BY_STATUS_READ,
    CUSTOMER,
    DESIGN,
    ORDER,
    ORDER_KEY,
    ORDERS,
    TABLE,
    attribute,
    errors_of,
    gsi,
    key,
    lsi,
    only,
    overload,
    pattern,
    rules_of,
    with_pattern,
)

ONE = conditions(PK="CUST#{customerId}")


def read(**fields):
    return with_pattern(pattern("Query", **{"key": ORDERS.key, **fields}))


def by_status(**fields):
    return with_pattern(pattern("Query", **{"index": "GSI1", "key": BY_STATUS_READ.key, **fields}))


def through(index, made, **fields):
    """One more index with Order's overload of it, and a query of it."""
    order = ORDER.__replace__(overloads=(*ORDER.overloads, made))
    table = TABLE.__replace__(indexes=(*TABLE.indexes, index), entities=(CUSTOMER, order))
    asked = pattern("Query", **{"index": index.name, **fields})
    return DESIGN.__replace__(tables=(table,), patterns=(*DESIGN.patterns, asked))


def many(**key_fields):
    """A query of an index of two partition and three sort key attributes."""
    index = gsi("GSI3", key("customerId") + key("status"), key("orderDate") + key("orderId") + key("total", "N"))
    return through(index, overload("GSI3"), key=conditions(customerId="{customerId}", status="OPEN", **key_fields))


def thin(projection, **fields):
    index = gsi("GSI3", projection="INCLUDE", include=["status"])
    made = overload("GSI3", GSI3PK="X#{customerId}", GSI3SK="{orderDate}")
    return through(index, made, key=conditions(GSI3PK="X#{customerId}"), projection=projection, **fields)


def local(**fields):
    index = lsi("LSI1", sort=key("status"))
    return through(index, overload("LSI1"), key=conditions(PK="CUST#{customerId}", status="OPEN"), **fields)


def update(text, **fields):
    return with_pattern(pattern("UpdateItem", **{"key": ORDER_KEY, "update": text, **fields}))


def beside(sk):
    """The design with lines in the partition of a customer, under this sort key."""
    attributes = (
        attribute("customerId", format="id"),
        attribute("orderId", format="id"),
        attribute("n", "N", "sequence"),
    )
    made = Entity("e-line", "Line", attributes, (overload(None, PK="CUST#{customerId}", SK=sk),))
    return DESIGN.__replace__(tables=(TABLE.__replace__(entities=(CUSTOMER, ORDER, made)),))


def transaction(operation, count, **fields):
    reads = "Get" in operation
    changes = {} if reads else {"set": {"note": "x"}}
    step = pattern("GetItem" if reads else "UpdateItem", "S", key=ORDER_KEY, **changes)
    return with_pattern(pattern(operation, steps=(step.__replace__(fan_out=count),), **fields))


STATUS = {"names": {"#s": "status"}, "values": {":s": {"S": "SHIPPED"}}}
MOVED = "SET #s = :s, GSI1PK = :k"
MOVED_VALUES = {":s": {"S": "SHIPPED"}, ":k": {"S": "CUST#a1#SHIPPED"}}
CASES = [
    ("pattern.unserved", with_pattern(pattern("Query", parameters={"orderId": "o-1"})), with_pattern(pattern("Scan"))),
    ("pattern.unserved", with_pattern(pattern("GetItem", key=ONE)), with_pattern(pattern("GetItem", key=ORDER_KEY))),
    ("pattern.unserved", read(key=conditions(PK="CUSTOMER#{customerId}")), read(key=ORDERS.key)),
    ("pattern.unserved", with_pattern(pattern("Query", table="gone", key=ONE)), read(table="app-main")),
    ("query.key_condition_illegal", read(key=conditions(PK={"begins_with": "CUST#"})), read()),
    ("query.key_condition_illegal", read(key=conditions(SK={"begins_with": "ORDER#"})), read()),
    (
        "query.key_condition_illegal",
        read(key=conditions(PK="CUST#{customerId}", SK={"contains": "ORDER#"})),
        read(key=conditions(PK="CUST#{customerId}", SK={"between": ["ORDER#2026", "ORDER#2027"]})),
    ),
    (
        "query.key_condition_illegal",
        read(key=conditions(PK="CUST#{customerId}", SK={"begins_with": ""})),
        read(key=conditions(PK="CUST#{customerId}", SK={"begins_with": "O"})),
    ),
    (
        "query.key_condition_illegal",
        read(key=(*ORDERS.key, *conditions(SK={"<": "ORDER#2027"}))),
        read(key=conditions(PK="CUST#{customerId}", SK={"<=": "ORDER#2027"})),
    ),
    (
        "query.multi_attribute_order",
        many(orderId="{orderId}"),
        many(orderDate="{orderDate}"),
    ),
    (
        "query.multi_attribute_order",
        many(orderDate={"<": "{orderDate}"}, orderId="{orderId}"),
        many(orderDate="{orderDate}", orderId={"begins_with": "o-"}),
    ),
    ("keys.template_unreadable", read(key=conditions(PK="CUST#{customerId")), read()),
    ("query.consistent_on_gsi", by_status(consistent=True), local(consistent=True)),
    ("query.consistent_on_gsi", with_pattern(pattern("Scan", index="GSI1", consistent=True)), read(consistent=True)),
    ("query.filter_on_key", read(filter="SK > 'ORDER#2026'"), by_status(filter="SK > 'ORDER#2026'")),
    ("query.filter_on_key", by_status(filter="GSI1SK > '2026'"), with_pattern(pattern("Scan", filter="SK > '2026'"))),
    ("query.all_attributes_on_thin_gsi", thin(("*",)), by_status(projection=("*",))),
    (
        "index.projection_too_thin",
        thin(("note",)),
        thin(("status", "PK")),
    ),
    ("index.projection_too_thin", thin((), filter="total > 5"), thin((), filter="status = 'OPEN'")),
    ("pattern.no_rate", read(per_second=None), with_pattern(pattern("GetItem", key=ORDER_KEY, items_returned=None))),
    ("pattern.no_rate", read(items_returned=None), read(items_returned=0)),
    ("keys.unknown_attribute", read(filter="colour = 'red'"), read(filter="note = 'red'")),
    ("keys.unknown_attribute", read(projection=("colour",)), read(projection=("note",))),
    (
        "keys.unknown_attribute",
        read(key=conditions(PK="CUST#{who}", SK={"begins_with": "ORDER#"})),
        read(key=conditions(PK="CUST#{who}", SK={"begins_with": "ORDER#"}), parameters={"who": "a1"}),
    ),
    ("query.prefix_catches_entity", beside("ORDER#{orderId}#ITEM#{n}"), beside("ITEM#{orderId}#{n}")),
    (
        "query.prefix_catches_entity",
        read(key=ONE),
        read(key=ONE, entities=("Customer", "Order")),
    ),
    (
        "query.prefix_catches_entity",
        read(key=conditions(PK="CUST#{customerId}", SK={">": "ORDER#2026"})),
        read(key=conditions(PK="CUST#{customerId}", SK={"between": ["ORDER#2026", "ORDER#2027"]})),
    ),
    ("expr.syntax", read(filter="note ="), read(filter="(note = 'x')")),
    ("expr.syntax", read(filter="begins_with(note, 5)"), read(filter="begins_with(note, 'x')")),
    ("expr.syntax", read(filter="total BETWEEN 9 AND 3"), read(filter="total BETWEEN 3 AND 9")),
    (
        "expr.limits",
        read(filter=f"total IN ({', '.join(map(str, range(101)))})"),
        read(filter=f"total IN ({', '.join(map(str, range(100)))})"),
    ),
    ("expr.limits", read(filter=f"note = '{'x' * 10}'" + " AND total > 1" * 150), read(filter="status = 'OPEN'")),
    ("expr.syntax", update("SET note", names={}, values={}), update("SET note = :n", values={":n": {"S": "x"}})),
    (
        "expr.limits",
        update("SET note = :n", values={":n": "x"}, condition="note IN (" + ", ".join([":n"] * 101) + ")"),
        update("SET note = :n", values={":n": "x"}, condition="note IN (" + ", ".join([":n"] * 100) + ")"),
    ),
    (
        "expr.reserved_word",
        update("SET note = :n", values={":n": "x"}, condition="status = :n"),
        update("SET note = :n", values={":n": "x"}, condition="version = :n"),
    ),
    (
        "expr.placeholder",
        update("SET note = :n"),
        update("SET note = :n", condition="note <> :n", values={":n": "x"}),
    ),
    ("expr.placeholder", update("SET note = :n", values={":n": "x", ":m": "y"}), update("REMOVE note")),
    ("expr.placeholder", update("SET #n = :n", values={":n": "x"}), update("REMOVE #n", names={"#n": "note"})),
    (
        "expr.paths_overlap",
        update("SET gift = :n REMOVE gift.a", values={":n": {}}),
        update("SET gift.b = :n REMOVE gift.a", values={":n": "x"}),
    ),
    ("batch.size", transaction("BatchGetItem", 101), transaction("BatchGetItem", 100)),
    (
        "batch.size",
        transaction("BatchGetItem", 1, extra={"batch_size": 101}),
        transaction("BatchGetItem", 1, extra={"batch_size": 100}),
    ),
    (
        "batch.size",
        with_pattern(pattern("BatchGetItem", key=ORDER_KEY, fan_out=250, extra={"intent": {"one_request": True}})),
        with_pattern(pattern("BatchGetItem", key=ORDER_KEY, fan_out=250)),
    ),
    ("txn.size", transaction("TransactWriteItems", 101), transaction("TransactWriteItems", 100)),
    ("txn.size", transaction("TransactGetItems", 101), transaction("TransactGetItems", 100)),
    (
        "write.base_key_changed",
        with_pattern(pattern("UpdateItem", key=ORDER_KEY, set={"orderDate": "2026-06-02"})),
        with_pattern(pattern("UpdateItem", key=ORDER_KEY, set={"note": "x"})),
    ),
    (
        "write.base_key_changed",
        update("SET SK = :n", values={":n": "x"}),
        update("SET note = SK"),
    ),
    (
        "write.sparse_key_not_removed",
        update(MOVED, names={"#s": "status"}, values=MOVED_VALUES),
        update(MOVED + " REMOVE GSI2PK, GSI2SK", names={"#s": "status"}, values=MOVED_VALUES),
    ),
    (
        "write.stale_index_key",
        update("SET #s = :s REMOVE GSI2PK, GSI2SK", **STATUS),
        update("SET note = :s", values={":s": "x"}),
    ),
    (
        "write.stale_index_key",
        update("SET #s = :s, GSI1PK = :k", names={"#s": "status"}, values={":s": "OPEN", ":k": "CUST#a1#OPEN"}),
        update(
            "SET #s = :s, GSI1PK = :k, GSI2PK = :s, GSI2SK = :d",
            names={"#s": "status"},
            values={":s": "OPEN", ":k": "CUST#a1#OPEN", ":d": "2026-06-01#o-1"},
        ),
    ),
]


@pytest.mark.parametrize(("rule", "wrong", "near"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)])
def test_a_rule_speaks_once_of_what_is_wrong_and_not_of_what_nearly_is(rule, wrong, near):
    assert only(wrong, rule)
    assert rule not in rules_of(near)
    assert errors_of(near) == []


def test_the_update_of_the_seed_leaves_one_index_behind_and_drains_the_other():
    finding = only(update("SET #s = :s REMOVE GSI2PK, GSI2SK", **STATUS), "write.stale_index_key")
    assert finding.message == "P1 changes status but leaves GSI1PK of GSI1 unchanged"
    assert finding.fix == (
        "UpdateExpression: SET #s = :s, GSI1PK = :GSI1PK REMOVE GSI2PK, GSI2SK · names #s = status · values "
        ":s = 'SHIPPED', GSI1PK = CUST#{customerId}#{status} of the item"
    )


def test_a_write_by_intent_has_its_index_keys_derived():
    shipped = pattern("UpdateItem", key=ORDER_KEY, set={"status": "SHIPPED"}, if_="status = 'OPEN'")
    assert errors_of(with_pattern(shipped)) == []


def test_a_catch_that_a_filter_takes_out_again_is_a_warning():
    finding = only(read(key=ONE, filter="status = 'OPEN'"), "query.prefix_catches_entity")
    assert finding.severity is Severity.WARNING
    assert finding.facts["keys"] == ["CUST#a", "PROFILE"]


def test_the_steps_of_a_pattern_are_judged_each():
    step = pattern("GetItem", "S", key=ONE)
    finding = only(with_pattern(pattern("TransactGetItems", steps=(step,))), "pattern.unserved")
    assert finding.path == "patterns.P1.steps[0].key.SK"
