"""OneTable schemas in JSON or in a source: indexes, models, value templates, parameters. ``onetable:1.0.0``, 1.1.0.

Reported: non-key values that OneTable computes, mapped and packed attributes, nested schemas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.libraries.model_sources import ONETABLE, is_source, onetable_schema
from exporter.importers.support.base import Imported, Importer, Level, Report, ReportLine
from exporter.importers.support.document_building import (
    Json,
    bounded,
    imported,
    key,
    object_at,
    refusal,
    text_at,
    with_optional,
)
from exporter.importers.support.source import Source
from modeler.core.design.parts import INFERRED
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template

_WHAT: Final = "a OneTable schema"
_WITHOUT_DOLLAR: Final = re.compile(r"(?<!\$)\{(\w+)\}")
_HOLE: Final = re.compile(r"\$\{([^{}:]+)(?::(\d{1,2}):([^{}]))?\}")
_TYPES: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "boolean": "BOOL", "object": "M", "array": "L", "buffer": "B", "binary": "B",
    "arraybuffer": "B", "typed-array": "B", "set": "SS",
}  # fmt: skip
_GENERATED: Final[Mapping[str, str]] = {"ulid": "ulid", "uuid": "uuid4", "uid": "id"}
_CARRIED: Final = frozenset(
    {"type", "value", "required", "enum", "unique", "generate", "uuid", "ttl", "encode", "map", "schema", "items",
     "description", "hidden", "isoDates"}
)  # fmt: skip
_MEMBER: Final = re.compile(r"line \d+\.models\.[^.]+\.[^.]+\.(\w+)")
"""A member of an attribute in a source."""
_PARAMS: Final = frozenset(
    {"typeField", "isoDates", "timestamps", "createdField", "updatedField", "nulls", "separator"}
)


def _claims(source: Source) -> bool:
    if is_source(source, ONETABLE):
        return True
    data = source.data
    if str(data.get("format", "")).startswith("onetable:"):
        return True
    indexes = data.get("indexes")
    return "models" in data and isinstance(indexes, Mapping) and isinstance(indexes.get("primary"), Mapping)


def _is_left_out(line: ReportLine) -> bool:
    found = _MEMBER.fullmatch(line.path) if line.level is Level.GUESSED else None
    return found is not None and found[1] not in _CARRIED


def _read(source: Source) -> Imported:
    report = Report()
    data = onetable_schema(source, report) if is_source(source, ONETABLE) else source.data
    # A line of its own tells that a member is left out: what the running program gives it does not matter.
    report.lines = [line for line in report.lines if not _is_left_out(line)]
    named = str(data.get("table") or "")[:255] or table_name(source.filename)
    indexes = bounded(object_at(data.get("indexes"), "indexes", _WHAT), "indexes")
    primary = object_at(indexes.get("primary"), "indexes.primary", _WHAT, "the table's own key (hash and sort)")
    params = data.get("params")
    params = params if isinstance(params, Mapping) else {}
    for name in [name for name in params if name not in _PARAMS]:
        report.dropped(f"params.{name}", "library behavior, not part of a design; left out")
    for member in [member for member in ("queries", "process") if data.get(member)]:
        report.dropped(member, "unknown; left out")
    models = bounded(object_at(data.get("models"), "models", _WHAT), "models")
    reader = _Models(indexes, primary, params, report)
    entities = [reader.entity(str(name), model) for name, model in models.items()]
    entities += [one for entity in entities for one in reader.constraints(entity)]
    table: Json = {
        "name": named,
        "partition_key": key(reader.hash, reader.key_type(reader.hash)),
        "indexes": list(reader.indexes()),
        "entities": entities,
        "settings": {"billing": "PAY_PER_REQUEST", **({"ttl_attribute": reader.ttl} if reader.ttl else {})},
    }
    if reader.sort:
        table["sort_key"] = key(reader.sort, reader.key_type(reader.sort))
    if not data.get("table"):
        report.note("", f"the schema does not name its table; it is named {named}, after the file")
    name = str(data.get("name") or "")[:255]
    return imported({"name": name or table["name"], "tables": [table]}, report)


class _Models:
    """Reads models one by one; keeps what applies to the table: key types, the TTL attribute."""

    def __init__(self, indexes: Mapping[str, Any], primary: Mapping[str, Any], params: Any, report: Report) -> None:
        self.hash = text_at(primary.get("hash"), "indexes.primary.hash", _WHAT)
        sort = primary.get("sort")
        self.sort = text_at(sort, "indexes.primary.sort", _WHAT) if sort else ""
        self.secondary = dict(self._secondary(indexes))
        self.params = params
        self.report = report
        self.types: dict[str, str] = {}
        self.packed: dict[str, list[str]] = {}
        self.ttl = ""

    def _secondary(self, indexes: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str, Mapping[str, Any]]]]:
        for label, raw in indexes.items():
            path = f"indexes.{label}"
            index = object_at(raw, path, _WHAT)
            if label == "primary":
                continue
            own = index.get("hash") or self.hash
            sort = text_at(index["sort"], f"{path}.sort", _WHAT) if index.get("sort") else ""
            name = text_at(index.get("name") or label, path, _WHAT)
            yield name, (text_at(own, f"{path}.hash", _WHAT), sort, index)

    def key_type(self, name: str) -> str:
        """Return the type that the models give a key attribute; text if they give none."""
        kind = self.types.get(name, "S")
        return kind if kind in ("S", "N", "B") else "S"

    def indexes(self) -> Iterator[Json]:
        """Return the secondary indexes, after the models are read: key types come from the models."""
        for name, (own, sort, raw) in self.secondary.items():
            project = raw.get("project", "all")
            projection: Json = {"type": "ALL"}
            if project == "keys":
                projection = {"type": "KEYS_ONLY"}
            elif isinstance(project, list):
                named = [one for each in project for one in self.packed.get(str(each), [str(each)])]
                projection = {"type": "INCLUDE", "attributes": [one[:255] for one in named][:500]}
            # OneTable makes a local index where none or the table's own partition key is named.
            kind = "LSI" if own == self.hash and raw.get("type", "local") == "local" else "GSI"
            index: Json = {
                "name": name,
                "kind": kind,
                "partition_key": key(own, self.key_type(own)),
                "projection": projection,
            }
            yield {**index, **({"sort_key": key(sort, self.key_type(sort))} if sort else {})}

    def entity(self, name: str, raw: Any) -> Json:
        """Return one model as an entity."""
        path = f"models.{name}"
        model = bounded(object_at(raw, path, _WHAT), path, of_attributes=True)
        fields = {str(label): object_at(one, f"{path}.{label}", _WHAT) for label, one in model.items()}
        names = {label: self._stored_name(label, one, path) for label, one in fields.items()}
        keys = {self.hash, self.sort, *(side for own, sort, _ in self.secondary.values() for side in (own, sort))}
        templates, attributes = {}, []
        for label, one in fields.items():
            kind = self._type(label, one, f"{path}.{label}")
            self.types.setdefault(names[label], kind)
            if one.get("value") is True and names[label] in keys:
                said = f"the program computes the key {names[label][:80]}; no template is known"
                self.report.dropped(f"{path}.{label}.value", said)
            elif one.get("value") and names[label] in keys:
                templates[names[label]] = self._template(one["value"], names, f"{path}.{label}.value")
                continue
            attributes.append(self._attribute(names[label], one, kind, f"{path}.{label}"))
        padded = {one.attribute for text in templates.values() for one in parse(text).references if one.formats}
        for attribute in attributes:
            if attribute["name"] in padded and attribute["type"] == "N":
                # Only whole numbers have a width that zeros can fill.
                attribute.setdefault("format", "integer")
        self._add_common(name, attributes)
        overloads = list(self._overloads(templates, {one["name"] for one in attributes}, path))
        # OneTable writes no item for the table's own key, which is unique as a whole.
        kept = {label for label, one in fields.items() if one.get("unique")}
        unique = [[name] for label, name in names.items() if label in kept and name not in (self.hash, self.sort)]
        if unique:
            said = "OneTable enforces unique attributes with separate items; the design has an entity for each of them"
            self.report.note(path, said)
        own = text_at(name, path, _WHAT)
        entity = {"name": own, "attributes": attributes, "overloads": overloads, "unique": unique}
        # OneTable itself fills what it generates, and its own fields.
        optional = {names[label] for label, one in fields.items() if not _is_always_there(one)}
        required = {one["name"] for one in attributes} - optional
        return with_optional(entity, required, path, self.report, writes_parts=True)

    def constraints(self, entity: Json) -> Iterator[Json]:
        """Return the entities that keep attributes unique, with the keys that OneTable writes for them."""
        for (name,) in entity["unique"]:
            start = f"_unique#{entity['name']}#{name}#"
            texts = {self.hash: print_template((LiteralText(start), Reference(name)))}
            if self.sort:
                texts[self.sort] = print_template((LiteralText("_unique#"),))
            found = next((one for one in entity["attributes"] if one["name"] == name), {"name": name, "type": "S"})
            # The item is written only for a value, so it always has the attribute that its model may lack.
            attribute = {key: value for key, value in found.items() if key != "optional"}
            if {self.key_type(one) for one in texts} == {"S"}:
                yield {
                    "name": f"{entity['name']} {name}"[:255], "constraint_of": entity["name"], "identity": [name],
                    "attributes": [{**attribute, "key_only": True}], "overloads": [{"index": None, "keys": texts}],
                }  # fmt: skip

    def _stored_name(self, label: str, one: Mapping[str, Any], path: str) -> str:
        mapped = one.get("map")
        if not isinstance(mapped, str) or not mapped:
            return label
        stored = mapped.split(".", 1)[0]
        if "." in mapped:
            self.packed.setdefault(stored, []).append(label)
            self.report.converted(f"{path}.{label}.map", f"packed into {stored}; kept as a separate attribute")
            return label
        self.report.converted(f"{path}.{label}.map", f"stored as {stored}, so the design uses that name")
        return stored

    def _type(self, label: str, one: Mapping[str, Any], path: str) -> str:
        word = str(one.get("type") or "string").lower()
        if word == "date" or one.get("ttl"):
            is_text = bool(one.get("isoDates", self.params.get("isoDates"))) and not one.get("ttl")
            return "S" if is_text else "N"
        if word not in _TYPES:
            self.report.converted(f"{path}.type", f"unknown OneTable type {word[:60]!r}; read as text")
        return _TYPES.get(word, "S")

    def _attribute(self, name: str, one: Mapping[str, Any], kind: str, path: str) -> Json:
        made: Json = {"name": name, "type": kind}
        if str(one.get("type")).lower() == "date" or one.get("ttl"):
            made["format"] = "iso" if kind == "S" else "epoch_seconds" if one.get("ttl") else "epoch_millis"
        if one.get("ttl"):
            self.ttl = self.ttl or name
        made |= (
            {"format": form}
            if kind == "S" and (form := _GENERATED.get(str(one.get("generate") or one.get("uuid"))))
            else {}
        )
        members = one.get("enum")
        if isinstance(members, list) and members and kind == "S":
            made |= {"format": "enum", "values": [str(member)[:255] for member in members][:500]}
        if isinstance(one.get("description"), str):
            made["description"] = one["description"][:20_000]
        if one.get("encode"):
            made["key_only"] = True
        if one.get("value"):
            self.report.dropped(
                f"{path}.value",
                f"OneTable computes it ({str(one['value'])[:100]!r}); it is not in a key, so it is a plain attribute",
            )
        if one.get("schema") or isinstance(one.get("items"), Mapping):
            self.report.dropped(f"{path}.schema", "the schema inside a map or a list; kept as one attribute")
        for member in [member for member in one if member not in _CARRIED]:
            self.report.dropped(f"{path}.{member}", "not part of a design; left out")
        return made

    def _add_common(self, name: str, attributes: list[Json]) -> None:
        """Return what OneTable adds to every item: the model's name, and timestamps if enabled."""
        known = {one["name"] for one in attributes}
        field = str(self.params.get("typeField") or "_type")[:255]
        if field not in known:
            attributes.append({"name": field, "type": "S", "format": "enum", "values": [name[:255]]})
        times = self.params.get("timestamps")
        wanted = {"createdField": times in (True, "create"), "updatedField": times in (True, "update")}
        kind = ("S", "iso") if self.params.get("isoDates") else ("N", "epoch_millis")
        for parameter, is_wanted in wanted.items():
            field = str(self.params.get(parameter) or parameter.replace("Field", "At"))[:255]
            if is_wanted and field not in known:
                attributes.append({"name": field, "type": kind[0], "format": kind[1]})

    def _template(self, value: Any, names: Mapping[str, str], path: str) -> str:
        """Convert ``account#${id}`` to our template form. ``${n:5:0}`` pads with zeros."""
        text, position = str(value), 0
        parts: list[LiteralText | Reference] = []
        for found in _HOLE.finditer(text):
            parts += [LiteralText(text[position : found.start()])] if found.start() > position else []
            calls = (FormatCall("pad", max(int(found[2]), 1)),) if found[2] and found[3] == "0" else ()
            if found[2] and found[3] != "0":
                self.report.converted(
                    path, f"padded with {found[3]!r}, which a template cannot do; read without padding"
                )
            parts.append(Reference(names.get(found[1], found[1]), calls))
            position = found.end()
        parts += [LiteralText(text[position:])] if position < len(text) else []
        for found in _WITHOUT_DOLLAR.finditer(text):
            if found[1] in names:
                self.report.note(path, f"{found[0][:80]} has no $, so OneTable stores it as it is; kept as text")
        written = print_template(tuple(parts))
        if len(written) > 4096 or parse(written).problem:
            raise refusal(path, "not a valid key template")
        return written

    def _overloads(self, templates: Mapping[str, str], attributes: set[str], path: str) -> Iterator[Json]:
        sides = [(None, self.hash, self.sort), *((name, own, sort) for name, (own, sort, _) in self.secondary.items())]
        for index, own, sort in sides:
            wanted = [name for name in (own, sort) if name and (index is None or name not in (self.hash, self.sort))]
            texts = {name: templates.get(name) or print_template((Reference(name),)) for name in wanted}
            missing = [name for name in wanted if index is None and name not in templates and name not in attributes]
            if index is None or all(name in templates or name in attributes for name in wanted):
                yield {"index": index, "keys": texts, **({"provenance": INFERRED} if missing else {})}
            if missing:
                self.report.guessed(
                    path, f"{', '.join(missing)}: a key without a value template; the caller must supply its value"
                )


def _is_always_there(one: Mapping[str, Any]) -> bool:
    return bool(one.get("required") or one.get("generate") or one.get("uuid")) or "default" in one


IMPORTER: Final = Importer("onetable", "a OneTable schema", _claims, _read)
