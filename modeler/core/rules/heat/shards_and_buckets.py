"""Shards and buckets that cost more requests than they are worth.

facts/modeling#rules, facts/choices#key-suffix, facts/choices#time-bucket.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from modeler.core.arithmetic import rounded
from modeler.core.capacity.growth import BUCKET_SECONDS
from modeler.core.capacity.populations import is_now, shards_of
from modeler.core.capacity.sharding import counter_shards, read_copies, shard_count
from modeler.core.design import usage_settings
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.templates import parse
from modeler.core.limits import CONFLICT_SHARE, FANOUT_WARNING
from modeler.core.rules.support.context import Call, RuleContext, cell_path, pattern_path
from modeler.core.rules.support.hot_keys import HotKey, WrittenCell, cells, hot_keys
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.time_bucket_fixes import coarser
from modeler.core.rules.support.write_targets import writers_of

_DAY = 86_400
_TOO_MANY = 2


@rule(
    "heat.over_sharded",
    ADVICE,
    Scope.TABLE,
    title="More shards than the traffic needs",
    why="A read of all items queries every shard, and each request is rounded up separately",
    fix="Use fewer shards; existing items then need new keys",
    sources="facts/building-blocks#p17, facts/choices#key-suffix",
    fixes=True,
)
def over_sharded(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        sharded = [cell for cell in cells(context, table, index) if cell.shards > 1]
        keys = {key.part: key for key in hot_keys(context, table, index, 0.0)} if sharded else {}
        for cell in sharded:
            key, readers = keys.get(cell.part), _fanning(context, table, index, cell)
            if key is None or key.write is None or key.write.lacking or not readers:
                continue
            needed = _needed(context, cell, key)
            if cell.shards <= _TOO_MANY * needed:
                continue
            labels = ", ".join(dict.fromkeys(pattern.label for pattern in readers))
            whole = float(key.write.peak) * cell.shards
            message = (
                f"{cell.label} has {cell.shards} shards, but its {rounded(whole)} write units/s at peak "
                f"(estimate) need {needed}: each read by {labels} queries {cell.shards} keys"
            )
            name = index.partition_key[0].name
            path = f"{cell_path(table, cell.entity, None if index.is_base else index.name)}.{name}"
            numbers = {"shards": cell.shards, "needed": needed}
            fixes = () if usage_settings.is_live(context.design, table) else _fewer(context, cell, needed)
            yield Spot(message, path, cell.part, f"keys.{name}", numbers, fixes=fixes)


def _needed(context: RuleContext, cell: WrittenCell, key: HotKey) -> int:
    """Shards that the writes, and reads of a single shard, need; counter shards get half the load."""
    write = key.write.peak * cell.shards if key.write is not None else 0
    counts = context.once("patterns that add", lambda: _adding(context))
    counting = key.write is not None and any(touch.pattern in counts for touch in key.write.touches)
    needed = counter_shards(write) if counting else shard_count(write).recommended
    needed = max(needed, _against_conflicts(context, cell))
    if key.read is not None:
        fanned = context.once("patterns that fan out", lambda: _fanned(context))
        alone = sum(touch.peak for touch in key.read.touches if touch.pattern not in fanned)
        needed = max(needed, read_copies(alone * cell.shards))
    return needed


def _adding(context: RuleContext) -> frozenset[str]:
    updates = (call for call in context.calls if call.pattern.operation is Operation.UPDATE)
    return frozenset(call.top.id for call in updates if call.pattern.add)


def _fanned(context: RuleContext) -> frozenset[str]:
    return frozenset(pattern.id for pattern in context.design.patterns if context.asked(pattern).fan_out > 1)


def _against_conflicts(context: RuleContext, cell: WrittenCell) -> int:
    """Shards with which transactions that change one of the items seldom conflict, whatever the units."""
    found = 1
    for call in writers_of(context, cell.entity):
        rate = call.top.per_second
        if call.in_transaction and call.pattern.operation is Operation.UPDATE and rate is not None:
            window = call.top.facts.window_ms / 1000
            found = max(found, math.ceil(rate.peak * window / CONFLICT_SHARE))
    return found


def _fanning(context: RuleContext, table: Table, index: Index, cell: WrittenCell) -> list[AccessPattern]:
    """Reads that query every shard of a cell's key."""
    return [
        call.top
        for call in _reads(context, table, index)
        if context.asked(call.pattern).fan_out > 1 or call.top.fan_out > 1
        if cell.entity in context.about(call.pattern)
    ]


def _reads(context: RuleContext, table: Table, index: Index) -> list[Call]:
    by_index = context.once("reads by index", lambda: _by_index(context))
    return by_index.get((id(table), None if index.is_base else index.name), [])


def _by_index(context: RuleContext) -> dict[tuple[int, str | None], list[Call]]:
    found: dict[tuple[int, str | None], list[Call]] = {}
    for call in context.calls:
        pattern = context.asked(call.pattern)
        if pattern.operation.is_read:
            found.setdefault((id(context.design.table(pattern.table)), pattern.index), []).append(call)
    return found


def _fewer(context: RuleContext, cell: WrittenCell, needed: int) -> tuple[Fix, ...]:
    """Lower the shard count wherever it is specified, and the request count of the reads that query all shards."""
    references = [one for one in cell.references if shards_of(cell.entity.attribute(one.attribute), one) > 1]
    if len(references) != 1:
        return ()
    reference, shards = references[0], cell.shards
    attribute = cell.entity.attribute(reference.attribute)
    edits: list[Edit] = []
    if reference.formats:
        text = re.compile(rf"(\{{\s*{re.escape(reference.attribute)}\s*:[^}}]*\bshard\()\s*{shards}\s*\)")
        for call in context.calls:
            for condition in call.pattern.key:
                if condition.operator == "=" and text.search(condition.templates[0]):
                    made = text.sub(rf"\g<1>{needed})", condition.templates[0])
                    edits.append(Put(call.pattern.id, f"key.{condition.name}", made))
        for overload in cell.entity.overloads:
            for name, template in overload.keys.items():
                if text.search(template):
                    edits.append(Put(overload.id, f"keys.{name}", text.sub(rf"\g<1>{needed})", template)))
    elif attribute is not None:
        edits.append(Put(attribute.id, "format", f"shard({needed})"))
    edits += [
        Put(call.pattern.id, "fan_out", needed)
        for call in context.calls
        if call.pattern.fan_out == shards and cell.entity in context.about(call.pattern)
    ]
    return (Fix(f"Use {needed} shard{'' if needed == 1 else 's'}", tuple(edits)),)


@rule(
    "heat.bucket_too_fine",
    WARNING,
    Scope.TABLE,
    title="Reads span many time buckets",
    why="Each bucket in a read's window is a separate request",
    fix="Use a coarser time period in the key",
    sources="facts/building-blocks#p10, facts/choices#time-bucket",
    fixes=True,
)
def bucket_too_fine(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index, call, cell, seconds in bucketed_reads(context, table):
        days = call.pattern.facts.intent.window_days
        asked = context.asked(call.pattern).fan_out // cell.shards
        requests = asked if days is None else max(1, math.ceil(days * _DAY / seconds))
        if requests > FANOUT_WARNING:
            window = f"its window of {days:g} days" if days is not None else "one call"
            message = f"{call.label} needs {requests:,} requests for {window}: one per {cell.label} bucket"
            fixes = coarser(context, table, index, cell)
            yield Spot(message, pattern_path(call.top), call.pattern.id, "key", {"requests": requests}, fixes=fixes)


def bucketed_reads(context: RuleContext, table: Table) -> Iterator[tuple[Index, Call, WrittenCell, float]]:
    """Reads of time buckets: the index, the read, the key that has the bucket, and the seconds of one bucket."""
    for index in table.all_indexes:
        bucketed: dict[int, WrittenCell] = {}
        for one in cells(context, table, index):
            if one.now:
                bucketed.setdefault(id(one.entity), one)
        for call in _reads(context, table, index) if bucketed else ():
            cell = next((bucketed[id(about)] for about in context.about(call.pattern) if id(about) in bucketed), None)
            seconds = _bucket(cell, context.asked(call.pattern), index) if cell is not None else None
            if cell is not None and seconds is not None:
                yield index, call, cell, seconds


def _bucket(cell: WrittenCell, pattern: AccessPattern, index: Index) -> float | None:
    """Duration of a bucket that the read names; None if it does not read by its key."""
    names = {key.name for key in index.partition_key}
    if not any(one.name in names and one.operator == "=" and parse(one.templates[0]).references for one in pattern.key):
        return None
    formats = [
        one.formats[-1].name if one.formats else "date"
        for one in cell.references
        if is_now(cell.entity.attribute(one.attribute), one)
    ]
    return min((float(BUCKET_SECONDS[name]) for name in formats if name in BUCKET_SECONDS), default=None)


@rule(
    "heat.shard_of_few_values",
    WARNING,
    Scope.TABLE,
    title="Shard is computed from an attribute with few values",
    why="Equal values give equal shards: an attribute of three values fills three shards, whatever their number",
    fix="Compute the shard from an attribute that differs in each item, such as its id",
    sources="facts/choices#key-suffix, facts/building-blocks#p8",
)
def shard_of_few_values(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        for cell in cells(context, table, index):
            for one in cell.references:
                attribute = cell.entity.attribute(one.attribute)
                shards = shards_of(attribute, one) if any(call.name == "shard" for call in one.formats) else 0
                values = len(attribute.values) if attribute is not None else 0
                if 0 < values < shards:
                    again = any(other is not one and other.attribute == one.attribute for other in cell.references)
                    does = "adds no shard" if again else f"gives {values} shards at most"
                    message = f"{cell.label} {does}: {one.attribute} has {values} values"
                    name = index.partition_key[0].name
                    path = f"{cell_path(table, cell.entity, None if index.is_base else index.name)}.{name}"
                    yield Spot(message, path, cell.part, f"keys.{name}", {"values": values})
                    break


RULES = (over_sharded, bucket_too_fine, shard_of_few_values)
