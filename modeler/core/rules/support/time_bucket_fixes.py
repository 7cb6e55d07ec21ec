"""Fixes for time buckets: another time period in the key, and wherever it is read. facts/choices#time-bucket,
facts/building-blocks#p10.

A read of other buckets must still return the same: it declares how many days it covers, or compares the sort key.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from modeler.core.capacity.growth import BUCKET_SECONDS
from modeler.core.design import usage_settings
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import Reference, parse
from modeler.core.limits import FANOUT_WARNING
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.hot_keys import Cell
from modeler.core.rules.support.key_fixes import rekeyed, with_formats

DAY_SECONDS = 86_400
_RANGES = frozenset({"between", ">", ">=", "<", "<="})


def coarser(context: RuleContext, table: Table, index: Index, cell: Cell) -> tuple[Fix, ...]:
    """Use the next coarser period with which no read needs more requests than a warning allows. Return () if a read
    does not declare its window, or would get more than it requests.
    """
    reads = list(_reads(context, table, index, cell))
    days = [call.pattern.facts.intent.window_days for call in reads]
    known = [(call, window) for call, window in zip(reads, days, strict=True) if window is not None]
    if not reads or len(known) < len(reads) or any(_lists(call) for call in reads):
        return ()
    for name, seconds in sorted(BUCKET_SECONDS.items(), key=lambda item: item[1]):
        counts = [max(1, math.ceil(window * DAY_SECONDS / seconds)) for _, window in known]
        exact = all(_ranges(call, index) or _is_whole(window, seconds) for call, window in known)
        if seconds > _seconds(cell) and max(counts) <= FANOUT_WARNING:
            if not exact:
                return ()
            fans = [
                Put(call.pattern.id, "fan_out", count * cell.shards)
                for call, count in zip(reads, counts, strict=True)
                if call.pattern.fan_out > 1
            ]
            return _taking(context, table, index, cell, name, fans)
    return ()


def finer(context: RuleContext, table: Table, index: Index, cell: Cell, most: float) -> tuple[Fix, ...]:
    """Use the coarsest period that holds at most this share of the current one. Return () if a Query reads the buckets,
    because it would need to know which ones to read.
    """
    if any(_reads(context, table, index, cell)):
        return ()
    for name, seconds in sorted(BUCKET_SECONDS.items(), key=lambda item: -item[1]):
        if seconds <= _seconds(cell) * most:
            return _taking(context, table, index, cell, name, [])
    return ()


def _taking(
    context: RuleContext, table: Table, index: Index, cell: Cell, name: str, more: list[Put]
) -> tuple[Fix, ...]:
    element, template = index.partition_key[0].name, cell.partition[0]
    position = next((n for n, part in enumerate(template.parts) if part in cell.now), None)
    if usage_settings.is_live(context.design, table) or position is None or len(cell.now) != 1:
        return ()
    change = with_formats(template, position, FormatCall(name))
    edits: tuple[Edit, ...] = rekeyed(context, table, cell.entity, element, change)
    label = f"Use the {name} of {cell.now[0].attribute} in {element}, here and in its reads"
    return (Fix(label, (*edits, *more)),) if edits else ()


def _reads(context: RuleContext, table: Table, index: Index, cell: Cell) -> Iterator[Call]:
    names = {element.name for element in index.partition_key}
    for call in context.calls:
        pattern = call.pattern
        named = pattern.operation is Operation.QUERY and any(one.name in names for one in pattern.key)
        if named and context.design.table(pattern.table) is table and cell.entity in context.about(pattern):
            yield call


def _lists(call: Call) -> bool:
    """Return whether a read lists several buckets. They would be different ones."""
    texts = [text for one in call.pattern.key for text in one.templates]
    names = {reference.attribute for text in texts for reference in parse(text).references}
    return any(isinstance(call.pattern.parameters.get(name), list | tuple) for name in names)


def _ranges(call: Call, index: Index) -> bool:
    sort = {element.name for element in index.sort_key}
    return any(one.name in sort and one.operator in _RANGES for one in call.pattern.key)


def _is_whole(days: float, seconds: int) -> bool:
    """Return whether a window is a number of whole buckets. Months and years differ in length."""
    return seconds <= DAY_SECONDS and (days * DAY_SECONDS / seconds).is_integer()


def _seconds(cell: Cell) -> float:
    """Duration of a key's bucket in seconds; that of a date if its reference does not specify it."""
    pieces = [_piece(reference) for reference in cell.now]
    return min((float(BUCKET_SECONDS[name]) for name in pieces if name in BUCKET_SECONDS), default=math.inf)


def _piece(reference: Reference) -> str:
    return reference.formats[-1].name if reference.formats else "date"
