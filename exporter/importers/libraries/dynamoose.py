"""Dynamoose in TypeScript and JavaScript sources: ``new dynamoose.Schema(...)``, models, and tables of every version.

Nothing is run. Reported: what only the running program knows, and what the library does for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.items.item_tables import table_name
from exporter.importers.libraries.dynamoose_attributes import DynamooseAttribute, attributes_of
from exporter.importers.libraries.model_sources import constants_of, is_source, nothing_in
from exporter.importers.scripts.values import ConstructedValue
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import Json, imported, key, refusal, with_optional
from exporter.importers.support.source import Source
from modeler.core.design.parts import INFERRED
from modeler.core.keys.templates import Reference, print_template

_LIBRARY: Final = re.compile(r"""["']dynamoose(?:/[\w./-]+)?["']""")
_FIRST: Final = re.compile(r"\bdynamoose\.AWS\b|\bglobal\s*:\s*(?:true|false)\b|(?<!new )\bdynamoose\.Schema\s*\(")
"""What only versions 1 and 2 have, in which an index is local by default."""
_MODELS_MAX: Final = 1000
_CLASSES: Final[Mapping[str, str]] = {"standard": "STANDARD", "infrequentaccess": "STANDARD_INFREQUENT_ACCESS"}
_OF_CLIENT: Final = frozenset({"create", "update", "waitForActive", "initialize", "populate", "serverSideEncryption"})
_READ: Final = frozenset({"throughput", "expires", "prefix", "suffix", "tableClass", "tags", "tableName"})


@dataclass(slots=True)
class _Model:
    """A model, or a schema that no model of the source has (`name` ''), with its attributes by name."""

    name: str
    line: int
    schemas: list[ConstructedValue | dict[str, Any]]
    options: Mapping[str, Any]
    attributes: dict[str, DynamooseAttribute] = field(default_factory=dict)
    hash: str = ""
    range: str = ""


@dataclass(slots=True)
class _Table:
    name: str
    line: int
    models: list[_Model]
    options: Mapping[str, Any]


def _claims(source: Source) -> bool:
    return is_source(source, _LIBRARY)


def _read(source: Source) -> Imported:
    report = Report()
    values, lines = constants_of(source, report)
    schemas: dict[int, ConstructedValue] = {}
    models: dict[int, _Model] = {}
    tables: list[_Table] = []
    for node, scope in values.calls:
        made = values.value(node, scope)
        if not isinstance(made, ConstructedValue) or not made.arguments:
            continue
        if made.last == "Schema" and isinstance(made.arguments[0], dict):
            schemas[made.line] = made
        elif made.last == "model" and not made.is_new and len(made.arguments) > 1:
            models[made.line] = _model(made, report)
        elif made.last == "Table" and made.is_new and len(made.arguments) > 1:
            tables.append(_named_table(made, models, report))
    report.lines += values.context.report.lines
    in_models = {one.line for model in models.values() for one in model.schemas if isinstance(one, ConstructedValue)}
    alone = [one for line, one in schemas.items() if line not in in_models and not _is_inside(line, schemas)]
    if not schemas and not any(model.schemas for model in models.values()):
        raise nothing_in("Dynamoose schema", "new dynamoose.Schema({...})", lines)
    if len(models) + len(alone) > _MODELS_MAX:
        raise refusal("models", f"more than {_MODELS_MAX:,} models; a design can hold no more", "document.too_large")
    held = {id(model) for table in tables for model in table.models}
    tables += [_Table(one.name, one.line, [one], one.options) for one in models.values() if id(one) not in held]
    name = table_name(source.filename)
    for number, one in enumerate(alone):
        own = name if number == 0 and not tables else f"{name}_{one.line}"
        report.note(f"line {one.line}", f"no model of this source has this schema; its table is named {own}", one.line)
        model = _Model(own, one.line, [one], {})
        tables.append(_Table(own, one.line, [model], {}))
    is_first = bool(_FIRST.search(source.text))
    documents = [made for table in tables if (made := _document(table, is_first, report)) is not None]
    return imported({"name": name, "tables": documents}, report)


def _is_inside(line: int, schemas: Mapping[int, ConstructedValue]) -> bool:
    """Is a schema the type of an attribute of another one?"""
    return any(
        isinstance(given, ConstructedValue) and given.line == line
        for one in schemas.values() if one.line != line
        for raw in one.arguments[0].values()
        for given in (raw.values() if isinstance(raw, dict) else (raw,))
    )  # fmt: skip


def _model(made: ConstructedValue, report: Report) -> _Model:
    name, given, options = (*made.arguments, None)[:3]
    spelled = text_of(name) if isinstance(name, str) and name else f"Model{made.line}"
    if isinstance(name, Unresolved) or not isinstance(name, str):
        said = f"the model's name is known only when the program runs; named {spelled[:80]!r}"
        report.guessed(f"line {made.line}.name", said, made.line)
    several = given if isinstance(given, list) else [given]
    known = [one for one in several if isinstance(one, ConstructedValue | dict)]
    if len(known) < len(several):
        said = (
            "the schema of this model is in another file: import the folder that holds both, or a zip of it; left out"
        )
        report.dropped(f"line {made.line}", said, made.line)
    return _Model(spelled[:255], made.line, known, options if isinstance(options, dict) else {})


def _named_table(made: ConstructedValue, models: Mapping[int, _Model], report: Report) -> _Table:
    name, given, options = (*made.arguments, None)[:3]
    spelled = text_of(name) if isinstance(name, str) and name else "table"
    if isinstance(name, Unresolved) or not isinstance(name, str) or not name:
        said = f"the table's name is known only when the program runs; named {spelled[:80]!r}"
        report.guessed(f"line {made.line}.name", said, made.line)
    listed = given if isinstance(given, list) else [given]
    found = [models[one.line] for one in listed if isinstance(one, ConstructedValue) and one.line in models]
    if len(found) < len(listed):
        said = "models of this table are in other files: import the folder that holds them, or a zip of it"
        report.dropped(f"line {made.line}.models", said, made.line)
    return _Table(spelled, made.line, found, options if isinstance(options, dict) else {})


def _document(table: _Table, is_first: bool, report: Report) -> Json | None:
    """Return a table with its entities; None, with a report line, if no schema of it is known."""
    options: dict[str, Any] = {}
    for model in table.models:
        options |= _attributes_into(model, report)
    options |= table.options
    known = [model for model in table.models if model.attributes]
    if not known:
        said = "no schema of this table is known; left out"
        report.dropped(f"line {table.line}", said, table.line)
        return None
    first = known[0]
    kinds = {name: one.kind for model in known for name, one in model.attributes.items()}
    indexes = {one["name"]: one for model in known for one in _indexes(model, first, kinds, is_first, report)}
    settings = _settings(table, options, report)
    made: Json = {
        "name": _full_name(table, options),
        "partition_key": key(first.hash, _key_kind(kinds.get(first.hash))),
        "settings": settings,
        "indexes": list(indexes.values()),
        "entities": [_entity(model, first, indexes, len(known) > 1, report) for model in known],
    }
    return made | ({"sort_key": key(first.range, _key_kind(kinds.get(first.range)))} if first.range else {})


def _attributes_into(model: _Model, report: Report) -> dict[str, Any]:
    """Read the schemas of a model into it. Return what the first versions say in a schema about its table."""
    said: dict[str, Any] = {}
    for one in model.schemas:
        given, options = (*one.arguments, None)[:2] if isinstance(one, ConstructedValue) else (one, None)
        line = one.line if isinstance(one, ConstructedValue) else model.line
        if not isinstance(given, dict):
            continue
        options = options if isinstance(options, dict) else {}
        for attribute in attributes_of(given, options, line, report):
            model.attributes.setdefault(attribute.name, attribute)
        said |= {name: options[name] for name in ("throughput", "expires") if name in options}
    marked = {side: [one.name for one in model.attributes.values() if one.side == side] for side in ("hash", "range")}
    for side, names in marked.items():
        for name in names[1:]:
            again = f"a second {side} key; a table has one, so {names[0][:80]} is used"
            report.dropped(f"line {model.line}.{name[:80]}", again, model.line)
    # Without a hash key, Dynamoose takes the first attribute.
    model.hash = (marked["hash"] or list(model.attributes) or [""])[0]
    model.range = (marked["range"] or [""])[0]
    return said


def _key_kind(kind: str | None) -> str:
    return kind if kind in ("S", "N", "B") else "S"


def _full_name(table: _Table, options: Mapping[str, Any]) -> str:
    own = options.get("tableName")
    name = own if isinstance(own, str) and own else table.name
    prefix, suffix = (options.get(word) for word in ("prefix", "suffix"))
    parts = (prefix, name, suffix)
    return "".join(text_of(one) for one in parts if isinstance(one, str))[:255]


def _settings(table: _Table, options: Mapping[str, Any], report: Report) -> Json:
    path = f"line {table.line}"
    made: Json = {"billing": "PAY_PER_REQUEST"}
    given = options.get("throughput")
    units = (given, given) if type(given) is int else (
        (given.get("read"), given.get("write")) if isinstance(given, dict) else (None, None)
    )  # fmt: skip
    if all(type(one) is int for one in units):
        made = {"billing": "PROVISIONED", "provisioned": {"read": units[0], "write": units[1]}}
    elif given != "ON_DEMAND":
        said = "the source does not specify how the table is billed; read as PAY_PER_REQUEST (on demand)"
        report.guessed(f"{path}.throughput", said, table.line)
    expires = options.get("expires")
    if expires is not None:
        named = expires.get("attribute") if isinstance(expires, dict) else None
        made["ttl_attribute"] = named if isinstance(named, str) and named else "ttl"
    kind = _CLASSES.get(text_of(options.get("tableClass")).lower()) if options.get("tableClass") else None
    made |= {"table_class": kind} if kind else {}
    tags = options.get("tags")
    if isinstance(tags, dict) and tags and all(type(one) is str for one in tags.values()):
        made["tags"] = tags
    for name in [name for name in options if name not in _READ and name not in _OF_CLIENT]:
        report.dropped(f"{path}.{name}", "library behavior, not part of a design; left out", table.line)
    return made


def _indexes(model: _Model, first: _Model, kinds: Mapping[str, str], is_first: bool, report: Report) -> Iterator[Json]:
    for attribute in model.attributes.values():
        for given in attribute.indexes:
            raw = given if isinstance(given, dict) else {}
            path, line = f"line {attribute.line}.{attribute.name}.index", attribute.line
            is_global = _is_global(raw, is_first, path, line, report)
            label = raw.get("name")
            name = text_of(label) if isinstance(label, str) and label else (
                f"{attribute.name}{'Global' if is_global else 'Local'}Index"
            )  # fmt: skip
            own, sort = (attribute.name, raw.get("rangeKey")) if is_global else (first.hash, attribute.name)
            made: Json = {
                "name": name[:255],
                "kind": "GSI" if is_global else "LSI",
                "partition_key": key(own, _key_kind(kinds.get(own))),
                "projection": _projection(raw.get("project")),
            }
            if isinstance(sort, str) and sort:
                made["sort_key"] = key(sort[:255], _key_kind(kinds.get(sort)))
            yield made


def _is_global(raw: Mapping[str, Any], is_first: bool, path: str, line: int, report: Report) -> bool:
    if isinstance(raw.get("global"), bool):
        return bool(raw["global"])
    if isinstance(raw.get("type"), str):
        return text_of(raw["type"]) != "local"
    read = "local, as versions 1 and 2 make it" if is_first else "global, as version 3 and later make it"
    report.guessed(path, f"the source does not say whether this index is global or local; read as {read}", line)
    return not is_first


def _projection(given: Any) -> Json:
    if given is False:
        return {"type": "KEYS_ONLY"}
    if isinstance(given, list):
        return {"type": "INCLUDE", "attributes": [text_of(one)[:255] for one in given if isinstance(one, str)][:500]}
    return {"type": "ALL"}


def _entity(model: _Model, first: _Model, indexes: Mapping[str, Json], is_shared: bool, report: Report) -> Json:
    base = [name for name in (first.hash, first.range) if name]
    attributes = [one.document() for one in model.attributes.values()]
    # Several models of a table tell their items apart by texts in its key that only their callers know.
    inferred = {"provenance": INFERRED} if is_shared else {}
    overloads: list[Json] = [
        {"index": None, "keys": {name: print_template((Reference(name),)) for name in base}, **inferred}
    ]
    for name, index in indexes.items():
        wanted = [one["name"] for side in ("partition_key", "sort_key") for one in index.get(side, ())]
        # What the table's own key holds needs no template.
        own = [one for one in wanted if one not in base]
        if all(one in model.attributes for one in wanted):
            keys = {one: print_template((Reference(one),)) for one in own}
            overloads.append({"index": name, "keys": keys, **inferred})
    entity = {"name": model.name, "attributes": attributes, "overloads": overloads}
    entity |= {} if is_shared else {"identity": base}
    required = {one.name for one in model.attributes.values() if one.is_there}
    return with_optional(entity, {*required, *base}, f"line {model.line}", report)


IMPORTER: Final = Importer("dynamoose", "a Dynamoose source", _claims, _read)
