"""A shard in a hot key: what is changed with it, and where it is not offered."""

import re

import pytest

from modeler.core.analysis import analyse
from modeler.core.documents.reading import to_document
from modeler.core.edits.applied_fixes import fixed
from modeler.core.findings import Severity
from modeler.core.servings import serving
from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.cases.keys.heat import call, cell, events, index, indexed, put

EVERY = call("Query", "R", 1, entities=["Event"], key={"PK": "LOG#{deviceId}"}, items_returned=5)
ONE = call("GetItem", "G", 1, entities=["Event"], key={"PK": "LOG#{deviceId}", "SK": "EVENT#{eventId}"})
HOT = put(2000, skew={"hottest": 0.9})
DEVICE_LOG = "LOG#{deviceId}"
RULE = "heat.partition_over_limit"
CARRIED = {"values": {"eventId": "e", "deviceId": "d"}, "stored_keys": {"PK": {"S": "LOG#d"}}}


def fix_of(design, rule=RULE):
    (finding,) = found(design, rule)
    return finding.fixes


def shards_in(fix):
    """How many shards it makes: enough for 1,800 write units a second, with at most half of each left free."""
    (count,) = {int(number) for number in re.findall(r"shard\((\d+)\)", str(fix))}
    assert 2 <= count <= 4
    return count


def keys_of(design):
    document = to_document(design)
    return {one["code"]: (one.get("key", {}).get("PK"), one.get("fan_out", 1)) for one in document["access_patterns"]}


def test_a_call_that_names_the_item_keeps_one_request_and_others_ask_every_shard():
    design = events(DEVICE_LOG, [HOT, EVERY, ONE])
    (fix,) = fix_of(design)
    after = fixed(design, fix)
    count = shards_in(fix)
    key = f"LOG#{{deviceId}}#{{eventId:shard({count})}}"
    assert fix.label == f"Divide PK by eventId, {count} shards; R then queries every shard"
    assert after.tables[0].entities[0].overloads[0].keys["PK"] == key
    assert keys_of(after) == {"W": (None, 1), "R": (key, count), "G": (key, 1)}
    assert all(serving(after, pattern).served for pattern in after.patterns)
    assert found(after, RULE) == []
    assert {one.rule for one in analyse(after).findings if one.severity is Severity.ERROR} <= {
        one.rule for one in analyse(design).findings if one.severity is Severity.ERROR
    }


def test_a_place_for_shards_asks_no_more_keys_than_before():
    design = events("ALL", [put(300), EVERY | {"key": {"PK": "ALL"}}], growth=100_000)
    (fix,) = fix_of(design, "heat.no_shard_slot")
    assert keys_of(fixed(design, fix))["R"] == ("ALL#{eventId:shard(1)}", 1)


def test_an_index_key_is_divided_for_the_writes_that_know_the_item():
    moved = call(
        "UpdateItem", "U", 10, entities=["Event"], key={"PK": "EVENT#{eventId}", "SK": "EVENT#{eventId}"},
        set={"status": "DONE"},
    )  # fmt: skip
    listed = call(
        "Query", "R", 1, index="GSI1", entities=["Event"], key={"GSI1PK": "STATUS#{status}"}, items_returned=5
    )
    design = indexed("STATUS#{status}", 1500, moved, listed)
    (fix,) = fix_of(design, "heat.index_partition_over_limit")
    after = fixed(design, fix)
    assert after.patterns[2].key[0].templates == ("STATUS#{status}#{eventId:shard(2)}",)
    assert after.patterns[2].fan_out == 2
    assert found(after, "heat.index_partition_over_limit") == []


@pytest.mark.parametrize(
    "design",
    [
        # A live table, and keys that imported items carry.
        events(DEVICE_LOG, [HOT], settings={"live": True}),
        events(DEVICE_LOG, [HOT], items=[CARRIED]),
        # Calls that would have to know the item: one whose sort key is made of something else, a window of ids.
        events(DEVICE_LOG, [HOT, ONE | {"key": {"PK": DEVICE_LOG, "SK": "EVENT#{other}"}}]),
        events(DEVICE_LOG, [HOT, EVERY | {"key": {"PK": DEVICE_LOG, "SK": {"between": ["{eventId}", "z"]}}}]),
        events(DEVICE_LOG, [HOT, EVERY | {"parameters": {"deviceId": "d", "eventId": "e"}}]),
        # A read of another key, which nobody can tell from this one.
        events(DEVICE_LOG, [HOT, EVERY | {"key": {"PK": "{whole}"}}]),
        # A write that spells the key itself.
        events(DEVICE_LOG, [HOT, ONE | {"operation": "UpdateItem", "update": "SET PK = :k"}]),
        # What tells items apart is in the key already, and an identity of few values at a time.
        events("EVENT#{eventId}", [HOT], count=3),
        events(DEVICE_LOG, [HOT], identity=["status"]),
        # A read of Event and of what else lies there.
        events(
            DEVICE_LOG,
            [HOT, EVERY | {"entities": ["Event", "Log"]}],
            also=[{"name": "Log", "attributes": [], "overloads": [cell(None, PK="LOG#{deviceId}", SK="META")]}],
        ),
    ],
)
def test_none_is_offered_where_a_call_would_lose_its_key(design):
    assert [fix for finding in found(design, RULE) for fix in finding.fixes] == []
    assert found(design, RULE) or design.tables[0].entities[0].overloads[0].keys["PK"] == "EVENT#{eventId}"


def test_a_time_to_the_millisecond_tells_items_apart_where_nothing_better_does():
    design = events(DEVICE_LOG, [HOT], identity=["deviceId", "at"], sk="EVENT#{at}")
    (fix,) = fix_of(design)
    assert fix.label == f"Divide PK by at, {shards_in(fix)} shards"
    assert found(fixed(design, fix), RULE) == []


def test_reads_that_are_hot_are_not_helped_by_it():
    reads = EVERY | {"per_second": {"average": 20_000, "peak": 20_000}, "skew": {"hottest": 0.9}}
    assert fix_of(events(DEVICE_LOG, [HOT, reads], indexes=[index()])) == ()
