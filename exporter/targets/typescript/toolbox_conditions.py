"""Conditions and filters as DynamoDB-Toolbox's objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exporter.targets.access_code.condition_writer import ConditionWriter, turned
from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.typescript.library_project import resolve_parameter
from exporter.targets.typescript.nodes import Code, Object, constant, write
from exporter.targets.typescript.toolbox_schema import DOCUMENTS, is_place, schema_names
from modeler.core.design.items import Attribute
from modeler.core.design.tables import KeyAttribute
from modeler.core.expressions.nodes import Condition, Function, Literal, Name, Node, Operand, Path, Placeholder
from modeler.core.values.attribute_values import AttributeType

SIGNS: Final = {"=": "eq", "<>": "ne", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}


def condition(pattern: PatternPlan, entity: EntityPlan, node: Condition) -> Object:
    """A condition as the library's object. Raises Unsupported."""
    return _ToolboxCondition(pattern, entity).write(node)


class _ToolboxCondition(ConditionWriter[Object]):
    def __init__(self, pattern: PatternPlan, entity: EntityPlan) -> None:
        self._pattern = pattern
        self._entity = entity

    def all_of(self, terms: Sequence[Object]) -> Object:
        return Object([("and", [*terms])])

    def any_of(self, terms: Sequence[Object]) -> Object:
        return Object([("or", [*terms])])

    def negated(self, term: Object) -> Object:
        return Object([("not", term)])

    def comparison(self, sign: str, left: Operand, right: Operand) -> Object:
        if not _is_place(left):
            left, right, sign = right, left, turned(sign)
        return Object([*self._place(_checked(left)), (SIGNS[sign], self._value(left, right))])

    def between(self, operand: Operand, lower: Operand, upper: Operand) -> Object:
        ends = [self._value(_checked(operand), one) for one in (lower, upper)]
        return Object([*self._place(operand), ("between", ends)])

    def one_of(self, operand: Operand, choices: Sequence[Operand]) -> Object:
        return Object([*self._place(_checked(operand)), ("in", [self._value(operand, one) for one in choices])])

    def function(self, name: str, arguments: Sequence[Operand]) -> Object:
        place = _checked(arguments[0])
        match name, arguments[1:]:
            case "attribute_exists" | "attribute_not_exists", _:
                return Object([*self._place(place), ("exists", name == "attribute_exists")])
            case "attribute_type", (Literal(value),):
                return Object([*self._place(place), ("type", Code(f"{write(value.data)} as const"))])
            case "begins_with" | "contains", (value,):
                word = "beginsWith" if name == "begins_with" else name
                given = self._value(place, value, is_member=name == "contains")
                return Object([*self._place(place), (word, given)])
        raise Unsupported(_NO_PLACE)

    def _place(self, node: Node) -> list[tuple[str, Any]]:
        if isinstance(node, Function):
            return [("size", self._place(node.arguments[0])[0][1])]
        match node:
            case Path((Name(name),)) if not is_place(name):
                raise Unsupported(f"the library cannot name {name} in a condition")
            case Path((Name(name),)) if name in (names := schema_names(self._entity)):
                return [("attr", names[name])]
        raise Unsupported("its condition uses something inside a document, or that the entity does not have")

    def _value(self, place: Node, node: Node, *, is_member: bool = False) -> Any:
        """The value that an attribute is compared with; `is_member`: that it contains."""
        kind = self._type_of(place)
        if is_member and kind in {AttributeType.L, AttributeType.M}:
            raise Unsupported("its condition looks for an element of a document, whose elements have no type")
        if is_member and kind in DOCUMENTS:
            kind = {AttributeType.SS: AttributeType.S, AttributeType.NS: AttributeType.N}.get(kind)
        match node:
            case Literal(value):
                _refuse_other(kind, value.type)
                attribute = self._attribute(place)
                if attribute is not None and attribute.values and not is_member and value.data not in attribute.values:
                    raise Unsupported("its condition compares with a value that the attribute cannot have")
                return constant(value)
            case Placeholder(name):
                parameter = self._pattern.parameter(name[1:])
                if name in self._pattern.values:
                    return constant(self._pattern.values[name])
                _refuse_other(kind, parameter.type if parameter else None)
                return Code(resolve_parameter(self._pattern)(name[1:]))
            case Path():
                return Object(self._place(node))
        raise Unsupported("its condition compares with the size of something")

    def _attribute(self, place: Node) -> Attribute | None:
        match place:
            case Path((Name(name),)):
                return self._entity.entity.attribute(name)
        return None

    def _type_of(self, place: Node) -> AttributeType | None:
        if isinstance(place, Function):
            return AttributeType.N
        attribute = self._attribute(place)
        if attribute is not None:
            return attribute.type
        key: KeyAttribute | None = (
            self._entity.made.get(place.parts[0].text, (None,))[0]
            if isinstance(place, Path) and isinstance(place.parts[0], Name)
            else None
        )
        return key.type if key else None


_NO_PLACE: Final = "its condition compares two values, and neither is an attribute"


def _is_place(node: Node) -> bool:
    return isinstance(node, Path) or (isinstance(node, Function) and node.name == "size")


def _checked(node: Operand) -> Operand:
    if not _is_place(node):
        raise Unsupported(_NO_PLACE)
    return node


def _refuse_other(kind: AttributeType | None, given: AttributeType | None) -> None:
    if kind is not None and given is not None and kind is not given:
        raise Unsupported("its condition compares values of two types")
