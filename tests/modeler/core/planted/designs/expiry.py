"""Designs in which something expires, is marked as deleted, or is written in two Regions."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Pair, call, entity


def counted_holds(stream):
    return small("Tickets", [
        entity("Event", "eventId", "eventId ulid; Type Event=1; title text; held N integer; capacity N integer",
            {"base": "EVENT#{eventId} | META"}, count=2000),
        entity("Hold", "holdId", "eventId ulid; holdId ulid; Type Hold=1; guestId id; expiresAt N epoch_seconds",
            {"base": "EVENT#{eventId} | HOLD#{holdId}"}, count=20000, per_parent={"average": 10, "max": 500},
            retention=1),
    ], [], [
        call("A1", "An event", "GetItem", "Event", {"PK": "EVENT#{eventId}", "SK": "META"}, rate=(20, 80), returns=1),
        call("A2", "Hold a place", "TransactWriteItems", "Event Hold", invariant="held counts the holds", rate=(1, 5),
             steps=[{"operation": "UpdateItem", "entities": ["Event"], "key": {"PK": "EVENT#{eventId}", "SK": "META"},
             "add": {"held": 1}, "condition": "held < :capacity", "values": {":capacity": 500}},
             {"operation": "PutItem", "entities": ["Hold"], "if": NEW}]),
        call("A3", "Holds of an event", "Query", "Hold", {"PK": "EVENT#{eventId}", "SK": {"begins_with": "HOLD#"}},
             filter="expiresAt > :now", limit=50, rate=(1, 5), returns=10),
        call("A4", "Plan an event", "PutItem", "Event", where=NEW, rate=(0.01, 0.1)),
    ], settings={"ttl_attribute": "expiresAt", **({"stream": "OLD_IMAGE"} if stream else {})})  # fmt: skip


def carts(both):
    line = "cartId uuid4; sku id; quantity N integer; Type CartLine=1" + ("; expiresAt N epoch_seconds" if both else "")
    return small("Carts", [
        entity("Cart", "cartId", "cartId uuid4; Type Cart=1; expiresAt N epoch_seconds",
            {"base": "CART#{cartId} | META"}, count=100000, retention=7),
        entity("CartLine", "cartId sku", line, {"base": "CART#{cartId} | LINE#{sku}"}, count=400000,
            per_parent={"average": 4, "max": 60}, **{"retention": 7} if both else {}),
    ], [], [
        call("A1", "A cart with its lines", "Query", "Cart CartLine", {"PK": "CART#{cartId}"},
             filter="expiresAt > :now" if both else "attribute_not_exists(expiresAt) OR expiresAt > :now", limit=100,
             rate=(5, 20), returns=5),
        call("A2", "Start a cart", "PutItem", "Cart", where=NEW, rate=(1, 5)),
        call("A3", "Put something in a cart", "PutItem", "CartLine", where=f'{NEW} OR expiresAt < :now', rate=(2,
             10)),
    ], settings={"ttl_attribute": "expiresAt"})  # fmt: skip


def deleted_files(filt):
    return small(
        "Files",
        [
            entity(
                "File",
                "fileId",
                "ownerId id; fileId ulid; Type File=1; title text; deletedAt iso ?.1",
                {"base": "OWNER#{ownerId} | FILE#{fileId}"},
                count=300000,
                per_parent={"average": 30, "max": 900},
            )
        ],
        [],
        [
            call(
                "A1",
                "Files of an owner",
                "Query",
                "File",
                {"PK": "OWNER#{ownerId}", "SK": {"begins_with": "FILE#"}},
                rate=(5, 20),
                returns=30,
                **({"filter": "attribute_not_exists(deletedAt)", "examined": 33} if filt else {}),
            ),
            call(
                "A2",
                "Delete a file",
                "UpdateItem",
                "File",
                {"PK": "OWNER#{ownerId}", "SK": "FILE#{fileId}"},
                set={"deletedAt": ":now"},
                where=THERE,
                rate=(1, 5),
            ),
            call("A3", "Upload a file", "PutItem", "File", where=NEW, rate=(1, 5)),
        ],
    )


def payment_tokens(rep):
    settings = {"ttl_attribute": "until", "deletion_protection": True, **({"replicas": ["eu-west-1"]} if rep else {})}
    return small("Payments", [
        entity("Payment", "paymentId", "paymentId ulid; Type Payment=1; amount N money; at iso",
            {"base": "PAYMENT#{paymentId} | META"}, count=3000000),
        entity("Token", "requestId", "requestId id; Type Token=1; paymentId ulid; until N epoch_seconds",
            {"base": "TOKEN#{requestId} | META"}, count=50000, retention=1),
    ], [], [
        call("A1", "A payment", "GetItem", "Payment", {"PK": "PAYMENT#{paymentId}", "SK": "META"}, rate=(5, 20),
             returns=1),
        call("A2", "Claim a request", "PutItem", "Token", where=f'{NEW} OR until < :now', rate=(5, 20),
             delivery="at_least_once"),
        call("A3", "Pay", "PutItem", "Payment", where=NEW, rate=(5, 20)),
    ], settings)  # fmt: skip


FAULTS: Final = (
    Pair(
        "places stay counted when TTL removes their holds",
        ("ttl.count_not_given_back",),
        counted_holds(False),
        counted_holds(True),
    ),
    Pair("the lines of a cart outlive it", ("ttl.children_stay",), carts(False), carts(True)),
    Pair("deleted files are still listed", ("ttl.read_without_filter",), deleted_files(False), deleted_files(True)),
    Pair(
        "a payment's request token is claimed in two Regions",
        ("write.unique_on_replicas",),
        payment_tokens(True),
        payment_tokens(False),
    ),
)
