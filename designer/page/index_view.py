"""A table viewed through one of its indexes, with absent items and the reason, and overwritten items.

Computed once per scene; results that an edit did not affect are taken from the previous scene.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, Final

from designer.page.item_text import value_text
from designer.page.lazy_rows import Row, entity_names, row_ids
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, Table
from modeler.core.items.incremental_grid import Gathered, gather
from modeler.core.items.index_absence import absence_reader
from modeler.core.items.item_collections import Entry, ItemCollection, collisions, projected_names
from modeler.core.items.materialize import StoredItem
from modeler.core.values.attribute_values import Item

_WIDTHS: Final = (6, 8, 10, 12, 14, 17, 20, 24, 28, 34)
_MEASURED: Final = 60


@dataclass(frozen=True, slots=True)
class AttributeColumn:
    """One attribute of an entity in the grid. `width` is in characters. `source`: "key" is written by an index's keys,
    "inside" is stored only in keys, '' is any other attribute. `id` is the attribute's id, '' if it is not declared.
    """

    name: str
    type: str
    width: int
    source: str = ""
    id: str = ""


@dataclass(frozen=True)
class CollectionShape:
    """What the height of an item collection depends on: its rows, the runs of rows of one entity, and the notes."""

    rows: int
    runs: int
    notes: int


class Look(ABC):
    """A table through one of its indexes. `plans` are layouts of the grid, kept as long as this."""

    def __init__(self, table: Table, index: Index) -> None:
        self.table, self.index = table, index
        self.plans: dict[Any, Any] = {}

    @property
    @abstractmethod
    def collections(self) -> Sequence[ItemCollection]:
        """The item collections, in order."""

    @abstractmethod
    def rows(self, collection: ItemCollection) -> Sequence[Row]:
        """The entries of an item collection, each after the items that it overwrites."""

    @abstractmethod
    def bytes_of(self, collection: ItemCollection) -> int:
        """Bytes of a whole item collection."""

    @property
    @abstractmethod
    def shapes(self) -> Sequence[CollectionShape]:
        """The shape of each item collection."""

    @property
    @abstractmethod
    def total(self) -> int:
        """The number of entries in the index."""

    @property
    @abstractmethod
    def unstored(self) -> Mapping[str, Sequence[StoredItem]]:
        """The items that cannot be stored as they are, by their first problem."""

    @property
    @abstractmethod
    def flawed(self) -> Sequence[StoredItem]:
        """The items that are stored in spite of problems."""

    @property
    @abstractmethod
    def lost(self) -> Mapping[str, Sequence[StoredItem]]:
        """Items that another item with the same key overwrites, by the id of the item that remains; of the table's own
        key only.
        """

    @property
    @abstractmethod
    def missing(self) -> Mapping[str, Sequence[StoredItem]]:
        """Items that are in the table but not in the index, by reason."""

    @property
    @abstractmethod
    def columns(self) -> Mapping[str, tuple[AttributeColumn, ...]]:
        """The columns of each entity by name; those of items without an entity under ''."""

    @property
    @abstractmethod
    def logical(self) -> Mapping[str, Item]:
        """The given values of each item, by id."""

    @cached_property
    def overwritten(self) -> frozenset[str]:
        """The ids of the items that another one overwrites."""
        return frozenset(chain.from_iterable(map(row_ids, self.lost.values())))

    def shape_of(self, rows: Sequence[Row]) -> CollectionShape:
        """The shape of some rows of an item collection: an item that overwrites others has a note, and so has each of
        those.
        """
        runs = 0
        before: Any = ...
        for name in entity_names(rows):
            runs += name != before
            before = name
        notes = sum(one in self.lost or one in self.overwritten for one in row_ids(rows)) if self.lost else 0
        return CollectionShape(len(rows), runs, notes)

    @property
    def problem_count(self) -> int:
        """The number of items that cannot be stored as they are."""
        return sum(map(len, self.unstored.values()))

    @property
    def absent_count(self) -> int:
        """The number of items that are in the table but not in the index."""
        return sum(map(len, self.missing.values()))

    @cached_property
    def entities(self) -> Mapping[str, Entity]:
        """The entities of the table by name."""
        return {entity.name: entity for entity in reversed(self.table.entities)}

    def columns_of(
        self, entity: Entity | None, names: Iterable[str], items: Sequence[Item]
    ) -> tuple[AttributeColumn, ...]:
        """The columns of items of one entity, from the attributes that they have in the order of their occurrence."""
        projected = projected_names(self.table, self.index)
        declared = {
            one.name: one for one in (entity.attributes if entity else ()) if projected is None or one.name in projected
        }
        keys = {name for index in self.table.all_indexes for name in index.key_names}
        own = frozenset(self.index.key_names)
        sampled = items[:: max(1, len(items) // _MEASURED)]
        columns = []
        for name in dict.fromkeys((*declared, *names)):
            attribute = declared.get(name)
            if attribute is None and name in own:
                continue
            source = (
                "key" if attribute is None and name in keys else "inside" if attribute and attribute.key_only else ""
            )
            kind = str(attribute.type) if attribute else next((str(i[name].type) for i in sampled if name in i), "")
            given = (
                sampled if source != "inside" else [one.values for one in entity.items[:_MEASURED]] if entity else []
            )
            width = _width(name, (value_text(item[name]) for item in given if name in item))
            columns.append(AttributeColumn(name, kind, width, source, attribute.id if attribute else ""))
        return tuple(sorted(columns, key=lambda one: one.source == "key"))

    def in_outline(self, name: str | None) -> int:
        """The place of an entity in the outline."""
        return self._places.get(name or "", len(self._places))

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(entity.name for entity in self.table.entities)}


class WholeLook(Look):
    """The same of stored items that were all made. `gathered` are the item collections."""

    def __init__(self, table: Table, index: Index, stored: Sequence[StoredItem], gathered: Gathered) -> None:
        super().__init__(table, index)
        self.stored, self.gathered = stored, gathered

    @cached_property
    def logical(self) -> Mapping[str, Item]:
        """The given values of each item, by id."""
        tables = (*(entity.items for entity in self.table.entities), self.table.unassigned)
        return {item.id: item.values for items in tables for item in items}

    @property
    def collections(self) -> Sequence[ItemCollection]:
        """The item collections, in order."""
        return self.gathered.collections

    def rows(self, collection: ItemCollection) -> Sequence[Row]:
        """The entries of an item collection, each after the items that it overwrites."""
        return tuple(_with_lost(collection.members, self.lost)) if self.lost else collection.members

    def bytes_of(self, collection: ItemCollection) -> int:
        """Bytes of a whole item collection."""
        return self.gathered.bytes_of(collection)

    @cached_property
    def shapes(self) -> Sequence[CollectionShape]:
        """The shape of each item collection."""
        return [self.shape_of(self.rows(one)) for one in self.collections]

    @cached_property
    def total(self) -> int:
        """The number of entries in the index."""
        return sum(one.count for one in self.collections)

    @cached_property
    def unstored(self) -> Mapping[str, Sequence[StoredItem]]:
        """The items that cannot be stored as they are, by their first problem."""
        found: dict[str, list[StoredItem]] = {}
        for one in self.stored:
            if one.key is None:
                found.setdefault(one.problems[0], []).append(one)
        return found

    @cached_property
    def flawed(self) -> Sequence[StoredItem]:
        """The items that are stored in spite of problems."""
        return [one for one in self.stored if one.problems and one.key]

    @cached_property
    def lost(self) -> Mapping[str, Sequence[StoredItem]]:
        """Items that another item with the same key overwrites, by the id of the item that remains; of the table's own
        key only.
        """
        if not self.index.is_base:
            return {}
        by_id = {one.id: one for one in self.stored}
        return {one.ids[-1]: tuple(by_id[loser] for loser in one.ids[:-1]) for one in collisions(self.stored)}

    @cached_property
    def missing(self) -> Mapping[str, Sequence[StoredItem]]:
        """Items that are in the table but not in the index, by reason."""
        found: dict[str, list[StoredItem]] = {}
        readers: dict[str, Any] = {}
        for stored, entry in self.gathered.entries.values():
            if entry is not None:
                continue
            name = stored.entity or ""
            if name not in readers:
                readers[name] = absence_reader(self.table, self.index, self.entities.get(name))
            why = readers[name]({**stored.item, **self.logical.get(stored.id, {})})
            found.setdefault(why, []).append(stored)
        return {why: sorted(items, key=lambda one: self.in_outline(one.entity)) for why, items in found.items()}

    @cached_property
    def columns(self) -> Mapping[str, tuple[AttributeColumn, ...]]:
        """The columns of each entity by name; those of items without an entity under ''."""
        items: dict[str, list[Item]] = {}
        for stored, entry in self.gathered.entries.values():
            if entry is not None:
                items.setdefault(stored.entity or "", []).append(entry.item)
        for one in self.stored:
            if one.key is None:
                items.setdefault(one.entity or "", []).append(one.item)
        return {
            name: self.columns_of(self.entities.get(name), dict.fromkeys(chain.from_iterable(found)), found)
            for name, found in items.items()
        }


def _with_lost(members: Iterable[Entry], lost: Mapping[str, Sequence[StoredItem]]) -> Iterator[Row]:
    for one in members:
        yield from lost.get(one.id, ())
        yield one


def _width(name: str, texts: Iterable[str]) -> int:
    longest = max(map(len, texts), default=0)
    wanted = max(longest, int(len(name) * 0.95) + 1)
    return next((width for width in _WIDTHS if width >= wanted), _WIDTHS[-1])


def look(table: Table, index: Index, stored: Sequence[StoredItem], before: Gathered | None) -> WholeLook:
    """A table through one of its indexes; `before` is the result for the same index in another scene."""
    return WholeLook(table, index, stored, gather(table, index, stored, before))
