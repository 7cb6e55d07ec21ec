"""Shards for keys whose hottest value would take more than a partition supports. facts/throughput#throttling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.capacity.heat import design_heat
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Projection, Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import PARTITION_READ_UNITS, PARTITION_WRITE_UNITS
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.candidates.keys import EntityCalls
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import resolved_read, resolved_write
from modeler.core.synthesis.workshop import Workshop
from modeler.core.units import read_units, write_units

FULL: Final = 0.8
"""Share of a partition's limit that the hottest key may take."""


class Sharding:
    """Gives keys the smallest number of shards that keeps their hottest value below the limit."""

    def __init__(self, workshop: Workshop, entities: Sequence[Entity], sizes: Sizes) -> None:
        self.workshop = workshop
        self.bare = tuple(replace(one, overloads=(), items=()) for one in entities)
        self.sizes = sizes

    def sharded(self, known: EntityCalls, shape: KeyShape, base: KeyShape) -> KeyShape:
        """The key with shards if it needs them; the same key if it does not, or if shards do not help."""
        entity = known.entity
        if not entity.identity or shape.fixed is not None or not self._may_be_hot(known):
            return shape
        if set(entity.identity) <= set(shape.partition):
            return shape  # one item is in one shard
        used = self._used(known, shape, base)
        if used <= FULL:
            return shape
        return replace(shape, shards=min(math.ceil(used / FULL), 1000), shard_by=entity.identity[-1])

    def _may_be_hot(self, known: EntityCalls) -> bool:
        """Return whether all calls together would be too many for one partition."""
        item = self.sizes.item(self._table(known.entity, None, None), known.entity).bytes
        reads = writes = 0.0
        for call in known.calls:
            if call.top.per_second is None:
                continue
            if call.is_read:
                rows = call.asked.items_returned or call.asked.limit or 1
                reads += call.top.per_second.peak * float(read_units(max(1, int(rows * item)), consistent=True))
            else:
                writes += call.top.per_second.peak * float(write_units(item)) * 2
        return reads > FULL * PARTITION_READ_UNITS or writes > FULL * PARTITION_WRITE_UNITS

    def _table(self, entity: Entity, base: KeyShape | None, shape: KeyShape | None) -> Table:
        """A table with the entity's keys; the other entities are there to be counted."""
        if base is None:
            return self.workshop.table([], ())
        keys = [("GSI1", shape)] if shape is not None else []
        indexes = (self.workshop.index(1, Projection(), shape.native),) if shape is not None else ()
        made = self.workshop.table([(entity, base, keys)], indexes)
        others = tuple(one for one in self.bare if one.id != entity.id)
        return replace(made, entities=(*made.entities, *others))

    def _used(self, known: EntityCalls, shape: KeyShape, base: KeyShape) -> float:
        """The share of a partition's limit that the hottest value of a key takes at peak."""
        table = self._table(known.entity, base, None if shape.is_base else shape)
        place = None if shape.is_base else "GSI1"
        made = [self._pattern(table, call, place) for call in known.calls]
        design = self.workshop.around(table, tuple(one for one in made if one is not None))
        return max((key.used for key in design_heat(design).of(table.name, place)), default=0.0)

    def _pattern(self, table: Table, call: PlacedCall, place: str | None) -> AccessPattern | None:
        if not call.is_read:
            made = resolved_write(self.workshop, table, call)
            return call.alone(made) if made is not None else None
        found = resolved_read(self.workshop, table, call, place, self.sizes)
        return call.alone(found.pattern) if found is not None else None
