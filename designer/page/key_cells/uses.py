"""The access patterns that use each cell of the key sheet: those whose key condition names the key attribute that it
writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table


class CellKey(NamedTuple):
    """One key attribute that one entity writes: names, `index_name` None for the table's own key."""

    table: str
    index_name: str | None
    entity: str
    key: str


type Uses = Mapping[CellKey, tuple[AccessPattern, ...]]


def cell_uses(design: Design) -> Uses:
    """The patterns of each place, in the design's order. A pattern that names no entity uses the places of all
    entities.
    """
    found: dict[CellKey, dict[str, AccessPattern]] = {}
    for pattern in design.patterns:
        for call in pattern.members or (pattern,):
            for place in _places(design, call):
                found.setdefault(place, {})[pattern.id] = pattern
    return {place: tuple(patterns.values()) for place, patterns in found.items()}


def _places(design: Design, call: AccessPattern) -> Iterator[CellKey]:
    table = design.table(call.table)
    if table is None:
        return
    for entity in call.entities or [one.name for one in table.entities]:
        for key in _keys(table, call):
            yield CellKey(table.name, call.index, entity, key)


def _keys(table: Table, call: AccessPattern) -> tuple[str, ...]:
    """A put writes the whole key of the table without a condition on it."""
    if not call.key and call.operation is Operation.PUT:
        return table.base.key_names
    return tuple(condition.name for condition in call.key)
