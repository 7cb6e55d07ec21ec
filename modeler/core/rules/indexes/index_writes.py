"""The cost of writes in indexes: keys that change too often, writes that cost more there than in the table.

facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from modeler.core.arithmetic import exact, plain_number, rounded
from modeler.core.capacity.changes import change_of
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.limits import AMPLIFICATION_MAX
from modeler.core.rules.support.context import Call, RuleContext, cell_path, pattern_path
from modeler.core.rules.support.item_rates import item_rate
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_OFTEN_A_SECOND = 1.0
_SHARE_OF_WRITES = 0.2
_CHANGES_IN_A_LIFE = 10
_WORTH_SHARE = Decimal("0.01")


@rule(
    "index.volatile_key",
    WARNING,
    Scope.TABLE,
    title="Index key that changes constantly",
    why="Each change of an index key is a delete and a put in the index",
    fix="Write the index less often, or keep the ranked data in a separate rollup",
    sources="facts/throughput#index-writes, facts/building-blocks#p8, facts/building-blocks#p18",
)
def volatile_key(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.indexes:
        return
    for entity, calls in _writes_by_entity(context, table):
        changing = [(call, names) for call in calls if (names := _changed(context, entity, call))]
        for index in table.indexes if changing else ():
            made_of = context.sizes.entity(table, entity).row(index).made_of
            for name in sorted(made_of & {one for _, names in changing for one in names}):
                of_name = [call for call, names in changing if name in names]
                told = _often(context, table, entity, of_name) or _mostly(entity, name, of_name, calls)
                if told:
                    overload = next(iter(entity.overloads_of(index.name)), None)
                    message = f"The key of {index.name} uses {name}, which {told}: a delete and a put each time"
                    part = overload.id if overload else entity.id
                    path = cell_path(table, entity, index.name)
                    yield Spot(message, path, part, "keys", {"attribute": name, "index": index.name})


def _writes_by_entity(context: RuleContext, table: Table) -> Iterator[tuple[Entity, list[Call]]]:
    """The entities of a table with the calls that write them and have a rate."""
    found: dict[str, list[Call]] = {}
    for call in context.calls_on(table):
        pattern = call.pattern
        if call.top.per_second is None or pattern.operation.is_read or pattern.steps:
            continue
        for name in pattern.entities or call.top.entities:
            found.setdefault(name, []).append(call)
    return ((entity, found[entity.name]) for entity in table.entities if entity.name in found)


def _changed(context: RuleContext, entity: Entity, call: Call) -> frozenset[str]:
    """The attributes that an update changes."""
    if call.pattern.operation is not Operation.UPDATE:
        return frozenset()
    question = f"changed {call.path}"
    return context.memo.get(question, (call.top, entity), lambda: change_of(entity, call.pattern).names)


def _often(context: RuleContext, table: Table, entity: Entity, calls: list[Call]) -> str:
    """Describe how often one item changes, if at least once per second."""
    for call in calls:
        rate = item_rate(context, table, entity, call)
        if rate is not None and rate >= _OFTEN_A_SECOND:
            return f"{call.label} changes {rounded(rate)} times per second in one item (estimate)"
    return ""


def _mostly(entity: Entity, name: str, changing: list[Call], writes: list[Call]) -> str:
    """Describe which share of the writes change it, if that is large and more than a few steps in an item's
    lifetime.
    """
    changed = sum(_average(call.top) for call in changing)
    total = sum(_average(call.top) for call in writes)
    created = sum(_average(call.top) for call in writes if call.pattern.operation is Operation.PUT)
    if not total or changed / total < _SHARE_OF_WRITES:
        return ""
    attribute = entity.attribute(name)
    counted = any(name in call.pattern.add for call in changing)
    lively = changed / created > _CHANGES_IN_A_LIFE if created else counted and not (attribute and attribute.states)
    if not lively:
        return ""
    labels = list(dict.fromkeys(call.label for call in changing))
    often = f", {changed / created:,.0f} times in the lifetime of an item" if created else ""
    verb = "changes" if len(labels) == 1 else "change"
    return f"{', '.join(labels)} {verb} in {100 * changed / total:.0f}% of the writes of {entity.name}{often}"


def _average(pattern: AccessPattern) -> float:
    return pattern.per_second.average if pattern.per_second else 0.0


@rule(
    "index.write_amplification",
    WARNING,
    Scope.TABLE,
    title="Write costs more in indexes than in the table",
    why="Every index that a write touches costs extra, twice where its key changes",
    fix="Project less, index fewer items, or merge indexes",
    sources="facts/throughput#index-writes",
)
def write_amplification(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.indexes:
        return
    asked = {pattern.id: pattern for pattern in context.design.patterns if context.design.table(pattern.table) is table}
    found = [one for one in context.capacity.patterns if one.pattern in asked and one.rate is not None]
    units = {one.pattern: one.write_units * exact(one.rate.average) for one in found if one.rate is not None}
    total = sum(units.values())
    for one in found:
        times = one.amplification
        if (
            times is None
            or times <= Decimal(AMPLIFICATION_MAX)
            or not total
            or units[one.pattern] <= total * _WORTH_SHARE
        ):
            continue
        pattern = asked[one.pattern]
        message = (
            f"One call of {one.label} costs {plain_number(one.write_units)} write units: "
            f"{plain_number(times)} in indexes "
            "for each in the table"
        )
        facts = {"amplification": float(times), "estimate": one.estimate}
        yield Spot(message, pattern_path(pattern), pattern.id, "", facts)


RULES = (volatile_key, write_amplification)
