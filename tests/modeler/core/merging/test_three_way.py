"""A three-way merge: what each side changed, what conflicts, and what happens to removed parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.parts import ROOT, Part, PartKind, living
from modeler.core.edits.changes import apply, births, set_field, undo
from modeler.core.edits.differences import differences
from modeler.core.errors import Invalid
from modeler.core.merging import REMOVED, Side, three_way
from tests.strategies import edit_logs, single_changes

MAIN, BRANCH = Side.MAIN, Side.BRANCH


def begun():
    """One table with a GSI, an entity with an attribute and two overloads, and a pattern."""
    made = [
        Part(ROOT, PartKind.DESIGN, "", {"name": "Shop"}),
        Part("t", PartKind.TABLE, ROOT, {"name": "app", "position": "1"}),
        Part("i", PartKind.INDEX, "t", {"name": "GSI1", "position": "1"}),
        Part("e", PartKind.ENTITY, "t", {"name": "Order", "position": "1", "count": 5}),
        Part("a", PartKind.ATTRIBUTE, "e", {"name": "status", "type": "S", "position": "1"}),
        Part("o", PartKind.OVERLOAD, "e", {"position": "1", "keys.PK": "ORDER#{@a}"}),
        Part("g", PartKind.OVERLOAD, "e", {"position": "2", "index": "i", "keys.GSI1PK": "{@a}"}),
        Part("p", PartKind.PATTERN, ROOT, {"name": "Orders", "position": "1"}),
    ]
    return {part.id: part for part in made}


def edited(parts, part, field, value):
    return apply(parts, set_field(parts, part, field, value))


def without(parts, *gone):
    return living({**parts, **{one: Part(one, parts[one].kind, parts[one].parent, {"removed": True}) for one in gone}})


def with_part(parts, part_id, kind, parent, **fields):
    return {**parts, part_id: Part(part_id, kind, parent, fields)}


def told(merge):
    return [(one.part, one.field, one.before, one.main, one.branch) for one in merge.conflicts]


def test_each_side_keeps_what_it_alone_changed():
    base = begun()
    merge = three_way(base, edited(base, "e", "count", 9), edited(base, "e", "name", "Purchase"))
    assert merge.conflicts == ()
    assert merge.parts["e"].fields == {"name": "Purchase", "position": "1", "count": 9}


def test_the_same_change_on_both_sides_is_no_conflict():
    base = begun()
    assert three_way(base, edited(base, "e", "count", 9), edited(base, "e", "count", 9)).conflicts == ()


def test_a_field_that_both_changed_is_a_conflict_with_both_values_and_the_one_before():
    base = begun()
    main, branch = edited(base, "e", "count", 9), edited(base, "e", "count", 7)
    assert told(three_way(base, main, branch)) == [("e", "count", 5, 9, 7)]


@pytest.mark.parametrize(
    ("choices", "count", "left"), [({}, 9, 1), ({("e", "count"): MAIN}, 9, 0), ({("e", "count"): BRANCH}, 7, 0)]
)
def test_the_main_lines_value_stays_until_somebody_chooses(choices, count, left):
    base = begun()
    merge = three_way(base, edited(base, "e", "count", 9), edited(base, "e", "count", 7), choices)
    assert merge.parts["e"].fields["count"] == count
    assert len(merge.open) == left
    assert len(merge.conflicts) == 1


def test_true_is_not_one():
    base = begun()
    main, branch = edited(base, "e", "live", True), edited(base, "e", "live", 1)
    assert told(three_way(base, main, branch)) == [("e", "live", None, True, 1)]


def test_members_of_a_mapping_do_not_conflict():
    base = begun()
    merge = three_way(base, edited(base, "g", "keys.GSI1SK", "{@b}"), edited(base, "g", "keys.GSI1PK", "X#{@a}"))
    assert merge.conflicts == ()
    assert merge.parts["g"].fields["keys.GSI1PK"] == "X#{@a}"
    assert merge.parts["g"].fields["keys.GSI1SK"] == "{@b}"


def test_an_order_that_both_changed_is_the_main_lines():
    base = begun()
    merge = three_way(base, edited(base, "e", "position", "3"), edited(base, "e", "position", "2"))
    assert merge.conflicts == ()
    assert merge.parts["e"].position == "3"


def test_what_one_side_removed_and_the_other_left_alone_goes():
    base = begun()
    assert three_way(base, base, without(base, "e")).parts.keys() == {ROOT, "t", "i", "p"}
    assert three_way(base, without(base, "e"), base).parts.keys() == {ROOT, "t", "i", "p"}


@pytest.mark.parametrize("change", [("e", "count", 6), ("a", "type", "N")])
def test_a_part_that_one_side_removed_and_the_other_edited_is_one_conflict(change):
    base = begun()
    gone, kept = without(base, "e"), edited(base, *change)
    assert told(three_way(base, gone, kept)) == [("e", REMOVED, None, True, None)]
    assert told(three_way(base, kept, gone)) == [("e", REMOVED, None, None, True)]


def test_whoever_is_chosen_the_part_goes_or_stays_whole():
    base = begun()
    gone, kept = without(base, "e"), edited(base, "a", "type", "N")
    stays = three_way(base, gone, kept, {("e", REMOVED): BRANCH})
    assert stays.parts["a"].fields["type"] == "N"
    assert stays.parts.keys() == base.keys()
    goes = three_way(base, gone, kept, {("e", REMOVED): MAIN})
    assert goes.parts.keys() == {ROOT, "t", "i", "p"}


def test_an_attribute_that_is_added_to_a_removed_entity_is_a_conflict_of_the_entity():
    base = begun()
    more = with_part(base, "new", PartKind.ATTRIBUTE, "e", name="total")
    merge = three_way(base, without(base, "e"), more)
    assert told(merge) == [("e", REMOVED, None, True, None)]
    assert "new" not in merge.parts
    assert "new" in three_way(base, without(base, "e"), more, {("e", REMOVED): BRANCH}).parts


def test_an_overload_that_is_added_to_a_removed_index_is_a_conflict_of_the_index():
    base = begun()
    gone = without(base, "i", "g")
    more = with_part(base, "new", PartKind.OVERLOAD, "e", index="i")
    assert told(three_way(base, gone, more)) == [("i", REMOVED, None, True, None)]
    assert "new" not in three_way(base, gone, more).parts
    kept = three_way(base, gone, more, {("i", REMOVED): BRANCH}).parts
    assert {"i", "g", "new"} <= kept.keys()


def test_new_parts_of_both_sides_are_both_there():
    base = begun()
    main = with_part(base, "m", PartKind.ENTITY, "t", name="Cart")
    branch = with_part(base, "b", PartKind.ENTITY, "t", name="Cart")
    assert {"m", "b"} <= three_way(base, main, branch).parts.keys()


def test_one_id_for_two_new_parts_is_merged_field_by_field():
    base = begun()
    main = with_part(base, "n", PartKind.ENTITY, "t", name="Cart", count=1)
    branch = with_part(base, "n", PartKind.ENTITY, "t", name="Basket", count=1)
    assert told(three_way(base, main, branch)) == [("n", "name", None, "Cart", "Basket")]


def test_one_id_for_parts_of_two_kinds_is_refused():
    base = begun()
    main = with_part(base, "n", PartKind.ENTITY, "t", name="Cart")
    branch = with_part(base, "n", PartKind.INDEX, "t", name="GSI2")
    with pytest.raises(Invalid, match="different id"):
        three_way(base, main, branch)


def test_an_overload_of_an_index_that_was_never_there_stays():
    base = with_part(begun(), "odd", PartKind.OVERLOAD, "e", index="nowhere")
    assert "odd" in three_way(base, base, base).parts


@st.composite
def sides(draw):
    """A design, and two states that edits made of it."""
    base = draw(edit_logs(most=5)).parts
    return base, _edited(draw, base, "m"), _edited(draw, base, "b")


def _edited(draw, parts, name):
    for number in range(draw(st.integers(0, 5))):
        parts = apply(parts, draw(single_changes(parts, f"{name}{number}")))
    return parts


def seen(three):
    return tuple(living(parts) for parts in three)


def but_for_order(parts):
    return {
        one.id: (one.kind, one.parent, {k: v for k, v in one.fields.items() if k != "position"})
        for one in parts.values()
    }


@given(sides())
def test_a_side_without_changes_takes_the_other_sides(three):
    base, main, branch = seen(three)
    assert three_way(base, base, branch) == three_way(base, branch, base)
    assert three_way(base, base, branch).parts == branch
    assert three_way(base, main, base).parts == main
    assert three_way(base, main, base).conflicts == ()


@given(sides())
def test_sides_that_touch_nothing_in_common_merge_to_both_changes_in_either_order(three):
    base, main, branch = seen(three)
    to_main, to_branch = differences(base, main), differences(base, branch)
    merge = three_way(base, main, branch)
    if merge.conflicts or {one.part for one in to_main} & {one.part for one in to_branch}:
        return
    there = living(apply(living(apply(base, to_branch)), to_main)) if _lives(base, to_branch, to_main) else None
    back = living(apply(living(apply(base, to_main)), to_branch)) if _lives(base, to_main, to_branch) else None
    assert there is None or but_for_order(there) == but_for_order(merge.parts)
    assert back is None or but_for_order(back) == but_for_order(merge.parts)


def _lives(base, first, second):
    """Whether everything that the second change edits or builds on is still there after the first."""
    left = living(apply(base, first))
    return all(one.part in left or (one.field == "" and one.after["parent"] in left) for one in second)


@given(sides())
def test_the_sides_can_be_exchanged(three):
    base, main, branch = seen(three)
    one, other = three_way(base, main, branch), three_way(base, branch, main)
    assert {(c.part, c.field, c.before) for c in one.conflicts} == {
        (c.part, c.field, c.before) for c in other.conflicts
    }
    chosen = {(c.part, c.field): MAIN for c in one.conflicts}
    exchanged = dict.fromkeys(chosen, BRANCH)
    left, right = three_way(base, main, branch, chosen).parts, three_way(base, branch, main, exchanged).parts
    assert but_for_order(left) == but_for_order(right)


@given(sides(), st.sampled_from(Side))
def test_a_side_that_is_chosen_throughout_loses_nothing(three, side):
    base, main, branch = seen(three)
    choices = {(one.part, one.field): side for one in three_way(base, main, branch).conflicts}
    merge = three_way(base, main, branch, choices)
    assert merge.open == ()
    mine = {MAIN: main, BRANCH: branch}[side]
    for part in mine.values():
        before = base.get(part.id)
        for field, value in part.fields.items():
            if before is None or (before.fields.get(field) != value and field != "position"):
                assert merge.parts[part.id].fields.get(field) == value or field == "position"


@given(sides(), st.data())
def test_a_merged_design_has_no_part_without_its_parent(three, data):
    base, main, branch = seen(three)
    places = [(one.part, one.field) for one in three_way(base, main, branch).conflicts]
    choices = {place: data.draw(st.sampled_from(Side)) for place in places}
    parts = three_way(base, main, branch, choices).parts
    assert all(not part.parent or part.parent in parts for part in parts.values())
    assert apply({}, births(parts)) == parts


@given(sides())
def test_merged_then_reverted_is_the_state_before(three):
    base, main, branch = seen(three)
    change = differences(three[1], three_way(base, main, branch).parts)
    merged = apply(three[1], change)
    assert apply(merged, undo(merged, change)) == three[1]
