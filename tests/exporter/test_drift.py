"""Drift: a design compared with what stands, as findings whose fixes make them agree, and as a diff of parts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from exporter.drift import drift_change, drift_of
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.applied_fixes import fixed
from modeler.core.edits.changes import apply
from modeler.core.findings import Severity
from modeler.core.rules import RULES
from tests.exporter.importers.tables import infrastructure_designs
from tests.exporter.targets.designs.all_designs import everything, key, small


def design(**table):
    raw = {"name": "orders", "partition_key": key("PK"), "sort_key": key("SK"), **table}
    return from_document({"keysheet": 1, "name": "Shop", "tables": [raw]})


@given(one=infrastructure_designs())
@settings(max_examples=50, deadline=None)
def test_a_design_does_not_drift_from_itself(one):
    assert drift_of(one, one) == ()
    assert drift_change(parts_of(one), one) == ()


def bare(one):
    tables = tuple(replace(table, entities=(), unassigned=()) for table in one.tables)
    return replace(one, tables=tables, patterns=())


@given(one=infrastructure_designs(), other=infrastructure_designs())
@settings(max_examples=60, deadline=None)
def test_all_fixes_together_and_the_diff_make_the_design_what_stands(one, other):
    # Tables of the same name, or nothing could differ but the names.
    pairs = zip(one.tables, other.tables, strict=False)
    actual = replace(other, tables=tuple(replace(theirs, name=mine.name) for mine, theirs in pairs))
    found = drift_of(one, actual)
    changed = one
    for finding in found:
        changed = fixed(changed, finding.fixes[0])
    assert drift_of(changed, actual) == ()
    after = design_of(apply(parts_of(one), drift_change(parts_of(one), actual)))
    assert {finding.rule for finding in drift_of(after, actual)} <= {"drift.table_missing"}


SAID = {
    "drift.billing": ({"billing": "PROVISIONED"}, {}),
    "drift.ttl": ({"ttl_attribute": "expires"}, {}),
    "drift.point_in_time_recovery": ({"point_in_time_recovery": True}, {"point_in_time_recovery": False}),
    "drift.stream": ({"stream": "NEW_IMAGE"}, {"stream": "KEYS_ONLY"}),
    "drift.encryption": ({"encryption": {"type": "AWS_MANAGED"}}, {"encryption": {"type": "AWS_OWNED"}}),
    "drift.tags": ({"tags": {"team": "a"}}, {"tags": {"team": "b"}}),
    "drift.deletion_protection": ({"deletion_protection": True}, {}),
    "drift.table_class": ({"table_class": "STANDARD_INFREQUENT_ACCESS"}, {"table_class": "STANDARD"}),
    "drift.replicas": ({"replicas": ["eu-west-1"]}, {"replicas": ["eu-central-1"]}),
    "drift.resource_policy": ({"resource_policy": {"Version": "1"}}, {}),
    "drift.on_demand_maximum": ({"on_demand_maximum": {"read": 5}}, {"on_demand_maximum": {"read": 6}}),
    "drift.contributor_insights": ({}, {"contributor_insights": True}),
    "drift.warm_throughput": ({}, {"warm_throughput": {"read": 20_000}}),
}


@pytest.mark.parametrize(("rule", "both"), SAID.items(), ids=SAID.keys())
def test_a_setting_that_differs_is_one_finding_with_both_sides_and_its_place(rule, both):
    mine, theirs = (design(settings=settings) for settings in both)
    (finding,) = drift_of(mine, theirs)
    assert finding.rule == rule
    assert finding.part == mine.tables[0].id
    assert finding.field.startswith("settings.")
    assert {"design", "actual", "actual_path", "actual_part"} == finding.facts.keys()
    assert finding.facts["design"] != finding.facts["actual"]
    assert drift_of(fixed(mine, finding.fixes[0]), theirs) == ()


@pytest.mark.parametrize(
    "both",
    [
        ({"point_in_time_recovery": False}, {}),
        ({"table_class": "STANDARD"}, {}),
        ({"encryption": {"type": "AWS_OWNED"}}, {}),
        ({"billing": "PAY_PER_REQUEST"}, {}),
        ({"replicas": ["a", "b"]}, {"replicas": ["b", "a"], "stream": "NEW_AND_OLD_IMAGES"}),
        ({"environment": "production", "ops": {"alarms": True}}, {}),
        ({"provisioned": {"read": 5}}, {"provisioned": {"read": 6}}),
    ],
)
def test_what_means_the_same_is_no_drift(both):
    mine, theirs = (design(settings=settings) for settings in both)
    assert drift_of(mine, theirs) == ()
    assert drift_change(parts_of(mine), theirs) == ()


def test_of_what_the_other_side_cannot_say_nothing_is_said():
    mine = design(settings={"ttl_attribute": "expires", "deletion_protection": True})
    assert [one.rule for one in drift_of(mine, design(), unsaid=frozenset({"ttl_attribute"}))] == [
        "drift.deletion_protection"
    ]
    change = drift_change(parts_of(mine), design(), unsaid=frozenset({"ttl_attribute"}))
    assert [delta.field for delta in change] == ["settings.deletion_protection"]


def test_keys_and_indexes():
    index = {"name": "byG", "kind": "GSI", "partition_key": key("G"), "projection": {"type": "ALL"}}
    mine = design(indexes=[index, {**index, "name": "gone"}])
    theirs = design(
        sort_key=key("SK", kind="N"),
        indexes=[{**index, "projection": {"type": "KEYS_ONLY"}, "partition_key": key("H")}, {**index, "name": "new"}],
    )
    found = {(one.rule, one.path): one for one in drift_of(mine, theirs)}
    assert found.keys() == {
        ("drift.key", "tables.orders.sort_key"),
        ("drift.key", "tables.orders.indexes.byG.partition_key"),
        ("drift.projection", "tables.orders.indexes.byG.projection"),
        ("drift.index_missing", "tables.orders.indexes.gone"),
        ("drift.index_extra", "tables.orders.indexes.new"),
    }
    assert "SK (S)" in found["drift.key", "tables.orders.sort_key"].message
    assert "SK (N)" in found["drift.key", "tables.orders.sort_key"].message


def test_an_index_that_is_held_in_reserve_need_not_stand():
    index = {"name": "later", "kind": "GSI", "partition_key": key("G"), "projection": {"type": "ALL"}, "reserve": True}
    assert drift_of(design(indexes=[index]), design()) == ()


def test_tables_that_stand_under_another_name():
    mine = small()
    theirs = replace(mine, tables=tuple(replace(table, name=f"prod-{table.name}") for table in mine.tables))
    names = {table.name: f"prod-{table.name}" for table in mine.tables}
    assert drift_of(mine, theirs, names=names) == ()
    assert drift_change(parts_of(mine), theirs, names=names) == ()
    assert {one.rule for one in drift_of(mine, theirs)} == {"drift.table_missing", "drift.table_extra"}


def test_the_gravest_is_first_and_no_rule_is_called_like_one_of_the_core():
    found = drift_of(everything(), design())
    assert [one.severity.rank for one in found] == sorted(one.severity.rank for one in found)
    assert not {one.rule for one in found} & {rule.id for rule in RULES}


def test_a_key_that_may_be_the_accounts_own_is_advice_and_another_one_is_not():
    mine = design(settings={"encryption": {"type": "AWS_MANAGED"}})
    standing = {"type": "CUSTOMER", "key": "arn:aws:kms:eu-west-1:111122223333:key/4f9d"}
    (found,) = drift_of(mine, design(settings={"encryption": standing}))
    assert (found.severity, found.rule) == (Severity.ADVICE, "drift.encryption")
    assert "may be that key" in found.message
    (found,) = drift_of(mine, design(settings={"encryption": {**standing, "key": "alias/ours"}}))
    assert found.severity is Severity.WARNING
    (found,) = drift_of(
        design(settings={"encryption": {"type": "AWS_OWNED"}}), design(settings={"encryption": standing})
    )
    assert found.severity is Severity.WARNING
