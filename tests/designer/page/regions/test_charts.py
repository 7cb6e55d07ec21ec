"""The geometry of the charts: nothing is drawn outside, and lengths stand to each other as amounts do."""

import itertools
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from designer.page.regions.charts import hour_bars, nice, plot, stacked, strip, thinned

AMOUNTS = st.floats(0, 1e12, allow_nan=False)


@given(st.lists(AMOUNTS, min_size=1, max_size=9))
def test_pieces_of_a_strip_touch_and_are_as_long_as_their_amounts(amounts):
    whole = sum(amounts)
    pieces = strip([(str(number), amount) for number, amount in enumerate(amounts)], whole, 1000)
    for left, right in itertools.pairwise(pieces):
        assert right.x == pytest.approx(left.x + left.width, abs=0.02)
    for piece in pieces:
        assert piece.width == pytest.approx(1000 * piece.amount / whole if whole else 0, abs=0.01)


def test_an_amount_below_nothing_takes_no_room():
    chart = stacked([("a", [("x", -5.0), ("y", 10.0)], True), ("b", [("x", 20.0)], False)])
    first, second = chart.bars
    assert next(one.width for one in first.segments) == 0
    assert second.segments[0].width == pytest.approx(2 * first.segments[1].width, abs=0.02)


@given(st.floats(1e-6, 1e15, allow_nan=False))
def test_marks_of_an_axis_begin_at_nothing_and_end_just_above(highest):
    marks = nice(highest)
    assert marks[0] == 0
    assert marks[-1] >= highest * (1 - 1e-6)
    assert len(marks) < 2 or marks[-2] < highest
    assert 2 <= len(marks) <= 6


@given(st.lists(AMOUNTS, min_size=2, max_size=50))
@example([0.0, 5e-324])
def test_lines_stay_within_the_plot(values):
    made = plot([[(float(at), value) for at, value in enumerate(values)]], x_max=float(len(values) - 1))
    points = [tuple(map(float, one.split())) for one in re.split("[ML]", made.paths[0])[1:]]
    assert len(points) == len(values)
    for x, y in points:
        assert made.left - 0.1 <= x <= made.right + 0.1
        assert made.top - 0.1 <= y <= made.bottom + 0.1


def test_a_plot_of_nothing_is_a_plot():
    made = plot([[(0.0, 0.0), (1.0, 0.0)], []], x_max=0.0)
    assert made.paths[1] == ""
    assert made.y_ticks


def test_the_highest_hour_fills_its_box_and_the_others_stand_to_it():
    bars = hour_bars([1.0] * 23 + [4.0])
    assert [bar.value for bar in bars] == [25] * 23 + [100]
    assert bars[23].y == 0
    assert bars[0].height == pytest.approx(bars[23].height / 4)
    assert all(bar.value == 0 for bar in hour_bars([0.0] * 24))


@given(st.lists(AMOUNTS, min_size=1, max_size=2000), st.integers(1, 200))
def test_thinning_keeps_the_highest(values, count):
    kept = thinned(values, count)
    assert len(kept) <= count
    assert max(value for _, value in kept) == max(values)
