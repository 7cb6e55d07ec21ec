"""Designs that a synthesis makes of small applications, read by a modeler's eye."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.analysis import findings
from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import AlternativeKind, SynthesisOptions
from modeler.core.synthesis.live_tables import migration_cost
from modeler.examples import example
from tests.modeler.core.synthesis.making import (
    CUSTOMER,
    ORDER,
    SELDOM,
    attribute,
    design,
    entity,
    get,
    put,
    query,
    searched,
    shop,
    update,
)

pytestmark = pytest.mark.slow


def keys(made, name):
    """The keys of an entity, by index."""
    table = made.design.tables[0]
    return {one.index: tuple(one.keys.values()) for one in table.entity(name).overloads}


def test_children_that_are_listed_by_parent_are_in_its_collection():
    reads = [
        get("R1", "Customer", "customerId"),
        query("R2", "Order", "customerId", 5, "-orderDate", items_returned=20),
        put("W1", "Order", 1),
    ]
    made = searched(design([CUSTOMER, ORDER], reads)).alternatives[0]
    assert keys(made, "Customer") == {None: ("CUST#{customerId}", "METADATA")}
    assert keys(made, "Order") == {None: ("CUST#{customerId}", "ORDER#{orderDate}#{orderId}")}
    assert (made.gsis, made.problems) == (0, ())


def test_a_write_that_knows_only_the_id_keeps_the_item_under_its_id():
    reads = [
        query("R1", "Order", "customerId", 5, "-orderDate", items_returned=20),
        update("W1", "Order", "orderId", 5, set={"status": "SHIPPED"}, **{"if": "status = 'OPEN'"}),
    ]
    made = searched(design([CUSTOMER, ORDER], reads)).alternatives[0]
    assert keys(made, "Order")[None] == ("ORDER#{orderId}", "METADATA")
    assert keys(made, "Order")["GSI1"] == ("CUSTOMER#{customerId}", "{orderDate}#{orderId}") or keys(made, "Order")[
        "GSI1"
    ] == ("CUST#{customerId}", "{orderDate}#{orderId}")


def test_a_constant_in_a_filter_becomes_a_sparse_index():
    made = searched(design([CUSTOMER, ORDER], shop())).alternatives[0]
    sparse = [one for one in made.design.tables[0].entity("Order").overloads if one.when]
    assert [one.when for one in sparse] == ["status = 'OPEN'"]
    assert list(sparse[0].keys.values()) == ["OPEN", "{orderDate}#{orderId}"]


def test_items_show_their_entity():
    made = searched(design([CUSTOMER, ORDER], shop())).alternatives[0]
    order = made.design.tables[0].entity("Order")
    assert dict(order.attribute("Type").values) == {"Order": 1.0}


def test_what_no_key_can_serve_is_said_with_the_nearest_that_can():
    reads = [query("R1", "Order", "customerId", 5, consistent=True), query("R2", "Order", "status", consistent=True)]
    writes = [update("W1", "Order", "customerId orderId", 1, set={"status": "SHIPPED"})]
    found = searched(design([CUSTOMER, ORDER], reads + writes))
    assert [(one.label, one.nearest) for one in found.unmet] == [("R2", "read it eventually consistent from an index")]
    assert found.alternatives


def test_a_write_without_the_identity_is_said():
    writes = [update("W1", "Order", "customerId", 1, set={"status": "SHIPPED"})]
    found = searched(design([CUSTOMER, ORDER], writes))
    assert found.unmet[0].reason == "W1 changes an item of Order without orderId, which identifies it"


def test_at_least_three_alternatives_differ():
    found = searched(example("order-management").design)
    tables = [one.design.tables for one in found.alternatives]
    assert len(tables) >= 3
    assert all(one != other for place, one in enumerate(tables) for other in tables[:place])
    by_kind = {one.kind: one for one in found.alternatives}
    assert by_kind[AlternativeKind.CHEAPEST].dollars == min(one.dollars for one in found.alternatives)


def test_fewer_than_three_alternatives_are_said_with_the_reason():
    """Nobody stores customers by email to find one by its id in an index; dearer indexes are nothing to choose."""
    found = searched(design([CUSTOMER, ORDER], shop()))
    (only,) = found.alternatives
    assert keys(only, "Customer")[None] == ("CUST#{customerId}", "METADATA")
    (note,) = (one for one in found.notes if "other alternative" in one)
    assert note == (
        "there is no other alternative: 3 other choices of keys were tried, and 1 had more errors, "
        "1 had no advantage, 1 read an item by its identity through an index and saved nothing"
    )


def test_without_an_index_its_patterns_cost_more():
    made = searched(design([CUSTOMER, ORDER], shop())).alternatives[0]
    assert made.indexes
    for one in made.indexes:
        assert one.serves
        assert one.more_without > 0


def test_an_index_that_a_filter_can_replace_is_not_worth_a_scan():
    """A4 of order management: the cheapest alternative reads the customer's orders and filters by status."""
    balanced, cheapest = searched(example("order-management").design).alternatives[:2]
    worth = next(one for one in balanced.indexes if one.serves == ("A4",))
    assert worth.without == "A4 would read items that a filter discards"
    assert float(worth.more_without) == pytest.approx(float(cheapest.dollars - balanced.dollars), abs=0.01)


def test_a_budget_that_no_choice_meets_has_no_alternative():
    found = searched(design([CUSTOMER, ORDER], shop()), SynthesisOptions(max_gsis=0))
    assert found.alternatives == ()
    assert "no choice of keys serves the patterns with 0 GSIs or fewer" in found.notes


def test_a_key_that_must_stay_stays():
    base = {"index": None, "keys": {"PK": "O#{orderId}", "SK": "O"}}
    kept = {**ORDER, "overloads": [base]}
    made = searched(design([CUSTOMER, kept], shop()), SynthesisOptions(keep_keys=frozenset({"Order"}))).alternatives[0]
    assert keys(made, "Order")[None] == ("O#{orderId}", "O")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["order-management", "saas-projects"])
def test_the_seed_schemas_cost_no_more_than_the_experts(name):
    before = example(name).design
    found = searched(before)
    best = found.alternatives[0]
    assert not found.unmet
    assert best.dollars <= monthly_cost(before).total().value + Decimal("0.005")
    assert best.gsis <= sum(len(table.indexes) for table in before.tables)
    assert best.problems == ()
    assert [one.rule for one in best.findings if one.severity is Severity.ERROR] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["order-management", "saas-projects"])
def test_every_alternative_of_the_seed_schemas_serves_every_pattern_at_the_stated_cost(name):
    for one in searched(example(name).design).alternatives:
        assert one.dollars == monthly_cost(one.design).total().value
        assert [p.label for p in one.design.patterns if not serving(one.design, p).served] == []
        assert tuple(findings(one.design)) == one.findings


def test_an_entity_without_reads_keeps_a_key():
    lone = entity("Setting", "name", 10, {"name": "name", "type": "S"})
    made = searched(design([CUSTOMER, ORDER, lone], shop())).alternatives[0]
    assert keys(made, "Setting") == {None: ("NAME#{name}", "METADATA")}


def test_a_key_of_the_table_is_neither_a_state_nor_one_for_items_that_nobody_counted():
    """As after requirements in words: no counts and no rates, so that every key costs the same."""
    payment = entity("Payment", "paymentId", 0, {"name": "paymentId", "type": "S"}, {"name": "status", "type": "S"})
    event = entity("Event", "eventId", 0, {"name": "eventId", "type": "S"})
    del payment["count"], event["count"]
    asked = [query("A1", "Payment", "", filter="status = 'PENDING'"), query("A2", "Event", "")]
    for one in asked:
        del one["per_second"]
    found = searched(design([payment, event], asked))
    assert found.unmet == ()
    for made in found.alternatives:
        assert keys(made, "Payment")[None] == ("PAY#{paymentId}", "METADATA")
        assert keys(made, "Event")[None] == ("EVENT#{eventId}", "METADATA")


SHIPPED = [
    "order-management", "saas-projects", "leaderboard", "parcel-tracking", "adjacency-graph", "relational-port",
    "iot-telemetry",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_no_shipped_design_is_cheaper_or_has_fewer_indexes(name):
    before = example(name).design
    found = searched(before, SynthesisOptions(alternatives=1))
    best = found.alternatives[0]
    assert found.unmet == ()
    assert best.dollars <= monthly_cost(before).total().value + Decimal("0.005")
    assert best.gsis <= sum(len(table.indexes) for table in before.tables)


def test_a_number_that_orders_a_list_is_the_sort_key_itself():
    game = entity(
        "Player", "playerId", 50_000, attribute("playerId"), attribute("league"), attribute("score", "money"),
    )  # fmt: skip
    reads = [
        get("R1", "Player", "playerId", 5),
        query("R2", "Player", "league", 5, "-score", limit=10, items_returned=10),
        update("W1", "Player", "playerId", 5, add={"score": 1}, **{"if": "attribute_exists(PK)"}),
    ]
    made = searched(design([game], reads), SynthesisOptions(alternatives=1)).alternatives[0]
    (index,) = made.design.tables[0].indexes
    assert [(one.name, one.type) for one in index.keys] == [("GSI1PK", "S"), ("score", "N")]
    assert keys(made, "Player")["GSI1"] == ("LEAGUE#{league}", "{score}")
    assert "write.mirror_not_atomic" not in {one.rule for one in made.findings}


def test_a_part_of_an_identity_that_is_too_hot_is_no_partition_key():
    made = searched(example("leaderboard").design, SynthesisOptions(alternatives=1)).alternatives[0]
    assert keys(made, "CounterShard")[None][0] == "COUNTER#{counterId}#{shard}"


def test_a_key_that_would_be_too_hot_is_sharded():
    reads = [
        query("R1", "Order", "customerId", 10, "-orderDate", items_returned=20, limit=20),
        put("W1", "Order", 4000, skew={"hottest": 0.5, "attribute": "customerId"}),
    ]
    made = searched(design([CUSTOMER, ORDER], reads), SynthesisOptions(alternatives=1)).alternatives[0]
    assert "shard(" in keys(made, "Order")[None][0]
    assert made.problems == ()
    assert made.design.pattern("R1").fan_out > 1


def test_a_live_table_changes_only_where_the_saving_pays_for_the_migration():
    """The cheapest design of order management saves $24.78 per month, and its migration costs about as much once."""
    (only,) = searched(example("order-management").design, SynthesisOptions(live=True)).alternatives
    assert only.kind is AlternativeKind.CHEAPEST
    assert only.migration is not None
    assert only.migration.steps > 0
    assert only.migration.hours > 0
    assert 0 < only.migration.months < 12
    assert only.differs == ()


def test_the_migration_of_items_that_nobody_counted_is_a_lower_bound():
    made = example("order-management").design
    (table,) = made.tables
    uncounted = tuple(replace(entity, count=None) for entity in table.entities)
    before = replace(made, tables=(replace(table, entities=uncounted),))
    counted = migration_cost(made, searched(made, SynthesisOptions(alternatives=1)).alternatives[0].design, Decimal(10))
    found = migration_cost(before, searched(made, SynthesisOptions(alternatives=1)).alternatives[0].design, Decimal(10))
    assert counted.unknown == ()
    assert any("has no count" in one for one in found.unknown)
    nowhere = replace(made, region="xx-none-1")
    unpriced = migration_cost(
        nowhere, searched(made, SynthesisOptions(alternatives=1)).alternatives[0].design, Decimal(10)
    )
    assert "no price in xx-none-1" in unpriced.unknown


def test_a_live_table_that_costs_the_least_already_stays():
    found = searched(example("leaderboard").design, SynthesisOptions(live=True))
    assert found.alternatives == ()
    assert any("migrating the live table costs more than 12 months of the saving" in note for note in found.notes)


def test_an_index_is_named_after_its_building_block():
    """Order management: open orders, oldest first, are a queue."""
    best = searched(example("order-management").design, SynthesisOptions(alternatives=1)).alternatives[0]
    assert {"P15"} <= {one.block for one in best.indexes}


def test_a_path_is_read_by_what_it_begins_with():
    page = entity("Page", "siteId pageId", 900_000, attribute("siteId"), attribute("pageId"), attribute("path", "path"))
    reads = [
        get("R1", "Page", "siteId pageId", 5),
        query("R2", "Page", "siteId", 50, items_returned=20, filter="begins_with(path, :under)",
              parameters={"under": "root/part1"}),
    ]  # fmt: skip
    relations = [{"parent": "Site", "child": "Page", "through": ["siteId"]}]
    site = entity("Site", "siteId", 300, attribute("siteId"))
    best = searched(design([site, page], reads, relations), SynthesisOptions(alternatives=1)).alternatives[0]
    asked = best.design.pattern("R2")
    assert (asked.filter, asked.key[-1].operator, asked.key[-1].templates) == ("", "begins_with", ("{under}",))
    assert best.problems == ()


def test_entities_that_are_read_together_are_not_read_by_half_of_what_is_given():
    """A ticket and its comments are read by tenant and ticket: the collection of the tenant would be too much."""
    tenant, ticket = attribute("tenantId"), attribute("ticketId")
    entities = [
        entity("Ticket", "tenantId ticketId", 400_000, tenant, ticket),
        entity("Comment", "tenantId ticketId commentId", 2_000_000, tenant, ticket, attribute("commentId")),
    ]
    reads = [query("R1", "Ticket Comment", "tenantId ticketId", 60, items_returned=6), put("W1", "Comment", 5)]
    best = searched(design(entities, reads), SynthesisOptions(alternatives=1)).alternatives[0]
    assert keys(best, "Ticket")[None][0] == "TENANT#{tenantId}#TICKET#{ticketId}"
    assert keys(best, "Comment")[None] == ("TENANT#{tenantId}#TICKET#{ticketId}", "COMMENT#{commentId}")


def test_the_front_has_the_least_dollars_for_each_number_of_gsis_and_what_changes():
    found = searched(design([CUSTOMER, ORDER], shop(SELDOM)))
    first = found.alternatives[0]
    fewer, more = found.front
    assert (fewer.gsis, more.gsis) == (2, 3)
    assert fewer.dollars > more.dollars
    assert "1 GSI fewer" in fewer.differs
    assert f"${fewer.dollars - first.dollars:,.2f}/month more" in fewer.differs
    for step in found.front:
        within = searched(design([CUSTOMER, ORDER], shop(SELDOM)), SynthesisOptions(max_gsis=step.gsis))
        assert min(one.dollars for one in within.alternatives) == pytest.approx(step.dollars, abs=Decimal("0.01"))


def test_a_step_of_the_front_names_its_errors():
    """With two GSIs, open orders are filtered out of a list that takes more than one partition supports."""
    two = searched(design([CUSTOMER, ORDER], shop())).front[0]
    assert two.gsis == 2
    assert two.errors > 0
