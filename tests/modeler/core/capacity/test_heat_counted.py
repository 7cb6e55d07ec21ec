"""Heat against counting: calls are made over concrete keys, drawn evenly from the stated distribution, and added up."""

from collections import Counter
from decimal import Decimal

import pytest

from modeler.core.capacity.heat import design_heat
from modeler.core.capacity.loads import Direction
from modeler.core.documents.reading import from_document
from modeler.core.keys.templates import parse, render
from modeler.core.units import index_write_units, query_units, write_units
from modeler.core.values.attribute_values import item_size, string

pytestmark = pytest.mark.slow

CALLS = 4000


def spread(shares, calls=CALLS):
    """So many members, each as often as its share says, mixed: after any n calls each has had its part of them."""
    given = Counter()
    for turn in range(1, calls + 1):
        chosen = max(shares, key=lambda one: (shares[one] * turn - given[one], str(one)))
        given[chosen] += 1
        yield chosen


def zipf(count, exponent):
    weights = {f"s{rank:04}": rank**-exponent for rank in range(1, count + 1)}
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def field(name, size, **more):
    return {"name": name, "type": "S", "format": "id", "size": {"average": size, "max": size}, **more}


PAYLOAD = field("body", 1500)
SHARDED = "#{playId:shard(5)}"


def table(entity, sort="SK", indexes=()):
    made = {
        "name": "main",
        "partition_key": [{"name": "PK", "type": "S"}],
        "indexes": list(indexes),
        "entities": entity,
    }
    return made | {"sort_key": [{"name": sort, "type": "S"}]}


def read(tables, pattern, peak=1000):
    pattern = {"code": "P", "per_second": {"average": peak / 10, "peak": peak}, **pattern}
    return from_document({"keysheet": 1, "name": "Counted", "tables": [tables], "access_patterns": [pattern]})


def hottest(design, direction, index=None):
    return float(design_heat(design).hottest("main", index, direction).peak)


@pytest.mark.parametrize(
    ("exponent", "suffix"),
    [(0.0, ""), (0.8, ""), (1.0, ""), (1.4, ""), (0.8, SHARDED), (1.0, SHARDED), (1.4, SHARDED)],
)
def test_puts_of_songs_by_zipf(exponent, suffix):
    template = "SONG#{songId}" + suffix
    songs = {"name": "Song", "attributes": [field("songId", 5)], "identity": ["songId"], "count": 40,
             "overloads": [{"index": None, "keys": {"PK": "SONG#{songId}", "SK": "META"}}]}  # fmt: skip
    plays = {"name": "Play", "attributes": [field("songId", 5), field("playId", 6), PAYLOAD], "identity": ["playId"],
             "count": 10_000_000,
             "overloads": [{"index": None, "keys": {"PK": template, "SK": "{playId}"}}]}  # fmt: skip
    design = read(table([songs, plays]), {"operation": "PutItem", "entities": ["Play"], "skew": {"zipf": exponent}})
    units = Counter()
    for number, song in enumerate(spread(zipf(40, exponent))):
        item = {"songId": string(song), "playId": string(f"p{number:05}"), "body": string("x" * 1500)}
        key = render(parse(template), item, {})
        stored = item | {"PK": string(key), "SK": item["playId"]}
        units[key] += write_units(item_size(stored))
    counted = max(units.values()) / CALLS * 1000
    # CRC32 is not quite even over so few plays of one song, so a shard gets a little more than its part.
    assert hottest(design, Direction.WRITE) == pytest.approx(float(counted), rel=0.15 if suffix else 0.03)


STATES = {"OPEN": 0.5, "HELD": 0.3, "DONE": 0.2}


@pytest.mark.parametrize("target", ["DONE", "HELD"])
def test_updates_of_a_status_key(target):
    """Every entry that moves is deleted under its old status and put under the new one."""
    job = {
        "name": "Job", "identity": ["jobId"], "count": 100_000,
        "attributes": [field("jobId", 6), {"name": "status", "type": "S", "format": "enum", "values": STATES}, PAYLOAD],
        "overloads": [
            {"index": None, "keys": {"PK": "JOB#{jobId}", "SK": "META"}},
            {"index": "GSI1", "keys": {"GSI1PK": "STATUS#{status}", "GSI1SK": "{jobId}"}},
        ],
    }  # fmt: skip
    gsi = {"name": "GSI1", "kind": "GSI", "partition_key": [{"name": "GSI1PK", "type": "S"}],
           "sort_key": [{"name": "GSI1SK", "type": "S"}], "projection": {"type": "ALL"}}  # fmt: skip
    update = {"operation": "UpdateItem", "entities": ["Job"], "key": {"PK": "JOB#{jobId}", "SK": "META"},
              "set": {"status": target}}  # fmt: skip
    units = Counter()
    for number, status in enumerate(spread(STATES)):
        if status == target:
            continue  # the entry is as it was
        item = {"jobId": string(f"j{number:05}"), "status": string(status), "body": string("x" * 1500)}
        size = item_size(item | {"PK": string(f"JOB#j{number:05}"), "SK": string("META")}) + 40
        units[f"STATUS#{status}"] += index_write_units(size, None, key_changed=True, changed=True)
        units[f"STATUS#{target}"] += index_write_units(None, size, key_changed=True, changed=True)
    design = read(table([job], indexes=[gsi]), update)
    found = {key.label: float(key.peak) for key in design_heat(design).of("main", "GSI1") if key.peak}
    counted = {key: float(value) / CALLS * 1000 for key, value in units.items()}
    assert found == pytest.approx(counted, rel=0.01)


@pytest.mark.parametrize("hottest_share", [0.05, 0.25, 0.9])
def test_queries_of_buckets_and_shards(hottest_share):
    """Each call asks all four shards of one device's day: the hottest device's shard is read once a call."""
    event = {
        "name": "Event", "identity": ["eventId"], "count": 1_000_000,
        "attributes": [field("deviceId", 5), field("eventId", 6), {"name": "at", "type": "S", "format": "iso"}, PAYLOAD,
                       {"name": "shard", "type": "N", "format": "shard(4)"}],
        "overloads": [{"index": None, "keys": {"PK": "D#{deviceId}#{at:date}#{shard}", "SK": "{at}#{eventId}"}}],
    }  # fmt: skip
    query = {"operation": "Query", "entities": ["Event"], "key": {"PK": "D#{deviceId}#{at:date}#{shard}"}, "fan_out": 4,
             "items_returned": 40, "skew": {"hottest": hottest_share}}  # fmt: skip
    design = read(table([event]), query)
    others = {f"d{number:04}": (1 - hottest_share) / 99 for number in range(99)}
    entry = {"PK": string("D#d0001#2026-06-01#3"), "SK": string("2026-06-01T08:30:00.000Z#e00001"),
             "deviceId": string("d0001"), "eventId": string("e00001"), "at": string("2026-06-01T08:30:00.000Z"),
             "body": string("x" * 1500)}  # fmt: skip
    each = query_units(10 * (item_size(entry) + len("shard") + 2))
    units: Counter[tuple[str, int]] = Counter()
    for device in spread({"hot": hottest_share, **others}):
        for shard in range(4):
            units[device, shard] += each
    counted = max(units.values()) / CALLS * Decimal(1000)
    assert hottest(design, Direction.READ) == pytest.approx(float(counted), rel=0.02)
