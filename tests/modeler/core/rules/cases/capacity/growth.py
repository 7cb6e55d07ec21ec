"""Collections and items that grow, shards and buckets that cost more than they are worth."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.heat import (
    DAYS,
    DEVICE,
    LSI,
    QUERY,
    TENANT,
    attribute,
    call,
    cell,
    entity,
    events,
    index,
    put,
    sharded,
    table,
)

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE

WHOLE = QUERY | {"key": {"PK": "DEVICE#{deviceId}"}}
SOME = QUERY | {"key": {"PK": "DEVICE#{deviceId}", "SK": {"begins_with": "EVENT#"}}, "limit": 20}


def children(*reads, **more):
    return events("DEVICE#{deviceId}", list(reads), also=[DEVICE], **more)


def bucket(grain, *reads, growth=100_000_000, **more):
    return events(
        f"TENANT#{{tenantId}}#{{at:{grain}}}", list(reads), growth=growth, also=[{**TENANT, "count": 10}], **more
    )


def of_bucket(grain, **more):
    return QUERY | {"key": {"PK": f"TENANT#{{tenantId}}#{{at:{grain}}}"}, **more}


def window(grain, days):
    return events(
        f"DEVICE#{{deviceId}}#{{at:{grain}}}",
        [QUERY | {"key": {"PK": f"DEVICE#{{deviceId}}#{{at:{grain}}}"}, "intent": {"window_days": days}}],
    )


BODY = {"size": {"average": 100, "max": 200}}


def parcel(*patterns, attributes=(), sort="META", key="P#{parcelId}", **more):
    fields = [attribute("parcelId"), attribute("seen", "iso"), *attributes]
    made = entity("Parcel", fields, cell(None, PK=key, SK=sort), **{"identity": ["parcelId"], "count": 1000, **more})
    return table([made], list(patterns))


def update(peak=1000, **more):
    key = {"PK": "P#{parcelId}", "SK": "META"}
    return call("UpdateItem", "U", peak, entities=["Parcel"], key=key, **more)


APPEND = {"update": "SET events = list_append(events, :new)", "values": {":new": {"L": [{"S": "x"}]}}}
EVENTS = attribute("events", "", "L", elements={"average": 10})
FEW_EVENTS = attribute("events", "", "L", elements={"average": 10, "max": 20})
TAGS = attribute("tags", "", "SS")
STATE = attribute("state", "", "M", elements={"average": 10})
ADDRESS = attribute("state", "", "M")
CITY = {"update": "SET #state.#key = :v", "names": {"#state": "state", "#key": "home"}, "values": {":v": {"S": "x"}}}


def text(name, size, format="text", type="S"):
    return attribute(name, format, type, size={"average": size, "max": size})


def scan(size, *indexes):
    fields = [attribute("scanId", "uuid4"), attribute("at", "iso"), text("scan", size, "", "B")]
    made = entity("Scan", fields, cell(None, PK="SCAN#{scanId}", SK="META"), identity=["scanId"])
    return table([made], [], indexes)


PROFILE = text("profile", 20_000)

CASES = (
    Case(
        "collection.unbounded",
        children(WHOLE, per_parent={"average": 50}),
        children(WHOLE, per_parent={"average": 50, "max": 90}),
        WARNING,
        "R reads a whole collection of DEVICE#{deviceId}",
    ),
    Case(
        "collection.unbounded", children(WHOLE, growth=1000), children(SOME, growth=1000), WARNING, "1 more per month"
    ),
    Case("collection.unbounded", children(WHOLE, growth=1000), children(WHOLE, growth=1000, retention=30)),
    Case(
        "collection.unbounded",
        children(SOME, growth=1_000_000_000),
        children(SOME, growth=1_000_000),
        ADVICE,
        "1 GB in",
    ),
    Case(
        "collection.lsi_10gb",
        children(growth=2_000_000_000, indexes=[LSI]),
        children(growth=2_000_000_000),
        WARNING,
        "10 GB in",
    ),
    Case(
        "collection.lsi_10gb",
        children(count=200_000_000_000, indexes=[LSI]),
        children(count=2_000_000, indexes=[LSI]),
        ERROR,
        "10 GB now",
    ),
    Case(
        "heat.bucket_too_coarse",
        bucket("month", of_bucket("month", filter="at > :from")),
        bucket("month", of_bucket("month", key={**of_bucket("month")["key"], "SK": {"begins_with": "EVENT#"}})),
        WARNING,
        "R reads a shorter window",
    ),
    # Nobody says how many come a month: as many as go, of those that are kept for a time.
    Case(
        "heat.bucket_too_coarse",
        bucket("month", of_bucket("month", filter="at > :from"), growth=0, count=1_200_000_000, retention=365),
        bucket("month", of_bucket("month", filter="at > :from"), growth=0, count=1_200_000_000),
        WARNING,
        "R reads a shorter window",
    ),
    Case(
        "heat.bucket_too_coarse",
        bucket("year", growth=200_000_000, indexes=[LSI]),
        bucket("date", growth=200_000_000, indexes=[LSI]),
        ERROR,
        "a local secondary index limits it to 10 GB",
    ),
    Case("heat.bucket_too_fine", window("hour", 30), window("date", 1), WARNING, "720 requests"),
    Case("heat.bucket_too_fine", window("hour", 7), window("date", 7), WARNING, "168 requests"),
    Case("heat.bucket_too_fine", window("date", 30), window("month", 30), WARNING, "30 requests"),
    Case(
        "heat.bucket_too_fine",
        events(DAYS, [QUERY | {"key": {"PK": DAYS}, "fan_out": 31}]),
        events(f"{DAYS}#{{shard}}", [QUERY | {"key": {"PK": f"{DAYS}#{{shard}}"}, "fan_out": 31}]),
    ),
    Case("heat.over_sharded", sharded(1000, 10), sharded(9000, 10), ADVICE, "10 shards"),
    Case("heat.over_sharded", sharded(1000, 10), sharded(5000, 10)),
    Case(
        "heat.over_sharded",
        events(
            "DAY#{at:date}#{eventId:shard(50)}",
            [put(4000), QUERY | {"key": {"PK": "DAY#{at:date}#{eventId:shard(50)}"}, "fan_out": 50}],
        ),
        events("DAY#{at:date}#{eventId:shard(50)}", [put(4000)]),
        ADVICE,
        "need 5",
    ),
    Case(
        "item.grows",
        parcel(update(**APPEND), attributes=[EVENTS]),
        parcel(update(**APPEND), attributes=[FEW_EVENTS]),
        WARNING,
        "it reaches 400 KB in",
    ),
    Case(
        "item.grows",
        parcel(update(add={"tags": ["x"]}), attributes=[TAGS]),
        parcel(update(set={"seen": "x"}), attributes=[TAGS]),
        WARNING,
        "adds to the set tags",
    ),
    Case(
        "item.grows",
        parcel(update(**CITY), attributes=[STATE]),
        parcel(update(**CITY), attributes=[ADDRESS]),
        WARNING,
        "puts a key into the map",
    ),
    Case(
        "item.grows",
        parcel(update(**APPEND), attributes=[EVENTS], count=0),
        parcel(update(**APPEND), attributes=[FEW_EVENTS]),
        WARNING,
        "the count of Parcel and a skew of U are not given",
    ),
    Case(
        "item.large",
        parcel(attributes=[text("body", 120_000)]),
        parcel(attributes=[text("body", 99 * 1024)]),
        ADVICE,
        "117 KB",
    ),
    # A local index that projects everything holds the item once more.
    Case(
        "item.over_400kb",
        scan(200_000, {**LSI, "projection": {"type": "ALL"}}),
        scan(200_000, index("GSI1", type="ALL")),
        WARNING,
        "400,",
    ),
    Case(
        "item.blob_inline",
        parcel(attributes=[text("scan", 40_000, "", "B")]),
        parcel(attributes=[text("thumb", 2048, "", "B")]),
        WARNING,
        "about 39 KB",
    ),
    Case(
        "item.blob_inline", parcel(attributes=[text("page", 40_000, "html")]), parcel(attributes=[text("page", 40_000)])
    ),
    Case(
        "item.volatile_in_large",
        parcel(update(8000, set={"seen": ":seen"}), attributes=[PROFILE]),
        parcel(update(8000, set={"seen": ":seen"}), attributes=[text("profile", 500)]),
        WARNING,
        "20 write units each time",
    ),
    Case(
        "item.volatile_in_large",
        parcel(update(8000, set={"seen": ":seen"}), attributes=[PROFILE]),
        parcel(update(80, set={"seen": ":seen"}), attributes=[PROFILE]),
    ),
    Case(
        "item.secret",
        parcel(attributes=[attribute("dbPassword", "text")]),
        parcel(attributes=[attribute(name, "text") for name in ("passwordHash", "hashed_password", "encryptedSecret")]),
        WARNING,
    ),
    Case(
        "item.secret",
        parcel(attributes=[attribute("password", "text")], items=[{"parcelId": "1", "password": "hunter2"}]),
        parcel(
            attributes=[attribute("password", "text")],
            items=[{"parcelId": "1", "password": "scrypt:32768:8:1$nq2Qf1Jb$5d0c8e7b9a4f"}],
        ),
    ),
    Case(
        "item.secret",
        parcel(attributes=[attribute("userPassword", "")]),
        parcel(attributes=[attribute("userPassword", "hash")]),
        ADVICE,
        "nothing says whether it is a hash",
    ),
    Case("item.secret", parcel(attributes=[attribute("api_key", "")]), parcel(attributes=[attribute("secretArn", "")])),
    Case(
        "item.secret", parcel(attributes=[attribute("APIKey", "")]), parcel(attributes=[attribute("password", "hash")])
    ),
)
