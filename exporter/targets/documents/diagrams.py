"""Shared by the targets that draw entities: what identifies them, what a relation joins, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from exporter.targets.base import Loss
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.relations import RelationKind
from modeler.core.values.attribute_values import AttributeType

TYPE_NAMES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "string",
    AttributeType.N: "number",
    AttributeType.B: "binary",
    AttributeType.BOOL: "boolean",
    AttributeType.NULL: "null",
    AttributeType.M: "map",
    AttributeType.L: "list",
    AttributeType.SS: "string_set",
    AttributeType.NS: "number_set",
    AttributeType.BS: "binary_set",
}
LOSSES: Final = (
    Loss("design", "settings, capacity, sample items, and findings are not part of a diagram"),
    Loss("relations", "how many items a parent has: a diagram distinguishes one and many"),
)


@dataclass(frozen=True, slots=True)
class DiagramLink:
    """A parent and a child of a diagram, with the attributes of each that join them; none if they are not known.

    `is_many`: both sides have several.
    """

    label: str
    parent: Entity
    child: Entity
    parent_attributes: tuple[str, ...] = ()
    child_attributes: tuple[str, ...] = ()
    is_many: bool = False


def links_of(design: Design) -> Iterator[DiagramLink]:
    """Yield the relations of a design; one through a join entity is two."""
    entities: dict[str, Entity] = {}
    for _, entity in design.entities():
        entities.setdefault(entity.name, entity)
    for relation in design.relations:
        parent, child = entities.get(relation.parent), entities.get(relation.child)
        join = entities.get(relation.join)
        if parent is None or child is None:
            continue
        if join is not None:
            yield _link(relation.label, parent, join, relation.through)
            yield _link(relation.label, child, join, relation.through_child)
        elif relation.kind is RelationKind.MANY_TO_MANY:
            yield DiagramLink(relation.label, parent, child, is_many=True)
        else:
            yield _link(relation.label, parent, child, relation.through)


def _link(label: str, parent: Entity, child: Entity, through: tuple[str, ...]) -> DiagramLink:
    is_known = through and len(through) == len(parent.identity) and all(map(child.attribute, through))
    return (
        DiagramLink(label, parent, child, parent.identity, through)
        if is_known and all(map(parent.attribute, parent.identity))
        else DiagramLink(label, parent, child)
    )


def references_of(design: Design) -> dict[int, set[str]]:
    """Return the attributes of each entity that hold the identity of another one, by the entity's object."""
    found: dict[int, set[str]] = {}
    for link in links_of(design):
        found.setdefault(id(link.child), set()).update(link.child_attributes)
    return found
