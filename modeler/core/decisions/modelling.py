"""How many tables, which store, how entities relate, how items are deleted.

facts/choices#table-count, facts/choices#data-store, facts/choices#relationship, facts/choices#deletion;
facts/limits#features.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

REQUESTS_MANY: Final = 10_000
"""Requests per second beyond which a store that scales out by itself pays off."""
LATENCY_STRICT_MS: Final = 10
FREE_FILTERS_MAX: Final = 3
"""More filters that a person can combine freely are a search."""
PAGED_ROWS_MAX: Final = 1_000
"""Page numbers over more rows are a search too: DynamoDB pages with cursors."""


class TableCount(StrEnum):
    """One table, several, or undecided: the queries are not known well enough."""

    ONE = "one"
    SEVERAL = "several"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class TablesNeed:
    """What is known of some entities.

    `together`: reads or transactions combine them by an id that they share; `changing`: their queries change from week
    to week. `differences`: per-table properties in which they differ, as text (``retention``, ``table class``,
    ``Region``, ``KMS key``, ``billing``, ``owner team``, ``analytics scans``); `key_value`: each is only ever read by
    its own key. `over_limits`: the tenants or entities that alone approach the limits of a table.
    """

    together: bool = False
    changing: bool = False
    differences: tuple[str, ...] = ()
    key_value: bool = False
    over_limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TablesChoice:
    """How many tables, the lettered case that decided, and why; `apart`: what gets a separate table in addition."""

    count: TableCount
    case: str
    reason: str
    apart: tuple[str, ...] = ()


def table_count(need: TablesNeed) -> TablesChoice:
    """One table for entities that are used together, else several. Settings apply to a table: entities that need others
    are separate, even if it then takes a second request to read them with the rest.
    """
    if need.changing:
        return TablesChoice(
            TableCount.UNDECIDED, "d", "keys serve known queries, and these change: choose a store first"
        )
    if need.over_limits:
        names = " and ".join(need.over_limits)
        reason = f"{names} alone approaches the limits of a table, and throttles everything that shares it"
        return TablesChoice(TableCount.SEVERAL, "c", reason, need.over_limits)
    if need.differences:
        reason = f"{', '.join(need.differences)} differ, and a table has one of each"
        if need.together:
            reason += "; reading across tables then takes one request per table"
        return TablesChoice(TableCount.SEVERAL, "b", reason)
    if need.together and not need.key_value:
        return TablesChoice(
            TableCount.ONE, "a", "under one partition key, one Query returns them and one transaction writes them"
        )
    return TablesChoice(TableCount.SEVERAL, "b", "each is only read by its own key, so sharing a table has no benefit")


class Store(StrEnum):
    """What stores the data, or a copy of it."""

    DYNAMODB = "dynamodb"
    RELATIONAL = "relational"
    SEARCH = "search"
    WAREHOUSE = "warehouse"


@dataclass(frozen=True, slots=True)
class StoreNeed:
    """What an application needs from its store.

    `known`: its access patterns are known; `requests` per second at peak; `latency_ms` that it must keep; `bursty`
    load; `no_operations`: nobody to run a database; `feed`: other systems react to every change. `joins`: joins,
    aggregates or a ledger with changing queries. `paged_rows`: rows that people page through by number; `free_filters`
    that they combine; `text`: they search in text. `reports` over much of the data.
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
    """The store, the lettered case that decided, why, and additional stores fed by its changes."""

    store: Store
    case: str
    reason: str
    beside: tuple[Store, ...] = ()


def store(need: StoreNeed) -> StoreChoice:
    """Where the data is stored. Search and reports are additional copies, unless nothing else is needed."""
    signs, search = tuple(_signs(need)), tuple(_searches(need))
    beside = (*([Store.SEARCH] if search else []), *([Store.WAREHOUSE] if need.reports else []))
    if need.joins:
        left = tuple(one for one in beside if one is Store.SEARCH)
        return StoreChoice(Store.RELATIONAL, "b", "SQL is made for joins and aggregates with changing queries", left)
    if need.known:
        why = ", ".join(signs) or "nothing else requires it, so a relational store would work as well"
        return StoreChoice(Store.DYNAMODB, "a", f"the access patterns are known: {why}", beside)
    if search:
        reason = f"{' and '.join(search)} need an index over every field, fed by the stream of the main store"
        return StoreChoice(Store.SEARCH, "c", reason, beside[1:])
    if need.reports:
        return StoreChoice(Store.WAREHOUSE, "d", "reports read much and rarely: files in S3, queried in place")
    return StoreChoice(Store.RELATIONAL, "b", "the access patterns are not known yet, and keys serve only known ones")


def _signs(need: StoreNeed) -> Iterator[str]:
    if need.requests is not None and need.requests > REQUESTS_MANY:
        yield f"{need.requests:,.0f} requests/s"
    if need.latency_ms is not None and need.latency_ms < LATENCY_STRICT_MS:
        yield f"answers within {need.latency_ms:g} ms"
    if need.bursty:
        yield "bursts that nobody can size for"
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


class CopyUpkeep(StrEnum):
    """How a copy is kept consistent."""

    TRANSACTION = "transaction"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class RelationNeed:
    """A relationship: its cardinality, and what is shown with it.

    `label`: something of the other side is shown in its lists; `total`: a running total over the many, `exact` if it
    must never lag; `latest`: a page that needs only the newest state of the many.
    """

    cardinality: Cardinality
    label: bool = False
    total: bool = False
    exact: bool = False
    latest: bool = False


@dataclass(frozen=True, slots=True)
class RelationChoice:
    """One measure: the building block, the lettered case, why, and how a copy is kept consistent (None: there is
    none).
    """

    block: str
    case: str
    reason: str
    kept: CopyUpkeep | None = None


_PLACED: Final = {
    Cardinality.ONE_TO_MANY: RelationChoice(
        "P5", "a", "children under their parent's partition key: one Query reads both"
    ),
    Cardinality.TREE: RelationChoice("P6", "b", "a path as sort key: a prefix of it is a subtree"),
    Cardinality.MANY_TO_MANY: RelationChoice(
        "P7", "c", "one item per edge, and a GSI with its keys swapped for the other direction"
    ),
}


def relationship(need: RelationNeed) -> tuple[RelationChoice, ...]:
    """How a relationship is modeled, and then the copies that it needs, if any."""
    made = [_PLACED[need.cardinality]]
    if need.label:
        reason = "a copy of what is shown, so that a list takes one request; the stream propagates a rename"
        made.append(RelationChoice("X8", "d", reason, CopyUpkeep.STREAM))
    if need.total:
        kept = CopyUpkeep.TRANSACTION if need.exact else CopyUpkeep.STREAM
        how = "in the transaction that writes each of the many" if need.exact else "from the stream, a moment later"
        made.append(RelationChoice("P8", "e", f"a total stored next to the many, updated {how}", kept))
    if need.latest:
        reason = "a summary of fixed size next to the many, so that the page reads one small item"
        made.append(RelationChoice("X6", "f", reason, CopyUpkeep.STREAM))
    return tuple(made)


class Going(StrEnum):
    """How an item is deleted."""

    DELETE = "DeleteItem"
    SOFT = "P4"
    TTL = "TTL"


@dataclass(frozen=True, slots=True)
class DeletionChoice:
    """How an item is deleted, the lettered case that decided, and why."""

    way: Going
    case: str
    reason: str


def deletion(*, at_once: bool = False, undo_days: float = 0, only_storage: bool = False) -> DeletionChoice:
    """How an item is deleted. `at_once`: it must not be stored any longer; `undo_days` in which it can be restored;
    `only_storage`: nobody reads it, it only costs storage. What must be deleted immediately cannot be restored.
    """
    if undo_days > 0 and not at_once:
        reason = (
            f"marked as deleted, excluded from every read, and deleted by TTL after {undo_days:g} days: it "
            "can be restored"
        )
        return DeletionChoice(Going.SOFT, "b", reason)
    if only_storage and not at_once:
        return DeletionChoice(
            Going.TTL, "c", "deletes by TTL are free, and happen days late, without a guaranteed time"
        )
    reason = "deleted with the response, for the write units of the item"
    return DeletionChoice(Going.DELETE, "a", f"{reason}; it cannot be restored" if undo_days > 0 else reason)
