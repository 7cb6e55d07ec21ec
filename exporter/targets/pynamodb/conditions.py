"""Conditions, filters and sort key conditions as PynamoDB's expressions of Python."""

from __future__ import annotations

from collections.abc import Callable

from exporter.targets.python.members import Unwritable
from exporter.targets.python.values import literal
from exporter.targets.support.literals import python_literal
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Name,
    Node,
    Not,
    Or,
    Path,
    Placeholder,
)

_METHODS = {"attribute_exists": "exists", "attribute_not_exists": "does_not_exist", "begins_with": "startswith",
            "contains": "contains", "attribute_type": "is_type"}  # fmt: skip


def condition_code(node: Condition, variable: Callable[[str], str]) -> str:
    """A condition; `variable` gives the code of a parameter. Raises Unwritable for what the library cannot say."""
    match node:
        case And(terms):
            return " & ".join(f"({condition_code(term, variable)})" for term in terms)
        case Or(terms):
            return " | ".join(f"({condition_code(term, variable)})" for term in terms)
        case Not(term):
            return f"~({condition_code(term, variable)})"
        case Comparison(sign, left, right):
            signs = {"=": "==", "<>": "!="}
            return f"{_operand(left, variable)} {signs.get(sign, sign)} {_operand(right, variable)}"
        case Between(operand, lower, upper):
            return f"{_path(operand, variable)}.between({_operand(lower, variable)}, {_operand(upper, variable)})"
        case In(operand, choices):
            given = ", ".join(_operand(choice, variable) for choice in choices)
            return f"{_path(operand, variable)}.is_in({given})"
        case Function(name, (first, *rest)) if name in _METHODS:
            if name == "attribute_type":
                return f"{_path(first, variable)}.is_type({_type(rest[0])})"
            given = ", ".join(_operand(one, variable) for one in rest)
            return f"{_path(first, variable)}.{_METHODS[name]}({given})"
    raise Unwritable("PynamoDB has no word for this condition")


def _type(node: Node) -> str:
    if isinstance(node, Literal):
        return literal(node.value)
    raise Unwritable("PynamoDB takes the type of attribute_type as a text")


def _path(node: Node, variable: Callable[[str], str]) -> str:
    if isinstance(node, Path) or (isinstance(node, Function) and node.name == "size"):
        return _operand(node, variable)
    raise Unwritable("PynamoDB's conditions begin with an attribute")


def _operand(node: Node, variable: Callable[[str], str]) -> str:
    match node:
        case Path((Name(first), *rest)):
            steps = "".join(f"[{python_literal(one.text if isinstance(one, Name) else one)}]" for one in rest
                            if not isinstance(one, Placeholder))  # fmt: skip
            return f"Path([{python_literal(first)}]){steps}"
        case Literal(value):
            return f"Value(wire({literal(value)}))"
        case Placeholder(text):
            return f"Value(wire({variable(text[1:])}))"
        case Function("size", (argument,)):
            return f"size({_operand(argument, variable)})"
    raise Unwritable("PynamoDB has no word for this operand")
