"""Conditions, filters, and sort key conditions as PynamoDB's Python expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from exporter.targets.access_code.condition_writer import ConditionWriter
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.python.values import literal
from exporter.targets.support.literals import python_literal
from modeler.core.expressions.nodes import Condition, Function, Literal, Name, Node, Operand, Path, Placeholder
from modeler.core.values.attribute_values import AttributeType

_METHODS = {"attribute_exists": "exists", "attribute_not_exists": "does_not_exist", "begins_with": "startswith",
            "contains": "contains"}  # fmt: skip
_SIGNS = {"=": "==", "<>": "!="}


def condition_code(node: Condition, variable: Callable[[str], str]) -> str:
    """A condition; `variable` gives the code of a parameter. Raises Unsupported for what the library cannot say."""
    return _PynamoCondition(variable).write(node)


class _PynamoCondition(ConditionWriter[str]):
    def __init__(self, variable: Callable[[str], str]) -> None:
        self._variable = variable

    def term(self, node: Condition) -> str:
        return f"({self.write(node)})"

    def all_of(self, terms: Sequence[str]) -> str:
        return " & ".join(terms)

    def any_of(self, terms: Sequence[str]) -> str:
        return " | ".join(terms)

    def negated(self, term: str) -> str:
        return f"~{term}"

    def comparison(self, sign: str, left: Operand, right: Operand) -> str:
        return f"{self._operand(left)} {_SIGNS.get(sign, sign)} {self._operand(right)}"

    def between(self, operand: Operand, lower: Operand, upper: Operand) -> str:
        return f"{self._path(operand)}.between({self._operand(lower)}, {self._operand(upper)})"

    def one_of(self, operand: Operand, choices: Sequence[Operand]) -> str:
        return f"{self._path(operand)}.is_in({', '.join(map(self._operand, choices))})"

    def function(self, name: str, arguments: Sequence[Operand]) -> str:
        first, *rest = arguments
        if name == "attribute_type":
            return f"{self._path(first)}.is_type({_type(rest[0])})"
        if name == "begins_with":
            return f"{self._path(first)}.startswith({self._text(rest[0])})"
        given = ", ".join(map(self._operand, rest))
        return f"{self._path(first)}.{_METHODS[name]}({given})"

    def _text(self, node: Node) -> str:
        """The text that a value begins with: the library takes it as it is."""
        match node:
            case Literal(value) if value.type is AttributeType.S:
                return literal(value)
            case Placeholder(text):
                return self._variable(text[1:])
        raise Unsupported("PynamoDB requires the beginning of an attribute as a text")

    def _path(self, node: Node) -> str:
        if isinstance(node, Path) or (isinstance(node, Function) and node.name == "size"):
            return self._operand(node)
        raise Unsupported("PynamoDB's conditions must begin with an attribute")

    def _operand(self, node: Node) -> str:
        match node:
            case Path((Name(first), *rest)):
                steps = "".join(f"[{python_literal(one.text if isinstance(one, Name) else one)}]" for one in rest
                                if not isinstance(one, Placeholder))  # fmt: skip
                return f"Path([{python_literal(first)}]){steps}"
            case Literal(value):
                return f"Value(wire({literal(value)}))"
            case Placeholder(text):
                return f"Value(wire({self._variable(text[1:])}))"
            case Function("size", (argument,)):
                return f"size({self._operand(argument)})"
        raise Unsupported("PynamoDB cannot express this operand")


def _type(node: Node) -> str:
    if isinstance(node, Literal):
        return literal(node.value)
    raise Unsupported("PynamoDB requires the type of attribute_type as a text")
