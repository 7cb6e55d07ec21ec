"""The expressions of one request: DynamoDB's syntax, aliases where needed, and no unused placeholder.

The expressions of a request share their names and values, so they are built one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.provisioning.wire import to_client
from modeler.core.design.patterns import KeyCondition
from modeler.core.design.tables import Index, KeyAttribute
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import bind_key, describe
from modeler.core.evaluator.fan_out import KeyRequest
from modeler.core.expressions.nodes import And, Between, Comparison, Condition, Function, Literal, Name, Node, Path
from modeler.core.expressions.nodes import Projection as Paths
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_PLACEHOLDER: Final = re.compile(r"[#:][A-Za-z0-9_]+")
_SIGNS: Final = ("=", "<", "<=", ">", ">=")


class NotExpressible(Invalid):
    """No request can express the pattern: a parameter is missing, or the call has no member for it."""

    code = "request.not_expressible"


class RequestExpressions:
    """Collects the expressions of one request. `names` and `values` are what the pattern itself can refer to."""

    def __init__(self, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> None:
        self._names = dict(names)
        self._values = dict(values)
        self._texts: dict[str, str] = {}

    def add(self, field: str, node: Node | Paths | None) -> None:
        """Add a node as the expression of that name; nothing for None or an empty projection."""
        if node is None or node == ():
            return
        made = to_dynamodb(node, names=self._names, values=self._values)
        self._names, self._values = dict(made.names), dict(made.values)
        self._texts[field] = made.text

    def add_text(self, field: str, text: str) -> None:
        """Add an expression that is already text; nothing for an empty one."""
        if text.strip():
            self._texts[field] = text

    def know(self, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> None:
        """Claim placeholders that a text uses. Raises NotExpressible if one already has a different meaning."""
        for alias, name in names.items():
            if self._names.setdefault(alias, name) != name:
                raise NotExpressible(f"{alias} is used for both {self._names[alias]} and {name}")
        for marker, value in values.items():
            if self._values.setdefault(marker, value) != value:
                raise NotExpressible(f"{marker} is used for two values; rename the parameter")

    def arguments(self) -> dict[str, Any]:
        """Return the expressions with the names and values that they use; empty maps are left out.

        facts/expressions#syntax.
        """
        used = {placeholder for text in self._texts.values() for placeholder in placeholders(text)}
        names = {alias: name for alias, name in self._names.items() if alias in used}
        values = {marker: to_client(value) for marker, value in self._values.items() if marker in used}
        found: dict[str, Any] = dict(self._texts)
        if names:
            found["ExpressionAttributeNames"] = names
        if values:
            found["ExpressionAttributeValues"] = values
        return found


def placeholders(text: str) -> frozenset[str]:
    """Return the names and values that an expression in DynamoDB's syntax refers to."""
    return frozenset(_PLACEHOLDER.findall(text))


def key_condition(index: Index, call: KeyRequest) -> Condition | None:
    """Return the key condition of a Query, terms in the order of the key schema, as the pattern has it, even if
    DynamoDB would refuse it. Raises NotExpressible if a value is missing. facts/expressions#key-conditions.
    """
    place = {name: position for position, name in enumerate(index.key_names)}
    ordered = sorted(call.key, key=lambda condition: place.get(condition.name, len(place)))
    terms = tuple(_term(condition, bound_values(index, call, condition)) for condition in ordered)
    return And(terms) if len(terms) > 1 else next(iter(terms), None)


def bound_values(index: Index, call: KeyRequest, condition: KeyCondition) -> list[AttributeValue]:
    """Return the values that one key condition compares with. Raises NotExpressible."""
    known = next((key for key in index.keys if key.name == condition.name), None)
    element = known or KeyAttribute(condition.name, AttributeType.S)
    values: list[AttributeValue] = []
    for template in condition.templates:
        value = bind_key(element, template, call.bindings)
        if isinstance(value, Unrendered):
            raise NotExpressible(f"{condition.name}: {describe(value)}")
        values.append(value)
    if len(values) != (2 if condition.operator == "between" else 1):
        raise NotExpressible(f"{condition.name}: {condition.operator} needs a different number of values")
    return values


def _term(condition: KeyCondition, values: list[AttributeValue]) -> Condition:
    path = Path((Name(condition.name),))
    literals = [Literal(value) for value in values]
    if condition.operator == "between":
        return Between(path, *literals)
    if condition.operator in _SIGNS:
        return Comparison(condition.operator, path, literals[0])
    return Function(condition.operator, (path, literals[0]))


def request_key(index: Index, call: KeyRequest) -> dict[str, AttributeValue]:
    """Return the key that a request names, whether it fits the schema or not. Raises NotExpressible."""
    found: dict[str, AttributeValue] = {}
    for condition in call.key:
        if condition.operator != "=":
            raise NotExpressible(f"{condition.name}: a request by key needs values, not {condition.operator}")
        found[condition.name] = bound_values(index, call, condition)[0]
    return found
