"""Designs whose reads return a part, or another order, of what is meant, and the same designs without the fault."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, Pair, call, entity, gsi


def views(whole: bool) -> Document:
    """Views are counted in ten items; a read gets one of them, or all."""
    key: Document = {"PK": "VIDEO#{videoId}", "SK": "VIEWS#{shard}"}
    read = call("A1", "Views of a video", "GetItem", "Views", key, rate=(5, 20), returns=1)
    if whole:
        read = call("A1", "Views of a video", "Query", "Views",
                    {"PK": "VIDEO#{videoId}", "SK": {"begins_with": "VIEWS#"}}, rate=(5, 20), returns=10)  # fmt: skip
    return small("Videos", [
        entity("Views", "videoId shard", "videoId id; shard shard(10); Type Views=1; views N integer",
            {"base": "VIDEO#{videoId} | VIEWS#{shard}"}, count=20000, per_parent={"average": 10, "max": 10}),
    ], [], [
        read,
        call("A2", "Count a view", "UpdateItem", "Views", key, add={"views": 1}, rate=(500, 3000),
             intent={"upsert": True, "approximate": True}),
    ])  # fmt: skip


def due(fans: bool, name: str = "All jobs that are due") -> Document:
    """Jobs are spread over four shards of an index; a read gets one of them, or all."""
    return small("Jobs", [
        entity("Job", "jobId", "jobId ulid; Type Job=1; state READY=.1 DONE=.9; shard shard(4); dueAt iso",
            {"base": "JOB#{jobId} | META", "GSI1": "READY#{shard} | {dueAt}#{jobId} when state = 'READY'"},
            count=200000),
    ], [gsi("GSI1", "KEYS_ONLY")], [
        call("A1", name, "Query", "Job", {"GSI1PK": "READY#{shard}", "GSI1SK": {"<": "{now}"}}, index="GSI1", limit=100,
             parameters={"now": "2026-06-01T08:30:00.000Z", "shard": "1"}, rate=(1, 2), returns=40,
             **({"fan_out": 4} if fans else {})),
        call("A2", "Add a job", "PutItem", "Job", where=NEW, rate=(800, 2000)),
        call("A3", "A job", "GetItem", "Job", {"PK": "JOB#{jobId}", "SK": "META"}, rate=(2, 10), returns=1),
    ], {"warm_throughput": {"read": 12000, "write": 5000}})  # fmt: skip


def readings(name: str, **more: object) -> Document:
    """Readings are kept by day."""
    return small("Sensors", [
        entity("Reading", "deviceId at", "deviceId id; at iso; Type Reading=1; celsius N decimal",
            {"base": "DEVICE#{deviceId}#{at:date} | {at}"}, count=50000000, per_parent={"average": 1440, "max": 1440}),
    ], [], [
        call("A1", name, "Query", "Reading", {"PK": "DEVICE#{deviceId}#{at:date}", "SK": {">=": "{since}"}}, limit=100,
             parameters={"since": "2026-06-01T08:30:00.000Z"}, rate=(1, 5), returns=90, **more),
        call("A2", "Store a reading", "PutItem", "Reading", where=NEW, rate=(20, 50)),
    ])  # fmt: skip


def releases(padded: bool) -> Document:
    """Versions in a sort key, as text or number by number."""
    names = "major N integer; minor N integer"
    versions: list[Document] = [{"version": "1.9.0"}, {"version": "1.10.0"}]
    if padded:
        versions = [{"major": "1", "minor": "9"}, {"major": "1", "minor": "10"}]
    one = entity("Release", "packageId major minor" if padded else "packageId version",
        f"packageId id; Type Release=1; {names if padded else 'version id'}; notes text",
        {"base": "PKG#{packageId} | V#" + ("{major:pad(4)}#{minor:pad(4)}" if padded else "{version}")},
        count=20000, per_parent={"average": 20, "max": 900},
        items=[{"packageId": "p", "Type": "Release", "notes": "x", **held} for held in versions])  # fmt: skip
    for attribute in one["attributes"]:
        if attribute["name"] in ("major", "minor"):
            attribute["range"] = [0, 9999]
    return small("Packages", [one], [], [
        call("A1", "Latest release of a package", "Query", "Release",
             {"PK": "PKG#{packageId}", "SK": {"begins_with": "V#"}}, descending=True, limit=1, rate=(5, 20), returns=1),
        call("A2", "Publish a release", "PutItem", "Release", where=NEW, rate=(.01, .1)),
    ])  # fmt: skip


def tasks(priorities: str, cell: str) -> Document:
    """Tasks by priority: by its word, or by its rank."""
    return small("Tasks", [
        entity("Task", "teamId taskId", f"teamId id; taskId ulid; Type Task=1; title text; {priorities}",
            {"base": "TEAM#{teamId} | TASK#{taskId}", "GSI1": f"TEAM#{{teamId}} | {cell}#{{taskId}}"},
            count=200000, per_parent={"average": 90, "max": 900}),
    ], [gsi("GSI1")], [
        call("A1", "Tasks of a team, most urgent first", "Query", "Task", {"GSI1PK": "TEAM#{teamId}"}, index="GSI1",
             limit=20, rate=(5, 20), returns=20),
        call("A2", "A task", "GetItem", "Task", {"PK": "TEAM#{teamId}", "SK": "TASK#{taskId}"}, rate=(5, 20),
             returns=1),
        call("A3", "Add a task", "PutItem", "Task", where=NEW, rate=(1, 5)),
    ])  # fmt: skip


def events(shard: str, asked: str) -> Document:
    """Events by state, spread over shards."""
    return small("Events", [
        entity("Event", "eventId", "eventId ulid; Type Event=1; state NEW=.8 SEEN=.1 DONE=.1; at iso",
            {"base": "EVENT#{eventId} | META", "GSI1": f"STATE#{{state}}#{shard} | {{at}}#{{eventId}}"}, count=200000),
    ], [gsi("GSI1", "KEYS_ONLY")], [
        call("A1", "Events of a state", "Query", "Event", {"GSI1PK": f"STATE#{{state}}#{asked}"}, index="GSI1",
             limit=100, rate=(1, 2), returns=90, fan_out=6, parameters={"state": "NEW", "shard": "1"}),
        call("A2", "Record an event", "PutItem", "Event", where=NEW, rate=(800, 2500)),
        call("A3", "An event", "GetItem", "Event", {"PK": "EVENT#{eventId}", "SK": "META"}, rate=(2, 10), returns=1),
    ], {"warm_throughput": {"read": 12000, "write": 6000}})  # fmt: skip


def handles(strong: bool) -> Document:
    """A global table: what people choose is kept unique, and what is read is to be current."""
    more: Document = {"replicas": ["us-east-2", "us-west-2"], "deletion_protection": True}
    return small("Handles", [
        entity("Handle", "handle", "handle slug; Type Handle=1; userId ulid", {"base": "HANDLE#{handle} | META"},
            count=20000),
    ], [], [
        call("A1", "Who has a handle, as of now", "GetItem", "Handle", {"PK": "HANDLE#{handle}", "SK": "META"},
             rate=(5, 20), returns=1, consistent=True, fresh=0),
        call("A2", "Claim a handle", "PutItem", "Handle", where=NEW, rate=(.1, 1)),
    ], {**more, **({"multi_region_consistency": "STRONG"} if strong else {})})  # fmt: skip


def counted(apart: bool) -> Document:
    """Views are counted in the text of 30 KB, or beside it."""
    big: Document = {"name": "text", "type": "S", "format": "text", "size": {"average": 30000, "max": 60000}}
    article = entity("Article", "articleId", "articleId id; Type Article=1" + ("" if apart else "; views N integer"),
        {"base": "ARTICLE#{articleId} | META"}, count=200000)  # fmt: skip
    article["attributes"].append(big)
    views_ = entity("Views", "articleId", "articleId id; Type Views=1; views N integer",
        {"base": "ARTICLE#{articleId} | VIEWS"}, count=200000)  # fmt: skip
    kind = "Views" if apart else "Article"
    return small("Articles", [article, views_] if apart else [article], [], [
        call("A1", "An article with its views", "Query", "Article Views" if apart else "Article",
             {"PK": "ARTICLE#{articleId}"}, rate=(5, 20), returns=2 if apart else 1),
        call("A2", "Count a view", "UpdateItem", kind,
             {"PK": "ARTICLE#{articleId}", "SK": "VIEWS" if apart else "META"}, add={"views": 1},
             where=THERE, rate=(60, 100), intent={"approximate": True}),
        call("A3", "Write an article", "PutItem", "Article", where=NEW, rate=(.01, .1)),
    ])  # fmt: skip


def contacts(name: str) -> Document:
    """Contacts by the first characters of a tag: of one tag, or of all that begin with what is typed."""
    return small("Contacts", [
        entity("Contact", "ownerId contactId", "ownerId id; contactId ulid; Type Contact=1; tag slug",
            {"base": "OWNER#{ownerId} | CONTACT#{contactId}", "GSI1": "OWNER#{ownerId} | TAG#{tag}#{contactId}"},
            count=20000, per_parent={"average": 50, "max": 500}),
    ], [gsi("GSI1")], [
        call("A1", name, "Query", "Contact", {"GSI1PK": "OWNER#{ownerId}", "GSI1SK": {"begins_with": "TAG#{tag}"}},
             index="GSI1", limit=50, rate=(5, 20), returns=5),
        call("A2", "A contact", "GetItem", "Contact", {"PK": "OWNER#{ownerId}", "SK": "CONTACT#{contactId}"},
             rate=(5, 20), returns=1),
        call("A3", "Add a contact", "PutItem", "Contact", where=NEW, rate=(.1, 1)),
    ])  # fmt: skip


LAST_DAY: Final = "Readings of a device in the last 24 hours"
PRIORITIES: Final = "priority LOW=.4 MEDIUM=.3 HIGH=.2 URGENT=.1"
FAULTS: Final[tuple[Pair, ...]] = (
    Pair("one of ten parts of a count is read", ("query.some_shards",), views(False), views(True)),
    Pair("all that is due is asked of one shard", ("query.some_shards",), due(False), due(True)),
    Pair("all jobs are asked of one shard", ("query.some_shards",), due(False),
         due(False, "Due jobs of a worker's shard")),
    Pair("the last 24 hours are asked of today", ("query.one_bucket",), readings(LAST_DAY),
         readings(LAST_DAY, fan_out=2)),
    Pair("three days are asked of one", ("query.one_bucket",), readings("Readings of the past 3 days"),
         readings("Readings of a day")),
    Pair("contacts of a tag, and of longer ones", ("query.prefix_without_delimiter",), contacts("Contacts of a tag"),
         contacts("Contacts whose tag begins with what is typed")),
    Pair("release 1.10 sorts before 1.9", ("keys.text_order",), releases(False), releases(True)),
    Pair("priorities sort by their words", ("keys.text_order",), tasks(PRIORITIES, "{priority}"),
         tasks("rank 1=.1 2=.2 3=.3 4=.4", "{rank}")),
    Pair("a shard is computed from a state", ("heat.shard_of_few_values",),
         events("{state:shard(6)}", "{state:shard(6)}"), events("{eventId:shard(6)}", "{shard}")),
    Pair("a handle is claimed in three Regions", ("write.unique_on_replicas",), handles(False), handles(True)),
    Pair("a read is strong in its own Region only", ("query.strong_on_replicas",), handles(False), handles(True)),
    Pair("each view writes a text of 30 KB again", ("item.volatile_in_large",), counted(False), counted(True)),
)  # fmt: skip
