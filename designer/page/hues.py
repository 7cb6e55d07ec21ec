"""The color of an entity: its own, wherever it is in the outline, whatever its name, and whatever became of others.

A design has twelve colors. An entity's id asks for one, and if an older entity has it, the entity gets the next free
one. Ids of new entities begin with the time, so the order of ids is that of age, and adding one changes no other color.
Nor does removing one: it keeps its color as long as there are others. A color that somebody chose changes none of the
others either, so two entities can have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Final
from zlib import crc32

from modeler.core.design.items import COLORS, Entity
from modeler.core.design.parts import PartKind, Parts

HUES: Final = len(COLORS)


def entity_hues(entities: Iterable[Entity], ever: Iterable[str] = ()) -> dict[str, str]:
    """The color class of each entity by name. `ever` are the ids of all entities that the design has had. Unless its
    color was chosen, the thirteenth entity shares one.
    """
    shown = [(entity.id, entity.name, entity) for entity in entities]
    gone = set(ever) - {id for id, _, _ in shown}
    found: dict[str, str] = {}
    free, held = set(range(HUES)), set[int]()
    for id, name, entity in sorted([*shown, *((id, "", None) for id in gone)], key=itemgetter(0, 1)):
        free = free or set(range(HUES)) - held or set(range(HUES))
        wanted = crc32(id.encode("utf-8", "surrogatepass"))
        hue = next(one for one in ((wanted + step) % HUES for step in range(HUES)) if one in free)
        free.discard(hue)
        if entity is not None:
            held.add(hue)
            found[name] = f"hue-{COLORS.index(entity.color) if entity.color in COLORS else hue}"
    return found


def entities_ever(parts: Parts) -> list[str]:
    """The ids of all entities of a design, removed ones included."""
    return [part.id for part in parts.values() if part.kind is PartKind.ENTITY]
