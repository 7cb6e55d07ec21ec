"""Design <-> parts: names become ids when parts are stored, ids become names when they are shown.

`design_of(parts_of(design)) == design` (law: tests/modeler/core/documents/test_parts_codec.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

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
from modeler.core.documents.json_shapes import JsonShape
from modeler.core.documents.reading import from_document, to_document
from modeler.core.documents.references import Names
from modeler.core.documents.scopes import NameScope, Scopes
from modeler.core.documents.shown import Showing, in_scope
from modeler.core.errors import Invalid
from modeler.core.fields.schema import schema
from modeler.core.fields.table import referring

NOTHING: Final = NameScope()
"""The scope of items that match no entity."""


def parts_of(design: Design) -> dict[str, Part]:
    """A design as parts, the root included, in document order."""
    return take_apart(to_document(design))


def take_apart(document: Mapping[str, Json]) -> dict[str, Part]:
    """A document (with ids everywhere, as from `to_document`) as parts."""
    parts: dict[str, Part] = {}
    scopes = Scopes(document)
    root = {name: value for name, value in document.items() if name != "keysheet"}
    _put(parts, PartKind.DESIGN, "", {"id": ROOT, **in_scope(PartKind.DESIGN, root, scopes.of_design)})
    for raw in positioned(document.get("tables", ())):
        _take_table(parts, raw, scopes)
    for raw in positioned(document.get("relations", ())):
        _put(parts, PartKind.RELATION, ROOT, in_scope(PartKind.RELATION, raw, scopes.of_relation(raw)))
    for raw in positioned(document.get("access_patterns", ())):
        _put(parts, PartKind.PATTERN, ROOT, store_pattern(raw, scopes))
    return parts


def _put(parts: dict[str, Part], kind: PartKind, parent: str, raw: Mapping[str, Json]) -> str:
    identity: str = raw["id"]
    fields = {name: value for name, value in raw.items() if name != "id" and name not in CHILDREN.get(kind, ())}
    parts[identity] = Part(identity, kind, parent, flatten(kind, fields))
    return identity


def _take_table(parts: dict[str, Part], raw: Mapping[str, Json], scopes: Scopes) -> None:
    scope = scopes.of_table(raw)
    table = _put(parts, PartKind.TABLE, ROOT, in_scope(PartKind.TABLE, raw, scope))
    for index in positioned(raw.get("indexes", ())):
        _put(parts, PartKind.INDEX, table, in_scope(PartKind.INDEX, index, scope))
    for entity in positioned(raw.get("entities", ())):
        own = scopes.of_entity(entity, raw)
        identity = _put(parts, PartKind.ENTITY, table, in_scope(PartKind.ENTITY, entity, own))
        for where, kind in CHILDREN[PartKind.ENTITY].items():
            for child in positioned(entity.get(where, ())):
                _put(parts, kind, identity, in_scope(kind, child, own))
    for item in positioned(raw.get("unassigned", ())):
        _put(parts, PartKind.ITEM, table, in_scope(PartKind.ITEM, item, NOTHING))


def store_pattern(
    raw: Mapping[str, Json], scopes: Scopes, of_whole: Mapping[str, Json] | None = None
) -> dict[str, Json]:
    """A pattern with ids, its steps too: a step speaks of the whole's table and entities where it names none."""
    stored = in_scope(PartKind.PATTERN, raw, scopes.of_pattern(raw, of_whole))
    if raw.get("steps"):
        stored["steps"] = [store_pattern(step, scopes, raw) for step in raw["steps"]]
    return stored


def put_together(parts: Parts, named: Parts | None = None) -> dict[str, Json]:
    """The document made from parts: removed parts are left out, ids in texts are shown as the names that they have in
    `named`, which are the parts themselves unless others are given.
    """
    below = tree(parts)
    show = ShownFields.of(parts if named is None else named)
    document: dict[str, Json] = {"keysheet": 1, "name": "", **show.fields(parts[ROOT])}
    for name, kind in CHILDREN[PartKind.DESIGN].items():
        document[name] = [_shown_part(part, below, show) for part in below.get(ROOT, ()) if part.kind is kind]
    return document


def _shown_part(part: Part, below: Mapping[str, list[Part]], show: ShownFields) -> dict[str, Json]:
    raw = {"id": part.id, **show.fields(part)}
    for name, kind in CHILDREN.get(part.kind, {}).items():
        listed = [_shown_part(child, below, show) for child in below.get(part.id, ()) if child.kind is kind]
        if listed:
            raw[name] = listed
    return raw


class ShownFields:
    """A part's fields as in the document."""

    def __init__(self, showing: Showing) -> None:
        self.showing = showing

    @property
    def names(self) -> Names:
        """The names that parts have, by id."""
        return self.showing.names

    @staticmethod
    def of(parts: Parts) -> ShownFields:
        """With the names that the parts have now."""
        return ShownFields(Showing.of(parts))

    def fields(self, part: Part) -> dict[str, Json]:
        """In the document's terms, without child parts."""
        raw = in_scope(part.kind, unflatten(part.kind, part.fields), self.showing)
        for name, empty in _ALWAYS.get(part.kind, {}).items():
            raw.setdefault(name, empty)
        if part.kind is PartKind.PATTERN and raw.get("steps"):
            raw["steps"] = [self._step(step) for step in raw["steps"]]
        return raw

    def _step(self, step: Mapping[str, Json]) -> dict[str, Json]:
        shown = in_scope(PartKind.PATTERN, step, self.showing)
        if shown.get("steps"):
            shown["steps"] = [self._step(one) for one in shown["steps"]]
        return {**_ALWAYS[PartKind.PATTERN], **shown}


_ALWAYS: Final[Mapping[PartKind, Mapping[str, Json]]] = {
    **{kind: {"name": ""} for kind in (PartKind.TABLE, PartKind.INDEX, PartKind.ENTITY, PartKind.ATTRIBUTE)},
    PartKind.OVERLOAD: {"index": None, "keys": {}},
    PartKind.ITEM: {"values": {}},
    PartKind.RELATION: {"parent": "", "child": ""},
    PartKind.PATTERN: {"operation": "Query"},
}
"""What reading a part needs, and what a part that somebody has just begun may lack."""


def design_of(parts: Parts, named: Parts | None = None) -> Design:
    """The design made from parts, with the names that parts have in `named` if these are not all parts."""
    return from_document(put_together(parts, named), checked=True)


_STORED_TEXT_MAX: Final = 65_536
"""A stored name may be longer than a typed one: it holds the ids of all attributes that have the name."""


@lru_cache(maxsize=256)
def _field_shape(kind: str, field: str) -> JsonShape | None:
    definitions = schema()["$defs"]
    properties = schema()["properties"] if kind == PartKind.DESIGN else definitions[kind].get("properties", {})
    if field not in properties or field in ("id", *CHILDREN.get(PartKind(kind), ())):
        return None
    shape = {**properties[field], "$defs": definitions}
    refers = any(name == field for name, _ in referring(PartKind(kind))) or field == "steps"
    return JsonShape(_loosened(shape) if refers else shape)


def _loosened(shape: Any) -> Any:
    """The schema of a field as it is stored: texts may be longer than people may type them."""
    match shape:
        case dict():
            return {
                name: max(member, _STORED_TEXT_MAX) if name == "maxLength" else _loosened(member)
                for name, member in shape.items()
            }
        case list():
            return [_loosened(member) for member in shape]
    return shape


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
    shape = _field_shape(str(kind), mapping if dot else field)
    if shape is None:
        raise Invalid(f"{kind} has no field {field!r}", path=field)
    error = shape.error(value)
    if error is not None:
        raise Invalid(f"{field}: {error.message[:240]}", path=field)
