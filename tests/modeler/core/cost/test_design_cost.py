"""A design's month: modes, storage, replicas, classes, the free tier, who causes it.

facts/item-sizes#storage, facts/throughput#replication, facts/pricing#list-prices, facts/pricing#break-even.
"""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.loads import Direction
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.tariffs import TableClass
from modeler.core.items.sizes import Sizes
from tests.modeler.core.capacity.lab import SHIP, design, plain

CENT = Decimal("0.01")
GIB = 2**30


def put(average, peak=None, **fields):
    rate = {"average": average, "peak": peak or average}
    return {"code": "W", "operation": "PutItem", "entities": ["Thing"], "per_second": rate, **fields}


def get(average, peak=None, **fields):
    rate = {"average": average, "peak": peak or average}
    return {
        "code": "R",
        "operation": "GetItem",
        "entities": ["Thing"],
        "key": {"PK": "{id}"},
        "per_second": rate,
        **fields,
    }


def throughput(cost, mode):
    return cost.tables[0].modes[mode].total.value.quantize(CENT)


def amounts(cost, what):
    return {line.place: line.amount.value.quantize(CENT) for line in cost.lines() if line.what == what}


def test_500_writes_a_second_of_2_5_kb_are_1500_units():
    """facts/check-values#units, first row, all the way to dollars."""
    made = design(put(500), **plain(2560))
    assert design_capacity(made).place("app-main").write.average.value == 1500
    cost = monthly_cost(made)
    least = Decimal("0.0949")  # one read unit is held though nothing reads
    assert throughput(cost, Mode.ON_DEMAND) == Decimal("2463.75")
    assert throughput(cost, Mode.AUTO_SCALED) == (Decimal("1016.8535") + least).quantize(CENT)
    assert cost.tables[0].cheapest is Mode.AUTO_SCALED
    assert cost.tables[0].current is Mode.ON_DEMAND


@pytest.mark.parametrize(
    ("fields", "units"), [({}, 1000), ({"consistent": True}, 2000), ({"operation": "TransactGetItems"}, 4000)]
)
def test_2000_reads_a_second_of_3_kb(fields, units):
    """facts/check-values#units: 1,000 RCU (strong 2,000, transactional 4,000)."""
    assert design_capacity(design(get(2000, **fields), **plain(3072))).place("app-main").read.average.value == units


def test_case_a_a_spiky_table_is_cheaper_on_demand_than_fixed():
    cost = monthly_cost(design(put(100, 300), **plain(1000)))
    assert throughput(cost, Mode.ON_DEMAND) == Decimal("164.25")
    fixed = cost.tables[0].modes[Mode.FIXED].lines[1].line
    assert (fixed.place, fixed.amount.value.quantize(CENT)) == ("app-main", Decimal("203.56"))
    writes = next(b for b in cost.tables[0].break_evens if b.direction is Direction.WRITE)
    assert (round(writes.utilisation, 3), round(writes.used, 3)) == (Decimal("0.289"), Decimal("0.233"))


def test_the_month_of_seed_1():
    """facts/check-values#units: 25 GB, 5 M writes and 20 M reads a day."""
    made = design(
        put(5_000_000 / 86_400), get(20_000_000 / 86_400),
        **plain(924, count=25 * GIB // 1024), settings={"point_in_time_recovery": True, "stream": "NEW_IMAGE"},
    )  # fmt: skip
    cost = monthly_cost(made)
    assert amounts(cost, "writes") == {"app-main": Decimal("95.05")}
    assert amounts(cost, "reads") == {"app-main": Decimal("38.02")}
    assert amounts(cost, "storage") == {"app-main": Decimal("6.25")}
    assert amounts(cost, "point-in-time recovery") == {"app-main": Decimal("5.00")}
    assert amounts(cost, "stream, read by Lambda") == {"app-main": Decimal("0.00")}
    assert [line.amount.value for line in cost.free()] == [Decimal("-6.25")]
    auto = {m.line.what: m.line for m in cost.tables[0].modes[Mode.AUTO_SCALED].lines}
    # 5 M a day are 57.9 a second, which at 70 % want 83 units: 249, or $118.15, with two indexes touched as well.
    assert auto["writes"].quantity.value == 83 * 730
    assert (3 * auto["writes"].amount.value).quantize(CENT) == Decimal("118.15")
    assert auto["reads"].amount.value.quantize(CENT) == Decimal("15.75")


def test_the_free_tier_counts_only_for_standard_tables_and_provisioned_units():
    """facts/check-values#units: 25 units each are worth $12.09 and $2.42 (at 744 h; a month of 730 h uses less)."""
    made = design(put(100), get(200), **plain(1000, count=0))
    cost = monthly_cost(made)
    assert cost.free(Mode.ON_DEMAND) == ()
    off = {line.what: line.amount.value.quantize(CENT) for line in cost.free(Mode.AUTO_SCALED)}
    assert off == {"free tier, writes": Decimal("-12.09"), "free tier, reads": Decimal("-2.42")}
    rare = monthly_cost(design(put(100), **plain(1000), settings={"table_class": "STANDARD_INFREQUENT_ACCESS"}))
    assert rare.tables[0].table_class is TableClass.INFREQUENT
    assert rare.free(Mode.AUTO_SCALED) == ()


def test_three_regions_pay_replicated_writes_for_the_table_and_ordinary_ones_for_indexes():
    """facts/throughput#example: 27 units: 3 x 3 replicated and 3 x 6 ordinary; here 3 x 1 and 3 x 3."""
    cost = monthly_cost(design(SHIP, settings={"replicas": ["eu-west-1", "eu-central-1", "us-east-1"]}))
    lines = [m.line for m in cost.tables[0].modes[Mode.ON_DEMAND].lines]
    replicated = [line for line in lines if line.what == "replicated writes"]
    assert [(line.place, line.region) for line in replicated] == [
        ("app-main", region) for region in ("us-east-1", "eu-west-1", "eu-central-1")
    ]
    assert {(line.place, line.region) for line in lines if line.what == "writes"} == {
        (index, region) for index in ("GSI1", "GSI2") for region in ("us-east-1", "eu-west-1", "eu-central-1")
    }
    month = Decimal(730 * 3600) / 1_000_000
    assert replicated[0].amount.value == 5 * month * Decimal("0.625")
    gsi1 = next(line for line in lines if (line.place, line.what, line.region) == ("GSI1", "writes", "eu-central-1"))
    assert gsi1.amount.value == 5 * 2 * month * Decimal("0.7625")
    assert sum(line.what == "storage" for line in cost.lines()) == 9


def test_storage_is_counted_with_what_billing_adds():
    cost = monthly_cost(design(SHIP))
    sizes = Sizes()
    table = design(SHIP).tables[0]
    order = table.entities[0]
    storage = {line.place: line.quantity.value * GIB for line in cost.lines() if line.what == "storage"}
    assert float(storage["app-main"]) == pytest.approx(5_000_000 * (sizes.item(table, order).average + 100))
    assert float(storage["GSI2"]) == pytest.approx(5_000_000 * 0.03 * (69 + 100))
    line = next(line for line in cost.lines() if line.what == "storage")
    assert "5,000,000" in line.amount.arithmetic[0].text
    assert line.price.source.startswith("AWS Price List")


def test_units_of_an_lsi_are_the_tables():
    local = {"name": "L", "kind": "LSI", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "status"}],
             "projection": {"type": "KEYS_ONLY"}}  # fmt: skip
    cost = monthly_cost(design({**SHIP, "per_second": {"average": 70}}, indexes=[local]))
    lines = {m.line.place: m.line for m in cost.tables[0].modes[Mode.AUTO_SCALED].lines if m.line.what == "writes"}
    assert set(lines) == {"app-main"}
    assert lines["app-main"].quantity.value == (70 * 3 / Decimal("0.7")) * 730


def test_an_unpriced_region_is_said_and_never_added_as_nothing():
    cost = monthly_cost(design(SHIP, region="us-west-2"))
    assert not cost.complete()
    assert "app-main, storage: the price of a GB-month in us-west-2 has no source" in cost.unknown
    writes = next(line for line in cost.lines() if line.what == "writes")
    assert writes.amount.estimate
    assert writes.price.estimate
    nowhere = monthly_cost(design(SHIP, region="mars-north-1"))
    assert nowhere.tables[0].cheapest is None
    assert nowhere.total().value == 0
    assert not nowhere.complete()


def test_a_pattern_without_a_rate_is_named_and_costs_nothing_yet():
    cost = monthly_cost(design({**SHIP, "per_second": None}))
    assert "A7: its rate is not given, so it counts in no total" in cost.unknown
    assert cost.tables[0].modes[Mode.ON_DEMAND].total.value == 0


def test_the_mode_that_the_design_sets_is_the_current_one():
    set_units = {"billing": "PROVISIONED", "provisioned": {"read": 10, "write": 100}}
    cost = monthly_cost(design(put(5), **plain(1000), settings=set_units))
    assert cost.tables[0].current is Mode.AS_SET
    assert throughput(cost, Mode.AS_SET) == Decimal("48.40")
    scaled = set_units | {"auto_scaling": {"write": {"min": 50, "target": 50}}}
    cost = monthly_cost(design(put(5), **plain(1000), settings=scaled))
    assert cost.tables[0].current is Mode.AUTO_SCALED
    assert cost.tables[0].modes[Mode.AUTO_SCALED].lines[1].line.quantity.value == 50 * 730


def test_infrequent_access_pays_off_where_storage_dominates():
    """facts/pricing#standard-ia: cheaper when Standard storage costs more than about 0.41 of Standard throughput."""
    for count, cheaper in ((10 * GIB, True), (1_000_000, False)):
        table = monthly_cost(design(put(100), **plain(924, count=count))).tables[0]
        other = table.other_class[Mode.ON_DEMAND]
        assert (other < table.total(Mode.ON_DEMAND).value) is cheaper


def test_every_pattern_and_place_has_its_share():
    ship = {**SHIP, "per_second": {"average": 30, "peak": 60}}
    read = {"code": "A1", "operation": "GetItem", "entities": ["Order"], "key": {}, "per_second": {"average": 100}}
    cost = monthly_cost(design(ship, read))
    for mode in Mode:
        patterns = cost.patterns(mode)
        assert [cost.label for cost in patterns] == ["A7", "A1"]
        assert sum(pattern.share for pattern in patterns) == pytest.approx(1)
        assert sum(place.share for place in cost.places(mode)) == pytest.approx(1)
        total = sum(place.amount for place in cost.places(mode))
        assert total == pytest.approx(cost.total(mode).value)
    assert [place.place for place in cost.places()] == ["app-main", "GSI1", "GSI2"]


def test_every_line_opens_its_arithmetic():
    for line in monthly_cost(design(SHIP)).lines():
        assert line.amount.arithmetic[-1].value == line.amount.value
        assert line.amount.unit == "USD/month"


@given(st.integers(1, 400), st.integers(1, 30))
def test_on_demand_cost_is_linear_in_the_rates(rate, factor):
    single = monthly_cost(design({**SHIP, "per_second": {"average": rate}}))
    several = monthly_cost(design({**SHIP, "per_second": {"average": rate * factor}}))
    modes = [cost.tables[0].modes[Mode.ON_DEMAND].total.value for cost in (single, several)]
    assert modes[1] == modes[0] * factor


@given(st.integers(1, 3000), st.integers(0, 3000))
def test_the_cheapest_mode_is_never_dearer_than_another(average, more):
    cost = monthly_cost(design(put(average, average + more), **plain(1000)))
    table = cost.tables[0]
    assert all(table.total(table.cheapest).value <= table.total(mode).value for mode in table.modes)
    assert cost.cheapest.value <= cost.total().value
