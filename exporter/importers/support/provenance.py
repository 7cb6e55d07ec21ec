"""Marks what an import inferred, so that its findings are advice until a person confirms it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace

from exporter.importers.support.base import Imported
from modeler.core.design.items import Entity
from modeler.core.design.parts import INFERRED
from modeler.core.design.tables import Table


def marked(imported: Imported) -> Imported:
    """Return the import with each part that an inference is about marked as inferred, an entity also for its cells."""
    parts = {guess.part for guess in imported.guesses}
    tables = tuple(_table(table, parts) for table in imported.design.tables)
    return replace(imported, design=replace(imported.design, tables=tables))


def confirmed(imported: Imported, before: AbstractSet[str], decided: AbstractSet[str]) -> Imported:
    """Return the import after decisions: the mark is removed from decided parts, and from an entity once nothing in it
    remains to be decided. `before` are the parts with inferences before the decisions.
    """
    left = before - decided
    tables = []
    for table in imported.design.tables:
        entities = tuple(_confirmed(entity, left, decided) for entity in table.entities)
        indexes = tuple(replace(one, provenance="") if one.id in decided else one for one in table.indexes)
        own = "" if table.id in decided else table.provenance
        tables.append(replace(table, entities=entities, indexes=indexes, provenance=own))
    return replace(imported, design=replace(imported.design, tables=tuple(tables)))


def _table(table: Table, parts: AbstractSet[str]) -> Table:
    return replace(
        table,
        provenance=INFERRED if table.id in parts else table.provenance,
        indexes=tuple(replace(one, provenance=INFERRED) if one.id in parts else one for one in table.indexes),
        entities=tuple(_entity(entity, parts) for entity in table.entities),
    )


def _entity(entity: Entity, parts: AbstractSet[str]) -> Entity:
    overloads = tuple(replace(one, provenance=INFERRED) if one.id in parts else one for one in entity.overloads)
    is_inferred = entity.id in parts or any(one.provenance == INFERRED for one in overloads)
    return replace(entity, overloads=overloads, provenance=INFERRED if is_inferred else entity.provenance)


def _confirmed(entity: Entity, left: AbstractSet[str], decided: AbstractSet[str]) -> Entity:
    overloads = tuple(replace(one, provenance="") if one.id in decided else one for one in entity.overloads)
    within = {entity.id, *(one.id for one in entity.overloads)}
    is_open = bool(within & left) or not within & decided
    return replace(entity, overloads=overloads, provenance=entity.provenance if is_open else "")
