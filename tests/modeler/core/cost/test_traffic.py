"""Traffic curves: as a design gives them, as a named shape, or assumed from average and peak."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.traffic import assumed_curve, given_curve, minutes, moment, shaped
from modeler.core.design.table_settings import TRAFFIC_SHAPES, Traffic
from modeler.core.design.usage_settings import traffic
from modeler.core.limits import HOURS_PER_MONTH
from tests.modeler.core.capacity.lab import design, plain

WRITE = {"code": "W", "operation": "PutItem", "entities": ["Thing"], "per_second": {"average": 100, "peak": 200}}


def said(curve=None, **settings):
    made = design(WRITE, **plain(1000), settings={"ops": {"curve": curve}} if curve is not None else {})
    return traffic(replace(made, settings=settings), made.tables[0])


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("diurnal", Traffic("diurnal")),
        ("Office hours", Traffic("office-hours")),
        ({"shape": "spiky"}, Traffic("spiky")),
        ([1] * 24, Traffic(hours=(1.0,) * 24)),
        ({"hours": [1] * 168, "steps": True}, Traffic(hours=(1.0,) * 168, steps=True)),
        ([1] * 23, None), ([0] * 24, None), (["x"] * 24, None), ("weekly", None), (7, None), ({"hours": 3}, None),
    ],
)  # fmt: skip
def test_what_a_design_says(raw, expected):
    assert said(curve=raw) == said(traffic=raw) == expected


def test_a_table_says_it_before_the_design():
    assert said(curve="flat", traffic="spiky") == Traffic("flat")
    assert said(curve="nonsense", traffic="spiky") == Traffic("spiky")


@pytest.mark.parametrize("shape", TRAFFIC_SHAPES)
@pytest.mark.parametrize("peak", [100, 130, 190, 300, 900, 5000])
def test_named_shapes_have_a_mean_of_1_and_reach_the_peak_where_they_can(shape, peak):
    curve = shaped(shape, 100, peak)
    found = minutes(curve)
    assert sum(found) / len(found) == pytest.approx(1)
    assert min(found) >= 0
    if shape != "flat" and 100 < peak <= 300:
        assert max(curve.factors) == pytest.approx(peak / 100, rel=0.01)
    assert not curve.assumed


def test_what_is_assumed_says_so():
    assert assumed_curve(100, 100).is_flat
    curve = assumed_curve(100, 300)
    assert (curve.name, curve.assumed, round(curve.highest, 1)) == ("diurnal", True, 3.0)
    assert "assumed: an estimate" in curve.sentence
    table = monthly_cost(design(WRITE, **plain(1000))).tables[0]
    amount = table.modes[Mode.AUTO_SCALED].lines[1].line.amount
    assert amount.estimate
    assert any("diurnal 24-hour curve, assumed: an estimate" in step.text for step in amount.arithmetic)


def test_a_given_curve_is_simulated_and_named_in_the_arithmetic():
    table = monthly_cost(design(WRITE, settings={"ops": {"curve": "office-hours"}}, **plain(1000))).tables[0]
    line = table.modes[Mode.AUTO_SCALED].lines[1].line
    assert any("over a office-hours 7-day curve" in step.text for step in line.amount.arithmetic)
    assert line.quantity.value == table.meters[1].simulation.held * HOURS_PER_MONTH


def test_spikes_are_steps_of_tenfold():
    assert given_curve(tuple(10.0 if hour == 9 else 1.0 for hour in range(24)), steps=True).spikes
    assert not given_curve(tuple(10.0 if hour == 9 else 1.0 for hour in range(24))).spikes
    assert not given_curve(tuple(9.0 if hour == 9 else 1.0 for hour in range(24)), steps=True).spikes


def test_moments():
    assert (moment(545, 1440), moment(545), moment(10_079)) == ("09:05", "Monday 09:05", "Sunday 23:59")


@example([0.0] * 23 + [5e-324], False)
@given(
    st.sampled_from([24, 168]).flatmap(lambda n: st.lists(st.floats(0, 9), min_size=n, max_size=n)).filter(any),
    st.booleans(),
)
def test_minutes_keep_the_mean_and_the_bounds(hours, steps):
    curve = given_curve(tuple(hours), steps=steps)
    found = minutes(curve)
    assert len(found) == len(hours) * 60
    assert sum(found) / len(found) == pytest.approx(1)
    assert min(curve.factors) - 1e-9 <= min(found) <= max(found) <= max(curve.factors) + 1e-9
