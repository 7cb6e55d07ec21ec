"""A field's value as text, for people who can read a design but not edit it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from designer.page.editors.fields import EditorField
from modeler.core.design.parts import Json


def in_words(field: EditorField, value: Json) -> str:
    """The value as one line; '' if not specified."""
    if value is None or value in ("", [], {}):
        return ""
    match field.control:
        case "switch":
            return "on" if value else "off"
        case "percent" if isinstance(value, int | float):
            return f"{value * 100:g} %"
        case "number" if isinstance(value, int | float):
            return f"{value:,} {field.unit}".rstrip()
        case "choice":
            return next((label for one, label in field.choices if one == value), str(value))
        case "key_schema":
            return ", ".join(f"{one['name']} {one.get('type', 'S')}" for one in value)
        case "object" if isinstance(value, Mapping):
            said = ((one.label.lower(), in_words(one, value.get(one.name))) for one in field.members)
            return ", ".join(f"{label} {words}" for label, words in said if words)
        case "rows" if isinstance(value, list):
            return "; ".join(in_words(_of(field), one) for one in value if isinstance(one, Mapping))
        case "map" if isinstance(value, Mapping):
            return ", ".join(f"{name} {in_words(field.members[1], held)}".rstrip() for name, held in value.items())
    return _text_of(value)


def _of(field: EditorField) -> EditorField:
    return EditorField("", "", "object", members=field.members)


def _text_of(value: Json) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(
            _text_of(one) if not isinstance(one, list) else " + ".join(map(_text_of, one)) for one in value
        )
    return json.dumps(value, ensure_ascii=False)
