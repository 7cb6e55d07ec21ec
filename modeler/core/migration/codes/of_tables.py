"""Codes of changes of tables and indexes."""

from __future__ import annotations

from typing import Final

from modeler.core.migration.codes.code import ChangeCode, ChangeEffect

_REKEYING: Final = "facts/procedures#re-keying"
_INDEX: Final = "facts/procedures#index-change"
_FILL: Final = "facts/procedures#backfill"
_LIMITS: Final = "facts/limits#index-changes"
_SCHEMA: Final = "facts/modeling#schema-changes"

TABLES: Final[tuple[ChangeCode, ...]] = (
    ChangeCode(
        "change.table_added",
        ChangeEffect.NONE,
        "Table is new",
        "Nothing is stored in it, and nothing deployed reads it",
        "Create it before the first writer is deployed",
        "facts/table-api#createtable",
    ),
    ChangeCode(
        "change.table_removed",
        ChangeEffect.DESTRUCTIVE,
        "Table is removed",
        "Deleting a table deletes its items, its indexes and its stream",
        "Export it to S3, read the export back, then delete the table",
        "facts/procedures#re-keying, facts/limits#backups",
    ),
    ChangeCode(
        "change.table_renamed",
        ChangeEffect.BACKFILL,
        "Table is renamed",
        "DynamoDB renames no table: it is another table, which is empty",
        "Create it, write both tables, copy the items, switch readers, then delete the old table",
        _REKEYING,
    ),
    ChangeCode(
        "change.key_schema",
        ChangeEffect.BACKFILL,
        "Key schema of a table changes",
        "The key schema of a table cannot change after creation, so all items move to another table",
        "Create another table, write both, copy the items, switch readers, then delete the old table",
        f"{_LIMITS}, {_REKEYING}",
    ),
    ChangeCode(
        "change.lsi",
        ChangeEffect.BACKFILL,
        "LSI is new, removed or different",
        "LSIs are created with their table, so all items move to another table",
        "Use a GSI, or move the items to another table",
        f"{_LIMITS}, {_REKEYING}",
    ),
)

INDEXES: Final[tuple[ChangeCode, ...]] = (
    ChangeCode(
        "change.index_added",
        ChangeEffect.ORDER,
        "GSI is new",
        "UpdateTable and a stack update create or delete one GSI at a time; until it is ACTIVE, reads fail",
        "Create it in a deployment of its own, wait until it is ACTIVE, then deploy its readers",
        f"{_INDEX}, {_LIMITS}",
    ),
    ChangeCode(
        "change.index_removed",
        ChangeEffect.READERS,
        "GSI is removed",
        "Readers that still query the index get a ValidationException",
        "Stop reading it, wait until it has no consumed read units, then delete it in a deployment of its own",
        f"{_INDEX}, {_LIMITS}",
    ),
    ChangeCode(
        "change.index_key",
        ChangeEffect.READERS,
        "Key schema of a GSI changes",
        "It cannot change: under the same name, the index is deleted first, and its readers fail meanwhile",
        "Create another index, switch its readers, then delete the old one",
        f"{_INDEX}, {_LIMITS}",
    ),
    ChangeCode(
        "change.index_projection",
        ChangeEffect.READERS,
        "Projection of a GSI changes",
        "It cannot change: under the same name, the index is deleted first, and its readers fail meanwhile",
        "Create another index, switch its readers, then delete the old one",
        f"{_INDEX}, {_LIMITS}",
    ),
    ChangeCode(
        "change.index_entry_missing",
        ChangeEffect.BACKFILL,
        "Stored items enter an index",
        "An index lists items by their key attributes, and stored items do not have them",
        "Set the keys in every write, then fill them in for stored items",
        f"{_FILL}, {_SCHEMA}",
    ),
    ChangeCode(
        "change.index_entry_moves",
        ChangeEffect.BACKFILL,
        "Stored items get another key in an index",
        "Stored items stay under the old key of the index until each is written again",
        "Write the new keys, fill them in for stored items, compare counts, then read by them",
        _FILL,
    ),
    ChangeCode(
        "change.index_entry_built",
        ChangeEffect.NONE,
        "Stored items enter a new index by themselves",
        "They have its key attributes, so DynamoDB lists them while it builds the index, and bills a write for each",
        "Create the index outside of peaks, and compare its count before you read it",
        f"{_INDEX}, facts/throughput#index-writes",
    ),
    ChangeCode(
        "change.index_entry_of_future_items",
        ChangeEffect.NONE,
        "Only future items get another key in an index",
        "No stored item enters, leaves or moves",
        "Deploy the writers",
        _SCHEMA,
    ),
    ChangeCode(
        "change.index_left",
        ChangeEffect.READERS,
        "Entity is no longer in an index",
        "Readers of the index find fewer items, and stored items stay in it until their keys are removed",
        "Move the readers first, then remove the keys from stored items",
        "facts/procedures#sparse-drain",
    ),
)
