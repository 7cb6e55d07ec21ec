"""A scenario of a design, simulated with 20 seeds: what is throttled, with its bands. All of it is an estimate.

DynamoDB documents neither when a partition splits nor where keys are, so each seed draws these differently, and a
figure is a band: the lowest, the median and the highest of all seeds. facts/partitions#model.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from modeler.core.capacity.loads import Direction
from modeler.core.design.model import Design
from modeler.core.simulation.design_places import DesignPlaces, design_places
from modeler.core.simulation.engine import Outcome, simulate_table
from modeler.core.simulation.options import AS_DESIGNED, SimulationOptions
from modeler.core.simulation.places import TablePlaces
from modeler.core.simulation.reasons import REASONS, Reason
from modeler.core.simulation.scenario import Scenario
from modeler.core.simulation.scenarios import ScenarioTraffic, traffic_of

_COLUMNS = 120
_ROWS = 64


@dataclass(frozen=True, slots=True)
class Band:
    """The lowest, the median and the highest figure of all seeds."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Band:
        """The band of the figures of all seeds."""
        return cls(float(min(figures)), float(np.median(figures)), float(max(figures)))


@dataclass(frozen=True)
class PatternReport:
    """One pattern: the share of calls that are given up (0 to 1), refused attempts per call, milliseconds that pauses
    add to a served call on average and in the worst minute, and the share given up by reason.
    """

    pattern: str
    label: str
    calls: float
    given_up: Band
    refused: Band
    added_ms: Band
    worst_ms: Band
    reasons: tuple[tuple[str, Band], ...]


@dataclass(frozen=True)
class PlaceReport:
    """One table or GSI: partitions at the start and at the end, the highest units/s that were served, entries waiting
    at the end, and the heat of partitions over time of one seed (rows in the order of hash values; 1 is the limit).
    """

    table: str
    index: str | None
    partitions_first: int
    partitions_last: Band
    reads: Band
    writes: Band
    waiting: Band
    heat: NDArray[np.float32]

    @property
    def label(self) -> str:
        """Its name on pages."""
        return self.index or self.table


@dataclass(frozen=True)
class Simulated:
    """A scenario with its figures. `throttled` is the share of calls given up in each part of the time of the heat
    maps, of the seed that they show. `assumed` and `unknown` are sentences.
    """

    scenario: Scenario
    seeds: int
    given_up: Band
    patterns: tuple[PatternReport, ...]
    places: tuple[PlaceReport, ...]
    throttled: tuple[float, ...]
    assumed: tuple[str, ...]
    unknown: tuple[str, ...]


def simulate(
    design: Design,
    scenario: str,
    options: SimulationOptions = AS_DESIGNED,
    progress: Callable[[float], None] | None = None,
) -> Simulated:
    """Simulate a scenario of a design. `progress` gets the share of the work that is done. Raises Invalid if the design
    needs more partitions than a run can hold.
    """
    steps = simulation_steps(design, scenario, options)
    while True:
        try:
            share = next(steps)
        except StopIteration as end:
            found: Simulated = end.value
            return found
        if progress is not None:
            progress(share)


def simulation_steps(
    design: Design, scenario: str, options: SimulationOptions = AS_DESIGNED
) -> Generator[float, None, Simulated]:
    """The same in steps, one for each seed: the share of the work that is done after each, then the result."""
    return (yield from traffic_steps(traffic_of(design, scenario, options)))


def traffic_steps(traffic: ScenarioTraffic) -> Generator[float, None, Simulated]:
    """Simulate traffic that is known, in the same steps."""
    found = design_places(traffic.design, traffic.setting)
    tables = [one for one in found.tables if any(place.flows for place in one.all)]
    runs: list[list[Outcome]] = []
    seeds = traffic.setting.options.seeds
    for seed in range(seeds):
        runs.append([_brief(simulate_table(table, traffic.calls, traffic.interval, seed)) for table in tables])
        yield (seed + 1) / seeds
    return _report(traffic, found, tables, runs)


def _brief(outcome: Outcome) -> Outcome:
    """An outcome whose heat is as large as it is shown: that of 20 seeds would fill the memory."""
    places = tuple(replace(one, heat=_binned(_grouped(one.heat), np.max)) for one in outcome.places)
    return replace(outcome, places=places)


def _report(
    traffic: ScenarioTraffic, found: DesignPlaces, tables: Sequence[TablePlaces], runs: list[list[Outcome]]
) -> Simulated:
    offered = traffic.calls.sum(axis=1) * traffic.interval
    given_up = [np.minimum(sum((one.given_up for one in run), np.zeros_like(offered)), offered) for run in runs]
    shares = [float(each.sum() / offered.sum()) if offered.sum() else 0.0 for each in given_up]
    shown = runs[int(np.argsort(shares)[len(shares) // 2])]
    throttled = sum((one.throttled for one in shown), np.zeros(traffic.calls.shape[1]))
    calls = traffic.calls.sum(axis=0) * traffic.interval
    patterns = tuple(
        _pattern(number, one.id, one.label, float(offered[number]), given_up, runs)
        for number, one in enumerate(found.patterns)
    )
    places = tuple(
        _place(at, number, runs, shown, traffic.interval)
        for at, table in enumerate(tables)
        for number in range(len(table.all))
    )
    by_time = np.minimum(_binned(throttled[None, :], np.sum) / np.maximum(_binned(calls[None, :], np.sum), 1e-12), 1.0)
    return Simulated(
        traffic.scenario, len(runs), Band.of(shares), patterns, places, tuple(map(float, by_time[0])),
        (*traffic.assumed, *found.assumed), found.unknown,
    )  # fmt: skip


def _pattern(
    number: int,
    identity: str,
    label: str,
    calls: float,
    given_up: Sequence[NDArray[np.float64]],
    runs: list[list[Outcome]],
) -> PatternReport:
    whole = calls or 1.0

    def band(figure: Callable[[Outcome], float]) -> Band:
        return Band.of([sum(figure(one) for one in run) / whole for run in runs])

    def failed(reason: Reason) -> Band:
        return band(lambda one: float(one.failed[reason][number]) if reason in one.failed else 0.0)

    reasons = [(str(reason), found) for reason in REASONS if (found := failed(reason)).high > 0]
    return PatternReport(
        identity,
        label,
        calls,
        Band.of([float(each[number]) / whole for each in given_up]),
        band(lambda one: sum(float(each[number]) for each in one.refused.values())),
        Band.of(
            [1000 * _added(number, run, calls - float(lost[number])) for run, lost in zip(runs, given_up, strict=True)]
        ),
        Band.of([1000 * max((float(one.worst[number]) for one in run), default=0.0) for run in runs]),
        tuple(reasons),
    )


def _added(number: int, run: Sequence[Outcome], served: float) -> float:
    return sum(float(one.waited[number]) for one in run) / served if served > 0 else 0.0


def _place(table: int, number: int, runs: list[list[Outcome]], shown: Sequence[Outcome], seconds: float) -> PlaceReport:
    outcomes = [run[table].places[number] for run in runs]
    first = outcomes[0]

    def highest(direction: Direction) -> Band:
        return Band.of([float(one.served[direction].max(initial=0.0)) / seconds for one in outcomes])

    return PlaceReport(
        first.place.table,
        first.place.index,
        int(first.partitions[0]),
        Band.of([float(one.partitions[-1]) for one in outcomes]),
        highest(Direction.READ),
        highest(Direction.WRITE),
        Band.of([float(one.queued[-1]) for one in outcomes]),
        shown[table].places[number].heat,
    )


def _binned[Kind: np.floating](rows: NDArray[Kind], how: Callable[..., NDArray[Kind]]) -> NDArray[Kind]:
    """At most 120 columns of as many equal parts of the time."""
    edges = np.unique(np.linspace(0, rows.shape[1], min(_COLUMNS, rows.shape[1]) + 1).astype(int))
    return np.stack([how(rows[:, low:high], axis=1) for low, high in pairwise(edges)], axis=1)


def _grouped(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """At most 64 rows: the hottest of neighboring partitions."""
    edges = np.unique(np.linspace(0, rows.shape[0], min(_ROWS, rows.shape[0]) + 1).astype(int))
    return np.stack([rows[low:high].max(axis=0) for low, high in pairwise(edges)])
