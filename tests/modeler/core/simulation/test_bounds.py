"""What a simulation refuses: more partitions or rates than it can hold, from the start and while it runs."""

from dataclasses import replace

import numpy as np
import pytest

from modeler.core.design.patterns import Rate
from modeler.core.errors import Invalid
from modeler.core.simulation import bounds
from modeler.core.simulation.options import SimulationOptions
from modeler.core.simulation.places import Flow
from modeler.core.simulation.simulating import simulate, simulation_steps
from modeler.examples import example
from tests.modeler.core.simulation.places import W, place, provisioned, run

DESIGN = example("iot-telemetry").design
ONE = SimulationOptions(seeds=1)


def test_partitions_of_the_start_are_refused():
    with pytest.raises(Invalid, match=r"needs more than 10,000 partitions in this scenario") as caught:
        simulate(DESIGN, "steady", replace(ONE, warm_write=1e12))
    assert caught.value.code == "simulation.too_large"


def test_a_longer_scenario_holds_fewer_partitions():
    units = replace(ONE, mode="PROVISIONED", write_units=2_500_000.0)
    assert simulate(DESIGN, "steady", units).places[0].partitions_first == 2500
    with pytest.raises(Invalid, match=r"needs more than 1,984 partitions"):
        simulate(DESIGN, "week", units)


def test_splits_stop_at_the_bound(monkeypatch):
    monkeypatch.setattr(bounds, "PARTITIONS_MAX", 20)
    rates = tuple(one and replace(one, per_second=Rate(1e5, 1e5)) for one in DESIGN.patterns)
    with pytest.raises(Invalid, match=r"needs more than 20 partitions"):
        simulate(replace(DESIGN, patterns=rates), "viral", ONE)


def test_a_table_and_its_indexes_share_the_bound(monkeypatch):
    monkeypatch.setattr(bounds, "PARTITIONS_MAX", 5)
    base = place(Flow(0, W, 1.0), write=provisioned(3000))
    index = place(Flow(0, W, 1.0), index="GSI1", write=provisioned(3000))
    run(base, [1.0], seconds=60.0)
    with pytest.raises(Invalid, match=r"needs more than 5 partitions"):
        run(base, [1.0], seconds=60.0, indexes=[index])


def test_more_rates_than_a_run_can_hold_are_refused(monkeypatch):
    monkeypatch.setattr(bounds, "RATES_MAX", 60)
    with pytest.raises(Invalid, match=r"the simulation holds at most 1 in this scenario: choose a shorter one"):
        simulate(DESIGN, "steady", ONE)


def test_steps_end_in_the_same_result():
    steps, shares = simulation_steps(DESIGN, "steady", SimulationOptions(seeds=2)), []
    with pytest.raises(StopIteration) as end:
        while True:
            shares.append(next(steps))
    told = []
    found = simulate(DESIGN, "steady", SimulationOptions(seeds=2), told.append)
    assert shares == told == [0.5, 1.0]
    assert end.value.value.patterns == found.patterns
    assert all(np.array_equal(a.heat, b.heat) for a, b in zip(end.value.value.places, found.places, strict=True))
