"""A table with an entity whose key templates are still being typed: which items it holds.

Items are numbers here, their positions in `materialise(table)`: keys are compared by column, and an item becomes a
value only if someone looks at it. Equal to `surviving` and `collisions` (law: tests/modeler/core/items/test_drafts.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from modeler.core.design.items import Entity
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.items.draft_items import DraftItems, RawKey, raw_keys
from modeler.core.items.materialize import StoredItem
from modeler.core.items.sample_columns import SampleColumns
from modeler.core.values.attribute_values import Item


class Surroundings:
    """What a draft of one entity does not change: its samples, and the stored items of the table's other entities,
    those `before` and `after` it. Kept for all keystrokes.
    """

    def __init__(self, table: Table, entity: Entity, stored: Sequence[StoredItem]) -> None:
        first = 0
        for other in table.entities:
            if other.id == entity.id:
                break
            first += len(other.items)
        self.first, self.count = first, len(entity.items)
        self.before, self.after = tuple(stored[:first]), tuple(stored[first + self.count :])
        self.samples = tuple(chain(*(other.items for other in table.entities), table.unassigned))
        self.entities_before = [one.entity for one in self.before]
        self.entities_after = [one.entity for one in self.after]
        self.reasons: dict[tuple[str, int], str] = {}
        self.columns = SampleColumns(entity.items, entity.formats)
        self._keys: dict[tuple[KeyAttribute, ...], tuple[list[RawKey | None], list[RawKey | None]]] = {}

    def around(self, schema: tuple[KeyAttribute, ...], drafted: Sequence[RawKey | None]) -> list[RawKey | None]:
        """A key of all items of the table, from that of the drafted ones."""
        if schema not in self._keys:
            self._keys[schema] = _raw(schema, self.before), _raw(schema, self.after)
        before, after = self._keys[schema]
        return [*before, *drafted, *after]


def _raw(schema: Sequence[KeyAttribute], stored: Sequence[StoredItem]) -> list[RawKey | None]:
    return raw_keys(schema, lambda name: [one.item.get(name) for one in stored], len(stored))


class DraftTable:
    """The items of a table, one of whose entities is a draft. `surroundings` are those of the entity as it was."""

    def __init__(self, table: Table, draft: Entity, surroundings: Surroundings) -> None:
        self.table, self.draft, self.surroundings = table, draft, surroundings
        self.items = DraftItems(table, draft, surroundings.columns)
        self.end = surroundings.first + surroundings.count

    @staticmethod
    def can_draft(table: Table, was: Entity, draft: Entity) -> bool:
        """Whether a draft can be computed by column: it has the items of the entity as it was, and its attributes."""
        is_same = draft.items is was.items and draft.attributes[: len(was.attributes)] == was.attributes
        is_named = sum(one.name == draft.name for one in table.entities) == 1
        return is_same and is_named and DraftItems.can_write(table)

    def __len__(self) -> int:
        return self.end + len(self.surroundings.after)

    def is_drafted(self, n: int) -> bool:
        """Is it an item of the drafted entity?"""
        return self.surroundings.first <= n < self.end

    def stored(self, n: int) -> StoredItem:
        """One item as DynamoDB would store it."""
        if n < self.surroundings.first:
            return self.surroundings.before[n]
        if n >= self.end:
            return self.surroundings.after[n - self.end]
        return self.items.stored(n - self.surroundings.first)

    def given(self, n: int) -> Item:
        """The given values of one item."""
        return self.surroundings.samples[n].values

    def id_of(self, n: int) -> str:
        """The id of an item."""
        return self.surroundings.samples[n].id

    @cached_property
    def entities(self) -> Sequence[str | None]:
        """The name of each item's entity."""
        around = self.surroundings
        return [*around.entities_before, *([self.draft.name] * around.count), *around.entities_after]

    def raw(self, schema: tuple[KeyAttribute, ...]) -> list[RawKey | None]:
        """A key of every item, without types."""
        return self.surroundings.around(schema, self.items.raw(schema))

    @cached_property
    def keys(self) -> list[RawKey | None]:
        """The table's key of every item."""
        return self.raw(self.table.partition_key + self.table.sort_key)

    @cached_property
    def surviving(self) -> Sequence[int]:
        """The items that the table holds: of those with one key the last, in the order in which keys first occur."""
        by_key = dict(zip(self.keys, range(len(self.keys)), strict=True))
        by_key.pop(None, None)
        return list(by_key.values())

    @cached_property
    def lost(self) -> Mapping[int, Sequence[int]]:
        """The items that another one overwrites, by the one that remains."""
        keyed = sum(key is not None for key in self.keys)
        if keyed == len(self.surviving):
            return {}
        same: dict[RawKey, list[int]] = {}
        for n, key in enumerate(self.keys):
            if key is not None:
                same.setdefault(key, []).append(n)
        return {numbers[-1]: numbers[:-1] for numbers in same.values() if len(numbers) > 1}

    @cached_property
    def unstored(self) -> Sequence[int]:
        """The items without a key."""
        return [n for n, key in enumerate(self.keys) if key is None]

    @cached_property
    def problems(self) -> Mapping[str, Sequence[int]]:
        """The items without a key, by their first problem."""
        found: dict[str, list[int]] = {}
        for n in self.unstored:
            is_drafted = self.is_drafted(n)
            why = self.items.first_problem(n - self.surroundings.first) if is_drafted else self.stored(n).problems[0]
            found.setdefault(why, []).append(n)
        return found

    @cached_property
    def flawed(self) -> Sequence[int]:
        """The items with a key that nevertheless have problems."""
        first, end = self.surroundings.first, self.end
        drafted = (first + n for n in self.items.without_overload)
        wanted = (*range(first), *drafted, *range(end, len(self)))
        return [n for n in wanted if self.keys[n] is not None and self.stored(n).problems]
