"""Parameters that a PutItem receives but does not store: those only for keys and conditions, or for other steps."""

from __future__ import annotations

from collections.abc import Collection

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.design.write_conditions import condition_of
from modeler.core.errors import Invalid
from modeler.core.expressions.nodes import Placeholder, walk
from modeler.core.keys import templates


def unstored(table: Table, pattern: AccessPattern, entity: Entity | None, given: Collection[str]) -> frozenset[str]:
    """Of the parameters that are `given`, those that are not attributes of the item that the put writes.

    What the entity declares is stored. Of the rest, what the pattern's key or condition uses is not; nor is, in a step,
    what it does not name itself: that is given to the surrounding pattern and may be meant for another step, unless a
    key of the entity is made of it. If no entity declares the item's attributes, it is stored.
    """
    declared = {key.name for index in table.all_indexes for key in index.keys} | set(pattern.set)
    lent: set[str] = set()
    if entity is not None and entity.attributes:
        declared |= entity.attributes_by_name.keys()
        if pattern.own_parameters is not None:
            lent = set(given) - pattern.own_parameters - _in_templates(entity)
    return frozenset((_asked(pattern) | lent) - declared)


def _in_templates(entity: Entity) -> set[str]:
    texts = (text for overload in entity.overloads for text in overload.keys.values())
    return {name for text in texts for name in templates.parse(text).attributes}


def _asked(pattern: AccessPattern) -> set[str]:
    """What the key templates and the condition of the pattern use."""
    found = {name for one in pattern.key for text in one.templates for name in templates.parse(text).attributes}
    try:
        node = condition_of(pattern)
    except Invalid:
        return found
    markers = walk(node) if node is not None else ()
    return found | {one.text[1:] for one in markers if isinstance(one, Placeholder) and one.text.startswith(":")}
