"""Auto scaling minute by minute: delays, bounds, cooldowns, the quota of decreases, burst credit.

facts/limits#throughput, facts/pricing#auto-scaling.
"""

import math
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.cost.scaling import (
    DECREASES_PER_DAY,
    Scaling,
    fixed,
    scaled_capacity,
    scaling_of,
    simulated,
    unlimited,
)
from modeler.core.cost.traffic import assumed_curve, given_curve, shaped

DAY = 1440


def day(low, high, start, length):
    """A day of minutes at `low`, some of them at `high`."""
    return [high if start <= minute < start + length else low for minute in range(DAY)]


def changes(found):
    """Minutes at which other units come, and how many."""
    units = found.provisioned
    return [(minute, units[minute]) for minute in range(1, len(units)) if units[minute] != units[minute - 1]]


def test_more_units_come_about_four_minutes_after_the_rise_and_fewer_after_twenty():
    found = scaled_capacity(day(70, 100, 600, 120), Scaling())
    # 70 a second at 70 % are 100 units, which carry 100 a second by themselves until 143 come.
    assert changes(found) == [(603, 143), (739, 100)]
    assert found.throttled == {}
    assert found.decreases == 1
    assert (found.floor, max(found.provisioned)) == (100, 143)


def test_what_units_and_credit_do_not_carry_is_throttled_and_named():
    found = scaled_capacity(day(70, 700, 600, 60), Scaling())
    # 300 s of 100 units are 30,000 units; 600 a second are missing, so the credit lasts 50 seconds.
    assert next(found.named()) == "10:00 to 10:17"
    assert found.throttled[600] == pytest.approx(100)
    assert found.consumed[600] == pytest.approx(600)
    assert found.throttled[601] == pytest.approx(600)
    # Consumption shows no more than what was served, so that the units come in steps.
    assert changes(found)[:3] == [(603, 143), (606, 205), (609, 293)]
    assert 0 < found.share_throttled < 1


def test_a_short_burst_is_carried_by_the_credit_of_300_seconds():
    assert not scaled_capacity(day(70, 580, 600, 1), Scaling(minimum=100, maximum=100)).throttled
    assert list(scaled_capacity(day(70, 610, 600, 1), Scaling(minimum=100, maximum=100)).throttled) == [600]
    assert list(scaled_capacity(day(100, 101, 600, 1), Scaling(minimum=100, maximum=100)).throttled) == [600]


def test_bounds():
    found = scaled_capacity(day(10, 700, 600, 60), Scaling(minimum=50, maximum=400))
    assert (found.floor, max(found.provisioned)) == (50, 400)
    assert all(short >= 300 - 1e-6 for minute, short in found.throttled.items() if found.provisioned[minute] == 400)


def test_cooldowns():
    loads = day(70, 700, 600, 60)
    slow = scaled_capacity(loads, Scaling(scale_out_cooldown=600))
    assert [minute for minute, _ in changes(slow)][:2] == [603, 615]
    late = scaled_capacity(loads, Scaling(scale_in_cooldown=3600))
    assert late.held > scaled_capacity(loads, Scaling()).held


def test_four_decreases_at_midnight_and_one_more_an_hour():
    # A load that falls all day wants a decrease every 20 minutes.
    loads = [1000 - minute / 2 for minute in range(DAY)]
    found = scaled_capacity(loads, Scaling())
    assert found.decreases <= DECREASES_PER_DAY
    falls = [minute for minute, _ in changes(found) if found.provisioned[minute] < found.provisioned[minute - 1]]
    assert len([minute for minute in falls if minute < 60]) <= 4
    later = [minute for minute in falls if minute > 120]
    assert all(after - before >= 60 for before, after in pairwise(later))
    free = scaled_capacity(loads, Scaling(), quota=False)
    assert free.decreases > 60
    assert free.held < found.held


def test_a_week_is_named_by_weekday():
    hours = tuple(100.0 if hour == 24 * 2 + 9 else 1.0 for hour in range(168))
    found = simulated(given_curve(hours, steps=True), 50.0, Scaling())
    assert next(found.named()).startswith("Wednesday 09:00 to 09:")
    assert len(found.hourly) == 168
    assert len(found.asked) == len(found.provisioned) == 10_080


def test_flat_traffic_holds_what_it_needs_and_nothing_else():
    found = simulated(assumed_curve(100, 100), 100.0, Scaling())
    assert (found.held, found.floor, found.throttled) == (143, 143, {})
    short = simulated(assumed_curve(100, 100), 100.0, Scaling(maximum=60))
    assert (short.held, len(short.throttled), short.throttled[0]) == (60, DAY, 40)
    assert list(short.named()) == ["00:00 to 23:59"]


def test_units_that_do_not_scale():
    curve = shaped("diurnal", 100, 200)
    assert not fixed(curve, 100.0, 200).throttled
    assert fixed(curve, 100.0, 180).throttled
    assert fixed(curve, 100.0, 180).held == 180
    assert unlimited(curve, 100.0, Scaling()).held <= simulated(curve, 100.0, Scaling()).held


def test_settings_are_read_leniently():
    given_ = {"write": {"target": 50, "min": 2, "max": 9, "scale_in_cooldown": 60, "scale_out_cooldown": 30}}
    assert scaling_of(given_, "write") == Scaling(Decimal("0.5"), 2, 9, 60, 30)
    assert scaling_of({"write": "fast"}, "write") == scaling_of({"write": {"target": "x"}}, "write") == Scaling()


@given(
    st.lists(st.floats(0, 2000), min_size=24, max_size=24).filter(any),
    st.floats(0.2, 0.9),
    st.integers(1, 500),
    st.integers(0, 2000),
    st.booleans(),
)
def test_laws_of_every_simulation(hours, target, minimum, more, steps):
    scaling = Scaling(Decimal(str(round(target, 2))), minimum, minimum + more)
    found = simulated(given_curve(tuple(hours), steps=steps), sum(hours) / 24, scaling)
    assert all(minimum <= units <= minimum + more for units in found.provisioned)
    assert found.decreases <= DECREASES_PER_DAY
    for minute, short in found.throttled.items():
        assert 0 < short <= found.asked[minute] - found.provisioned[minute] + 1e-6
    assert all(served >= -1e-9 for served in found.consumed)
    # Whatever is served in the end was held, or saved up in 300 seconds before.
    saved = 300 * max(found.provisioned) / 60
    assert math.fsum(found.consumed) <= sum(found.provisioned) + saved + 1e-6
