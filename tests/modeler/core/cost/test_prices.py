"""The price list: what is sourced, what is estimated, what is unknown. facts/pricing#regions."""

import json
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

import pytest

from modeler.core.cost.prices import list_prices, read_prices
from modeler.core.cost.tariffs import Free, Price, TableClass, Tariff, Unpriced

PRICES = list_prices()
RAW = files("modeler.core").joinpath("data/prices.json").read_text()
SHARED = Path(__file__).parents[4].parent / "shared" / "prices.json"
SOURCED_ON_DEMAND = ["us-east-1", "eu-west-1", "eu-central-1", "ap-northeast-1", "ap-northeast-2", "ap-south-1"]


def value(region, tariff, table_class=TableClass.STANDARD):
    found = PRICES.price(region, tariff, table_class)
    assert isinstance(found, Price), found
    return found.value


@pytest.mark.skipif(not SHARED.exists(), reason="the original price sheet is not beside this checkout")
def test_the_shipped_list_has_every_number_of_the_original():
    original, shipped = json.loads(SHARED.read_text()), json.loads(RAW)
    for part in ("regions", "free_tier", "reserved_capacity_rules", "savings_plans"):
        assert shipped[part] == original[part]


def test_every_price_names_a_source_that_is_described():
    document = json.loads(RAW)

    def priced(node):
        if isinstance(node, dict):
            if node.get("value") is not None:
                yield node
            for child in node.values():
                yield from priced(child)

    nodes = [*priced(document["regions"]), *priced(document["free_tier"])]
    assert len(nodes) > 100
    assert [node for node in nodes if node["source"] not in document["sources"] or not node["as_of"]] == []


def test_the_prices_of_virginia():
    found = [PRICES.price("us-east-1", tariff) for tariff in Tariff]
    assert [one.value if isinstance(one, Price) else None for one in found] == [
        Decimal(text) if text else None
        for text in (
            "0.625",
            "0.125",
            "0.625",
            "0.00065",
            "0.00013",
            "0.00065",
            "0.25",
            "0.2",
            "0.15",
            "0.1",
            "0.02",
            "0.1",
            "",
            "",
            "0.1",
            "0.52",
            "0.002",
        )
    ]
    assert value("us-east-1", Tariff.WRITE, TableClass.INFREQUENT) == Decimal("0.78")
    assert PRICES.free(Free.STORAGE_GB) == 25
    assert PRICES.free(Free.WRITE_HOURS) == PRICES.free(Free.READ_HOURS) == 18_600


@pytest.mark.parametrize("region", SOURCED_ON_DEMAND)
def test_the_heuristic_reproduces_every_sourced_region_within_four_per_mille(region):
    document = json.loads(RAW, parse_float=Decimal)
    on_demand = document["regions"][region]["on_demand"]["standard"]
    known = {Tariff.WRITE: on_demand["write_per_million_wru"]["value"],
             Tariff.READ: on_demand["read_per_million_rru"]["value"]}  # fmt: skip
    on_demand["write_per_million_wru"] = on_demand["read_per_million_rru"] = {"value": None}
    without = read_prices(json.dumps(document, default=float))
    for tariff, price in known.items():
        estimated = without.price(region, tariff)
        assert estimated.estimate
        assert abs(estimated.value / price - 1) < Decimal("0.004")
        assert value(region, tariff) == price
        assert not PRICES.price(region, tariff).estimate


def test_a_missing_on_demand_price_is_an_estimate_and_says_so():
    price = PRICES.price("us-west-2", Tariff.WRITE)
    assert (price.value, price.estimate) == (Decimal("0.624975"), True)
    assert "estimated: 961.5" in price.source


def test_what_nobody_published_is_unknown_not_guessed():
    assert PRICES.price("us-west-2", Tariff.STORAGE) == Unpriced("the price of a GB-month in us-west-2 has no source")
    infrequent = PRICES.price("us-west-2", Tariff.WRITE, TableClass.INFREQUENT)
    assert infrequent.reason == "the price of a million WRU of Standard-IA in us-west-2 has no source"
    assert PRICES.price("mars-north-1", Tariff.WRITE) == Unpriced("the price list has no Region mars-north-1")
    assert isinstance(PRICES.reserved("us-east-2", "wcu", 3), Unpriced)


def test_reserved_capacity_spreads_the_payment_up_front():
    effective = [PRICES.reserved("us-east-1", unit, years).unit_hour for unit in ("wcu", "rcu") for years in (1, 3)]
    assert [float(price) for price in effective] == pytest.approx(
        [0.000299233, 0.000149493, 0.0000592466, 0.0000296986], rel=1e-5
    )


def test_the_version_changes_with_any_number():
    assert PRICES.version.startswith("2026-11-21-")
    assert read_prices(RAW).version == PRICES.version
    assert read_prices(RAW.replace("0.625", "0.626")).version != PRICES.version
    assert len(PRICES.regions) == 25
