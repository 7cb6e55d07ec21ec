"""The page of a design with an entity whose key templates are still being typed.

Equal to the page of the same design after the edit, but only what the window shows is made: 10,000 items are too many
for each keystroke (docs/performance.md).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from designer.page.index_view import AttributeColumn, CollectionShape, Look
from designer.page.lazy_rows import Lazy, LazyRows, Row
from modeler.core.design.tables import Index
from modeler.core.items.draft_grid import DraftGrid
from modeler.core.items.draft_items import RawKey
from modeler.core.items.draft_table import DraftTable
from modeler.core.items.item_collections import ItemCollection, projected_names
from modeler.core.items.materialize import StoredItem
from modeler.core.values.attribute_values import Item


class DraftLook(Look):
    """A drafted table through one of its indexes. Rows are numbers of items, ~number for an overwritten one."""

    def __init__(self, drafted: DraftTable, index: Index, logical: Mapping[str, Item]) -> None:
        super().__init__(drafted.table, index)
        self.drafted, self.grid, self._logical = drafted, DraftGrid(drafted, index), logical

    @property
    def logical(self) -> Mapping[str, Item]:
        """The given values of each item, by id: a draft does not change them."""
        return self._logical

    @cached_property
    def collections(self) -> Sequence[ItemCollection]:
        """The item collections, in order."""
        return Lazy(range(len(self.grid.in_order)), self._collection)

    def _collection(self, number: int) -> ItemCollection:
        raw = self.grid.in_order[number]
        drafted = self.drafted
        members = LazyRows(self.grid.members(raw), self.grid.entry, drafted.entities.__getitem__, drafted.id_of)
        return ItemCollection(self.grid.partition(raw), members, members)

    def rows(self, collection: ItemCollection) -> Sequence[Row]:
        """The entries of an item collection, each after the items that it overwrites."""
        if not self._lost:
            return collection.members
        numbers = self._with_lost(self.grid.members(_raw(collection)))
        return LazyRows(numbers, self._row, self._entity_of, self._id_of)

    def _with_lost(self, members: Iterable[int]) -> list[int]:
        return [one for n in members for one in (*(~loser for loser in self._lost.get(n, ())), n)]

    def _row(self, n: int) -> Row:
        return self.grid.entry(n) if n >= 0 else self.drafted.stored(~n)

    def _entity_of(self, n: int) -> str | None:
        return self.drafted.entities[n if n >= 0 else ~n]

    def _id_of(self, n: int) -> str:
        return self.drafted.id_of(n if n >= 0 else ~n)

    def bytes_of(self, collection: ItemCollection) -> int:
        """Bytes of a whole item collection."""
        return self.grid.bytes_of(_raw(collection))

    @cached_property
    def shapes(self) -> Sequence[CollectionShape]:
        """The shape of each item collection."""
        return list(map(self._shape, self.grid.in_order))

    def _shape(self, raw: RawKey) -> CollectionShape:
        if not self._lost and self.grid.has_only_drafted(raw):
            return CollectionShape(self.grid.count(raw), 1, 0)
        if not self._lost:
            runs = groupby(map(self.drafted.entities.__getitem__, self.grid.members(raw)))
            return CollectionShape(self.grid.count(raw), sum(1 for _ in runs), 0)
        numbers = self._with_lost(self.grid.members(raw))
        return self.shape_of(LazyRows(numbers, self._row, self._entity_of, self._id_of))

    @property
    def total(self) -> int:
        """The number of entries in the index."""
        return self.grid.total

    @cached_property
    def unstored(self) -> Mapping[str, Sequence[StoredItem]]:
        """The items that cannot be stored as they are, by their first problem."""
        return {why: self._items(numbers) for why, numbers in self.drafted.problems.items()}

    @property
    def flawed(self) -> Sequence[StoredItem]:
        """The items that are stored in spite of problems."""
        return self._items(self.drafted.flawed)

    @cached_property
    def _lost(self) -> Mapping[int, Sequence[int]]:
        return self.drafted.lost if self.index.is_base else {}

    @cached_property
    def lost(self) -> Mapping[str, Sequence[StoredItem]]:
        """Items that another item with the same key overwrites, by the id of the item that remains; of the table's own
        key only.
        """
        return {self.drafted.id_of(n): self._items(losers) for n, losers in self._lost.items()}

    @cached_property
    def missing(self) -> Mapping[str, Sequence[StoredItem]]:
        """Items that are in the table but not in the index, by reason."""
        places = {name: self.in_outline(name) for name in {self.drafted.draft.name, *self._other_names}}
        return {
            why: self._items(sorted(numbers, key=lambda n: places[self.drafted.entities[n]]))
            for why, numbers in self.grid.reasons.items()
        }

    @cached_property
    def _other_names(self) -> frozenset[str | None]:
        around = self.drafted.surroundings
        return frozenset(one.entity for one in (*around.before, *around.after))

    def _items(self, numbers: Sequence[int]) -> Sequence[StoredItem]:
        return LazyRows(numbers, self.drafted.stored, self.drafted.entities.__getitem__, self.drafted.id_of)

    @cached_property
    def columns(self) -> Mapping[str, tuple[AttributeColumn, ...]]:
        """The columns of each entity by name, each computed on first use."""
        return _Columns(self)


def _raw(collection: ItemCollection) -> RawKey:
    return tuple(value.data for value in collection.partition)


class _Columns(Mapping[str, tuple[AttributeColumn, ...]]):
    def __init__(self, look: DraftLook) -> None:
        self._look = look
        self._made: dict[str, tuple[AttributeColumn, ...]] = {}

    @cached_property
    def _numbers(self) -> Mapping[str, list[int]]:
        """The items of each entity: those in the index, then those that cannot be stored."""
        drafted = self._look.drafted
        found: defaultdict[str, list[int]] = defaultdict(list)
        mine = []
        entities, first, end = drafted.entities, drafted.surroundings.first, drafted.end
        for n in (*self._look.grid.present, *drafted.unstored):
            if first <= n < end:
                mine.append(n)
            else:
                found[entities[n] or ""].append(n)
        return {**found, drafted.draft.name: mine} if mine else found

    def __getitem__(self, name: str) -> tuple[AttributeColumn, ...]:
        if name not in self._made:
            numbers = self._numbers[name]
            items = Lazy(numbers, self._item)
            is_drafted = name == self._look.drafted.draft.name
            firsts = self._first_with_names(numbers) if is_drafted else numbers
            names = dict.fromkeys(key for n in firsts for key in self._item(n))
            self._made[name] = self._look.columns_of(self._look.entities.get(name), names, items)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def _item(self, n: int) -> Item:
        drafted = self._look.drafted
        return drafted.stored(n).item if drafted.keys[n] is None else self._look.grid.entry(n).item

    def _first_with_names(self, numbers: Sequence[int]) -> list[int]:
        """The items in which an attribute occurs first: no other item shows another attribute, or in another order."""
        drafted, first = self._look.drafted, self._look.drafted.surroundings.first
        projected = projected_names(self._look.table, self._look.index)
        wanted = {*drafted.items.columns.names, *drafted.items.key_names} - drafted.items.unstored
        items = drafted.items
        found = set()
        for name in wanted:
            column = items.key(name) if name in items.key_names else items.columns.values(name)
            for place, n in enumerate(numbers):
                is_shown = projected is None or name in projected or drafted.keys[n] is None
                if is_shown and column[n - first] is not None:
                    found.add(place)
                    break
        return [numbers[place] for place in sorted(found)]
