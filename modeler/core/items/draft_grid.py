"""One index of a table with an entity whose key templates are still being typed: its item collections, by the numbers
of their items, and why it lacks the others.

Equal to `item_collections` and `absence_reader` (law: tests/modeler/core/items/test_drafts.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from modeler.core.design.items import BASE
from modeler.core.design.tables import Index, KeyAttribute
from modeler.core.items.draft_items import EMPTY, RawKey
from modeler.core.items.draft_table import DraftTable
from modeler.core.items.index_absence import absence_reader
from modeler.core.items.item_collections import Entry, entry_reader, projected_names
from modeler.core.items.materialize import KeyValues
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, order_key, utf8_length, value_size


class DraftGrid:
    """The item collections of one index, each known by its raw partition key."""

    def __init__(self, held: DraftTable, index: Index) -> None:
        self.held, self.index = held, index
        self._read = entry_reader(held.table, index)
        self._sorted: dict[RawKey, list[int]] = {}

    @cached_property
    def partitions(self) -> list[RawKey | None]:
        """The partition key of every item in this index; None for items that cannot be in it."""
        partitions = self.held.raw(self.index.partition_key)
        if not self.index.sort_key:
            return partitions
        return [None if sort is None else partition for partition, sort in zip(partitions, self._sorts, strict=True)]

    @cached_property
    def _sorts(self) -> list[RawKey | None]:
        return self.held.raw(self.index.sort_key)

    @cached_property
    def _members(self) -> Mapping[RawKey | None, list[int]]:
        found: dict[RawKey | None, list[int]] = {}
        partitions = self.partitions
        for n in self.held.surviving:
            partition = partitions[n]
            if partition in found:
                found[partition].append(n)
            else:
                found[partition] = [n]
        return found

    @cached_property
    def in_order(self) -> Sequence[RawKey]:
        """The partition keys, sorted."""
        order = _order(self.index.partition_key)
        return sorted((raw for raw in self._members if raw is not None), key=order)

    def count(self, raw: RawKey) -> int:
        """The number of entries in one item collection."""
        return len(self._members[raw])

    @cached_property
    def total(self) -> int:
        """The number of entries in the index."""
        return len(self.held.surviving) - len(self._members.get(None, ()))

    @cached_property
    def present(self) -> Sequence[int]:
        """The items in the index, in the order of `surviving`."""
        return [n for n in self.held.surviving if self.partitions[n] is not None]

    def members(self, raw: RawKey) -> Sequence[int]:
        """The items of one item collection in DynamoDB's order; with equal index keys in that of the table's key."""
        if raw not in self._sorted:
            self._sorted[raw] = sorted(self._members[raw], key=self._place)
        return self._sorted[raw]

    @cached_property
    def _place(self) -> Callable[[int], Any]:
        """What an item is sorted by in its item collection."""
        table, sorts, keys = self.held.table, self._sorts, self.held.keys
        key = table.partition_key + table.sort_key
        if _is_in_order(self.index.sort_key) and _is_in_order(key):
            return list(zip(sorts, keys, strict=True)).__getitem__
        by_sort, by_key = _order(self.index.sort_key), _order(key)
        return lambda n: (by_sort(sorts[n]), by_key(keys[n]))

    def has_only_drafted(self, raw: RawKey) -> bool:
        """Whether all items of an item collection belong to the drafted entity, known without sorting."""
        return raw not in self._others

    @cached_property
    def _others(self) -> frozenset[RawKey | None]:
        first, end = self.held.surroundings.first, self.held.end
        return frozenset((*self.partitions[:first], *self.partitions[end:]))

    def partition(self, raw: RawKey) -> KeyValues:
        """A partition key with its types."""
        schema = self.index.partition_key
        return tuple(AttributeValue(element.type, data) for element, data in zip(schema, raw, strict=True))

    def entry(self, n: int) -> Entry:
        """What the index contains of one of its items."""
        found = self._read(self.held.stored(n))
        assert found is not None  # it has a partition and a sort key
        return found

    def bytes_of(self, raw: RawKey) -> int:
        """Bytes of an item collection, without making its items."""
        numbers = self._members[raw]
        others = sum(self.entry(n).size for n in numbers if not self.held.is_drafted(n))
        first = self.held.surroundings.first
        return others + self._drafted_bytes([n - first for n in numbers if self.held.is_drafted(n)])

    def _drafted_bytes(self, numbers: Sequence[int]) -> int:
        items, table = self.held.items, self.held.table
        projected = projected_names(table, self.index)
        keys = items.key_names if projected is None else items.key_names & frozenset(projected)
        sizes = items.columns.sizes(
            items.unstored | items.key_names, None if projected is None else frozenset(projected)
        )
        return sum(map(sizes.__getitem__, numbers)) + sum(
            _column_bytes(name, items.key(name), numbers) for name in keys
        )

    @cached_property
    def reasons(self) -> Mapping[str, Sequence[int]]:
        """The items that the table contains and the index does not, by reason."""
        found: dict[str, list[int]] = {}
        first = self.held.surroundings.first
        for n in self._members.get(None, ()):
            is_drafted = self.held.is_drafted(n)
            reason = self._drafted_reason(n - first) if is_drafted else self._reason_of_other(n)
            found.setdefault(reason, []).append(n)
        return found

    def _reason_of_other(self, n: int) -> str:
        known = self.held.surroundings.reasons
        if (self.index.id, n) not in known:
            name = self.held.stored(n).entity
            entity = next((one for one in self.held.table.entities if one.name == name), None)
            read = absence_reader(self.held.table, self.index, entity)
            known[self.index.id, n] = read({**self.held.stored(n).item, **self.held.given(n)})
        return known[self.index.id, n]

    @cached_property
    def _drafted_reason(self) -> Callable[[int], str]:
        """The reason for an item of the drafted entity: read once for items that lack the same attributes and for
        which the same conditions hold.
        """
        items, first = self.held.items, self.held.surroundings.first
        overloads = self.held.draft.overloads_of(BASE if self.index.is_base else self.index.name)
        sources = (text for overload in overloads for text in overload.keys.values())
        names = {name for source in sources for name in parse(source).attributes} | set(self.index.key_names)
        held = [items.columns.holds(overload.when, items.find, items.key_names) for overload in overloads]
        lacking = [[_presence(value) for value in items.find(name)] for name in names]
        signatures = list(zip(*held, *lacking, strict=True))
        read = absence_reader(self.held.table, self.index, self.held.draft)
        known: dict[tuple[Any, ...], str] = {}

        def reason(n: int) -> str:
            signature = signatures[n]
            if signature not in known:
                known[signature] = read({**items.stored(n).item, **self.held.given(first + n)})
            return known[signature]

        return reason


def _presence(value: AttributeValue | None) -> int:
    return 0 if value is None else 1 if value.data in EMPTY else 2


def _column_bytes(name: str, column: Sequence[AttributeValue | None], numbers: Sequence[int]) -> int:
    found = [one for one in map(column.__getitem__, numbers) if one is not None]
    texts = "".join([data for kind, data in found if kind is AttributeType.S])
    other = sum(value_size(one) for one in found if one.type is not AttributeType.S)
    return len(found) * utf8_length(name) + utf8_length(texts) + other


def _is_in_order(schema: Sequence[KeyAttribute]) -> bool:
    """Whether raw keys are sorted as they are."""
    return all(element.type != AttributeType.N for element in schema)


def _order(schema: Sequence[KeyAttribute]) -> Callable[[RawKey | None], Any]:
    """Sorts raw keys as `values_order` sorts keys. Texts are compared by code points, whose order is that of their
    bytes in UTF-8.
    """
    if _is_in_order(schema):
        return lambda raw: raw
    kinds = [element.type for element in schema]
    return lambda raw: tuple(order_key(AttributeValue(*one)) for one in zip(kinds, raw or (), strict=True))
