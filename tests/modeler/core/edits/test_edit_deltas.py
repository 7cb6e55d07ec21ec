"""Edits as people type them: names become ids, and what was not typed stays."""

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modeler.core.design.parts import ROOT, PartKind
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.edits.changes import apply, same
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Back, Gone, Made, Moved, Typed, typed_of
from modeler.core.edits.shown_fields import shown_field, shown_value
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.examples import examples
from tests.modeler.core.rules.builders import DESIGN
from tests.modeler.core.strategies import designs

PARTS = parts_of(DESIGN)


def after(*edits, parts=PARTS):
    return design_of(apply(parts, typed_change(parts, edits)))


def begun(part, field, value, parts=PARTS):
    """A field as the page was given it, and what was typed."""
    return Typed(part, field, value, parts[part].fields.get(field), shown_value(parts, parts[part], field))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(designs())
def test_what_is_typed_again_changes_nothing(design):
    typed_again(design)


def typed_again(design):
    parts = parts_of(design)
    for part in parts.values():
        for field in part.fields:
            if field in ("position", "removed"):
                continue
            shown = shown_value(parts, part, field)
            typed = Typed(part.id, shown_field(parts, part, field), shown, part.fields[field], shown)
            made = typed_change(parts, [typed])
            assert all(same(one.before, one.after) for one in made), (part, field)
            # One spelling of a field over the wire: what the page is told of it is what it typed.
            assert field in {one.field for one in made}, (part, field)
            assert "@" not in shown_field(parts, part, field) or is_named_so(parts, part, field)


def is_named_so(parts, part, field):
    """Names with @, and references to attributes that no longer exist, have no other spelling."""
    return "@@" in field or any("@" in one.name for one in parts.values()) or shown_field(parts, part, field) == field


@pytest.mark.slow
@pytest.mark.parametrize("example", list(examples()), ids=lambda one: one.key)
def test_the_examples_are_typed_again_without_a_change(example):
    typed_again(example.design)


def test_a_field_of_a_setting_a_key_and_an_item():
    made = after(
        begun("t-main", "settings.billing", "PROVISIONED"),
        begun("p-A2", "limit", 20),
        begun("p-A2", "entities", ["Customer"]),
    )
    assert made.tables[0].is_provisioned
    assert made.patterns[1].limit == 20 or any(one.id == "p-A2" and one.limit == 20 for one in made.patterns)
    assert next(one for one in made.patterns if one.id == "p-A2").entities == ("Customer",)


def test_a_name_that_was_renamed_meanwhile_still_means_the_same():
    overload = next(
        one for one in PARTS.values() if one.kind is PartKind.OVERLOAD and "@" in str(one.fields.get("keys.PK"))
    )
    typed = begun(overload.id, "keys.PK", "X#" + str(shown_value(PARTS, overload, "keys.PK")))
    attribute = str(overload.fields["keys.PK"]).partition("@")[2].partition("}")[0].partition(":")[0]
    renamed = apply(PARTS, typed_change(PARTS, [begun(attribute, "name", "anotherName")]))
    change = typed_change(renamed, [typed])
    assert change[0].after == "X#" + str(overload.fields["keys.PK"])


def test_a_part_is_made_behind_its_sibling_moved_removed_and_brought_back():
    entities = [entity.name for entity in DESIGN.tables[0].entities]
    first = DESIGN.tables[0].entities[0]
    made = after(Made("e-new", "t-main", "entities", {"name": "New"}, after=first.id))
    assert [one.name for one in made.tables[0].entities] == [entities[0], "New", *entities[1:]]
    moved = after(Made("e-new", "t-main", "entities", {"name": "New"}), Moved("e-new"))
    assert [one.name for one in moved.tables[0].entities] == ["New", *entities]
    assert after(Gone(first.id), Back(first.id)) == DESIGN


def test_a_new_pattern_speaks_in_names():
    order = next(one for one in DESIGN.tables[0].entities if one.name == "Order")
    fields = {
        "code": "Z1",
        "table": DESIGN.tables[0].name,
        "operation": "Query",
        "entities": ["Order"],
        "key": {"PK": "CUST#{customerId}"},
    }
    change = typed_change(PARTS, [Made("p-z", ROOT, "access_patterns", fields)])
    stored = change[0].after["fields"]
    assert stored["table"] == "t-main" and stored["entities"] == [order.id]
    assert stored["key.PK"] == "CUST#{@a-customerId}"
    made = next(one for one in design_of(apply(PARTS, change)).patterns if one.id == "p-z")
    assert made.entities == ("Order",)


@pytest.mark.parametrize(
    ("raw", "refusal"),
    [
        ([], "an edit is an object"),
        ({}, "an edit sets, adds, renames a key, moves, removes or restores"),
        ({"put": 3, "field": "name"}, "put of an edit"),
        ({"add": "entities", "to": "t-main", "fields": 4}, "fields of an edit"),
    ],
)
def test_what_is_no_edit_gets_a_sentence(raw, refusal):
    with pytest.raises(Invalid, match=refusal):
        typed_of(raw)


@pytest.mark.parametrize(
    ("edit", "error"),
    [
        (Typed("nowhere", "name", "x"), Missing),
        (Typed("t-main", "position", "x"), Invalid),
        (Typed("e-order", "identity", [3]), Invalid),
        (Made("e-order", "t-main", "entities", {}), Conflict),
        (Made("x", "t-main", "attributes", {}), Invalid),
        (Made("x", "nowhere", "entities", {}), Missing),
        (Gone("nowhere"), Missing),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(edit, error):
    with pytest.raises(error):
        typed_change(PARTS, [edit])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=4),
        lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=4), one, max_size=3),
    )
)
@settings(max_examples=60)
def test_no_value_of_any_shape_is_a_fault_of_ours(value):
    for part, field in (
        ("e-order", "identity"),
        ("p-A2", "key"),
        ("p-A2", "entities"),
        ("p-A2", "set.x"),
        ("t-main", "settings.billing"),
        ("p-A2", "steps"),
    ):
        with contextlib.suppress(Invalid):
            typed_change(PARTS, [Typed(part, field, value)])
