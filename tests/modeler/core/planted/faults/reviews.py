"""Faults that reviews of DynamoDB designs meet, and that no rule named."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Document, Edits, Fault, attribute, call, entity

PROFILE: Final = {"PK": "CUST#{customerId}", "SK": "PROFILE"}
ORDER: Final = {"PK": "CUST#{customerId}", "SK": "ORDER#{placedAt}#{orderId}"}
IS_THERE: Final = "attribute_exists(PK)"
BELOW_ZERO: Final = ("write.below_zero",)
REPEATED: Final = ("batch.not_expressible",)


def update(name: str, of: str, key: Document, **more: Any) -> Document:
    made = call("X1", name, "UpdateItem", of, key, rate=(1, 5), **more)
    return {"table": "shop", **made}


def with_calls(*calls: Document) -> Edits:
    return {"/access_patterns+": calls}


def read_back(orders: list[str]) -> Edits:
    parameters = {"customerId": "a", "placedAt": "2026-01-01T00:00:00.000Z", "orderId": orders}
    made = call(
        "X1", "Orders of a list", "BatchGetItem", "Order", ORDER, parameters=parameters, fan_out=len(orders),
        retries_unprocessed=True, rate=(1, 5), returns=len(orders),
    )  # fmt: skip
    return with_calls({"table": "shop", **made})


def monthly(*months: str) -> Edits:
    rows = [{"customerId": "a", "month": month, "total": 5, "Type": "Bill"} for month in months]
    keys = {"index": None, "keys": {"PK": "CUST#{customerId}", "SK": "BILL#{month}"}}
    attributes = [attribute(one) for one in ("customerId id", "month", "total N money", "Type Bill=1")]
    bill = {
        "name": "Bill", "identity": ["customerId", "month"], "attributes": attributes, "overloads": [keys],
        "items": rows, "count": 100000, "per_parent": {"average": 12, "max": 120},
    }  # fmt: skip
    put = call("X1", "Bill a month", "PutItem", "Bill", where="attribute_not_exists(PK)", rate=(1, 5))
    return {"shop/entities+": bill, "/access_patterns+": {"table": "shop", **put}}


SPEND: Final = "SET loyaltyPoints = loyaltyPoints - :n"
EARN: Final = update("Earn points", "Customer", PROFILE, add={"loyaltyPoints": 5}, where=IS_THERE)


def saved(where: str) -> Document:
    return {"table": "shop", **call("X2", "Save a customer", "PutItem", "Customer", where=where, rate=(1, 5))}


def looked_up(then: Document) -> Document:
    key = {"GSI1PK": "EMAIL#{email:lower}"}
    look = {"operation": "Query", "entities": ["Customer"], "index": "GSI1", "key": key}
    return {"table": "shop", **call("X1", "Find by email, then write", "Steps", "Customer", steps=[look, then],
                                    rate=(1, 5))}  # fmt: skip


POLL: Final = entity(
    "Poll", "pollId", "roomId ulid; pollId ulid; Type Poll=1; question text; expiresAt N epoch_seconds",
    {"base": "ROOM#{roomId} | POLL#{pollId}"}, count=90000, per_parent={"average": 2, "max": 40}, retention=30,
)  # fmt: skip


def polls(which: str) -> Edits:
    made = call(
        "X1", f"Polls of a room, {which}", "Query", "Poll", {"PK": "ROOM#{roomId}", "SK": {"begins_with": "POLL#"}},
        filter=f"expiresAt {which} :now", rate=(1, 5), returns=2,
        parameters={"roomId": "01JX0D00000000000000000001", "now": {"N": "1780302600"}},
    )  # fmt: skip
    return {"chat/entities+": POLL, "/access_patterns+": {"table": "chat", **made}}


def counted(number: int) -> Edits:
    made = call(
        "X1", "How many messages a room has this month", "Query", "Message",
        {"PK": "ROOM#{roomId}#{month}", "SK": {"begins_with": "MSG#"}}, rate=(20, 100), returns=number,
        parameters={"roomId": "01JX0D00000000000000000001", "month": "2026-06"}, intent={"returns": {"what": "count"}},
    )  # fmt: skip
    return with_calls({"table": "chat", **made})


def audited(view: str) -> Edits:
    reader = {"name": "audit of changes", "kind": "lambda", "needs": "both"}
    return {"magazine/settings.stream": view, "magazine/settings.stream_consumers": [reader]}


FAULTS: Final = (
    Fault("more points are spent than there are", BELOW_ZERO, SHOP,
          with_calls(update("Spend", "Customer", PROFILE, update=SPEND, values={":n": 5}, condition=IS_THERE)),
          with_calls(update("Spend", "Customer", PROFILE, update=SPEND, values={":n": 5},
                            condition="loyaltyPoints >= :n"))),
    Fault("points are taken by adding a negative number", BELOW_ZERO, SHOP,
          with_calls(update("Spend", "Customer", PROFILE, add={"loyaltyPoints": -5}, where=IS_THERE)),
          with_calls(update("Earn", "Customer", PROFILE, add={"loyaltyPoints": 5}, where=IS_THERE))),
    Fault("a declared minimum is not kept", BELOW_ZERO, SHOP,
          {"Customer:loyaltyPoints/name": "score", "Customer:score/range": [0, 900],
           **with_calls(update("Lose", "Customer", PROFILE, add={"score": -1}, where=IS_THERE))},
          {"Customer:loyaltyPoints/name": "score", "Customer:score/range": [-900, 900],
           **with_calls(update("Lose", "Customer", PROFILE, add={"score": -1}, where=IS_THERE))}),
    Fault("a key of an index is set to null", ("write.index_key_value",), SHOP,
          with_calls(update("Close", "Order", ORDER, update="SET GSI2PK = :none", values={":none": None},
                            condition=IS_THERE)),
          with_calls(update("Close", "Order", ORDER, update="REMOVE GSI2PK, GSI2SK", condition=IS_THERE))),
    Fault("a batch asks for one order twice", REPEATED, SHOP, read_back(["o-1", "o-2", "o-1"]),
          read_back(["o-1", "o-2", "o-3"])),
    Fault("a handle is kept unique in two Regions at once", ("write.unique_on_replicas",), MAGAZINE,
          {"magazine/settings.replicas": ["eu-west-1"]},
          {"magazine/settings.replicas": ["eu-west-1"],
           "Handle@base": "HANDLE#{handle}#us-east-1-region | META",
           "M10/key": {"PK": "HANDLE#{handle}#us-east-1-region", "SK": "META"}}),
    Fault("the customer is saved over what was counted", ("write.no_version_condition",), SHOP,
          with_calls(EARN, saved(IS_THERE)), with_calls(EARN, saved("attribute_not_exists(PK)"))),
    Fault("a month begins with the month", ("keys.timestamp_format",), SHOP, monthly("03-2026", "12-2025"),
          monthly("2026-03", "2025-12")),
    Fault("a busy table is in the class for idle ones", ("capacity.table_class",), SHOP,
          {"shop/settings.table_class": "STANDARD_INFREQUENT_ACCESS"}, {"shop/settings.table_class": "STANDARD"}),
    Fault("an email is the key of a table", ("keys.personal_data",), SHOP,
          {"Customer/identity": ["email"], "Customer@base": "CUST#{email:lower} | PROFILE",
           "S1/key": {"PK": "CUST#{email:lower}", "SK": "PROFILE"}},
          {"Customer:email": "email email"}),
    Fault("an email is looked for and then registered", ("write.checked_by_query",), SHOP,
          with_calls(looked_up({"operation": "PutItem", "entities": ["Customer"], "if": "attribute_not_exists(PK)"})),
          with_calls(looked_up({"operation": "UpdateItem", "entities": ["Customer"], "key": PROFILE,
                                "set": {"name": ":name"}, "if": IS_THERE}))),
    Fault("an order and its lines arrive apart in another Region", ("txn.on_replicas",), SHOP,
          {"shop/settings.replicas": ["eu-west-1"]}, {"shop/settings.replicas": ["eu-west-1"], "S9": GONE}),
    Fault("points for an account that nobody registered", ("write.upsert_without_index_keys",), SHOP,
          with_calls(update("Earn points", "Customer", PROFILE, add={"loyaltyPoints": 5})), with_calls(EARN)),
    Fault("closed polls are looked up by the time at which TTL deletes them", ("ttl.read_of_expired",), CHAT,
          polls("<"), polls(">")),
    Fault("a number of messages by reading all of them", ("query.count_by_reading",), CHAT,
          counted(4000), counted(60)),
    Fault("an audit of changes without old images", ("stream.view_too_small",), MAGAZINE,
          audited("NEW_IMAGE"), audited("NEW_AND_OLD_IMAGES")),
)  # fmt: skip
