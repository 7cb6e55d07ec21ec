"""Planted faults: each is found, its near miss is silent, and designs without a fault have no error or warning."""

import pytest

from modeler.core.analysis import findings
from modeler.core.documents.reading import from_document
from modeler.core.findings import Severity
from modeler.core.migration.rules import CHANGE_RULES
from modeler.core.rules import RULES
from tests.modeler.core.planted.houses import ALL as HOUSES
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.measure import PLANTED, measure
from tests.modeler.core.planted.shape import changed

LEAST = 120


def named(fault):
    return fault.name


def told(found):
    return [f"{one.severity} {one.rule}: {one.message}" for one in found]


@pytest.mark.conformance(cases=170)
@pytest.mark.parametrize("fault", PLANTED, ids=named)
def test_a_planted_fault_is_found(fault):
    one = measure(fault)
    assert one.is_found, told(one.faulty)


@pytest.mark.parametrize("fault", PLANTED, ids=named)
def test_its_near_miss_is_silent(fault):
    one = measure(fault)
    assert one.is_quiet, told(one.near)
    assert told(one.false_alarms) == []


@pytest.mark.conformance(cases=60)
@pytest.mark.slow
@pytest.mark.parametrize("fault", PLANTED, ids=named)
def test_its_documents_are_valid(fault):
    for document in (fault.faulty_document(), fault.near_document()):
        assert from_document(document) == from_document(document, checked=True)


def test_a_house_has_no_error_and_no_warning():
    for house in HOUSES:
        found = [one for one in findings(from_document(house)) if one.severity is not Severity.ADVICE]
        assert told(found) == [], house["name"]


def test_there_are_enough_of_them_and_they_name_rules_that_exist():
    assert len({fault.name for fault in PLANTED}) == len(PLANTED) >= LEAST
    assert {rule for fault in PLANTED for rule in fault.rules} <= {rule.id for rule in (*RULES, *CHANGE_RULES)}


def test_a_hot_key_is_named_at_the_entity_that_most_of_its_units_are_of():
    """All entities of a show have its partition key; the seats of one show are held 2,000 times a second."""
    hold = {"N3/per_second": {"average": 500, "peak": 2000}, "N3/skew": {"hottest": 0.9}}
    found = findings(from_document(changed(CINEMA, hold)))
    hot = [one.path for one in found if one.rule == "heat.partition_over_limit"]
    assert hot == ["tables.cinema.entities.Seat.key.PK"]
