"""Key templates such as ``ORDER#{orderDate}#{orderId}``: parse, render, print.

An incomplete template is a value too: it has no parts but a `problem`, which a rule reports. Formats and their meaning:
docs/glossary.md#key-templates.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from modeler.core.keys.key_formats import FORMATS, FormatCall, apply_formats
from modeler.core.values.attribute_values import Item


@dataclass(frozen=True, slots=True)
class LiteralText:
    """Literal text."""

    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The value of an attribute, through formats from left to right. `attribute` is its name."""

    attribute: str
    formats: tuple[FormatCall, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it is the attribute's own value, unformatted: the only valid content of a key of type N or B."""
        return not self.formats


@dataclass(frozen=True)
class KeyTemplate:
    """A parsed key template. If `problem` is set, the text could not be parsed and `parts` is empty.

    Rules use the same template thousands of times, so derived values are computed once.
    """

    source: str
    parts: tuple[LiteralText | Reference, ...]
    problem: str = ""

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every reference, in order."""
        return tuple(part for part in self.parts if isinstance(part, Reference))

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes used, each once, in order of first use."""
        return tuple(dict.fromkeys(reference.attribute for reference in self.references))

    @cached_property
    def is_constant(self) -> bool:
        """No attribute in it: every item gets the same text."""
        return not self.problem and not self.references

    @cached_property
    def plain_reference(self) -> Reference | None:
        """The one unformatted reference that this template consists of, else None."""
        match self.parts:
            case (Reference() as reference,) if reference.is_plain:
                return reference
        return None

    @property
    def own_attribute(self) -> str | None:
        """The attribute that this template copies as it is, if it does nothing else."""
        return self.plain_reference.attribute if self.plain_reference is not None else None

    @cached_property
    def literal_prefix(self) -> str:
        """The literal text before the first reference."""
        match self.parts:
            case (LiteralText(text), *_):
                return text
        return ""

    def with_names(self, convert: Callable[[str], str]) -> str:
        """The source text with other names of attributes."""
        return "".join(
            _print_reference(convert(part.attribute), part.formats)
            if isinstance(part, Reference)
            else _print_part(part)
            for part in self.parts
        )

    def __str__(self) -> str:
        return self.source


def print_template(parts: tuple[LiteralText | Reference, ...]) -> str:
    """The source text of parts; `parse` turns it back into parts (law: tests/modeler/core/keys/test_templates.py)."""
    return "".join(map(_print_part, parts))


def _print_part(part: LiteralText | Reference) -> str:
    if isinstance(part, LiteralText):
        return part.text.replace("{", "{{").replace("}", "}}")
    return _print_reference(part.attribute, part.formats)


def _print_reference(attribute: str, formats: tuple[FormatCall, ...]) -> str:
    name = attribute if _BARE_NAME.fullmatch(attribute) else json.dumps(attribute, ensure_ascii=False)
    return f"{{{name}:{'|'.join(map(str, formats))}}}" if formats else f"{{{name}}}"


_BARE_NAME: Final = re.compile(r"[^\s{}:|\"][^{}:|\"]*(?<!\s)")
_CALL: Final = re.compile(r"\s*([a-z]+)\s*(?:\(\s*(?:(\d{1,4})|'((?:[^']|'')*)')\s*\))?\s*")
_TOKEN: Final = re.compile(r"\{\{|\}\}|\{|\}|[^{}]+")


class _Unreadable(Exception):
    pass


@lru_cache(maxsize=16384)
def parse(source: str) -> KeyTemplate:
    """Parse a template. Never raises: an invalid one has a `problem`, a sentence naming the place."""
    try:
        return KeyTemplate(source, tuple(_parts(source)))
    except _Unreadable as error:
        return KeyTemplate(source, (), str(error))


def _parts(source: str) -> list[LiteralText | Reference]:
    parts: list[LiteralText | Reference] = []
    literal = ""
    position = 0
    while position < len(source):
        found = _TOKEN.match(source, position)
        assert found is not None  # the four alternatives cover every character
        piece = found.group()
        position = found.end()
        if piece in ("{{", "}}"):
            literal += piece[0]
        elif piece == "}":
            raise _Unreadable(f"the }} at character {position} closes nothing; write }}}} for a brace")
        elif piece == "{":
            if literal:
                parts.append(LiteralText(literal))
                literal = ""
            reference, position = _reference(source, position)
            parts.append(reference)
        else:
            literal += piece
    return [*parts, LiteralText(literal)] if literal else parts


def _reference(source: str, start: int) -> tuple[Reference, int]:
    name, position = _name(source, start)
    end = _closing(source, position, start)
    rest = source[position:end]
    if rest and not rest.startswith(":"):
        raise _Unreadable(f"after {name!r}, expected : and a format, or the closing }}")
    calls = tuple(_format_call(text) for text in _split_formats(rest[1:])) if rest else ()
    return Reference(name, calls), end + 1


def _name(source: str, start: int) -> tuple[str, int]:
    if source.startswith('"', start):
        try:
            name, end = json.JSONDecoder().raw_decode(source, start)
        except ValueError as error:
            raise _Unreadable(f'the quoted name at character {start + 1} has no closing "') from error
    else:
        found = _BARE_NAME.match(source, start)
        if found is None:
            raise _Unreadable(f"the placeholder at character {start} needs the name of an attribute")
        name, end = found.group(), found.end()
    if not name:
        raise _Unreadable(f"the placeholder at character {start} needs the name of an attribute")
    return name, end


def _closing(source: str, position: int, start: int) -> int:
    quoted = False
    for index in range(position, len(source)):
        if source[index] == "'":
            quoted = not quoted
        elif source[index] == "}" and not quoted:
            return index
    raise _Unreadable(f"the {{ at character {start} is not closed")


def _split_formats(text: str) -> list[str]:
    """The pieces before, between and after each |, including empty ones; a | in quotes does not split."""
    return re.findall(r"\|((?:'[^']*'|[^|'])*)", f"|{text}")


def _format_call(text: str) -> FormatCall:
    found = _CALL.fullmatch(text)
    if found is None or found[1] not in FORMATS:
        said = f"{text.strip()!r} is not a format" if text.strip() else "a format is missing next to a : or a |"
        raise _Unreadable(f"{said}; known formats are {', '.join(sorted(FORMATS))}")
    argument = int(found[2]) if found[2] is not None else None
    separator = found[3].replace("''", "'") if found[3] is not None else None
    call = FormatCall(found[1], argument if argument is not None else separator)
    if problem := FORMATS[call.name].argument_problem(call.argument):
        raise _Unreadable(problem)
    return call


@dataclass(frozen=True, slots=True)
class Unrendered:
    """A template produced no key for an item: the missing attribute, or why its value does not fit."""

    attribute: str
    reason: str


def render(template: KeyTemplate, item: Item, formats: Mapping[str, str]) -> str | Unrendered:
    """The key text that an item gets. `formats` are the entity's attribute formats by name (times need them).

    Unrendered if an attribute is absent, or if a format does not fit its value (text in `pad`).
    """
    if template.problem:
        return Unrendered("", template.problem)
    texts: list[str] = []
    for part in template.parts:
        if isinstance(part, LiteralText):
            texts.append(part.text)
            continue
        value = item.get(part.attribute)
        if value is None:
            return Unrendered(part.attribute, f"the item has no {part.attribute}")
        text = apply_formats(value, part.formats, formats.get(part.attribute, ""))
        if text is None:
            return Unrendered(part.attribute, f"{part.attribute} does not fit {_print_part(part)}")
        texts.append(text)
    return "".join(texts)
