"""Clauses of a person and a verb: the verb never becomes part of an entity's name."""

import pytest

from modeler.core.requirements.answers import answered
from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.slots import Act


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("A user buys tickets for a concert", "Ticket"),
        ("The member buys shares of a fund", "Share"),
        ("User buys tickets for a concert", "Ticket"),
        ("A nurse jots notes for a patient", "Note"),
    ],
)
def test_what_a_person_does_is_asked_and_what_it_is_for_is_kept(line, made):
    (row,) = read_line(line)
    assert row.entities.value is None
    create = next(one for one in row.operation.question.choices if one.label.startswith("create"))
    after = answered(row, "operation", create)
    assert after.operation.value is Act.CREATE
    assert after.entities.value == (made,)
    assert [given.of for given in after.given.value] == [line.split()[-1].capitalize()]


@pytest.mark.parametrize(
    ("line", "made"),
    [("A nurse records vitals of a patient", "Vital"), ("A sports club schedules matches", "Match")],
)
def test_a_verb_that_says_what_it_does_is_not_a_noun(line, made):
    (row,) = read_line(line)
    assert row.operation.value is Act.CREATE
    assert row.entities.value == (made,)


@pytest.mark.parametrize(("line", "read"), [("Customer orders by date", "CustomerOrder"), ("A user settings page", "")])
def test_a_compound_stays_one(line, read):
    (row,) = read_line(line)
    assert (row.entities.value or ("",))[0].startswith(read)
