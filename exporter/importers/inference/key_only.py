"""Attributes that exist only in keys, read back from an item's key texts."""

from __future__ import annotations

from modeler.core.algebra.template_match import match
from modeler.core.design.items import Entity
from modeler.core.keys import templates
from modeler.core.limits import PARTITION_KEY_BYTES_MAX
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item


def read_back(entity: Entity, item: Item) -> dict[str, AttributeValue]:
    """Return values of the entity's key-only attributes, as far as the item's keys contain them."""
    wanted = {attribute.name for attribute in entity.attributes if attribute.key_only}
    attributes = {attribute.name: attribute for attribute in entity.attributes}
    found: dict[str, AttributeValue] = {}
    for overload in entity.overloads:
        for name, text in overload.keys.items():
            stored = item.get(name)
            if not wanted - found.keys() or stored is None or stored.type is not AttributeType.S:
                continue
            if not 0 < len(stored.data) <= PARTITION_KEY_BYTES_MAX:
                continue
            for attribute, value in (match(templates.parse(text), stored.data, attributes) or {}).items():
                if attribute in wanted:
                    found.setdefault(attribute, value)
    return found
