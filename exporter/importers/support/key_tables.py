"""Markdown tables that give the keys of entities: a list of access patterns does not read them, and says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from exporter.importers.support.text_lines import RULE, is_header, without_marks

_KEY: Final = re.compile(
    r"(?:(?:gsi|lsi)[ _-]?\d{0,2}[ _-]?)?(?:pk|sk|(?:partition|sort|hash|range) key)\b[^|]*", re.IGNORECASE
)


@dataclass(frozen=True)
class KeyColumns:
    """The columns of a table that give keys, and the line of its header."""

    line: int
    names: tuple[str, ...]


def without_key_tables(text: str) -> tuple[str, tuple[KeyColumns, ...]]:
    """Return the text with the rows of tables left empty that give keys and no request, and each table with columns of
    keys.
    """
    rows = text.splitlines()
    found: list[KeyColumns] = []
    emptied = False
    for at, row in enumerate(rows):
        if not row.lstrip().startswith("|"):
            emptied = False
        elif at + 1 < len(rows) and RULE.fullmatch(rows[at + 1]):
            cells = [without_marks(cell) for cell in row.strip().strip("|").split("|")]
            names = tuple(cell for cell in cells if _KEY.fullmatch(cell))
            found += [KeyColumns(at + 1, names)] * bool(names)
            emptied = bool(names) and not is_header([cell.lower() for cell in cells])
        if emptied:
            rows[at] = ""
    return "\n".join(rows), tuple(found)
