"""The expressions of one request, in DynamoDB's syntax, with their names and values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from exporter.targets.access_code.pattern_plan import PatternPlan
from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    Name,
    Node,
    Path,
    Placeholder,
    Projection,
)
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.values.attribute_values import AttributeType, AttributeValue

KEY_OPERATORS: Final = frozenset({"=", "<", "<=", ">", ">=", "between", "begins_with"})
"""How a request compares a key. facts/expressions#key-conditions."""

_ANY: Final = AttributeValue(AttributeType.S, "")


class ExpressionCode:
    """Collects the expressions of one request. `constant` gives the code of a value, `resolve` that of a parameter."""

    def __init__(
        self, pattern: PatternPlan, constant: Callable[[AttributeValue], Any], resolve: Callable[[str], Any]
    ) -> None:
        self._constant, self._resolve = constant, resolve
        self._names: dict[str, str] = dict(pattern.pattern.names)
        self._known: dict[str, AttributeValue] = {f":{one.name}": _ANY for one in pattern.parameters if not one.entity}
        self._known |= pattern.values
        self._codes: dict[str, Any] = {}
        self._texts: list[str] = []

    def value(self, code: Any) -> Placeholder:
        """Return a placeholder for a value that is code."""
        number = len(self._codes) + 1
        while f":k{number}" in self._known:
            number += 1
        self._known[f":k{number}"] = _ANY
        self._codes[f":k{number}"] = code
        return Placeholder(f":k{number}")

    def add(self, node: Node | Projection) -> str:
        """The text of a node; its names and values are collected."""
        made = to_dynamodb(node, names=self._names, values=self._known)
        self._names, self._known = dict(made.names), dict(made.values)
        return self.add_text(made.text)

    def add_text(self, text: str) -> str:
        """Add a handwritten expression."""
        self._texts.append(text)
        return text

    def names(self) -> list[tuple[str, str]]:
        """Return the aliases that the texts use, with their names."""
        return [(alias, name) for alias, name in self._names.items() if self._uses(alias)]

    def values(self) -> list[tuple[str, Any]]:
        """Placeholders with the code of their values, if the texts use them."""
        return [(marker, self._code(marker, value)) for marker, value in self._known.items() if self._uses(marker)]

    def _code(self, marker: str, value: AttributeValue) -> Any:
        if marker in self._codes:
            return self._codes[marker]
        return self._constant(value) if value is not _ANY else self._resolve(marker[1:])

    def _uses(self, placeholder: str) -> bool:
        return any(_contains(text, placeholder) for text in self._texts)


def _contains(text: str, placeholder: str) -> bool:
    """Is the placeholder in the text, not only as the beginning of a longer one?"""
    at = text.find(placeholder)
    while at >= 0:
        following = text[at + len(placeholder) : at + len(placeholder) + 1]
        if not (following.isalnum() or following == "_"):
            return True
        at = text.find(placeholder, at + 1)
    return False


def key_condition(terms: Iterable[tuple[str, str, Sequence[Placeholder]]]) -> Condition:
    """The key condition of key attributes, operators and placeholders, in that order. At least one term."""
    found = [_term(Path((Name(name),)), operator, values) for name, operator, values in terms]
    return And(tuple(found)) if len(found) > 1 else found[0]


def _term(path: Path, operator: str, values: Sequence[Placeholder]) -> Condition:
    if operator == "between":
        return Between(path, values[0], values[1])
    if operator == "begins_with":
        return Function("begins_with", (path, values[0]))
    return Comparison(operator, path, values[0])
