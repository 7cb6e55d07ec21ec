"""The expressions of one request: DynamoDB's dialect, aliases where they are needed, and no placeholder unused.

The expressions of a request share their names and values, so they are made one after the other.
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
from modeler.core.evaluator.fan_out import Call
from modeler.core.expressions.nodes import And, Between, Comparison, Condition, Function, Literal, Name, Node, Path
from modeler.core.expressions.nodes import Projection as Paths
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_PLACEHOLDER: Final = re.compile(r"[#:][A-Za-z0-9_]+")
_SIGNS: Final = ("=", "<", "<=", ">", ">=")


class NotExpressible(Invalid):
    """No request says what the pattern says: a parameter is missing, or the call has no place for it."""

    code = "request.not_expressible"


class Expressions:
    """Collects the expressions of one request. `names` and `values` are what the pattern itself may speak of."""

    def __init__(self, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> None:
        self._names = dict(names)
        self._values = dict(values)
        self._texts: dict[str, str] = {}

    def add(self, field: str, node: Node | Paths | None) -> None:
        """A node, as the expression of that name; nothing for None or an empty projection."""
        if node is None or node == ():
            return
        made = to_dynamodb(node, names=self._names, values=self._values)
        self._names, self._values = dict(made.names), dict(made.values)
        self._texts[field] = made.text

    def add_text(self, field: str, text: str) -> None:
        """An expression that is written already; nothing for an empty one."""
        if text.strip():
            self._texts[field] = text

    def know(self, names: Mapping[str, str], values: Mapping[str, AttributeValue]) -> None:
        """Placeholders that a text uses. Raises NotExpressible where one means something else already."""
        for alias, name in names.items():
            if self._names.setdefault(alias, name) != name:
                raise NotExpressible(f"{alias} stands for {self._names[alias]} and for {name}")
        for marker, value in values.items():
            if self._values.setdefault(marker, value) != value:
                raise NotExpressible(f"{marker} stands for two values; give the parameter another name")

    def arguments(self) -> dict[str, Any]:
        """The expressions with what they use of names and values; empty maps are left out. facts/expressions#syntax."""
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
    """The names and values that an expression in DynamoDB's dialect speaks of."""
    return frozenset(_PLACEHOLDER.findall(text))


def key_condition(index: Index, call: Call) -> Condition | None:
    """The key condition of a Query, terms in the order of the key schema, as the pattern has it: also where DynamoDB
    would refuse it. Raises NotExpressible where a value is missing. facts/expressions#key-conditions.
    """
    place = {name: position for position, name in enumerate(index.key_names)}
    ordered = sorted(call.key, key=lambda condition: place.get(condition.name, len(place)))
    terms = tuple(_term(condition, bound_values(index, call, condition)) for condition in ordered)
    return And(terms) if len(terms) > 1 else next(iter(terms), None)


def bound_values(index: Index, call: Call, condition: KeyCondition) -> list[AttributeValue]:
    """The values that one key condition compares with. Raises NotExpressible."""
    known = next((key for key in index.keys if key.name == condition.name), None)
    element = known or KeyAttribute(condition.name, AttributeType.S)
    values: list[AttributeValue] = []
    for template in condition.templates:
        value = bind_key(element, template, call.bindings)
        if isinstance(value, Unrendered):
            raise NotExpressible(f"{condition.name}: {describe(value)}")
        values.append(value)
    if len(values) != (2 if condition.operator == "between" else 1):
        raise NotExpressible(f"{condition.name}: {condition.operator} takes another number of values")
    return values


def _term(condition: KeyCondition, values: list[AttributeValue]) -> Condition:
    path = Path((Name(condition.name),))
    literals = [Literal(value) for value in values]
    if condition.operator == "between":
        return Between(path, *literals)
    if condition.operator in _SIGNS:
        return Comparison(condition.operator, path, literals[0])
    return Function(condition.operator, (path, literals[0]))


def request_key(index: Index, call: Call) -> dict[str, AttributeValue]:
    """The key that a request names, whether it fits the schema or not. Raises NotExpressible."""
    found: dict[str, AttributeValue] = {}
    for condition in call.key:
        if condition.operator != "=":
            raise NotExpressible(f"{condition.name}: a request by key takes values, not {condition.operator}")
        found[condition.name] = bound_values(index, call, condition)[0]
    return found
