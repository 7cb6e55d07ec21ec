"""Completion for a cell of the key sheet: attributes with a sample value, formats with an example. The page completes
from them while a person types; only the core interprets templates.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.keys.attribute_formats import FORMATS as ATTRIBUTE_FORMATS
from modeler.core.keys.key_formats import FormatCall, apply_formats, value_text
from modeler.core.keys.templates import Reference, print_template
from modeler.core.values.attribute_values import AttributeValue

SAMPLES_LOOKED_AT: Final = 50
TEXT_MAX: Final = 48

GIVES: Final[Mapping[FormatCall, str]] = {
    FormatCall("month"): "the month",
    FormatCall("date"): "the day",
    FormatCall("hour"): "the hour",
    FormatCall("minute"): "the minute",
    FormatCall("year"): "the year",
    FormatCall("iso"): "UTC time with milliseconds",
    FormatCall("pad", 6): "an integer, zero-padded so that it sorts correctly",
    FormatCall("reverse", 10): "counted down, so that the newest sorts first",
    FormatCall("lower"): "lower case",
    FormatCall("upper"): "upper case",
    FormatCall("first", 3): "the first characters",
    FormatCall("shard", 10): "a shard number computed from the CRC32",
    FormatCall("hash", 8): "the first digits of the SHA-256 hash",
    FormatCall("join", "#"): "a list as a path",
}
"""Every format with a default argument, and its description."""


def key_words(entity: Entity) -> dict[str, Any]:
    """``{"entity", "attributes": [...], "formats": [...]}``, ready for JSON."""
    return {
        "entity": entity.name,
        "attributes": [_attribute(entity, one) for one in entity.attributes],
        "formats": [{"insert": str(call), "gives": words} for call, words in GIVES.items()],
    }


def _attribute(entity: Entity, attribute: Attribute) -> dict[str, Any]:
    value = _sample(entity, attribute.name)
    known = ATTRIBUTE_FORMATS.get(attribute.format)
    return {
        "name": attribute.name,
        "insert": print_template((Reference(attribute.name),))[1:-1],
        "type": str(attribute.type),
        "format": attribute.format,
        "means": known.label if known else attribute.format,
        "sample": _short(value_text(value)) if value is not None else "",
        "values": list(attribute.values),
        "gives": _gives(value, attribute) if value is not None else {},
    }


def _sample(entity: Entity, name: str) -> AttributeValue | None:
    items = islice(entity.items, SAMPLES_LOOKED_AT)
    return next((one.values[name] for one in items if name in one.values), None)


def _gives(value: AttributeValue, attribute: Attribute) -> dict[str, str]:
    """The result of each format for the sample value; a format that does not fit, or changes nothing, is omitted."""
    made = {str(call): apply_formats(value, (call,), attribute.format) for call in GIVES}
    same = {None, value_text(value)}
    return {name: _short(text) for name, text in made.items() if text not in same}


def _short(text: str | None) -> str:
    if text is None:
        return ""
    return text if len(text) <= TEXT_MAX else f"{text[: TEXT_MAX - 1]}…"
