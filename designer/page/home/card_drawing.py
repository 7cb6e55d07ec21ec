"""The small drawing of a key sheet: one line per entity, one column per index, and each key template as colored bars.

Literals and references are bars of different colors, as long as their text; a template that does not parse is one bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from modeler.core.keys.templates import LiteralText, parse

ROWS_MAX: Final = 8
COLUMNS_MAX: Final = 4
ROW: Final = 10
NAME: Final = 44
COLUMN: Final = 62
BAR: Final = 27
"""Width of one key; two fit into a column."""
LETTER: Final = 1.4
REFERENCE: Final = 9.0
GAP: Final = 1.0


@dataclass(frozen=True, slots=True)
class CardBar:
    """One part of a key template: its place in the drawing, and its class ("literal", "reference", "name")."""

    x: float
    y: float
    width: float
    kind: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """One entity: its color, and its bars."""

    hue: str
    y: int
    bars: tuple[CardBar, ...]


@dataclass(frozen=True, slots=True)
class CardDrawing:
    """The rows that fit, and the number of entities that do not. Every drawing has the same scale: 292 by 80."""

    rows: tuple[CardRow, ...]
    more: int


type Cells = Mapping[int, Sequence[str]]
"""The key templates of an entity by the number of their index; 0 is the table's own key."""


def drawing(entities: Sequence[tuple[str, str, Cells]]) -> CardDrawing | None:
    """The drawing of entities in order, each with its name, its color class and its cells. None without entities."""
    if not entities:
        return None
    shown = entities[:ROWS_MAX]
    rows = tuple(_row(at * ROW, *one) for at, one in enumerate(shown))
    return CardDrawing(rows, len(entities) - len(shown))


def _row(y: int, name: str, hue: str, cells: Cells) -> CardRow:
    bars = [CardBar(6, y + 3, min(NAME - 12, max(8, len(name) * 2.4)), "name")]
    for number, templates in sorted(cells.items()):
        if number < COLUMNS_MAX:
            left = NAME + number * COLUMN
            for at, template in enumerate(islice(templates, 2)):
                bars += _bars(left + at * (BAR + 3), y + 3, template)
    return CardRow(hue, y, tuple(bars))


def _bars(left: float, y: float, template: str) -> Iterator[CardBar]:
    x, end = left, left + BAR
    for kind, width in _parts(template):
        if end - x < GAP:
            return
        shown = min(width, end - x)
        yield CardBar(round(x, 1), y, round(shown, 1), kind)
        x += shown + GAP


def _parts(template: str) -> Iterable[tuple[str, float]]:
    parsed = parse(template)
    if parsed.problem:
        return [("broken", len(template) * LETTER)]
    return [
        ("literal", max(2.0, len(part.text) * LETTER)) if isinstance(part, LiteralText) else ("reference", REFERENCE)
        for part in parsed.parts
    ]
