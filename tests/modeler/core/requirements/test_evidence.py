"""Slots whose reading has too little evidence: questions, with the reading as an answer."""

import pytest

from modeler.core.design.items import Attribute, Entity
from modeler.core.requirements.english import reading
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.requirements.expected import facts, read_line

RENTALS = (
    "Tool(toolId, name, kind, status, onLoan, reserved, deposit); Member(memberId, name, balance, onHoliday); "
    "Loan(loanId, toolId, memberId, startsAt, dueDate, remindedAt, feesLeft)"
)


@pytest.mark.parametrize(
    "line",
    ["Reserve a tool, but not if it is reserved already", "Lend a tool, and everything must fail if it is reserved"],
)
def test_a_condition_after_words_that_turn_it_around_is_a_question(line):
    for row in read_line(line, RENTALS):
        assert not row.condition.value
    assert any(
        row.condition.question is not None or "not" in " ".join(row.unread_words) for row in read_line(line, RENTALS)
    )


def test_what_a_row_without_an_operation_says_of_items_can_be_what_it_changes():
    (row,) = read_line("Put a member on holiday", RENTALS)
    assert row.operation.question is not None
    assert not row.condition.value
    assert row.condition.question is not None


@pytest.mark.parametrize("line", ["Tool by tool id", "Tool details by tool id", "a tool by its id"])
def test_an_item_whose_whole_identity_is_given_is_one(line):
    (row,) = read_line(line, RENTALS)
    assert facts(row)[:2] == ["operation get", "entities Tool"]


def test_a_state_that_another_part_of_the_line_says_is_a_question():
    (row,) = read_line("Retire a tool: give it status gone", RENTALS)
    assert not row.changes.value
    assert row.changes.question is not None


@pytest.mark.parametrize("line", ["The 5 best-liked tools of a kind", "the zorbed tools of a kind", "zorbable tools"])
def test_a_word_that_is_no_state_is_none_of_the_status(line):
    for row in read_line(line, RENTALS):
        assert not row.condition.value


def test_one_of_several_times_is_a_question():
    (row,) = read_line("Loans of a member on a given day", RENTALS)
    assert row.range.question is not None or not row.range.value


def test_what_items_have_left_is_not_given():
    (row,) = read_line("Which loans still have fees left?", RENTALS)
    assert not row.given.value


@pytest.mark.parametrize("line", ["Sum the deposit per kind", "total the balance of a member"])
def test_a_verb_of_computing_changes_nothing(line):
    for row in read_line(line, RENTALS):
        assert row.operation.value != "update"
        assert not row.changes.value


@pytest.mark.parametrize(
    "line",
    [
        "A plot can be shared by two tenants",
        "a route is driven by different trucks",
        "An object is known by its inventory number",
        "The region counts 210,000 households",
        "Every emptying gets a record with the time",
    ],
)
def test_a_line_that_says_how_things_are_makes_no_entity(line):
    for row in read_line(line):
        assert row.entities.value is None
        assert row.operation.value is None
        assert row.operation.question is not None


@pytest.mark.parametrize("line", ["change a loan's tool", "change the tool of a loan"])
def test_what_an_item_refers_to_is_changed_and_not_the_other_item(line):
    (row,) = read_line(line, RENTALS)
    assert facts(row)[:4] == ["operation update", "entities Loan", "given Loan", "set toolId"]


def test_a_creation_that_can_replace_an_item_is_a_question():
    (row,) = read_line("Add a loan; a new one overwrites the old one", RENTALS)
    assert row.operation.value is None
    assert [one.label for one in row.operation.question.choices] == ["create", "save"]


def test_an_amount_that_is_given_is_a_question():
    fees = Attribute("Bill.fee", "fee", AttributeType.N)
    known = Vocabulary((KnownEntity(Entity("Bill", "Bill", identity=("billId",), attributes=(fees,))),))
    (row,) = reading.read_line("bills by fee", known)
    assert row.given.value is None
    assert len(row.given.question.choices) >= 2
