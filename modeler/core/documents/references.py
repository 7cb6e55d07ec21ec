"""Converts names in texts to ids and back, so that a rename and an edit of a template do not conflict.

In stored texts a reference to an attribute is ``@`` and its id; a name that itself begins with ``@`` gets a second one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modeler.core.design.parts import Json
from modeler.core.expressions.references import from_markers, to_markers
from modeler.core.keys.templates import KeyTemplate, Literal, Reference, parse, print_template


class Names:
    """Two-way names of the attributes that a text can refer to: `ids` by name, `names` by id."""

    __slots__ = ("ids", "names")

    def __init__(self, ids: Mapping[str, str], names: Mapping[str, str]) -> None:
        self.ids = ids
        self.names = names

    def store(self, name: str) -> str:
        """A name as it is stored."""
        identity = self.ids.get(name)
        if identity is not None:
            return f"@{identity}"
        return f"@{name}" if name.startswith("@") else name

    def show(self, stored: str) -> str:
        """A stored name as people see it. An id without a part is shown as it is."""
        if not stored.startswith("@"):
            return stored
        if stored.startswith("@@"):
            return stored[1:]
        return self.names.get(stored[1:], stored)

    def store_template(self, text: str) -> str:
        """A key template with ids; an invalid one stays as it was typed."""
        return self._over(text, self.store)

    def show_template(self, text: str) -> str:
        """A stored key template with names."""
        return self._over(text, self.show)

    def _over(self, text: str, convert: Any) -> str:
        template: KeyTemplate = parse(text)
        if not template.references:
            return text
        return print_template(
            tuple(
                part if isinstance(part, Literal) else Reference(convert(part.attribute), part.formats)
                for part in template.parts
            )
        )

    def store_condition(self, text: str) -> str:
        """A condition, filter or explicit expression with ids."""
        return to_markers(text, self.ids)

    def show_condition(self, text: str) -> str:
        """A stored condition with names."""
        return from_markers(text, self.names)

    def store_mapping(self, raw: Mapping[str, Json]) -> dict[str, Json]:
        """A mapping by attribute name as a mapping by id. JSON null in it is DynamoDB's NULL."""
        return {self.store(name): {"NULL": True} if value is None else value for name, value in raw.items()}

    def show_mapping(self, raw: Mapping[str, Json]) -> dict[str, Json]:
        """The mapping by name again."""
        return {self.show(name): value for name, value in raw.items()}

    def store_key(self, raw: Json) -> Json:
        """A key condition of a pattern: a template, or {operator: template or templates}."""
        return _over_key(raw, self.store_template)

    def show_key(self, raw: Json) -> Json:
        """The key condition with names again."""
        return _over_key(raw, self.show_template)


def _over_key(raw: Json, convert: Any) -> Json:
    if isinstance(raw, str):
        return convert(raw)
    if isinstance(raw, Mapping):
        return {operator: _over_key(operand, convert) for operator, operand in raw.items()}
    return [_over_key(operand, convert) for operand in raw] if isinstance(raw, list) else raw
