"""Rows with other names for their entities, as the person who confirms an entity gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from modeler.core.requirements.answers import filled
from modeler.core.requirements.morphology import id_name
from modeler.core.requirements.rows import EntityDescription, EntityReference, Row
from modeler.core.requirements.slots import Given, RequestedOrder


@dataclass(frozen=True, slots=True)
class NewName:
    """What an entity is called instead, and the attribute that identifies it."""

    name: str
    identity: str


def renamed(rows: Iterable[Row], names: Mapping[str, NewName]) -> tuple[Row, ...]:
    """Return the rows with other names of entities, and of the attributes that hold their identity."""
    return tuple(_renamed(row, names) for row in rows)


def described_anew(said: EntityDescription, names: Mapping[str, NewName]) -> EntityDescription:
    """Return a description with other names of entities, and of the attributes that hold their identity."""
    belongs = (
        EntityReference(_name(one.entity, names), renamed_attribute(one.attribute, one.entity, names))
        for one in said.belongs_to
    )
    several = tuple(_name(one, names) for one in said.has_several)
    return replace(said, entity=_name(said.entity, names), belongs_to=tuple(belongs), has_several=several)


def renamed_attribute(attribute: str, refers_to: str, names: Mapping[str, NewName]) -> str:
    """Return the name of an attribute after the entity that it identifies was renamed."""
    new = names.get(refers_to)
    return new.identity if new is not None and attribute == id_name(refers_to) and new.identity else attribute


def _renamed(row: Row, names: Mapping[str, NewName]) -> Row:
    if row.entities.value:
        entities = tuple(dict.fromkeys(_name(one, names) for one in row.entities.value))
        row = _with_question(row, "entities", entities)
    if row.given.value:
        row = _with_question(row, "given", tuple(_given(one, names) for one in row.given.value))
    if row.order.value and any(one.by for one in row.order.value):
        row = _with_question(row, "order", tuple(_order(one, names) for one in row.order.value))
    return row


def _with_question(row: Row, slot: str, value: object) -> Row:
    """Return the row with another value of a slot; an open question stays open."""
    return row if getattr(row, slot).question is not None else filled(row, slot, value)


def _name(entity: str, names: Mapping[str, NewName]) -> str:
    new = names.get(entity)
    return new.name if new is not None else entity


def _order(order: RequestedOrder, names: Mapping[str, NewName]) -> RequestedOrder:
    return replace(order, attribute=_name(order.attribute, names)) if order.by else order


def _given(given: Given, names: Mapping[str, NewName]) -> Given:
    if not given.of:
        return given
    attribute = renamed_attribute(given.attribute, given.of, names)
    return replace(given, of=_name(given.of, names), attribute=attribute)
