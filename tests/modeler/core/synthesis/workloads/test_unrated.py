"""What an expert expects where nobody said how often anything happens: unknown is not zero."""

from __future__ import annotations

from decimal import Decimal

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.findings import Severity
from modeler.core.keys.templates import parse
from modeler.core.servings import serving
from modeler.core.servings.wanted import Equal, wanted_of
from modeler.core.synthesis import AlternativeKind, SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, design, get, put, query, shop
from tests.modeler.core.synthesis.workloads import unrated
from tests.modeler.core.synthesis.workloads.unrated import DOMAINS

pytestmark = pytest.mark.slow

FORCED = {"index.constant_pk", "write.orphaned_children"}
"""A list of everything is requested, and nobody said how long it is. A parent is deleted, and nobody said what happens
to its children.
"""
KEYS = {
    "calendar": {"Event": ("EVENT#{eventId}", "METADATA")},
    "library": {"Book": ("BOOK#{bookId}", "METADATA"), "Loan": ("LOAN#{loanId}", "METADATA")},
    "clinic": {"Patient": ("PATIENT#{patientId}", "METADATA"), "Appointment": ("APPT#{appointmentId}", "METADATA")},
    "recipes": {"Recipe": ("RECIPE#{recipeId}", "METADATA"), "Comment": ("RECIPE#{recipeId}", "COMMENT#{commentId}")},
    "rides": {"Ride": ("RIDE#{rideId}", "METADATA"), "Driver": ("DRIVER#{driverId}", "METADATA")},
    "warehouse": {"Product": ("SKU#{sku}", "METADATA"), "Stock": ("WAREHOUSE#{warehouseId}", "STOCK#{sku}")},
    "school": {"Course": ("COURSE#{courseId}", "METADATA"), "Student": ("STUDENT#{studentId}", "METADATA")},
    "forum": {"Thread": ("BOARD#{boardId}", "THREAD#{threadId}"), "Post": ("POST#{postId}", "METADATA")},
    "hotel": {"Room": ("HOTEL#{hotelId}", "ROOM#{roomNumber}"), "Guest": ("GUEST#{guestId}", "METADATA")},
    "newsletter": {"Subscriber": ("SUBSCRIBER#{subscriberId}", "METADATA"), "Issue": ("ISSUE#{issueId}", "METADATA")},
    "repairs": {"Ticket": ("TICKET#{ticketId}", "METADATA")},
    "festival": {"Show": ("SHOW#{showId}", "METADATA"), "Ticket": ("TICKET#{ticketCode}", "METADATA")},
}
"""What each of them is stored by in the table."""


@pytest.fixture(scope="module", params=DOMAINS, ids=lambda one: one.__name__)
def made(request):
    return request.param.__name__, synthesise(request.param())


def looked_up(one):
    """The reads that give the whole identity of an entity, each with its pattern in an alternative."""
    table = one.design.tables[0]
    for pattern in one.design.patterns:
        entities = tuple(table.entity(name) for name in pattern.entities)
        if pattern.operation not in {Operation.GET, Operation.QUERY} or len(entities) != 1:
            continue
        given = {each.attribute for each in wanted_of(pattern, entities).terms if isinstance(each, Equal)}
        if set(entities[0].identity) <= given:
            yield pattern, entities[0]


def test_a_read_by_id_is_a_look_up_in_every_alternative(made):
    """In the table by the whole key, or in an index whose partition key has the id: no filter, no common key."""
    _, found = made
    for one in found.alternatives:
        for pattern, entity in looked_up(one):
            table = one.design.tables[0]
            whole = pattern.index is None and len(pattern.key) == 2 and {each.operator for each in pattern.key} == {"="}
            named = {name for each in pattern.key for text in each.templates for name in parse(text).attributes}
            in_partition = parse(pattern.key[0].templates[0]).attributes
            assert pattern.filter == ""
            assert set(entity.identity) <= named
            assert whole or in_partition, (table.name, pattern.label)


def test_the_recommended_keys_are_an_expert_s(made):
    name, found = made
    best = found.alternatives[0]
    table = best.design.tables[0]
    assert found.unmet == ()
    assert best.problems == ()
    for entity, keys in KEYS[name].items():
        assert tuple(table.entity(entity).overloads[0].keys.values()) == keys
    assert {each.rule for each in best.findings if each.severity is not Severity.ADVICE} <= FORCED


def test_every_read_is_one_request_of_what_it_returns(made):
    """Only a known rate says that a filter or a second read is worth what it saves."""
    _, found = made
    assert {one.operation for one in found.alternatives[0].design.patterns}.isdisjoint({Operation.STEPS})
    assert [one.filter for one in found.alternatives[0].design.patterns if one.operation.is_read and one.filter] == []


def test_the_design_has_no_rates_and_its_dollars_none_of_them(made):
    _, found = made
    assert found.unrated == tuple(one.label for one in found.alternatives[0].design.patterns)
    for one in found.alternatives:
        assert all(each.per_second is None for each in one.design.patterns)
        assert one.dollars < Decimal("0.01")
        assert one.compared > 1
        assert all(each.dollars is None for each in (*one.served, *one.patterns))
    assert any("were compared with 1 call per second for each of them" in note for note in found.notes)


def test_alternatives_differ_or_there_are_none_and_why(made):
    _, found = made
    first, *others = found.alternatives
    assert all(one.differs for one in others)
    assert len({one.differs for one in others}) == len(others)
    if len(found.alternatives) < 3:
        assert any(note.startswith(("there is no other", "there are no other")) for note in found.notes)
    by_id = {one.label for one in first.served if one.index is None} & {one.label for one, _ in looked_up(first)}
    saves = [one.gsis < first.gsis or one.compared < first.compared - 1 for one in others]
    moves = [bool(by_id - {each.label for each in one.served if each.index is None}) for one in others]
    last = [moved and not saved for moved, saved in zip(moves, saves, strict=True)]
    assert last == sorted(last)


def test_a_budget_without_room_for_the_key_of_an_id_reads_in_the_collection():
    """One GSI for the list of all courses and the courses of a term: then a course is found in the list."""
    found = synthesise(unrated.school(), SynthesisOptions(max_gsis=1))
    best = found.alternatives[0]
    assert best.gsis == 1
    assert all(serving(best.design, one).served for one in best.design.patterns)
    assert synthesise(unrated.school()).alternatives[0].gsis == 2


def test_a_pattern_without_a_rate_is_compared_and_not_counted():
    """The others have rates: the dollars are theirs."""
    rated = [one for one in shop() if one["code"] != "R2"]
    lacking = [{name: value for name, value in one.items() if name != "per_second"} for one in shop()
               if one["code"] == "R2"]  # fmt: skip
    best = synthesise(design([CUSTOMER, ORDER], rated + lacking)).alternatives[0]
    assert best.design.pattern("R2").per_second is None
    assert best.compared > best.dollars
    assert {one.label: one.dollars is None for one in best.patterns} == {
        one.label: one.label == "R2" for one in best.design.patterns
    }


def test_a_pattern_that_no_key_serves_does_not_count_in_the_comparison():
    across = query("R9", "Order", "status", consistent=True)
    del across["per_second"]
    found = synthesise(design([CUSTOMER, ORDER], [*shop(), across]))
    assert [one.label for one in found.unmet] == ["R9"]
    assert found.unrated == ()
    assert all(one.compared == one.dollars for one in found.alternatives)


def test_a_declared_rate_of_zero_is_not_unknown():
    none = {"per_second": {"average": 0, "peak": 0}}
    reads = [get("R1", "Order", "orderId") | none, put("W1", "Order") | none,
             query("R2", "Order", "customerId", 0, items_returned=20)]  # fmt: skip
    found = synthesise(design([CUSTOMER, ORDER], reads))
    assert found.unrated == ()
    assert found.alternatives[0].compared == found.alternatives[0].dollars
    assert AlternativeKind.CHEAPEST in {one.kind for one in found.alternatives}
