"""Helpers: whole keys of an entity, and writes as members of a transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modeler.core.design.items import BASE, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.documents.parts_json import pattern_document
from modeler.core.fixes import Edit, Put
from modeler.core.keys.templates import KeyTemplate, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import of_part
from modeler.core.rules.support.write_targets import members, written_by

_CALL_FIELDS = ("key", "set", "remove", "add", "if", "update", "condition", "names", "values")


@of_part
def base_keys(entity: Entity) -> Mapping[str, KeyTemplate]:
    """The templates of the table's own key, by key attribute; {} if there are none, or several overloads."""
    overloads = entity.overloads_of(BASE)
    return {name: parse(text) for name, text in overloads[0].keys.items()} if len(overloads) == 1 else {}


@of_part
def key_sources(entity: Entity) -> frozenset[str]:
    """The attributes that the table's own key is made of."""
    return frozenset(name for template in base_keys(entity).values() for name in template.attributes)


def is_part_of(child: Entity, parent: Entity) -> bool:
    """Return whether an entity exists only with another one: its identity is that of the other and more."""
    return bool(parent.identity) and set(parent.identity) < set(child.identity)


def together(context: RuleContext, call: Call) -> tuple[Call, ...]:
    """The calls that succeed or fail with this one: the members of its transaction, else only itself."""
    if not call.in_transaction:
        return (call,)
    return tuple(one for one in members(context, call.top) if _transaction_path(one) == _transaction_path(call))


def _transaction_path(call: Call) -> str:
    """The path of the call that this call is a step of."""
    return call.path.rpartition(".steps[")[0]


def writes(context: RuleContext, call: Call, entity: Entity, *operations: Operation) -> bool:
    """Return whether one of the calls in the same transaction does this to the entity."""
    return any(
        one.pattern.operation in operations and entity in written_by(context, one) for one in together(context, call)
    )


def as_transaction(pattern: AccessPattern, others: list[dict[str, Any]], invariant: str) -> tuple[Edit, ...]:
    """The edits that make a write the first member of a transaction."""
    first = member_of(pattern)
    edits: list[Edit] = [Put(pattern.id, name, None) for name in _CALL_FIELDS if name in first]
    return (
        *edits,
        Put(pattern.id, "operation", Operation.TRANSACT_WRITE.value),
        Put(pattern.id, "steps", [first, *others]),
        Put(pattern.id, "invariant", pattern.facts.invariant or invariant),
    )


def member_of(pattern: AccessPattern) -> dict[str, Any]:
    """A write as a member of a transaction: the call without its name, rate and facts."""
    document = pattern_document(pattern)
    kept = ("operation", "entities", "parameters", *_CALL_FIELDS)
    return {name: document[name] for name in kept if document.get(name)}


def follows_a_read(call: Call) -> bool:
    """Return whether an earlier step looks among the items of the same entity: the put depends on what it found."""
    for step in call.within.members if call.within is not None else ():
        if step == call.pattern:
            return False
        if step.operation is Operation.QUERY and set(step.entities) & set(call.pattern.entities):
            return True
    return False
