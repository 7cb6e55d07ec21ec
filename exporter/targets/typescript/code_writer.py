"""TypeScript expressions and statements, formatted like Prettier with lines of 100 characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from exporter.targets.access_code.nodes import WIDTH, CallCode, NameCode, Node
from exporter.targets.support.literals import typescript_key, typescript_literal

INDENT: Final = "  "


def expression(node: Node, *, before: int = 0, depth: int = 0, after: int = 0) -> str:
    """Return code of a node: one line if it fits after `before` characters and `depth` indents, else several.

    `after` characters follow it. Lines after the first carry their indent. A call has no named arguments.
    """
    line = _line(node)
    if (before + len(line) + after <= WIDTH and not _is_broken(node)) or not _parts(node):
        return line
    if isinstance(node, CallCode) and (hugged := _hugged(node, before, depth, after)):
        return hugged
    opening, members, closing = _open(node)
    pad = INDENT * (depth + 1)
    lines = [
        pad + name + expression(value, before=len(pad + name), depth=depth + 1, after=1) + ","
        for name, value in members
    ]
    return "\n".join([opening, *lines, INDENT * depth + closing])


def _hugged(call: CallCode, before: int, depth: int, after: int) -> str:
    """Return ``call("first", {`` with the members of a last object below; '' if several arguments are objects."""
    *others, last = call.arguments
    if not isinstance(last, Mapping) or any(isinstance(one, Mapping) for one in others):
        return ""
    start = f"{call.function}(" + "".join(f"{_line(one)}, " for one in others)
    return start + expression(last, before=before + len(start), depth=depth, after=after + 1) + ")"


def statement(start: str, node: Node, depth: int = 0) -> str:
    """Return ``start node;``, such as ``const orders = new ...``; with a line end."""
    begin = INDENT * depth + start
    return begin + expression(node, before=len(begin), depth=depth, after=1) + ";\n"


def _line(node: Node) -> str:
    match node:
        case NameCode(code):
            return code
        case CallCode(function):
            return f"{function}({_joined(_open(node)[1])})"
        case Mapping():
            return "{ " + _joined(_open(node)[1]) + " }" if node else "{}"
        case str():
            return typescript_literal(node)
        case Sequence():
            return "[" + _joined(_open(node)[1]) + "]"
    return typescript_literal(node)


def _joined(members: Iterable[tuple[str, Node]]) -> str:
    return ", ".join(name + _line(value) for name, value in members)


def _is_broken(node: Node) -> bool:
    """Does it hold a list of several objects? Prettier puts each of them on a separate line."""
    if isinstance(node, str) or not isinstance(node, CallCode | Mapping | Sequence):
        return False
    members = [one for _, one in _open(node)[1]]
    if isinstance(node, Sequence) and len(members) > 1 and all(isinstance(one, Mapping) and one for one in members):
        return True
    return any(_is_broken(one) for one in members)


def _parts(node: Node) -> bool:
    """Does it have members that could be on separate lines?"""
    return not isinstance(node, str) and isinstance(node, CallCode | Mapping | Sequence) and bool(_open(node)[1])


def _open(node: Node) -> tuple[str, list[tuple[str, Node]], str]:
    """Return how it begins, its members with what precedes each, and how it ends."""
    match node:
        case CallCode(function, arguments):
            return f"{function}(", [("", one) for one in arguments], ")"
        case Mapping():
            return "{", [(f"{typescript_key(name)}: ", one) for name, one in node.items()], "}"
        case Sequence() if not isinstance(node, str):
            return "[", [("", one) for one in node], "]"
    return "", [], ""
