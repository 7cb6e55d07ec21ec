"""How a write is guarded: by nothing, a condition, a version, a token, a transaction.

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
"""Half of what one partition key value takes, so that a peak has room. facts/choices#key-suffix."""


class Old(StrEnum):
    """What a write needs to know of the item that is there."""

    ANY = "does not matter"
    NONE = "must not be there"
    EXISTS = "must be there"
    STATE = "must be in a state"


class Guard(StrEnum):
    """The cheapest thing that keeps a write right."""

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
    """What a write is for: how many `items` one request writes, and what of the `old` ones it needs to know.

    `invariant`: something must hold over all of them together. `read_first`: what is written follows from what was
    read; `writers`: how many may do so at once. `at_least_once`: the request may arrive twice. `counts`: it adds to a
    number, and `lossy` says that a count too many or too few is no harm; `per_second` are the increments of one
    counter. `state` is the condition on the state, as an expression.
    """

    items: int = 1
    old: Old = Old.ANY
    state: str = "#s = :expected"
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
    """The guard, its condition ('' for none), by how much it multiplies the units of the table and of its indexes,
    how many requests or shards it takes, and why.
    """

    guard: Guard
    reason: str
    condition: str = ""
    table_units: Decimal = Decimal(1)
    index_units: Decimal = Decimal(1)
    requests: int = 1
    shards: int = 1


def write_guard(need: WriteNeed) -> WriteGuard:
    """What guards a write. The need with more to it wins over the one with less. facts/choices#write-guard."""
    if need.invariant and need.items > 1:
        return _transaction(need)
    if need.counts and need.lossy:
        shards = max(1, ceil(need.per_second / INCREMENTS_PER_SHARD))
        spread = f", over {shards} shards of at most {INCREMENTS_PER_SHARD} increments a second" if shards > 1 else ""
        return WriteGuard(
            Guard.ADD, f"DynamoDB adds, so that no increment is lost among writers{spread}", shards=shards
        )
    if need.at_least_once:
        return _repeatable(need)
    if need.read_first and need.writers > 1:
        reason = "ask for the version that was read and write the next; whoever loses reads again and retries"
        return WriteGuard(Guard.VERSION, reason, "version = :expected", requests=need.items)
    if need.old is not Old.ANY:
        reason = f"the item {need.old}; a refused write is charged like one that was made"
        return WriteGuard(Guard.CONDITION, reason, _condition(need), requests=need.items)
    if need.items > 1:
        requests = ceil(need.items / limits.BATCH_WRITE_ITEMS_MAX)
        reason = "puts that do not hang together, at most 25 a request; send again what comes back unprocessed"
        return WriteGuard(Guard.BATCH, reason, requests=requests)
    return WriteGuard(Guard.PLAIN, "one item is written whole, and what was there does not matter")


def _transaction(need: WriteNeed) -> WriteGuard:
    if need.items > limits.TRANSACTION_ACTIONS_MAX:
        requests = ceil(need.items / limits.TRANSACTION_ACTIONS_MAX)
        reason = f"{need.items} items are more than the 100 of one transaction: keep the invariant over fewer"
        return WriteGuard(Guard.SPLIT, reason, _condition(need), Decimal(2), requests=requests)
    reason = "all or nothing in one Region; the table's units double, those of its indexes do not"
    if need.at_least_once:
        reason += "; a ClientRequestToken makes a repeat within 10 minutes harmless"
    return WriteGuard(Guard.TRANSACTION, reason, _condition(need), Decimal(2))


def _repeatable(need: WriteNeed) -> WriteGuard:
    """A create is made so by its key. What changes an item needs a token beside it."""
    if need.old is Old.NONE or (need.old is Old.ANY and not need.counts and not need.read_first):
        reason = "the key follows from the request alone, so that the second arrival is refused: take that as success"
        condition = f"attribute_not_exists({need.partition_key})"
        return WriteGuard(Guard.SAME_KEY, reason, condition, requests=need.items)
    reason = "a token item that must be new, in one transaction with the change, refuses the second arrival"
    return WriteGuard(Guard.ONCE, reason, f"attribute_not_exists({need.partition_key})", Decimal(2))


def _condition(need: WriteNeed) -> str:
    return {
        Old.ANY: "",
        Old.NONE: f"attribute_not_exists({need.partition_key})",
        Old.EXISTS: f"attribute_exists({need.partition_key})",
        Old.STATE: need.state,
    }[need.old]
