"""Key charts in a Markdown document: a row for each entity, with the templates of its keys.

Placeholders become references to attributes, in any brackets; other text is literal. Each reading that the chart does
not spell out is an inference to confirm: an id that is named by the text before it, an example value. The requests of
the document, in lists or tables, are its access patterns if they ask for the entities of the chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from exporter.importers.items.item_tables import infer_table, table_name
from exporter.importers.key_charts.cells import Cell, CellStyle, cell, is_nothing, is_prose, style_of
from exporter.importers.key_charts.charts import KeyChart, KeyColumn, charts_of
from exporter.importers.key_charts.requests import with_requests
from exporter.importers.key_charts.rows import are_items, stored_rows
from exporter.importers.key_charts.tables import indexes_of, tables_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import Json, imported, key
from exporter.importers.support.rows import StoredRow
from exporter.importers.support.source import Source
from exporter.importers.support.text_lines import without_marks
from modeler.core.design.parts import INFERRED
from modeler.core.errors import DocumentInvalid
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.phrases import and_list

_EXTENSIONS: Final = frozenset({"", "md", "markdown", "txt", "text"})
_TABLE_NAMES: Final = (
    re.compile(r"\btable(?:[ _-]?name)?\b[*:|\s]{0,8}[(,]?\s*[\"`]([A-Za-z0-9_.-]{3,255})[\"`]", re.IGNORECASE),
    re.compile(r"`([A-Za-z0-9_.-]{3,255})` table\b"),
)
_SETTINGS: Final = re.compile(
    r"\bTTL\b|\bPITR\b|\b[Pp]oint-in-time recovery\b|\b(?:NEW|OLD|NEW_AND_OLD)_IMAGES?\b|\b[Pp]rovisioned\b"
    r"|\b[Dd]eletion protection\b|\bKMS\b|\bGlobal [Tt]ables?\b"
)
_ATTRIBUTE: Final = re.compile(r"`([A-Za-z_]\w{0,254})`")
_ID: Final = re.compile(r"(?:Id|_id|ID)$")
_CHARTS_MAX: Final = 100
_ENTITIES_MAX: Final = 1000
_REMARK: Final = re.compile(r"\s*\([^()]*\)")


def _claims(source: Source) -> bool:
    if source.extension not in _EXTENSIONS or source.looks_like_json or "\0" in source.text:
        return False
    return any(not one.is_of_indexes for one in charts_of(source.text))


def _read(source: Source) -> Imported:
    report = Report()
    every = list(islice(charts_of(source.text), _CHARTS_MAX))
    of_indexes = [one for one in every if one.is_of_indexes]
    of_tables = [one for one in every if one.is_of_tables]
    charts = [one for one in every if one not in of_indexes and one not in of_tables]
    if not charts:
        return _of_tables(source, of_tables, of_indexes, report)
    for one in of_tables:
        said = "a table of tables, beside one with the keys of entities, is not read"
        report.dropped(f"line {one.line}", said, one.line)
    named = next((found[1] for one in _TABLE_NAMES if (found := one.search(source.text))), "")
    table = _Table(charts, source.text, report)
    name = named or table_name(source.filename)
    made = table.document(name)
    if not made["entities"] and not table.rows:
        return _of_tables(source, of_tables, of_indexes, report)
    _add_indexes(made, of_indexes, report)
    document: Json = {"name": name, "tables": [made]}
    if not named:
        report.note("", f"the document does not name its table; it is named {name}, after the file")
    around = _without(source.text, every)
    if settings := dict.fromkeys(found[0] for found in _SETTINGS.finditer(around)):
        report.dropped("", f"settings that the text names are not read: {and_list([*settings][:10])}")
    read = imported(with_requests(document, name, around, report), report)
    return read if not table.rows else _with_items(read, table.rows, report)


def _of_tables(
    source: Source, of_tables: Sequence[KeyChart], of_indexes: Sequence[KeyChart], report: Report
) -> Imported:
    """Return a design of tables without entities."""
    tables = tables_of(of_tables, report)
    if not tables:
        said = (
            "the tables of keys in this document name no attribute as a partition key; write one, such as: userId (S)"
        )
        raise DocumentInvalid(said, code="document.no_model")
    if len(tables) == 1:
        _add_indexes(tables[0], of_indexes, report)
    else:
        for one in of_indexes:
            said = "a table of indexes does not say to which table they belong; left out"
            report.dropped(f"line {one.line}", said, one.line)
    return imported({"name": table_name(source.filename), "tables": tables}, report)


def _add_indexes(table: Json, charts: Sequence[KeyChart], report: Report) -> None:
    """Add the indexes that rows of their own name, and that no column of an entity has."""
    indexes = table.setdefault("indexes", [])
    taken = {re.sub(r"[ _-]", "", one["name"]).lower() for one in indexes}
    for one in indexes_of(charts, report):
        if re.sub(r"[ _-]", "", one["name"]).lower() not in taken:
            indexes.append(one)


def _with_items(read: Imported, rows: Sequence[StoredRow], report: Report) -> Imported:
    """Return a design with the entities that its items show; its table has only keys and indexes so far."""
    table = infer_table(read.design.tables[0], rows, "", report)
    return replace(
        read,
        design=replace(read.design, tables=(table,)),
        report=tuple(report.lines),
        guesses=tuple(report.guesses),
    )


def _without(text: str, charts: Sequence[KeyChart]) -> str:
    """Return a text with the tables of keys left empty, so that lines keep their numbers."""
    rows = text.splitlines()
    for chart in charts:
        rows[chart.line - 1 : chart.line + 1 + len(chart.rows)] = [""] * (2 + len(chart.rows))
    return "\n".join(rows)


class _Table:
    """The one table that the charts of a document describe."""

    def __init__(self, charts: Sequence[KeyChart], text: str, report: Report) -> None:
        self.charts = charts
        self.text = text
        self.report = report
        self.names: set[str] = set()
        own: dict[bool, KeyColumn] = {}
        self.indexes: dict[str, dict[bool, KeyColumn]] = {}
        self._columns = [one for chart in charts for one in chart.keys]
        for column in self._columns:
            place = self.indexes.setdefault(column.index, {}) if column.index else own
            place.setdefault(column.is_partition, column)
        self.own = own
        self.types: dict[str, str] = {}
        self.rows: tuple[StoredRow, ...] = ()

    def document(self, name: str) -> Json:
        """Return the table's document: keys, indexes, and the entities of every chart."""
        if are_items(self.charts):
            self.rows = tuple(stored_rows(self.charts, {one.attribute: self._type(one) for one in self._columns}))
        charts = () if self.rows else self.charts
        entities = [one for chart in charts for one in self._entities(chart)]
        indexes = [one for index, columns in self.indexes.items() if (one := self._index(index, columns))]
        if indexes:
            self.report.guessed("", "the document does not say what the indexes project; every attribute is assumed")
        table: Json = {
            "name": name,
            "partition_key": key(self.own[True].attribute, self._type(self.own[True])),
            "settings": {"billing": "PAY_PER_REQUEST"},
            "indexes": indexes,
            "entities": entities,
        }
        if False in self.own:
            table["sort_key"] = key(self.own[False].attribute, self._type(self.own[False]))
        return table

    def _type(self, column: KeyColumn) -> str:
        """Return a key's type: what its header says, or the text right behind its name."""
        if column.attribute not in self.types:
            said = re.search(rf"\b{re.escape(column.attribute)}`?[\s:]{{0,4}}\(?(?:N|Number|number)\b", self.text)
            self.types[column.attribute] = "N" if column.type == "N" or said is not None else "S"
        return self.types[column.attribute]

    def _index(self, name: str, columns: Mapping[bool, KeyColumn]) -> Json:
        """Return an index; nothing where the chart gives no partition key for a global one."""
        is_local = name.lower().startswith("lsi")
        partition = columns.get(True) or (self.own[True] if is_local else None)
        if partition is None:
            self.report.dropped("", f"{name}: the table of keys gives no partition key for it; left out")
            return {}
        index: Json = {
            "name": name,
            "kind": "LSI" if is_local else "GSI",
            "partition_key": key(partition.attribute, self._type(partition)),
            "projection": {"type": "ALL"},
        }
        if False in columns:
            index["sort_key"] = key(columns[False].attribute, self._type(columns[False]))
        return index

    def _entities(self, chart: KeyChart) -> Iterator[Json]:
        style = style_of([row[one.place] for _, row in chart.rows for one in chart.keys if one.place < len(row)])
        for name in chart.unread:
            self.report.dropped(f"line {chart.line}", f"the column {name} of the table of keys is not read", chart.line)
        for line, row in chart.rows:
            if len(self.names) >= _ENTITIES_MAX:
                said = f"only the first {_ENTITIES_MAX:,} rows of the tables of keys are read"
                self.report.dropped(f"line {line}", said, line)
                return
            made = self._entity(chart, style, line, row)
            if made is not None:
                yield made

    def _entity(self, chart: KeyChart, style: CellStyle, line: int, row: Sequence[str]) -> Json | None:
        given = {one: row[one.place] for one in chart.keys if one.place < len(row) and not is_nothing(row[one.place])}
        place = f"line {line}"
        if any(one not in given or is_prose(given[one]) for one in chart.own):
            self.report.dropped(place, f"a row without a key: {' | '.join(row)[:200]}", line)
            return None
        cells = {column: cell(text, style, column.attribute) for column, text in given.items()}
        own_id = _own_id([cells[one] for one in chart.own])
        templates = {column: _template(one, own_id) for column, one in cells.items()}
        for column, one in cells.items():
            for other in one.others:
                said = f"{column.attribute}: another form of the key, {without_marks(other)[:100]}, is left out"
                self.report.dropped(place, said, line)
        name = self._name(chart, row, [cells[one] for one in chart.own])
        inferred = {column for column, one in cells.items() if _is_inferred(one, templates[column], given[column])}
        for column in inferred:
            written = f"{name}: {column.attribute} = {templates[column]}, written as {without_marks(given[column])}"
            self.report.guessed(place, written, line)
        own = chart.own
        own_names = {one.attribute for one in own}
        overloads = [_overload(None, own, templates, inferred)]
        for index in self.indexes:
            columns = [one for one in chart.keys if one.index == index]
            missing = [one.attribute for one in columns if one not in templates]
            if columns and not missing:
                overloads.append(_overload(index, columns, templates, inferred))
            elif any(one.attribute not in own_names and one in templates for one in columns):
                said = f"{name} has no {and_list(missing)}, so it is not in {index}"
                self.report.note(place, said, line)
        names = list(dict.fromkeys(name for one in cells.values() for name in _names(one, own_id)))
        entity: Json = {
            "name": name,
            "identity": list(dict.fromkeys(name for one in own for name in _names(cells[one], own_id))),
            "attributes": [self._attribute(one, cells) for one in names],
            "overloads": overloads,
        }
        self._add_text(entity, chart, row)
        return entity

    def _add_text(self, entity: Json, chart: KeyChart, row: Sequence[str]) -> None:
        """Add the description and the other attributes that a row names; it gives no types for these."""
        if 0 <= chart.description < len(row) and row[chart.description]:
            entity["description"] = without_marks(row[chart.description])
        if 0 <= chart.attributes < len(row):
            known = {one["name"] for one in entity["attributes"]}
            others = dict.fromkeys(one for one in _ATTRIBUTE.findall(row[chart.attributes]) if one not in known)
            entity["attributes"] += [{"name": one, "type": "S"} for one in others]
            if others:
                self.report.guessed("", f"{entity['name']}: {and_list(list(others))}: no types given, read as S")

    def _attribute(self, name: str, cells: Mapping[KeyColumn, Cell]) -> Json:
        """Return an attribute of a key: a number where its key is one, or where it is padded."""
        whole = [one for one, made in cells.items() if made.names == (name,) and len(made.pieces) == 1]
        padded = [
            piece
            for one in cells.values()
            for piece in one.pieces
            if isinstance(piece, Reference) and piece.attribute == name and piece.formats
        ]
        if padded or any(self._type(one) == "N" for one in whole):
            return {"name": name, "type": "N", **({"format": "integer"} if padded else {})}
        return {"name": name, "type": "S", **({"format": "id"} if _ID.search(name) else {})}

    def _name(self, chart: KeyChart, row: Sequence[str], own: Sequence[Cell]) -> str:
        """Return the entity's name: the cell of it, else the text in its keys; each once."""
        said = without_marks(row[chart.entity]) if 0 <= chart.entity < len(row) else ""
        plain = _REMARK.sub("", said).strip()
        name = plain if plain and plain not in self.names else said
        if not name:
            words = [
                word for one in sorted(own, key=lambda one: (not one.names, one is own[0])) if (word := _prefix(one))
            ]
            name = next((word for word in words if word not in self.names), words[0] if words else "Item")
        number, base = 2, name
        while name in self.names:
            name, number = f"{base} {number}", number + 1
        self.names.add(name)
        return name[:255]


def _prefix(one: Cell) -> str:
    """Return the text at the beginning of a template, as a name: HOLE#{hole} is Hole."""
    pieces = one.pieces
    if pieces and isinstance(pieces[0], LiteralText):
        word = next((part for part in re.split(r"[^A-Za-z0-9]+", pieces[0].text) if part), "")
        return word.capitalize()
    return ""


def _own_id(cells: Sequence[Cell]) -> str:
    """Return what "id" alone means in the indexes of a row: the last id in the table's own key."""
    names = [name for one in cells for name in one.names]
    plain = [name for name in names if name.lower() == "id"]
    return next(reversed([*(name for name in names if _ID.search(name)), *plain]), "")


def _names(one: Cell, own_id: str) -> list[str]:
    return [own_id if own_id and name.lower() == "id" else name for name in one.names]


def _template(one: Cell, own_id: str) -> str:
    names = iter(_names(one, own_id))
    pieces = [Reference(next(names), piece.formats) if isinstance(piece, Reference) else piece for piece in one.pieces]
    return print_template(tuple(pieces))


def _is_inferred(one: Cell, template: str, given: str) -> bool:
    """Return whether a template is more than its cell with other brackets."""
    bare = re.sub(r"[${}<>\[\]\\\"]|\s\+\s", "", without_marks(given))
    return bool(one.examples or one.others) or re.sub(r"[{}]", "", template) != bare


def _overload(
    index: str | None, columns: Sequence[KeyColumn], templates: Mapping[KeyColumn, str], inferred: set[KeyColumn]
) -> dict[str, Any]:
    made: dict[str, Any] = {"index": index, "keys": {one.attribute: templates[one] for one in columns}}
    return {**made, "provenance": INFERRED} if any(one in inferred for one in columns) else made


IMPORTER: Final = Importer("key-chart", "a Markdown table of keys", _claims, _read)
