"""How a write is guarded: not at all, by a condition, a version, a token, a transaction.

facts/choices#write-guard; facts/limits#requests, facts/throughput#writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from math import ceil
from typing import Final

from modeler.core import limits

INCREMENTS_PER_SHARD: Final = 500
"""Half of the limit of one partition key value, so that a peak has room. facts/choices#key-suffix."""

EXPECTED: Final = "#s = :expected"
"""The condition on a state that the design does not name."""


class Old(StrEnum):
    """What a write needs to know about the existing item."""

    ANY = "does not matter"
    NONE = "must not be there"
    EXISTS = "must be there"
    STATE = "must be in a state"


class Guard(StrEnum):
    """The cheapest measure that keeps a write correct."""

    PLAIN = "plain write"
    CONDITION = "condition"
    VERSION = "version"
    SAME_KEY = "deterministic key and attribute_not_exists"
    ONCE = "token item in the same transaction"
    TRANSACTION = "TransactWriteItems"
    BATCH = "BatchWriteItem"
    ADD = "ADD"
    SPLIT = "several transactions"


@dataclass(frozen=True, slots=True)
class WriteNeed:
    """What a write is for: how many `items` one request writes, and what it needs to know about the `old` ones.

    `invariant`: something must hold over all of them together. `read_first`: the new value follows from what was read;
    `writers`: how many can do so at the same time. `at_least_once`: the request can arrive twice. `counts`: it adds to
    a number, and `lossy` means that a slightly wrong count is harmless; `per_second` are the increments of one counter.
    `state` is the condition on the state, as an expression.
    """

    items: int = 1
    old: Old = Old.ANY
    state: str = EXPECTED
    invariant: bool = False
    read_first: bool = False
    writers: int = 1
    at_least_once: bool = False
    counts: bool = False
    lossy: bool = False
    per_second: float = 0.0
    partition_key: str = "PK"


@dataclass(frozen=True, slots=True)
class WriteGuard:
    """The guard, its condition ('' for none), the factors for the units of the table and of its indexes, how many
    requests or shards it needs, and why.
    """

    guard: Guard
    reason: str
    condition: str = ""
    table_units: Decimal = Decimal(1)
    index_units: Decimal = Decimal(1)
    requests: int = 1
    shards: int = 1


def write_guard(need: WriteNeed) -> WriteGuard:
    """What guards a write. The stronger need wins over the weaker. facts/choices#write-guard."""
    if need.invariant and need.items > 1:
        return _transaction(need)
    if need.counts and need.lossy:
        shards = max(1, ceil(need.per_second / INCREMENTS_PER_SHARD))
        spread = f", over {shards} shards of at most {INCREMENTS_PER_SHARD} increments/s" if shards > 1 else ""
        return WriteGuard(
            Guard.ADD, f"DynamoDB adds, so that concurrent writers lose no increment{spread}", shards=shards
        )
    if need.at_least_once:
        return _repeatable(need)
    if need.read_first and need.writers > 1:
        reason = "require the version that was read and write the next one; a writer that fails reads again and retries"
        return WriteGuard(Guard.VERSION, reason, "version = :expected", requests=need.items)
    if need.old is not Old.ANY:
        reason = f"the item {need.old}; a rejected write is charged like a successful one"
        return WriteGuard(Guard.CONDITION, reason, _condition(need), requests=need.items)
    if need.items > 1:
        requests = ceil(need.items / limits.BATCH_WRITE_ITEMS_MAX)
        reason = "independent puts, at most 25 per request; retry unprocessed items"
        return WriteGuard(Guard.BATCH, reason, requests=requests)
    return WriteGuard(Guard.PLAIN, "one item is written whole, and its old content does not matter")


def _transaction(need: WriteNeed) -> WriteGuard:
    if need.items > limits.TRANSACTION_ACTIONS_MAX:
        requests = ceil(need.items / limits.TRANSACTION_ACTIONS_MAX)
        reason = (
            f"{need.items} items are more than the 100 of one transaction: reduce the number of items with the "
            "invariant"
        )
        return WriteGuard(Guard.SPLIT, reason, _condition(need), Decimal(2), requests=requests)
    reason = "all or nothing in one Region; the table's units double, those of its indexes do not"
    if need.at_least_once:
        reason += "; a ClientRequestToken makes a retry within 10 minutes harmless"
    return WriteGuard(Guard.TRANSACTION, reason, _condition(need), Decimal(2))


def _repeatable(need: WriteNeed) -> WriteGuard:
    """A create becomes idempotent by its key. A change to an item needs an additional token."""
    if need.old is Old.NONE or (need.old is Old.ANY and not need.counts and not need.read_first):
        reason = (
            "the key follows from the request alone, so that the second delivery is rejected: treat that as success"
        )
        condition = f"attribute_not_exists({need.partition_key})"
        return WriteGuard(Guard.SAME_KEY, reason, condition, requests=need.items)
    reason = "a token item that must be new, in one transaction with the change, rejects the second delivery"
    return WriteGuard(Guard.ONCE, reason, f"attribute_not_exists({need.partition_key})", Decimal(2))


def _condition(need: WriteNeed) -> str:
    return {
        Old.ANY: "",
        Old.NONE: f"attribute_not_exists({need.partition_key})",
        Old.EXISTS: f"attribute_exists({need.partition_key})",
        Old.STATE: need.state,
    }[need.old]
