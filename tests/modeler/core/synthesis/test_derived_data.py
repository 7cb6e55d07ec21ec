"""Counts, unique values, and what no key can serve: what a synthesis adds beside the application's own data."""

from __future__ import annotations

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.design.patterns import Operation
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, design, get, put, query, update

COUNT = {"given": ["customerId"], "returns": {"what": "count"}}


def application(counts: float, creates: float, customers: int = 50_000):
    """Orders that are created, and counted for one customer: two million orders, of so many customers."""
    reads = [
        get("R1", "Customer", "customerId", 5),
        query("R2", "Order", "customerId", counts, intent=COUNT),
        get("R3", "Order", "customerId orderId", 1),
        put("W1", "Order", creates),
        put("W2", "Customer", 0.1),
    ]
    return design([{**CUSTOMER, "count": customers}, {**ORDER, "identity": ["customerId", "orderId"]}], reads)


def test_a_count_that_is_read_often_is_kept_in_the_transaction_of_each_create():
    found = synthesise(application(counts=500, creates=1, customers=200))
    best = found.alternatives[0]
    assert found.notes[0] == "R2 reads orderCount of Customer, which the writes of Order change in a transaction"
    count = best.design.pattern("R2")
    assert (count.operation, count.entities, count.projection) == (Operation.GET, ("Customer",), ("orderCount",))
    create = best.design.pattern("W1")
    assert create.operation is Operation.TRANSACT_WRITE
    assert [(one.operation, one.entities) for one in create.steps] == [
        (Operation.PUT, ("Order",)),
        (Operation.UPDATE, ("Customer",)),
    ]
    assert best.problems == ()
    assert [one.message for one in best.findings if one.severity is Severity.ERROR] == []
    assert all(serving(best.design, one).served for one in best.design.patterns)
    assert best.dollars == monthly_cost(best.design).total().value


def test_a_count_that_is_read_seldom_reads_the_collection():
    best = synthesise(application(counts=0.01, creates=50)).alternatives[0]
    count = best.design.pattern("R2")
    assert count.operation is Operation.QUERY
    assert count.facts.examined == 40.0
    assert best.design.pattern("W1").operation is Operation.PUT


def test_the_cheaper_way_to_count_is_chosen():
    for rate in (0.01, 1, 100, 1000):
        both = synthesise(application(rate, 1, customers=200))
        counted = synthesise(application(rate, 1, customers=200), SynthesisOptions(copies=False))
        least = [min(one.dollars for one in made.alternatives) for made in (both, counted)]
        assert least[0] <= least[1]


def test_without_copies_nothing_is_added():
    best = synthesise(application(counts=500, creates=1, customers=200), SynthesisOptions(copies=False)).alternatives[0]
    assert best.design.pattern("R2").operation is Operation.QUERY
    assert best.design.tables[0].entity("Customer").attribute("orderCount") is None


def test_a_delete_that_does_not_know_the_parent_leaves_the_count_to_a_query():
    gone = {"code": "W3", "name": "W3", "operation": "DeleteItem", "table": "app-main", "entities": ["Order"],
            "intent": {"given": ["orderId"]}}  # fmt: skip
    reads = [
        get("R1", "Customer", "customerId", 5),
        query("R2", "Order", "customerId", 500, intent=COUNT),
        put("W1", "Order", 1),
        gone,
    ]
    best = synthesise(design([CUSTOMER, ORDER], reads)).alternatives[0]
    assert best.design.pattern("R2").operation is Operation.QUERY


@pytest.mark.parametrize(("creates", "nearest"), [(5, "a counter item"), (2000, "one of 8 counter items")])
def test_a_count_of_everything_is_not_met_and_the_nearest_is_a_counter(creates, nearest):
    everything = query("R1", "Order", "", 1, intent={"returns": {"what": "count"}})
    found = synthesise(
        design([CUSTOMER, ORDER], [everything, get("R2", "Order", "orderId"), put("W1", "Order", creates)])
    )
    (unmet,) = found.unmet
    assert unmet.label == "R1"
    assert "a count of about 2,000,000 items of Order: it reads" in unmet.reason
    assert unmet.nearest == (
        f"let each create and delete change {nearest} in the same transaction, and read that instead"
    )
    assert found.alternatives[0].problems == ()


def test_a_unique_value_gets_an_item_that_enforces_it():
    person = {**CUSTOMER, "unique": [["email"]]}
    gone = {"code": "W2", "name": "W2", "operation": "DeleteItem", "table": "app-main", "entities": ["Customer"],
            "intent": {"given": ["customerId", "email"]}, "if": "attribute_exists(customerId)"}  # fmt: skip
    found = synthesise(design([person], [get("R1", "Customer", "customerId"), put("W1", "Customer"), gone]))
    best = found.alternatives[0]
    constraint = best.design.tables[0].entity("CustomerEmail")
    assert constraint.constraint_of == "Customer"
    assert dict(constraint.overloads[0].keys)["PK"].endswith("EMAIL#{email:lower}")
    create, delete = best.design.pattern("W1"), best.design.pattern("W2")
    assert [one.operation for one in create.steps] == [Operation.PUT, Operation.PUT]
    assert [one.operation for one in delete.steps] == [Operation.DELETE, Operation.DELETE]
    rules = {one.rule for one in best.findings}
    assert rules.isdisjoint({"write.unique_not_enforced", "write.zombie_constraint"})
    assert [one.message for one in best.findings if one.severity is Severity.ERROR] == []
    assert "enforces that email of Customer is unique" in found.notes[0]


def test_a_unique_value_that_a_write_changes_is_left_to_the_modeler():
    person = {**CUSTOMER, "unique": [["email"]]}
    changed = update("W1", "Customer", "customerId", 1, set={"email": "new@example.com"})
    found = synthesise(design([person], [get("R1", "Customer", "customerId"), changed]))
    assert found.notes[0] == "email of Customer must be unique, and W1 changes it: keep it by hand"
    assert found.alternatives[0].design.tables[0].entity("CustomerEmail") is None


def test_an_added_item_is_of_the_kind_that_is_read_back():
    """The unique value is read where it is: a look-up by it is still served."""
    person = {**CUSTOMER, "unique": [["email"]]}
    reads = [query("R1", "Customer", "email", 5, items_returned=1), put("W1", "Customer")]
    best = synthesise(design([person], reads)).alternatives[0]
    assert serving(best.design, best.design.pattern("R1")).served
