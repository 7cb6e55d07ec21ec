"""Reads of items with attributes of what they refer to: in two requests, or with copies where that costs less."""

from __future__ import annotations

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.design.patterns import Operation
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import attribute, belongs, design, entity, get, put, query, text, update

pytestmark = pytest.mark.slow

AUTHOR = entity("Author", "authorId", 5_000, attribute("authorId"), text("name", 20), text("bio", 900))
BOOK = entity(
    "Book", "bookId", 400_000,
    attribute("bookId"), attribute("authorId"), attribute("shelf"), attribute("addedAt", "iso"), text("title", 40),
)  # fmt: skip


def asked(rate=50.0, renames=0.001, **fields):
    """The books of a shelf with the names of their authors, and an author who is renamed now and then."""
    patterns = [
        query(
            "R1", "Book Author", "shelf", rate, "-addedAt", limit=20, items_returned=20,
            projection=["bookId", "title", "name"], **fields,
        ),
        get("R2", "Author", "authorId", 5),
        put("W1", "Book", 0.1),
        put("W2", "Author", 0.01),
    ]  # fmt: skip
    if renames:
        patterns.append(update("W3", "Author", "authorId", renames, set={"name": "A. Writer"}))
    return design([AUTHOR, BOOK], patterns, [belongs("Book", "Author", "authorId", 80, 600)])


def best(made, **options):
    found = synthesise(made, SynthesisOptions(alternatives=1, **options))
    assert found.unmet == ()
    one = found.alternatives[0]
    assert one.problems == ()
    assert one.dollars == monthly_cost(one.design).total().value
    assert [each.message for each in one.findings if each.severity is Severity.ERROR] == []
    read = next(each for each in one.design.patterns if each.code == "R1")
    assert serving(one.design, read).served
    return found, one, read


def held(one, name):
    book = one.design.tables[0].entity("Book")
    return book.attribute(name) if book is not None else None


def test_a_seldom_read_takes_a_second_request():
    found, one, read = best(asked(rate=0.001))
    assert read.operation is Operation.STEPS
    assert [step.entities for step in read.members] == [("Book",), ("Author",)]
    assert held(one, "authorName") is None
    assert found.notes[0].startswith("R1 reads Book, then Author by the identity in it")


def test_a_frequent_read_has_a_copy_that_a_consumer_keeps():
    found, one, read = best(asked())
    assert (read.operation, read.entities) == (Operation.QUERY, ("Book",))
    assert set(read.projection) == {"bookId", "title", "authorName"}
    assert held(one, "authorName").copy_of == "Author.name, by stream"
    assert any("a copy of Author.name" in note and "KeepAuthorName" in note for note in found.notes)
    kept = next(each for each in one.design.patterns if each.code == "KeepAuthorName")
    assert serving(one.design, kept).served
    assert one.design.tables[0].settings["stream"] == "NEW_AND_OLD_IMAGES"
    warned = {each.rule for each in one.findings if each.severity is Severity.WARNING}
    assert not warned & {"write.copy_not_updated", "stream.needed_but_off", "pattern.multiple_requests"}


def test_a_copy_of_what_never_changes_needs_no_consumer():
    _, one, _ = best(asked(renames=0))
    assert held(one, "authorName").copy_of == "Author.name"
    assert "stream" not in one.design.tables[0].settings


def test_renames_that_cost_more_than_the_second_request_leave_it():
    _, one, read = best(asked(rate=1, renames=20))
    assert read.operation is Operation.STEPS
    assert held(one, "authorName") is None


def test_copies_can_be_forbidden():
    _, one, read = best(asked(), copies=False)
    assert read.operation is Operation.STEPS
    assert held(one, "authorName") is None


def test_a_copy_is_never_dearer_than_the_second_request():
    for rate in (0.001, 1, 50):
        _, one, _ = best(asked(rate))
        _, without, _ = best(asked(rate), copies=False)
        assert one.dollars <= without.dollars
