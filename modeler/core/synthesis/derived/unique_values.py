"""Items that enforce unique values, put in the transactions that create what they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.servings.wanted import Equal, wanted_of
from modeler.core.synthesis.derived.changing_together import Derived, beside, leaves, with_changes, writes

TWICE_DOLLARS: Final = 10.0
"""Dollars per month that a read must save to be worth a second request."""


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
    asked = (tuple(one.facts.intent.unique) for one in leaves(design.patterns) if writes(one, Operation.PUT, entity))
    known = {frozenset(other.identity) for _, other in design.entities()}
    sets = dict.fromkeys((*entity.unique, *asked))
    return [one for one in sets if one and frozenset(one) not in known and all(map(entity.attribute, one))]


def _constrained(design: Design, entity: Entity, names: tuple[str, ...]) -> Derived | str:
    spoken = names[0] if len(names) == 1 else f"the combination of {' and '.join(names)}"
    for one in leaves(design.patterns):
        if writes(one, Operation.UPDATE, entity) and set(names) & {*one.set, *one.remove, *one.add}:
            return f"{spoken} of {entity.name} must be unique, and {one.label or 'a step'} changes it: keep it by hand"
        if writes(one, Operation.DELETE, entity) and not set(names) <= set(one.facts.intent.given):
            return f"{spoken} of {entity.name} must be unique, and a delete does not know it: keep it by hand"
    own = [name for name in names if name not in entity.identity] or names
    title = f"{entity.name}{''.join(name[:1].upper() + name[1:] for name in own)}"
    if any(other.name == title for _, other in design.entities()):
        return f"{title} exists already, so nothing enforces that {spoken} of {entity.name} is unique"
    held = dict.fromkeys((*names, *entity.identity))
    copied = tuple(found for name in held if (found := entity.attribute(name)) is not None)
    key = part_id(entity.id, "constraint", title)
    attributes = tuple(replace(one, id=part_id(key, "attribute", one.name)) for one in copied)
    constraint = Entity(key, title, attributes, identity=names, count=entity.count, constraint_of=entity.name)

    def added(write: AccessPattern) -> tuple[AccessPattern, ...]:
        if writes(write, Operation.PUT, entity):
            return (_claim(write, constraint, Operation.PUT, f"attribute_not_exists({names[0]})"),)
        if writes(write, Operation.DELETE, entity):
            return (_claim(write, constraint, Operation.DELETE, f"attribute_exists({names[0]})"),)
        return ()

    patterns = tuple(with_changes(one, added, f"{spoken} of {entity.name} is unique") for one in design.patterns)
    tables = beside(design, entity, constraint)
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


def lookups(design: Design, unrated: frozenset[str]) -> Iterator[tuple[Callable[[Design], Derived | None], float]]:
    """For each read of one item by a unique value: how to read it through the item that enforces the value, and the
    dollars per month that this must save. `unrated` are the patterns whose rate is supposed: they do not pay for a
    second request. facts/building-blocks#p2.
    """
    constraints = [one for _, one in design.entities() if one.constraint_of]
    for asked in design.patterns:
        if asked.operation is not Operation.QUERY or len(asked.entities) != 1:
            continue
        (entity,) = design.entities_of(asked) or (None,)
        wanted = wanted_of(asked, (entity,)) if entity is not None else None
        if entity is None or wanted is None or wanted.order or asked.facts.intent.returns:
            continue
        plain = all(isinstance(one, Equal) and one.value == one.attribute for one in wanted.terms)
        for one in constraints if plain else ():
            if one.constraint_of == entity.name and set(one.identity) == set(wanted.names):
                whole = bool(asked.projection) and all(map(one.attribute, asked.projection))
                if whole or asked.id not in unrated:
                    make = partial(_looked_up, asked=asked, entity=entity, by=one, whole=whole)
                    yield make, 0.0 if whole else TWICE_DOLLARS


def _looked_up(design: Design, asked: AccessPattern, entity: Entity, by: Entity, *, whole: bool) -> Derived:
    """The design with a read of the item that enforces a value, and then of the item that it belongs to."""
    first = replace(
        asked, operation=Operation.GET, entities=(by.name,), items_returned=1, limit=None,
        extra={**asked.extra, "intent": {"given": list(by.identity)}},
    )  # fmt: skip
    if whole:
        made = first
        note = f"{asked.label} reads {by.name}, which has all that it returns"
    else:
        step = replace(
            first, id=part_id(asked.id, "step", by.name), code="", name="", description="", per_second=None,
            projection=tuple(entity.identity), parameters={}, own_parameters=frozenset(),
            extra={"intent": {"given": list(by.identity)}},
        )  # fmt: skip
        then = replace(
            step, id=part_id(asked.id, "step", entity.name), entities=(entity.name,), projection=asked.projection,
            extra={"intent": {"given": list(entity.identity)}},
        )  # fmt: skip
        left = {key: one for key, one in asked.extra.items() if key != "intent"}
        made = replace(
            asked, operation=Operation.STEPS, steps=(step, then), items_returned=None, limit=None, projection=(),
            consistent=False, extra=left,
        )  # fmt: skip
        note = f"{asked.label} reads {by.name}, then {entity.name} by the identity in it, so that no index has to"
    patterns = tuple(made if one.id == asked.id else one for one in design.patterns)
    return Derived(replace(design, patterns=patterns), note)
