"""What the units and the heat of an access pattern follow from, found again in the next revision of the design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.capacity.hits import PatternHeat
from modeler.core.capacity.loads import PatternCapacity
from modeler.core.capacity.populations import Population
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation

SAME_MAX: Final = 16_384

type Parts = tuple[object, ...]


@dataclass(slots=True, eq=False)
class Resolved:
    """A pattern with its serving filled in, the parts that its answers follow from, and the names of the tables that it
    calls: the same object in the next revision if the pattern and the parts are. `units` and `heat` are kept with it.
    """

    pattern: AccessPattern
    parts: Parts
    tables: tuple[str, ...]
    units: PatternCapacity | None = None
    heat: tuple[tuple[Population | None, ...], PatternHeat] | None = None


class Dependencies:
    """The parts of a design that patterns follow from: one tuple for all patterns that call a table alike, and the same
    one in the next revision if its members are the same objects. So answers are kept by the identity of one tuple.
    """

    def __init__(self) -> None:
        self._design: Design | None = None
        self._alike: dict[tuple[str, tuple[str, ...], Operation], Parts] = {}
        self._same: dict[tuple[int, ...], Parts] = {}
        self._resolved: dict[tuple[int, int], Resolved] = {}

    def resolved(self, design: Design, pattern: AccessPattern) -> Resolved:
        """A pattern that is resolved, with what its answers follow from."""
        parts = self.of(design, pattern)
        found = self._resolved.get(key := (id(pattern), id(parts)))
        if found is None:
            if len(self._resolved) >= SAME_MAX:
                self._resolved.clear()
            # It holds the pattern and the parts, so that none of their ids can be given to another object.
            found = self._resolved[key] = Resolved(pattern, parts, _tables(design, pattern))
        return found

    def of(self, design: Design, pattern: AccessPattern) -> Parts:
        """The parts that a resolved pattern follows from, besides itself."""
        if design is not self._design:
            self._design, self._alike = design, {}
        if pattern.steps:
            return self._shared(depends_on(design, pattern))
        alike = (pattern.table, pattern.entities, pattern.operation)
        found = self._alike.get(alike)
        if found is None:
            found = self._alike[alike] = self._shared(depends_on(design, pattern))
        return found

    def _shared(self, parts: Parts) -> Parts:
        if len(self._same) >= SAME_MAX:
            self._same.clear()
        return self._same.setdefault(tuple(map(id, parts)), parts)  # it keeps the parts, so no id is used again


def depends_on(design: Design, pattern: AccessPattern) -> Parts:
    """Everything of a design that the units and the heat of a resolved pattern are computed from."""
    table = design.table(pattern.table)
    parts: Parts
    if table is None:
        parts = (None,)
    elif pattern.operation is Operation.SCAN:
        parts = (table,)
    else:
        entities = map(table.entity, pattern.entities)
        parts = (table.name, table.partition_key, table.sort_key, table.indexes, *entities)
        if pattern.operation.is_read and not pattern.entities:
            parts = (*parts, table.entities)  # any of them is meant
    return parts + tuple(part for step in pattern.members for part in depends_on(design, step))


def _tables(design: Design, pattern: AccessPattern) -> tuple[str, ...]:
    """The names of the tables that a pattern and its steps call."""
    table = design.table(pattern.table)
    name = pattern.table if table is None else table.name
    return (name, *(one for step in pattern.members for one in _tables(design, step)))
