"""What a place admits over time: on-demand growth, auto scaling with its alarms, maxima and quotas."""

from decimal import Decimal

import numpy as np
import pytest

from modeler.core.cost.scaling import Scaling
from modeler.core.simulation.key_line import SimulatedKey
from modeler.core.simulation.places import Flow
from modeler.core.simulation.reasons import REASONS
from modeler.core.simulation.throughput import AdmissionMeter, Throughput
from tests.modeler.core.simulation.places import R, W, place, provisioned, reasons, run, served

pytestmark = pytest.mark.slow

WIDE = {"least": 128}
"""So many partitions that only the limit of the whole table matters."""


def scaled(units, **more):
    return Throughput(provisioned=float(units), scaling=Scaling(Decimal("0.7"), **more))


def test_the_reasons_are_the_sixteen_of_dynamodb():
    assert len({str(reason) for reason in REASONS}) == 16
    assert "IndexReadMaxOnDemandThroughputExceeded" in map(str, REASONS)


def test_a_maximum_and_the_quota_have_their_own_reasons():
    most = run(place(Flow(0, R, 1.0), read=Throughput(maximum=100.0), **WIDE), [200.0])
    assert reasons(most) == {"TableReadMaxOnDemandThroughputExceeded": 100.0}
    quota = run(place(Flow(0, W, 1.0), write=Throughput(warm=60_000.0), **WIDE), [50_000.0])
    assert reasons(quota) == {"TableWriteAccountLimitExceeded": pytest.approx(10_000.0)}


def test_an_on_demand_table_doubles_its_peak_every_half_hour():
    calls = np.full(121, 30_000.0)
    writes = served(run(place(Flow(0, W, 1.0), **WIDE), calls, seconds=60.0), W, seconds=60.0)
    assert [round(writes[minute]) for minute in (0, 29, 31, 59, 62, 120)] == [4000, 4000, 8000, 8000, 16_000, 30_000]


def test_auto_scaling_adds_units_after_four_minutes_and_removes_them_after_twenty():
    calls = np.concatenate((np.full(30, 700.0), np.full(60, 70.0)))
    meter = AdmissionMeter(scaled(200, minimum=100), W)
    units = []
    for minute, rate in enumerate(calls):
        units.append(meter.units)
        meter.served((minute + 1) * 60.0, 60.0, min(rate, meter.units))
    assert units[3] == 200
    assert units[4] == 286  # consumption never includes what was throttled: 200 / 0.7
    assert max(units) == 1000
    assert units[49] == 1000
    assert units[50] == 100


def test_only_so_many_decreases_are_left_in_a_day():
    meter = AdmissionMeter(scaled(10_000), W)
    units = []
    for minute in range(24 * 60):
        meter.served((minute + 1) * 60.0, 60.0, 7000.0 * 0.9 ** (minute // 21))
        units.append(meter.units)
    decreases = int((np.diff(units) < 0).sum())
    assert 4 < decreases <= 27


def test_higher_units_bring_partitions_that_stay():
    table = place(Flow(0, W, 1.0), read=provisioned(5), write=scaled(1000, minimum=5))
    calls = np.concatenate((np.full(60, 3000.0), np.full(60, 1.0)))
    outcome = run(table, calls, seconds=60.0)
    counts = outcome.places[0].partitions
    assert counts[0] == 1
    assert counts[-1] == counts.max() >= 4
    assert reasons(outcome).keys() <= {
        "TableWriteProvisionedThroughputExceeded", "TableWriteKeyRangeThroughputExceeded"
    }  # fmt: skip


def test_a_partition_can_use_what_others_leave_and_its_own_credit():
    keys = [SimulatedKey("KEY", divisible=False)]
    table = place(Flow(0, W, 1.0, {"KEY": 1.0}), keys=keys, read=provisioned(1), write=Throughput(500.0, warm=10_000.0))
    writes = served(run(table, np.full(60, 800.0)), W)
    # Ten partitions have a share of 50 and so a credit of 15,000 each: 300 more per second for 50 seconds.
    assert writes[:49] == pytest.approx(800)
    assert writes[-1] == pytest.approx(500)


def test_credit_is_earned_while_nothing_is_refused():
    table = place(Flow(0, W, 1.0), read=provisioned(1), write=provisioned(10))
    calls = np.concatenate((np.full(400, 100.0), np.full(100, 5.0), np.full(60, 100.0)))
    writes = served(run(table, calls), W)
    assert writes[399] == pytest.approx(10)
    # 100 s with 5 unused units: 500 units, enough for 90 more per second for 5 s.
    assert writes[500:].sum() == pytest.approx(60 * 10 + 500)


def test_keys_of_a_period_take_their_traffic_in_turn():
    flows = [Flow(0, W, 1.0, {f"HOUR{hour}": 1.0}, during=(hour * 3600.0, (hour + 1) * 3600.0)) for hour in range(2)]
    keys = [SimulatedKey(f"HOUR{hour}", divisible=False) for hour in range(2)]
    outcome = run(place(*flows, keys=keys), np.full(120, 500.0), seconds=60.0, seed=3)
    first, second = outcome.places[0].heat[:, 0], outcome.places[0].heat[:, 119]
    assert first.sum() == second.sum() == pytest.approx(0.5)
    assert (outcome.share, outcome.offered[0]) == (0, 120 * 500 * 60)


def test_pauses_between_attempts_add_latency():
    outcome = run(place(Flow(0, W, 1.0), read=provisioned(1), write=provisioned(10)), np.full(600, 20.0))
    assert outcome.worst[0] > 0
    assert outcome.waited[0] > 0
    refused = sum(float(found.sum()) for found in outcome.refused.values())
    assert refused > outcome.given_up[0] > 0


def test_two_full_indexes_refuse_a_write_once():
    small = [place(Flow(0, W, 1.0), index=name, read=provisioned(1), write=provisioned(units))
             for name, units in (("GSI1", 1), ("GSI2", 5))]  # fmt: skip
    outcome = run(place(Flow(0, W, 1.0)), np.full(600, 900.0), seconds=1.0, indexes=small)
    assert served(outcome, W)[-1] == pytest.approx(1)
    offered = float(outcome.offered[0])
    assert float(outcome.given_up[0]) + float(outcome.places[0].served[W].sum()) == pytest.approx(offered)
