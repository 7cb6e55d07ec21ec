"""Planted faults that are whole designs, as cases."""

from modeler.core.documents.reading import from_document
from tests.modeler.core.planted.measure import PAIRS
from tests.modeler.core.rules.cases.case import Case

CASES = tuple(
    Case(pair.rules[0], from_document(pair.faulty_document()), from_document(pair.near_document())) for pair in PAIRS
)
