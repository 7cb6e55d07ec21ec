"""Designs that are ill in a way that no editor makes, found by the law that none makes a rule raise."""

from dataclasses import replace

from modeler.core.analysis import analyse
from modeler.core.cost.design import monthly_cost
from modeler.core.design.items import Entity
from modeler.core.keys.written_keys import written_keys
from modeler.core.rules.support.memo import Memo
from modeler.core.rules.support.write_targets import bound_values, changes_of
from tests.modeler.core.rules.builders import (
    BASE,
    CUSTOMER,
    ORDER,
    TABLE,
    attribute,
    gsi,
    key,
    pattern,
    rules_of,
    with_order,
    with_settings,
    with_table,
)


def test_where_an_index_has_no_partition_key_nothing_is_written():
    keyless = gsi("GSI3", partition=())
    assert written_keys(TABLE, replace(ORDER, overloads=(BASE, replace(BASE, index="GSI3"))), keyless) == ()
    for made in (with_table(partition_key=(), sort_key=()), with_table(indexes=(gsi("GSI1", partition=()),))):
        assert "keys.schema_shape" in rules_of(made)


def test_an_index_named_as_its_table_takes_nothing_from_it():
    twin = gsi("app-main", partition=key("status"), sort=())
    table = replace(TABLE, indexes=(twin,))
    known = Memo().sizes.entity(table, CUSTOMER)
    assert known.row(table.base).cells[0].overload is CUSTOMER.overloads[0]
    assert known.row(twin).cells[0].overload is None


def test_replicas_are_regions_and_nothing_else():
    (cost,) = monthly_cost(with_settings(replicas=[{"region": "eu-west-1"}, "us-west-2", 7])).tables
    assert cost.regions == ("us-east-1", "us-west-2")


def test_a_key_that_has_no_name_is_a_key_without_a_prefix():
    nameless = (attribute("", format="id"),)
    entities = (Entity("e-1", "A", nameless), Entity("e-2", "B", nameless))
    (finding,) = (
        one
        for one in analyse(with_table(partition_key=key(""), sort_key=(), entities=entities)).findings
        if one.rule == "keys.no_type_prefix"
    )
    assert "of A, B does not show" in finding.message
    assert finding.fixes == ()


def test_an_attribute_without_a_name_is_not_one_whose_end_is_lost():
    nameless = replace(ORDER, attributes=(*ORDER.attributes, attribute("", format="uuid4")))
    assert "keys.delimiter_in_value" not in rules_of(with_table(entities=(CUSTOMER, nameless)))


def test_a_renamed_table_is_not_asked_for_under_its_old_name():
    memo = Memo()
    for made in (with_order(), with_table(name="app-other"), with_order()):
        assert analyse(made, memo) == analyse(made)


def test_an_addition_to_a_name_that_is_not_given_counts_nothing():
    adds = pattern("UpdateItem", update="ADD #seen :one", entities=("Order",), values={"one": 1})
    made = replace(with_table(), patterns=(adds,))
    assert "heat.single_item_counter" not in rules_of(made)


def test_a_table_without_entities_gives_an_update_its_values():
    adds = pattern("UpdateItem", update="SET a = :one", values={"one": 1})
    bare = replace(TABLE, entities=())
    assert changes_of(bare, adds)["a"] == bound_values(bare, adds)[":one"]
