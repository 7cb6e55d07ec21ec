"""What is metered together, and its demand over a day or a week.

facts/throughput#index-writes, facts/throughput#throttling, facts/pricing#auto-scaling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from modeler.core.arithmetic import total
from modeler.core.capacity.design import Demand, DesignCapacity, PlaceCapacity
from modeler.core.capacity.loads import Direction
from modeler.core.cost.scaling import Scaling, Simulation, scaling_of, simulated
from modeler.core.cost.traffic import Curve, curve_of
from modeler.core.design.model import Design
from modeler.core.design.table_settings import Traffic
from modeler.core.design.tables import Capacity, IndexKind, Table
from modeler.core.design.usage_settings import traffic


@dataclass(frozen=True)
class Meter:
    """The table with its LSIs, or one GSI; in one direction. `part` is the id of the table or the GSI."""

    place: str
    part: str
    is_table: bool
    demand: Demand
    capacity: Capacity
    traffic: Traffic | None = None

    @property
    def direction(self) -> Direction:
        """Reads or writes."""
        return self.demand.direction

    @property
    def has_policy(self) -> bool:
        """Whether the design has auto scaling for this direction."""
        settings = self.capacity.settings.get("auto_scaling", self.capacity.settings)
        return bool(settings and settings.get(self.direction.value))

    @cached_property
    def scaling(self) -> Scaling:
        """Auto scaling of this direction, as the design sets it, or the defaults."""
        settings = self.capacity.settings
        return scaling_of(settings.get("auto_scaling", settings), self.direction.value)

    @property
    def units_set(self) -> int | None:
        """Units that the design provisions."""
        return self.capacity.read if self.direction is Direction.READ else self.capacity.write

    @cached_property
    def curve(self) -> Curve:
        """Its traffic: as given, as a named shape up to the peak, or assumed from average and peak."""
        return curve_of(self.traffic, float(self.demand.average.value), float(self.demand.peak.value))

    @cached_property
    def simulation(self) -> Simulation:
        """Auto scaling over the curve."""
        return simulated(self.curve, float(self.demand.average.value), self.scaling)


def meters_of(design: Design, table: Table, capacity: DesignCapacity) -> Iterator[Meter]:
    """The table with its LSIs, which use its units, then each GSI; reads, then writes.

    facts/throughput#index-writes.
    """
    by_index = {p.place.index: p for p in capacity.places if p.place.table == table.name}
    together = [by_index[None], *(by_index[i.name] for i in table.indexes if i.kind is IndexKind.LSI)]
    groups: list[tuple[str, str, bool, list[PlaceCapacity], Capacity]] = [
        (table.name, table.id, True, together, table.capacity)
    ]
    groups += [(i.name, i.id, False, [by_index[i.name]], i.capacity) for i in table.indexes if i.kind is IndexKind.GSI]
    said = traffic(design, table)
    for name, part, is_table, places, set_capacity in groups:
        for direction in Direction:
            demand = _joined([place.demand(direction) for place in places])
            yield Meter(name, part, is_table, demand, set_capacity, said)


def _joined(demands: list[Demand]) -> Demand:
    if len(demands) == 1:
        return demands[0]
    unit = demands[0].average.unit
    return Demand(
        demands[0].direction,
        total((demand.average for demand in demands), unit),
        total((demand.peak for demand in demands), unit),
        lambda: tuple(part for demand in demands for part in demand.parts),
    )
