"""Laws of the simulation: they hold for every place, traffic and seed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.simulation.key_line import KeyLine, SimulatedKey
from modeler.core.simulation.places import Flow
from modeler.core.simulation.retries import Retries
from modeler.core.simulation.throughput import Throughput
from tests.modeler.core.simulation.places import R, W, place, provisioned, run, served

STEP = 60.0
seeds = st.integers(0, 10_000)
shares = st.lists(st.floats(0.0, 0.3), min_size=0, max_size=3)
rates = st.lists(st.floats(0, 6000), min_size=1, max_size=12)


def keyed(parts, direction=W, divisible=True, **more):
    keys = [SimulatedKey(f"KEY{number}", divisible) for number in range(len(parts))]
    flow = Flow(0, direction, 1.0, {key.name: part for key, part in zip(keys, parts, strict=True)})
    return place(flow, keys=keys, **more)


@given(shares, st.lists(st.floats(0, 790), min_size=1, max_size=12), seeds, st.sampled_from([R, W]))
def test_where_nothing_is_near_a_limit_everything_is_served(parts, calls, seed, direction):
    outcome = run(keyed(parts, direction), calls, seconds=STEP, seed=seed)
    assert not outcome.failed
    assert not outcome.waited.any()
    assert served(outcome, direction, seconds=STEP) == pytest.approx(np.array(calls))
    assert (outcome.places[0].partitions == outcome.places[0].partitions[0]).all()


@given(shares, rates, seeds, st.one_of(st.none(), st.integers(1, 3000)), st.integers(1, 2000))
def test_what_is_offered_is_served_refused_or_waits(parts, calls, seed, units, index_units):
    throughput = Throughput() if units is None else provisioned(units)
    index = place(
        Flow(0, W, 1.0, {"HOT": 0.5}), keys=[SimulatedKey("HOT")], index="GSI1", write=provisioned(index_units)
    )
    outcome = run(keyed(parts, write=throughput), calls, seconds=STEP, seed=seed, indexes=[index])
    offered, given_up = float(outcome.offered[0]), float(outcome.given_up[0])
    base, gsi = (float(one.served[W].sum()) for one in outcome.places)
    assert base + given_up == pytest.approx(offered, rel=1e-6, abs=1e-6)
    assert gsi + float(outcome.places[1].queued[-1]) == pytest.approx(base, rel=1e-6, abs=1e-3)
    assert float(outcome.throttled.sum()) == pytest.approx(given_up, rel=1e-6, abs=1e-6)


@given(shares, rates, seeds, st.integers(1, 3000), st.integers(0, 3000))
def test_more_provisioned_units_never_throttle_more(parts, calls, seed, units, more):
    # The partitions are those of the larger table, because a raise within the warm throughput changes none.
    few, many = (
        run(keyed(parts, write=Throughput(provisioned=each, warm=6000.0)), calls, seconds=STEP, seed=seed)
        for each in (float(units), float(units + more))
    )
    assert float(many.given_up.sum()) <= float(few.given_up.sum()) + 1e-6 * float(few.offered.sum())


@given(st.floats(0, 1), rates, seeds, st.floats(0.0, 1.0))
def test_less_traffic_is_never_throttled_more(part, calls, seed, factor):
    whole = run(keyed([part]), calls, seconds=STEP, seed=seed)
    less = run(keyed([part]), np.array(calls) * factor, seconds=STEP, seed=seed)
    assert served(less, W).sum() <= served(whole, W).sum() + 1e-6
    # Less traffic can split later, so compare what is throttled before anything splits.
    quiet = int(np.argmax(whole.places[0].partitions > whole.places[0].partitions[0])) or len(calls)
    assert less.throttled[:quiet].sum() <= whole.throttled[:quiet].sum() + 1e-6


@given(shares, rates, seeds)
def test_the_same_seed_gives_the_same_answer(parts, calls, seed):
    one, other = (run(keyed(parts), calls, seconds=STEP, seed=seed) for _ in range(2))
    assert np.array_equal(one.throttled, other.throttled)
    assert np.array_equal(one.places[0].heat, other.places[0].heat)


@given(shares, seeds, st.integers(50, 3000), st.integers(100, 5000))
def test_an_interval_is_as_exact_as_ticks_of_a_second(parts, seed, units, calls):
    table = keyed(parts, divisible=False, write=Throughput(provisioned=float(units), warm=3000.0))
    ticks = run(table, np.full(60, float(calls)), seconds=1.0, seed=seed)
    whole = run(table, [float(calls)], seconds=60.0, seed=seed)
    # A split shows at the end of an interval, which is 60 seconds later here.
    if ticks.places[0].partitions[-1] == ticks.places[0].partitions[0]:
        assert float(whole.given_up.sum()) == pytest.approx(float(ticks.given_up.sum()), rel=1e-6, abs=1e-3)


@given(shares, rates, seeds, st.integers(2, 5))
def test_calls_of_twice_the_units_are_as_half_as_many_calls(parts, calls, seed, factor):
    keys = [SimulatedKey(f"KEY{number}") for number in range(len(parts))]
    held = {key.name: part for key, part in zip(keys, parts, strict=True)}
    large = run(place(Flow(0, W, float(factor), held), keys=keys), calls, seconds=STEP, seed=seed)
    many = run(place(Flow(0, W, 1.0, held), keys=keys), np.array(calls) * factor, seconds=STEP, seed=seed)
    assert float(large.given_up.sum()) * factor == pytest.approx(float(many.given_up.sum()), abs=1e-6)


@given(st.lists(st.floats(0.001, 0.2), min_size=1, max_size=5), seeds, st.integers(1, 40))
def test_partitions_cover_all_keys_once(parts, seed, count):
    keys = [SimulatedKey(f"KEY{number}", bool(number % 2)) for number in range(len(parts))]
    line = KeyLine("main", keys, np.array([parts]), seed)
    low = line.starts(count)
    high = np.append(low[1:], line.end)
    assert line.shares(low, high).sum() == pytest.approx(1.0)
    for left, right in zip(low, high, strict=True):
        point = line.cut(float(left), float(right), np.array([1.0]))
        assert point is None or left < point < right


@given(st.floats(0.001, 1.0), st.integers(1, 12))
def test_retries_are_refused_as_often_as_their_chance_says(served_share, attempts):
    retries = Retries(attempts=attempts)
    chance = 1 - (1 - served_share) ** (1 / attempts)
    expected = sum((1 - chance) ** number for number in range(attempts)) - served_share
    assert retries.refused(np.array([served_share]))[0] == pytest.approx(expected, abs=1e-9)
    waited = retries.waited(np.array([served_share]))[0]
    assert (waited == 0) == (served_share == 1.0 or attempts == 1)


def test_a_call_that_is_never_served_is_refused_at_each_attempt():
    assert Retries(attempts=4).refused(np.array([0.0])).tolist() == [4.0]
    assert Retries(attempts=4).waited(np.array([0.0])).tolist() == [0.0]
