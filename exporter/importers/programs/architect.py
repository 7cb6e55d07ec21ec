"""Architect's ``app.arc``: ``@tables`` and ``@tables-indexes``. Nothing else of the application is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.described.tables import Context
from exporter.importers.programs.designs import Given, GivenEntity, design_of_shapes
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.source import Source
from modeler.core.design.items import Attribute
from modeler.core.errors import DocumentInvalid
from modeler.core.values.attribute_values import AttributeType

_DESCRIBED: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "boolean": "BOOL", "list": "L", "map": "M", "binary": "B",
}  # fmt: skip
_INDEXES: Final = ("tables-indexes", "indexes")
"""The word of today's Architect, and the older one."""
_LINES_MAX: Final = 50_000
_REGION: Final = re.compile(r"^@aws[ \t]*\r?\n(?:(?!@)[^\n]*\n)*?[ \t]*region[ \t]+(\S+)", re.MULTILINE)
_LOOKS: Final = re.compile(r"^@tables[ \t]*\r?$", re.MULTILINE)
_TYPES: Final[Mapping[str, str]] = {"": "S", "string": "S", "number": "N", "binary": "B"}
_TRUE: Final = frozenset({"true", "enabled"})


@dataclass(slots=True)
class _Section:
    """A table or an index: its name, its line, and the words of each line below it."""

    name: str
    line: int
    members: list[tuple[int, str, list[str]]] = field(default_factory=list)


def _claims(source: Source) -> bool:
    if source.extension == "arc":
        return True
    return (
        not source.extension
        and not source.looks_like_json
        and bool(re.search(r"^@tables[ \t]*\r?$", source.text, re.M))
    )


def _read(source: Source) -> Imported:
    context = Context(Lines(), Report())
    sections = _sections(source.text)
    return design_of_shapes(_tables(sections, context), "an app.arc with @tables", context, _region(source.text))


def _region(text: str) -> str:
    """Return the Region of ``@aws``; '' for none."""
    found = _REGION.search(text[:200_000])
    return found[1][:255] if found else ""


def _sections(text: str) -> dict[str, list[_Section]]:
    """Return the tables of each pragma, in order."""
    found: dict[str, list[_Section]] = {}
    pragma = ""
    for number, line in enumerate(text.split("\n"), 1):
        if number > _LINES_MAX:
            raise DocumentInvalid(f"line {number}: more than {_LINES_MAX:,} lines", code="document.too_large")
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0].startswith("@"):
            pragma = words[0][1:]
        elif not line[:1].isspace():
            found.setdefault(pragma, []).append(_Section(words[0], number))
        elif found.get(pragma):
            found[pragma][-1].members.append((number, words[0], words[1:]))
    return found


def _tables(sections: Mapping[str, list[_Section]], context: Context) -> Iterator[Given]:
    indexes: dict[str, list[_Section]] = {}
    names = {one.name for one in sections.get("tables", ())}
    for pragma in _INDEXES:
        for one in sections.get(pragma, ()):
            indexes.setdefault(one.name, []).append(one)
            if one.name not in names:
                said = f"an index of {one.name[:80]}, which @tables does not have; left out"
                context.report.dropped(f"@{pragma}.{one.name}", said, one.line)
    for section in sections.get("tables", ()):
        shape: dict[str, Any] = {"TableName": section.name, "BillingMode": "PAY_PER_REQUEST"}
        path = f"@tables.{section.name}"
        context.lines.put(shape, None, section.line)
        types: dict[str, str] = {}
        shape["KeySchema"] = _keys(section, types, context)
        for number, name, words in section.members:
            _setting(shape, name, words, f"{path}.{name}", number, context)
        own = indexes.get(section.name, ())
        shape["GlobalSecondaryIndexes"] = [_index(one, types, context) for one in own]
        shape["AttributeDefinitions"] = [{"AttributeName": name, "AttributeType": kind} for name, kind in types.items()]
        described = list(_described(section))
        keyed = [Attribute("", name, AttributeType(kind)) for name, kind in types.items()] if described else []
        named = {one.name for one in described}
        whole = [*(one for one in keyed if one.name not in named), *described]
        yield path, shape, [GivenEntity(section.name, whole)] if described else []


def _described(section: _Section) -> Iterator[Attribute]:
    """Yield attributes outside keys: Architect creates nothing for them, and they tell what an item has."""
    for _, name, words in section.members:
        if words and (kind := _DESCRIBED.get(words[0].lower())):
            yield Attribute("", name[:255], AttributeType(kind))


def _keys(section: _Section, types: dict[str, str], context: Context) -> list[dict[str, str]]:
    keys: list[dict[str, str]] = []
    for number, name, words in section.members:
        word = words[0] if words else ""
        if not word.startswith("*"):
            continue
        types[name] = _TYPES.get(word.lstrip("*").lower(), "S")
        keys.append({"AttributeName": name, "KeyType": "RANGE" if word.startswith("**") else "HASH"})
        context.lines.put(keys, len(keys) - 1, number)
    return keys


def _setting(shape: dict[str, Any], name: str, words: list[str], path: str, line: int, context: Context) -> None:
    word = (words[0] if words else "true").lower()
    if word.startswith("*") or word in _DESCRIBED:
        return
    if word == "ttl":
        shape["TimeToLiveSpecification"] = {"AttributeName": name, "Enabled": True}
    elif name == "stream" and word in _TRUE:
        shape["StreamSpecification"] = {"StreamViewType": "NEW_AND_OLD_IMAGES"}
    elif name.lower() in ("pointintimerecovery", "pitr"):
        shape["PointInTimeRecoverySpecification"] = {"PointInTimeRecoveryEnabled": word in _TRUE}
    elif name == "encrypt":
        key = {} if word in (*_TRUE, "false") else {"KMSMasterKeyId": words[0]}
        shape["SSESpecification"] = {"SSEEnabled": word != "false", **key}
    else:
        context.report.dropped(path, "unknown to Architect; left out", line)


def _index(section: _Section, types: dict[str, str], context: Context) -> dict[str, Any]:
    keys = _keys(section, types, context)
    others = {name: words for _, name, words in section.members if words and not words[0].startswith("*")}
    given = others.get("name", others.get("indexName"))
    # Architect's own name for an index without one.
    name = given[0] if given else "-".join([*(one["AttributeName"] for one in keys), "index"])
    words = others.get("projection", ["all"])
    kinds = {"all": "ALL", "keys": "KEYS_ONLY", "keysonly": "KEYS_ONLY", "keys_only": "KEYS_ONLY"}
    kind = kinds.get(words[0].lower(), "INCLUDE")
    projection: dict[str, Any] = {"ProjectionType": kind}
    if kind == "INCLUDE":
        projection["NonKeyAttributes"] = words
    made = {"IndexName": name, "KeySchema": keys, "Projection": projection}
    context.lines.put(made, None, section.line)
    return made


IMPORTER: Final = Importer("architect", "an Architect app.arc", _claims, _read)
