"""Faults that a second reviewer met: rules were there, and something that the design says kept them silent."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Document, Edits, Fault, call, entity

VEHICLE: Final = {"PK": "VEHICLE#{vehicleId}", "SK": "META"}
METER: Final = {"PK": "METER#{vehicleId}#{day}#{shard}"}


def loan(where: str) -> Edits:
    """A charger is lent for an hour, once at a time: what identifies the loan is the id of the vehicle."""
    made = entity(
        "Loan", "vehicleId", "vehicleId id; driver id; gone N epoch_seconds; Type Loan=1",
        {"base": "LOAN#{vehicleId} | LOAN"}, retention=1,
    )  # fmt: skip
    put = call("X1", "Lend a vehicle", "PutItem", "Loan", where=where, rate=(1, 5))
    return {"fleet/entities+": made, "/access_patterns+": put}


def ticket(where: str) -> Edits:
    """A ticket of a workshop has an id of its own, drawn for it."""
    made = entity(
        "Receipt", "vehicleId receiptId", "vehicleId id; receiptId id; gone N epoch_seconds; Type Receipt=1",
        {"base": "VEHICLE#{vehicleId} | RECEIPT#{receiptId}"}, retention=30, per_parent={"average": 2, "max": 9},
    )  # fmt: skip
    return {
        "fleet/entities+": made,
        "/access_patterns+": call("X1", "Keep a receipt", "PutItem", "Receipt", where=where, rate=(1, 5)),
    }


def metered(source: str, **more: Any) -> Edits:
    """Values of a day, spread over eight shards."""
    made = entity(
        "Measured", "vehicleId at",
        "vehicleId id; day date; at iso; shard N shard(8); value N integer; gone N epoch_seconds; Type Measured=1",
        {"base": "METER#{vehicleId}#{day}#{shard} | {at}"}, retention=30,
    )  # fmt: skip
    made["attributes"][3]["source"] = source
    read = call(
        "X1", "Values of a vehicle on a day", "Query", "Measured", METER, rate=(1, 5), limit=100, returns=100, **more
    )
    return {"fleet/entities+": made, "/access_patterns+": read}


def version(asked: str, new: str) -> Edits:
    sets: Document = {"plate": ":plate", "version": new}
    made = call(
        "X1", "Save an edited vehicle", "UpdateItem", "Vehicle", VEHICLE, set=sets, where=f"version = {asked}",
        rate=(1, 5),
    )  # fmt: skip
    held: Document = {"name": "version", "type": "N", "format": "integer"}
    return {"Vehicle/attributes+": held, "/access_patterns+": made}


def seats(operation: str, **more: Any) -> Edits:
    made = call("X1", "Sell seats", operation, "Ticket", rate=(1, 5), retries_unprocessed=True, fan_out=4,
                invariant="A seat is sold once", **more)  # fmt: skip
    return {"/access_patterns+": made}


def path(most: int) -> Edits:
    made: Document = entity(
        "Photo", "vehicleId path", "vehicleId id; path; Type Photo=1", {"base": "VEHICLE#{vehicleId} | PHOTO#{path}"},
        per_parent={"average": 2, "max": 9},
    )  # fmt: skip
    made["attributes"][1]["size"] = {"average": 60, "max": most}
    return {"fleet/entities+": made}


def tallied(gsi1: str) -> Edits:
    """The kilometers of a day are added up in an item that the first update creates."""
    made = entity(
        "Tally", "vehicleId day", "vehicleId id; day date; depotId id; km N decimal; Type Tally=1",
        {"base": "VEHICLE#{vehicleId} | TALLY#{day}", "GSI1": gsi1}, per_parent={"average": 9, "max": 99},
    )  # fmt: skip
    key = {"PK": "VEHICLE#{vehicleId}", "SK": "TALLY#{day}"}
    add = call("X1", "Add kilometers", "UpdateItem", "Tally", key, add={"km": 5}, rate=(1, 5))
    read = call("X2", "Tallies", "Query", "Tally", {"GSI1PK": gsi1.partition(" | ")[0]}, index="GSI1", limit=20,
                rate=(1, 5), returns=20)  # fmt: skip
    return {"fleet/entities+": made, "/access_patterns+": (add, read)}


def listed(house: Document, name: str, of: str, key: Document, **more: Any) -> Edits:
    """A page of 20 items for a person who waits."""
    made = call("X1", name, "Query", of, key, **{"rate": (1, 10), "returns": 10, "limit": 20, **more})
    return {"/access_patterns+": {"table": house["tables"][0]["name"], **made}}


TRIPS: Final = {"PK": "VEHICLE#{vehicleId}", "SK": {"begins_with": "TRIP#"}}
TICKETS: Final = {"PK": "GUEST#{guestId}", "SK": {"begins_with": "TICKET#"}}
MAKER: Final = {"maker": "{maker}"}
ORDERS: Final = {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#"}}
SINCE: Final = {"parameters": {"customerId": "c1", "from": "2026-01-01T00:00:00.000Z"}}
OF_JUNE: Final = {"parameters": {"roomId": "01JX0D00000000000000000001", "month": "2026-06", "day": "2026-06-03"}}
IN_MONTH: Final = "ROOM#{roomId}#{month}"
REPLICAS: Final = {"cinema/settings.stream": "NEW_AND_OLD_IMAGES"}
CASED: Final = "SET email = :e, GSI1PK = :k, GSI1SK = :s"


def numbered(where: str) -> Edits:
    """Versions of an article, each with the number after the newest one."""
    made = entity(
        "Version", "articleId number", "articleId ulid; number N integer; Type Version=1; body text; at iso",
        {"base": "ARTICLE#{articleId} | VERSION#{number:pad(6)}"}, count=90000, per_parent={"average": 3, "max": 90},
    )  # fmt: skip
    look = {"operation": "Query", "entities": ["Version"], "descending": True, "limit": 1,
            "key": {"PK": "ARTICLE#{articleId}", "SK": {"begins_with": "VERSION#"}}}  # fmt: skip
    put = {"operation": "PutItem", "entities": ["Version"], **({"if": where} if where else {})}
    save = call("X1", "Save the next version", "Steps", "Version", steps=[look, put], rate=(1, 5))
    return {"magazine/entities+": made, "/access_patterns+": {"table": "magazine", **save}}


def invoice(where: str) -> Edits:
    """Invoices with the number after the newest one of the month."""
    made = entity(
        "Invoice", "number", "number N integer; Type Invoice=1; customerId id; total N money; at iso",
        {"base": "INVOICE#{number:pad(9)} | META", "GSI1": "INVOICES#{at:month} | {number:pad(9)}"}, count=90000,
    )  # fmt: skip
    look = {"operation": "Query", "entities": ["Invoice"], "index": "GSI1", "descending": True, "limit": 1,
            "key": {"GSI1PK": "INVOICES#{month}"}, "parameters": {"month": "2026-06"}}  # fmt: skip
    put = {"operation": "PutItem", "entities": ["Invoice"], **({"if": where} if where else {})}
    issue = call("X1", "Issue an invoice with the next number", "Steps", "Invoice", steps=[look, put], rate=(1, 5))
    return {"shop/entities+": made, "/access_patterns+": {"table": "shop", **issue}}


def mailed(key: str) -> Edits:
    texts = {":e": {"S": "Ann@example.org"}, ":k": {"S": key}, ":s": {"S": "CUSTOMER"}}
    made = call(
        "X1", "Change the email of a customer", "UpdateItem", "Customer",
        {"PK": "CUST#{customerId}", "SK": "PROFILE"}, update=CASED, values=texts, condition="attribute_exists(PK)",
        rate=(1, 5),
    )  # fmt: skip
    return {"/access_patterns+": {"table": "shop", **made}}


def booked(*more: Document) -> Edits:
    """A message of a queue books an entry, and can come twice."""
    add: Document = {
        "operation": "UpdateItem", "entities": ["Account"], "key": {"PK": "ACCOUNT#{accountId}", "SK": "META"},
        "add": {"balance": ":amount", "version": 1}, "if": "state = 'OPEN'",
    }  # fmt: skip
    put = {"operation": "PutItem", "entities": ["Entry"], "if": NEW}
    return {"K5/delivery": "at_least_once", "K5/steps": [*more, add, put]}


FAULTS: Final = (
    Fault("the longest trips from a key by time", ("query.order_by_name",), FLEET,
          listed(FLEET, "Longest trips of a vehicle first", "Trip", TRIPS, descending=True),
          listed(FLEET, "Trips of a vehicle, latest first", "Trip", TRIPS, descending=True)),
    Fault("the dearest tickets from a key by time", ("query.order_by_name",), CINEMA,
          listed(CINEMA, "Tickets of a guest, dearest first", "Ticket", TICKETS, descending=True),
          listed(CINEMA, "Tickets of a guest, latest first", "Ticket", TICKETS, descending=True)),
    Fault("the cheapest parts from an index by weight", ("query.order_by_name",), PARTS,
          listed(PARTS, "Cheapest parts of a maker", "Part", MAKER, index="by-maker"),
          listed(PARTS, "Lightest parts of a maker", "Part", MAKER, index="by-maker")),
    Fault("orders since a day by a filter", ("query.filter_of_key",), SHOP,
          listed(SHOP, "Orders of a customer since a day", "Order", ORDERS, filter="placedAt >= :from", **SINCE),
          listed(SHOP, "Orders of a customer since a day", "Order",
                 {"PK": "CUST#{customerId}", "SK": {"between": ["ORDER#{from}", "ORDER#~"]}}, **SINCE)),
    Fault("messages of a day by a filter on the month", ("query.filter_of_key",), CHAT,
          listed(CHAT, "Messages of a room on a day", "Message", {"PK": IN_MONTH, "SK": {"begins_with": "MSG#"}},
                 filter="begins_with(sentAt, :day)", **OF_JUNE),
          listed(CHAT, "Messages of a room on a day", "Message", {"PK": IN_MONTH, "SK": {"begins_with": "MSG#{day}"}},
                 **OF_JUNE)),
    Fault("a seat is held in two Regions", ("write.claim_on_replicas",), CINEMA,
          {**REPLICAS, "cinema/settings.replicas": ["eu-west-1"]},
          {**REPLICAS, "cinema/settings.replicas": ["us-east-2", "us-west-2"], "N4": GONE,
           "cinema/settings.multi_region_consistency": "STRONG"}),
    Fault("two editors save the same next version", ("write.no_condition_on_create",), MAGAZINE, numbered(""),
          numbered(NEW)),
    Fault("two invoices get the same next number", ("write.no_condition_on_create",), SHOP, invoice(""), invoice(NEW)),
    Fault("an order just placed is asked of an index", ("query.read_after_write_on_gsi",), SHOP,
          {"S4/follows": {"code": "S9", "same_key": True}}, {"S4/follows": {"code": "S1", "same_key": True}}),
    Fault("an index key keeps the case of an email address", ("write.stale_index_key",), SHOP,
          mailed("EMAIL#Ann@example.org"), mailed("EMAIL#ann@example.org")),
    Fault("a message of a queue books twice", ("keys.clock_in_key",), BANK, booked(),
          booked({"operation": "PutItem", "entities": ["Token"], "if": NEW})),
    Fault("a vehicle can be lent again only when TTL comes by", ("ttl.correctness",), FLEET, loan(NEW),
          loan("attribute_not_exists(PK) OR gone < :now")),
    Fault("the id of a loan is the id of what is lent", ("ttl.correctness",), FLEET, loan(NEW), ticket(NEW)),
    Fault("a reader asks one of the shards that writers draw", ("query.some_shards",), FLEET, metered("random"),
          metered("random", fan_out=8)),
    Fault("a version is compared with a constant and set to another one", ("write.no_version_condition",), FLEET,
          version("3", "7"), version("3", "4")),
    Fault("seats are sold in a batch, and each is sold once", ("write.invariant_not_atomic",), CINEMA,
          seats("BatchWriteItem"), {"/access_patterns+": call("X1", "Sell seats", "BatchWriteItem", "Ticket",
                                                              rate=(1, 5), retries_unprocessed=True, fan_out=4)}),
    Fault("a path in a sort key can have 1,500 bytes", ("keys.size_over_limit",), FLEET, path(1500), path(900)),
    Fault("a tally is created without the depot by which it is listed", ("write.upsert_without_index_keys",), FLEET,
          tallied("DEPOT#{depotId} | TALLY#{day}"), tallied("TALLIED#{vehicleId} | {day}")),
)  # fmt: skip
