"""Positions: always strictly between, never ending in 0, and short for parts that come one after the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.ordering import DIGITS, between, spread

POSITIONS = st.text(alphabet=DIGITS, min_size=1, max_size=6).filter(lambda text: not text.endswith("0"))


@given(POSITIONS, POSITIONS)
def test_a_position_lies_strictly_between_two(one, other):
    low, high = sorted((one, other))
    if low == high:
        with pytest.raises(ValueError, match="is not before"):
            between(low, high)
        return
    made = between(low, high)
    assert low < made < high
    assert not made.endswith("0")


@given(POSITIONS)
def test_there_is_room_before_and_behind_everything(position):
    for made in (between(position, ""), between("", position)):
        assert not made.endswith("0")
    assert between("", position) < position < between(position, "")


def test_ten_thousand_parts_in_a_row_keep_short_positions():
    positions = [between("", "")]
    while len(positions) < 10_000:
        positions.append(between(positions[-1], ""))
    assert positions == sorted(positions)
    assert max(map(len, positions)) <= 6


@given(st.integers(1, 5000))
def test_a_fresh_list_is_in_order(count):
    positions = spread(count)
    assert positions == sorted(set(positions))
    assert len(positions) == count
