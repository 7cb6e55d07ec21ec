"""How long a simulation takes. Prints, asserts nothing. CPU time of one run.

Aims (issue 17): a day with 1,000 partitions in 1 s; a week of 60 patterns in 5 s.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from modeler.core.capacity.loads import Direction
from modeler.core.simulation.engine import simulate_table
from modeler.core.simulation.key_line import SimulatedKey
from modeler.core.simulation.options import SimulationOptions
from modeler.core.simulation.places import Flow, Place, TablePlaces
from modeler.core.simulation.scenarios import SECONDS
from modeler.core.simulation.simulating import simulate
from modeler.core.simulation.throughput import Throughput
from tests.benchmarks.big_design import big_design

DAY = 1440


def wide(scale: float) -> tuple[TablePlaces, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """A table of 1,000 partitions and 60 patterns with a hot key each, over a day."""
    flows = tuple(
        Flow(row, Direction.WRITE if row % 2 else Direction.READ, 1.0, {f"KEY{row}": 0.1}) for row in range(60)
    )
    keys = tuple(SimulatedKey(f"KEY{row}") for row in range(60))
    units = Throughput(warm=1_000_000.0, quota=1e9)
    wave = 1 + np.sin(np.arange(DAY) / DAY * 2 * np.pi)
    calls = np.outer(np.linspace(1, 2, 60), wave) * scale
    return TablePlaces(Place("main", None, flows, keys, units, units)), calls


def main() -> None:
    """Print the times."""
    for name, scale in (("quiet", 100.0), ("hot keys throttled", 10_000.0)):
        places, calls = wide(scale)
        begun = time.process_time()
        found = simulate_table(places, calls, SECONDS, 0)
        taken = time.process_time() - begun
        partitions, share = len(found.places[0].heat), found.share
        print(f"a day, {partitions} partitions, {name}: {taken:.2f} s, {share:.3%} given up (aim 1 s)")
    design = big_design(patterns=60)
    for scenario, seeds in (("week", 1), ("week", 20), ("day", 20)):
        begun = time.process_time()
        made = simulate(design, scenario, SimulationOptions(seeds=seeds))
        taken = time.process_time() - begun
        print(f"{scenario} of {len(made.patterns)} patterns, {seeds} seeds: {taken:.2f} s (aim 5 s)")


if __name__ == "__main__":
    main()
