"""The monthly cost of a design: as it is now, as it was at a revision, or under a reader's assumptions (another Region,
another capacity mode, other traffic). Computed in this process and cached, so that each assumption takes a few
milliseconds.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from designer.page.scene import PagePlace, Scene
from designer.page.scenes import KeptValues
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.heat import BackPressure, DesignHeat, HeatCache, back_pressure, design_heat
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.prices import list_prices
from modeler.core.cost.tables import TableCost
from modeler.core.cost.traffic import HOURS_OF_DAY
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Rate
from modeler.core.design.table_settings import TRAFFIC_SHAPES
from modeler.core.design.tables import Table
from modeler.core.documents.parts_codec import design_of
from modeler.core.items.sizes import Sizes
from modeler.loading import parts_at
from modeler.models import Design as StoredDesign

MODES: Final[Mapping[str, Mode]] = {
    "on-demand": Mode.ON_DEMAND,
    "auto-scaled": Mode.AUTO_SCALED,
    "fixed": Mode.FIXED,
    "as-set": Mode.AS_SET,
}
"""Capacity modes, by their names in the address."""

SLUGS: Final[Mapping[Mode, str]] = {mode: slug for slug, mode in MODES.items()}
TIMES: Final[Mapping[str, float]] = {
    text: float(text) for text in ("0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100")
}
"""Multiples of the traffic, by their texts in the address."""
HOUR_MAX: Final = 100
KEPT: Final = 48


@dataclass(frozen=True, slots=True)
class Supposed:
    """A reader's assumptions, read from the address; the design specifies the rest. `hours` are 24 numbers from 0 to
    100; only their proportions count; `steps` keeps each hour constant; `revision` 0 is the newest; `times` multiplies
    every rate.
    """

    region: str = ""
    mode: Mode | None = None
    shape: str = ""
    hours: tuple[int, ...] = ()
    steps: bool = False
    revision: int = 0
    times: float = 1

    @staticmethod
    def of(place: PagePlace) -> Supposed:
        """From the choices of an address; invalid choices are ignored."""
        region, traffic = place.said("region"), place.said("traffic")
        return Supposed(
            region=region if region in list_prices().regions else "",
            mode=MODES.get(place.said("mode")),
            shape=traffic if traffic in TRAFFIC_SHAPES else "",
            hours=_hours(traffic),
            steps=place.said("level") == "yes",
            times=TIMES.get(place.said("times"), 1),
        )

    def compared(self, versus: str) -> Supposed | None:
        """The same with one assumption changed: `mode:fixed`, `region:eu-west-1`, `revision:12`; None if that changes
        nothing.
        """
        kind, _, value = versus.partition(":")
        if kind == "mode" and value in MODES:
            return replace(self, mode=MODES[value])
        if kind == "region" and value in list_prices().regions:
            return replace(self, region=value)
        if kind == "revision" and value.isascii() and value.isdigit() and 0 < int(value) < 10**9:
            return replace(self, revision=int(value))
        return None

    @property
    def traffic(self) -> Any:
        """The traffic in the document's format; None without an assumption."""
        if self.hours:
            return {"hours": list(self.hours), **({"steps": True} if self.steps else {})}
        return self.shape or None


def _hours(text: str) -> tuple[int, ...]:
    members = text.split(",")
    if len(members) != HOURS_OF_DAY or not all(one.isascii() and one.isdigit() and len(one) < 4 for one in members):
        return ()
    hours = tuple(min(HOUR_MAX, int(one)) for one in members)
    return hours if any(hours) else ()


@dataclass(frozen=True)
class Month:
    """The units and cost of a design. `mode` is the assumed capacity mode of each table; None: as in the design."""

    design: Design
    capacity: DesignCapacity
    cost: Cost
    mode: Mode | None
    heats: HeatCache = field(repr=False)
    sizes: Sizes = field(repr=False)

    @cached_property
    def heat(self) -> DesignHeat:
        """The traffic of its partition keys, the nearest to its limit first."""
        return design_heat(self.design, self.heats)

    @cached_property
    def pressed(self) -> tuple[BackPressure, ...]:
        """The write rates at which an index begins to throttle."""
        demands = {
            (place.place.table, place.place.index): place.write.peak.value
            for place in self.capacity.places
            if place.place.index is not None
        }
        return back_pressure(self.design, self.heat, demands)

    def mode_of(self, table: TableCost) -> Mode:
        """The capacity mode of a table here: the assumed one if possible, else that of the design."""
        return self.mode if self.mode is not None and self.mode in table.modes else table.current


@dataclass(frozen=True, slots=True)
class SharedMonths:
    """The shared state of one design's months. One thread at a time: figures are computed on demand."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    capacity: CapacityCache = field(default_factory=CapacityCache)
    heat: HeatCache = field(default_factory=HeatCache)


_grounds: Final[KeptValues[UUID, SharedMonths]] = KeptValues(KEPT)
_months: Final[KeptValues[tuple[Any, ...], Month]] = KeptValues(KEPT)
_designs: Final[KeptValues[tuple[UUID, int], Design]] = KeptValues(KEPT)


def costing(scene: Scene) -> threading.RLock:
    """Hold this while reading the months of a design."""
    return _grounds.get(scene.design_id, SharedMonths).lock


def month_of(scene: Scene, supposed: Supposed) -> Month:
    """A month of a scene's design under the assumptions; hold `costing`. Raises Missing for an unknown revision."""
    revision = supposed.revision or scene.revision
    key = (scene.design_id, revision, replace(supposed, revision=0))
    return _months.get(key, lambda: _month(scene, supposed))


def _month(scene: Scene, supposed: Supposed) -> Month:
    ground = _grounds.get(scene.design_id, SharedMonths)
    design = _supposed_design(_design_at(scene, supposed.revision), supposed)
    capacity = design_capacity(design, ground.capacity)
    cost = monthly_cost(design, capacity=capacity, cache=ground.capacity)
    return Month(design, capacity, cost, supposed.mode, ground.heat, ground.capacity.sizes)


def _design_at(scene: Scene, revision: int) -> Design:
    """The design as of a revision; a revision that does not exist yet is the newest."""
    if not revision or revision >= scene.revision:
        return scene.design

    def read() -> Design:
        return design_of(parts_at(StoredDesign.objects.get(pk=scene.design_id), revision))

    return _designs.get((scene.design_id, revision), read)


def _supposed_design(design: Design, supposed: Supposed) -> Design:
    if supposed.region:
        design = replace(design, region=supposed.region)
    if supposed.times != 1:
        design = replace(design, patterns=tuple(_multiplied(one, supposed.times) for one in design.patterns))
    if supposed.traffic is not None:
        settings = {**design.settings, "traffic": supposed.traffic}
        design = replace(design, settings=settings, tables=tuple(map(_without_curve, design.tables)))
    return design


def _multiplied(pattern: AccessPattern, times: float) -> AccessPattern:
    rate = pattern.per_second
    return pattern if rate is None else replace(pattern, per_second=Rate(rate.average * times, rate.peak * times))


def _without_curve(table: Table) -> Table:
    """Return the table without its own traffic, which would override that of the design."""
    operation = table.options.operation.raw
    if "curve" not in operation:
        return table
    kept = {name: value for name, value in operation.items() if name != "curve"}
    return replace(table, settings={**table.settings, "ops": kept})
