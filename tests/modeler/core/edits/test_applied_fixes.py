"""Fixes applied: to a design, and as a change of its parts."""

import pytest
from hypothesis import HealthCheck, given, settings

from modeler.core.analysis import analyse
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.edits.applied_fixes import fix_change, fixed
from modeler.core.edits.changes import apply
from modeler.core.errors import Invalid, Missing
from modeler.core.fixes import AddPart, Fix, Put, RemovePart, fix_of
from modeler.examples import examples
from tests.modeler.core.rules.builders import DESIGN
from tests.modeler.core.strategies import designs

FIX = Fix(
    "Let Order have a tax",
    (
        AddPart("e-order", "attributes", {"name": "tax", "type": "N"}),
        Put("t-main", "settings.billing", "PROVISIONED"),
        Put("p-A2", "limit", 20),
        RemovePart("a-note"),
    ),
)


def test_a_part_goes_though_patterns_name_entities():
    assert DESIGN.patterns[0].entities == ("Order",)
    after = fixed(DESIGN, Fix("", (RemovePart("a-note"),)))
    assert after.tables[0].entities[1].attribute("note") is None
    assert len(after.tables[0].entities[1].attributes) == 5


def test_all_edits_are_made_and_the_change_makes_the_same():
    after = fixed(DESIGN, FIX)
    order = after.tables[0].entities[1]
    assert str(order.attribute("tax").type) == "N"
    assert after.tables[0].is_provisioned
    assert after.patterns[0].limit == 20
    parts = parts_of(DESIGN)
    assert design_of(apply(parts, fix_change(parts, FIX))) == after


def test_what_is_gone_cannot_be_fixed():
    for edit in (RemovePart("nobody"), Put("nobody", "name", "x"), AddPart("nobody", "attributes", {})):
        with pytest.raises(Missing):
            fixed(DESIGN, Fix("", (edit,)))


def test_a_fix_comes_back_from_its_json():
    assert fix_of(FIX.as_json()) == FIX


def all_fixes(design):
    """Every fix that the rules offer of a design."""
    return [fix for finding in analyse(design).findings for fix in finding.fixes]


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(designs())
def test_every_fix_of_a_rule_can_be_made_of_any_design(design):
    for fix in all_fixes(design):
        assert fix.label
        assert fixed(design, fix) != design, fix


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.design.name)
def test_every_fix_of_the_examples_can_be_made(example):
    for fix in all_fixes(example.design):
        assert fixed(example.design, fix) != example.design, fix


def test_a_step_of_a_pattern_is_set_added_and_removed():
    steps = [{"id": "s1", "operation": "PutItem", "entities": ["Order"]}, {"id": "s2", "operation": "PutItem"}]
    parts = apply(parts_of(DESIGN), fix_change(parts_of(DESIGN), Fix("", (Put("p-A2", "steps", steps),))))
    edits = (
        Put("s1", "condition", "attribute_not_exists(PK)"),
        Put("s1", "set.status", "DONE"),
        AddPart("p-A2", "steps", {"operation": "DeleteItem"}),
        RemovePart("s2"),
    )
    (made,) = [one for one in design_of(apply(parts, fix_change(parts, Fix("", edits)))).patterns if one.id == "p-A2"]
    assert [(str(step.operation), step.condition) for step in made.steps] == [
        ("PutItem", "attribute_not_exists(PK)"),
        ("DeleteItem", ""),
    ]
    assert made.steps[0].set == {"status": "DONE"}


def test_a_fix_of_a_part_with_a_member_of_another_mapping_keeps_the_other_members():
    before = fixed(DESIGN, Fix("", (Put("p-A2", "names", {"#a": "note"}),)))
    after = fixed(before, Fix("", (Put("p-A2", "names.#b", "status"),)))
    assert next(one for one in after.patterns if one.id == "p-A2").names == {"#a": "note", "#b": "status"}


def test_a_new_index_and_its_overloads_come_in_one_fix():
    keys = {"partition_key": [{"name": "GSI9PK"}], "sort_key": [{"name": "GSI9SK"}]}
    overload = {"index": "GSI9", "keys": {"GSI9PK": "ORDER#{orderId}", "GSI9SK": "ORDER"}}
    index = {"name": "GSI9", "kind": "GSI", **keys, "projection": {"type": "ALL"}}
    after = fixed(DESIGN, Fix("", (AddPart("t-main", "indexes", index), AddPart("e-order", "overloads", overload))))
    assert after.tables[0].indexes[-1].name == "GSI9"
    assert after.tables[0].entities[1].overloads[-1].index == "GSI9"


def test_a_value_of_another_shape_is_refused():
    with pytest.raises(Invalid):
        fixed(DESIGN, Fix("", (Put("p-A2", "limit", "many"),)))
