"""The JSON Schema (2020-12) of rows, made from the values that slots hold.

It is published as data/requirements-1.schema.json; a test compares the file with this module.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, get_type_hints

from modeler.core.requirements.codec import VALUES
from modeler.core.requirements.slots import CONSISTENCIES, JOINS, REPEATED, Certainty

TEXT_MAX: Final = 2_000
NAME_MAX: Final = 255
NAMES_MAX: Final = 200
SEVERAL_MAX: Final = 50
ROWS_MAX: Final = 1_000
_NUMBER_MAX: Final = 1e15
_WORDS: Final = {"consistency": CONSISTENCIES, "joined": JOINS, "delivery": (REPEATED,)}


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of a reading. Do not change it: every caller gets the same object."""
    line = {"type": "integer", "minimum": 1}
    left = _object({"line": line, "text": _text(TEXT_MAX)}, "line", "text")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://keysheet.example/schema/requirements-1.json",
        "title": "Keysheet requirements, version 1",
        "description": "Sentences as rows of slots, with the words that filled no slot and the open questions",
        **_object(
            {
                "requirements": {"const": 1},
                "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}, "maxItems": ROWS_MAX},
                "not_understood": {"type": "array", "items": left},
                "volumes": {"type": "array", "items": _volume(line), "maxItems": ROWS_MAX},
                "descriptions": {"type": "array", "items": _description(line), "maxItems": ROWS_MAX},
                "sizes": {"type": "array", "items": _size(line), "maxItems": ROWS_MAX},
            },
            "requirements",
            "rows",
        ),
        "$defs": {"row": _row(line), "question": _question(), "span": _span(), "values": _values()},
    }


def _volume(line: dict[str, Any]) -> dict[str, Any]:
    """How many items of an entity there are: in all, or for each item of `parent`."""
    count = {"type": "integer", "minimum": 1, "maximum": int(_NUMBER_MAX)}
    name, flag = _text(NAME_MAX), {"type": "boolean"}
    members = {"line": line, "entity": name, "count": count, "parent": name, "is_most": flag}
    return _object(members, "line", "entity", "count")


def _size(line: dict[str, Any]) -> dict[str, Any]:
    """How many bytes an item of an entity takes."""
    size = {"type": "integer", "minimum": 1, "maximum": int(_NUMBER_MAX)}
    members = {"line": line, "entity": _text(NAME_MAX), "bytes": size, "is_most": {"type": "boolean"}}
    return _object(members, "line", "entity", "bytes")


def _description(line: dict[str, Any]) -> dict[str, Any]:
    """What an entity has: attributes, what its items belong to, and entities that it has several of."""
    name = _text(NAME_MAX)
    names = {"type": "array", "items": name, "maxItems": NAMES_MAX}
    reference = _object({"entity": name, "attribute": name}, "entity", "attribute")
    belongs = {"type": "array", "items": reference, "maxItems": NAMES_MAX}
    one = _object({"attribute": name, "values": names}, "attribute", "values")
    values = {"type": "array", "items": one, "maxItems": NAMES_MAX}
    listed = dict.fromkeys(("attributes", "has_several", "unique", "numbers", "times", "flags"), names)
    members = {"line": line, "entity": name, "belongs_to": belongs, "values": values, **listed}
    return _object(members, "line", "entity")


def _row(line: dict[str, Any]) -> dict[str, Any]:
    place = {"type": "integer", "minimum": 0}
    unread = _object({"start": place, "end": place, "text": _text(TEXT_MAX)}, "start", "end")
    slots = {name: _slot({"$ref": f"#/$defs/values/properties/{name}"}) for name in VALUES}
    return _object(
        {
            "text": _text(TEXT_MAX),
            "line": line,
            "code": _text(NAME_MAX),
            "slots": _object(slots),
            "unread": {"type": "array", "items": unread, "maxItems": TEXT_MAX},
        },
        "text",
        "slots",
    )


def _slot(value: dict[str, Any]) -> dict[str, Any]:
    spans = {"type": "array", "items": {"$ref": "#/$defs/span"}, "maxItems": TEXT_MAX}
    certainty = {"enum": list(map(str, Certainty))}
    return _object({"value": value, "certainty": certainty, "spans": spans, "question": {"$ref": "#/$defs/question"}})


def _question() -> dict[str, Any]:
    sets = {
        "type": "object",
        "properties": {
            name: {"anyOf": [{"$ref": f"#/$defs/values/properties/{name}"}, {"type": "null"}]} for name in VALUES
        },
        "additionalProperties": False,
    }
    choice = _object({"label": _text(TEXT_MAX), "sets": sets}, "label", "sets")
    choices = {"type": "array", "items": choice, "maxItems": SEVERAL_MAX}
    return _object({"text": _text(TEXT_MAX), "choices": choices}, "text", "choices")


def _span() -> dict[str, Any]:
    place = {"type": "integer", "minimum": 0, "maximum": TEXT_MAX}
    return {"type": "array", "items": place, "minItems": 2, "maxItems": 2}


def _values() -> dict[str, Any]:
    made = {}
    for name, (kind, is_several) in VALUES.items():
        one = {"enum": list(_WORDS[name])} if name in _WORDS else _kind(kind)
        made[name] = {"type": "array", "items": one, "maxItems": SEVERAL_MAX} if is_several else one
    return _object(made)


def _kind(kind: Any) -> dict[str, Any]:
    if kind is str:
        return _text(NAME_MAX)
    if kind is bool:
        return {"type": "boolean"}
    if kind is int:
        return {"type": "integer", "minimum": 1, "maximum": 1_000_000_000}
    if kind is float:
        return {"type": "number", "minimum": 0, "maximum": _NUMBER_MAX}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": list(map(str, kind))}
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        required = [one.name for one in fields(kind) if one.default is MISSING]
        return _object({name: _kind(hint) for name, hint in hints.items()}, *required)
    return {"type": "array", "items": _text(NAME_MAX), "maxItems": SEVERAL_MAX}


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    made = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": list(required)} if required else made
