"""Items in CSV: a header line with the attribute names, then one item per line.

Text stays text, as in DynamoDB's own import from S3; formulas are never calculated. A column is read as a number, as
true or false, or as DynamoDB JSON only if every value in it qualifies, and the report lists each such column. A header
can declare the type: ``total (N)``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exporter.importers.items.item_tables import design_of_items, table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.json_values import is_json, parsed
from exporter.importers.support.leading_zeros import lost_zeros
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.parameters import FileParameter
from exporter.importers.support.rows import StoredRow
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid, Invalid
from modeler.core.limits import DOCUMENT_ITEMS_MAX
from modeler.core.values.attribute_values import (
    AttributeType,
    AttributeValue,
    as_decimal,
    normal_number,
    number_problem,
    string,
)
from modeler.core.values.cells import is_guarded, unguarded
from modeler.core.values.json_values import from_dynamodb_json, from_plain

_DELIMITERS: Final = (",", "\t", ";", "|")
_EXTENSIONS: Final = frozenset({"csv", "tsv"})
_COLUMNS_MAX: Final = 2000
_TYPED: Final = re.compile(r"(?P<name>.+?)\s*\((?P<type>S|N|B|BOOL|NULL|L|M|SS|NS|BS)\)", re.DOTALL)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A text with the apostrophe that our export, and others, add before what a spreadsheet would calculate."""
_WORDS: Final = re.compile(r"[^\W\d][\w .()#:/@-]{0,254}")
_LOOKED: Final = 20
HEADER: Final = "header"
_ASKED: Final = "yes if the first line has the names of the columns, no if it is an item, or the names, with commas"
_VALUE: Final = re.compile(
    r"[$€£¥]?-?\d[\d,.]*\s*%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([T ].{0,40})?|[^@\s]+@[^@\s]+\.[^@\s]+|https?://\S+"
    r"|true|false|null|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\[{].*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    type: AttributeType
    is_json: bool = False


def _claims(source: Source) -> bool:
    """Claim a file by its extension; without one, by a header of names and lines with as many cells."""
    if source.extension in _EXTENSIONS:
        return True
    if source.extension not in ("", "txt") or source.looks_like_json:
        return False
    lines = source.text.split("\n", _LOOKED)[:_LOOKED]
    delimiter = _delimiter(lines[0])
    try:
        rows = [row for row in csv.reader([line + "\n" for line in lines], delimiter=delimiter) if row]
    except csv.Error:
        return False
    names = [cell.strip() for cell in rows[0]] if rows else []
    is_header = len(names) > 1 and len(set(names)) == len(names) and all(map(_WORDS.fullmatch, names))
    if delimiter == "," and _is_prose(rows):
        return False
    return is_header and len(rows) > 1 and all(len(row) == len(names) for row in rows[:-1])


def _is_prose(rows: list[list[str]]) -> bool:
    """Return whether lines are sentences: a space follows each comma, and no cell is a number, a date, or the like."""
    cells = [cell for row in rows for cell in row[1:]]
    has_value = any(_VALUE.fullmatch(cell.strip()) for row in rows[1:] for cell in row)
    return all(cell.startswith(" ") for cell in cells) and not has_value


def _delimiter(first: str) -> str:
    return max(_DELIMITERS, key=lambda one: (first.count(one), -_DELIMITERS.index(one)))


def _read(source: Source) -> Imported:
    report = Report()
    header, body, asked = _headed(source, report)
    columns = _columns(header, body, report)
    rows = []
    for line, cells in body:
        if extra := [cell for cell in cells[len(columns) :] if cell]:
            report.dropped(
                f"line {line}",
                f"{len(extra)} more {'cell' if len(extra) == 1 else 'cells'} than the header; left out",
                line,
            )
        item = _item(columns, cells, line, report)
        if item:
            rows.append(StoredRow(f"line {line}", item))
    report.lines.extend(lost_zeros(_numbers(columns, body)))
    if not rows:
        raise DocumentInvalid(
            "the file has a header but no items; add at least one line below it", code="document.empty"
        )
    name = table_name(source.filename)
    design = design_of_items(name, rows, name, report)
    return Imported(design, tuple(report.lines), tuple(report.guesses), parameters=asked)


def _numbers(columns: Sequence[_Column], body: Sequence[tuple[int, list[str]]]) -> Iterator[tuple[str, str, int]]:
    for line, cells in body:
        for column, cell in zip(columns, cells, strict=False):
            if column.type is AttributeType.N:
                yield f"line {line}, {column.name}", cell, line


def _headed(source: Source, report: Report) -> tuple[list[str], list[tuple[int, list[str]]], tuple[FileParameter, ...]]:
    """Return the names of the columns, the lines of items, and, if the first line looks like an item, the question
    which of the two it is.
    """
    first, body = _cells(source)
    said = source.given.get(HEADER, "").strip()
    if said in ("", "yes") and not (said == "" and _looks_like_data(first)):
        return first, body, (FileParameter(HEADER, "yes", description=_ASKED, is_given=True),) if said else ()
    names = [one.strip() for one in said.split(",")] if said not in ("", "no") else []
    names += [f"column{place + 1}" for place in range(len(names), len(first))]
    if not said:
        line = "the first line looks like an item, not like names; it is read as an item, and columns are numbered"
        report.guessed("line 1", f"{line}: give names with the parameter {HEADER}, or say yes", 1)
    asked = FileParameter(HEADER, said or "no", description=_ASKED, is_known=bool(said), is_given=bool(said))
    return names, [(1, first), *body], (asked,)


def _looks_like_data(cells: Sequence[str]) -> bool:
    """Does the first line hold a value that is not a name: a number, an amount, a date, an address?"""
    texts = [cell.strip() for cell in cells]
    return any(_VALUE.fullmatch(text) for text in texts)


def _cells(source: Source) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Return the header's cells, and the cells of each further line with its number."""
    text = source.text
    if "\0" in text:
        raise _refused(
            text.count("\n", 0, text.index("\0")) + 1, "the file contains a NUL character; save the table as CSV again"
        )
    delimiter = "\t" if source.extension == "tsv" else _delimiter(text.lstrip("\r\n").split("\n", 1)[0])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((line, row))
            if len(rows) > DOCUMENT_ITEMS_MAX + 1:
                refuse_too_many(len(rows) - 1)
            line = reader.line_num + 1
    except csv.Error as error:
        raise _refused(reader.line_num or 1, f"not valid CSV ({error}); double every quote inside a value") from error
    if not rows:
        raise DocumentInvalid("the file is empty", code="document.empty")
    return rows[0][1], rows[1:]


def _refused(line: int, why: str) -> DocumentInvalid:
    return DocumentInvalid(f"line {line}: {why}", path=f"line {line}", code="document.csv")


def _columns(header: Sequence[str], body: Sequence[tuple[int, list[str]]], report: Report) -> list[_Column]:
    names = [unguarded(cell.strip()) for cell in header]
    while names and not names[-1]:
        names.pop()
    if len(names) > _COLUMNS_MAX:
        raise _refused(1, f"{len(names):,} columns; an item can have {_COLUMNS_MAX:,} here; remove some")
    columns: list[_Column] = []
    for place, name in enumerate(names):
        if not name:
            raise _refused(1, f"column {place + 1} has no name; the first line must name every attribute")
        typed = _TYPED.fullmatch(name)
        texts = [(line, cells[place]) for line, cells in body if place < len(cells) and cells[place] != ""]
        column = _Column(typed["name"], AttributeType(typed["type"])) if typed else _guessed(name, texts, report)
        if any(column.name == other.name for other in columns):
            raise _refused(1, f"two columns are named {column.name[:100]!r}; an item has each attribute once")
        formulas = [line for line, text in texts if text.startswith(_FORMULA) and column.type is AttributeType.S]
        if formulas:
            _note_formulas(name, formulas, report)
        if column.type is AttributeType.S and (guarded := [line for line, text in texts if is_guarded(text)]):
            said = f"{name}: removed the apostrophe that protects a value from being calculated by a spreadsheet"
            report.note(f"line {guarded[0]}", said, guarded[0])
        columns.append(column)
    return columns


def _note_formulas(name: str, lines: Sequence[int], report: Report) -> None:
    many = f"{len(lines)} values that a spreadsheet would treat as formulas"
    said = many if len(lines) > 1 else "a value that a spreadsheet would treat as a formula"
    report.note(f"line {lines[0]}", f"{name}: {said}; kept as text", lines[0])


def _guessed(name: str, texts: Sequence[tuple[int, str]], report: Report) -> _Column:
    """Return the narrowest type that fits every value of a column; text if they differ."""
    values = [text for _, text in texts]
    column = _Column(name, AttributeType.S)
    if values and all(_is_number(text) for text in values):
        column = _Column(name, AttributeType.N)
    elif values and all(text in ("true", "false", "TRUE", "FALSE", "True", "False") for text in values):
        column = _Column(name, AttributeType.BOOL)
    elif values and all(map(is_json, values)):
        column = _Column(name, AttributeType.M, is_json=True)
    words = {AttributeType.N: "a number", AttributeType.BOOL: "true or false", AttributeType.M: "JSON"}
    if column.type in words:
        kind = "map or list" if column.is_json else str(column.type)
        many = f"each of its {len(values)} values is" if len(values) > 1 else "its value is"
        report.guessed(f"column {name}", f"read as {kind}: {many} {words[column.type]}")
    return column


def _is_number(text: str) -> bool:
    """Is the text a number as DynamoDB writes it? 007, +49, and anything with more than 38 digits are texts."""
    if text[:1] in ("+", ".") or as_decimal(text) is None or number_problem(text) is not None:
        return False
    digits = text.removeprefix("-")
    return not (len(digits) > 1 and digits[0] == "0" and digits[1].isdigit())


def _item(columns: Sequence[_Column], cells: Sequence[str], line: int, report: Report) -> dict[str, AttributeValue]:
    item = {}
    for column, cell in zip(columns, cells, strict=False):
        if cell == "":
            continue
        try:
            item[column.name] = _value(column, cell, line)
        except Invalid as error:
            report.dropped(f"line {line}, {column.name}", f"{error}; the attribute is left out of this item", line)
    return item


def _value(column: _Column, cell: str, line: int) -> AttributeValue:
    match column.type:
        case AttributeType.N:
            if as_decimal(cell) is None:
                raise Invalid(f"{cell[:60]!r} is not a number")
            return AttributeValue(AttributeType.N, normal_number(cell))
        case AttributeType.BOOL:
            return AttributeValue(AttributeType.BOOL, cell.lower() == "true")
        case AttributeType.S:
            return string(unguarded(cell))
        case AttributeType.B:
            return from_dynamodb_json({"B": unguarded(cell)})
    raw = parsed(cell, line) if is_json(cell) else cell
    if column.is_json:
        return _tagged(raw)
    return from_plain(raw, column.type)


def _tagged(raw: Any) -> AttributeValue:
    """Return a map or a list as the console writes it: its members with or without types."""
    kind = "M" if isinstance(raw, Mapping) else "L"
    try:
        return from_dynamodb_json({kind: raw})
    except Invalid:
        return from_plain(raw, AttributeType(kind))


IMPORTER: Final = Importer("csv", "items in CSV", _claims, _read)
