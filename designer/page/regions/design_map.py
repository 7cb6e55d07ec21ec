"""The map of a design: access patterns on the left, tables and indexes in the middle, entities on the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import batched
from typing import Any, Final

from designer.page.scene import PagePlace, Scene
from exporter.documents.flows import pattern_label, places_used
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings import serving

ROW: Final = 28
BOX: Final = 24
LETTER: Final = 6.8
LETTERS_MAX: Final = 56
PADDING: Final = 20
GAP: Final = 120
HEAD: Final = 30
UNSERVED: Final = "pattern unserved"
NODES_MAX: Final = 400
"""Maximum number of access patterns, and of entities, that are drawn; the page says how many are left out."""
ROWS_OF_PAGE: Final = 44
"""Maximum number of boxes in a column whose text is legible when the whole drawing is printed on one page."""
ROWS_OF_SHEET: Final = 36


@dataclass(frozen=True, slots=True)
class MapNode:
    """One box: its name in the map, its text, where it leads, and its place in pixels. `reads` are the ids of the
    entities that an access pattern declares.
    """

    id: str
    text: str
    full: str
    href: str
    kind: str
    hue: str
    x: float
    y: float
    width: float
    reads: str = ""

    @property
    def middle(self) -> float:
        """The height at which lines begin and end."""
        return self.y + BOX / 2

    @property
    def text_x(self) -> float:
        return self.x + PADDING / 2

    @property
    def text_y(self) -> float:
        return self.y + BOX / 2 + 4


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two boxes: what a pattern reads or writes, what an entity writes."""

    start: str
    end: str
    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class _Wanted:
    id: str
    text: str
    href: str
    kind: str = ""
    hue: str = ""
    reads: str = ""


type _Sides = tuple[Sequence[_Wanted], Sequence[_Wanted], Sequence[_Wanted]]


def design_map(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the map: one drawing, and for paper `sheets` if one page is too small for it."""
    patterns, places, entities = _patterns(scene), list(_places(scene)), list(_entities(scene))
    sides = (patterns[:NODES_MAX], places[:NODES_MAX], entities[:NODES_MAX])
    drawing = _drawing(scene, sides)
    return {
        **drawing,
        "is_empty": not (patterns or entities),
        "sheets": [_drawing(scene, one) for one in _sheets(sides, drawing["edges"])],
        "box": BOX,
        "left_out": {
            "patterns": len(patterns) - len(sides[0]),
            "places": len(places) - len(sides[1]),
            "entities": len(entities) - len(sides[2]),
        },
        "unserved_kind": UNSERVED,
        "unserved": [node for node in drawing["nodes"] if node.kind == UNSERVED],
    }


def _drawing(scene: Scene, sides: _Sides) -> dict[str, Any]:
    """The boxes of three columns, and every line between two of them."""
    height = HEAD + max(*(len(side) for side in sides), 1) * ROW
    nodes: list[MapNode] = []
    x, heads = 1.0, []
    for side, title in zip(sides, ("Access patterns", "Tables and indexes", "Entities"), strict=True):
        width = max((_width(one) for one in side), default=len(title) * LETTER)
        nodes += _boxes(side, x, width, height)
        heads.append({"x": x, "title": title})
        x += width + GAP
    known = {node.id: node for node in nodes}
    edges = list(_edges(scene, known))
    return {"nodes": nodes, "heads": heads, "edges": edges, "width": x - GAP + 1, "height": height}


def _sheets(sides: _Sides, edges: Sequence[Edge]) -> Iterator[_Sides]:
    """Columns for paper: some access patterns with what they use, then the indexes and entities whose lines are left.

    Each line is on a sheet, and none leaves its sheet. Nothing, if the whole drawing is legible on one page.
    """
    patterns, places, entities = sides
    if max(len(side) for side in sides) <= ROWS_OF_PAGE:
        return
    drawn: list[set[str]] = []
    for some in batched(patterns, ROWS_OF_SHEET, strict=False):
        mine = {one.id for one in some}
        mine |= {edge.end for edge in edges if edge.start in mine} | {
            read for one in some for read in one.reads.split()
        }
        drawn.append(mine)
        yield some, _of(places, mine), _of(entities, mine)
    left = [edge for edge in edges if not any({edge.start, edge.end} <= one for one in drawn)]
    seen, held = set().union(*drawn), {edge.end for edge in left}
    rest = [one for one in entities if one.id in held or one.id not in seen]
    for some in batched(rest, ROWS_OF_SHEET, strict=False):
        mine = {one.id for one in some}
        mine |= {edge.start for edge in left if edge.end in mine}
        seen |= mine
        yield (), _of(places, mine), some
    if idle := [one for one in places if one.id not in seen]:
        yield (), idle, ()


def _of(side: Sequence[_Wanted], ids: set[str]) -> list[_Wanted]:
    return [one for one in side if one.id in ids]


def _patterns(scene: Scene) -> list[_Wanted]:
    found = []
    for pattern in scene.design.patterns:
        there = PagePlace(pattern=pattern.id, part=pattern.id)
        kind = "pattern" if _is_served(scene.design, pattern) else UNSERVED
        reads = " ".join(entity.id for entity in scene.design.entities_of(pattern))
        found.append(_Wanted(pattern.id, pattern_label(pattern), there.query, kind, reads=reads))
    return found


def _is_served(design: Design, pattern: AccessPattern) -> bool:
    """Return whether each call of a pattern is served; a write is served by the table that it names."""
    calls = [call for one in (pattern.members or (pattern,)) for call in (one.steps or (one,))]
    reads = (serving(design, call).served for call in calls if call.operation.is_read)
    return all(design.table(call.table) is not None for call in calls) and all(reads)


def _places(scene: Scene) -> Iterator[_Wanted]:
    several = len(scene.design.tables) > 1
    for table in scene.design.tables:
        for index in table.all_indexes:
            name = table.name if index.is_base else f"{table.name} / {index.name}" if several else index.name
            there = PagePlace(table=table.id, index="" if index.is_base else index.id, part=index.id)
            there = there.but(part=table.id) if index.is_base else there
            yield _Wanted(_place_id(table, index.name), name, there.query, "place")


def _entities(scene: Scene) -> Iterator[_Wanted]:
    for table, entity in scene.design.entities():
        there = PagePlace(table=table.id, part=entity.id)
        yield _Wanted(entity.id, entity.name, there.query, "entity", scene.hues[entity.name])


def _place_id(table: Table, index: str) -> str:
    return f"{table.id}/{index}"


def _width(one: _Wanted) -> float:
    return min(len(one.text), LETTERS_MAX) * LETTER + PADDING


def _boxes(side: Sequence[_Wanted], x: float, width: float, height: float) -> Iterator[MapNode]:
    """The boxes of a column, spread over the height."""
    step = (height - HEAD) / max(len(side), 1)
    for at, one in enumerate(side):
        text = one.text if len(one.text) <= LETTERS_MAX else f"{one.text[: LETTERS_MAX - 1]}…"
        y = HEAD + step * at + (step - BOX) / 2
        yield MapNode(
            one.id, text, one.text, one.href, one.kind, one.hue, round(x, 1), round(y, 1), round(width, 1), one.reads
        )


def _edges(scene: Scene, known: dict[str, MapNode]) -> Iterator[Edge]:
    for table in scene.design.tables:
        for pattern in scene.design.patterns:
            for name, is_write in dict.fromkeys(places_used(scene.design, table, pattern)):
                yield from _edge(known, pattern.id, _place_id(table, name), "write" if is_write else "read")
        for index in table.all_indexes:
            for entity in table.entities:
                if written_keys(table, entity, index):
                    yield from _edge(known, _place_id(table, index.name), entity.id, "holds")


def _edge(known: dict[str, MapNode], start: str, end: str, kind: str) -> Iterator[Edge]:
    if start in known and end in known:
        one, other = known[start], known[end]
        left, right = one.x + one.width, other.x
        bend = (right - left) / 2
        path = f"M{left:g} {one.middle:g}C{left + bend:g} {one.middle:g} {right - bend:g} {other.middle:g} "
        yield Edge(start, end, kind, f"{path}{right:g} {other.middle:g}")
