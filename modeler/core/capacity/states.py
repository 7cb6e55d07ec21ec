"""The possible states of an item before a write, as far as they matter for an index: an expectation, because the item
is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping

from modeler.core.capacity.changes import conditions_on
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.items.index_shares import ShareRow
from modeler.core.items.item_states import EntityFacts, World, worlds_of
from modeler.core.values.attribute_values import AttributeValue, string


class States:
    """The states of an entity's items before one write (after it, for a put), with their weights.

    Indexes that need the same attributes share the same states, computed once.
    """

    def __init__(
        self, table: Table, facts: EntityFacts, pattern: AccessPattern, written: Mapping[str, AttributeValue]
    ) -> None:
        own = table.base.key_names
        self._facts = facts
        self._own = frozenset(own)
        self._enums = frozenset(name for name, attribute in facts.attributes.items() if attribute.values)
        self._written = written.keys() & self._enums
        self._puts = pattern.operation is Operation.PUT
        self._given = dict.fromkeys(own, string("?")) | (dict(written) if self._puts else {})
        self._conditions = conditions_on(pattern, facts.entity)
        self._known: dict[tuple[frozenset[str], tuple[int, ...]], tuple[World, ...]] = {}
        self._asked: dict[frozenset[str], tuple[World, ...]] = {}

    def asked_by(self, row: ShareRow) -> tuple[World, ...]:
        """The states that the write's condition allows, in the attributes that these cells need."""
        found = self._asked.get(row.attributes)
        if found is None:
            found = self._asked[row.attributes] = self._in(row.attributes)
        return found

    def _in(self, named: frozenset[str]) -> tuple[World, ...]:
        known = named | self._enums | self._own
        held = tuple(at for at, (mentioned, _) in enumerate(self._conditions) if mentioned <= known)
        named |= self._own | (self._enums if held else self._written)
        if (named, held) not in self._known:
            self._known[named, held] = self._allowed(named, () if self._puts else held)
        return self._known[named, held]

    def _allowed(self, named: frozenset[str], held: tuple[int, ...]) -> tuple[World, ...]:
        worlds = worlds_of(self._facts, named, self._given).members
        conditions = [self._conditions[at][1] for at in held]
        allowed = [world for world in worlds if all(condition(world.item) for condition in conditions)]
        total = sum(world.weight for world in allowed)
        if total <= 0:
            return worlds
        return tuple(World(world.weight / total, world.item) for world in allowed)
