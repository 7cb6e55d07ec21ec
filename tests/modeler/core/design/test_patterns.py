"""What the steps of an access pattern take over from the whole."""

from decimal import Decimal

from modeler.core.capacity.patterns import pattern_capacity
from modeler.core.rules.support.context import RuleContext
from modeler.core.servings import serving
from tests.modeler.core.capacity.lab import KEY, design
from tests.modeler.core.order_management import DESIGN, conditions, pattern

STEP = pattern("Query", code="S", index="GSI1", key=conditions(GSI1PK="CUST#{customerId}"))


def test_a_step_takes_over_what_it_does_not_say_itself():
    whole = pattern(
        "Steps",
        table="app-main",
        entities=("Order",),
        parameters={"customerId": "a", "orderId": "o"},
        steps=(pattern("GetItem"), pattern("GetItem", entities=("Customer",), parameters={"customerId": "b"})),
    )
    first, second = whole.members
    assert (first.table, first.entities, first.parameters) == ("app-main", ("Order",), whole.parameters)
    assert (second.entities, second.parameters) == (("Customer",), {"customerId": "b", "orderId": "o"})


def test_a_step_in_another_table_is_not_about_the_entities_of_the_whole():
    steps = (pattern("GetItem", table="orders"), pattern("GetItem", table="customers"))
    members = pattern("Steps", table="orders", entities=("Order",), steps=steps).members
    assert [one.entities for one in members] == [("Order",), ()]


def test_rules_servings_and_the_evaluator_read_one_step_alike():
    whole = pattern("Steps", table="app-main", entities=("Customer",), parameters={"customerId": "a1b2"}, steps=(STEP,))
    design_ = DESIGN.__replace__(patterns=(whole,))
    assert [call.pattern for call in RuleContext(design_).calls] == [whole, *whole.members]
    assert "Customer writes nothing into GSI1" in serving(design_, whole).reason


def test_a_step_in_another_table_is_not_counted_with_the_entities_of_the_whole():
    log = {"name": "Log", "attributes": [{"name": "text", "type": "S", "size": {"average": 9000, "max": 9000}}],
           "overloads": [{"index": None, "keys": {"PK": "LOG", "SK": "LOG"}}]}  # fmt: skip
    read = {"code": "R", "operation": "GetItem", "table": "app-main", "key": KEY}
    whole = {"code": "W", "operation": "Steps", "table": "log", "entities": ["Log"], "steps": [read]}
    made = design(read, whole)
    both = made.__replace__(tables=(*made.tables, *design(name="log", indexes=[], entities=[log]).tables))
    alone, within = (pattern_capacity(both, one) for one in made.patterns)
    assert within.read_units == alone.read_units == Decimal("0.5")
