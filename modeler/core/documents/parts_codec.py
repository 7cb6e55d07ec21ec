"""Design <-> parts: names become ids when parts are stored, ids become names when they are shown.

`design_of(parts_of(design)) == design` (law: tests/modeler/core/documents/test_parts_codec.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

import jsonschema

from modeler.core.design.model import Design
from modeler.core.design.parts import (
    CHILDREN,
    ROOT,
    SPLIT,
    Json,
    Part,
    PartKind,
    Parts,
    flatten,
    positioned,
    tree,
    unflatten,
)
from modeler.core.documents.reading import from_document, schema, to_document
from modeler.core.documents.references import Names
from modeler.core.errors import Invalid

_NO_NAMES: Final = Names({}, {})


def parts_of(design: Design) -> dict[str, Part]:
    """A design as parts, the root included, in document order."""
    return take_apart(to_document(design))


def take_apart(document: Mapping[str, Json]) -> dict[str, Part]:
    """A document (with ids everywhere, as from `to_document`) as parts."""
    parts: dict[str, Part] = {}
    root = {name: value for name, value in document.items() if name not in ("tables", "access_patterns", "keysheet")}
    parts[ROOT] = Part(ROOT, PartKind.DESIGN, "", flatten(PartKind.DESIGN, root))
    for raw in positioned(document.get("tables", ())):
        _take_table(parts, raw)
    lookup = Lookup(document)
    for raw in positioned(document.get("access_patterns", ())):
        _put(parts, PartKind.PATTERN, ROOT, lookup.store_pattern(raw))
    return parts


def _put(parts: dict[str, Part], kind: PartKind, parent: str, raw: Mapping[str, Json]) -> str:
    identity: str = raw["id"]
    fields = {name: value for name, value in raw.items() if name != "id" and name not in CHILDREN.get(kind, ())}
    parts[identity] = Part(identity, kind, parent, flatten(kind, fields))
    return identity


def _take_table(parts: dict[str, Part], raw: Mapping[str, Json]) -> None:
    table = _put(parts, PartKind.TABLE, ROOT, raw)
    indexes = {index["name"]: index["id"] for index in reversed(raw.get("indexes", ()))}
    for index in positioned(raw.get("indexes", ())):
        _put(parts, PartKind.INDEX, table, index)
    for entity in positioned(raw.get("entities", ())):
        names = _names_of([entity])
        identity = _put(parts, PartKind.ENTITY, table, store_entity(entity, names))
        for attribute in positioned(entity.get("attributes", ())):
            _put(parts, PartKind.ATTRIBUTE, identity, attribute)
        for overload in positioned(entity.get("overloads", ())):
            _put(parts, PartKind.OVERLOAD, identity, store_overload(overload, names, indexes))
        for item in positioned(entity.get("items", ())):
            _put(parts, PartKind.ITEM, identity, store_item(item, names))
    for item in positioned(raw.get("unassigned", ())):
        _put(parts, PartKind.ITEM, table, store_item(item, _NO_NAMES))


def _names_of(entities: Iterable[Mapping[str, Json]]) -> Names:
    ids: dict[str, str] = {}
    for entity in entities:
        for attribute in entity.get("attributes", ()):
            ids.setdefault(attribute["name"], attribute["id"])
    return Names(ids, {identity: name for name, identity in ids.items()})


def store_entity(raw: Mapping[str, Json], names: Names) -> dict[str, Json]:
    """An entity's fields with attribute ids instead of names."""
    stored = dict(raw)
    if "identity" in raw:
        stored["identity"] = [names.store(name) for name in raw["identity"]]
    if "unique" in raw:
        stored["unique"] = [[names.store(name) for name in one] for one in raw["unique"]]
    return stored


def store_overload(raw: Mapping[str, Json], names: Names, indexes: Mapping[str, str]) -> dict[str, Json]:
    """An overload's fields with ids of attributes and indexes instead of names."""
    stored = dict(raw)
    if raw.get("index") is not None:
        stored["index"] = indexes.get(raw["index"], _named(raw["index"]))
    stored["keys"] = {key: names.store_template(text) for key, text in raw.get("keys", {}).items()}
    if "when" in raw:
        stored["when"] = names.store_condition(raw["when"])
    return stored


def _named(name: str) -> str:
    """A reference to a part that the design does not have: kept by name, and marked."""
    return f"={name}"


def store_item(raw: Mapping[str, Json], names: Names) -> dict[str, Json]:
    """An item's fields with attribute ids instead of names."""
    return {**raw, "values": names.store_mapping(raw["values"])}


class Lookup:
    """Ids of tables, indexes, entities and attributes by name, for access patterns."""

    def __init__(self, document: Mapping[str, Json]) -> None:
        self.tables: dict[str, Mapping[str, Json]] = {}
        for table in document.get("tables", ()):
            self.tables.setdefault(table["name"], table)

    def store_pattern(
        self, raw: Mapping[str, Json], table_of_whole: str = "", entities_of_whole: Iterable[str] = ()
    ) -> dict[str, Json]:
        """A pattern with ids. A step inherits the table of the whole pattern, and its entities if it names none."""
        name = raw.get("table") or table_of_whole
        table = self.tables.get(name)
        if table is None and not raw.get("table") and len(self.tables) == 1:
            table = next(iter(self.tables.values()))
        entities = {entity["name"]: entity for entity in reversed((table or {}).get("entities", ()))}
        indexes = {index["name"]: index["id"] for index in reversed((table or {}).get("indexes", ()))}
        about = raw.get("entities") or (entities_of_whole if name == table_of_whole else ())
        names = _names_of(entities[one] for one in about if one in entities)
        stored = convert_pattern(raw, names, stored=True)
        if raw.get("table"):
            stored["table"] = table["id"] if table else _named(raw["table"])
        if raw.get("index") is not None:
            stored["index"] = indexes.get(raw["index"], _named(raw["index"]))
        if raw.get("entities"):
            stored["entities"] = [entities[n]["id"] if n in entities else _named(n) for n in raw["entities"]]
        if raw.get("steps"):
            stored["steps"] = [self.store_pattern(step, name, about) for step in raw["steps"]]
        return stored


_CONDITIONS: Final = ("filter", "if", "update", "condition")
_LISTS: Final = ("projection", "remove")
_MAPPINGS: Final = ("set", "add", "parameters")


def convert_pattern(raw: Mapping[str, Json], names: Names, *, stored: bool) -> dict[str, Json]:
    """A pattern's texts with names as ids (`stored`) or ids as names."""
    texts = names.store_condition if stored else names.show_condition
    one = names.store if stored else names.show
    mapping = names.store_mapping if stored else names.show_mapping
    key = names.store_key if stored else names.show_key
    converted = dict(raw)
    converted |= {field: texts(raw[field]) for field in _CONDITIONS if raw.get(field)}
    converted |= {field: [one(name) for name in raw[field]] for field in _LISTS if raw.get(field)}
    converted |= {field: mapping(raw[field]) for field in _MAPPINGS if raw.get(field)}
    if raw.get("key"):
        converted["key"] = {name: key(condition) for name, condition in raw["key"].items()}
    return converted


def put_together(parts: Parts) -> dict[str, Json]:
    """The document made from parts: removed parts are left out, ids in texts are shown as names."""
    below = tree(parts)
    show = Shown.of(parts)
    document: dict[str, Json] = {"keysheet": 1, "name": "", **unflatten(PartKind.DESIGN, parts[ROOT].fields)}
    document["tables"] = [_shown_part(part, below, show) for part in below.get(ROOT, ()) if part.kind is PartKind.TABLE]
    document["access_patterns"] = [
        _shown_part(part, below, show) for part in below.get(ROOT, ()) if part.kind is PartKind.PATTERN
    ]
    return document


def _shown_part(part: Part, below: Mapping[str, list[Part]], show: Shown) -> dict[str, Json]:
    raw = {"id": part.id, **show.fields(part)}
    for name, kind in CHILDREN.get(part.kind, {}).items():
        listed = [_shown_part(child, below, show) for child in below.get(part.id, ()) if child.kind is kind]
        if listed:
            raw[name] = listed
    return raw


class Shown:
    """A part's fields as in the document."""

    def __init__(self, parts: Parts, names: Names) -> None:
        self.parts = parts
        self.names = names
        self.by_kind: Mapping[PartKind, Callable[[dict[str, Json]], dict[str, Json]]] = {
            PartKind.ENTITY: self.entity,
            PartKind.OVERLOAD: self.overload,
            PartKind.ITEM: self.item,
            PartKind.PATTERN: self.pattern,
        }

    @staticmethod
    def of(parts: Parts) -> Shown:
        """With the current names of attributes."""
        return Shown(
            parts, Names({}, {part.id: part.name for part in parts.values() if part.kind is PartKind.ATTRIBUTE})
        )

    def fields(self, part: Part) -> dict[str, Json]:
        """In the document's terms, without child parts."""
        raw = unflatten(part.kind, part.fields)
        convert = self.by_kind.get(part.kind)
        if part.kind in _NAMED_KINDS:
            raw.setdefault("name", "")
        return convert(raw) if convert else raw

    def name_of(self, identity: str) -> str:
        part = self.parts.get(identity)
        return part.name if part is not None else identity.removeprefix("=")

    def entity(self, raw: dict[str, Json]) -> dict[str, Json]:
        if "identity" in raw:
            raw["identity"] = [self.names.show(name) for name in raw["identity"]]
        if "unique" in raw:
            raw["unique"] = [[self.names.show(name) for name in one] for one in raw["unique"]]
        return raw

    def overload(self, raw: dict[str, Json]) -> dict[str, Json]:
        raw["index"] = self.name_of(raw["index"]) if raw.get("index") is not None else None
        raw["keys"] = {key: self.names.show_template(text) for key, text in raw.get("keys", {}).items()}
        if "when" in raw:
            raw["when"] = self.names.show_condition(raw["when"])
        return raw

    def item(self, raw: dict[str, Json]) -> dict[str, Json]:
        raw["values"] = self.names.show_mapping(raw.get("values", {}))
        return raw

    def pattern(self, raw: dict[str, Json]) -> dict[str, Json]:
        shown = convert_pattern(raw, self.names, stored=False)
        for field in ("table", "index"):
            if raw.get(field) is not None:
                shown[field] = self.name_of(raw[field])
        if raw.get("entities"):
            shown["entities"] = [self.name_of(identity) for identity in raw["entities"]]
        if raw.get("steps"):
            shown["steps"] = [self.pattern(dict(step)) for step in raw["steps"]]
        shown.setdefault("operation", "Query")
        return shown


_NAMED_KINDS: Final = frozenset({PartKind.TABLE, PartKind.INDEX, PartKind.ENTITY, PartKind.ATTRIBUTE})


def design_of(parts: Parts) -> Design:
    """The design made from parts."""
    return from_document(put_together(parts), checked=True)


@lru_cache(maxsize=256)
def _field_validator(kind: str, field: str) -> jsonschema.Draft202012Validator | None:
    definitions = schema()["$defs"]
    properties = schema()["properties"] if kind == PartKind.DESIGN else definitions[kind].get("properties", {})
    if field not in properties or field in ("id", *CHILDREN.get(PartKind(kind), ())):
        return None
    return jsonschema.Draft202012Validator({**properties[field], "$defs": definitions})


def check_field(kind: PartKind, field: str, value: Json) -> None:
    """Check that a value has the shape of that field. None (absent) always has. Raises Invalid naming the field."""
    if field == "removed" or (field == "position" and (value is None or isinstance(value, str))) or value is None:
        return
    mapping, dot, member = field.partition(".")
    if dot and mapping in SPLIT.get(kind, ()):
        value = {member: value}
    elif kind is PartKind.ITEM:
        raise Invalid(f"an item has no field {field!r}", path=field)
    if kind is PartKind.ITEM:
        return
    validator = _field_validator(str(kind), mapping if dot else field)
    if validator is None:
        raise Invalid(f"{kind} has no field {field!r}", path=field)
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    if error is not None:
        raise Invalid(f"{field}: {error.message[:240]}", path=field)
