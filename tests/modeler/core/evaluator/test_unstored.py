"""What a PutItem is given and does not store."""

from dataclasses import replace

from modeler.core.evaluator import evaluate
from modeler.core.evaluator.unstored import unstored
from tests.modeler.core.order_management import DESIGN, ORDER, ORDER_PARAMETERS, TABLE, pattern


def test_what_a_transaction_is_given_is_stored_by_the_step_whose_entity_has_it():
    """A parameter for one step is no attribute of what another step puts, unless that step names it itself."""
    order = pattern("PutItem", code="S1", entities=("Order",), table="app-main", parameters={"note": "a gift"})
    line = pattern("PutItem", code="S2", entities=("Line",), table="app-main")
    given = {**ORDER_PARAMETERS, "status": "OPEN", "total": "12", "line": "1", "sku": "s-1", "qty": "2", "trace": "t"}
    whole = pattern("TransactWriteItems", table="app-main", steps=(order, line), parameters=given)
    first, second = (set(one.after.item) for one in evaluate(DESIGN, whole).writes)
    assert {"status", "total", "note"} <= first
    assert not {"sku", "qty", "line", "trace"} & first
    assert {"sku", "qty"} <= second
    assert not {"status", "total", "note", "trace"} & second


def test_a_put_by_itself_stores_what_it_is_given_but_for_what_its_condition_asks():
    given = {**ORDER_PARAMETERS, "note": "a gift", "expected": "OPEN"}
    alone = pattern("PutItem", entities=("Order",), parameters=given, if_="status = :expected")
    assert unstored(TABLE, alone, ORDER, given) == {"expected"}


def test_where_no_entity_says_what_the_item_has_a_step_stores_what_it_is_given():
    (step,) = pattern("TransactWriteItems", steps=(pattern("PutItem"),), parameters={"note": "a"}).members
    assert unstored(TABLE, step, None, {"note"}) == set()
    assert unstored(TABLE, step, replace(ORDER, attributes=()), {"note"}) == set()
    assert unstored(TABLE, step, ORDER, {"note"}) == {"note"}
