"""Index keys that contain a counter and are written separately from it, or late.

facts/building-blocks#p8; facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Action, Add, Arithmetic, Function, Literal, Node, Operand, Set, paths_of
from modeler.core.fixes import Fix
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import (
    actions_of,
    changes_of,
    resolved,
    table_of,
    update_edits,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by
from modeler.core.values.attribute_values import number


@rule(
    "write.mirror_not_atomic",
    WARNING,
    Scope.DESIGN,
    title="Index key lags behind its counter",
    why="The index is ordered by the counter's old value, or by a slow second update that overwrote a newer value",
    fix=(
        "Write both in one SET from the same expression, in an index with a number key; or maintain the key from "
        "the table's stream"
    ),
    sources="facts/building-blocks#p8, facts/expressions#updates",
    fixes=True,
)
def mirror_not_atomic(context: RuleContext) -> Iterator[Spot]:
    for call in context.calls:
        table = table_of(context, call) if call.pattern.operation is Operation.UPDATE else None
        if table is None:
            continue
        yield from context.of_call("mirrored by itself", call, partial(_by_itself, context, call, table))
        if call.pattern.facts.follows or call.top.facts.follows:
            for entity in written_by(context, call):
                yield from _second_update(context, call, table, entity)


def _by_itself(context: RuleContext, call: Call, table: Table) -> tuple[Spot, ...]:
    """Problems of a single update, whatever the others do."""
    entities = written_by(context, call)
    return (*_old_copies(call, table), *(spot for one in entities for spot in _read_and_written(call, table, one)))


def _index_keys(table: Table) -> frozenset[str]:
    return frozenset(key for index in table.indexes for key in index.key_names) - set(table.base.key_names)


def _old_copies(call: Call, table: Table) -> Iterator[Spot]:
    """`ADD n :one SET key = n`: the right-hand side sees the item before the update."""
    pattern = call.pattern
    actions = {name_of(action.path, pattern.names): action for action in actions_of(pattern)}
    for key in sorted(actions.keys() & _index_keys(table)):
        action = actions[key]
        if not isinstance(action, Set):
            continue
        for name in sorted({name_of(path, pattern.names) for path in paths_of(action.value)} & actions.keys() - {key}):
            counter = actions[name]
            if isinstance(counter, Set) and _with_names(counter.value, pattern) == _with_names(action.value, pattern):
                continue
            message = f"{call.label} changes {name} but sets {key} to the value that {name} had before"
            fixes = _one_set(pattern, action, counter)
            yield Spot(
                message, f"{call.path}.update", call.top.id, "update", {"key": key, "attribute": name}, fixes=fixes
            )


def _with_names(value: Node, pattern: AccessPattern) -> Node:
    return resolved(value, pattern.names, {})


def _one_set(pattern: AccessPattern, key: Set, counter: Action) -> tuple[Fix, ...]:
    """Set counter and key with one SET each, from the same expression."""
    if isinstance(counter, Add):
        value: Operand = Arithmetic("+", Function("if_not_exists", (counter.path, Literal(number(0)))), counter.value)
    elif isinstance(counter, Set):
        value = counter.value
    else:
        return ()
    others = [one for one in actions_of(pattern) if one.path not in (key.path, counter.path)]
    actions = (Set(counter.path, value), Set(key.path, value), *others)
    ordered = tuple(sorted(actions, key=lambda one: not isinstance(one, Set)))
    return (Fix("Set both from the same expression", update_edits(pattern, ordered)),)


def _second_update(context: RuleContext, call: Call, table: Table, entity: Entity) -> Iterator[Spot]:
    """The key is written by a separate update that follows the increment."""
    follows = call.pattern.facts.follows or call.top.facts.follows
    first = context.design.pattern(follows.code) if follows else None
    if first is None or first.operation is not Operation.UPDATE:
        return
    counted = set(counted_by(table, first))
    written = {
        name_of(action.path, call.pattern.names) for action in actions_of(call.pattern)
    } | call.pattern.set.keys()
    for overload in entity.overloads:
        for key, text in overload.keys.items() if overload.index else ():
            hanging = counted & set(parse(text).attributes)
            if key in written and hanging:
                name = sorted(hanging)[0]
                message = (
                    f"{call.label} writes {key} after {first.label} has incremented {name}: concurrent calls can "
                    "interleave"
                )
                field = "update" if call.pattern.update.strip() else "set"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"key": key, "attribute": name})


def _read_and_written(call: Call, table: Table, entity: Entity) -> Iterator[Spot]:
    """A text key that contains a counter: DynamoDB cannot compute it, so the caller makes it from a value it has
    read.
    """
    if table.options.consumers:
        return
    counted = counted_by(table, call.pattern)
    if not counted:
        return
    written = changes_of(table, call.pattern).keys()
    for overload in entity.overloads:
        for key, text in overload.keys.items() if overload.index else ():
            template = parse(text)
            name = next((one for one in template.attributes if counted.get(one) in ("ADD", "+")), "")
            if name and template.plain_reference is None and (not call.pattern.update.strip() or key in written):
                message = (
                    f"{call.label} increments {name}, and {key} of {overload.index} is {text}: DynamoDB "
                    "cannot increment text, so it is made from a value that was read before"
                )
                field = "update" if call.pattern.update.strip() else "add"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"key": key, "attribute": name})


RULES = (mirror_not_atomic,)
