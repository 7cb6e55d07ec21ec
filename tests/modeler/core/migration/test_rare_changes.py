"""Changes that are rare, and what their plans and codes say: replicas, TTL by another attribute, types, splits."""

from dataclasses import replace

import pytest
from hypothesis import given

from modeler.core.migration import ChangeEffect, coded_changes, plan
from modeler.core.migration.steps import StepAction
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.migration.changes import BY_ATTRIBUTES, GSI3, SESSION, sessions
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    CUSTOMER,
    DESIGN,
    ITEMS,
    OPEN,
    ORDER,
    attribute,
    gsi,
    key,
    overload,
    with_attribute,
    with_index,
    with_settings,
    with_table,
)
from tests.modeler.core.strategies import designs


def codes(before, after):
    return {one.code.id: one for one in coded_changes(before, after)}


def test_replicas_change_one_after_the_other_and_the_new_ones_come_first():
    before, after = with_settings(replicas=["eu-west-1"]), with_settings(replicas=["us-west-2", "ap-south-1"])
    steps = plan(before, after).steps
    assert [(step.do, step.settings) for step in steps] == [
        ("Add the replica of app-main in us-west-2", {"replicas": ["eu-west-1", "us-west-2"]}),
        ("Add the replica of app-main in ap-south-1", {"replicas": ["eu-west-1", "us-west-2", "ap-south-1"]}),
        ("Remove the replica of app-main in eu-west-1", {"replicas": ["us-west-2", "ap-south-1"]}),
    ]
    assert steps[0].gate == "the replica in us-west-2 is ACTIVE"
    assert plan(after, with_settings()).steps[-1].settings == {"replicas": None}
    assert len({step.fingerprint for step in steps}) == len(steps)


def test_replicas_in_another_order_are_no_change():
    one, other = with_settings(replicas=["eu-west-1", "us-west-2"]), with_settings(replicas=["us-west-2", "eu-west-1"])
    assert coded_changes(one, other) == ()
    assert plan(one, other).steps == ()


def expiring(name):
    """Sessions whose TTL attribute has this name."""
    attributes = tuple(replace(one, name=name) if one.name == "expires" else one for one in SESSION.attributes)
    return sessions(ttl=name, entities=(replace(SESSION, attributes=attributes),))


def test_ttl_by_another_name_begins_when_stored_items_have_it_and_ends_by_the_old_one_not_before():
    steps = plan(expiring("expires"), expiring("expiresAt")).steps
    filled = next(n for n, step in enumerate(steps) if step.action is StepAction.BACKFILL)
    off, on = (
        [n for n, step in enumerate(steps) if step.settings == {"ttl_attribute": name}] for name in (None, "expiresAt")
    )
    removed = next(n for n, step in enumerate(steps) if step.action is StepAction.DRAIN)
    assert filled < off[0] < on[0] < removed, [step.do for step in steps]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (attribute("note", "N"), "note as S and as N"),
        (attribute("orderDate", format="iso"), "orderDate in the format date and in the format iso"),
        (attribute("note", format="text", key_only=True), "note as an attribute of its own and as a part of a key"),
    ],
)
def test_readers_that_meet_both_forms_of_an_attribute_are_told_in_the_plan(changed, said):
    after = with_attribute(replace(changed, id=f"a-{changed.name}"))
    (step,) = (step for step in plan(DESIGN, after).steps if step.do.startswith("Let every read"))
    assert step.action is StepAction.PREPARE
    assert f"accept {said}" in step.do
    assert "A2" in step.patterns


def test_the_values_that_a_copy_converts_are_told_in_the_plan():
    as_text = tuple(replace(one, type=AttributeType.S) if one.name == "expires" else one for one in SESSION.attributes)
    after = sessions("sessions", ttl="", entities=(replace(SESSION, attributes=as_text),))
    said = [step.do for step in plan(sessions(), after).steps]
    assert any(one.startswith("Convert expires from N to S in each copy of Session") for one in said)
    assert not any("as N and as S" in one for one in said)


@pytest.mark.slow
@given(designs(), designs())
def test_a_plan_without_steps_is_of_a_change_that_breaks_nothing(before, after):
    if not plan(before, after).steps:
        broken = [one for one in coded_changes(before, after) if one.effect is not ChangeEffect.NONE]
        assert [one.code.id for one in broken if _is_stored(before, one)] == []


def _is_stored(before, one):
    """Whether the change is of a table, or of an entity of which items can be stored."""
    table = before.table(one.difference.table)
    entity = table.entity(one.difference.entity) if table and one.difference.entity else None
    return entity is None or entity.count != 0


def test_stored_items_that_a_new_index_lists_by_itself_are_not_only_future_ones():
    order = replace(ORDER, overloads=(BASE, BY_STATUS, OPEN))
    after = replace(BY_ATTRIBUTES, tables=(replace(BY_ATTRIBUTES.tables[0], entities=(CUSTOMER, order)),))
    found = codes(DESIGN, after)
    assert "change.index_entry_of_future_items" not in found
    assert found["change.index_entry_built"].effect is ChangeEffect.NONE
    assert "change.index_entry_missing" in codes(DESIGN, GSI3)


OPEN_ORDER = replace(
    ORDER,
    id="e-open",
    name="OpenOrder",
    attributes=tuple(replace(one, id=f"{one.id}-open") for one in ORDER.attributes),
    overloads=(replace(overload(None, PK="CUST#{customerId}", SK="OPEN#{orderDate}#{orderId}"), id="o-open-base"),),
    items=ITEMS[:1],
)


def test_an_entity_that_is_split_needs_a_backfill_and_a_step():
    after = with_table(entities=(CUSTOMER, replace(ORDER, items=ITEMS[1:]), OPEN_ORDER))
    (split,) = (one for name, one in codes(DESIGN, after).items() if name == "change.entity_split")
    assert split.effect is ChangeEffect.BACKFILL
    assert "OpenOrder takes stored items of Order" in split.difference.message
    first = plan(DESIGN, after).steps[0]
    assert first.do.startswith("Write the stored items of Order that become OpenOrder as OpenOrder")
    assert first.entities == ("OpenOrder",)


def test_an_index_of_several_attributes_needs_those_that_are_new():
    after = with_index(gsi("GSI3", (*key("status"), *key("region")), (*key("total", "N"), *key("orderId"))))
    assert "change.index_added" in codes(DESIGN, after)
