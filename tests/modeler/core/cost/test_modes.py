"""On demand against provisioned against reserved.

facts/pricing#break-even, facts/pricing#examples A-E, 5.4, facts/check-values#units.
"""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.arithmetic import Figure
from modeler.core.cost.on_demand import break_even, on_demand_line, requests, unit_price
from modeler.core.cost.prices import list_prices
from modeler.core.cost.provisioned import auto_scaled_unit_hours, capacity_line, provisioned_figure, reserved_month
from modeler.core.cost.scaling import Scaling, needed_units, scaling_of
from modeler.core.cost.tariffs import Tariff

REGION = "us-east-1"
PRICES = list_prices()
CENT = Decimal("0.01")


def rate(units, unit="WU/s"):
    return Figure(Decimal(str(units)), unit)


def price(tariff):
    return PRICES.price(REGION, tariff)


def on_demand(units, tariff=Tariff.WRITE):
    return on_demand_line("main", "writes", REGION, rate(units), price(tariff)).amount.value.quantize(CENT)


def held(units, tariff=Tariff.WRITE_HOUR):
    figure = Figure(Decimal(units), "units")
    return capacity_line("main", "writes", REGION, figure, price(tariff)).amount.value.quantize(CENT)


def reserved(units, unit, years):
    return reserved_month(units, PRICES.reserved(REGION, unit, years)).quantize(CENT, ROUND_HALF_UP)


def test_break_even_is_28_9_percent_of_provisioned_capacity():
    for hour, request in ((Tariff.WRITE_HOUR, Tariff.WRITE), (Tariff.READ_HOUR, Tariff.READ)):
        assert break_even(price(hour), price(request)).quantize(Decimal("0.001")) == Decimal("0.289")


@pytest.mark.parametrize("region", ["us-east-1", "eu-west-1", "eu-central-1", "ap-northeast-1", "ap-northeast-2"])
def test_other_sourced_regions_break_even_between_28_8_and_29_percent(region):
    at = break_even(PRICES.price(region, Tariff.WRITE_HOUR), PRICES.price(region, Tariff.WRITE))
    assert 0.288 <= round(float(at), 3) <= 0.290


def test_break_even_of_reserved_units():
    of_on_demand = [
        PRICES.reserved(REGION, "wcu", y).unit_hour / (3600 * unit_price(price(Tariff.WRITE))) for y in (1, 3)
    ]
    assert [round(float(share), 3) for share in of_on_demand] == [0.133, 0.066]
    of_list = [PRICES.reserved(REGION, "wcu", y).unit_hour / price(Tariff.WRITE_HOUR).value for y in (1, 3)]
    assert [round(float(share), 2) for share in of_list] == [0.46, 0.23]


def test_a_unit_month():
    assert price(Tariff.WRITE_HOUR).value * 730 == Decimal("0.4745")
    assert price(Tariff.READ_HOUR).value * 730 == Decimal("0.0949")
    assert Decimal("0.4745") / unit_price(price(Tariff.WRITE)) == 759_200


def test_case_a_100_writes_a_second():
    assert on_demand(100) == Decimal("164.25")
    assert needed_units(Decimal(100)) == 143
    assert held(143) == Decimal("67.85")
    assert needed_units(Decimal(300)) == 429
    assert held(429) == Decimal("203.56")
    assert round(100 / 429, 3) == 0.233


def test_case_b_1000_eventually_consistent_reads_of_3_kb():
    assert requests(rate(500, "RU/s"), "million RRU").value == 1314
    assert on_demand(500, Tariff.READ) == Decimal("164.25")
    assert needed_units(Decimal(500)) == 715
    assert held(715, Tariff.READ_HOUR) == Decimal("67.85")


def test_case_c_50_writes_a_second_for_two_hours_a_day():
    day = [(2, 50), (22, 1)]
    average = sum(hours * units for hours, units in day) / 24
    assert requests(rate(average), "million WRU").value.quantize(CENT) == Decimal("13.36")
    assert on_demand(average) == Decimal("8.35")
    assert held(needed_units(Decimal(50))) == Decimal("34.16")
    hours = auto_scaled_unit_hours(day, Scaling(minimum=5))
    assert (hours * price(Tariff.WRITE_HOUR).value).quantize(CENT) == Decimal("5.02")


def test_cases_d_and_e_100_units_held_all_month():
    assert [held(100), reserved(100, "wcu", 1), reserved(100, "wcu", 3)] == [
        Decimal("47.45"), Decimal("21.84"), Decimal("10.91")
    ]  # fmt: skip
    assert [held(100, Tariff.READ_HOUR), reserved(100, "rcu", 1), reserved(100, "rcu", 3)] == [
        Decimal("9.49"), Decimal("4.33"), Decimal("2.17")
    ]  # fmt: skip


def test_1500_units_all_month():
    """facts/check-values#units: list, at 70 %, reserved, and the same load on demand."""
    assert held(1500) == Decimal("711.75")
    assert needed_units(Decimal(1500)) == 2143
    assert held(2143) == Decimal("1016.85")
    assert (reserved(1500, "wcu", 1), reserved(1500, "wcu", 3)) == (Decimal("327.66"), Decimal("163.70"))
    assert requests(rate(1500), "million WRU").value == 3942
    assert on_demand(1500) == Decimal("2463.75")
    at = break_even(price(Tariff.WRITE_HOUR), price(Tariff.WRITE)) * 1500 * 730 * 3600
    assert at == Decimal("1138800000")
    assert at / 3 == Decimal("379600000")


def test_100_million_writes_a_month():
    """facts/check-values#units: $62.50 up to 1 KB, $187.50 at 2.5 KB."""
    for units, dollars in ((1, "62.50"), (3, "187.50")):
        a_second = Decimal(100_000_000 * units) / (730 * 3600)
        assert on_demand(a_second) == Decimal(dollars)


def test_1000_read_units():
    """facts/check-values#units: $94.90 held, $328.50 on demand."""
    assert held(1000, Tariff.READ_HOUR) == Decimal("94.90")
    assert on_demand(1000, Tariff.READ) == Decimal("328.50")


def test_scaling_is_read_from_settings_in_percent():
    settings = {"read": {"target": 50, "min": 10, "max": 200}}
    assert scaling_of(settings, "read") == Scaling(Decimal("0.5"), 10, 200)
    assert scaling_of(settings, "write") == scaling_of(None, "write") == Scaling(Decimal("0.70"), 1, None)
    figure = provisioned_figure(rate(100), scaling_of(None, "write"), "an average")
    assert (figure.value, figure.arithmetic[-1].value) == (143, 143)


@given(st.floats(0, 1e6), st.floats(0.2, 0.9), st.integers(1, 100))
def test_what_is_held_carries_the_load_at_its_target_and_no_unit_more(load, target, minimum):
    load, target = Decimal(str(load)), Decimal(str(round(target, 2)))
    units = needed_units(load, target, minimum)
    assert units * target >= load
    assert units == minimum or (units - 1) * target < load


@given(st.floats(0, 1e6), st.integers(1, 50))
def test_on_demand_is_linear_in_the_rate(load, factor):
    single = on_demand_line("m", "w", REGION, rate(load), price(Tariff.WRITE)).amount.value
    several = on_demand_line("m", "w", REGION, rate(Decimal(str(load)) * factor), price(Tariff.WRITE)).amount.value
    assert abs(several - factor * single) <= abs(several) * Decimal("1e-20")


@given(st.lists(st.tuples(st.integers(1, 12), st.floats(0, 1000)), min_size=1, max_size=5))
def test_perfect_auto_scaling_never_holds_more_than_the_peak(curve):
    held_hours = auto_scaled_unit_hours(curve)
    peak = max(load for _, load in curve)
    assert held_hours <= 730 * needed_units(Decimal(str(round(peak, 9))))
