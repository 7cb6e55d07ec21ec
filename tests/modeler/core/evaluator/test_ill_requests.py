"""Requests of several members, and values that fit nothing: each told with a sentence, and nothing raised."""

import pytest

from modeler.core.evaluator import Database, evaluate
from modeler.core.evaluator.bindings import bind
from tests.modeler.core.evaluator.tables import holding, refusals
from tests.modeler.core.order_management import DESIGN, ORDER_KEY, ORDER_PARAMETERS, TABLE, conditions, pattern, values

KEY = conditions(pk="p", sk="s")


def problems(design, asked):
    return " / ".join(evaluate(design, asked).problems)


@pytest.mark.parametrize(
    ("operation", "member", "said"),
    [
        ("BatchGetItem", pattern("Query", code="S", key=KEY), "BatchGetItem reads only by key, but S is a Query"),
        ("TransactGetItems", pattern("GetItem", table="nowhere", key=KEY), "there is no table nowhere"),
        ("TransactWriteItems", pattern("Query", code="S"), "S is a Query, which TransactWriteItems does not support"),
        ("BatchWriteItem", pattern("DeleteItem", table="nowhere", key=KEY), "there is no table nowhere"),
        ("TransactWriteItems", pattern("DeleteItem", index="GSI9", key=KEY), "does not have the specified index: GSI9"),
        ("BatchGetItem", pattern("GetItem", index="GSI9", key=KEY), "does not have the specified index: GSI9"),
    ],
)
def test_a_member_that_the_call_cannot_hold_is_named(operation, member, said):
    assert said in problems(holding(), pattern(operation, steps=(member,)))


def test_calls_of_nothing_say_what_they_lack():
    assert problems(holding(), pattern("BatchGetItem")) == "the pattern names no keys: it needs a key or steps"


def test_a_batch_holds_25_writes_and_no_updates():
    delete = pattern("DeleteItem", key=conditions(pk="{p}", sk="s"), fan_out=1)
    steps = tuple(delete.__replace__(parameters={"p": f"p{n}"}) for n in range(26))
    assert refusals(holding(), pattern("BatchWriteItem", steps=steps)) == ["batch.size"]
    assert refusals(holding(), pattern("BatchWriteItem", steps=steps[:25])) == []
    assert refusals(holding(), pattern("BatchWriteItem", steps=(steps[0], steps[0]))) == ["batch.twice"]
    update = pattern("UpdateItem", key=KEY, set={"a": "1"})
    assert refusals(holding(), pattern("BatchWriteItem", steps=(update,))) == ["batch.operation"]


def test_a_value_that_does_not_fit_its_attribute_stops_the_put():
    put = pattern("PutItem", entities=("Order",), parameters=ORDER_PARAMETERS, set={"total": {"N": ["much"]}})
    assert problems(DESIGN, put) == "list is not valid content for type N"


def test_a_range_takes_two_values():
    asked = pattern("Query", key=conditions(pk="p", sk={"between": ["a"]}))
    assert problems(holding(), asked) == "sk: between has 1 values in this pattern"


def test_what_is_no_path_is_the_name_of_an_attribute():
    update = pattern("UpdateItem", entities=("Order",), key=ORDER_KEY, parameters=ORDER_PARAMETERS, set={"a b": "x"})
    after = evaluate(DESIGN, update).after.items("app-main")
    assert "x" in [one.item["a b"].data for one in after if "a b" in one.item]


def test_every_attribute_may_be_asked_for_by_a_star():
    design = holding(values(pk="p", sk="s", note="n"))
    (found,) = evaluate(design, pattern("GetItem", key=KEY, projection=("*",))).returned
    assert found.item["note"].data == "n"


def test_the_formats_of_a_call_are_those_of_its_entities_attributes():
    asked = pattern("Query", entities=("Order",))
    bindings = bind(TABLE, asked)
    assert dict(bindings.attributes).keys() == {one.name for entity in TABLE.entities for one in entity.attributes}
    assert len(bindings.attributes) == len(dict(bindings.attributes))
    assert dict(bindings.formats)["orderDate"] == "date"
    assert len(bindings.formats) == len(bindings.attributes)


def test_a_database_of_given_items_holds_those_and_the_samples_of_other_tables():
    assert Database.of(holding(values(pk="p", sk="s"))).items("t")[0].item["pk"].data == "p"
    assert Database.of(holding(values(pk="p", sk="s")), {"t": ()}).items("t") == ()
