"""Every rule over a change: what triggers it, a near miss, and that its fixes fix."""

import pytest

from modeler.core.findings import Severity
from modeler.core.migration.change import fixed_change
from modeler.core.migration.rules import CHANGE_RULES, analyse_change
from modeler.core.rules import RULES
from modeler.core.rules.support.rule import Scope
from tests.modeler.core.migration.cases import CASES

_FIXES = {rule.id for rule in CHANGE_RULES if rule.fixes}


def named(case):
    return case.rule


def found(change, rule):
    return [finding for finding in analyse_change(*change) if finding.rule == rule]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_is_triggered(case):
    findings = found(case.trigger, case.rule)
    assert findings, sorted({finding.rule for finding in analyse_change(*case.trigger)})
    if case.severity is not None:
        assert case.severity in {finding.severity for finding in findings}
    if case.says:
        assert any(case.says in finding.message for finding in findings), [one.message for one in findings]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_near_miss_is_silent(case):
    assert [finding.message for finding in found(case.near, case.rule)] == []


@pytest.mark.parametrize("case", [case for case in CASES if case.rule in _FIXES], ids=named)
def test_fix_fixes(case):
    before, after, plan = case.trigger
    errors = {one.rule for one in analyse_change(*case.trigger) if one.severity is Severity.ERROR}
    for finding in found(case.trigger, case.rule):
        assert finding.fixes
        for fix in finding.fixes:
            fixed = (before, *fixed_change(after, plan, fix))
            same = [one for one in found(fixed, case.rule) if (one.part, one.path) == (finding.part, finding.path)]
            assert not same, f"{fix.label} leaves {same[0].message}"
            left = {one.rule for one in analyse_change(*fixed) if one.severity is Severity.ERROR}
            assert left <= errors, f"{fix.label} brings {left - errors}"


def test_every_rule_has_a_case():
    assert {rule.id for rule in CHANGE_RULES} == {case.rule for case in CASES}


def test_they_are_rules_over_a_change_and_stand_nowhere_else():
    assert {rule.scope for rule in CHANGE_RULES} == {Scope.CHANGE}
    assert {rule.id for rule in CHANGE_RULES} & {rule.id for rule in RULES} == set()
    assert len(CHANGE_RULES) == 20
