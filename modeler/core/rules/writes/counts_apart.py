"""Counts that are written in another request than what they count. facts/building-blocks#p8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from modeler.core import limits
from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.fixes import Fix, put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import steps_of
from modeler.core.rules.support.write_targets import (
    asked_names,
    changes_of,
    is_conditioned,
    is_member,
    members,
    table_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by

_BOUND: Final = re.compile(r"(?i)\b(at most|no more than|max(imum)?|limit(ed)? (of|to)|up to|only if|unless)\b")
_NUMBER_OF: Final = re.compile(r"(?i)counts?$|^(number|num)_?of|^(num|total)[A-Z_]|members?$|items?$|size$")
"""A number of what there is, not of what happened: an increment of a total stays after a delete."""


@rule(
    "write.count_not_atomic",
    WARNING,
    Scope.PATTERN,
    title="Item and its count are not one transaction",
    why="If the second request fails, the item is there and not counted; a retry is rejected because it is there",
    fix="Write both in one TransactWriteItems, or declare that an approximate count is enough",
    sources="facts/building-blocks#p8, facts/choices#write-guard",
    hides=("write.non_idempotent_add",),
    fixes=True,
    operations={Operation.STEPS},
)
def count_not_atomic(context: RuleContext, call: Call) -> Iterator[Spot]:
    if call.pattern.facts.invariant.strip():
        return  # that it does not hold is another rule's finding
    steps = steps_of(call)
    for number, created in enumerate(steps):
        if created.pattern.operation is not Operation.PUT or not is_conditioned(created.pattern):
            continue
        for counted in steps[number + 1 :]:
            table = table_of(context, counted)
            if table is None or counted.pattern.operation is not Operation.UPDATE:
                continue
            approximate = counted.pattern.facts.intent.approximate or call.pattern.facts.intent.approximate
            names = [name for name, how in counted_by(table, counted.pattern).items() if how != "list_append"]
            if names and not approximate and written_by(context, created) != written_by(context, counted):
                what = " ".join(created.pattern.entities[:1]) or "an item"
                message = f"{call.label} puts {what}, and then changes {names[0]} in another request"
                field = "update" if counted.pattern.update.strip() else "add"
                fixes = _as_one(call, steps)
                yield Spot(message, f"{counted.path}.{field}", call.top.id, field, {"attribute": names[0]}, fixes=fixes)
                return


def _as_one(call: Call, steps: tuple[Call, ...]) -> tuple[Fix, ...]:
    """The sequence as a transaction, where it can be one."""
    plain = all(not one.pattern.operation.is_read and not one.pattern.operation.is_multiple for one in steps)
    fits = sum(max(1, one.pattern.fan_out) for one in steps) <= limits.TRANSACTION_ACTIONS_MAX
    whole = str(Operation.TRANSACT_WRITE)
    return put("Make it a transaction", call.pattern.id, "operation", whole) if plain and fits else ()


@rule(
    "write.count_not_given_back",
    WARNING,
    Scope.DESIGN,
    title="Delete does not count back",
    why="The create adds to the count, and the delete leaves it: the count only grows, and nothing corrects it",
    fix="Delete the item and subtract from the count in one TransactWriteItems",
    sources="facts/building-blocks#p8, facts/choices#write-guard",
)
def count_not_given_back(context: RuleContext) -> Iterator[Spot]:
    counted = _counted_creates(context)
    if not counted:
        return
    for call in context.calls:
        table = table_of(context, call)
        if table is None or table.options.stream or call.pattern.operation is not Operation.DELETE:
            continue
        for entity in written_by(context, call):
            for create, count, name in counted.get(entity.name, ()):
                if count in written_by(context, call) or _touches(context, call, count, name):
                    continue
                message = f"{create} adds to {name} of {count.name}, and {call.label} deletes a {entity.name} only"
                yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"attribute": name})
                break


def _counted_creates(context: RuleContext) -> dict[str, list[tuple[str, Entity, str]]]:
    """Entities whose create adds to a count of another one: the pattern, what holds the count, and its attribute."""
    found: dict[str, list[tuple[str, Entity, str]]] = {}
    for pattern in context.design.patterns:
        if pattern.operation not in (Operation.TRANSACT_WRITE, Operation.STEPS) or pattern.facts.intent.approximate:
            continue
        calls = members(context, pattern)
        puts = [one for one in calls if one.pattern.operation is Operation.PUT and is_conditioned(one.pattern)]
        for put_, other in product(puts, calls):
            for entity, (count, name) in product(written_by(context, put_), _adds(context, other)):
                if entity is not count and set(count.identity) <= set(entity.identity) and _NUMBER_OF.search(name):
                    found.setdefault(entity.name, []).append((pattern.label, count, name))
    return found


def _adds(context: RuleContext, call: Call) -> list[tuple[Entity, str]]:
    table = table_of(context, call) if call.pattern.operation is Operation.UPDATE else None
    names = [name for name, how in counted_by(table, call.pattern).items() if how != "list_append"] if table else []
    return list(product(written_by(context, call), names))


def _touches(context: RuleContext, call: Call, count: Entity, name: str) -> bool:
    """Return whether the same request, or the same sequence, also changes the count."""
    others = members(context, call.top) if is_member(call) else (call,)
    return any(
        count in written_by(context, one)
        and (one.pattern.operation is not Operation.UPDATE or name in changes_of(table, one.pattern))
        for one in others
        if (table := table_of(context, one)) is not None and not one.pattern.operation.is_read
    )


@rule(
    "write.checked_apart",
    WARNING,
    Scope.PATTERN,
    title="Invariant is checked by a read before the write",
    why="Two requests read the same state, both find the invariant kept, and both write: it is then broken",
    fix="Check what was read in one TransactWriteItems with the write, or require a version of an item that all change",
    sources="facts/choices#write-guard, facts/expressions#conditions",
    operations={Operation.STEPS},
)
def checked_apart(context: RuleContext, call: Call) -> Iterator[Spot]:
    steps = steps_of(call)
    writes = [number for number, one in enumerate(steps) if not one.pattern.operation.is_read]
    invariant = call.pattern.facts.invariant.strip()
    said = f"declares: {invariant}" if invariant else f"promises: {call.pattern.name}"
    if not (invariant or _BOUND.search(call.pattern.name)) or len(writes) != 1 or writes[0] == 0:
        return
    read, write = steps[writes[0] - 1], steps[writes[0]]
    table = table_of(context, write)
    if table is None or write.pattern.operation.is_multiple:
        return
    asked = asked_names(write.pattern)
    if asked - set(table.base.key_names) or (is_conditioned(write.pattern) and not asked):
        return
    message = f"{call.label} looks with a {read.pattern.operation} and then writes, and {said}"
    yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"invariant": True})


RULES = (count_not_atomic, count_not_given_back, checked_apart)
