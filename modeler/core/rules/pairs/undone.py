"""Deletes that take back only a part of what was written together. facts/choices#write-guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.keys.attribute_formats import format_of
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.own_ids import is_own_id
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import key_sources, together
from modeler.core.rules.support.write_targets import (
    asked_names,
    is_member,
    members,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by


@rule(
    "write.undone_by_half",
    WARNING,
    Scope.DESIGN,
    title="Delete takes back one half of a transaction",
    why="The create also changed another item, and the delete leaves that as it is: the two contradict each other",
    fix="Delete the item and change the other one back in one TransactWriteItems",
    sources="facts/choices#write-guard, facts/building-blocks#p2",
    hides=("txn.no_invariant",),
)
def undone_by_half(context: RuleContext) -> Iterator[Spot]:
    made = _made_together(context)
    for call in context.calls if made else ():
        table = table_of(context, call)
        if table is None or table.options.stream or call.pattern.operation is not Operation.DELETE:
            continue
        for entity in written_by(context, call):
            for create, other, names in made.get(entity.name, ()):
                if entity.retention is None and not _touches(context, call, other):
                    message = (
                        f"{create} puts a {entity.name} and sets {names} of its {other.name}; "
                        f"{call.label} deletes the {entity.name} only"
                    )
                    yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"entity": other.id})
                    break


def _made_together(context: RuleContext) -> dict[str, list[tuple[str, Entity, str]]]:
    """By entity: the transaction that puts it, another entity that it marks at the same time, and the mark."""
    found: dict[str, list[tuple[str, Entity, str]]] = {}
    for pattern in context.design.patterns:
        if pattern.operation is not Operation.TRANSACT_WRITE:
            continue
        calls = members(context, pattern)
        for put in (one for one in calls if one.pattern.operation is Operation.PUT):
            for other in (one for one in calls if one.pattern.operation is Operation.UPDATE):
                marks = _marks(context, other)
                for entity in written_by(context, put):
                    for held in written_by(context, other):
                        if marks and held is not entity and not entity.constraint_of:
                            found.setdefault(entity.name, []).append((pattern.label, held, marks))
    return found


def _marks(context: RuleContext, call: Call) -> str:
    """The state that an update moves: one that it compares, and sets to a constant. A count is another rule's."""
    table, pattern = table_of(context, call), call.pattern
    if table is None or counted_by(table, pattern):
        return ""
    asked = asked_names(pattern)
    for entity in written_by(context, call):
        for one in entity.attributes:
            if len(one.values) > 1 and one.name in asked and pattern.set.get(one.name) in one.values:
                return one.name
    return ""


def _touches(context: RuleContext, call: Call, other: Entity) -> bool:
    """Return whether the same request, or the same sequence, also writes the other entity."""
    calls = members(context, call.top) if is_member(call) else (call,)
    return any(other in written_by(context, one) for one in calls if not one.pattern.operation.is_read)


_CANCELS: Final = re.compile(r"(?i)^(cancel|release|return|withdraw|revoke|void|reject|abort|give back|undo|expire)")


@rule(
    "write.undone_by_half",
    WARNING,
    Scope.DESIGN,
    title="Cancelled item keeps what it had claimed",
    why="The other item was put for it, and nothing deletes it: the night, seat or place stays taken",
    fix="Delete the other item in the same transaction, if it is still this one's",
    sources="facts/choices#write-guard, facts/building-blocks#p2",
)
def claim_kept(context: RuleContext) -> Iterator[Spot]:
    claims = _claimed(context)
    gone = {id(one) for call in context.calls if _removes(call) for one in written_by(context, call)}
    for call in context.calls if claims else ():
        name = call.pattern.name or call.top.name
        if call.pattern.operation not in (Operation.UPDATE, Operation.DELETE) or not _CANCELS.search(name):
            continue
        for entity in written_by(context, call):
            for create, claim, attribute in claims.get(entity.name, ()):
                if id(claim) not in gone and not _touches(context, call, claim):
                    message = (
                        f"{create} puts a {claim.name} with each {entity.name}, and {call.label} leaves it "
                        f"with its {attribute}"
                    )
                    yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"entity": claim.id})
                    break


@rule(
    "write.released_by_anyone",
    WARNING,
    Scope.DESIGN,
    title="Transaction deletes an item of any owner",
    why="The item may belong to another by now: the delete takes it away from that one",
    fix="Require in the condition of the delete that the item is this one's",
    sources="facts/choices#write-guard, facts/building-blocks#p2",
)
def deletes_of_another(context: RuleContext) -> Iterator[Spot]:
    claims = _claimed(context)
    for call in context.calls if claims else ():
        if call.pattern.operation is not Operation.DELETE or not call.in_transaction:
            continue
        asked = asked_names(call.pattern)
        owners = {
            one.name for other in together(context, call) if other is not call for one in written_by(context, other)
        }
        for entity in written_by(context, call):
            for owner in sorted(owners & claims.keys()):
                for _, claim, attribute in claims[owner]:
                    if claim is entity and attribute not in asked:
                        message = f"{call.label} deletes a {entity.name} whatever its {attribute} is"
                        field = "condition" if call.pattern.condition.strip() else "if"
                        yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"entity": entity.id})
                        return


def _claimed(context: RuleContext) -> dict[str, list[tuple[str, Entity, str]]]:
    """By entity: the transaction that creates it, an item of a limited thing that it puts too, and the attribute there
    that says for whom: a night that a booking takes.
    """
    found: dict[str, list[tuple[str, Entity, str]]] = {}
    for pattern in context.design.patterns:
        if pattern.operation is not Operation.TRANSACT_WRITE:
            continue
        puts = [one for one in members(context, pattern) if one.pattern.operation is Operation.PUT]
        made = [(one, entity) for one in puts for entity in written_by(context, one)]
        for _, entity in made:
            for put, claim in made:
                if claim is not entity and _is_conditioned(put) and _claims(entity, claim):
                    found.setdefault(entity.name, []).append((pattern.label, claim, entity.identity[0]))
    return found


def _claims(entity: Entity, claim: Entity) -> bool:
    """Return whether an item is about a limited thing, and only says in an attribute which entity has it."""
    names = set(entity.identity)
    if len(names) != 1 or not names <= claim.attributes_by_name.keys() or not claim.identity:
        return False
    if entity.constraint_of or claim.constraint_of:
        return False  # other rules are about these
    held = [one for name in claim.identity if (one := claim.attribute(name)) is not None]
    made = any(format_of(one).unique and is_own_id(claim, one) for one in held)
    return not made and not names & {*claim.identity, *key_sources(claim)}


def _is_conditioned(call: Call) -> bool:
    """Return whether a put has a condition, so that no second item replaces it."""
    return bool(names_in_terms(call.pattern))


def _removes(call: Call) -> bool:
    return call.pattern.operation is Operation.DELETE


@rule(
    "write.constraint_released",
    WARNING,
    Scope.DESIGN,
    title="Constraint item is deleted while its value is still used",
    why="Another item can then claim the value: two items have it, and nothing shows it",
    fix="Delete the constraint in one TransactWriteItems with the item, or with the change of its value",
    sources="facts/building-blocks#p2",
)
def constraint_released(context: RuleContext) -> Iterator[Spot]:
    for call in context.calls:
        table = table_of(context, call)
        if table is None or call.pattern.operation is not Operation.DELETE or _is_repair(call.top):
            continue
        for entity in written_by(context, call):
            owner = next((one for one in table.entities if one.name == entity.constraint_of), None)
            held = owner is not None and any(
                owner in written_by(context, one) for one in together(context, call) if one is not call
            )
            if owner is not None and not held:
                message = f"{call.label} deletes {entity.name} and leaves the {owner.name} that has the value"
                yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"constraint": entity.id})


def _is_repair(pattern: AccessPattern) -> bool:
    return pattern.facts.purpose in {"job", "admin"}


RULES = (undone_by_half, claim_kept, deletes_of_another, constraint_released)
