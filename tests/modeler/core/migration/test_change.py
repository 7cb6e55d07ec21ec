"""Fixes of a plan and of a design, and what a plan is asked."""

from dataclasses import replace

import pytest

from modeler.core.design.model import Mute
from modeler.core.errors import Missing
from modeler.core.fixes import AddPart, Fix, Put, RemovePart
from modeler.core.migration.change import DesignPair, fixed_change
from modeler.core.migration.planning import plan
from modeler.core.migration.rules import analyse_change
from modeler.core.migration.steps import PLAN, MigrationPlan
from tests.modeler.core.migration.changes import COUNT3, CREATE3, FILL3, GSI3, READ3
from tests.modeler.core.rules.builders import (
    DESIGN,
    ORDER_ATTRIBUTES,
    gsi,
    overload,
    with_base,
    with_index,
    with_order,
    with_table,
)

STEPS = MigrationPlan((replace(CREATE3, id="s1"), replace(FILL3, id="s2"), replace(COUNT3, id="s3")))


def apply(*edits, steps=STEPS):
    return fixed_change(GSI3, steps, Fix("test", edits))


def test_an_edit_of_a_step_is_one_of_the_plan():
    after, made = apply(Put("s2", "backfill.units_per_second", 50.0), Put("s1", "settings.billing", "PROVISIONED"))
    assert after is GSI3
    assert made.steps[1].backfill.units_per_second == 50
    assert made.steps[0].settings == {"billing": "PROVISIONED"}
    assert apply(Put("s3", "gate", "counted"))[1].steps[2].gate == "counted"
    assert apply(Put(PLAN, "steps", []))[1].steps == ()


def test_a_step_is_removed():
    assert [step.id for step in apply(RemovePart("s2"))[1].steps] == ["s1", "s3"]


def test_an_edit_of_a_part_is_one_of_the_design():
    after, made = apply(Put("i-GSI3", "reserve", False))
    assert made is STEPS
    assert not after.tables[0].index("GSI3").reserve


def test_both_at_once():
    after, made = apply(Put("i-GSI3", "reserve", False), RemovePart("s3"))
    assert len(made.steps) == 2
    assert not after.tables[0].index("GSI3").reserve


def test_what_is_not_there_is_said():
    with pytest.raises(Missing):
        apply(Put("s9", "gate", "x"))
    with pytest.raises(Missing):
        apply(AddPart("s1", "steps", {}))


def test_without_a_plan_a_fix_makes_one():
    (finding,) = (one for one in analyse_change(DESIGN, GSI3) if one.rule == "migrate.gsi_needs_backfill")
    after, made = fixed_change(GSI3, None, finding.fixes[0])
    assert after is GSI3
    assert made.as_json() == [
        {name: value for name, value in step.items() if name != "work"} for step in plan(DESIGN, GSI3).as_json()
    ]


def test_findings_come_the_gravest_first_and_muted_ones_not():
    after = with_index(gsi("GSI3"), gsi("GSI4"))
    after = replace(
        after, tables=(replace(after.tables[0], entities=with_base(PK="X#{orderId}", SK="M").tables[0].entities),)
    )
    found = analyse_change(DESIGN, after)
    assert [one.rule for one in found] == ["migrate.two_gsi_changes", "migrate.key_changed"]
    muted = replace(after, mutes=(Mute(found[1].rule, found[1].path, "we know"),))
    assert [one.rule for one in analyse_change(DESIGN, muted)] == ["migrate.two_gsi_changes"]


def test_the_specific_rule_hides_the_general():
    cells = "DAY#{{orderDate}}#{{orderId:shard({})}}"
    before, after = (with_base(PK=cells.format(n), SK="{orderId}") for n in (10, 20))
    assert [one.rule for one in analyse_change(before, after)] == ["migrate.shard_count_changed"]


def test_the_index_of_a_step_may_have_another_name_for_a_while():
    after = with_table(indexes=(gsi("GSI1", projection="KEYS_ONLY"), gsi("GSI2")))
    made = plan(DESIGN, after)
    change = DesignPair(DESIGN, after, made)
    assert change.index_of(made.steps[0]) is after.tables[0].index("GSI1")
    assert change.index_of(replace(READ3, table="nowhere")) is None
    assert change.index_of(replace(READ3, index="")) is None


def test_an_untitled_table_has_no_room_for_a_fix():
    lost = replace(FILL3, table="nowhere", backfill=replace(FILL3.backfill, condition="", units_per_second=None))
    found = analyse_change(DESIGN, DESIGN, MigrationPlan((replace(lost, id="s1"),)))
    assert sorted(one.rule for one in found) == ["migrate.backfill_not_idempotent", "migrate.backfill_unthrottled"]
    assert [one.fixes for one in found] == [(), ()]


def test_a_step_that_is_put_in_gets_an_id_of_its_own():
    named_like_ours = MigrationPlan(tuple(replace(COUNT3, id=f"step-{number}") for number in range(1, 5)))
    (finding,) = (
        one for one in analyse_change(DESIGN, GSI3, named_like_ours) if one.rule == "migrate.gsi_needs_backfill"
    )
    _, made = fixed_change(GSI3, named_like_ours, finding.fixes[0])
    assert len({step.id for step in made.steps}) == len(made.steps) == 7


def test_a_shard_count_under_other_names_is_not_put_back():
    def sharded(name, count):
        attributes = tuple(replace(one, name=name) if one.id == "a-customerId" else one for one in ORDER_ATTRIBUTES)
        cell = overload(None, PK=f"C#{{{name}}}#{{orderId:shard({count})}}", SK="{orderId}")
        return with_order(attributes=attributes, overloads=(cell,))

    (finding,) = analyse_change(sharded("customerId", 4), sharded("buyerId", 8))
    assert finding.rule == "migrate.shard_count_changed"
    assert [fix.label for fix in finding.fixes] == ["Use the plan that Keysheet proposes"]
