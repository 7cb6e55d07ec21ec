"""How long a template's keys are, how many it can produce, and whether they can be parsed back."""

from __future__ import annotations

from typing import Final, NamedTuple

from modeler.core.algebra.shapes import Attributes, characters_of, reference_shape
from modeler.core.algebra.witnesses import rendered, typed
from modeler.core.design.items import Attribute, Entity
from modeler.core.keys.attribute_formats import format_of, shard_count, value_class, value_lengths
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.text_shapes import goes_beyond_ascii, longest, shortest
from modeler.core.values.attribute_values import AttributeType, utf8_length

_UTF8_MAX = 4
_KEEPS_LENGTH = frozenset({"lower", "upper"})


class Bounds(NamedTuple):
    """Minimum and maximum length in bytes; `most` None: no declared limit."""

    least: int
    most: int | None


def byte_bounds(template: KeyTemplate, attributes: Attributes) -> Bounds:
    """How many bytes a key of this template has, from formats and declared sizes."""
    least, most = 0, 0
    endless = False
    for part in template.parts:
        if isinstance(part, LiteralText):
            least, most = least + utf8_length(part.text), most + utf8_length(part.text)
            continue
        attribute = attributes.get(part.attribute) or Attribute("", part.attribute, AttributeType.S)
        bounds = _reference_bounds(attribute, part)
        least += bounds.least
        if bounds.most is None:
            endless = True
        else:
            most += bounds.most
    return Bounds(least, None if endless else most)


def _reference_bounds(attribute: Attribute, reference: Reference) -> Bounds:
    if attribute.values:
        made = [rendered(typed(attribute, text), reference.formats, attribute) for text in attribute.values]
        lengths = [utf8_length(text) for text in made if text is not None] or [0]
        return Bounds(min(lengths), max(lengths))
    shape = reference_shape(attribute, reference.formats)
    width = _UTF8_MAX if goes_beyond_ascii(shape) else 1
    if all(call.name in _KEEPS_LENGTH for call in reference.formats):
        least, most = value_lengths(attribute)
        declared = attribute.size.maximum if attribute.size else None
        if declared is not None:
            return Bounds(least, int(declared))
        return Bounds(least, None if most is None else most * width)
    greatest = longest(shape)
    return Bounds(shortest(shape), None if greatest is None else greatest * width)


def distinct(template: KeyTemplate, entity: Entity) -> float | None:
    """How many different keys the entity's items have; None if nothing declares it."""
    total = 1.0
    for name in template.attributes:
        uses = [reference for reference in template.references if reference.attribute == name]
        attribute = entity.attribute(name)
        count = None if attribute is None else max(_distinct_values(attribute, use, entity) or 0 for use in uses)
        if not count:
            return None
        total *= count
    return total if entity.count is None else min(total, float(max(entity.count, 1)))


_LETTERS: Final = {"shard": 0, "hash": 16, "first": 36}
_TIME_PARTS: Final = frozenset({"year", "month", "date", "hour", "minute"})


def _distinct_values(attribute: Attribute, reference: Reference, entity: Entity) -> float | None:
    values = _values_of(attribute, entity)
    if attribute.values:
        made = {rendered(typed(attribute, text), reference.formats, attribute) for text in attribute.values}
        return float(len(made - {None}))
    for call in reference.formats:
        if call.name in _TIME_PARTS:
            return None
        if call.name in _LETTERS and isinstance(call.argument, int):
            base = _LETTERS[call.name]
            most = float(base ** min(call.argument, 20)) if base else float(call.argument)
            if values is not None:
                values = min(values, most)
            elif call.name == "shard":
                values = most
    return values


def _values_of(attribute: Attribute, entity: Entity) -> float | None:
    """How many values an attribute has over all items: from its type, shards or range, or one per item."""
    if attribute.type is AttributeType.BOOL:
        return 2.0
    if shards := shard_count(attribute):
        return float(shards)
    if attribute.range is not None and attribute.format in {"integer", "sequence", "year"}:
        return max(attribute.range[1] - attribute.range[0] + 1.0, 1.0)
    if entity.identity == (attribute.name,) or format_of(attribute).unique:
        return None if entity.count is None else float(entity.count)
    return None


def reads_back(template: KeyTemplate, attributes: Attributes) -> str:
    """Return '' if every key of the template can be parsed in only one way; else the attribute whose end is ambiguous.

    The end of a value is clear if its length is fixed, if no other value follows, or if the literal after it starts
    with a character that the value cannot contain.
    """
    for position, part in enumerate(template.parts[:-1]):
        if isinstance(part, LiteralText):
            continue
        if not any(isinstance(after, Reference) for after in template.parts[position + 1 :]):
            break
        attribute = attributes.get(part.attribute) or Attribute("", part.attribute, AttributeType.S)
        shape = reference_shape(attribute, part.formats)
        follower = template.parts[position + 1]
        if shortest(shape) == longest(shape):
            continue
        held = characters_of(shape) if part.formats else value_class(attribute)
        if not isinstance(follower, LiteralText) or follower.text[0] in held:
            return part.attribute
    return ""
