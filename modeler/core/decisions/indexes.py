"""Which kind of index, and what it should project.

facts/choices#index-kind, facts/choices#projection; facts/limits#indexes, facts/item-sizes#storage,
facts/throughput#reads, facts/throughput#index-writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import exact, plain_number
from modeler.core.design.tables import IndexKind, ProjectionType
from modeler.core.limits import (
    GIB,
    INDEX_ENTRY_OVERHEAD_BYTES,
    LSI_MAX,
    PROJECTED_NAMES_MAX,
    PROJECTED_NAMES_PER_INDEX,
    SECONDS_PER_MONTH,
)
from modeler.core.units import ZERO, query_units, read_units, write_units

COLLECTION_GB: Final = 10
"""The maximum size of the items and LSI entries of one partition key value, if there is an LSI.
facts/limits#indexes.
"""
INLINE_BYTES_MAX: Final = 32 * 1024
"""Move a larger value to S3, or into a separate item, before considering an index."""
NEARLY_ALL: Final = 0.8
"""The share of an item's bytes that counts as nearly everything."""
NEAR_COST: Final = Decimal("1.10")
"""Within this factor of the cheapest, the simplest projection is chosen."""


@dataclass(frozen=True, slots=True)
class IndexNeed:
    """What an index is needed for.

    `live`: the table exists; `sorted`: it has a sort key; `lsis`: how many LSIs it has; `same_partition`: the index
    would have the table's partition key; `strong`: it needs strongly consistent reads; `collection_gb`: the maximum
    size of the items of one partition key value, None if unknown.
    """

    same_partition: bool
    strong: bool = False
    live: bool = False
    sorted: bool = True
    lsis: int = 0
    collection_gb: float | None = None


@dataclass(frozen=True, slots=True)
class KindChoice:
    """GSI or LSI, the lettered case of facts/choices#index-kind, and why. `strong_get`: read the item itself with
    strong consistency afterward.
    """

    case: str
    kind: IndexKind
    reason: str
    strong_get: bool = False


def index_kind(need: IndexNeed) -> KindChoice:
    """GSI or LSI. An LSI only if nothing else gives a strongly consistent read in another order.

    facts/limits#indexes.
    """
    if need.live or not need.sorted or need.lsis >= LSI_MAX:
        why = "the table exists" if need.live else "it has no sort key" if not need.sorted else f"it has {LSI_MAX} LSIs"
        return KindChoice("a", IndexKind.GSI, f"an LSI can only be created with its table, and {why}", need.strong)
    if not need.same_partition:
        return KindChoice(
            "b", IndexKind.GSI, "an LSI has the table's partition key, and this index has a different one", need.strong
        )
    if need.strong and need.collection_gb is not None and need.collection_gb < COLLECTION_GB:
        reason = (
            "only an LSI gives strongly consistent reads in another order, and no collection reaches 10 GB; "
            "it uses the table's units, and fetches attributes that it lacks"
        )
        return KindChoice("c", IndexKind.LSI, reason)
    if need.strong:
        reason = (
            "an LSI limits every collection to 10 GB and one partition, and it is unknown whether they stay "
            "below: find the keys in a GSI, then read the item with strong consistency"
        )
        return KindChoice("d", IndexKind.GSI, reason, strong_get=True)
    return KindChoice("e", IndexKind.GSI, "a GSI can be removed, has separate units, and no limit of 10 GB")


@dataclass(frozen=True, slots=True)
class ProjectedAttribute:
    """An attribute outside the keys: bytes of name and value, changes per second, and what kind of value it is."""

    name: str
    size: float
    changes: Decimal = ZERO
    sensitive: bool = False
    binary: bool = False


@dataclass(frozen=True, slots=True)
class IndexUse:
    """How an index is used: `needs` are the attributes outside the keys that its reads need, `rows` per read, `reads`
    per second, `then_get`: one row is found, and then its item read with strong consistency. About the index: bytes of
    an entry's `keys`, number of `entries`, items that enter or leave per second (`puts`), names that the table's other
    indexes list; `consistent`: it is an LSI that is read with strong consistency.
    """

    needs: frozenset[str]
    rows: float
    keys: float
    reads: Decimal | None = None
    puts: Decimal = ZERO
    entries: int = 0
    then_get: bool = False
    listed: int = 0
    consistent: bool = False


@dataclass(frozen=True, slots=True)
class UnitPrices:
    """Dollars for one read unit, one write unit, and a GB stored for a month."""

    read: Decimal
    write: Decimal
    storage: Decimal


@dataclass(frozen=True, slots=True)
class ProjectionCost:
    """The cost of one projection: units of one read with its fetches, dollars per month for reads, writes, storage."""

    type: ProjectionType
    attributes: tuple[str, ...]
    entry: int
    read_units: Decimal
    reads: Decimal
    writes: Decimal
    storage: Decimal

    @property
    def total(self) -> Decimal:
        """Dollars per month."""
        return self.reads + self.writes + self.storage


@dataclass(frozen=True, slots=True)
class ProjectionChoice:
    """The projection, the lettered case of facts/choices#projection, and why. `apart` are attributes to move to S3 or a
    separate item first; `options` the cost of each feasible projection, if rates are known (an estimate).
    """

    case: str
    type: ProjectionType
    attributes: tuple[str, ...]
    reason: str
    apart: tuple[str, ...] = ()
    options: tuple[ProjectionCost, ...] = ()


def thin_units(rows: float, entry: int, item: int, *, consistent: bool = False) -> Decimal:
    """Units of a list read from a thin GSI: the entries together, then each item by key, rounded separately.
    facts/throughput#reads.

    `consistent` is how the items are read; the query of a GSI is always eventually consistent.
    """
    return query_units(_bytes(rows, entry)) + exact(rows) * read_units(item, consistent=consistent)


def fat_units(rows: float, entry: int, *, consistent: bool = False) -> Decimal:
    """Units of a list read from an index that projects everything: the entries together, rounded once.

    facts/throughput#reads.
    """
    return query_units(_bytes(rows, entry), consistent=consistent)


def fat_wins_below(rows: float, thin_entry: int, item: int, prices: UnitPrices) -> Decimal:
    """How many changes of attributes that no read there needs a fat index can have per list read before a thin one is
    cheaper: the cost of the fetches, in write units of the entry.

    facts/throughput#reads, facts/throughput#index-writes.
    """
    saved = thin_units(rows, thin_entry, item) - fat_units(rows, item)
    return saved * prices.read / (prices.write * write_units(item))


def projection(parts: tuple[ProjectedAttribute, ...], use: IndexUse, prices: UnitPrices) -> ProjectionChoice:
    """What an index should project: only keys, a list, or all; by cost if the rates are known, else by rule."""
    apart = tuple(part.name for part in parts if part.binary or part.size > INLINE_BYTES_MAX)
    if apart:
        rest = projection(
            tuple(part for part in parts if part.name not in apart),
            IndexUse(
                use.needs - set(apart),
                use.rows,
                use.keys,
                use.reads,
                use.puts,
                use.entries,
                use.then_get,
                use.listed,
                use.consistent,
            ),
            prices,
        )
        names = ", ".join(apart)
        reason = f"move {names} to S3 or a separate item first; for the rest: {rest.reason}"
        return ProjectionChoice("d", rest.type, rest.attributes, reason, apart, rest.options)
    needs = tuple(part.name for part in parts if part.name in use.needs)
    if not needs or use.then_get:
        why = (
            "one row is found, then its item is read with strong consistency"
            if use.then_get
            else "its reads need only the keys"
        )
        return ProjectionChoice("a", ProjectionType.KEYS_ONLY, (), why)
    listable = len(needs) <= PROJECTED_NAMES_PER_INDEX and use.listed + len(needs) <= PROJECTED_NAMES_MAX
    if use.reads is None:
        return _by_rule(parts, needs, listable)
    options = [_cost(ProjectionType.KEYS_ONLY, (), parts, use, prices)]
    if listable:
        options.append(_cost(ProjectionType.INCLUDE, needs, parts, use, prices))
    options.append(_cost(ProjectionType.ALL, tuple(part.name for part in parts), parts, use, prices))
    return _cheapest(tuple(options), parts, use)


def _by_rule(parts: tuple[ProjectedAttribute, ...], needs: tuple[str, ...], listable: bool) -> ProjectionChoice:
    total = sum(part.size for part in parts)
    share = sum(part.size for part in parts if part.name in needs) / total if total else 1.0
    sensitive = [part.name for part in parts if part.sensitive and part.name not in needs]
    if listable and (share < NEARLY_ALL or sensitive):
        return ProjectionChoice("b", ProjectionType.INCLUDE, needs, f"its reads need only {', '.join(needs)}")
    return ProjectionChoice("c", ProjectionType.ALL, (), "its reads need nearly everything")


def _cheapest(
    options: tuple[ProjectionCost, ...], parts: tuple[ProjectedAttribute, ...], use: IndexUse
) -> ProjectionChoice:
    best = min(options, key=lambda option: option.total)
    everything = options[-1]
    unread = [part for part in parts if part.name not in use.needs]
    kept_out = [part.name for part in unread if part.sensitive or part.changes > (use.reads or ZERO)]
    if everything is not best and everything.total <= best.total * NEAR_COST and not kept_out:
        reason = f"ALL costs {_dollars(everything)}, within 10% of the cheapest ({best.type}, {_dollars(best)})"
        return ProjectionChoice("f", everything.type, (), reason, options=options)
    others = ", ".join(f"{option.type} {_dollars(option)}" for option in options if option is not best)
    reason = f"{best.type} is the cheapest at {_dollars(best)}; {others} (estimates)"
    listed = best.attributes if best.type is ProjectionType.INCLUDE else ()
    return ProjectionChoice("e", best.type, listed, reason, options=options)


def _cost(
    kind: ProjectionType,
    names: tuple[str, ...],
    parts: tuple[ProjectedAttribute, ...],
    use: IndexUse,
    prices: UnitPrices,
) -> ProjectionCost:
    """A month of one projection. Changes to attributes that are not projected cost nothing.

    facts/item-sizes#storage, facts/throughput#index-writes.
    """
    carried = [part for part in parts if part.name in names]
    entry = _bytes(1, use.keys + sum(part.size for part in carried))
    item = _bytes(1, use.keys + sum(part.size for part in parts))
    lacking = use.needs - set(names)
    a_read = fat_units(use.rows, entry, consistent=use.consistent)
    if lacking:
        a_read += exact(use.rows) * read_units(item, consistent=use.consistent)
    changes = sum((part.changes for part in carried), use.puts)
    stored = exact(use.entries) * (entry + INDEX_ENTRY_OVERHEAD_BYTES) / GIB
    return ProjectionCost(
        kind,
        names,
        entry,
        a_read,
        (use.reads or ZERO) * a_read * SECONDS_PER_MONTH * prices.read,
        changes * write_units(entry) * SECONDS_PER_MONTH * prices.write,
        stored * prices.storage,
    )


def _bytes(count: float, size: float) -> int:
    return int((exact(count) * exact(size)).to_integral_value(rounding="ROUND_CEILING"))


def _dollars(option: ProjectionCost) -> str:
    return f"${plain_number(option.total.quantize(Decimal('0.01')))}/month"
