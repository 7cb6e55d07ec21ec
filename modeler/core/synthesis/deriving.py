"""Data that an application keeps beside its own, so that keys can serve what they cannot compute: counts that a
transaction keeps, and items that enforce unique values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.values.attribute_values import AttributeType

COUNT: Final = "count"
type Steps = Callable[[AccessPattern], tuple[AccessPattern, ...]]


@dataclass(frozen=True, slots=True)
class Derived:
    """A design with derived data, and a sentence that says what it is."""

    design: Design
    note: str


def counters(design: Design) -> Iterator[Callable[[Design], Derived | None]]:
    """For each read of a count by the identity of another entity: how to keep that count as an attribute of it."""
    for pattern in design.patterns:
        if pattern.facts.intent.returns == COUNT and len(pattern.entities) == 1 and not pattern.filter.strip():
            yield partial(_counted, asked=pattern)


def _counted(design: Design, asked: AccessPattern) -> Derived | None:
    given = asked.facts.intent.given
    entities = {entity.name: entity for _, entity in design.entities()}
    child = entities.get(asked.entities[0])
    parent = next((one for one in entities.values() if one is not child and set(one.identity) == set(given)), None)
    if child is None or parent is None or not given or not all(child.attribute(name) for name in given):
        return None
    name = f"{child.name[:1].lower()}{child.name[1:]}Count"
    if parent.attribute(name) is not None:
        return None
    deletes = [one for one in _leaves(design.patterns) if _writes(one, Operation.DELETE, child)]
    if any(not set(given) <= set(one.facts.intent.given) for one in deletes):
        return None  # the delete does not know whose count it changes

    def added(write: AccessPattern) -> tuple[AccessPattern, ...]:
        change = 1 if _writes(write, Operation.PUT, child) else -1 if _writes(write, Operation.DELETE, child) else 0
        return (_increment(write, parent, name, change),) if change else ()

    made = Attribute(part_id(parent.id, "attribute", name), name, AttributeType.N, "integer", source="counter")
    counted = replace(parent, attributes=(*parent.attributes, made))
    invariant = f"{name} of {parent.name} is the number of its {child.name} items"
    patterns = tuple(
        _read(one, parent, name) if one is asked or one.id == asked.id else _with(one, added, invariant)
        for one in design.patterns
    )
    note = f"{asked.label} reads {name} of {parent.name}, which the writes of {child.name} change in a transaction"
    return Derived(replace(_replaced(design, parent, counted), patterns=patterns), note)


def _read(asked: AccessPattern, parent: Entity, name: str) -> AccessPattern:
    """The count as one attribute of the parent."""
    intent = {key: value for key, value in asked.facts.intent.raw.items() if key != "returns"}
    return replace(
        asked,
        operation=Operation.GET,
        entities=(parent.name,),
        projection=(name,),
        limit=None,
        items_returned=1,
        extra={**asked.extra, "intent": intent},
    )


def _increment(write: AccessPattern, parent: Entity, name: str, change: int) -> AccessPattern:
    return AccessPattern(
        part_id(write.id, "step", name),
        "",
        "",
        Operation.UPDATE,
        write.table,
        entities=(parent.name,),
        add={name: change},
        if_=f"attribute_exists({parent.identity[0]})",
        extra={"intent": {"given": list(parent.identity)}},
        own_parameters=frozenset(),
    )


def with_constraints(design: Design) -> tuple[Design, tuple[str, ...]]:
    """The design with an item for each unique value, put in the transaction that creates what it belongs to.

    Sentences say what was added, and what is left to the modeler because a write changes the unique value, or deletes
    an item without knowing it.
    """
    notes: list[str] = []
    for entity in [one for _, one in design.entities()]:
        for names in _unique(design, entity):
            made = _constrained(design, entity, names)
            if isinstance(made, str):
                notes.append(made)
            else:
                design = made.design
                notes.append(made.note)
    return design, tuple(notes)


def _unique(design: Design, entity: Entity) -> list[tuple[str, ...]]:
    """The sets of attributes that must be unique and that no identity enforces."""
    asked = (tuple(one.facts.intent.unique) for one in _leaves(design.patterns) if _writes(one, Operation.PUT, entity))
    known = {frozenset(other.identity) for _, other in design.entities()}
    sets = dict.fromkeys((*entity.unique, *asked))
    return [one for one in sets if one and frozenset(one) not in known and all(map(entity.attribute, one))]


def _constrained(design: Design, entity: Entity, names: tuple[str, ...]) -> Derived | str:
    spoken = " and ".join(names)
    for one in _leaves(design.patterns):
        if _writes(one, Operation.UPDATE, entity) and set(names) & {*one.set, *one.remove, *one.add}:
            return f"{spoken} of {entity.name} must be unique, and {one.label or 'a step'} changes it: keep it by hand"
        if _writes(one, Operation.DELETE, entity) and not set(names) <= set(one.facts.intent.given):
            return f"{spoken} of {entity.name} must be unique, and a delete does not know it: keep it by hand"
    title = f"{entity.name}{''.join(name[:1].upper() + name[1:] for name in names)}"
    if any(other.name == title for _, other in design.entities()):
        return f"{title} exists already, so nothing enforces that {spoken} of {entity.name} is unique"
    held = dict.fromkeys((*names, *entity.identity))
    own = tuple(found for name in held if (found := entity.attribute(name)) is not None)
    key = part_id(entity.id, "constraint", title)
    attributes = tuple(replace(one, id=part_id(key, "attribute", one.name)) for one in own)
    constraint = Entity(key, title, attributes, identity=names, count=entity.count, constraint_of=entity.name)

    def added(write: AccessPattern) -> tuple[AccessPattern, ...]:
        if _writes(write, Operation.PUT, entity):
            return (_claim(write, constraint, Operation.PUT, f"attribute_not_exists({names[0]})"),)
        if _writes(write, Operation.DELETE, entity):
            return (_claim(write, constraint, Operation.DELETE, f"attribute_exists({names[0]})"),)
        return ()

    patterns = tuple(_with(one, added, f"{spoken} of {entity.name} is unique") for one in design.patterns)
    tables = tuple(
        replace(table, entities=(*table.entities, constraint)) if entity in table.entities else table
        for table in design.tables
    )
    note = f"an item {title} enforces that {spoken} of {entity.name} is unique, in the transaction that creates it"
    return Derived(replace(design, tables=tables, patterns=patterns), note)


def _claim(write: AccessPattern, constraint: Entity, operation: Operation, condition: str) -> AccessPattern:
    given = {"intent": {"given": list(constraint.identity)}} if operation is Operation.DELETE else {}
    return AccessPattern(
        part_id(write.id, "step", constraint.name),
        "",
        "",
        operation,
        write.table,
        entities=(constraint.name,),
        if_=condition,
        extra=given,
        own_parameters=frozenset(),
    )


def _leaves(patterns: Sequence[AccessPattern]) -> Iterator[AccessPattern]:
    for one in patterns:
        if one.steps:
            yield from _leaves(one.members)
        else:
            yield one


def _writes(call: AccessPattern, operation: Operation, entity: Entity) -> bool:
    return call.operation is operation and call.entities == (entity.name,)


def _with(pattern: AccessPattern, added: Steps, invariant: str) -> AccessPattern:
    """A write with what must change together with it, in one transaction; any other pattern as it is."""
    if pattern.operation is Operation.TRANSACT_WRITE:
        more = tuple(step for one in pattern.members for step in added(one))
        return replace(pattern, steps=(*pattern.steps, *more)) if more else pattern
    if pattern.steps:
        return replace(pattern, steps=tuple(_with(one, added, invariant) for one in pattern.steps))
    more = added(pattern)
    if not more:
        return pattern
    kept: dict[str, Any] = {key: value for key, value in pattern.extra.items() if key == "intent"}
    first = replace(
        pattern,
        id=part_id(pattern.id, "step", "0"),
        code="",
        name="",
        description="",
        per_second=None,
        parameters={},
        own_parameters=frozenset(),
        extra=kept,
    )
    left = {key: value for key, value in pattern.extra.items() if key != "intent"}
    return AccessPattern(
        pattern.id,
        pattern.code,
        pattern.name,
        Operation.TRANSACT_WRITE,
        pattern.table,
        parameters=pattern.parameters,
        per_second=pattern.per_second,
        steps=(first, *more),
        description=pattern.description,
        extra={**left, "invariant": pattern.facts.invariant or invariant},
        provenance=pattern.provenance,
    )


def _replaced(design: Design, old: Entity, new: Entity) -> Design:
    tables = tuple(
        replace(table, entities=tuple(new if one is old else one for one in table.entities)) for table in design.tables
    )
    return replace(design, tables=tables)
