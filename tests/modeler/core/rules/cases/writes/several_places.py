"""Writes that others come between: moves in two requests, counters in two Regions, keys made of a time, upserts."""

from dataclasses import replace

from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import attribute, gsi, pattern
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.keys import design, entity, keys, renamed

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


def claimed(holder="holder", replicas=("eu-west-1",), **more):
    """An order that whoever comes first picks up."""
    held = (attribute("holder", format="id"), attribute("pickedAt", format="iso"))
    made = replace(ORDER, attributes=(*ORDER.attributes, *held, attribute("state")))
    asked = pattern("UpdateItem", key=KEY, entities=("Order",), if_="state = 'FREE'",
                    set={"state": "TAKEN", holder: ":value"})  # fmt: skip
    return design(made, patterns=(asked,), replicas=list(replicas), **more)


def message(sort, *more, concurrent=False, **attributes):
    held = (attribute("room"), attribute("at", format="iso"), *more)
    made = entity("Message", keys("ROOM#{room}", sort), attributes=held, identity=("room", "at"), concurrent=concurrent)
    return design(made)


def upsert(update, values, **intent):
    asked = pattern("UpdateItem", key=KEY, entities=("Order",), update=update, values=values, extra={"intent": intent})
    return design(LISTED, patterns=(asked,), indexes=(gsi("GSI1"),))


SEEN = ("SET seen = :s", {":s": {"N": "1"}})
WHOLE = ("SET seen = :s, GSI1PK = :p, GSI1SK = :k", {":s": {"N": "1"}, ":p": {"S": "CUST#1"}, ":k": {"S": "O#1"}})

ADDED = design(LISTED, patterns=(pattern("UpdateItem", key=KEY, entities=("Order",), add={"seen": 1}),),
               indexes=(gsi("GSI1"),))  # fmt: skip
ADDED_TO_ONE = design(
    LISTED,
    patterns=(pattern("UpdateItem", key=KEY, entities=("Order",), add={"seen": 1}, if_="attribute_exists(PK)"),),
    indexes=(gsi("GSI1"),),
)


def looked_up(index_sort="O#{id}", entities=("Order",), unique=()):
    """A query of an index, then a put."""
    named = replace(LISTED, unique=unique, identity=("id",), overloads=(
        ORDER.overloads[0], keys("CUST#{customerId}", index_sort, "GSI1")))  # fmt: skip
    steps_ = (
        AccessPattern("s1", "", "", Operation.QUERY, entities=("Order",), index="GSI1",
                      key=conditions(GSI1PK="CUST#{customerId}")),
        AccessPattern("s2", "", "", Operation.PUT, entities=entities, if_="attribute_not_exists(PK)"),
    )  # fmt: skip
    asked = pattern("Steps", entities=("Order",), steps=steps_)
    return design(named, entity("Note", keys("NOTE#{id}", "N")), patterns=(asked,), indexes=(gsi("GSI1"),))


def in_transaction(*replicas, strong=False):
    made = steps("TransactWriteItems", "PutItem", "UpdateItem")
    settings = {"replicas": list(replicas)} if replicas else {}
    settings |= {"multi_region_consistency": "STRONG"} if strong else {}
    return renamed(made, settings=settings)


def added(if_, **fields):
    asked = pattern("UpdateItem", key=KEY, entities=("Order",), if_=if_, **fields)
    return design(LISTED, patterns=(asked,), indexes=(gsi("GSI1"),))


CASES = (
    # An update of only what does not exist makes an item each time.
    Case("write.upsert_without_index_keys", added("attribute_not_exists(PK)", set={"seen": 1}),
         added("seen < 5", set={"seen": 1}), Severity.WARNING, "not in GSI1"),
    Case("write.upsert_without_index_keys", ADDED, ADDED_TO_ONE, Severity.WARNING, "not in GSI1"),
    Case("write.checked_by_query", looked_up(), looked_up(entities=("Note",)), Severity.WARNING, "customerId in GSI1"),
    # What is declared unique has a finding of its own.
    Case("write.checked_by_query", looked_up("O"), looked_up(unique=(("customerId",),))),
    Case("txn.on_replicas", in_transaction("eu-west-1"), in_transaction(), Severity.ADVICE, "eu-west-1"),
    Case("txn.on_replicas", in_transaction("eu-west-1"), in_transaction("a", "b", strong=True)),
    Case("write.move_not_atomic", steps("Steps", "DeleteItem", "PutItem"),
         steps("TransactWriteItems", "DeleteItem", "PutItem"), Severity.WARNING, "deletes Order and then puts"),
    Case("write.move_not_atomic", steps("Steps", "PutItem", "DeleteItem"), steps("Steps", "GetItem", "PutItem")),
    Case("write.claim_on_replicas", claimed(), claimed("pickedAt"), Severity.WARNING, "claims an item by state"),
    Case("write.claim_on_replicas", claimed(), claimed(replicas=("a", "b"), multi_region_consistency="STRONG")),
    Case("write.counter_on_replicas", counted(), counted(()), Severity.WARNING, "2 Regions"),
    Case("write.counter_on_replicas", counted(add={}, update="SET seen = seen + :n", values={":n": {"N": "1"}}),
         counted(extra={"intent": {"approximate": True}})),
    Case("keys.time_only", message("{at}", concurrent=True), message("{at}"), Severity.WARNING, "unique only by at"),
    Case("keys.time_only", message("MSG#{at}", concurrent=True), message("MSG#{at:date}", concurrent=True),
         Severity.WARNING),
    Case("write.upsert_without_index_keys", upsert(*SEEN, upsert=True), upsert(*SEEN), Severity.WARNING, "not in GSI1"),
    Case("write.upsert_without_index_keys", upsert(*SEEN, upsert=True), upsert(*WHOLE, upsert=True)),
)  # fmt: skip
