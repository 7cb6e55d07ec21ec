"""How often one item is written, by rate, key, count and skew."""

from dataclasses import replace

import pytest

from modeler.core.design.patterns import Rate
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.item_rates import item_rate
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import CUSTOMER, DESIGN, ORDER_KEY, TABLE, pattern

KEY = conditions(PK="CUST#{customerId}", SK="PROFILE")
OFTEN = Rate(20, 40)
HOT = {"skew": {"hottest": 0.3}}


def rate(entity=CUSTOMER, count=1000, *, per_second=OFTEN, **fields):
    """Calls a second for one item, where an update comes 20 times a second."""
    call = pattern("UpdateItem", **{"key": KEY, "per_second": per_second, **fields})
    return item_rate(RuleContext(DESIGN), TABLE, replace(entity, count=count), Call(call, call, "patterns.P1"))


def test_calls_fall_evenly_on_the_items_that_there_are():
    assert rate() == pytest.approx(20 / 1000)


def test_a_key_without_an_attribute_is_one_item():
    assert rate(key=conditions(PK="CONFIG", SK="ALL")) == 20


def test_a_call_without_a_key_names_what_its_entity_writes():
    assert rate(key=()) == pytest.approx(20 / 1000)


def test_the_hottest_item_takes_the_share_that_the_skew_says():
    assert rate(extra=HOT) == pytest.approx(20 * 0.3)


def test_the_skew_of_another_attribute_says_nothing_of_an_item():
    assert rate(extra={"skew": {"hottest": 0.3, "attribute": "region"}}) == pytest.approx(20 / 1000)
    assert rate(extra={"skew": {"hottest": 0.3, "attribute": "customerId"}}) == pytest.approx(20 * 0.3)


def test_a_hot_partition_of_many_items_is_no_hot_item():
    order = TABLE.entities[1]
    assert rate(order, key=ORDER_KEY, extra=HOT) == pytest.approx(20 / 1000)


def test_nothing_is_known_without_a_rate_or_without_both_count_and_skew():
    assert rate(per_second=None) is None
    assert rate(count=None) is None
