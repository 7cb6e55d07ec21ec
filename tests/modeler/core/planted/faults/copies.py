"""Faults of writes: what is stored twice and does not stay equal."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Fault, call, entity

FAULTS: Final = (
    Fault(
        "an author is deleted, the handle stays taken",
        ("write.zombie_constraint",),
        MAGAZINE,
        {
            "/access_patterns+": call(
                "X1",
                "Remove an author",
                "DeleteItem",
                "Author",
                {"PK": "AUTHOR#{authorId}", "SK": "META"},
                rate=(0.001, 0.01),
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Remove an author",
                "TransactWriteItems",
                "Author Handle",
                invariant="Handles are free again",
                rate=(0.001, 0.01),
                steps=[
                    {
                        "operation": "DeleteItem",
                        "entities": ["Author"],
                        "key": {"PK": "AUTHOR#{authorId}", "SK": "META"},
                    },
                    {"operation": "DeleteItem", "entities": ["Handle"], "key": {"PK": "HANDLE#{handle}", "SK": "META"}},
                ],
            )
        },
    ),
    Fault(
        "a unique email that two people can take",
        ("write.unique_not_enforced",),
        SHOP,
        {"Customer/unique": [["email"]]},
        {"Customer/unique": [["customerId"]]},
    ),
    Fault(
        "the handle is claimed without a look whether it is taken",
        ("txn.member_without_condition", "write.unique_not_enforced"),
        MAGAZINE,
        {
            "M7/steps": [
                {"operation": "PutItem", "entities": ["Author"], "if": NEW},
                {"operation": "PutItem", "entities": ["Handle"]},
            ]
        },
        {},
    ),
    Fault(
        "the name of an author is copied into articles and never updated",
        ("write.copy_not_updated",),
        MAGAZINE,
        {
            "Article:authorName/copy_of": "Author.name",
            "magazine/settings.stream": None,
            "/access_patterns+": call(
                "X1",
                "Rename an author",
                "UpdateItem",
                "Author",
                {"PK": "AUTHOR#{authorId}", "SK": "META"},
                set={"name": ":name"},
                where=THERE,
                rate=(0.01, 0.1),
            ),
        },
        {
            "Article:authorName/copy_of": "Author.name",
            "magazine/settings.stream_consumers": [
                {"name": "copies", "kind": "lambda", "needs": "new", "maintains": ["Article"]}
            ],
            "/access_patterns+": call(
                "X1",
                "Rename an author",
                "UpdateItem",
                "Author",
                {"PK": "AUTHOR#{authorId}", "SK": "META"},
                set={"name": ":name"},
                where=THERE,
                rate=(0.01, 0.1),
            ),
        },
    ),
    Fault(
        "the copy is stale because the source is put again",
        ("write.copy_not_updated",),
        MAGAZINE,
        {
            "Article:authorName/copy_of": "Author.name",
            "magazine/settings.stream": None,
            "/access_patterns+": call(
                "X1", "Save an author", "PutItem", "Author", intent={"replace": True}, rate=(0.01, 0.1)
            ),
        },
        {
            "Article:authorName/copy_of": "Author.name",
            "magazine/settings.stream": None,
            "M6/per_second": {"average": 0.2, "peak": 1},
        },
    ),
    Fault(
        "the latest copy and its history are put one after the other",
        ("write.latest_copy_not_transactional",),
        BOARD,
        {
            "board/entities+": entity(
                "Page",
                "companyId pageId version",
                "companyId id; pageId id; version N integer; Type Page=1; body text",
                {"base": "COMPANY#{companyId}#PAGE#{pageId} | v{version:pad(4)}"},
            ),
            "/access_patterns+": (
                call(
                    "X1",
                    "The latest version of a page",
                    "GetItem",
                    "Page",
                    {"PK": "COMPANY#{companyId}#PAGE#{pageId}", "SK": "v0000"},
                    rate=(5, 20),
                    returns=1,
                ),
                call("X2", "Save a version", "PutItem", "Page", where=NEW, rate=(0.1, 1)),
                call(
                    "X3",
                    "Save the latest copy",
                    "PutItem",
                    "Page",
                    intent={"replace": True},
                    parameters={"version": "0"},
                    rate=(0.1, 1),
                ),
            ),
        },
        {
            "board/entities+": entity(
                "Page",
                "companyId pageId version",
                "companyId id; pageId id; version N integer; Type Page=1; body text",
                {"base": "COMPANY#{companyId}#PAGE#{pageId} | v{version:pad(4)}"},
            ),
            "/access_patterns+": (
                call(
                    "X1",
                    "The latest version of a page",
                    "GetItem",
                    "Page",
                    {"PK": "COMPANY#{companyId}#PAGE#{pageId}", "SK": "v0000"},
                    rate=(5, 20),
                    returns=1,
                ),
                call(
                    "X2",
                    "Save a version",
                    "TransactWriteItems",
                    "Page",
                    invariant="The latest copy is the last version",
                    rate=(0.1, 1),
                    steps=[
                        {"operation": "PutItem", "entities": ["Page"], "if": NEW},
                        {
                            "operation": "PutItem",
                            "entities": ["Page"],
                            "if": "version = :expected OR attribute_not_exists(PK)",
                            "parameters": {"version": "0"},
                        },
                    ],
                ),
            ),
        },
    ),
    Fault(
        "a claim that waits for TTL",
        ("ttl.correctness",),
        BANK,
        {
            "/access_patterns+": call(
                "X1",
                "Claim a request for an hour",
                "PutItem",
                "Token",
                where=NEW,
                intent={"expects_gone": True},
                rate=(1, 5),
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Claim a request for an hour",
                "PutItem",
                "Token",
                where="attribute_not_exists(PK) OR until < :now",
                intent={"expects_gone": True},
                rate=(1, 5),
            )
        },
    ),
    Fault(
        "a held seat can be taken again only when TTL comes by",
        ("ttl.correctness",),
        CINEMA,
        {
            "cinema/entities+": entity(
                "Hold",
                "showId row",
                "showId ulid; row id; Type Hold=1; until N epoch_seconds",
                {"base": "HOLD#{showId} | {row}"},
                retention=1,
            ),
            "cinema/settings.ttl_attribute": "until",
            "/access_patterns+": call("X1", "Hold a row", "PutItem", "Hold", where=NEW, rate=(1, 5)),
        },
        {
            "cinema/entities+": entity(
                "Hold",
                "showId row",
                "showId ulid; row id; Type Hold=1; until N epoch_seconds",
                {"base": "HOLD#{showId} | {row}"},
                retention=1,
            ),
            "cinema/settings.ttl_attribute": "until",
            "/access_patterns+": call(
                "X1", "Hold a row", "PutItem", "Hold", where="attribute_not_exists(PK) OR until < :now", rate=(1, 5)
            ),
        },
    ),
)
