"""The grid: a table through one of its indexes, item collections as blocks in DynamoDB's order, by windows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from designer.page.grid_window import (
    ALL,
    BlockWindow,
    GridBlock,
    GridChoice,
    GridLayout,
    GridLine,
    entities_in,
    first_line_of,
    plan,
    window,
)
from designer.page.index_view import AttributeColumn, Look
from designer.page.item_text import TEXT_MAX
from designer.page.pattern_highlight import PatternHighlight, reading_of
from designer.page.regions.grid_rows import GridCell, ShownLine, rows
from designer.page.scene import PagePlace, Scene
from modeler.core.design.tables import Index, Table
from modeler.core.items.item_collections import Entry
from modeler.core.values.attribute_values import Item, item_size
from modeler.core.values.typed_values import full_text

WINDOW_PIXELS: Final = 1400
"""Pixels of the grid that are sent if the page does not report its height: 600, with a margin on both sides."""

WINDOW_BOUNDS: Final = (400, 6000)
PROBLEMS_MAX: Final = 5
GRID_CHOICES: Final = ("entity", "partition", "holding", "folded", "heads", "seek", "tall")
"""A reader's choices for the grid in the address; the page stores `folded` and `heads`, `seek` (an item) is requested
once, and `tall` is the number of pixels that a tall or fast-scrolling page requests.
"""

KEPT_CHOICES: Final = ("entity", "holding")
"""The choices that stay when another index is selected."""


@dataclass(frozen=True, slots=True)
class DrawnBlock:
    """One block as drawn: its head, and its lines in the window. `above`: it began before the window."""

    block: GridBlock
    bytes: int
    entities: tuple[tuple[str, str, int], ...]
    lines: SafeString
    above: bool
    number: int


def grid(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the grid's window."""
    table = scene.table(place)
    if table is None:
        return {"table": None}
    index = scene.index(table, place)
    look = scene.look(table, index)
    choice = choice_of(place, table)
    planned = plan(look, choice)
    reading = reading_of(scene, place)
    tall = _tall(place)
    asked = _sought(look, planned, place) or place.first or _first_lit(look, planned, index, reading)
    top = max(0, min(asked, planned.height - tall))
    shown = tuple(window(look, planned, top, tall))
    union = union_columns(look, table) if choice.one_head else ()
    drawer = _Drawer(scene, table, index, look, reading, union)
    before = shown[0].top if shown else 0
    drawn = sum(part.height for part in shown)
    return {
        "table": table,
        "index": index,
        "tabs": _tabs(table, index, place),
        "blocks": tuple(map(drawer.block, shown)),
        "first": top,
        "before": before,
        "drawn": drawn,
        "after": max(0, planned.height - before - drawn),
        "lines": planned.line_count,
        "choice": choice,
        "entity": next((one.id for one in table.entities if one.name == choice.entity), ""),
        "entities": [(one.id, one.name) for one in table.entities],
        "folded": place.choice("folded"),
        "heads": union if choice.one_head else (),
        "pattern": place.pattern if reading else "",
        "lit": _first_lit_item(look, planned, index, reading),
        "is_lit": reading is not None and reading.table == table.id,
        **_counts(look, planned, index),
    }


def grid_inputs(scene: Scene, place: PagePlace) -> tuple[Any, ...] | None:
    """What it is made of while no access pattern is selected."""
    return None if place.pattern else scene.besides_patterns


def _counts(look: Look, planned: GridLayout, index: Index) -> dict[str, Any]:
    """How many items are shown, and how many cannot be."""
    return {
        "total": look.total,
        "has_items": look.total + (0 if index.is_base else look.absent_count) + look.problem_count > 0,
        "shown": planned.shown,
        "collections": planned.collections,
        "absent": 0 if index.is_base else look.absent_count,
        "problems": _problems(look),
        "problem_count": look.problem_count,
        "lost_count": len(look.overwritten),
    }


def union_columns(look: Look, table: Table) -> tuple[AttributeColumn, ...]:
    """The columns of all entities by name, each as wide as the widest. Those that keys write are last."""
    found: dict[str, AttributeColumn] = {}
    for name in (*(entity.name for entity in table.entities), ""):
        for column in look.columns.get(name, ()):
            known = found.get(column.name)
            found[column.name] = column if known is None else replace(known, width=max(known.width, column.width))
    return tuple(sorted(found.values(), key=lambda one: one.source == "key"))


def choice_of(place: PagePlace, table: Table) -> GridChoice:
    """The filters in the address and from the page."""
    entity = next((one.name for one in table.entities if one.id == place.choice("entity")), None)
    ids = frozenset(filter(None, str(place.choice("folded")).split(".")))
    return GridChoice(
        entity,
        place.choice("partition"),
        place.choice("holding"),
        ids - {ALL},
        ALL in ids,
        place.choice("heads") == "one",
    )


def _tall(place: PagePlace) -> int:
    """The requested height of the grid in pixels."""
    asked = str(place.choice("tall"))
    least, most = WINDOW_BOUNDS
    return (
        max(least, min(int(asked), most)) if asked.isascii() and asked.isdigit() and len(asked) < 6 else WINDOW_PIXELS
    )


def _sought(look: Look, planned: GridLayout, place: PagePlace) -> int:
    """The window around a requested item; 0 without one."""
    wanted = place.choice("seek")
    at = first_line_of(look, planned, lambda item: item == wanted) if wanted else None
    return 0 if at is None else max(1, at - WINDOW_PIXELS // 2)


def _first_lit(look: Look, planned: GridLayout, index: Index, reading: PatternHighlight | None) -> int:
    """The window with the first item that the selected pattern touches; 0 if the first window has it."""
    if reading is None or planned.height <= WINDOW_PIXELS:
        return 0
    at = first_line_of(look, planned, lambda item: bool(reading.state_of(item, index.id)))
    return at - WINDOW_PIXELS // 4 if at is not None and at >= WINDOW_PIXELS // 2 else 0


def _first_lit_item(look: Look, planned: GridLayout, index: Index, reading: PatternHighlight | None) -> str:
    """The id of the first item that the selected pattern touches; '' if it touches none."""
    lit: list[str] = []

    def is_lit(item: str) -> bool:
        if reading is None or not reading.state_of(item, index.id):
            return False
        lit.append(item)
        return True

    return lit[-1] if reading is not None and first_line_of(look, planned, is_lit) is not None else ""


def _problems(look: Look) -> list[dict[str, Any]]:
    """The reasons why items cannot be stored, each once, with the number of items by entity."""
    counted = Counter((one.entity or "unassigned", one.problems[0]) for one in look.flawed)
    return [
        {"entity": entity, "sentence": sentence, "count": count}
        for (entity, sentence), count in counted.most_common(PROBLEMS_MAX)
    ]


def _tabs(table: Table, current: Index, place: PagePlace) -> list[dict[str, Any]]:
    kept = {name: place.choice(name) for name in KEPT_CHOICES if place.choice(name)}
    query = {
        index.id: place.but(table=table.id, index="" if index.is_base else index.id, first=0).query
        for index in table.all_indexes
    }
    return [
        {
            "id": "" if index.is_base else index.id,
            "name": "table" if index.is_base else index.name,
            "href": f"?{'&'.join(filter(None, (query[index.id], urlencode(kept))))}",
            "is_current": index.id == current.id,
        }
        for index in table.all_indexes
    ]


class _Drawer:
    """Draws blocks and lines of one index view."""

    def __init__(
        self,
        scene: Scene,
        table: Table,
        index: Index,
        look: Look,
        reading: PatternHighlight | None,
        union: tuple[AttributeColumn, ...],
    ) -> None:
        self.scene, self.index, self.look, self.reading, self.union = scene, index, look, reading, union
        self.base = look if index.is_base else scene.look(table, table.base)
        self.ids = {entity.name: entity.id for entity in reversed(table.entities)}

    def hue(self, entity: str) -> str:
        return self.scene.hues.get(entity, "hue-none")

    def block(self, part: BlockWindow) -> DrawnBlock:
        """One block with its lines in the window."""
        block = part.block
        entities = entities_in(block) if block.is_folded else ()
        return DrawnBlock(
            block=block,
            bytes=self.look.bytes_of(block.whole) if block.whole is not None else 0,
            entities=tuple((self.hue(name), name or "unassigned", count) for name, count in entities),
            lines=rows((self.line(block, line) for line in part.lines), block.kind),
            above=part.above,
            number=part.number,
        )

    def line(self, block: GridBlock, line: GridLine) -> ShownLine:
        look = self.look if block.kind == "collection" else self.base
        columns = look.columns.get(line.entity, ())
        if line.kind != "item" or line.row is None:
            return ShownLine(line, hue=self.hue(line.entity), columns=columns)
        row = line.row
        reading = self.reading
        return ShownLine(
            line=line,
            hue=self.hue(line.entity),
            entity_id=self.ids.get(line.entity, ""),
            sort=self._sort(row, block.kind),
            size=row.size if isinstance(row, Entry) else item_size(row.item),
            cells=self._placed(self._cells(row.id, row.item, columns)),
            state=reading.state_of(row.id, self.index.id) if reading else "",
            order=reading.order_of(row.id, self.index.id) if reading else 0,
            clash="lost" if not isinstance(row, Entry) and block.kind == "collection" else "",
        )

    def _sort(self, row: Any, kind: str) -> str:
        if isinstance(row, Entry):
            return " / ".join(map(full_text, row.sort))
        if row.key is None:
            return ""
        own = row.key if kind == "absent" else row.key[1:]
        return " / ".join(map(full_text, own))

    def _placed(self, cells: Iterator[GridCell]) -> tuple[GridCell, ...]:
        """The cells under one head for all entities: an entity without an attribute has a blank there."""
        if not self.union:
            return tuple(cells)
        own = {cell.name: cell for cell in cells}
        return tuple(
            replace(own[one.name], width=one.width)
            if one.name in own
            else GridCell(one.name, one.type, "", one.width, "blank")
            for one in self.union
        )

    def _cells(self, item_id: str, item: Item, columns: tuple[AttributeColumn, ...]) -> Iterator[GridCell]:
        part = self.scene.parts.get(item_id)
        fields = part.fields if part is not None else {}
        logical = self.look.logical.get(item_id, {})
        for column in columns:
            value = item.get(column.name) or (logical.get(column.name) if column.source == "inside" else None)
            if value is None:
                yield GridCell(column.name, column.type, "", column.width, f"none {column.source}")
                continue
            text, state, base = full_text(value), column.source, ""
            stored = fields.get(f"values.{_stored_name(column)}")
            if len(text) > TEXT_MAX:
                text, state = text[: TEXT_MAX - 1] + "…", f"long {column.source}".strip()
            elif stored is None:
                state = column.source or "key"
            elif stored != text:
                base = json.dumps(stored, ensure_ascii=False)
            is_tagged = not column.id or column.type != value.type
            yield GridCell(column.name, value.type.value, text, column.width, state, base, is_tagged)


def _stored_name(column: AttributeColumn) -> str:
    if column.id:
        return f"@{column.id}"
    return f"@{column.name}" if column.name.startswith("@") else column.name
