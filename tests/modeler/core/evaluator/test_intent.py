"""From the intent of an update to what DynamoDB is asked. docs/glossary.md#intent."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.items import SampleItem
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.core.evaluator import Database, derive_update, evaluate
from modeler.core.items.item_collections import entries
from modeler.core.items.materialize import item_writer, materialise_item
from modeler.core.values.attribute_values import number, string
from tests.modeler.core.order_management import (
    DESIGN,
    GSI1,
    ORDER,
    ORDER_KEY,
    ORDER_PARAMETERS,
    TABLE,
    conditions,
    gsi,
    key,
    overload,
    pattern,
    values,
)

A7 = DESIGN.pattern("A7")
OPEN_ORDER = materialise_item(TABLE, ORDER, ORDER.items[0]).item


def derived(update, item=OPEN_ORDER, entity=ORDER, table=TABLE):
    return derive_update(table, entity, update, item)


def intent(**fields):
    return pattern("UpdateItem", entities=("Order",), key=ORDER_KEY, parameters=ORDER_PARAMETERS, **fields)


def test_shipping_an_order_writes_the_keys_that_hang_on_its_status():
    found = derived(A7)
    assert found.update_expression == "SET #status = :v1, GSI1PK = :v2 REMOVE GSI2PK, GSI2SK"
    assert found.condition_expression == "#status = :v3"
    assert found.names == {"#status": "status"}
    assert found.values == {
        ":v1": string("SHIPPED"), ":v2": string("CUST#a1b2#SHIPPED"), ":v3": string("OPEN")
    }  # fmt: skip
    assert [(write.index, write.name, write.template) for write in found.index_keys] == [
        ("GSI1", "GSI1PK", "CUST#{customerId}#{status}"),
        ("GSI2", "GSI2PK", ""),
        ("GSI2", "GSI2SK", ""),
    ]


def test_opening_one_again_brings_the_sparse_keys_back():
    shipped = materialise_item(TABLE, ORDER, ORDER.items[1]).item
    found = derived(intent(set={"status": "OPEN"}), shipped)
    assert {write.name: write.value for write in found.index_keys} == values(
        GSI1PK="CUST#a1b2#OPEN", GSI2PK="OPEN", GSI2SK="2026-06-03#o-9044"
    )


def test_what_no_index_uses_touches_no_index():
    assert derived(intent(set={"total": "5"})).index_keys == ()


def test_a_removed_attribute_takes_the_keys_of_its_index_along():
    assert [(write.name, write.value) for write in derived(intent(remove=("orderDate",))).index_keys] == [
        ("GSI1PK", None), ("GSI1SK", None), ("GSI2PK", None), ("GSI2SK", None)
    ]  # fmt: skip


def test_a_counter_in_a_key_is_written_with_its_new_value():
    entity = replace(ORDER, overloads=(ORDER.overloads[0], overload("GSI1", GSI1PK="T", GSI1SK="{total:pad(6)}")))
    found = derived(intent(add={"total": "1"}), entity=entity)
    assert [write.value for write in found.index_keys] == [string("000150")]
    assert found.update_expression == "SET GSI1SK = :v1 ADD #total :v2"


def test_a_key_that_the_intent_names_itself_is_left_to_it():
    found = derived(intent(set={"status": "SHIPPED", "GSI1PK": "MINE"}))
    assert found.values[":v2"] == string("MINE")
    assert "GSI1PK" not in [write.name for write in found.index_keys]


def test_another_overload_of_the_index_writes_all_of_its_keys():
    entity = replace(
        ORDER,
        overloads=(
            ORDER.overloads[0],
            overload("GSI1", "status = 'OPEN'", GSI1PK="OPEN", GSI1SK="{orderId}"),
            overload("GSI1", GSI1PK="DONE", GSI1SK="{orderDate}"),
        ),
    )
    assert {write.name: write.value for write in derived(A7, entity=entity).index_keys} == values(
        GSI1PK="DONE", GSI1SK="2026-06-01"
    )


def test_two_indexes_that_share_a_key_attribute_keep_it_while_one_needs_it():
    table = replace(TABLE, indexes=(GSI1, gsi("GSI3", key("GSI1PK"), key("GSI3SK"))))
    entity = replace(
        ORDER, overloads=(*ORDER.overloads[:2], overload("GSI3", "status = 'OPEN'", GSI1PK="x", GSI3SK="y"))
    )
    found = derived(A7, entity=entity, table=table)
    assert {write.name: write.value for write in found.index_keys} == {
        "GSI1PK": string("CUST#a1b2#SHIPPED"), "GSI3SK": None
    }  # fmt: skip


def test_a_missing_item_gets_every_key_that_can_be_made():
    found = derived(intent(set={"status": "OPEN"}), None)
    assert {write.name for write in found.index_keys} == {"GSI1PK", "GSI1SK", "GSI2PK", "GSI2SK"}


def test_values_come_from_parameters_templates_and_constants():
    update = replace(
        intent(set={"status": ":next", "note": "was {orderId}", "total": "{amount}", "flag": True}),
        parameters={**ORDER_PARAMETERS, "next": "SHIPPED", "amount": "7"},
    )
    after = evaluate(DESIGN, update).writes[0].after.item
    assert (after["status"], after["note"], after["flag"].data) == (string("SHIPPED"), string("was o-9001"), True)


def test_a_parameter_in_the_condition_is_defined():
    found = derived(replace(intent(if_="total < :most"), parameters={**ORDER_PARAMETERS, "most": "9"}))
    assert found.values == {":most": number(9)}
    assert found.update_expression == ""


def test_a_parameter_has_the_type_of_what_it_is_added_to_or_set_in():
    more = intent(add={"total": ":more"}, set={"status": ":next"})
    update = replace(more, parameters={**ORDER_PARAMETERS, "more": "2.50", "next": "SHIPPED"})
    done = evaluate(DESIGN, update)
    assert done.refusals == ()
    assert done.writes[0].after.item["total"] == number("151.50")
    assert done.writes[0].after.item["status"] == string("SHIPPED")


def test_a_value_that_does_not_fit_is_refused():
    with pytest.raises(Invalid):
        derived(intent(set={"total": ["x"]}))


def test_an_unnamed_entity_gets_no_index_keys():
    assert derived(A7, entity=None).update_expression == "SET #status = :v1"


STATUSES = st.sampled_from(["OPEN", "SHIPPED", "CANCELLED"])


@given(
    before=st.fixed_dictionaries(
        {"status": STATUSES, "total": st.integers(0, 300)}, optional={"orderDate": st.just("2026-06-01")}
    ),
    after=st.fixed_dictionaries({}, optional={"status": STATUSES, "total": st.integers(0, 300)}),
    gone=st.sampled_from([(), ("orderDate",)]),
)
def test_an_intent_leaves_every_index_as_if_the_item_had_been_written_anew(before, after, gone):
    """Law: update by intent, then look at the indexes = put the changed logical item, then look at the indexes."""
    entity = replace(
        ORDER,
        overloads=(
            overload(None, PK="CUST#{customerId}", SK="ORDER#{orderId}"),
            overload("GSI1", "total > 200", GSI1PK="LARGE#{status}", GSI1SK="{orderDate}"),
            overload("GSI1", "total > 100", GSI1PK="MEDIUM#{status}", GSI1SK="{orderId}"),
            overload("GSI2", "status = 'OPEN'", GSI2PK="OPEN", GSI2SK="{total:pad(4)}"),
        ),
    )
    logical = values(customerId="c", orderId="1", **before)
    design = Design("d", tables=(replace(TABLE, entities=(replace(entity, items=(SampleItem("i", logical),)),)),))
    update = pattern(
        "UpdateItem", entities=("Order",), key=conditions(PK="CUST#c", SK="ORDER#1"), set=after, remove=gone
    )
    done = evaluate(design, update)
    assert not done.refused
    changed = {name: value for name, value in {**logical, **values(**after)}.items() if name not in gone}
    anew = item_writer(design.tables[0], entity)(SampleItem("i", changed))
    for index in TABLE.indexes:
        updated = entries(design.tables[0], index, done.after.items(TABLE.name))
        assert updated == entries(design.tables[0], index, [anew])


def test_the_expression_is_what_is_applied():
    found = derived(A7)
    own = replace(
        A7, set={}, if_="", update=found.update_expression, condition=found.condition_expression,
        names=found.names, values={name: {"S": value.data} for name, value in found.values.items()},
    )  # fmt: skip
    database = Database.of(DESIGN)
    by_intent, by_text = (evaluate(DESIGN, one, stored=database).writes for one in (A7, own))
    assert by_intent == by_text


def test_a_shared_key_that_another_index_still_holds_is_not_removed():
    """GSI1 has nothing to do with the status, so nothing but its own needs tells that GSI1PK stays."""
    table = replace(TABLE, indexes=(GSI1, gsi("GSI3", key("GSI1PK"), key("GSI3SK"))))
    overloads = (
        ORDER.overloads[0],
        overload("GSI1", GSI1PK="C#{customerId}", GSI1SK="{orderId}"),
        overload("GSI3", "status = 'OPEN'", GSI1PK="C#{customerId}", GSI3SK="y"),
    )
    entity = replace(ORDER, overloads=overloads)
    found = derived(A7, materialise_item(table, entity, ORDER.items[0]).item, entity, table)
    assert found.update_expression == "SET #status = :v1 REMOVE GSI3SK"


def test_a_number_that_is_counted_up_is_mirrored_into_its_key_by_dynamodb():
    """facts/building-blocks#p8: one atomic update; no value is computed from what was read before."""
    table = replace(TABLE, indexes=(gsi("GSI1", key("GSI1PK"), key("GSI1SK", "N")),))
    entity = replace(ORDER, overloads=(ORDER.overloads[0], overload("GSI1", GSI1PK="T", GSI1SK="{total}")))
    found = derived(intent(add={"total": "1"}), entity=entity, table=table)
    assert found.update_expression == "SET GSI1SK = if_not_exists(#total, :v1) + :v2 ADD #total :v2"
    assert [write.value for write in found.index_keys] == [number(150)]


def test_an_attribute_that_comes_brings_every_key_that_waited_for_it():
    entity = replace(ORDER, overloads=(ORDER.overloads[0], overload("GSI1", GSI1PK="N#{note}", GSI1SK="{status}")))
    item = materialise_item(TABLE, entity, ORDER.items[0]).item
    assert "GSI1SK" not in item
    found = derived(intent(set={"note": "x"}), item, entity)
    assert found.update_expression == "SET note = :v1, GSI1PK = :v2, GSI1SK = :v3"


def test_an_index_key_that_is_an_attribute_of_the_item_is_not_removed_with_the_condition():
    """DynamoDB indexes what holds the attribute; without it the item would have lost its date."""
    index = gsi("GSI3", key("status"), key("orderDate"))
    own = replace(overload("GSI3", status="{status}", orderDate="{orderDate}"), when="total > 10")
    order = replace(ORDER, overloads=(*ORDER.overloads, own))
    table = replace(TABLE, entities=(order,), indexes=(*TABLE.indexes, index))
    found = derived(intent(set={"total": 5}), materialise_item(table, order, order.items[0]).item, order, table)
    assert found.update_expression == "SET #total = :v1"
