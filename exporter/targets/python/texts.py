"""The expressions of one request as code: DynamoDB's texts, and for each placeholder the expression that fills it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final

from exporter.targets.python.code import Code
from exporter.targets.python.values import literal, native
from exporter.targets.support.literals import python_literal
from modeler.core.design.patterns import AccessPattern
from modeler.core.evaluator.bindings import typed
from modeler.core.expressions.nodes import Node, Placeholder, Projection, walk
from modeler.core.expressions.printing import to_dynamodb
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_PLACEHOLDER: Final = re.compile(r"[#:][A-Za-z0-9_]+")
_UNKNOWN: Final = AttributeValue(AttributeType.NULL, True)


class Texts:
    """Collects the expressions of one request of a pattern. `variable` gives the code of a parameter."""

    def __init__(self, pattern: AccessPattern, variable: Callable[[str], str]) -> None:
        self._names = dict(pattern.names)
        self._variable = variable
        self._code = {
            marker if marker.startswith(":") else f":{marker}": python_literal(native(typed(raw, None)))
            for marker, raw in pattern.values.items()
        }
        self._texts: dict[str, str] = {}
        self._reserved = {
            *self._code,
            *(f":{name}" for name in pattern.parameters),
            *_PLACEHOLDER.findall(f"{pattern.update} {pattern.condition} {pattern.filter} {pattern.if_}"),
        }

    def marker(self, wanted: str, code: str) -> Placeholder:
        """Return a placeholder for the value of a Python expression."""
        text = next(text for text in map(f":{wanted}{{}}".format, count(1)) if text not in self._reserved)
        self._reserved.add(text)
        self._code[text] = code
        return Placeholder(text)

    def add(self, field: str, node: Node | Projection | None) -> None:
        """Add a node as the expression of that name; nothing for None or an empty projection."""
        if node is not None and node != ():
            self._texts[field] = self.text(node)

    def text(self, node: Node | Projection) -> str:
        """Return the text of a node, and record the placeholders that it needs."""
        for part in walk(node):
            if isinstance(part, Placeholder) and part.text.startswith(":"):
                self._know(part.text)
        known = dict.fromkeys(self._code.keys() | self._reserved_values(), _UNKNOWN)
        made = to_dynamodb(node, names=self._names, values=known)
        self._names = dict(made.names)
        for marker, value in made.values.items():
            if marker not in known:
                self._code[marker] = literal(value)
        return made.text

    def add_text(self, field: str, text: str) -> None:
        """Add an expression that is already text; nothing for an empty one."""
        if text.strip():
            for marker in _PLACEHOLDER.findall(text):
                if marker.startswith(":"):
                    self._know(marker)
            self._texts[field] = text

    def request(self) -> dict[str, Code]:
        """Return the expressions with the names and values that they use; empty maps are left out.

        facts/expressions#syntax.
        """
        used = [one for text in self._texts.values() for one in _PLACEHOLDER.findall(text)]
        found: dict[str, Code] = {field: python_literal(text) for field, text in self._texts.items()}
        return {**found, **self.placeholders(used)}

    def placeholders(self, used: list[str]) -> dict[str, Code]:
        """Return the meaning of these placeholders, in the form of a request."""
        names: Mapping[str, str] = {one: python_literal(self._names[one]) for one in used if one in self._names}
        values: Mapping[str, str] = {one: self._code[one] for one in used if one in self._code}
        found: dict[str, Code] = {}
        if names:
            found["ExpressionAttributeNames"] = names
        if values:
            found["ExpressionAttributeValues"] = values
        return found

    def _know(self, marker: str) -> None:
        if marker not in self._code:
            self._code[marker] = self._variable(marker[1:])

    def _reserved_values(self) -> set[str]:
        return {one for one in self._reserved if one.startswith(":")}
