"""The map of a table as SVG: access patterns on the left, the table and its indexes in the middle,
entities on the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width

from exporter.documents.contents import TableMap
from exporter.documents.nodes import Node, markup, node, printable

ROW: Final = 26
BOX: Final = 20
GAP: Final = 130
LETTER: Final = 6.3
"""Width of a letter of the labels, in pixels: a generous average of sans-serif typefaces at 11 px."""

BOLD: Final = 7.2
HUES: Final = 8

_PRINTED: Final = """
text { font: 11px "Libertinus Serif", serif; fill: #1f2430 } rect { fill: #ffffff; stroke: #d5d9e0 }
.place rect { fill: #f3f5f8 } .place text { font-weight: bold } path { fill: none; stroke-width: 1.2 }
.hue0 { stroke: #2447a8 } .hue1 { stroke: #b3541e } .hue2 { stroke: #14794f } .hue3 { stroke: #8a3a9c }
.hue4 { stroke: #8a6d00 } .hue5 { stroke: #1f7f94 } .hue6 { stroke: #b3263c } .hue7 { stroke: #4e7a1e }
"""


@dataclass(frozen=True, slots=True)
class _Side:
    """One column of boxes: where it begins, how wide it is, and the middle of each box."""

    left: float
    width: float
    middles: tuple[float, ...]

    @property
    def right(self) -> float:
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class DrawnSvg:
    """An SVG element as text, and its size in pixels."""

    text: str
    width: float
    height: float


def drawn(flow: TableMap, *, is_printed: bool = False) -> DrawnSvg:
    """Return the map as an SVG element. The page supplies its colors, unless `is_printed`: then it
    contains them, for a PDF.
    """
    height = max(len(flow.patterns), len(flow.places) * 1.5, len(flow.entities), 1) * ROW + 4
    patterns = _side(0.5, flow.patterns, height)
    places = _side(patterns.right + (GAP if flow.patterns else 0), flow.places, height, letter=BOLD, spread=3)
    entities = _side(places.right + (GAP if flow.entities else 0), flow.entities, height)
    style = [node("style", " ".join(_PRINTED.split()))] if is_printed else []
    title = f"Map of {flow.table}: access patterns, indexes, entities"
    width = entities.right + 1
    element = node(
        "svg",
        *style,
        node("title", title),
        *_lines(flow, patterns, places, entities),
        *_boxes("pattern", flow.patterns, patterns),
        *_boxes("place", flow.places, places),
        *_boxes("entity", flow.entities, entities),
        kind="map",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
    )
    return DrawnSvg(markup([element]), width, height)


def _side(left: float, labels: Sequence[str], height: float, *, letter: float = LETTER, spread: float = 1.5) -> _Side:
    """Return a column of boxes, vertically centered, at most `spread` rows apart."""
    width = max((_width(label) for label in labels), default=0) * letter + 16 if labels else 0
    row = min(ROW * spread, (height - 4) / max(len(labels), 1))
    top = (height - len(labels) * row) / 2
    return _Side(left, width, tuple(top + row * (number + 0.5) for number in range(len(labels))))


def _width(label: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in printable(label))


def _boxes(kind: str, labels: Sequence[str], side: _Side) -> Iterator[Node]:
    for label, middle in zip(labels, side.middles, strict=True):
        yield node(
            "g",
            node("rect", x=side.left, y=middle - BOX / 2, width=side.width, height=BOX, rx=3),
            node("text", label, x=side.left + 8, y=middle + 4),
            kind=kind,
        )


def _lines(flow: TableMap, patterns: _Side, places: _Side, entities: _Side) -> Iterator[Node]:
    for edge in flow.reads:
        start, end = (patterns.right, patterns.middles[edge.start]), (places.left, places.middles[edge.end])
        yield _line(start, end, edge.end, is_write=edge.is_write)
    for edge in flow.holds:
        start, end = (places.right, places.middles[edge.start]), (entities.left, entities.middles[edge.end])
        yield _line(start, end, edge.start, is_write=False)


def _line(start: tuple[float, float], end: tuple[float, float], place: int, *, is_write: bool) -> Node:
    middle = (start[0] + end[0]) / 2
    path = f"M{start[0]:g} {start[1]:g}C{middle:g} {start[1]:g} {middle:g} {end[1]:g} {end[0]:g} {end[1]:g}"
    dashes = {"stroke_dasharray": "4 3"} if is_write else {}
    return node("path", kind=f"hue{place % HUES}", d=path, **dashes)
