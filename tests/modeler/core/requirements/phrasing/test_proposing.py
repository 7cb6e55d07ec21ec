"""Attributes that a line names or plainly implies, where no design says which there are."""

import pytest

from modeler.core.requirements.board import Decisions, attributes_to_confirm, board
from modeler.core.requirements.english.reading import read, read_line
from modeler.core.requirements.vocabulary import NOTHING_KNOWN
from tests.modeler.core.requirements.expected import facts, vocabulary

NAMED = {
    "parcels stored for more than 5 days": "range storedAt < 5 days ago",
    "kilns that have not been inspected for 60 days": "range lastInspectedAt < 60 days ago",
    "kilns that nobody has fired for 3 weeks": "range lastFiredAt < 3 weeks ago",
    "moorings whose insurance expires next month": "range insuranceExpiresAt = next month",
    "ferries departing within 3 hours": "range departsAt <= in 3 hours",
    "looms due for repair in the next 30 days": "range repairDueAt <= in 30 days",
    "pots fired by a potter since a given date": "range firedAt >=",
    "rehearsals of a choir today": "range startsAt = today",
    "rehearsals of a choir next week, by start time": "range startTime = next week",
    "letters posted last week": "range postedAt = last week",
    "letters of a sender in the last 30 days": "range createdAt >= 30 days ago",
    "letters older than 30 days": "range createdAt < 30 days ago",
    "letters of a sender, newest first": "order createdAt desc",
    "kilns fired since a date, latest first": "order firedAt desc",
    "open looms of a mill": "cond status = OPEN",
    "letters of a sender that are unread": "cond read = false",
    "looms of a mill that have not been paid": "cond paid = false",
    "permits of a boat that have expired": "range expiresAt < now",
    "Mark a letter as delivered": "set status = DELIVERED",
    "archive a letter": "set archived = true",
    "unlock a shed": "set locked = false",
    "approve a letter - only if its status is submitted": "cond status = SUBMITTED",
    "change the address of a letter as long as the letter is not shipped": "cond shipped = false",
    "letters of a sender: subject, size": "returns subject, size",
    "letters of a sender (display name, avatar)": "returns displayName, avatar",
    "letters of a sender, only their subject": "returns subject",
    "Edit a letter only if it is less than 15 minutes old": "cond createdAt > 15 minutes ago",
}


@pytest.mark.parametrize("line", NAMED)
def test_what_a_line_names_is_proposed(line):
    (row,) = read_line(line)
    assert NAMED[line] in facts(row), facts(row)
    slot = {"range": "range", "order": "order", "cond": "condition", "set": "changes", "returns": "returned"}[
        NAMED[line].split()[0]
    ]
    assert slot not in dict(row.questions)


@pytest.mark.parametrize(
    ("line", "slot"),
    [
        ("bookings of a room next week", "range"),  # made then, or for then
        ("rooms of a hotel that are free between two dates", "condition"),  # other bookings say so
        ("restaurants of a street that are open now", "condition"),
        ("the most read articles this week", "range"),
        ("cases assigned to a judge with a hearing this week", "range"),
        ("birthdays this week", "range"),
        ("letters paid but not shipped for more than 2 days", "range"),  # since they were paid
        ("horses older than 3 years", "range"),
        ("exhibitions of a museum, newest first", "order"),
        ("tickets of an event that are still missing", "condition"),
        ("comments that have been flagged at least 3 times", "condition"),
    ],
)
def test_what_has_two_readings_is_asked(line, slot):
    (row,) = read_line(line)
    assert slot in dict(row.questions)
    value = getattr(row, slot).value or ()
    assert not any(one.attribute for one in value)


def test_a_design_says_which_attributes_there_are():
    (row,) = read_line("open looms of a mill", vocabulary("Loom(loomId, millId); Mill(millId)"))
    assert "condition" in dict(row.questions)


def test_proposed_attributes_wait_for_a_person_as_entities_do():
    seen = board("letters of a sender posted last week that are unread", NOTHING_KNOWN, Decisions())
    told = {f"{one.entity}.{one.name}" for one in attributes_to_confirm(seen.nouns)}
    assert {"Letter.postedAt", "Letter.read", "Letter.senderId"} <= told


def test_a_sentence_of_a_text_is_read_like_a_line():
    reading = read("letters posted last week\nletters of a sender that are unread")
    assert [list(row.questions) for row in reading.rows] == [[], []]
