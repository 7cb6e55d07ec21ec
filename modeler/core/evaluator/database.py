"""The content of a design's tables, as one immutable value that caches its index views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.items.item_collections import Entry, entry_order, entry_reader, values_order
from modeler.core.items.materialize import KeyValues, StoredItem, materialise

type Collections = Mapping[KeyValues, tuple[Entry, ...]]


class Database:
    """The items of every table by their key: of two with the same key the later one. Index views are computed once, on
    demand.

    Nothing changes a Database: a write returns a new one that shares everything unchanged.
    """

    __slots__ = ("_collections", "_items")

    def __init__(self, items: Mapping[str, Mapping[KeyValues, StoredItem]]) -> None:
        self._items = items
        self._collections: dict[tuple[str, str | None], Collections] = {}

    @classmethod
    def of(cls, design: Design, stored: Mapping[str, Iterable[StoredItem]] | None = None) -> Self:
        """The stored items by table name; tables that are not given contain the design's own sample items."""
        given = stored or {}
        return cls(
            {
                table.name: _by_key(given[table.name] if table.name in given else materialise(table))
                for table in design.tables
            }
        )

    def items(self, table: str) -> tuple[StoredItem, ...]:
        """Everything that a table holds."""
        return tuple(self._items.get(table, {}).values())

    def item(self, table: str, key: KeyValues) -> StoredItem | None:
        """The item with that key."""
        return self._items.get(table, {}).get(key)

    def collections(self, table: Table, index: Index) -> Collections:
        """An index's entries by partition key value, each item collection in DynamoDB's order.

        facts/ordering#key-order.
        """
        place = (table.name, None if index.is_base else index.name)
        if place not in self._collections:
            self._collections[place] = self._gathered(table, index)
        return self._collections[place]

    def _gathered(self, table: Table, index: Index) -> Collections:
        read = entry_reader(table, index)
        found: dict[KeyValues, list[Entry]] = {}
        for stored in self._items.get(table.name, {}).values():
            entry = read(stored)
            if entry is not None:
                found.setdefault(entry.partition, []).append(entry)
        return {
            partition: tuple(sorted(found[partition], key=entry_order)) for partition in sorted(found, key=values_order)
        }

    def put(self, table: str, key: KeyValues, stored: StoredItem | None) -> Database:
        """The Database after an item was written, or deleted (None)."""
        items = dict(self._items.get(table, {}))
        if stored is None:
            items.pop(key, None)
        else:
            items[key] = stored
        changed = Database({**self._items, table: items})
        changed._collections = {place: view for place, view in self._collections.items() if place[0] != table}
        return changed


def _by_key(stored_items: Iterable[StoredItem]) -> dict[KeyValues, StoredItem]:
    return {stored.key: stored for stored in stored_items if stored.key is not None}
