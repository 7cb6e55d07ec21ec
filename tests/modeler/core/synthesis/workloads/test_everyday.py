"""What an expert expects of five trades, with rates and without, and the laws of a synthesis for each of them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from modeler.core.synthesis.problem import unbiased
from modeler.core.synthesis.reads.point_reads import is_identified
from modeler.core.synthesis.refining import Refining
from modeler.core.synthesis.setting_up import set_up
from tests.modeler.core.synthesis.workloads.everyday import TRADES

pytestmark = pytest.mark.slow

KEYS = {
    "ward": {
        "Ward": ("WARD", "{wardId}"),
        "Bed": ("WARD#{wardId}", "BED#{bedNumber}"),
        "Patient": ("PATIENT#{patientId}", "METADATA"),
        "Dose": ("DOSE#{doseId}", "METADATA"),
    },
    "freight": {
        "Container": ("CONTAINER#{containerNumber}", "METADATA"),
        "Voyage": ("VOYAGE#{voyageId}", "METADATA"),
        "Loading": ("VOYAGE#{voyageId}", "LOADING#{containerNumber}"),
        "Sighting": ("CONTAINER#{containerNumber}", "SIGHTING#{seenAt}"),
    },
    "podcasts": {
        "Show": ("SHOW#{showId}", "METADATA"),
        "Episode": ("EPISODE#{episodeId}", "METADATA"),
        "Progress": ("LISTENER#{listenerId}", "PROGRESS#{episodeId}"),
    },
    "parking": {
        "Garage": ("GARAGE#{garageId}", "METADATA"),
        "Space": ("GARAGE#{garageId}", "SPACE#{spaceNumber}"),
        "Stay": ("STAY#{stayId}", "METADATA"),
    },
    "lending": {
        "Title": ("TITLE#{titleId}", "METADATA"),
        "Copy": ("TITLE#{titleId}", "COPY#{copyNumber}"),
        "Loan": ("LOAN#{loanId}", "METADATA"),
    },
}
"""What each of them is stored by in the table of the first alternative."""
GSIS = {"ward": 2, "freight": 2, "podcasts": 2, "parking": 3, "lending": 3}
FORCED = {
    "ward": {"index.sensitive_projected"},
    "podcasts": {"index.constant_pk"},
}
"""Warnings of the first alternative that name what is requested: a patient with the name by the insurance number, and
the shows of one of four categories.
"""


def without_rates(asked):
    return replace(asked, patterns=tuple(replace(one, per_second=None) for one in asked.patterns))


@pytest.fixture(scope="module", params=["rated", pytest.param("unrated", marks=pytest.mark.conformance)])
def rated(request):
    return request.param == "rated"


@pytest.fixture(scope="module", params=TRADES, ids=lambda one: one.__name__)
def made(request, rated):
    asked = request.param() if rated else without_rates(request.param())
    return request.param.__name__, asked, synthesise(asked)


def warnings(one):
    return {each.rule for each in one.findings if each.severity is Severity.WARNING}


def test_the_recommended_design_is_an_expert_s(made):
    name, _, found = made
    best = found.alternatives[0]
    assert found.unmet == ()
    assert best.gsis == GSIS[name]
    table = best.design.tables[0]
    stored = {entity: tuple(table.entity(entity).overloads[0].keys.values()) for entity in KEYS[name]}
    assert stored == KEYS[name]
    assert warnings(best) <= FORCED.get(name, set())


def test_every_alternative_serves_every_pattern_at_the_cost_of_its_design(made):
    _, _, found = made
    for one in found.alternatives:
        assert one.problems == ()
        assert [each.message for each in one.findings if each.severity is Severity.ERROR] == []
        assert one.dollars == monthly_cost(one.design).total().value
        assert [each.label for each in one.design.patterns if not serving(one.design, each).served] == []


def test_every_alternative_has_something_for_it_or_a_note_says_why_there_are_fewer(made):
    """An item that is read by its identity is found in the table, unless an index for it saves something."""
    _, asked, found = made
    first, *others = found.alternatives
    labels = {call.label for call in set_up(asked).calls if call.is_read and is_identified(call)}
    direct = [{each.label for each in one.served if each.index is None} & labels for one in found.alternatives]
    for one, mine in zip(others, direct[1:], strict=True):
        assert one.differs
        known = one.gsis < first.gsis or (not found.unrated and one.dollars < first.dollars - 1)
        assert direct[0] <= mine or known or "every index projects all attributes" in one.differs
    if len(found.alternatives) < 3:
        assert any(note.startswith(("there is no other", "there are no other")) for note in found.notes)


@pytest.fixture(scope="module", params=TRADES, ids=lambda one: one.__name__)
def trade(request):
    return request.param()


@pytest.mark.conformance(cases=1)
def test_the_order_of_patterns_does_not_matter(trade):
    turned = replace(trade, patterns=tuple(reversed(trade.patterns)))
    one, other = (synthesise(each, SynthesisOptions(alternatives=1)).alternatives[0] for each in (trade, turned))
    assert one.design.tables == other.design.tables
    assert one.dollars == other.dollars


@pytest.mark.conformance(cases=1)
def test_a_wider_budget_never_costs_more(trade):
    least = []
    for gsis in (1, 2, 3, None):
        found = synthesise(trade, SynthesisOptions(max_gsis=gsis))
        if found.alternatives:
            least.append(min(one.dollars for one in found.alternatives))
    assert len(least) > 1
    assert least == sorted(least, reverse=True)


@pytest.mark.conformance(cases=1)
def test_a_further_pattern_never_lowers_the_least_cost(trade):
    whole = least(trade)
    for place in range(0, len(trade.patterns), 3):
        fewer = least(replace(trade, patterns=(*trade.patterns[:place], *trade.patterns[place + 1 :])))
        assert whole >= fewer - Decimal("0.005"), trade.patterns[place].label


def least(asked):
    """The dollars of the cheapest choice, whatever the keys look like, without data that is kept beside."""
    setup = set_up(asked)
    assert setup.unmet == ()
    problem = setup.problem(None)
    groups = tuple(unbiased(one) for one in problem.groups)
    return Decimal(Refining(setup).solve(replace(problem, groups=groups))[1].cost)
