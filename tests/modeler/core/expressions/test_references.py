"""The names in an expression, and renaming that leaves the spelling alone."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from modeler.core.expressions.parse import parse_condition, parse_projection, parse_update
from modeler.core.expressions.printing import print_node
from modeler.core.expressions.references import attribute_names, from_markers, rename, to_markers
from tests.modeler.core.expressions.strategies import NAMES, any_name, conditions, half_typed

IDS = {name: f"id-{place}" for place, name in enumerate(NAMES)}
BACK = {marker: name for name, marker in IDS.items()}


def test_the_names_of_an_expression_are_its_top_level_attributes():
    node = parse_condition("b.a = 'x' AND size(c) > :p OR #d = b")
    assert attribute_names(node, {"#d": "data"}) == ("b", "c", "data")
    assert attribute_names(parse_update("SET a = if_not_exists(b, c) REMOVE d[0]")) == ("a", "b", "c", "d")
    assert attribute_names(parse_projection("a, b.c, a.d")) == ("a", "b")


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("status  =  'status'", "state  =  'status'"),
        ("attribute_exists( status ) and x.status=1", "attribute_exists( state ) and x.status=1"),
        ('"status" = 1', '"state" = 1'),
        ("status(x) = STATUS", "status(x) = STATUS"),
        (":status = #status", ":status = #status"),
        ("status = 'stat", "state = 'stat"),
        ("((status <", "((state <"),
        ("", ""),
    ],
)
def test_a_rename_touches_the_name_only(text, renamed):
    assert rename(text, {"status": "state"}) == renamed


def test_a_new_name_is_quoted_where_it_must_be():
    assert rename("a = b", {"a": "State#Date", "b": "and"}) == '"State#Date" = "and"'


def test_names_can_change_places():
    assert rename("a = b.a", {"a": "b", "b": "a"}) == "b = a.a"


def test_a_stored_condition_speaks_of_ids():
    stored = to_markers("status = 'OPEN' AND \"qty\" < threshold", {"status": "7", "qty": "8"})
    assert stored == "{@7} = 'OPEN' AND \"{@8}\" < threshold"
    assert from_markers(stored, {"7": "state", "8": "amount"}) == "state = 'OPEN' AND \"amount\" < threshold"
    assert from_markers(stored, {"8": "x#y"}) == "{@7} = 'OPEN' AND \"x#y\" < threshold"


@given(half_typed | conditions.map(print_node) | st.text())
def test_markers_bring_back_the_very_text(text):
    assume("{@" not in text)
    assert from_markers(to_markers(text, IDS), BACK) == text


@given(conditions, any_name)
def test_a_rename_is_what_it_is_on_the_nodes(node, new):
    old = attribute_names(node)[:1]
    assume(old and new not in attribute_names(node))
    text = rename(print_node(node), {old[0]: new})
    expected = tuple(new if name == old[0] else name for name in attribute_names(node))
    assert attribute_names(parse_condition(text)) == expected
    assert parse_condition(rename(text, {new: old[0]})) == node


@given(half_typed | st.text(), st.sampled_from(NAMES))
def test_after_a_rename_the_old_name_is_gone_from_any_text(text, name):
    renamed = rename(text, {name: "fresh"})
    assert rename(renamed, {name: "other"}) == renamed
    assert rename(text, {}) == text
