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


FARM = (
    "Farmer(farmerId, fullName, email, suspended?); Field(fieldCode, farmerId, crop, hectares#, irrigated?); "
    "Harvest(harvestNo, fieldCode, harvestedAt, tonnes#, quality, sold?); "
    "Mill(millId, name, town, freeSilos#, balance#); "
    "MillOrder(orderNo, farmerId, millId, status, placedAt, deliveredAt, totalPrice#); "
    "Inspection(inspectionId, fieldCode, inspectorId, inspectedAt, result, approved?)"
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "The inspector scans a field code and wants to see which inspections belong to it.",
            ["list", "Inspection", "given fieldCode"],
        ),
        (
            "As a foreman I key in a crop and want the fields that are not irrigated",
            ["list", "Field", "given crop", "cond irrigated = false"],
        ),
        (
            "Mills poll the newest inspection of a field",
            ["list", "Inspection", "given Field", "order inspectedAt desc", "limit 1"],
        ),
        (
            "For a field, only the newest inspection",
            ["list", "Inspection", "given Field", "order inspectedAt desc", "limit 1"],
        ),
        (
            "Monthly figures: for one mill, how many orders had the status 'late'?",
            ["list", "MillOrder", "given Mill", "cond status = late", "returns count"],
        ),
        ("Clean-up: the harvest of a field is removed", ["delete", "Harvest", "given Field"]),
        (
            "Approving an inspection is idempotent: doing it again must not raise an error.",
            ["update", "Inspection", "given Inspection", "set approved = true", "delivery at_least_once"],
        ),
    ],
)
def test_what_a_line_asks_for_is_read_wherever_it_stands(line, said):
    (row,) = read_line(line, FARM)
    act, entity, *others = said
    assert set(facts(row)) == {f"operation {act}", f"entities {entity}", *others}


@pytest.mark.parametrize(
    ("line", "entity", "changes"),
    [
        ("Top up a mill's balance by 20", "Mill", ["add balance 20"]),
        ("take 50 off the balance of a mill", "Mill", ["add balance -50"]),
        ("decrease freeSilos of the mill by 2", "Mill", ["add freeSilos -2"]),
        ("replace the farmer of a field", "Field", ["set farmerId"]),
        ("Mark an order as 'cancelled'", "MillOrder", ["set status = cancelled"]),
        ("move an order to status 'milled'", "MillOrder", ["set status = milled"]),
        (
            "an order's status changes to 'milled' and deliveredAt is set to now",
            "MillOrder",
            ["set status = milled", "set deliveredAt"],
        ),
        ("call an order off by setting its status to 'called_off'", "MillOrder", ["set status = called_off"]),
    ],
)
def test_clauses_change_an_attribute_whatever_their_verb_is(line, entity, changes):
    (row,) = read_line(line, FARM)
    assert set(facts(row)) == {"operation update", f"entities {entity}", f"given {entity}", *changes}


def test_clauses_that_write_two_entities_are_two_rows():
    rows = read_line("The harvest's sold flag changes to true and the mill's balance goes up by 5", FARM)
    assert [row.entities.value for row in rows] == [("Harvest",), ("Mill",)]
    assert [facts(row)[-1] for row in rows] == ["set sold = true", "add balance 5"]


@pytest.mark.parametrize(
    "line",
    [
        "Yard: the harvest of a field is weighed and removed",
        "When an order's status changes to 'milled' the mill's balance is off",
        "The miller said that the status of an order changes to 'milled'",
    ],
)
def test_words_that_turn_the_meaning_leave_the_line_open(line):
    assert all(row.operation.value is None or row.operation.question for row in read_line(line, FARM))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("top 20 harvests of a field ranked on tonnes", ["Harvest", "given Field", "order tonnes desc", "limit 20"]),
        ("orders of a mill sorted on status", ["MillOrder", "given Mill", "order status"]),
        ("inspections of a field from old to new", ["Inspection", "given Field", "order inspectedAt"]),
        ("mills with more than 2 free silos", ["Mill", "range freeSilos > 2"]),
        ("fields with over 5 hectares", ["Field", "range hectares > 5"]),
        ("harvests that are yet to be sold", ["Harvest", "cond sold = false"]),
        ("Which fields does a farmer have irrigated right now?", ["Field", "given Farmer", "cond irrigated = true"]),
        ("search farmers by the first letters of their name", ["Farmer", "range fullName begins_with"]),
        ("orders of a farmer, 30 s of lag is acceptable", ["MillOrder", "given Farmer", "freshness 30"]),
        ("no. of unsold harvests", ["Harvest", "cond sold = false", "returns count"]),
        (
            "Total tonnes a field gave this year",
            ["Harvest", "given Field", "range harvestedAt = this year", "returns sum(tonnes)"],
        ),
        (
            "How much did a field yield (tonnes) this year?",
            ["Harvest", "given Field", "range harvestedAt = this year", "returns sum(tonnes)"],
        ),
        (
            "What do the unsold harvests of a field add up to?",
            ["Harvest", "given Field", "cond sold = false", "returns sum(tonnes)"],
        ),
        (
            "average tonnes per field last quarter",
            ["Harvest", "range harvestedAt = last quarter", "returns average(tonnes) by fieldCode"],
        ),
    ],
)
def test_phrases_about_attributes_of_the_design_are_read(line, said):
    (row,) = read_line(line, FARM)
    entity, *others = said
    assert set(facts(row)) == {"operation list", f"entities {entity}", *others}
