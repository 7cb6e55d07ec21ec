"""The published measurements S1 to S21 of facts/partitions#measurements, within 10% or within the band of 20 seeds.

A row without a figure is tested for what it says.
"""

from statistics import median

import numpy as np
import pytest

from modeler.core.simulation.bulk_load import BulkLoad, bulk_load
from modeler.core.simulation.key_line import SimulatedKey
from modeler.core.simulation.places import Flow
from modeler.core.simulation.throughput import Throughput
from tests.modeler.core.simulation.places import (
    SEEDS,
    R,
    W,
    one_key,
    place,
    provisioned,
    reasons,
    run,
    served,
)

pytestmark = pytest.mark.slow

FILE = {f"KEY#{number}": 1800.0 for number in range(200)}
STEP = 30
KEYS = [SimulatedKey(name) for name in FILE]


def first_split(outcome):
    """The second in which the first split shows."""
    counts = outcome.places[0].partitions
    return int(np.argmax(counts > counts[0])) if counts[-1] > counts[0] else len(counts)


def band(values):
    return min(values), max(values)


def within(figure, values):
    low, high = band(values)
    return low <= figure <= high


def test_s1_one_key_of_a_new_table_gets_1000_units():
    for seed in SEEDS:
        outcome = run(one_key(W), [5000.0] * 30, seconds=STEP, seed=seed)
        flat = served(outcome, W, seconds=STEP)[: first_split(outcome)]
        assert flat == pytest.approx(1000, rel=0.1)
        assert reasons(outcome) == {"TableWriteKeyRangeThroughputExceeded": pytest.approx(outcome.given_up.sum())}
    assert (run(one_key(W), [5000.0]).places[0].heat[:, 0] == 0).sum() == 3


def test_s2_a_file_in_the_order_of_its_keys_heats_one_partition_after_the_other():
    rates = [bulk_load(place(keys=KEYS), BulkLoad(FILE, 20_000), seed).rate for seed in SEEDS]
    assert median(rates) == pytest.approx(1250, rel=0.1)


def test_s3_the_same_file_shuffled_uses_four_partitions():
    loads = [bulk_load(place(keys=KEYS), BulkLoad(FILE, 20_000, shuffled=True), seed) for seed in SEEDS]
    assert median(load.rate for load in loads) == pytest.approx(3600, rel=0.1)
    assert {load.partitions for load in loads} == {4}
    assert max(load.seconds for load in loads) < 120


def test_s4_ten_partitions_of_a_provisioned_table_load_it_within_a_minute():
    table = place(keys=KEYS, read=provisioned(10), write=provisioned(10_000))
    loads = [bulk_load(table, BulkLoad(FILE, 6_050, in_flight=1000, shuffled=True), seed) for seed in SEEDS]
    assert min(load.partitions for load in loads) >= 10
    assert not any(load.throttled for load in loads)
    assert median(load.rate for load in loads) == pytest.approx(6000, rel=0.1)
    assert max(load.seconds for load in loads) < 60


def test_s5_three_replicas_answer_eventually_consistent_reads_of_one_key():
    splits = []
    for seed in SEEDS:
        outcome = run(one_key(R, eventual=True, units=0.5), [20_000.0] * 90, seconds=STEP, seed=seed)
        splits.append(first_split(outcome))
        assert served(outcome, R, seconds=STEP)[: splits[-1]] == pytest.approx(4500, rel=0.1)
    assert within(600 / STEP, splits), "it was so for the first 10 minutes"


def populated(seed, read, seconds):
    """One key that was written at 900 units/s until it had two partitions, and is then read."""
    table = place(
        Flow(0, W, 1.0, {"KEY": 1.0}), Flow(1, R, 1.0, {"KEY": 1.0}), keys=[SimulatedKey("KEY")]
    )  # fmt: skip
    outcome = run(table, [[900.0] * 240, [0.0] * 240], seconds=STEP, seed=seed)
    begun = first_split(outcome)
    calls = np.zeros((2, begun + seconds // STEP))
    calls[0, :begun], calls[1, begun:] = 900, read
    return begun, run(table, calls, seconds=STEP, seed=seed)


def test_s6_a_populated_key_has_two_partitions_and_reaches_6000_reads():
    shares = []
    for seed in SEEDS:
        begun, outcome = populated(seed, 6000.0, 600)
        assert outcome.places[0].partitions[begun] == outcome.places[0].partitions[0] + 1
        shares.append(float(outcome.given_up[1] / outcome.offered[1]))
        assert served(outcome, R, seconds=STEP)[-1] == pytest.approx(6000, rel=0.1)
    assert within(0.0140, shares)


def test_s7_9900_reads_wait_for_a_split():
    waits = []
    for seed in SEEDS:
        begun, outcome = populated(seed, 9900.0, 3600)
        reads = served(outcome, R, seconds=STEP)[begun:]
        assert reads[0] == pytest.approx(6000, rel=0.1)
        assert reads[-1] == pytest.approx(9000, rel=0.1001)
        waits.append(STEP * int(np.argmax(reads > 8100)))
    assert within(480, waits), "about 8 minutes"


def test_s8_writes_of_one_key_rise_in_steps_of_1000_at_irregular_times():
    times = []
    for seed in SEEDS:
        writes = served(run(one_key(W), [4500.0] * 160, seconds=STEP, seed=seed), W, seconds=STEP)
        steps = np.flatnonzero(np.diff(writes) > 500)
        assert {round(rise, -3) for rise in np.diff(writes)[steps]} <= {1000.0, 2000.0}
        assert writes[-1] == pytest.approx(4500, rel=0.1)
        times.extend(np.diff(steps).tolist())
    assert max(times) > 3 * min(times)


def test_s9_splits_during_growth_persist():
    shares, afterwards = [], []
    for seed in SEEDS:
        table = place(Flow(0, W, 1.0, {"KEY": 1.0}), Flow(1, R, 1.0, {"KEY": 1.0}), keys=[SimulatedKey("KEY")])
        growth = 1.15 ** (np.arange(40) // 2)
        ramp = np.vstack((100 * growth, 300 * growth))
        after = np.repeat([[2000.0], [6000.0]], 20, axis=1)
        both = run(table, np.hstack((ramp, after)), seconds=STEP, seed=seed)
        shares.append(float(both.throttled[:40].sum() / ramp.sum() / STEP))
        afterwards.append(float(both.throttled[40:].sum() / after.sum() / STEP))
    assert max(shares) > 0
    assert median(shares) < 0.1
    assert median(afterwards) < 0.01
    assert within(0.0, afterwards)


def test_s10_a_new_table_serves_3000_of_random_keys_and_never_more_than_4000():
    ramp = np.minimum(np.arange(180) / 60, 1.0)
    assert run(place(Flow(0, W, 1.0)), 3000 * ramp).share == 0
    more = run(place(Flow(0, W, 1.0)), 6000 * ramp)
    assert served(more, W).max() == pytest.approx(4000)
    assert more.share > 0


def test_s11_a_slower_ramp_throttles_less_and_still_much():
    shares = []
    for minutes in (60, 90):
        outcomes = [run(place(Flow(0, W, 1.0)), np.linspace(0, 40_000, minutes), seconds=60.0, seed=s) for s in SEEDS]
        shares.append(median(outcome.share for outcome in outcomes))
    assert shares[0] > shares[1] > 0.1


@pytest.mark.parametrize("units", [20_000, 30_000, 40_000])
def test_s12_a_switched_table_keeps_its_throughput(units):
    warm = Throughput(warm=float(units))
    outcome = run(place(Flow(0, W, 1.0), write=warm), [float(units)] * 60)
    assert (outcome.share, outcome.places[0].partitions[0]) == (0, units // 1000)


def test_s13_the_burst_bucket_holds_300_seconds():
    table = place(keys=[SimulatedKey("KEY")], read=provisioned(5), write=provisioned(5))
    speed = 500 / 17.6
    few, many = (bulk_load(table, BulkLoad({"KEY": rows}, speed), 0) for rows in (500.0, 2000.0))
    assert few.seconds == pytest.approx(17.6, rel=0.1)
    assert not few.throttled
    assert 75 <= many.seconds <= 134
    assert many.throttled


def test_s14_the_same_rows_on_100_units_are_not_throttled():
    table = place(keys=[SimulatedKey("KEY")], read=provisioned(100), write=provisioned(100))
    loaded = bulk_load(table, BulkLoad({"KEY": 2000.0}, 2000 / 17.1), 0)
    assert (loaded.throttled, loaded.seconds) == (False, pytest.approx(17.1, rel=0.1))


def test_s15_a_small_index_throttles_its_table_after_minutes():
    index = place(Flow(0, W, 1.0), index="GSI1", read=provisioned(1), write=provisioned(1))
    table = place(Flow(0, W, 1.0), read=provisioned(1000), write=provisioned(1000))
    begins = []
    for seed in SEEDS:
        outcome = run(table, [900.0] * 90, seconds=10.0, seed=seed, indexes=[index])
        begins.append(10 * int(np.argmax(outcome.throttled > 0)))
        assert set(reasons(outcome)) == {"IndexWriteProvisionedThroughputExceeded"}
        assert served(outcome, W, seconds=10.0)[-1] == pytest.approx(1, rel=0.1)
    assert min(begins) >= 60
    assert max(begins) < 600


def test_s16_warm_throughput_does_not_help_one_key():
    warm = {"read": Throughput(warm=30_000.0), "write": Throughput(warm=10_000.0)}
    outcome = run(place(Flow(0, W, 1.0, {"KEY": 1.0}), keys=[SimulatedKey("KEY")], **warm), [5000.0] * 30)
    assert set(reasons(outcome)) == {"TableWriteKeyRangeThroughputExceeded"}
    assert served(outcome, W)[0] == pytest.approx(1000)


def test_s17_units_below_the_warm_throughput_can_be_raised_to_it_at_once():
    table = place(
        Flow(0, R, 1.0), Flow(1, W, 1.0),
        read=Throughput(provisioned=30_000.0, warm=30_000.0), write=Throughput(provisioned=10_000.0, warm=10_000.0),
    )  # fmt: skip
    lower = place(read=Throughput(4000.0, 30_000.0), write=Throughput(8000.0, 10_000.0))
    assert table.partitions == lower.partitions == 10
    assert run(table, [[30_000.0] * 60, [10_000.0] * 60]).share == 0


def test_s18_more_than_twice_the_previous_peak_within_30_minutes_is_throttled():
    calls = np.concatenate((np.full(31, 4000.0), np.full(5, 8000.0), np.full(5, 12_000.0)))
    table = place(Flow(0, W, 1.0), least=32)
    throttled = run(table, calls, seconds=60.0).throttled
    assert throttled[:36].sum() == 0
    assert (throttled[36:] > 0).all()


@pytest.mark.parametrize("row", ["S19", "S20"])
def test_s19_s20_a_collection_that_cannot_be_divided_stays_at_1000(row):
    for seed in SEEDS:
        outcome = run(one_key(W, divisible=False), [3000.0] * 120, seconds=60.0, seed=seed)
        assert served(outcome, W, seconds=60.0)[-1] == pytest.approx(1000), row


def test_s21_partitions_never_merge():
    calls = np.concatenate((np.full(60, 4500.0), np.full(60, 10.0)))
    for seed in SEEDS:
        counts = run(one_key(W), calls, seconds=60.0, seed=seed).places[0].partitions
        assert counts[-1] == counts.max() > counts[0]
        assert (np.diff(counts) >= 0).all()
