"""Periods of time in the keys of indexes: "all of a type by time", grown. facts/building-blocks#p12."""

from __future__ import annotations

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query, text

EVENT = entity(
    "Event", "eventId", 40_000_000,
    attribute("eventId"), attribute("userId"), attribute("at", "iso"),
    attribute("kind", "enum", values={"A": 0.5, "B": 0.5}),
    text("detail", 200),
    growth=13_000_000,
)  # fmt: skip
WINDOW = {
    "filter": "at BETWEEN :a AND :b",
    "parameters": {"a": "2026-03-01T00:00:00.000Z", "b": "2026-03-01T23:59:59.999Z"},
}


def log(given="", days=1, event=EVENT, **fields):
    """Every event by time, in a window of so many days."""
    intent = {"given": given.split(), "order_by": ["at"], "window_days": days}
    window = query("R2", "Event", given, 0.01, intent=intent, items_returned=430_000, **WINDOW, **fields)
    return design([event], [get("R1", "Event", "eventId", 20), window, put("W1", "Event", 5)])


def index_of(one):
    (index,) = one.design.tables[0].indexes
    (overload,) = one.design.tables[0].entities[0].overloads_of(index.name)
    return list(overload.keys.values())


@pytest.mark.parametrize(("given", "key"), [("", "EVENT#{at:month}"), ("kind", "KIND#{kind}#{at:month}")])
def test_an_endless_collection_of_an_index_has_a_period_in_its_key(given, key):
    one = synthesise(log(given), SynthesisOptions(alternatives=1)).alternatives[0]
    assert index_of(one)[0] == key
    assert one.problems == ()
    assert one.dollars == monthly_cost(one.design).total().value
    assert [each.rule for each in one.findings if each.severity is Severity.ERROR] == []
    assert {each.rule for each in one.findings if each.severity is Severity.WARNING} <= {"query.many_pages"}
    read = next(each for each in one.design.patterns if each.code == "R2")
    made = serving(one.design, read)
    assert (made.served, made.order_satisfied) == (True, True)


@pytest.mark.parametrize("event", [EVENT | {"count": 9_000, "growth": 100}, EVENT | {"retention": 90}])
def test_no_period_where_a_collection_stays_small(event):
    found = synthesise(log(event=event), SynthesisOptions(alternatives=1)).alternatives
    assert not any("{at:" in text for one in found for text in index_of(one))


def test_no_period_where_no_read_says_how_long_its_window_is():
    found = synthesise(log(days=None), SynthesisOptions(alternatives=1)).alternatives
    assert not any("{at:" in text for one in found for text in index_of(one)[:1])
