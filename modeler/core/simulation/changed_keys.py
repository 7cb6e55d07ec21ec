"""A design with another partition key of one entity: what the second run of a simulation compares.

The patterns that give the old key give the new one. Whether an application knows the attributes of the new key is not
checked here, but stated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from modeler.core.design.items import Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.errors import Invalid
from modeler.core.keys.templates import parse
from modeler.core.simulation.options import KeyChange


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the key is changed: its key attribute, and the templates there before."""

    table: Table
    entity: Entity
    index: Index
    attribute: str
    before: frozenset[str]

    @property
    def name(self) -> str | None:
        return None if self.index.is_base else self.index.name


def with_key(design: Design, change: KeyChange) -> tuple[Design, list[str]]:
    """The design with another key, and what that assumes. Raises Invalid if the design has no such key, or if the
    template is not one of the entity.
    """
    place = _place(design, change)
    _refuse_template(place.entity, change.template)
    tables = tuple(_changed_table(one, place, change.template) if one == place.table else one for one in design.tables)
    changed = partial(_changed_pattern, design, place, change.template)
    patterns = tuple(map(changed, design.patterns))
    made = replace(design, tables=tables, patterns=patterns)
    return made, _assumed(design, made, place, change)


def _place(design: Design, change: KeyChange) -> _Place:
    for table, entity in design.entities():
        index = table.index(change.index or None)
        if entity.name != change.entity or index is None or index.kind is IndexKind.LSI or not index.partition_key:
            continue
        attribute = index.partition_key[0].name
        overloads = entity.overloads_of(None if index.is_base else index.name)
        before = frozenset(one.keys[attribute] for one in overloads if one.keys.get(attribute))
        if before:
            return _Place(table, entity, index, attribute, before)
    where = change.index or "its table"
    raise Invalid(f"{change.entity} has no partition key in {where}", path="key", code="simulation.key")


def _refuse_template(entity: Entity, template: str) -> None:
    parsed = parse(template)
    if parsed.problem or not template:
        message = parsed.problem or "the new key is empty"
        raise Invalid(message, path="key", code="simulation.key")
    if unknown := [name for name in parsed.attributes if entity.attribute(name) is None]:
        message = f"{entity.name} has no attribute {', '.join(unknown)}"
        raise Invalid(message, path="key", code="simulation.key")


def _changed_table(table: Table, place: _Place, template: str) -> Table:
    entities = tuple(
        replace(one, overloads=tuple(_changed_overload(each, place, template) for each in one.overloads))
        if one == place.entity
        else one
        for one in table.entities
    )
    return replace(table, entities=entities)


def _changed_overload(overload: Overload, place: _Place, template: str) -> Overload:
    if overload.index != place.name or not overload.keys.get(place.attribute):
        return overload
    keys: Mapping[str, str] = {**overload.keys, place.attribute: template}
    return replace(overload, keys=keys)


def _changed_pattern(design: Design, place: _Place, template: str, pattern: AccessPattern) -> AccessPattern:
    steps = tuple(_changed_pattern(design, place, template, one) for one in pattern.steps)
    table = design.table(pattern.table)
    is_there = (table is None or table == place.table) and pattern.index == place.name
    if not is_there or (pattern.entities and place.entity.name not in pattern.entities):
        return replace(pattern, steps=steps)
    return replace(pattern, steps=steps, key=tuple(_changed_condition(one, place, template) for one in pattern.key))


def _changed_condition(condition: KeyCondition, place: _Place, template: str) -> KeyCondition:
    if condition.name != place.attribute or not place.before.intersection(condition.templates):
        return condition
    return replace(condition, templates=(template,))


def _assumed(before: Design, after: Design, place: _Place, change: KeyChange) -> list[str]:
    told = [f"the partition key of {place.entity.name} in {place.index.name} is {change.template}"]
    known = {name for one in place.before for name in parse(one).attributes}
    new = [name for name in parse(change.template).attributes if name not in known]
    pairs = list(zip(before.patterns, after.patterns, strict=True))
    asked = [one.label for one, other in pairs if one != other]
    if asked and new:
        told.append(f"{', '.join(asked)}: calls give {', '.join(new)} too")
    kept = [
        one.label for one, other in pairs if one == other and any(_gives(before, place, each) for each in _calls(one))
    ]
    if kept:
        told.append(f"{', '.join(kept)}: the key that they give is written differently in the design, and stays")
    return told


def _calls(pattern: AccessPattern) -> tuple[AccessPattern, ...]:
    return pattern.members or (pattern,)


def _gives(design: Design, place: _Place, call: AccessPattern) -> bool:
    """Whether a call names this key attribute of this entity."""
    is_there = design.table(call.table) == place.table and call.index == place.name
    return is_there and place.entity.name in call.entities and any(one.name == place.attribute for one in call.key)
