"""Lines whose construction no rule knows: the design's own words say what they are about, or they stay a question."""

import pytest

from modeler.core.requirements.slots import Act
from tests.modeler.core.requirements.expected import facts, read_line

LIBRARY = (
    "Copy(copyId, isbn, branchId, shelf, state); Loan(loanId, copyId, readerId, lentAt, dueOn, returnedAt, renewals); "
    "Reader(readerId, name, cardNo, feesOwed, suspendedUntil); Branch(branchId, name, city); "
    "Room(roomId, branchId, seats, inUse); RoomMember(roomId, readerId, lastSeenAt, muted)"
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("copies of an ISBN across all shelves of a branch", ["list", "Copy", "given isbn", "given Branch"]),
        ("What did a reader lend last week?", ["list", "Loan", "given Reader", "range lentAt = last week"]),
        (
            "Readers whose suspension runs out in the next 10 days should get an e-mail",
            ["list", "Reader", "range suspendedUntil <= in 10 days"],
        ),
        ("Loans past their due date", ["list", "Loan", "range dueOn < now"]),
        ("Move a copy to another branch", ["update", "Copy", "given Copy", "set branchId"]),
        ("Reader by card number", ["get", "Reader", "given cardNo"]),
    ],
)
def test_the_words_of_the_design_say_what_a_line_is_about(line, said):
    (row,) = read_line(line, LIBRARY)
    act, entity, *others = said
    assert set(facts(row)) == {f"operation {act}", f"entities {entity}", *others}


def test_a_row_names_no_attribute_that_the_design_does_not_have():
    (row,) = read_line("Readers with a score above 20", LIBRARY)
    assert row.entities.value == ("Reader",)
    assert not row.range.value
    assert [one.label for one in row.range.question.choices] == ["score"]


def test_what_must_hold_of_a_changed_value_is_a_condition_on_it():
    (row,) = read_line("Set the last seen time of a room member (never move it backwards)", LIBRARY)
    assert "set lastSeenAt" in facts(row)
    assert [(one.attribute, str(one.comparison)) for one in row.condition.value] == [("lastSeenAt", "<")]


def test_items_that_are_found_and_then_changed_are_two_rows_by_question():
    first, second = read_line("Renew all loans of a reader: find them and set the due date on each", LIBRARY)
    assert facts(first) == ["operation list", "entities Loan", "given Reader"]
    assert {"operation update", "entities Loan", "given Loan", "set dueOn"} <= set(facts(second))
    assert first.joined.question is not None


@pytest.mark.parametrize(
    "line",
    [
        "Branch managers mostly come from the city, the web shop has a cache of its own.",
        "How long does it take until a copy is back?",
    ],
)
def test_a_line_of_which_little_is_understood_stays_open(line):
    assert not any(row.operation.value and row.entities.value for row in read_line(line, LIBRARY))


@pytest.mark.parametrize(
    "line", ["loans, never the", "copies of a branch, leaving out the", "Save a copy: create the copy"]
)
def test_a_line_that_breaks_off_is_read_as_far_as_it_goes(line):
    assert read_line(line, LIBRARY)[0].entities.value


def test_the_least_of_a_bound_says_no_direction_of_an_order():
    rooms = "Room(roomId, branchId, seats#, name)"
    (row,) = read_line("Rooms of a branch with at least 4 seats, fullest first", rooms)
    assert row.order.value is None
    assert row.order.question is not None


@pytest.mark.parametrize("line", ["Add a reader to a branch", "add an author to a branch", "Add a loan to a reader"])
def test_what_is_added_to_its_owner_is_a_new_item(line):
    people = "Author(authorId, branchId, name); Reader(readerId, branchId, name); Branch(branchId, name); "
    people += "Loan(loanId, readerId)"
    (row,) = read_line(line, people)
    assert row.operation.value is Act.CREATE
    assert not row.given.value or row.given.value[0].of not in row.entities.value
