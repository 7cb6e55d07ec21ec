"""Decisions about the keys of an entity: a suffix, a time bucket, hot reads, for each index that it writes."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.answers.answer import Answer, Number, Unknown, units
from modeler.core.decisions.throughput import DAY, Suffix, bucket_for, hot_reads, suffix_for
from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.limits import PARTITION_READ_UNITS, PARTITION_WRITE_UNITS, SECONDS_PER_MONTH
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.hot_keys import HotKey, hot_keys
from modeler.core.rules.support.shard_fixes import shard_fixes


def answers_of_key(context: RuleContext, table: Table, entity: Entity) -> Iterator[Answer]:
    """Yield the decisions for the table's key of the entity, then for its keys in each index."""
    for index in table.all_indexes:
        if context.keys(table, entity, index):
            found = [key for key in hot_keys(context, table, index, 0.0) if key.cell and key.cell.entity is entity]
            hottest = max(found, key=lambda key: key.used, default=None)
            calls = _calls(context, table, entity, index)
            yield _suffix(context, entity, index, calls, hottest)
            if entity.growth and _by_window(calls):
                yield _bucket(context, table, entity, index, calls)
            yield _hot_reads(entity, index, calls, hottest)


def _place(index: Index) -> str:
    return "the table" if index.is_base else index.name


def _calls(context: RuleContext, table: Table, entity: Entity, index: Index) -> list[Call]:
    """The calls about the entity: all writes, and the reads of this index."""
    name = None if index.is_base else index.name
    return [
        call
        for call in context.calls
        if context.design.table(call.pattern.table) is table
        and entity in context.about(call.pattern)
        and (not call.pattern.operation.is_read or context.asked(call.pattern).index == name)
    ]


def _unrated(calls: list[Call], *, reads: bool) -> tuple[Unknown, ...]:
    tops = {call.top.id: call.top for call in calls if call.pattern.operation.is_read is reads}
    return tuple(
        Unknown(f"how often {top.label} is called", top.id, "per_second")
        for top in tops.values()
        if top.per_second is None
    )


def _by_window(calls: list[Call]) -> bool:
    """Whether a read takes a range of times."""
    return any(
        call.pattern.facts.intent.raw.get("window_days") or any(one.operator == "between" for one in call.pattern.key)
        for call in calls
        if call.pattern.operation.is_read
    )


def _suffix(context: RuleContext, entity: Entity, index: Index, calls: list[Call], hot: HotKey | None) -> Answer:
    question = f"A shard or a bucket in the partition key of {_place(index)}?"
    unknown = _unrated(calls, reads=False)
    writes = [call for call in calls if not call.pattern.operation.is_read]
    if writes and len(unknown) == len({call.top.id for call in writes}):
        return Answer("key-suffix", question, "", "No write of this entity has a rate.", unknown=unknown)
    peak = float(hot.write.peak) if hot is not None and hot.write is not None else 0.0
    shards = hot.cell.shards if hot is not None and hot.cell is not None else 1
    by_id = any(call.pattern.operation is Operation.GET for call in calls)
    made = suffix_for(peak * shards, by_id=by_id, unbounded=bool(entity.growth), by_window=_by_window(calls))
    is_sharded = made.suffix in (Suffix.CALCULATED, Suffix.RANDOM, Suffix.BUCKET_AND_SHARD)
    says = f"{made.suffix.value}, {made.shards.recommended} shards" if is_sharded else made.suffix.value
    fixes = shard_fixes(context, hot) if is_sharded and shards == 1 and hot is not None else ()
    return Answer(
        "key-suffix",
        question,
        says,
        made.reason,
        is_sharded == (shards > 1) and made.suffix is not Suffix.ANOTHER_KEY,
        (
            Number("Hottest key at peak", f"{units(peak)} write units/s"),
            Number("Limit of one partition", f"{PARTITION_WRITE_UNITS:,} write units/s"),
            Number("Shards now", str(shards)),
            Number("Growth", f"{units(entity.growth)} items per month"),
        ),
        unknown,
        fixes,
    )


def _bucket(context: RuleContext, table: Table, entity: Entity, index: Index, calls: list[Call]) -> Answer:
    question = f"How coarse is a time bucket in {_place(index)}?"
    reads = [call for call in calls if call.pattern.operation.is_read]
    days = [call.pattern.facts.intent.raw.get("window_days") for call in reads]
    known = [float(one) for one in days if isinstance(one, int | float) and one > 0]
    if not known:
        first = next(call.top for call in reads)
        place = Unknown(f"how many days {first.label} covers", first.id, "intent")
        return Answer("time-bucket", question, "", "The window of the reads is not given.", unknown=(place,))
    size = context.sizes.item(table, entity).average
    rate = entity.growth / SECONDS_PER_MONTH
    lsi = any(one.kind is IndexKind.LSI for one in table.indexes)
    made = bucket_for(float(rate), size, max(known) * DAY, lsi=lsi)
    now = {
        call.name
        for key in context.keys(table, entity, index)
        for template in key.templates[: len(index.partition_key)]
        for one in (template.references if template is not None else ())
        for call in one.formats
    }
    return Answer(
        "time-bucket",
        question,
        made.bucket.value,
        made.reason,
        made.bucket.value in now,
        (
            Number("Growth of all keys together", f"{units(entity.growth)} items per month"),
            Number("Item", f"{units(size)} B"),
            Number("Longest window", f"{units(max(known))} days, {made.requests:,} requests"),
        ),
    )


def _hot_reads(entity: Entity, index: Index, calls: list[Call], hot: HotKey | None) -> Answer:
    question = f"How are reads of one key of {_place(index)} served?"
    reads = [call for call in calls if call.pattern.operation.is_read]
    unknown = _unrated(calls, reads=True)
    if reads and len(unknown) == len({call.top.id for call in reads}):
        return Answer("hot-reads", question, "", "No read of this entity has a rate.", unknown=unknown)
    peak = float(hot.read.peak) if hot is not None and hot.read is not None else 0.0
    eventual = not any(call.pattern.consistent for call in reads)
    top = any(call.pattern.facts.intent.raw.get("top") for call in reads)
    made = hot_reads(peak, eventual=eventual, repeated=True, top_k=top)
    says = "from the key itself" if made.choice == "none" else made.choice.value
    if made.copies > 1:
        says = f"{says}, {made.copies} copies"
    return Answer(
        "hot-reads",
        question,
        says,
        made.reason,
        made.choice == "none",
        (
            Number("Hottest key at peak", f"{units(peak)} read units/s"),
            Number("Limit of one partition", f"{PARTITION_READ_UNITS:,} read units/s"),
        ),
        unknown,
    )
