"""The monthly cost as blocks: totals, each table's bill, and the arithmetic of each line."""

from __future__ import annotations

from collections.abc import Iterator

from exporter.documents.blocks import (
    Block,
    Bullets,
    FactsBlock,
    Heading,
    Inlines,
    Paragraph,
    Quiet,
    StepsBlock,
    Strong,
    TableColumn,
    TextRun,
    code,
    inline_words,
)
from exporter.documents.blocks import TableBlock as Table
from exporter.documents.blocks import TableRow as Line
from exporter.documents.contents import BillLine, CostPart, TableBill


def cost_blocks(cost: CostPart) -> Iterator[Block]:
    """Return what the design costs per month in its billing mode, and in the others."""
    about = ", an estimate" if cost.is_estimate else ""
    said = f"/month{about}, in {cost.region}, at the prices of {cost.prices}."
    yield Paragraph((Strong(cost.total), TextRun(said)))
    if cost.modes:
        yield FactsBlock(tuple((mode, inline_words(amount)) for mode, amount in cost.modes))
    for bill in cost.bills:
        yield from _bill(bill)
    if cost.notes:
        yield Heading(3, inline_words("Not counted"))
        yield Bullets(tuple(inline_words(note) for note in cost.notes))


def _bill(bill: TableBill) -> Iterator[Block]:
    yield Heading(3, inline_words(f"{bill.table}, {bill.mode}: {bill.total}/month"))
    if bill.lines:
        yield Table(
            (
                TableColumn(inline_words("Table or index")),
                TableColumn(inline_words("Charge")),
                TableColumn(inline_words("Per month"), True),
            ),
            tuple(Line((code(line.place), _what(line), inline_words(line.amount))) for line in bill.lines),
        )
    for line in bill.lines:
        if line.steps:
            title = (*code(line.place), TextRun(f", {line.what}: {line.amount}"))
            yield StepsBlock(title, tuple((step.depth, step.text, step.value) for step in line.steps))


def _what(line: BillLine) -> Inlines:
    return (TextRun(line.what), *((Quiet(f" ({line.unknown})"),) if line.unknown else ()))
