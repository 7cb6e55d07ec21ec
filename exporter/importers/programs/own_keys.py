"""Keys and conditions in the code that we export, back as templates and conditions.

The inverse of exporter/targets/python/templates.py and exporter/targets/python/conditions.py; None for code of another
form, which somebody wrote. Law: tests/exporter/importers/libraries/test_own_pynamodb.py.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Name,
    Not,
    Operand,
    Or,
    Path,
)
from modeler.core.expressions.printing import print_node
from modeler.core.keys.key_formats import FORMATS, FormatCall
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string

_CALLS: Final = {"digest": "hash"}
_FUNCTIONS: Final = {"exists": "attribute_exists", "begins": "begins_with", "contains": "contains"}
_SIGNS: Final = {"equal": "=", "differs": "<>"}


def template_of(node: ast.expr) -> str | None:
    """Return the key template that an expression of the attributes `values` writes."""
    parts = _parts(node)
    return None if parts is None else print_template(parts)


def _parts(node: ast.expr) -> tuple[LiteralText | Reference, ...] | None:
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _parts(left), _parts(right)
            return None if first is None or second is None else (*first, *second)
        case ast.Constant(value=str(text)):
            return (LiteralText(text),) if text else ()
    found = _reference(node)
    return None if found is None else (found,)


def _reference(node: ast.expr) -> Reference | None:
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="values"), attr="get"), args=[ast.Constant(value=str(name))]
        ):
            return Reference(name)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="keys"), attr=name), args=[held, *rest]):
            return _through(name, held, rest)
        case ast.Call(func=ast.Attribute(value=held, attr="lower" | "upper" as name), args=[]):
            return _with(held, FormatCall(name))
        case ast.Subscript(value=held, slice=ast.Slice(lower=None, upper=ast.Constant(value=int(count)), step=None)):
            return _with(held, FormatCall("first", count))
    return None


def _through(name: str, held: ast.expr, rest: Sequence[ast.expr]) -> Reference | None:
    """Return what a function of our runtime's module of keys makes."""
    if name in {"text", "number", "data"}:
        return _reference(held) if not rest else None
    argument = rest[0].value if rest and isinstance(rest[0], ast.Constant) else None
    if name == "joined":
        return _with(held, FormatCall("join", argument)) if isinstance(argument, str) else None
    known = FORMATS.get(_CALLS.get(name, name))
    if known is None:
        return None
    return _with(held, FormatCall(known.name, argument if isinstance(argument, int) else None))


def _with(held: ast.expr, call: FormatCall) -> Reference | None:
    found = _reference(held)
    return None if found is None else Reference(found.attribute, (*found.formats, call))


def condition_of(node: ast.expr) -> str | None:
    """Return the condition, with literals, that an expression of the attributes `values` decides."""
    found = _condition(node)
    return None if found is None else print_node(found)


def _condition(node: ast.expr) -> Condition | None:
    match node:
        case ast.BoolOp(op=kind, values=values):
            terms = tuple(one for one in map(_condition, values) if one is not None)
            if len(terms) < len(values):
                return None
            return _range(terms) if isinstance(kind, ast.And) else _choices(terms)
        case ast.UnaryOp(op=ast.Not(), operand=held):
            term = _condition(held)
            if isinstance(term, Function) and term.name == "attribute_exists":
                return Function("attribute_not_exists", term.arguments)
            return None if term is None else Not(term)
        case ast.Compare(left=ast.Call(func=ast.Attribute(attr="kind"), args=[held]), ops=[ast.Eq()],
                         comparators=[said]):  # fmt: skip
            return _function("attribute_type", [held, said])
        case ast.Call(func=ast.Attribute(value=ast.Name(id="conditions"), attr=name), args=given):
            return _called(name, given)
    return None


def _called(name: str, given: Sequence[ast.expr]) -> Condition | None:
    match name, given:
        case "equal" | "differs", [left, right]:
            return _comparison(_SIGNS[name], left, right)
        case "compares", [left, ast.Constant(value=str(sign)), right]:
            return _comparison(sign, left, right)
        case "exists" | "begins" | "contains", [*operands]:
            return _function(_FUNCTIONS[name], operands)
    return None


def _comparison(sign: str, left: ast.expr, right: ast.expr) -> Comparison | None:
    first, second = _operand(left), _operand(right)
    return None if first is None or second is None else Comparison(sign, first, second)


def _function(name: str, given: Sequence[ast.expr]) -> Function | None:
    operands = tuple(one for one in map(_operand, given) if one is not None)
    return Function(name, operands) if len(operands) == len(given) else None


def _range(terms: tuple[Condition, ...]) -> Condition:
    """Return BETWEEN for two bounds of one operand, which it is short for."""
    match terms:
        case (Comparison(">=", left, low), Comparison("<=", right, high)) if left == right:
            return Between(left, low, high)
    return And(terms)


def _choices(terms: tuple[Condition, ...]) -> Condition:
    """Return IN for equality with several values of one operand, which it is short for."""
    equal = [one for one in terms if isinstance(one, Comparison) and one.operator == "="]
    if len(equal) == len(terms) and len({one.left for one in equal}) == 1:
        return In(equal[0].left, tuple(one.right for one in equal))
    return Or(terms)


def _operand(node: ast.expr) -> Operand | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="conditions"), attr="at"),
                      args=[ast.Name(id="values"), *steps]):  # fmt: skip
            return _path(steps)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="conditions"), attr="size"), args=[held]):
            inner = _operand(held)
            return None if inner is None else Function("size", (inner,))
    value = _value(node)
    return None if value is None else Literal(value)


def _path(steps: Sequence[ast.expr]) -> Path | None:
    values = [one.value for one in steps if isinstance(one, ast.Constant)]
    parts = tuple(Name(one) if isinstance(one, str) else one for one in values if isinstance(one, str | int))
    return Path(parts) if parts and len(parts) == len(steps) else None


def _value(node: ast.expr) -> AttributeValue | None:
    match node:
        case ast.Constant(value=bool(flag)):
            return AttributeValue(AttributeType.BOOL, flag)
        case ast.Constant(value=str(text)):
            return string(text)
        case ast.Constant(value=int(count)):
            return number(count)
        case ast.Constant(value=None):
            return AttributeValue(AttributeType.NULL, True)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(count))):
            return number(-count)
        case ast.Call(func=ast.Name(id="Decimal"), args=[ast.Constant(value=str(digits))]):
            return number(Decimal(digits))
    return None


def strings(node: Any) -> tuple[str, ...]:
    """Return the texts of a list, tuple, or set, also of one inside a call as ``frozenset(["id"])``."""
    held = node.args[0] if isinstance(node, ast.Call) and node.args else node
    values = [one.value for one in getattr(held, "elts", ()) if isinstance(one, ast.Constant)]
    return tuple(one for one in values if isinstance(one, str))
