"""Writes: base keys that cannot change, index keys that must follow, sizes of requests. FACTS 1.4, 7.4."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.capacity.changes import WriteChange, change_of
from modeler.core.items import Entity
from modeler.core.patterns import Operation
from modeler.core.rules.context import Call, RuleContext
from modeler.core.rules.rule import ERROR, Scope, Spot, rule
from modeler.core.shares import condition_names
from modeler.core.sparse import compile_condition
from modeler.core.tables import Index, Table
from modeler.core.written_keys import WrittenKey

_BATCH_MOST = {
    Operation.BATCH_GET: limits.BATCH_GET_KEYS_MAX,
    Operation.BATCH_WRITE: limits.BATCH_WRITE_ITEMS_MAX,
    Operation.TRANSACT_GET: limits.TRANSACTION_ACTIONS_MAX,
    Operation.TRANSACT_WRITE: limits.TRANSACTION_ACTIONS_MAX,
}


def _members(call: Call) -> int:
    """How many items one call names: its steps, each as often as it fans out, or the declared batch size."""
    declared = call.pattern.extra.get("batch_size")
    steps = sum(max(1, step.fan_out) for step in call.pattern.steps)
    return max(steps, declared if isinstance(declared, int) else 0)


def _too_many(context: RuleContext, call: Call, operations: tuple[Operation, ...], most_bytes: int) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern.operation not in operations:
        return
    most, count = _BATCH_MOST[pattern.operation], _members(call)
    if count > most:
        message = f"{pattern.label} names {count} items in one {pattern.operation}; at most {most} are taken"
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"count": count, "limit": most})
    elif (size := _bytes(context, call)) > most_bytes:
        message = f"{pattern.label} moves {size:,} bytes in one {pattern.operation}; at most {most_bytes:,} are taken"
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"bytes": size, "limit": most_bytes})


def _bytes(context: RuleContext, call: Call) -> int:
    """Expected bytes of the items that a call names; 0 for those whose entity it does not say."""
    total = 0
    for step in call.pattern.steps:
        table = context.design.table(step.table or call.pattern.table)
        entity = table.entity(step.entities[0]) if table and step.entities else None
        if table is not None and entity is not None:
            total += max(1, step.fan_out) * context.sizes.item(table, entity).bytes
    return total


@rule(
    "batch.size",
    ERROR,
    Scope.PATTERN,
    title="A batch of too many items",
    why="BatchGetItem takes 100 keys, BatchWriteItem 25 puts and deletes, each 16 MB",
    fix="split it into several batches",
    sources="FACTS 1.4",
)
def batch_size(context: RuleContext, call: Call) -> Iterator[Spot]:
    yield from _too_many(context, call, (Operation.BATCH_GET, Operation.BATCH_WRITE), limits.BATCH_BYTES_MAX)


@rule(
    "txn.size",
    ERROR,
    Scope.PATTERN,
    title="A transaction of too many items",
    why="a transaction takes 100 actions and 4 MB in all",
    fix="split it, or keep fewer items together",
    sources="FACTS 1.4",
)
def transaction_size(context: RuleContext, call: Call) -> Iterator[Spot]:
    operations = (Operation.TRANSACT_GET, Operation.TRANSACT_WRITE)
    yield from _too_many(context, call, operations, limits.TRANSACTION_BYTES_MAX)


def _updates(context: RuleContext, call: Call) -> Iterator[tuple[Table, Entity, WriteChange]]:
    table = context.design.table(call.pattern.table)
    if table is None or call.pattern.operation is not Operation.UPDATE:
        return
    for entity in context.design.entities_of(call.pattern):
        yield table, entity, change_of(entity, call.pattern)


def _field(call: Call) -> str:
    return "update" if call.pattern.update.strip() else "set"


@rule(
    "write.base_key_changed",
    ERROR,
    Scope.PATTERN,
    title="An update of what the table's own key is made of",
    why="a key attribute cannot be updated; DynamoDB refuses it, and an item whose key says another value is wrong",
    fix="delete the item and put the new one, in one transaction",
    sources="FACTS 7.4, 6.4",
)
def base_key_changed(context: RuleContext, call: Call) -> Iterator[Spot]:
    for table, entity, change in _updates(context, call):
        made_of = set(table.base.key_names)
        for key in context.keys(table, entity, table.base):
            made_of |= {name for template in key.templates if template for name in template.attributes}
        for name in sorted(change.names & made_of):
            message = f"{call.pattern.label} changes {name}, which the key of {entity.name} is made of"
            field = _field(call)
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})


@rule(
    "write.stale_index_key",
    ERROR,
    Scope.PATTERN,
    title="An update that leaves an index key behind",
    why="the index still lists the item under the old value, and not under the new one",
    fix="set the index key to its new value in the same update",
    sources="FACTS 7.4, KNOWLEDGE 2",
)
def stale_index_key(context: RuleContext, call: Call) -> Iterator[Spot]:
    for table, entity, change in _physical(context, call):
        for index, key in _secondary(context, table, entity):
            stale = _stale(index, key, change, frozenset(table.base.key_names))
            if stale and not _may_leave(key, change):
                causes = ", ".join(sorted(change.names & _made_of(key)))
                message = (
                    f"{call.pattern.label} changes {causes} and leaves {', '.join(stale)} of {index.name} as it was"
                )
                fix = " and ".join(f"set {name} to {_template(index, key, name)}" for name in stale)
                facts = {"index": index.id, "keys": stale}
                yield Spot(message, f"{call.path}.update", call.top.id, "update", facts, fix=fix)


@rule(
    "write.sparse_key_not_removed",
    ERROR,
    Scope.PATTERN,
    title="An update after which an item stays in a sparse index",
    why="the queue never drains: the item no longer meets the condition, and its index keys are still there",
    fix="remove the index keys in the same update",
    sources="KNOWLEDGE 1 P15, FACTS 7.4",
)
def sparse_key_not_removed(context: RuleContext, call: Call) -> Iterator[Spot]:
    for table, entity, change in _physical(context, call):
        for index, key in _secondary(context, table, entity):
            own = [name for name in index.key_names if name not in table.base.key_names]
            if _may_leave(key, change) and own and not change.removed & set(own) and not change.names & set(own):
                names = ", ".join(own)
                message = (
                    f"{call.pattern.label} can end {key.when!r} of {entity.name} and leaves {names} in {index.name}"
                )
                facts = {"index": index.id, "keys": own}
                yield Spot(message, f"{call.path}.update", call.top.id, "update", facts, fix=f"REMOVE {names}")


def _physical(context: RuleContext, call: Call) -> Iterator[tuple[Table, Entity, WriteChange]]:
    """Updates with an expression of their own: those by intent have their index keys derived."""
    return (found for found in _updates(context, call) if found[2].physical)


def _secondary(context: RuleContext, table: Table, entity: Entity) -> Iterator[tuple[Index, WrittenKey]]:
    for index in table.indexes:
        for key in context.keys(table, entity, index):
            if key.overload is not None:
                yield index, key


def _made_of(key: WrittenKey) -> frozenset[str]:
    names = {name for template in key.templates if template for name in template.attributes}
    return frozenset(names) | condition_names(key.when)


def _template(index: Index, key: WrittenKey, name: str) -> str:
    return str(key.templates[index.key_names.index(name)])


def _stale(index: Index, key: WrittenKey, change: WriteChange, base: frozenset[str]) -> list[str]:
    """Key attributes that the change does not write although what they are made of changes, or the condition comes to
    hold. The item's own attributes and the table's keys follow by themselves.
    """
    overload = key.overload
    if overload is None:
        return []
    begins = bool(change.names & condition_names(key.when)) and not _may_leave(key, change)
    return [
        element.name
        for element, template in zip(index.keys, key.templates, strict=True)
        if element.name in overload.keys
        and element.name not in base
        and element.name not in change.names
        and template is not None
        and (begins or change.names & set(template.attributes))
    ]


def _may_leave(key: WrittenKey, change: WriteChange) -> bool:
    """Can the change make the condition false? It cannot where all that the condition names is set to what meets it."""
    names = condition_names(key.when)
    if not names & change.names:
        return False
    holds = compile_condition(key.when)
    if holds is None:
        return False
    known = {name: value for name, value in change.values.items() if name in names}
    if names <= known.keys() | change.removed:
        return not holds(known)
    return True


RULES = (batch_size, transaction_size, base_key_changed, stale_index_key, sparse_key_not_removed)
