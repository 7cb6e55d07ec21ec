"""What differs between two designs: nothing between a design and itself, and each kind of difference once."""

from dataclasses import replace

import pytest
from hypothesis import given

from modeler.core.migration.aspects import Aspect
from modeler.core.migration.differences import What, compare
from modeler.core.migration.fates import Fate
from modeler.core.migration.pairs import paired
from tests.modeler.core.migration.changes import (
    BY_ATTRIBUTES,
    BY_STATUS_AND_DATE,
    BY_STATUS_THEN_DATE,
    FLAGGED,
    GSI3,
    LARGE,
    shards,
)
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    CUSTOMER,
    DESIGN,
    OPEN,
    ORDER,
    ORDER_ATTRIBUTES,
    TABLE,
    attribute,
    gsi,
    key,
    overload,
    with_attribute,
    with_base,
    with_entity,
    with_index,
    with_order,
    with_settings,
    with_table,
)
from tests.modeler.core.strategies import designs


def only(after, what, before=DESIGN):
    found = [one for one in compare(before, after) if one.what is what]
    assert len(found) == 1, compare(before, after)
    return found[0]


@given(designs())
def test_a_design_does_not_differ_from_itself(design):
    assert compare(design, design) == ()


@pytest.mark.slow
@given(designs(), designs())
def test_any_two_designs_can_be_compared(before, after):
    for one in compare(before, after):
        assert one.path
        assert one.message


def test_parts_are_matched_by_id_and_else_by_name():
    renamed = replace(TABLE, name="main")
    assert paired((TABLE,), (renamed,)) == [(TABLE, renamed)]
    anew = replace(TABLE, id="t-other")
    assert paired((TABLE,), (anew,)) == [(TABLE, anew)]
    other = replace(TABLE, id="t-other", name="other")
    assert paired((TABLE,), (other,)) == [(None, other), (TABLE, None)]
    # The id is the stronger claim: a new part with the old name does not take the old part's place.
    assert paired((TABLE,), (anew, renamed)) == [(None, anew), (TABLE, renamed)]


@pytest.mark.parametrize(
    ("after", "what", "before_value", "after_value"),
    [
        (with_table(name="main"), What.TABLE_RENAMED, "app-main", "main"),
        (with_settings(billing="PROVISIONED"), What.SETTING, "PAY_PER_REQUEST", "PROVISIONED"),
        (
            with_settings(table_class="STANDARD_INFREQUENT_ACCESS"),
            What.SETTING,
            "STANDARD",
            "STANDARD_INFREQUENT_ACCESS",
        ),
        (with_settings(ttl_attribute="ttl"), What.SETTING, None, "ttl"),
        (with_settings(stream="NEW_IMAGE"), What.SETTING, None, "NEW_IMAGE"),
        (with_attribute(attribute("total", "S", "money")), What.ATTRIBUTE_TYPE, "N", "S"),
        (with_attribute(attribute("note", format="text", key_only=True)), What.ATTRIBUTE_STORED, False, True),
        (with_attribute(attribute("note", format="email")), What.ATTRIBUTE_FORMAT, "text", "email"),
    ],
)
def test_a_value_and_what_it_was(after, what, before_value, after_value):
    found = only(after, what)
    assert (found.before, found.after) == (before_value, after_value)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"point_in_time_recovery": True}, "is on; it was off"),
        ({"replicas": ["eu-west-1", "eu-central-1"]}, "is eu-west-1 and eu-central-1; it was off"),
        ({"resource_policy": {"Statement": []}}, 'is {"Statement": []}; it was off'),
    ],
)
def test_a_setting_is_told_in_words(settings, told):
    assert only(with_settings(**settings), What.SETTING).message.endswith(told)


def test_what_nobody_says_is_as_the_service_has_it():
    assert compare(DESIGN, with_settings(billing="PAY_PER_REQUEST", table_class="STANDARD", stream=None)) == ()


@pytest.mark.parametrize(
    ("after", "what"),
    [
        (replace(DESIGN, tables=(TABLE, replace(TABLE, id="t-2", name="other", entities=()))), What.TABLE_ADDED),
        (replace(DESIGN, tables=()), What.TABLE_REMOVED),
        (with_table(partition_key=key("pk")), What.KEY_SCHEMA),
        (with_table(partition_key=key("PK", "N")), What.KEY_SCHEMA),
        (BY_ATTRIBUTES, What.INDEX_ADDED),
        (with_table(indexes=(gsi("GSI1"),)), What.INDEX_REMOVED),
        (with_table(indexes=(gsi("GSI1", sort=key("total", "N")), gsi("GSI2"))), What.INDEX_KEY),
        (with_table(indexes=(gsi("GSI1", projection="KEYS_ONLY"), gsi("GSI2"))), What.INDEX_PROJECTION),
        (with_entity(replace(CUSTOMER, id="e-3", name="Third")), What.ENTITY_ADDED),
        (with_table(entities=(ORDER,)), What.ENTITY_REMOVED),
        (GSI3, What.OVERLOAD_ADDED),
        (with_order(overloads=(BASE, BY_STATUS)), What.OVERLOAD_REMOVED),
        (
            with_order(overloads=(BASE, overload("GSI1", GSI1PK="S#{status}", GSI1SK="{orderId}"), OPEN)),
            What.OVERLOAD_CHANGED,
        ),
        (with_attribute(attribute("extra")), What.ATTRIBUTE_ADDED),
        (with_order(attributes=ORDER_ATTRIBUTES[:-1]), What.ATTRIBUTE_REMOVED),
    ],
)
def test_each_kind(after, what):
    assert only(after, what).part


def test_an_include_list_has_no_order():
    one = with_table(indexes=(gsi("GSI1", projection="INCLUDE", include=("status", "total")), gsi("GSI2")))
    other = with_table(indexes=(gsi("GSI1", projection="INCLUDE", include=("total", "status")), gsi("GSI2")))
    assert compare(one, other) == ()


def test_another_name_of_an_index_is_another_index():
    after = with_table(indexes=(replace(gsi("GSI1"), name="ByStatus"), gsi("GSI2")))
    kinds = [one.what for one in compare(DESIGN, after) if one.what.value.startswith("index")]
    assert sorted(kinds) == [What.INDEX_ADDED, What.INDEX_REMOVED]


def test_an_entity_in_another_table_has_moved():
    second = replace(TABLE, id="t-2", name="orders", entities=(ORDER,))
    after = replace(DESIGN, tables=(replace(TABLE, entities=(CUSTOMER,)), second))
    moved = only(after, What.ENTITY_MOVED)
    assert (moved.entity, moved.before, moved.after) == ("Order", "app-main", "orders")


@pytest.mark.parametrize(
    ("templates", "aspects"),
    [
        ({"PK": "CUST#{customerId}", "SK": "ORDER#{orderId}#{orderDate}"}, (Aspect.ORDER,)),
        ({"PK": "CUST#{customerId}", "SK": "ORDER#{orderDate:month}#{orderId}"}, (Aspect.FORMAT,)),
        ({"PK": "C#{customerId}", "SK": "ORDER#{orderDate}#{orderId}"}, (Aspect.LITERALS,)),
        ({"PK": "CUST#{customerId}", "SK": "ORDER#{orderDate}#{note}"}, (Aspect.ATTRIBUTES,)),
    ],
)
def test_in_what_a_key_differs(templates, aspects):
    found = only(with_base(**templates), What.BASE_KEY)
    assert found.aspects == aspects
    assert found.fates == {Fate.MOVES: 1.0}


def test_a_shard_count_is_an_aspect_of_its_own():
    found = only(shards(20), What.BASE_KEY, shards(10))
    assert found.aspects == (Aspect.SHARDS,)
    assert only(shards(20), What.BASE_KEY).aspects[0] is not Aspect.SHARDS


def test_a_renamed_attribute_changes_no_key():
    renamed = tuple(replace(one, name="buyerId") if one.name == "customerId" else one for one in ORDER_ATTRIBUTES)
    cells = (
        overload(None, PK="CUST#{buyerId}", SK="ORDER#{orderDate}#{orderId}"),
        overload("GSI1", GSI1PK="CUST#{buyerId}#{status}", GSI1SK="{orderDate}#{orderId}"),
        OPEN,
    )
    assert [one.what for one in compare(DESIGN, with_order(attributes=renamed, overloads=cells))] == [
        What.ATTRIBUTE_RENAMED
    ]


def test_spelling_of_a_template_is_no_difference():
    before = with_base(PK="CUST#{customerId}", SK="ORDER#{orderDate:month}#{orderId}")
    assert compare(before, with_base(PK="CUST#{customerId}", SK="ORDER#{orderDate: month }#{orderId}")) == ()


def test_what_becomes_of_stored_items():
    queue = replace(OPEN, when="status = 'SHIPPED'")
    found = only(with_order(overloads=(BASE, BY_STATUS, queue)), What.OVERLOAD_CHANGED)
    assert found.fates == pytest.approx({Fate.LEAVES: 0.03, Fate.ENTERS: 0.97})
    assert found.aspects == (Aspect.CONDITION,)


def test_a_case_for_items_to_come_leaves_the_stored_where_they_are():
    after = with_order(overloads=(LARGE, BASE, BY_STATUS, OPEN), attributes=FLAGGED)
    found = only(after, What.BASE_KEY)
    assert found.fates == {Fate.STAYS: 1.0}
    again = only(after, What.BASE_KEY, with_order(attributes=FLAGGED))
    assert again.fates == pytest.approx({Fate.MOVES: 0.1, Fate.STAYS: 0.9})


def test_an_index_on_attributes_of_another_type_does_not_hold_what_is_stored():
    before = with_attribute(attribute("total", "S"))
    after = with_index(gsi("GSI3", key("total", "N"), key("orderId")))
    found = only(after, What.OVERLOAD_ADDED, before)
    assert found.fates == {Fate.ENTERS: 1.0}


def test_a_new_optional_attribute_that_is_a_key_is_missed_in_what_is_stored():
    named = replace(ORDER, attributes=(*ORDER.attributes, attribute("queue", optional=0.2)))
    after = with_table(indexes=(*TABLE.indexes, gsi("GSI3", key("queue"), key("orderId"))), entities=(CUSTOMER, named))
    assert only(after, What.OVERLOAD_ADDED).fates == pytest.approx({Fate.ENTERS: 0.2})
    unset = replace(named, attributes=(*ORDER.attributes, attribute("queue", optional=0)))
    after = with_table(indexes=after.tables[0].indexes, entities=(CUSTOMER, unset))
    assert only(after, What.OVERLOAD_ADDED).fates == {}


def test_a_key_parted_otherwise_is_told_apart():
    (found,) = (one for one in compare(BY_STATUS_AND_DATE, BY_STATUS_THEN_DATE) if one.what is What.INDEX_KEY)
    assert found.message == (
        "the key of GSI3 is status (S), sorted by orderDate (S), note (S); it was status (S), orderDate (S), "
        "sorted by note (S)"
    )
