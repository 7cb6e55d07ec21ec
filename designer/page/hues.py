"""The color of an entity: its own, wherever it is in the outline and whatever its name.

A design has twelve colors. An entity's id asks for one, and if an older entity has it, the entity gets the next free
one. Ids of new entities begin with the time, so the order of ids is that of age, and adding one changes no other color.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

HUES: Final = 12


def entity_hues(entities: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The color class of each entity by name, from ids and names. The thirteenth entity shares a color."""
    found: dict[str, str] = {}
    free: set[int] = set()
    for identity, name in sorted(entities):
        free = free or set(range(HUES))
        wanted = crc32(identity.encode("utf-8", "surrogatepass"))
        hue = next(one for one in ((wanted + step) % HUES for step in range(HUES)) if one in free)
        free.discard(hue)
        found[name] = f"hue-{hue}"
    return found
