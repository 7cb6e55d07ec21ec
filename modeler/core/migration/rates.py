"""How fast a backfill can go: the capacity of a table or index, what live traffic needs of it, and the limit of one
key.

Estimates. facts/limits#throughput: 1,000 write units/s per partition; on-demand 4,000 immediately or twice the previous
peak.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from modeler.core import limits
from modeler.core.algebra.extent import distinct
from modeler.core.capacity.design import DesignCapacity
from modeler.core.design.items import Entity
from modeler.core.design.lenient import number
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.sizes import Sizes
from modeler.core.keys.written_keys import written_keys
from modeler.core.units import write_blocks

NEW_TABLE_WRITE_UNITS: Final = 4000.0
"""What an on-demand table sustains immediately. facts/limits#throughput."""
SHARE_OF_SPARE: Final = 0.5
"""A backfill without a given rate uses half of what live traffic leaves. Our judgment."""


@dataclass(frozen=True, slots=True)
class Room:
    """Write units/s that a place supports (0: not given), and what live traffic needs (None: no rates)."""

    place: str
    capacity: float
    live: float | None
    source: str

    @property
    def spare(self) -> float | None:
        """Spare capacity, at least 0; None if the units are not given."""
        return max(0.0, self.capacity - (self.live or 0.0)) if self.capacity else None


def room(table: Table, index: Index | None, capacity: DesignCapacity | None, *, new: bool = False) -> Room:
    """The room of a table (index None) or GSI. `new`: the plan creates it, so that it has no previous peak.

    `capacity` is of the design whose writes live traffic makes; None if that design does not have the place.
    """
    units, source = _capacity(table, index, new=new)
    place = capacity.place(table.name, index.name if index else None) if capacity else None
    live = float(place.write.peak.value) if place else None
    return Room(index.name if index else table.name, units, live, source)


def _capacity(table: Table, index: Index | None, *, new: bool) -> tuple[float, str]:
    held = index.capacity if index else table.capacity
    if table.is_provisioned:
        scaling = held.settings.get("auto_scaling", {}) if index else table.options.auto_scaling
        scaled = number(_member(_member(scaling, "write"), "max"))
        units = max(number(held.write) or 0.0, scaled or 0.0)
        return units, "provisioned"
    most = number(_member((held.settings if index else table.settings).get("on_demand_maximum"), "write"))
    warm = number(_member((held.settings if index else table.settings).get("warm_throughput"), "write"))
    peak = number(_member(table.options.operation.raw.get("previous_peak"), "write"))
    sustained = max(NEW_TABLE_WRITE_UNITS, warm or 0.0, 0.0 if new else 2 * (peak or 0.0))
    return min(sustained, most or limits.TABLE_UNITS_QUOTA), "on demand"


def _member(raw: Any, name: str) -> Any:
    return raw.get(name) if isinstance(raw, dict) else None


def items_per_second(units: float, table: Table, entity: Entity, sizes: Sizes) -> float:
    """Items per second for this many write units of the table itself."""
    return units / write_blocks(sizes.item(table, entity).bytes)


def keys_of(table: Table, entity: Entity, index: Index) -> float | None:
    """How many partition key values the entity's items have in an index; None if nothing declares it."""
    count = 0.0
    for key in written_keys(table, entity, index):
        values = 1.0
        for template in key.templates[: len(index.partition_key)]:
            found = None if template is None or template.problem else distinct(template, entity)
            if found is None:
                return None
            values *= found
        count += values
    return count or None


@dataclass(frozen=True, slots=True)
class Pressure:
    """The load of a backfill on one place: units/s there, and on one key of it."""

    room: Room
    units: float
    keys: float | None

    @property
    def on_a_key(self) -> float | None:
        """Units/s on one partition key value, if its values are counted and evenly used."""
        return None if self.keys is None else self.units / self.keys

    @property
    def exceeds(self) -> bool:
        """Return whether it is more than the place supports in addition to live traffic."""
        return self.room.spare is not None and self.units > self.room.spare

    @property
    def is_hot(self) -> bool:
        """Return whether it is more than a partition supports."""
        return self.on_a_key is not None and self.on_a_key > limits.PARTITION_WRITE_UNITS


def pressures(
    rate: float,
    table: Table,
    entity: Entity,
    capacity: DesignCapacity | None,
    sizes: Sizes,
    *,
    new: bool = False,
    only: Index | None = None,
) -> list[Pressure]:
    """The load of writing the entity's items at `rate` units/s of the table on the table and each GSI.

    `only`: an update that sets the keys of one index, and so writes no entry of the others, and none of items that do
    not belong there.
    """
    items = items_per_second(rate, table, entity, sizes)
    found = [Pressure(room(table, None, capacity, new=new), rate, keys_of(table, entity, table.base))]
    for index in table.indexes:
        share = sizes.share(table, index, entity).value
        if index.kind is IndexKind.GSI and share and only in (None, index):
            written = items if index is only else items * share
            units = written * write_blocks(sizes.entry(table, index, entity).bytes)
            known = capacity is not None and capacity.place(table.name, index.name) is not None
            fresh = new or not known
            made = room(table, index, capacity, new=fresh)
            found.append(Pressure(made, units, keys_of(table, entity, index)))
    return found


def sensible_rate(
    table: Table,
    entities: list[Entity],
    capacity: DesignCapacity | None,
    sizes: Sizes,
    *,
    new: bool = False,
    only: Index | None = None,
) -> float:
    """Half of the rate at which a place or a key of it reaches its limit; 0 if there is no spare capacity."""
    rates: list[float] = []
    for entity in entities:
        for pressure in pressures(1.0, table, entity, capacity, sizes, new=new, only=only):
            if pressure.units and pressure.room.spare is not None:
                rates.append(pressure.room.spare / pressure.units)
            if pressure.on_a_key:
                rates.append(limits.PARTITION_WRITE_UNITS / pressure.on_a_key)
    return float(int(min(rates, default=float(limits.PARTITION_WRITE_UNITS)) * SHARE_OF_SPARE))
