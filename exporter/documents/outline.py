"""The document's parts as blocks, section by section."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from exporter.documents.blocks import (
    Block,
    Bullets,
    CodeRun,
    Contents,
    Drawing,
    FactsBlock,
    Grade,
    Heading,
    Inlines,
    Paragraph,
    Quiet,
    TableColumn,
    TextRun,
    code,
    facts,
    inline_words,
)
from exporter.documents.blocks import TableBlock as Table
from exporter.documents.blocks import TableRow as Line
from exporter.documents.contents import Document, PatternLine
from exporter.documents.outline_cost import cost_blocks
from exporter.documents.outline_tables import grid_blocks, sheet_blocks


def blocks_of(document: Document) -> Iterator[Block]:
    """Return every block of the document, including its list of contents."""
    yield Heading(1, inline_words(document.name))
    if document.edition:
        yield Paragraph((Quiet(document.edition),))
    if document.description:
        yield Paragraph(inline_words(document.description), is_own=True)
    yield facts(document.counts)
    sections = [(title, list(write(document))) for title, write in SECTIONS]
    written = [(title, blocks) for title, blocks in sections if blocks]
    yield Contents(tuple((anchor(title), title) for title, _ in written))
    for title, blocks in written:
        yield Heading(2, inline_words(title), anchor(title))
        yield from blocks


def anchor(title: str) -> str:
    """Return a section's anchor: as GitHub derives it from the title."""
    return title.lower().replace(" ", "-")


def _patterns(document: Document) -> Iterator[Block]:
    if not document.patterns:
        yield Paragraph((Quiet("None yet."),))
        return
    heads = ("Code", "Pattern", "Operation", "Through", "Calls per second", "Per call", "Per month")
    yield Table(
        tuple(TableColumn(inline_words(head), number > 3) for number, head in enumerate(heads)),
        tuple(Line(_pattern_cells(one)) for one in document.patterns),
    )
    for one in document.patterns:
        told = (*one.facts, *((("Served", one.reason),) if one.is_served and one.reason else ()))
        if not one.description and not told:
            continue
        yield Heading(3, (*((CodeRun(one.code), TextRun(" ")) if one.code else ()), TextRun(one.name)))
        if one.description:
            yield Paragraph(inline_words(one.description), is_own=True)
        if told:
            yield FactsBlock(
                tuple((name, code(text) if name in _IN_CODE else inline_words(text)) for name, text in told)
            )


_IN_CODE: Final = frozenset({"Key", "Filter", "Only if"})


def _pattern_cells(one: PatternLine) -> tuple[Inlines, ...]:
    name: Inlines = inline_words(one.name)
    if not one.is_served:
        name = (*name, TextRun(" "), Grade("error"), TextRun(f" not served: {one.reason}"))
    return (
        code(one.code),
        name,
        inline_words(one.operation),
        code(one.index),
        inline_words(one.rate),
        inline_words(one.units),
        inline_words(one.cost),
    )


def _map(document: Document) -> Iterator[Block]:
    for flow in document.flows:
        if len(document.flows) > 1:
            yield Heading(3, inline_words(flow.table))
        yield Drawing(flow)
        if flow.left_out:
            yield Paragraph((Quiet(flow.left_out),))


def _entities(document: Document) -> Iterator[Block]:
    for one in document.entities:
        yield Heading(3, inline_words(one.name))
        if one.description:
            yield Paragraph(inline_words(one.description), is_own=True)
        table = (("Table", one.table),) if len(document.sheets) > 1 else ()
        if told := (*table, *one.facts):
            yield facts(told)
        if one.attributes:
            yield Table(
                tuple(TableColumn(inline_words(head)) for head in ("Attribute", "Type", "Format", "Notes")),
                tuple(
                    Line(
                        (
                            code(it.name),
                            inline_words(it.type),
                            inline_words(it.format),
                            _notes(it.notes, it.description),
                        )
                    )
                    for it in one.attributes
                ),
            )


def _relations(document: Document) -> Iterator[Block]:
    if not document.relations:
        return
    yield Table(
        tuple(TableColumn(inline_words(head)) for head in ("Parent", "Child", "Kind", "Through", "How many")),
        tuple(
            Line(tuple(map(inline_words, (one.parent, one.child, one.kind, one.through, one.counts))))
            for one in document.relations
        ),
    )


def _notes(*texts: str) -> Inlines:
    return inline_words(
        ". ".join(text.rstrip(".") if place == 0 else text for place, text in enumerate(filter(None, texts)))
    )


def _findings(document: Document) -> Iterator[Block]:
    if not document.findings:
        yield Paragraph((Quiet("None."),))
    for one in document.findings:
        yield Heading(3, (Grade(one.severity), TextRun(" "), CodeRun(one.rule)))
        yield Paragraph(inline_words(one.message))
        yield FactsBlock(
            tuple(
                (name, said)
                for name, said in (
                    ("Where", code(one.where)), ("Why", inline_words(one.why)), ("Fix", inline_words(one.fix)),
                )
                if said
            )
        )  # fmt: skip
    if document.findings_left_out:
        yield Paragraph((Quiet(document.findings_left_out),))


def _capacity(document: Document) -> Iterator[Block]:
    if not document.capacity:
        return
    yield Paragraph((Quiet("Units per second. Peaks are added as if all occurred at the same time."),))
    heads = ("Table or index", "Reads, average", "Reads, peak", "Writes, average", "Writes, peak")
    yield Table(
        tuple(TableColumn(inline_words(head), number > 0) for number, head in enumerate(heads)),
        tuple(
            Line(
                (
                    code(one.place),
                    *map(inline_words, (one.read_average, one.read_peak, one.write_average, one.write_peak)),
                )
            )
            for one in document.capacity
        ),
    )


def _cost(document: Document) -> Iterator[Block]:
    if document.cost is not None:
        yield from cost_blocks(document.cost)


def _meanings(document: Document) -> Iterator[Block]:
    yield FactsBlock(tuple((name, inline_words(text)) for name, text in document.meanings))


def _left_out(document: Document) -> Iterator[Block]:
    if document.left_out:
        yield Bullets(tuple(inline_words(text) for text in document.left_out))


SECTIONS: Final[tuple[tuple[str, Callable[[Document], Iterator[Block]]], ...]] = (
    ("Access patterns", _patterns),
    ("Map", _map),
    ("Key sheet", sheet_blocks),
    ("Entities", _entities),
    ("Relations", _relations),
    ("Items", grid_blocks),
    ("Findings", _findings),
    ("Capacity", _capacity),
    ("Cost", _cost),
    ("What the numbers mean", _meanings),
    ("Not in this document", _left_out),
)
"""Yield the sections by their titles; one without blocks is left out."""
