"""The condition of a sparse key as a Python expression over the functions of runtime/conditions.py."""

from __future__ import annotations

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
)

_FUNCTIONS = {
    "attribute_exists": "conditions.exists",
    "begins_with": "conditions.begins",
    "contains": "conditions.contains",
}


def python_condition(node: Condition, values: str = "values") -> str:
    """A condition with literals as a Python expression of the mapping that is called `values`."""
    match node:
        case And(terms):
            return " and ".join(_inside(term, values) for term in terms)
        case Or(terms):
            return " or ".join(_inside(term, values) for term in terms)
        case Not(term):
            return f"not {_inside(term, values)}"
        case Comparison("=", left, right):
            return f"conditions.equal({_operand(left, values)}, {_operand(right, values)})"
        case Comparison("<>", left, right):
            return f"conditions.differs({_operand(left, values)}, {_operand(right, values)})"
        case Comparison(sign, left, right):
            return f'conditions.compares({_operand(left, values)}, "{sign}", {_operand(right, values)})'
        case Between(operand, lower, upper):
            bounds = And((Comparison(">=", operand, lower), Comparison("<=", operand, upper)))
            return f"({python_condition(bounds, values)})"
        case In(operand, choices):
            return f"({python_condition(Or(tuple(Comparison('=', operand, one) for one in choices)), values)})"
        case Function():
            return _function(node, values)
    raise TypeError(f"{type(node).__name__} is no condition")


def _inside(node: Condition, values: str) -> str:
    text = python_condition(node, values)
    return f"({text})" if isinstance(node, And | Or) else text


def _function(node: Function, values: str) -> str:
    arguments = [_operand(argument, values) for argument in node.arguments]
    if node.name == "attribute_not_exists":
        return f"not conditions.exists({arguments[0]})"
    if node.name == "attribute_type":
        return f"conditions.kind({arguments[0]}) == {arguments[1]}"
    return f"{_FUNCTIONS[node.name]}({', '.join(arguments)})"


def _operand(node: Node, values: str) -> str:
    match node:
        case Literal(value):
            return literal(value)
        case Path(parts):
            steps = [python_literal(part.text if isinstance(part, Name) else part) for part in parts]
            return f"conditions.at({values}, {', '.join(steps)})"
        case Function("size", (argument,)):
            return f"conditions.size({_operand(argument, values)})"
    # A sparse condition has no parameters; a placeholder in one stands for nothing that an item could hold.
    return "conditions.ABSENT"
