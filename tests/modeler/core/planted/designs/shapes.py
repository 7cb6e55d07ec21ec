"""Designs whose keys, indexes and items do not fit what is read or who reads."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Pair, call, entity, gsi


def mixed_dates(o, t):
    return small("Desk", [
        entity("Order", "orderId", "orderId ulid; userId id; Type Order=1; createdAt iso; total N money",
            {"base": "ORDER#{orderId} | META", "GSI1": f'USER#{{userId}} | {o}{{createdAt}}#{{orderId}}'},
            count=500000),
        entity("Ticket", "ticketId", "ticketId ulid; userId id; Type Ticket=1; createdAt iso; subject text",
            {"base": "TICKET#{ticketId} | META", "GSI1": f'USER#{{userId}} | {t}{{createdAt}}#{{ticketId}}'},
            count=50000),
    ], [gsi("GSI1")], [
        call("A1", "An order", "GetItem", "Order", {"PK": "ORDER#{orderId}", "SK": "META"}, rate=(10, 50), returns=1),
        call("A2", "Orders of a user, newest first", "Query", "Order", {"GSI1PK": "USER#{userId}",
             **({"GSI1SK": {"begins_with": o}} if o else {})}, index="GSI1", descending=True, limit=20, rate=(10, 50),
             returns=10),
        call("A3", "Tickets of a user", "Query", "Ticket", {"GSI1PK": "USER#{userId}",
             **({"GSI1SK": {"begins_with": t}} if t else {})}, index="GSI1", descending=True, limit=20, rate=(5, 20),
             returns=3),
        call("A4", "A ticket", "GetItem", "Ticket", {"PK": "TICKET#{ticketId}", "SK": "META"}, rate=(1, 5),
             returns=1),
        call("A5", "Place an order", "PutItem", "Order", where=NEW, rate=(1, 5)),
        call("A6", "Open a ticket", "PutItem", "Ticket", where=NEW, rate=(1, 5)),
    ])  # fmt: skip


def playlist(ordered):
    return small(
        "Charts",
        [
            entity(
                "Song",
                "songId",
                "songId ulid; Type Song=1; title text; plays N integer",
                {"base": "SONG#{songId} | META"},
                count=80000,
            )
        ],
        [],
        [
            call(
                "A1",
                "The songs of a playlist, in order" if ordered else "The songs of a playlist",
                "BatchGetItem",
                "Song",
                {"PK": "SONG#{songId}", "SK": "META"},
                fan_out=50,
                retries_unprocessed=True,
                rate=(5, 20),
                returns=50,
                **({"intent": {"order_by": ["title"]}} if ordered else {}),
            ),
            call("A2", "Add a song", "PutItem", "Song", where=NEW, rate=(0.1, 1)),
        ],
    )


def readers_of_notices(grows):
    ups = (
        {"update": "SET readBy.#u = :now", "names": {"#u": "u1"}, "values": {":now": "2026-01-01T00:00:00.000Z"}}
        if grows
        else {"set": {"lastReadAt": ":now"}}
    )
    return small("Notices", [
        entity("Notice", "noticeId", "noticeId ulid; Type Notice=1; text text; readBy M; lastReadAt iso ?.5",
            {"base": "NOTICE#{noticeId} | META"}, count=5000),
    ], [], [
        call("A1", "A notice", "GetItem", "Notice", {"PK": "NOTICE#{noticeId}", "SK": "META"}, rate=(5, 20),
             returns=1),
        call("A2", "A user reads a notice", "UpdateItem", "Notice", {"PK": "NOTICE#{noticeId}", "SK": "META"},
             rate=(1, 5), **ups, **{"condition": THERE} if grows else {"where": THERE}),
        call("A3", "Post a notice", "PutItem", "Notice", where=NEW, rate=(0.1, 1)),
    ])  # fmt: skip


def store_addresses(nested):
    return small(
        "Stores",
        [
            entity(
                "Store",
                "storeId",
                "storeId id; chainId id; Type Store=1; title text; address M; phone text",
                {"base": "STORE#{storeId} | META", "GSI1": "CHAIN#{chainId} | STORE#{storeId}"},
                count=5000,
            )
        ],
        [gsi("GSI1", "title address.city" if nested else "title address")],
        [
            call("A1", "A store", "GetItem", "Store", {"PK": "STORE#{storeId}", "SK": "META"}, rate=(5, 20), returns=1),
            call(
                "A2",
                "Stores of a chain",
                "Query",
                "Store",
                {"GSI1PK": "CHAIN#{chainId}"},
                index="GSI1",
                projection=["title", "address.city"],
                limit=50,
                rate=(5, 20),
                returns=20,
            ),
            call("A3", "Open a store", "PutItem", "Store", where=NEW, rate=(0.01, 0.1)),
        ],
    )


FAULTS: Final = (
    Pair(
        "orders and tickets by bare date in one index collection",
        ("query.prefix_catches_entity",),
        mixed_dates("", ""),
        mixed_dates("ORDER#", "TICKET#"),
    ),
    Pair(
        "BatchGetItem is expected to return in order", ("query.order_not_satisfied",), playlist(True), playlist(False)
    ),
    Pair(
        "an index projects a part of a map", ("keys.unknown_attribute",), store_addresses(True), store_addresses(False)
    ),
    Pair("a map gets a member for each reader", ("item.grows",), readers_of_notices(True), readers_of_notices(False)),
)
