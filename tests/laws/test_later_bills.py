"""What a commitment or 36 months make of the bill, against the second calculator."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.cost.commitments import CommitmentPlan
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.documents import reading
from tests.laws import second_calculator as calculator
from tests.laws.test_two_bills import PRICES, SETTINGS, document, loaded, near, price, stored

TERMS = {CommitmentPlan.RESERVED_1: ("1y", 1), CommitmentPlan.RESERVED_3: ("3y", 3)}


@settings(max_examples=60)
@given(loaded(), st.sampled_from([{}, {"replicas": ["eu-west-1"]}]), st.sampled_from([1, 40, 400]))
def test_the_floor_reserved(given_load, more, times):
    """Whole blocks of 100 that are held at every minute, in the home Region, no replicated writes.

    facts/pricing#commitments.
    """
    world, patterns, *_ = given_load
    for one in patterns:
        one["per_second"] = {name: value * times for name, value in one["per_second"].items()}
    (cost,) = monthly_cost(reading.from_document(document(world, patterns, 10, more))).tables
    listed = Fraction(cost.modes[Mode.AUTO_SCALED].total.value)
    by_plan = {one.plan: one for one in cost.commitments}
    for plan, (term, years) in TERMS.items():
        amount = listed
        for direction, unit in (("read", "rcu"), ("write", "wcu")):
            meters_ = [meter for meter in cost.meters if meter.direction == direction]
            if more and direction == "write":
                meters_ = [meter for meter in meters_ if not meter.is_table]
            hours = [sum(parts) for parts in zip(*(meter.simulation.hourly for meter in meters_), strict=True)]
            blocks = int(min(hours, default=0) // 100)
            terms = PRICES["us-east-1"]["reserved_per_100_units"][term][unit]
            reserved = calculator.reserved_cost(Fraction(str(terms["upfront"])), Fraction(str(terms["hourly"])), years)
            hour = price("us-east-1", "provisioned", "standard", f"{unit}_hour")
            amount += blocks * (reserved - calculator.provisioned_cost(100, hour))
        assert near(by_plan[plan].total.value, amount), plan
        assert near(by_plan[plan].saved, listed - amount)


@settings(max_examples=60)
@given(
    loaded(), st.integers(0, 10**7), st.integers(0, 10**6), st.sampled_from([None, 30, 365, 5000]),
    st.integers(0, 36), SETTINGS,
)  # fmt: skip
def test_storage_of_later_months(given_load, count, growth, retention, month, more):
    world, patterns, *_ = given_load
    made = document(world, patterns, count, {"point_in_time_recovery": True, **more})
    made["tables"][0]["entities"][0] |= {"growth": growth, "retention": retention}
    cost = monthly_cost(reading.from_document(made))
    then = calculator.items_after(count, growth, retention, month)
    sizes, amount = stored(world, then, more)
    found = cost.growth()[month]
    assert near(found.size, sum(sizes.values(), Fraction(0)) / calculator.GIGABYTE)
    (table,) = cost.tables
    assert near(found.total - table.modes[table.current].total.value, amount)
    assert near(sum(line.amount.value for line in table.lines_in(month)), amount)
