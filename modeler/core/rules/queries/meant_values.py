"""Reads that ask for what cannot be meant: another attribute's value in a key, a filter that nothing satisfies.

facts/expressions#key-conditions, facts/expressions#conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import KeyCondition, Operation
from modeler.core.design.tables import Table
from modeler.core.keys.templates import KeyTemplate, Reference, parse
from modeler.core.keys.templates import LiteralText as Text
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule

_SAME_KIND: Final = re.compile(
    r"parent|manager|boss|lead|mentor|referr|previous|prev|next|origin|root|reply|super|linked|related|target|owner",
    re.IGNORECASE,
)
"""Words in names of attributes that refer to another item of the same entity: their value is a key of it."""


@rule(
    "query.other_attribute",
    ERROR,
    Scope.NEIGHBOURS,
    title="Key condition with the value of another attribute",
    why="The key holds a different attribute there: the condition matches nothing, or items that only look alike",
    fix="Give the attribute that the key holds, or add an index whose key holds the given one",
    sources="facts/expressions#key-conditions, facts/modeling#sort-keys",
)
def other_attribute(context: RuleContext, call: Call) -> Iterator[Spot]:
    found = context.kept_of_same_calls("other attribute", call, partial(_first_mistaken, context))
    table = context.design.table(call.pattern.table) if found is not None else None
    if table is None or found is None:
        return
    severity = None if found.in_key or _identifies_another(table, found.entity, found.asked) else WARNING
    facts = {"asked": found.asked, "held": found.held}
    yield Spot(f"{call.label} {found.what}", f"{call.path}.{found.field}", call.top.id, found.field, facts, severity)


@dataclass(frozen=True, slots=True)
class _Mistaken:
    """An attribute that a key condition gives where the key of an entity holds another one; `what` the call does, and
    `in_key`: the key has the given one too, at another place.
    """

    entity: Entity
    field: str
    asked: str
    held: str
    what: str
    in_key: bool


def _first_mistaken(context: RuleContext, call: Call) -> _Mistaken | None:
    return next(_mistaken(context, call), None)


def _mistaken(context: RuleContext, call: Call) -> Iterator[_Mistaken]:
    """What follows from the call and its own entities alone."""
    table = context.design.table(call.pattern.table)
    index = table.index(call.pattern.index) if table is not None else None
    if table is None or index is None or call.pattern.operation is Operation.PUT:
        return
    for entity in context.design.entities_of(call.pattern):
        keys = context.keys(table, entity, index)
        for condition in call.pattern.key:
            place = index.key_names.index(condition.name) if condition.name in index.key_names else None
            written = [] if place is None else [one for key in keys if (one := key.templates[place]) is not None]
            pairs = [_confused(entity, condition, one) for one in written]
            if not pairs or None in pairs:
                continue  # one of the overloads has the requested attribute there
            asked, held = next(pair for pair in pairs if pair is not None)
            what = (
                f"gives {asked} where {condition.name} of {entity.name} has {held}: "
                f"{condition.templates[0]} for {written[0]}"
            )
            in_key = any(asked in one.attributes for key in keys for one in key.templates if one is not None)
            yield _Mistaken(entity, f"key.{condition.name}", asked, held, what, in_key)


def _confused(entity: Entity, condition: KeyCondition, written: KeyTemplate) -> tuple[str, str] | None:
    """The attribute that a condition gives and the one that the key holds at its place; None if they agree, or if the
    texts around them do not.
    """
    asked = parse(condition.templates[0])
    if asked.problem or written.problem:
        return None
    for mine, theirs in zip(asked.parts, written.parts, strict=False):
        match mine, theirs:
            case Text(text), Text(other):
                if not other.startswith(text) and not text.startswith(other):
                    return None
            case Reference(name), Reference(held):
                if name != held:
                    return (name, held) if _are_different(entity, name, held) else None
            case _:
                return None
    return None


def _are_different(entity: Entity, name: str, held: str) -> bool:
    """Are both attributes of the entity, with values that are not each other's?"""
    mine, theirs = entity.attribute(name), entity.attribute(held)
    if mine is None or theirs is None or _SAME_KIND.search(name):
        return False
    copies = {mine.copy_of.rpartition(".")[2], theirs.copy_of.rpartition(".")[2]} & {name, held}
    return not copies


def _identifies_another(table: Table, entity: Entity, name: str) -> bool:
    return any(other is not entity and other.identity == (name,) for other in table.entities)


_BY_ID: Final = re.compile(r"\bby (its |the |their )?id$", re.IGNORECASE)


@rule(
    "query.by_id_needs_more",
    ERROR,
    Scope.PATTERN,
    title="Read by id needs more than the id",
    why="A caller that has only the id cannot build the key, and would have to scan for the rest of it",
    fix="Put the id into the partition key, or add an index whose key is the id",
    sources="facts/modeling#access-patterns, facts/expressions#key-conditions",
    operations={Operation.GET, Operation.QUERY, Operation.SCAN},
)
def by_id_needs_more(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    known = set(pattern.facts.intent.given)
    for entity in context.design.entities_of(pattern):
        if not _BY_ID.search(pattern.name.strip()) and known != set(entity.identity):
            continue
        given = {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
        more = sorted(name for name in given - set(entity.identity) if entity.attribute(name) is not None)
        # Example values for the rest show that the caller has them.
        is_given = set(more) <= pattern.parameters.keys()
        if len(entity.identity) == 1 and entity.identity[0] in given and more and not is_given:
            message = f"{call.label} reads {entity.name} by its id, and its key also needs {' and '.join(more)}"
            yield Spot(message, f"{call.path}.key", call.top.id, "key", {"attributes": more})
            return


RULES = (other_attribute, by_id_needs_more)
