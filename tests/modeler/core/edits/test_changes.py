"""Laws of changes: apply, invert, undo, stale. docs/glossary.md#changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.ordering import between, spread
from modeler.core.design.parts import ROOT, PartKind
from modeler.core.documents import parts_codec, reading
from modeler.core.edits import changes
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, Invalid, Missing, Stale
from tests.modeler.core import strategies


@pytest.mark.slow
@given(strategies.design_documents())
def test_a_document_comes_back_as_it_went(document):
    design = reading.from_document(document)
    assert reading.load(reading.dump(design)) == design


@pytest.mark.slow
@given(strategies.designs())
def test_a_design_survives_being_taken_apart(design):
    assert parts_codec.design_of(parts_codec.parts_of(design)) == design


@given(strategies.designs())
def test_births_make_the_design_and_their_inverse_unmakes_it(design):
    parts = parts_codec.parts_of(design)
    births = changes.births(parts)
    assert changes.apply({}, births) == parts
    assert changes.apply(parts, changes.invert(births)) == {}


@given(strategies.designs())
def test_every_field_of_a_design_has_the_shape_that_an_edit_must_have(design):
    for part in parts_codec.parts_of(design).values():
        for field, value in part.fields.items():
            parts_codec.check_field(part.kind, field, value)


@given(strategies.designs(), st.data())
def test_a_change_and_its_inverse_cancel(design, data):
    parts = parts_codec.parts_of(design)
    part = data.draw(st.sampled_from(sorted(parts)))
    field = data.draw(st.sampled_from(["name", "description", "position"]))
    change = changes.set_field(parts, part, field, data.draw(st.sampled_from(["x", "y", None])))
    after = changes.apply(parts, change)
    assert changes.apply(after, changes.invert(change)) == parts
    assert changes.undo(after, change) == changes.invert(change)


def order_design():
    return parts_codec.parts_of(
        reading.from_document(
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
    rename = changes.set_field(seen, attribute.id, "name", "orderId")
    retype = changes.set_field(seen, overload.id, "keys.PK", f"ORDER#{{@{attribute.id}}}")
    design = parts_codec.design_of(changes.apply(changes.apply(seen, rename), retype))
    entity = design.tables[0].entities[0]
    assert entity.overloads[0].keys == {"PK": "ORDER#{orderId}"}
    assert design.patterns[0].key[0].templates == ("O#{orderId}",)


def test_a_rename_reaches_conditions_too():
    seen = order_design()
    rename = changes.set_field(seen, find(seen, PartKind.ATTRIBUTE, "at").id, "name", "placedAt")
    design = parts_codec.design_of(changes.apply(seen, rename))
    assert design.tables[0].entities[0].overloads[1].when == "placedAt = 'x'"
    assert design.patterns[0].filter == "placedAt > 'a'"


def test_a_stale_edit_is_refused_with_both_values():
    seen = order_design()
    table = find(seen, PartKind.TABLE)
    theirs = changes.apply(seen, changes.set_field(seen, table.id, "name", "theirs"))
    with pytest.raises(Stale) as refused:
        changes.apply(theirs, changes.set_field(seen, table.id, "name", "yours"))
    assert (refused.value.theirs, refused.value.yours) == ("theirs", "yours")


def test_removing_an_index_takes_its_cells_along_and_undo_brings_them_back():
    seen = order_design()
    removal = changes.removal(seen, find(seen, PartKind.INDEX).id)
    after = changes.apply(seen, removal)
    design = parts_codec.design_of(after)
    assert design.tables[0].indexes == ()
    assert [overload.index for overload in design.tables[0].entities[0].overloads] == [None]
    assert parts_codec.design_of(changes.apply(after, changes.undo(after, removal))) == parts_codec.design_of(seen)


def test_a_late_edit_of_a_removed_part_is_told_so():
    seen = order_design()
    entity = find(seen, PartKind.ENTITY)
    after = changes.apply(seen, changes.removal(seen, entity.id))
    with pytest.raises(Conflict, match="was removed"):
        changes.apply(after, changes.set_field(seen, entity.id, "name", "Late"))


def test_undo_of_a_birth_is_refused_when_somebody_built_on_it():
    seen = order_design()
    entity = find(seen, PartKind.ENTITY)
    birth = [changes.birth(entity)]
    with pytest.raises(Conflict, match="was added to entity Order since"):
        changes.undo(seen, birth)


def test_undo_leaves_a_field_that_was_changed_since():
    seen = order_design()
    table = find(seen, PartKind.TABLE)
    mine = changes.set_field(seen, table.id, "name", "mine")
    after = changes.apply(seen, mine)
    later = changes.apply(after, changes.set_field(after, table.id, "name", "later"))
    with pytest.raises(Conflict, match="was changed since"):
        changes.undo(later, mine)


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
        parts_codec.check_field(kind, field, value)


def test_parts_need_a_living_parent():
    with pytest.raises(Missing):
        changes.apply({}, [Delta("x", "", None, {"kind": "table", "parent": ROOT, "fields": {}})])


def test_a_part_needs_a_kind_that_there_is():
    for raw in ({"kind": "column", "parent": ROOT}, {"parent": ROOT}):
        with pytest.raises(Invalid, match="a new part needs a kind"):
            changes.apply(order_design(), [Delta("x", "", None, raw)])


def test_a_delta_comes_back_from_the_log():
    delta = Delta("t1", "name", "a", {"b": [1]})
    assert Delta.from_json(delta.as_json()) == delta
    assert delta.inverse.as_json() == ["t1", "name", {"b": [1]}, "a"]


def test_nothing_is_edited_removed_or_set_that_is_not_there():
    seen = order_design()
    for attempt in (
        lambda: changes.apply(seen, [Delta("gone", "name", None, "x")]),
        lambda: changes.apply(seen, [Delta("gone", "", {"kind": "table"}, None)]),
        lambda: changes.set_field(seen, "gone", "name", "x"),
        lambda: changes.removal(seen, "gone"),
    ):
        with pytest.raises(Missing, match="no longer exists"):
            attempt()


def test_a_part_is_born_once_and_dies_as_it_was():
    seen = order_design()
    table, pattern = find(seen, PartKind.TABLE), find(seen, PartKind.PATTERN)
    with pytest.raises(Conflict, match="exists already"):
        changes.apply(seen, [changes.birth(table)])
    with pytest.raises(Conflict, match="table main is no longer empty"):
        changes.apply(seen, [changes.birth(table).inverse])
    with pytest.raises(Stale, match="access pattern was changed meanwhile"):
        changes.apply(seen, [Delta(pattern.id, "", {**changes.whole(pattern), "fields": {}}, None)])
    assert pattern.id not in changes.apply(seen, [changes.birth(pattern).inverse])


def test_what_is_removed_is_not_removed_again():
    seen = order_design()
    index = find(seen, PartKind.INDEX)
    overload = next(p for p in seen.values() if p.kind is PartKind.OVERLOAD and p.fields.get("index") == index.id)
    once = changes.apply(seen, changes.removal(seen, overload.id))
    assert changes.removal(once, overload.id) == ()
    assert [delta.part for delta in changes.removal(once, index.id)] == [index.id]


def test_a_value_that_is_there_already_is_no_edit_but_true_is_not_1():
    seen = order_design()
    table = find(seen, PartKind.TABLE).id
    held = changes.apply(seen, changes.set_field(seen, table, "settings.ttl", {"on": True, "list": [1, {"a": 2}]}))
    assert changes.set_field(held, table, "settings.ttl", {"list": [1, {"a": 2}], "on": True}) == ()
    for other in (
        {"on": 1, "list": [1, {"a": 2}]},
        {"on": True, "list": [1]},
        {"on": True},
        {"on": True, "list": [2, {"a": 2}]},
    ):
        assert len(changes.set_field(held, table, "settings.ttl", other)) == 1


def test_a_change_tells_what_it_touches_once():
    assert list(changes.touched([Delta("b", "x", 1, 2), Delta("a", "x", 1, 2), Delta("b", "y", 1, 2)])) == ["b", "a"]


def test_undo_does_not_bring_back_what_is_there_nor_take_what_is_gone():
    seen = order_design()
    pattern = find(seen, PartKind.PATTERN)
    death = [changes.birth(pattern).inverse]
    with pytest.raises(Conflict, match="exists again") as refused:
        changes.undo(seen, death)
    assert refused.value.code == "undo.exists"
    gone = changes.apply(seen, death)
    assert changes.apply(gone, changes.undo(gone, death)) == seen
    with pytest.raises(Conflict, match="no longer exists") as refused:
        changes.undo(gone, changes.set_field(seen, pattern.id, "name", "x"))
    assert refused.value.code == "undo.gone"


def test_undo_of_a_birth_takes_only_what_is_as_it_was_born():
    seen = order_design()
    pattern = find(seen, PartKind.PATTERN)
    edited = changes.apply(seen, changes.set_field(seen, pattern.id, "name", "Later"))
    with pytest.raises(Conflict, match="Later was changed since; undo that first"):
        changes.undo(edited, [changes.birth(pattern)])
    whole = changes.births(seen)
    assert changes.apply(seen, changes.undo(seen, whole)) == {}


def test_undo_of_an_edit_waits_until_its_part_is_restored():
    seen = order_design()
    entity = find(seen, PartKind.ENTITY)
    change = changes.set_field(seen, entity.id, "name", "Purchase")
    after = changes.apply(seen, change)
    removed = changes.apply(after, changes.removal(after, entity.id))
    with pytest.raises(Conflict, match="Purchase was removed since; restore it first"):
        changes.undo(removed, change)


def test_between_two_positions_in_the_wrong_order_there_is_nothing():
    with pytest.raises(ValueError, match="is not before"):
        between("B", "A")


@pytest.mark.parametrize("count", [0, 1, 30, 31, 2000])
def test_a_fresh_list_of_any_length_is_in_order(count):
    positions = spread(count)
    assert len(set(positions)) == count
    assert positions == sorted(positions)
    assert not any(position.endswith("0") for position in positions)


@given(st.lists(st.integers(0, 30), max_size=40))
def test_there_is_always_room_between_two_positions(picks):
    positions = spread(3)
    for pick in picks:
        at = pick % (len(positions) + 1)
        low = positions[at - 1] if at else ""
        high = positions[at] if at < len(positions) else ""
        positions.insert(at, between(low, high))
    assert positions == sorted(set(positions))
