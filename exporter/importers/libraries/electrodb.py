"""ElectroDB models: one ``{model, attributes, indexes}`` in JSON, a list or an object of them; or a source's entities.

Keys are those that ElectroDB writes: ``$service``, the entity with its version, collections, and ``#label_value`` for
each composite attribute, in lower case unless the casing differs; or the index's own template. JSON has no functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.libraries.model_sources import ELECTRODB, electrodb_models, is_source
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import (
    Json,
    bounded,
    imported,
    key,
    listed,
    object_at,
    refusal,
    text_at,
    with_optional,
)
from exporter.importers.support.json_values import parsed
from exporter.importers.support.source import Source
from modeler.core.design.parts import INFERRED
from modeler.core.errors import DocumentInvalid
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.phrases import and_list

_WHAT: Final = "an ElectroDB model"
_HOLE: Final = re.compile(r"\$\{([^{}]+)\}")
_TYPES: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "boolean": "BOOL", "list": "L", "map": "M",
}  # fmt: skip
_CARRIED: Final = frozenset({"type", "field", "label", "items", "properties", "required", "description", "padding"})
_INDEX: Final = frozenset({"index", "pk", "sk", "collection", "type", "scope", "projection", "condition"})
_CASING: Final[Mapping[str, tuple[FormatCall, ...]]] = {
    "lower": (FormatCall("lower"),), "default": (FormatCall("lower"),), "upper": (FormatCall("upper"),), "none": (),
}  # fmt: skip


def _is_model(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("model"), Mapping) and "entity" in value["model"]


def _claims(source: Source) -> bool:
    if is_source(source, ELECTRODB):
        return True
    if not source.looks_like_json or '"model"' not in source.text or source.is_json_lines:
        return False
    return bool(_models(source))


def _models(source: Source) -> list[tuple[str, Any]]:
    """Return the models with their places; none if the file is something else."""
    if source.text.lstrip()[:1] == "[":
        try:
            values = parsed(source.text)
        except DocumentInvalid:
            return []
        return [(f"[{place}]", value) for place, value in enumerate(values)] if any(map(_is_model, values)) else []
    if _is_model(source.data):
        return [("", source.data)]
    inner = source.data.get("entities")
    pairs = inner if isinstance(inner, Mapping) else source.data
    return list(pairs.items()) if any(map(_is_model, pairs.values())) else []


def _read(source: Source) -> Imported:
    report = Report()
    is_script = is_source(source, ELECTRODB)
    found = electrodb_models(source, report) if is_script else _models(source)
    models = [(path, object_at(raw, path or "model", _WHAT)) for path, raw in found]
    models = [(path, with_missing(raw, path, report) if is_script else raw) for path, raw in models]
    if len(models) > 1000:
        raise refusal("model", f"{len(models):,} models; a design can hold 1,000", "document.too_large")
    said = {str(raw["table"]) for _, raw in models if isinstance(raw.get("table"), str) and raw["table"]}
    name = min(said) if said else table_name(source.filename)
    if len(said) > 1:
        report.converted("table", f"the models name {len(said)} tables; they are read as one table, {name}")
    elif not said:
        report.note("", f"no model names its table; it is named {name}, after the file")
    reader = _Table(report)
    entities = [reader.entity(path, raw) for path, raw in models]
    table = {**reader.table(), "name": name[:255], "entities": entities}
    return imported({"name": table_name(source.filename), "tables": [table]}, report)


def with_missing(raw: Mapping[str, Any], path: str, report: Report) -> Mapping[str, Any]:
    """Return a source's model with the attributes that its keys name and that are defined in another file."""
    fields, indexes = raw.get("attributes"), raw.get("indexes")
    if not isinstance(fields, Mapping) or not isinstance(indexes, Mapping):
        return raw
    sides = (one.get(side) for one in indexes.values() if isinstance(one, Mapping) for side in ("pk", "sk"))
    listed = (side.get("composite") for side in sides if isinstance(side, Mapping))
    names = [name for one in listed if isinstance(one, list) for name in one if isinstance(name, str)]
    known = {name: one if isinstance(one, Mapping) else {"type": "string"} for name, one in fields.items()}
    for name in dict.fromkeys((*names, *fields)):
        if not isinstance(fields.get(name), Mapping):
            said = "defined in another file; read as text"
            if name not in fields and not any(str(one).startswith("...") for one in fields):
                said = "a key names it and the model has no such attribute, which ElectroDB rejects; read as text"
            report.guessed(f"{path}.attributes.{name}", said)
            known.setdefault(name, {"type": "string"})
    return {**raw, "attributes": known}


class _Table:
    """The one table that the models share: its key and indexes, as each model describes them."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.key: tuple[str, str] = ("", "")
        self.indexes: dict[str, tuple[str, str]] = {}
        self.projections: dict[str, list[str] | str] = {}
        self.numbers: set[str] = set()

    def table(self) -> Json:
        """Return the key and indexes, after every model is read."""
        own, sort = self.key
        made: Json = {"partition_key": self._key(own), "settings": {"billing": "PAY_PER_REQUEST"}, "indexes": []}
        made |= {"sort_key": self._key(sort)} if sort else {}
        for name, (partition, other) in self.indexes.items():
            kind = "LSI" if partition == own else "GSI"
            index: Json = {
                "name": name,
                "kind": kind,
                "partition_key": self._key(partition),
                "projection": self._projection(name),
            }
            made["indexes"].append({**index, **({"sort_key": self._key(other)} if other else {})})
        return made

    def _projection(self, name: str) -> Json:
        found = self.projections.get(name, "all")
        if isinstance(found, list):
            return {"type": "INCLUDE", "attributes": found[:500]}
        return {"type": "KEYS_ONLY" if found == "keys_only" else "ALL"}

    def _project(self, index: str, raw: Mapping[str, Any], path: str, fields: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep what an index projects: for several models, everything that one of them names."""
        given = raw.get("projection", "all")
        known = self.projections.get(index)
        if isinstance(given, list):
            names = [name_of(str(one), fields.get(str(one), {}))[:255] for one in given]
            held = known if isinstance(known, list) else []
            self.projections[index] = "all" if known == "all" else list(dict.fromkeys([*held, *names]))
        elif given == "keys_only":
            self.projections.setdefault(index, "keys_only")
        else:
            self.projections[index] = "all"
        if raw.get("collection"):
            given = raw["collection"] if isinstance(raw["collection"], list) else [raw["collection"]]
            names = [str(one)[:80] for one in given][:20]
            what = f"collection {names[0]} is" if len(names) == 1 else f"collections {and_list(names)} are"
            said = f"the {what} part of the key templates; an export has templates, not collections"
            self.report.note(f"{path}.collection", said)
        for member in raw:
            if member not in _INDEX:
                self.report.dropped(f"{path}.{member}", "library behavior, not part of a design; left out")

    def _key(self, name: str) -> list[Json]:
        return key(name, "N" if name in self.numbers else "S")

    def entity(self, path: str, raw: Mapping[str, Any]) -> Json:
        """Return one model as an entity. Raises DocumentInvalid if it lacks a required member."""
        dot = f"{path}." if path else ""
        model = object_at(raw.get("model"), f"{dot}model", _WHAT, "entity, version and service")
        attributes = bounded(object_at(raw.get("attributes"), f"{dot}attributes", _WHAT), path, of_attributes=True)
        fields = {str(name): object_at(one, f"{dot}attributes.{name}", _WHAT) for name, one in attributes.items()}
        indexes = bounded(object_at(raw.get("indexes"), f"{dot}indexes", _WHAT), f"{dot}indexes")
        name = text_at(model.get("entity"), f"{dot}model.entity", _WHAT)
        keys = _Keys(model, fields, self.report)
        given = {
            f"{dot}indexes.{label}": object_at(one, f"{dot}indexes.{label}", _WHAT) for label, one in indexes.items()
        }
        given = self._named(given)
        overloads = [overload for place, one in given.items() for overload in self._overload(one, place, keys)]
        if not any(one["index"] is None for one in overloads):
            raise refusal(f"{dot}indexes", "an index without an index name (the table itself) among a model's indexes")
        made = [self._attribute(name_of(label, one), one, f"{dot}attributes.{label}") for label, one in fields.items()]
        known = {one["name"] for one in made}
        service = {"__edb_e__": name, "__edb_v__": str(model.get("version", "1"))[:255]}
        made += [
            {"name": label, "type": "S", "format": "enum", "values": [value]}
            for label, value in service.items()
            if label not in known
        ]
        for member in [member for member in raw if member not in ("model", "attributes", "indexes", "table")]:
            self.report.dropped(f"{dot}{member}", "a design cannot represent this; left out")
        required = {name_of(label, one) for label, one in fields.items() if one.get("required") is True}
        entity = {"name": name, "attributes": made, "overloads": overloads}
        return with_optional(entity, required | service.keys(), path or name, self.report, writes_parts=True)

    def _named(self, given: dict[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        """Return a model's indexes with one that is the table: ElectroDB refuses a second one without an index name."""
        made: dict[str, Mapping[str, Any]] = {}
        has_table = False
        for path, one in given.items():
            if one.get("index") or not has_table:
                made[path] = one
                has_table = has_table or not one.get("index")
                continue
            name = path.rpartition(".")[2][:80]
            said = f"ElectroDB rejects a second index without an index name; read as an index named {name}"
            self.report.converted(path, said)
            made[path] = {**one, "index": name}
        return made

    def _overload(self, raw: Mapping[str, Any], path: str, keys: _Keys) -> Iterator[Json]:
        pk = _as_it_is(object_at(raw.get("pk"), f"{path}.pk", _WHAT))
        sk = _as_it_is(object_at(raw["sk"], f"{path}.sk", _WHAT)) if raw.get("sk") else {}
        own = text_at(pk.get("field"), f"{path}.pk.field", _WHAT)
        sort = text_at(sk.get("field"), f"{path}.sk.field", _WHAT) if sk else ""
        index = text_at(raw["index"], f"{path}.index", _WHAT) if raw.get("index") else None
        known = self.key if index is None else self.indexes.get(index, ("", ""))
        if known != ("", "") and known != (own, sort):
            self.report.converted(
                path, f"another model uses {' and '.join(filter(None, known))} as this key; that key was kept"
            )
        elif index is None:
            self.key = (own, sort)
        else:
            self.indexes[index] = (own, sort)
        if index is not None:
            self._project(index, raw, path, keys.fields)
        self.numbers |= {side["field"] for side in (pk, sk) if side and keys.is_number(side)}
        partition, other = keys.templates(raw, pk, sk, path)
        texts = {own: partition} if index is None or own not in self.key else {}
        texts |= {sort: other} if sort and (index is None or sort not in self.key) else {}
        unsure = {}
        if index is not None and raw.get("condition") is not None:
            said = f"a function decides which items have an entry in {index[:80]}; the cell is without a condition"
            self.report.dropped(f"{path}.condition", said)
            unsure = {"provenance": INFERRED}
        yield {"index": index, "keys": texts, **unsure}

    def _attribute(self, name: str, one: Mapping[str, Any], path: str) -> Json:
        made: Json = {"name": name[:255], "type": "S"}
        match one.get("type"):
            case list() as members:
                made |= {"format": "enum", "values": [str(member)[:255] for member in members][:500]}
            case "set":
                made["type"] = "NS" if one.get("items") == "number" else "SS"
            case str() as word if word in _TYPES:
                made["type"] = _TYPES[word]
            case "any" | "custom" as word:
                said = f"{word}: a value of any type; a design has one type, so it is read as text"
                self.report.converted(f"{path}.type", said)
            case word:
                self.report.converted(f"{path}.type", f"unknown ElectroDB type {str(word)[:60]!r}; read as text")
        if one.get("properties") or isinstance(one.get("items"), Mapping):
            self.report.dropped(f"{path}.properties", "the schema inside a map or a list; kept as one attribute")
        if isinstance(one.get("description"), str):
            made["description"] = one["description"][:20_000]
        if one.get("field") and one["field"] != path.rsplit(".", 1)[-1]:
            self.report.converted(f"{path}.field", f"stored as {name}, so the design uses that name")
        for member in [member for member in one if member not in _CARRIED]:
            self.report.dropped(f"{path}.{member}", "library behavior, not part of a design; left out")
        return made


def name_of(label: str, one: Mapping[str, Any]) -> str:
    """Return an attribute's name in the table."""
    field = one.get("field")
    return field if isinstance(field, str) and field else label


def _as_it_is(side: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a side of a key; one of an attribute with the field's own name has its value, without a prefix."""
    field = side.get("field")
    if isinstance(side.get("template"), str) or not isinstance(field, str) or side.get("composite") != [field]:
        return side
    return {**side, "template": f"${{{field}}}"}


class _Keys:
    """The key texts that one model writes."""

    def __init__(self, model: Mapping[str, Any], fields: Mapping[str, Mapping[str, Any]], report: Report) -> None:
        self.service = str(model.get("service", ""))
        self.entity = f"{model.get('entity')}_{model.get('version', '1')}"
        self.fields = fields
        self.report = report

    def is_number(self, side: Mapping[str, Any]) -> bool:
        """Does ElectroDB write this key as a number?"""
        if side.get("cast") == "number":
            return True
        names = side.get("composite")
        if not isinstance(names, list) or len(names) != 1 or side.get("template") != f"${{{names[0]}}}":
            return False
        return side.get("cast") is None and self.fields.get(names[0], {}).get("type") == "number"

    def templates(
        self, raw: Mapping[str, Any], pk: Mapping[str, Any], sk: Mapping[str, Any], path: str
    ) -> tuple[str, str]:
        """Return the templates of the partition and the sort key; '' for none."""
        collection = raw.get("collection")
        words = (
            [collection]
            if isinstance(collection, str) and collection
            else collection
            if isinstance(collection, list)
            else []
        )
        prefix = "$" + "#".join(map(str, words)) if words else ""
        entity = f"#{self.entity}" if words else f"${self.entity}"
        is_clustered = raw.get("type") == "clustered"
        start, end = (prefix, entity) if is_clustered else (prefix + entity, "")
        head = f"${self.service}"
        if not sk:
            head, start, end = head + start + end, "", ""
        scope = raw.get("scope")
        head += f"_{scope}" if isinstance(scope, str) and scope else ""
        return self._side(pk, head, "", f"{path}.pk"), self._side(sk, start, end, f"{path}.sk") if sk else ""

    def _side(self, side: Mapping[str, Any], start: str, end: str, path: str) -> str:
        names = side.get("composite", side.get("facets", []))
        casing = str(side.get("casing") or "default")
        if casing not in _CASING:
            self.report.converted(
                f"{path}.casing", f"unknown casing {casing[:60]!r}; using ElectroDB's default, lower case"
            )
        calls = _CASING.get(casing, _CASING["default"])
        if self.is_number(side):
            return print_template((self._reference(names[0], (), path),))
        if isinstance(side.get("template"), str):
            return self._template(side["template"], calls, path)
        parts: list[LiteralText | Reference] = [LiteralText(_cased(start, calls))] if start else []
        for name in listed(names, f"{path}.composite", _WHAT):
            label = self.fields.get(name, {}).get("label") if isinstance(name, str) else None
            parts.append(LiteralText(_cased(f"#{label or name}_", calls)))
            parts.append(self._reference(name, calls, path))
        parts += [LiteralText(_cased(end, calls))] if end else []
        return _template_text(parts, path)

    def _template(self, text: str, calls: tuple[FormatCall, ...], path: str) -> str:
        parts: list[LiteralText | Reference] = []
        position = 0
        for found in _HOLE.finditer(text):
            parts += [LiteralText(_cased(text[position : found.start()], calls))] if found.start() > position else []
            parts.append(self._reference(found[1], calls, path))
            position = found.end()
        parts += [LiteralText(_cased(text[position:], calls))] if position < len(text) else []
        return _template_text(parts, path)

    def _reference(self, name: Any, calls: tuple[FormatCall, ...], path: str) -> Reference:
        if not isinstance(name, str) or name not in self.fields:
            raise refusal(f"{path}.composite", f"the model has no attribute {str(name)[:60]!r}")
        padding = self.fields[name].get("padding")
        if not isinstance(padding, Mapping):
            return Reference(name_of(name, self.fields[name]), calls)
        length = padding.get("length")
        if padding.get("char") == "0" and isinstance(length, int) and not isinstance(length, bool) and 0 < length <= 38:
            # A zero-padded number has no letters whose case could matter.
            return Reference(name_of(name, self.fields[name]), (FormatCall("pad", length),))
        said = "only padding with leading zeros, up to 38 digits, is supported; its keys are written without padding"
        self.report.converted(f"attributes.{name}.padding", said)
        return Reference(name_of(name, self.fields[name]), calls)


def _template_text(parts: list[LiteralText | Reference], path: str) -> str:
    text = print_template(tuple(parts))
    if len(text) > 4096:
        raise refusal(path, "keys cannot be this long")
    return text


def _cased(text: str, calls: tuple[FormatCall, ...]) -> str:
    return {"lower": text.lower(), "upper": text.upper()}.get(calls[0].name if calls else "", text)


IMPORTER: Final = Importer("electrodb", "an ElectroDB model", _claims, _read)
