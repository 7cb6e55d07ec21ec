"""The texts that a key template can become, as a shape: every format applied to what the attribute's format allows.

A shape can allow more than a template can produce (February 30), never less, so "no" is always right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import (
    DATE,
    HOUR,
    ISO_MILLIS,
    MINUTE,
    MONTH,
    YEAR,
    is_declared,
    number_shape,
    value_lengths,
    value_shape,
)
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.text_shapes import ANY, DIGITS, HEX, ID, CharacterClass, Either, Piece, Run, Shape, shortest
from modeler.core.values.attribute_values import AttributeType

type Attributes = Mapping[str, Attribute]

ANYTHING: Final = Run(ANY, 0, None)


def template_shape(template: KeyTemplate, attributes: Attributes, *, trusting: bool = False) -> tuple[Shape, ...]:
    """One shape for each part of a template. `trusting` assumes that undeclared attributes are identifiers, without
    `#`.
    """
    return tuple(_part_shape(part, attributes, trusting) for part in template.parts)


def _part_shape(part: LiteralText | Reference, attributes: Attributes, trusting: bool) -> Shape:
    if isinstance(part, LiteralText):
        return (part.text,)
    attribute = attributes.get(part.attribute) or Attribute("", part.attribute, AttributeType.S)
    return reference_shape(attribute, part.formats, trusting=trusting)


def reference_shape(attribute: Attribute, formats: tuple[FormatCall, ...], *, trusting: bool = False) -> Shape:
    """The texts that an attribute produces through formats."""
    shape: Shape
    if formats and formats[0].name == "join":
        shape = (ANYTHING,) if attribute.type is AttributeType.L else value_shape(attribute)
    elif attribute.type is AttributeType.B:
        shape = (Run(ANY, 1, None),)
    elif trusting and not is_declared(attribute):
        shape = (Run(ID, 1, None),)
    else:
        shape = value_shape(attribute)
    for call in formats:
        shape = _formatted(shape, call, attribute)
    return shape


_FIXED: Final[Mapping[str, Shape]] = {
    "iso": ISO_MILLIS, "year": YEAR, "month": MONTH, "date": DATE, "hour": HOUR, "minute": MINUTE,
}  # fmt: skip

_SHARDS_SPELLED_OUT = 256
_FROM_ONE: Final = CharacterClass(frozenset("123456789"))


def _formatted(shape: Shape, call: FormatCall, attribute: Attribute) -> Shape:
    argument = call.argument if isinstance(call.argument, int) else 0
    match call.name:
        case "lower":
            return map_characters(shape, str.lower)
        case "upper":
            return map_characters(shape, str.upper)
        case "first":
            return truncated(shape, argument)
        case "pad":
            widest = value_lengths(attribute)[1] or 38
            if widest <= argument and attribute.range is not None and attribute.range[0] >= 1:
                return _not_zero(argument)
            return (Run(DIGITS, argument, max(argument, widest)),)
        case "reverse":
            return (Run(DIGITS, argument, argument),)
        case "shard" if argument <= _SHARDS_SPELLED_OUT:
            return (number_shape(0, argument - 1),)
        case "shard":
            return (Run(DIGITS, 1, len(str(argument - 1))),)
        case "hash":
            return (Run(HEX, argument, argument),)
    return _FIXED.get(call.name, shape)


def _not_zero(width: int) -> Shape:
    """A fixed number of digits, not all of them 0."""
    return (Either(tuple(_first_digit_at(zeros, width) for zeros in range(width))),)


def _first_digit_at(zeros: int, width: int) -> Shape:
    rest = width - zeros - 1
    before: Shape = ("0" * zeros,) if zeros else ()
    after: Shape = (Run(DIGITS, rest, rest),) if rest else ()
    return (*before, Run(_FROM_ONE), *after)


def map_characters(shape: Shape, change: Callable[[str], str]) -> Shape:
    """A shape with every character changed, by str.lower or str.upper."""
    return tuple(_mapped(piece, change) for piece in shape)


def _mapped(piece: Piece, change: Callable[[str], str]) -> Piece:
    match piece:
        case str():
            return change(piece)
        case Run(characters, least, most):
            if not characters.others:
                return Run(CharacterClass(frozenset(map(change, characters.ascii))), least, most)
            # Some non-ASCII characters change to ASCII ones, or to several (the German sharp s becomes SS).
            return Run(CharacterClass(frozenset(map(change, ANY.ascii)), others=True), least, None)
    return Either(tuple(map_characters(option, change) for option in piece.options))


def truncated(shape: Shape, count: int) -> Shape:
    """The first `count` characters of what a shape allows."""
    done: list[Piece] = []
    for piece in shape:
        if count <= 0:
            break
        match piece:
            case str():
                done.append(piece[:count])
                count -= len(piece)
            case Run(characters, least, most) if least == most:
                done.append(Run(characters, min(least, count), min(least, count)))
                count -= least
            case Either(options) if len(shape) == 1:
                return (Either(tuple(truncated(option, count) for option in options)),)
            case Run(characters, least, most) if len(shape) == 1:
                return (Run(characters, min(least, count), count if most is None else min(most, count)),)
            case _:
                return (
                    *done,
                    Run(characters_of(shape), min(count, max(0, shortest(shape) - shortest(tuple(done)))), count),
                )
    return tuple(done)


def characters_of(shape: Shape) -> CharacterClass:
    found = CharacterClass(frozenset())
    for piece in shape:
        match piece:
            case str():
                ascii_part = frozenset(c for c in piece if c <= "\x7f")
                found |= CharacterClass(ascii_part, len(ascii_part) < len(set(piece)))
            case Run(characters):
                found |= characters
            case Either(options):
                for option in options:
                    found |= characters_of(option)
    return found
