"""The stored items of an entity whose key templates are still being typed: keys by column, whole items on demand.

`DraftItems(...).stored(n) == item_writer(table, entity)(entity.items[n])`, and `key(name)[n]` is that item's value of a
key attribute (law: tests/modeler/core/items/test_drafts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from modeler.core.design.items import BASE, Entity, Overload
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.items.materialize import StoredItem, item_writer, unstored_names
from modeler.core.items.sample_columns import Find, Rendered, SampleColumns, Values
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeValue

type RawKey = tuple[object, ...]
"""A key without the types of its attributes, which its schema tells."""

NO_OVERLOAD: Final = -1
EMPTY: Final = ("", b"")


class DraftItems:
    """The items of a drafted entity. `columns` are those of its sample items."""

    def __init__(self, table: Table, entity: Entity, columns: SampleColumns) -> None:
        self.table, self.entity, self.columns = table, entity, columns
        self._own = frozenset(table.base.key_names)
        self._write = item_writer(table, entity)
        self._stored: dict[int, StoredItem] = {}
        self._found: dict[str, Values] = {}

    def __len__(self) -> int:
        return len(self.columns.samples)

    @staticmethod
    def can_write(table: Table) -> bool:
        """Whether no key attribute of an index belongs to another index: then what one writes never hinders another."""
        own = set(table.base.key_names)
        names = [name for index in table.indexes for name in index.key_names if name not in own]
        return len(names) == len(set(names))

    def stored(self, n: int) -> StoredItem:
        """The n-th item."""
        if n not in self._stored:
            self._stored[n] = self._write(self.columns.samples[n])
        return self._stored[n]

    def key(self, name: str) -> Values:
        """A key attribute of the table or of an index, of all items; None where an item lacks it."""
        if name not in self._found:
            index = self._writer_of(name)
            known = self._kept_as(index)
            kept = self.columns.keys.get(known, lambda: self._keys_of(index)) if known else self._keys_of(index)
            self._found.update(kept)
        return self._found[name]

    def raw(self, schema: tuple[KeyAttribute, ...]) -> Sequence[RawKey | None]:
        """What `key_of` finds in each item, without types."""
        known = [self._kept_as(self._writer_of(element.name)) for element in schema]
        if None in known:
            return raw_keys(schema, self.key, len(self))
        return self.columns.raw_keys.get((schema, *known), lambda: raw_keys(schema, self.key, len(self)))

    def _writer_of(self, name: str) -> Index:
        """The index whose templates write a key attribute."""
        if name in self._own:
            return self.table.base
        return next(index for index in self.table.indexes if name in index.key_names)

    def _kept_as(self, index: Index) -> Hashable | None:
        """Under what the keys of an index are kept for the next keystroke; None if they depend on the table's own
        key.
        """
        written = tuple((one.when, tuple(one.keys.items())) for one in self._overloads(index))
        texts = [text for when, keys in written for text in (when, *(text for _, text in keys))]
        if not index.is_base and any(name in text for name in self._own for text in texts):
            return None
        return index.id, written

    @cached_property
    def key_names(self) -> frozenset[str]:
        """The key attributes of the table and its indexes."""
        return frozenset(name for index in self.table.all_indexes for name in index.key_names)

    @cached_property
    def unstored(self) -> frozenset[str]:
        """The attributes that exist only inside keys."""
        return unstored_names(self.table, self.entity)

    @cached_property
    def without_overload(self) -> list[int]:
        """The items for which no overload of the table's own key applies, if it has any."""
        return [n for n, chosen in enumerate(self.chosen(self.table.base)) if chosen == NO_OVERLOAD]

    @cached_property
    def first_problem(self) -> Callable[[int], str]:
        """The first problem of an item without a key: read once for items in which the same keys fail for the same
        reasons.
        """
        base = self.table.base
        written = [
            column for one in self._overloads(base) for column in self._rendered_keys(base, one, base.keys).values()
        ]
        failed = [[one.reason if isinstance(one, Unrendered) else "" for one in column] for column in written]
        kept = [[one and (one.type, bool(one.data)) for one in self.key(name)] for name in base.key_names]
        signatures = list(zip(self.chosen(base), *failed, *kept, strict=True))
        known: dict[tuple[Any, ...], str] = {}

        def problem(n: int) -> str:
            signature = signatures[n]
            if signature not in known:
                known[signature] = self.stored(n).problems[0]
            return known[signature]

        return problem

    def chosen(self, index: Index) -> Sequence[int]:
        """Which overload of an index each item uses, counted from 0; `NO_OVERLOAD` if none applies."""
        overloads = self._overloads(index)
        if overloads and not overloads[0].when.strip():
            return [0] * len(self)
        chosen = [NO_OVERLOAD] * len(self)
        for number in reversed(range(len(overloads))):
            held = self.columns.holds(overloads[number].when, self._find(index), self._own)
            chosen = [number if holds else other for holds, other in zip(held, chosen, strict=True)]
        return chosen

    def find(self, name: str) -> Values:
        """An attribute of an item as it is stored with its keys, or as it was given if only its keys contain it."""
        if name not in self.key_names:
            return self.columns.values(name)
        given = self.columns.values(name)
        return [one or other for one, other in zip(given, self.key(name), strict=True)]

    def _overloads(self, index: Index) -> Sequence[Overload]:
        return self.entity.overloads_of(BASE if index.is_base else index.name)

    def _find(self, index: Index) -> Find:
        """The attributes that the templates of an index can use: those of the table's own key only what was given."""
        if index.is_base:
            return self.columns.values
        return lambda name: self.find(name) if name in self._own else self.columns.values(name)

    def _keys_of(self, index: Index) -> Mapping[str, Values]:
        keys = [key for key in index.keys if index.is_base or key.name not in self._own]
        chosen = self.chosen(index)
        written = [self._rendered_keys(index, overload, keys) for overload in self._overloads(index)]
        if not index.is_base:
            written = [_all_or_none(columns) for columns in written]
        return {key.name: self._key_of(index, key.name, chosen, written) for key in keys}

    def _rendered_keys(self, index: Index, overload: Overload, keys: Sequence[KeyAttribute]) -> dict[str, Rendered]:
        find = self._find(index)
        own = frozenset() if index.is_base else self._own
        return {
            key.name: self.columns.rendered(overload.keys[key.name], key.type, find, own)
            for key in keys
            if key.name in overload.keys
        }

    def _key_of(
        self, index: Index, name: str, chosen: Sequence[int], written: Sequence[Mapping[str, Rendered]]
    ) -> Values:
        given = self._unwritten(index, name, chosen)
        if len(written) == 1 and NO_OVERLOAD not in chosen:
            column = written[0].get(name)
            if column is None:
                return given
            return [given[n] if isinstance(one, Unrendered) else one for n, one in enumerate(column)]
        found: list[AttributeValue | None] = []
        for n, number in enumerate(chosen):
            one = written[number][name][n] if number != NO_OVERLOAD and name in written[number] else None
            found.append(given[n] if one is None or isinstance(one, Unrendered) else one)
        return found

    def _unwritten(self, index: Index, name: str, chosen: Sequence[int]) -> Values:
        """What an item has if no template writes the attribute: a key that was imported, else what was given."""
        given = self.columns.values(name)
        if not self.columns.has_stored_keys:
            return given
        # An index with overloads that do not apply does not contain the item, even if an import put it there.
        keeps_out = not index.is_base and bool(self._overloads(index))
        return [
            one if keeps_out and chosen[n] == NO_OVERLOAD else sample.stored_keys.get(name, one)
            for n, (sample, one) in enumerate(zip(self.columns.samples, given, strict=True))
        ]


def _all_or_none(columns: dict[str, Rendered]) -> dict[str, Rendered]:
    """The keys of an index are written together or not at all."""
    refusal = Unrendered("", "another key of the index was not written")
    flaws = {
        n
        for column in columns.values()
        for n, one in enumerate(column)
        if isinstance(one, Unrendered) or one.data in EMPTY
    }
    if not flaws:
        return columns
    return {name: [refusal if n in flaws else one for n, one in enumerate(column)] for name, column in columns.items()}


def raw_keys(schema: Sequence[KeyAttribute], find: Find, count: int) -> list[RawKey | None]:
    """The keys of a schema from columns of its attributes; None where one is missing, empty or of another type."""
    if not schema:
        return [()] * count
    columns = []
    for element in schema:
        kind = element.type
        columns.append(
            [None if one is None or one.type != kind or not one.data else one.data for one in find(element.name)]
        )
    return [None if None in row else row for row in zip(*columns, strict=True)]
