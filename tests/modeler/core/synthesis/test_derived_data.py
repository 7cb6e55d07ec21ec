"""Counts, unique values, and what no key can serve: what a synthesis adds beside the application's own data."""

from __future__ import annotations

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.design.patterns import Operation
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import (
    CUSTOMER,
    ORDER,
    attribute,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)

pytestmark = pytest.mark.slow

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


REVIEWED = [
    entity("Restaurant", "restaurantId", 3_000, attribute("restaurantId"), text("name", 20)),
    entity("Review", "reviewId", 300_000, attribute("reviewId"), attribute("restaurantId"), whole("stars", 5),
           attribute("state", "enum", values={"SHOWN": 0.9, "HIDDEN": 0.1}), text("text", 400),
           per_parent={"average": 100, "max": 6000}),
]  # fmt: skip


def reviews(*patterns, what="average", rate=300, **fields):
    """Reviews of restaurants, and a read of one value that is computed of them."""
    intent = {"given": ["restaurantId"], "returns": {"what": what, "of": ["stars"]}}
    return design(
        REVIEWED,
        [
            get("R1", "Restaurant", "restaurantId", 5),
            query("R2", "Review", "restaurantId", rate, intent=intent, items_returned=1, **fields),
            put("W1", "Review", 1),
            *patterns,
        ],
    )


def test_an_average_is_kept_as_a_sum_and_a_count_in_the_transaction():
    found = synthesise(reviews())
    best = found.alternatives[0]
    read, create = best.design.pattern("R2"), best.design.pattern("W1")
    assert (read.operation, read.projection) == (Operation.GET, ("starsTotal", "reviewCount"))
    assert [one.operation for one in create.steps] == [Operation.PUT, Operation.UPDATE]
    assert dict(create.steps[1].add) == {"starsTotal": ":stars", "reviewCount": 1}
    assert best.problems == ()
    assert [one.message for one in best.findings if one.severity is Severity.ERROR] == []


def test_a_count_and_an_average_share_the_count():
    counted = query("R3", "Review", "restaurantId", 300, intent={"given": ["restaurantId"],
                    "returns": {"what": "count"}}, items_returned=1)  # fmt: skip
    best = synthesise(reviews(counted)).alternatives[0]
    assert best.design.pattern("R3").projection == ("reviewCount",)
    names = [one.name for one in best.design.tables[0].entity("Restaurant").attributes]
    assert names.count("reviewCount") == 1
    changes = [step for step in best.design.pattern("W1").steps if step.operation is Operation.UPDATE]
    assert sorted(name for step in changes for name in step.add) == ["reviewCount", "starsTotal"]


SHOWN = {"filter": "state = 'SHOWN'"}
HIDE = update("W2", "Review", "reviewId", 1, set={"state": "HIDDEN"}, **{"if": "state = 'SHOWN'"})


def test_a_count_of_items_in_a_state_is_kept_by_a_consumer_of_the_stream():
    found = synthesise(reviews(HIDE, what="count", **SHOWN))
    best = found.alternatives[0]
    (table,) = best.design.tables
    keeping = best.design.pattern("KeepShownReviewCount")
    assert best.design.pattern("R2").operation is Operation.GET
    assert best.design.pattern("R2").filter == ""
    assert keeping.facts.purpose == "job"
    assert keeping.per_second.average == 2  # W1 and W2
    assert table.options.stream == "NEW_AND_OLD_IMAGES"
    assert table.options.consumers[0].maintains == ("Restaurant.shownReviewCount",)
    assert best.problems == ()
    assert [one.message for one in best.findings if one.severity is Severity.ERROR] == []
    assert best.dollars == monthly_cost(best.design).total().value
    assert any("which a consumer of the stream keeps by KeepShownReviewCount" in one for one in found.notes)


@pytest.mark.parametrize(
    "fields",
    [{"consistent": True}, {"fresh": 1}, {"rate": 1}, {"filter": "state = :state"}],
    ids=["strongly consistent", "fresh", "too seldom to pay", "any state"],
)
def test_a_consumer_keeps_only_what_may_lag_and_pays(fields):
    best = synthesise(reviews(HIDE, what="count", **{**SHOWN, **fields})).alternatives[0]
    assert best.design.tables[0].options.stream == ""
    assert [one.label for one in best.design.patterns] == ["R1", "R2", "W1", "W2"]


def test_a_consumer_is_not_supposed_where_a_rate_is_unknown():
    asked = reviews({key: value for key, value in HIDE.items() if key != "per_second"}, what="count", **SHOWN)
    assert synthesise(asked).alternatives[0].design.tables[0].options.stream == ""
