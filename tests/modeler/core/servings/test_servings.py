"""Served, by what and why; or what is missing."""

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.servings import serving
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import DESIGN, conditions, key, overload, pattern


@pytest.mark.parametrize("code", [one.code for one in DESIGN.patterns])
def test_every_pattern_of_order_management_is_served(code):
    made = serving(DESIGN, DESIGN.pattern(code))
    assert made.served, made.reason
    assert made.problems == ()


def test_a_serving_names_the_index_the_condition_and_what_is_bound():
    made = serving(DESIGN, DESIGN.pattern("A4"))
    assert (made.table, made.index, made.bound) == ("app-main", "GSI1", ("customerId", "status"))
    assert not made.consistent_possible


def query(**fields):
    return pattern("Query", **{"entities": ("Order",), **fields})


UNSERVED = [
    (query(index="GSI9", key=conditions(PK="x")), "no index 'GSI9'", "GSI1, GSI2"),
    (query(table="other", key=conditions(PK="x")), "no table 'other'", "name a table"),
    (query(entities=("Nobody",), key=conditions(PK="x")), "no entity Nobody", "name entities"),
    (query(key=conditions(SK="ORDER#")), "the key PK", "give PK a value"),
    (query(key=conditions(PK={"begins_with": "CUST#"})), "PK must be compared with =", "whole value"),
    (query(key=conditions(GSI1PK="CUST#{customerId}#OPEN")), "the given keys belong to GSI1", "name the index GSI1"),
    (
        query(index="GSI1", key=conditions(GSI1PK="CUST#{customerId}")),
        "Order writes CUST#{customerId}#{status}",
        "request",
    ),
    (query(key=conditions(PK="CUST#{customerId}", SK="PROFILE")), "Order writes ORDER#", "request SK"),
    (query(key=conditions(PK="CUST#{customerId}", SK={"begins_with": "ORD-"})), "Order writes ORDER#", "request SK"),
    (query(key=conditions(PK="CUST#{customerId}", SK={"between": ["A", "B"]})), "Order writes ORDER#", "request SK"),
    (query(key=conditions(PK="CUST#{customerId}", SK={"contains": "x"})), "is compared with contains", "one of these"),
    (query(key=conditions(PK="CUST#{customerId}", SK="")), "empty value", "remove"),
    (query(key=conditions(PK="CUST#{customerId")), "cannot be parsed", "complete"),
    (query(entities=("Customer",), index="GSI1", key=conditions(GSI1PK="CUST#{customerId}")), "writes nothing", "give"),
    (pattern("GetItem", entities=("Order",), key=conditions(PK="CUST#{customerId}")), "the key SK", "give SK"),
    (pattern("GetItem", index="GSI1", key=conditions(GSI1PK="x")), "uses the table's own key", "use Query"),
    (query(parameters={"orderId": "o-1"}), "needs a Scan: no key can be built from orderId", "add a GSI"),
    (pattern("GetItem", entities=("Order",), parameters={"orderId": "o-1"}), "also needs customerId", "give"),
    (pattern("TransactGetItems"), "without steps", "add"),
    (
        pattern("TransactGetItems", steps=(pattern("GetItem", code="S1", key=conditions(PK="x")),)),
        "step S1: the key SK",
        "give SK",
    ),
]


@pytest.mark.parametrize(("asked", "reason", "change"), UNSERVED)
def test_what_is_missing_is_said_with_the_smallest_change(asked, reason, change):
    made = serving(DESIGN, asked)
    assert not made.served
    assert reason in made.reason
    assert change in made.change


@pytest.mark.parametrize(
    "asked",
    [
        query(key=conditions(PK="CUST#{customerId}", SK={"begins_with": "ORDER#2026"})),
        query(key=conditions(PK="CUST#{who}", SK={"between": ["ORDER#2026-06-01", "ORDER#2026-06-30~"]})),
        query(index="GSI1", key=conditions(GSI1PK="CUST#{customerId}#OPEN")),
        query(index="GSI1", key=conditions(GSI1PK="CUST#{customerId}#{status}", GSI1SK={">": "{orderDate}"})),
        query(index="GSI1", key=conditions(GSI1PK="CUST#{who}#{state}", GSI1SK="{when}#{which}")),
        query(key=conditions(PK="CUST#{who}", SK={"begins_with": "ORDER#{when}#"})),
        pattern("Scan"),
        pattern("PutItem", entities=("Order",)),
    ],
)
def test_the_near_misses_are_served(asked):
    assert serving(DESIGN, asked).served, serving(DESIGN, asked).reason


def test_a_parameter_stands_for_whatever_the_attribute_in_its_place_may_hold():
    mail = Attribute("m", "email", AttributeType.S, "email")
    person = Entity("p", "Person", (mail,), (overload(None, PK="MAIL#{email}", SK="{email:lower}"),))
    table = Table("t", "people", key("PK"), key("SK"), entities=(person,))
    asked = pattern("GetItem", entities=("Person",), key=conditions(PK="MAIL#{address}", SK="{address}"))
    assert serving(Design("d", tables=(table,)), asked).served


def test_a_pattern_without_a_key_is_offered_the_index_that_binds_most():
    made = serving(DESIGN, query(parameters={"customerId": "a1b2", "status": "OPEN"}))
    assert (made.served, made.found, made.index) == (True, True, "GSI1")
    made = serving(DESIGN, query(parameters={"customerId": "a1b2"}))
    assert made.index is None
    assert [(one.name, one.operator) for one in made.condition] == [("PK", "="), ("SK", "begins_with")]


def test_a_sparse_index_does_not_serve_a_pattern_that_is_given_something_else():
    assert not serving(DESIGN, query(parameters={"orderId": "o-1"})).served


def test_attributes_that_an_index_does_not_carry_are_fetched():
    asked = query(
        index="GSI1",
        key=conditions(GSI1PK="CUST#{customerId}#OPEN"),
        projection=("status", "note.text"),
        filter="qty > 1",
    )
    made = serving(DESIGN, asked)
    assert made.missing == ("note", "qty")
    assert made.fetches
    assert not made.projection_complete


@pytest.mark.parametrize(("wanted", "satisfied"), [("orderDate", True), ("orderId", False), (None, None)])
def test_an_order_is_satisfied_by_the_first_part_of_the_sort_key_that_is_not_bound(wanted, satisfied):
    extra = {"intent": {"order_by": wanted}} if wanted else {}
    made = serving(DESIGN, query(key=conditions(PK="CUST#{customerId}"), extra=extra))
    assert made.order_satisfied is satisfied
