"""Amplify's schemas, GraphQL or TypeScript: one table for each model, as Amplify creates it.

Keys and indexes are those of ``@primaryKey``, ``@index``, ``@key``, ``@hasMany``, ``@hasOne``, ``@belongsTo``, and
``@manyToMany``. Several sort fields are one attribute, ``a#b``. A table has a stream of both images and is on demand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from exporter.importers.amplify.gen2 import AMPLIFY, is_gen2, read_gen2
from exporter.importers.amplify.relations import with_relations
from exporter.importers.amplify.types import Directive, Model, TypeField, Types, read_types
from exporter.importers.items.item_tables import table_name
from exporter.importers.scripts.syntax import EXTENSIONS
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import NAME_MAX, Json, imported, refusal, with_optional
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.requirements.morphology import plural

_EXTENSIONS: Final = frozenset({"graphql", "graphqls", "gql"})
_LOOKS: Final = re.compile(r"\btype\s+\w+[^{}]{0,2000}@model\b")
_TEMPLATE: Final = re.compile(r"`([^`]*)`")
_TEXT_MAX: Final = 2_000_000
_MODELS_MAX: Final = 1000
_INDEXES_MAX: Final = 200
_TYPES: Final[dict[str, tuple[str, str]]] = {
    "ID": ("S", ""), "String": ("S", ""), "Int": ("N", "integer"), "Float": ("N", ""), "Boolean": ("BOOL", ""),
    "AWSDate": ("S", "date"), "AWSDateTime": ("S", "iso"), "AWSTimestamp": ("N", "epoch_seconds"), "AWSTime": ("S", ""),
    "AWSEmail": ("S", "email"), "AWSJSON": ("S", ""), "AWSURL": ("S", ""), "AWSPhone": ("S", "phone"),
    "AWSIPAddress": ("S", ""),
}  # fmt: skip
_RELATIONS: Final = frozenset({"hasMany", "hasOne", "belongsTo", "manyToMany", "connection"})
_ADDED: Final = ("createdAt", "updatedAt", "__typename")
"""Attributes that Amplify writes into every item."""
_KNOWN: Final = frozenset({"model", "key", "primaryKey", "index", "default", *_RELATIONS})


def _claims(source: Source) -> bool:
    if is_gen2(source) or _within(source):
        return True
    if source.looks_like_json or (source.extension and source.extension not in (*_EXTENSIONS, "txt")):
        return False
    return bool(_LOOKS.search(source.text))


def _within(source: Source) -> str:
    """Return the GraphQL in the template strings of a source of Amplify, on its own lines; '' if it has none."""
    if source.looks_like_json or source.extension not in EXTENSIONS or not AMPLIFY.search(source.text):
        return ""
    text = source.text[:_TEXT_MAX]
    made, end = [], 0
    for found in _TEMPLATE.finditer(text):
        if _LOOKS.search(found[1]):
            made += ["\n" * text.count("\n", end, found.start(1)), found[1]]
            end = found.end(1)
    return "".join(made)


def _read(source: Source) -> Imported:
    report = Report()
    types = read_gen2(source, report) if is_gen2(source) else read_types(_within(source) or source.text)
    if not types.models:
        said = "this schema has no model (@model, a.model), so Amplify creates no table for it"
        raise DocumentInvalid(said, code="document.no_model")
    if len(types.models) > _MODELS_MAX:
        raise refusal("types", f"{len(types.models):,} models; a design can hold {_MODELS_MAX:,}", "document.too_large")
    types = with_relations(types, report)
    made = [_Table(model, types, report).table() for model in types.models.values()]
    said = "Amplify appends the API's id and the environment to the names of tables; here they are the names of types"
    report.guessed("", said)
    tables = [table for table, _ in made]
    return imported(
        {
            "tables": tables,
            "name": table_name(source.filename),
            "access_patterns": [one for _, each in made for one in each],
        },
        report,
    )


class _Table:
    """One model: its key, its indexes, its entity, and the queries that Amplify offers for them."""

    def __init__(self, model: Model, types: Types, report: Report) -> None:
        self.model, self.types, self.report = model, types, report
        self.templates: dict[str, str] = {}

    def table(self) -> tuple[Json, list[Json]]:
        """Return the table and its access patterns."""
        model = self.model
        own = self._primary()
        indexes = list(self._indexes(own))[:_INDEXES_MAX]
        table: Json = {
            "name": model.name[:NAME_MAX],
            **own,
            "indexes": [{**keys, "name": name[:NAME_MAX], "kind": kind} for name, kind, keys, _ in indexes],
            "settings": {"billing": "PAY_PER_REQUEST", "stream": "NEW_AND_OLD_IMAGES"},
        }
        sides: list[tuple[str | None, Json]] = [(None, own), *((name, keys) for name, _, keys, _ in indexes)]
        base = {one["name"] for side in ("partition_key", "sort_key") for one in own.get(side, ())}
        overloads = [{"index": name, "keys": self._texts(keys, base if name else set())} for name, keys in sides]
        entity: Json = {"name": model.name[:NAME_MAX], "attributes": list(self._attributes()), "overloads": overloads}
        if model.description:
            entity["description"] = model.description[:20_000]
        required = {one.name for one in model.members.values() if one.is_required} | {*_ADDED, "id"}
        table["entities"] = [with_optional(entity, required, model.name, self.report)]
        return table, list(self._patterns(own, indexes))

    def _primary(self) -> Json:
        model = self.model
        for member in model.members.values():
            if found := member.directive("primaryKey"):
                return self._keys(member.name, found.texts("sortKeyFields"), found.line)
        for one in model.directives:
            names = one.texts("fields")
            if one.name == "key" and not one.text("name") and names:
                return self._keys(names[0], names[1:], one.line)
        if "id" not in model.members:
            model.members["id"] = TypeField("id", "ID", False, True, model.line, ())
        return self._keys("id", [], model.line)

    def _indexes(self, own: Json) -> Iterator[tuple[str, str, Json, Directive]]:
        for member in list(self.model.members.values()):
            for one in member.directives:
                if one.name == "index":
                    keys = self._keys(member.name, one.texts("sortKeyFields"), one.line)
                    default = f"{_several(self.model.name)}By{_joined([member.name, *one.texts('sortKeyFields')])}"
                    yield one.text("name") or default, "GSI", {**keys, "projection": {"type": "ALL"}}, one
        for one in (*self.model.directives, *self.model.extra):
            names = one.texts("fields")
            if one.name == "key" and one.text("name") and names:
                keys = self._keys(names[0], names[1:], one.line)
                is_local = (
                    keys["partition_key"] == own["partition_key"]
                    and "sort_key" in keys
                    and one in self.model.directives
                )
                yield one.text("name"), "LSI" if is_local else "GSI", {**keys, "projection": {"type": "ALL"}}, one

    def _keys(self, partition: str, sort: list[str], line: int) -> Json:
        made: Json = {"partition_key": [{"name": partition[:NAME_MAX], "type": self._key_type(partition, line)}]}
        if len(sort) == 1:
            made["sort_key"] = [{"name": sort[0][:NAME_MAX], "type": self._key_type(sort[0], line)}]
        elif sort:
            for name in sort:
                self._key_type(name, line)
            joined = "#".join(sort)[:NAME_MAX]
            parts = [part for name in sort for part in (LiteralText("#"), Reference(name))][1:]
            self.templates[joined] = print_template(tuple(parts))
            made["sort_key"] = [{"name": joined, "type": "S"}]
        return made

    def _key_type(self, name: str, line: int) -> str:
        member = self.model.members.get(name)
        if member is None:
            said = f"{self.model.name} has no field {name[:80]!r}; Amplify rejects this key; read as text"
            self.report.guessed(f"line {line}", said, line)
            self.model.members[name] = TypeField(name, "String", False, False, line, ())
            return "S"
        kind = self._type(member)[0]
        return kind if kind in ("S", "N") else "S"

    def _texts(self, keys: Json, base: set[str]) -> Json:
        names = [one["name"] for side in ("partition_key", "sort_key") for one in keys.get(side, ())]
        return {
            name: self.templates.get(name) or print_template((Reference(name),)) for name in names if name not in base
        }

    def _type(self, member: TypeField) -> tuple[str, str]:
        if member.is_list:
            return "L", ""
        if member.kind in self.types.enums:
            return "S", "enum"
        return _TYPES.get(member.kind, ("M", "") if member.kind in self.types.objects else ("S", ""))

    def _attributes(self) -> Iterator[Json]:
        model = self.model
        for member in model.members.values():
            if member.kind in self.types.models:
                continue
            kind, form = self._type(member)
            made: Json = {"name": member.name[:NAME_MAX], "type": kind}
            made |= {"format": form} if form else {}
            if form == "enum":
                made["values"] = [value[:255] for value in self.types.enums[member.kind]][:500]
            if member.name == "id" and member.kind == "ID":
                made["format"] = "uuid4"
            made |= {"description": member.description[:20_000]} if member.description else {}
            if member.kind not in _TYPES and kind == "S" and form == "":
                said = f"the type {member.kind[:80]} is not in this schema; read as text"
                self.report.guessed(f"{model.name}.{member.name}", said, member.line)
            yield made
            self._say(f"{model.name}.{member.name}", member.directives)
        for name in _ADDED:
            if name not in model.members:
                times: Json = {"name": name, "type": "S", "format": "iso"}
                yield times if name != "__typename" else {**times, "format": "enum", "values": [model.name[:255]]}
        self._say(model.name, model.directives)

    def _say(self, path: str, directives: tuple[Directive, ...]) -> None:
        for one in directives:
            if one.name not in _KNOWN:
                said = f"@{one.name[:60]} is not part of a design; left out"
                self.report.dropped(path, said, one.line)

    def _patterns(self, own: Json, indexes: list[tuple[str, str, Json, Directive]]) -> Iterator[Json]:
        name = self.model.name
        base: Json = {"table": name[:NAME_MAX], "entities": [name[:NAME_MAX]]}
        yield {**base, "code": "", "name": f"get{name}"[:255], "operation": "GetItem", "key": self._texts(own, set())}
        for label, _, keys, one in indexes:
            partition = {side["name"]: print_template((Reference(side["name"]),)) for side in keys["partition_key"]}
            query = one.text("queryField") or f"list{name}By{_joined(_names(keys))}"
            named = {"name": query[:255], "index": label[:NAME_MAX]}
            yield {**base, **named, "code": "", "operation": "Query", "key": partition}


def _several(name: str) -> str:
    """Return a model's name as indexes without a name begin: ``categories`` of Category."""
    last = re.split(r"(?=[A-Z])", name)[-1]
    head = name.removesuffix(last)
    many = plural(last.lower())
    many = f"{many[:1].upper()}{many[1:]}" if last[:1].isupper() else many
    return f"{head}{many}"[:1].lower() + f"{head}{many}"[1:]


def _names(keys: Json) -> list[str]:
    """Return the fields of an index's key; several sort fields are one attribute, ``a#b``."""
    return [
        name for side in ("partition_key", "sort_key") for one in keys.get(side, ()) for name in one["name"].split("#")
    ]


def _joined(names: list[str]) -> str:
    return "And".join(f"{name[:1].upper()}{name[1:]}" for name in names)


IMPORTER: Final = Importer("amplify", "an Amplify schema", _claims, _read)
