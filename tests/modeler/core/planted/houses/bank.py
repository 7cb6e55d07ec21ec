"""Accounts and transfers: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

SCALED: Final[Document] = {
    "read": {"min": 50, "max": 2000, "target": 70},
    "write": {"min": 50, "max": 2000, "target": 70},
}
THIN: Final[Document] = {"read": {"min": 5, "max": 400, "target": 70}, "write": {"min": 25, "max": 800, "target": 70}}
BANK: Final[Document] = house(
    "Accounts and transfers",
    [
        table(
            "bank",
            [
                entity(
                    "Account",
                    "accountId",
                    "accountId id; Type Account=1; ownerId id; balance N money; version N integer;"
                    " state OPEN=.98 CLOSED=.02",
                    {"base": "ACCOUNT#{accountId} | META", "GSI1": "OWNER#{ownerId} | ACCOUNT#{accountId}"},
                    count=400000,
                    concurrent=True,
                ),
                entity(
                    "Entry",
                    "entryId",
                    "accountId id; entryId ulid; Type Entry=1; bookedAt iso; amount N money; text text",
                    {"base": "ACCOUNT#{accountId} | ENTRY#{bookedAt}#{entryId}"},
                    count=40000000,
                    per_parent={"average": 100, "max": 20000},
                ),
                entity(
                    "Token",
                    "requestId",
                    "requestId uuid4; Type Token=1; until N epoch_seconds",
                    {"base": "TOKEN#{requestId} | META"},
                    count=100000,
                    retention=1,
                ),
            ],
            [gsi("GSI1", "accountId balance state", provisioned={"read": 20, "write": 100}, auto_scaling=THIN)],
            billing="PROVISIONED",
            provisioned={"read": 200, "write": 200},
            auto_scaling=SCALED,
            ttl_attribute="until",
            deletion_protection=True,
            encryption={"type": "CUSTOMER", "key": "alias/bank"},
            ops={"alarms": True, "measured": True},
        )
    ],
    [
        call(
            "K1",
            "An account",
            "GetItem",
            "Account",
            {"PK": "ACCOUNT#{accountId}", "SK": "META"},
            consistent=True,
            fresh="read_your_write",
            rate=(50, 200),
            returns=1,
        ),
        call(
            "K2",
            "Entries of an account, newest first",
            "Query",
            "Entry",
            {"PK": "ACCOUNT#{accountId}", "SK": {"begins_with": "ENTRY#"}},
            descending=True,
            limit=50,
            rate=(20, 100),
            returns=50,
        ),
        call(
            "K3",
            "Accounts of an owner",
            "Query",
            "Account",
            {"GSI1PK": "OWNER#{ownerId}"},
            index="GSI1",
            projection=["accountId", "balance", "state"],
            rate=(5, 20),
            returns=2,
        ),
        call("K4", "Open an account", "PutItem", "Account", where=NEW, rate=(0.1, 1)),
        call(
            "K5",
            "Book an entry once",
            "TransactWriteItems",
            "Token Account Entry",
            invariant="A request is booked once",
            rate=(20, 60),
            steps=[
                {"operation": "PutItem", "entities": ["Token"], "if": NEW},
                {
                    "operation": "UpdateItem",
                    "entities": ["Account"],
                    "key": {"PK": "ACCOUNT#{accountId}", "SK": "META"},
                    "set": {"balance": ":balance", "version": ":next"},
                    "if": "version = :version",
                },
                {"operation": "PutItem", "entities": ["Entry"], "if": NEW},
            ],
        ),
        call(
            "K6",
            "Close an account",
            "UpdateItem",
            "Account",
            {"PK": "ACCOUNT#{accountId}", "SK": "META"},
            set={"state": "CLOSED", "version": ":next"},
            where="state = 'OPEN' AND version = :version",
            rate=(0.01, 0.1),
        ),
    ],
    settings={
        "environment": "production",
        "iam": {
            "roles": [
                {
                    "name": "teller",
                    "actions": [
                        "dynamodb:GetItem",
                        "dynamodb:Query",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:ConditionCheckItem",
                    ],
                },
                {"name": "owner", "actions": ["dynamodb:*"], "admin": True},
            ]
        },
    },
)
