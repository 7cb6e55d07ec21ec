"""Physical items of a file: read value by value, then merged by key. Nothing is dropped without a report line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from exporter.importers.support.base import Report
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.items.materialize import KeyValues, key_of
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, number, string
from modeler.core.values.json_values import from_dynamodb_json, from_plain

_TYPES = frozenset(AttributeType)


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One item as a file holds it, including its keys. `facet` names the facet that it was in, if any."""

    path: str
    item: Item
    facet: str = ""


def read_rows(
    raws: Any, path: str, table: Table, report: Report, facet: str = "", *, edit_keys: bool = True
) -> list[StoredRow]:
    """Yield the rows of one list of items; anything that is not an item is reported and left out."""
    if raws is None:
        return []
    if not isinstance(raws, list):
        report.dropped(path, f"expected a list of items, found {type(raws).__name__}; left out")
        return []
    rows = []
    for at, raw in enumerate(raws):
        place = f"{path}[{at}]"
        if not isinstance(raw, Mapping) or (not raw and edit_keys):
            report.dropped(place, "not an item (an object of attributes); left out")
            continue
        item = read_item(raw, place, report)
        rows.append(StoredRow(place, _edit_keys(item, place, table, report) if edit_keys else item, facet))
    return rows


def read_item(raw: Mapping[str, Any], path: str, report: Report) -> dict[str, AttributeValue]:
    """Return an item in DynamoDB JSON; anything that is not a value is reported and left out."""
    item = {}
    for name, content in raw.items():
        value = _read_value(content, f"{path}.{name}", report)
        if value is not None:
            item[str(name)] = value
    return item


def _read_value(raw: Any, path: str, report: Report) -> AttributeValue | None:
    if type(raw) is dict and len(raw) == 1:
        # Nearly every value is one of these two.
        kind, content = next(iter(raw.items()))
        if type(content) is str and kind in ("S", "N"):
            return string(content) if kind == "S" else number(content)
    if raw == {}:
        report.dropped(path, "{} is not a value (it names no type); the attribute is left out of this item")
        return None
    try:
        if _is_tagged(raw):
            converted = _edit_tagged(next(iter(raw)), raw[next(iter(raw))], path, report)
            return from_dynamodb_json(converted, path)
        value = from_plain(raw, AttributeType.S if isinstance(raw, str) else AttributeType.M, path)
    except (Invalid, RecursionError) as error:
        report.dropped(path, f"{error}; the attribute is left out of this item")
        return None
    report.converted(path, f"an untyped value; read as {value.type}")
    return value


def _tagged_inside(kind: str, content: Any) -> Any:
    """Return what a map or a list holds in DynamoDB JSON, where values inside lack their types."""
    if kind == "M" and isinstance(content, Mapping):
        return {name: _with_type(one) for name, one in content.items()}
    return [_with_type(one) for one in content] if kind == "L" and isinstance(content, list) else content


def _with_type(raw: Any) -> Any:
    if _is_tagged(raw):
        ((kind, content),) = raw.items()
        return {kind: _tagged_inside(kind, content)}
    match raw:
        case bool():
            return {"BOOL": raw}
        case str():
            return {"S": raw}
        case int() | float():
            return {"N": str(raw)}
        case None:
            return {"NULL": True}
        case Mapping():
            return {"M": _tagged_inside("M", raw)}
        case list():
            return {"L": _tagged_inside("L", raw)}
    return raw


def _is_tagged(raw: Any) -> bool:
    return isinstance(raw, Mapping) and len(raw) == 1 and next(iter(raw)) in _TYPES


def _edit_tagged(kind: str, content: Any, path: str, report: Report) -> dict[str, Any]:
    match kind, content:
        case "N", int() | float() if not isinstance(content, bool):
            report.converted(path, f"the number is a JSON number, {content}; kept as N")
        case "S", int() | float() | bool():
            text = {True: "true", False: "false"}[content] if isinstance(content, bool) else str(content)
            report.converted(path, f"an S value that is not a text; read as {text!r}")
            return {kind: text}
        case "M", {"M": Mapping() as inner} if len(content) == 1 and not _is_tagged(inner):
            report.converted(path, "a map tagged twice ({M: {M: ...}}); read once")
            return {kind: inner}
        case "BOOL" | "NULL", "true" | "false" | "True" | "False":
            report.converted(path, f"{kind} written as text; read as {str(content).lower()}")
            return {kind: str(content).lower() == "true"}
        case "M" | "L", _:
            made = _tagged_inside(kind, content)
            if made != content:
                report.converted(path, "values inside it are without their types; read as what they are in JSON")
            return {kind: made}
    return {kind: content}


def _edit_keys(item: dict[str, AttributeValue], path: str, table: Table, report: Report) -> dict[str, AttributeValue]:
    for index in table.all_indexes:
        for name in index.key_names:
            if name not in item and (twin := _twin(name, item, table)):
                report.converted(
                    f"{path}.{twin}", f"the key attribute is {name}; the file has different upper and lower case"
                )
                item[name] = item.pop(twin)
    return item


def without_empty_index_keys(row: StoredRow, table: Table, report: Report) -> StoredRow:
    """Remove empty index keys: an item may hold an empty text, but DynamoDB rejects it as an index key."""
    item = dict(row.item)
    base = frozenset(table.base.key_names)
    for index in table.indexes:
        for name in index.key_names:
            if name not in base and name in item and item[name].data in ("", b""):
                sentence = (
                    f"an empty value cannot be a key of {index.name}; left out, so the item is not in {index.name}"
                )
                report.converted(f"{row.path}.{name}", sentence)
                del item[name]
    return replace(row, item=item)


def _twin(name: str, item: Item, table: Table) -> str | None:
    known = {key for index in table.all_indexes for key in index.key_names}
    twins = [other for other in item if other.lower() == name.lower() and other not in known]
    return twins[0] if len(twins) == 1 else None


def merge_rows(rows: Sequence[StoredRow], table: Table, report: Report) -> list[StoredRow]:
    """Return one row for each key, in order of first appearance.

    An item that is both in a facet and in TableData is one item. DynamoDB would never hold two different items with one
    key: the later one is kept, as a later write would be.
    """
    merged: dict[KeyValues | str, StoredRow] = {}
    for row in rows:
        key = key_of(table.partition_key + table.sort_key, row.item)
        if key is None:
            report.note(
                row.path, "the item lacks a value for the table's key; it is imported, but DynamoDB cannot store it"
            )
            merged[row.path] = row
        elif key not in merged:
            merged[key] = row
        else:
            merged[key] = _merged(merged[key], row, report)
    return list(merged.values())


def _merged(first: StoredRow, second: StoredRow, report: Report) -> StoredRow:
    facet = first.facet or second.facet
    if first.item == second.item:
        report.converted(second.path, f"the same item as {first.path}; kept once")
        return replace(first, facet=facet)
    differing = sorted(name for name in first.item.keys() & second.item.keys() if first.item[name] != second.item[name])
    if differing or bool(first.facet) == bool(second.facet):
        report.dropped(
            first.path,
            f"{second.path} has the same key; the later item is kept, as in DynamoDB"
            + (f" (they differ in {', '.join(differing)})" if differing else ""),
        )
        return replace(second, facet=facet)
    report.converted(second.path, f"the same key as {first.path}, with other attributes; merged into one item")
    return StoredRow(first.path, {**first.item, **second.item}, facet)


def attribute_names(rows: Iterable[StoredRow]) -> list[str]:
    """Return every attribute of the rows, in order of first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row.item))
