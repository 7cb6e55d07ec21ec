"""Shapes of single fields: sizes, rates, key schemas, projections, conditions on keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from modeler.core.design.items import SizeFact
from modeler.core.design.parts import Json
from modeler.core.design.patterns import KeyCondition, Rate
from modeler.core.design.tables import KeyAttribute, Projection, ProjectionType
from modeler.core.fields.references import Members, Ref, References
from modeler.core.fields.shapes import TEXT_MAX, ChoiceShape, ListOf, MapOf, NumberShape, Schema, Shape, TextShape
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True, slots=True)
class SizesShape(Shape):
    """``{"average": 120, "max": 400}``: how large, or how many."""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"$ref": "#/$defs/size_fact"}

    def read(self, raw: Json) -> Any:
        """The size fact; None for an empty object."""
        return SizeFact(raw["average"], raw.get("max")) if raw else None

    def write(self, value: Any) -> Json:
        """The object; empty for none."""
        if value is None:
            return {}
        return {"average": value.average} | ({} if value.maximum is None else {"max": value.maximum})


@dataclass(frozen=True, slots=True)
class SpanShape(Shape):
    """The least and the greatest number."""

    most: float = 1e126

    def schema(self) -> Schema:
        """Its JSON Schema."""
        one = {"type": "number", "minimum": -self.most, "maximum": self.most}
        return {"type": "array", "items": one, "minItems": 2, "maxItems": 2}

    def read(self, raw: Json) -> Any:
        """Both bounds; None for an empty list."""
        return (raw[0], raw[1]) if raw else None

    def write(self, value: Any) -> Json:
        """Both as a list; empty for none."""
        return list(value or ())


@dataclass(frozen=True, slots=True)
class SharesShape(Shape):
    """Words with their shares; words alone get even shares."""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        listed = ListOf(TextShape()).schema()
        return {"anyOf": [MapOf(NumberShape()).schema(), listed]}

    def read(self, raw: Json) -> Any:
        """The shares by word."""
        return {value: 1 / len(raw) for value in raw} if isinstance(raw, list) else raw

    def write(self, value: Any) -> Json:
        """The shares by word."""
        return dict(value)


@dataclass(frozen=True, slots=True)
class KeySchemaShape(Shape):
    """The elements of a partition or sort key."""

    most: int = 8

    @property
    def references(self) -> References | None:
        """The names of the key attributes."""
        return Members({"name": Ref.KEY})

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "array", "maxItems": self.most, "items": {"$ref": "#/$defs/key_attribute"}}

    def read(self, raw: Json) -> Any:
        """Key attributes; of type S where none is given."""
        return tuple(KeyAttribute(key["name"], AttributeType(key.get("type", "S"))) for key in raw)

    def write(self, value: Any) -> Json:
        """Names and types."""
        return [{"name": key.name, "type": str(key.type)} for key in value]


@dataclass(frozen=True, slots=True)
class ProjectedShape(Shape):
    """What an index projects."""

    @property
    def references(self) -> References | None:
        """The attributes, by name."""
        return Members({"attributes": Ref.ATTRIBUTE})

    def schema(self) -> Schema:
        """Its JSON Schema."""
        members = {"type": ChoiceShape.of(ProjectionType).schema(), "attributes": ListOf(TextShape()).schema()}
        return {
            "description": "What an entry carries",
            "type": "object",
            "properties": members,
            "required": ["type"],
            "additionalProperties": False,
        }

    def read(self, raw: Json) -> Any:
        """The projection; ALL for an empty object."""
        given = raw or {"type": "ALL"}
        return Projection(ProjectionType(given["type"]), tuple(given.get("attributes", ())))

    def write(self, value: Any) -> Json:
        """The type, and the attributes where there are any."""
        return {"type": str(value.type)} | ({"attributes": list(value.attributes)} if value.attributes else {})


@dataclass(frozen=True, slots=True)
class ConditionsShape(Shape):
    """Conditions on key attributes: a template, or ``{operator: template or templates}``, by name."""

    most: int = 16

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {
            "type": "object",
            "maxProperties": self.most,
            "additionalProperties": {"$ref": "#/$defs/key_condition"},
        }

    def read(self, raw: Json) -> Any:
        """Key conditions in order."""
        return tuple(_condition(name, one) for name, one in raw.items())

    def write(self, value: Any) -> Json:
        """The conditions by name."""
        return {condition.name: _condition_document(condition) for condition in value}


def _condition(name: str, raw: Json) -> KeyCondition:
    if isinstance(raw, str):
        return KeyCondition(name, "=", (raw,))
    operator, operand = next(iter(raw.items()))
    return KeyCondition(name, operator, tuple(operand) if isinstance(operand, list) else (operand,))


def _condition_document(condition: KeyCondition) -> Json:
    match condition.operator, condition.templates:
        case "=", (template,):
            return template
        case "between", templates:
            return {"between": list(templates)}
        case operator, templates:
            return {operator: templates[0]}


@dataclass(frozen=True, slots=True)
class CallsShape(Shape):
    """``{"average": 50, "peak": 400}`` calls per second."""

    def schema(self) -> Schema:
        """Its JSON Schema."""
        own = {
            "description": "Calls per second",
            "type": "object",
            "properties": {"average": NumberShape().schema(), "peak": NumberShape().schema()},
            "required": ["average"],
            "additionalProperties": False,
        }
        return {"anyOf": [own, {"type": "null"}]}

    def read(self, raw: Json) -> Any:
        """The rate; without a peak, the average is the peak."""
        return Rate(raw["average"], raw.get("peak", raw["average"])) if raw else None

    def write(self, value: Any) -> Json:
        """Both numbers; None for no rate."""
        return {"average": value.average, "peak": value.peak} if value else None


COMPARISON_TEXTS: Final = TextShape(TEXT_MAX).schema()
"""A template in a condition on a key attribute."""
