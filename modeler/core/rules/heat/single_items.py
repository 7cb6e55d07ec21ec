"""Counters in a single item. facts/limits#partition-throughput."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.capacity.populations import is_now
from modeler.core.design.items import Attribute
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Add, Arithmetic, Set
from modeler.core.keys.templates import parse
from modeler.core.limits import NEAR_LIMIT_SHARE, PARTITION_WRITE_UNITS
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.hot_keys import WrittenCell, hot_keys
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import actions_of, table_of
from modeler.core.values.attribute_values import AttributeType

_SETS = frozenset({AttributeType.SS, AttributeType.NS, AttributeType.BS})


@rule(
    "heat.single_item_counter",
    WARNING,
    Scope.TABLE,
    title="Counter in a single item",
    why="Every increment writes the same item, and one item supports at most 1,000 write units/s",
    fix="Split the counter over several items and add them up on read (P20)",
    sources="facts/anti-patterns#a8, facts/building-blocks#p20, facts/limits#partition-throughput",
    hides=("heat.partition_over_limit", "heat.hot_key_share"),
)
def single_item_counter(context: RuleContext, table: Table) -> Iterator[Spot]:
    base = table.base
    counters = [
        call
        for call in context.calls
        if call.pattern.operation is Operation.UPDATE and _increments(call.pattern, _sets_of(context, call))
    ]
    adding = {call.top.id for call in counters}
    to_one = {call.top.id for call in counters if _names_one_item(call.pattern)}
    for key in hot_keys(context, table, base, NEAR_LIMIT_SHARE) if adding else ():
        heat, cell = key.write, key.cell
        if heat is None or heat.used <= NEAR_LIMIT_SHARE or cell is None:
            continue
        meant = adding if _is_one_item(cell) else to_one
        counting = sum(float(touch.peak) for touch in heat.touches if touch.pattern in meant)
        if counting <= NEAR_LIMIT_SHARE * PARTITION_WRITE_UNITS:
            continue
        shards = -(-int(counting) // 500)
        message = f"{key.label} is a single item, and its increments take {counting:,.0f} write units/s at peak"
        message += f"; {shards} shards of 500 units/s would do"
        yield Spot(message, key.path, key.part, key.field, key.facts(), ERROR if heat.used > 1 else WARNING)


def _is_one_item(cell: WrittenCell) -> bool:
    """Return whether the whole key contains neither an id nor a shard: a period has one item at a time."""
    references = [one for template in cell.key.complete or () for one in template.references]
    held = cell.entity.attributes_by_name
    names = {one.attribute for one in references if not is_now(held.get(one.attribute), one)}
    return not cell.has_shard and names <= cell.enums


def _names_one_item(pattern: AccessPattern) -> bool:
    """Return whether an update always names the same item: its key has no attribute and no parameter."""
    return bool(pattern.key) and all(parse(text).is_constant for one in pattern.key for text in one.templates)


def _sets_of(context: RuleContext, call: Call) -> frozenset[str]:
    """Return the attributes of a call's table that are sets: ADD puts elements into them and counts nothing."""
    table = table_of(context, call)
    if table is None:
        return frozenset()
    found = context.memo.of_each(f"sets {table.name}", (), table.attribute_lists, _sets_among)
    return frozenset().union(*found)


def _sets_among(attributes: tuple[Attribute, ...]) -> frozenset[str]:
    return frozenset(one.name for one in attributes if one.type in _SETS)


def _increments(pattern: AccessPattern, sets: frozenset[str]) -> bool:
    """Return whether an update adds to a number, by intent or by an explicit expression."""
    if pattern.add.keys() - sets:
        return True
    return any(
        (isinstance(action, Add) and name_of(action.path, pattern.names) not in sets)
        or (isinstance(action, Set) and isinstance(action.value, Arithmetic))
        for action in actions_of(pattern)
    )


RULES = (single_item_counter,)
