"""The launch checklist: passed, failed or unknown, and by what."""

from dataclasses import replace

import pytest

from modeler.core.analysis import findings
from modeler.core.design.model import Design
from modeler.core.findings import Finding, Severity
from modeler.core.procedures.launch import LaunchState, launch_checklist
from modeler.core.rules import RULES
from tests.modeler.core.rules.builders import CUSTOMER, DESIGN, ORDER, PATTERNS, with_settings, with_table


def finding(rule, severity=Severity.WARNING):
    return Finding(rule, severity, "tables.app-main", "message", "why", "fix")


def states(design, *found):
    return {check.item: check for check in launch_checklist(design, found)}


def test_it_has_the_fourteen_items_and_what_comes_after():
    numbers = [check.number for check in launch_checklist(DESIGN, ())]
    assert numbers == [*range(1, 15), *[15] * 8]
    assert all(check.endpoint for check in launch_checklist(DESIGN, ()))


@pytest.mark.parametrize(
    "check", [check for check in launch_checklist(DESIGN, ()) if check.rules], ids=lambda c: c.item
)
def test_each_of_its_rules_fails_it(check):
    for rule in check.rules:
        found = finding(f"{rule}key_without_tenant" if rule.endswith(".") else rule, Severity.ADVICE)
        failed = states(DESIGN, found)[check.item]
        assert (failed.state, failed.findings) == (LaunchState.FAILED, (found,))
        others = [one for one in launch_checklist(DESIGN, (found,)) if one.state is LaunchState.FAILED]
        assert [one.item for one in others] == [check.item]


def state(design, number):
    return next(check for check in launch_checklist(design, ()) if check.number == number)


def test_what_is_not_production_is_not_judged():
    dev, live = with_settings(), with_settings(environment="production")
    for number in (9, 10, 11, 12):
        assert state(dev, number).state is LaunchState.UNKNOWN
        assert "production" in state(dev, number).unknown
        assert state(live, number).state is LaunchState.PASSED


def test_provisioned_tables_are_judged_by_what_is_known():
    units = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}}
    assert state(DESIGN, 6).state is LaunchState.PASSED
    assert state(with_settings(**units), 6).state is LaunchState.UNKNOWN
    assert state(with_settings(**units, environment="production"), 7).state is LaunchState.PASSED
    assert state(with_settings(**units), 5).state is LaunchState.PASSED
    silent = replace(with_settings(**units), patterns=tuple(replace(one, per_second=None) for one in PATTERNS))
    assert "how often" in state(silent, 5).unknown


def test_counts_decide_whether_values_can_be_counted():
    assert state(DESIGN, 3).unknown == "Customer have no count"
    counted = with_table(entities=(replace(CUSTOMER, count=10),))
    assert state(counted, 3).state is LaunchState.PASSED


def test_without_a_table_nothing_is_known():
    assert {check.state for check in launch_checklist(Design("Empty"), ())} == {LaunchState.UNKNOWN}


def test_what_no_rule_sees_is_unknown():
    unseen = [check for check in launch_checklist(DESIGN, ()) if not check.rules]
    assert len(unseen) == 2
    assert {check.state for check in unseen} == {LaunchState.UNKNOWN}


def test_it_takes_the_findings_of_a_design():
    design = with_settings(environment="production")
    checks = {check.number: check for check in launch_checklist(design, findings(design))}
    assert checks[9].state is LaunchState.FAILED
    assert [one.rule for one in checks[9].findings] == ["ops.no_pitr"]


def test_every_rule_that_it_names_is_a_rule():
    known = {rule.id for rule in RULES}
    named = {rule for check in launch_checklist(DESIGN, ()) for rule in check.rules if not rule.endswith(".")}
    assert named - known == set()


def test_what_rules_about_keys_found_says_nothing_of_entities_without_a_key():
    order = replace(ORDER, overloads=())
    table = replace(DESIGN.tables[0], entities=(order, CUSTOMER))
    checks = {one.number: one for one in launch_checklist(replace(DESIGN, tables=(table,)), ())}
    assert (checks[2].state, checks[2].unknown) == (LaunchState.UNKNOWN, "Order has no key of the table")
    assert checks[3].state is LaunchState.UNKNOWN
    assert checks[1].state is LaunchState.PASSED
