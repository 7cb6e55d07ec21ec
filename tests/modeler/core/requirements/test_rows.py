"""Rows, slots and questions: their JSON, answers, and what becomes of them in a design document."""

import json
from pathlib import Path

import jsonschema
import pytest

from designer.page.alternatives.proposed_requirements import SORTS
from modeler.core.documents.reading import from_document
from modeler.core.requirements import codec
from modeler.core.requirements.answers import answered, filled
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.morphology import article
from modeler.core.requirements.nouns import Nouns, Sort, nouns
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.rows import Row, TextReading
from modeler.core.requirements.schema import schema
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Certainty,
    Choice,
    Comparator,
    Condition,
    Edit,
    Given,
    Limit,
    Question,
    Range,
    RequestedOrder,
    Returned,
    Slot,
    Span,
)
from modeler.core.requirements.vocabulary import NOTHING_KNOWN
from modeler.core.servings.wanted import wanted_of

PUBLISHED = Path(codec.__file__).parent.parent / "data" / "requirements-1.schema.json"
AVAILABLE = Question(
    "Which attribute says that a ticket is available?",
    (Choice("status = 'AVAILABLE'", {"condition": [{"attribute": "status", "value": "AVAILABLE"}]}),),
)
TICKETS = Row(
    "tickets of a concert that are available, cheapest first, 20 per page (50/s)",
    line=3,
    code="A3",
    operation=Slot(Act.LIST),
    entities=Slot(("Ticket",), (Span(0, 7),)),
    given=Slot((Given("concertId", of="Concert"),), (Span(11, 20),)),
    range=Slot((Range("price", Comparator.LESS, ("100",)),)),
    order=Slot((RequestedOrder("price"),)),
    limit=Slot(Limit(20, is_page=True)),
    condition=Slot((Condition("", value="available"),), (Span(30, 39),), AVAILABLE),
    returned=Slot(Returned(Aggregate.ATTRIBUTES, ("seat", "price"))),
    rate=Slot(50.0),
    unread=(Span(41, 49),),
)
PAY = Row(
    "pay an order",
    operation=Slot(Act.UPDATE),
    entities=Slot(("Order",)),
    given=Slot((Given("orderId", of="Order"),)),
    changes=Slot((AttributeChange(Edit.SET, "status", "PAID"), AttributeChange(Edit.ADD, "version", "1"))),
    condition=Slot((Condition("status", value="PENDING"),)),
)


def test_the_schema_is_published():
    assert json.loads(PUBLISHED.read_text()) == schema()
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("row", [TICKETS, PAY, Row("nothing")])
def test_a_row_is_the_same_after_its_json(row):
    reading = TextReading((row,), ((7, "hello"),))
    plain = json.loads(json.dumps(codec.reading_json(reading)))
    jsonschema.validate(plain, schema())
    assert codec.reading_of(plain) == reading


def test_certainty_follows_from_the_value_and_the_question():
    found = {name: slot.certainty for name, slot in TICKETS.slots}
    assert (found["entities"], found["condition"], found["peak"]) == (
        Certainty.UNDERSTOOD,
        Certainty.UNSURE,
        Certainty.EMPTY,
    )
    assert TICKETS.unread_words == ("cheapest",)


def test_a_choice_fills_slots_and_ends_the_question():
    row = answered(TICKETS, "condition", AVAILABLE.choices[0])
    assert row.condition.value == (Condition("status", value="AVAILABLE"),)
    assert row.condition.spans == TICKETS.condition.spans
    assert list(row.questions) == []


def test_nouns_are_proposed_until_somebody_confirms_them():
    found = nouns([TICKETS])
    assert [one.name for one in found.proposed.entities] == ["Ticket", "Concert"]
    assert [(one.name, one.refers_to) for one in found.attributes] == [
        ("concertId", "Concert"),
        ("price", ""),
        ("seat", ""),
    ]
    assert [(one.parent, one.child) for one in found.relations] == [("Concert", "Ticket")]
    assert found.confirmed().proposed == Nouns()


def test_no_pattern_comes_of_what_is_open():
    row = answered(TICKETS, "condition", AVAILABLE.choices[0])
    assert "available" in to_patterns([TICKETS], nouns([TICKETS]).confirmed()).left[0].reason
    assert to_patterns([row], nouns([row])).left[0].reason == "nobody has confirmed the entity Ticket"
    assert not to_patterns([row], nouns([row])).patterns


def test_a_confirmed_row_is_a_pattern_by_intent():
    row = answered(TICKETS, "condition", AVAILABLE.choices[0])
    (made,) = to_patterns([row], nouns([row]).confirmed(), "app-main").patterns
    assert made == {
        "code": "A3",
        "name": "Tickets of a concert that are available, cheapest first, 20 per page",
        "description": 'Not understood: "cheapest".',
        "table": "app-main",
        "operation": "Query",
        "entities": ["Ticket"],
        "filter": "status = 'AVAILABLE'",
        "limit": 20,
        "items_returned": 20,
        "projection": ["seat", "price"],
        "per_second": {"average": 50.0, "peak": 50.0},
        "intent": {
            "given": ["concertId"],
            "related": [{"entity": "Concert", "given": "concertId"}],
            "range": "price",
            "bounds": [{"comparison": "<", "values": ["100"]}],
            "order_by": ["price"],
            "direction": "ascending",
            "page": True,
            "returns": {"what": "attributes", "of": ["seat", "price"]},
        },
    }
    document = {"keysheet": 1, "name": "Tickets", "tables": [{"name": "app-main"}], "access_patterns": [made]}
    assert from_document(document).patterns[0].facts.intent.order_by == ("price",)


def test_a_write_is_given_by_its_intent():
    (made,) = to_patterns([PAY], nouns([PAY]).confirmed()).patterns
    assert (made["operation"], made["set"], made["add"], made["if"]) == (
        "UpdateItem",
        {"status": "PAID"},
        {"version": 1},
        "status = 'PENDING'",
    )


def test_rows_of_one_line_become_a_transaction_if_somebody_says_so():
    record = Row("reserve a seat and record the payment", operation=Slot(Act.CREATE), entities=Slot(("Payment",)))
    reserve = Row(
        record.text,
        operation=Slot(Act.UPDATE),
        entities=Slot(("Seat",)),
        given=Slot((Given("seatId", of="Seat"),)),
        changes=Slot((AttributeChange(Edit.SET, "status", "RESERVED"),)),
    )
    rows = [filled(one, "joined", "transaction") for one in (reserve, record)]
    known = nouns(rows).confirmed()
    (made,) = to_patterns(rows, known).patterns
    assert (made["operation"], [one["operation"] for one in made["steps"]]) == (
        "TransactWriteItems",
        ["UpdateItem", "PutItem"],
    )
    assert len(to_patterns([filled(one, "joined", "separate") for one in rows], known).patterns) == 2


def test_uniqueness_and_retention_are_said_of_the_entity():
    taken = Row(
        "register a user unless the email is taken",
        operation=Slot(Act.CREATE),
        entities=Slot(("User",)),
        condition=Slot((Condition("email", Comparator.UNIQUE),)),
    )
    expire = Row(
        "delete sessions after 30 days",
        line=2,
        operation=Slot(Act.DELETE),
        entities=Slot(("Session",)),
        retention=Slot(30.0),
    )
    found = to_patterns([taken, expire], nouns([taken, expire]).confirmed())
    assert found.entities == {"User": {"unique": [["email"]]}, "Session": {"retention": 30.0}}
    assert [one["operation"] for one in found.patterns] == ["PutItem"]
    assert found.patterns[0]["intent"] == {"unique": ["email"]}


@pytest.mark.parametrize(("comparison", "text"), [("<", "price <= :priceTo"), (">=", "price >= :priceFrom")])
def test_a_serving_asks_only_for_the_bound_that_is_meant(comparison, text):
    row = filled(filled(TICKETS, "condition", None), "range", (Range("price", Comparator(comparison)),))
    (made,) = to_patterns([row], nouns([row]).confirmed()).patterns
    document = {"keysheet": 1, "name": "Tickets", "tables": [{"name": "app-main"}], "access_patterns": [made]}
    wanted = wanted_of(from_document(document).patterns[0], ())
    assert [term.text for term in wanted.terms] == ["concertId = :concertId", text]


@pytest.mark.parametrize(
    "words", ["a user", "a unit", "a university", "a one-way ticket", "a house", "a URL", "a european order"]
)
def test_words_that_sound_like_a_consonant_have_a(words):
    assert article(words.removeprefix("a ")) == words


@pytest.mark.parametrize("words", ["an order", "an hour", "an heir", "an update", "an unread message", "an upload"])
def test_words_that_sound_like_a_vowel_have_an(words):
    assert article(words.removeprefix("an ")) == words


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("List the courses of a student\nList the students of a course", [("Student", "Course", "has")]),
        (
            "List the orders of a customer\nList the lines of an order",
            [("Customer", "Order", ""), ("Order", "Line", "")],
        ),
    ],
)
def test_two_entities_that_are_read_by_each_other_have_several_of_each_other(text, relations):
    found = nouns(read(text, NOTHING_KNOWN).rows)
    assert [(one.parent, one.child, one.via) for one in found.relations] == relations
    pairs = {(one.entity, one.refers_to) for one in found.attributes if one.refers_to}
    assert not any((other, entity) in pairs for entity, other in pairs)


def test_a_state_that_the_clock_says_is_a_bound_of_a_read_and_a_parameter_of_a_write():
    text = "upcoming events in a city, soonest first\nredeem a voucher, only if it is not expired"
    found = read(text, NOTHING_KNOWN)
    made = to_patterns(found.rows, nouns(found.rows).confirmed()).patterns
    assert made[0]["intent"]["range"] == "startsAt"
    assert made[0]["intent"]["bounds"] == [{"comparison": ">", "values": ["now"]}]
    assert "filter" not in made[0]
    assert [one["if"] for one in made[1:]] == ["expiresAt > :now"]


def test_the_page_offers_every_sort_of_an_attribute():
    assert {value for value, _ in SORTS} == set(Sort)


def test_a_flag_is_true_or_false():
    found = nouns(read("tickets of an event that are still available", NOTHING_KNOWN).rows)
    assert [(one.name, one.sort) for one in found.attributes if one.name == "available"] == [("available", Sort.FLAG)]
