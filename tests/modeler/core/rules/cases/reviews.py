"""Faults of reviews as cases: the same designs that are planted."""

from modeler.core.documents.reading import from_document
from tests.modeler.core.planted.faults.reviews import FAULTS
from tests.modeler.core.rules.cases.case import Case

CASES = tuple(
    Case(fault.rules[0], from_document(fault.faulty_document()), from_document(fault.near_document()))
    for fault in FAULTS
)
