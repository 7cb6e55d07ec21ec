"""HCL as data: blocks, attributes, comments, and expressions that are ours; every text of a design is quoted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from exporter.targets.base import comment_text

type Value = str | int | float | bool | Expression | Sequence[Value] | Mapping[str, Value]

_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


@dataclass(frozen=True, slots=True)
class Expression:
    """HCL written as it stands: a reference such as ``aws_dynamodb_table.orders.name``. Never a text of a design."""

    code: str


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment line."""

    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """``type "label" { attributes, then blocks and comments }``. Attributes with the value None are left out."""

    type: str
    labels: tuple[str, ...] = ()
    attributes: Mapping[str, Value | None] = field(default_factory=dict)
    blocks: tuple[Block | Comment, ...] = ()


def dump(blocks: Iterable[Block | Comment]) -> str:
    """HCL text, formatted as ``terraform fmt`` does."""
    return "\n".join("\n".join(_lines(block, 0)) + "\n" for block in blocks)


def quoted(text: str) -> str:
    """A text as a quoted HCL string: ``${`` and ``%{`` start nothing, and no character ends the string."""
    escaped = "".join(_ESCAPES.get(letter) or _letter(letter) for letter in text)
    # $${ is what people write, and readers disagree on it (beside another $, or never closed); a number they all read.
    return '"' + escaped.replace("${", "\\u0024{").replace("%{", "\\u0025{") + '"'


def _letter(letter: str) -> str:
    if letter.isprintable():
        return letter
    return f"\\u{ord(letter):04x}" if ord(letter) <= 0xFFFF else f"\\U{ord(letter):08x}"


def _lines(block: Block | Comment, depth: int) -> list[str]:
    pad = "  " * depth
    if isinstance(block, Comment):
        return [f"{pad}# {comment_text(block.text)}".rstrip()]
    labels = "".join(f" {quoted(label)}" for label in block.labels)
    attributes = {name: value for name, value in block.attributes.items() if value is not None}
    if not attributes and not block.blocks:
        return [f"{pad}{block.type}{labels} {{}}"]
    lines = [f"{pad}{block.type}{labels} {{", *_attributes(attributes, depth + 1)]
    for number, inner in enumerate(block.blocks):
        if (attributes or number) and isinstance(inner, Block):
            lines.append("")
        lines += _lines(inner, depth + 1)
    return [*lines, f"{pad}}}"]


def _attributes(attributes: Mapping[str, Value], depth: int) -> list[str]:
    """Attribute lines, the equals signs of neighbouring one-line values under each other."""
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
    # A value of several lines stands apart: terraform fmt aligns only what is around it.
    single = [name for name, written in group if len(written) == 1]
    width = max(map(len, single), default=0)
    lines = []
    for name, written in group:
        gap = " " * (width - len(name)) if len(written) == 1 else ""
        lines += [f"{pad}{name}{gap} = {written[0]}", *written[1:]]
    return lines


def _value(value: Value, depth: int) -> list[str]:
    pad = "  " * depth
    match value:
        case bool():
            return ["true" if value else "false"]
        case int() | float():
            return [repr(value)]
        case str():
            return [quoted(value)]
        case Expression(code):
            return [code]
        case Mapping():
            if not value:
                return ["{}"]
            width = max(len(quoted(key)) for key in value)
            members = [
                f"{pad}  {quoted(key).ljust(width)} = {_value(inner, depth + 1)[0]}" for key, inner in value.items()
            ]
            return ["{", *members, f"{pad}}}"]
    return ["[" + ", ".join(_value(inner, depth)[0] for inner in value) + "]"]
