"""Every number of money or units that the product promises to reproduce.

facts/check-values#units and facts/pricing#break-even.
"""

from decimal import ROUND_HALF_UP, Decimal

import pytest

from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.loads import Direction
from modeler.core.cost.calculator import Consistency, calculator
from modeler.core.cost.commitments import CommitmentPlan
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.on_demand import break_even, unit_price
from modeler.core.cost.prices import list_prices
from modeler.core.cost.provisioned import auto_scaled_unit_hours
from modeler.core.cost.scaling import Scaling, needed_units
from modeler.core.cost.tariffs import Free, TableClass, Tariff
from modeler.core.units import query_units, read_units
from tests.modeler.core.capacity.lab import design, plain

PRICES = list_prices()
HOME = "us-east-1"
CENT = Decimal("0.01")
MONTH = 730 * 3600


def price(tariff, table_class=TableClass.STANDARD):
    return PRICES.price(HOME, tariff, table_class).value


def cents(value):
    return value.quantize(CENT)


def put(average, peak=None):
    rate = {"average": average, "peak": peak or average}
    return {"code": "W", "operation": "PutItem", "entities": ["Thing"], "per_second": rate}


def get(average):
    key = {"PK": "{id}"}
    return {"code": "R", "operation": "GetItem", "entities": ["Thing"], "key": key, "per_second": {"average": average}}


def priced(*patterns, **more):
    (table,) = monthly_cost(design(*patterns, **more)).tables
    return table


def writes(table, mode):
    return cents(sum(each.line.amount.value for each in table.modes[mode].lines if each.line.what == "writes"))


def reads(table, mode):
    return cents(sum(each.line.amount.value for each in table.modes[mode].lines if each.line.what == "reads"))


class TestTheSmallCalculator:
    """facts/operations#helper-scripts."""

    def test_reads_and_writes_of_2_5_kb(self):
        found = calculator(2.5, 500, 200, Consistency.EVENTUAL)
        assert (found.reads.value, found.writes) == (250, 600)
        rounded = [one.value.quantize(CENT, ROUND_HALF_UP) for one in (found.provisioned, found.on_demand)]
        assert rounded == [Decimal("308.43"), Decimal("1067.63")]

    @pytest.mark.parametrize(
        ("consistency", "units", "provisioned", "on_demand"),
        [(Consistency.EVENTUAL, 500, "806.65", "2792.25"), (Consistency.STRONG, 1000, "854.10", "2956.50")],
    )
    def test_three_indexes(self, consistency, units, provisioned, on_demand):
        found = calculator(4, 1000, 100, consistency, 3)
        assert (found.table_writes.value, found.index_writes.value, found.writes) == (400, 1200, 1600)
        assert found.reads.value == units
        assert (found.provisioned.value, found.on_demand.value) == (Decimal(provisioned), Decimal(on_demand))
        assert found.complete

    def test_a_transaction_doubles_the_tables_part_only(self):
        found = calculator(2.5, 500, 200, Consistency.TRANSACTIONAL, 1)
        assert (found.reads.value, found.table_writes.value, found.index_writes.value) == (1000, 1200, 600)

    def test_other_regions_and_targets(self):
        west = calculator(1, 0, 100, region="us-west-2", target=Decimal("0.7"))
        assert west.provisioned.value == 143 * 730 * Decimal("0.00065")
        assert west.on_demand.estimate
        nowhere = calculator(1, 1, 1, region="mars-north-1")
        assert (nowhere.complete, nowhere.break_even, nowhere.provisioned.value) == (False, None, 0)

    def test_every_figure_opens_down_to_the_price(self):
        found = calculator(2.5, 500, 200)
        line = found.provisioned.arithmetic[0]
        assert line.text == "table, reads in us-east-1"
        assert [step.value for step in line.of] == [250, 250, 182_500, Decimal("23.725")]
        assert "as of 2026-09-06" in line.of[-1].of[0].text


class TestUnits:
    def test_1500_write_and_1000_read_units(self):
        capacity = design_capacity(design(put(500), get(2000), **plain(2560)))
        assert capacity.place("app-main").write.average.value == 1500
        for consistency, units in (("eventual", 1000), ("strong", 2000), ("transactional", 4000)):
            assert calculator(3, 2000, 0, Consistency(consistency)).reads.value == units

    def test_thin_list(self):
        """50 rows found, then 50 items of up to 4 KB: 25.5 eventually, 50.5 strongly (the index never is)."""
        found = query_units(50 * 64)
        assert found + 50 * read_units(4096) == Decimal("25.5")
        assert found + 50 * read_units(4096, consistent=True) == Decimal("50.5")

    @pytest.mark.parametrize(
        ("size", "units"),
        [(250, "2"), (400, "2.5"), (500, "3.5"), (800, "5"), (1024, "6.5"), (2048, "12.5"), (4096, "25")],
    )
    def test_fat_list_of_50_rows(self, size, units):
        assert query_units(50 * size) == Decimal(units)

    def test_fat_wins_while_updates_are_few(self):
        """A thin list of 1 KB items costs 19 RRU more: as much as 3.8 WRU of updates that thin would not pay."""
        more = Decimal("25.5") - query_units(50 * 1024)
        assert more == 19
        assert more * price(Tariff.READ) / price(Tariff.WRITE) == Decimal("3.8")

    def test_auto_scaling_of_100_units(self):
        assert needed_units(Decimal(100)) == 143


class TestMonths:
    def test_1500_units(self):
        table = priced(put(500), **plain(2560))
        assert cents(1500 * 730 * price(Tariff.WRITE_HOUR)) == Decimal("711.75")
        assert writes(table, Mode.FIXED) == writes(table, Mode.AUTO_SCALED) == Decimal("1016.85")
        assert writes(table, Mode.ON_DEMAND) == Decimal("2463.75")
        on_demand = next(e.line for e in table.modes[Mode.ON_DEMAND].lines if e.line.what == "writes")
        assert on_demand.quantity.value == 3942

    @pytest.mark.parametrize(("years", "dollars"), [(1, "327.66"), (3, "163.70")])
    def test_1500_units_reserved(self, years, dollars):
        made = design(
            put(500), **plain(2560), settings={"billing": "PROVISIONED", "provisioned": {"read": 1, "write": 1500}}
        )
        (table,) = monthly_cost(made).tables
        plan = next(
            c
            for c in table.commitments
            if c.plan is (CommitmentPlan.RESERVED_1 if years == 1 else CommitmentPlan.RESERVED_3)
        )
        assert plan.reserved == ((Direction.READ, 0), (Direction.WRITE, 1500))
        assert plan.mode is Mode.AS_SET
        one_read_unit = 730 * price(Tariff.READ_HOUR)
        assert abs(plan.total.value - one_read_unit - Decimal(dollars)) <= Decimal("0.005")
        assert plan.saved == table.modes[Mode.AS_SET].total.value - plan.total.value

    def test_break_even_of_1500_units(self):
        level = break_even(PRICES.price(HOME, Tariff.WRITE_HOUR), PRICES.price(HOME, Tariff.WRITE))
        assert round(level * 1500 * MONTH) == 1_138_800_000
        assert round(level * 500 * MONTH) == 379_600_000
        assert round(level, 3) == Decimal("0.289")
        stale = price(Tariff.WRITE_HOUR) / (3600 * Decimal("1.25") / 1_000_000)
        assert (round(stale, 3), round(stale * 1500 * MONTH)) == (Decimal("0.144"), 569_400_000)

    @pytest.mark.parametrize(("size", "dollars"), [(1000, "62.50"), (2560, "187.50")])
    def test_100_million_writes(self, size, dollars):
        assert writes(priced(put(100_000_000 / MONTH), **plain(size)), Mode.ON_DEMAND) == Decimal(dollars)

    def test_1000_read_units(self):
        table = priced(get(2000), **plain(3072))
        assert reads(table, Mode.ON_DEMAND) == Decimal("328.50")
        assert 1000 * 730 * price(Tariff.READ_HOUR) == Decimal("94.90")

    def test_the_free_tier(self):
        """25 WCU and 25 RCU are 65.7 M writes and 131.4 M reads, worth $12.09 and $2.42; 25 GB are worth $6.25."""
        assert (25 * MONTH, 2 * 25 * MONTH) == (65_700_000, 131_400_000)
        assert PRICES.free(Free.WRITE_HOURS) * price(Tariff.WRITE_HOUR) == Decimal("12.09")
        assert PRICES.free(Free.READ_HOURS) * price(Tariff.READ_HOUR) == Decimal("2.418")
        assert PRICES.free(Free.STORAGE_GB) * price(Tariff.STORAGE) == Decimal("6.25")

    def test_the_month_of_seed_1_with_two_indexes(self):
        """5 M writes and 20 M reads a day: 249 WCU and 166 RCU at 70 %, provisioned flat."""
        assert needed_units(Decimal(3 * 5_000_000) / 86_400) == 249
        each = needed_units(Decimal(5_000_000) / 86_400)
        assert (3 * each, cents(3 * each * 730 * price(Tariff.WRITE_HOUR))) == (249, Decimal("118.15"))
        read = needed_units(Decimal(20_000_000) / 86_400 / 2)
        assert (read, cents(read * 730 * price(Tariff.READ_HOUR))) == (166, Decimal("15.75"))
        million = Decimal(5_000_000) / 86_400 * MONTH / 1_000_000
        assert round(million, 1) == Decimal("152.1")
        assert (cents(million * price(Tariff.WRITE)), cents(3 * million * price(Tariff.WRITE))) == (
            Decimal("95.05"), Decimal("285.16")
        )  # fmt: skip
        assert (cents(2 * million * price(Tariff.READ)), cents(4 * million * price(Tariff.READ))) == (
            Decimal("38.02"), Decimal("76.04")
        )  # fmt: skip


class TestBreakEvens:
    """facts/pricing#break-even."""

    def test_perfect_tracking_at_70_percent(self):
        consumed = price(Tariff.WRITE_HOUR) / Decimal("0.7")
        on_demand = 3600 * unit_price(PRICES.price(HOME, Tariff.WRITE))
        assert (round(consumed, 6), on_demand) == (Decimal("0.000929"), Decimal("0.00225"))
        assert round(1 - consumed / on_demand, 2) == Decimal("0.59")

    def test_under_savings_plans(self):
        """At the most that is taken off: 0.5125 and 0.1025 a million; 35.2 % against list, 31.0 % both."""
        off, held = PRICES.savings_plan(provisioned=False).value, PRICES.savings_plan(provisioned=True).value
        assert (off, held) == (Decimal("0.18"), Decimal("0.12"))
        request = price(Tariff.WRITE) * (1 - off)
        assert (request, price(Tariff.READ) * (1 - off)) == (Decimal("0.5125"), Decimal("0.1025"))
        level = price(Tariff.WRITE_HOUR) / (3600 * request / 1_000_000)
        assert (round(level, 3), round(level * (1 - held), 3)) == (Decimal("0.352"), Decimal("0.310"))

    def test_standard_ia(self):
        """Dearer throughput by 24 to 25 %, storage by 60 % cheaper, so from 0.41 of throughput on.

        facts/pricing#standard-ia.
        """
        ia = TableClass.INFREQUENT
        assert price(Tariff.WRITE, ia) / price(Tariff.WRITE) == Decimal("1.248")
        assert price(Tariff.READ, ia) / price(Tariff.READ) == Decimal("1.24")
        assert round(price(Tariff.WRITE_HOUR, ia) / price(Tariff.WRITE_HOUR), 3) == Decimal("1.246")
        assert round(price(Tariff.READ_HOUR, ia) / price(Tariff.READ_HOUR), 3) == Decimal("1.231")
        saved = 1 - price(Tariff.STORAGE, ia) / price(Tariff.STORAGE)
        assert saved == Decimal("0.6")
        assert round(Decimal("0.248") / saved, 2) == Decimal("0.41")


class TestWorkedExamples:
    """facts/pricing#examples."""

    def test_c_two_busy_hours_a_day(self):
        hours = {"hours": [50 if hour in (9, 10) else 1 for hour in range(24)], "steps": True}
        average = (2 * 50 + 22) / 24
        table = priced(put(average, 50), settings={"ops": {"curve": hours}}, **plain(1000))
        assert writes(table, Mode.ON_DEMAND) == Decimal("8.35")
        assert writes(table, Mode.FIXED) == Decimal("34.16")
        ideal = auto_scaled_unit_hours([(2, 50), (22, 1)], Scaling(minimum=5)) * price(Tariff.WRITE_HOUR)
        assert cents(ideal) == Decimal("5.02")
        # Minute by minute it follows too late: fewer unit-hours than on demand, but writes are refused at nine.
        meter = next(one for one in table.meters if one.direction is Direction.WRITE)
        assert next(meter.simulation.named()).startswith("09:0")
        assert table.cheapest is Mode.ON_DEMAND
        assert "provisioned, auto scaled would throttle" in table.choice.left_out[0]

    def test_d_and_e_100_units_of_each(self):
        units = {"billing": "PROVISIONED", "provisioned": {"read": 100, "write": 100}}
        (table,) = monthly_cost(design(put(50), **plain(1000), settings=units)).tables
        plans = {one.plan: one for one in table.commitments}
        assert cents(table.modes[Mode.AS_SET].total.value) == Decimal("56.94")  # 47.45 + 9.49
        one_year, three_years = (
            plans[CommitmentPlan.RESERVED_1].total.value,
            plans[CommitmentPlan.RESERVED_3].total.value,
        )
        assert abs(one_year - Decimal("26.17")) < CENT  # 21.84 + 4.33
        assert abs(three_years - Decimal("13.08")) < CENT  # 10.91 + 2.17
        shares = [1 - PRICES.reserved(HOME, "wcu", years).unit_hour / price(Tariff.WRITE_HOUR) for years in (1, 3)]
        assert [round(share, 3) for share in shares] == [Decimal("0.540"), Decimal("0.770")]


def test_composite_of_facts_3_6():
    """9 units; 12 in a transaction; in three Regions 3 x 3 replicated and 3 x 6 ordinary ones."""
    item = {
        "name": "Thing", "count": 1000, "identity": ["id"],
        "attributes": [
            {"name": "id", "type": "S", "size": {"average": 8, "max": 8}},
            {"name": "status", "type": "S", "size": {"average": 4, "max": 4}},
            {"name": "updatedAt", "type": "S", "size": {"average": 20, "max": 20}},
            {"name": "body", "type": "S", "size": {"average": 2280, "max": 2280}},
        ],
        "overloads": [
            {"index": None, "keys": {"PK": "{id}"}},
            {"index": "byStatus", "keys": {}}, {"index": "byId", "keys": {"K": "K#{id}"}},
        ],
    }  # fmt: skip
    indexes = [
        {"name": "byStatus", "kind": "GSI", "partition_key": [{"name": "status"}],
         "sort_key": [{"name": "updatedAt"}], "projection": {"type": "ALL"}},
        {"name": "byId", "kind": "GSI", "partition_key": [{"name": "K"}], "projection": {"type": "KEYS_ONLY"}},
    ]  # fmt: skip
    update = {
        "code": "U", "operation": "UpdateItem", "entities": ["Thing"], "key": {"PK": "{id}"},
        "set": {"status": ":status", "updatedAt": ":at"}, "per_second": {"average": 1},
    }  # fmt: skip
    both = {
        "code": "T", "operation": "TransactWriteItems", "steps": [update], "entities": ["Thing"],
        "per_second": {"average": 1},
    }  # fmt: skip
    fields = {"sort_key": [], "indexes": indexes, "entities": [item]}
    alone, together = (design_capacity(design(one, **fields)).patterns[0].write_units for one in (update, both))
    assert (alone, together) == (9, 12)
    cost = monthly_cost(design(update, settings={"replicas": ["eu-west-1", "eu-central-1"]}, **fields))
    lines = [one.line for one in cost.tables[0].modes[Mode.ON_DEMAND].lines]
    units = {
        what: sum(line.quantity.value for line in lines if line.what == what) * 1_000_000 / MONTH
        for what in ("replicated writes", "writes")
    }
    assert units == {"replicated writes": 9, "writes": 18}
