"""Writes of what was read or computed elsewhere: the whole item, or a number. facts/choices#write-guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Function, Placeholder, Set
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import steps_of
from modeler.core.rules.support.version_fixes import guards, is_of_something_else, is_version
from modeler.core.rules.support.write_targets import (
    actions_of,
    asked_names,
    is_conditioned,
    is_unread,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.rules.writes.write_conditions import replaces
from modeler.core.values.attribute_values import AttributeType

_RELATIVE: Final = re.compile(
    r"(?i)^(increase|increment|decrease|decrement|deduct|subtract|withdraw|deposit|credit|debit|top up|charge"
    r"|count (up|down)|bump|spend|earn)\b"
)
_PARTLY_RELATIVE: Final = re.compile(r"(?i)^(add|take|remove|reserve|adjust|raise|lower|count|use)\b")
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_RANDOM: Final = frozenset({"ulid", "uuid4", "uuid7", "ksuid", "uuid"})


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.NEIGHBOURS,
    title="Put of a whole item that exists",
    why="A put writes all attributes as they were read: what others changed since then is lost without an error",
    fix="Update only the attributes that change, or require the version that was read",
    sources="facts/building-blocks#p11, facts/choices#write-guard",
    operations={Operation.PUT},
)
def put_over_existing(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or is_unread(pattern) or guards(table, pattern):
        return
    version = _version_unchecked(context, call)
    if version:
        message = f"{call.label} puts back what was read before, with the next {version}, and checks no {version}"
        yield Spot(message, f"{call.path}.if", call.top.id, "if", {"attribute": version})
        return
    if replaces(pattern) or replaces(call.top):
        return
    keys = set(table.base.key_names)
    terms = list(names_in_terms(pattern))
    there = bool(terms) and all(
        isinstance(term, Function) and term.name == "attribute_exists" and used <= keys for term, used in terms
    )
    for entity in written_by(context, call) if there else ():
        own = [one for one in entity.attributes if one.name not in entity.identity and len(one.values) != 1]
        if len(own) > 1 and not entity.concurrent:
            message = f"{call.label} puts a {entity.name} that exists as a whole, over what others changed meanwhile"
            field = "condition" if pattern.condition.strip() else "if"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"entity": entity.id})
            return


def _version_unchecked(context: RuleContext, call: Call) -> str:
    """The version of an item that a sequence reads and then puts without a condition: to keep one says that several
    clients write.
    """
    if is_conditioned(call.pattern) or call.within is None or call.within.operation is not Operation.STEPS:
        return ""
    for entity in written_by(context, call):
        if not entity.concurrent and _is_read_first(call, entity):
            named = (one.name for one in entity.attributes)
            return next((name for name in named if is_version(name) and not is_of_something_else(name)), "")
    return ""


def _is_read_first(call: Call, entity: Entity) -> bool:
    """Return whether a step before the put gets the same item, by the examples of what identifies it."""
    for step in steps_of(Call(call.within, call.top, "")) if call.within is not None else ():
        read = step.pattern
        if read == call.pattern:
            return False
        if read.operation is Operation.GET and read.entities in ((), (entity.name,)):
            values = [(read.parameters.get(name), call.pattern.parameters.get(name)) for name in entity.identity]
            if values and all(one is not None and one == other for one, other in values):
                return True
    return False


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.NEIGHBOURS,
    title="Number that was read is written back",
    why="Two callers read the same number and each write their own result: one of the two changes is lost",
    fix="Let DynamoDB compute it (ADD, or SET a = a + :n), or require in the condition the number that was read",
    sources="facts/expressions#updates, facts/choices#write-guard",
    hides=("query.read_before_write",),
    operations={Operation.UPDATE},
)
def computed_number(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or is_unread(pattern) or replaces(pattern) or guards(table, pattern):
        return
    asked = asked_names(pattern)
    given = [name for name in _given(pattern) if name not in asked]
    read = _read_before(context, call) if given else ""
    for entity in written_by(context, call) if given else ():
        for name in given:
            held = entity.attribute(name)
            if held is None or not _is_amount(held) or (entity.concurrent and read):
                continue
            name_of_call = pattern.name or call.top.name
            if read:
                message = f"{call.label} sets {name} of {entity.name} to a result of {read}, whatever it is by then"
            elif _is_relative(name_of_call, name):
                message = f"{call.label} sets {name} of {entity.name} to a value of its caller instead of changing it"
            else:
                continue
            field = "update" if pattern.update.strip() else "set"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name, "entity": entity.id})
            return


def _is_amount(attribute: Attribute) -> bool:
    """Return whether it is a number that can be counted up and down."""
    return attribute.type is AttributeType.N and meaning_of(attribute) is Meaning.NUMBER and not attribute.values


def _given(pattern: AccessPattern) -> list[str]:
    """The attributes that an update sets to a value of its caller."""
    found = [name for name, raw in pattern.set.items() if isinstance(raw, str) and raw.startswith(":")]
    sets = [one for one in actions_of(pattern) if isinstance(one, Set) and len(one.path.parts) == 1]
    return [*found, *(name_of(one.path, pattern.names) for one in sets if isinstance(one.value, Placeholder))]


def _is_relative(name: str, attribute: str) -> bool:
    """Return whether the name of a write says that it changes a number by some amount."""
    if _RELATIVE.search(name):
        return True
    words = {word.lower() for word in _WORD.findall(attribute)}
    named = {word.lower().rstrip("s") for word in re.findall(r"[A-Za-z]+", name)}
    return bool(_PARTLY_RELATIVE.search(name)) and bool({word.rstrip("s") for word in words} & named)


def _read_before(context: RuleContext, call: Call) -> str:
    """The read of the same item that comes before the write: an earlier step, or the pattern that it follows."""
    if call.within is not None and call.within.operation is Operation.STEPS:
        for step in steps_of(Call(call.within, call.top, "")):
            if step.pattern == call.pattern:
                break
            if step.pattern.operation is Operation.GET and step.pattern.key == call.pattern.key:
                return "the GetItem before it"
    follows = call.pattern.facts.follows or call.top.facts.follows
    other = context.design.pattern(follows.code) if follows is not None and follows.same_key else None
    return other.label if other is not None and other.operation is Operation.GET else ""


@rule(
    "write.no_condition_on_create",
    WARNING,
    Scope.TABLE,
    title="Batch overwrites what other creates protect",
    why="BatchWriteItem has no conditions: its puts replace items that exist, with all that was changed in them",
    fix="Put each item by itself with attribute_not_exists, or declare that the batch replaces",
    sources="facts/limits#batches, facts/choices#write-guard",
)
def batch_over_creates(context: RuleContext, table: Table) -> Iterator[Spot]:
    protected = _protected(context, table)
    for call in context.calls_on(table) if protected else ():
        within = call.within
        if (
            within is None
            or within.operation is not Operation.BATCH_WRITE
            or call.pattern.operation is not Operation.PUT
        ):
            continue
        if replaces(call.pattern) or replaces(call.top):
            continue
        for entity in written_by(context, call):
            create = protected.get(entity.name, "")
            if create and _can_be_there(entity):
                message = (
                    f"{call.top.label} puts {entity.name} items over existing ones, which {create} does not overwrite"
                )
                yield Spot(message, f"{call.path}.operation", call.top.id, "steps", {"entity": entity.id})
                break


def _protected(context: RuleContext, table: Table) -> dict[str, str]:
    """The entities that a put creates only if there is no item, with the pattern, and that an update changes later."""
    created: dict[str, str] = {}
    changed: set[str] = set()
    for call in context.calls_on(table):
        pattern = call.pattern
        if pattern.operation is Operation.UPDATE:
            changed.update(entity.name for entity in written_by(context, call))
        elif pattern.operation is Operation.PUT and is_conditioned(pattern):
            new = any("attribute_not_exists" in str(term) for term, _ in names_in_terms(pattern))
            for entity in written_by(context, call) if new else ():
                created.setdefault(entity.name, call.top.label)
    return {name: label for name, label in created.items() if name in changed}


def _can_be_there(entity: Entity) -> bool:
    """Return whether a put can meet an item with its key: not where the key holds an id that is new each time."""
    names = {name for one in entity.overloads_of(BASE) for text in one.keys.values() for name in parse(text).attributes}
    held = [one for name in names & set(entity.identity) if (one := entity.attribute(name)) is not None]
    return not any(one.format in _RANDOM or one.source == "random" for one in held if format_of(one).unique)


RULES = (put_over_existing, computed_number, batch_over_creates)
