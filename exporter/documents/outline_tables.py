"""The key sheet and the grids of the document as blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exporter.documents.blocks import (
    Block,
    Break,
    CodeRun,
    Heading,
    Inline,
    Inlines,
    Paragraph,
    Quiet,
    Strong,
    TableColumn,
    TemplateRun,
    TextRun,
    code,
    facts,
    inline_words,
)
from exporter.documents.blocks import TableBlock as Table
from exporter.documents.blocks import TableRow as Line
from exporter.documents.contents import Document, Grid, ItemLine, OverloadText, Sheet, SheetColumn

COLUMNS_MAX: Final = 5
"""Limit on indexes side by side; the entities are named again next to the others."""


def sheet_blocks(document: Document) -> Iterator[Block]:
    """Return entities by indexes, one grid per table."""
    if not document.sheets:
        yield Paragraph((Quiet("There are no tables yet."),))
    for sheet in document.sheets:
        yield Heading(3, inline_words(sheet.table))
        if sheet.description:
            yield Paragraph(inline_words(sheet.description), is_own=True)
        yield facts(sheet.settings)
        if not sheet.rows:
            yield Paragraph((Quiet("This table has no entities yet."),))
        else:
            for first in range(0, len(sheet.columns), COLUMNS_MAX):
                yield _sheet(sheet, first)


def _sheet(sheet: Sheet, first: int) -> Table:
    columns = sheet.columns[first : first + COLUMNS_MAX]
    return Table(
        (TableColumn(inline_words("Entity")), *(TableColumn(_head(one)) for one in columns)),
        tuple(Line(((Strong(row.entity),), *map(_cell, row.cells[first : first + COLUMNS_MAX]))) for row in sheet.rows),
        is_wide=True,
    )


def _head(column: SheetColumn) -> Inlines:
    kind = ", ".join(filter(None, (column.kind, column.projection)))
    return (Strong(column.name), Break(), Quiet(kind), Break(), CodeRun(column.keys))


def _cell(cell: tuple[OverloadText, ...]) -> Inlines:
    if not cell:
        return (Quiet("–"),)
    lines: list[Inline] = []
    for one in cell:
        if lines:
            lines.append(Break())
        several = len(one.elements) > 2
        for element in one.elements:
            lines.append(Break())
            if several:
                lines.append(Quiet(f"{element.name} "))
            lines.append(TemplateRun(element.pieces))
            if element.example and any(piece.is_attribute for piece in element.pieces):
                lines += [Break(), CodeRun(element.example, is_quiet=True)]
        if one.when:
            lines += [Break(), Quiet("when "), CodeRun(one.when)]
    return tuple(lines[1:])


def grid_blocks(document: Document) -> Iterator[Block]:
    """Return every table through each of its indexes: item collections in DynamoDB's order."""
    if not document.grids:
        yield Paragraph((Quiet("There are no sample items."),))
    for grid in document.grids:
        yield Heading(3, inline_words(f"{grid.table} through {grid.index}" if grid.index else grid.table))
        yield Paragraph((Quiet(grid.said),))
        yield _grid(grid)
        if grid.left_out:
            yield Paragraph((Quiet(grid.left_out),))


def _grid(grid: Grid) -> Table:
    rows: list[Line] = []
    for collection in grid.collections:
        rows.append(Line((code(collection.partition), (), (), (Quiet(collection.size),)), is_group=True))
        rows += [
            Line((code(item.sort), inline_words(item.entity), _values(item), inline_words(item.size)))
            for item in collection.items
        ]
    heads = ("Sort key", "Entity", "Attributes", "Size")
    columns = tuple(TableColumn(inline_words(head), number == 3) for number, head in enumerate(heads))
    return Table(columns, tuple(rows), is_wide=True)


def _values(item: ItemLine) -> Inlines:
    found: list[Inline] = []
    for name, value in item.values:
        found += [TextRun(" · ")] if found else []
        found += [Quiet(name or ""), TextRun(" "), CodeRun(value)] if name else [Quiet(value)]
    return tuple(found)
