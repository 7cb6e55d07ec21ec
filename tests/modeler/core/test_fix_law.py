"""The law of offered fixes: shipped, planted, generated and imported designs.

The finding goes, no error comes, no sample that was accepted is refused, no quota is passed, and every pattern that was
served is served and returns the same samples.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from exporter.importers import import_text
from modeler.core.analysis import analyse
from modeler.core.documents.reading import from_document
from modeler.core.errors import DocumentInvalid
from modeler.core.safe_fixes import FixTrials
from modeler.examples import examples
from tests.modeler.core.fix_law import broken_by_offers
from tests.modeler.core.planted.measure import FAULTS, PAIRS
from tests.modeler.core.strategies import designs

MODELS = Path(__file__).parents[4] / "shared" / "models"
"""Public NoSQL Workbench models, for those who have them."""


def model(path):
    """The design of a model; None for a file beside the models that is not one."""
    try:
        return import_text(path.read_bytes(), path.name).design
    except DocumentInvalid:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.design.name)
def test_of_shipped_designs(example):
    assert broken_by_offers(example.design) == []


@pytest.mark.conformance(cases=40)
@pytest.mark.slow
@pytest.mark.parametrize("fault", (*FAULTS, *PAIRS), ids=lambda fault: fault.name)
def test_of_planted_faults(fault):
    """Of the planted findings: the designs around them are the shipped ones."""
    assert broken_by_offers(from_document(fault.faulty_document()), fault.rules) == []


@pytest.mark.slow
@pytest.mark.skipif(not MODELS.is_dir(), reason="../shared/models is not here")
def test_of_imported_models():
    imported = {path.name: design for path in MODELS.glob("*.json") if (design := model(path)) is not None}
    assert {name: found for name, design in imported.items() if (found := broken_by_offers(design))} == {}


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(designs())
def test_of_any_design(design):
    assert broken_by_offers(design) == []


@pytest.mark.conformance
@pytest.mark.slow
def test_most_planted_faults_with_a_fix_are_offered_one():
    offered, proposed = 0, 0
    for fault in FAULTS[::4]:
        design = from_document(fault.faulty_document())
        trials = FixTrials(design)
        for finding in analyse(design).findings:
            if finding.fixes and finding.rule in fault.rules:
                proposed += 1
                offered += bool(trials.offers(finding))
    assert proposed > 20
    assert offered > 0.8 * proposed
