"""Python expressions and statements, written as ``ruff format`` (or Black) does with lines of 100 characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from exporter.targets.access_code.nodes import WIDTH, CallCode, NameCode, Node
from exporter.targets.support.literals import python_literal

INDENT: Final = "    "


def expression(node: Node, *, before: int = 0, depth: int = 0, after: int = 0) -> str:
    """Return code of a node: one line if it fits after `before` characters and `depth` indents, else several.

    `after` characters follow it. Lines after the first carry their indent.
    """
    line = _line(node)
    if before + len(line) + after <= WIDTH or not _parts(node):
        return line
    opening, members, closing = _open(node)
    pad = INDENT * (depth + 1)
    lines = [
        pad + name + expression(value, before=len(pad + name), depth=depth + 1, after=1) + ","
        for name, value in members
    ]
    return "\n".join([opening, *lines, INDENT * depth + closing])


def assignment(name: str, node: Node, depth: int = 0) -> str:
    """Return ``name = node``, or the node alone if there is no name; with a line end."""
    start = INDENT * depth + (f"{name} = " if name else "")
    return start + expression(node, before=len(start), depth=depth) + "\n"


def _line(node: Node) -> str:
    match node:
        case NameCode(code):
            return code
        case CallCode(function):
            return f"{function}({_joined(_open(node)[1])})"
        case Mapping():
            return "{" + _joined(_open(node)[1]) + "}"
        case str():
            return python_literal(node)
        case Sequence():
            return "[" + _joined(_open(node)[1]) + "]"
    return python_literal(node)


def _joined(members: Iterable[tuple[str, Node]]) -> str:
    return ", ".join(name + _line(value) for name, value in members)


def _parts(node: Node) -> bool:
    """Does it have members that could be on separate lines?"""
    return not isinstance(node, str) and isinstance(node, CallCode | Mapping | Sequence) and bool(_open(node)[1])


def _open(node: Node) -> tuple[str, list[tuple[str, Node]], str]:
    """Return how it begins, its members with what precedes each, and how it ends."""
    match node:
        case CallCode(function, arguments, named):
            members: list[tuple[str, Node]] = [("", one) for one in arguments]
            return f"{function}(", members + [(f"{name}=", one) for name, one in named.items()], ")"
        case Mapping():
            return "{", [(f"{python_literal(name)}: ", one) for name, one in node.items()], "}"
        case Sequence() if not isinstance(node, str):
            return "[", [("", one) for one in node], "]"
    return "", [], ""
