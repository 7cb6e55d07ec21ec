"""Access patterns as the requests that are sent."""

from dataclasses import replace

import pytest

from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.requests import RequestNaming, requests_of
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import KeyAttribute
from modeler.core.evaluator import Database
from modeler.core.values.attribute_values import AttributeType
from modeler.examples import example
from tests.modeler.core.order_management import (
    DESIGN,
    ORDER_KEY,
    ORDER_PARAMETERS,
    TABLE,
    conditions,
    gsi,
    key,
    pattern,
)

NAMING = RequestNaming({"app-main": "run-app-main"})
INDEXES = {"ReturnConsumedCapacity": "INDEXES"}


def asked(one, design=DESIGN, naming=NAMING):
    """(method, arguments without what every request has) of the requests of a pattern."""
    found = requests_of(design, one, Database.of(design), naming)
    assert all(request.arguments["ReturnConsumedCapacity"] == "INDEXES" for request in found)
    return [
        (request.method, {name: value for name, value in request.arguments.items() if name not in INDEXES})
        for request in found
    ]


def test_a_query_newest_first():
    assert asked(DESIGN.pattern("A2")) == [
        (
            "query",
            {
                "TableName": "run-app-main",
                "KeyConditionExpression": "PK = :v1 AND begins_with(SK, :v2)",
                "ExpressionAttributeValues": {":v1": {"S": "CUST#a1b2"}, ":v2": {"S": "ORDER#"}},
                "ScanIndexForward": False,
            },
        )
    ]


def test_a_query_of_an_index_with_filter_projection_and_limit():
    one = replace(DESIGN.pattern("A4"), filter="total > :least", projection=("status",), limit=5, consistent=True)
    one = replace(one, parameters={**one.parameters, "least": "100"})
    ((method, arguments),) = asked(one)
    assert (method, arguments["IndexName"], arguments["Limit"], arguments["ConsistentRead"]) == (
        "query",
        "GSI1",
        5,
        True,
    )
    assert arguments["KeyConditionExpression"] == "GSI1PK = :v1"
    assert arguments["FilterExpression"] == "#total > :least"
    assert arguments["ProjectionExpression"] == "#status"
    assert arguments["ExpressionAttributeNames"] == {"#total": "total", "#status": "status"}
    assert arguments["ExpressionAttributeValues"] == {":v1": {"S": "CUST#a1b2#SHIPPED"}, ":least": {"N": "100"}}


def test_a_proof_asks_for_keys_beside_the_projection():
    one = replace(DESIGN.pattern("A4"), projection=("status", "PK"))
    ((_, arguments),) = asked(one, naming=RequestNaming({}, keys_too=True))
    assert arguments["ProjectionExpression"] == "#status, PK, SK"
    assert arguments["TableName"] == "app-main"


def test_an_intent_writes_the_index_keys_that_it_means():
    ((method, arguments),) = asked(DESIGN.pattern("A7"))
    assert method == "update_item"
    assert arguments["Key"] == {"PK": {"S": "CUST#a1b2"}, "SK": {"S": "ORDER#2026-06-01#o-9001"}}
    assert arguments["UpdateExpression"] == "SET #status = :v1, GSI1PK = :v2 REMOVE GSI2PK, GSI2SK"
    assert arguments["ConditionExpression"] == "#status = :v3"
    assert arguments["ExpressionAttributeNames"] == {"#status": "status"}
    assert arguments["ExpressionAttributeValues"] == {
        ":v1": {"S": "SHIPPED"},
        ":v2": {"S": "CUST#a1b2#SHIPPED"},
        ":v3": {"S": "OPEN"},
    }


def test_its_own_expression_is_sent_as_it_is_with_what_it_uses():
    one = pattern(
        "UpdateItem",
        key=ORDER_KEY,
        parameters=ORDER_PARAMETERS,
        update="SET #s = :s REMOVE GSI2PK",
        condition="#s <> :s",
        names={"#s": "status", "#unused": "x"},
        values={":s": "SHIPPED", ":unused": "y"},
    )
    ((_, arguments),) = asked(one)
    assert arguments["UpdateExpression"] == "SET #s = :s REMOVE GSI2PK"
    assert arguments["ConditionExpression"] == "#s <> :s"
    assert arguments["ExpressionAttributeNames"] == {"#s": "status"}
    assert arguments["ExpressionAttributeValues"] == {":s": {"S": "SHIPPED"}}


def test_a_transaction_puts_whole_items():
    design = example("order-management").design
    ((method, arguments),) = asked(design.pattern("A6"), design)
    assert method == "transact_write_items"
    order, meta, line = (action["Put"] for action in arguments["TransactItems"])
    assert order["TableName"] == "run-app-main"
    assert order["ConditionExpression"] == "attribute_not_exists(PK)"
    assert order["Item"]["GSI2PK"] == {"S": "OPEN"}
    assert (meta["Item"]["PK"], line["Item"]["SK"]) == ({"S": "ORDER#o-9100"}, {"S": "ITEM#001"})


def test_several_calls_each_see_what_the_one_before_left():
    one = replace(
        DESIGN.pattern("A7"),
        set={"status": ":to"},
        if_="",
        parameters={**ORDER_PARAMETERS, "orderId": "o-new", "to": ["OPEN", "SHIPPED"]},
    )
    made, shipped = (arguments["UpdateExpression"] for _, arguments in asked(one))
    assert "REMOVE" not in made
    assert shipped.endswith("REMOVE GSI2PK, GSI2SK")


def test_a_batch_of_keys_is_one_request():
    one = pattern("BatchGetItem", key=ORDER_KEY, parameters={**ORDER_PARAMETERS, "orderId": ["o-1", "o-2"]})
    ((method, arguments),) = asked(replace(one, table="app-main", projection=("status",)))
    assert method == "batch_get_item"
    wanted = arguments["RequestItems"]["run-app-main"]
    assert [one["SK"]["S"] for one in wanted["Keys"]] == ["ORDER#2026-06-01#o-1", "ORDER#2026-06-01#o-2"]
    assert wanted["ProjectionExpression"] == "#status"


def test_a_check_alone_is_a_transaction_of_its_own():
    one = pattern("ConditionCheck", key=ORDER_KEY, parameters=ORDER_PARAMETERS, if_="status = 'OPEN'")
    ((method, arguments),) = asked(one)
    assert method == "transact_write_items"
    (action,) = arguments["TransactItems"]
    assert action["ConditionCheck"]["ConditionExpression"] == "#status = :v1"


def test_the_terms_of_a_multi_attribute_key_stand_in_the_order_of_the_schema():
    several = gsi("GSI3", key("tenant") + key("region"), (KeyAttribute("at", AttributeType.N), *key("orderId")))
    design = replace(DESIGN, tables=(replace(TABLE, indexes=(several,)),))
    one = pattern(
        "Query",
        index="GSI3",
        key=conditions(at={"<": "5"}, region="eu", tenant="acme"),
    )
    ((_, arguments),) = asked(one, design)
    assert arguments["KeyConditionExpression"] == "tenant = :v1 AND #region = :v2 AND #at < :v3"
    assert arguments["ExpressionAttributeValues"][":v3"] == {"N": "5"}


def test_binary_values_are_bytes():
    one = pattern(
        "PutItem", entities=("Order",), parameters={**ORDER_PARAMETERS, "status": "OPEN", "raw": {"B": "AP8="}}
    )
    ((_, arguments),) = asked(one)
    assert arguments["Item"]["raw"] == {"B": b"\x00\xff"}


def test_what_dynamodb_refuses_is_asked_all_the_same():
    one = pattern("Query", key=conditions(SK="x"))
    ((_, arguments),) = asked(one)
    assert arguments["KeyConditionExpression"] == "SK = :v1"
    odd = pattern("Query", key=conditions(PK={"contains": "x"}))
    assert asked(odd)[0][1]["KeyConditionExpression"] == "contains(PK, :v1)"


@pytest.mark.parametrize(
    ("one", "sentence"),
    [
        (pattern("Query", key=conditions(PK="CUST#{customerId}")), "the parameter customerId has no value"),
        (pattern("Query", index="GSI9", key=conditions(PK="x")), "does not name a table or index"),
        (pattern("GetItem", index="GSI1", key=conditions(GSI1PK="x")), "never an index"),
        (pattern("GetItem", key=conditions(PK="x", SK={"<": "y"})), "needs values, not <"),
        (pattern("ConditionCheck", key=conditions(PK="x", SK="y")), "needs a condition"),
        (pattern("Steps"), "step by step"),
        (pattern("TransactWriteItems", steps=(pattern("Query"),)), "is not a single write"),
        (
            pattern("BatchWriteItem", steps=(pattern("DeleteItem", key=conditions(PK="x", SK="y"), if_="total > 1"),)),
            "does not support conditions",
        ),
        (
            pattern("BatchWriteItem", steps=(pattern("UpdateItem", key=conditions(PK="x", SK="y")),)),
            "supports only puts and deletes",
        ),
    ],
)
def test_what_no_request_can_say_is_said(one, sentence):
    with pytest.raises(NotExpressible, match=sentence):
        requests_of(DESIGN, one, Database.of(DESIGN), NAMING)


@pytest.mark.parametrize("operation", [one for one in Operation if one is not Operation.STEPS])
def test_every_operation_has_a_request(operation):
    requests = {Operation.GET: "get_item", Operation.QUERY: "query", Operation.SCAN: "scan"}
    whole = conditions(PK="p", SK="s")
    steps = {
        Operation.BATCH_GET: pattern("GetItem", key=whole),
        Operation.TRANSACT_GET: pattern("GetItem", key=whole),
        Operation.BATCH_WRITE: pattern("DeleteItem", key=whole),
        Operation.TRANSACT_WRITE: pattern("DeleteItem", key=whole),
    }
    one = pattern(operation, steps=(steps[operation],) if operation in steps else ())
    if operation not in steps and operation is not Operation.SCAN:
        one = replace(one, key=whole)
    if operation is Operation.CHECK:
        one = replace(one, if_="attribute_exists(PK)")
    ((method, _),) = asked(one)
    assert method == requests.get(operation, method)
    assert method.endswith(("_item", "_items", "query", "scan"))
