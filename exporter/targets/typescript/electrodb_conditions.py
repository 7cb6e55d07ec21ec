"""Conditions and filters as ElectroDB's operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from exporter.targets.access_code.condition_writer import ConditionWriter, turned
from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.typescript.library_project import resolve_parameter
from exporter.targets.typescript.nodes import constant, member, write
from modeler.core.expressions.nodes import Condition, Literal, Name, Node, Operand, Path, Placeholder
from modeler.core.values.attribute_values import AttributeType

_SIGNS: Final = {"=": "eq", "<>": "ne", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
_CALLS: Final = {
    "attribute_exists": "exists",
    "attribute_not_exists": "notExists",
    "begins_with": "begins",
    "contains": "contains",
}


def where(pattern: PatternPlan, entity: EntityPlan, node: Condition) -> str:
    """``.where((attr, op) => ...)``. Raises Unsupported."""
    return f".where((attr, op) => {_ElectroCondition(pattern, entity).write(node)})"


class _ElectroCondition(ConditionWriter[str]):
    def __init__(self, pattern: PatternPlan, entity: EntityPlan) -> None:
        self._pattern = pattern
        self._entity = entity

    def term(self, node: Condition) -> str:
        return "(${" + self.write(node) + "})"

    def all_of(self, terms: Sequence[str]) -> str:
        return f"`{' AND '.join(terms)}`"

    def any_of(self, terms: Sequence[str]) -> str:
        return f"`{' OR '.join(terms)}`"

    def negated(self, term: str) -> str:
        return f"`NOT {term}`"

    def comparison(self, sign: str, left: Operand, right: Operand) -> str:
        if not isinstance(left, Path):
            left, right, sign = right, left, turned(sign)
        place, kind = self._place(left)
        return f"op.{_SIGNS[sign]}({place}, {self._given(left, right, kind)})"

    def between(self, operand: Operand, lower: Operand, upper: Operand) -> str:
        place, kind = self._place(operand)
        ends = ", ".join(self._given(operand, one, kind) for one in (lower, upper))
        return f"op.between({place}, {ends})"

    def one_of(self, operand: Operand, choices: Sequence[Operand]) -> str:
        place, kind = self._place(operand)
        each = ["${op.eq(" + f"{place}, {self._given(operand, one, kind)}" + ")}" for one in choices]
        return "`(" + " OR ".join(each) + ")`"

    def function(self, name: str, arguments: Sequence[Operand]) -> str:
        if name not in _CALLS:
            raise Unsupported("its condition checks a type")
        operand, *rest = arguments
        place, kind = self._place(operand)
        if rest and kind is not AttributeType.S:
            raise Unsupported("its condition looks into something that is not a text")
        more = "".join(f", {self._given(operand, one, kind, is_part=True)}" for one in rest)
        return f"op.{_CALLS[name]}({place}{more})"

    def _place(self, node: Node) -> tuple[str, AttributeType | None]:
        match node:
            case Path((Name(name),)) if name in self._entity.fields:
                attribute = self._entity.entity.attribute(name)
                return member("attr", self._entity.fields[name].identifier), attribute.type if attribute else None
        raise Unsupported("its condition uses something inside a document, a size, or a key")

    def _given(self, place: Node, node: Node, kind: AttributeType | None, *, is_part: bool = False) -> str:
        """The value that an attribute of that type is compared with; `is_part`: with a part of the attribute."""
        attribute = (
            self._entity.entity.attribute(place.parts[0].text)
            if isinstance(place, Path) and isinstance(place.parts[0], Name)
            else None
        )
        values = attribute.values if attribute is not None and not is_part else {}
        match node:
            case Literal(value) if kind in {None, value.type} and (not values or value.data in values):
                return write(constant(value))
            case Placeholder(name):
                parameter = self._pattern.parameter(name[1:])
                if parameter is not None and kind in {None, parameter.type} and (not values or parameter.values):
                    return resolve_parameter(self._pattern)(name[1:])
        raise Unsupported("its condition compares with a value of a different type")
