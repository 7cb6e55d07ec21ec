"""Editors of an entity."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import Field, Group, size_fact

ENTITY: Final = (
    Group(
        "entity",
        "Entity",
        (
            Field(
                "name",
                "Name",
                "text",
                "What one item of this type is called: Order, Line item. Patterns speak of it by name.",
            ),
            Field("description", "Description", "long", "What it stands for, and what makes one come and go."),
        ),
        is_open=True,
    ),
    Group(
        "identity",
        "What tells two apart",
        (
            Field(
                "identity",
                "Identity",
                "names",
                "The attributes that tell two items apart. A key in the table that leaves one of them out lets one "
                "item overwrite another: a put replaces the whole item without a word.",
                "Working with items",
                offers="attributes",
                adds="attribute",
            ),
            Field(
                "unique",
                "Unique besides",
                "lists",
                "Further attributes, or several together, that no two items may share, as an e-mail address. DynamoDB "
                "keeps only the key unique: each of these takes an item of its own, written in the same transaction.",
                "Best practices for modeling relational data",
                members=(Field("", "Attributes", "names", offers="attributes"),),
                adds="constraint",
            ),
            Field(
                "constraint_of",
                "Guards",
                "offered",
                "Where these items only keep an attribute of another entity unique: that entity.",
                offers="entities",
            ),
            Field(
                "concurrent",
                "Several writers",
                "switch",
                "Two may write one item at the same time. Then a read followed by a write needs a condition or a "
                "version, or the last of the two wins.",
                "Optimistic locking with version number",
            ),
        ),
        is_open=True,
    ),
    Group(
        "amount",
        "How many",
        (
            Field(
                "count",
                "Items",
                "number",
                "How many there are now. Storage, backups, item collections and the width of a shard follow from it.",
                unit="items",
                absent="not said",
            ),
            size_fact(
                "per_parent",
                "For each parent",
                "How many share one partition key value: the orders of one customer. With a local secondary index a "
                "collection ends at 10 GB.",
                "items",
                "Local secondary indexes",
            ),
            Field(
                "growth",
                "Growth",
                "number",
                "Items that come each month, less what is removed.",
                unit="a month",
                absent="0",
            ),
            Field(
                "retention",
                "Kept for",
                "number",
                "Days after which an item may go. With a TTL attribute DynamoDB removes it, usually within days and "
                "without a promise: what has expired is still read until then.",
                "Using time to live (TTL) in DynamoDB",
                unit="days",
                absent="for ever",
            ),
        ),
        is_open=True,
    ),
)
