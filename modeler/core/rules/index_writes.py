"""What writes cost in indexes: keys that move too often, writes dearer there than in the table. FACTS 3.3."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from modeler.core.capacity.arithmetic import exact, plain
from modeler.core.capacity.changes import change_of
from modeler.core.items import Entity
from modeler.core.limits import AMPLIFICATION_MAX
from modeler.core.patterns import AccessPattern, Operation
from modeler.core.rules.context import Call, RuleContext, cell_path, pattern_path
from modeler.core.rules.item_rates import item_rate
from modeler.core.rules.rule import WARNING, Scope, Spot, rule
from modeler.core.shares import EntityFacts
from modeler.core.tables import Index, Table

_OFTEN_A_SECOND = 1.0
_SHARE_OF_WRITES = 0.2
_CHANGES_IN_A_LIFE = 10
_WORTH_SHARE = Decimal("0.01")


@rule(
    "index.volatile_key",
    WARNING,
    Scope.TABLE,
    title="An index key that changes all the time",
    why="each change of an index key is a delete and a put in the index",
    fix="write the index less often, or keep what it ranks in a rollup of its own",
    sources="000 P8, P18; FACTS 3.3",
)
def volatile_key(context: RuleContext, table: Table) -> Iterator[Spot]:
    changing = [
        (call, entity)
        for call in context.calls
        if call.pattern.operation is Operation.UPDATE and call.top.per_second is not None
        if context.design.table(call.pattern.table) is table
        for entity in context.about(call.pattern)
    ]
    for index in table.indexes if changing else ():
        for entity in table.entities:
            calls = [call for call, about in changing if about is entity]
            names = _key_names(context, table, entity, index) if calls else frozenset()
            for name in sorted(names):
                told = _changes(context, table, entity, name, calls)
                if told:
                    path = cell_path(table, entity, index.name)
                    overload = next(iter(entity.overloads_of(index.name)), None)
                    message = f"the key of {index.name} uses {name}, which {told}: a delete and a put each time"
                    part = overload.id if overload else entity.id
                    yield Spot(message, path, part, "keys", {"attribute": name, "index": index.name})


def _key_names(context: RuleContext, table: Table, entity: Entity, index: Index) -> frozenset[str]:
    """Attributes that the index's own keys are made of."""
    sizes = context.sizes.entity(table, entity)
    return frozenset(
        name for cell in sizes.rows[index.name].cells if cell.overload is not None for name in cell.sources
    )


def _changes(context: RuleContext, table: Table, entity: Entity, name: str, calls: list[Call]) -> str:
    """How often an attribute changes, in words, if that is too often; '' if not, or if it cannot be known."""
    of_name = [call for call in calls if name in change_of(entity, call.pattern).names]
    for call in of_name:
        rate = item_rate(context, table, entity, call)
        if rate is not None and rate >= _OFTEN_A_SECOND:
            return f"{call.label} changes {plain(exact(rate))} times a second in one item (estimate)"
    changed = sum(_average(call.top) for call in of_name)
    writes = [
        call
        for call in context.calls
        if call.top.per_second is not None
        and not call.pattern.operation.is_read
        and not call.pattern.steps
        and entity in context.about(call.pattern)
    ]
    total = sum(_average(call.top) for call in writes)
    created = sum(_average(call.top) for call in writes if call.pattern.operation is Operation.PUT)
    attribute = EntityFacts.of(entity).attributes.get(name)
    counted = any(name in call.pattern.add for call in of_name)
    if not total or changed / total < _SHARE_OF_WRITES:
        return ""
    lively = changed / created > _CHANGES_IN_A_LIFE if created else counted and not (attribute and attribute.states)
    if not lively:
        return ""
    labels = ", ".join(dict.fromkeys(call.label for call in of_name))
    often = f", {changed / created:,.0f} times in the life of an item" if created else ""
    return f"{labels} change in {changed / total:.0%} of the writes of {entity.name}{often}"


def _average(pattern: AccessPattern) -> float:
    return pattern.per_second.average if pattern.per_second else 0.0


@rule(
    "index.write_amplification",
    WARNING,
    Scope.TABLE,
    title="A write that costs more in indexes than in the table",
    why="every index that a write touches is paid on top of the table, twice where its key moves",
    fix="project less, index fewer items, or merge indexes",
    sources="001 cost; FACTS 3.3",
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
            f"a call of {one.label} costs {plain(one.write_units)} write units, "
            f"{plain(times)} in indexes for each in the table"
        )
        facts = {"amplification": float(times), "estimate": one.estimate}
        yield Spot(message, pattern_path(pattern), pattern.id, "", facts)


RULES = (volatile_key, write_amplification)
