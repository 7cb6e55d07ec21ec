"""A design edited as JSON: only what was typed changes, and what two people typed into one field is told apart."""

import pytest
from hypothesis import HealthCheck, given, settings

from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import faults, from_document
from modeler.core.edits.changes import Delta, apply
from modeler.core.edits.document_edits import at, conflicts, document_change, document_of, onto, path_of, put_at
from modeler.core.errors import DocumentInvalid, Missing, Stale
from modeler.examples import examples
from tests.factories.documents import small_document
from tests.modeler.core.strategies import designs

PARTS = parts_of(from_document(small_document()))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(designs())
def test_what_is_read_and_written_again_changes_nothing(design):
    parts = parts_of(design)
    assert document_change(parts, document_of(parts)) == ()


@pytest.mark.parametrize("example", list(examples()), ids=lambda one: one.key)
def test_the_examples_are_written_again_without_a_change(example):
    parts = parts_of(example.design)
    assert document_change(parts, document_of(parts)) == ()


def edited(path, value, parts=PARTS):
    return document_change(parts, put_at(document_of(parts), path, value))


def test_one_field_of_one_part_is_one_delta():
    path = path_of(document_of(PARTS), "e-order")
    assert edited((*path, "count"), 7) == (Delta("e-order", "count", None, 7),)


def test_a_part_is_found_where_it_stands_and_one_that_is_gone_is_missing():
    document = document_of(PARTS)
    assert at(document, path_of(document, "a-c-name"))["name"] == "name"
    assert path_of(document, "") == ()
    with pytest.raises(Missing):
        path_of(document, "nowhere")


def test_what_is_left_out_is_removed_and_what_comes_again_is_the_same_part():
    path = path_of(document_of(PARTS), "a-c-name")
    holder = at(document_of(PARTS), path[:-1])
    without = apply(PARTS, edited(path[:-1], holder[:-1]))
    assert without["a-c-name"].is_removed
    again = apply(without, document_change(without, document_of(PARTS)))
    assert not again["a-c-name"].is_removed
    assert design_of(again) == design_of(PARTS)


def test_a_colleagues_other_field_stays():
    mine = edited((*path_of(document_of(PARTS), "e-order"), "count"), 7)
    theirs = apply(PARTS, [Delta("e-order", "growth", None, 3)])
    assert conflicts(mine, theirs) == []
    after = apply(theirs, mine)
    assert (after["e-order"].fields["count"], after["e-order"].fields["growth"]) == (7, 3)


def test_the_same_field_from_two_hands_is_told_and_mine_can_be_kept():
    mine = edited((*path_of(document_of(PARTS), "e-order"), "count"), 7)
    theirs = apply(PARTS, [Delta("e-order", "count", None, 5)])
    assert [(one.part, one.field, one.theirs, one.yours) for one in conflicts(mine, theirs)] == [
        ("e-order", "count", 5, 7)
    ]
    with pytest.raises(Stale):
        apply(theirs, mine)
    assert apply(theirs, onto(mine, theirs))["e-order"].fields["count"] == 7


def test_both_hands_writing_the_same_is_no_conflict():
    mine = edited((*path_of(document_of(PARTS), "e-order"), "count"), 7)
    assert conflicts(mine, apply(PARTS, mine)) == []


def test_another_shape_is_refused_and_every_fault_has_its_place():
    path = path_of(document_of(PARTS), "e-order")
    document = put_at(document_of(PARTS), (*path, "count"), "many")
    document = put_at(document, ("region",), 5)
    with pytest.raises(DocumentInvalid):
        document_change(PARTS, document)
    assert {place for place, _ in faults(document)} == {("region",), (*path, "count")}
