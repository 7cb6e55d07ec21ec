"""Items in DynamoDB JSON: exports to S3 (full and incremental), files to import from S3, output of Scan and Query.

None of them holds the table's name or indexes, and only incremental exports hold its key. These are inferred, and so
are entities and key templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from exporter.importers.items.item_tables import design_of_items, table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.json_values import lines_of, parsed
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.rows import StoredRow, read_item
from exporter.importers.support.source import Source
from modeler.core.design.model import Design
from modeler.core.errors import DocumentInvalid, Invalid
from modeler.core.limits import DOCUMENT_ITEMS_MAX
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import from_plain

_TYPES: Final = frozenset(AttributeType)
_TABLES_MAX: Final = 100
_ATTRIBUTES_MAX: Final = 2000
_CLAIMED: Final = 2_000_000
"""Limit on the first line: an item has at most 400 KB, and its JSON at most five times that."""


def _claims(source: Source) -> bool:
    if not source.looks_like_json:
        return False
    if source.is_json_lines:
        first = source.text.lstrip().split("\n", 1)[0]
        return len(first) <= _CLAIMED and _is_item_line(_quietly(first))
    if source.text.lstrip()[:1] == "[":
        listed = _quietly(source.text)
        return isinstance(listed, list) and bool(listed) and _is_item_line(listed[0])
    return _is_item_line(source.data) or _is_scan(source.data) or bool(_batches(source.data))


def _quietly(text: str) -> Any:
    try:
        return parsed(text)
    except DocumentInvalid:
        return None


def _is_item_line(value: Any) -> bool:
    """Is it ``{"Item": {...}}``, a line of an incremental export, or an item itself (every member a tagged value)?"""
    if not isinstance(value, Mapping) or not value:
        return False
    if isinstance(value.get("Item"), Mapping) or ("Keys" in value and ("NewImage" in value or "OldImage" in value)):
        return True
    return all(isinstance(one, Mapping) and len(one) == 1 and next(iter(one)) in _TYPES for one in value.values())


def _is_plain(source: Source) -> bool:
    """Is it a list of plain objects, or one in each line, that hold values and not types?"""
    if source.is_json_lines:
        lines = [_quietly(line) for line in source.text.lstrip().split("\n", 2)[:2] if len(line) <= _CLAIMED]
        return len(lines) > 1 and all(isinstance(one, Mapping) and one for one in lines)
    if source.text.lstrip()[:1] != "[":
        return False
    listed = _quietly(source.text)
    return isinstance(listed, list) and bool(listed) and all(isinstance(one, Mapping) and one for one in listed)


def _is_scan(data: Mapping[str, Any]) -> bool:
    items = data.get("Items")
    return isinstance(items, list) and ("Count" in data or not items or _is_item_line(items[0]))


def _batches(data: Mapping[str, Any]) -> Mapping[str, list[Any]]:
    """Return the tables of a BatchWriteItem file: ``{"table": [{"PutRequest": {"Item": ...}}]}``; {} for others."""
    held = data.get("RequestItems", data)
    listed = held.items() if isinstance(held, Mapping) and len(held) <= _TABLES_MAX else ()
    found = {name: one for name, one in listed if isinstance(one, list) and one and all(_put(each) for each in one)}
    return found if len(found) == len(listed) else {}


def _put(request: Any) -> Any:
    put = request.get("PutRequest") if isinstance(request, Mapping) else None
    return put.get("Item") if isinstance(put, Mapping) else None


def _read(source: Source) -> Imported:
    return _imported(source, is_plain=False)


def _imported(source: Source, *, is_plain: bool) -> Imported:
    report = Report()
    said: dict[str, None] = {}
    tables: dict[str, list[StoredRow]] = {}
    batches = {} if is_plain else _batches(source.data)
    count = 0
    for name, raws in _by_table(source, batches):
        rows = tables.setdefault(name, [])
        for path, line, raw in raws:
            if count >= DOCUMENT_ITEMS_MAX:
                refuse_too_many(count + 1)
            found = _object(raw, path, line, report) if is_plain else _item(raw, path, line, report, said)
            if found is None:
                continue
            if len(found) > _ATTRIBUTES_MAX:
                raise DocumentInvalid(
                    f"{path}: {len(found):,} attributes; an item can have {_ATTRIBUTES_MAX:,} here; remove some",
                    path=path,
                    code="document.too_large",
                )
            if item := (_plain_item(found, path, report) if is_plain else read_item(found, path, report)):
                rows.append(StoredRow(path, item))
                count += 1
    if not count:
        raise DocumentInvalid("the file has no items; export the table again with its items", code="document.no_model")
    made = [design_of_items(name, rows, name, report, tuple(said)) for name, rows in tables.items() if rows]
    design = Design(name="", tables=tuple(table for one in made for table in one.tables))
    return Imported(design, tuple(report.lines), tuple(report.guesses))


def _by_table(source: Source, batches: Mapping[str, list[Any]]) -> Iterator[tuple[str, Iterator[tuple[str, int, Any]]]]:
    """Yield the name of each table with its items; only a file of requests names tables."""
    if not batches:
        yield table_name(source.filename), _raws(source)
    for name, requests in batches.items():
        yield table_name(name), ((f"{name}[{place}]", 0, _put(one)) for place, one in enumerate(requests))


def _raws(source: Source) -> Iterator[tuple[str, int, Any]]:
    """Yield each item as it is in the file, with its place."""
    if source.is_json_lines:
        yield from ((f"line {line}", line, value) for line, value in lines_of(source))
    elif source.text.lstrip()[:1] == "[":
        yield from ((f"[{place}]", 0, value) for place, value in enumerate(parsed(source.text)))
    elif _is_scan(source.data):
        yield from ((f"Items[{place}]", 0, value) for place, value in enumerate(source.data["Items"]))
    else:
        yield "line 1", 1, source.data


def _item(raw: Any, path: str, line: int, report: Report, said: dict[str, None]) -> Mapping[str, Any] | None:
    """Return the item of one line; None with a report line if the line holds none."""
    if not isinstance(raw, Mapping):
        report.dropped(path, "not an item (an object of attributes); left out", line)
        return None
    if "Keys" in raw and ("NewImage" in raw or "OldImage" in raw) and isinstance(raw["Keys"], Mapping):
        said.update(dict.fromkeys(map(str, raw["Keys"])))
        if not isinstance(raw.get("NewImage"), Mapping) or not raw["NewImage"]:
            report.dropped(path, "the item was deleted during the export period; left out", line)
            return None
        image: Mapping[str, Any] = raw["NewImage"]
        return image
    inner = raw.get("Item")
    if isinstance(inner, Mapping) and not (len(inner) == 1 and next(iter(inner)) in _TYPES):
        return inner
    if not raw:
        report.dropped(path, "not an item (an object of attributes); left out", line)
        return None
    return raw


def _object(raw: Any, path: str, line: int, report: Report) -> Mapping[str, Any] | None:
    if isinstance(raw, Mapping) and raw:
        return raw
    report.dropped(path, "not an item (an object of attributes); left out", line)
    return None


def _plain_item(raw: Mapping[str, Any], path: str, report: Report) -> dict[str, AttributeValue]:
    """Return an item of plain JSON: texts, numbers, booleans, lists, and objects as they are."""
    item = {}
    for name, value in raw.items():
        try:
            item[str(name)] = from_plain(value, _PLAIN.get(type(value), AttributeType.S), f"{path}.{name}")
        except (Invalid, RecursionError) as error:
            report.dropped(f"{path}.{name}", f"{error}; the attribute is left out of this item")
    return item


_PLAIN: Final[Mapping[type, AttributeType]] = {
    bool: AttributeType.BOOL,
    int: AttributeType.N,
    float: AttributeType.N,
    Decimal: AttributeType.N,
    list: AttributeType.L,
    dict: AttributeType.M,
    type(None): AttributeType.NULL,
}

PLAIN: Final = Importer("json-items", "items in plain JSON", _is_plain, lambda source: _imported(source, is_plain=True))
IMPORTER: Final = Importer("dynamodb-json", "items in DynamoDB JSON", _claims, _read)
