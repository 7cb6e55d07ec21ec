"""Parts to and from the document's JSON, field by field as the table declares them; sample items; patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Final

from modeler.core.design.items import Attribute, SampleItem
from modeler.core.design.parts import Json, PartKind, part_id
from modeler.core.design.patterns import AccessPattern
from modeler.core.errors import Invalid
from modeler.core.fields.shapes import Children, Shape, Written, is_said
from modeler.core.fields.table import FIELDS
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import from_plain, to_dynamodb_json, to_plain


@dataclass(frozen=True, slots=True)
class _Writer:
    """How one field gets into the document: `held` takes it from the value, `write` makes its JSON (None: it is JSON
    already). `children`: it lists parts of its own, which are documents already.
    """

    name: str
    held: Callable[[Any], Any]
    write: Callable[[Any], Json] | None
    written: Written
    default: Any
    children: bool


@dataclass(frozen=True, slots=True)
class _Codec:
    """How a kind of part is read and written, made once from the table of fields. `readers`: for each name in the
    document, the name that the value has for it, and what makes the value (None: it is the JSON itself).
    """

    readers: Mapping[str, tuple[str, Callable[[Json], Any] | None]]
    defaults: Mapping[str, Any]
    writers: tuple[_Writer, ...]


@cache
def _codec(kind: PartKind) -> _Codec:
    fields = [one for one in FIELDS[kind] if one.written is not Written.AS_READ]
    # What hangs on a part is read and written as parts.
    own = [one for one in fields if not isinstance(one.shape, Children)]
    return _Codec(
        {one.name: (one.held, _unless_plain(one.shape.read, Shape.read)) for one in own},
        {one.held: one.default for one in own if not one.is_required and one.name != "id"},
        tuple(
            _Writer(
                one.name,
                attrgetter(one.held),
                _unless_plain(one.shape.write, Shape.write),
                one.written,
                one.default,
                isinstance(one.shape, Children),
            )
            for one in fields
        ),
    )


def _unless_plain(method: Callable[[Any], Any], plain: Callable[[Shape, Any], Any]) -> Callable[[Any], Any] | None:
    """The method of a shape; None where it is the one that keeps JSON as it is."""
    return None if getattr(method, "__func__", None) is plain else method


def read_values(kind: PartKind, raw: Mapping[str, Json]) -> dict[str, Any]:
    """The fields of a part from its JSON, by the names that its value has for them; defaults for what is absent."""
    codec = _codec(kind)
    values = dict(codec.defaults)
    readers = codec.readers
    for name, content in raw.items():
        if content is not None and (reader := readers.get(name)) is not None:
            held, read = reader
            values[held] = content if read is None else read(content)
    return values


def part_document(kind: PartKind, value: object, children: Mapping[str, list[Json]] | None = None) -> dict[str, Json]:
    """The JSON of a part: `value` has an attribute for each field, `children` are the documents of what hangs on it."""
    document: dict[str, Json] = {}
    for writer in _codec(kind).writers:
        if writer.children:
            listed = children.get(writer.name) if children is not None else None
            if listed or writer.written is Written.ALWAYS:
                document[writer.name] = listed or []
            continue
        content = writer.held(value)
        # Most fields of most parts are empty; 0 is not.
        if not content and writer.written is Written.WHEN_SET and type(content) is not int:
            continue
        raw = content if writer.write is None else writer.write(content)
        if is_said(writer.written, content, raw, writer.default):
            document[writer.name] = raw
    return document


def read_attribute(raw: Mapping[str, Json]) -> Attribute:
    """An attribute from its JSON. Values given as a list get even shares."""
    return Attribute(**read_values(PartKind.ATTRIBUTE, raw))


def attribute_document(attribute: Attribute) -> dict[str, Json]:
    """An attribute as JSON."""
    return part_document(PartKind.ATTRIBUTE, attribute)


_ITEM_FIELDS: Final = frozenset({"id", "values", "stored_keys"})


def is_structured(raw: Mapping[str, Json]) -> bool:
    """Is an item written as {id, values, stored_keys} rather than as its attributes?"""
    return (
        "values" in raw
        and raw.keys() <= _ITEM_FIELDS
        and isinstance(raw["values"], dict)
        and isinstance(raw.get("id", ""), str)
        and isinstance(raw.get("stored_keys", {}), dict)
    )


def read_item(raw: Mapping[str, Json], parent: str, attributes: tuple[Attribute, ...], number: int) -> SampleItem:
    """A sample item from either spelling. Raises Invalid where a value is none."""
    structured = is_structured(raw)
    values = raw["values"] if structured else raw
    types = {attribute.name: attribute.type for attribute in attributes}
    return SampleItem(
        id=(raw.get("id") if structured else None) or part_id(parent, "item", str(number)),
        values={name: read_value(value, types.get(name), name) for name, value in values.items()},
        stored_keys={
            name: read_value(value, None, name)
            for name, value in ((raw.get("stored_keys") or {}) if structured else {}).items()
        },
    )


def read_value(raw: Json, kind: AttributeType | None, path: str) -> AttributeValue:
    """A value of a declared type (None: undeclared). One that is of another type keeps its own: a rule speaks of it,
    and a change of the declared type makes nothing unreadable. Raises Invalid where DynamoDB JSON is malformed.
    """
    own = AttributeType.NULL if raw is None else AttributeType.S if isinstance(raw, str) else AttributeType.M
    try:
        return from_plain(raw, own if kind is None else kind, path)
    except Invalid:
        return from_plain(raw, own, path)


def item_document(item: SampleItem, attributes: tuple[Attribute, ...]) -> dict[str, Json]:
    """A sample item as JSON, with its id: plain values where the type is declared, DynamoDB JSON elsewhere."""
    types = {attribute.name: attribute.type for attribute in attributes}
    document: dict[str, Json] = {"id": item.id}
    document["values"] = {name: to_plain(value, types.get(name)) for name, value in item.values.items()}
    if item.stored_keys:
        document["stored_keys"] = {name: to_dynamodb_json(value) for name, value in item.stored_keys.items()}
    return document


_STEPS: Final = "steps"


@cache
def _facts() -> tuple[str, ...]:
    return tuple(field.name for field in FIELDS[PartKind.PATTERN] if field.written is Written.AS_READ)


def access_pattern(raw: Mapping[str, Json]) -> AccessPattern:
    """An access pattern, with its steps, from its JSON (which has an id)."""
    identity = raw["id"]
    steps = (
        {**step, "id": step.get("id") or part_id(identity, "step", str(n))}
        for n, step in enumerate(raw.get(_STEPS, ()))
    )
    return AccessPattern(
        **read_values(PartKind.PATTERN, raw),
        steps=tuple(map(access_pattern, steps)),
        extra={name: raw[name] for name in _facts() if name in raw},
    )


def pattern_document(pattern: AccessPattern) -> dict[str, Any]:
    """An access pattern as JSON."""
    document = part_document(PartKind.PATTERN, pattern)
    document |= {name: pattern.extra[name] for name in _facts() if name in pattern.extra}
    if pattern.steps:
        document[_STEPS] = [pattern_document(step) for step in pattern.steps]
    return document
