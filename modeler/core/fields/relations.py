"""The fields of a relation between two entities."""

from __future__ import annotations

from typing import Final

from modeler.core.design.relations import RelationKind
from modeler.core.fields.part_shapes import Sizes
from modeler.core.fields.references import Ref
from modeler.core.fields.shapes import TEXT_MAX, Choice, Field, Id, ListOf, Text, Written

_NAMES: Final = ListOf(Text())

RELATION: Final = (
    Field("id", Id(), written=Written.ALWAYS),
    Field("name", Text(), default=""),
    Field("description", Text(TEXT_MAX), default=""),
    Field("kind", Choice.of(RelationKind), written=Written.ALWAYS, default=RelationKind.ONE_TO_MANY),
    Field("parent", Text(), Ref.MARKED_ENTITY, written=Written.ALWAYS, is_required=True),
    Field("child", Text(), Ref.MARKED_ENTITY, written=Written.ALWAYS, is_required=True),
    Field(
        "through",
        _NAMES,
        Ref.ATTRIBUTE,
        default=(),
        description="Attributes of the child, or of the join entity, that hold the identity of the parent",
    ),
    Field(
        "join",
        Text(),
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
    Field("per_parent", Sizes(), description="Items of the child for each item of the parent"),
    Field("per_child", Sizes(), description="Of many to many: items of the parent for each item of the child"),
)
