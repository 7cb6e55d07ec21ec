"""The keys of an index that a write leaves and enters: a key change is a delete and a put.
facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from modeler.core.arithmetic import exact
from modeler.core.capacity.effects import Effect, Transition
from modeler.core.design.items import Entity
from modeler.core.items.index_shares import ShareCell
from modeler.core.values.attribute_values import AttributeType, Item


@dataclass(slots=True)
class KeyUnits:
    """Units on the key that one cell gives an item: those of every state with the same key."""

    effect: Effect
    cell: ShareCell | None
    item: Item
    units: Decimal


def sides_of(entity: Entity, transitions: Iterable[Transition], units: Decimal) -> Iterable[KeyUnits]:
    """The load of a write on each key of an index: the keys that entries leave, and those that they enter or stay at.

    `units` are those of one entry put, or deleted; each state of the item counts by its weight.
    """
    sides: dict[object, KeyUnits] = {}
    for transition in transitions:
        _add_sides(sides, entity, transition, units * exact(transition.weight))
    return sides.values()


def _add_sides(sides: dict[object, KeyUnits], entity: Entity, transition: Transition, units: Decimal) -> None:
    effect = transition.effect
    found: list[tuple[ShareCell | None, Item]] = []
    if effect in (Effect.LEAVES, Effect.MOVED):
        found.append((transition.before, transition.old))
    if effect in (Effect.ENTERS, Effect.MOVED, Effect.REWRITTEN):
        found.append((transition.after or transition.before, transition.new))
    for cell, item in found:
        names = sorted(cell.sources & item.keys()) if cell is not None else sorted(item)
        same = (effect, id(cell), tuple(item[name] for name in names if _is_told(entity, name)))
        if same in sides:
            sides[same].units += units
        else:
            sides[same] = KeyUnits(effect, cell, item, units)


def _is_told(entity: Entity, name: str) -> bool:
    """Return whether the value determines which key it is: one of few, not an example of many."""
    attribute = entity.attribute(name)
    return attribute is not None and (bool(attribute.values) or attribute.type is AttributeType.BOOL)
