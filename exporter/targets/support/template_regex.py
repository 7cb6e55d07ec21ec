"""Key templates and attribute formats as regular expressions that every JSON Schema validator reads (ECMA 262)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from modeler.core.algebra.shapes import template_shape
from modeler.core.design.items import Attribute
from modeler.core.keys import templates
from modeler.core.keys.attribute_formats import is_declared, value_shape
from modeler.core.keys.text_shapes import ANY, CharacterClass, Either, Piece, Shape

_ANYTHING: Final = r"[\s\S]"
_BEYOND_ASCII: Final = "\u0080-\U0010ffff"
_SYNTAX: Final = re.compile(r"[\\^$.*+?()\[\]{}|/]")
_CLASS_SYNTAX: Final = re.compile(r"[\\\]\[^-]")


def template_pattern(text: str, attributes: Mapping[str, Attribute]) -> str:
    """Return a pattern that matches every key a template can produce; '' if the template cannot be read."""
    template = templates.parse(text)
    if template.problem:
        return ""
    return f"^{''.join(_shape(shape) for shape in template_shape(template, attributes))}$"


def value_pattern(attribute: Attribute) -> str:
    """Return a pattern for an attribute's value as text; '' if nothing is declared."""
    if attribute.type != "S" or attribute.values or not is_declared(attribute):
        return ""
    written = f"^{_shape(value_shape(attribute))}$"
    return "" if written == f"^{_ANYTHING}*$" else written


def _shape(shape: Shape) -> str:
    return "".join(map(_piece, shape))


def _piece(piece: Piece) -> str:
    if isinstance(piece, str):
        return literal_pattern(piece)
    if isinstance(piece, Either):
        return f"(?:{'|'.join(_shape(option) for option in piece.options)})"
    return _class(piece.characters) + _count(piece.least, piece.most)


def literal_pattern(text: str) -> str:
    """Return a pattern that matches a text and nothing else."""
    return "".join(_control(letter) or _SYNTAX.sub(r"\\\g<0>", letter) for letter in text)


def _control(letter: str) -> str:
    return "" if letter.isprintable() or ord(letter) > 0xFFFF else f"\\u{ord(letter):04x}"


def _count(least: int, most: int | None) -> str:
    match least, most:
        case 1, 1:
            return ""
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case _, None:
            return f"{{{least},}}"
    return f"{{{least}}}" if least == most else f"{{{least},{most}}}"


def _class(characters: CharacterClass) -> str:
    if characters == ANY:
        return _ANYTHING
    codes = sorted(map(ord, characters.ascii))
    ranges: list[tuple[int, int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    inside = "".join(_range(first, last) for first, last in ranges)
    return f"[{inside}{_BEYOND_ASCII if characters.others else ''}]"


def _range(first: int, last: int) -> str:
    if last - first < 2:
        return "".join(_member(code) for code in range(first, last + 1))
    return f"{_member(first)}-{_member(last)}"


def _member(code: int) -> str:
    letter = chr(code)
    return _control(letter) or _CLASS_SYNTAX.sub(r"\\\g<0>", letter)
