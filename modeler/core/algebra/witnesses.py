"""From key text back to attribute values: what an attribute must hold so that a template produces a given text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from modeler.core.algebra.automaton import accepts, automaton, shared_text, words
from modeler.core.algebra.shapes import ANYTHING, reference_shape
from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import DATE, format_of
from modeler.core.keys.key_formats import FormatCall, apply_formats
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

_TRIES: Final = 4000
"""How many values are tried if a format cannot be inverted (a hash, a shard)."""


def typed(attribute: Attribute, text: str) -> AttributeValue:
    """A text as a value of the attribute's type; as a string if the type has no text form."""
    match attribute.type:
        case AttributeType.N:
            return number(text)
        case AttributeType.BOOL:
            return AttributeValue(AttributeType.BOOL, text == "true")
        case AttributeType.B:
            return AttributeValue(AttributeType.B, text.encode())
        case AttributeType.L:
            return AttributeValue(AttributeType.L, (string(text),))
    return string(text)


def rendered(value: AttributeValue, formats: tuple[FormatCall, ...], attribute: Attribute) -> str | None:
    """The result of a reference for a value; a binary value without formats counts as its text."""
    if value.type is AttributeType.B and not formats:
        return bytes(value.data).decode("utf-8", "replace")
    return apply_formats(value, formats, attribute.format)


def values_giving(
    attribute: Attribute, formats: tuple[FormatCall, ...], text: str, *, trusting: bool
) -> Iterator[AttributeValue]:
    """Values of an attribute that its reference turns into `text`; each verified by rendering it."""
    for candidate in _candidates(attribute, formats, text, trusting):
        value = typed(attribute, candidate)
        if rendered(value, formats, attribute) == text:
            yield value


def _candidates(attribute: Attribute, formats: tuple[FormatCall, ...], text: str, trusting: bool) -> Iterator[str]:
    names = [call.name for call in formats]
    if not names or set(names) <= {"lower", "upper", "join"}:
        yield from _cased(attribute, text, trusting)
    elif names == ["pad"]:
        yield text.lstrip("0") or "0"
    elif names == ["reverse"]:
        yield str(10 ** int(formats[0].argument or 0) - 1 - int(text))
    elif names[-1] == "first":
        yield from _completed(attribute, text, trusting)
    elif names[-1] in {"iso", "year", "month", "date", "hour", "minute"}:
        yield from _moments(attribute, text)
    else:
        yield from words(reference_shape(attribute, (), trusting=trusting), _TRIES)


def _cased(attribute: Attribute, text: str, trusting: bool) -> Iterator[str]:
    shapes = automaton((reference_shape(attribute, (), trusting=trusting),))
    for candidate in dict.fromkeys((text, text.upper(), text.lower(), *attribute.values)):
        if accepts(shapes, candidate):
            yield candidate


def _completed(attribute: Attribute, text: str, trusting: bool) -> Iterator[str]:
    shape = reference_shape(attribute, (), trusting=trusting)
    for start in dict.fromkeys((text, text.upper(), text.lower())):
        found = shared_text(automaton((shape,)), automaton(((start, ANYTHING),)))
        if found is not None:
            yield found.text


_TAIL: Final = "0000-01-01T00:00:00.000Z"


def _moments(attribute: Attribute, text: str) -> Iterator[str]:
    full = text + _TAIL[len(text) :]
    try:
        moment = datetime.fromisoformat(full)
    except ValueError:
        return
    made = format_of(attribute)
    if made.name in {"epoch_seconds", "epoch_millis"}:
        yield str(int(moment.timestamp()) * (1000 if made.name == "epoch_millis" else 1))
    elif made.shape == DATE:
        yield full[:10]
    elif attribute.type is AttributeType.N:
        yield str(int(moment.timestamp()))
    else:
        yield full
