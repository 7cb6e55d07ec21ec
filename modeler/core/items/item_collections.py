"""A table viewed through one of its indexes: index entries, grouped into item collections.

Everything here is about items that DynamoDB would hold: of two sample items with the same key only the later one
survives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.items.materialize import KeyValues, StoredItem, key_of
from modeler.core.values.attribute_values import AttributeValue, Item, item_size, order_key


@dataclass(frozen=True, slots=True)
class Entry:
    """What one index contains of one item.

    `id` and `entity` are the stored item's, `key` is the table's key, `partition` and `sort` the index's own. `item`
    are the projected attributes; for the table itself the whole item.
    """

    id: str
    entity: str | None
    key: KeyValues
    partition: KeyValues
    sort: KeyValues
    item: Item

    @property
    def size(self) -> int:
        """Bytes of the projected attributes, calculated on demand: a window needs few of many.

        facts/item-sizes#storage.
        """
        return item_size(self.item)


@dataclass(frozen=True, slots=True)
class ItemCollection:
    """All entries with one partition key value in one index, in DynamoDB's order.

    `entries` are the shown ones: all of them (`members`), or the part inside a window.
    """

    partition: KeyValues
    entries: Sequence[Entry]
    members: Sequence[Entry]

    @property
    def count(self) -> int:
        """How many entries the whole item collection has."""
        return len(self.members)

    @property
    def size(self) -> int:
        """Bytes of the whole item collection."""
        return sum(one.size for one in self.members)


@dataclass(frozen=True, slots=True)
class Collision:
    """Sample items with the same key, in the order in which they are written: only the last survives."""

    key: KeyValues
    ids: tuple[str, ...]


def entry(table: Table, index: Index, stored: StoredItem) -> Entry | None:
    """What the index contains of an item; None if nothing. For many items use `entry_reader`."""
    return entry_reader(table, index)(stored)


def entry_reader(table: Table, index: Index) -> Callable[[StoredItem], Entry | None]:
    """A function from stored items to the entries of one index.

    An item is absent if it cannot be stored, or if an attribute of the index's key is missing, empty or of another type
    (a sparse index). An entry contains the keys of the table and of the index, and the projected attributes.
    """
    partition_schema, sort_schema = index.partition_key, index.sort_key
    names = projected_names(table, index)

    def read(stored: StoredItem) -> Entry | None:
        if stored.key is None:
            return None
        partition = key_of(partition_schema, stored.item)
        sort = key_of(sort_schema, stored.item)
        if partition is None or sort is None:
            return None
        item = stored.item
        if names is not None:
            item = {name: item[name] for name in names if name in item}
        return Entry(stored.id, stored.entity, stored.key, partition, sort, item)

    return read


def projected_names(table: Table, index: Index) -> tuple[str, ...] | None:
    """The attributes that an entry of the index can contain, keys first; None if it contains everything.

    facts/item-sizes#storage.
    """
    if index.is_base or index.projection.type is ProjectionType.ALL:
        return None
    listed = index.projection.attributes if index.projection.type is ProjectionType.INCLUDE else ()
    return tuple(dict.fromkeys((*table.base.key_names, *index.key_names, *listed)))


def surviving(stored_items: Iterable[StoredItem]) -> tuple[StoredItem, ...]:
    """The items that the table holds after all were put in this order: those with a key, the last of each key."""
    by_key = {stored.key: stored for stored in stored_items if stored.key is not None}
    return tuple(by_key.values())


def collisions(stored_items: Iterable[StoredItem]) -> tuple[Collision, ...]:
    """Every table key that more than one item has."""
    ids: dict[KeyValues, list[str]] = {}
    for stored in stored_items:
        if stored.key is not None:
            ids.setdefault(stored.key, []).append(stored.id)
    return tuple(Collision(key, tuple(same)) for key, same in ids.items() if len(same) > 1)


def absent(table: Table, index: Index, stored_items: Iterable[StoredItem]) -> tuple[StoredItem, ...]:
    """The items that the table contains and the index does not."""
    read = entry_reader(table, index)
    return tuple(stored for stored in surviving(stored_items) if read(stored) is None)


def entries(table: Table, index: Index, stored_items: Iterable[StoredItem]) -> tuple[Entry, ...]:
    """The index's entries of all items in the table, in no guaranteed order."""
    return tuple(filter(None, map(entry_reader(table, index), surviving(stored_items))))


def item_collections(table: Table, index: Index, stored_items: Iterable[StoredItem]) -> tuple[ItemCollection, ...]:
    """The grid: every item collection of an index, its entries in DynamoDB's order (facts/ordering#key-order).

    Entries with equal index keys are ordered by the table's key; DynamoDB guarantees no order there. Collections are
    sorted by partition key so that the view is stable; DynamoDB itself distributes them by a hash.
    """
    gathered: dict[KeyValues, list[Entry]] = {}
    for one in entries(table, index, stored_items):
        gathered.setdefault(one.partition, []).append(one)
    grid = []
    for partition in sorted(gathered, key=values_order):
        members = tuple(sorted(gathered[partition], key=entry_order))
        grid.append(ItemCollection(partition, members, members))
    return tuple(grid)


def entry_order(one: Entry) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Sort the entries of one item collection: by sort key, left to right, then by the table's key.

    facts/ordering#key-order.
    """
    return values_order(one.sort), values_order(one.key)


def values_order(values: Sequence[AttributeValue]) -> tuple[Any, ...]:
    """Sort key values: left to right, each in its own type's order. facts/ordering#key-order."""
    return tuple(map(order_key, values))


def window(collections: Iterable[ItemCollection], start: int, count: int) -> tuple[ItemCollection, ...]:
    """The part of a grid that shows `count` entries from the `start`-th on (from 0), counted over all collections.

    A truncated collection keeps its whole size and count; one with nothing in the window is left out.
    """
    shown: list[ItemCollection] = []
    position = 0
    end = start + count
    for collection in collections:
        first, last = max(0, start - position), min(len(collection.entries), end - position)
        if first < last:
            shown.append(replace(collection, entries=collection.entries[first:last]))
        position += len(collection.entries)
        if position >= end:
            break
    return tuple(shown)
