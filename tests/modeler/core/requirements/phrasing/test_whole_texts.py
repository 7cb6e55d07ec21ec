"""Descriptions as backend developers jot them down: what their sentences say of entities, and what they do not."""

import pytest

from modeler.core.requirements.english.reading import read
from modeler.core.requirements.nouns import Sort, nouns
from modeler.core.requirements.slots import Comparator, Condition, Given, Range, RequestedOrder
from modeler.core.requirements.vocabulary import NOTHING_KNOWN
from tests.modeler.core.requirements.phrasing.test_composed import facts


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # A duration is no entity, and how long items are kept is not lost.
        ("Leases belong to a tenant and are kept for 10 years", {"Tenant>Lease", "Lease kept 3650"}),
        # A verb behind a list of things is no thing; a time is an attribute.
        (
            "A lesson is between a pupil and a tutor, starts at a time and has a status",
            {"Pupil>Lesson", "Tutor>Lesson", "Lesson.startsAt", "Lesson.status"},
        ),
        ("A match takes place in exactly one arena at a start time", {"Arena>Match", "Match.startTime"}),
        # What is counted for each parent is related to it.
        (
            "A library has 20-60 shelves and up to 1500 readers",
            {"Library>Shelf", "Library>Shelf most 60", "Library>Reader", "Library>Reader most 1500"},
        ),
        # "A site" is one of several; "the site" is what is built.
        ("A site contains buildings", {"Site>Building"}),
        ("14,000 buoys are in the water", {">Buoy", ">Buoy 14000"}),
        # What a popular one has is the most.
        ("A popular channel has 500,000 videos", {"Channel>Video", "Channel>Video most 500000"}),
        # People who follow or attend things share them with others.
        ("Each user can watch up to 200 auctions", {"User>Auction/both", "User>Auction most 200"}),
        ("A listener typically subscribes to 12 shows", {"Listener>Show/both", "Listener>Show 12"}),
        ("A technician is responsible for several turbines", {"Technician>Turbine"}),
        ("The average rider takes 2 trips", {"Rider>Trip/both", "Rider>Trip 2"}),
        (
            "Warehouse: code, address, 4 zones, 1,200 shelves each",
            {
                "Warehouse.code",
                "Warehouse.address",
                "Warehouse>Zone",
                "Warehouse>Zone 4",
                "Zone>Shelf",
                "Zone>Shelf 1200",
            },
        ),
        ("Each greenhouse is split into zones, 6 to 10 of them", {"Greenhouse>Zone", "Greenhouse>Zone most 10"}),
        ("A file contains documents of 2 MB each, about 15 of them", {"File>Document", "File>Document 15"}),
        ("A voucher is given to a guest", {"Guest>Voucher"}),
    ],
)
def test_what_sentences_say(text, wanted):
    assert facts(text) == wanted


def described(text: str):
    found = nouns((), NOTHING_KNOWN, read(text).descriptions)
    return {f"{one.entity}.{one.name}": one for one in found.attributes}


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("A guide has a rating between 0 and 5", "Guide.rating", "between 0 and 5"),
        ("A bike has a color and a load of 20", "Bike.load", "of 20"),
        ("Tasks: taskId, title, priority (1-5)", "Task.priority", "(1-5)"),
        ("A clip has a title, duration in seconds, a publish date", "Clip.duration", "in seconds"),
        ("A quote has a text, with a score from 1 to 6 and an author", "Quote.score", "from 1 to 6"),
    ],
)
def test_a_range_makes_a_number_and_stays_visible(text, name, rest):
    assert described(text)[name].sort is Sort.NUMBER
    assert rest in [one for _, one in read(text).not_understood]


def test_states_of_an_item_are_the_values_of_its_status():
    told = described("A valve has a code, a bore and is either open or closed")
    assert told["Valve.status"].values == ("open", "closed")


def test_a_role_names_the_entity_in_parentheses():
    told = described("Users: userId, email\nBoards: boardId, name, owner (user)")
    assert told["Board.ownerId"].refers_to == "User"
    assert "Board.owner" not in told


@pytest.mark.parametrize(
    "text",
    [
        "Folios list the charges of a stay",
        "640 stores",
        "The pictures taken of a job, normally four, weigh in at 2.5 MB",
        "Parents are linked to their children (pupils): at most 2 parents per pupil",
    ],
)
def test_what_is_no_act_asks_for_nothing(text):
    assert not [row for row in read(text).rows if row.operation.value is not None]


def test_an_end_of_keeping_that_counts_from_elsewhere_stays_visible():
    (row,) = read("Marks must be kept for 5 years after the pupil leaves").rows
    assert row.unread_words == ("after the pupil leaves",)


@pytest.mark.parametrize(
    "text",
    ["Absences: date, excused (true/false)", "Absences: date, excused yes/no",
     "An absence has a date and an excused flag", "An absence has a date and whether it is excused"],
)  # fmt: skip
def test_what_is_true_or_false_is_a_flag(text):
    told = described(text)
    assert (told["Absence.excused"].sort, told["Absence.excused"].values) == (Sort.FLAG, ())


@pytest.mark.parametrize(
    ("text", "slot", "wanted"),
    [
        ("Absences: date, excused (true/false)\nunexcused absences of a pupil", "condition",
         Condition("excused", value="false")),
        ("Mark a parcel as delivered\nundelivered parcels of a depot", "condition",
         Condition("status", Comparator.UNEQUAL, "DELIVERED")),
        ("Tasks: taskId, status (todo, done)\nDelete a task, only if the task is not done", "condition",
         Condition("status", Comparator.UNEQUAL, "done")),
        ("Tasks: taskId, title, due date\nGet overdue tasks of a user", "range",
         Range("dueDate", Comparator.LESS, ("now",))),
        ("Visits: visitId, starts at\nVisits in order of time", "order", RequestedOrder("startsAt")),
        ("Users: userId, email\nBoards: boardId, name, owner (user)\nBoards of a user", "given",
         Given("ownerId", "User")),
        ("Items: itemId, title, category\nItems of a category", "given", Given("category")),
        ("acknowledge an alarm if nobody has done so", "condition",
         Condition("status", Comparator.UNEQUAL, "ACKNOWLEDGED")),
    ],
)  # fmt: skip
def test_lines_agree_on_the_attributes_of_a_text(text, slot, wanted):
    row = read(text).rows[-1]
    held = getattr(row, slot)
    assert (held.value, held.question) == ((wanted,), None)


def test_a_state_that_no_listed_value_says_is_asked_about():
    row = read("Visits: visitId, status (booked, confirmed, done)\nopen visits of a patient").rows[-1]
    assert [one.label for one in row.condition.question.choices] == [
        "status = 'booked'",
        "status = 'confirmed'",
        "status = 'done'",
    ]


def test_items_that_come_with_one_are_not_ordered_by_its_attributes():
    row = read("Tasks: taskId, title, due date\nA task has many comments\nGet a task with its latest 20 comments").rows[
        -1
    ]
    assert (row.order.value, row.limit.value) == (None, None)
    assert "latest 20" in " ".join(row.unread_words)


def test_a_question_about_what_is_created_relates_nothing():
    reading = read("add a book to the cart")
    assert nouns(reading.rows, NOTHING_KNOWN, reading.descriptions).relations == ()


def test_the_average_behind_a_most_is_read():
    assert facts("A project has up to 5,000 tasks, typically 200") == {
        "Project>Task",
        "Project>Task most 5000",
        "Project>Task 200",
    }


def test_what_belongs_to_several_is_many_to_many():
    assert facts("Parents are linked to one or more pupils") == {"Pupil>Parent/both"} or facts(
        "Parents are linked to one or more pupils"
    ) == {"Parent>Pupil/both"}
