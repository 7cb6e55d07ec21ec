"""Refusals that were captured on the service: sizes with local indexes, functions in functions, keys in transactions.

facts/limits#lsis, facts/expressions#updates, facts/table-api#item-messages.
"""

from dataclasses import replace

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Projection, ProjectionType
from modeler.core.evaluator import respond
from tests.modeler.core.evaluator.tables import PLAIN, holding
from tests.modeler.core.order_management import key, lsi, values

TABLE = {"TableName": "t"}
KEY = {"pk": {"S": "a"}, "sk": {"S": "1"}}
CANCELLED = "Transaction cancelled, please refer cancellation reasons for specific reasons"
EMPTY = "The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"


def local(projection=ProjectionType.ALL):
    """A table with a local secondary index."""
    index = replace(lsi("byLabel", key("pk"), key("label")), projection=Projection(projection))
    return replace(PLAIN, indexes=(index,))


def put(pad, table, **more):
    item = {**KEY, **more, "pad": {"S": "x" * pad}}
    return respond(holding(table=table), Operation.PUT, {**TABLE, "Item": item})


LABEL = {"label": {"S": "z"}}


class TestAnItemAndItsLocalEntries:
    FITS = 204_800 - len("pkaskpad1labelz")

    def test_together_they_hold_400_kb(self):
        assert put(self.FITS, local(), **LABEL).refusals == ()
        (refusal,) = put(self.FITS + 1, local(), **LABEL).refusals
        assert refusal.message == "Item size has exceeded the maximum allowed size"

    def test_an_item_that_the_index_does_not_hold_counts_once(self):
        assert put(self.FITS + 1, local()).refusals == ()

    def test_only_what_is_projected_counts(self):
        assert put(self.FITS + 1, local(ProjectionType.KEYS_ONLY), **LABEL).refusals == ()

    def test_an_update_that_brings_it_into_the_index(self):
        design = holding(values(pk="a", sk="1", pad="x" * 300_000), table=local())
        change = {"UpdateExpression": "SET label = :l", "ExpressionAttributeValues": {":l": {"S": "z"}}}
        found = respond(design, Operation.UPDATE, {**TABLE, "Key": KEY, **change})
        assert [one.code for one in found.refusals] == ["item.size"]


@pytest.mark.parametrize(
    ("value", "accepted"),
    [
        ("list_append(list_append(l, :v), :v)", False),
        ("list_append(:v, list_append(l, :v))", False),
        ("if_not_exists(l, list_append(:v, :v))", False),
        ("list_append(if_not_exists(l, :v), :v)", True),
        ("if_not_exists(l, if_not_exists(m, :v))", True),
        ("list_append(if_not_exists(l, if_not_exists(m, :v)), :v)", True),
    ],
)
def test_list_append_is_no_operand_of_a_function(value, accepted):
    change = {"UpdateExpression": f"SET l = {value}", "ExpressionAttributeValues": {":v": {"L": [{"S": "x"}]}}}
    found = respond(holding(table=PLAIN), Operation.UPDATE, {**TABLE, "Key": KEY, **change})
    said = "The function is not allowed to be used this way in an expression; function: list_append"
    assert [one.message for one in found.refusals] == ([] if accepted else [f"Invalid UpdateExpression: {said}"])


class TestAKeyThatDoesNotMatchInATransaction:
    WRONG = ({"pk": {"S": "a"}}, {**KEY, "pk": {"N": "1"}}, {**KEY, "more": {"S": "x"}})

    @pytest.mark.parametrize("wrong", WRONG)
    def test_cancels_a_read(self, wrong):
        items = [{"Get": {**TABLE, "Key": KEY}}, {"Get": {**TABLE, "Key": wrong}}]
        found = respond(holding(table=PLAIN), Operation.TRANSACT_GET, {"TransactItems": items})
        assert found.refusals[0].message == f"{CANCELLED} [None, ValidationError]"
        assert found.refusals[1].message == "The provided key element does not match the schema"

    @pytest.mark.parametrize("action", ["Delete", "Update", "ConditionCheck"])
    def test_cancels_a_write(self, action):
        more = {"ConditionExpression": "attribute_exists(pk)"} if action == "ConditionCheck" else {}
        items = [{action: {**TABLE, "Key": self.WRONG[1], **more}}]
        found = respond(holding(table=PLAIN), Operation.TRANSACT_WRITE, {"TransactItems": items})
        assert found.refusals[0].message == f"{CANCELLED} [ValidationError]"

    @pytest.mark.parametrize("action", ["Delete", "Update", "Get"])
    def test_an_empty_key_refuses_the_request(self, action):
        operation = Operation.TRANSACT_GET if action == "Get" else Operation.TRANSACT_WRITE
        items = [{action: {**TABLE, "Key": {**KEY, "pk": {"S": ""}}}}]
        found = respond(holding(table=PLAIN), operation, {"TransactItems": items})
        assert [one.message.endswith(EMPTY) for one in found.refusals] == [True]

    def test_a_batch_is_refused_as_a_single_read_is(self):
        for operation, request in (
            (Operation.GET, {**TABLE, "Key": self.WRONG[0]}),
            (Operation.BATCH_GET, {"RequestItems": {"t": {"Keys": [self.WRONG[0]]}}}),
        ):
            found = respond(holding(table=PLAIN), operation, request)
            assert [one.message for one in found.refusals] == ["The provided key element does not match the schema"]
