"""Values of several lines as Python code: dicts, lists, and calls of expressions that are already code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exporter.targets.support.literals import python_literal


class Key(str):
    """A key of a dict that is an expression, not a text."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """An element of a list that is repeated for each round: ``*(element for ...)``."""

    element: Code
    clause: str


@dataclass(frozen=True, slots=True)
class PythonCall:
    """A function with positional arguments, one per line."""

    function: str
    arguments: tuple[Code, ...]


type Code = str | Mapping[str, Code] | Sequence[Code] | Loop | PythonCall
"""A text is an expression as written."""

_WIDTH = 100


def written(code: Code, indent: int) -> str:
    """Return the code, its first line without indentation."""
    if isinstance(code, str):
        return code
    short = _short(code)
    if short is not None and len(short) + indent <= _WIDTH:
        return short
    pad, inner = " " * indent, " " * (indent + 4)
    match code:
        case Loop(element, clause):
            return f"*(\n{inner}{written(element, indent + 4)}\n{inner}{clause}\n{pad})"
        case PythonCall(function, arguments):
            lines = "".join(f"{inner}{written(one, indent + 4)},\n" for one in arguments)
            return f"{function}(\n{lines}{pad})"
        case Mapping():
            lines = "".join(f"{inner}{_key(key)}: {written(value, indent + 4)},\n" for key, value in code.items())
            return f"{{\n{lines}{pad}}}"
    if len(code) == 1 and isinstance(code[0], Loop):
        return f"[\n{inner}{written(code[0].element, indent + 4)}\n{inner}{code[0].clause}\n{pad}]"
    lines = "".join(f"{inner}{written(one, indent + 4)},\n" for one in code)
    return f"[\n{lines}{pad}]"


def named_arguments(arguments: Mapping[str, Code], indent: int) -> str:
    """Return the keyword arguments of a call, one per line, without the parentheses."""
    inner = " " * (indent + 4)
    lines = "".join(f"{inner}{name}={written(value, indent + 4)},\n" for name, value in arguments.items())
    return f"\n{lines}{' ' * indent}"


def _key(key: str) -> str:
    return str(key) if isinstance(key, Key) else python_literal(key)


def _short(code: Code) -> str | None:
    """Return it on one line, if nothing in it needs several."""
    match code:
        case str():
            return code
        case Loop(element, clause):
            inside = _short(element)
            return None if inside is None else f"*({inside} {clause})"
        case PythonCall(function, arguments):
            found = [_short(one) for one in arguments]
            return None if None in found else f"{function}({', '.join(filter(None, found))})"
        case Mapping():
            pairs = [(_key(key), _short(value)) for key, value in code.items()]
            short = [f"{key}: {value}" for key, value in pairs if value is not None]
            return "{" + ", ".join(short) + "}" if len(short) == len(pairs) else None
    if len(code) == 1 and isinstance(code[0], Loop):
        inside = _short(code[0].element)
        return None if inside is None else f"[{inside} {code[0].clause}]"
    elements = [_short(one) for one in code]
    return None if None in elements else "[" + ", ".join(filter(None, elements)) + "]"
