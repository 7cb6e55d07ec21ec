"""Laws of changes: apply, invert, undo, stale. DESIGN.md, "One way to change a design"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core import assembly, documents, edits
from modeler.core.edits import Delta
from modeler.core.errors import Conflict, Invalid, Missing, Stale
from modeler.core.ordering import between, spread
from modeler.core.parts import ROOT, PartKind
from tests.modeler.core import strategies


@given(strategies.design_documents())
def test_a_document_comes_back_as_it_went(document):
    design = documents.from_document(document)
    assert documents.load(documents.dump(design)) == design


@given(strategies.designs())
def test_a_design_survives_being_taken_apart(design):
    assert assembly.design_of(assembly.parts_of(design)) == design


@given(strategies.designs())
def test_births_make_the_design_and_their_inverse_unmakes_it(design):
    parts = assembly.parts_of(design)
    births = edits.births(parts)
    assert edits.apply({}, births) == parts
    assert edits.apply(parts, edits.invert(births)) == {}


@given(strategies.designs())
def test_every_field_of_a_design_has_the_shape_that_an_edit_must_have(design):
    for part in assembly.parts_of(design).values():
        for field, value in part.fields.items():
            assembly.check_field(part.kind, field, value)


@given(strategies.designs(), st.data())
def test_a_change_and_its_inverse_cancel(design, data):
    parts = assembly.parts_of(design)
    part = data.draw(st.sampled_from(sorted(parts)))
    field = data.draw(st.sampled_from(["name", "description", "position"]))
    change = edits.set_field(parts, part, field, data.draw(st.sampled_from(["x", "y", None])))
    after = edits.apply(parts, change)
    assert edits.apply(after, edits.invert(change)) == parts
    assert edits.undo(after, change) == edits.invert(change)


def order_design():
    return assembly.parts_of(
        documents.from_document(
            {
                "keysheet": 1,
                "name": "d",
                "tables": [
                    {
                        "name": "main",
                        "partition_key": [{"name": "PK"}],
                        "indexes": [{"name": "GSI1", "partition_key": [{"name": "G"}]}],
                        "entities": [
                            {
                                "name": "Order",
                                "attributes": [{"name": "id"}, {"name": "at"}],
                                "overloads": [
                                    {"index": None, "keys": {"PK": "O#{id}"}},
                                    {"index": "GSI1", "when": "at = 'x'", "keys": {"G": "{at}"}},
                                ],
                            }
                        ],
                    }
                ],
                "access_patterns": [
                    {"operation": "Query", "entities": ["Order"], "key": {"PK": "O#{id}"}, "filter": "at > 'a'"}
                ],
            }
        )
    )


def find(parts, kind, name=""):
    return next(part for part in parts.values() if part.kind is kind and (not name or part.name == name))


def test_a_rename_and_an_edit_of_a_template_from_the_same_revision_both_win():
    seen = order_design()
    attribute, overload = find(seen, PartKind.ATTRIBUTE, "id"), find(seen, PartKind.OVERLOAD)
    rename = edits.set_field(seen, attribute.id, "name", "orderId")
    retype = edits.set_field(seen, overload.id, "keys.PK", f"ORDER#{{@{attribute.id}}}")
    design = assembly.design_of(edits.apply(edits.apply(seen, rename), retype))
    entity = design.tables[0].entities[0]
    assert entity.overloads[0].keys == {"PK": "ORDER#{orderId}"}
    assert design.patterns[0].key[0].templates == ("O#{orderId}",)


def test_a_rename_reaches_conditions_too():
    seen = order_design()
    rename = edits.set_field(seen, find(seen, PartKind.ATTRIBUTE, "at").id, "name", "placedAt")
    design = assembly.design_of(edits.apply(seen, rename))
    assert design.tables[0].entities[0].overloads[1].when == "placedAt = 'x'"
    assert design.patterns[0].filter == "placedAt > 'a'"


def test_a_stale_edit_is_refused_with_both_values():
    seen = order_design()
    table = find(seen, PartKind.TABLE)
    theirs = edits.apply(seen, edits.set_field(seen, table.id, "name", "theirs"))
    with pytest.raises(Stale) as refused:
        edits.apply(theirs, edits.set_field(seen, table.id, "name", "yours"))
    assert (refused.value.theirs, refused.value.yours) == ("theirs", "yours")


def test_removing_an_index_takes_its_cells_along_and_undo_brings_them_back():
    seen = order_design()
    removal = edits.removal(seen, find(seen, PartKind.INDEX).id)
    after = edits.apply(seen, removal)
    design = assembly.design_of(after)
    assert design.tables[0].indexes == ()
    assert [overload.index for overload in design.tables[0].entities[0].overloads] == [None]
    assert assembly.design_of(edits.apply(after, edits.undo(after, removal))) == assembly.design_of(seen)


def test_a_late_edit_of_a_removed_part_is_told_so():
    seen = order_design()
    entity = find(seen, PartKind.ENTITY)
    after = edits.apply(seen, edits.removal(seen, entity.id))
    with pytest.raises(Conflict, match="was removed"):
        edits.apply(after, edits.set_field(seen, entity.id, "name", "Late"))


def test_undo_of_a_birth_is_refused_when_somebody_built_on_it():
    seen = order_design()
    entity = find(seen, PartKind.ENTITY)
    birth = [edits.birth(entity)]
    with pytest.raises(Conflict, match="was added to Order since"):
        edits.undo(seen, birth)


def test_undo_leaves_a_field_that_was_changed_since():
    seen = order_design()
    table = find(seen, PartKind.TABLE)
    mine = edits.set_field(seen, table.id, "name", "mine")
    after = edits.apply(seen, mine)
    later = edits.apply(after, edits.set_field(after, table.id, "name", "later"))
    with pytest.raises(Conflict, match="was changed since"):
        edits.undo(later, mine)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        (PartKind.TABLE, "name", 7),
        (PartKind.TABLE, "colour", "x"),
        (PartKind.INDEX, "kind", "LOCAL"),
        (PartKind.OVERLOAD, "keys.PK", {}),
        (PartKind.PATTERN, "per_second", {"average": -1}),
        (PartKind.TABLE, "id", "x"),
        (PartKind.ENTITY, "items", []),
        (PartKind.ITEM, "colour", 1),
    ],
)
def test_an_edit_of_the_wrong_shape_is_refused(kind, field, value):
    with pytest.raises(Invalid):
        assembly.check_field(kind, field, value)


def test_parts_need_a_living_parent():
    with pytest.raises(Missing):
        edits.apply({}, [Delta("x", "", None, {"kind": "table", "parent": ROOT, "fields": {}})])


@given(st.lists(st.integers(0, 30), max_size=40))
def test_there_is_always_room_between_two_positions(picks):
    positions = spread(3)
    for pick in picks:
        at = pick % (len(positions) + 1)
        low = positions[at - 1] if at else ""
        high = positions[at] if at < len(positions) else ""
        positions.insert(at, between(low, high))
    assert positions == sorted(set(positions))
