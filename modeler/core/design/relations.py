"""Relations between entities: which items belong to which, by what attributes, and how many."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from modeler.core.design.items import SizeFact


class RelationKind(StrEnum):
    """How many parents an item of the child entity has: one, or several."""

    ONE_TO_MANY = "one_to_many"
    MANY_TO_MANY = "many_to_many"


@dataclass(frozen=True, slots=True)
class Relation:
    """Two entities that belong together: an item of `parent` has `per_parent` items of `child`.

    `through` are the attributes that hold the parent's identity: of the child, or, if there is one, of the `join`
    entity, which has an item for each pair. `through_child` are the join entity's attributes that hold the child's
    identity, `per_child` is how many parents an item of the child has. A count that is not known is None. An entity
    can be its own parent (a hierarchy).
    """

    id: str
    parent: str
    child: str
    kind: RelationKind = RelationKind.ONE_TO_MANY
    name: str = ""
    description: str = ""
    through: tuple[str, ...] = ()
    join: str = ""
    through_child: tuple[str, ...] = ()
    per_parent: SizeFact | None = None
    per_child: SizeFact | None = None

    @property
    def label(self) -> str:
        """Its name, else its entities."""
        return self.name or f"{self.parent} to {self.child}"
