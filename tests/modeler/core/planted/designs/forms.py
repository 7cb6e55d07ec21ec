"""Designs in which a read asks in another unit, for another time, or under another form of the key than is stored."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, Pair, call, entity, gsi


def buses(first: str, last: str) -> Document:
    """Epoch seconds, padded in the sort key."""
    return small("Buses", [
        entity("Stop", "busId at", "busId id; at N epoch_seconds; Type Stop=1; line id",
               {"base": "BUS#{busId} | {at:pad(12)}"}, count=900000, per_parent={"average": 900, "max": 9000},
               items=[{"busId": "b-1", "at": "1780300000", "Type": "Stop", "line": "7"}]),
    ], [], [
        call("A1", "Stops of a bus between two times", "Query", "Stop",
             {"PK": "BUS#{busId}", "SK": {"between": ["{from:pad(12)}", "{to:pad(12)}"]}}, limit=100, rate=(1, 5),
             returns=20, parameters={"busId": "b-1", "from": first, "to": last}),
        call("A2", "Stop at a stop", "PutItem", "Stop", where=NEW, rate=(1, 5)),
    ])  # fmt: skip


def parcels(since: str) -> Document:
    """Times as text in the sort key of an index."""
    return small("Parcels", [
        entity("Parcel", "parcelId", "parcelId ulid; depotId id; sentAt iso; Type Parcel=1",
               {"base": "PARCEL#{parcelId} | META", "GSI1": "DEPOT#{depotId} | SENT#{sentAt}"}, count=900000,
               items=[{"parcelId": "01JX0D00000000000000000001", "depotId": "d-1", "Type": "Parcel",
                       "sentAt": "2026-03-01T08:00:00.000Z"}]),
    ], [gsi("GSI1")], [
        call("A1", "Parcels of a depot since a time", "Query", "Parcel",
             {"GSI1PK": "DEPOT#{depotId}", "GSI1SK": {">=": "SENT#{since}"}}, index="GSI1", limit=100, rate=(1, 5),
             returns=20, parameters={"depotId": "d-1", "since": since}),
        call("A2", "A parcel", "GetItem", "Parcel", {"PK": "PARCEL#{parcelId}", "SK": "META"}, rate=(1, 5), returns=1),
        call("A3", "Send", "PutItem", "Parcel", where=NEW, rate=(1, 5)),
    ])  # fmt: skip


def messages(since: str) -> Document:
    """The id is the time."""
    return small("Messages", [
        entity("Message", "messageId", "roomId id; messageId ulid; Type Message=1; text text",
               {"base": "ROOM#{roomId} | MESSAGE#{messageId}"}, count=900000, per_parent={"average": 900, "max": 9000}),
    ], [], [
        call("A1", "Messages of a room since a time", "Query", "Message",
             {"PK": "ROOM#{roomId}", "SK": {"between": ["MESSAGE#{since}", "MESSAGE#~"]}}, limit=100, rate=(1, 5),
             returns=20, parameters={"roomId": "r-1", "since": since}),
        call("A2", "Say", "PutItem", "Message", where=NEW, rate=(1, 5)),
    ])  # fmt: skip


def _logged(name: str, period: str, given: str, **more: Any) -> Document:
    """Readings of a pump in buckets."""
    return small("Pumps", [
        entity("Flow", "pumpId at", "pumpId id; at iso; Type Flow=1; litres N integer",
               {"base": f"PUMP#{{pumpId}}#{{at:{period}}} | {{at}}"}, count=900000),
    ], [], [
        call("A1", name, "Query", "Flow", {"PK": f"PUMP#{{pumpId}}#{{{given}}}", "SK": {">=": "{from}"}}, limit=100,
             rate=(1, 5), returns=20, **more),
        call("A2", "Record", "PutItem", "Flow", rate=(1, 5), intent={"replace": True}),
    ])  # fmt: skip


MARCH: Final = {"pumpId": "p-1", "month": "2026-03", "from": "2026-03-05T00:00:00.000Z"}


def weeks(several: bool) -> Document:
    more = {"fan_out": 2} if several else {}
    return _logged("Flow of the past two weeks", "month", "month", parameters=MARCH, **more)


def quarter(several: bool) -> Document:
    more = {"fan_out": 4} if several else {}
    window = {"range": "at", "window_days": 90}
    return _logged("Flow of a billing period", "month", "month", intent=window, parameters=MARCH, **more)


def night(start: str) -> Document:
    examples = {"pumpId": "p-1", "day": "2026-03-02", "from": start}
    return _logged("Flow of a shift", "date", "day", parameters=examples)


def _with_new(name: str, old: str, new: str, reads: list[Document]) -> Document:
    """A table that was re-keyed for new items only."""
    tool = entity("Tool", "toolId", "toolId id; version N integer; label text; Type Tool=1",
                  {"base": f"{old} when version < 3"}, count=90000)  # fmt: skip
    tool["overloads"].append({"index": None, "keys": dict(zip(("PK", "SK"), new.split(" | "), strict=True))})
    return small(name, [tool], [], [*reads, call("A9", "Buy a tool", "PutItem", "Tool", where=NEW, rate=(0.1, 1))])


NEW_TOOL: Final = {"PK": "TOOL#{toolId}", "SK": "META"}
OLD_TOOL: Final = {"PK": "tool_{toolId}", "SK": "tool"}


def tools(both: bool) -> Document:
    reads = [call("A1", "A tool", "GetItem", "Tool", NEW_TOOL, rate=(5, 20), returns=1)]
    if both:
        reads.append(call("A2", "A tool with an old key", "GetItem", "Tool", OLD_TOOL, rate=(1, 5), returns=1))
    return _with_new("Tools", "tool_{toolId} | tool", "TOOL#{toolId} | META", reads)


def tools_queried(both: bool) -> Document:
    key = {"PK": "TOOL#{toolId}"}
    reads = [call("A1", "A tool", "Query", "Tool", key, rate=(5, 20), returns=1, limit=1)]
    if both:
        reads.append(call("A2", "A tool with an old key", "Query", "Tool", {"PK": "tool_{toolId}"}, rate=(1, 5),
                          returns=1, limit=1))  # fmt: skip
    return _with_new("Workshop", "tool_{toolId} | tool", "TOOL#{toolId} | META", reads)


def tools_in_steps(both: bool) -> Document:
    steps = [{"operation": "GetItem", "entities": ["Tool"], "key": key} for key in (OLD_TOOL, NEW_TOOL)]
    one = call("A1", "A tool", "Steps", "Tool", rate=(5, 20), steps=steps if both else steps[:1])
    return _with_new("Hire", "tool_{toolId} | tool", "TOOL#{toolId} | META", [one])


def desk(complete: bool) -> Document:
    """One list of two kinds, of an index."""
    incident = {"base": "INCIDENT#{incidentId} | META"}
    if complete:
        incident["GSI1"] = "TEAM#{teamId} | INCIDENT#{at}#{incidentId}"
    return small("Desk", [
        entity("Ticket", "ticketId", "ticketId ulid; teamId id; at iso; Type Ticket=1",
               {"base": "TICKET#{ticketId} | META", "GSI1": "TEAM#{teamId} | TICKET#{at}#{ticketId}"}, count=90000,
               items=[{"ticketId": "01JX0D00000000000000000001", "teamId": "t-1", "Type": "Ticket",
                       "at": "2026-03-01T08:00:00.000Z"}]),
        entity("Incident", "incidentId", "incidentId ulid; teamId id; at iso; Type Incident=1", incident, count=900),
    ], [gsi("GSI1")], [
        call("A1", "Work of a team", "Query", "Ticket Incident", {"GSI1PK": "TEAM#{teamId}"}, index="GSI1", limit=50,
             rate=(1, 5), returns=20, parameters={"teamId": "t-1"}),
        call("A2", "A ticket", "GetItem", "Ticket", {"PK": "TICKET#{ticketId}", "SK": "META"}, rate=(1, 5), returns=1),
        call("A3", "An incident", "GetItem", "Incident", {"PK": "INCIDENT#{incidentId}", "SK": "META"}, rate=(1, 5),
             returns=1),
        call("A4", "Open a ticket", "PutItem", "Ticket", where=NEW, rate=(1, 5)),
        call("A5", "Open an incident", "PutItem", "Incident", where=NEW, rate=(0.1, 1)),
    ])  # fmt: skip


def trips(start: str) -> Document:
    """A parent that the prefix leaves out."""
    return small("Trips", [
        entity("Trip", "tripId", "tripId id; title text; Type Trip=1", {"base": "TRIP#{tripId} | META"}, count=9000,
               items=[{"tripId": "t-1", "title": "Harz", "Type": "Trip"}]),
        entity("Leg", "tripId legId", "tripId id; legId ulid; Type Leg=1", {"base": "TRIP#{tripId} | LEG#{legId}"},
               count=90000, per_parent={"average": 10, "max": 40},
               items=[{"tripId": "t-1", "legId": "01JX0D00000000000000000001", "Type": "Leg"}]),
    ], [], [
        call("A1", "A trip with its legs", "Query", "Trip Leg",
             {"PK": "TRIP#{tripId}", **({"SK": {"begins_with": start}} if start else {})}, limit=50, rate=(1, 5),
             returns=11, parameters={"tripId": "t-1"}),
        call("A2", "Plan a trip", "PutItem", "Trip", where=NEW, rate=(0.1, 1)),
        call("A3", "Add a leg", "PutItem", "Leg", where=NEW, rate=(1, 5)),
    ])  # fmt: skip


def _leased(name: str, of: str, update: dict[str, Any]) -> Document:
    key = {"PK": f"{of.upper()}#{{id}}", "SK": "META"}
    return small(name, [
        entity(of, "id", f"id id; guest id; note text; Type {of}=1; expiresAt N epoch_seconds",
               {"base": f"{of.upper()}#{{id}} | META"}, count=9000, retention=1),
    ], [], [
        call("A1", "Begin", "PutItem", of, where=NEW, rate=(1, 5)),
        call("A2", "Change", "UpdateItem", of, key, rate=(5, 20), **update),
    ], settings={"ttl_attribute": "expiresAt"})  # fmt: skip


LATER: Final = {"set": {"expiresAt": ":later"}}
ALIVE: Final = f"{THERE} AND expiresAt > :now"

FAULTS: Final = (
    Pair("milliseconds are asked of keys in seconds", ("query.other_unit",),
         buses("1780300000000", "1780303600000"), buses("1780300000", "1780303600")),
    Pair("epoch seconds are asked of times as text", ("query.other_unit",),
         parcels("1780300000"), parcels("2026-03-01T00:00:00.000Z")),
    Pair("a date is asked of ULIDs", ("query.other_unit",),
         messages("2026-03-01"), messages("01JX0D00000000000000000000")),
    Pair("two weeks are read from one month", ("query.one_bucket",), weeks(False), weeks(True)),
    Pair("ninety days are read from one month", ("query.one_bucket",), quarter(False), quarter(True)),
    Pair("a shift begins the day before", ("query.one_bucket",),
         night("2026-03-01T22:00:00.000Z"), night("2026-03-02T06:00:00.000Z")),
    Pair("tools with an old key are not found", ("query.one_of_two_keys",), tools(False), tools(True)),
    Pair("a query finds tools with a new key only", ("query.one_of_two_keys",),
         tools_queried(False), tools_queried(True)),
    Pair("a sequence reads old tools only", ("query.one_of_two_keys",), tools_in_steps(False), tools_in_steps(True)),
    Pair("incidents are not in the list of a team", ("pattern.unserved",), desk(False), desk(True)),
    Pair("a prefix leaves out the parent", ("pattern.unserved",), trips("LEG#"), trips("")),
    Pair("an expired visit is prolonged, or made", ("ttl.revived",),
         _leased("Visits", "Visit", LATER), _leased("Visits", "Visit", {**LATER, "where": ALIVE})),
    Pair("an expired seat is kept", ("ttl.revived",), _leased("Seats", "Seat", {"set": {"expiresAt": ":later",
         "note": ":note"}}), _leased("Seats", "Seat", {"set": {"note": ":note"}, "where": THERE})),
    Pair("an expired cart is touched", ("ttl.revived",), _leased("Carts", "Cart", LATER),
         _leased("Carts", "Cart", {**LATER, "intent": {"upsert": True}})),
)  # fmt: skip
