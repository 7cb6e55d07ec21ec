"""Designs in which something happens once: a value is taken, a like is counted, a key has one form."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, Pair, call, entity, gsi

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


def expenses(view: str, needs: str) -> Document:
    """Expenses that are changed, and a total of each category that a consumer of this view keeps."""
    consumer = {"name": "totals", "kind": "lambda", "needs": needs, "maintains": ["CategoryTotal"]}
    total = {"PK": "TEAM#{teamId}", "SK": "TOTAL#{category}"}
    own = {"PK": "TEAM#{teamId}", "SK": "EXPENSE#{expenseId}"}
    return small("Expenses", [
        entity("Expense", "expenseId", "teamId id; expenseId ulid; category id; amount N integer; Type Expense=1",
            {"base": "TEAM#{teamId} | EXPENSE#{expenseId}"}, count=90000),
        entity("CategoryTotal", "teamId category",
            "teamId id; category id; total N integer; seen id; Type CategoryTotal=1",
            {"base": "TEAM#{teamId} | TOTAL#{category}"}, count=900),
    ], [], [
        call("A1", "Totals of a team", "Query", "CategoryTotal",
             {"PK": "TEAM#{teamId}", "SK": {"begins_with": "TOTAL#"}}, limit=50, rate=(5, 9), returns=9),
        call("A2", "Add an expense", "PutItem", "Expense", where=NEW, rate=(1, 2)),
        call("A3", "Change an expense", "UpdateItem", "Expense", own, set={"amount": ":amount"}, where=THERE,
             rate=(1, 2)),
        call("A4", "Keep a total", "UpdateItem", "CategoryTotal", total, add={"total": ":more"}, set={"seen": ":seen"},
             where="attribute_not_exists(seen) OR seen < :seen", rate=(2, 4), intent={"upsert": True}),
    ], settings={"stream": view, "stream_consumers": [consumer]})  # fmt: skip


def counted_words(changed: dict[str, Any], **where: str) -> Document:
    """Documents whose words a consumer of their stream counts with this write."""
    consumer = {"name": "words", "kind": "lambda", "needs": "new", "maintains": ["wordCount", "countedAt"]}
    own = {"PK": "DOC#{docId}", "SK": "META"}
    return small("Documents", [
        entity("Document", "docId", "docId ulid; title text; wordCount N integer; countedAt iso ?.9; Type Document=1",
            {"base": "DOC#{docId} | META"}, count=90000),
    ], [], [
        call("A1", "A document", "GetItem", "Document", own, rate=(5, 9), returns=1),
        call("A2", "Save a document", "UpdateItem", "Document", own, set={"title": ":title"}, where=THERE, rate=(1, 2)),
        call("A3", "Store the number of words", "UpdateItem", "Document", own, set=changed, rate=(1, 2), **where),
    ], settings={"stream": "NEW_IMAGE", "stream_consumers": [consumer]})  # fmt: skip


def contracts(stored: dict[str, str]) -> Document:
    """A live table whose sample has these keys."""
    values = {"contractId": "01JX0D00000000000000000001", "endsOn": "2026-09-30", "Type": "Contract"}
    keys = {"PK": "CONTRACT#01JX0D00000000000000000001", "SK": "META", **stored}
    sample = {"id": "i1", "values": values, "stored_keys": keys}
    return small("Contracts", [
        entity("Contract", "contractId", "contractId ulid; endsOn date; Type Contract=1",
            {"base": "CONTRACT#{contractId} | META", "GSI1": "MONTH#{endsOn:month} | {endsOn}#{contractId}"},
            count=9000, items=[sample]),
    ], [gsi("GSI1")], [
        call("A1", "Contracts that end in a month", "Query", "Contract", {"GSI1PK": "MONTH#{endsOn:month}"},
             index="GSI1", limit=50, rate=(1, 2), returns=20),
        call("A2", "Sign a contract", "PutItem", "Contract", where=NEW, rate=(0.1, 0.2)),
    ], settings={"live": True})  # fmt: skip


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
    Pair("a total is kept from new images only", ("stream.total_without_old",), expenses("NEW_IMAGE", "new"),
         expenses("NEW_AND_OLD_IMAGES", "both")),
    Pair("counting the words of a document counts them again", ("stream.calls_itself",),
         counted_words({"wordCount": ":words", "countedAt": ":now"}, where=THERE),
         counted_words({"wordCount": ":words"}, where="wordCount <> :words")),
    Pair("stored contracts lack the keys of a new index", ("index.not_backfilled",), contracts({}),
         contracts({"GSI1PK": "MONTH#2026-09", "GSI1SK": "2026-09-30#01JX0D00000000000000000001"})),
)  # fmt: skip
