"""Transactions: limits on members, needless cost, missing conditions.

facts/limits#requests, facts/throughput#writes; facts/choices#write-guard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modeler.core import limits
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.documents.parts_json import pattern_document
from modeler.core.fixes import Edit, Fix, Put, RemovePart, put
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import count_of, shared_items, steps_of
from modeler.core.rules.support.write_targets import add_condition, condition_text, exists, is_conditioned, table_of
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.write_conditions import replaces

_BATCHABLE = frozenset({Operation.PUT, Operation.DELETE})
_MUCH = 100
"""Average calls per second from which twice the write units is a cost that matters."""
_SHOWN = 8
_MERGED_FIELDS = ("set", "add", "parameters")


@rule(
    "txn.same_item_twice",
    ERROR,
    Scope.PATTERN,
    title="Transaction names one item twice",
    why="DynamoDB rejects it: Transaction request cannot include multiple operations on one item",
    fix="Merge both into one update, with both conditions",
    sources="facts/limits#transactions, facts/table-api#item-messages",
    fixes=True,
    operations={Operation.TRANSACT_WRITE, Operation.TRANSACT_GET},
)
def same_item_twice(context: RuleContext, call: Call) -> Iterator[Spot]:
    steps = steps_of(call)
    together: dict[tuple[str, bool], set[int]] = {}
    for found in shared_items(context, steps):
        together.setdefault((found.key, found.always), set()).update((found.first, found.second))
    for (key, always), numbers in together.items():
        first, second, *more = sorted(numbers)
        named = and_list([str(one + 1) for one in (first, second, *more[:_SHOWN])])
        named += f" (and {len(more) - _SHOWN} more)" if len(more) > _SHOWN else ""
        message = f"Members {named} of {call.label} {'name' if always else 'can name'} the same item, {key}"
        fixes = () if more else _merged(call.pattern.steps[first], call.pattern.steps[second])
        severity = None if always else WARNING
        yield Spot(message, steps[second].path, call.top.id, "steps", {"key": key}, severity, fixes=fixes)


def _merged(one: AccessPattern, other: AccessPattern) -> tuple[Fix, ...]:
    """Two updates by intent as one, or a check's condition in the write next to it."""
    kinds = {one.operation, other.operation}
    if one.update.strip() or other.update.strip() or one.condition.strip() or other.condition.strip():
        return ()
    kept, gone = (other, one) if one.operation is Operation.CHECK else (one, other)
    if kinds != {Operation.UPDATE} and Operation.CHECK not in kinds:
        return ()
    if kept.set.keys() & gone.set.keys() or kept.add.keys() & gone.add.keys():
        return ()
    edits: list[Edit] = []
    for field in _MERGED_FIELDS:
        mine, yours = getattr(kept, field), getattr(gone, field)
        if yours:
            edits.append(Put(kept.id, field, {**yours, **mine}))
    if gone.remove:
        edits.append(Put(kept.id, "remove", [*kept.remove, *(name for name in gone.remove if name not in kept.remove)]))
    conditions = list(dict.fromkeys(text.strip() for text in (kept.if_, gone.if_) if text.strip()))
    if conditions:
        joined = conditions[0] if len(conditions) == 1 else " AND ".join(f"({text})" for text in conditions)
        edits.append(Put(kept.id, "if", joined))
    return (Fix("Merge both into one write", (*edits, RemovePart(gone.id))),)


@rule(
    "txn.no_invariant",
    ADVICE,
    Scope.PATTERN,
    title="Transaction without an invariant",
    why="A transaction costs twice the write units, and is canceled when it conflicts with another",
    fix="Declare the invariant that it keeps, or write each item separately",
    sources="facts/anti-patterns#a12, facts/throughput#writes, facts/choices#write-guard",
    fixes=True,
    operations={Operation.TRANSACT_WRITE, Operation.TRANSACT_GET},
)
def no_invariant(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if not pattern.steps:
        return
    count = count_of(pattern)
    severity, fix = None, ""
    fixes: tuple[Fix, ...]
    if pattern.operation is Operation.TRANSACT_GET:
        if count != 1:
            return
        fix = "Make it a strongly consistent read"
        strong = Put(pattern.id, "consistent", True)
        fixes = tuple(Fix(one.label, (*one.edits, strong)) for one in _single(pattern))
        message = (
            f"{call.label} is a transaction of one item, which a strongly consistent read returns at half the units"
        )
    elif count == 1:
        rate = call.top.per_second
        severity = WARNING if rate is not None and rate.average >= _MUCH else None
        fix = "Make it a single write, which is atomic as well"
        message = f"{call.label} is a transaction of one item, which a single write keeps consistent at half the units"
        fixes = _single(pattern)
    elif not (pattern.facts.invariant.strip() or call.top.facts.invariant.strip()):
        message = f"{call.label} writes {count} items in one transaction, but no invariant over them is declared"
        fixes = _separate(pattern)
    else:
        return
    yield Spot(message, f"{call.path}.invariant", call.top.id, "invariant", {"members": count}, severity, fix, fixes)


def _single(pattern: AccessPattern) -> tuple[Fix, ...]:
    """The one member in place of the transaction."""
    (step,) = pattern.steps
    if step.operation is Operation.CHECK:
        return ()
    document: dict[str, Any] = pattern_document(step)
    document["parameters"] = {**pattern.parameters, **step.parameters}
    edits = [
        Put(pattern.id, name, value)
        for name, value in document.items()
        if name not in ("id", "code", "name", "description", "table") or (name == "table" and value)
    ]
    return (Fix(f"Make it a single {step.operation}", (*edits, Put(pattern.id, "steps", None))),)


def _separate(pattern: AccessPattern) -> tuple[Fix, ...]:
    """A batch if no member has a condition, else one call after the other; checks then guard nothing."""
    if any(step.operation is Operation.CHECK for step in pattern.steps):
        return ()
    plain = all(step.operation in _BATCHABLE and not is_conditioned(step) for step in pattern.steps)
    if plain and count_of(pattern) <= limits.BATCH_WRITE_ITEMS_MAX:
        return put("Make it a BatchWriteItem", pattern.id, "operation", Operation.BATCH_WRITE.value)
    return put("Make it separate calls", pattern.id, "operation", Operation.STEPS.value)


@rule(
    "txn.member_without_condition",
    WARNING,
    Scope.PATTERN,
    title="Create in a transaction overwrites existing items",
    why="The transaction succeeds and replaces an existing item: atomic does not mean only once",
    fix="Require attribute_not_exists of the partition key",
    sources="facts/choices#write-guard, facts/expressions#updates",
    fixes=True,
    operations={Operation.PUT},
)
def member_without_condition(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if not call.in_transaction:
        return
    if table is None or not table.partition_key or is_conditioned(call.pattern) or replaces(call.pattern):
        return
    asked = exists(table.partition_key[0].name, negated=True)
    what = " ".join(call.pattern.entities[:1]) or "its item"
    message = f"{call.top.label} puts {what} without a condition, so it overwrites an existing one"
    intent = {**call.pattern.facts.intent.raw, "replace": True}
    fixes = (
        Fix(f"Add {condition_text(asked)}", add_condition(call.pattern, asked)),
        Fix("Declare that it replaces existing items", (Put(call.pattern.id, "intent", intent),)),
    )
    yield Spot(message, f"{call.path}.if", call.top.id, "steps", fixes=fixes)


@rule(
    "txn.count_without_delete",
    WARNING,
    Scope.PATTERN,
    title="Count changes although nothing is deleted",
    why="A delete of a missing item succeeds: a second request deletes nothing, and the transaction counts again",
    fix="Require attribute_exists of the partition key in the delete",
    sources="facts/choices#write-guard, facts/expressions#updates",
    fixes=True,
    operations={Operation.TRANSACT_WRITE},
)
def count_without_delete(context: RuleContext, call: Call) -> Iterator[Spot]:
    steps = steps_of(call)
    counted = next((name for step in steps for name in _counted(context, step)), "")
    for step in steps if counted else ():
        table, pattern = table_of(context, step), step.pattern
        if table is None or pattern.operation is not Operation.DELETE or is_conditioned(pattern):
            continue
        asked = exists(table.partition_key[0].name)
        what = " ".join(pattern.entities[:1]) or "an item"
        message = f"{call.label} changes {counted} also if there is no {what} to delete"
        fixes = (Fix(f"Add {condition_text(asked)}", add_condition(pattern, asked)),)
        yield Spot(message, f"{step.path}.if", call.top.id, "steps", {"attribute": counted}, fixes=fixes)
        return


def _counted(context: RuleContext, step: Call) -> Iterator[str]:
    """The attributes that a member counts."""
    table = table_of(context, step)
    if table is not None and step.pattern.operation is Operation.UPDATE:
        yield from (name for name, how in counted_by(table, step.pattern).items() if how != "list_append")


RULES = (same_item_twice, no_invariant, member_without_condition, count_without_delete)
