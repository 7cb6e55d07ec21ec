"""Mutes: of a part, which outlives renames, or of a path; with a reason; and those whose place is gone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.analysis import analyse
from modeler.core.design.model import Mute
from modeler.core.design.mutes import place_finder
from modeler.core.documents import reading
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.builders import DESIGN, ORDERS, pattern, with_pattern
from tests.modeler.core.rules.test_key_rules import CASES as KEY_CASES
from tests.modeler.core.rules.test_pattern_rules import CASES as PATTERN_CASES
from tests.modeler.core.rules.test_schema_rules import CASES as SCHEMA_CASES

RULE = "index.unused"
WRONG = replace(DESIGN, patterns=(ORDERS,))
"""Nothing reads GSI1 and GSI2."""


def muted(design, *mutes):
    """What is hidden of a design with these mutes, as pairs of rule and path."""
    return [(one.rule, one.path) for one in analyse(replace(design, mutes=mutes)).muted]


def renamed(design, old, new):
    """The design with an index under another name."""
    (table,) = design.tables
    indexes = tuple(replace(one, name=new if one.name == old else one.name) for one in table.indexes)
    return replace(design, tables=(replace(table, indexes=indexes),))


def test_a_mute_of_a_part_survives_a_rename():
    by_part = Mute(RULE, "tables.app-main.indexes.GSI1", "later", "i-GSI1")
    by_path = replace(by_part, part="")
    assert muted(WRONG, by_part) == muted(WRONG, by_path) == [(RULE, "tables.app-main.indexes.GSI1")]
    other = renamed(WRONG, "GSI1", "ByStatus")
    assert muted(other, by_part) == [(RULE, "tables.app-main.indexes.ByStatus")]
    assert muted(other, by_path) == []


def test_a_mute_of_a_field_hides_no_other_field():
    wrong = with_pattern(pattern("Query", key=ORDERS.key, filter="colour = 'red'", projection=("shape",)))
    rule = "keys.unknown_attribute"
    both = [(rule, "patterns.P1.filter"), (rule, "patterns.P1.projection")]
    assert muted(wrong, Mute(rule, "", "r", "p-P1", "filter")) == both[:1]
    assert muted(wrong, Mute(rule, "", "r", "p-P1")) == both
    assert muted(wrong, Mute(rule, "", "r", "p-A2")) == []


def test_a_mute_of_one_step_hides_nothing_of_another():
    step = pattern("GetItem", "S", key=ORDERS.key[:1])
    wrong = with_pattern(pattern("TransactGetItems", steps=(step, step)))
    first, second = (one for one in analyse(wrong).findings if one.rule == "pattern.unserved")
    assert (first.part, first.field) == (second.part, second.field)
    mute = Mute(first.rule, first.path, "r", first.part, first.field)
    assert muted(wrong, mute) == [(first.rule, first.path)]


def test_a_mute_without_a_reason_is_not_applied_and_says_so():
    silent = replace(WRONG, mutes=(Mute(RULE, "tables.app-main.indexes.GSI1", "  "),))
    analysis = analyse(silent)
    assert analysis.muted == ()
    (said,) = (one for one in analysis.findings if one.rule == "settings.mute_without_reason")
    assert said.message == (
        "The mute of index.unused at tables.app-main.indexes.GSI1 has no reason, so it is not applied"
    )


@pytest.mark.parametrize(
    ("path", "is_there"),
    [
        ("tables.app-main", True),
        ("tables.app-main.indexes.GSI1", True),
        ("tables.app-main.indexes.GSI9", False),
        ("tables.app-main.entities.Order", True),
        ("tables.app-main.entities.Order.key", True),
        ("tables.app-main.entities.Order.GSI1.when", True),
        ("tables.app-main.entities.Order.attributes.status", True),
        ("tables.app-main.entities.Order.attributes.colour", False),
        ("tables.app-main.entities.Order.items.o-1", True),
        ("tables.app-main.entities.Order.items.o-9", False),
        ("tables.app-main.entities.Orders", False),
        ("tables.app-main.unassigned.u-1", False),
        ("tables.other", False),
        ("tables", True),
        ("patterns.A2", True),
        ("patterns.A2.key.SK", True),
        ("patterns.A2.steps[0].key.SK", True),
        ("patterns.A22", False),
    ],
)
def test_whether_the_place_of_a_path_is_there(path, is_there):
    assert place_finder(DESIGN)(Mute(RULE, path, "r")) is is_there


@pytest.mark.parametrize(
    ("part", "is_there"),
    [("design", True), ("t-main", True), ("a-status", True), ("o-GSI2", True), ("p-A2", True), ("i-GSI9", False)],
)
def test_whether_a_part_is_there_does_not_hang_on_the_path(part, is_there):
    assert place_finder(DESIGN)(Mute(RULE, "tables.gone", "r", part)) is is_there


@pytest.mark.parametrize("wrong", [case[1] for case in (*SCHEMA_CASES, *KEY_CASES, *PATTERN_CASES)])
def test_every_finding_has_a_place_that_is_there(wrong):
    is_there = place_finder(wrong)
    found = analyse(wrong).findings
    assert found
    for one in found:
        assert is_there(Mute(one.rule, one.path, "r")), one.path
        assert is_there(Mute(one.rule, one.path, "r", one.part)), one.part


def test_removing_what_is_gone_keeps_the_other_mutes():
    kept = Mute(RULE, "tables.app-main.indexes.GSI1", "later", "i-GSI1")
    design = replace(DESIGN, mutes=(Mute("index.unused", "", "r", "i-gone"), kept))
    (finding,) = (one for one in analyse(design).findings if one.rule == "settings.mute_without_place")
    assert fixed(design, finding.fixes[0]).mutes == (kept,)


texts = st.text(max_size=6)
mutes = st.builds(Mute, texts, texts, texts, st.sampled_from(["", "i-GSI1", "gone"]), texts)


@given(st.lists(mutes, max_size=4))
def test_mutes_come_back_from_the_document_and_from_the_parts(listed):
    design = replace(DESIGN, mutes=tuple(listed))
    assert reading.load(reading.dump(design)) == design
    assert design_of(parts_of(design)).mutes == design.mutes
    analyse(design)
