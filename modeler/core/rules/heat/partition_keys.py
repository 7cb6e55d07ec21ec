"""Partition keys that cannot spread writes: few values, the date, a coarse parent. facts/modeling#rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from modeler.core.capacity.loads import Direction
from modeler.core.capacity.populations import distinct_keys
from modeler.core.decisions.throughput import Bucket
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.fixes import Fix
from modeler.core.items.index_shares import cell_shares
from modeler.core.items.sizes import EntitySizes
from modeler.core.keys.templates import Reference
from modeler.core.limits import MIN_DISTINCT, NEAR_LIMIT_SHARE, PARTITION_WRITE_UNITS
from modeler.core.phrases import and_list
from modeler.core.rules.heat import coarse_partitions
from modeler.core.rules.indexes import index_writes
from modeler.core.rules.support.context import RuleContext, cell_path, keys_of
from modeler.core.rules.support.hot_keys import (
    HotKey,
    WrittenCell,
    cells,
    hot_keys,
    is_far_below,
    is_untouched,
    population,
)
from modeler.core.rules.support.own_ids import are_names, is_short_list
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.shard_fixes import ROOMY_UNITS, shard_fixes

_MANY_ITEMS = 10_000
_MANY_ENTRIES = 100_000
_FEW_ENTRIES = 1_000
_MOST = 0.8
_WRITES_A_BUCKET = 100


def _place(table: Table, index: Index, cell: WrittenCell) -> tuple[str, str, str]:
    """Path, part and field of a partition key's template."""
    name = index.partition_key[0].name
    where = cell_path(table, cell.entity, None if index.is_base else index.name)
    return f"{where}.{name}", cell.part, f"keys.{name}"


def _distinct(context: RuleContext, table: Table, cell: WrittenCell) -> float | None:
    """How many values the partition key has; None if that is unknown or depends on time."""
    if cell.now or len(cell.references) > len(cell.ids | cell.enums) + int(cell.has_shard):
        return None
    names = cell.ids | cell.enums
    count = distinct_keys(names, cell.references, cell.entity, population(context, table))
    return None if count is None else count * cell.shards


def _hot(context: RuleContext, table: Table, index: Index, cell: WrittenCell, least: float) -> HotKey | None:
    """The cell's hottest key, if it uses more than this share of a partition."""
    return next((key for key in hot_keys(context, table, index, least) if key.part == cell.part), None)


@rule(
    "keys.low_cardinality",
    WARNING,
    Scope.TABLE,
    title="Partition key with few values",
    why="Items and traffic concentrate on a few keys, and each key is limited to one partition's throughput",
    fix="Use a finer-grained attribute as the key, or add a shard",
    sources="facts/modeling#partition-keys, facts/modeling#hot-keys",
    hides=("heat.partition_over_limit",),
    fixes=True,
)
def low_cardinality(context: RuleContext, table: Table) -> Iterator[Spot]:
    written, parts = cells(context, table, table.base), (population(context, table),)
    few = context.memo.of_each(f"few values {table.name}", parts, written, partial(_few_values, context, table))
    open_: list[tuple[WrittenCell, Spot]] = []
    for cell, found in zip(written, few, strict=True):
        if found is None:
            continue
        distinct, message = found
        key = _hot(context, table, table.base, cell, NEAR_LIMIT_SHARE)  # instead of heat.partition_over_limit
        over = key is not None and key.used > 1
        fixes: tuple[Fix, ...] = ()
        if key is not None:
            message += f", and {key.text()}" + (f". {key.help()}" if over else ": more than half of the limit is used")
            fixes = shard_fixes(context, key) if over else shard_fixes(context, key, ROOMY_UNITS)
        said = {"distinct": distinct, "count": cell.entity.count, **(key.facts() if key is not None else {})}
        is_cool = is_far_below(context, table, table.base, cell)
        severity = ERROR if over else ADVICE if is_cool or _is_list(context, table, cell) else None
        spot = Spot(message, *_place(table, table.base, cell), said, severity, fixes=fixes)
        if cell.entity.count is None and key is None and not is_cool:
            open_.append((cell, spot))
        else:
            yield spot
    yield from _one_habit(open_)


def _one_habit(found: list[tuple[WrittenCell, Spot]]) -> Iterator[Spot]:
    """Constant keys of entities whose items nobody counts: one finding with its places."""
    if len(found) < 2:
        yield from (spot for _, spot in found)
        return
    every: dict[str, list[str]] = {}
    for cell, _ in found:
        every.setdefault(cell.label, []).append(cell.entity.name)
    shown = [f"{label} has one value for every {' and every '.join(names)}" for label, names in every.items()]
    message = f"{and_list(shown)} (item counts not given)"
    first = next((spot for _, spot in found if spot.severity is None), found[0][1])
    yield replace(first, message=message, facts={**first.facts, "places": [spot.path for _, spot in found]})


def _few_values(context: RuleContext, table: Table, cell: WrittenCell) -> tuple[float, str] | None:
    """How few values a partition key has for its items, and that as text; None if they are enough or unknown."""
    count, entity = cell.entity.count, cell.entity.name
    if count is None:
        found = f"{cell.label} has one value for every {entity} (item count not given)"
        return (1, found) if _is_one_collection(cell) else None
    if count <= _MANY_ITEMS or cell.has_shard:
        return None
    distinct = _distinct(context, table, cell)
    if distinct is None or distinct >= MIN_DISTINCT:
        return None
    values = "one value" if distinct == 1 else f"about {distinct:,.0f} values"
    return distinct, f"{cell.label} has {values} for {count:,} items of {entity}"


def _is_one_collection(cell: WrittenCell) -> bool:
    """Does a constant partition key hold every item of the entity, one for each value of its sort key?"""
    partition, *sort = cell.key.complete or ()
    identity = (name for template in sort for name in template.attributes)
    held = (one for name in identity if (one := cell.entity.attribute(name)) is not None and not one.values)
    # An attribute with one possible value is as constant as a literal.
    is_fixed = all(len(_values(cell.entity, name)) == 1 for name in partition.attributes)
    return is_fixed and not cell.has_shard and any(not are_names(cell.entity, one) for one in held)


def _values(entity: Entity, name: str) -> Collection[str]:
    attribute = entity.attribute(name)
    return attribute.values if attribute is not None else ()


def _is_one_item(cell: WrittenCell) -> bool:
    """Does the partition key alone identify an item?"""
    held = {name for template in cell.partition for name in template.attributes}
    return bool(cell.entity.identity) and set(cell.entity.identity) <= held


@rule(
    "keys.date_partition",
    WARNING,
    Scope.TABLE,
    title="Hot partition: the partition key is the date",
    why="All current writes go to one key while all other keys are idle",
    fix="Add a shard, or the entity that reads request",
    sources="facts/anti-patterns#a3, facts/modeling#hot-keys",
    hides=("keys.low_cardinality", "heat.bucket_does_not_cut_rate", "heat.partition_over_limit", "heat.hot_key_share"),
    fixes=True,
)
def date_partition(context: RuleContext, table: Table) -> Iterator[Spot]:
    writes = [key for key in context.heat.of(table.name) if key.direction is Direction.WRITE and key.peak > 0]
    for cell in cells(context, table, table.base) if writes else ():
        if not cell.only_time:
            continue
        key = _hot(context, table, table.base, cell, 0.0)
        heat = key.write if key is not None else None
        if key is None or heat is None or float(heat.peak) * _seconds(cell.now) < _WRITES_A_BUCKET:
            continue
        if _is_one_item(cell) and heat.used <= NEAR_LIMIT_SHARE:
            continue  # a period has one item: nothing gathers under its key
        message = f"{cell.label} contains only time, so all current writes go to one key: {key.text()}"
        over = heat.used > 1
        if over:
            message += f". {key.help()}"
        fixes = shard_fixes(context, key, ROOMY_UNITS)
        yield Spot(message, *_place(table, table.base, cell), key.facts(), ERROR if over else None, fixes=fixes)


def _seconds(references: tuple[Reference, ...]) -> float:
    """Duration of the finest time unit, in seconds."""
    names = [call.name for reference in references for call in reference.formats]
    return min((bucket.seconds for bucket in Bucket if bucket.value in names), default=Bucket.DATE.seconds)


@rule(
    "index.date_pk",
    WARNING,
    Scope.TABLE,
    title="Hot partition: the index key is the date",
    why="All of today's writes go to one partition of the index, which then throttles the table",
    fix="Add a shard to the index key",
    sources="facts/throughput#throttling, facts/modeling#hot-keys",
    hides=(
        "index.constant_pk",
        "heat.bucket_does_not_cut_rate",
        "heat.index_partition_over_limit",
        "heat.hot_key_share",
    ),
    fixes=True,
)
def date_pk(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        for key in hot_keys(context, table, index, NEAR_LIMIT_SHARE):
            hot = key.write is not None and float(key.write.peak) > NEAR_LIMIT_SHARE * PARTITION_WRITE_UNITS
            if hot and key.cell is not None and key.cell.only_time:
                message = f"{key.cell.label} contains only time, so all current writes go to one key: {key.text()}"
                over = key.used > 1
                message += f". {key.help()}" if over else ""
                grave, fixes = ERROR if over else None, shard_fixes(context, key, ROOMY_UNITS)
                yield Spot(message, *_place(table, index, key.cell), key.facts(), grave, fixes=fixes)


@rule(
    "index.constant_pk",
    WARNING,
    Scope.TABLE,
    title="Index partition key with few values",
    why="All entries concentrate on a few keys: each is limited to one partition's size, reads and writes",
    fix="Add a month or date to the key, or a shard",
    sources="facts/anti-patterns#a9, facts/building-blocks#p12, facts/building-blocks#p16",
)
def constant_pk(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        if index.kind is not IndexKind.GSI:
            continue
        parts = (index, population(context, table), *keys_of(table))
        full = partial(_full_of_few, context, table, index)
        written = cells(context, table, index)
        found = context.memo.of_each(f"few index keys {table.name}", parts, written, full)
        told = [
            replace(spot, severity=ADVICE) if _may_be_small(spot) or _is_unloaded(context, table, index, cell) else spot
            for spot, cell in zip(found, written, strict=True)
            if spot is not None
        ]
        yield from _one_cause(index, told)


def _is_unloaded(context: RuleContext, table: Table, index: Index, cell: WrittenCell) -> bool:
    return is_far_below(context, table, index, cell) or _is_list(context, table, cell)


def _is_list(context: RuleContext, table: Table, cell: WrittenCell) -> bool:
    """Return whether an entity is a short list by its name, as categories are, and nothing says otherwise."""
    return is_short_list(cell.entity) and is_untouched(context, table, cell)


def _full_of_few(context: RuleContext, table: Table, index: Index, cell: WrittenCell) -> Spot | None:
    """A partition key of an index that has few values and holds much."""
    count = cell.entity.count
    distinct = None if cell.has_shard else _distinct(context, table, cell)
    if distinct is None or distinct >= MIN_DISTINCT:
        return None
    share = _cell_share(context.sizes.entity(table, cell.entity), index, cell)
    entries = None if count is None else count * share
    few = share < _MOST and (entries is None or entries <= _MANY_ENTRIES)
    if few or (entries is not None and entries < _FEW_ENTRIES):
        return None
    values = "one value" if distinct == 1 else f"about {distinct:,.0f} values"
    held = f"{100 * share:.0f}% of the {cell.entity.name} items"
    number = f"{held}, about {entries:,.0f} entries" if entries is not None else f"{held} (item count not given)"
    message = f"{cell.label} of {index.name} has {values} and holds {number}"
    facts = {"distinct": distinct, "share": share, "entries": entries}
    return Spot(message, *_place(table, index, cell), facts)


def _may_be_small(spot: Spot) -> bool:
    """Does nobody know how many entries the few values share? Of one value, nothing can be spread."""
    return spot.facts["entries"] is None and spot.facts["distinct"] > 1


def _one_cause(index: Index, found: list[Spot]) -> Iterator[Spot]:
    """Cells whose items are counted, each alone; all others of an index as one finding with its places."""
    open_ = [spot for spot in found if spot.facts["entries"] is None]
    yield from (spot for spot in found if spot not in open_)
    if len(open_) < 2:
        yield from open_
        return
    shown = ", ".join(spot.message.split(" of ", 1)[0] for spot in open_)
    message = (
        f"{shown} of {index.name} have few values, and each holds most items of its entity (item counts not given)"
    )
    places = [spot.path for spot in open_]
    first = next((spot for spot in open_ if spot.severity is None), open_[0])
    yield replace(first, message=message, facts={**first.facts, "places": places})


def _cell_share(sizes: EntitySizes, index: Index, cell: WrittenCell) -> float:
    """The share of the entity's items that one cell of an index holds."""
    row = sizes.row(index)
    return sum(share for one, share in cell_shares(row, sizes.facts) if one.overload is cell.key.overload)


RULES = (low_cardinality, date_partition, date_pk, constant_pk, *coarse_partitions.RULES, *index_writes.RULES)
