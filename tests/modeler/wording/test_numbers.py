"""Numbers as people read them, at the edges of what rounding would hide."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.wording.numbers import (
    amount_text,
    count_text,
    fine_percent_text,
    money_text,
    percent_text,
    size_text,
    units_text,
)

ZEROS = {"0", "0 B", "0%", "$0.00", "-0", "-$0.00"}
TEXTS = (count_text, size_text, units_text, amount_text, money_text, percent_text, fine_percent_text)


@pytest.mark.parametrize(
    ("told", "number", "text"),
    [
        (count_text, 1296, "1,296"),
        (count_text, 0.3, "under 1"),
        (count_text, 0.5, "1"),
        (count_text, 10**24, "1,000,000,000,000,000,000,000,000"),
        (size_text, 118, "118 B"),
        (size_text, 0.2, "under 1 B"),
        (size_text, 1228.8, "1.2 KB"),
        (size_text, 6 * 1024**3, "6.0 GB"),
        (units_text, "12.50", "12.5"),
        (units_text, 0, "0"),
        (units_text, 0.004, "under 0.01"),
        (units_text, 100, "100"),
        (amount_text, 0.00001, "under 0.0001"),
        (money_text, Decimal("1296.015"), "$1,296.02"),
        (money_text, Decimal("0.001"), "under $0.01"),
        (money_text, -3.5, "-$3.50"),
        (percent_text, 0.08, "8%"),
        (percent_text, 0.001, "under 1%"),
        (percent_text, 0.999, "over 99%"),
        (percent_text, 1, "100%"),
        (percent_text, 1.12, "112%"),
        (fine_percent_text, 0.00034, "0.034%"),
        (fine_percent_text, 0.9999, "over 99%"),
    ],
)
def test_a_number_is_read_as_it_is(told, number, text):
    assert told(number) == text


@given(st.floats(min_value=1e-12, max_value=1e12, exclude_min=True))
def test_what_is_not_zero_is_not_shown_as_zero(number):
    assert ZEROS.isdisjoint(told(number) for told in TEXTS)


@given(st.floats(min_value=0, max_value=1, exclude_max=True))
def test_less_than_all_is_not_shown_as_all(share):
    assert "100%" not in (percent_text(share), fine_percent_text(share))
