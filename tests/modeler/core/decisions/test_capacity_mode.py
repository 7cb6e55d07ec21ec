"""facts/choices#capacity-mode: each lettered case, at the prices of us-east-1."""

import re
from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.capacity.loads import Direction
from modeler.core.cost.lines import Mode
from modeler.core.cost.prices import list_prices
from modeler.core.cost.tariffs import Tariff, Unpriced
from modeler.core.cost.traffic import given_curve, shaped
from modeler.core.decisions.capacity_mode import KnownTraffic, Prices, capacity_mode, reservable_units

LIST = list_prices()
REGION = "us-east-1"


def listed[Listed](price: Listed | Unpriced) -> Listed:
    assert not isinstance(price, Unpriced)
    return price


PRICES = Prices(listed(LIST.price(REGION, Tariff.WRITE_HOUR)), listed(LIST.price(REGION, Tariff.WRITE)))
RESERVED = replace(PRICES, reserved=tuple(listed(LIST.reserved(REGION, "wcu", years)) for years in (1, 3)))
STEADY = KnownTraffic(Decimal(100), Decimal(150))


def decided(traffic, prices=PRICES):
    made = capacity_mode(traffic, prices)
    return made.case, made.mode


@pytest.mark.parametrize("what", [{"measured": False}, {"production": False}])
def test_a_new_unknown_or_no_production(what):
    assert decided(replace(STEADY, **what)) == ("a", Mode.ON_DEMAND)


@pytest.mark.parametrize(
    ("traffic", "warm"),
    [
        (KnownTraffic(Decimal(10), Decimal(100)), None),
        (replace(STEADY, spiky=True), None),
        (KnownTraffic(Decimal(400), Decimal(4_001)), 4_001),
        (KnownTraffic(Decimal(400), Decimal(4_001), previous_peak=Decimal(2_001)), None),
        (KnownTraffic(Decimal(400), Decimal(12_000), Direction.READ), None),
        (KnownTraffic(Decimal(400), Decimal(12_001), Direction.READ), 12_001),
        (KnownTraffic(Decimal(400), Decimal(9_000), previous_peak=Decimal(4_000)), 9_000),
    ],
)
def test_b_spikes_are_on_demand_and_warmed_where_it_would_throttle(traffic, warm):
    choice = capacity_mode(traffic, PRICES)
    assert (choice.case, choice.mode, choice.warm) == ("b", Mode.ON_DEMAND, warm)


def test_b_a_curve_of_spikes_that_scaling_follows_too_late():
    hours = tuple(50.0 if 9 <= hour < 11 else 1.0 for hour in range(24))
    spiky = KnownTraffic(Decimal("5.083"), Decimal(50), curve=given_curve(hours, steps=True))
    assert decided(spiky) == ("b", Mode.ON_DEMAND)
    assert "auto scaling would throttle, first 09:0" in capacity_mode(spiky, PRICES).reason


def test_c_and_d_only_averages_known():
    """At the break-even of 28.9%: 100 a second of units for a peak of 240 (343) are 29.2%, of 245 (350) 28.6%."""
    assert decided(replace(STEADY, peak=Decimal(240))) == ("c", Mode.AUTO_SCALED)
    assert "29.2% of units for the peak" in capacity_mode(replace(STEADY, peak=Decimal(240)), PRICES).reason
    assert decided(KnownTraffic(Decimal("0.05"), Decimal("0.3"))) == ("d", Mode.ON_DEMAND)


def test_c_units_that_follow_an_assumed_day_cost_less_although_the_peak_is_high():
    choice = capacity_mode(replace(STEADY, peak=Decimal(400)), PRICES)
    assert (choice.case, choice.mode) == ("c", Mode.AUTO_SCALED)
    assert "17.5% of units for the peak are used, not more than the break-even of 28.9%" in choice.reason
    # 262.8 million writes; auto scaling that follows without a delay would hold 143 units, $67.85.
    scaled, asked = (Decimal(one) for one in re.findall(r"\$([\d.]+)", choice.reason))
    assert asked == Decimal("164.25")
    assert Decimal("67.85") < scaled < Decimal("82")
    assert "if it rises to its peak once a day over hours (assumed)" in choice.reason


def test_e_a_floor_that_is_kept_is_reserved():
    curve = shaped("diurnal", 1000, 1500)
    day = KnownTraffic(Decimal(1000), Decimal(1500), curve=curve)
    choice = capacity_mode(day, RESERVED)
    assert (choice.case, choice.mode, choice.years) == ("e", Mode.AUTO_SCALED, 3)
    first = capacity_mode(day, replace(RESERVED, reserved=RESERVED.reserved[:1]))
    assert (first.case, first.years) == ("e", 1)
    # What is held for 23% of the hours is more than what is held for 46%.
    assert choice.reserve > first.reserve >= 700
    assert decided(replace(day, reservable=False), RESERVED) == ("f", Mode.AUTO_SCALED)
    small = KnownTraffic(Decimal(20), Decimal(30), curve=curve)
    assert decided(small, RESERVED) == ("f", Mode.AUTO_SCALED)


def test_f_a_full_curve_is_simulated():
    smooth = KnownTraffic(Decimal(100), Decimal(200), curve=shaped("diurnal", 100, 200))
    assert decided(smooth) == ("f", Mode.AUTO_SCALED)
    assumed = replace(smooth, curve=replace(smooth.curve, assumed=True))
    assert decided(assumed)[0] == "c"
    rare = KnownTraffic(Decimal("0.05"), Decimal("0.1"), curve=shaped("diurnal", 0.05, 0.1))
    assert decided(rare) == ("f", Mode.ON_DEMAND)


@pytest.mark.parametrize(("worth", "units"), [("0.25", 300), ("0.26", 200), ("0.5", 200), ("0.75", 100), ("0.76", 0)])
def test_units_held_for_a_share_of_the_hours(worth, units):
    assert reservable_units(tuple(map(Decimal, (399, 200, 100, 99))), Decimal(worth), 100) == units
