"""Lines that say how many items there are: read as numbers of items, and never as a page of a list."""

import pytest

from modeler.core.requirements.board import Decisions, board, confirmed, volume_label, volume_text
from modeler.core.requirements.codec import reading_json, reading_of
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.proposed_slots import with_proposals
from modeler.core.requirements.renaming import NewName
from modeler.core.requirements.rows import TextReading, Volume
from modeler.core.requirements.vocabulary import NOTHING_KNOWN


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3,000 members, 40 machines", [Volume(1, "Member", 3000), Volume(1, "Machine", 40)]),
        ("There are about 40 machines", [Volume(1, "Machine", 40)]),
        ("We expect 10,000 users and 2k shops.", [Volume(1, "User", 10000), Volume(1, "Shop", 2000)]),
        ("2 million line items in total", [Volume(1, "LineItem", 2_000_000)]),
        ("A project has up to 500 tasks", [Volume(1, "Task", 500, "Project", is_most=True)]),
        (
            "each project has about 50 tasks, at most 500",
            [Volume(1, "Task", 50, "Project"), Volume(1, "Task", 500, "Project", is_most=True)],
        ),
        ("each customer has 12 orders and 3 addresses",
         [Volume(1, "Order", 12, "Customer"), Volume(1, "Address", 3, "Customer")]),
        ("20 lines per order", [Volume(1, "Line", 20, "Order")]),
    ],
)  # fmt: skip
def test_numbers_of_items_are_read(line, expected):
    reading = read(line)
    assert list(reading.volumes) == expected
    assert (reading.rows, reading.not_understood) == ((), ())
    assert reading_of(reading_json(reading)) == reading


@pytest.mark.parametrize(
    "line",
    [
        "10 newest posts", "20 comments", "100 orders of a customer", "get 20 orders", "400 open tickets",
        "Log 200 events", "A user can have at most 5 devices", "We have 3 months", "orders of a customer, 20 per page",
        "5 km per hour",
        "Each member makes about 5 reservations a month", "top 10 players by score", "a team has several members",
    ],
)  # fmt: skip
def test_what_asks_for_items_or_is_a_rule_is_no_number_of_items(line):
    assert read(line).volumes == ()


def test_how_often_something_happens_stays_visible():
    reading = read("About 3,000 members, 200 reservations a day, peak 5 requests per second")
    assert reading.volumes == (Volume(1, "Member", 3000),)
    assert reading.not_understood == ((1, "200 reservations a day"), (1, "peak 5 requests per second"))


TEXT = "orders of a customer\nabout 3,000 customers, 40 robots\neach customer has 12 orders"


def test_only_entities_that_a_requirement_names_get_a_number():
    seen = board(TEXT, NOTHING_KNOWN, Decisions())
    assert [volume_text(one, is_first=True) for one in seen.volumes] == [
        "Customer: 3,000 items",
        "Each Customer has 12 Order items on average",
    ]
    assert (seen.not_understood, seen.unplaced) == ((), (Volume(2, "Robot", 40),))


def test_a_language_model_leaves_them_as_they_are():
    reading = read(TEXT)
    assert with_proposals(reading, TEXT, TextReading()) == reading


def test_a_number_is_refused_by_its_label_and_follows_a_new_name():
    first = board(TEXT, NOTHING_KNOWN, Decisions())
    decisions = Decisions(
        names={"Customer": NewName("Client", "clientNo")}, refused=frozenset({volume_label(first.volumes[0])})
    )
    sure = confirmed(board(TEXT, NOTHING_KNOWN, decisions), NOTHING_KNOWN, decisions)
    assert sure.volumes == (Volume(3, "Order", 12, "Client"),)


@pytest.mark.parametrize(
    "line", ["There are {} orders", "List orders of a customer ({}/s)", "List the last {} orders", "{}"]
)
def test_a_number_of_hundreds_of_digits_is_not_read(line):
    reading = read(line.format("9" * 350))
    assert reading.volumes == ()
    assert all(row.limit.value is None and row.rate.value is None for row in reading.rows)
