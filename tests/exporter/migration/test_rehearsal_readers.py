"""Readers of a rehearsal: what they find of the items that nobody writes is judged, whatever happens to the others."""

from __future__ import annotations

import json

import pytest

from exporter.rehearsals.package import package_with_reads, with_items
from exporter.rehearsals.reads import held_reads
from exporter.targets.python.engine.stored_values import from_image
from modeler.core.documents.reading import from_document
from tests.exporter.migration.conftest import BY_STATUS
from tests.exporter.migration.generated import base_keys, changed, orders


def by_status(document):
    base_keys(document, "Order").update(BY_STATUS)


def asked_by_status(document):
    """The key of Order changes, and the pattern that reads it with it."""
    by_status(document)
    pattern = next(one for one in document["access_patterns"] if one["code"] == "A2")
    pattern["key"] = {"PK": "CUSTOMER#{customerId}", "SK": {"begins_with": "O#"}}


@pytest.fixture
def readers(moving):
    """The readers of a migration whose backfill has not begun."""
    held = held_reads(orders(), changed(orders(), asked_by_status))
    for item in json.loads(package_file("rehearsal.json"))["items"]["app-main"]:
        moving.put(from_image(item))
    return moving.package.module("engine.rehearsal_reader").RehearsalReaders(moving.migration, held)


def package_file(name):
    package = package_with_reads(orders(), changed(orders(), by_status))
    return next(file.text for file in package.files if file.path.endswith(f"/{name}"))


def one_of(readers, side, code):
    return next(one for one in readers.patterns if one.side == side and one.pattern.startswith(code))


def test_reads_of_the_new_design_wait_for_the_backfill_and_those_of_the_old_one_do_not(moving, readers):
    readers.one_round()
    assert one_of(readers, "old", "A2").as_json()["wrong"] == 0
    new = one_of(readers, "new", "A2")
    assert (new.wrong, new.waited, len(new.expected)) == (0, 1, 2)
    moving.migration.begin_following()
    moving.backfill()
    readers.complete()
    readers.one_round()
    assert (new.runs, new.wrong, new.waited) == (2, 0, 1)
    assert readers.wrong == 0


def test_an_item_that_a_read_must_return_and_does_not_is_told(moving, readers):
    moving.delete(moving.route.old.key(moving.order("o-9044", customerId="a1b2", orderDate="2026-06-03")))
    readers.one_round()
    found = one_of(readers, "old", "A2")
    assert found.wrong == 1
    assert "does not return" in found.first_wrong
    assert "o-9044" in found.first_wrong


def test_an_item_that_a_read_must_not_return_is_told_before_the_backfill_is_complete(moving, readers):
    shipped = moving.order("o-9044", customerId="a1b2", orderDate="2026-06-03", status="OPEN")
    moving.put(shipped)
    readers.one_round()
    assert "returns" in one_of(readers, "old", "A5").first_wrong


def test_a_refused_read_is_told(moving, readers):
    query = one_of(readers, "old", "A4")
    query.requests[0]["arguments"]["IndexName"] = "GSI9"
    readers.one_round()
    assert query.first_wrong.startswith("is refused")


def test_a_pattern_that_was_not_changed_with_the_key_finds_less():
    reads = held_reads(orders(), changed(orders(), by_status))["reads"]
    counts = {one["side"]: one["expected"] for one in reads if one["pattern"].startswith("A2")}
    assert {side: sum(map(len, found.values())) for side, found in counts.items()} == {"old": 2, "new": 0}


def test_generated_items_are_left_to_the_writer():
    few = held_reads(orders(), changed(orders(), by_status))
    many = held_reads(with_items(orders(), 300, 1), changed(orders(), by_status))
    assert len(few["still"]["old"]["app-main"]) <= len(many["still"]["old"]["app-main"]) <= 10


BLOBS = {
    "keysheet": 1,
    "name": "Blobs",
    "tables": [
        {
            "name": "blobs",
            "partition_key": [{"name": "PK", "type": "B"}],
            "sort_key": [{"name": "SK", "type": "S"}],
            "entities": [
                {
                    "name": "Blob",
                    "identity": ["id"],
                    "attributes": [{"name": "id", "type": "B"}, {"name": "tag", "type": "S"}],
                    "overloads": [{"index": None, "keys": {"PK": "{id}", "SK": "B#{tag}"}}],
                    "items": [{"id": {"B": "AAEC"}, "tag": "x"}],
                }
            ],
        }
    ],
    "access_patterns": [
        {
            "code": "A1",
            "name": "A blob",
            "table": "blobs",
            "operation": "Query",
            "entities": ["Blob"],
            "key": {"PK": "{id}"},
            "parameters": {"id": {"B": "AAEC"}},
        }
    ],
}


def test_binary_keys_and_values_are_carried_as_bytes():
    def other_sort_key(document):
        base_keys(document, "Blob")["SK"] = "C#{tag}"

    before = from_document(BLOBS)
    held = held_reads(before, changed(before, other_sort_key))
    assert held["still"]["old"] == {"blobs": [{"PK": {"B": "AAEC"}, "SK": {"S": "B#x"}}]}
    key = from_image(held["still"]["old"]["blobs"][0])
    assert key == {"PK": b"\x00\x01\x02", "SK": "B#x"}
    assert [one["expected"] for one in held["reads"]] == [
        {"blobs": [{"PK": {"B": "AAEC"}, "SK": {"S": "B#x"}}]},
        {"blobs-v2": [{"PK": {"B": "AAEC"}, "SK": {"S": "C#x"}}]},
    ]


def test_nothing_to_move_is_refused_and_not_called_proved(moving):
    engine, stopped = (moving.package.module(f"engine.{name}") for name in ("rehearsing", "problems"))
    nothing = {"tables": {}, "items": {"app-main": []}}
    rehearsal = engine.Rehearsal((moving.route,), moving.migration.clients, nothing, ["true"], print, prefix="r-")
    with pytest.raises(stopped.Stopped, match="no items"):
        rehearsal.run()
