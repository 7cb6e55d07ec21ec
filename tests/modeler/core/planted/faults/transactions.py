"""Faults of writes: members of transactions and batches, and updates that DynamoDB rejects."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Fault, attribute, call, entity


def folder(keys: dict[str, str]) -> dict[str, object]:
    """A folder whose path is short enough for a key."""
    made = entity("Folder", "companyId path", "companyId id; path path; Type Folder=1; title text", keys)
    made["attributes"][1]["size"] = {"average": 40, "max": 400}
    return made


FAULTS: Final = (
    Fault(
        "one item twice in a transaction",
        ("txn.same_item_twice",),
        BANK,
        {
            "K5/steps+": {
                "operation": "ConditionCheck",
                "entities": ["Account"],
                "key": {"PK": "ACCOUNT#{accountId}", "SK": "META"},
                "if": "state = 'OPEN'",
            }
        },
        {
            "bank/entities+": entity(
                "Owner", "ownerId", "ownerId id; Type Owner=1; blocked BOOL", {"base": "OWNER#{ownerId} | META"}
            ),
            "K5/steps+": {
                "operation": "ConditionCheck",
                "entities": ["Owner"],
                "key": {"PK": "OWNER#{ownerId}", "SK": "META"},
                "if": "blocked = false",
            },
        },
    ),
    Fault("150 items in a transaction", ("txn.size",), SHOP, {"S9/batch_size": 150}, {"S9/batch_size": 100}),
    Fault(
        "one put in a transaction for no reason",
        ("txn.no_invariant",),
        SHOP,
        {"S9/steps": [{"operation": "PutItem", "entities": ["Order"], "if": NEW}], "S9/invariant": ""},
        {},
    ),
    Fault(
        "the line of a transaction overwrites",
        ("txn.member_without_condition",),
        SHOP,
        {
            "S9/steps": [
                {"operation": "PutItem", "entities": ["Order"], "if": NEW},
                {"operation": "PutItem", "entities": ["Line"]},
            ]
        },
        {},
    ),
    Fault("forty puts in a batch", ("batch.size",), CINEMA, {"N7/batch_size": 40}, {"N7/batch_size": 25}),
    Fault("a batch that drops what is throttled", ("batch.no_retry",), CINEMA, {"N7/retries_unprocessed": False}, {}),
    Fault(
        "a batch with a condition",
        ("batch.not_expressible",),
        CINEMA,
        {"N7/steps": [{"operation": "PutItem", "entities": ["Seat"], "if": NEW}]},
        {},
    ),
    Fault(
        "a batch of updates",
        ("batch.not_expressible",),
        CINEMA,
        {
            "N7/steps": [
                {
                    "operation": "UpdateItem",
                    "entities": ["Seat"],
                    "key": {"PK": "SHOW#{showId}", "SK": "SEAT#{row}#{number:pad(3)}"},
                    "set": {"state": "FREE"},
                }
            ]
        },
        {},
    ),
    Fault(
        "150 keys in a BatchGetItem",
        ("batch.size",),
        SHOP,
        {
            "/access_patterns+": call(
                "X1",
                "Many customers",
                "BatchGetItem",
                "Customer",
                {"PK": "CUST#{customerId}", "SK": "PROFILE"},
                batch_size=150,
                retries_unprocessed=True,
                rate=(0.1, 1),
                returns=150,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Many customers",
                "BatchGetItem",
                "Customer",
                {"PK": "CUST#{customerId}", "SK": "PROFILE"},
                batch_size=100,
                retries_unprocessed=True,
                rate=(0.1, 1),
                returns=100,
            )
        },
    ),
    Fault(
        "an upsert that no list will show",
        ("write.upsert_without_index_keys", "write.stale_index_key"),
        SHOP,
        {
            "/access_patterns+": call(
                "X1",
                "Save a customer",
                "UpdateItem",
                "Customer",
                {"PK": "CUST#{customerId}", "SK": "PROFILE"},
                update="SET email = :e, #n = :n",
                names={"#n": "name"},
                values={":e": "a@b.example", ":n": "A"},
                intent={"upsert": True},
                rate=(0.1, 1),
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Save a customer",
                "UpdateItem",
                "Customer",
                {"PK": "CUST#{customerId}", "SK": "PROFILE"},
                set={"email": ":e", "name": ":n"},
                intent={"upsert": True},
                rate=(0.1, 1),
            )
        },
    ),
    Fault(
        "two paths of one update overlap",
        ("expr.paths_overlap",),
        PARTS,
        {
            "P4": call(
                "P4",
                "Change a price",
                "UpdateItem",
                "Part",
                {"partId": "{partId}"},
                update="SET price = :p REMOVE price",
                condition="attribute_exists(partId)",
                values={":p": 1},
                rate=(0.5, 5),
            )
        },
        {
            "P4": call(
                "P4",
                "Change a price",
                "UpdateItem",
                "Part",
                {"partId": "{partId}"},
                update="SET price = :p REMOVE manual",
                condition="attribute_exists(partId)",
                values={":p": 1},
                rate=(0.5, 5),
            )
        },
    ),
    Fault(
        "an update with a bare reserved word",
        ("expr.reserved_word",),
        CHAT,
        {
            "Room/attributes+": attribute("status id"),
            "C10": call(
                "C10",
                "Close a room",
                "UpdateItem",
                "Room",
                {"PK": "ROOM#{roomId}", "SK": "META"},
                update="SET status = :s",
                condition="attribute_exists(PK)",
                values={":s": "CLOSED"},
                rate=(0.1, 1),
            ),
        },
        {
            "Room/attributes+": attribute("status id"),
            "C10": call(
                "C10",
                "Close a room",
                "UpdateItem",
                "Room",
                {"PK": "ROOM#{roomId}", "SK": "META"},
                update="SET #s = :s",
                condition="attribute_exists(PK)",
                names={"#s": "status"},
                values={":s": "CLOSED"},
                rate=(0.1, 1),
            ),
        },
    ),
    Fault(
        "moving a folder leaves what is in it",
        ("write.subtree_move",),
        BOARD,
        {
            "board/entities+": folder({"base": "COMPANY#{companyId}#FILES | PATH#{path}"}),
            "/access_patterns+": call(
                "X1",
                "Rename a folder",
                "UpdateItem",
                "Folder",
                {"PK": "COMPANY#{companyId}#FILES", "SK": "PATH#{path}"},
                set={"path": ":to"},
                where=THERE,
                rate=(0.1, 1),
            ),
        },
        {
            "board/entities+": folder({"base": "COMPANY#{companyId}#FILES | PATH#{path}"}),
            "/access_patterns+": call(
                "X1",
                "Rename a folder's title",
                "UpdateItem",
                "Folder",
                {"PK": "COMPANY#{companyId}#FILES", "SK": "PATH#{path}"},
                set={"title": ":to"},
                where=THERE,
                rate=(0.1, 1),
            ),
        },
    ),
    Fault(
        "follower and followed are two items",
        ("relation.duplicate_edge",),
        CHAT,
        {
            "chat/entities+": (
                entity(
                    "Follows",
                    "userId otherId",
                    "userId ulid; otherId ulid; Type Follows=1",
                    {"base": "USER#{userId} | FOLLOWS#{otherId}"},
                ),
                entity(
                    "Followed",
                    "userId otherId",
                    "userId ulid; otherId ulid; Type Followed=1",
                    {"base": "USER#{otherId} | FOLLOWED#{userId}"},
                ),
            ),
            "/access_patterns+": call(
                "X1",
                "Follow",
                "TransactWriteItems",
                "Follows Followed",
                invariant="Both sides",
                rate=(0.1, 1),
                steps=[
                    {"operation": "PutItem", "entities": ["Follows"], "if": NEW},
                    {"operation": "PutItem", "entities": ["Followed"], "if": NEW},
                ],
            ),
        },
        {
            "chat/entities+": entity(
                "Follows",
                "userId otherId",
                "userId ulid; otherId ulid; Type Follows=1",
                {"base": "USER#{userId} | FOLLOWS#{otherId}", "GSI1": "USER#{otherId} | FOLLOWED#{userId}"},
            ),
            "/access_patterns+": call("X1", "Follow", "PutItem", "Follows", where=NEW, rate=(0.1, 1)),
        },
    ),
    Fault(
        "one seat counter for every buyer of a show",
        ("write.contention",),
        CINEMA,
        {
            "Show/concurrent": True,
            "N8/consistent": True,
            "N8/fresh": "read_your_write",
            "Show/attributes+": attribute("version N integer"),
            "/access_patterns+": call(
                "X1",
                "Take one from the free seats",
                "UpdateItem",
                "Show",
                {"PK": "SHOW#{showId}", "SK": "META"},
                set={"free": ":free", "version": ":next"},
                where="version = :version",
                window_ms=50,
                skew={"hottest": 0.5},
                rate=(20, 100),
            ),
        },
        {
            "Show/concurrent": True,
            "Show/attributes+": attribute("version N integer"),
            "/access_patterns+": call(
                "X1",
                "Take one from the free seats",
                "UpdateItem",
                "Show",
                {"PK": "SHOW#{showId}", "SK": "META"},
                set={"free": ":free", "version": ":next"},
                where="version = :version",
                window_ms=50,
                rate=(0.1, 1),
            ),
        },
    ),
)
