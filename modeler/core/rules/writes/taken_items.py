"""Items that one of several workers takes: jobs of a queue, locks and leases.

facts/building-blocks#p15, facts/building-blocks#x2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Comparison, Condition, Function, Or, paths_of, walk
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Fix
from modeler.core.keys.templates import parse
from modeler.core.rules.operations.ttl import is_called
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import steps_of
from modeler.core.rules.support.write_targets import (
    add_condition,
    asked_names,
    changes_of,
    condition_text,
    is_conditioned,
    is_member,
    is_unread,
    names_in_terms,
    parsed_condition,
    table_of,
    written_by,
)

_LOCKS: Final = frozenset({"lock", "lease", "mutex", "semaphore"})
_LOCKED_BY: Final = re.compile(r"(?i)^(locked|leased)_?by|^(lock|lease)_?(owner|holder|token|id)$")
_HOLDER: Final = re.compile(r"(?i)worker|owner|holder|assignee|runner|agent|(claimed|taken|locked|leased|picked)_?by")
_CHANGES: Final = frozenset({Operation.UPDATE, Operation.DELETE})
_TAKES: Final = frozenset({Operation.PUT, Operation.UPDATE})


@rule(
    "write.claimed_twice",
    WARNING,
    Scope.NEIGHBOURS,
    title="Two workers can take the same item",
    why="Both find the item in the index before either writes, and both writes succeed: the work is done twice",
    fix="Require in the condition that the item is still in the state in which it was found",
    sources="facts/building-blocks#p15, facts/choices#write-guard",
    hides=("write.no_condition_on_transition", "write.no_exists_condition"),
    fixes=True,
    operations={Operation.STEPS, Operation.UPDATE},
)
def claimed_twice(context: RuleContext, call: Call) -> Iterator[Spot]:
    if call.pattern.operation is Operation.UPDATE:
        yield from _claimed_alone(context, call)
        return
    steps = steps_of(call)
    for number, taken in enumerate(steps):
        table = table_of(context, taken)
        if table is None or taken.pattern.operation not in _CHANGES:
            continue
        for entity in written_by(context, taken):
            found = [_found_by(context, table, entity, step) for step in steps[:number]]
            names = frozenset(name for one in found for name in one)
            if names and _takes(table, taken.pattern, names):
                yield _claim(call, taken, table, entity, sorted(names))
                return


def _claimed_alone(context: RuleContext, call: Call) -> Iterator[Spot]:
    """An update that takes an item out of a sparse index for one holder; the read that found it is another pattern."""
    table, pattern = table_of(context, call), call.pattern
    if table is None or is_member(call):
        return
    changed = changes_of(table, pattern)
    if not any(_HOLDER.search(name) for name in changed):
        return
    for entity in written_by(context, call):
        names = frozenset(
            name
            for one in entity.overloads
            if one.index != BASE
            for name in _names_of(one.when)
            if (held := entity.attribute(name)) is not None and held.values and name in changed
        )
        if names and _takes(table, pattern, names):
            yield _claim(call, call, table, entity, sorted(names))
            return


def _found_by(context: RuleContext, table: Table, entity: Entity, read: Call) -> frozenset[str]:
    """The attributes that put an item into the part of an index in which a query looks for work."""
    pattern = read.pattern
    index = table.index(pattern.index) if pattern.operation is Operation.QUERY and pattern.index else None
    if index is None or pattern.limit is None or entity not in written_by(context, read):
        return frozenset()
    overloads = [one for one in entity.overloads if one.index == index.name]
    names = {name for one in overloads for name in _names_of(one.when)}
    given = {one.name for one in pattern.key if one.operator == "="}
    held = {
        name for one in overloads for key, text in one.keys.items() if key in given for name in parse(text).attributes
    }
    states = {one.name for one in entity.attributes if one.values or one.states}
    return frozenset(names | (held & states))


def _names_of(when: str) -> frozenset[str]:
    """The attributes in the condition of a sparse index; none if it cannot be parsed."""
    if not when.strip():
        return frozenset()
    try:
        return frozenset(name_of(path, {}) for path in paths_of(parse_condition(when)))
    except (ExpressionInvalid, KeyError):
        return frozenset()


def _takes(table: Table, pattern: AccessPattern, names: frozenset[str]) -> bool:
    """Return whether the write takes the item from the others, and does not look whether it is still there to take."""
    if is_unread(pattern):
        return False
    asked = asked_names(pattern)
    if pattern.operation is Operation.DELETE:
        return not is_conditioned(pattern)  # of two deletes that require the item, one fails
    changed = changes_of(table, pattern).keys()
    return bool(names & changed) and not asked & changed


def _claim(call: Call, taken: Call, table: Table, entity: Entity, names: list[str]) -> Spot:
    deletes = taken.pattern.operation is Operation.DELETE
    does = "deletes it without a condition" if deletes else f"changes {names[0]} without a condition on it"
    alone = taken is call
    finds = "takes a" if alone else "finds a"
    found = "" if alone else " with a Query"
    message = f"{call.label} {finds} {entity.name}{found} and {does}: two workers take the same one"
    field = "condition" if taken.pattern.condition.strip() else "if"
    fixes = _still_there(taken.pattern, entity, names)
    where = field if alone else "steps"
    return Spot(message, f"{taken.path}.{field}", call.top.id, where, {"entity": entity.id}, fixes=fixes)


def _still_there(pattern: AccessPattern, entity: Entity, names: list[str]) -> tuple[Fix, ...]:
    """Require the condition under which the item is in the index; none if it says it in several ways."""
    whens = {one.when for one in entity.overloads if one.when.strip() and _names_of(one.when) & set(names)}
    if len(whens) != 1 or not pattern.id:
        return ()
    node: Condition = parse_condition(whens.pop())
    edits = add_condition(pattern, node)
    return (Fix(f"Add {condition_text(node)}", edits),) if edits else ()


@rule(
    "write.released_by_anyone",
    WARNING,
    Scope.TABLE,
    title="Release does not check who holds the item",
    why="After its time another worker holds it; the late release of the first takes it away from that one",
    fix="Store who holds it when it is taken, and require this holder in the condition of the release",
    sources="facts/building-blocks#x2, facts/choices#write-guard",
)
def released_by_anyone(context: RuleContext, table: Table) -> Iterator[Spot]:
    taken = _taken_over(context, table)
    for call in context.calls_on(table) if taken else ():
        if call.pattern.operation not in _CHANGES or _arms(call.pattern):
            continue
        if is_unread(call.pattern):
            continue
        for entity in written_by(context, call):
            if entity.name not in taken or _asks_who(entity, call.pattern):
                continue
            by, until = taken[entity.name]
            does = "deletes" if call.pattern.operation is Operation.DELETE else "changes"
            message = f"{call.label} {does} a {entity.name} of any holder, and {by} takes it over once {until} is past"
            field = "condition" if call.pattern.condition.strip() else "if"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"entity": entity.id})


def _taken_over(context: RuleContext, table: Table) -> dict[str, tuple[str, str]]:
    """Entities that a worker takes from another one after some time: who does it, and by which attribute."""
    found: dict[str, tuple[str, str]] = {}
    for call in context.calls_on(table):
        if call.pattern.operation not in _TAKES:
            continue
        for entity in written_by(context, call):
            times = [name for name in _arms(call.pattern) if _is_time(entity.attribute(name))]
            if times:
                found.setdefault(entity.name, (call.label, times[0]))
    return found


def _arms(pattern: AccessPattern) -> tuple[str, ...]:
    """The attributes that `attribute_not_exists(a) OR b < :now` compares; () for another condition."""
    node = parsed_condition(pattern)
    if not isinstance(node, Or):
        return ()
    parts = [part for arm in node.terms for part in walk(arm)]
    absent = any(isinstance(part, Function) and part.name == "attribute_not_exists" for part in parts)
    compared = [part for part in parts if isinstance(part, Comparison) and part.operator in {"<", "<=", ">", ">="}]
    names = (name_of(path, pattern.names) for part in compared for path in paths_of(part))
    return tuple(dict.fromkeys(names)) if absent else ()


def _is_time(attribute: Attribute | None) -> bool:
    return attribute is not None and meaning_of(attribute) is Meaning.TIME


def _asks_who(entity: Entity, pattern: AccessPattern) -> bool:
    """Return whether the condition compares an attribute beside the item's own identity and its times."""
    asked = {name for term, used in names_in_terms(pattern) if not isinstance(term, Function) for name in used}
    return any(name not in entity.identity and not _is_time(entity.attribute(name)) for name in asked)


@rule(
    "write.lock_without_expiry",
    WARNING,
    Scope.TABLE,
    title="Lock of a crashed holder is never released",
    why="A worker that crashes, or loses its connection, never releases the lock: nobody else gets it",
    fix="Store when the lock ends, and let the condition also accept one whose end is past",
    sources="facts/building-blocks#x2, facts/limits#time-to-live",
    hides=("ttl.missing",),
)
def lock_without_expiry(context: RuleContext, table: Table) -> Iterator[Spot]:
    told: set[str] = set()
    for call in context.calls_on(table):
        for entity in written_by(context, call) if call.pattern.operation in _TAKES else ():
            missing = _only_if_missing(call.pattern)
            held = any(one.name == table.options.ttl_attribute for one in entity.attributes)
            if entity.name in told or not missing or held or not _locks(table, entity, missing):
                continue
            told.add(entity.name)
            message = f"{call.label} takes a {entity.name} only if {missing[0]} is missing, and no time ends it"
            yield Spot(message, entity_path(table, entity), entity.id, "retention", {"pattern": call.label})


def _only_if_missing(pattern: AccessPattern) -> list[str]:
    """The attributes that must be missing, if the condition requires nothing else."""
    terms = list(names_in_terms(pattern))
    absent = all(isinstance(term, Function) and term.name == "attribute_not_exists" for term, _ in terms)
    return sorted(name for _, used in terms for name in used) if absent else []


def _locks(table: Table, entity: Entity, missing: list[str]) -> bool:
    """Return whether a write that requires these attributes to be missing takes a lock: the item, or a mark on it. An
    item that keeps a value unique must never expire, whatever its name.
    """
    is_new = (
        not entity.constraint_of
        and is_called(entity, _LOCKS)
        and set(missing) <= set(table.base.key_names) | set(entity.identity)
    )
    return is_new or any(_LOCKED_BY.search(name) for name in missing)


RULES = (claimed_twice, released_by_anyone, lock_without_expiry)
