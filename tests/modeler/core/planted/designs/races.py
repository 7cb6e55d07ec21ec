"""Designs in which two writers meet, and the same designs where one of them fails."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Pair, call, entity


def bookings(slot):
    key = "BOOKING#{day}#{slot:pad(2)}" if slot else "BOOKING#{startsAt}"
    attrs = (
        "roomId id; Type Booking=1; day date; slot N integer; guestId id"
        if slot
        else "roomId id; Type Booking=1; startsAt iso; endsAt iso; guestId id"
    )
    return small("Rooms", [
        entity("Room", "roomId", "roomId id; Type Room=1; title text", {"base": "ROOM#{roomId} | META"}, count=200),
        entity("Booking", "roomId day slot" if slot else "roomId startsAt", attrs, {"base": "ROOM#{roomId} | " + key},
            count=100000, per_parent={"average": 500, "max": 4000}),
    ], [], [
        call("A1", "A room", "GetItem", "Room", {"PK": "ROOM#{roomId}", "SK": "META"}, rate=(1, 5), returns=1),
        call("A2", "Bookings of a room", "Query", "Booking", {"PK": "ROOM#{roomId}",
             "SK": {"begins_with": "BOOKING#"}}, limit=50, rate=(5, 20), returns=20),
        call("A3", "Book a room", "PutItem", "Booking", where=NEW, invariant="A room is booked once at a time",
             rate=(1, 5)),
        call("A4", "Add a room", "PutItem", "Room", where=NEW, rate=(0.01, 0.1)),
    ])  # fmt: skip


def likes(cond):
    return small("Likes", [
        entity("Post", "postId", "postId ulid; Type Post=1; text text; likes N integer",
            {"base": "POST#{postId} | META"}, count=100000),
        entity("Like", "postId userId", "postId ulid; userId id; Type Like=1; at iso",
            {"base": "POST#{postId} | LIKE#{userId}"}, count=3000000, per_parent={"average": 30, "max": 9000}),
    ], [], [
        call("A1", "A post", "GetItem", "Post", {"PK": "POST#{postId}", "SK": "META"}, rate=(20, 100), returns=1),
        call("A2", "Like", "TransactWriteItems", "Like Post", invariant="likes counts the likes", rate=(2, 10),
             steps=[{"operation": "PutItem", "entities": ["Like"], "if": NEW}, {"operation": "UpdateItem",
             "entities": ["Post"], "key": {"PK": "POST#{postId}", "SK": "META"}, "add": {"likes": 1}, "if": THERE}]),
        call("A3", "Take a like back", "TransactWriteItems", "Like Post", invariant="likes counts the likes",
             rate=(0.2, 1), steps=[{"operation": "DeleteItem", "entities": ["Like"], "key": {"PK": "POST#{postId}",
             "SK": "LIKE#{userId}"}, **({"if": THERE} if cond else {})}, {"operation": "UpdateItem",
             "entities": ["Post"], "key": {"PK": "POST#{postId}", "SK": "META"}, "update": "SET likes = likes - :one",
             "condition": "likes >= :one", "values": {":one": 1}}]),
        call("A4", "Write a post", "PutItem", "Post", where=NEW, rate=(1, 5)),
        call("A5", "Who likes a post", "Query", "Like", {"PK": "POST#{postId}", "SK": {"begins_with": "LIKE#"}},
             limit=50, rate=(1, 5), returns=30),
    ])  # fmt: skip


def refunds(bad):
    return small(
        "Refunds",
        [
            entity(
                "Charge",
                "chargeId",
                "chargeId ulid; Type Charge=1; total N money; refunded N money; open N money",
                {"base": "CHARGE#{chargeId} | META"},
                count=700000,
            )
        ],
        [],
        [
            call(
                "A1",
                "A charge",
                "GetItem",
                "Charge",
                {"PK": "CHARGE#{chargeId}", "SK": "META"},
                rate=(5, 20),
                returns=1,
            ),
            call(
                "A2",
                "Refund",
                "UpdateItem",
                "Charge",
                {"PK": "CHARGE#{chargeId}", "SK": "META"},
                update="SET refunded = refunded + :n, #o = #o - :n",
                names={"#o": "open"},
                condition="refunded + :n <= total" if bad else "#o >= :n",
                values={":n": 5},
                rate=(1, 5),
            ),
            call("A3", "Charge", "PutItem", "Charge", where=NEW, rate=(1, 5)),
        ],
    )


def preferences(whole):
    changed = {"settings": ":settings"} if whole else {"settings.sound": ":sound"}
    key = {"PK": "USER#{userId}", "SK": "META"}
    return small(
        "Preferences",
        [entity("User", "userId", "userId id; Type User=1; settings M", {"base": "USER#{userId} | META"}, count=9000)],
        [],
        [
            call("A1", "A user", "GetItem", "User", key, rate=(5, 20), returns=1),
            call(
                "A2",
                "Set the theme",
                "UpdateItem",
                "User",
                key,
                set={"settings.theme": ":theme"},
                where=THERE,
                rate=(1, 5),
            ),
            call("A3", "Set sounds", "UpdateItem", "User", key, set=changed, where=THERE, rate=(1, 5)),
            call("A4", "Register", "PutItem", "User", where=NEW, rate=(0.1, 1)),
        ],
    )


def drafts(replicas):
    key = {"PK": "DRAFT#{draftId}", "SK": "META"}
    attributes = "draftId ulid; Type Draft=1; body text; version N integer"
    return small(
        "Drafts",
        [entity("Draft", "draftId", attributes, {"base": "DRAFT#{draftId} | META"}, count=9000, concurrent=True)],
        [],
        [
            call("A1", "A draft", "GetItem", "Draft", key, rate=(5, 20), returns=1),
            call(
                "A2",
                "Edit a draft",
                "UpdateItem",
                "Draft",
                key,
                set={"body": ":body"},
                add={"version": 1},
                where="version = :read",
                rate=(1, 5),
            ),
            call("A3", "Begin a draft", "PutItem", "Draft", where=NEW, rate=(0.1, 1)),
        ],
        {"replicas": ["eu-west-1"], "deletion_protection": True} if replicas else None,
    )


FAULTS: Final = (
    Pair("a condition that adds", ("expr.syntax",), refunds(True), refunds(False)),
    Pair("two writers of one map", ("write.whole_map",), preferences(True), preferences(False)),
    Pair("a version is compared in two Regions", ("write.version_on_replicas",), drafts(True), drafts(False)),
    Pair("two bookings of a room overlap", ("write.overlap_accepted",), bookings(False), bookings(True)),
    Pair("a like is taken back twice", ("txn.count_without_delete",), likes(False), likes(True)),
)
