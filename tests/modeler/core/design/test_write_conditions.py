"""The condition of a write: its own expression, else that of its intent."""

import pytest

from modeler.core.capacity.changes import condition_terms, creates
from modeler.core.capacity.effects import Effect, index_effects
from modeler.core.design.write_conditions import condition_of
from modeler.core.evaluator import evaluate
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import print_node
from modeler.core.rules.support.write_targets import add_condition, parsed_condition
from tests.modeler.core.order_management import DESIGN, conditions, pattern

KEY = conditions(PK="CUST#{customerId}", SK="ORDER#{orderDate}#{orderId}")
GIVEN = {"customerId": "a1b2", "orderDate": "2026-06-01", "orderId": "o-9001"}
TABLE = DESIGN.tables[0]


def put(if_="", condition="", **fields):
    return pattern("UpdateItem", entities=("Order",), key=KEY, parameters=GIVEN, if_=if_, condition=condition, **fields)


def texts(made):
    return [print_node(term) for term in condition_terms(made)]


def test_a_condition_of_its_own_is_the_one_that_counts():
    both = put("attribute_not_exists(PK)", "attribute_exists(PK)")
    assert texts(both) == ["attribute_exists(PK)"]
    assert print_node(parsed_condition(both)) == "attribute_exists(PK)"
    assert not creates(TABLE, both)
    assert evaluate(DESIGN, both).refusals == ()


@pytest.mark.parametrize("blank", ["", "  "])
def test_without_one_the_intent_is_read(blank):
    assert texts(put("status = 'OPEN' AND total > 5", blank)) == ["status = 'OPEN'", "total > 5"]
    assert condition_of(put(blank, blank)) is None


def test_a_condition_that_cannot_be_read_is_not_replaced_by_the_intent():
    half = put("attribute_not_exists(PK)", "status = ")
    assert condition_terms(half) == ()
    assert parsed_condition(half) is None
    with pytest.raises(ExpressionInvalid):
        condition_of(half)


def test_what_is_added_to_a_condition_goes_where_it_counts():
    added = parse_condition("attribute_exists(SK)")
    assert [edit.field for edit in add_condition(put("status = 'OPEN'", "attribute_exists(PK)"), added)] == [
        "condition"
    ]
    assert [edit.field for edit in add_condition(put("status = 'OPEN'", update="SET a = b"), added)] == ["if"]
    assert [edit.field for edit in add_condition(put(), added)] == ["if"]
    assert [edit.field for edit in add_condition(put(update="SET a = b"), added)] == ["condition"]


def test_a_put_over_an_item_that_must_be_there_rewrites_its_entries():
    made = pattern("PutItem", entities=("Order",), if_="attribute_not_exists(PK)", condition="attribute_exists(PK)")
    effects = {one.index: one.likelihood for one in index_effects(TABLE, TABLE.entity("Order"), made)}
    assert effects["GSI1"] == {Effect.REWRITTEN: 1.0}
