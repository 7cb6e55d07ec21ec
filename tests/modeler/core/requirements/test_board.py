"""The board of a text: answers by row and slot, names that a person changes, and what stays visible."""

import pytest

from modeler.core.requirements.asked import LEFT_OPEN, NAMED, TIME_OF_BOTH, SlotAnswer
from modeler.core.requirements.board import Decisions, attributes_to_confirm, board, confirmed
from modeler.core.requirements.english.restrictions import AS_NOTE
from modeler.core.requirements.nouns import Sort
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.renaming import NewName
from modeler.core.requirements.vocabulary import NOTHING_KNOWN

MISSING = "tickets of an event that are still missing, cheapest first"
SEAT = "reserve a seat and record the payment"


def seen(text, **decided):
    return board(text, NOTHING_KNOWN, Decisions(**decided))


def patterns(text, **decided):
    decisions = Decisions(**decided)
    sure = confirmed(board(text, NOTHING_KNOWN, decisions), NOTHING_KNOWN, decisions)
    return to_patterns((row for _, row in sure.rows), sure.nouns)


def key(text, at=0):
    return seen(text).proposals[at].key


def test_an_answer_finds_its_row_wherever_the_line_is():
    answers = {(key(MISSING), "condition"): SlotAnswer("missing = true")}
    before, after = seen(MISSING, answers=answers), seen(f"a user by email\n{MISSING}", answers=answers)
    assert before.proposals[0].row.condition == after.proposals[1].row.condition
    assert after.proposals[1].row.condition.value[0].attribute == "missing"
    assert after.proposals[1].asked[0].answer == SlotAnswer("missing = true")
    assert before.digest != after.digest


def test_an_answer_that_does_not_fit_is_no_answer():
    answers = {
        (key(MISSING), "condition"): SlotAnswer("no such choice"),
        ("other-0", "condition"): SlotAnswer(LEFT_OPEN),
    }
    (one,) = seen(MISSING, answers=answers).proposals
    assert [asked.answer for asked in one.asked] == [None]
    assert [name for name, _ in one.row.questions] == ["condition"]
    (left,) = patterns(MISSING, answers=answers).left
    assert left.reason == 'condition: Which attribute says "missing"?'


def test_a_name_answers_a_question_about_an_attribute():
    answers = {(key(MISSING), "condition"): SlotAnswer(NAMED, "state")}
    (one,) = seen(MISSING, answers=answers).proposals
    assert list(one.row.questions) == []
    assert [(held.attribute, held.value) for held in one.row.condition.value] == [("state", "missing")]


def test_what_is_left_open_stays_in_the_description():
    (made,) = patterns(MISSING, answers={(key(MISSING), "condition"): SlotAnswer(LEFT_OPEN)}).patterns
    assert "filter" not in made
    assert made["description"].startswith("Not understood: ")
    assert "missing" in made["description"]


def test_rows_of_one_line_are_joined_by_one_answer():
    first, second = seen(SEAT).proposals
    assert "joined" in [asked.slot for asked in first.asked]
    assert "joined" not in [asked.slot for asked in second.asked]
    answers = {
        (first.key, "joined"): SlotAnswer("one transaction: all happen or none"),
    }
    made = patterns(SEAT, answers=answers)
    assert [(one["operation"], len(one["steps"])) for one in made.patterns] == [("TransactWriteItems", 2)]


def test_a_row_of_a_line_is_left_out_alone():
    second = key(SEAT, 1)
    board_of_one = seen(SEAT, out=frozenset({second}))
    assert [one.is_out for one in board_of_one.proposals] == [False, True]
    assert [one.name for one in board_of_one.nouns.entities] == ["Seat"]
    assert "joined" not in [asked.slot for asked in board_of_one.proposals[0].asked]


def test_an_entity_takes_the_name_and_identity_that_a_person_gives():
    names = {"User": NewName("Member", "memberNo")}
    (made,) = patterns("orders of a user\n", names=names).patterns
    assert made["intent"]["given"] == ["memberNo"]
    assert made["intent"]["related"] == [{"entity": "Member", "given": "memberNo"}]
    decisions = Decisions(names=names, sorts={"Order.userId": Sort.NUMBER})
    sure = confirmed(board("orders of a user", NOTHING_KNOWN, decisions), NOTHING_KNOWN, decisions)
    assert [(one.entity, one.name, one.sort) for one in sure.nouns.attributes] == [("Order", "memberNo", Sort.NUMBER)]


def test_a_refused_entity_keeps_its_rows_out():
    made = patterns("orders of a user\na seat by id", refused=frozenset({"User"}))
    assert [one["entities"] for one in made.patterns] == [["Seat"]]
    assert [one.reason for one in made.left] == ["nobody has confirmed the entity User"]


def test_identities_are_confirmed_with_their_entity():
    found = seen("a ticket by id\ntickets of an event by a given price\ntickets of an event between two dates").nouns
    told = {f"{one.entity}.{one.name}": one.sort for one in attributes_to_confirm(found)}
    assert "Ticket.ticketId" not in told
    assert told["Ticket.eventId"] is Sort.ID
    assert told["Ticket.price"] is Sort.NUMBER


def test_what_is_given_for_certain_stays_when_further_words_are_left_open():
    text = "parcels of a courier by lane1"
    (made,) = patterns(text, answers={(key(text), "given"): SlotAnswer(LEFT_OPEN)}).patterns
    assert made["intent"]["given"] == ["courierId"]
    assert made["description"] == 'Not understood: "by lane1".'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("crates of a cellar with too much dust", "with too much dust"),
        ("parcels at the front desk", "at the front desk"),
        ("cancel an appointment unless it starts within 2 hours", "unless it starts within 2 hours"),
    ],
)
def test_words_that_can_restrict_the_items_keep_a_row_out_until_they_are_decided(text, words):
    assert patterns(text).patterns == ()
    (asked,) = [one for one in seen(text).proposals[0].asked if one.slot == "restriction"]
    assert words in asked.question.text
    assert asked.takes_name
    assert [one.label for one in asked.question.choices] == ["all of them: the words stay as a note"]


def test_words_that_restrict_become_a_note_or_a_value_of_an_attribute():
    text = "crates of a cellar with too much dust"
    where = (key(text), "restriction")
    (noted,) = patterns(text, answers={where: SlotAnswer(AS_NOTE.label)}).patterns
    assert noted["description"] == 'Not understood: "with too much dust".'
    (named,) = patterns(text, answers={where: SlotAnswer(NAMED, "dusty")}).patterns
    assert named["filter"] == "dusty = :dusty"
    assert "description" not in named


RECENT = "rides of a bike next week, in chronological order"


@pytest.mark.parametrize(
    ("answer", "bounded"), [(SlotAnswer("createdAt"), "createdAt"), (SlotAnswer(NAMED, "startedAt"), "startedAt")]
)
def test_a_row_with_a_range_and_an_order_asks_once_for_its_time(answer, bounded):
    (asked,) = seen(RECENT).proposals[0].asked
    assert (asked.slot, asked.question.text) == ("range", TIME_OF_BOTH)
    (one,) = seen(RECENT, answers={(key(RECENT), "range"): answer}).proposals
    assert not list(one.row.questions)
    assert one.row.range.value[0].attribute == one.row.order.value[0].attribute == bounded


def test_the_order_is_asked_for_where_the_range_is_left_out():
    asked = seen(RECENT, answers={(key(RECENT), "range"): SlotAnswer(LEFT_OPEN)}).proposals[0].asked
    assert [(one.slot, one.answer is None) for one in asked] == [("range", False), ("order", True)]


@pytest.mark.parametrize(
    ("text", "attribute", "sort"),
    [
        ("top 10 products by revenue", "revenue", Sort.NUMBER),
        ("top 10 museums by insured value", "value", Sort.NUMBER),
        ("the 5 museums with the highest insured value", "value", Sort.NUMBER),
        ("parcels with weight over 20", "weight", Sort.NUMBER),
        ("lots with bids above 100", "bids", Sort.NUMBER),
        ("top 10 songs by release date", "releaseDate", Sort.TIME),
        ("songs of an artist by title", "title", Sort.UNSAID),
    ],
)
def test_a_rank_and_a_bound_say_that_values_are_numbers(text, attribute, sort):
    told = {one.name: one.sort for one in attributes_to_confirm(seen(text).nouns)}
    assert told[attribute] is sort


@pytest.mark.parametrize(
    ("text", "relations", "found_by"),
    [
        ("get a loan with its objects", {("Loan", "Object")}, {"Object.loanId"}),
        ("a customer and its orders", {("Customer", "Order")}, {"Order.customerId"}),
        ("get an order with its customer", set(), set()),
    ],
)
def test_one_item_with_several_others_proposes_their_relation(text, relations, found_by):
    found = seen(text).nouns
    assert {(one.parent, one.child) for one in found.relations} == relations
    assert {f"{one.entity}.{one.name}" for one in attributes_to_confirm(found)} == found_by
