"""Why DynamoDB would reject a well-formed item.

facts/limits#items, facts/table-api#messages (Items).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modeler.core import limits
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.evaluator.evaluation import Refusal
from modeler.core.expressions.nodes import Remove, Update
from modeler.core.items.item_collections import projected_names
from modeler.core.items.materialize import StoredItem
from modeler.core.values.attribute_values import Item, item_size, problems, utf8_length, value_size

_INVALID = "One or more parameter values were invalid: "
_LONG_PARTITION_KEY = f"{_INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes"
_LONG_SORT_KEY = f"{_INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
_EMPTY = (
    "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
    "The AttributeValue for a key attribute cannot contain an empty {} value. IndexName: {}, IndexKey: {}"
)

# botocore's model of TransactionCanceledException lists the first; the second is in DynamoDB Local and moto.
_UPDATED = "The update expression attempted to update the secondary index key"
_EMPTY_UPDATE = (
    "One or more parameter values are not valid. The update expression attempted to update a secondary index key to a "
    "value that is not supported. The AttributeValue for a key attribute cannot contain an empty {} value."
)


def item_refusals(table: Table, stored: StoredItem) -> Iterator[Refusal]:
    """Why an item cannot be put: its values, its keys, its size."""
    for value in stored.item.values():
        yield from (Refusal("item.value", sentence) for sentence in problems(value))
    yield from key_size_refusals(table.base, stored.item)
    yield from (Refusal(wrong.code, wrong.of_put) for wrong in _index_key_problems(table, stored))
    if item_size(stored.item) + _local_entries(table, stored.item) > limits.ITEM_BYTES_MAX:
        yield Refusal("item.size", "Item size has exceeded the maximum allowed size")


def update_refusals(table: Table, stored: StoredItem, update: Update | None) -> Iterator[Refusal]:
    """Why an update cannot produce this item; its actions also count slightly toward its size."""
    yield from (Refusal(wrong.code, wrong.of_update) for wrong in _index_key_problems(table, stored))
    size = item_size(stored.item)
    if update is not None:
        removed = sum(isinstance(action, Remove) for action in update.actions)
        actions = 3 + 19 * (len(update.actions) - removed) + 2 * removed
        keys = {name: stored.item[name] for name in table.base.key_names if name in stored.item}
        size = max(size, size - item_size(keys) + actions)
    if size + _local_entries(table, stored.item) > limits.ITEM_BYTES_MAX:
        yield Refusal("item.size", "Item size to update has exceeded the maximum allowed size")


def _local_entries(table: Table, item: Item) -> int:
    """Bytes of an item's entries in all local secondary indexes: the limit of an item is for all of them together."""
    size = 0
    for index in table.indexes:
        if index.kind is IndexKind.LSI and all(name in item for name in index.key_names):
            names = projected_names(table, index)
            size += item_size(item if names is None else {name: item[name] for name in names if name in item})
    return size


def key_size_refusals(key: Index, item: Item) -> Iterator[Refusal]:
    """Why a table's key is too long in this item; a missing key attribute is ignored."""
    sizes = {name: value_size(value) for name, value in item.items()}
    if any(sizes.get(one.name, 0) > limits.PARTITION_KEY_BYTES_MAX for one in key.partition_key):
        yield Refusal("key.partition_size", _LONG_PARTITION_KEY)
    if sum(sizes.get(one.name, 0) for one in key.sort_key) > limits.SORT_KEY_BYTES_MAX:
        yield Refusal("key.sort_size", _LONG_SORT_KEY)


class _Problem(NamedTuple):
    """A problem of an attribute of an index's key, with DynamoDB's messages for a put and for an update."""

    code: str
    of_put: str
    of_update: str


def _index_key_problems(table: Table, stored: StoredItem) -> Iterator[_Problem]:
    """For every index, whether or not the item has all of its key. facts/limits#items, facts/table-api#messages."""
    for index in table.indexes:
        for position, key in enumerate(index.keys):
            value = stored.item.get(key.name)
            if value is None:
                continue
            is_partition = position < len(index.partition_key)
            if value.type != key.type and key.name not in table.base.key_names:
                kinds = f"Expected: {key.type} Actual: {value.type}"
                message = f"{_INVALID}Type mismatch for Index Key {key.name} {kinds} IndexName: {index.name}"
                yield _Problem("index.key_type", message, f"{_UPDATED} to unsupported type")
            if not value.data and value.type in ("S", "B"):
                word = "string" if value.type == "S" else "binary"
                message = _EMPTY.format(word, index.name, key.name)
                yield _Problem("index.key_empty", message, _EMPTY_UPDATE.format(word))
            longest = limits.PARTITION_KEY_BYTES_MAX if is_partition else limits.SORT_KEY_BYTES_MAX
            if value.type in ("S", "B") and value_size(value) > longest:
                message = _LONG_PARTITION_KEY if is_partition else _LONG_SORT_KEY
                yield _Problem("index.key_size", message, f"{_UPDATED} beyond allowed size limits")


def transaction_bytes(items: list[StoredItem | None]) -> int:
    """Bytes of all items of a transaction together, compared with its limit of 4 MB. facts/limits#requests."""
    return sum(
        utf8_length(name) + value_size(value) for stored in items if stored for name, value in stored.item.items()
    )
