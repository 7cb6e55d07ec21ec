"""Telemetry that grows for ever gets a period of time in its key; telemetry that expires does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.evaluator import evaluate
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import synthesise
from modeler.sampling.ready import ready_to_prove
from tests.modeler.core.synthesis.making import attribute, belongs, design, entity, get, put, query
from tests.modeler.core.synthesis.workloads.trucks import PER_MONTH, RATE, trucks

pytestmark = pytest.mark.slow


def stored(one, name):
    return tuple(one.design.tables[0].entity(name).overloads[0].keys.values())


def warnings(one):
    return {each.rule for each in one.findings if each.severity is Severity.WARNING}


@pytest.fixture(scope="module")
def endless():
    return synthesise(trucks())


def test_the_figures_are_those_of_the_benchmark():
    assert (RATE, PER_MONTH) == (400, 1_051_200_000)
    assert trucks().tables[0].entity("Reading").count == 103_680_000


def test_a_collection_that_grows_without_bound_has_a_period_in_its_key(endless):
    """Without it, the month costs less than 1% less, and the collections are endless: nothing to choose."""
    (best,) = endless.alternatives
    assert stored(best, "Reading") == ("TRUCK#{truckId}#{readAt:year}", "READING#{readAt}")
    assert stored(best, "Diagnostic") == ("TRUCK#{truckId}#{readAt:year}", "DIAGNOSTIC#{readAt}")
    assert stored(best, "Truck") == ("TRUCK#{truckId}", "METADATA")
    assert best.gsis == 1
    assert warnings(best) <= {"query.many_pages", "index.constant_pk"}
    assert endless.notes[0] == (
        "the partition key of Reading has the year of readAt: without it, a collection would reach 1 GB within 36 "
        "months and grow further"
    )


def test_its_window_is_served_at_the_cost_of_the_design(endless):
    for one in endless.alternatives:
        assert one.problems == ()
        assert one.dollars == monthly_cost(one.design).total().value
        assert all(serving(one.design, each).served for each in one.design.patterns)
    window = endless.alternatives[0].design.pattern("ReadingsOfDay")
    assert window.key[0].templates == ("TRUCK#{truckId}#{readAtYear}",)
    assert window.parameters["readAtYear"] == ["2026"]
    assert window.facts.intent.given == ("truckId",)


def test_telemetry_that_expires_has_none():
    (best,) = synthesise(trucks(keeps=30)).alternatives
    assert stored(best, "Reading") == ("TRUCK#{truckId}", "READING#{readAt}")
    assert "collection.unbounded" not in warnings(best)


def sensors(window_days=None, latest=False):
    """Sensors of few sites that record so much that a bucket of a year is too large."""
    site, sensor = attribute("siteId"), attribute("sensorId")
    entities = [
        entity("Site", "siteId", 40, site),
        entity("Sample", "siteId takenAt sensorId", 900_000_000, site, attribute("takenAt", "iso"), sensor,
               growth=400_000_000),
    ]  # fmt: skip
    intent = {"given": ["siteId"], "order_by": ["takenAt"], "window_days": window_days}
    reads = [
        get("R1", "Site", "siteId", 1),
        query("R2", "Sample", "siteId", 0.2, intent=intent, filter="takenAt BETWEEN :since AND :until",
              parameters={"since": "2026-01-20T00:00:00.000Z", "until": "2026-02-10T00:00:00.000Z"},
              items_returned=9000),
        put("W1", "Sample", 150),
    ]  # fmt: skip
    if latest:
        reads.append(query("R3", "Sample", "siteId", 20, "-takenAt", limit=1, items_returned=1))
    if window_days is None:
        del intent["window_days"]
    return design(entities, reads, [belongs("Sample", "Site", "siteId", 22_500_000, 90_000_000)])


def test_a_window_over_several_periods_is_several_requests_that_find_what_is_there():
    best = synthesise(sensors(40)).alternatives[0]
    assert stored(best, "Sample") == ("SITE#{siteId}#{takenAt:month}", "SAMPLE#{takenAt}#{sensorId}")
    window = best.design.pattern("R2")
    assert window.fan_out == 2
    assert window.parameters["takenAtMonth"] == ["2026-01", "2026-02"]
    assert best.problems == ()
    assert serving(best.design, window).served
    ready = ready_to_prove(best.design)
    assert not evaluate(ready, ready.pattern("R2")).proves_nothing


def test_without_a_window_of_known_length_nothing_is_split():
    """Nobody said how many requests it would take."""
    best = synthesise(sensors()).alternatives[0]
    assert stored(best, "Sample")[0] == "SITE#{siteId}"
    assert "collection.unbounded" in {each.rule for each in best.findings}


def test_a_read_of_the_latest_keeps_the_collection_whole():
    """It gives no time, so it could not name the period."""
    best = synthesise(sensors(40, latest=True)).alternatives[0]
    assert stored(best, "Sample")[0] == "SITE#{siteId}"
    assert best.gsis == 0


def test_a_window_without_example_values_gets_them_for_a_proof():
    intent = {"given": ["truckId"], "order_by": ["readAt"], "range": "readAt", "window_days": 1}
    asked = trucks()
    windows = ("ReadingsOfDay", "DiagnosticsOfDay")
    patterns = (
        replace(one, parameters={}, filter="", extra={"intent": intent}) if one.code in windows else one
        for one in asked.patterns
    )
    best = synthesise(replace(asked, patterns=tuple(patterns))).alternatives[0]
    assert stored(best, "Reading")[0] == "TRUCK#{truckId}#{readAt:year}"
    assert best.problems == ()
    ready = ready_to_prove(best.design)
    assert not any(evaluate(ready, ready.pattern(code)).proves_nothing for code in windows)
