"""Keys that cannot spread what is written, and what indexes cost its writes."""

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.heat import (
    EVENT_ATTRIBUTES,
    TENANT,
    attribute,
    call,
    cell,
    entity,
    events,
    index,
    indexed,
    put,
    table,
)

ADVICE, ERROR, WARNING = Severity.ADVICE, Severity.ERROR, Severity.WARNING

KEY = {"PK": "EVENT#{eventId}", "SK": "EVENT#{eventId}"}
COARSE_SK = "DEV#{deviceId}#{eventId}"


def coarse(*reads, peak=4000):
    hot = put(peak, skew={"hottest": 0.3})
    return events("TENANT#{tenantId}", [hot, *reads], sk=COARSE_SK, also=[TENANT])


def read(code, peak, key):
    return call("Query", code, peak, entities=["Event"], key=key, items_returned=5)


OF_DEVICE = {"PK": "TENANT#{tenantId}", "SK": {"begins_with": "DEV#{deviceId}#"}}
OF_TENANT = {"PK": "TENANT#{tenantId}"}


def queue(share, count):
    """Open events in a sparse index with one key."""
    status = attribute("status", "enum", values={"OPEN": share, "DONE": 1 - share})
    attributes = [one for one in EVENT_ATTRIBUTES if one["name"] != "status"]
    waiting = cell("GSI1", "status = 'OPEN'", GSI1PK="OPEN", GSI1SK="{at}")
    made = entity("Event", [*attributes, status], cell(None, **KEY), waiting, identity=["eventId"], count=count)
    return table([made], [], [index()])


IMAGE_ATTRIBUTES = [
    attribute("imageId"),
    attribute("views", "integer", "N"),
    attribute("status", "enum", values={"A": 1}),
]


def image(*patterns, **keys):
    ranked = cell("GSI1", **(keys or {"GSI1PK": "SHARD#{imageId:shard(8)}", "GSI1SK": "{views:pad(9)}"}))
    made = entity("Image", IMAGE_ATTRIBUTES, cell(None, PK="IMAGE#{imageId}", SK="META"), ranked,
                  identity=["imageId"], count=1000)  # fmt: skip
    return table([made], list(patterns), [index()])


def update(peak, **more):
    key = {"PK": "IMAGE#{imageId}", "SK": "META"}
    return call("UpdateItem", "V", peak, entities=["Image"], key=key, **more)


VIEW = {"add": {"views": 1}}
CREATE = call("PutItem", "N", 10, entities=["Image"])


def by_views(partition):
    """Images by two attributes of their own, in an index without templates."""
    keys = {"partition_key": [{"name": partition, "type": "S"}], "sort_key": [{"name": "views", "type": "N"}]}
    made = entity("Image", IMAGE_ATTRIBUTES, cell(None, PK="IMAGE#{imageId}", SK="META"),
                  identity=["imageId"], count=1000)  # fmt: skip
    return table([made], [update(400, **VIEW), CREATE], [{**index(), **keys}])


def five(projection, moved=True):
    overloads = [cell(f"GSI{n}", **{f"GSI{n}PK": "K#{deviceId}", f"GSI{n}SK": "{status}#{at}"}) for n in (1, 2)]
    change = call(
        "UpdateItem", "U", 100, entities=["Event"], key=KEY, set={"status": ":to"} if moved else {"body": "x"}
    )
    attributes = [*EVENT_ATTRIBUTES, attribute("body", "text", size={"average": 100, "max": 200})]
    made = entity("Event", attributes, cell(None, **KEY), *overloads, identity=["eventId"], count=2_000_000)
    return table([made], [change], [index("GSI1", type=projection), index("GSI2", type=projection)])


def counters(identity):
    """Numbers under one constant key, by what identifies one of them."""
    attributes = [attribute(identity, ""), attribute("total", "", "N")]
    made = entity("Total", attributes, cell(None, PK="TOTALS", SK=f"{{{identity}}}"), identity=[identity])
    return table([made], [])


def named(*names):
    """Items under one constant key, with these names in samples."""
    made = entity("Switch", [attribute("name", ""), attribute("note", "")], cell(None, PK="CONFIG", SK="{name}"),
                  identity=["name"], items=[{"name": one, "note": "x"} for one in names])  # fmt: skip
    return table([made], [])


def categories(partition="CATEGORY"):
    """Categories that no access pattern is about."""
    made = entity("Category", [attribute("id", ""), attribute("note", "")], cell(None, PK=partition, SK="{id}"),
                  identity=["id"])  # fmt: skip
    return table([made], [])


def of_kind(partition):
    """Devices whose partition key can hold an attribute with one possible value."""
    attributes = [attribute("deviceId", ""), attribute("kind", "enum", values={"DEVICE": 1}), attribute("note", "")]
    made = entity("Device", attributes, cell(None, PK=partition, SK="{kind}#{deviceId}"), identity=["deviceId"])
    return table([made], [])


CASES = (
    Case(
        "keys.low_cardinality", events("S#{status}", []), events("S#{status}", [], count=20), WARNING, "about 2 values"
    ),
    Case(
        "keys.low_cardinality", events("ALL", [put(2000)]), events("EVENT#{eventId}", [put(2000)]), ERROR, "one value"
    ),
    Case(
        "keys.low_cardinality",
        events("TENANT#{tenantId}", [], also=[{**TENANT, "count": 15}]),
        events("TENANT#{tenantId}", [], also=[{**TENANT, "count": 150}]),
        WARNING,
        "about 15 values",
    ),
    # Nobody says how many devices there are.
    Case("keys.low_cardinality", events("ALL", []), events("DEVICE#{deviceId}", [])),
    Case(
        "keys.low_cardinality",
        events("ALL", [], count=None),
        events("DEVICE#{deviceId}", [], count=None),
        WARNING,
        "item count not given",
    ),
    # Categories are a short list, if nothing says otherwise.
    Case("keys.low_cardinality", categories(), categories("CATEGORY#{id}"), ADVICE, "item count not given"),
    # Counters that somebody named are few, and so are settings; a device or an order is not.
    Case("keys.low_cardinality", counters("deviceId"), counters("name")),
    Case("keys.low_cardinality", of_kind("{kind}#"), of_kind("{kind}#{deviceId}"), WARNING, "{kind}# has one value"),
    Case("keys.low_cardinality", named("sensor-01", "sensor-02"), named("rate-limit", "blocklist")),
    Case(
        "keys.date_partition", events("LOGS#{at:date}", [put(5)]), events("LOGS#{at:date}", [put(1 / 86_400)]), WARNING
    ),
    Case(
        "keys.date_partition",
        events("LOGS#{at:date}", [put(3000)]),
        events("LOGS#{deviceId}#{at:date}", [put(3000)]),
        ERROR,
        "at least 3, better 4 shards",
    ),
    Case("keys.date_partition", events("{at:hour}", [put(5)]), events("LOGS#{at:date}#{shard}", [put(5)])),
    Case("index.date_pk", indexed("DATE#{at:date}", 1200), indexed("DATE#{at:date}#{shard}", 1200), ERROR, "2 shards"),
    Case("index.date_pk", indexed("DATE#{at:date}", 600), indexed("DATE#{at:date}", 5), WARNING, "contains only time"),
    Case("index.constant_pk", queue(0.1, 2_000_000), queue(0.0001, 2_000_000), WARNING, "about 200,000 entries"),
    Case("index.constant_pk", queue(0.9, 20_000), queue(0.1, 20_000), WARNING, "90% of the Event items"),
    Case("index.constant_pk", indexed("STATUS#{status}", 1), indexed("STATUS#{status}#{eventId:shard(4)}", 1)),
    Case("index.constant_pk", indexed("ALL", 1), indexed("DATE#{at:date}", 1)),
    Case(
        "keys.coarse_partition",
        coarse(read("R1", 60, OF_DEVICE), read("R2", 40, OF_TENANT)),
        coarse(read("R1", 40, OF_DEVICE), read("R2", 60, OF_TENANT)),
        WARNING,
        "60% of the reads of Event also give deviceId",
    ),
    Case("keys.coarse_partition", coarse(read("R1", 60, OF_DEVICE)), coarse(read("R1", 60, OF_DEVICE), peak=400)),
    Case("index.volatile_key", image(update(400, **VIEW), CREATE), image(update(20, **VIEW), CREATE), WARNING, "views"),
    Case(
        "index.volatile_key",
        image(update(40, skew={"hottest": 0.2}, **VIEW)),
        image(update(40, skew={"hottest": 0.01}, set={"views": ":views"})),
        WARNING,
        "2 times per second in one item",
    ),
    # A status that changes five times in a life, and a key that is not made of what changes.
    Case(
        "index.volatile_key",
        image(update(400, **VIEW), CREATE),
        image(update(50, set={"status": ":to"}), CREATE, GSI1PK="STATUS#{status}", GSI1SK="{imageId}"),
    ),
    Case(
        "index.volatile_key",
        image(update(400, **VIEW), CREATE),
        image(update(400, **VIEW), CREATE, GSI1PK="IMAGES", GSI1SK="{imageId}"),
    ),
    # The counter itself is a key; of an item that lacks the other element of it nothing is in the index.
    Case("index.volatile_key", by_views("status"), by_views("colour"), says="The key of GSI1 uses views"),
    Case("index.write_amplification", five("ALL"), five("ALL", moved=False), WARNING, "4 in indexes for each"),
)
