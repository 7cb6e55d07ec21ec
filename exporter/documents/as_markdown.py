"""The document as Markdown (CommonMark with GitHub's tables and Mermaid). No text of a design is ever markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from exporter.documents import blocks
from exporter.documents.blocks import Block, Inline, Inlines
from exporter.documents.contents import Document, TableMap
from exporter.documents.nodes import printable
from exporter.documents.outline import blocks_of

_MARKUP: Final = re.compile(r"[\\`*\[\]<>|~]|&(?=[#\w])|(?<![^\W_])_|_(?![^\W_])")
"""What is markup within a line. An underscore between letters is not."""

_AT_START: Final = re.compile(r"^(?:[-+=:#]|\d{1,9}[.)](?=\s|$))")
"""What begins a block at the start of a line."""

_MERMAID: Final = " -_.,/()"
_BREAK: Final = "<br>"


def as_markdown(document: Document) -> str:
    """Return the whole document."""
    return "\n\n".join(filter(None, (_block(one) for one in blocks_of(document)))) + "\n"


def escaped(text: str) -> str:
    """Escape words so that every Markdown reader shows them literally, on one line."""
    plain = printable(" ".join(text.split("\n"))).strip()
    safe = _MARKUP.sub(r"\\\g<0>", plain)
    # Two dollar signs could enclose mathematics; a URL in text must not become a link, and @name must not mention
    # anyone.
    safe = safe.replace("$", "\\$") if safe.count("$") > 1 else safe
    safe = safe.replace("://", "&#58;//").replace("www.", "www&#46;").replace("@", "&#64;")
    return _AT_START.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", safe)


def code_span(text: str, *, in_table: bool = False) -> str:
    """Return code unchanged; a `|` in a table is escaped, as GitHub's tables require."""
    plain = printable(" ".join(text.split("\n")))
    if not plain.strip():
        return ""
    longest = max((len(run) for run in re.findall("`+", plain)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if plain[0] in "` " or plain[-1] in "` " else ""
    # A backslash before the bar would be consumed with it: such code becomes plain words.
    if in_table and "|" in plain:
        return (
            escaped(plain) if "\\|" in plain else f"{fence}{padding}{plain.replace('|', chr(92) + '|')}{padding}{fence}"
        )
    return f"{fence}{padding}{plain}{padding}{fence}"


def _inline(inlines: Inlines, line_end: str, *, in_table: bool = False) -> str:
    return "".join(_one(one, line_end, in_table) for one in inlines).strip()


def _one(one: Inline, line_end: str, in_table: bool) -> str:
    match one:
        case blocks.Break():
            return line_end
        case blocks.CodeRun(text, is_quiet):
            return f"{'e.g. ' if is_quiet else ''}{code_span(text, in_table=in_table)}"
        case blocks.TemplateRun(pieces):
            return code_span("".join(piece.text for piece in pieces), in_table=in_table)
        case blocks.Strong(text):
            return _strong(text)
        case blocks.Grade(severity):
            return f"**{escaped(severity)}**"
    # Spaces at its ends are between words, and `escaped` drops them.
    said = escaped(one.text)
    before, behind = one.text[:1] == " ", one.text[-1:] == " " and one.text.strip() != ""
    return f"{' ' if before else ''}{said}{' ' if behind else ''}"


def _strong(text: str) -> str:
    said = escaped(text)
    # Stars open and close only at letters and digits.
    return f"**{said}**" if said[:1].isalnum() and said[-1:].isalnum() else said


def _block(block: Block) -> str:
    match block:
        case blocks.Heading(level, inlines):
            return f"{'#' * level} {_inline(inlines, ' ')}".rstrip()
        case blocks.Paragraph(inlines):
            return _inline(inlines, "\\\n")
        case blocks.FactsBlock(pairs):
            return "\n".join(f"- **{escaped(name)}:** {_inline(said, ' ')}".rstrip() for name, said in pairs)
        case blocks.Bullets(items):
            return "\n".join(f"- {_inline(item, ' ')}" for item in items)
        case blocks.Contents(entries):
            return "\n".join(f"- [{escaped(title)}](#{anchor})" for anchor, title in entries)
        case blocks.StepsBlock(title, steps):
            lines = (f"- {escaped(text)}{f' = {escaped(value)}' if value else ''}" for _, text, value in steps)
            return "\n".join([f"#### {_inline(title, ' ')}", "", *lines])
        case blocks.Drawing(flow):
            return "\n".join(
                ["```mermaid", *mermaid(flow), "```", "", "Dashed lines are writes, the others are reads."]
            )
        case blocks.TableBlock():
            return "\n".join(_table(block))


def _table(grid: blocks.TableBlock) -> Iterator[str]:
    yield _row(column.head for column in grid.columns)
    yield "| " + " | ".join("---:" if column.is_number else "---" for column in grid.columns) + " |"
    yield from (_row(_heading(row.cells) if row.is_group else row.cells) for row in grid.rows)


def _heading(cells: tuple[Inlines, ...]) -> Iterator[Inlines]:
    for cell in cells:
        yield tuple(blocks.Strong(one.text) if isinstance(one, blocks.CodeRun) else one for one in cell)


def _row(cells: Iterable[Inlines]) -> str:
    return "| " + " | ".join(_inline(cell, _BREAK, in_table=True) for cell in cells) + " |"


def mermaid(flow: TableMap) -> Iterator[str]:
    """Return the map of a table as lines of a Mermaid flowchart."""
    yield "flowchart LR"
    columns = (("p", flow.patterns, '["{}"]'), ("i", flow.places, '[("{}")]'), ("e", flow.entities, '["{}"]'))
    for mark, labels, shape in columns:
        for number, label in enumerate(labels):
            yield f"  {mark}{number}{shape.replace('{}', label_text(label))}"
    for edge in flow.reads:
        yield f"  p{edge.start} {'-.->' if edge.is_write else '-->'} i{edge.end}"
    for edge in flow.holds:
        yield f"  i{edge.start} --- e{edge.end}"


def label_text(text: str) -> str:
    """Return a label in which every character that Mermaid could interpret is written by its number."""
    return "".join(
        letter if letter.isalnum() or letter in _MERMAID else f"#{ord(letter)};" for letter in printable(text)
    )
