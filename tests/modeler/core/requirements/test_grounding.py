"""Rows in a design: what its own words decide, and what is asked."""

import pytest

from tests.modeler.core.requirements.expected import read_line

GYM = (
    "Member(memberId, name, city); Class(classId, title, level, startsAt, status, memberCount); "
    "Booking(classId, memberId, bookedAt, paid); Visit(visitId, memberId, visitedAt); "
    "Complaint(complaintId, memberId, classId, urgency)"
)


def test_an_unknown_noun_is_asked_with_the_entities_of_the_design_and_fills_nothing():
    (row,) = read_line("invoices of a member", GYM)
    assert row.entities.value is None
    labels = [one.label for one in row.entities.question.choices]
    assert labels[0] == "the entity Booking"
    assert labels[-1] == "a new entity Invoice"
    assert [one.of for one in row.given.value] == ["Member"]


@pytest.mark.parametrize(
    ("line", "new"),
    [("invoices of a supplier", "Invoice"), ("Kilos landed per port", "Kilo"), ("Create an invoice", "Invoice")],
)
def test_a_line_about_nothing_that_the_design_has_is_a_question_too(line, new):
    (row,) = read_line(line, GYM)
    assert row.entities.value is None
    assert not row.given.value
    labels = [one.label for one in row.entities.question.choices]
    assert labels[0].startswith("the entity ")
    assert labels[-1] == f"a new entity {new}"


@pytest.mark.parametrize(
    "line", ["Total volume of a class", "bookings of a class by venue", "count bookings per venue"]
)
def test_what_is_computed_or_grouped_is_an_attribute_of_the_design_or_a_question(line):
    (row,) = read_line(line, GYM)
    names = {"volume", "venue", "venueId"}
    assert row.returned.value is None or not names & {*row.returned.value.attributes, *row.returned.value.group}
    assert not names & {one.attribute for one in row.given.value or ()}


def test_what_a_noun_gives_that_is_no_attribute_is_asked():
    (row,) = read_line("bookings of an agency", GYM)
    assert not row.given.value
    assert [one.label for one in row.given.question.choices] == ["a new entity Agency", "an attribute agency"]


def test_two_entities_that_several_others_link_are_asked():
    (row,) = read_line("members of a class", GYM)
    assert row.entities.value is None
    assert [one.label for one in row.entities.question.choices] == [
        "the entity Booking",
        "the entity Complaint",
        "the entity Member",
    ]


@pytest.mark.parametrize(
    ("line", "entity", "given"),
    [
        ("Book a class unless it already has 20 members", "Booking", ["Class"]),
        ("members who booked a class", "Booking", ["Class"]),
        ("what has a member booked", "Booking", ["Member"]),
        ("visit history of a member", "Visit", ["Member"]),
        ("classes of a level", "Class", [""]),
    ],
)
def test_the_design_says_which_items_a_line_is_about(line, entity, given):
    (row,) = read_line(line, GYM)
    assert row.entities.value == (entity,)
    assert [one.of for one in row.given.value] == given


@pytest.mark.parametrize(
    ("line", "attribute", "value"),
    [
        ("unpaid bookings of a class", "paid", "false"),
        ("cancelled classes of a level", "status", "cancelled"),
        ("urgent complaints of a member", "urgency", "urgent"),
    ],
)
def test_a_state_is_the_value_of_the_attribute_that_can_have_it(line, attribute, value):
    (row,) = read_line(line, GYM)
    assert [(one.attribute, one.value) for one in row.condition.value] == [(attribute, value)]


def test_the_only_time_of_an_entity_orders_it():
    (row,) = read_line("visits of a member, newest first", GYM)
    assert [(one.attribute, one.descending) for one in row.order.value] == [("visitedAt", True)]
    assert row.order.question is None


LOANS = (
    "Reader(readerId, name, email, phone, status); Loan(loanId, readerId, status, dueAt, createdAt); "
    "Notice(noticeId, readerId, status, sentAt)"
)


def test_what_is_overdue_has_passed_the_time_when_it_was_due():
    (row,) = read_line("overdue loans of a reader", LOANS)
    assert [(one.attribute, one.comparison, one.values) for one in row.range.value] == [("dueAt", "<", ("now",))]
    assert not row.condition.value


def test_an_email_address_is_the_email_that_the_design_has():
    (row,) = read_line("Find a reader by e-mail address", LOANS)
    assert [one.attribute for one in row.given.value] == ["email"]


@pytest.mark.parametrize("line", ["loans created in the last 7 days", "Librarians can create a new loan"])
def test_how_an_item_came_to_be_is_no_state_of_it(line):
    (row,) = read_line(line, LOANS)
    assert not row.condition.value


BILLING = (
    "Employee(employeeId, name, email); Mentorship(mentorId, menteeId, startedAt); "
    "Invoice(invoiceId, employeeId, amountDue, amountPaid, issuedOn, status); "
    "Payment(paymentId, invoiceId, amount, paidAt)"
)


def test_a_word_that_several_attributes_have_is_asked_and_moves_no_entity():
    (row,) = read_line("invoices of an employee, largest amount first", BILLING)
    assert row.entities.value == ("Invoice",)
    assert not row.order.value
    assert [one.label for one in row.order.question.choices] == ["amountDue", "amountPaid"]


def test_a_state_that_no_attribute_says_is_only_asked():
    (row,) = read_line("loud complaints of a member", GYM)
    assert not row.condition.value
    assert row.condition.question is not None


@pytest.mark.parametrize(
    ("line", "given"),
    [("Who mentors an employee?", "menteeId"), ("Whom does an employee mentor?", "mentorId")],
)
def test_the_roles_of_a_link_answer_who_and_whom(line, given):
    (row,) = read_line(line, BILLING)
    assert row.entities.value == ("Mentorship",)
    assert [one.attribute for one in row.given.value] == [given]
