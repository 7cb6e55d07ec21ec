"""Entities that have several of each other, such as students and courses: an item of its own for each pair, read
before the items that it leads to. facts/building-blocks#p7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.relations import Relation, RelationKind
from modeler.core.phrases import and_list
from modeler.core.synthesis.calls import PlacedCall, calls_of
from modeler.core.synthesis.derived.changing_together import Derived, beside, leaves, replaced
from modeler.core.synthesis.derived.references import attribute_of_copy, changes_of, joined


def linked(design: Design, call: PlacedCall) -> Derived | None:
    """The design with a read of pairs in place of a read of items by the identity of what they have no attribute of;
    None if the call reads otherwise, or if no relation of many to many leads there. A design without an item for each
    pair gets one.
    """
    if call.place or not call.is_read or len(call.entities) != 1 or call.wanted.problem:
        return None
    (wanted,) = call.entities
    for relation, other in _ends(design, wanted):
        given = call.asked.facts.intent.given
        if not set(other.identity) <= set(given) or any(wanted.attribute(name) for name in other.identity):
            continue
        made = _with_link(design, relation, wanted, other)
        if made is None:
            continue
        if (read := _through(*made, call.asked, wanted)) is not None:
            return Derived(read, _note(call, made[1], relation, read))
        held = _with_copies(*made, call.asked, wanted)
        if held is not None and (read := _through(*held[:3], wanted)) is not None:
            return Derived(read, f"{_note(call, made[1], relation, read)}; {held[3]}")
    return None


def _ends(design: Design, wanted: Entity) -> Iterator[tuple[Relation, Entity]]:
    """The relations of many to many that an entity is in, each with the entity at its other end."""
    entities = {entity.name: entity for _, entity in design.entities()}
    for one in design.relations:
        if one.kind is RelationKind.MANY_TO_MANY and one.parent != one.child and wanted.name in (one.parent, one.child):
            other = entities.get(one.child if one.parent == wanted.name else one.parent)
            if other is not None and other.identity and wanted.identity and not {*other.identity} & {*wanted.identity}:
                yield one, other


def _with_link(design: Design, relation: Relation, wanted: Entity, other: Entity) -> tuple[Design, Entity] | None:
    """The design with an item for each pair, and the entity of these items; None if it holds the pair otherwise."""
    entities = {entity.name: entity for _, entity in design.entities()}
    if relation.join:
        held = entities.get(relation.join)
        names = (*wanted.identity, *other.identity)
        return (design, held) if held is not None and all(map(held.attribute, names)) else None
    ends = (wanted, other) if relation.parent == wanted.name else (other, wanted)
    name = f"{relation.parent}{relation.child}"
    if name in entities:
        return None
    made = _link(part_id(relation.id, "link", name), name, ends, relation)
    known = replace(relation, join=name, through=ends[0].identity, through_child=ends[1].identity)
    relations = tuple(known if one.id == relation.id else one for one in design.relations)
    return replace(design, tables=beside(design, wanted, made), relations=relations), made


def _link(key: str, name: str, ends: tuple[Entity, Entity], relation: Relation) -> Entity:
    own = [end.attribute(one) for end in ends for one in end.identity]
    held = tuple(replace(one, id=part_id(key, "attribute", one.name), optional=1.0) for one in own if one is not None)
    sides = ((ends[0].count, relation.per_parent), (ends[1].count, relation.per_child))
    known = next((round(count * each.average) for count, each in sides if count and each and each.average), None)
    return Entity(key, name, held, identity=(*ends[0].identity, *ends[1].identity), count=known)


def _through(design: Design, link: Entity, asked: AccessPattern, wanted: Entity) -> Design | None:
    """The design in which a pattern reads pairs, and then the items; None if pairs do not have what it needs."""
    is_count = asked.facts.intent.returns == "count"
    entities = (link.name,) if is_count else (link.name, wanted.name)
    read = replace(asked, entities=entities)
    made = replace(design, patterns=tuple(read if one.id == asked.id else one for one in design.patterns))
    call = next(one for one in calls_of(made) if one.top.id == asked.id and not one.place)
    if is_count:
        return made if all(map(link.attribute, call.wanted.names)) else None
    found = joined(made, call)
    return found.design if found is not None else None


def _with_copies(
    design: Design, link: Entity, asked: AccessPattern, wanted: Entity
) -> tuple[Design, Entity, AccessPattern, str] | None:
    """The design with copies, in the pairs, of what orders, bounds or filters the items that they lead to, the pairs,
    the pattern that names the copies, and a note; None if there is nothing to copy, or if a pattern changes it.
    """
    intent = asked.facts.intent
    said = {*intent.order_by, intent.range, *intent.ranges, *re.findall(r"\w+", asked.filter)}
    names = [one.name for one in wanted.attributes if one.name in said and link.attribute(one.name) is None]
    copies = {name: attribute_of_copy(link, wanted, name, streamed=False) for name in names}
    if not names or changes_of(design, wanted, tuple(names)):
        return None
    added = [one for one in copies.values() if one is not None and one not in link.attributes]
    if None in copies.values():
        return None
    held = replace(link, attributes=(*link.attributes, *added))
    titles = {name: one.name for name, one in copies.items() if one is not None}
    raw = {key: _renamed(one, titles) if key in _NAMING else one for key, one in intent.raw.items()}
    words = re.sub(r"(?<!:)\b\w+\b", lambda found: titles.get(found[0], found[0]), asked.filter)
    read = replace(asked, filter=words, extra={**asked.extra, "intent": raw})
    listed = and_list([f"{title}, a copy of {wanted.name}.{name}" for name, title in titles.items()])
    return replaced(design, link, held), held, read, f"these hold {listed}"


_NAMING: Final = frozenset({"order_by", "range"})
"""What an intent says with the names of attributes."""


def _renamed(said: Any, titles: Mapping[str, str]) -> Any:
    """Return a part of an intent with other names of attributes."""
    if isinstance(said, str):
        return titles.get(said, said)
    if isinstance(said, Mapping):
        return {key: _renamed(one, titles) for key, one in said.items()}
    return [_renamed(one, titles) for one in said] if isinstance(said, list | tuple) else said


def _note(call: PlacedCall, link: Entity, relation: Relation, made: Design) -> str:
    """What is read, and what must be written for it."""
    note = f"{call.label} reads {link.name}, an item for each pair of {relation.parent} and {relation.child}"
    is_written = any(one.entities == (link.name,) and not one.operation.is_read for one in leaves(made.patterns))
    return note if is_written else f"{note}; no access pattern writes {link.name} yet"
