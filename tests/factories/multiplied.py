"""A design that has each entity and access pattern of another several times, under other names and keys."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.relations import Relation
from modeler.core.design.tables import Table


def multiplied(design: Design, copies: int) -> Design:
    """The same tables and indexes, with `copies` of the entities, relations and access patterns. The partition keys of
    a copy start with its number, so that no two share an item collection.
    """
    numbers = range(copies)
    return replace(
        design,
        tables=tuple(_table(table, copies) for table in design.tables),
        relations=tuple(_relation(one, number) for number in numbers for one in design.relations),
        patterns=tuple(_pattern(design, one, number) for number in numbers for one in design.patterns),
        mutes=(),
    )


def _table(table: Table, copies: int) -> Table:
    entities = tuple(_entity(table, one, number) for number in range(copies) for one in table.entities)
    return replace(table, entities=entities)


def _entity(table: Table, entity: Entity, number: int) -> Entity:
    attributes = tuple(
        replace(one, id=f"{one.id}-{number}", copy_of=one.copy_of and _named(one.copy_of, number))
        for one in entity.attributes
    )
    hashes = _hashes(table)
    overloads = tuple(
        replace(
            one,
            id=f"{one.id}-{number}",
            keys={name: f"{number}~{text}" if name in hashes else text for name, text in one.keys.items()},
        )
        for one in entity.overloads
    )
    return replace(
        entity,
        id=f"{entity.id}-{number}",
        name=f"{entity.name}{number}",
        attributes=attributes,
        overloads=overloads,
        constraint_of=entity.constraint_of and _named(entity.constraint_of, number),
    )


def _named(reference: str, number: int) -> str:
    """`Order.status` as `Order3.status`."""
    name, dot, rest = reference.partition(".")
    return f"{name}{number}{dot}{rest}"


def _relation(relation: Relation, number: int) -> Relation:
    return replace(
        relation,
        id=f"{relation.id}-{number}",
        parent=f"{relation.parent}{number}",
        child=f"{relation.child}{number}",
        join=relation.join and f"{relation.join}{number}",
    )


def _pattern(design: Design, pattern: AccessPattern, number: int) -> AccessPattern:
    table = design.table(pattern.table)
    hashes = _hashes(table) if table is not None else set()
    return replace(
        pattern,
        id=f"{pattern.id}-{number}",
        code=pattern.code and f"{pattern.code}x{number}",
        name=f"{pattern.name} {number}",
        entities=tuple(f"{name}{number}" for name in pattern.entities),
        key=tuple(_condition(one, number) if one.name in hashes else one for one in pattern.key),
        steps=tuple(_pattern(design, one, number) for one in pattern.steps),
    )


def _condition(condition: KeyCondition, number: int) -> KeyCondition:
    return replace(condition, templates=tuple(f"{number}~{text}" for text in condition.templates))


def _hashes(table: Table) -> set[str]:
    """The names of the attributes that are text partition keys."""
    return {one.name for index in table.all_indexes for one in index.partition_key if one.type == "S"}
