"""A step of a plan is the same one in a later plan, whatever was renamed, added or counted since."""

from dataclasses import replace

import pytest
from hypothesis import given

from modeler.core.migration.planning import plan
from modeler.core.migration.steps import plan_of
from tests.modeler.core.migration.changes import BY_ATTRIBUTES, GSI3, MOVED
from tests.modeler.core.rules.builders import DESIGN, with_table
from tests.modeler.core.strategies import designs


def fingerprints(before, after):
    return [step.fingerprint for step in plan(before, after).steps]


@given(designs(), designs())
def test_no_two_steps_of_a_plan_are_the_same(before, after):
    found = fingerprints(before, after)
    assert len(set(found)) == len(found)
    assert all(len(one) == 32 for one in found)


def test_fingerprints_of_steps_are_read_back():
    made = plan(DESIGN, MOVED)
    assert [one.fingerprint for one in plan_of(made.as_json()).steps] == [one.fingerprint for one in made.steps]


@pytest.mark.parametrize("after", [GSI3, BY_ATTRIBUTES, MOVED])
def test_counts_names_of_entities_and_other_changes_leave_a_step_what_it_is(after):
    known = set(fingerprints(DESIGN, after))
    table = after.tables[0]
    renamed = replace(table.entities[0], name="Renamed", count=12_345)
    tables = (replace(table, entities=(renamed, *table.entities[1:])), *after.tables[1:])
    assert known <= set(fingerprints(DESIGN, replace(after, tables=tables)))
    other = replace(with_table().tables[0], id="t-other", name="other", entities=(), indexes=())
    assert known <= set(fingerprints(DESIGN, replace(after, tables=(*after.tables, other))))
