"""Some seconds of a scenario as a load sends them: fewer calls, in the same proportions, to new on-demand tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from modeler.core.capacity.loads import Direction
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.simulation.design_places import Viral, design_places
from modeler.core.simulation.key_shares import KeyKind
from modeler.core.simulation.options import SimulationOptions
from modeler.core.simulation.scenarios import SECONDS, ScenarioTraffic, traffic_of

_NOT_CREATED: Final = ("warm_throughput", "on_demand_maximum")
"""Settings of throughput that the tables of a load do not have."""


@dataclass(frozen=True, slots=True)
class LoadWindow:
    """The seconds of a scenario from its busiest minute on, and which `share` of its calls they have."""

    traffic: ScenarioTraffic
    minute: int
    share: float

    @property
    def calls(self) -> list[list[float]]:
        """Calls per second: a list for each pattern with a rate, in the order of the design, of a number per second."""
        return [[float(one) for one in row] for row in self.traffic.calls]


def load_window(
    design: Design, scenario: str, options: SimulationOptions, *, seconds: int, calls_per_second: float
) -> LoadWindow:
    """The busiest seconds of a scenario; of all calls, so many that none of these seconds has more than
    `calls_per_second`.
    """
    whole = traffic_of(_as_created(design), scenario, replace(options, mode="ON_DEMAND"))
    minutes = whole.calls.shape[1]
    by_minute = whole.calls.sum(axis=0)
    minute = int(np.argmax(by_minute)) if by_minute.size else 0
    columns = np.minimum(minute + (np.arange(seconds) // SECONDS).astype(int), minutes - 1)
    calls = whole.calls[:, columns]
    highest = float(calls.sum(axis=0).max(initial=0.0))
    share = min(1.0, calls_per_second / highest) if highest > 0 else 1.0
    viral = whole.setting.viral
    # A load is shorter than the time in which a key is viral.
    if viral is not None:
        viral = Viral(0.0, float(seconds), viral.share)
    setting = replace(whole.setting, seconds=float(seconds), viral=viral, new=True)
    made = replace(whole, calls=calls * share, setting=setting, interval=1.0)
    return LoadWindow(made, minute, share)


def _as_created(design: Design) -> Design:
    return replace(design, tables=tuple(map(_table_as_created, design.tables)))


def _table_as_created(table: Table) -> Table:
    return replace(table, settings=_without(table.settings), indexes=tuple(map(_index_as_created, table.indexes)))


def _index_as_created(index: Index) -> Index:
    return replace(index, capacity=replace(index.capacity, settings=_without(index.capacity.settings)))


def _without(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name not in _NOT_CREATED}


@dataclass(frozen=True, slots=True)
class SimulatedCalls:
    """One pattern in the model of the simulation: the parts of its calls that go to its hot keys, the hottest first
    (the rest is even), and the read and write units of a call.
    """

    hot: tuple[float, ...]
    read_units: float
    write_units: float


def pattern_loads(traffic: ScenarioTraffic) -> list[SimulatedCalls]:
    """What the simulation knows of each pattern with a rate, in their order. Hot keys are those of the kind to which it
    sends the most units.
    """
    found = design_places(traffic.design, traffic.setting)
    viral = traffic.setting.viral.share if traffic.setting.viral is not None else 0.0
    made = []
    for uses in found.uses:
        units = {each: sum(size for direction, size, _ in uses if direction is each) for each in Direction}
        kinds = [(size * kind.whole, kind) for _, size, several in uses for kind in several]
        kind = max(kinds, key=lambda one: one[0])[1] if kinds else None
        hot = tuple(_hot(kind, viral)) if kind is not None else ()
        made.append(SimulatedCalls(hot, units[Direction.READ], units[Direction.WRITE]))
    return made


def _hot(kind: KeyKind, viral: float) -> Iterator[float]:
    """The parts of the calls that go to each hot key of a kind."""
    for rank, (_, share) in enumerate(kind.ranked()):
        yield share / kind.whole * (1.0 - viral) + (viral if rank == 0 else 0.0)
