"""Numbers with their arithmetic: what a page opens says what was counted, in which unit, and if it is an estimate."""

from decimal import Decimal

import pytest

from modeler.core.arithmetic import Figure, Line, exact, number_of, plain_number, rounded, total


def figure(value, *, estimate=False, unit="RU"):
    return Figure(Decimal(value), unit, (Line(f"step to {value}", Decimal(value), unit),), estimate)


def test_a_figure_times_a_factor_adds_a_step_and_stays_an_estimate():
    made = figure("1.5", estimate=True).times(Decimal(40), "40 calls/s", "RU/s")
    assert (made.value, made.unit, made.estimate) == (60, "RU/s", True)
    assert made.arithmetic == (
        Line("step to 1.5", Decimal("1.5"), "RU"),
        Line("1.5 RU × 40 calls/s", Decimal(60), "RU/s"),
    )
    assert not figure(2).times(Decimal(3), "3 items").estimate
    assert figure(2).times(Decimal(3), "3 items").unit == "RU"


def test_a_total_is_the_sum_with_all_steps_and_a_closing_one():
    made = total([figure(1), figure(2, estimate=True)], "RU")
    assert (made.value, made.unit, made.estimate) == (3, "RU", True)
    assert [line.value for line in made.arithmetic] == [1, 2, 3]
    assert made.arithmetic[-1] == Line("together: 1 + 2", Decimal(3), "RU")
    assert not total([figure(1), figure(2)], "RU").estimate


def test_one_figure_is_its_own_total_and_none_is_nothing():
    assert total([one := figure(7, estimate=True)], "RU") is one
    assert total([], "RU") == Figure(Decimal(0), "RU")


def test_how_often_a_step_opens():
    price = Line("price", Decimal("0.25"), "$")
    month = Line("a month", Decimal(5), "$", (Line("units", Decimal(20), "RU"), Line("of a price", None, "", (price,))))
    assert (price.depth, month.depth) == (0, 2)
    opened = Figure(Decimal(5), "$", (month,), estimate=True)
    assert opened.shallow == Figure(Decimal(5), "$", (Line("a month", Decimal(5), "$"),), estimate=True)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1234567", "1,234,567"), ("100", "100"), ("0.5", "0.5"), ("0.12345", "0.1234"), ("0.00001", "0"),
        (f"{10**15}.5", "1,000,000,000,000,000"), (f"{10**15 - 1}.5", "999,999,999,999,999.5"),
        ("-1500.10", "-1,500.1"),
    ],
)  # fmt: skip
def test_a_number_for_people(value, text):
    assert plain_number(Decimal(value)) == text


@pytest.mark.parametrize(("value", "text"), [(0.034, "0.034"), (9.94, "9.9"), (10.4, "10"), (12_345.6, "12,346")])
def test_an_estimate_for_people(value, text):
    assert rounded(value) == text


def test_a_share_has_no_dust_of_binary_fractions():
    assert exact(0.1 + 0.2) == Decimal("0.3")
    assert exact(1 / 3) == Decimal("0.333333333")


@pytest.mark.parametrize(
    ("value", "text"), [(1, "1 day"), (1.0, "1 day"), (0.5, "0.5 days"), (2, "2 days"), (0, "0 days")]
)
def test_a_unit_is_in_the_singular_for_one_only(value, text):
    assert number_of(value, "day") == text
