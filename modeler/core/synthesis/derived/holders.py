"""What has a total: the item that the given values identify, or an item of its own for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.tables import Table
from modeler.core.synthesis.derived.changing_together import beside, replaced
from modeler.core.values.attribute_values import AttributeType

PERIODS: Final = {"year": 10, "month": 36, "date": 1_000}
"""How many values a period of time has, for the count of its totals."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The entity that has a total, and for each attribute of its identity the one of the counted items. `is_rollup`: it
    has only totals, so the first one creates its item; `is_new`: the design lacks it.
    """

    entity: Entity
    given: dict[str, str]
    is_rollup: bool = False
    is_new: bool = False


def holder_of(design: Design, child: Entity, given: Sequence[str]) -> Holder | None:
    """The entity that the given values identify: by a relation, or because its identity has the same names."""
    entities = {entity.name: entity for _, entity in design.entities()}
    for relation in design.relations:
        parent = entities.get(relation.parent)
        counted = relation.join or relation.child
        if parent is None or counted != child.name or set(relation.through) != set(given):
            continue
        if len(parent.identity) == len(relation.through):
            return Holder(parent, dict(zip(parent.identity, relation.through, strict=True)))
    same = (one for one in entities.values() if one is not child and set(one.identity) == set(given))
    found = next(same, None)
    if found is None:
        return None
    return Holder(found, {name: name for name in found.identity}, is_rollup=found.id == _rollup_id(child, given))


def _rollup_id(child: Entity, given: Sequence[str]) -> str:
    return part_id(child.id, "rollup", " ".join(sorted(given)))


def rollup_of(design: Design, child: Entity, given: Sequence[str]) -> Holder | None:
    """An entity of its own for the totals, one item for each combination of the given values."""
    taken = {one.name for _, one in design.entities()}
    by = "And".join(name[:1].upper() + name[1:] for name in given)
    title = next((one for one in (f"{child.name}Total", f"{child.name}TotalBy{by}") if one not in taken), "")
    if not title:
        return None
    key = _rollup_id(child, given)
    own = (child.attribute(name) for name in given)
    held = tuple(replace(one, id=part_id(key, "attribute", one.name), optional=1.0) for one in own if one is not None)
    made = Entity(key, title, held, identity=tuple(given), count=_combinations(design, child, given))
    return Holder(made, {name: name for name in given}, is_rollup=True, is_new=True)


def _combinations(design: Design, child: Entity, given: Sequence[str]) -> int | None:
    """How many combinations of values the items have at most; None if unknown."""
    counts = {one.identity[0]: one.count for _, one in design.entities() if len(one.identity) == 1}
    found = 1
    for name in given:
        attribute = child.attribute(name)
        periods = PERIODS.get(attribute.format) if attribute is not None else None
        values = counts.get(name) or (len(attribute.values) if attribute is not None else 0) or periods
        if not values:
            return child.count
        found *= values
    return min(found, child.count) if child.count is not None else found


def counter_of(held: Holder, child: Entity, of: str, states: Mapping[str, str] | None = None) -> Attribute:
    """The attribute that has a total: the sum of `of`, '' for a count, of the items in these states. The one that is
    there, or a new one; of two relations between the same entities, the second one's name has its attributes.
    """
    told = [f"{name}={value}" for name, value in sorted((states or {}).items())]
    key = part_id(held.entity.id, "total", " ".join((child.id, of, *sorted(held.given.values()), *told)))
    known = next((one for one in held.entity.attributes if one.id == key), None)
    if known is not None:
        return known
    words = [*(_word(one) for one in (states or {}).values()), _upper(of or child.name), "Total" if of else "Count"]
    name = "".join(words)
    name = f"{name[:1].lower()}{name[1:]}"
    if held.entity.attribute(name) is not None:
        name += "By" + "And".join(map(_upper, held.given.values()))
    return Attribute(key, name, AttributeType.N, "integer", source="counter")


def with_counters(design: Design, child: Entity, held: Holder, counters: Sequence[Attribute]) -> tuple[Table, ...]:
    """The tables with new totals of the holder."""
    counted = replace(held.entity, attributes=(*held.entity.attributes, *counters))
    return beside(design, child, counted) if held.is_new else replaced(design, held.entity, counted).tables


def _upper(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


def _word(value: str) -> str:
    """ "IN_PORT" as "InPort"."""
    return "".join(one[:1].upper() + one[1:].lower() for one in re.split(r"[^A-Za-z0-9]+", value) if one)
