"""Reads that a filter or several requests serve are not called unserved; what no key serves is not called served."""

from __future__ import annotations

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import synthesise
from modeler.core.synthesis.derived.separate_reads import separated
from modeler.core.synthesis.setting_up import set_up
from tests.modeler.core.synthesis.making import attribute, belongs, design, entity, get, put, query, text, update, whole

FLAG = {"name": "accepting", "type": "BOOL"}
DOCTOR = entity(
    "Doctor", "doctorId", 4_000, attribute("doctorId"), attribute("clinicId"), FLAG, whole("fee", 900), whole("age", 99)
)
CLINIC = entity("Clinic", "clinicId", 100, attribute("clinicId"), text("title", 30))
LOAN = entity("Loan", "loanId", 9_000, attribute("loanId"), attribute("artId"), attribute("due", "date"))
ART = entity("Art", "artId", 3_000, attribute("artId"), text("title", 30))
REPORT = entity("Report", "artId madeAt", 9_000, attribute("artId"), attribute("madeAt", "iso"), text("body", 300))
OF_ART = [belongs("Loan", "Art", "artId", 3, 30), belongs("Report", "Art", "artId", 3, 30)]


def holds(found):
    """Every alternative serves every pattern, without an error or a problem."""
    assert found.alternatives
    for one in found.alternatives:
        assert one.problems == ()
        assert [each.label for each in one.design.patterns if not serving(one.design, each).served] == []
        assert [each.message for each in one.findings if each.severity is Severity.ERROR] == []


def pattern(found, label):
    return next(one for one in found.alternatives[0].design.patterns if one.label == label)


def test_a_filter_that_keeps_nobody_knows_how_much_is_bounded_by_its_collection():
    asked = query("R1", "Doctor", "clinicId", filter="accepting = :yes", parameters={"yes": True}, items_returned=5)
    found = synthesise(design([CLINIC, DOCTOR], [asked, put("W1", "Doctor")]))
    assert found.unmet == ()
    holds(found)
    assert pattern(found, "R1").facts.examined == 40


def test_the_second_of_two_ranges_is_a_filter():
    bounds = {"low": "10", "high": "90", "least": "30"}
    asked = query("R1", "Doctor", "clinicId", filter="fee BETWEEN :low AND :high AND age >= :least", parameters=bounds,
                  items_returned=5)  # fmt: skip
    found = synthesise(design([CLINIC, DOCTOR], [asked]))
    assert found.unmet == ()
    holds(found)


def test_a_filter_over_more_than_a_request_can_read_stays_unserved():
    many = {**DOCTOR, "count": 4_000_000_000}
    asked = query("R1", "Doctor", "clinicId", filter="accepting = :yes", parameters={"yes": True})
    found = synthesise(design([CLINIC, many], [asked]))
    assert [(one.label, one.nearest) for one in found.unmet] == [
        ("R1", "declare the share of each value of accepting, or give a value that selects fewer items")
    ]


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        ({"ranked_by": {"what": "count", "of": "Report"}}, "orders Art by a count of related items"),
        ({"text_search": True}, "searches Art for words"),
        ({"radius_km": 5}, "searches Art within 5 km"),
    ],
)
def test_what_no_key_can_express_is_not_called_served(intent, reason):
    found = synthesise(design([ART], [query("R1", "Art", "", 1, intent=intent, limit=10), get("R2", "Art", "artId")]))
    assert [one.label for one in found.unmet] == ["R1"]
    assert reason in found.unmet[0].reason
    assert found.unmet[0].nearest


def together(*more, entities=()):
    reads = [query("R1", "Art Loan Report", "artId", 5), get("R2", "Art", "artId"), *more]
    return design([ART, LOAN, REPORT, *entities], [*reads, put("W1", "Loan"), put("W2", "Report")], OF_ART)


def test_entities_that_no_collection_can_have_are_read_by_a_request_each():
    """A write knows a loan only by its own id, so the table cannot keep it with what it belongs to."""
    found = synthesise(together(update("W3", "Loan", "loanId", 1, set={"due": "2026-01-01"})))
    assert found.unmet == ()
    holds(found)
    made = pattern(found, "R1")
    assert (made.operation, [one.entities for one in made.steps]) == (
        Operation.STEPS,
        [("Art",), ("Loan",), ("Report",)],
    )
    assert any(note.startswith("R1 reads Art, Loan, Report in 3 requests") for note in found.notes)


def test_entities_that_a_collection_can_have_stay_together():
    found = synthesise(together())
    holds(found)
    assert pattern(found, "R1").operation is Operation.QUERY
    assert not any("requests" in note for note in found.notes)


def test_a_read_of_several_entities_is_not_blamed_for_one_that_nothing_serves():
    many = {**DOCTOR, "count": 4_000_000_000}
    odd = query("R3", "Doctor", "clinicId", filter="accepting = :yes", parameters={"yes": True})
    found = synthesise(together(odd, entities=[many]))
    assert [one.label for one in found.unmet] == ["R3"]
    assert pattern(found, "R1").operation is Operation.QUERY


@pytest.mark.parametrize(
    "more", [{"limit": 5}, {"filter": "artId > :x"}, {"intent": {"given": ["artId"], "one_request": True}}]
)
def test_a_read_that_needs_all_entities_in_one_request_is_not_taken_apart(more):
    asked = design([ART, LOAN], [query("R1", "Art Loan", "artId", **more)])
    assert separated(asked, set_up(asked).calls[0]) is None
