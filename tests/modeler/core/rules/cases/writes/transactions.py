"""Transactions and batches.

facts/limits#requests, facts/throughput#writes, facts/table-api#messages; facts/modeling#rules.
"""

from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import ORDER_KEY, pattern, with_pattern
from tests.modeler.core.rules.cases.case import Case

TWICE, NOTHING, OVERWRITES = "txn.same_item_twice", "txn.no_invariant", "txn.member_without_condition"
UNFIT, LOST = "batch.not_expressible", "batch.no_retry"
PARAMETERS = {"customerId": "a1", "orderDate": "2026-06-01", "orderId": "o-1"}
WHOLE = {**PARAMETERS, "status": "OPEN", "total": "5", "note": "x"}
KEPT = {"invariant": "An order and its total agree", "retries_unprocessed": True}
NEW = "attribute_not_exists(PK)"


def several(operation, *steps, **fields):
    return with_pattern(pattern(operation, "T1", **{"steps": steps, "extra": KEPT, **fields}))


def transaction(*steps, **fields):
    return several("TransactWriteItems", *steps, **fields)


def update(code="U1", **fields):
    return pattern("UpdateItem", code, **{"key": ORDER_KEY, "parameters": PARAMETERS, "set": {"note": "x"}, **fields})


def check(code="K1", **fields):
    return pattern("ConditionCheck", code, **{"key": ORDER_KEY, "parameters": PARAMETERS, "if_": "total > 1", **fields})


def put(code="C1", **fields):
    return pattern("PutItem", code, **{"parameters": WHOLE, **fields})


def delete(code="D1", **fields):
    return pattern("DeleteItem", code, **{"key": ORDER_KEY, "parameters": PARAMETERS, **fields})


def get(code, **fields):
    return pattern("GetItem", code, **{"key": ORDER_KEY, "parameters": PARAMETERS, **fields})


OTHER = {**PARAMETERS, "orderId": "o-2"}
OF_OTHER = {"parameters": OTHER}
PAIR = (put("C1"), put("C2", parameters={**WHOLE, "orderId": "o-2"}))
FROM, TO = conditions(PK="ACCT#{from}", SK="{from}"), conditions(PK="ACCT#{to}", SK="{to}")

CASES = (
    Case(TWICE, transaction(update(), check()), transaction(update(), check(parameters=OTHER)), Severity.ERROR,
         "CUST#a1 / ORDER#2026-06-01#o-1"),
    Case(
        TWICE,
        transaction(update(), update("U2", set={}, add={"total": 1}, if_="total < 9", remove=("flag",))),
        transaction(update(), update("U2", key=conditions(PK="CUST#{customerId}", SK="PROFILE"))),
    ),
    # A put has its entity's key; the same template of the same parameters is the same item.
    Case(TWICE, transaction(put(if_=NEW), check(if_="total > 1")), transaction(put(if_=NEW), check(parameters=OTHER))),
    Case(
        TWICE,
        transaction(update(parameters={}), check(parameters={})),
        transaction(update(parameters={}), check(parameters={}, key=conditions(PK="CUST#{customerId}", SK="PROFILE"))),
    ),
    # From and to may be one account where nobody gave examples.
    Case(
        TWICE,
        transaction(update(parameters={}, key=FROM), update("U2", parameters={}, key=TO)),
        transaction(update(parameters={"from": "a"}, key=FROM), update("U2", parameters={"to": "b"}, key=TO)),
        Severity.WARNING,
        "can name the same item",
    ),
    Case(
        NOTHING,
        transaction(*PAIR, extra={}),
        transaction(*PAIR),
        Severity.ADVICE,
        "2 items in one transaction",
    ),
    Case(NOTHING, transaction(put(if_=NEW)), transaction(put(if_=NEW), check(parameters=OTHER)), says="one item"),
    Case(NOTHING, several("TransactGetItems", get("G1")), several("TransactGetItems", get("G1"), get("G2", **OF_OTHER)),
         says="strongly consistent read"),
    Case(NOTHING, transaction(update(), extra={}), transaction(update(fan_out=3))),
    Case(NOTHING, transaction(*PAIR, delete(if_="total > 1"), extra={}), several("BatchWriteItem", *PAIR, extra={})),
    Case(
        OVERWRITES,
        transaction(put(if_=NEW), put("L1", parameters={**WHOLE, "orderId": "o-2"})),
        transaction(put(if_=NEW), update(parameters=OTHER)),
        Severity.WARNING,
        "T1 puts Order without a condition",
    ),
    Case(
        OVERWRITES,
        transaction(*PAIR),
        transaction(put(if_="version = :v OR attribute_not_exists(PK)"), check(parameters=OTHER)),
    ),
    # A backfill as a batch with conditions.
    Case(
        UNFIT,
        several("BatchWriteItem", put(if_=NEW), put("C2", parameters={**WHOLE, "orderId": "o-2"})),
        several("TransactWriteItems", put(if_=NEW), put("C2", if_=NEW, parameters={**WHOLE, "orderId": "o-2"})),
        Severity.ERROR,
        "a condition on member 1",
    ),
    Case(UNFIT, several("BatchWriteItem", update()), several("BatchWriteItem", delete()), says="UpdateItem"),
    Case(
        UNFIT,
        several("BatchWriteItem", put(), delete()),
        several("BatchWriteItem", put(), delete(parameters=OTHER)),
        says="twice",
    ),
    Case(
        UNFIT,
        several("BatchGetItem", *(pattern("GetItem", code, key=ORDER_KEY, parameters=PARAMETERS) for code in "AB")),
        several("BatchGetItem", pattern("GetItem", "A", key=ORDER_KEY, parameters=PARAMETERS)),
    ),
    Case(LOST, several("BatchWriteItem", *PAIR, extra={}), several("BatchWriteItem", *PAIR), Severity.WARNING),
    Case(
        LOST,
        several("BatchGetItem", pattern("GetItem", "A", key=ORDER_KEY), extra={"retries_unprocessed": False}),
        transaction(*PAIR),
        says="UnprocessedKeys",
    ),
)  # fmt: skip
