"""What TTL leaves as it was when it deletes an item: counts of such items, and the item's children.

facts/limits#time-to-live.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import Comparison, Function, Name, Path, Placeholder
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.templates import KeyTemplate
from modeler.core.phrases import and_list
from modeler.core.rules.operations.ttl import has_values, is_called, ttl_attribute
from modeler.core.rules.operations.ttl_puts import listed_by
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import base_keys, key_sources
from modeler.core.rules.support.write_targets import (
    add_condition,
    bound_values,
    changes_of,
    is_conditioned,
    members,
    names_in_terms,
    table_of,
    writers_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.write_conditions import creates_on_purpose
from modeler.core.values.attribute_values import as_decimal

_ONCE: Final = frozenset({"token", "idempotency", "idempotent", "dedup", "request", "nonce"})
"""Items that only show that something was done: what was counted then stays counted."""
_NOW: Final = "1780302600"
"""The example of a time in the parameters of fixes."""


@rule(
    "ttl.count_not_given_back",
    WARNING,
    Scope.DESIGN,
    title="TTL deletes items that stay counted",
    why="A write counts the item, but TTL deletes it without a write of the application: the count only grows",
    fix="Count back in a consumer of the table's stream, or count what has not expired when it is needed",
    sources="facts/limits#time-to-live, facts/building-blocks#p8",
)
def count_not_given_back(context: RuleContext) -> Iterator[Spot]:
    told: set[str] = set()
    for put, added in _counted_creates(context):
        table = table_of(context, put)
        if table is None or table.options.stream:
            continue
        for entity, (counted, name) in product(written_by(context, put), _counts(context, added)):
            if entity.id in told or entity is counted or not _expires(table, entity) or is_called(entity, _ONCE):
                continue
            if set(counted.identity) <= key_sources(entity) and _is_current(context, added, entity, name):
                told.add(entity.id)
                message = f"{put.top.label} adds to {name} of {counted.name}, and TTL deletes the {entity.name} alone"
                facts = {"attribute": name, "pattern": put.top.id}
                yield Spot(message, entity_path(table, entity), entity.id, "retention", facts)


def _counted_creates(context: RuleContext) -> Iterator[tuple[Call, Call]]:
    """Puts together with an update in the same transaction or sequence."""
    for pattern in context.design.patterns:
        if pattern.operation in (Operation.TRANSACT_WRITE, Operation.STEPS):
            calls = members(context, pattern)
            puts = [call for call in calls if call.pattern.operation is Operation.PUT]
            yield from product(puts, [call for call in calls if call.pattern.operation is Operation.UPDATE])


def _counts(context: RuleContext, call: Call) -> list[tuple[Entity, str]]:
    table = table_of(context, call)
    names = [name for name, how in counted_by(table, call.pattern).items() if how != "list_append"] if table else []
    return list(product(written_by(context, call), names))


def _expires(table: Table, entity: Entity) -> bool:
    name = ttl_attribute(table)
    return bool(name) and (entity.attribute(name) is not None or has_values(entity, name))


def _is_current(context: RuleContext, call: Call, entity: Entity, name: str) -> bool:
    """Return whether the count is of the items that there are: it is limited, counted back, or declared to be so."""
    limited = any(isinstance(term, Comparison) and name in used for term, used in names_in_terms(call.pattern))
    text = f"{call.pattern.facts.invariant} {call.top.facts.invariant}"
    words = set(re.findall(r"\w+", text.lower()))
    declared = name.lower() in words and bool(words & {entity.name.lower(), f"{entity.name.lower()}s"})
    return limited or declared or any(_takes_back(context, other, name) for other in context.calls)


def _takes_back(context: RuleContext, call: Call, name: str) -> bool:
    table, pattern = table_of(context, call), call.pattern
    if table is None or pattern.operation is not Operation.UPDATE or name not in counted_by(table, pattern):
        return False
    given = as_decimal(str(pattern.add[name])) if name in pattern.add else None
    below = any(
        (amount := as_decimal(str(one.data))) is not None and amount < 0
        for one in bound_values(table, pattern).values()
    )
    return re.search(r"\s-\s*[:\w]", pattern.update) is not None or below or (given is not None and given < 0)


@rule(
    "ttl.children_stay",
    WARNING,
    Scope.TABLE,
    title="TTL deletes the parent and leaves its children",
    why="TTL deletes single items: children without an expiration time stay forever, and nothing leads to them",
    fix="Give the children the same expiration time, or delete them in a consumer of the table's stream",
    sources="facts/limits#time-to-live, facts/building-blocks#p5",
)
def children_stay(context: RuleContext, table: Table) -> Iterator[Spot]:
    name = ttl_attribute(table)
    if not name or table.options.stream:
        return
    collections: dict[tuple[str, ...], list[Entity]] = {}
    for one in table.entities:
        collections.setdefault(_collection(table, one), []).append(one)
    reserving: dict[str, list[Entity]] = {}
    for one in table.entities:
        reserving.setdefault(one.constraint_of, []).append(one)
    for parent in table.entities:
        held = parent.attribute(name)
        if held is None or held.optional < 1:
            continue
        yield from _reserving(table, parent, reserving.get(parent.name, []), name)
        if not _is_root(table, base_keys(parent)):
            continue
        beside = collections[_collection(table, parent)]
        left = [one.name for one in beside if one is not parent and _is_left(table, one, name)]
        if left:
            have = "has" if len(left) == 1 else "have"
            message = f"TTL deletes a {parent.name}, and its {and_list(left)} {have} no {name}"
            yield Spot(message, entity_path(table, parent), parent.id, "retention", {"entities": left})


def _collection(table: Table, entity: Entity) -> tuple[str, ...]:
    """The texts of the templates that name the collections of an entity's items."""
    return tuple(str(base_keys(entity).get(one.name)) for one in table.partition_key)


def _reserving(table: Table, parent: Entity, constraints: list[Entity], name: str) -> Iterator[Spot]:
    """What keeps a value of an expired item reserved."""
    for one in constraints:
        if one.attribute(name) is None and not has_values(one, name):
            message = f"TTL deletes a {parent.name}, and its {one.name} has no {name}: the value stays reserved"
            yield Spot(message, entity_path(table, one), one.id, "retention", {"entities": [one.name]})


def _is_root(table: Table, keys: Mapping[str, KeyTemplate]) -> bool:
    """Return whether each collection has one such item: the partition key has its values, the sort key none."""
    partition, sort = ([keys.get(one.name) for one in part] for part in (table.partition_key, table.sort_key))
    values = [one for one in partition if one is not None and one.references]
    return bool(values) and bool(sort) and all(one is not None and one.is_constant for one in sort)


def _is_left(table: Table, child: Entity, name: str) -> bool:
    """Return whether there are several of it in a collection, and they do not expire."""
    its = base_keys(child)
    several = any(one is not None and one.references for part in table.sort_key for one in [its.get(part.name)])
    return several and child.attribute(name) is None and not has_values(child, name)


@rule(
    "ttl.revived",
    WARNING,
    Scope.TABLE,
    title="Update extends an item that has expired",
    why="TTL deletes items within days: until then an update finds the expired item, and gives it a new time",
    fix="Require in the condition that the expiration time is in the future",
    sources="facts/limits#time-to-live, facts/choices#write-guard",
    fixes=True,
)
def revived(context: RuleContext, table: Table) -> Iterator[Spot]:
    """One finding for each entity: its updates share their cause."""
    name = ttl_attribute(table)
    found: dict[str, list[Call]] = {}
    for call in context.calls_on(table) if name else ():
        if call.pattern.operation is Operation.UPDATE and _extends(table, call.pattern, name):
            for entity in written_by(context, call):
                if _expires(table, entity) and not _makes_anew(table, call.pattern, entity):
                    found.setdefault(entity.id, []).append(call)
    for entity in table.entities:
        calls = found.get(entity.id, [])
        if calls:
            labels = list(dict.fromkeys(call.label for call in calls))
            extend = "extends" if len(labels) == 1 else "extend"
            message = f"{and_list(labels)} {extend} a {entity.name} also if its {name} is past"
            fixes = _alive([call.pattern for call in calls], name)
            yield Spot(message, entity_path(table, entity), entity.id, "retention", {"attribute": name}, fixes=fixes)


def _extends(table: Table, pattern: AccessPattern, name: str) -> bool:
    """Return whether an update sets an item's expiration time, whatever that was."""
    terms = [(term, used) for term, used in names_in_terms(pattern)]
    there = any(isinstance(term, Function) and term.name == "attribute_exists" for term, _ in terms)
    asked = {used_name for _, used in terms for used_name in used} - set(table.base.key_names)
    if asked or not (there or not (is_conditioned(pattern) or creates_on_purpose(pattern))):
        return False
    return changes_of(table, pattern).get(name, ...) is not ... and name not in pattern.remove


def _makes_anew(table: Table, pattern: AccessPattern, entity: Entity) -> bool:
    """Return whether an update without a condition sets all that the item has: it begins a new one."""
    needed = {one.name for one in entity.attributes if one.optional >= 1 and len(one.values) != 1}
    return not is_conditioned(pattern) and needed <= {*changes_of(table, pattern), *key_sources(entity)}


def _alive(patterns: list[AccessPattern], name: str) -> tuple[Fix, ...]:
    """Require a time in the future in each update; none if one has an expression of its own."""
    edits: list[Edit] = []
    for pattern in patterns:
        added = Comparison(">", Path((Name(name),)), Placeholder(":now"))
        more = () if pattern.condition.strip() or pattern.update.strip() else add_condition(pattern, added)
        if not more or not pattern.id:
            return ()
        edits += more
        if "now" not in pattern.parameters:
            edits.append(Put(pattern.id, "parameters.now", _NOW))
    return (Fix(f"Require {name} > :now", tuple(edits)),)


@rule(
    "ttl.constraint_expires",
    WARNING,
    Scope.TABLE,
    title="Constraint item expires while its owner stays",
    why="TTL deletes the constraint item: the value is free again, and a second item can take it",
    fix="Remove the expiration time in the transaction that confirms the owner, or give the owner the same one",
    sources="facts/building-blocks#p2, facts/limits#time-to-live",
)
def constraint_expires(context: RuleContext, table: Table) -> Iterator[Spot]:
    name = ttl_attribute(table)
    for entity in table.entities if name else ():
        owner = _owner(context.design, entity)
        if owner is None or not _expires(table, entity) or _expires(table, owner):
            continue
        writers = writers_of(context, entity)
        makers = [call for call in writers if call.pattern.operation is Operation.PUT]
        if makers and not any(_ends_expiry(table, call, name) for call in writers):
            message = f"TTL deletes the {entity.name} that {makers[0].top.label} writes, and its {owner.name} stays"
            facts = {"attribute": name, "pattern": makers[0].top.id}
            yield Spot(message, entity_path(table, entity), entity.id, "retention", facts)


def _owner(design: Design, entity: Entity) -> Entity | None:
    """The entity whose values a constraint item keeps unique."""
    name = entity.constraint_of
    return next((one for table in design.tables if (one := table.entity(name)) is not None), None) if name else None


def _ends_expiry(table: Table, call: Call, name: str) -> bool:
    """Return whether a write changes the expiration time, or lists the attributes of an item without it."""
    if call.pattern.operation is Operation.UPDATE:
        return name in changes_of(table, call.pattern)
    given = listed_by(call.pattern) if call.pattern.operation is Operation.PUT else ()
    return bool(given) and name not in given


RULES = (count_not_given_back, children_stay, revived, constraint_expires)
