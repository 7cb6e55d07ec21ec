"""Editors of an entity."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import PROVENANCE, EditorField, FieldGroup, size_fact
from modeler.core.design.items import COLORS

ENTITY: Final = (
    FieldGroup(
        "entity",
        "Entity",
        (
            EditorField(
                "name",
                "Name",
                "text",
                "The name of this type of item, such as Order or Line item. Patterns refer to it by name.",
            ),
            EditorField(
                "description", "Description", "long", "What it represents, and when items are created and deleted."
            ),
            EditorField(
                "color",
                "Color",
                "choice",
                "The color in the outline, the key sheet, the grid and on the map, for everybody.",
                choices=(("", "Automatic"), *((color, color.capitalize()) for color in COLORS)),
            ),
            PROVENANCE,
        ),
        is_open=True,
    ),
    FieldGroup(
        "identity",
        "Identity (unique key)",
        (
            EditorField(
                "identity",
                "Identity",
                "names",
                "The attributes that identify an item uniquely. If the table's key omits one of them, one item can "
                "overwrite another: a put replaces the whole item without an error.",
                "Working with items",
                offers="attributes",
                adds="attribute",
            ),
            EditorField(
                "unique",
                "Other unique attributes",
                "lists",
                "Other attributes, or combinations of them, that must be unique, such as an email address. DynamoDB "
                "keeps only the key unique. Each of these needs an additional item, written in the same "
                "transaction.",
                "Best practices for modeling relational data",
                members=(EditorField("", "Attributes", "names", offers="attributes"),),
                adds="constraint",
            ),
            EditorField(
                "constraint_of",
                "Keeps unique",
                "offered",
                "The entity for which these items keep an attribute unique, if that is their only purpose.",
                offers="entities",
            ),
            EditorField(
                "concurrent",
                "Concurrent writers",
                "switch",
                "An item can be written by two clients at the same time. Then a read followed by a write needs a "
                "condition or a version; without it, the last write wins.",
                "Optimistic locking with version number",
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "amount",
        "Count",
        (
            EditorField(
                "count",
                "Items",
                "number",
                "The number of items now. It determines storage, backups, item collections and the number of shards.",
                unit="items",
                absent="not specified",
            ),
            size_fact(
                "per_parent",
                "Per parent",
                "The number of items with the same partition key value, such as the orders of one customer. With a "
                "local secondary index, a collection is limited to 10 GB.",
                "items",
                "Local secondary indexes",
            ),
            EditorField(
                "growth",
                "Growth",
                "number",
                "New items per month, minus removed items.",
                unit="per month",
                absent="0",
            ),
            EditorField(
                "retention",
                "Retention",
                "number",
                "Days after which an item can be deleted. With a TTL attribute, DynamoDB usually deletes it within "
                "a few days, without a guarantee. Until then, expired items are still returned by reads.",
                "Using time to live (TTL) in DynamoDB",
                unit="days",
                absent="forever",
            ),
        ),
        is_open=True,
    ),
)
