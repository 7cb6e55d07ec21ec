"""Attributes of a Dynamoose schema, with the types that the library stores them as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.scripts.values import ConstructedValue
from exporter.importers.support.base import Report
from exporter.importers.support.document_building import Json

_TYPES: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "boolean": "BOOL", "buffer": "B", "object": "M", "array": "L", "map": "M",
    "list": "L", "null": "NULL", "date": "N", "combine": "S",
}  # fmt: skip
_SETS: Final[Mapping[str, str]] = {"string": "SS", "number": "NS", "buffer": "BS"}
_STORED: Final[Mapping[str, tuple[str, str]]] = {
    "iso": ("S", "iso"), "seconds": ("N", "epoch_seconds"), "milliseconds": ("N", "epoch_millis"),
}  # fmt: skip
_CARRIED: Final = frozenset({"type", "schema", "hashKey", "rangeKey", "index", "required", "enum", "list", "map"})


@dataclass(frozen=True, slots=True)
class DynamooseAttribute:
    """An attribute: its type and format, the side of the table's key that it is (``hash`` or ``range``), its indexes.

    `is_there`: the library stores no item without it.
    """

    name: str
    line: int
    kind: str
    form: str = ""
    values: tuple[str, ...] = ()
    side: str = ""
    is_there: bool = False
    indexes: tuple[Any, ...] = ()

    def document(self) -> Json:
        """Return the attribute of a document."""
        made: Json = {"name": self.name, "type": self.kind}
        made |= {"format": self.form} if self.form else {}
        return made | ({"values": list(self.values)} if self.values else {})


def attributes_of(
    schema: Mapping[str, Any], options: Mapping[str, Any], line: int, report: Report
) -> Iterator[DynamooseAttribute]:
    """Yield the attributes of a schema, and the times that its options add."""
    for name, given in schema.items():
        label = str(name)[:255]
        if isinstance(name, Unresolved) or label.startswith("..."):
            report.dropped(f"line {line}.{label[:80]}", "its name is not in this file; left out", line)
        elif label:
            yield _attribute(label, given if isinstance(given, dict) else {"type": given}, line, report)
    yield from _times(options.get("timestamps"), line)
    for name in [name for name in options if name not in ("timestamps", "throughput", "expires")]:
        report.dropped(f"line {line}.{name}", "library behavior, not part of a design; left out", line)


def _attribute(name: str, given: Mapping[str, Any], line: int, report: Report) -> DynamooseAttribute:
    path = f"line {line}.{name[:80]}"
    kind, form = _kind(given, path, line, report)
    listed = given.get("enum")
    values: tuple[str, ...] = ()
    if isinstance(listed, list) and listed and kind == "S":
        form, values = "enum", tuple(text_of(one)[:255] for one in listed)[:500]
    left = [text_of(member)[:60] for member in given if member not in _CARRIED]
    if left:
        report.dropped(path, f"{', '.join(left)}: not part of a design; left out", line)
    index = given.get("index")
    indexes = tuple(index) if isinstance(index, list) else (index,) if index else ()
    is_there = given.get("required") is True or "default" in given
    side = "hash" if given.get("hashKey") is True else "range" if given.get("rangeKey") is True else ""
    return DynamooseAttribute(name, line, kind, form, values, side, is_there, indexes)


def _kind(given: Mapping[str, Any], path: str, line: int, report: Report) -> tuple[str, str]:
    """Return the type and the format of an attribute."""
    word = given.get("type")
    settings: Mapping[str, Any] = {}
    if isinstance(word, dict):
        given_settings = word.get("settings")
        settings = given_settings if isinstance(given_settings, dict) else {}
        word = word.get("value")
    if isinstance(word, list):
        if len(word) == 1 and (found := _SETS.get(_word(word[0]))) is not None:
            return found, ""
        if len(word) > 1:
            report.converted(path, "values of several types; a design has one type, so the first is used", line)
        word = word[0] if word else None
    if isinstance(word, ConstructedValue):
        return "M", ""
    spelled = _word(word)
    if spelled == "set":
        inner = given.get("schema")
        first = inner[0] if isinstance(inner, list) and inner else None
        return _SETS.get(_word(first.get("type") if isinstance(first, dict) else first), "SS"), ""
    if spelled == "date":
        return _STORED.get(text_of(settings.get("storage") or "milliseconds"), _STORED["milliseconds"])
    if spelled not in _TYPES:
        report.converted(path, f"unknown Dynamoose type {spelled[:60] or 'nothing'!r}; read as text", line)
    return _TYPES.get(spelled, "S"), ""


def _word(given: Any) -> str:
    return text_of(given).lower() if isinstance(given, str) else ""


def _times(given: Any, line: int) -> Iterator[DynamooseAttribute]:
    for word in ("createdAt", "updatedAt"):
        said = given.get(word, None) if isinstance(given, dict) else word if given is True else None
        named = list(said) if isinstance(said, list | dict) else [said]
        for name in named:
            if isinstance(name, str) and name:
                kind, form = _STORED["milliseconds"]
                yield DynamooseAttribute(name[:255], line, kind, form, is_there=True)
