"""Keys of GSIs that are the attributes themselves: for an index of one entity, where multi-attribute keys are wanted.

The items and the entries are smaller by the texts that hold the values once more, and a number sorts as a number. No
other entity can be put into such an index by a key of its own choice, so it is made only on request.
facts/limits#multi-attribute-keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.design_settings import WITHOUT_MULTI_ATTRIBUTE_KEYS
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, KeyAttribute, Projection, ProjectionType
from modeler.core.limits import GSI_KEY_ELEMENTS_MAX
from modeler.core.synthesis.answer import SynthesisOptions
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import LOWERED
from modeler.core.values.attribute_values import AttributeType


def wants_natural_keys(design: Design, options: SynthesisOptions) -> bool:
    """Return whether they are requested, and every engine that the design is for has them."""
    return options.multi_attribute_keys and not design.options.engines & WITHOUT_MULTI_ATTRIBUTE_KEYS


_TYPES: Final = frozenset({AttributeType.S, AttributeType.N})


@dataclass(frozen=True, slots=True)
class NaturalKey:
    """The attributes of a key, the partition key's first."""

    partition: tuple[KeyAttribute, ...]
    sort: tuple[KeyAttribute, ...]

    @property
    def templates(self) -> dict[str, str]:
        """What an item has in them."""
        return {one.name: f"{{{one.name}}}" for one in (*self.partition, *self.sort)}

    def index(self, generic: Index) -> Index:
        """The index with this key; what is in the key need not be projected."""
        kept = tuple(name for name in generic.projection.attributes if name not in self.templates)
        projection = replace(generic.projection, attributes=kept)
        if projection.type is ProjectionType.INCLUDE and not kept:
            projection = Projection(ProjectionType.KEYS_ONLY)
        return replace(generic, partition_key=self.partition, sort_key=self.sort, projection=projection)


def natural_key(owner: Entity, shape: KeyShape, others: Sequence[Entity]) -> NaturalKey | None:
    """The key of a GSI as attributes; None if it needs more than them: a constant, a shard, a period, or a condition,
    or if another entity has all of them too, whose items would be in the index.
    """
    made_up = shape.constants or shape.shards or shape.bucket or shape.is_local or shape.fixed
    names = (*shape.partition, *shape.sort)
    conditions = {f"attribute_exists({name})" for name in names}
    if made_up or not shape.partition or (shape.when and not set(shape.when.split(" AND ")) <= conditions):
        return None
    keys = [[_key(owner, name) for name in part] for part in (shape.partition, shape.sort)]
    if any(one is None for part in keys for one in part) or max(map(len, keys)) > GSI_KEY_ELEMENTS_MAX:
        return None
    if any(all(one.attribute(name) is not None for name in names) for one in others if one.id != owner.id):
        return None
    partition, sort = (tuple(one for one in part if one is not None) for part in keys)
    return NaturalKey(partition, sort)


def _key(owner: Entity, name: str) -> KeyAttribute | None:
    held = owner.attribute(name)
    same = held is not None and held.type in _TYPES and held.format not in LOWERED
    return KeyAttribute(name, held.type) if held is not None and same else None
