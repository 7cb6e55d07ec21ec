"""The fields of a relation between two entities."""

from __future__ import annotations

from typing import Final

from modeler.core.design.relations import RelationKind
from modeler.core.fields.part_shapes import SizesShape
from modeler.core.fields.references import Ref
from modeler.core.fields.shapes import TEXT_MAX, ChoiceShape, Field, IdShape, ListOf, TextShape, Written

_NAMES: Final = ListOf(TextShape())

RELATION: Final = (
    Field("id", IdShape(), written=Written.ALWAYS),
    Field("name", TextShape(), default=""),
    Field("description", TextShape(TEXT_MAX), default=""),
    Field("kind", ChoiceShape.of(RelationKind), written=Written.ALWAYS, default=RelationKind.ONE_TO_MANY),
    Field("parent", TextShape(), Ref.MARKED_ENTITY, written=Written.ALWAYS, is_required=True),
    Field("child", TextShape(), Ref.MARKED_ENTITY, written=Written.ALWAYS, is_required=True),
    Field(
        "through",
        _NAMES,
        Ref.ATTRIBUTE,
        default=(),
        description="Attributes of the child, or of the join entity, that hold the identity of the parent",
    ),
    Field(
        "join",
        TextShape(),
        Ref.MARKED_ENTITY,
        default="",
        description="Of many to many: the entity that has one item for each pair",
    ),
    Field(
        "through_child",
        _NAMES,
        Ref.ATTRIBUTE,
        default=(),
        description="Attributes of the join entity that hold the identity of the child",
    ),
    Field("per_parent", SizesShape(), description="Items of the child for each item of the parent"),
    Field("per_child", SizesShape(), description="Of many to many: items of the parent for each item of the child"),
)
