"""Why DynamoDB would refuse an item that is otherwise well written. FACTS 1.1, 6.4 (Items)."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.evaluator.evaluation import Refusal
from modeler.core.expressions.nodes import Remove, Update
from modeler.core.materialise import StoredItem
from modeler.core.tables import Index, Table
from modeler.core.values import item_size, problems, utf8_length, value_size

_INVALID = "One or more parameter values were invalid: "
_LONG_PARTITION_KEY = f"{_INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes"
_LONG_SORT_KEY = f"{_INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
_EMPTY = (
    "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
    "The AttributeValue for a key attribute cannot contain an empty {} value. IndexName: {}, IndexKey: {}"
)


def item_refusals(table: Table, stored: StoredItem) -> Iterator[Refusal]:
    """Why an item may not be put: its values, its keys, its size."""
    for value in stored.item.values():
        yield from (Refusal("item.value", sentence) for sentence in problems(value))
    yield from _key_refusals(table, stored)
    if item_size(stored.item) > limits.ITEM_BYTES_MAX:
        yield Refusal("item.size", "Item size has exceeded the maximum allowed size")


def update_refusals(table: Table, stored: StoredItem, update: Update | None) -> Iterator[Refusal]:
    """Why an item may not become this by an update, whose actions count for its size a little too."""
    yield from _key_refusals(table, stored)
    size = item_size(stored.item)
    if update is not None:
        removed = sum(isinstance(action, Remove) for action in update.actions)
        actions = 3 + 19 * (len(update.actions) - removed) + 2 * removed
        keys = {name: stored.item[name] for name in table.base.key_names if name in stored.item}
        size = max(size, size - item_size(keys) + actions)
    if size > limits.ITEM_BYTES_MAX:
        yield Refusal("item.size", "Item size to update has exceeded the maximum allowed size")


def _key_refusals(table: Table, stored: StoredItem) -> Iterator[Refusal]:
    if any(value_size(stored.item[key.name]) > limits.PARTITION_KEY_BYTES_MAX for key in table.partition_key):
        yield Refusal("key.partition_size", _LONG_PARTITION_KEY)
    if sum(value_size(stored.item[key.name]) for key in table.sort_key) > limits.SORT_KEY_BYTES_MAX:
        yield Refusal("key.sort_size", _LONG_SORT_KEY)
    for index in table.indexes:
        yield from _index_key_refusals(table, index, stored)


def _index_key_refusals(table: Table, index: Index, stored: StoredItem) -> Iterator[Refusal]:
    """What an attribute of an index's key may not be, whether or not the item has all of that key. FACTS 1.1."""
    for position, key in enumerate(index.keys):
        value = stored.item.get(key.name)
        if value is None:
            continue
        is_partition = position < len(index.partition_key)
        if value.type != key.type and key.name not in table.base.key_names:
            kinds = f"Expected: {key.type} Actual: {value.type}"
            message = f"{_INVALID}Type mismatch for Index Key {key.name} {kinds} IndexName: {index.name}"
            yield Refusal("index.key_type", message)
        elif not value.data:
            word = "string" if key.type == "S" else "binary"
            yield Refusal("index.key_empty", _EMPTY.format(word, index.name, key.name))
        elif value_size(value) > (limits.PARTITION_KEY_BYTES_MAX if is_partition else limits.SORT_KEY_BYTES_MAX):
            yield Refusal("index.key_size", _LONG_PARTITION_KEY if is_partition else _LONG_SORT_KEY)


def transaction_bytes(items: list[StoredItem | None]) -> int:
    """Bytes of all items of a transaction together, against its 4 MB. FACTS 1.4."""
    return sum(
        utf8_length(name) + value_size(value) for stored in items if stored for name, value in stored.item.items()
    )
