"""The incident of the parcels: what would have foretold it, and the way to the fixed design."""

from importlib.resources import files

import pytest

from modeler.core.analysis import findings
from modeler.core.documents.reading import load
from modeler.core.evaluator import evaluate
from modeler.core.findings import Severity
from modeler.core.migration.differences import What, compare
from modeler.core.migration.planning import plan
from modeler.core.migration.rules import analyse_change
from modeler.core.servings import serving


def design(name):
    return load(files("modeler.examples").joinpath(f"parcel-tracking-{name}.json").read_bytes())


BEFORE, AFTER = design("before"), design("after")


def rules(of):
    return {finding.rule for finding in findings(of)}


def test_the_design_foretold_the_monday():
    assert rules(BEFORE) >= {"heat.partition_over_limit", "item.grows"}
    (grows,) = (one for one in findings(BEFORE) if one.rule == "item.grows")
    assert "it reaches 400 KB" in grows.message


def test_the_fixed_design_is_free_of_it():
    assert not rules(AFTER) & {"heat.partition_over_limit", "heat.hot_key_share", "item.grows", "heat.no_shard_slot"}
    assert not [one for one in findings(AFTER) if one.severity is not Severity.ADVICE]


@pytest.mark.parametrize("pattern", [*BEFORE.patterns, *AFTER.patterns], ids=lambda one: f"{one.code} {one.name}")
def test_every_pattern_is_served_and_runs(pattern):
    of = BEFORE if pattern in BEFORE.patterns else AFTER
    assert serving(of, pattern).served, serving(of, pattern).reason
    assert not evaluate(of, pattern).refused


def test_the_difference_is_the_two_fixes():
    found = {(one.what, one.entity) for one in compare(BEFORE, AFTER)}
    assert found == {
        (What.SETTING, ""),
        (What.BASE_KEY, "ScanEvent"),
        (What.ATTRIBUTE_ADDED, "ScanEvent"),
        (What.ENTITY_ADDED, "Milestone"),
        (What.ENTITY_ADDED, "Summary"),
        (What.ENTITY_REMOVED, "Rollup"),
    }


def test_the_plan_asks_old_and_new_keys_and_moves_nothing():
    steps = plan(BEFORE, AFTER).steps
    assert [(step.action.value, step.entities) for step in steps] == [
        ("prepare", ("ScanEvent",)),
        ("set", ()),
        ("read_both", ("ScanEvent",)),
        ("write_new", ("ScanEvent",)),
        ("stop_writes", ("Rollup",)),
    ]
    assert steps[2].patterns == ("T3", "T3H")
    assert steps[4].patterns == ("T2",)
    assert analyse_change(BEFORE, AFTER, plan(BEFORE, AFTER)) == ()


def test_without_a_plan_readers_would_miss_the_old_scans():
    (finding,) = analyse_change(BEFORE, AFTER)
    assert finding.rule == "migrate.key_changed"
    assert "900,000,000 stored items keep theirs" in finding.message
