"""Every rule of the registry: what triggers it, a near miss, and that its fixes fix."""

from importlib import import_module
from pathlib import Path

import pytest

from modeler.core.analysis import analyse
from modeler.core.edits.applied_fixes import fixed
from modeler.core.findings import Finding, Severity
from modeler.core.rules import RULES
from tests.modeler.core.rules.cases.case import Case, found

CASES_PACKAGE = "tests.modeler.core.rules.cases"
HERE = Path(__file__).parent / "cases"
CASES: list[Case] = [
    case
    for path in sorted(HERE.rglob("*.py"))
    if path.stem != "case"
    for case in import_module(".".join((CASES_PACKAGE, *path.relative_to(HERE).with_suffix("").parts))).CASES
]
_FIXES = {rule.id for rule in RULES if rule.fixes}


# A case is asked by several tests, and an analysis is the dear part of each.
_FOUND: dict[int, tuple[Finding, ...]] = {}


def named(case):
    return case.rule


def triggered(case):
    """The findings of a case's trigger."""
    if id(case) not in _FOUND:
        _FOUND[id(case)] = analyse(case.trigger).findings
    return _FOUND[id(case)]


def of_rule(findings, rule):
    return [finding for finding in findings if finding.rule == rule]


def errors(findings):
    return {finding.rule for finding in findings if finding.severity is Severity.ERROR}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_is_triggered(case):
    findings = of_rule(triggered(case), case.rule)
    assert findings, sorted({finding.rule for finding in triggered(case)})
    if case.severity is not None:
        assert case.severity in {finding.severity for finding in findings}
    if case.says:
        assert any(case.says in finding.message for finding in findings), [one.message for one in findings]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_near_miss_is_silent(case):
    assert [finding.message for finding in found(case.near, case.rule)] == []


@pytest.mark.parametrize("case", [case for case in CASES if case.rule in _FIXES], ids=named)
def test_fix_fixes(case):
    before = errors(triggered(case))
    for finding in of_rule(triggered(case), case.rule):
        for fix in finding.fixes:
            after = analyse(fixed(case.trigger, fix)).findings
            same = [one for one in of_rule(after, case.rule) if (one.part, one.path) == (finding.part, finding.path)]
            assert not same, f"{fix.label} leaves {same[0].message}"
            assert errors(after) <= before, f"{fix.label} brings {errors(after) - before}"


@pytest.mark.parametrize("rule", sorted(_FIXES))
def test_rules_that_say_so_bring_fixes(rule):
    shown = [finding for case in CASES if case.rule == rule for finding in of_rule(triggered(case), rule)]
    assert any(finding.fixes for finding in shown)


def test_every_rule_has_a_case():
    assert {rule.id for rule in RULES} - {case.rule for case in CASES} == set()
