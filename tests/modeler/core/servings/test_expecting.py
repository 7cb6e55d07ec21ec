"""What a served read is expected to take, and what is said where little is given."""

from decimal import Decimal

import pytest

from modeler.core.capacity import patterns as capacity_patterns
from modeler.core.capacity.patterns import CapacityCache, pattern_capacity
from modeler.core.design.items import Attribute, Entity, SizeFact
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes
from modeler.core.servings import kept_share, served_pattern, serving
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.order_management import DESIGN, conditions, key, lsi, overload, pattern


def parent(name, average, size):
    attributes = (Attribute(f"{name}b", "body", AttributeType.S, size=SizeFact(size, size)),)
    return Entity(
        name, name, attributes, (overload(None, PK="P", SK=f"{name}#{{body}}"),), per_parent=SizeFact(average)
    )


TABLE = Table("t", "t", key("PK"), key("SK"), entities=(parent("Small", 5, 100), parent("Large", 15, 8000)))
ILL = DESIGN.__replace__(tables=(TABLE,))
ALL = conditions(PK="P")


def test_a_collection_of_several_entities_takes_what_they_take_together():
    made = serving(ILL, pattern("Query", entities=("Small", "Large"), key=ALL), Sizes())
    assert made.expected.examined == 20
    small = serving(ILL, pattern("Query", entities=("Small",), key=ALL), Sizes()).expected
    large = serving(ILL, pattern("Query", entities=("Large",), key=ALL), Sizes()).expected
    assert small.size / small.examined < made.expected.size / 20 < large.size / large.examined


def test_a_limit_cuts_what_a_collection_holds():
    made = serving(ILL, pattern("Query", entities=("Large",), key=ALL, limit=4), Sizes())
    assert made.expected.examined == 4


def test_a_whole_key_takes_one_item():
    asked = pattern("GetItem", entities=("Large",), key=conditions(PK="P", SK="Large#{body}"), consistent=True)
    made = serving(ILL, asked, Sizes()).expected
    assert (made.items, made.examined) == (1, 1)
    assert made.units == Decimal(4), "8 KB of body, and as much again in the sort key"


def test_nothing_is_expected_of_a_table_without_entities():
    empty = ILL.__replace__(tables=(TABLE.__replace__(entities=()),))
    assert serving(empty, pattern("Query", key=ALL), Sizes()).expected is None


def test_a_pattern_that_names_its_key_is_asked_as_it_is():
    asked = DESIGN.patterns[0]
    assert served_pattern(asked, serving(DESIGN, asked)) is asked
    by_intent = pattern("Query", entities=("Order",), parameters={"customerId": "a"})
    assert served_pattern(by_intent, serving(DESIGN, by_intent)).key[0].templates == ("CUST#{customerId}",)


def test_a_parameter_that_fits_no_attribute_gives_no_share():
    table = DESIGN.tables[0]
    order = (table.entity("Order"),)
    for given in ({"least": {"N": "x"}}, {"total": "much"}, {"least": ["a"]}):
        assert kept_share(table, table.base, order, "total > :least", given, Sizes()) is None


def test_a_second_order_of_a_collection_without_sort_key_is_none():
    plain = Entity("e", "E", (Attribute("a", "a", AttributeType.S, "id"),), (overload(None, PK="{a}"),))
    table = Table("t", "t", key("PK"), indexes=(lsi("L", key("PK"), key("a")),), entities=(plain,))
    asked = pattern("Query", entities=("E",), key=conditions(PK="{a}"), extra={"intent": {"order_by": ["b"]}})
    made = serving(DESIGN.__replace__(tables=(table,)), asked)
    assert made.order_satisfied is False
    assert "no sort key" in made.order_reason


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (conditions(PK="CUST#{customerId}", SK={"between": ["A"]}), "needs 2 values with between"),
        (conditions(PK="CUST#{customerId}", SK={">": ["A", "B"]}), "needs 1 value with >"),
    ],
)
def test_a_comparison_takes_as_many_values_as_it_has_bounds(asked, said):
    assert said in serving(DESIGN, pattern("Query", entities=("Order",), key=asked)).reason


@pytest.mark.parametrize(
    ("asked", "served"),
    [("5", True), ("{n}", True), ("five", False), ("N#{n}", False)],
)
def test_a_number_key_takes_a_number_or_one_reference(asked, served):
    entity = Entity("e", "E", (Attribute("n", "n", AttributeType.N),), (overload(None, PK="P", SK="{n}"),))
    design = DESIGN.__replace__(tables=(Table("t", "t", key("PK"), key("SK", "N"), entities=(entity,)),))
    made = serving(design, pattern("Query", key=conditions(PK="P", SK=asked)))
    assert made.served == served
    begins = serving(design, pattern("Query", key=conditions(PK="P", SK={"begins_with": "5"})))
    assert "begins_with supports only text and binary" in begins.reason


def test_a_cache_that_is_full_starts_anew_and_counts_the_same(monkeypatch):
    monkeypatch.setattr(capacity_patterns, "CACHE_MAX", 1)
    cache = CapacityCache()
    for one in DESIGN.patterns:
        assert cache.pattern(DESIGN, one) == pattern_capacity(DESIGN, one)


def test_every_sample_item_of_a_design_is_told_with_its_table_and_entity():
    found = list(DESIGN.items())
    assert len(found) == sum(len(entity.items) for table in DESIGN.tables for entity in table.entities) + sum(
        len(table.unassigned) for table in DESIGN.tables
    )
    assert all(entity is None or item in entity.items for _, entity, item in found)
