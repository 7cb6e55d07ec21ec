"""What else a bill holds: prices that a design gives, commitments, backups, streams, growth, what is paid once."""

from decimal import Decimal

import pytest

from modeler.core.capacity.loads import Direction
from modeler.core.cost.commitments import CommitmentPlan
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.prices import GIVEN, list_prices
from modeler.core.cost.storage import items_in
from modeler.core.cost.tariffs import ReservedPrice, TableClass, Tariff, Unpriced
from modeler.core.documents.reading import from_document, to_document
from tests.modeler.core.capacity.lab import SHIP, design, plain

CENT = Decimal("0.01")
GIB = 2**30
WRITE = {"code": "W", "operation": "PutItem", "entities": ["Thing"], "per_second": {"average": 100, "peak": 100}}


def with_settings(made, **settings):
    return from_document({**to_document(made), "settings": settings})


def table_of(*patterns, **more):
    (table,) = monthly_cost(design(*patterns, **more)).tables
    return table


def lines(table):
    return {line.what: line for line in table.common}


class TestGivenPrices:
    def test_an_absent_price_can_be_given_and_says_so(self):
        made = design(SHIP, region="us-west-2")
        missing = next(line for line in monthly_cost(made).tables[0].common)
        assert missing.unknown == "app-main, storage: the price of a GB-month in us-west-2 has no source"
        priced = with_settings(made, prices={"us-west-2": {"storage_gb_month.standard": 0.25}})
        cost = monthly_cost(priced)
        line = next(line for line in cost.lines() if line.what == "storage")
        assert (line.price.value, line.price.source, line.price.as_of) == (Decimal("0.25"), GIVEN, "")
        assert line.amount.arithmetic[-1].of[0].text == "a GB-month in us-west-2: given by you"
        assert cost.complete()

    def test_a_region_that_the_list_does_not_have(self):
        prices = list_prices()
        unknown = prices.price("mars-north-1", Tariff.STORAGE)
        assert unknown.key == "mars-north-1.storage_gb_month.standard"
        given = {"storage_gb_month.standard": "0.3", "reserved_per_100_units.1y.wcu": {"upfront": 100, "hourly": 0.01}}
        own = prices.with_given({"mars-north-1": given})
        assert own.price("mars-north-1", Tariff.STORAGE).value == Decimal("0.3")
        assert own.reserved("mars-north-1", "wcu", 1) == ReservedPrice(1, 100, Decimal(100), Decimal("0.01"), GIVEN, "")
        assert own.price("us-east-1", Tariff.STORAGE) == prices.price("us-east-1", Tariff.STORAGE)
        assert isinstance(prices.price("mars-north-1", Tariff.STORAGE), Unpriced)

    @pytest.mark.parametrize(
        "raw",
        [
            None,
            [],
            "x",
            {"us-west-2": 3},
            {"us-west-2": {"storage_gb_month.standard": -1}},
            {"us-west-2": {"storage_gb_month.standard": "dear"}},
            {"us-west-2": {"reserved_per_100_units.3y.wcu": 5}},
        ],
    )
    def test_what_is_no_price_is_passed_over(self, raw):
        assert isinstance(list_prices().with_given(raw).price("us-west-2", Tariff.STORAGE), Unpriced)

    def test_estimates_follow_a_price_that_is_given(self):
        own = list_prices().with_given({"us-west-2": {"provisioned.standard.wcu_hour": 0.001}})
        assert own.price("us-west-2", Tariff.WRITE).value == Decimal("0.9615")
        assert own.price("us-west-2", Tariff.REPLICATED_WRITE).estimate

    def test_replicated_units_cost_what_ordinary_ones_do(self):
        """facts/throughput#replication: where no price of them is sourced, and said to be an estimate."""
        rare = list_prices().price("us-east-1", Tariff.REPLICATED_WRITE_HOUR, TableClass.INFREQUENT)
        assert (rare.value, rare.estimate) == (Decimal("0.00081"), True)


class TestCommitments:
    def plans(self, **more):
        return {one.plan: one for one in table_of(WRITE, **plain(1000), **more).commitments}

    def test_the_floor_in_whole_blocks_and_the_rest_at_list_price(self):
        """100 writes a second are 143 units at 70 %: one block of 100 is reserved."""
        plan = self.plans()[CommitmentPlan.RESERVED_1]
        assert (plan.mode, plan.reserved) == (Mode.AUTO_SCALED, ((Direction.READ, 0), (Direction.WRITE, 100)))
        assert plan.total.value.quantize(CENT) == Decimal("42.34")  # 21.84 + 43 x 0.4745 + one read unit
        assert plan.total.arithmetic[1].text == "write: 100 units of the minimum reserved"
        assert any("awslabs" in step.text for line in plan.total.arithmetic for one in line.of for step in one.of)

    def test_savings_plans_are_estimates_of_the_most(self):
        plans = self.plans()
        on_demand = plans[CommitmentPlan.SAVINGS_ON_DEMAND]
        assert on_demand.total.value == Decimal("164.25") * Decimal("0.82")
        assert on_demand.total.estimate
        (off,) = on_demand.total.arithmetic[1].of
        assert (off.text, off.value) == ("at most 18% of $164.25", Decimal("164.25") * Decimal("-0.18"))
        assert plans[CommitmentPlan.SAVINGS_PROVISIONED].saved.quantize(CENT) == (
            Decimal("67.9484") * Decimal("0.12")
        ).quantize(CENT)

    def test_what_cannot_be_reserved(self):
        rare = self.plans(settings={"table_class": "STANDARD_INFREQUENT_ACCESS"})[CommitmentPlan.RESERVED_3]
        assert (rare.total, rare.unknown) == (None, "reserved capacity does not apply to Standard-IA")
        replicated = self.plans(settings={"replicas": ["eu-west-1"]})[CommitmentPlan.RESERVED_1]
        assert replicated.reserved == ((Direction.READ, 0), (Direction.WRITE, 0))
        nowhere = self.plans(region="mars-north-1")
        assert nowhere[CommitmentPlan.RESERVED_1].total is None
        assert nowhere[CommitmentPlan.SAVINGS_ON_DEMAND].unknown == "a price of the throughput itself is unknown"
        short = self.plans(region="us-east-2")[CommitmentPlan.RESERVED_3]
        assert short.unknown == "reserved capacity for 3 years in us-east-2 has no source"


class TestCommonLines:
    def test_backups_that_are_kept(self):
        table = table_of(WRITE, **plain(924, count=25 * GIB // 1024), settings={"ops": {"backups_kept": 4}})
        assert lines(table)["on-demand backups"].amount.value.quantize(CENT) == Decimal("10.00")

    def test_readers_of_the_stream(self):
        consumers = [
            {"name": "audit", "kind": "reader", "requests_per_second": 10}, {"name": "lake", "kind": "kinesis"},
            {"name": "search", "kind": "lambda"}, {"name": "odd", "kind": "reader"},
        ]  # fmt: skip
        settings = {"stream": "NEW_IMAGE", "stream_consumers": consumers}
        cost = monthly_cost(design(WRITE, **plain(1000), settings=settings))
        found = lines(cost.tables[0])
        # 26.28 million calls at $0.02 for 100,000; 2.5 million are free.
        assert found["stream, read by audit"].amount.value.quantize(CENT) == Decimal("5.26")
        assert (
            found["stream, read by odd"].unknown
            == "app-main, stream, read by odd: its requests_per_second is not given"
        )
        assert found["changes to Kinesis for lake"].amount.value.quantize(CENT) == Decimal("26.28")
        assert found["stream, read by Lambda"].amount.value == 0
        free = {line.what: line.amount.value for line in cost.free()}
        assert free["free tier, stream, read by audit"] == Decimal("-0.5")

    def test_what_is_paid_once(self):
        table = table_of(WRITE, **plain(924, count=25 * GIB // 1024), settings={"replicas": ["eu-west-1"]})
        once = {line.what: line for line in table.once}
        assert once["restore"].amount.value.quantize(CENT) == Decimal("3.93")  # 26.17 GB with the 48 B of a replica
        assert once["restore"].amount.unit == "USD"
        assert once["full export to S3"].amount.value < once["restore"].amount.value
        assert "import" in once["import from S3"].what
        assert once["import from S3"].unknown.endswith("the price of a GB in us-east-1 has no source")
        assert once["data of a new replica"].region == "eu-west-1"


class TestGrowth:
    def grown(self, **entity):
        return monthly_cost(design(WRITE, **plain(924, count=10_000_000, **entity))).growth()

    def test_36_months(self):
        months = self.grown(growth=1_000_000)
        assert [month.month for month in months] == list(range(37))
        assert float(months[36].size) == pytest.approx(46_000_000 * 1024 / GIB)
        assert months[36].storage / months[0].storage == pytest.approx(Decimal("4.6"))
        assert months[36].total - months[0].total == months[36].storage - months[0].storage

    def test_without_growth_all_stays(self):
        months = self.grown()
        assert {month.total for month in months} == {months[0].total}

    def test_recovery_grows_too_and_month_36_opens(self):
        made = design(
            WRITE, **plain(924, count=10_000_000, growth=1_000_000), settings={"point_in_time_recovery": True}
        )
        table = monthly_cost(made).tables[0]
        last = tuple(table.growth())[36]
        opened = table.lines_in(36)
        assert last.total == pytest.approx(table.modes[table.current].total.value + sum(x.amount.value for x in opened))
        step = opened[0].amount.arithmetic[0]
        assert step.of[0].text == "10,000,000 items now and 1,000,000 more per month, after 36 months"

    @pytest.mark.parametrize(
        ("count", "growth", "retention", "month", "items"),
        [
            (100, 10, None, 12, 220),
            (100, 10, 365, 36, 120),  # grows to what comes in 12 months
            (100, 10, 365, 1, 110),
            (240, 10, 365, 6, 180),  # shrinks to it within 12 months
            (240, 10, 365, 24, 120),
            (100, 0, 30, 36, 100),
        ],
    )
    def test_items_come_and_go(self, count, growth, retention, month, items):
        made = design(WRITE, **plain(924, count=count, growth=growth, retention=retention)).tables[0].entities[0]
        assert float(items_in(made, month)) == pytest.approx(items)

    def test_from_nothing(self):
        months = monthly_cost(design(WRITE, **plain(924, count=0, growth=1_000_000))).growth(12)
        assert (months[0].storage, float(months[12].size)) == (0, pytest.approx(12_000_000 * 1024 / GIB))
        assert months[12].total - months[0].total == months[12].storage > 2

    def test_nobody_said_how_many(self):
        made = design(WRITE, **plain(924, count=None)).tables[0].entities[0]
        assert items_in(made, 3) is None


class TestChoice:
    def test_the_reason_is_a_sentence(self):
        choice = table_of({**WRITE, "per_second": {"average": 100, "peak": 130}}, **plain(1000)).choice
        assert choice.mode is Mode.AUTO_SCALED
        assert "% of units that scale with the load would be used, over the break-even of 28.9%" in choice.reason
        assert "/month less than provisioned, fixed at the peak" in choice.reason
        idle = table_of({**WRITE, "per_second": None}, **plain(1000)).choice
        assert (idle.mode, "no reads or writes have a declared rate" in idle.reason) == (Mode.ON_DEMAND, True)

    def test_units_that_do_not_carry_the_peak_are_no_choice(self):
        settings = {"billing": "PROVISIONED", "provisioned": {"read": 1, "write": 90}}
        choice = table_of(WRITE, **plain(1000), settings=settings).choice
        assert choice.mode is not Mode.AS_SET
        assert choice.left_out == ("provisioned, as the design sets it does not support the peak",)

    def test_scaling_that_throttles_is_passed_over_and_says_when(self):
        spikes = {"hours": [900 if hour == 9 else 1 for hour in range(24)], "steps": True}
        settings = {
            "billing": "PROVISIONED", "provisioned": {"read": 1, "write": 60}, "auto_scaling": {"write": {"min": 1}},
            "ops": {"curve": spikes},
        }  # fmt: skip
        choice = table_of({**WRITE, "per_second": {"average": 5, "peak": 116}}, **plain(1000), settings=settings).choice
        assert choice.mode is Mode.ON_DEMAND
        assert any("would throttle" in sentence and "first 09:0" in sentence for sentence in choice.left_out)

    def test_units_without_a_policy_that_are_too_few(self):
        settings = {
            "billing": "PROVISIONED", "provisioned": {"read": 1, "write": 60}, "auto_scaling": {"read": {"min": 1}},
        }  # fmt: skip
        table = table_of(WRITE, **plain(1000), settings=settings)
        assert (table.current, table.bill.carries(Mode.AUTO_SCALED)) == (Mode.AUTO_SCALED, False)
        assert f"{Mode.AUTO_SCALED} does not support the peak" in table.choice.left_out

    def test_modes_are_a_mapping_of_what_is_possible(self):
        table = table_of(WRITE, **plain(1000))
        assert (len(table.modes), Mode.AS_SET in table.modes) == (3, False)
        with pytest.raises(KeyError):
            table.modes[Mode.AS_SET]

    def test_nothing_is_chosen_without_prices(self):
        assert table_of(WRITE, **plain(1000), region="mars-north-1").choice is None


def test_every_total_opens_down_to_a_price_and_its_date():
    cost = monthly_cost(design(SHIP))
    ends = []

    def open_(lines_):
        for line in lines_:
            open_(line.of)
            ends.append(line.text)

    total = cost.total()
    open_(total.arithmetic)
    assert any("AWS Price List Bulk API" in text and "as of 2026-09-06" in text for text in ends)
    assert any("calls/s" in text for text in ends)
    assert total.arithmetic[-1].value == total.value
    assert total.arithmetic[0].depth >= 4
    assert all(not line.of for line in total.shallow.arithmetic)
    after = cost.after_free()
    assert after.value == total.value + sum(line.amount.value for line in cost.free())


def test_an_index_without_a_policy_stays_as_it_is_set():
    """facts/pricing#auto-scaling: each GSI needs its own policy."""
    gsi = {"name": "GSI1", "kind": "GSI", "partition_key": [{"name": "GSI1PK", "type": "S"}],
           "sort_key": [{"name": "GSI1SK", "type": "S"}], "provisioned": {"read": 7, "write": 9}}  # fmt: skip
    settings = {
        "billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5},
        "auto_scaling": {"read": {"min": 2}, "write": {"min": 2}},
    }  # fmt: skip
    table = table_of(SHIP, indexes=[gsi], settings=settings)
    held = {
        (each.line.place, each.line.what): each.line.quantity.value / 730
        for each in table.modes[Mode.AUTO_SCALED].lines
    }
    assert (held["GSI1", "reads"], held["GSI1", "writes"]) == (7, 9)
    assert held["app-main", "reads"] == 2
