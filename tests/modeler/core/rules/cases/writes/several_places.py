"""Writes that others come between: moves in two requests, counters in two Regions, keys made of a time, upserts."""

from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import attribute, gsi, pattern
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.keys import design, entity, keys

ORDER = entity("Order", keys("ORDER#{id}", "O"), attributes=(attribute("customerId"), attribute("seen", "N")))
LISTED = entity("Order", *ORDER.overloads, keys("CUST#{customerId}", "O#{id}", "GSI1"), attributes=ORDER.attributes)
KEY = conditions(PK="ORDER#{id}", SK="O")


def steps(operation, *operations):
    made = tuple(
        AccessPattern(f"s{number}", "", "", Operation(one), entities=("Order",), key=() if one == "PutItem" else KEY)
        for number, one in enumerate(operations)
    )
    return design(ORDER, patterns=(pattern(operation, entities=("Order",), steps=made),))


def counted(replicas=("eu-west-1",), extra=None, **more):
    asked = pattern("UpdateItem", key=KEY, entities=("Order",), extra=extra or {}, **{"add": {"seen": 1}, **more})
    return design(ORDER, patterns=(asked,), **({"replicas": list(replicas)} if replicas else {}))


def message(sort, *more, concurrent=False, **attributes):
    held = (attribute("room"), attribute("at", format="iso"), *more)
    made = entity("Message", keys("ROOM#{room}", sort), attributes=held, identity=("room", "at"), concurrent=concurrent)
    return design(made)


def upsert(update, values, **intent):
    asked = pattern("UpdateItem", key=KEY, entities=("Order",), update=update, values=values, extra={"intent": intent})
    return design(LISTED, patterns=(asked,), indexes=(gsi("GSI1"),))


SEEN = ("SET seen = :s", {":s": {"N": "1"}})
WHOLE = ("SET seen = :s, GSI1PK = :p, GSI1SK = :k", {":s": {"N": "1"}, ":p": {"S": "CUST#1"}, ":k": {"S": "O#1"}})

CASES = (
    Case("write.move_not_atomic", steps("Steps", "DeleteItem", "PutItem"),
         steps("TransactWriteItems", "DeleteItem", "PutItem"), Severity.WARNING, "deletes Order and then puts"),
    Case("write.move_not_atomic", steps("Steps", "PutItem", "DeleteItem"), steps("Steps", "GetItem", "PutItem")),
    Case("write.counter_on_replicas", counted(), counted(()), Severity.WARNING, "2 Regions"),
    Case("write.counter_on_replicas", counted(add={}, update="SET seen = seen + :n", values={":n": {"N": "1"}}),
         counted(extra={"intent": {"approximate": True}})),
    Case("keys.time_only", message("{at}", concurrent=True), message("{at}"), Severity.WARNING, "unique only by at"),
    Case("keys.time_only", message("MSG#{at}", concurrent=True), message("MSG#{at:date}", concurrent=True),
         Severity.WARNING),
    Case("write.upsert_without_index_keys", upsert(*SEEN, upsert=True), upsert(*SEEN), Severity.WARNING, "not in GSI1"),
    Case("write.upsert_without_index_keys", upsert(*SEEN, upsert=True), upsert(*WHOLE, upsert=True)),
)  # fmt: skip
