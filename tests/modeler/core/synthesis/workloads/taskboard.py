"""TaskBoard, a task board application for several tenants.

Source: the reference architecture of the DynamoDB skill in AWS's agent toolkit (github.com/aws/agent-toolkit-for-aws,
references/reference-architecture.md), which ranks twelve access patterns by frequency and serves them with nine tables
and one GSI. It states no rates: these keep its ranking. Number 10 is a full-text search, which it serves from
OpenSearch, so it is not among these.
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query, rated, update


def text(name: str, size: int) -> dict[str, Any]:
    """A text of an average size."""
    return attribute(name, "text", size={"average": size, "max": size * 4})


POSITION: Final = attribute("position", "integer", range=[0, 99999999])
ENTITIES: Final = [
    entity("User", "userId", 50_000, attribute("userId"), attribute("email", "email"), text("displayName", 14)),
    entity("UserEmail", "email", 50_000, attribute("email", "email"), attribute("userId")),
    entity("Board", "boardId", 60_000, attribute("boardId"), text("name", 20), attribute("createdAt", "iso"),
           attribute("createdBy")),
    entity("Membership", "boardId userId", 300_000, attribute("boardId"), attribute("userId"),
           attribute("role", "enum", values={"owner": 0.2, "editor": 0.8}), attribute("addedAt", "iso"),
           per_parent={"average": 5, "max": 200}),
    entity("List", "boardId listId", 300_000, attribute("boardId"), attribute("listId"), text("name", 12), POSITION,
           per_parent={"average": 5, "max": 30}),
    entity("Card", "boardId cardId", 3_000_000, attribute("boardId"), attribute("cardId"), attribute("listId"),
           text("title", 40), text("description", 300), POSITION, per_parent={"average": 50, "max": 2000}),
    entity("Comment", "boardId commentId", 6_000_000, attribute("boardId"), attribute("commentId"),
           attribute("cardId"), attribute("authorId"), text("content", 120), attribute("createdAt", "iso"),
           per_parent={"average": 2, "max": 200}),
    entity("Attachment", "boardId attachmentId", 1_000_000, attribute("boardId"), attribute("attachmentId"),
           attribute("cardId"), text("filename", 20), attribute("uploadedAt", "iso"),
           per_parent={"average": 1, "max": 50}),
    entity("Activity", "boardId eventId", 9_000_000, attribute("boardId"), attribute("eventId"),
           attribute("actorId"), text("summary", 60), attribute("createdAt", "iso"), attribute("ttl", "epoch_seconds"),
           per_parent={"average": 150, "max": 5000}),
    entity("IdempotencyKey", "requestId", 400_000, attribute("requestId"), text("responseBody", 400),
           attribute("ttl", "epoch_seconds")),
]  # fmt: skip


def taskboard() -> Design:
    """The patterns of the document, with the writes that they speak of."""
    exists = {"if": "attribute_exists(PK)"}
    create = {"operation": "PutItem", "if": "attribute_not_exists(PK)"}
    return design(
        ENTITIES,
        [
            query("P1", "Board List Card", "boardId", 60, items_returned=56),
            query("P2", "Membership", "userId", 40, items_returned=6),
            get("P3", "Membership", "boardId userId", 200),
            query("P4", "Comment", "boardId cardId", 30, "createdAt", items_returned=2),
            query("P5", "Attachment", "boardId cardId", 30, items_returned=1),
            update("P6", "Card", "boardId cardId", 25, set={"position": 1024, "listId": "l"}, **exists),
            get("P7", "UserEmail", "email", 0.5),
            query("P8", "Membership", "boardId", 2, items_returned=5),
            query("P9", "Activity", "boardId", 2, "-createdAt", limit=50, items_returned=50),
            get("P11", "IdempotencyKey", "requestId", 50),
            {"code": "P12", "name": "P12", "operation": "DeleteItem", "entities": ["Card"],
             "intent": {"given": ["boardId", "cardId"]}, **exists, **rated(0.2)},
            put("W1", "Card", 5), put("W2", "Comment", 6), put("W3", "Activity", 20), put("W4", "IdempotencyKey", 50),
            put("W5", "User", 0.1),
            {"code": "W6", "name": "W6", "operation": "TransactWriteItems", "invariant": "a board has an owner",
             "steps": [{"entities": ["Board"], "table": "app-main", **create},
                       {"entities": ["Membership"], "table": "app-main", **create}], **rated(0.1)},
        ],
    )  # fmt: skip
