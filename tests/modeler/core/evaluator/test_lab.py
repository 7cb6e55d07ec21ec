"""The lab of facts/procedures#lab, byte for byte and unit for unit.

Its items hold no logical attributes beside their keys: what makes the keys lives in them only.
"""

from dataclasses import replace

import pytest

from modeler.core.design.model import Design
from modeler.core.evaluator import Database, IndexEffect, evaluate
from modeler.core.values.attribute_values import item_size
from tests.modeler.core.order_management import (
    CUSTOMER,
    DESIGN,
    LINE,
    ORDER,
    ORDER_KEY,
    ORDER_PARAMETERS,
    TABLE,
    conditions,
    pattern,
)
from tests.present import present


def keeping(entity, *names):
    """The entity with every other attribute in its keys only, and without items."""
    attributes = tuple(replace(one, key_only=one.name not in names) for one in entity.attributes)
    return replace(entity, attributes=attributes, items=())


LAB = replace(
    DESIGN,
    tables=(
        replace(
            TABLE,
            entities=(
                keeping(CUSTOMER, "name", "tier"),
                keeping(ORDER, "status", "total"),
                keeping(LINE, "sku", "qty"),
            ),
        ),
    ),
)
ORDER_9044 = {"customerId": "a1b2", "orderId": "o-9044", "orderDate": "2026-06-03", "status": "SHIPPED"}
PUTS = (
    pattern(
        "PutItem",
        entities=("Customer",),
        key=conditions(PK="CUST#{customerId}", SK="PROFILE"),
        parameters={"customerId": "a1b2", "name": "Acme Co", "tier": "GOLD"},
    ),
    pattern(
        "PutItem",
        entities=("Order",),
        key=ORDER_KEY,
        parameters={**ORDER_PARAMETERS, "status": "OPEN", "total": "149.00"},
    ),
    pattern("PutItem", entities=("Order",), key=ORDER_KEY, parameters={**ORDER_9044, "total": "72.50"}),
    pattern(
        "PutItem",
        entities=("Line",),
        key=conditions(PK="ORDER#{orderId}", SK="ITEM#{line:pad(3)}"),
        parameters={"orderId": "o-9001", "line": 1, "sku": "ABC", "qty": "2"},
    ),
)
SEED_A7 = pattern(
    "UpdateItem",
    key=ORDER_KEY,
    parameters=ORDER_PARAMETERS,
    update="SET #s = :s REMOVE GSI2PK, GSI2SK",
    names={"#s": "status"},
    values={":s": "SHIPPED"},
)


def run(steps, database=None, design: Design = LAB):
    return evaluate(design, pattern("Steps", steps=tuple(steps)), stored=database)


@pytest.fixture
def filled() -> Database:
    return run(PUTS).after


def ids(code: str, database: Database, **parameters):
    """Sort keys of what a pattern returns."""
    found = evaluate(LAB, present(LAB.pattern(code)), stored=database, parameters=parameters)
    assert not found.refused
    return [one.key[1].data for one in found.returned], found.read_units


def test_step_2_writes_four_items_for_seven_units():
    done = run(PUTS)
    assert not done.refused
    assert [item_size(write.after.item) for write in done.writes] == [39, 130, 103, 35]
    assert [write.units for write in done.writes] == [1, 3, 2, 1]
    assert done.write_units == 7


def test_step_3_lists_the_orders_newest_first(filled):
    assert ids("A2", filled) == (["ORDER#2026-06-03#o-9044", "ORDER#2026-06-01#o-9001"], 0.5)


def test_step_4_finds_the_line_alone(filled):
    assert ids("A3", filled) == (["ITEM#001"], 0.5)


def test_step_5_counts_one_open_order(filled):
    found, units = ids("A5", filled)
    assert (len(found), units) == (1, 0.5)


def test_step_6_as_in_the_seed_leaves_a_stale_entry(filled):
    done = evaluate(LAB, SEED_A7, stored=filled)
    (write,) = done.writes
    assert (write.table_units, [change.units for change in write.indexes]) == (1, [1, 1])
    assert [change.effect for change in write.indexes] == [IndexEffect.REWRITTEN, IndexEffect.LEAVES]
    assert done.write_units == 3
    assert ids("A5", done.after) == ([], 0.5)
    assert ids("A4", done.after, status="OPEN")[0] == ["ORDER#2026-06-01#o-9001"]
    assert ids("A4", done.after, status="SHIPPED")[0] == ["ORDER#2026-06-03#o-9044"]


def test_step_6b_by_intent_moves_the_entry_and_drains_the_sparse_index(filled):
    done = evaluate(LAB, LAB.pattern("A7"), stored=filled)
    (write,) = done.writes
    assert write.condition_held is True
    assert (write.table_units, [change.units for change in write.indexes]) == (1, [2, 1])
    assert [change.effect for change in write.indexes] == [IndexEffect.MOVES, IndexEffect.LEAVES]
    assert done.write_units == 4
    assert ids("A4", done.after)[0] == ["ORDER#2026-06-03#o-9044", "ORDER#2026-06-01#o-9001"]
    assert ids("A4", done.after, status="OPEN")[0] == []
    assert ids("A5", done.after) == ([], 0.5)


def test_shipping_twice_fails_its_condition_and_is_charged_on_the_table_only(filled):
    shipped = evaluate(LAB, LAB.pattern("A7"), stored=filled).after
    again = evaluate(LAB, LAB.pattern("A7"), stored=shipped)
    assert [refusal.code for refusal in again.refusals] == ["condition.failed"]
    assert again.write_units == 1
    assert again.after.items("app-main") == shipped.items("app-main")


def test_what_the_parameters_do_not_say_is_read_back_from_the_key(filled):
    bare = pattern(
        "UpdateItem",
        entities=("Order",),
        key=conditions(PK="CUST#a1b2", SK="ORDER#2026-06-01#o-9001"),
        set={"status": "SHIPPED"},
    )
    assert evaluate(LAB, bare, stored=filled).writes[0].after == shipped(filled)


def shipped(database):
    return evaluate(LAB, LAB.pattern("A7"), stored=database).writes[0].after


def test_the_lab_leaves_the_database_it_started_from_alone(filled):
    evaluate(LAB, LAB.pattern("A7"), stored=filled)
    assert ids("A5", filled)[0] == ["ORDER#2026-06-01#o-9001"]
