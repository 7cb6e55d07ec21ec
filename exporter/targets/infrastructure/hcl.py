"""HCL as data: blocks, attributes, comments, and expressions that are ours; every text of a design is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from exporter.targets.base import comment_text

type HclValue = (
    str
    | int
    | float
    | bool
    | HclExpression
    | HclTemplate
    | FunctionCall
    | Sequence[HclValue]
    | Mapping[str, HclValue]
    | None
)

_WIDTH: Final = 100
"""A longer list is split into one line per member."""
# Words that are not parsed as a member's name: for begins an expression, null is not a text.
_WORDS: Final = frozenset({"true", "false", "null", "for", "if", "in", "else", "endif", "endfor"})
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True, slots=True)
class HclExpression:
    """HCL written as it is: a reference such as ``aws_dynamodb_table.orders.name``. Never a text of a design."""

    code: str


@dataclass(frozen=True, slots=True)
class HclTemplate:
    """Texts, which are escaped, and expressions, joined in one quoted string."""

    parts: tuple[str | HclExpression, ...]


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A function of one value: ``jsonencode({...})``."""

    function: str
    argument: HclValue


@dataclass(frozen=True, slots=True)
class HclComment:
    """One comment line."""

    text: str


@dataclass(frozen=True, slots=True)
class HclBlock:
    """``type "label" { notes, attributes, then blocks and comments }``. Attributes with the value None are left out."""

    type: str
    labels: tuple[str, ...] = ()
    attributes: Mapping[str, HclValue | None] = field(default_factory=dict)
    blocks: tuple[HclBlock | HclComment, ...] = ()
    notes: tuple[str, ...] = ()


def dump(blocks: Iterable[HclBlock | HclComment]) -> str:
    """Return HCL text, formatted as ``terraform fmt`` does."""
    return "\n".join("\n".join(_lines(block, 0)) + "\n" for block in blocks)


def quoted(text: str) -> str:
    """Return a text as a quoted HCL string: ``${`` and ``%{`` start nothing, and no character ends the string."""
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    escaped = "".join(_ESCAPES.get(letter) or _letter(letter) for letter in text)
    # $${ is the usual escape, but parsers disagree on it (next to another $, or unclosed); all of them read a numeric
    # escape.
    return escaped.replace("${", "\\u0024{").replace("%{", "\\u0025{")


def _template(parts: Iterable[str | HclExpression]) -> str:
    found = [_escaped(one) if isinstance(one, str) else f"${{{one.code}}}" for one in parts]
    for number, one in enumerate(found[:-1]):
        if one.endswith("$"):  # $${ would be a text again
            found[number] = f"{one[:-1]}\\u0024"
    return '"' + "".join(found) + '"'


def _letter(letter: str) -> str:
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) <= 0xFFFF else f"\\U{ord(letter):08x}"


def _lines(block: HclBlock | HclComment, depth: int) -> list[str]:
    pad = "  " * depth
    if isinstance(block, HclComment):
        return [f"{pad}# {comment_text(block.text)}".rstrip()]
    labels = "".join(f" {quoted(label)}" for label in block.labels)
    attributes = {name: value for name, value in block.attributes.items() if value is not None}
    if not attributes and not block.blocks:
        return [f"{pad}{block.type}{labels} {{}}"]
    notes = [line for note in block.notes for line in _lines(HclComment(note), depth + 1)]
    lines = [f"{pad}{block.type}{labels} {{", *notes, *_attributes(attributes, depth + 1)]
    last: HclBlock | HclComment | None = None
    for inner in block.blocks:
        # Comments stay together; everything else has an empty line before it.
        if (attributes or last) and not (isinstance(inner, HclComment) and isinstance(last, HclComment)):
            lines.append("")
        lines += _lines(inner, depth + 1)
        last = inner
    return [*lines, f"{pad}}}"]


def _attributes(attributes: Mapping[str, HclValue], depth: int) -> list[str]:
    """Return attribute lines, with the equals signs of neighboring one-line values aligned."""
    lines: list[str] = []
    group: list[tuple[str, list[str]]] = []
    for name, value in attributes.items():
        written = _value(value, depth)
        group.append((name, written))
        if len(written) > 1:
            lines += _aligned(group, depth)
            group = []
    return lines + _aligned(group, depth)


def _aligned(group: list[tuple[str, list[str]]], depth: int) -> list[str]:
    pad = "  " * depth
    # A value of several lines is separate: terraform fmt aligns only the lines around it.
    single = [name for name, written in group if len(written) == 1]
    width = max(map(len, single), default=0)
    lines = []
    for name, written in group:
        gap = " " * (width - len(name)) if len(written) == 1 else ""
        lines += [f"{pad}{name}{gap} = {written[0]}", *written[1:]]
    return lines


def _value(value: HclValue, depth: int) -> list[str]:
    """Return the lines of a value, the first without its indent."""
    match value:
        case None:
            return ["null"]
        case bool():
            return ["true" if value else "false"]
        case int() | float():
            return [repr(value)]
        case str():
            return [quoted(value)]
        case HclExpression(code):
            return [code]
        case HclTemplate(parts):
            return [_template(parts)]
        case FunctionCall(function, argument):
            lines = _value(argument, depth)
            lines[0] = f"{function}({lines[0]}"
            lines[-1] += ")"
            return lines
        case Mapping():
            if not value:
                return ["{}"]
            members = {_member(key): inner for key, inner in value.items()}
            return ["{", *_attributes(members, depth + 1), "  " * depth + "}"]
    return _list(value, depth)


def _member(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) and name not in _WORDS else quoted(name)


def _list(values: Sequence[HclValue], depth: int) -> list[str]:
    written = [_value(value, depth) for value in values]
    line = "[" + ", ".join(lines[0] for lines in written) + "]"
    if all(len(lines) == 1 for lines in written) and len(line) <= _WIDTH:
        return [line]
    lines = ["["]
    for value in values:
        first, *others = _value(value, depth + 1)
        lines += ["  " * (depth + 1) + first, *others]
        lines[-1] += ","
    return [*lines, "  " * depth + "]"]
