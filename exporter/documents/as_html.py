"""The document as one HTML file: no script, nothing fetched, light and dark, printable."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from exporter.documents import blocks
from exporter.documents.blocks import Block, Inline, Inlines
from exporter.documents.contents import Document, TemplatePiece
from exporter.documents.drawing import drawn
from exporter.documents.nodes import Node, markup, node
from exporter.documents.outline import blocks_of

STYLE: Final = Path(__file__).with_name("document.css")
_SEVERITIES: Final = ("error", "warning", "advice")
_BREAKABLE: Final = "#/_.:,|}=-&"
"""Marks after which a key can break to the next line."""


def as_html(document: Document) -> str:
    """Return the whole document."""
    head = [
        node("meta", charset="utf-8"),
        node("meta", name="viewport", content="width=device-width, initial-scale=1"),
        node("meta", name="color-scheme", content="light dark"),
        # Nothing is fetched and nothing runs, whatever the design contains.
        node("meta", http_equiv="Content-Security-Policy", content="default-src 'none'; style-src 'unsafe-inline'"),
        node("title", document.name),
    ]
    body = "".join(_block(one) for one in blocks_of(document))
    style = f"<style>\n{_style()}</style>"
    return (
        f'<!doctype html>\n<html lang="en"><head>{markup(head)}{style}</head>\n'
        f"<body><main>\n{body}</main></body></html>\n"
    )


@cache
def _style() -> str:
    return STYLE.read_text("utf-8")


def _block(block: Block) -> str:
    match block:
        case blocks.Drawing(flow):
            said = node("figcaption", "Dashed lines are writes, the others are reads.")
            return f'<figure class="map-frame">{drawn(flow).text}{markup([said])}</figure>\n'
        case blocks.Heading(level, inlines, anchor):
            named = {"id": anchor} if anchor else {}
            made = node(f"h{level}", *_inlines(inlines), **named)
        case blocks.Paragraph(inlines, is_own):
            made = node("p", *_inlines(inlines), kind="own" if is_own else "")
        case blocks.FactsBlock(pairs):
            told = (node("div", node("dt", name), node("dd", *_inlines(said))) for name, said in pairs)
            made = node("dl", *told)
        case blocks.Bullets(items):
            made = node("ul", *(node("li", *_inlines(item)) for item in items))
        case blocks.Contents(entries):
            links = (node("li", node("a", title, href=f"#{anchor}")) for anchor, title in entries)
            made = node("nav", node("ol", *links), aria_label="Contents")
        case blocks.StepsBlock(title, steps):
            lines = (_step(*step) for step in steps)
            made = node("details", node("summary", *_inlines(title)), node("ol", *lines, kind="steps"))
        case blocks.TableBlock():
            made = _table(block)
    return markup([made]) + "\n"


def _step(depth: int, text: str, value: str) -> Node:
    return node(
        "li", node("span", text), node("span", f"= {value}" if value else "", kind="number"), kind=f"depth{depth}"
    )


def _table(grid: blocks.TableBlock) -> Node:
    head = (
        node("th", *_inlines(column.head), kind="number" if column.is_number else "", scope="col")
        for column in grid.columns
    )
    rows = (_row(grid, row) for row in grid.rows)
    table = node("table", node("thead", node("tr", *head)), node("tbody", *rows))
    return node("div", table, kind="frame wide" if grid.is_wide else "frame")


def _row(grid: blocks.TableBlock, row: blocks.TableRow) -> Node:
    if row.is_group:
        # The first and the last cell share the width.
        first = node("th", *_inlines(row.cells[0]), colspan=str(len(row.cells) - 1), scope="rowgroup")
        return node("tr", first, node("td", *_inlines(row.cells[-1]), kind="number"), kind="group")
    cells = zip(grid.columns, row.cells, strict=True)
    return node("tr", *(node("td", *_inlines(cell), kind="number" if one.is_number else "") for one, cell in cells))


def _inlines(inlines: Inlines) -> Iterable[Node | str]:
    return [piece for one in inlines for piece in _inline(one)]


def _inline(one: Inline) -> Iterable[Node | str]:
    match one:
        case blocks.TextRun(text):
            return [text]
        case blocks.Strong(text):
            return [node("strong", text)]
        case blocks.Quiet(text):
            return [node("span", text, kind="quiet")]
        case blocks.CodeRun(text, is_quiet):
            return [node("code", *_broken(text), kind="quiet" if is_quiet else "")]
        case blocks.TemplateRun(pieces):
            told = (node("b", *_broken(piece.text)) if piece.is_attribute else piece for piece in pieces)
            return [node("code", *(part for one_ in told for part in _part(one_)))]
        case blocks.Grade(severity):
            kind = severity if severity in _SEVERITIES else "advice"
            return [node("span", severity, kind=f"grade {kind}")]
        case blocks.Break():
            return [node("br")]


def _part(one: Node | TemplatePiece) -> Iterable[Node | str]:
    return [one] if isinstance(one, Node) else _broken(one.text)


def _broken(text: str) -> Iterable[Node | str]:
    """Return code with the places at which a line can break."""
    start = 0
    for place, letter in enumerate(text):
        if letter in _BREAKABLE and place + 1 < len(text):
            yield text[start : place + 1]
            yield node("wbr")
            start = place + 1
    yield text[start:]
