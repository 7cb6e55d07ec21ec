"""Writes that leave index keys behind.

facts/expressions#updates; facts/building-blocks#p15, facts/building-blocks#p16, facts/corrections#claims.
"""

from dataclasses import replace

from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import (
    BASE,
    BY_STATUS,
    OPEN,
    ORDER_ATTRIBUTES,
    ORDER_KEY,
    attribute,
    gsi,
    key,
    overload,
    pattern,
    with_index,
    with_order,
    with_overload,
    with_pattern,
)
from tests.modeler.core.rules.cases.case import Case

PARAMETERS = {"customerId": "a1", "orderDate": "2026-06-01", "orderId": "o-1"}
STALE, SPARSE = "write.stale_index_key", "write.sparse_key_not_removed"


def own(update, *, design=None, parameters=PARAMETERS, **fields):
    """The design with an update of an order by its own expression; `#s` is the status."""
    names = {"names": {"#s": "status"}} if "#s" in update + fields.get("condition", "") else {}
    made = pattern("UpdateItem", "A7", key=ORDER_KEY, update=update, parameters=parameters, **names, **fields)
    return replace(design or with_pattern(), patterns=(*with_pattern().patterns, made))


def put(operation="PutItem", **fields):
    member = pattern("PutItem", "L1", **fields)
    if operation == "PutItem":
        return with_pattern(member)
    return with_pattern(pattern(operation, "A6", steps=(member,)))


def passed_on(sort):
    """The design with GSI2 for open orders by note, and for shipped ones by that."""
    shipped = replace(overload("GSI2", "status = 'SHIPPED'", GSI2PK="SHIPPED", GSI2SK=sort), id="o-shipped")
    return with_order(overloads=(BASE, BY_STATUS, replace(OPEN, keys={"GSI2PK": "OPEN", "GSI2SK": "{note}"}), shipped))


def noted(design):
    """The same patterns, and an index whose key are attributes of the order."""
    return replace(with_index(gsi("GSI3", (*key("status"), *key("note")), key("orderDate"))), patterns=design.patterns)


LISTED = {**PARAMETERS, "status": "OPEN", "total": "5"}
SHIPPED = {":s": "SHIPPED"}
SEED_A7 = "SET #s = :s REMOVE GSI2PK, GSI2SK"
QUEUE = with_overload(overload("GSI2", "status IN ('OPEN', 'PICKED')", GSI2PK="QUEUE", GSI2SK="{orderId}"))
PASSED_ON = "SET #s = :s, GSI1PK = :k, GSI2PK = :s"
BOTH_MOVED = "SET #s = :s, GSI1PK = :k"
K_SHIPPED = {":s": "SHIPPED", ":k": "CUST#a1#SHIPPED"}
PHYSICAL = {"PK": "CUST#a1", "SK": "ORDER#2026-06-08#o-9100", "status": "OPEN"}

CASES = (
    Case(
        STALE,
        own(SEED_A7, values=SHIPPED),
        own(f"{BOTH_MOVED} REMOVE GSI2PK, GSI2SK", values=K_SHIPPED),
        Severity.ERROR,
        "A7 changes status but leaves GSI1PK of GSI1 unchanged",
    ),
    # What is written, and wrong.
    Case(
        STALE,
        own(f"{BOTH_MOVED} REMOVE GSI2PK, GSI2SK", values={**K_SHIPPED, ":k": "CUST#a1#OPEN"}),
        own(f"{BOTH_MOVED} REMOVE GSI2PK, GSI2SK", values=SHIPPED),
    ),
    # The item comes into the sparse index; a condition that says it was there already.
    Case(
        STALE,
        own(BOTH_MOVED, values={":s": "OPEN", ":k": "CUST#a1#OPEN"}),
        own(BOTH_MOVED, condition="#s = :s", values={":s": "OPEN", ":k": "CUST#a1#OPEN"}),
        says="GSI2PK, GSI2SK of GSI2",
    ),
    # Without parameters the text is printed with the template, and by intent is the fix.
    Case(STALE, own(SEED_A7, values=SHIPPED, parameters={}), own("SET note = :s", values=SHIPPED, parameters={})),
    # A template's attribute goes: so must the key.
    Case(
        STALE,
        own("REMOVE note", design=with_overload(overload("GSI2", GSI2PK="{note}", GSI2SK="{orderId}"))),
        own("REMOVE note, GSI2PK", design=with_overload(overload("GSI2", GSI2PK="{note}", GSI2SK="{orderId}"))),
    ),
    # An index that hangs on what nobody told: no correction, but by intent.
    Case(
        STALE,
        own("SET note = :n", values={":n": "x"},
            design=with_overload(overload("GSI2", "total > 5", GSI2PK="{note}", GSI2SK="{orderId}"))),
        own("SET #s = :s, GSI1PK = :k", values=K_SHIPPED,
            design=with_overload(overload("GSI2", "total > 5", GSI2PK="{note}", GSI2SK="{orderId}"))),
    ),
    # An untemplated key attribute is the item's own, and follows by itself.
    Case(
        STALE,
        own("SET note = :n", values={":n": "x"}, design=with_overload(overload("GSI2", GSI2PK="{note}#"))),
        own("SET GSI2SK = :n", values={":n": "x"}, design=with_overload(overload("GSI2", GSI2PK="{orderId}#"))),
    ),
    # From one overload of an index to another: what both write alike is there already.
    Case(
        STALE,
        own(PASSED_ON, condition="#s = :b", values={**K_SHIPPED, ":b": "OPEN"}, design=passed_on("{note}#{orderId}")),
        own(PASSED_ON, condition="#s = :b", values={**K_SHIPPED, ":b": "OPEN"}, design=passed_on("{note}")),
        says="leaves GSI2SK of GSI2",
    ),
    # Seed A6: a put that lists its attributes, alone and in a transaction.
    Case(
        STALE,
        put("TransactWriteItems", parameters=PHYSICAL, if_="attribute_not_exists(PK)"),
        put("TransactWriteItems", parameters={**PARAMETERS, "status": "OPEN", "total": "5"}),
        Severity.ERROR,
        "is not in GSI1",
    ),
    Case(
        STALE,
        put(key=ORDER_KEY, parameters={**PARAMETERS, "total": "5"}),
        put(key=ORDER_KEY, parameters=PARAMETERS),
        says="without status",
    ),
    Case(
        STALE,
        put(parameters={**PARAMETERS, "total": "5"}),
        replace(
            with_order(attributes=(*(one for one in ORDER_ATTRIBUTES if one.name != "status"),
                                   attribute("status", format="enum", optional=0.5))),
            patterns=put(parameters={**PARAMETERS, "total": "5"}).patterns,
        ),
    ),
    # The item's own attributes are the key of several elements.
    Case(
        STALE,
        noted(put(parameters=LISTED)),
        noted(put(parameters={**LISTED, "note": "x"})),
        says="puts Order without note, so it has no note and is not in GSI3",
    ),
    Case(
        SPARSE,
        own(BOTH_MOVED, values=K_SHIPPED),
        own(f"{BOTH_MOVED} REMOVE GSI2PK", values=K_SHIPPED),
        Severity.ERROR,
        "can end \"status = 'OPEN'\" of Order but keeps GSI2PK, GSI2SK in GSI2",
    ),
    Case(
        SPARSE,
        own(BOTH_MOVED, values=K_SHIPPED),
        own(BOTH_MOVED, condition="#s = :b", values={**K_SHIPPED, ":b": "PAID"}),
    ),
    # A transition that stays inside.
    Case(
        SPARSE,
        own("SET #s = :s, GSI1PK = :k", values=K_SHIPPED, design=QUEUE),
        own("SET #s = :s, GSI1PK = :k", values={":s": "PICKED", ":k": "CUST#a1#PICKED"}, design=QUEUE),
    ),
    # A new value that nobody told.
    Case(SPARSE, own("SET #s = :later"), own("SET #s = :later REMOVE GSI2PK")),
)  # fmt: skip
