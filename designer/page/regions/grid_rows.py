"""The lines of the grid as HTML. They are most of the HTML of a design's page, and are written here because a template
takes six times as long (docs/decisions/0019-grid-rows.md); the rest of the grid is a template.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString

from designer.page.grid_window import GridLine
from designer.page.index_view import AttributeColumn
from designer.templatetags.keysheet import byte_count


@dataclass(frozen=True, slots=True)
class GridCell:
    """One attribute of one item. `base` is its stored value as JSON if that differs from the text. `state`: "none" if
    the item lacks it, "blank" if its entity has no such attribute, "long" if the text is truncated and neither it nor
    its base is sent, "key" if a key template writes it, "inside" if it is stored only in keys. `is_tagged`: the
    document contains the type with the value.
    """

    name: str
    type: str
    text: str
    width: int
    state: str = ""
    base: str = ""
    is_tagged: bool = False


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One line as drawn."""

    line: GridLine
    hue: str = ""
    entity_id: str = ""
    sort: str = ""
    size: int = 0
    columns: tuple[AttributeColumn, ...] = ()
    cells: tuple[GridCell, ...] = ()
    state: str = ""
    order: int = 0
    clash: str = ""


def rows(lines: Iterable[ShownLine], kind: str) -> SafeString:
    """The lines of one block, whose `kind` is that of designer.page.grid_window.Block. Every text is escaped here."""
    return SafeString("".join([_row(shown, kind) for shown in lines]))


def _row(shown: ShownLine, kind: str) -> str:
    if shown.line.kind == "item":
        return _item(shown)
    return _names(shown) if shown.line.kind == "names" else _note(shown, kind)


def _item(shown: ShownLine) -> str:
    line = shown.line
    identity = escape(line.row.id) if line.row is not None else ""
    classes = " ".join(filter(None, ("line item", shown.hue, shown.state, shown.clash)))
    sort = escape(shown.sort)
    order = f'<span class="order">{shown.order}</span>' if shown.order else ""
    return (
        f'<div role="row" class="{classes}" id="row-{identity}" aria-level="2" aria-rowindex="{line.number + 1}"'
        f' data-item data-cell data-entity="{escape(shown.entity_id)}">'
        f'<div role="rowheader" class="key key-rest" tabindex="-1" title="{sort}">{order}{sort}</div>'
        f'<div role="gridcell" class="who" tabindex="-1">{escape(line.entity) or "unassigned"}</div>'
        f'<div role="gridcell" class="size">{byte_count(shown.size)}</div>'
        f"{''.join(map(_cell, shown.cells))}</div>\n"
    )


def _cell(cell: GridCell) -> str:
    if cell.state == "blank":
        return f'<div role="gridcell" class="value w-{cell.width} blank"></div>'
    base = f' data-base="{escape(cell.base)}"' if cell.base else ""
    tagged = " data-tagged" if cell.is_tagged else ""
    return (
        f'<div role="gridcell" class="value w-{cell.width} {cell.state}" tabindex="-1" data-name="{escape(cell.name)}"'
        f' data-type="{cell.type}"{base}{tagged}>{escape(cell.text)}</div>'
    )


def _names(shown: ShownLine) -> str:
    named = "".join(map(_name, shown.columns)) or '<div role="gridcell" class="name"></div>'
    return (
        f'<div role="row" class="line names {shown.hue}" aria-level="2" aria-rowindex="{shown.line.number + 1}">'
        '<div role="gridcell" class="key key-rest"></div><div role="gridcell" class="who"></div>'
        f'<div role="gridcell" class="size"></div>{named}</div>\n'
    )


def _name(column: AttributeColumn) -> str:
    name = escape(column.name)
    said = f' title="{name} is stored only in keys, not as an attribute"' if column.source == "inside" else ""
    return f'<div role="columnheader" class="name w-{column.width} {column.source}"{said}>{name}</div>'


def _note(shown: ShownLine, kind: str) -> str:
    severity = "" if kind == "absent" else " severity severity-error"
    return (
        f'<div role="row" class="line note" aria-level="2" aria-rowindex="{shown.line.number + 1}">'
        f'<div role="gridcell" class="clash{severity}">{escape(shown.line.note)}</div></div>\n'
    )
