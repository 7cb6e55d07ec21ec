"""What conditions and updates confuse: operands of different types, and paths into attributes that hold no parts.

facts/expressions#conditions, facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.expressions.nodes import (
    Add,
    Arithmetic,
    Between,
    Comparison,
    Delete,
    Function,
    In,
    Node,
    Operand,
    Path,
    Set,
    children,
)
from modeler.core.rules.queries.operand_kinds import Kinds
from modeler.core.values.attribute_values import AttributeType

_SETS: Final = frozenset({"SS", "NS", "BS"})
_TYPES: Final = frozenset(map(str, AttributeType))
_SIZELESS: Final = frozenset({"N", "BOOL"})
_HELD: Final = {"SS": "S", "NS": "N", "BS": "B", "S": "S", "B": "B"}
"""What `contains` looks for in a type; a list can contain anything."""


def confusions(kinds: Kinds, node: Node) -> Iterator[str]:
    """Yield what an expression confuses, outer before inner. Raises ExpressionInvalid for an undefined `#name`."""
    match node:
        case Path():
            yield from filter(None, (kinds.outside(node),))
        case Comparison(operator, left, right) if operator != "<>":
            yield from _unlike(kinds, left, right)
        case Between(operand, lower, upper):
            yield from _unlike(kinds, operand, lower)
            yield from _unlike(kinds, operand, upper)
        case In(operand, choices):
            for one in choices:
                yield from _unlike(kinds, operand, one)
        case Function(name, (Path() as path, *others)):
            yield from _of_call(kinds, name, path, others)
        case Set(path, value):
            yield from _not_stored(kinds, path, value)
        case Add(path, value) | Delete(path, value):
            yield from _not_changed(kinds, node, path, value)
        case Arithmetic(operator, left, right):
            for one in (left, right):
                yield from _not_a_number(kinds, operator, one)
    for inner in children(node):
        yield from confusions(kinds, inner)


def _unlike(kinds: Kinds, left: Operand, right: Operand) -> Iterator[str]:
    named = next((one for one in (left, right) if kinds.named(one)), None)
    one, other = kinds.of(left), kinds.of(right)
    if named is not None and one and other and one != other:
        own, compared = (one, other) if named is left else (other, one)
        yield f"{kinds.named(named)} is of type {own}, and is compared with {compared}, so it never matches"


def _of_call(kinds: Kinds, name: str, path: Path, others: list[Operand]) -> Iterator[str]:
    own, shown = kinds.of(path), kinds.named(path)
    match name, others:
        case "begins_with", _ if own not in ("", "S", "B"):
            yield f"{shown} is of type {own}, and begins_with compares text"
        case "size", _ if own in _SIZELESS:
            yield f"{shown} is of type {own}, which has no size"
        case "contains", (operand,):
            yield from _not_contained(kinds, path, operand)
        case "attribute_type", (operand,):
            asked = kinds.value(operand)
            if own and asked is not None and asked.type == "S" and asked.data in _TYPES - {own}:
                yield f"{shown} is of type {own}, so attribute_type({shown}, {asked.data}) never holds"
        case "list_append", _:
            for one in (path, *others):
                if isinstance(one, Path) and kinds.of(one) not in ("", "L"):
                    yield f"{kinds.named(one)} is of type {kinds.of(one)}, and list_append needs lists"


def _not_contained(kinds: Kinds, path: Path, operand: Operand) -> Iterator[str]:
    own, wanted = kinds.of(path), kinds.of(operand)
    if own and own not in _HELD and own != "L":
        yield f"{kinds.named(path)} is of type {own}, which contains nothing"
    elif own in _HELD and wanted and wanted != _HELD[own]:
        yield f"{kinds.named(path)} is of type {own}, and never contains {wanted}"


def _not_stored(kinds: Kinds, path: Path, value: Operand) -> Iterator[str]:
    """A value of another type, whole or as one of the two that if_not_exists chooses from."""
    own = kinds.of(path)
    match value:
        case Function("if_not_exists", (Path() as stored, other)):
            given = [one for one in (stored, other) if one != path]
        case _:
            given = [value]
    for one in given:
        kind = kinds.of(one)
        if own and kind and own != kind:
            yield f"{kinds.named(path)} is of type {own}, and is set to {kind}"


def _not_changed(kinds: Kinds, node: Add | Delete, path: Path, value: Operand) -> Iterator[str]:
    own, given = kinds.of(path), kinds.of(value)
    fit = _SETS if isinstance(node, Delete) else _SETS | {"N"}
    word = "DELETE" if isinstance(node, Delete) else "ADD"
    if own and own not in fit:
        yield f"{kinds.named(path)} is of type {own}, and {word} is rejected"
    elif own and given and own != given:
        yield f"{kinds.named(path)} is of type {own}, and {word} of {given} is rejected"


def _not_a_number(kinds: Kinds, operator: str, operand: Operand) -> Iterator[str]:
    """An operand of + or -; if_not_exists is one with both of its values."""
    match operand:
        case Function("if_not_exists", (stored, other)):
            parts: tuple[Operand, ...] = (stored, other)
        case _:
            parts = (operand,)
    for one in parts:
        if kinds.of(one) not in ("", "N"):
            yield f"{kinds.named(one) or 'A value'} is of type {kinds.of(one)}, and {operator} needs numbers"
