"""Heat: keys that take more than a partition gives."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case, read

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE


def attribute(name, format="id", type="S", **more):
    return {"name": name, "type": type, "format": format, **more}


def index(name="GSI1", kind="GSI", partition=None, sort=None, type="KEYS_ONLY", **more):
    return {
        "name": name, "kind": kind, "partition_key": [{"name": partition or f"{name}PK", "type": "S"}],
        "sort_key": [{"name": sort or f"{name}SK", "type": "S"}], "projection": {"type": type}, **more,
    }  # fmt: skip


LSI = index("LSI1", "LSI", "PK", "at")


def cell(name, when="", **keys):
    return {"index": name, "keys": keys, **({"when": when} if when else {})}


def entity(name, attributes, *overloads, **more):
    return {"name": name, "attributes": attributes, "overloads": list(overloads), **more}


def call(operation, code="P", peak=100.0, average=None, **more):
    rate = {"average": peak / 4 if average is None else average, "peak": peak}
    return {"code": code, "operation": operation, "per_second": rate, **more}


def table(entities, patterns, indexes=(), settings=None, sort_key=True, design=None):
    made = {
        "name": "main", "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}] if sort_key else [],
        "indexes": list(indexes), "entities": entities, "settings": settings or {},
    }  # fmt: skip
    return read(tables=[made], access_patterns=patterns, settings=design or {})


EVENT_ATTRIBUTES = [
    attribute("eventId", "uuid4"), attribute("at", "iso"), attribute("deviceId"), attribute("shard", "shard(10)", "N"),
    attribute("status", "enum", values={"OPEN": 0.1, "DONE": 0.9}), attribute("tenantId"),
]  # fmt: skip


def events(key, patterns, *overloads, sk="EVENT#{eventId}", indexes=(), settings=None, design=None, also=(), **more):
    made = {"identity": ["eventId"], "count": 2_000_000, **more}
    event = entity("Event", EVENT_ATTRIBUTES, cell(None, PK=key, SK=sk), *overloads, **made)
    return table([event, *also], patterns, indexes, settings, design=design)


def put(peak, **more):
    return call("PutItem", "W", peak, entities=["Event"], **more)


DEVICE = entity("Device", [attribute("deviceId")], cell(None, PK="DEVICE#{deviceId}", SK="META"),
                identity=["deviceId"], count=1000)  # fmt: skip
TENANT = entity("Tenant", [attribute("tenantId")], cell(None, PK="TENANT#{tenantId}", SK="META"),
                identity=["tenantId"], count=500)  # fmt: skip
QUERY = call("Query", "R", 100, entities=["Event"], items_returned=5)
DEVICE_KEY = {"PK": "DEVICE#{deviceId}"}


def device_reads(peak, skew):
    reads = call("Query", "R", peak, entities=["Event"], key=DEVICE_KEY, items_returned=5, skew={"hottest": skew})
    return events("DEVICE#{deviceId}", [reads], also=[DEVICE])


def indexed(key, peak, *patterns, **more):
    by = cell("GSI1", GSI1PK=key, GSI1SK="{at}#{eventId}")
    return events("EVENT#{eventId}", [put(peak), *patterns], by, indexes=[index()], **more)


COUNTER_ATTRIBUTES = [
    attribute("name"),
    attribute("userId"),
    attribute("count", "", "N"),
    attribute("shard", "shard(20)", "N"),
]


def counter(key, peak, added="count", **more):
    attributes = [*COUNTER_ATTRIBUTES, attribute("members", "", "SS")]
    made = entity("Counter", attributes, cell(None, PK=key, SK="META"), **more)
    add = call(
        "UpdateItem",
        "C",
        peak,
        entities=["Counter"],
        key={"PK": key, "SK": "META"},
        add={added: 1 if added == "count" else ["a"]},
    )
    return table([made], [add])


def tenants(largest, peak=1500):
    shared = {"tenant": {"attribute": "tenantId", "largest": largest}}
    return events("TENANT#{tenantId}", [put(peak)], design=shared, also=[TENANT])


def production(peak, **settings):
    return events("ALL", [put(peak)], settings={"environment": "production", **settings})


DAYS = "DEVICE#{deviceId}#{at:date}"
SHARDED = "DAY#{at:date}#{shard}"


def sharded(peak, shards=10):
    attributes = [
        one if one["name"] != "shard" else attribute("shard", f"shard({shards})", "N") for one in EVENT_ATTRIBUTES
    ]
    reads = QUERY | {"key": {"PK": SHARDED}, "fan_out": shards}
    event = entity("Event", attributes, cell(None, PK=SHARDED, SK="{eventId}"), identity=["eventId"], count=2_000_000)
    return table([event], [put(peak), reads])


FEW = 1_000
"""Items: of more, a key of few values is a finding of its own, which tells the heat."""
CASES = (
    Case(
        "heat.partition_over_limit",
        events("ALL", [put(1001)], count=FEW),
        events("ALL", [put(499)], count=FEW),
        ERROR,
        "2 shards",
    ),
    Case(
        "heat.partition_over_limit",
        events("ALL", [put(501)], count=FEW),
        events("ALL", [put(500)], count=FEW),
        WARNING,
        "more than half",
    ),
    Case("heat.partition_over_limit", device_reads(20_000, 0.5), device_reads(20_000, 0.1), ERROR, "2 full copies"),
    Case(
        "heat.partition_over_limit",
        events("DEVICE#{deviceId}", [put(4000, skew={"hottest": 0.3})], also=[DEVICE]),
        events("DEVICE#{deviceId}", [put(4000)], also=[DEVICE]),
        ERROR,
        "takes 30%",
    ),
    # Without a count nothing is known of the hottest device, and nothing is said.
    Case(
        "heat.partition_over_limit",
        events("DEVICE#{deviceId}", [put(4000, skew={"zipf": 1.5})]),
        events("DEVICE#{deviceId}", [put(400_000)]),
        ERROR,
    ),
    Case(
        "heat.index_partition_over_limit",
        indexed("STATUS#{status}", 1500),
        indexed("STATUS#{status}", 1100),
        ERROR,
        "throttles writes to the table: W to 1,111 of its 1,500",
    ),
    # The base key is hot, but the index's entry does not change: 0 units.
    Case(
        "heat.index_partition_over_limit",
        indexed("ALL", 1500),
        indexed(
            "ALL",
            10,
            call(
                "UpdateItem",
                "U",
                5000,
                entities=["Event"],
                key={"PK": "EVENT#{eventId}", "SK": "EVENT#{eventId}"},
                set={"deviceId": "x"},
            ),
        ),
        ERROR,
    ),
    Case("heat.hot_key_share", device_reads(1000, 0.9), device_reads(4, 0.9), WARNING, "90%"),
    Case("heat.hot_key_share", device_reads(1000, 0.6), device_reads(1000, 0.4), WARNING),
    Case("heat.single_item_counter", counter("TOTAL", 1100), counter("TOTAL", 400), ERROR, "3 shards"),
    Case(
        "heat.single_item_counter",
        counter("TOTAL", 600),
        counter("USER#{userId}", 600, identity=["userId"], count=9),
        WARNING,
    ),
    Case("heat.single_item_counter", counter("TOTAL", 900), counter("TOTAL#{shard}", 900), WARNING),
    Case("heat.single_item_counter", counter("TOTAL", 900), counter("TOTAL", 900, added="members"), WARNING),
    Case("heat.tenant_noisy", tenants(0.5), tenants(0.01), WARNING, "50%"),
    Case("heat.tenant_noisy", tenants(0.9), tenants(0.3), ERROR),
    Case(
        "heat.bucket_does_not_cut_rate",
        events(DAYS, [put(4000, skew={"hottest": 0.5})], also=[DEVICE]),
        events(f"{DAYS}#{{eventId:shard(4)}}", [put(4000, skew={"hottest": 0.5})], also=[DEVICE]),
        ERROR,
        "current {at:date}",
    ),
    Case(
        "heat.bucket_does_not_cut_rate",
        indexed("{status}#{at:hour}", 1200),
        indexed("{status}#{at:hour}", 1100),
        ERROR,
    ),
    Case(
        "heat.lsi_blocks_split",
        events("ALL", [put(400)], indexes=[LSI]),
        events("ALL", [put(900)], indexes=[index("GSI9")]),
        WARNING,
        "LSI1 keeps",
    ),
    Case(
        "heat.no_shard_slot",
        events("ALL", [put(300)], growth=100_000),
        events("ALL#{eventId:shard(1)}", [put(300)], growth=100_000),
        ADVICE,
        "13 months",
    ),
    Case("heat.no_shard_slot", events("ALL", [put(300)], growth=100_000), events("ALL", [put(300)], growth=10_000)),
    # Each device's traffic does not grow because there are more devices.
    Case(
        "heat.no_shard_slot",
        events("DEVICE#{deviceId}", [put(1000, skew={"hottest": 0.3})], growth=100_000, also=[DEVICE]),
        events("DEVICE#{deviceId}", [put(200_000)], growth=100_000, also=[DEVICE]),
    ),
    Case("ops.no_contributor_insights", production(600), production(300), ADVICE, "ALL in main"),
    Case("ops.no_contributor_insights", production(1200), production(1200, contributor_insights=True)),
    Case("ops.no_contributor_insights", production(1200), events("ALL", [put(1200)])),
)
