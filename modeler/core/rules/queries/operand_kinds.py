"""Types of the operands of a pattern's expressions, where the design determines them: declarations and samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.errors import Invalid
from modeler.core.expressions.names import Step, resolved
from modeler.core.expressions.nodes import NO_NAMES, Function, Literal, Operand, Path, Placeholder
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import from_plain

_PLAIN: Final = {str: AttributeType.S, int: AttributeType.N, float: AttributeType.N, bool: AttributeType.BOOL}
_HOLDING: Final[Mapping[type, str]] = {str: "M", int: "L"}
"""The type that has what a step of a path names: a key, or a place."""


class Kinds:
    """The type of each operand of one call, or of one condition of an overload; '' where the design leaves it open."""

    def __init__(
        self,
        entities: tuple[Entity, ...],
        names: Mapping[str, str] = NO_NAMES,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        self.entities = entities
        self.names = names
        self._values = values or {}

    def of(self, operand: Operand) -> str:
        """Return the type of an operand; '' if it is not known."""
        match operand:
            case Path():
                return self._of_path(operand)
            case Function("size", _):
                return "N"
            case Function("list_append", _):
                return "L"
            case Function("if_not_exists", (path, other)):
                kinds = {self.of(path), self.of(other)}
                return kinds.pop() if len(kinds) == 1 else ""
        value = self.value(operand)
        return str(value.type) if value is not None else ""

    def value(self, operand: Operand) -> AttributeValue | None:
        """Return a constant, written as it is or given as a value; None for a parameter, and for NULL."""
        if isinstance(operand, Literal):
            return operand.value
        raw = self._values.get(operand.text) if isinstance(operand, Placeholder) else None
        # A text with braces is a parameter.
        if raw is None or (isinstance(raw, str) and "{" in raw):
            return None
        try:
            made = from_plain(raw, _PLAIN.get(type(raw), AttributeType.NULL))
        except Invalid:
            return None
        return made if made.type is not AttributeType.NULL else None

    def _of_path(self, path: Path) -> str:
        name, *inner = resolved(path, self.names)
        if not inner:
            return self.attribute(str(name))
        kinds = {str(one.type) for item in self._samples(str(name)) for one in _inside(item, inner)}
        return kinds.pop() if len(kinds) == 1 else ""

    def attribute(self, name: str) -> str:
        """Return the type that every entity declares, and that its samples have; '' for several."""
        kinds = {str(one.type) if one is not None else "" for one in self.declared(name)}
        kinds |= {str(value.type) for value in self._samples(name)}
        return kinds.pop() if len(kinds) == 1 else ""

    def declared(self, name: str) -> tuple[Attribute | None, ...]:
        """The attribute of each entity, None where an entity does not declare it."""
        return tuple(entity.attribute(name) for entity in self.entities)

    def _samples(self, name: str) -> Iterator[AttributeValue]:
        for entity in self.entities:
            yield from (item.values[name] for item in entity.items if name in item.values)

    def outside(self, path: Path) -> str:
        """Return why nothing is at a path: the attribute is of a type that holds no such part; '' if it can be."""
        name, *inner = resolved(path, self.names)
        kind = self.attribute(str(name))
        if not inner or not kind or kind == _HOLDING[type(inner[0])]:
            return ""
        return f"{name} is of type {kind}, so {_text((name, *inner))} never exists"

    def named(self, operand: Operand) -> str:
        """Return a path, or the size of one, with the names of its attributes; '' for another operand."""
        match operand:
            case Path():
                return _text(resolved(operand, self.names))
            case Function("size", (Path() as path,)):
                return f"size({self.named(path)})"
        return ""


def _text(steps: Sequence[Step]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def _inside(value: AttributeValue, steps: Sequence[Step]) -> Iterator[AttributeValue]:
    """The value at the end of a path below a value, if there is one."""
    for step in steps:
        if value.type == "M" and isinstance(step, str) and step in dict(value.data):
            value = dict(value.data)[step]
        elif value.type == "L" and isinstance(step, int) and step < len(value.data):
            value = value.data[step]
        else:
            return
    yield value
