"""The color of an entity: its own, wherever it is in the outline and whatever its name.

A design has twelve colors. An entity's id asks for one, and if an older entity has it, the entity gets the next free
one. Ids of new entities begin with the time, so the order of ids is that of age, and adding one changes no other color.
A color that somebody chose changes none of the others either, so two entities can have it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from modeler.core.design.items import COLORS, Entity

HUES: Final = len(COLORS)


def entity_hues(entities: Iterable[Entity]) -> dict[str, str]:
    """The color class of each entity by name. Unless its color was chosen, the thirteenth entity shares one."""
    found: dict[str, str] = {}
    free: set[int] = set()
    for entity in sorted(entities, key=lambda entity: (entity.id, entity.name)):
        free = free or set(range(HUES))
        wanted = crc32(entity.id.encode("utf-8", "surrogatepass"))
        hue = next(one for one in ((wanted + step) % HUES for step in range(HUES)) if one in free)
        free.discard(hue)
        found[entity.name] = f"hue-{COLORS.index(entity.color) if entity.color in COLORS else hue}"
    return found
