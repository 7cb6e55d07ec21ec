"""A list in a spreadsheet, pasted or as a file: one requirement per row, with columns for codes and rates."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from exporter.importers.support.source import Source
from exporter.importers.support.text_lines import columns_read, is_header, text_lines
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.english.reading import LINES_MAX

_SEPARATORS: Final = {"csv": ",", "tsv": "\t", "tab": "\t"}
_LOOKED: Final = 50
_CELLS_MAX: Final = 40


def is_spreadsheet(source: Source) -> bool:
    """Return whether a source is a file of rows, or text in which most lines have tabs."""
    if source.extension in _SEPARATORS:
        return True
    lines = [line for line in islice(source.text.splitlines(), _LOOKED) if line.strip()]
    return source.extension in {"", "txt"} and sum("\t" in line for line in lines) * 2 > len(lines)


def lines_of_spreadsheet(source: Source) -> Iterator[str]:
    """Yield each row as a line. The columns are found as in a table of Markdown."""
    rows = _rows(source)
    if not rows or not is_header([one.lower() for one in rows[0]]):
        yield from map(_line, rows)
        return
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    yield from (line for _, line in text_lines(table))


def columns_not_read(source: Source) -> tuple[str, ...]:
    """Return a sentence for each column that no line contains: it has values, and a header that says something else."""
    rows = _rows(source)
    if not rows or not is_header(head := [one.lower() for one in rows[0]]):
        return ()
    read = columns_read(head)
    has_values = {place for row in rows[1:] for place, cell in enumerate(row) if cell}
    return tuple(
        f"Column {name[:80] or place + 1}: it is not the request, its code or its rate; left out"
        for place, name in enumerate(rows[0])
        if place not in read and place in has_values
    )


def _rows(source: Source) -> list[list[str]]:
    """Return the rows that have a value. Raises DocumentInvalid."""
    head = source.text[:2_000]
    by_name = _SEPARATORS.get(source.extension, "\t")
    separator = ";" if by_name == "," and head.count(";") > head.count(",") else by_name
    try:
        rows = list(islice(csv.reader(io.StringIO(source.text, newline=""), delimiter=separator), LINES_MAX + 2))
    except csv.Error as error:
        raise DocumentInvalid(f"the rows cannot be read: {error}", code="document.rows") from error
    return [[_cell(one) for one in row[:_CELLS_MAX]] for row in rows if any(row)]


def _line(row: Sequence[str]) -> str:
    """Return a row without a header: its longest cell, with the others in parentheses, where they stay visible."""
    said = max(row, key=len)
    others = [one for one in row if one and one is not said]
    return f"{said} ({', '.join(others)})" if others else said


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
