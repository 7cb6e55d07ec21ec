"""Sample items as CSV (RFC 4180): one file per entity with its attributes, and one file per table with the stored
items.

A header gives the attribute and its type, ``total (N)``; maps and lists are DynamoDB JSON under the plain name. A text
that a spreadsheet would treat as a formula gets a leading apostrophe: `guarded` adds it, the importer removes it.
"""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header, safe_name, text_block
from exporter.targets.data.seed_data import stored_once
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from modeler.core.values.cells import guarded
from modeler.core.values.json_values import to_dynamodb_json

_WHOLE: Final = (AttributeType.L, AttributeType.M)


def cell(value: AttributeValue) -> str:
    """Return one value: numbers exactly, binary as base64, sets as lists of JSON, maps and lists as DynamoDB JSON."""
    kind, data = value
    match kind:
        case "N":
            return guarded(str(data))
        case "S":
            return guarded(data)
        case "B":
            return guarded(base64.b64encode(data).decode())
        case "BOOL":
            return "true" if data else "false"
        case "NULL":
            return "null"
        case "BS":
            return json.dumps([base64.b64encode(member).decode() for member in data])
        case "SS" | "NS":
            return json.dumps(list(data), ensure_ascii=False)
    return json.dumps(to_dynamodb_json(value)[kind], ensure_ascii=False, separators=(",", ":"))


def sheet(columns: Mapping[str, AttributeType], rows: Sequence[Item]) -> str:
    """Return a table as text: a header, and one line per item. A missing attribute is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    if columns:
        writer.writerow(guarded(_head(name, kind)) for name, kind in columns.items())
        writer.writerows([cell(row[name]) if name in row else "" for name in columns] for row in rows)
    return out.getvalue()


def _head(name: str, kind: AttributeType) -> str:
    return name if kind in _WHOLE else f"{name} ({kind})"


def columns_of(first: Mapping[str, AttributeType], rows: Sequence[Item]) -> dict[str, AttributeType]:
    """Return the columns of items: declared attributes, then any others, with the first type that a name has."""
    columns = dict(first)
    for row in rows:
        for name, value in row.items():
            columns.setdefault(name, value.type)
    return columns


def _entity_sheet(entity: Entity) -> str:
    rows = [sample.values for sample in entity.items]
    return sheet(columns_of({one.name: one.type for one in entity.attributes}, rows), rows)


def _table_sheet(table: Table) -> str:
    rows = [stored.item for stored in stored_once(table)[0]]
    keys = {key.name: key.type for index in table.all_indexes for key in index.keys}
    return sheet(columns_of(keys, rows), rows)


def _losses(design: Design) -> Iterator[Loss]:
    yield Loss("design", "items only: CSV cannot represent tables, indexes, templates, and access patterns")
    for table in design.tables:
        yield from stored_once(table)[1]
        rows = [stored.item for stored in stored_once(table)[0]]
        types = columns_of({}, rows)
        for row in rows:
            for name, value in row.items():
                path = f"tables.{table.name}.{name}"
                if value.type is not types[name]:
                    yield Loss(path, f"a value of type {value.type} is in a column of type {types[name]}")
                if value.data == "":
                    yield Loss(path, "empty strings and missing attributes both become empty cells")


def _build(design: Design) -> Export:
    losses = tuple(dict.fromkeys(_losses(design)))
    files: list[ExportFile] = []
    for kind, things in (("tables", design.tables), ("entities", [entity for _, entity in design.entities()])):
        names: list[str] = []
        for thing in things:
            name = safe_name(thing.name, names, otherwise=kind)
            names.append(name)
            text = _table_sheet(thing) if isinstance(thing, Table) else _entity_sheet(thing)
            files.append(ExportFile(f"{kind}/{name}.csv", text))
    lines = [
        *header(design, "sample items", losses),
        "tables/ holds items as they are stored; entities/ holds their attributes without the generated keys.",
        "A text that a spreadsheet would treat as a formula (it begins with = + - @, a tab, or a line "
        "end, and is not a",
        "number) has a leading apostrophe, and so does a text that begins with apostrophes followed by "
        "such a character.",
    ]
    files.append(ExportFile("README.txt", text_block(lines)))
    return Export(tuple(files), losses)


TARGET: Final = Target(
    "csv",
    "Sample items, CSV",
    ("tables/<table>.csv", "entities/<entity>.csv", "README.txt"),
    "text/csv",
    _build,
    TargetKind.DATA,
)
