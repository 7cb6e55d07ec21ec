"""Expressions that treat an attribute as a type that it does not have. facts/expressions#conditions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import resolved
from modeler.core.expressions.nodes import (
    Add,
    Arithmetic,
    Between,
    Comparison,
    Delete,
    Function,
    In,
    Literal,
    Node,
    Operand,
    Path,
    Placeholder,
    children,
)
from modeler.core.expressions.parse import parse_condition, parse_update
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType
from modeler.core.values.json_values import from_plain

_PLAIN: Final = {str: AttributeType.S, int: AttributeType.N, float: AttributeType.N, bool: AttributeType.BOOL}
_SETS: Final = frozenset({"SS", "NS", "BS"})
_HELD: Final = {"SS": "S", "NS": "N", "BS": "B", "S": "S", "B": "B"}
"""What `contains` looks for in a type; a list can contain anything."""


@rule(
    "expr.operand_type",
    ERROR,
    Scope.PATTERN,
    title="Expression treats an attribute as another type",
    why="Values of different types are never equal or ordered, and an update of the wrong type is rejected",
    fix="Use a value of the attribute's type, or correct the type of the attribute",
    sources="facts/expressions#conditions, facts/expressions#updates",
)
def operand_type(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    kinds = _Kinds(context, call)
    texts = {"filter": pattern.filter, "if": pattern.if_, "condition": pattern.condition, "update": pattern.update}
    for field, text in texts.items():
        if not text.strip():
            continue
        try:
            parsed: Node = parse_update(text) if field == "update" else parse_condition(text)
            found = next(_confused(kinds, parsed), "")
        except ExpressionInvalid:
            continue
        if found:
            yield Spot(f"{call.label}: {found}", f"{call.path}.{field}", call.top.id, field)


class _Kinds:
    """Types of attributes and values, where the design determines them."""

    def __init__(self, context: RuleContext, call: Call) -> None:
        self.entities = context.design.entities_of(call.pattern)
        self.pattern = call.pattern

    def of(self, operand: Operand) -> str:
        """Return the type of an operand; '' if it is not known."""
        match operand:
            case Literal(value):
                return str(value.type)
            case Placeholder(text):
                return self._given(text)
            case Path():
                steps = resolved(operand, self.pattern.names)
                return self.attribute(str(steps[0])) if len(steps) == 1 else ""
            case Function("size", _):
                return "N"
        return ""

    def attribute(self, name: str) -> str:
        """Return the type that every entity of the pattern declares, and that its samples have; '' for several."""
        declared = [entity.attribute(name) for entity in self.entities]
        kinds = {str(one.type) if one is not None else "" for one in declared}
        for entity in self.entities:
            kinds |= {str(item.values[name].type) for item in entity.items if name in item.values}
        return kinds.pop() if len(kinds) == 1 else ""

    def _given(self, text: str) -> str:
        raw = self.pattern.values.get(text)
        # A text with braces is a parameter.
        if raw is None or (isinstance(raw, str) and "{" in raw):
            return ""
        try:
            made = from_plain(raw, _PLAIN.get(type(raw), AttributeType.NULL))
        except Invalid:
            return ""
        return str(made.type) if made.type is not AttributeType.NULL else ""

    def named(self, path: Path) -> str:
        return ".".join(str(one) for one in resolved(path, self.pattern.names))


def _confused(kinds: _Kinds, node: Node) -> Iterator[str]:
    """Yield what an expression confuses, outer before inner."""
    match node:
        case Comparison(operator, left, right) if operator != "<>":
            yield from _unlike(kinds, left, right)
        case Between(operand, lower, upper):
            yield from _unlike(kinds, operand, lower)
            yield from _unlike(kinds, operand, upper)
        case In(operand, choices):
            for one in choices:
                yield from _unlike(kinds, operand, one)
        case Function("begins_with", (Path() as path, _)) if kinds.of(path) not in ("", "S", "B"):
            yield f"{kinds.named(path)} is of type {kinds.of(path)}, and begins_with compares text"
        case Function("contains", (Path() as path, operand)):
            yield from _not_contained(kinds, path, operand)
        case Add(path, value) | Delete(path, value):
            yield from _not_changed(kinds, node, path, value)
        case Arithmetic(operator, left, right):
            for one in (left, right):
                if kinds.of(one) not in ("", "N"):
                    shown = kinds.named(one) if isinstance(one, Path) else "a value"
                    yield f"{shown} is of type {kinds.of(one)}, and {operator} needs numbers"
    for inner in children(node):
        yield from _confused(kinds, inner)


def _unlike(kinds: _Kinds, left: Operand, right: Operand) -> Iterator[str]:
    path = next((one for one in (left, right) if isinstance(one, Path)), None)
    one, other = kinds.of(left), kinds.of(right)
    if path is not None and one and other and one != other:
        own, compared = (one, other) if path is left else (other, one)
        yield f"{kinds.named(path)} is of type {own}, and is compared with {compared}, so it never matches"


def _not_contained(kinds: _Kinds, path: Path, operand: Operand) -> Iterator[str]:
    own, wanted = kinds.of(path), kinds.of(operand)
    if own and own not in _HELD and own != "L":
        yield f"{kinds.named(path)} is of type {own}, which contains nothing"
    elif own in _HELD and wanted and wanted != _HELD[own]:
        yield f"{kinds.named(path)} is of type {own}, and never contains {wanted}"


def _not_changed(kinds: _Kinds, node: Add | Delete, path: Path, value: Operand) -> Iterator[str]:
    own, given = kinds.of(path), kinds.of(value)
    fit = _SETS if isinstance(node, Delete) else _SETS | {"N"}
    word = "DELETE" if isinstance(node, Delete) else "ADD"
    if own and own not in fit:
        yield f"{kinds.named(path)} is of type {own}, and {word} is rejected"
    elif own and given and own != given:
        yield f"{kinds.named(path)} is of type {own}, and {word} of {given} is rejected"


RULES = (operand_type,)
