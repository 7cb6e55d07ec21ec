"""Editors of a relation between two entities."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import EditorField, FieldGroup, size_fact

_MANY: Final = "Best practices for managing many-to-many relationships in DynamoDB tables"

RELATION: Final = (
    FieldGroup(
        "relation",
        "Relation",
        (
            EditorField(
                "parent", "Parent", "offered", "The entity that has several items of the other.", offers="entities"
            ),
            EditorField("child", "Child", "offered", "The entity whose items belong to the parent.", offers="entities"),
            EditorField(
                "kind",
                "Kind",
                "choice",
                "One to many: each item of the child has one parent. Many to many: it has several.",
                _MANY,
                choices=(("one_to_many", "One to many"), ("many_to_many", "Many to many")),
            ),
            EditorField(
                "join",
                "Join entity",
                "offered",
                "Of many to many: the entity that has one item for each pair, such as a membership.",
                _MANY,
                offers="entities",
            ),
            EditorField(
                "through",
                "Holds the parent",
                "names",
                "The attributes of the child that hold the identity of the parent, such as customerId of an order. If "
                "there is a join entity, they are attributes of the join entity.",
                offers="attributes",
                adds="attribute",
            ),
            EditorField(
                "through_child",
                "Holds the child",
                "names",
                "The attributes of the join entity that hold the identity of the child.",
                offers="attributes",
                adds="attribute",
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "relation_count",
        "How many",
        (
            size_fact(
                "per_parent",
                "Children per parent",
                "Items of the child for each item of the parent, such as orders per customer. The maximum decides "
                "whether a collection stays small enough for one partition.",
                "items",
            ),
            size_fact(
                "per_child",
                "Parents per child",
                "Of many to many: items of the parent for each item of the child.",
                "items",
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "relation_notes",
        "Name and description",
        (
            EditorField(
                "name", "Name", "text", "A name of its own, if there are two relations between the same entities."
            ),
            EditorField("description", "Description", "long", "When an item of the child gets and loses its parent."),
        ),
    ),
)
