"""Item collections that grow without limit, toward the 10 GB that a local secondary index allows.
facts/limits#indexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from modeler.core.arithmetic import rounded
from modeler.core.capacity.growth import Collection, Held, Holding, duration, gathered, held
from modeler.core.design.items import Entity
from modeler.core.design.pattern_facts import Skew
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import IndexKind, Table
from modeler.core.keys.templates import parse
from modeler.core.limits import GIB, LSI_COLLECTION_BYTES_MAX, MIB
from modeler.core.rules.support.context import RuleContext, cell_path, schema
from modeler.core.rules.support.hot_keys import WrittenCell, cells, population
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.time_bucket_fixes import finer

_FORECAST_MONTHS = 36
_LARGE_COLLECTION = GIB
_MANY_PAGES = 25 * MIB
"""25 requests, one after the other, while a user waits."""


def found_collections(context: RuleContext, table: Table) -> tuple[Collection, ...]:
    """The collections of a table, with the skew of the patterns that put their items."""

    def all_of_them() -> tuple[Collection, ...]:
        skews = {
            name: skew
            for call in context.calls
            if call.pattern.operation is Operation.PUT and (skew := call.pattern.facts.skew or call.top.facts.skew)
            for name in call.pattern.entities or call.top.entities
        }
        known = population(context, table)
        parts = (known, *schema(table))

        def of_entity(entity: Entity, skew: Skew | None = None) -> tuple[Held, ...]:
            return held(table, entity, context.sizes, known, skew)

        def of_skewed(entity: Entity, skew: Skew) -> tuple[Held, ...]:
            return context.memo.get(f"held {skew}", (entity, *parts), partial(of_entity, entity, skew))

        found = context.of_entities("held", table, of_entity, parts)
        even = dict(zip(map(id, table.entities), found, strict=True))
        skewed = {id(one): of_skewed(one, skew) for one in table.entities if (skew := skews.get(one.name)) is not None}
        return gathered((even | skewed).values())

    return context.once(("collections", id(table)), all_of_them)


def _spot(table: Table, holding: Holding, message: str, found: Collection, *, error: bool | None = None) -> Spot:
    name = table.partition_key[0].name
    numbers = {"bytes": float(found.size.value), "bytes a month": float(found.monthly.value), "key": found.label}
    path = f"{cell_path(table, holding.entity, None)}.{name}"
    severity = None if error is None else ERROR if error else WARNING
    return Spot(message, path, holding.overload, f"keys.{name}", numbers, severity)


def _largest(found: Collection) -> Holding:
    """The entity that makes the collection large: by growth, then by current size."""
    return max(found.holdings, key=lambda one: (one.monthly * one.item_bytes, one.largest))


@rule(
    "collection.unbounded",
    WARNING,
    Scope.TABLE,
    title="Item collection that grows without limit",
    why="A read of the whole collection gets slower and more expensive as the collection grows, page by page",
    fix="Add a time bucket to the key, or give the children their own partition key",
    sources="facts/anti-patterns#a15, facts/building-blocks#p5",
)
def unbounded(context: RuleContext, table: Table) -> Iterator[Spot]:
    bucketed = {cell.part for cell in cells(context, table, table.base) if cell.now}
    for found in found_collections(context, table):
        if not found.holdings or any(one.overload in bucketed for one in found.holdings):
            continue
        holding = _largest(found)
        now, monthly = float(found.size.value), float(found.monthly.value)
        later = now + monthly * _FORECAST_MONTHS
        endless = [one for one in found.holdings if _is_endless(one)]
        readers = [pattern.label for one in endless for pattern in _whole_reads(context, table, one.entity)]
        if later > _LARGE_COLLECTION:
            when = "now" if now > _LARGE_COLLECTION else f"in {duration(found.months_until(_LARGE_COLLECTION) or 0)}"
            message = f"A collection of {found.label} reaches 1 GB {when} (estimate: {_sized(holding)})"
            severity = ADVICE if _are_all_bounded(context, table, found) else None
            yield replace(_spot(table, holding, message, found), severity=severity)
        elif now > _MANY_PAGES and (whole_reads := _all_readers(context, table, found)):
            message = (
                f"{', '.join(whole_reads)} reads a whole collection of {found.label}, which reaches "
                f"{now / MIB:,.0f} MB (estimate: {_sized(holding)})"
            )
            yield _spot(table, holding, message, found)
        elif readers:
            holding = endless[0]
            message = (
                f"{', '.join(dict.fromkeys(readers))} reads a whole collection of {found.label}, which can "
                f"hold an unlimited number of {holding.entity.name} items (estimate: {_sized(holding)})"
            )
            yield _spot(table, holding, message, found)


def _are_all_bounded(context: RuleContext, table: Table, found: Collection) -> bool:
    """Return whether every read of the items has a limit or a narrower condition, and there is one."""
    entities = [holding.entity for holding in found.holdings]
    reads = [
        call
        for call in context.calls_on(table)
        if call.pattern.operation is Operation.QUERY
        and any(one in context.design.entities_of(call.pattern) for one in entities)
    ]
    return bool(reads) and not any(any(True for _ in _whole_reads(context, table, one)) for one in entities)


def _all_readers(context: RuleContext, table: Table, found: Collection) -> list[str]:
    """The online patterns that read a collection as a whole, without a limit."""
    patterns = [one for holding in found.holdings for one in _whole_reads(context, table, holding.entity)]
    return list(dict.fromkeys(one.label for one in patterns if one.facts.purpose == "online"))


def _sized(holding: Holding) -> str:
    grows = f", {rounded(holding.monthly)} more per month" if holding.monthly else ""
    items = max(holding.items, holding.most or 0.0)
    return f"{rounded(items)} {holding.entity.name} items of {holding.item_bytes:,.0f} B{grows}"


def _is_endless(holding: Holding) -> bool:
    """Return whether a parent's children are unbounded: declared without a maximum, or growing."""
    entity = holding.entity
    if holding.most is not None or entity.retention is not None:
        return False
    return holding.monthly > 0 or (entity.per_parent is not None and holding.items > 1)


def _whole_reads(context: RuleContext, table: Table, entity: Entity) -> Iterator[AccessPattern]:
    """Reads of all items of an entity under one partition key of the table: no limit, and no sort key condition but
    the text that all its keys begin with.
    """
    sort = {key.name for key in table.sort_key}
    starts = {key.complete[-1].literal_prefix for key in context.keys(table, entity, table.base) if key.complete}
    for call in context.calls:
        pattern = context.asked(call.pattern)
        if (
            pattern.operation is Operation.QUERY
            and pattern.index is None
            and pattern.limit is None
            and pattern.key
            and context.design.table(pattern.table) is table
            and all(_is_whole(condition, starts) for condition in pattern.key if condition.name in sort)
            and entity in context.about(pattern)
        ):
            yield call.top


def _is_whole(condition: KeyCondition, starts: set[str]) -> bool:
    """Return whether a condition on the sort key leaves out no item whose key begins with one of these texts."""
    if condition.operator != "begins_with":
        return False
    asked = parse(condition.templates[0])
    return asked.is_constant and all(start.startswith(asked.literal_prefix) for start in starts)


@rule(
    "collection.lsi_10gb",
    ERROR,
    Scope.TABLE,
    title="Item collection reaches 10 GB with a local secondary index",
    why="A collection and its local index entries together cannot exceed 10 GB: then writes are rejected",
    fix="Use a GSI instead (this needs a new table), or a finer partition key",
    sources="facts/limits#lsis",
    hides=("collection.unbounded",),
)
def lsi_10gb(context: RuleContext, table: Table) -> Iterator[Spot]:
    local = [index.name for index in table.indexes if index.kind is IndexKind.LSI]
    if not local:
        return
    for found in found_collections(context, table):
        months = found.months_until(LSI_COLLECTION_BYTES_MAX) if found.holdings else None
        if months is None or months > _FORECAST_MONTHS:
            continue
        holding = _largest(found)
        when = "now" if months == 0 else f"in {duration(months)}"
        message = f"A collection of {found.label} reaches 10 GB {when}, entries of {', '.join(local)} included"
        yield _spot(table, holding, f"{message} (estimate: {_sized(holding)})", found, error=months == 0)


@rule(
    "heat.bucket_too_coarse",
    WARNING,
    Scope.TABLE,
    title="Time bucket that holds too much",
    why="A read of a shorter window pays for the whole bucket, and a local secondary index limits it to 10 GB",
    fix="Use a shorter period in the key, or a condition on the time in the sort key",
    sources="facts/building-blocks#p10, facts/choices#time-bucket",
    hides=("collection.unbounded", "collection.lsi_10gb"),
    fixes=True,
)
def bucket_too_coarse(context: RuleContext, table: Table) -> Iterator[Spot]:
    local = any(index.kind is IndexKind.LSI for index in table.indexes)
    by_part = {cell.part: cell for cell in cells(context, table, table.base) if cell.now}
    for found in found_collections(context, table) if by_part else ():
        cell = next((by_part[one.overload] for one in found.holdings if one.overload in by_part), None)
        if cell is None:
            continue
        holding, size = _largest(found), float(found.size.value)
        if local and size > LSI_COLLECTION_BYTES_MAX:
            message = (
                f"One bucket of {found.label} has {size / GIB:,.1f} GB, and a local secondary index limits it to 10 GB"
            )
            fixes = finer(context, table, table.base, cell, LSI_COLLECTION_BYTES_MAX / size)
            spot = _spot(table, holding, f"{message} (estimate: {_sized(holding)})", found, error=True)
            yield replace(spot, fixes=fixes)
        elif size > _LARGE_COLLECTION and (filtered := [one.label for one in _filters_time(context, table, cell)]):
            message = (
                f"One bucket of {found.label} has {size / GIB:,.1f} GB (estimate: {_sized(holding)}), and "
                f"{', '.join(dict.fromkeys(filtered))} reads a shorter window of it with a filter"
            )
            yield _spot(table, holding, message, found)


def _filters_time(context: RuleContext, table: Table, cell: WrittenCell) -> Iterator[AccessPattern]:
    """Reads of the buckets that select a time by filter, with no condition on the sort key."""
    names = {one.attribute for one in cell.now}
    sort = {key.name for key in table.sort_key}
    for call in context.calls:
        pattern = context.asked(call.pattern)
        bound = any(condition.name in sort for condition in pattern.key)
        about = pattern.operation is Operation.QUERY and pattern.index is None and cell.entity in context.about(pattern)
        if about and not bound and context.design.table(pattern.table) is table:
            mentioned = {*pattern.names.values(), *pattern.filter.replace("(", " ").replace(")", " ").split()}
            if pattern.filter.strip() and names & mentioned:
                yield call.top


RULES = (unbounded, lsi_10gb, bucket_too_coarse)
