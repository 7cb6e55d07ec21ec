"""Law: a settled row, its sentence and its pattern say the same."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.documents.reading import from_document
from modeler.core.requirements.answers import with_slots
from modeler.core.requirements.english.canonical.inverse import written
from modeler.core.requirements.english.canonical.sentences import sentence
from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.nouns import nouns
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.readable import readable
from modeler.core.requirements.recovered import pattern_rows, pattern_sentence, rows_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
    Slot,
)
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary
from modeler.examples import NAMES, example
from tests.modeler.core.requirements import expected

ENTITIES = st.sampled_from(
    ["Ticket", "LineItem", "Customer", "Sensor", "Playlist", "Category", "MeterReading", "Person"]
)
ATTRIBUTES = st.sampled_from(
    ["status", "price", "lastName", "orderDate", "points", "sku", "loyaltyTier", "x", "openTickets"]
)
VALUES = st.sampled_from(["PAID", "15", "15 minutes ago", "today", "2.5", "out of stock", "O'Neill"])
NUMBERS = st.integers(1, 500)


def slots(value):
    return st.one_of(st.just(Slot()), value.map(Slot))


def owned(own):
    other = ENTITIES.filter(lambda name: name != own)
    reference = other.map(lambda name: Given(f"{name[0].lower()}{name[1:]}Id", of=name))
    related = other.map(lambda name: Given(f"{name[0].lower()}{name[1:]}Id", of=name, via="takes part in"))
    return st.one_of(reference, related, ATTRIBUTES.map(Given))


def _name(given):
    """A pattern has one parameter for each name."""
    return given.attribute


RANGES = st.one_of(
    st.builds(
        Range,
        ATTRIBUTES,
        st.sampled_from(
            [Comparator.LESS, Comparator.AT_LEAST, Comparator.EQUAL, Comparator.GREATER, Comparator.AT_MOST]
        ),
        st.lists(VALUES, max_size=1).map(tuple),
    ),
    st.builds(Range, ATTRIBUTES, st.just(Comparator.BETWEEN), st.sampled_from([(), ("1", "2")])),
    st.builds(Range, ATTRIBUTES, st.just(Comparator.BEGINS_WITH)),
    st.builds(Range, ATTRIBUTES, st.just(Comparator.EQUAL), st.sampled_from([("a day",), ("a month",)])),
)
FILTERS = st.one_of(
    st.builds(
        Condition, ATTRIBUTES, st.sampled_from([Comparator.EQUAL, Comparator.UNEQUAL, Comparator.GREATER]), VALUES
    ),
    st.builds(Condition, ATTRIBUTES, st.sampled_from([Comparator.EXISTS, Comparator.MISSING])),
    st.builds(Condition, ATTRIBUTES, st.just(Comparator.CONTAINS)),
)
USAGE = {
    "consistency": slots(st.sampled_from(["strong", "eventual"])),
    "freshness": slots(st.sampled_from([0.0, 5.0, 60.0])),
    "rate": slots(st.sampled_from([0.25, 5.0, 3000.0])),
    "delivery": slots(st.just("at_least_once")),
}


@st.composite
def reads(draw):
    own = draw(ENTITIES)
    returned = st.one_of(
        st.lists(ATTRIBUTES, min_size=1, max_size=2, unique=True).map(
            lambda names: Returned(Aggregate.ATTRIBUTES, tuple(names))
        ),
        st.builds(Returned, st.just(Aggregate.COUNT), period=st.sampled_from(["", "day", "month"])),
        st.builds(Returned, st.sampled_from([Aggregate.SUM, Aggregate.AVERAGE]), ATTRIBUTES.map(lambda name: (name,))),
    )
    row = Row(
        "",
        operation=Slot(Act.LIST),
        entities=Slot((own,)),
        given=draw(slots(st.lists(owned(own), min_size=1, max_size=2, unique_by=_name).map(tuple))),
        range=draw(slots(RANGES.map(lambda one: (one,)))),
        order=draw(slots(st.builds(RequestedOrder, ATTRIBUTES, st.booleans()).map(lambda one: (one,)))),
        limit=draw(slots(st.builds(Limit, NUMBERS, st.booleans()))),
        returned=draw(slots(returned)),
        condition=draw(slots(st.lists(FILTERS, min_size=1, max_size=2, unique=True).map(tuple))),
        **{name: draw(one) for name, one in USAGE.items()},
    )
    return replace(row, text=sentence(row))


@st.composite
def writes(draw):
    own = draw(ENTITIES)
    act = draw(st.sampled_from([Act.CREATE, Act.UPDATE, Act.DELETE]))
    identity = Given(f"{own[0].lower()}{own[1:]}Id", of=own)
    change = st.one_of(
        st.builds(AttributeChange, st.just(Edit.SET), ATTRIBUTES, st.sampled_from(["", "PAID", "7"])),
        st.builds(AttributeChange, st.just(Edit.ADD), ATTRIBUTES, st.sampled_from(["1", "-2"])),
        st.builds(AttributeChange, st.just(Edit.REMOVE), ATTRIBUTES),
    )
    row = Row(
        "",
        operation=Slot(act),
        entities=Slot((own,)),
        given=Slot(None if act is Act.CREATE else (identity,)),
        changes=draw(slots(change.map(lambda one: (one,)))) if act is Act.UPDATE else Slot(),
        condition=draw(slots(FILTERS.map(lambda one: (one,)))),
        rate=draw(USAGE["rate"]),
        delivery=draw(USAGE["delivery"]),
    )
    return replace(row, text=sentence(row))


def said(row):
    """What its slots hold."""
    return {name: slot.value for name, slot in row.slots if slot.value is not None}


@pytest.mark.slow
@given(row=st.one_of(reads(), writes()))
@settings(max_examples=150)
def test_a_sentence_is_read_as_the_row_that_it_was_made_of(row):
    made = read_line(row.text)
    assert len(made) == 1, row.text
    assert said(made[0]) == said(row), row.text
    assert not made[0].unread, row.text


@pytest.mark.parametrize("name", ["x", "status", "at", "PK"])
@pytest.mark.parametrize("sign", [Comparator.EQUAL, Comparator.MISSING])
def test_what_follows_the_word_attribute_is_an_exact_name(name, sign):
    condition = Condition(name, sign, "PAID" if sign is Comparator.EQUAL else "")
    row = Row("", operation=Slot(Act.LIST), entities=Slot(("Ticket",)), condition=Slot((condition,)))
    (made,) = read_line(sentence(row).replace("where the attribute", "where").replace("where", "where the attribute"))
    assert made.condition.value == (condition,)


def test_a_given_period_reads_as_people_say_it():
    (row,) = read_line("visits of a member on a given day")
    (bound,) = row.range.value
    text = sentence(replace(row, range=Slot((replace(bound, attribute="startTime"),))))
    assert "whose start time is on a given day" in text


@pytest.mark.slow
@given(row=st.one_of(reads(), writes()))
@settings(max_examples=150)
def test_a_pattern_gives_back_the_row_that_it_was_made_of(row):
    (made,) = to_patterns([row], nouns([row]).confirmed()).patterns
    document = {"keysheet": 1, "name": "A", "tables": [{"name": "t"}], "access_patterns": [made]}
    (again,) = pattern_rows(from_document(document).patterns[0], NOTHING_KNOWN)
    assert said(again) == said(row)


@pytest.mark.parametrize("name", NAMES)
def test_the_patterns_of_an_example_have_sentences(name):
    design = example(name).design
    rows = rows_of(design)
    assert {row.line for row in rows} == set(range(1, len(design.patterns) + 1))
    for row in rows:
        if row.entities.value and row.operation.value is not None:
            assert sentence(row)


@pytest.mark.parametrize("name", NAMES)
def test_a_recovered_row_is_read_back_as_the_same_row(name):
    """The order of given values has no meaning."""
    design = example(name).design
    known = Vocabulary.of(design)
    for row in rows_of(design):
        if text := sentence(row):
            (again,) = read_line(text, known)
            assert not again.unread, text
            ours, theirs = (
                {
                    slot: set(value) if slot == "given" else value
                    for slot, value in said(one).items()
                    if slot != "joined"
                }
                for one in (row, again)
            )
            assert theirs == ours, text


@pytest.mark.parametrize(
    ("code", "sentence_of_it"),
    [
        ("A1", "Get a customer (80/s, peak 500/s)."),
        ("A2", "List orders of a customer, limit 25, in descending order, 10 items on average (50/s, peak 400/s)."),
        ("A6", "In one transaction: create an order; create an order meta; create a line item."),
    ],
)
def test_a_pattern_by_key_has_a_sentence_with_its_order_and_its_average(code, sentence_of_it):
    design = example("order-management").design
    pattern = next(one for one in design.patterns if one.code == code)
    assert pattern_sentence(pattern, Vocabulary.of(design)) == sentence_of_it


@pytest.mark.slow
def test_each_row_with_a_sentence_has_one_for_people():
    rows = [row for one in expected.sentences(expected.TUNED) for row in expected.read_line(one.text)]
    assert [row.text for row in rows if bool(readable(row)) != bool(sentence(row))] == []
    assert [row.text for row in rows if "the attribute " in readable(row) or '""' in readable(row)] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "cancel a visit if it has not started",
            'Set the status of a visit to "CANCELLED", only if status is not "STARTED"',
        ),
        ("how many visits per clinic last month", "Count visits per clinic whose time falls in last month"),
        ("delete visits older than 2 years", "Delete visits whose createdAt is before 2 years ago"),
        ("change the price of a treatment", "Change the price of a treatment"),
        ("visits of a patient for a given day", "List visits of a patient whose time falls on a given day"),
        ("create an account unless the email is taken", "Create an account, unless the email is taken"),
        ("leases that end within 60 days", "List leases whose endsAt is at most 60 days from now"),
        ("get a kennel that is free", "Get a kennel that is free"),
        ("free kennels of a shelter", "List kennels of a shelter that are free"),
    ],
)
def test_a_sentence_for_people_agrees_in_number_and_has_the_words_of_time(line, said):
    (row,) = read_line(line)
    assert readable(row) == said


@pytest.mark.parametrize("comparison", list(Comparator))
@pytest.mark.parametrize("act", [Act.LIST, Act.UPDATE])
def test_every_comparison_has_words(act, comparison):
    (row,) = read_line("tickets of a concert" if act is Act.LIST else "update a ticket")
    compared = with_slots(
        row,
        condition=Slot((Condition("status", comparison, "PAID"),)),
        range=Slot((Range("price", comparison, ("1",)),)),
    )
    for text in (readable(compared), sentence(compared)):
        assert "status" in text
        assert "price" in text


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("List openTickets and status of tickets", ("openTickets", "status")),
        ("show openTickets, lastName and status of customers", ("openTickets", "lastName", "status")),
    ],
)
def test_a_name_as_code_has_it_is_one_word_also_in_a_list(line, names):
    (row,) = read_line(line)
    assert row.returned.value.attributes == names


@pytest.mark.parametrize(
    "line",
    [
        "List adoptable dogs by breed, age and size",
        "Create a new user with a unique username",
        "Get the current price of a stock",
        "Delete a customer by email",
        'List tickets where the price is "',
    ],
)
def test_what_people_write_in_the_form_of_such_a_sentence_is_read_as_english(line):
    assert written(line, NOTHING_KNOWN, line=1, code="") is None
    assert read_line(line)


def test_what_an_index_and_an_item_for_a_unique_value_say_is_part_of_the_sentence():
    """A sparse index takes the place of a filter; an item that keeps an email unique is nothing that is looked for."""
    keys = {"partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}]}
    gsi = {"name": "GSI1", "kind": "GSI", "partition_key": [{"name": "GSI1PK", "type": "S"}]}
    attributes = [{"name": one, "type": "S"} for one in ("memberId", "email", "clubId")]
    member = {
        "name": "Member",
        "identity": ["memberId"],
        "attributes": [*attributes, {"name": "active", "type": "BOOL"}],
        "overloads": [
            {"index": None, "keys": {"PK": "MEMBER#{memberId}", "SK": "METADATA"}},
            {"index": "GSI1", "keys": {"GSI1PK": "CLUB#{clubId}"}, "when": "active = true"},
        ],
    }
    only = {
        "name": "MemberEmail", "identity": ["email"], "constraint_of": "Member",
        "attributes": [{"name": "email", "type": "S"}],
        "overloads": [{"index": None, "keys": {"PK": "EMAIL#{email}", "SK": "EMAIL"}}],
    }  # fmt: skip
    club = {"name": "Club", "identity": ["clubId"], "attributes": [{"name": "clubId", "type": "S"}]}
    read = {"operation": "Query", "table": "t", "entities": ["Member"]}
    table = {"name": "t", **keys, "indexes": [gsi], "entities": [member, only, club]}
    design = from_document(
        {
            "keysheet": 1,
            "name": "Clubs",
            "tables": [table],
            "access_patterns": [
                {"code": "A1", "name": "a", "index": "GSI1", "intent": {"given": ["clubId"]}, **read},
                {"code": "A2", "name": "b", "intent": {"given": ["email"], "one": True}, **read},
            ],
        }
    )
    known = Vocabulary.of(design)
    assert [pattern_sentence(one, known) for one in design.patterns] == [
        "List members of a club that are active.",
        "Get a member by email.",
    ]
