"""Team chat: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

CHAT: Final[Document] = house(
    "Team chat",
    [
        table(
            "chat",
            [
                entity(
                    "Room",
                    "roomId",
                    "roomId ulid; Type Room=1; title text; createdAt iso",
                    {"base": "ROOM#{roomId} | META"},
                    count=50000,
                ),
                entity(
                    "Member",
                    "roomId userId",
                    "roomId ulid; userId ulid; Type Member=1; joinedAt iso; role ADMIN=.05 MEMBER=.95",
                    {"base": "ROOM#{roomId} | MEMBER#{userId}", "GSI1": "USER#{userId} | ROOM#{roomId}"},
                    count=600000,
                    per_parent={"average": 12, "max": 500},
                ),
                entity(
                    "Message",
                    "messageId",
                    "roomId ulid; messageId ulid; Type Message=1; userId ulid; sentAt iso; body text",
                    {"base": "ROOM#{roomId}#{sentAt:month} | MSG#{sentAt}#{messageId}"},
                    count=80000000,
                    per_parent={"average": 400, "max": 40000},
                ),
                entity(
                    "Session",
                    "sessionId",
                    "sessionId uuid4; Type Session=1; userId ulid; device text; expiresAt N epoch_seconds",
                    {"base": "SESSION#{sessionId} | META"},
                    count=90000,
                    retention=1,
                ),
            ],
            [gsi("GSI1", "roomId role joinedAt")],
            ttl_attribute="expiresAt",
        )
    ],
    [
        call("C1", "A room", "GetItem", "Room", {"PK": "ROOM#{roomId}", "SK": "META"}, rate=(20, 100), returns=1),
        call(
            "C2",
            "Members of a room",
            "Query",
            "Member",
            {"PK": "ROOM#{roomId}", "SK": {"begins_with": "MEMBER#"}},
            rate=(20, 100),
            returns=12,
        ),
        call(
            "C3",
            "Rooms of a user",
            "Query",
            "Member",
            {"GSI1PK": "USER#{userId}", "GSI1SK": {"begins_with": "ROOM#"}},
            index="GSI1",
            projection=["roomId", "role", "joinedAt"],
            rate=(10, 60),
            returns=12,
        ),
        call(
            "C4",
            "Latest messages of a room in a month",
            "Query",
            "Message",
            {"PK": "ROOM#{roomId}#{month}", "SK": {"begins_with": "MSG#"}},
            descending=True,
            limit=50,
            rate=(50, 300),
            returns=50,
            parameters={"roomId": "01JX0D00000000000000000001", "month": "2026-06"},
        ),
        call("C5", "Post a message", "PutItem", "Message", where=NEW, rate=(30, 200)),
        call("C6", "Join a room", "PutItem", "Member", where=NEW, rate=(1, 10)),
        call(
            "C7",
            "Leave a room",
            "DeleteItem",
            "Member",
            {"PK": "ROOM#{roomId}", "SK": "MEMBER#{userId}"},
            rate=(0.5, 5),
        ),
        call(
            "C8",
            "A session that is valid",
            "GetItem",
            "Session",
            {"PK": "SESSION#{sessionId}", "SK": "META"},
            rate=(100, 400),
            returns=1,
            description="The caller compares expiresAt with the time",
            purpose="job",
        ),
        call("C9", "Sign in", "PutItem", "Session", where=NEW, rate=(2, 20)),
        call(
            "C10",
            "Rename a room",
            "UpdateItem",
            "Room",
            {"PK": "ROOM#{roomId}", "SK": "META"},
            set={"title": ":title"},
            where=THERE,
            rate=(0.1, 1),
        ),
    ],
)
