"""Where the pages of a design show a part, and which one the right panel shows.

The panel shows the part that has the focus, if the page reports one, else the selected part. The focus is separate from
the selection (`part`, `pattern`) and from the address: a selected access pattern stays selected, and lit, while the
focus moves over the key sheet.
"""

from __future__ import annotations

from typing import Final

from designer.page.scene import PagePlace, Scene
from modeler.core.design.parts import Part, PartKind

FOCUS_CHOICES: Final = ("focus", "key", "into")
"""Of a place: the id of a part, and for a key cell its field and the id of its index ('' is the table's own key)."""


def part_place(scene: Scene, part_id: str) -> PagePlace:
    """The page of a part: the part itself if the inspector shows its kind, in its table and index; else its entity,
    pattern or table.
    """
    part = scene.parts.get(part_id)
    index, chosen = "", ""
    while part is not None:
        if part.kind is PartKind.INDEX:
            index = chosen = part.id
        elif part.kind is PartKind.ATTRIBUTE:
            chosen = part.id
        elif part.kind is PartKind.OVERLOAD:
            index = str(part.fields.get("index") or "")
        elif part.kind is PartKind.PATTERN:
            return _pattern_place(scene, part.id)
        elif part.kind is PartKind.ENTITY:
            return PagePlace(table=part.parent, index=index, part=chosen or part.id)
        elif part.kind is PartKind.TABLE:
            return PagePlace(table=part.id, index=index, part=chosen or part.id)
        part = scene.parts.get(part.parent)
    return PagePlace()


def _pattern_place(scene: Scene, pattern_id: str) -> PagePlace:
    fields = scene.parts[pattern_id].fields
    tables = scene.design.tables
    table = str(fields.get("table") or (tables[0].id if len(tables) == 1 else ""))
    return PagePlace(table=table, index=str(fields.get("index") or ""), pattern=pattern_id, part=pattern_id)


def focused_part(scene: Scene, place: PagePlace) -> Part | None:
    """The part that the panel is about; of a key cell, its entity."""
    part = scene.parts.get(place.choice("focus"))
    if part is None or part.is_removed:
        return scene.chosen(place)
    return scene.parts.get(part.parent) if part.kind is PartKind.OVERLOAD else part


def place_query(scene: Scene, part_id: str) -> str:
    """The address of a part's view. Attributes and indexes have separate addresses."""
    return f"?{part_place(scene, part_id).but(part=part_id).query}"
