"""The monthly cost of a design: as it is now, as it was at a revision, or under a reader's assumptions (another Region,
another capacity mode, other traffic, growth). Computed in this process and cached, so that each assumption takes a few
milliseconds.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from designer.page.scene import PagePlace, Scene
from designer.page.scenes import KeptValues
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.heat import BackPressure, DesignHeat, HeatCache, back_pressure, design_heat
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.prices import list_prices
from modeler.core.cost.scenario_costs import mode_in
from modeler.core.cost.tables import TableCost
from modeler.core.cost.what_if import MODES, design_under
from modeler.core.design.cost_scenarios import GROWTH_MAX, MONTHS_MAX, TABLE_CLASSES, TIMES_MAX, WhatIf
from modeler.core.design.model import Design
from modeler.core.design.table_settings import TRAFFIC_HOURS, TRAFFIC_SHAPES, read_traffic
from modeler.core.documents.parts_codec import design_of
from modeler.core.items.sizes import Sizes
from modeler.loading import parts_at
from modeler.models import Design as StoredDesign

SLUGS: Final[Mapping[Mode, str]] = {mode: slug for slug, mode in MODES.items()}
TIMES: Final[Mapping[str, float]] = {
    text: float(text) for text in ("0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50", "100")
}
"""Multiples of the traffic, by their texts in the address."""
GROWTHS: Final = (0, 1, 2, 5, 10, 15, 20, 30, 50)
"""Growth in percent per month that the sliders offer."""
MONTHS_AHEAD: Final = (0, 3, 6, 12, 18, 24, 36, 48, 60)
HOUR_MAX: Final = 100
KEPT: Final = 48
PLAIN_NUMBER: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")


@dataclass(frozen=True, slots=True)
class Supposed:
    """A reader's assumptions, read from the address; the design specifies the rest. `hours` are 24 or 168 numbers
    from 0 to 100; only their proportions count; `steps` keeps each hour constant; `revision` 0 is the newest; `times`
    multiplies every rate. `calls` and `items` grow by so many percent per month, for `months` months.
    """

    region: str = ""
    mode: Mode | None = None
    shape: str = ""
    hours: tuple[int, ...] = ()
    steps: bool = False
    revision: int = 0
    times: float = 1
    table_class: str = ""
    calls: float = 0
    items: float = 0
    months: int = 0

    @staticmethod
    def of(place: PagePlace) -> Supposed:
        """From the choices of an address; invalid choices are ignored."""
        region, traffic = place.choice("region"), place.choice("traffic")
        return Supposed(
            region=region if region in list_prices().regions else "",
            mode=MODES.get(place.choice("mode")),
            shape=traffic if traffic in TRAFFIC_SHAPES else "",
            hours=_hours(traffic),
            steps=place.choice("level") == "yes",
            times=_number(place.choice("times"), TIMES_MAX) or 1,
            table_class=place.choice("class") if place.choice("class") in TABLE_CLASSES else "",
            calls=_number(place.choice("growth"), GROWTH_MAX),
            items=_number(place.choice("items"), GROWTH_MAX),
            months=int(_number(place.choice("ahead"), MONTHS_MAX)),
        )

    @staticmethod
    def of_scenario(what_if: WhatIf) -> Supposed:
        """A scenario that the design keeps; traffic by the hour in percent of its busiest hour."""
        traffic = read_traffic(what_if.traffic)
        busiest = max(traffic.hours) if traffic and traffic.hours else 0
        hours = tuple(round(HOUR_MAX * one / busiest) for one in traffic.hours) if traffic and busiest else ()
        return Supposed(
            region=what_if.region if what_if.region in list_prices().regions else "",
            mode=MODES.get(what_if.mode),
            shape=traffic.shape if traffic and not traffic.hours else "",
            hours=hours,
            steps=bool(traffic and traffic.steps),
            times=what_if.times,
            table_class=what_if.table_class,
            calls=what_if.calls_growth,
            items=what_if.items_growth,
            months=what_if.months,
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

    def what_if(self, name: str = "") -> WhatIf:
        """The assumptions as the core has them, and as a design keeps them by name."""
        return WhatIf(
            name=name,
            region=self.region,
            mode=SLUGS[self.mode] if self.mode else "",
            table_class=self.table_class,
            times=self.times,
            calls_growth=self.calls,
            items_growth=self.items,
            months=self.months,
            traffic=self.traffic,
        )

    @property
    def query(self) -> str:
        """The assumptions as part of an address, from which `of` reads them again."""
        chosen = {
            "region": self.region,
            "mode": SLUGS[self.mode] if self.mode else "",
            "class": self.table_class,
            "times": "" if self.times == 1 else f"{self.times:g}",
            "growth": f"{self.calls:g}" if self.calls else "",
            "items": f"{self.items:g}" if self.items else "",
            "ahead": str(self.months) if self.months else "",
            "traffic": ",".join(map(str, self.hours)) or self.shape,
            "level": "yes" if self.steps else "",
        }
        return urlencode({name: value for name, value in chosen.items() if value})


def _number(text: str, most: float) -> float:
    """A number from 0 to `most`; else 0."""
    if not PLAIN_NUMBER.fullmatch(text):
        return 0
    return float(text) if float(text) <= most else 0


def _hours(text: str) -> tuple[int, ...]:
    members = text.split(",")
    if len(members) not in TRAFFIC_HOURS or not all(
        one.isascii() and one.isdigit() and len(one) < 4 for one in members
    ):
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
        return mode_in(table, self.mode)


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


def known_capacity(scene: Scene) -> CapacityCache:
    """The units of a design that are known already; hold `costing`."""
    return _grounds.get(scene.design_id, SharedMonths).capacity


def month_of(scene: Scene, supposed: Supposed) -> Month:
    """A month of a scene's design under the assumptions; hold `costing`. Raises Missing for an unknown revision."""
    revision = supposed.revision or scene.revision
    key = (scene.design_id, revision, replace(supposed, revision=0))
    return _months.get(key, lambda: _month(scene, supposed))


def _month(scene: Scene, supposed: Supposed) -> Month:
    ground = _grounds.get(scene.design_id, SharedMonths)
    design = design_under(_design_at(scene, supposed.revision), supposed.what_if())
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
