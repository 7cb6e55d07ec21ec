"""How many tables, which store, how entities relate, how items go.

facts/choices#table-count, facts/choices#data-store, facts/choices#relationship, facts/choices#deletion;
facts/limits#features.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

REQUESTS_MANY: Final = 10_000
"""Requests a second beyond which a store that scales out by itself pays."""
LATENCY_STRICT_MS: Final = 10
FREE_FILTERS_MAX: Final = 3
"""More filters that a person may combine freely are a search."""
PAGED_ROWS_MAX: Final = 1_000
"""Page numbers over more rows are a search too: DynamoDB pages with cursors."""


class TableCount(StrEnum):
    """One table, several, or none yet: the questions are not known well enough."""

    ONE = "one"
    SEVERAL = "several"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class TablesNeed:
    """What is known of some entities.

    `together`: reads or transactions combine them by an id that they share; `changing`: their queries change from week
    to week. `differences`: what sets them apart that a table has once, in words (``retention``, ``table class``,
    ``Region``, ``KMS key``, ``billing``, ``owner team``, ``analytics scans``); `key_value`: each is only ever read by
    its own key. `over_limits`: the tenants or entities that alone come near the limits of a table.
    """

    together: bool = False
    changing: bool = False
    differences: tuple[str, ...] = ()
    key_value: bool = False
    over_limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablesChoice:
    """How many tables, the lettered case that decided, and why; `apart`: what gets a table of its own besides."""

    count: TableCount
    case: str
    reason: str
    apart: tuple[str, ...] = ()


def table_count(need: TablesNeed) -> TablesChoice:
    """One table for entities that are used together, else several. Settings are a table's: what needs others is apart,
    even if it then takes a second request to read it with the rest.
    """
    if need.changing:
        return TablesChoice(
            TableCount.UNDECIDED, "d", "keys serve known questions, and these change: choose a store first"
        )
    if need.over_limits:
        names = " and ".join(need.over_limits)
        reason = f"{names} alone comes near the limits of a table, and throttles what shares it"
        return TablesChoice(TableCount.SEVERAL, "c", reason, need.over_limits)
    if need.differences:
        reason = f"{', '.join(need.differences)} differ, and a table has one of each"
        if need.together:
            reason += "; what is read together over tables takes a request for each"
        return TablesChoice(TableCount.SEVERAL, "b", reason)
    if need.together and not need.key_value:
        return TablesChoice(
            TableCount.ONE, "a", "under one partition key one Query returns them, one transaction writes them"
        )
    return TablesChoice(TableCount.SEVERAL, "b", "each is read by its own key alone, so sharing a table brings nothing")


class Store(StrEnum):
    """What keeps the data, or a copy of it."""

    DYNAMODB = "dynamodb"
    RELATIONAL = "relational"
    SEARCH = "search"
    WAREHOUSE = "warehouse"


@dataclass(frozen=True, slots=True)
class StoreNeed:
    """What an application asks of its store.

    `known`: its access patterns are known; `requests` a second at the peak; `latency_ms` that it must keep; `bursty`
    load; `no_operations`: nobody to run a database; `feed`: others react to every change. `joins`: joins, aggregates or
    a ledger whose questions change. `paged_rows`: rows that people page through by number; `free_filters` that they
    combine; `text`: they search in text. `reports` over much of the data.
    """

    known: bool = True
    requests: float | None = None
    latency_ms: float | None = None
    bursty: bool = False
    no_operations: bool = False
    feed: bool = False
    joins: bool = False
    paged_rows: int = 0
    free_filters: int = 0
    text: bool = False
    reports: bool = False


@dataclass(frozen=True, slots=True)
class StoreChoice:
    """The store, the lettered case that decided, why, and what stands beside it, fed by its changes."""

    store: Store
    case: str
    reason: str
    beside: tuple[Store, ...] = ()


def store(need: StoreNeed) -> StoreChoice:
    """Where the data lives. Search and reports are copies beside it, unless nothing else is asked."""
    signs, search = tuple(_signs(need)), tuple(_searches(need))
    beside = (*([Store.SEARCH] if search else []), *([Store.WAREHOUSE] if need.reports else []))
    if need.joins:
        left = tuple(one for one in beside if one is Store.SEARCH)
        return StoreChoice(
            Store.RELATIONAL, "b", "joins and aggregates with changing questions are what SQL is for", left
        )
    if need.known:
        why = ", ".join(signs) or "nothing more speaks for it, so a relational store would do as well"
        return StoreChoice(Store.DYNAMODB, "a", f"the access patterns are known: {why}", beside)
    if search:
        reason = (
            f"{' and '.join(search)} need an index over every field, fed by the stream of the store that is written"
        )
        return StoreChoice(Store.SEARCH, "c", reason, beside[1:])
    if need.reports:
        return StoreChoice(Store.WAREHOUSE, "d", "reports read much and seldom: files in S3, queried where they lie")
    return StoreChoice(Store.RELATIONAL, "b", "the access patterns are not known yet, and keys serve only known ones")


def _signs(need: StoreNeed) -> Iterator[str]:
    if need.requests is not None and need.requests > REQUESTS_MANY:
        yield f"{need.requests:,.0f} requests a second"
    if need.latency_ms is not None and need.latency_ms < LATENCY_STRICT_MS:
        yield f"answers within {need.latency_ms:g} ms"
    if need.bursty:
        yield "bursts that no one sizes for"
    if need.no_operations:
        yield "no servers to run"
    if need.feed:
        yield "a feed of every change"


def _searches(need: StoreNeed) -> Iterator[str]:
    if need.text:
        yield "text search"
    if need.free_filters > FREE_FILTERS_MAX:
        yield f"{need.free_filters} filters in any combination"
    if need.paged_rows > PAGED_ROWS_MAX:
        yield f"page numbers over {need.paged_rows:,} rows"


class Cardinality(StrEnum):
    """How many of one side belong to how many of the other."""

    ONE_TO_MANY = "one_to_many"
    TREE = "tree"
    MANY_TO_MANY = "many_to_many"


class Kept(StrEnum):
    """How a copy is kept true."""

    TRANSACTION = "transaction"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class RelationNeed:
    """A relationship: its cardinality, and what is shown with it.

    `label`: something of the other side is shown in its lists; `total`: a running total over the many, `exact` where
    it must never lag; `latest`: a page that wants only the newest state of the many.
    """

    cardinality: Cardinality
    label: bool = False
    total: bool = False
    exact: bool = False
    latest: bool = False


@dataclass(frozen=True, slots=True)
class RelationChoice:
    """One thing to do: the block that does it, the lettered case, why, and how a copy is kept (None: there is none)."""

    block: str
    case: str
    reason: str
    kept: Kept | None = None


_PLACED: Final = {
    Cardinality.ONE_TO_MANY: RelationChoice(
        "P5", "a", "children under their parent's partition key: one Query reads both"
    ),
    Cardinality.TREE: RelationChoice("P6", "b", "a path as sort key: a prefix of it is a subtree"),
    Cardinality.MANY_TO_MANY: RelationChoice(
        "P7", "c", "one item an edge, and a GSI with its keys swapped for the way back"
    ),
}


def relationship(need: RelationNeed) -> tuple[RelationChoice, ...]:
    """How a relationship is placed, and then the copies that it needs, if any."""
    made = [_PLACED[need.cardinality]]
    if need.label:
        reason = "a copy of what is shown, so that a list takes one request; a rename is carried along by the stream"
        made.append(RelationChoice("X8", "d", reason, Kept.STREAM))
    if need.total:
        kept = Kept.TRANSACTION if need.exact else Kept.STREAM
        how = "in the transaction that writes each of the many" if need.exact else "from the stream, a moment later"
        made.append(RelationChoice("P8", "e", f"a total beside the many, kept {how}", kept))
    if need.latest:
        reason = "a summary of fixed size beside the many, so that the page reads one small item"
        made.append(RelationChoice("X6", "f", reason, Kept.STREAM))
    return tuple(made)


class Going(StrEnum):
    """How an item goes."""

    DELETE = "DeleteItem"
    SOFT = "P4"
    TTL = "TTL"


@dataclass(frozen=True, slots=True)
class DeletionChoice:
    """How an item goes, the lettered case that decided, and why."""

    way: Going
    case: str
    reason: str


def deletion(*, at_once: bool = False, undo_days: float = 0, only_storage: bool = False) -> DeletionChoice:
    """How an item is deleted. `at_once`: it may not be stored any longer; `undo_days` in which it can come back;
    `only_storage`: nobody reads it, it only costs. What must go at once cannot come back.
    """
    if undo_days > 0 and not at_once:
        reason = (
            f"marked as deleted, left out by every read, and gone by TTL after {undo_days:g} days: it can come back"
        )
        return DeletionChoice(Going.SOFT, "b", reason)
    if only_storage and not at_once:
        return DeletionChoice(Going.TTL, "c", "deletes by TTL are free, and come days late, without a promise when")
    reason = "gone with the answer, for the write units of the item"
    return DeletionChoice(Going.DELETE, "a", f"{reason}; it cannot come back" if undo_days > 0 else reason)
