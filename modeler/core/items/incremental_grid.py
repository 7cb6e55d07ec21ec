"""The grid of an index after a change, sharing everything unchanged with the previous grid.

`gather(table, index, stored).collections == item_collections(table, index, stored)`, with or without a previous grid
(law: tests/modeler/core/items/test_incremental_grid.py). Items that are the same object in both are treated as
unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from modeler.core.design.tables import Index, Table
from modeler.core.items.item_collections import (
    Entry,
    ItemCollection,
    entry_order,
    entry_reader,
    surviving,
    values_order,
)
from modeler.core.items.materialize import KeyValues, StoredItem


@dataclass(frozen=True)
class Gathered:
    """The item collections of one index, in order, and for each item what the index contains of it (None: nothing)."""

    collections: tuple[ItemCollection, ...]
    entries: Mapping[str, tuple[StoredItem, Entry | None]]
    _unsorted: Mapping[KeyValues, tuple[Entry, ...]]
    _sizes: dict[KeyValues, int] = field(default_factory=dict)

    def bytes_of(self, collection: ItemCollection) -> int:
        """Bytes of a whole item collection, added up once."""
        if collection.partition not in self._sizes:
            self._sizes[collection.partition] = collection.size
        return self._sizes[collection.partition]


def gather(table: Table, index: Index, stored: Iterable[StoredItem], before: Gathered | None = None) -> Gathered:
    """The grid of stored items. `before` is a grid of the same index, with the same keys and projection."""
    read = entry_reader(table, index)
    known = before.entries if before is not None else {}
    entries: dict[str, tuple[StoredItem, Entry | None]] = {}
    gathered: dict[KeyValues, list[Entry]] = {}
    for one in surviving(stored):
        found = known.get(one.id)
        found = found if found is not None and found[0] is one else (one, read(one))
        entries[one.id] = found
        if found[1] is not None:
            gathered.setdefault(found[1].partition, []).append(found[1])
    unsorted = {partition: tuple(members) for partition, members in gathered.items()}
    return _sorted(unsorted, entries, before)


def _sorted(
    unsorted: Mapping[KeyValues, tuple[Entry, ...]],
    entries: Mapping[str, tuple[StoredItem, Entry | None]],
    before: Gathered | None,
) -> Gathered:
    old = {one.partition: one for one in before.collections} if before is not None else {}
    sizes: dict[KeyValues, int] = {}
    made: dict[KeyValues, ItemCollection] = {}
    for partition, members in unsorted.items():
        if before is not None and partition in old and _same(before._unsorted[partition], members):
            made[partition] = old[partition]
            if partition in before._sizes:
                sizes[partition] = before._sizes[partition]
        else:
            ordered = tuple(sorted(members, key=entry_order))
            made[partition] = ItemCollection(partition, ordered, ordered)
    in_order = [partition for partition in old if partition in made]
    # Sorting nearly sorted items still costs the comparison keys, so a grid with the same partitions is not sorted
    # again.
    if len(in_order) != len(made):
        in_order = sorted(made, key=values_order)
    return Gathered(tuple(made[partition] for partition in in_order), entries, unsorted, sizes)


def _same(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> bool:
    return len(one) == len(other) and all(mine is theirs for mine, theirs in zip(one, other, strict=True))
