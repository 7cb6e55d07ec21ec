"""Codes of changes of entities, their keys and attributes."""

from __future__ import annotations

from typing import Final

from modeler.core.migration.codes.code import ChangeCode, ChangeEffect

_REKEYING: Final = "facts/procedures#re-keying"
_SCHEMA: Final = "facts/modeling#schema-changes"

ENTITIES: Final[tuple[ChangeCode, ...]] = (
    ChangeCode(
        "change.base_key",
        ChangeEffect.BACKFILL,
        "Key of stored items changes",
        "DynamoDB changes no key in place: each item has to be written under its new key and deleted under the old one",
        "Write both keys, copy the items, compare, switch readers, then delete the old items",
        _REKEYING,
    ),
    ChangeCode(
        "change.base_key_of_future_items",
        ChangeEffect.READERS,
        "Only future items get another key",
        "Stored items keep the old key, so a reader that knows only the new one misses them",
        "Deploy readers that read both keys before the writers",
        _REKEYING,
    ),
    ChangeCode(
        "change.entity_added",
        ChangeEffect.NONE,
        "Entity is new",
        "No stored item belongs to it",
        "Deploy its readers and writers",
        _SCHEMA,
    ),
    ChangeCode(
        "change.entity_split",
        ChangeEffect.BACKFILL,
        "New entity takes stored items of another one",
        "They are stored as the other entity, so reads of the new one do not find them",
        "Write them as the new entity and delete them as the old one, before anything else changes",
        _REKEYING,
    ),
    ChangeCode(
        "change.entity_owed",
        ChangeEffect.BACKFILL,
        "New entity needs items for what is stored",
        "Reads of pairs return nothing for stored items, and a unique value of a stored item can be taken again",
        "Write the new items with every change, then those for what is stored, and compare before anything reads them",
        _REKEYING,
    ),
    ChangeCode(
        "change.entity_removed",
        ChangeEffect.DESTRUCTIVE,
        "Entity is removed",
        "The design no longer describes its stored items: cleaning up deletes them",
        "Stop its writers, wait for a retention cycle, export its items, then delete them",
        _REKEYING,
    ),
    ChangeCode(
        "change.entity_moved",
        ChangeEffect.BACKFILL,
        "Entity moves to another table",
        "Its stored items have to be copied, and readers of the old table miss what is written later",
        "Write both tables, copy the items, switch readers, then delete the old items",
        _REKEYING,
    ),
    ChangeCode(
        "change.attribute_added",
        ChangeEffect.NONE,
        "Attribute is new",
        "Stored items do not have it; keys that use it have a code of their own",
        "Deploy readers that accept items without it",
        _SCHEMA,
    ),
    ChangeCode(
        "change.attribute_removed",
        ChangeEffect.READERS,
        "Attribute is removed",
        "Items written from now on do not have it",
        "Deploy readers that do without it before the writers",
        _SCHEMA,
    ),
    ChangeCode(
        "change.attribute_renamed",
        ChangeEffect.BACKFILL,
        "Attribute is renamed",
        "Stored items have it under the old name",
        "Read both names, write the new one, fill it in for stored items, then read only the new one",
        _SCHEMA,
    ),
    ChangeCode(
        "change.attribute_type",
        ChangeEffect.READERS,
        "Attribute changes its type",
        "Readers get both types, and comparisons and index keys accept one type only",
        "Write the new type under another name, and switch readers",
        _SCHEMA,
    ),
    ChangeCode(
        "change.attribute_stored",
        ChangeEffect.READERS,
        "Attribute is stored differently",
        "It is an attribute of its own on one side, and only part of a key on the other",
        "Deploy readers that accept both before the writers",
        _SCHEMA,
    ),
    ChangeCode(
        "change.attribute_format",
        ChangeEffect.READERS,
        "Attribute changes its format",
        "Stored values keep the old format, so parsing, sorting and keys made from it differ",
        "Deploy readers that accept both formats, then rewrite stored values",
        _SCHEMA,
    ),
)
