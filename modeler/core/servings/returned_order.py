"""The order in which a Query returns the items of an entity: by what its keys hold beyond the condition.

facts/ordering#key-order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import KeyCondition
from modeler.core.design.tables import Index, Table
from modeler.core.keys.templates import parse
from modeler.core.keys.written_keys import WrittenKey, written_keys

_FIXING: Final = frozenset({"=", "begins_with"})
"""Operators whose templates give the attributes in them one value each."""


@dataclass(frozen=True, slots=True)
class SortedBy:
    """One attribute that items are sorted by, in the formats in which the key holds it."""

    attribute: str
    formats: tuple[str, ...]


def returned_order(
    table: Table, index: Index, entity: Entity, condition: Sequence[KeyCondition]
) -> tuple[SortedBy, ...] | None:
    """Return what a Query with this key condition sorts the entity's items by; () if nothing is left to sort by.

    None if it is not known: the entity writes no complete key into the index, or keys that sort differently.
    """
    fixed = _fixed(condition)
    orders = {_of_key(key, index, fixed) for key in written_keys(table, entity, index)}
    return orders.pop() if len(orders) == 1 else None


def renamed(order: tuple[SortedBy, ...], names: Mapping[str, str]) -> tuple[SortedBy, ...]:
    """The same order with new names of attributes."""
    return tuple(replace(one, attribute=names.get(one.attribute, one.attribute)) for one in order)


def _fixed(condition: Sequence[KeyCondition]) -> frozenset[str]:
    return frozenset(
        name
        for one in condition
        if one.operator in _FIXING
        for text in one.templates
        for name in parse(text).attributes
    )


def _of_key(key: WrittenKey, index: Index, fixed: frozenset[str]) -> tuple[SortedBy, ...] | None:
    """The references of the sort key whose values differ between items, each attribute where it is first."""
    if key.complete is None:
        return None
    found = [one for template in key.complete[len(index.partition_key) :] for one in template.references]
    first = {one.attribute: one for one in reversed(found) if one.attribute not in fixed}
    ordered = sorted(first.values(), key=found.index)
    return tuple(SortedBy(one.attribute, tuple(map(str, one.formats))) for one in ordered)
