"""Where the pages of a design show a part."""

from __future__ import annotations

from designer.page.scene import PagePlace, Scene
from modeler.core.design.parts import PartKind


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
