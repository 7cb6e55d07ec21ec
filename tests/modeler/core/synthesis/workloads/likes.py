"""Likes, users who like items: many to many, read from both sides, with a count.

Source: the many-to-many example of AWS's material on adjacency lists (DynamoDB Developer Guide, "Best practices for
managing many-to-many relationships"), with the count kept in the transaction that adds or removes a like.
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import attribute, design, entity, get, query, rated

ENTITIES: Final = [
    entity("User", "userId", 200_000, attribute("userId"), attribute("name", "text")),
    entity("Item", "itemId", 50_000, attribute("itemId"), attribute("title", "text"),
           attribute("likeCount", "integer", range=[0, 999999])),
    entity("Like", "userId itemId", 4_000_000, attribute("userId"), attribute("itemId"), attribute("likedAt", "iso"),
           per_parent={"average": 20, "max": 4000}),
]  # fmt: skip


def likes(**fields: Any) -> Design:
    """The patterns; a like and its removal change the item's count in the same transaction."""
    table = {"table": "app-main"}
    count = {**table, "operation": "UpdateItem", "entities": ["Item"], "intent": {"given": ["itemId"]},
             "if": "attribute_exists(PK)"}  # fmt: skip
    like = {**table, "operation": "PutItem", "entities": ["Like"], "if": "attribute_not_exists(PK)"}
    gone = {**table, "operation": "DeleteItem", "entities": ["Like"], "if": "attribute_exists(PK)",
            "intent": {"given": fields.get("knows", "userId itemId").split()}}  # fmt: skip
    return design(
        ENTITIES,
        [
            get("UserById", "User", "userId", 20),
            get("ItemById", "Item", "itemId", 60),
            query("LikedByUser", "Like", "userId", 10, "-likedAt", limit=20, items_returned=20),
            query("LikersOfItem", "Like", "itemId", 10, "-likedAt", limit=20, items_returned=20),
            get("LikesOfItem", "Item", "itemId", 40, projection=["likeCount"]),
            {"code": "LikeItem", "name": "LikeItem", "operation": "TransactWriteItems",
             "steps": [like, {**count, "add": {"likeCount": 1}}], "invariant": "the count is that of the likes",
             **rated(8)},
            {"code": "UnlikeItem", "name": "UnlikeItem", "operation": "TransactWriteItems",
             "steps": [gone, {**count, "add": {"likeCount": -1}}], "invariant": "the count is that of the likes",
             **rated(1)},
        ],
    )  # fmt: skip
