"""What a text says of items beside its access patterns: how many there are, and what no two of them share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from modeler.core.requirements.rows import EntityDescription, Volume


@dataclass(slots=True)
class SaidOfItems:
    """Numbers of items, and unique attributes by their entity."""

    volumes: list[Volume] = field(default_factory=list)
    unique: dict[str, list[str]] = field(default_factory=dict)

    def describe(self, told: Iterable[EntityDescription]) -> None:
        """Add what descriptions call unique; the identity of an entity is unique anyway."""
        for one in told:
            held = self.unique.setdefault(one.entity, [])
            held.extend(name for name in one.unique if name not in held)

    def add_to(self, document: dict[str, Any]) -> tuple[Volume, ...]:
        """Put it into a design document; return the numbers that have no place there."""
        entities = {one["name"]: one for table in document["tables"] for one in table["entities"]}
        for name, names in self.unique.items():
            entity = entities.get(name, {"attributes": (), "identity": ()})
            held = {one["name"] for one in entity["attributes"]} - set(entity["identity"])
            if sets := [[each] for each in names if each in held]:
                entity["unique"] = sets
        return tuple(one for one in self.volumes if not _placed(one, entities, document["relations"]))


def _placed(one: Volume, entities: dict[str, Any], relations: list[dict[str, Any]]) -> bool:
    """Put a number into its entity or its relation; return whether there is one."""
    if not one.parent:
        if one.entity in entities:
            entities[one.entity]["count"] = one.count
        return one.entity in entities
    for held in relations:
        ends = (held["parent"], held["child"])
        is_back = ends == (one.entity, one.parent) and held["kind"] == "many_to_many"
        if ends == (one.parent, one.entity) or is_back:
            side = "per_child" if is_back else "per_parent"
            had = held.get(side) or {"average": one.count}
            held[side] = had | {"max" if one.is_most else "average": one.count}
            return True
    return False
