"""The plan: its steps in order, what each touches and costs, and that it passes every rule over a change."""

from dataclasses import replace

import pytest
from hypothesis import given

from modeler.core.errors import Missing
from modeler.core.findings import Severity
from modeler.core.migration.planning import drain, plan
from modeler.core.migration.rules import analyse_change, stored
from modeler.core.migration.steps import StepAction, plan_of
from tests.modeler.core.migration.cases import CASES
from tests.modeler.core.migration.changes import (
    BY_ATTRIBUTES,
    CONSTANT,
    FLAGGED,
    GSI3,
    LARGE,
    MOVED,
    QUEUED,
    provisioned,
    sessions,
)
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    CUSTOMER,
    DESIGN,
    OPEN,
    ORDER,
    ORDER_KEY,
    PATTERNS,
    TABLE,
    attribute,
    gsi,
    key,
    lsi,
    overload,
    pattern,
    with_base,
    with_cell,
    with_index,
    with_order,
    with_pattern,
    with_settings,
    with_table,
)
from tests.modeler.core.strategies import designs

OF_ITEMS = {*(rule.id for rule in stored.RULES), "migrate.attribute_lost"}
"""What is wrong with stored items: no plan can fix it."""


def errors(before, after):
    found = analyse_change(before, after, plan(before, after))
    return [one.message for one in found if one.severity is Severity.ERROR and one.rule not in OF_ITEMS]


def actions(after, before=DESIGN):
    return [step.action.value for step in plan(before, after).steps]


@given(designs())
def test_no_plan_is_needed_to_stay(design):
    assert plan(design, design).steps == ()
    assert analyse_change(design, design) == ()


@pytest.mark.slow
@given(designs(), designs())
def test_a_plan_of_ours_has_no_error(before, after):
    made = plan(before, after)
    assert errors(before, after) == []
    assert len({step.id for step in made.steps}) == len(made.steps)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_plan_of_ours_has_no_error_where_another_had(case):
    before, after, _ = case.trigger
    assert errors(before, after) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_a_plan_is_written_and_read_back(case):
    before, after, _ = case.trigger
    made = plan(before, after)
    again = plan_of(made.as_json())
    assert [replace(step, work=None) for step in made.steps] == list(again.steps)


def test_a_new_table_takes_the_eight_steps():
    steps = plan(DESIGN, with_index(lsi())).steps
    assert [step.action.value for step in steps] == [
        "prepare", "create_table", "dual_write", "backfill", "shadow_read", "switch_reads", "stop_writes", "archive",
    ]  # fmt: skip
    assert {step.target for step in steps} == {"app-main-v2"}
    assert all(step.gate for step in steps)
    assert all(step.way_back for step in steps[1:])
    assert steps[2].hours == 24
    assert steps[5].hours == 7 * 24
    assert steps[3].backfill.condition == "attribute_not_exists(PK)"


def test_a_version_lets_a_newer_copy_stay():
    versioned = replace(ORDER, attributes=(*ORDER.attributes, attribute("version", "N")))
    before, after = with_table(entities=(versioned,)), with_table(entities=(versioned,), partition_key=key("pk"))
    filling = next(plan(before, after).of(StepAction.BACKFILL)).backfill
    assert filling.condition == "attribute_not_exists(pk) OR version < :version"


def test_a_table_that_moves_gets_its_ttl_last():
    steps = plan(sessions(), MOVED).steps
    assert [step.action.value for step in steps][-3:] == ["stop_writes", "set", "archive"]
    assert steps[-2].settings == {"ttl_attribute": "expires"}
    assert "ttl_attribute" not in steps[1].settings


def test_an_index_is_created_filled_counted_and_read():
    reader = pattern("Query", "A9", index="GSI3", key=PATTERNS[2].key)
    writer = pattern("UpdateItem", "W1", key=ORDER_KEY, set={"status": "SHIPPED"})
    after = replace(GSI3, patterns=(*PATTERNS, reader, writer))
    steps = plan(DESIGN, after).steps
    assert [step.action.value for step in steps] == [
        "change_indexes", "write_new", "backfill", "reconcile", "switch_reads",
    ]  # fmt: skip
    assert steps[0].creates == ("GSI3",)
    assert steps[1].patterns == ("W1",)
    assert steps[4].patterns == ("A9",)
    assert steps[2].backfill.condition == "attribute_not_exists(GSI3PK)"


def test_an_index_that_every_item_is_in_is_built_and_not_filled():
    steps = plan(DESIGN, BY_ATTRIBUTES).steps
    assert [step.action.value for step in steps] == ["change_indexes", "reconcile"]
    assert steps[0].work.writes.value == 1000
    assert steps[0].work.text == "1,000 write units of the index (estimate); reading the table is free"


def test_what_building_costs_is_said_only_as_far_as_it_is_known():
    assert plan(DESIGN, GSI3).steps[0].work.text == ("nothing is written: no stored item has the keys of the index yet")
    filling = next(plan(DESIGN, GSI3).of(StepAction.BACKFILL)).work
    nothing = replace(filling.writes, value=filling.writes.value * 0)
    assert replace(filling, writes=nothing, reads=nothing, unknown=("Order has no count",)).text == (
        "not known: Order has no count"
    )
    assert replace(filling, unknown=("Order has no count",)).text.startswith("at least ")


def test_another_projection_is_another_index_and_the_old_goes_last():
    after = with_table(indexes=(gsi("GSI1", projection="KEYS_ONLY"), gsi("GSI2")))
    steps = plan(DESIGN, after).steps
    assert [(step.action.value, step.creates, step.deletes) for step in steps if step.creates or step.deletes] == [
        ("change_indexes", ("GSI1-v2",), ()),
        ("change_indexes", (), ("GSI1",)),
    ]
    assert steps[0].replaces == "GSI1"


def test_an_index_that_is_read_is_left_before_it_is_deleted():
    steps = plan(DESIGN, with_table(indexes=(gsi("GSI1"),))).steps
    assert [(step.action.value, step.index, step.deletes) for step in steps[:2]] == [
        ("switch_reads", "GSI2", ()),
        ("change_indexes", "", ("GSI2",)),
    ]
    assert steps[0].patterns == ("A5",)


def test_a_queue_that_shrinks_is_drained():
    steps = plan(DESIGN, with_order(overloads=(BASE, BY_STATUS))).steps
    assert [step.action.value for step in steps] == ["prepare", "write_new", "drain", "reconcile"]
    assert steps[0].patterns == ("A5",)
    assert "REMOVE GSI2PK, GSI2SK" in steps[2].do
    # 3 % of 1,000 orders are in the queue: an item, its entry, and an entry in GSI1, which carries everything.
    assert steps[2].work.writes.value == 30 * 3


def test_items_move_within_a_table_in_a_transaction():
    steps = plan(DESIGN, with_base(PK="ORDER#{orderId}", SK="META")).steps
    assert [step.action.value for step in steps] == [
        "prepare", "read_both", "write_new", "backfill", "reconcile", "switch_reads",
    ]  # fmt: skip
    assert steps[3].backfill.operation == "TransactWriteItems"
    # A put and a delete at two units each, and entries of GSI1 (all) and GSI2 (3 %) out and in.
    assert steps[3].work.writes.value == 1000 * 4 + 1000 * 2 + 30 * 2


def test_where_stored_items_stay_both_keys_are_asked_for_good():
    after = with_order(overloads=(LARGE, BASE, BY_STATUS, OPEN), attributes=FLAGGED)
    assert actions(after) == ["prepare", "read_both", "write_new"]


def test_copying_a_million_items():
    order = replace(ORDER, count=1_000_000)
    before, after = with_table(entities=(order,)), with_table(entities=(order,), partition_key=key("pk"))
    filling = next(plan(before, after, units_per_second=1000).of(StepAction.BACKFILL))
    # 1 unit an item, 1 for GSI1, 3 % of them in GSI2.
    assert filling.work.writes.value == 1_000_000 + 1_000_000 + 30_000
    assert filling.work.writes.estimate
    # The rate is of the table's own units.
    assert float(filling.work.hours.value) == pytest.approx(1_000_000 / 1000 / 3600)
    assert filling.backfill.units_per_second == 1000


def test_what_has_no_count_is_named():
    filling = next(plan(DESIGN, with_table(partition_key=key("pk"))).of(StepAction.BACKFILL))
    assert filling.work.unknown == ("Customer has no count",)


def test_without_a_rate_half_of_what_is_spare_is_taken():
    after = replace(
        provisioned(200),
        tables=(replace(provisioned(200).tables[0], indexes=GSI3.tables[0].indexes, entities=GSI3.tables[0].entities),),
    )
    before = provisioned(200)
    assert next(plan(before, after).of(StepAction.BACKFILL)).backfill.units_per_second == 100
    # One key takes 1,000 units a second, whatever the table takes.
    assert next(plan(DESIGN, CONSTANT).of(StepAction.BACKFILL)).backfill.units_per_second == 500
    assert next(plan(DESIGN, QUEUED).of(StepAction.BACKFILL)).backfill.units_per_second == 500


def test_where_nothing_is_spare_it_goes_by_an_export():
    busy = pattern("PutItem", "W1", per_second=replace(PATTERNS[0].per_second, peak=500))
    table = replace(provisioned(200).tables[0], indexes=GSI3.tables[0].indexes, entities=GSI3.tables[0].entities)
    after = replace(provisioned(200), tables=(table,), patterns=(*PATTERNS, busy))
    filling = next(plan(provisioned(200), after).of(StepAction.BACKFILL)).backfill
    assert filling.way == "export_bulk_put"


def test_more_than_a_terabyte_is_imported():
    huge = replace(ORDER, count=20_000_000_000)
    before, after = with_table(entities=(huge,)), with_table(entities=(huge,), partition_key=key("pk"))
    steps = plan(before, after).steps
    assert steps[1].backfill.operation == "ImportTable"
    assert "incremental export" in steps[3].do


def test_settings_change_one_kind_a_call():
    before = with_settings(billing="PAY_PER_REQUEST", ttl_attribute="ttl", stream="KEYS_ONLY")
    units = {"read": 5, "write": 5}
    after = with_settings(billing="PROVISIONED", provisioned=units, ttl_attribute="expires", stream="NEW_IMAGE")
    steps = plan(before, after).steps
    assert [step.settings for step in steps] == [
        {"billing": "PROVISIONED", "provisioned": units},
        {"ttl_attribute": None},
        {"ttl_attribute": "expires"},
        {"stream": None},
        {"stream": "NEW_IMAGE"},
    ]
    assert steps[1].hours == 1


def test_units_of_an_index_are_set_without_a_new_one():
    faster = replace(gsi("GSI1"), capacity=replace(gsi("GSI1").capacity, write=9))
    assert actions(with_table(indexes=(faster, gsi("GSI2")))) == ["set"]


def test_tables_and_entities_that_come_and_go():
    empty = replace(TABLE, id="t-2", name="other", entities=())
    assert actions(replace(DESIGN, tables=(TABLE, empty))) == ["create_table"]
    assert actions(DESIGN, replace(DESIGN, tables=(TABLE, empty))) == ["archive"]
    assert actions(with_table(entities=(ORDER,))) == ["stop_writes"]
    assert actions(with_table(entities=(ORDER,)), with_table(entities=(replace(CUSTOMER, count=0), ORDER))) == []


def test_an_entity_that_leaves_its_table_takes_its_items_along():
    second = replace(TABLE, id="t-2", name="orders", entities=(ORDER,))
    steps = plan(DESIGN, replace(DESIGN, tables=(replace(TABLE, entities=(CUSTOMER,)), second))).steps
    assert {(step.table, step.target, step.entities) for step in steps} == {("app-main", "orders", ("Order",))}
    assert "delete the items of Order" in steps[-1].do


def test_what_is_not_stored_needs_no_plan():
    none = replace(ORDER, count=0)
    moved = replace(none, overloads=(overload(None, PK="X#{orderId}", SK="Y"), BY_STATUS, OPEN))
    assert actions(with_table(entities=(CUSTOMER, moved)), with_table(entities=(CUSTOMER, none))) == []
    assert actions(with_cell(overload("GSI3", GSI3PK="A", GSI3SK="B")), with_order(count=0)) == [
        "change_indexes",
        "reconcile",
    ]


@pytest.mark.parametrize("raw", [None, 3, "text", [3], [{}], [{"action": "nonsense"}], {"steps": []}])
def test_what_is_no_plan_is_empty(raw):
    assert plan_of(raw).steps == ()


def test_a_step_is_read_leniently():
    (step,) = plan_of(
        [
            {
                "action": "backfill",
                "entities": "Order",
                "hours": "x",
                "backfill": {"units_per_second": "y", "resumable": False},
            }
        ]
    ).steps
    assert (step.id, step.entities, step.hours) == ("step-1", ("Order",), 0.0)
    assert (step.backfill.units_per_second, step.backfill.resumable, step.backfill.operation) == (
        None,
        False,
        "PutItem",
    )


def test_items_that_go_to_a_table_that_is_there_need_no_new_one():
    other = replace(TABLE, id="t-2", name="orders", entities=())
    before = replace(DESIGN, tables=(TABLE, other))
    after = replace(DESIGN, tables=(replace(TABLE, entities=(CUSTOMER,)), replace(other, entities=(ORDER,))))
    assert actions(after, before) == [
        "prepare", "dual_write", "backfill", "shadow_read", "switch_reads", "stop_writes", "archive",
    ]  # fmt: skip


def test_an_lsi_that_stays_asks_for_nothing():
    assert actions(with_index(lsi(), gsi("GSI3")), with_index(lsi())) == ["change_indexes", "reconcile"]


def test_a_plan_adds_up_and_tells_when_its_steps_begin():
    made = plan(DESIGN, with_index(lsi()))
    assert made.writes == 3030
    assert [hour for hour, _ in made.starts()] == [0, 0, 0, 24, 24, 24, 192, 192]


def test_a_queue_that_never_drained_is_emptied():
    writer = pattern("UpdateItem", "W1", key=ORDER_KEY, set={"status": "SHIPPED"})
    steps = drain(with_pattern(writer), "app-main", "Order", "GSI2", stale=500).steps
    assert [step.action.value for step in steps] == ["write_new", "drain", "reconcile"]
    assert steps[0].patterns == ("W1",)
    assert "REMOVE GSI2PK, GSI2SK" in steps[0].do
    assert steps[1].do.startswith("Query GSI2")
    assert steps[1].backfill.condition == "NOT (status = 'OPEN')"
    assert steps[1].work.writes.value == 500 * 3
    assert drain(DESIGN, "app-main", "Order", "GSI2").steps[1].work.unknown == ("Order has no count",)


def test_an_index_that_does_not_carry_its_condition_is_drained_by_a_scan():
    thin = with_table(indexes=(gsi("GSI1"), gsi("GSI2", projection="KEYS_ONLY")))
    assert drain(thin, "app-main", "Order", "GSI2").steps[1].do.startswith("Scan app-main")
    carried = with_table(indexes=(gsi("GSI1"), gsi("GSI2", projection="INCLUDE", include=("status",))))
    assert drain(carried, "app-main", "Order", "GSI2").steps[1].do.startswith("Query GSI2")


@pytest.mark.parametrize(
    "place", [("nowhere", "Order", "GSI2"), ("app-main", "Nobody", "GSI2"), ("app-main", "Order", "GSI9")]
)
def test_what_is_not_there_cannot_be_drained(place):
    with pytest.raises(Missing):
        drain(DESIGN, *place)


def test_items_that_hold_the_key_of_an_index_as_another_type_do_not_lack_it():
    cell = overload("GSI1", GSI1PK="STATUS#{status}", GSI1SK="{total}")
    order = replace(ORDER, overloads=(ORDER.overloads[0], cell, OPEN))
    indexes = (gsi("GSI1", sort=key("GSI1SK", "N")), *TABLE.indexes[1:])
    after = replace(DESIGN, tables=(replace(TABLE, indexes=indexes, entities=(CUSTOMER, order)),))
    (found,) = [one for one in analyse_change(DESIGN, after) if one.rule == "migrate.gsi_needs_backfill"]
    assert "have another GSI1PK, GSI1SK as S, not N, so GSI1 does not contain them" in found.message
