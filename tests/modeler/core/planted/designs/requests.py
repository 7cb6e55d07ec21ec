"""Designs in which requests follow each other, and the same designs with a fault between them."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Pair, call, entity, gsi


def sessions(check):
    key = {"PK": "SESSION#{sessionId}", "SK": "META"}
    return small(
        "Sessions",
        [
            entity(
                "Session",
                "sessionId",
                "sessionId uuid4; userId id; Type Session=1; expiresAt N epoch_seconds",
                {"base": "SESSION#{sessionId} | META"},
                count=100000,
                retention=1,
            )
        ],
        [],
        [
            call("A1", "Sign in", "PutItem", "Session", where=NEW, rate=(1, 5)),
            call(
                "A2",
                "Stay signed in",
                "UpdateItem",
                "Session",
                key,
                set={"expiresAt": ":later"},
                where=THERE + (" AND expiresAt > :now" if check else ""),
                rate=(10, 50),
            ),
        ],
        {"ttl_attribute": "expiresAt"},
    )


def windows(ttl):
    key = {"PK": "RATE#{userId}", "SK": "{minute}"}
    attrs = "userId id; minute; Type Window=1; calls N integer" + ("; expiresAt N epoch_seconds" if ttl else "")
    return small(
        "Limits",
        [
            entity(
                "Window",
                "userId minute",
                attrs,
                {"base": "RATE#{userId} | {minute}"},
                count=1000000,
                **({"retention": 1} if ttl else {}),
            )
        ],
        [],
        [
            call(
                "A1",
                "Count a call",
                "UpdateItem",
                "Window",
                key,
                add={"calls": 1},
                rate=(50, 200),
                intent={"approximate": True, "upsert": True},
                **({"set": {"expiresAt": ":end"}} if ttl else {}),
            )
        ],
        {"ttl_attribute": "expiresAt"} if ttl else None,
    )


def webhook(atomic):
    steps = [
        {"operation": "PutItem", "entities": ["Event"], "if": NEW},
        {
            "operation": "UpdateItem",
            "entities": ["Account"],
            "key": {"PK": "ACCOUNT#{accountId}", "SK": "META"},
            "add": {"credits": 10},
            "if": THERE,
        },
    ]
    return small("Credits", [
        entity("Account", "accountId", "accountId id; Type Account=1; credits N integer",
            {"base": "ACCOUNT#{accountId} | META"}, count=9000),
        entity("Event", "eventId", "eventId id; Type Event=1; at iso; accountId id",
            {"base": "EVENT#{eventId} | META"}, count=90000),
    ], [], [
        call("A1", "An account", "GetItem", "Account", {"PK": "ACCOUNT#{accountId}", "SK": "META"}, rate=(1, 5),
             returns=1),
        call("A2", "A webhook adds credits", "TransactWriteItems" if atomic else "Steps", "Event Account",
             delivery="at_least_once", rate=(1, 5), steps=steps,
             **{"invariant": "An event is credited once"} if atomic else {}),
        call("A3", "Open", "PutItem", "Account", where=NEW, rate=(1, 5)),
        call("A4", "An event", "GetItem", "Event", {"PK": "EVENT#{eventId}", "SK": "META"}, rate=(1, 5), returns=1),
    ])  # fmt: skip


def unread(atomic):
    steps = [
        {"operation": "PutItem", "entities": ["Message"], "if": NEW},
        {
            "operation": "UpdateItem",
            "entities": ["Inbox"],
            "key": {"PK": "USER#{userId}", "SK": "INBOX"},
            "add": {"unread": 1},
            "if": THERE,
        },
    ]
    return small("Mail", [
        entity("Inbox", "userId", "userId id; Type Inbox=1; unread N integer", {"base": "USER#{userId} | INBOX"},
            count=9000),
        entity("Message", "messageId", "userId id; messageId ulid; Type Message=1; text text",
            {"base": "USER#{userId} | MESSAGE#{messageId}"}, count=900000, per_parent={"average": 100, "max": 900}),
    ], [], [
        call("A1", "An inbox", "GetItem", "Inbox", {"PK": "USER#{userId}", "SK": "INBOX"}, rate=(1, 5), returns=1),
        call("A2", "Send", "TransactWriteItems" if atomic else "Steps", "Message Inbox", rate=(1, 5), steps=steps,
             **{"invariant": "unread counts messages"} if atomic else {}),
        call("A3", "Register", "PutItem", "Inbox", where=NEW, rate=(1, 5)),
        call("A4", "Messages", "Query", "Message", {"PK": "USER#{userId}", "SK": {"begins_with": "MESSAGE#"}},
             limit=20, rate=(1, 5), returns=20),
    ])  # fmt: skip


def register(redundant):
    return small(
        "Users",
        [
            entity(
                "User",
                "userId",
                "userId ulid; email email; Type User=1; name text",
                {"base": "USER#{userId} | META", "GSI1": "EMAIL#{email:lower} | USER"},
                count=9000,
            )
        ],
        [gsi("GSI1")],
        [
            call(
                "A1",
                "A user by email",
                "Query",
                "User",
                {"GSI1PK": "EMAIL#{email:lower}"},
                index="GSI1",
                rate=(1, 5),
                returns=1,
                limit=1,
            ),
            call(
                "A2",
                "Register",
                "PutItem",
                "User",
                where=NEW + (" AND attribute_not_exists(email)" if redundant else ""),
                rate=(1, 5),
            ),
        ],
    )


def bounds(local):
    z = "-05:00" if local else ".000Z"
    return small(
        "Logs",
        [
            entity(
                "Line",
                "lineId",
                "appId id; at iso; lineId ulid; Type Line=1; text text",
                {"base": "APP#{appId} | LINE#{at}#{lineId}"},
                count=900000,
                items=[
                    {
                        "appId": "a",
                        "at": "2026-03-01T10:00:00.000Z",
                        "lineId": "01J00000000000000000000001",
                        "Type": "Line",
                        "text": "x",
                    }
                ],
            )
        ],
        [],
        [
            call(
                "A1",
                "Lines of a time",
                "Query",
                "Line",
                {"PK": "APP#{appId}", "SK": {"between": ["LINE#{from}", "LINE#{to}"]}},
                parameters={"appId": "a", "from": "2026-03-01T00:00:00" + z, "to": "2026-03-02T00:00:00" + z},
                limit=100,
                rate=(1, 5),
                returns=50,
            ),
            call("A2", "Log", "PutItem", "Line", where=NEW, rate=(1, 5)),
        ],
    )


def importing(batch):
    put = call(
        "A2",
        "Import products",
        "BatchWriteItem",
        "Product",
        batch_size=25,
        retries_unprocessed=True,
        rate=(0.1, 1),
        purpose="job",
        steps=[{"operation": "PutItem", "entities": ["Product"]}],
    )
    return small("Products", [
        entity("Product", "sku", "sku id; Type Product=1; name text; stock N integer",
            {"base": "PRODUCT#{sku} | META"}, count=9000),
    ], [], [
        call("A1", "A product", "GetItem", "Product", {"PK": "PRODUCT#{sku}", "SK": "META"}, rate=(1, 5), returns=1),
        put if batch else call("A2", "Import a product", "PutItem", "Product", where=NEW, rate=(1, 5)),
        call("A3", "Sell", "UpdateItem", "Product", {"PK": "PRODUCT#{sku}", "SK": "META"},
             update="SET stock = stock - :n", values={":n": 1}, condition="stock >= :n", rate=(1, 5)),
    ])  # fmt: skip


def on_call(guarded):
    key = {"PK": "WARD#{wardId}", "SK": "DOCTOR#{doctorId}"}
    off = {"operation": "UpdateItem", "entities": ["Doctor"], "key": key, "set": {"onCall": False}, "if": THERE}
    count = {"operation": "UpdateItem", "entities": ["Ward"], "key": {"PK": "WARD#{wardId}", "SK": "META"},
             "update": "SET doctors = doctors - :n", "condition": "doctors > :n", "values": {":n": 1}}  # fmt: skip
    look = {"operation": "Query", "entities": ["Doctor"], "key": {"PK": key["PK"], "SK": {"begins_with": "DOCTOR#"}}}
    made = {"operation": "TransactWriteItems", "steps": [off, count]} if guarded else {"steps": [look, off]}
    return small("Wards", [
        entity("Ward", "wardId", "wardId id; Type Ward=1; doctors N integer", {"base": "WARD#{wardId} | META"},
               count=90),
        entity("Doctor", "wardId doctorId", "wardId id; doctorId id; Type Doctor=1; onCall BOOL",
               {"base": "WARD#{wardId} | DOCTOR#{doctorId}"}, count=900, per_parent={"average": 10, "max": 40}),
    ], [], [
        call("A1", "Doctors of a ward", "Query", "Doctor", look["key"], limit=50, rate=(1, 5), returns=10),
        {**call("A2", "Go off call", "Steps", "Doctor Ward", invariant="A doctor is on call", rate=(0.1, 1)), **made},
        call("A3", "Open a ward", "PutItem", "Ward", where=NEW, rate=(0.01, 0.1)),
        call("A4", "Hire a doctor", "PutItem", "Doctor", where=NEW, rate=(0.01, 0.1)),
        call("A5", "A ward", "GetItem", "Ward", {"PK": "WARD#{wardId}", "SK": "META"}, rate=(1, 5), returns=1),
    ])  # fmt: skip


FAULTS: Final = (
    Pair("an expired session is extended", ("ttl.revived",), sessions(False), sessions(True)),
    Pair("windows of a rate limit stay for ever", ("ttl.missing",), windows(False), windows(True)),
    Pair(
        "the event is noted, then credited, in two requests", ("write.count_not_atomic",), webhook(False), webhook(True)
    ),
    Pair("a message and its count are two requests", ("write.count_not_atomic",), unread(False), unread(True)),
    Pair(
        "attribute_not_exists(email) is to keep emails unique",
        ("write.unique_by_condition",),
        register(True),
        register(False),
    ),
    Pair("bounds with an offset on keys in UTC", ("query.other_format",), bounds(True), bounds(False)),
    Pair(
        "an import in batches puts products over what was counted",
        ("write.no_version_condition",),
        importing(True),
        importing(False),
    ),
    Pair("two doctors go off call at once", ("write.checked_apart",), on_call(False), on_call(True)),
)
