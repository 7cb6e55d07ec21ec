"""Values of new attributes for the sample items that an entity already has, so that their keys stay complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.edits.edit_types import Typed
from modeler.core.values.attribute_values import AttributeType
from modeler.core.values.json_values import to_plain
from modeler.sampling.making import samples


def values_of_added(design: Design, added: Mapping[str, Sequence[str]], seed: int) -> Iterator[Typed]:
    """An edit for each sample item and each new string attribute: `added` are names of attributes by the entity's id.
    Entities that the design does not have, and attributes that they have already, are left out.
    """
    for table in design.tables:
        for entity in table.entities:
            names = [name for name in added.get(entity.id, ()) if name and name not in entity.attributes_by_name]
            if not names or not entity.items:
                continue
            fresh = tuple(Attribute(f"new {name}", name, AttributeType.S) for name in dict.fromkeys(names))
            grown = replace(entity, attributes=(*entity.attributes, *fresh))
            yield from _values(_with(design, entity, grown), grown, [one.name for one in fresh], seed)


def _values(design: Design, entity: Entity, names: Sequence[str], seed: int) -> Iterator[Typed]:
    made = samples(design, {entity.id: len(entity.items)}, seed).items.get(entity.id, ())
    for item, values in zip(entity.items, made, strict=False):
        for name in names:
            if name not in item.values and name in values:
                yield Typed(item.id, f"values.{name}", to_plain(values[name], AttributeType.S))


def _with(design: Design, entity: Entity, grown: Entity) -> Design:
    tables = (
        replace(table, entities=tuple(grown if one is entity else one for one in table.entities))
        for table in design.tables
    )
    return replace(design, tables=tuple(tables))
