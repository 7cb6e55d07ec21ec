"""Base keys that an update cannot change, and what becomes of them instead.

facts/table-api#messages, facts/expressions#updates.
"""

from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import ORDER_KEY, pattern, with_pattern
from tests.modeler.core.rules.cases.case import Case

CHANGED = "write.base_key_changed"
PARAMETERS = {"customerId": "a1", "orderDate": "2026-06-01", "orderId": "o-1"}
WHOLE = {**PARAMETERS, "status": "OPEN", "total": "149", "note": "x"}
NEW = {"if_": "attribute_not_exists(PK)"}


def update(**fields):
    return with_pattern(pattern("UpdateItem", "U1", **{"key": ORDER_KEY, "parameters": PARAMETERS, **fields}))


def moved():
    """What the fix makes: the old item goes and the new one comes, both or neither."""
    steps = (
        pattern("DeleteItem", "D1", key=ORDER_KEY, parameters=PARAMETERS, if_="attribute_exists(PK)"),
        pattern("PutItem", "C1", parameters={**WHOLE, "orderDate": "2026-07-01"}, **NEW),
    )
    return with_pattern(pattern("TransactWriteItems", "U1", steps=steps, extra={"invariant": "one key an order"}))


CASES = (
    Case(
        CHANGED,
        update(set={"orderDate": "2026-07-01"}, parameters=WHOLE),
        moved(),
        Severity.ERROR,
        "U1 changes orderDate, which is part of the key of Order",
    ),
    Case(CHANGED, update(set={"orderDate": "2026-07-01"}), update(set={"note": "x"})),
    Case(
        CHANGED,
        update(update="SET orderDate = :d", values={":d": "2026-07-01"}, parameters=WHOLE),
        update(update="SET note = :d", values={":d": "2026-07-01"}),
    ),
    Case(CHANGED, update(update="SET SK = :d", values={":d": "x"}), update(update="SET note = SK")),
    Case(CHANGED, update(remove=("orderDate",)), update(remove=("note",))),
    Case(CHANGED, update(set={"orderDate": ":later"}, parameters=WHOLE), update(set={"total": ":later"})),
)
