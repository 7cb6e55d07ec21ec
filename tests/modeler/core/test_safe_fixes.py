"""The law of fixes: the finding goes, and nothing else in the design gets worse."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from modeler.core.analysis import analyse
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.applied_fixes import fixed
from modeler.core.errors import DocumentInvalid
from modeler.core.evaluator import Database, evaluate
from modeler.core.findings import Finding, Severity
from modeler.core.fixes import AddPart, Fix, Put, RemovePart
from modeler.core.safe_fixes import FixTrials
from modeler.core.servings import serving
from modeler.examples import examples
from tests.modeler.core.rules.builders import DESIGN
from tests.modeler.core.rules.test_every_rule import CASES
from tests.modeler.core.strategies import designs

DESIGNS = [one for example in examples() for one in (example.design, *(design for _, design in example.versions))]

WITHHELD = {
    "ap.fields_do_not_fit",
    "capacity.mode_dearer",
    "expr.missing_attribute_drops",
    "index.unintended_sparse",
    "keys.case_not_normalised",
    "keys.delimiter_in_value",
    "keys.not_unique",
    "keys.unknown_attribute",
    "pattern.unserved",
    "tenant.index_without_tenant",
    "tenant.key_without_tenant",
    "txn.no_invariant",
}
"""Rules with a fix that some design of the tests cannot take. It is not offered there."""


def trials_of(design, rule=None):
    """Each finding of a design, or of one rule, with one of its fixes, and what this fix would break."""
    trials = FixTrials(design)
    for finding in analyse(design).findings:
        if rule not in (None, finding.rule):
            continue
        for fix in finding.fixes:
            yield finding, fix, list(trials.harm(finding, fix))


def is_document(design):
    try:
        return from_document(json.loads(json.dumps(to_document(design)))) is not None
    except (DocumentInvalid, TypeError):
        return False


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_fixes_of_the_examples_do_no_harm(design):
    harmful = [(finding.path, found) for finding, _, found in trials_of(design) if found]
    # Members of several tenants are read by their user on purpose.
    allowed = ["tables.saas-main.entities.TenantMembership.GSI1.GSI1PK"]
    assert [path for path, _ in harmful] in ([], allowed), harmful


@pytest.mark.conformance
@pytest.mark.slow
def test_only_known_fixes_of_the_rule_cases_are_withheld():
    harmful = {
        finding.rule: (finding.path, fix.label, found)
        for case in CASES
        if is_document(case.trigger)
        for finding, fix, found in trials_of(case.trigger, case.rule)
        if found
    }
    assert harmful.keys() <= WITHHELD, {rule: harmful[rule] for rule in harmful.keys() - WITHHELD}


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(designs())
def test_offered_fixes_of_any_design_keep_errors_samples_and_results(design):
    """Tested here without the tests that decide what is offered."""
    trials = FixTrials(design)
    stored = Database.of(design)
    before = analyse(design).findings
    for finding in before:
        for fix in trials.safe(finding, finding.fixes):
            after = fixed(design, fix)
            found = analyse(after).findings
            assert sum(errors(found).values()) <= sum(errors(before).values()), fix
            held = {one.id for table in design.tables for one in stored.items(table.name)}
            kept = {one.id for table in after.tables for one in Database.of(after).items(table.name)}
            assert held <= kept, fix
            for pattern in design.patterns:
                was = evaluate(design, pattern)
                again = next((one for one in after.patterns if one.id == pattern.id), None)
                unmet = not was.returned and not serving(design, pattern).served
                if again is None or was.refused or unmet:
                    continue
                if pattern.limit is None and not pattern.entities:
                    assert {one.id for one in evaluate(after, again).returned} == {one.id for one in was.returned}, fix


def errors(found):
    counted = {}
    for one in found:
        if one.severity is Severity.ERROR:
            counted[one.rule] = counted.get(one.rule, 0) + 1
    return counted


ASKED = replace(
    DESIGN,
    patterns=tuple(
        replace(one, parameters={"customerId": "a1", "status": "OPEN", **one.parameters}) for one in DESIGN.patterns
    ),
)


def test_a_read_that_found_nothing_may_find_its_items_after_a_fix():
    """A new literal in the key of orders leaves the read of a customer's orders behind: the fix asks by the new one."""
    short = fixed(ASKED, Fix("x", (Put("o-None", "keys.SK", "O#{orderDate}#{orderId}"),)))
    trials = FixTrials(short)
    offered = {
        fix.label
        for finding in analyse(short).findings
        if finding.rule == "pattern.unserved"
        for fix in trials.safe(finding, finding.fixes)
    }
    assert "Ask for SK begins_with O#" in offered
    (read,) = (one for one in short.patterns if one.code == "A2")
    assert evaluate(short, read).returned == ()


GONE = Finding("test.rule", Severity.WARNING, "nowhere", "", "", "")
"""A finding that the design does not have, so that every edit removes it."""


@pytest.mark.parametrize(
    ("edit", "harm"),
    [
        (Put("nobody", "name", "x"), "cannot be applied"),
        (Put("t-main", "settings.warm_throughput", {"read": 2_260_771, "write": 4000}), "the quota is 40,000"),
        (Put("o-None", "keys.SK", "ORDER#{nothing}"), "can no longer be stored"),
        (Put("p-A2", "key.PK", "CUSTOMER#{customerId}"), "A2 returns different sample items"),
        (Put("p-A2", "filter", "note = 'no such note'"), "A2 returns different sample items"),
        (Put("p-A2", "index", "GSI9"), "A2 is rejected"),
        (RemovePart("i-GSI1"), "A4 is rejected"),
        (AddPart("e-order", "attributes", {"name": "status", "type": "N"}), "adds the error"),
    ],
    ids=lambda value: getattr(value, "field", None) or type(value).__name__,
)
def test_an_edit_that_breaks_something_is_not_offered(edit, harm):
    fix = Fix("x", (edit,))
    found = list(FixTrials(ASKED).harm(GONE, fix))
    assert any(harm in one for one in found), found
    assert FixTrials(ASKED).safe(GONE, [fix]) == ()
