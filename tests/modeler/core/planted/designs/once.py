"""Designs in which something happens once: a value is taken, a like is counted, a key has one form."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, Pair, call, entity

_PROFILE: Final = {"PK": "USER#{userId}", "SK": "PROFILE"}
_NAME: Final = {"PK": "NAME#{username:lower}", "SK": "HOLD"}
_STAR: Final = {"PK": "PHOTO#{photoId}", "SK": "STAR#{userId}"}
_PHOTO: Final = {"PK": "PHOTO#{photoId}", "SK": "META"}
_PENDING: Final = "state = 'pending'"


def held_names(confirm: list[Document]) -> Document:
    """Names that are held for a day, and kept when the sign-up is confirmed by these steps."""
    user = {"userId": "01JX0D00000000000000000002", "username": "bob", "state": "pending", "Type": "User"}
    hold = {"username": "bob", "userId": "01JX0D00000000000000000002", "expiresAt": "1780586400", "Type": "NameHold"}
    return small("Names", [
        entity("User", "userId", "userId ulid; username id; state pending=.1 active=.9; Type User=1",
            {"base": "USER#{userId} | PROFILE"}, count=100000, unique=[["username"]]),
        entity("NameHold", "username", "username id; userId ulid; expiresAt N epoch_seconds ?.1; Type NameHold=1",
            {"base": "NAME#{username:lower} | HOLD"}, count=100000, constraint_of="User"),
    ], [], [
        call("A1", "A user", "GetItem", "User", _PROFILE, rate=(20, 80), returns=1),
        call("A2", "Sign up", "TransactWriteItems", "User NameHold", invariant="one user per name", rate=(1, 2), steps=[
            {"operation": "PutItem", "entities": ["User"], "parameters": user, "if": NEW},
            {"operation": "PutItem", "entities": ["NameHold"], "parameters": hold, "if": NEW}]),
        call("A3", "Confirm the sign-up", "TransactWriteItems", "User NameHold", rate=(1, 2), steps=confirm,
             invariant="one user per name"),
    ], settings={"ttl_attribute": "expiresAt"})  # fmt: skip


def confirmed(**hold: Any) -> list[Document]:
    """The steps that confirm a sign-up."""
    user = {
        "operation": "UpdateItem",
        "entities": ["User"],
        "key": _PROFILE,
        "set": {"state": "active"},
        "if": _PENDING,
    }
    own = {"entities": ["NameHold"], "key": _NAME, "if": "userId = :userId"}
    return [user, {**own, **hold}]


def stars(taken: str) -> Document:
    """Stars of photos and their number; a star is taken back with this condition."""
    one, less = {"starCount": 1}, {"starCount": -1}
    made = small("Stars", [
        entity("Photo", "photoId", "photoId ulid; Type Photo=1; starCount N integer",
            {"base": "PHOTO#{photoId} | META"}, count=200000),
        entity("Star", "photoId userId", "photoId ulid; userId ulid; Type Star=1",
            {"base": "PHOTO#{photoId} | STAR#{userId}"}, count=4000000, per_parent={"average": 20, "max": 900}),
    ], [], [
        call("A1", "A photo", "GetItem", "Photo", _PHOTO, rate=(20, 80), returns=1),
        call("A2", "Star a photo", "TransactWriteItems", "Photo Star", invariant="starCount counts the stars",
             rate=(5, 9), steps=[{"operation": "PutItem", "entities": ["Star"], "if": NEW},
                    {"operation": "UpdateItem", "entities": ["Photo"], "key": _PHOTO, "add": one, "if": THERE}]),
        call("A3", "Take a star back", "TransactWriteItems", "Photo Star", invariant="starCount counts the stars",
             rate=(1, 2), steps=[
             {"operation": "DeleteItem", "entities": ["Star"], "key": _STAR, **({"if": taken} if taken else {})},
             {"operation": "UpdateItem", "entities": ["Photo"], "key": _PHOTO, "add": less}]),
    ])  # fmt: skip
    made["tables"][0]["entities"][0]["attributes"][2]["range"] = [0, 9999999]
    return made


def customers(number: str, template: str = "CUST#{customerNo}") -> Document:
    """Customers with a number of six digits, and invoices that have the number in this form."""
    customer = {"customerNo": "000123", "Type": "Customer"}
    invoice = {"customerNo": number, "invoiceNo": "9", "day": "2026-03-01", "Type": "Invoice"}
    return small("Invoices", [
        entity("Customer", "customerNo", "customerNo id; Type Customer=1", {"base": "CUST#{customerNo} | META"},
            count=5000, items=[customer]),
        entity("Invoice", "customerNo invoiceNo", "customerNo id; invoiceNo id; day date; Type Invoice=1",
            {"base": f"{template} | INVOICE#{{day}}#{{invoiceNo}}"}, count=90000,
            per_parent={"average": 18, "max": 400}, items=[invoice]),
    ], [], [
        call("A1", "A customer with the latest invoices", "Query", "Customer Invoice", {"PK": "CUST#{customerNo}"},
             descending=True, limit=20, rate=(5, 20), returns=10),
        call("A2", "Write an invoice", "PutItem", "Invoice", where=NEW, rate=(1, 3)),
    ])  # fmt: skip


def defects(assignee: Any) -> Document:
    """Defects that are reported with this assignee."""
    given = {"defectId": "01JX0D00000000000000000005", "reportedAt": "2026-06-01T08:00:00.000Z", "Type": "Defect"}
    return small("Defects", [
        entity("Defect", "defectId", "defectId ulid; assigneeId id ?.7; reportedAt iso; Type Defect=1",
            {"base": "DEFECT#{defectId} | META"}, count=200000),
    ], [{"name": "GSI1", "partition_key": [{"name": "assigneeId", "type": "S"}],
         "sort_key": [{"name": "reportedAt", "type": "S"}], "projection": {"type": "ALL"}}], [
        call("A1", "Defects of an assignee", "Query", "Defect", {"assigneeId": "{assigneeId}"}, index="GSI1", limit=50,
             rate=(5, 10), returns=20),
        call("A2", "Report a defect", "PutItem", "Defect", where=NEW, rate=(1, 2),
             parameters=given | ({"assigneeId": assignee} if assignee else {})),
    ])  # fmt: skip


FAULTS: Final = (
    Pair("a held name is free again after its user is confirmed", ("ttl.constraint_expires",),
         held_names(confirmed(operation="ConditionCheck")),
         held_names(confirmed(operation="UpdateItem", remove=["expiresAt"]))),
    Pair("a star is taken back that was not there", ("write.below_zero", "txn.count_without_delete"), stars(""),
         stars(THERE)),
    Pair("invoices have the customer's number without its zeros", ("keys.two_forms",), customers("123"),
         customers("000123")),
    Pair("customers are in lower case in the key of invoices only", ("keys.two_forms",),
         customers("000123", "CUST#{customerNo:lower}"), customers("000124")),
    Pair("a defect is reported with NULL as its assignee", ("write.index_key_value",), defects({"NULL": True}),
         defects(None)),
)  # fmt: skip
