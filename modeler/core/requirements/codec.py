"""Rows, slots and questions as JSON and back. The JSON Schema is `schema.schema`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any, Final, get_type_hints

from modeler.core.requirements.rows import (
    SLOTS,
    AttributeValues,
    EntityDescription,
    EntityReference,
    Row,
    Size,
    TextReading,
    Volume,
)
from modeler.core.requirements.slots import (
    Act,
    AttributeChange,
    Choice,
    Condition,
    Given,
    Limit,
    Question,
    Range,
    RequestedOrder,
    Returned,
    Slot,
    Span,
)

type Json = Any

VALUES: Final[Mapping[str, tuple[type, bool]]] = {
    "operation": (Act, False),
    "entities": (str, True),
    "given": (Given, True),
    "range": (Range, True),
    "order": (RequestedOrder, True),
    "limit": (Limit, False),
    "returned": (Returned, False),
    "condition": (Condition, True),
    "changes": (AttributeChange, True),
    "consistency": (str, False),
    "freshness": (float, False),
    "rate": (float, False),
    "peak": (float, False),
    "delivery": (str, False),
    "retention": (float, False),
    "joined": (str, False),
    "restriction": (str, False),
}
"""What each slot holds, and whether it holds several of it."""


def plain_value(value: Any) -> Json:
    """Return the value of a slot as JSON; members that have their default are left out."""
    if isinstance(value, tuple):
        return [plain_value(one) for one in value]
    if isinstance(value, StrEnum):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        held = {one.name: getattr(value, one.name) for one in fields(value)}
        kept = (one.name for one in fields(value) if one.default is MISSING or held[one.name] != one.default)
        return {name: plain_value(held[name]) for name in kept}
    return value


def value_of(slot: str, plain: Json) -> Any:
    """Return the value of a slot from JSON that fits the schema."""
    kind, is_several = VALUES[slot]
    return tuple(_one(kind, one) for one in plain) if is_several else _one(kind, plain)


def _one(kind: type, plain: Json) -> Any:
    if not is_dataclass(kind):
        return kind(plain)
    hints = get_type_hints(kind)
    members = {}
    for name, one in plain.items():
        hint = hints[name]
        members[name] = tuple(one) if isinstance(one, list) else hint(one)
    return kind(**members)


def row_json(row: Row) -> Json:
    """Return a row: its text, the slots that are not empty, and the words that filled none."""
    slots = {name: _slot_json(slot) for name, slot in row.slots if slot.value is not None or slot.question}
    unread = [{"start": one.start, "end": one.end, "text": one.of(row.text)} for one in row.unread]
    code = {"code": row.code} if row.code else {}
    return {"text": row.text, "line": row.line, **code, "slots": slots, "unread": unread}


def row_of(plain: Mapping[str, Json]) -> Row:
    """Return the row of JSON that fits the schema."""
    slots = {name: _slot_of(name, one) for name, one in plain.get("slots", {}).items() if name in SLOTS}
    unread = tuple(Span(one["start"], one["end"]) for one in plain.get("unread", ()))
    return Row(plain["text"], line=plain.get("line", 1), code=plain.get("code", ""), unread=unread, **slots)


def reading_json(reading: TextReading) -> Json:
    """Return all rows, and the lines in which nothing was understood."""
    return {
        "requirements": 1,
        "rows": [row_json(row) for row in reading.rows],
        "not_understood": [{"line": line, "text": text} for line, text in reading.not_understood],
        **({"volumes": [plain_value(one) for one in reading.volumes]} if reading.volumes else {}),
        **({"descriptions": [plain_value(one) for one in reading.descriptions]} if reading.descriptions else {}),
        **({"sizes": [plain_value(one) for one in reading.sizes]} if reading.sizes else {}),
    }


def reading_of(plain: Mapping[str, Json]) -> TextReading:
    """Return the reading of JSON that fits the schema."""
    left = tuple((one["line"], one["text"]) for one in plain.get("not_understood", ()))
    volumes = tuple(Volume(**one) for one in plain.get("volumes", ()))
    described = tuple(map(_description_of, plain.get("descriptions", ())))
    sizes = tuple(Size(**one) for one in plain.get("sizes", ()))
    return TextReading(tuple(row_of(one) for one in plain["rows"]), left, volumes, described, sizes)


def _description_of(plain: Mapping[str, Json]) -> EntityDescription:
    return EntityDescription(
        plain["line"],
        plain["entity"],
        tuple(plain.get("attributes", ())),
        tuple(EntityReference(**one) for one in plain.get("belongs_to", ())),
        tuple(plain.get("has_several", ())),
        tuple(plain.get("unique", ())),
        tuple(AttributeValues(one["attribute"], tuple(one["values"])) for one in plain.get("values", ())),
        tuple(plain.get("numbers", ())),
        tuple(plain.get("times", ())),
        tuple(plain.get("flags", ())),
    )


def _slot_json(slot: Slot[Any]) -> Json:
    made: dict[str, Json] = {"certainty": str(slot.certainty)}
    if slot.value is not None:
        made["value"] = plain_value(slot.value)
    if slot.spans:
        made["spans"] = [[one.start, one.end] for one in slot.spans]
    if slot.question is not None:
        choices = [{"label": one.label, "sets": dict(one.sets)} for one in slot.question.choices]
        made["question"] = {"text": slot.question.text, "choices": choices}
    return made


def _slot_of(name: str, plain: Mapping[str, Json]) -> Slot[Any]:
    value = value_of(name, plain["value"]) if plain.get("value") is not None else None
    spans = tuple(Span(start, end) for start, end in plain.get("spans", ()))
    asked = plain.get("question")
    if asked is None:
        return Slot(value, spans)
    choices = tuple(Choice(one["label"], one["sets"]) for one in asked["choices"])
    return Slot(value, spans, Question(asked["text"], choices))
