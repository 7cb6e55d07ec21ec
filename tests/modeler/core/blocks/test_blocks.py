"""The thirty blocks: each works by itself, in an empty design, and in the shipped examples."""

from functools import cache

import pytest

from modeler.core.analysis import findings
from modeler.core.blocks.block import KeyTreatment
from modeler.core.blocks.cast import Cast, proposed
from modeler.core.blocks.insertion import inserted
from modeler.core.blocks.library import block, blocks, blocks_of_choice, blocks_of_rule
from modeler.core.blocks.naming import block_of_index
from modeler.core.documents.reading import from_document, to_document
from modeler.core.errors import Invalid, Missing
from modeler.core.evaluator.run import evaluate
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.examples import NAMES, example
from tests.guards.tree import text

EMPTY = {"keysheet": 1, "name": "Empty", "tables": [], "access_patterns": []}
CODES = [one.code for one in blocks()]


def errors(design):
    return {(one.rule, one.path): one.message for one in findings(design) if one.severity is Severity.ERROR}


@cache
def shipped(key):
    design = example(key).design
    return to_document(design), errors(design)


def added(design, before):
    """The patterns that are in a design and not in the document before."""
    known = {one["id"] for one in before["access_patterns"]}
    return [one for one in design.patterns if one.id not in known]


def order_cast(**more):
    """P15 for the orders of the shipped order management."""
    values = {("Order", "status", "PENDING"): "OPEN", ("Order", "status", "DONE"): "SHIPPED"}
    attributes = {("Order", "createdAt"): "orderDate"}
    return Cast(entities={"Order": "Order"}, attributes=attributes, values=values, **more)


def test_there_are_thirty_and_each_is_documented():
    page = text("docs/facts/building-blocks.md")
    assert len(CODES) == len(set(CODES)) == 30
    assert [code for code in CODES if f'<a id="{code.lower()}"></a>{code} ' not in page] == []


def test_pitfalls_are_rules_and_choices_are_documented():
    rules = {line[5:-1] for line in text("docs/rules.md").splitlines() if line.startswith("### `")}
    anchors = {
        line[3:].lower().replace(" ", "-") for line in text("docs/facts/choices.md").splitlines() if line[:3] == "## "
    }
    assert {pitfall.rule for one in blocks() for pitfall in one.pitfalls} <= rules
    assert {choice for one in blocks() for choice in one.choices} <= anchors


@pytest.mark.parametrize("code", CODES)
def test_each_access_pattern_of_an_example_does_something_to_the_sample_items(code):
    design = block(code).design
    found = [(one.name, evaluate(design, one)) for one in design.patterns]
    assert any(one.operation.is_read for one in design.patterns)
    assert [(name, one.problems, one.refusals) for name, one in found if one.problems or one.refused] == []
    assert [name for name, one in found if one.proves_nothing] == []


@pytest.mark.parametrize("code", CODES)
def test_a_block_in_an_empty_design_has_no_error_and_serves_its_patterns(code):
    design = from_document(inserted(block(code), EMPTY))
    assert errors(design) == {}
    assert len(design.patterns) == len(block(code).design.patterns)
    assert [one.label for one in design.patterns if not serving(design, one).served] == []


@pytest.mark.conformance(cases=35)
@pytest.mark.slow
@pytest.mark.parametrize("key", NAMES)
@pytest.mark.parametrize("code", CODES)
def test_a_block_in_a_shipped_example_adds_no_error_and_serves_its_patterns(code, key):
    before, had = shipped(key)
    design = from_document(inserted(block(code), before))
    assert {place: said for place, said in errors(design).items() if place not in had} == {}
    new = added(design, before)
    assert len(new) == len(block(code).design.patterns)
    assert [one.label for one in new if not serving(design, one).served] == []


@pytest.mark.parametrize("code", ["P2", "P7", "P15", "X1", "P17"])
def test_a_block_can_be_inserted_twice(code):
    once = to_document(from_document(inserted(block(code), EMPTY)))
    twice = from_document(inserted(block(code), once))
    assert errors(twice) == {}
    assert len(twice.patterns) == 2 * len(block(code).design.patterns)


def test_a_new_block_that_tenants_share_begins_every_key_with_the_tenant():
    before, _ = shipped("saas-projects")
    design = from_document(inserted(block("P4"), before))
    order = design.table("saas-main").entity("Order")
    assert [one.keys for one in order.overloads] == [
        {"PK": "TENANT#{tenantId}#ORDER#{orderId}", "SK": "METADATA"},
        {"GSI1PK": "TENANT#{tenantId}#DELETED_ORDER", "GSI1SK": "{deletedAt}#{orderId}"},
    ]


def test_an_existing_entity_keeps_its_keys_and_its_examples_are_used():
    before, _ = shipped("order-management")
    design = from_document(inserted(block("P15"), before, order_cast(indexes={"GSI1": "GSI3"})))
    table = design.table("app-main")
    order = table.entity("Order")
    assert order.overloads_of(None) == example("order-management").design.table("app-main").entity(
        "Order"
    ).overloads_of(None)
    (queue,) = order.overloads_of("GSI3")
    assert (queue.when, queue.keys) == (
        "status = 'OPEN'", {"GSI3PK": "OPEN_ORDER", "GSI3SK": "{orderDate}#{orderId}"}
    )  # fmt: skip
    take = next(one for one in added(design, before) if one.name == "Take one")
    assert [one.templates for one in take.key] == [("CUST#{customerId}",), ("ORDER#{orderDate}#{orderId}",)]
    assert take.parameters["orderId"] == "o-9001"
    assert (dict(take.set), take.if_) == ({"status": "SHIPPED"}, "status = 'OPEN'")
    assert [one.condition_held for one in evaluate(design, take).writes] == [True]


def test_a_child_joins_the_collection_of_an_existing_parent():
    before, _ = shipped("order-management")
    design = from_document(inserted(block("P5"), before, Cast(entities={"Customer": "Customer", "Address": "Contact"})))
    contact = design.table("app-main").entity("Contact")
    assert contact.overloads[0].keys == {"PK": "CUST#{customerId}", "SK": "CONTACT#{addressId}"}
    assert {item.values["customerId"].data for item in contact.items} == {"a1b2", "c3d4"}


def test_keys_that_a_block_sets_replace_those_of_an_existing_entity():
    once = to_document(from_document(inserted(block("P1"), EMPTY)))
    cast = Cast(entities={"Event": "User"}, attributes={("Event", "eventId"): "userId"})
    design = from_document(inserted(block("P17"), once, cast))
    (own,) = design.table("app-main").entity("User").overloads
    assert own.keys == {"PK": "USER#{at:date}#{userId:shard(4)}", "SK": "{at}#{userId}"}
    assert block("P17").roles[0].keys is KeyTreatment.SET


@pytest.mark.parametrize(
    ("code", "cast", "said"),
    [
        ("P15", Cast(entities={"Order": "Order"}), "Choose which value of status means PENDING"),
        ("P5", Cast(entities={"Customer": "A", "Address": "A"}), "Each role needs an entity of its own"),
        ("P18", Cast(entities={"Image": "Order"}, attributes={("Image", "viewCount"): "status"}), "is of type S"),
        ("P15", order_cast(indexes={"GSI1": "GSI2"}), "GSI2 cannot hold these keys"),
        ("X1", Cast(table="app-main"), "needs a generic partition key alone"),
    ],
)
def test_a_cast_that_cannot_be_is_refused_with_the_role(code, cast, said):
    before, _ = shipped("order-management")
    with pytest.raises(Invalid, match=said):
        inserted(block(code), before, cast)


def test_no_value_is_chosen_for_a_person():
    before, _ = shipped("order-management")
    made = proposed(block("P15"), from_document(before), Cast(entities={"Order": "Order"}))
    assert made.values == {("Order", "status", "PENDING"): "", ("Order", "status", "DONE"): ""}


def test_a_rule_and_a_choice_lead_to_blocks():
    assert "P15" in [one.code for one in blocks_of_rule("index.sparse_not_sparse")]
    assert "P17" in [one.code for one in blocks_of_choice("key-suffix")]
    assert blocks_of_rule("name.table") == ()
    with pytest.raises(Missing):
        block("p99")


@pytest.mark.parametrize("code", ["P3", "P4", "P7", "P12", "P15", "P16", "P18", "P19", "X5", "X10"])
def test_an_index_is_known_as_the_block_that_it_is(code):
    table = block(code).table
    assert block_of_index(table, table.indexes[0]).code == code
