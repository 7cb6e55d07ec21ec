"""Faults that a second reviewer met: rules were there, and something that the design says kept them silent."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.shape import Document, Edits, Fault, call, entity

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


FAULTS: Final = (
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
