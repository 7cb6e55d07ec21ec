"""Writes that change derived data in the same transaction as what it is derived from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table

type Steps = Callable[[AccessPattern], tuple[AccessPattern, ...]]


@dataclass(frozen=True, slots=True)
class Derived:
    """A design with derived data, and a sentence that says what it is; `instead_of` is one that holds no longer."""

    design: Design
    note: str
    instead_of: str = ""


def leaves(patterns: Sequence[AccessPattern]) -> Iterator[AccessPattern]:
    for one in patterns:
        if one.steps:
            yield from leaves(one.members)
        else:
            yield one


def beside(design: Design, child: Entity, made: Entity) -> tuple[Table, ...]:
    """The tables with one entity more, beside another."""
    return tuple(
        replace(table, entities=(*table.entities, made)) if child in table.entities else table
        for table in design.tables
    )


def writes(call: AccessPattern, operation: Operation, entity: Entity) -> bool:
    return call.operation is operation and call.entities == (entity.name,)


def with_changes(pattern: AccessPattern, added: Steps, invariant: str) -> AccessPattern:
    """A write with what must change together with it, in one transaction; any other pattern as it is."""
    if pattern.operation is Operation.TRANSACT_WRITE:
        steps = pattern.steps
        for step in (step for one in pattern.members for step in added(one)):
            steps = joined(steps, step)
        return replace(pattern, steps=steps)
    if pattern.steps:
        return replace(pattern, steps=tuple(with_changes(one, added, invariant) for one in pattern.steps))
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


def joined(steps: tuple[AccessPattern, ...], step: AccessPattern) -> tuple[AccessPattern, ...]:
    """The steps with one more. A transaction changes an item once: another change of the same item is part of it."""
    for place, one in enumerate(steps):
        same = one.operation is step.operation is Operation.UPDATE and one.entities == step.entities
        if same and one.filter == step.filter and set(one.facts.intent.given) == set(step.facts.intent.given):
            return (*steps[:place], replace(one, add={**one.add, **step.add}), *steps[place + 1 :])
    return (*steps, step)


def replaced(design: Design, old: Entity, new: Entity) -> Design:
    tables = tuple(
        replace(table, entities=tuple(new if one is old else one for one in table.entities)) for table in design.tables
    )
    return replace(design, tables=tables)
