"""A table viewed through one of its indexes, with absent items and the reason, and overwritten items.

Computed once per scene; results that an edit did not affect are taken from the previous scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Final

from designer.page.item_text import value_text
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, Table
from modeler.core.items.incremental_grid import Gathered, gather
from modeler.core.items.index_absence import absence_reader
from modeler.core.items.item_collections import ItemCollection, collisions, projected_names
from modeler.core.items.materialize import StoredItem
from modeler.core.values.attribute_values import Item

_WIDTHS: Final = (6, 8, 10, 12, 14, 17, 20, 24, 28, 34)
_MEASURED: Final = 60


@dataclass(frozen=True, slots=True)
class Column:
    """One attribute of an entity in the grid. `width` is in characters. `source`: "key" is written by an index's keys,
    "inside" is stored only in keys, '' is any other attribute. `id` is the attribute's id, '' if it is not declared.
    """

    name: str
    type: str
    width: int
    source: str = ""
    id: str = ""


@dataclass(frozen=True)
class Look:
    """`gathered` are the item collections; `problems` cannot be stored as they are."""

    table: Table
    index: Index
    stored: tuple[StoredItem, ...]
    gathered: Gathered
    plans: dict[Any, Any] = field(default_factory=dict)

    @property
    def collections(self) -> tuple[ItemCollection, ...]:
        """The item collections, in order."""
        return self.gathered.collections

    @cached_property
    def total(self) -> int:
        """The number of entries in the index."""
        return sum(one.count for one in self.collections)

    @cached_property
    def problems(self) -> tuple[StoredItem, ...]:
        """Items that cannot be stored as they are."""
        return tuple(one for one in self.stored if one.key is None)

    @cached_property
    def lost(self) -> Mapping[str, tuple[StoredItem, ...]]:
        """Items that another item with the same key overwrites, by the id of the item that remains."""
        by_id = {one.id: one for one in self.stored}
        return {one.ids[-1]: tuple(by_id[loser] for loser in one.ids[:-1]) for one in collisions(self.stored)}

    @cached_property
    def entities(self) -> Mapping[str, Entity]:
        """The entities of the table by name."""
        return {entity.name: entity for entity in reversed(self.table.entities)}

    @cached_property
    def logical(self) -> Mapping[str, Item]:
        """The given values of each item, by id."""
        tables = (*(entity.items for entity in self.table.entities), self.table.unassigned)
        return {item.id: item.values for items in tables for item in items}

    @cached_property
    def missing(self) -> Mapping[str, tuple[StoredItem, ...]]:
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
        return {why: tuple(sorted(items, key=self._outline)) for why, items in found.items()}

    def _outline(self, one: StoredItem) -> int:
        """Sorts items by their entity, in the order of the outline."""
        return self._places.get(one.entity or "", len(self._places))

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {name: place for place, name in enumerate(entity.name for entity in self.table.entities)}

    @cached_property
    def absent_count(self) -> int:
        """The number of items that are in the table but not in the index."""
        return sum(map(len, self.missing.values()))

    @cached_property
    def columns(self) -> Mapping[str, tuple[Column, ...]]:
        """The columns of each entity by name; those of items without an entity under ''."""
        items: dict[str, list[Item]] = {}
        for stored, entry in self.gathered.entries.values():
            if entry is not None:
                items.setdefault(stored.entity or "", []).append(entry.item)
        for one in self.problems:
            items.setdefault(one.entity or "", []).append(one.item)
        return {name: self._columns(self.entities.get(name), found) for name, found in items.items()}

    def _columns(self, entity: Entity | None, items: Sequence[Item]) -> tuple[Column, ...]:
        projected = projected_names(self.table, self.index)
        declared = {
            one.name: one for one in (entity.attributes if entity else ()) if projected is None or one.name in projected
        }
        keys = {name for index in self.table.all_indexes for name in index.key_names}
        names = dict.fromkeys(declared)
        for item in items:
            names.update(dict.fromkeys(item))
        own = frozenset(self.index.key_names)
        sampled = list(islice(items, 0, None, max(1, len(items) // _MEASURED)))
        columns = []
        for name in names:
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
            columns.append(Column(name, kind, width, source, attribute.id if attribute else ""))
        return tuple(sorted(columns, key=lambda one: one.source == "key"))


def _width(name: str, texts: Iterable[str]) -> int:
    longest = max(map(len, texts), default=0)
    wanted = max(longest, int(len(name) * 0.95) + 1)
    return next((width for width in _WIDTHS if width >= wanted), _WIDTHS[-1])


def look(table: Table, index: Index, stored: tuple[StoredItem, ...], before: Gathered | None) -> Look:
    """A table through one of its indexes; `before` is the result for the same index in another scene."""
    return Look(table, index, stored, gather(table, index, stored, before))
