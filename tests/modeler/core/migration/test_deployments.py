"""The deployments of a plan: one change of a GSI in each, and the tables of the design after at the end."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from modeler.core.migration.deployments import DEPLOYING, deployments
from modeler.core.migration.planning import plan
from tests.modeler.core.migration.changes import BY_ATTRIBUTES, GSI3, MOVED, included, sessions
from tests.modeler.core.rules.builders import DESIGN, gsi, key, with_settings, with_table
from tests.modeler.core.strategies import designs

THREE = with_table(indexes=(gsi("GSI1", partition=key("other")), gsi("GSI4"), gsi("GSI5")))
"""GSI1 gets another key, GSI2 goes, and two are new: five changes of indexes."""


AFTERS = (GSI3, BY_ATTRIBUTES, THREE, included("total"), with_table(partition_key=key("pk")))


def indexes(design):
    return {(table.name, index.name): index for table in design.tables for index in table.indexes}


def states(before, after):
    return [before, *(one.design for one in deployments(before, after).each)]


@pytest.mark.parametrize("after", AFTERS)
def test_each_deployment_changes_one_index_of_a_table(after):
    made = states(DESIGN, after)
    assert len(made) > 1
    for old, new in pairwise(made):
        tables = {table.name for table in old.tables}
        was, becomes = indexes(old), {at: one for at, one in indexes(new).items() if at[0] in tables}
        changed = was.keys() ^ becomes.keys()
        assert len(changed) <= 1
        assert all(was[at].keys == becomes[at].keys for at in was.keys() & becomes.keys())


def test_the_last_deployment_has_the_tables_of_the_design_after():
    last = states(DESIGN, THREE)[-1]
    (table,) = last.tables
    assert [index.name for index in table.indexes] == ["GSI1-v2", "GSI4", "GSI5"]
    designed = THREE.tables[0].index("GSI1")
    assert table.index("GSI1-v2") == replace(designed, id=table.index("GSI1-v2").id, name="GSI1-v2")
    assert table.entities == THREE.tables[0].entities


def test_a_setting_is_a_deployment_and_ends_as_designed():
    before, after = with_settings(stream="NEW_IMAGE"), with_settings(stream="KEYS_ONLY", tags={"team": "shop"})
    made = states(before, after)
    assert [one.tables[0].settings.get("stream") for one in made] == ["NEW_IMAGE", None, "KEYS_ONLY", "KEYS_ONLY"]
    assert made[-1].tables[0].settings == after.tables[0].settings


def test_a_table_that_items_move_to_is_made_without_ttl_which_comes_last():
    found = deployments(sessions(), MOVED)
    created, ttl = found.each
    assert {table.name for table in created.design.tables} == {"app-main", "sessions"}
    (made,) = (table for table in created.design.tables if table.name == "sessions")
    assert "ttl_attribute" not in made.settings
    assert [step.action.value for step in ttl.earlier] == [
        "dual_write", "backfill", "shadow_read", "switch_reads", "stop_writes",
    ]  # fmt: skip
    assert ttl.design.table("sessions").settings["ttl_attribute"] == "expires"
    assert [step.action.value for step in found.later] == ["archive"]


@pytest.mark.slow
@given(designs(), designs())
def test_any_plan_has_its_steps_once_in_deployments_or_between_them(before, after):
    found = deployments(before, after)
    told = [step for one in found.each for step in (*one.earlier, one.step)] + list(found.later)
    assert told == list(plan(before, after).steps)
    assert all(one.step.action in DEPLOYING for one in found.each)
