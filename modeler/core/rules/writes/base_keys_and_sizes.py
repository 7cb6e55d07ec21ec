"""Writes: base keys that cannot change, index keys that must follow, sizes of requests.

facts/limits#requests, facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core import limits
from modeler.core.capacity.changes import WriteChange, change_of
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator.bindings import bind
from modeler.core.evaluator.fan_out import KeyRequest as Request
from modeler.core.evaluator.key_ranges import item_key
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import as_transaction, is_part_of, member_of
from modeler.core.rules.support.write_targets import (
    changes_of,
    condition_text,
    exists,
    is_member,
    members,
    writers_of,
    written_by,
)
from modeler.core.values.json_values import to_plain

_BATCH_MOST = {
    Operation.BATCH_GET: limits.BATCH_GET_KEYS_MAX,
    Operation.BATCH_WRITE: limits.BATCH_WRITE_ITEMS_MAX,
    Operation.TRANSACT_GET: limits.TRANSACTION_ACTIONS_MAX,
    Operation.TRANSACT_WRITE: limits.TRANSACTION_ACTIONS_MAX,
}


def _members(call: Call) -> int:
    """How many items one call names: its steps, each with its fan-out, or the declared batch size. Reads that are not
    split, because they are a transaction or must be one request, name as many as they fan out to.
    """
    steps = sum(max(1, step.fan_out) for step in call.pattern.steps)
    is_whole = call.pattern.operation is Operation.TRANSACT_GET or call.pattern.facts.intent.one_request
    if not call.pattern.steps and is_whole:
        steps = call.pattern.fan_out
    return max(steps, call.pattern.facts.batch_size if call.pattern.facts.batch_size > 1 else 0)


def _too_many(context: RuleContext, call: Call, most_bytes: int) -> Iterator[Spot]:
    pattern = call.pattern
    most, count = _BATCH_MOST[pattern.operation], _members(call)
    if count > most:
        message = f"{call.label} names {count} items in one {pattern.operation}; the limit is {most}"
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"count": count, "limit": most})
    elif (size := _bytes(context, call)) > most_bytes:
        message = f"{call.label} transfers {size:,} bytes in one {pattern.operation}; the limit is {most_bytes:,}"
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"bytes": size, "limit": most_bytes})


def _bytes(context: RuleContext, call: Call) -> int:
    """Expected bytes of the items that a call names, averaged over several entities; 0 for a member without a known
    entity.
    """
    if not call.pattern.steps:
        return _members(call) * _item_bytes(context, call.pattern)
    return sum(max(1, step.fan_out) * _item_bytes(context, step) for step in call.pattern.members)


def _item_bytes(context: RuleContext, pattern: AccessPattern) -> int:
    table = context.design.table(pattern.table)
    if table is None:
        return 0
    sizes = [context.sizes.item(table, one).bytes for one in context.design.entities_of(pattern)]
    return sum(sizes) // max(1, len(sizes))


@rule(
    "batch.size",
    ERROR,
    Scope.PATTERN,
    title="Batch with too many items",
    why="BatchGetItem supports 100 keys, BatchWriteItem 25 puts and deletes, each 16 MB",
    fix="Split it into several batches",
    sources="facts/limits#batches",
    operations={Operation.BATCH_GET, Operation.BATCH_WRITE},
)
def batch_size(context: RuleContext, call: Call) -> Iterator[Spot]:
    yield from _too_many(context, call, limits.BATCH_BYTES_MAX)


@rule(
    "txn.size",
    ERROR,
    Scope.NEIGHBOURS,
    title="Transaction with too many items",
    why="A transaction supports 100 actions and 4 MB in total",
    fix="Split it, or keep fewer items consistent together",
    sources="facts/limits#transactions",
    operations={Operation.TRANSACT_GET, Operation.TRANSACT_WRITE},
)
def transaction_size(context: RuleContext, call: Call) -> Iterator[Spot]:
    found = list(_too_many(context, call, limits.TRANSACTION_BYTES_MAX))
    yield from found or _with_children(context, call)


def _with_children(context: RuleContext, call: Call) -> Iterator[Spot]:
    """A parent that is put with all of its children, by their number per parent. Where it says how many items it
    names, and where children are put by other calls too, that number does not count.
    """
    if not _is_open(call):
        return
    own, most = members(context, call.top), limits.TRANSACTION_ACTIONS_MAX
    here = [entity for one in own if one.pattern.operation is Operation.PUT for entity in written_by(context, one)]
    for child in here:
        parent = next((one for one in here if is_part_of(child, one)), None)
        each, others = child.per_parent, len(own) - 1
        if parent is None or each is None or (each.maximum or 0) + others <= most:
            continue
        puts = (one for one in writers_of(context, child) if one.pattern.operation is Operation.PUT)
        if any(one.top is not call.top for one in puts):
            continue
        message = (
            f"{call.label} puts {parent.name} and all of its {child.name} items, up to {each.maximum:,.0f}; "
            f"the limit is {most} items"
        )
        severity = None if each.average + others > most else WARNING
        yield Spot(message, f"{call.path}.steps", call.top.id, "steps", {"limit": most}, severity)


def _is_open(call: Call) -> bool:
    """Return whether a transaction does not say how many items it names."""
    pattern = call.pattern
    is_plain = all(step.fan_out <= 1 for step in pattern.steps) and pattern.facts.batch_size <= 1
    return pattern.operation is Operation.TRANSACT_WRITE and bool(pattern.steps) and is_plain and call.within is None


def _updates(context: RuleContext, call: Call) -> Iterator[tuple[Table, Entity, WriteChange]]:
    table = context.design.table(call.pattern.table)
    if table is None:
        return
    for entity in context.design.entities_of(call.pattern):
        yield table, entity, change_of(entity, call.pattern)


def _field(call: Call) -> str:
    return "update" if call.pattern.update.strip() else "set"


@rule(
    "write.base_key_changed",
    ERROR,
    Scope.PATTERN,
    title="Update changes an attribute of the table's own key",
    why="A key attribute cannot be updated: DynamoDB rejects it, or the item's key no longer matches its values",
    fix="Delete the item and put the new one, in one transaction",
    sources="facts/expressions#updates, facts/table-api#item-messages",
    fixes=True,
    operations={Operation.UPDATE},
)
def base_key_changed(context: RuleContext, call: Call) -> Iterator[Spot]:
    for table, entity, change in _updates(context, call):
        made_of = set(table.base.key_names)
        for key in context.keys(table, entity, table.base):
            made_of |= {name for template in key.templates if template for name in template.attributes}
        for name in sorted(change.names & made_of):
            message = f"{call.label} changes {name}, which is part of the key of {entity.name}"
            field = _field(call)
            fixes = _deleted_and_put(context, call, table, entity)
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name}, fixes=fixes)


def _deleted_and_put(context: RuleContext, call: Call, table: Table, entity: Entity) -> tuple[Fix, ...]:
    """Delete and put in one transaction, if the whole item is known from the parameters or the sample with the key."""
    # The new item must hold what the old one held.
    pattern = call.pattern
    changed = changes_of(table, pattern)
    if is_member(call) or pattern.condition.strip() or changed.keys() & set(table.base.key_names):
        return ()
    bindings = bind(table, pattern)
    key, _, _ = item_key(table.base, Request(pattern.key, bindings))
    sample = next((one.item for one in context.stored(table, entity) if one.key == key), {}) if key else {}
    names = {attribute.name: attribute for attribute in entity.attributes}
    item = {name: value for name, value in {**sample, **bindings.values}.items() if name in names}
    for name, value in changed.items():
        if value is None and name not in pattern.remove:
            return ()
        item.pop(name, None)
        if value is not None:
            item[name] = value
    if any(name not in item for name, attribute in names.items() if attribute.optional >= 1):
        return ()
    put_item = {name: to_plain(value, names[name].type) for name, value in item.items() if name in names}
    partition = table.partition_key[0].name
    steps = [
        {
            **member_of(pattern),
            "operation": Operation.DELETE.value,
            "if": pattern.if_ or condition_text(exists(partition)),
        },
        {
            "operation": Operation.PUT.value,
            "entities": [entity.name],
            "if": condition_text(exists(partition, negated=True)),
            "parameters": put_item,
        },
    ]
    for name in ("set", "remove", "add", "update", "names", "values"):
        steps[0].pop(name, None)
    edits = as_transaction(pattern, steps[1:], f"{entity.name} exists under exactly one key")
    edits = tuple(Put(pattern.id, "steps", steps) if _is_steps(edit) else edit for edit in edits)
    return (Fix("Delete the item and put the new one, in one transaction", edits),)


def _is_steps(edit: Edit) -> bool:
    return isinstance(edit, Put) and edit.field == "steps"


RULES = (batch_size, transaction_size, base_key_changed)
