"""How long a template's keys are, how many it can make, and whether they can be read back."""

from __future__ import annotations

from typing import NamedTuple

from modeler.core.algebra.shapes import Attributes, characters_of, goes_beyond_ascii, longest, reference_shape, shortest
from modeler.core.formats import format_of, value_class, value_lengths
from modeler.core.items import Attribute, Entity
from modeler.core.keys import KeyTemplate, Literal, Reference
from modeler.core.values import AttributeType, utf8_length

_UTF8_MAX = 4
_KEEPS_LENGTH = frozenset({"lower", "upper"})


class Bounds(NamedTuple):
    """Least and greatest length in bytes; `most` None: nothing declared limits it."""

    least: int
    most: int | None


def byte_bounds(template: KeyTemplate, attributes: Attributes) -> Bounds:
    """How many bytes a key of this template has, from formats and declared sizes."""
    least, most = 0, 0
    endless = False
    for part in template.parts:
        if isinstance(part, Literal):
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
    shape = reference_shape(attribute, reference.formats)
    width = _UTF8_MAX if goes_beyond_ascii(shape) else 1
    if all(call.name in _KEEPS_LENGTH for call in reference.formats) and not attribute.values:
        least, most = value_lengths(attribute)
        declared = attribute.size.maximum if attribute.size else None
        if declared is not None:
            return Bounds(least, int(declared))
        return Bounds(least, None if most is None else most * width)
    greatest = longest(shape)
    return Bounds(shortest(shape), None if greatest is None else greatest * width)


def distinct(template: KeyTemplate, entity: Entity) -> float | None:
    """How many different keys the entity's items give; None where nothing declared says so."""
    total = 1.0
    for name in template.attributes:
        uses = [reference for reference in template.references if reference.attribute == name]
        attribute = entity.attribute(name)
        count = None if attribute is None else max(_distinct_values(attribute, use, entity) or 0 for use in uses)
        if not count:
            return None
        total *= count
    return total if entity.count is None else min(total, float(max(entity.count, 1)))


def _distinct_values(attribute: Attribute, reference: Reference, entity: Entity) -> float | None:
    values: float | None = None
    if attribute.values:
        values = float(len(attribute.values))
    elif attribute.type is AttributeType.BOOL:
        values = 2.0
    elif entity.identity == (attribute.name,) or format_of(attribute).unique:
        values = None if entity.count is None else float(entity.count)
    for call in reference.formats:
        if call.name in {"shard", "first", "hash"} and isinstance(call.argument, int):
            limit = float(call.argument) if call.name == "shard" else float(36 ** min(call.argument, 20))
            values = (
                limit if values is None and call.name == "shard" else None if values is None else min(values, limit)
            )
        elif call.name in {"year", "month", "date", "hour", "minute"}:
            return None
    return values


def reads_back(template: KeyTemplate, attributes: Attributes) -> str:
    """'' where every key of the template has one reading; else the name of the attribute whose end cannot be seen.

    The end of a value is seen where its length is fixed, where it is the last part, or where the literal after it
    starts with a character that the value cannot hold.
    """
    for position, part in enumerate(template.parts[:-1]):
        if isinstance(part, Literal):
            continue
        attribute = attributes.get(part.attribute) or Attribute("", part.attribute, AttributeType.S)
        shape = reference_shape(attribute, part.formats)
        follower = template.parts[position + 1]
        if shortest(shape) == longest(shape):
            continue
        held = characters_of(shape) if part.formats else value_class(attribute)
        if not isinstance(follower, Literal) or follower.text[0] in held:
            return part.attribute
    return ""
