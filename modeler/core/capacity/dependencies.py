"""What the units and the heat of an access pattern follow from, found again in the next revision of the design."""

from __future__ import annotations

from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation

SAME_MAX: Final = 16_384

type Parts = tuple[object, ...]


class Dependencies:
    """The parts of a design that patterns follow from: one tuple for all patterns that call a table alike, and the same
    one in the next revision if its members are the same objects. So answers are kept by the identity of one tuple.
    """

    def __init__(self) -> None:
        self._design: Design | None = None
        self._alike: dict[tuple[str, tuple[str, ...], Operation], Parts] = {}
        self._same: dict[tuple[int, ...], Parts] = {}

    def of(self, design: Design, pattern: AccessPattern) -> Parts:
        """The parts that a resolved pattern follows from, besides itself."""
        if design is not self._design:
            self._design, self._alike = design, {}
        if pattern.steps:
            return self._once(depends_on(design, pattern))
        alike = (pattern.table, pattern.entities, pattern.operation)
        found = self._alike.get(alike)
        if found is None:
            found = self._alike[alike] = self._once(depends_on(design, pattern))
        return found

    def _once(self, parts: Parts) -> Parts:
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
