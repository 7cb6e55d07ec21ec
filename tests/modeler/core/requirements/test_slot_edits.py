"""Slots of access patterns that a design has: their text, and the document after one was typed."""

import pytest

from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Made, Typed
from modeler.core.errors import Invalid, Stale
from modeler.core.requirements.recovered import pattern_sentence
from modeler.core.requirements.slot_edits import slots_of, step_at, written
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.examples import NAMES, example
from modeler.slot_edits import document_edits

ORDER = {
    "keysheet": 1,
    "name": "Shop",
    "tables": [
        {
            "id": "t1",
            "name": "app-main",
            "partition_key": [{"name": "PK", "type": "S"}],
            "entities": [
                {"id": "e1", "name": "Customer", "identity": ["customerId"],
                 "attributes": [{"id": "a0", "name": "customerId", "type": "S"}]},
                {"id": "e2", "name": "Order", "identity": ["orderId"],
                 "attributes": [{"id": f"a{n}", "name": name, "type": "S"} for n, name in
                                enumerate(["orderId", "customerId", "orderDate", "status", "total"], 1)]},
            ],
        }
    ],
    "access_patterns": [
        {"id": "p1", "code": "A1", "name": "Orders", "operation": "Query", "table": "app-main", "entities": ["Order"],
         "intent": {"given": ["status"], "window_days": 7}},
        {"id": "p2", "code": "A2", "name": "Ship", "operation": "UpdateItem", "table": "app-main",
         "entities": ["Order"], "set": {"status": "SHIPPED", "total": {"size": ["orderDate"]}}},
    ],
}  # fmt: skip


def shop():
    return from_document(ORDER)


def fill(design, slot, text, *, base=None, pattern="p1", before=()):
    parts = parts_of(design)
    found = next(one for one in design.patterns if one.id == pattern)
    name, _, step = slot.partition(".")
    shown = written(step_at(found, int(step or 0)), name, Vocabulary.of(design)) if base is None else base
    edits = [*before, Typed(pattern, f"slot.{slot}", text, shown)]
    return design_of(apply(parts, typed_change(parts, document_edits(parts, lambda: design, edits))))


def pattern(design, code="A1"):
    return design.pattern(code)


def raw(design, code="A1"):
    return next(one for one in to_document(design)["access_patterns"] if one["code"] == code)


@pytest.mark.parametrize(
    ("slot", "text", "sentence"),
    [
        ("operation", "Get one", "Get an order by status."),
        ("entities", "Order, Customer", "List orders together with their customers by status."),
        ("given", "customerId of Customer, status", "List orders of a customer by status."),
        ("range", "orderDate after yesterday", "List orders by status whose order date is after yesterday."),
        ("order", "orderDate desc", "List orders by status, sorted by order date descending."),
        ("limit", "20 per page", "List orders by status, 20 per page."),
        ("returned", "count", "Count orders for a given status."),
        ("condition", "status = 'OPEN'", 'List orders by status whose status is "OPEN".'),
        ("consistency", "strong", "List orders by status, strongly consistent."),
        ("freshness", "60 s", "List orders by status, may be 60 seconds old."),
        ("rate", "50/s", "List orders by status (50/s)."),
    ],
)
def test_a_slot_that_was_typed_is_read_back_in_the_sentence(slot, text, sentence):
    made = fill(shop(), slot, text)
    assert pattern_sentence(pattern(made), Vocabulary.of(made)) == sentence
    assert pattern(made).facts.intent.window_days == 7


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_typing_what_a_slot_shows_changes_no_sentence(name):
    design = example(name).design
    known = Vocabulary.of(design)
    for one in design.patterns:
        for number in range(len(one.members) + 1) if one.steps else (0,):
            if one.steps and not number:
                continue
            step = step_at(one, number)
            for slot in slots_of(step):
                text = written(step, slot, known)
                if not text or slot == "operation":
                    continue
                made = fill(design, f"{slot}.{number}" if number else slot, text, pattern=one.id)
                after = step_at(made.pattern(one.code), number)
                assert written(after, slot, Vocabulary.of(made)) == text, (one.code, slot)
                assert pattern_sentence(made.pattern(one.code), known) == pattern_sentence(one, known)


def test_a_cleared_slot_leaves_nothing_behind():
    made = fill(fill(shop(), "order", "orderDate descending"), "order", "")
    assert raw(made) == raw(shop())
    made = fill(fill(shop(), "condition", "status = 'OPEN'; orderId is unique"), "condition", "")
    assert raw(made) == raw(shop())


def test_an_expression_that_a_slot_cannot_show_stays_when_another_change_is_added():
    made = fill(shop(), "changes", "set status to LOST, set total, set orderDate", pattern="p2")
    assert raw(made, "A2")["set"] == {"status": "LOST", "total": {"size": ["orderDate"]}, "orderDate": ":orderDate"}
    made = fill(made, "changes", "remove status", pattern="p2")
    assert "set" not in raw(made, "A2") and raw(made, "A2")["remove"] == ["status"]


def test_how_many_holds_the_limit_and_the_average():
    made = fill(shop(), "limit", "20 per page, about 12")
    assert (pattern(made).limit, pattern(made).items_returned) == (20, 12)
    assert written(pattern(made), "limit", Vocabulary.of(made)) == "20 per page, about 12"
    made = fill(made, "limit", "about 7")
    assert (pattern(made).limit, pattern(made).items_returned) == (None, 7)


def test_a_peak_is_not_less_than_its_rate():
    made = fill(fill(shop(), "rate", "50"), "peak", "400")
    assert (pattern(made).per_second.average, pattern(made).per_second.peak) == (50, 400)
    with pytest.raises(Invalid, match="less than the rate"):
        fill(made, "peak", "20")
    with pytest.raises(Invalid, match="clear the peak first"):
        fill(made, "rate", "")


def test_a_name_that_the_design_does_not_have_is_refused_unless_it_is_added_with_it():
    with pytest.raises(Invalid, match="Order has no attribute city"):
        fill(shop(), "given", "status, city")
    with pytest.raises(Invalid, match='"Parcel" is not an entity'):
        fill(shop(), "entities", "Parcel")
    city = Made("a9", "e2", "attributes", {"name": "city", "type": "S"})
    made = fill(shop(), "given", "status, city", before=[city])
    assert pattern(made).facts.intent.given == ("status", "city")
    parcel = Made("e9", "t1", "entities", {"name": "Parcel"})
    assert pattern(fill(shop(), "entities", "Parcel", before=[parcel])).entities == ("Parcel",)


def test_two_people_edit_two_slots_of_one_field_and_not_the_same_slot():
    made = fill(shop(), "order", "orderDate descending")
    made = fill(made, "given", "customerId of Customer", base="status")
    assert pattern(made).facts.intent.order_by == ("orderDate",)
    with pytest.raises(Stale) as refused:
        fill(made, "given", "orderDate", base="status")
    assert (refused.value.path, refused.value.theirs) == ("p1.slot.given", "customerId of Customer")


def test_a_step_of_a_transaction_has_slots_of_its_own():
    document = to_document(shop())
    step = {"operation": "UpdateItem", "entities": ["Order"], "set": {"status": "PAID"}}
    document["access_patterns"].append(
        {"id": "p3", "code": "A3", "operation": "TransactWriteItems", "table": "app-main", "steps": [step, step]}
    )
    made = fill(from_document(document), "changes.2", "set status to SENT", pattern="p3")
    assert [one.set for one in made.pattern("A3").steps] == [{"status": "PAID"}, {"status": "SENT"}]


def test_a_slot_that_a_pattern_does_not_have_is_refused():
    for slot in ("changes", "nonsense", "given.4"):
        with pytest.raises(Invalid):
            fill(shop(), slot, "status", base="")
