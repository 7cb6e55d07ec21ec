"""CSV: read by Python's csv, cell for cell the stored values, none of them a formula; our importer reads the items."""

from __future__ import annotations

import csv
import re
from collections import Counter

from exporter.importers import import_text
from exporter.targets.data.csv import cell
from exporter.targets.data.seed_data import stored_once
from modeler.core.items.materialize import item_writer
from modeler.core.values.cells import unguarded
from tests.doors.checks import Door

FORMULA = re.compile(r"[=+\-@\t\r\n]")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


def check(door: Door) -> str:
    cells = 0
    tables = [file.path for file in door.export.files if file.path.startswith("tables/")]
    for table, path in zip(door.design.tables, tables, strict=True):
        with (door.folder / path).open(encoding="utf-8", newline="") as file:
            head, *rows = [*csv.reader(file, strict=True)] or [[]]
        stored, _ = stored_once(table)
        assert len(rows) == len(stored)
        names = [re.sub(r" \([A-Z]+\)$", "", unguarded(name)) for name in head]
        for row, one in zip(rows, stored, strict=True):
            found = {name: text for name, text in zip(names, row, strict=True) if text}
            assert found == {name: text for name, value in one.item.items() if (text := cell(value))}
            assert not [text for text in row if FORMULA.match(text) and not NUMBER.fullmatch(text)]
            cells += len(found)
        if stored:
            back = import_text((door.folder / path).read_bytes(), path).design
            assert Counter(map(_row_of, _items(back))) == Counter(_row_of(one.item) for one in stored)
    return f"{cells} cells of {len(tables)} tables; no formula"


def _items(design):
    """Every item as it would be stored, whatever entity it was found to be of."""
    return [item_writer(table, entity)(sample).item for table, entity, sample in design.items()]


def _row_of(item) -> frozenset[tuple[str, str]]:
    """An item as the cells that stand for it."""
    return frozenset((name, text) for name, value in item.items() if (text := cell(value)))
