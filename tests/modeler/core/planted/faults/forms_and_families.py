"""Faults of forms and families: keys in another format, children without their parent, members that do not fit."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Document, Edits, Fault, attribute, call

FORM: Final = ("query.other_format",)
ORDER: Final = {"PK": "CUST#{customerId}", "SK": "ORDER#{placedAt}#{orderId}"}
LINE: Final = {"PK": "ORDER#{orderId}", "SK": "LINE#{line:pad(3)}"}
CUSTOMER: Final = {"PK": "CUST#{customerId}", "SK": "PROFILE"}


def more(*made: Document) -> Edits:
    """The shop with more access patterns."""
    return {"/access_patterns+": made}


def delete(**fields: Any) -> Document:
    """Delete an order."""
    made = call("X1", "Delete an order", "DeleteItem", "Order", ORDER, rate=(0.1, 1), where=THERE)
    return {**made, **fields}


def lines(**fields: Any) -> Document:
    """Delete the lines of an order, 25 at a time."""
    step = {"operation": "DeleteItem", "entities": ["Line"], "key": LINE}
    made = call("X2", "Delete the lines of an order", "BatchWriteItem", "Line", rate=(0.1, 1), steps=[step])
    return {**made, "retries_unprocessed": True, **fields}


def whole(operation: str, *steps: Document, **fields: Any) -> Edits:
    """One call of several members."""
    made = call("X1", "Several at once", operation, "Customer", rate=(0.1, 1), steps=list(steps))
    return more({**made, "retries_unprocessed": True, **fields})


GET: Final = {"operation": "GetItem", "entities": ["Customer"], "key": CUSTOMER}
QUERY: Final = {"operation": "Query", "entities": ["Customer"], "key": {"PK": "CUST#{customerId}", "SK": "PROFILE"}}
CHANGE: Final = {
    "operation": "UpdateItem",
    "entities": ["Customer"],
    "key": CUSTOMER,
    "set": {"name": ":name"},
    "if": THERE,
}

FAULTS: Final = (
    Fault("an email address as it is typed", FORM, SHOP, {"S2/key": {"GSI1PK": "EMAIL#{email}"}},
          {"S2/key": {"GSI1PK": "EMAIL#{email:lower}"}}),
    Fault("an email address in capitals", FORM, SHOP, {"S2/key": {"GSI1PK": "EMAIL#{email:upper}"}},
          {"Customer@GSI1": "EMAIL#{email:upper} | CUSTOMER", "S2/key": {"GSI1PK": "EMAIL#{email:upper}"}}),
    Fault("a seat number of four digits", FORM, CINEMA,
          {"N3/key": {"PK": "SHOW#{showId}", "SK": "SEAT#{row}#{number:pad(4)}"}}, {}),
    Fault("a seat number without zeros", FORM, CINEMA, {"N3/key": {"PK": "SHOW#{showId}", "SK": "SEAT#{row}#{number}"}},
          {}),
    Fault("positions of a month in a partition for a day", FORM, FLEET,
          {"F3/key": {"PK": "VEHICLE#{vehicleId}#{day:month}", "SK": {"begins_with": "POS#"}}},
          {"F3/key": {"PK": "VEHICLE#{vehicleId}#{day:date}", "SK": {"begins_with": "POS#"}}}),
    Fault("a month as the example of a day", FORM, FLEET, {"F3/parameters": {"vehicleId": "v-1", "day": "2026-06"}},
          {"F3/parameters": {"vehicleId": "v-1", "day": "2026-06-02"}}),
    Fault("an order leaves its lines", ("write.orphaned_children",), SHOP, more(delete()), more(delete(), lines())),
    Fault("an order with lines is deleted", ("write.orphaned_children",), SHOP, more(delete(**{"if": "total > 0"})),
          {"Order/attributes+": attribute("lines N integer"), **more(delete(**{"if": "lines = 0"}))}),
    Fault("a company leaves its projects", ("write.orphaned_children",), BOARD,
          more(call("X1", "Close a company", "DeleteItem", "Company", {"PK": "COMPANY#{companyId}", "SK": "META"},
                    rate=(0.01, 0.1), where=THERE)),
          more(call("X1", "Delete a project", "DeleteItem", "Project",
                    {"PK": "COMPANY#{companyId}", "SK": "PROJECT#{projectId}"}, rate=(0.01, 0.1), where=THERE))),
    Fault("an order of 150 lines in one transaction", ("txn.size",), SHOP,
          {"Line/per_parent": {"average": 3, "max": 150}},
          {"Line/per_parent": {"average": 3, "max": 150}, "S9/batch_size": 20}),
    Fault("an order of 150 lines, which come with it only", ("txn.size",), SHOP,
          {"Line/per_parent": {"average": 120, "max": 150}},
          {"Line/per_parent": {"average": 3, "max": 150},
           **more(call("X1", "Add a line", "PutItem", "Line", where=NEW, rate=(0.1, 1)))}),
    Fault("a transaction of reads that writes", ("ap.fields_do_not_fit",), SHOP,
          whole("TransactGetItems", GET, CHANGE), whole("TransactGetItems", GET)),
    Fault("a transaction that queries", ("ap.fields_do_not_fit",), SHOP,
          whole("TransactWriteItems", QUERY, CHANGE, invariant="Both or none"), {}),
    Fault("a batch that queries", ("ap.fields_do_not_fit",), SHOP,
          whole("BatchGetItem", QUERY), whole("BatchGetItem", GET)),
)  # fmt: skip
