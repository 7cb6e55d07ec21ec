"""TypeScript as data: values of several lines, templates and conditions of a design as expressions, types of values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.access_code.condition_writer import (
    ConditionDialect,
    LanguageCondition,
    in_parentheses,
    path_steps,
)
from exporter.targets.access_code.template_writer import TIMES, through_formats
from exporter.targets.support.literals import typescript_key, typescript_literal
from modeler.core.expressions.nodes import Condition, Path
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.values.attribute_values import AttributeType, AttributeValue

WIDTH: Final = 110

TYPES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "string",
    AttributeType.N: "number",
    AttributeType.B: "Uint8Array",
    AttributeType.BOOL: "boolean",
    AttributeType.NULL: "null",
    AttributeType.M: "Record<string, any>",
    AttributeType.L: "any[]",
    AttributeType.SS: "Set<string>",
    AttributeType.NS: "Set<number>",
    AttributeType.BS: "Set<Uint8Array>",
}


@dataclass(frozen=True, slots=True)
class Code:
    """TypeScript code as written. Never a text of a design: those are literals."""

    text: str


@dataclass(frozen=True, slots=True)
class Spread:
    """`...expression` inside an object or a list."""

    of: Code


@dataclass(frozen=True, slots=True)
class TsCall:
    """`head(arguments)`; several lines if it is too long for one."""

    head: str
    arguments: tuple[Any, ...]


type Members = Sequence[tuple[str | Code, Any] | Spread]


@dataclass(frozen=True, slots=True)
class Object:
    """An object literal, in order; `is_open`: always one member per line. A name that is code is computed."""

    members: Members
    is_open: bool = False


def write(value: Any, depth: int = 0, room: int = 0) -> str:
    """Return a value as an expression; `room` is the used width of its first line. Texts are quoted, names are safe."""
    flat = _flat(value)
    if len(flat) + depth * 2 + room <= WIDTH and "\n" not in flat and not _is_open(value):
        return flat
    pad, end = "  " * (depth + 1), "  " * depth
    match value:
        case Object(members):
            lines = (f"{pad}{_member(one, depth + 1)},\n" for one in members)
            return "{\n" + "".join(lines) + end + "}"
        case TsCall(head, (Object() as only,)):
            return f"{head}({write(only, depth, room + len(head) + 2)})"
        case TsCall(head, arguments):
            return f"{head}(\n" + "".join(f"{pad}{write(one, depth + 1)},\n" for one in arguments) + end + ")"
        case list() | tuple():
            return "[\n" + "".join(f"{pad}{_element(one, depth + 1)},\n" for one in value) + end + "]"
    return flat


def _is_open(value: Any) -> bool:
    match value:
        case Object(members, is_open):
            return bool(members) and (is_open or any(_is_open(one[1]) for one in members if isinstance(one, tuple)))
        case TsCall(_, arguments):
            return any(map(_is_open, arguments))
        case list() | tuple():
            return any(map(_is_open, value))
    return False


def _name(name: str | Code) -> str:
    return f"[{name.text}]" if isinstance(name, Code) else typescript_key(name)


def _member(one: tuple[str | Code, Any] | Spread, depth: int) -> str:
    if isinstance(one, Spread):
        return f"...{one.of.text}"
    name, value = one
    key = _name(name)
    if isinstance(value, Code) and value.text == key:
        return key
    return f"{key}: {write(value, depth, len(key) + 2)}"


def _element(one: Any, depth: int) -> str:
    return f"...{one.of.text}" if isinstance(one, Spread) else write(one, depth)


def _flat(value: Any) -> str:
    match value:
        case Code(text):
            return text
        case Object(members):
            return "{ " + ", ".join(_flat_member(one) for one in members) + " }" if members else "{}"
        case TsCall(head, arguments):
            return f"{head}({', '.join(map(_flat, arguments))})"
        case list() | tuple():
            return (
                "[" + ", ".join(f"...{one.of.text}" if isinstance(one, Spread) else _flat(one) for one in value) + "]"
            )
    return typescript_literal(value)


def _flat_member(one: tuple[str | Code, Any] | Spread) -> str:
    if isinstance(one, Spread):
        return f"...{one.of.text}"
    key, text = _name(one[0]), _flat(one[1])
    return key if isinstance(one[1], Code) and text == key else f"{key}: {text}"


def constant(value: AttributeValue) -> Any:
    """Return a value of the design in the document client's form, to be written."""
    match value.type:
        case AttributeType.S | AttributeType.BOOL:
            return value.data
        case AttributeType.N:
            return _number(value.data)
        case AttributeType.NULL:
            return None
        case AttributeType.B:
            return TsCall("Uint8Array.from", (list(value.data),))
        case AttributeType.L:
            return [constant(one) for one in value.data]
        case AttributeType.M:
            return Object([(name, constant(one)) for name, one in value.data])
        case AttributeType.NS:
            return TsCall("new Set", ([_number(one) for one in value.data],))
        case AttributeType.BS:
            return TsCall("new Set", ([TsCall("Uint8Array.from", (list(one),)) for one in value.data],))
    return TsCall("new Set", (list(value.data),))


def _number(text: str) -> Any:
    plain = text.lstrip("-").replace(".", "", 1)
    return Code(text) if plain.isascii() and plain.isdigit() and len(plain) <= 15 else Code(repr(_float(text)))


def _float(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        return 0.0
    return found if abs(found) < float("inf") else 0.0


def template_code(
    template: KeyTemplate, resolve: Callable[[str], str], formats: Mapping[str, str], used: set[str]
) -> Code:
    """Return a key template as ``text`CUST#${item.customerId}` ``; helpers that it needs are added to `used`."""
    used.update(["text", *(call.name for part in template.references for call in part.formats)])
    inside = "".join(
        "${" + through_formats(part, resolve, formats, _format_code) + "}"
        if isinstance(part, Reference)
        else backticked(part.text)
        for part in template.parts
    )
    return Code(f"text`{inside}`")


def _format_code(call: FormatCall, code: str, clock: str) -> str:
    more = [typescript_literal(call.argument)] if call.argument is not None else []
    more += [typescript_literal(clock)] if call.name in TIMES and clock else []
    return f"{call.name}({', '.join([code, *more])})"


def backticked(text: str) -> str:
    """Return a text inside a template literal: nothing in it ends the literal or begins a hole."""
    escaped = "".join('"' if letter == '"' else typescript_literal(letter)[1:-1] for letter in text)
    return escaped.replace("`", "\\`").replace("${", "\\${")


_CONDITIONS: Final = ConditionDialect(
    all_of=" && ",
    any_of=" || ",
    negated="!{}",
    forms={
        "equal": "same({}, {})",
        "differs": "!same({}, {})",
        "ordered": "compare({}, {}) {sign} 0",
        "size": "size({})",
        "attribute_exists": "{} !== undefined",
        "attribute_not_exists": "{} === undefined",
        "attribute_type": "isOfType({}, {})",
        "begins_with": "beginsWith({}, {})",
        "contains": "contains({}, {})",
    },
    literal=lambda value: write(constant(value)),
    nothing="undefined",
    inner=in_parentheses,
)
_HELPERS: Final = {
    "equal": "same",
    "differs": "same",
    "ordered": "compare",
    "size": "size",
    "attribute_type": "isOfType",
    "begins_with": "beginsWith",
    "contains": "contains",
}


def condition_code(node: Condition, resolve: Callable[[str], str], used: set[str]) -> str:
    """A condition with literals as a boolean expression over an item; helpers that it needs are added to `used`."""

    def place(path: Path) -> str:
        code, steps = resolve(str(path_steps(path)[0])), path_steps(path)[1:]
        if not steps:
            return code
        used.add("at")
        return f"at({', '.join([code, *map(typescript_literal, steps)])})"

    writer = LanguageCondition(_CONDITIONS, place)
    code = writer.write(node)
    used.update(_HELPERS[form] for form in writer.used if form in _HELPERS)
    return code


def member(target: str, name: str) -> str:
    """``item.customerId``, or ``item["a name"]``."""
    key = typescript_key(name)
    if key == name:
        return f"{target}.{name}"
    return f"{target}{key}" if key.startswith("[") else f"{target}[{key}]"


def imports(names: Iterable[str], module: str, *, types: bool = False) -> str:
    """Return an import statement; '' if nothing is imported. `types`: names that are only types."""
    found = sorted(set(names), key=lambda name: (name.lower(), name))
    if not found:
        return ""
    word = "import type" if types else "import"
    line = f"{word} {{ {', '.join(found)} }} from {typescript_literal(module)};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"{word} {{\n" + "".join(f"  {name},\n" for name in found) + f"}} from {typescript_literal(module)};\n"
