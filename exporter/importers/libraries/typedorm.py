"""TypeDORM in TypeScript sources: classes with ``@Entity``, and the ``new Table(...)`` that they are in.

Nothing is run. Reported: what only the running program knows, and what the library does for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.items.item_tables import table_name
from exporter.importers.libraries.model_sources import constants_of, is_source, nothing_in
from exporter.importers.libraries.typedorm_classes import ClassAttribute, Classes, EntityClass
from exporter.importers.scripts.values import ConstructedValue
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import Json, imported, key, refusal, with_optional
from exporter.importers.support.source import Source
from modeler.core.keys.templates import LiteralText, Reference, print_template

_LIBRARY: Final = re.compile(r"""["']@typedorm/(?:common|core)["']""")
_HOLE: Final = re.compile(r"\{\{\s*([\w.$-]+)\s*\}\}")
_MODELS_MAX: Final = 1000
_MARK: Final = "__en"
"""The attribute that holds the entity's name in every item."""


@dataclass(slots=True)
class _Index:
    """An index: the names of its keys in the table. The partition key of a local index is the table's."""

    is_local: bool
    partition: str
    sort: str


@dataclass(slots=True)
class _Table:
    """A table. `line` is 0 if no source that was given has it: its names are those that the library's guide uses."""

    line: int
    name: str
    partition: str
    sort: str
    indexes: dict[str, _Index] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    entities: list[Json] = field(default_factory=list)


def _claims(source: Source) -> bool:
    return is_source(source, _LIBRARY)


def _read(source: Source) -> Imported:
    report = Report()
    values, lines = constants_of(source, report)
    tables: dict[int, _Table] = {}
    for node, scope in values.calls:
        made = values.value(node, scope)
        if isinstance(made, ConstructedValue) and made.is_new and made.last == "Table" and made.arguments:
            options = made.arguments[0]
            if isinstance(options, dict) and options.get("partitionKey"):
                tables[made.line] = _table(made.line, options, report)
    classes = Classes(values)
    found = list(classes.entities())
    report.lines += values.context.report.lines
    if not found and not tables:
        raise nothing_in("TypeDORM entity", "a class with @Entity({name, primaryKey})", lines)
    if len(found) > _MODELS_MAX:
        raise refusal("entities", f"{len(found):,} entities; a design can hold {_MODELS_MAX:,}", "document.too_large")
    for one in found:
        _Entity(one, _table_of(one, tables, report), classes, report).read()
    for table in tables.values():
        if table.indexes:
            said = "TypeDORM does not say what an index projects; every attribute is assumed"
            report.guessed(f"{table.name}.indexes", said, table.line)
    name = table_name(source.filename)
    return imported({"name": name, "tables": [_document(one) for one in tables.values()]}, report)


def _table(line: int, options: Mapping[str, Any], report: Report) -> _Table:
    given = options.get("name")
    name = text_of(given) if isinstance(given, str) and given else "table"
    if isinstance(given, Unresolved) or not isinstance(given, str) or not given:
        said = f"the table's name is known only when the program runs; named {name[:80]!r}"
        report.guessed(f"line {line}.name", said, line)
    made = _Table(line, name[:255], _name(options.get("partitionKey")), _name(options.get("sortKey")))
    indexes = options.get("indexes")
    for label, one in indexes.items() if isinstance(indexes, dict) else ():
        if not isinstance(one, dict) or not (one.get("partitionKey") or one.get("sortKey")):
            report.dropped(f"line {line}.indexes.{label}", "the key of this index is not in this file; left out", line)
            continue
        is_local = _is_local(one)
        partition = made.partition if is_local else _name(one.get("partitionKey"))
        made.indexes[str(label)[:255]] = _Index(is_local, partition, _name(one.get("sortKey")))
    return made


def _is_local(given: Mapping[str, Any]) -> bool:
    return text_of(given.get("type")).rpartition(".")[2].upper() == "LSI" or "partitionKey" not in given


def _name(given: Any) -> str:
    return text_of(given)[:255] if isinstance(given, str) and given else ""


def _table_of(one: EntityClass, tables: dict[int, _Table], report: Report) -> _Table:
    given = one.options.get("table")
    if isinstance(given, ConstructedValue) and given.line in tables:
        return tables[given.line]
    known = [table for table in tables.values() if table.line]
    path = f"line {one.line}.table"
    if len(known) == 1:
        said = "the source leaves open which table this entity is in; it has one table, which is used"
        report.guessed(path, said, one.line)
        return known[0]
    if 0 not in tables:
        name = text_of(given) if isinstance(given, str) and given else "table"
        has_sort = "sortKey" in _mapping(one.options.get("primaryKey"))
        tables[0] = _Table(0, name[:255], "PK", "SK" if has_sort else "")
        said = (
            f"the table {name[:80]!r} is in another file; its keys are named PK and SK, and those of its indexes "
            "after the indexes: import the folder that holds both, or a zip of it"
        )
        report.guessed(path, said, one.line)
    return tables[0]


def _mapping(given: Any) -> Mapping[str, Any]:
    return given if isinstance(given, dict) else {}


class _Entity:
    """Reads one class into its table."""

    def __init__(self, one: EntityClass, table: _Table, classes: Classes, report: Report) -> None:
        self.one, self.table, self.report = one, table, report
        self.attributes = classes.attributes(one.node, report)
        given = one.options.get("name")
        self.name = (text_of(given) if isinstance(given, str) and given else one.name)[:255]
        self.path = f"line {one.line}"

    def read(self) -> None:
        """Add the entity, and those that keep its attributes unique."""
        overloads: list[Json] = [
            {"index": None, "keys": self._keys(_mapping(self.one.options.get("primaryKey")), None)}
        ]
        for label, given in _mapping(self.one.options.get("indexes")).items():
            keys = self._keys(_mapping(given), self._index(str(label)[:255], _mapping(given)))
            overloads += [{"index": str(label)[:255], "keys": keys}] if keys else []
        attributes = [one.document() for one in self.attributes.values()]
        if _MARK not in self.attributes:
            attributes.append({"name": _MARK, "type": "S", "format": "enum", "values": [self.name]})
        entity = {"name": self.name, "attributes": attributes, "overloads": overloads}
        required = {_MARK, *(name for name, one in self.attributes.items() if one.is_there)}
        unique = [one for one in self.attributes.values() if one.unique]
        entity |= {"unique": [[one.name] for one in unique]} if unique else {}
        self.table.entities.append(with_optional(entity, required, self.path, self.report))
        self.table.entities += [self._constraint(one) for one in unique]

    def _index(self, label: str, given: Mapping[str, Any]) -> _Index:
        found = self.table.indexes.get(label)
        if found is None:
            is_local = _is_local(given)
            sort = f"{label}SK" if given.get("sortKey") else ""
            found = _Index(is_local, self.table.partition if is_local else f"{label}PK", sort)
            self.table.indexes[label] = found
            if self.table.line:
                said = f"the table has no index {label[:80]!r}; added with the key names that the library would use"
                self.report.guessed(f"{self.path}.indexes.{label}", said, self.one.line)
        return found

    def _keys(self, given: Mapping[str, Any], index: _Index | None) -> dict[str, str]:
        sides = (self.table.partition, self.table.sort) if index is None else (index.partition, index.sort)
        made = {}
        for word, name in zip(("partitionKey", "sortKey"), sides, strict=True):
            if not name or (index is not None and index.is_local and word == "partitionKey"):
                continue
            made[name] = self._template(given.get(word), name)
        return made

    def _template(self, given: Any, name: str) -> str:
        alias = _mapping(given).get("alias")
        if isinstance(alias, str) and alias in self.attributes:
            self.table.types.setdefault(name, self.attributes[alias].kind)
            return print_template((Reference(alias),))
        if not isinstance(given, str) or isinstance(given, Unresolved) or not given:
            said = f"the program computes the key {name[:80]}; no template is known"
            self.report.dropped(f"{self.path}.{name[:80]}", said, self.one.line)
            self.attributes.setdefault(name, ClassAttribute(name, "S"))
            return print_template((Reference(name),))
        for label in _HOLE.findall(given):
            if label not in self.attributes:
                self.report.guessed(f"{self.path}.{label[:80]}", "named only in a key; read as text", self.one.line)
                self.attributes[label[:255]] = ClassAttribute(label[:255], "S")
        return _written(given)

    def _constraint(self, one: ClassAttribute) -> Json:
        """Return the entity of the items that TypeDORM writes to keep an attribute unique."""
        own = _mapping(one.unique)
        kept = f"DRM_GEN_{self.name.upper()}.{one.name.upper()}#{{{{{one.name}}}}}"
        sides = {"partitionKey": self.table.partition, "sortKey": self.table.sort}
        texts = {name: own.get(word) for word, name in sides.items() if name}
        keys = {name: _written(text if isinstance(text, str) and text else kept) for name, text in texts.items()}
        attribute = {**one.document(), "key_only": True}
        return {
            "name": f"{self.name} {one.name}"[:255], "constraint_of": self.name, "identity": [one.name],
            "attributes": [attribute], "overloads": [{"index": None, "keys": keys}],
        }  # fmt: skip


def _written(given: str) -> str:
    """Return ``ORDER#{{id}}`` as a template of ours."""
    parts: list[LiteralText | Reference] = []
    position = 0
    for found in _HOLE.finditer(given):
        parts += [LiteralText(given[position : found.start()])] if found.start() > position else []
        parts.append(Reference(found[1][:255]))
        position = found.end()
    parts += [LiteralText(given[position:])] if position < len(given) else []
    return print_template(tuple(parts))[:4096]


def _document(table: _Table) -> Json:
    made: Json = {
        "name": table.name,
        "partition_key": key(table.partition, _kind(table, table.partition)),
        "settings": {"billing": "PAY_PER_REQUEST"},
        "indexes": list(_indexes(table)),
        "entities": table.entities,
    }
    return made | ({"sort_key": key(table.sort, _kind(table, table.sort))} if table.sort else {})


def _indexes(table: _Table) -> Iterator[Json]:
    for name, one in table.indexes.items():
        made: Json = {
            "name": name,
            "kind": "LSI" if one.is_local else "GSI",
            "partition_key": key(one.partition, _kind(table, one.partition)),
            "projection": {"type": "ALL"},
        }
        yield made | ({"sort_key": key(one.sort, _kind(table, one.sort))} if one.sort else {})


def _kind(table: _Table, name: str) -> str:
    kind = table.types.get(name, "S")
    return kind if kind in ("S", "N", "B") else "S"


IMPORTER: Final = Importer("typedorm", "a TypeDORM source", _claims, _read)
