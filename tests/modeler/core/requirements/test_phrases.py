"""Phrases that name an attribute, what computes over one, and requests behind a title."""

import pytest

from modeler.core.requirements.answers import answered
from tests.modeler.core.requirements.expected import facts, read_line

HALL = (
    "Show(showId, title, hallId, startsAt, deadline, status); Hall(hallId, name, city); "
    "Ticket(ticketId, showId, buyerId, price, soldAt); Buyer(buyerId, name, email, phone)"
)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("shows of a hall, title A-Z", "order title"),
        ("shows of a hall with the nearest deadline on top", "order deadline"),
        ("tickets of a show, highest price first", "order price desc"),
        ("shows of a hall whose deadline falls in the next 48 hours", "range deadline <= in 48 hours"),
        ("halls whose name starts with the letters typed", "range name begins_with"),
    ],
)
def test_a_phrase_of_which_each_word_is_understood_fills_its_slot(line, said):
    (row,) = read_line(line, HALL)
    assert said in facts(row)


@pytest.mark.parametrize("line", ["shows of a hall, title zorb A-Z", "halls whose name zorbs with the letters typed"])
def test_a_phrase_with_another_word_fills_nothing(line):
    (row,) = read_line(line, HALL)
    assert not row.order.value
    assert not row.range.value
    assert row.unread


@pytest.mark.parametrize(
    "line", ["Fetch up to 50 buyers at once by their ids", "get buyers by their ids for the letters"]
)
def test_items_by_their_ids_are_got_wherever_the_ids_stand(line):
    (row,) = read_line(line, HALL)
    assert facts(row)[:3] == ["operation get", "entities Buyer", "given Buyer"]


@pytest.mark.parametrize(
    ("line", "what"),
    [("Sum the price of the tickets of a show", "sum"), ("calculate the average price of a show", "average")],
)
def test_a_verb_of_computing_reads(line, what):
    (row,) = read_line(line, HALL)
    assert row.returned.value.what == what
    assert row.entities.value == ("Ticket",)


def test_a_request_behind_a_title_that_names_no_items_is_read_and_the_title_stays_visible():
    (row,) = read_line("Start screen, 20 times per second: shows of a hall", HALL)
    assert {"operation list", "entities Show", "given Hall", "rate 20"} <= set(facts(row))
    assert "screen" in " ".join(row.unread_words)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("halls by city", "given city"),
        ("tickets of a show since the start of the year", "range soldAt >= start of the year"),
        ("get a buyer by id, just the phone please", "returns phone"),
        ("get a buyer by id, must always see the latest write", "consistency strong"),
        ("The map screen in the app asks for the halls in a city", "given city"),
    ],
)
def test_what_is_said_beside_a_request_fills_its_slot(line, said):
    (row,) = read_line(line, HALL)
    assert row.operation.value is not None
    assert said in facts(row)


def test_a_name_after_by_can_sort_and_stays_a_question():
    (row,) = read_line("halls by name", HALL)
    assert row.given.question is not None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "Get a task with its latest 20 comments",
            {"limit 20", "order time desc", "entities Task+Comment", "given Task", "operation get"},
        ),
        ("get customer by email for login", {"given email"}),
        ("Move a task to another status", {"set status"}),
        ("move a ticket from one stage to another", {"set stage"}),
        ("Move a task to another project", {"set projectId"}),
        ("list classes of a gym for today", {"range startsAt = today"}),
        ("list orders from today on", {"range createdAt >= today"}),
        (
            "forklifts whose inspection expires in 30 days",
            {"operation list", "range inspectionExpiresAt <= in 30 days"},
        ),
    ],
)
def test_everyday_requests_without_a_design_fill_their_slots(line, said):
    (row,) = read_line(line)
    assert said <= set(facts(row)), facts(row)


def test_what_somebody_does_with_a_found_item_identifies_nothing():
    (row,) = read_line("get customer by email for login")
    assert [one.attribute for one in row.given.value] == ["email"]
    assert "for login" in row.unread_words


def test_a_superlative_that_fills_no_slot_is_shown():
    (row,) = read_line("poll the newest delay notice of a route")
    assert row.order.value or "newest" in " ".join(row.unread_words)


def test_an_answer_about_a_state_keeps_what_is_stored_with_it():
    (row,) = read_line("Mark a parcel as checked in with a signature")
    assert [one.attribute for one in row.given.value] == ["parcelId"]
    status = row.changes.question.choices[0]
    assert [(one.attribute, one.value) for one in answered(row, "changes", status).changes.value] == [
        ("status", "CHECKED_IN"),
        ("signature", ""),
    ]


def test_a_bound_of_a_time_that_nothing_names_is_asked():
    (row,) = read_line("referrals that a clinic has not answered for 10 days")
    assert "for 10 days" in row.restriction.question.text
    (row,) = read_line("films showing in a cinema this weekend")
    assert row.range.question is not None
    assert [one.attribute for one in row.range.value] == [""]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("shows whose start time is more than 2 hours ago", "range startsAt < 2 hours ago"),
        ("shows whose start time is less than 2 hours from now", "range startsAt < in 2 hours"),
        ("shows whose start time is more than two hours ago", "range startsAt < 2 hours ago"),
        ("shows whose start time is more than 1.5 hours ago", "range startsAt < 1.5 hours ago"),
        ("shows whose deadline is at most 3 days away", "range deadline <= in 3 days"),
        ("cancel a show only if the deadline is at least 24 hours away", "cond deadline >= in 24 hours"),
        ("cancel a show only if its deadline is more than 1 day from now", "cond deadline > in 1 day"),
    ],
)
def test_a_time_is_compared_with_a_distance_from_now(line, said):
    (row,) = read_line(line, HALL)
    assert said in facts(row)


@pytest.mark.parametrize(
    "line",
    ["shows whose start time is more than 2 hours", "cancel a show only if it starts in more than 24 hours"],
)
def test_a_length_of_time_without_a_direction_bounds_nothing(line):
    (row,) = read_line(line, HALL)
    assert not row.range.value and not row.condition.value
    assert row.questions
