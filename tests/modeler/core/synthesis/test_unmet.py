"""Requirements that no design can meet: which they are, why, and the nearest that can be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, attribute, design, entity, get, put, query, update


def unmet(*reads, **more):
    (found,) = synthesise(design([CUSTOMER, ORDER], [*reads, put("W1", "Order", 5)]), SynthesisOptions(**more)).unmet
    return found


def test_two_strongly_consistent_reads_cannot_both_have_the_key_of_the_table():
    found = unmet(
        query("R1", "Order", "customerId", 9, "-orderDate", limit=20, items_returned=20, consistent=True),
        query("R2", "Order", "orderDate", 1, limit=20, items_returned=20, consistent=True),
    )
    assert (found.label, found.reason) == (
        "R2",
        "R2 is strongly consistent, so only the table's own key can serve it, and R1 needs a different one for Order",
    )
    assert found.nearest.startswith("find the keys in an index, then read each item strongly consistent")


def in_two_orders(**fields):
    """Strongly consistent reads of the orders of a customer, by date and by note."""
    reads = [
        query("R1", "Order", "customerId", 9, "-orderDate", limit=20, items_returned=20, consistent=True),
        query("R2", "Order", "customerId", 1, "note", limit=20, items_returned=20, consistent=True),
        put("W1", "Order", 5),
    ]
    return design([CUSTOMER, ORDER | fields], reads)


def test_an_lsi_is_the_nearest_where_other_collections_are_in_its_way():
    """Events of an hour, of which nobody knows how many there can be, are in one collection of the table."""
    event = entity("Event", "deviceId at", 900_000, attribute("deviceId"), attribute("at", "iso"), growth=100_000)
    event |= {"per_parent": {"average": 40}}
    made = in_two_orders()
    table = design(
        [CUSTOMER, ORDER, event],
        [query("R3", "Event", "deviceId", 1, "-at", limit=9, items_returned=9, consistent=True)],
    )
    (found,) = synthesise(replace(table, patterns=(*made.patterns, *table.patterns))).unmet
    assert found.label == "R2"
    assert found.nearest.startswith("create the table with a local secondary index that sorts Order by note")
    assert "less than 0.01 GB of them; every collection of the table must stay under 10 GB" in found.nearest


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({"growth": 100_000, "per_parent": {"average": 40}}, {}),
        ({"per_parent": {"average": 40, "max": 90_000_000}}, {}),
        ({}, {"live": True}),
    ],
)
def test_an_lsi_is_not_named_for_collections_that_grow_or_a_table_that_exists(fields, options):
    (found,) = synthesise(in_two_orders(**fields), SynthesisOptions(**options)).unmet
    assert found.nearest.startswith("find the keys in an index, then read each item strongly consistent")


def test_no_read_is_consistent_across_partitions():
    found = unmet(
        get("R1", "Order", "orderId"), query("R2", "Order", "", 1, "-orderDate", limit=20, items_returned=20),
        consistent=frozenset({"R2"}),
    )  # fmt: skip
    assert found.label == "R2"
    assert "the items of Order are in many partitions" in found.reason
    assert found.nearest.endswith("read it eventually consistent from an index")


def test_a_key_of_the_table_cannot_change():
    found = unmet(
        get("R1", "Order", "orderId"),
        query("R2", "Order", "status", 1, limit=20, items_returned=20, consistent=True),
        update("W2", "Order", "orderId", set={"status": "SHIPPED"}),
    )
    assert found.reason.endswith("and a write changes status: a key of the table cannot change")


@pytest.mark.parametrize(("given", "count"), [("", 1), ("customerId", 0)])
def test_a_search_for_a_text_examines_whatever_is_left(given, count):
    """Of one customer there are 40 orders; of all customers two million."""
    search = query("R2", "Order", given, 1, filter="contains(note, :text)", parameters={"text": "x"}, items_returned=5)
    asked = [get("R1", "Customer", "customerId"), search, put("W1", "Order", 5), put("W2", "Customer")]
    found = synthesise(design([CUSTOMER, ORDER], asked))
    assert len(found.unmet) == count
    for one in found.unmet:
        assert one.reason.startswith(
            "no key finds items by contains(note, :text): R2 may examine about 2,000,000 items"
        )
        assert one.nearest.startswith("let a stream of the writes feed a search index")


def test_a_must_that_names_nothing_is_reported():
    asked = design([CUSTOMER, ORDER], [get("R1", "Order", "orderId"), put("W1", "Order")])
    musts = SynthesisOptions(consistent=frozenset({"R1", "R9", "W1"}), keep_keys=frozenset({"Invoice"}))
    notes = synthesise(asked, musts).notes
    assert notes[:3] == (
        "R9 is the code of no read, so nothing was made strongly consistent for it",
        "W1 is the code of no read, so nothing was made strongly consistent for it",
        "Invoice is the name of no entity, so no key was kept for it",
    )


def test_what_lacks_the_given_value_is_named():
    """Nothing relates an order to the events of a device: no range and no order stands in the way."""
    event = entity("Event", "deviceId at", 9_000, attribute("deviceId"), attribute("at", "iso"))
    (found,) = synthesise(design([ORDER, event], [query("R1", "Order Event", "orderId"), put("W1", "Order", 5)])).unmet
    assert found.reason == "no key finds Order and Event by orderId as R1 requests: Event has no orderId"
    assert found.nearest == "add the relation between them, or read them with separate access patterns"
