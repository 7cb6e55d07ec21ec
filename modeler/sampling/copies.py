"""Duplicates of items, each with a new identity; and one new item next to another, in its item collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modeler.core.design.items import BASE, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, as_decimal, number
from modeler.core.values.json_values import to_plain
from modeler.sampling.making import samples
from modeler.sampling.relations import in_order


def new_item(design: Design, table: Table, entity: Entity, near: Item | None, seed: int) -> Item:
    """A new item of an entity; in the item collection of `near` as far as they share its attributes."""
    made = samples(design, {entity.id: 1}, seed).items.get(entity.id, ())
    values = dict(made[0]) if made else {}
    partition = {key.name for key in table.partition_key}
    texts = (text for one in entity.overloads_of(BASE) for key, text in one.keys.items() if key in partition)
    for name in {name for text in texts for name in parse(text).attributes}:
        if near is not None and name in near:
            values[name] = near[name]
    return _told_apart(entity, values, linked(design, entity), [one.values for one in entity.items], {})


def copies(design: Design, entity: Entity, items: Sequence[Item], seed: int) -> list[Item]:
    """The same items with unused identities; attributes from their parents stay."""
    made = samples(design, {entity.id: len(items)}, seed).items.get(entity.id, ())
    used: list[Item] = [one.values for one in entity.items]
    parents = linked(design, entity)
    found = []
    for values, fresh in zip(items, [*made, *[{}] * len(items)], strict=False):
        one = _told_apart(entity, dict(values), parents, used, fresh)
        used.append(one)
        found.append(one)
    return found


def linked(design: Design, entity: Entity) -> frozenset[str]:
    """Attributes of an entity whose values come from another entity."""
    links = next((links for one, links in in_order(tuple(design.entities())) if one.id == entity.id), ())
    return frozenset(name for link in links for name in link.names)


def _told_apart(
    entity: Entity, values: dict[str, AttributeValue], parents: frozenset[str], used: Sequence[Item], fresh: Item
) -> Item:
    """The item with a new value for its own part of the identity, if another item already has the identity."""
    own = [name for name in entity.identity if name not in parents]
    others = [name for name in entity.identity if name in parents]
    rivals = [one for one in used if all(one.get(name) == values.get(name) for name in others)]
    if not any(all(one.get(name) == values.get(name) for name in own) for one in rivals):
        return values
    for name in own:
        values[name] = _next(values.get(name), rivals, name) or fresh.get(name) or values[name]
    return values


def _next(value: AttributeValue | None, rivals: Sequence[Item], name: str) -> AttributeValue | None:
    """One more than the maximum, if the values are whole numbers."""
    if value is None or value.type not in (AttributeType.N, AttributeType.S):
        return None
    numbers = [as_decimal(str(one[name].data)) for one in rivals if name in one and one[name].type is value.type]
    whole = [one for one in numbers if one is not None and one == one.to_integral_value()]
    if not whole or len(whole) < len(numbers):
        return None
    text = number(str(int(max(whole)) + 1)).data
    return AttributeValue(value.type, text.zfill(len(str(value.data))) if value.type is AttributeType.S else text)


def document_values(values: Mapping[str, AttributeValue], entity: Entity) -> dict[str, object]:
    """Values in the document's format: plain if the type is declared."""
    types = {one.name: one.type for one in entity.attributes}
    return {name: to_plain(value, types.get(name)) for name, value in values.items()}
