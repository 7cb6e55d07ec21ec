"""The product's expected units a second and month against the second calculator, where a design tells every size."""

import json
from fractions import Fraction
from math import ceil
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import modeler.core
from modeler.core.capacity.design import design_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.documents import reading
from tests.laws import second_calculator as calculator

PRICES = json.loads((Path(modeler.core.__file__).parent / "data" / "prices.json").read_text())["regions"]
BASE = {"name": "main", "kind": "TABLE", "hash": ["PK"], "range": ["SK"], "include": None}
INDEXES = [
    {"name": "by_status", "kind": "GSI", "hash": ["GSI1PK"], "range": ["GSI1SK"]},
    {"name": "open", "kind": "GSI", "hash": ["GSI2PK"], "range": ["GSI2SK"]},
    {"name": "local", "kind": "LSI", "hash": ["PK"], "range": ["rank"]},
]
OVERLOADS = [
    {"index": None, "keys": {"PK": "T#{id}", "SK": "META"}},
    {"index": "by_status", "keys": {"GSI1PK": "S#{status}", "GSI1SK": "{id}"}},
    {"index": "open", "when": "status = 'OPEN'", "keys": {"GSI2PK": "OPEN", "GSI2SK": "{id}"}},
]
KEY = {"PK": "T#{id}", "SK": "META"}
PROJECTIONS = st.sampled_from([None, [], ["status"], ["body"]])


@st.composite
def worlds(draw):
    """A table's places, the share of open items, and one item of each status: all items are like one of the two."""
    chosen = draw(st.lists(st.sampled_from(INDEXES), unique_by=lambda index: index["name"]))
    table = [BASE, *({**index, "include": draw(PROJECTIONS)} for index in chosen)]
    names = {place["name"] for place in chosen}
    id_length, body = draw(st.integers(1, 20)), draw(st.sampled_from([0, 300, 1000, 1500, 3900, 5000, 9000]))
    found = {}
    for status in ("OPEN", "DONE"):
        key = "i" * id_length
        texts = {"PK": f"T#{key}", "SK": "META", "id": key, "status": status, "rank": "r" * 6, "body": "x" * body}
        if "by_status" in names:
            texts |= {"GSI1PK": f"S#{status}", "GSI1SK": key}
        if "open" in names and status == "OPEN":
            texts |= {"GSI2PK": "OPEN", "GSI2SK": key}
        found[status] = {name: {"S": text} for name, text in texts.items()}
    return table, draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])), found


def exactly(length):
    return {"average": length, "max": length}


def document(world, patterns, count, settings_):
    """The same in own JSON: sizes are declared, there is no sample item."""
    table, share, found = world
    sizes = {name: exactly(len(found["OPEN"][name]["S"])) for name in ("id", "body", "rank")}
    attributes = [{"name": name, "type": "S", "size": size} for name, size in sizes.items()]
    attributes.append({"name": "status", "type": "S", "format": "enum", "values": {"OPEN": float(share), "DONE": 0}})
    attributes[-1]["values"]["DONE"] = float(1 - share)
    names = {place["name"] for place in table}
    types = {True: {"type": "ALL"}, False: {"type": "KEYS_ONLY"}}
    indexes = [
        {
            "name": place["name"],
            "kind": place["kind"],
            "partition_key": [{"name": name, "type": "S"} for name in place["hash"]],
            "sort_key": [{"name": name, "type": "S"} for name in place["range"]],
            "projection": {"type": "INCLUDE", "attributes": place["include"]}
            if place["include"]
            else types[place["include"] is None],
        }
        for place in table[1:]
    ]
    entity = {
        "name": "Task",
        "count": count,
        "identity": ["id"],
        "attributes": attributes,
        "overloads": [one for one in OVERLOADS if one["index"] is None or one["index"] in names]
        + [{"index": "local", "keys": {}}] * ("local" in names),
    }
    keys = {"partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}]}
    tables = [{"name": "main", **keys, "indexes": indexes, "entities": [entity], "settings": settings_}]
    listed = [{"table": "main", "entities": ["Task"], "code": f"P{n}", **one} for n, one in enumerate(patterns)]
    return {"keysheet": 1, "name": "Bill", "tables": tables, "access_patterns": listed}


def average_bytes(world, place):
    """The expected size of an entry, of the items that the place holds."""
    table, share, found = world
    shares = {"OPEN": share, "DONE": 1 - share}
    entries = {status: calculator.entry(table, place, one) for status, one in found.items()}
    held = {status: one for status, one in entries.items() if one is not None}
    return sum(calculator.item_bytes(one) * shares[status] for status, one in held.items()) / sum(
        shares[status] for status in held
    )


@st.composite
def reads(draw, world):
    """A read as own JSON, and the units of a call by (place, direction)."""
    consistent = draw(st.booleans())
    factor = calculator.strength(consistent)
    one = calculator.reading(ceil(average_bytes(world, BASE)), factor)
    match draw(st.sampled_from(["get", "batch", "query"])):
        case "get":
            return {"operation": "GetItem", "key": KEY, "consistent": consistent}, {("main", "read"): one}
        case "batch":
            many = draw(st.integers(2, 30))
            pattern = {"operation": "BatchGetItem", "key": KEY, "consistent": consistent, "fan_out": many}
            return pattern, {("main", "read"): one * many}
    place = draw(st.sampled_from(world[0]))
    consistent = consistent and place["kind"] != "GSI"
    many = draw(st.integers(1, 60))
    pattern = {"operation": "Query", "key": dict.fromkeys(place["hash"], "anything"), "items_returned": many}
    units = calculator.reading(ceil(average_bytes(world, place) * many), calculator.strength(consistent))
    index = None if place is BASE else place["name"]
    return {**pattern, "index": index, "consistent": consistent}, {(place["name"], "read"): units}


def expected(world, change, *, transactional=False):
    """Units by (place, direction) of a write: `change` tells what it makes of an item, before and after."""
    table, share, found = world
    units = {}
    for status, weight in (("OPEN", share), ("DONE", 1 - share)):
        before, after = change(found[status])
        for place, value in calculator.write_units(table, before, after, transactional=transactional).items():
            units[place, "write"] = units.get((place, "write"), 0) + weight * value
    return units


@st.composite
def writes(draw, world):
    """A write as own JSON, and the units of a call by (place, direction)."""
    opened, done = world[2]["OPEN"], world[2]["DONE"]
    update = {"operation": "UpdateItem", "key": KEY}
    match draw(st.sampled_from(["put", "delete", "close", "reopen", "only_open", "edit", "transact"])):
        case "put":
            return {"operation": "PutItem"}, expected(world, lambda one: (None, one))
        case "delete":
            return {"operation": "DeleteItem", "key": KEY}, expected(world, lambda one: (one, None))
        case "close":
            return {**update, "set": {"status": "DONE"}}, expected(world, lambda one: (one, done))
        case "reopen":
            return {**update, "set": {"status": "OPEN"}}, expected(world, lambda one: (one, opened))
        case "only_open":
            pattern = {**update, "set": {"status": "DONE"}, "if": "status = 'OPEN'"}
            return pattern, expected(world, lambda one: (opened, done))
        case "edit":
            assume(opened["body"]["S"])
            text = {"S": "y" * len(opened["body"]["S"])}
            return {**update, "set": {"body": ":text"}}, expected(world, lambda one: (one, {**one, "body": text}))
    step = {"operation": "PutItem", "entities": ["Task"], "table": "main"}
    pattern = {"operation": "TransactWriteItems", "steps": [step]}
    return pattern, expected(world, lambda one: (None, one), transactional=True)


def even(world):
    """Both kinds of items round to the same units, so that rounding an average and averaging what is rounded agree."""
    table, _, found = world
    for place in table:
        one, other = (calculator.entry(table, place, found[status]) for status in ("OPEN", "DONE"))
        if one and other:
            sizes = calculator.item_bytes(one), calculator.item_bytes(other)
            if len({calculator.blocks(size, 1024) for size in sizes}) > 1:
                return False
    return True


RATES = st.sampled_from([Fraction(1, 5), Fraction(1), Fraction(7), Fraction(150)])


@st.composite
def loaded(draw):
    """A world, its patterns with rates, and the units a second that each place must stand: average and peak."""
    world = draw(worlds().filter(even))
    patterns, average, peak = [], {}, {}
    for _ in range(draw(st.integers(1, 4))):
        pattern, units = draw(st.one_of(reads(world), writes(world)))
        rate, times = draw(RATES), draw(st.integers(1, 5))
        patterns.append({**pattern, "per_second": {"average": float(rate), "peak": float(rate * times)}})
        for place, value in units.items():
            average[place] = average.get(place, 0) + value * rate
            peak[place] = peak.get(place, 0) + value * rate * times
    return world, patterns, average, peak


def near(one, other):
    return abs(Fraction(one) - Fraction(other)) <= Fraction(1, 10**6) * max(1, abs(Fraction(other)))


@settings(max_examples=120)
@given(loaded())
def test_units_a_second_of_every_place(given_load):
    world, patterns, average, peak = given_load
    design = reading.from_document(document(world, patterns, 1000, {}))
    for place in design_capacity(design).places:
        name = place.place.index or "main"
        for direction, demand in (("read", place.read), ("write", place.write)):
            assert near(demand.average.value, average.get((name, direction), 0)), (name, direction)
            assert near(demand.peak.value, peak.get((name, direction), 0)), (name, direction)


def meters(table, load):
    """Units by what is billed by itself: LSIs draw on the table, each GSI has its own.

    facts/throughput#index-writes.
    """
    found = {(name, direction): 0 for name in billed(table) for direction in ("read", "write")}
    locals_ = {place["name"] for place in table if place["kind"] != "GSI"}
    for (name, direction), value in load.items():
        found["main" if name in locals_ else name, direction] += value
    return found


def billed(table):
    return ["main", *(place["name"] for place in table[1:] if place["kind"] == "GSI")]


def price(region, *path):
    found = PRICES[region]
    for step in path:
        found = found[step]
    return Fraction(str(found["value"]))


REQUESTS = {"read": "read_per_million_rru", "write": "write_per_million_wru"}


def class_of(table_settings):
    return "standard_ia" if table_settings.get("table_class") else "standard"


def held_by(meter):
    """Units that auto scaling holds on average, simulated a second time over the same traffic."""
    loads = meter.simulation.asked
    if max(loads) - min(loads) < 1e-9:
        return calculator.provisioned_units(Fraction(str(meter.demand.average.value)), 70)
    held, refused = calculator.auto_scaled(loads)
    assert held == list(meter.simulation.provisioned)
    assert refused.keys() == meter.simulation.throttled.keys()
    return Fraction(sum(held), len(held))


def throughput(world, average, peak, table_settings, scaled):
    """Dollars a month by mode; a global table pays its own writes in every Region as replicated ones.

    facts/throughput#replication, facts/pricing#break-even.
    """
    regions = ["us-east-1", *table_settings.get("replicas", [])]
    kind = class_of(table_settings)
    found = dict.fromkeys((Mode.ON_DEMAND, Mode.AUTO_SCALED, Mode.FIXED), Fraction(0))
    usual, highest = meters(world[0], average), meters(world[0], peak)
    for (name, direction), units in usual.items():
        for region in regions if direction == "write" else regions[:1]:
            many = name == "main" and direction == "write" and len(regions) > 1
            hour = "rwcu_hour" if many else f"{direction[0]}cu_hour"
            # A replicated unit costs what an ordinary one does (facts/throughput#replication), and is not sourced for
            # every Region.
            by_request = price(region, "on_demand", kind, REQUESTS[direction])
            by_hour = price(region, "provisioned", kind, hour)
            found[Mode.ON_DEMAND] += calculator.requests_cost(units, by_request)
            found[Mode.AUTO_SCALED] += calculator.provisioned_cost(scaled[name, direction], by_hour)
            fixed = calculator.provisioned_units(highest[name, direction], 70)
            found[Mode.FIXED] += calculator.provisioned_cost(fixed, by_hour)
    return found


def stored(world, count, table_settings):
    """Dollars a month for storage and recovery. facts/item-sizes#storage, facts/pricing#conventions."""
    table, share, found = world
    regions = ["us-east-1", *table_settings.get("replicas", [])]
    sizes = {}
    for status, weight in (("OPEN", share), ("DONE", 1 - share)):
        one = calculator.stored_bytes(table, [found[status]], replicated=len(regions) > 1)
        for name, size in one.items():
            sizes[name] = sizes.get(name, 0) + weight * count * size
    backed = sum(size for name, size in sizes.items() if name in ("main", "local"))
    amount = Fraction(0)
    for region in regions:
        amount += calculator.storage_cost(
            sum(sizes.values()), price(region, "storage_gb_month", class_of(table_settings))
        )
        amount += calculator.storage_cost(backed, price(region, "backup", "pitr_gb_month"))
    return sizes, amount


SETTINGS = st.sampled_from([{}, {"table_class": "STANDARD_INFREQUENT_ACCESS"}, {"replicas": ["eu-west-1"]}])


@settings(max_examples=120)
@given(loaded(), st.integers(0, 10**7), SETTINGS)
def test_a_month_in_every_mode(given_load, count, more):
    world, patterns, average, peak = given_load
    table_settings = {"point_in_time_recovery": True, **more}
    (cost,) = monthly_cost(reading.from_document(document(world, patterns, count, table_settings))).tables
    scaled = {(meter.place, meter.direction): held_by(meter) for meter in cost.meters}
    for mode, amount in throughput(world, average, peak, table_settings, scaled).items():
        assert near(cost.modes[mode].total.value, amount), mode
    _, amount = stored(world, count, table_settings)
    assert near(cost.total().value - cost.modes[cost.current].total.value, amount)


@settings(max_examples=60)
@given(loaded(), st.integers(0, 10**9))
def test_the_free_tier_stands_apart_and_takes_off_no_more_than_there_is(given_load, count):
    world, patterns, *_ = given_load
    whole = monthly_cost(reading.from_document(document(world, patterns, count, {})))
    sizes, _ = stored(world, count, {})
    gigabytes = min(Fraction(25), Fraction(sum(sizes.values())) / calculator.GIGABYTE)
    free = {line.what: line.amount.value for line in whole.free(Mode.ON_DEMAND)}
    assert near(-free.pop("free tier, storage", 0), gigabytes * Fraction("0.25"))
    assert not free
    hours = {"read": 0, "write": 0}
    for meter in whole.tables[0].meters:
        hours[meter.direction] += held_by(meter) * calculator.HOURS
    free = {line.what: line.amount.value for line in whole.free(Mode.AUTO_SCALED)}
    assert near(-free["free tier, reads"], min(18_600, hours["read"]) * Fraction("0.00013"))
    assert near(-free["free tier, writes"], min(18_600, hours["write"]) * Fraction("0.00065"))


def test_break_even_of_the_sourced_regions():
    for region, expected in (("us-east-1", "28.9"), ("eu-west-1", "29.0"), ("eu-central-1", "28.9")):
        design = reading.from_document({**document(WORLD, [GET], 10, {}), "region": region})
        (cost,) = monthly_cost(design).tables
        both = {str(one.direction): one.utilisation for one in cost.break_evens}
        for direction, unit in (("read", "r"), ("write", "w")):
            request = price(region, "on_demand", "standard", REQUESTS[direction])
            hour = price(region, "provisioned", "standard", f"{unit}cu_hour")
            assert near(both[direction], calculator.break_even(hour, request))
        assert f"{both['write'] * 100:.1f}" == expected


WORLD = (
    [BASE],
    Fraction(1, 2),
    {
        status: {"PK": {"S": "T#i"}, "SK": {"S": "META"}, "id": {"S": "i"}, "status": {"S": status}}
        | {"rank": {"S": "r"}, "body": {"S": ""}}
        for status in ("OPEN", "DONE")
    },
)
GET = {"operation": "GetItem", "key": KEY, "per_second": {"average": 1, "peak": 2}}


@pytest.mark.parametrize(
    ("pattern", "rate", "on_demand", "provisioned"),
    [
        ({"operation": "PutItem"}, (100, 100), "164.25", "67.85"),
        ({"operation": "PutItem"}, (100, 300), "164.25", "203.56"),
        ({"operation": "GetItem", "key": KEY}, (1000, 1000), "164.25", "67.85"),
    ],
)
def test_the_worked_examples_of_the_facts(pattern, rate, on_demand, provisioned):
    """facts/pricing#examples, A and B: the other direction stands at its least of one unit."""
    pattern = {**pattern, "per_second": {"average": rate[0], "peak": rate[1]}}
    (cost,) = monthly_cost(reading.from_document(document(WORLD, [pattern], 1, {}))).tables
    place = "writes" if pattern["operation"] == "PutItem" else "reads"
    by_mode = {
        mode: sum(each.line.amount.value for each in cost.modes[mode].lines if each.line.what == place)
        for mode in (Mode.ON_DEMAND, Mode.FIXED)
    }
    assert f"{by_mode[Mode.ON_DEMAND]:.2f}" == on_demand
    assert f"{by_mode[Mode.FIXED]:.2f}" == provisioned
