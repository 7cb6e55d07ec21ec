"""Designs in which values, versions, tenants and hot keys are guarded, and the same with a hole."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Document, Pair, call, entity


def taken(value: str, kinds: tuple[str, str], guards: tuple[str, str], said: str) -> Document:
    """A value that belongs to one thing of either kind."""
    own = [
        entity(kind, f"{kind.lower()}Id", f"{kind.lower()}Id ulid; {value} slug; Type {kind}=1",
               {"base": f"{kind.upper()}#{{{kind.lower()}Id}} | META"}, count=9000, unique=[[value]])
        for kind in kinds
    ]  # fmt: skip
    kept = [
        entity(guard, value, f"{value} slug; ownerId ulid; Type {guard}=1",
               {"base": f"{guard.upper()}#{{{value}}} | META"}, count=9000, constraint_of=kinds[at])
        for at, guard in enumerate(dict.fromkeys(guards))
    ]  # fmt: skip
    return small("Registry", [*own, *kept], [], [
        *(call(f"R{kind}", f"A {kind}", "GetItem", kind, {"PK": f"{kind.upper()}#{{{kind.lower()}Id}}", "SK": "META"},
               rate=(1, 5), returns=1) for kind in kinds),
        *(call(f"R{guard}", f"Who has it, by {guard}", "GetItem", guard,
               {"PK": f"{guard.upper()}#{{{value}}}", "SK": "META"}, rate=(1, 5), returns=1)
          for guard in dict.fromkeys(guards)),
        *(call(f"W{kind}", f"Register a {kind}", "TransactWriteItems", f"{kind} {guard}", rate=(0.1, 1), invariant=said,
               steps=[{"operation": "PutItem", "entities": [name], "if": NEW} for name in (kind, guard)])
          for kind, guard in zip(kinds, guards, strict=True)),
    ])  # fmt: skip


def form(checks: bool) -> Document:
    """A form is read, changed, and put back."""
    key = {"PK": "FORM#{formId}", "SK": "META"}
    put: dict[str, Any] = {"operation": "PutItem", "entities": ["Form"], "intent": {"replace": True}}
    if checks:
        put["if"] = "version = :read"
    return small("Forms", [
        entity("Form", "formId", "formId ulid; text text; version N integer; Type Form=1",
               {"base": "FORM#{formId} | META"}, count=9000),
    ], [], [
        call("A1", "Change a form", "Steps", "Form", rate=(1, 5), steps=[
            {"operation": "GetItem", "entities": ["Form"], "key": key, "consistent": True}, put,
        ], parameters={"formId": "01JX0D00000000000000000001", "version": "4", "text": "x", "read": {"N": "3"}}),
        call("A2", "Begin a form", "PutItem", "Form", where=NEW, rate=(1, 5)),
        call("A3", "A form", "GetItem", "Form", key, rate=(1, 5), returns=1),
    ])  # fmt: skip


def emptied(by_steps: bool) -> Document:
    """The lines of a draft are deleted in batches."""
    key = {"PK": "DRAFT#{draftId}", "SK": "LINE#{line:pad(5)}"}
    gone = {"steps": [{"operation": "DeleteItem", "entities": ["Line"], "key": key}]} if by_steps else {"key": key}
    return small("Drafts", [
        entity("Line", "draftId line", "draftId ulid; line N integer; text text; Type Line=1",
               {"base": "DRAFT#{draftId} | LINE#{line:pad(5)}"}, count=9000),
    ], [], [
        call("A1", "Lines of a draft", "Query", "Line", {"PK": "DRAFT#{draftId}", "SK": {"begins_with": "LINE#"}},
             limit=50, rate=(1, 5), returns=20),
        call("A2", "Add a line", "PutItem", "Line", where=NEW, rate=(1, 5)),
        call("A3", "Empty a draft", "BatchWriteItem", "Line", batch_size=25, retries_unprocessed=True, rate=(0.1, 1),
             **gone),
    ])  # fmt: skip


def seats(spread: bool) -> Document:
    """Nearly all bookings are for the concert of the evening; each makes a booking of its own."""
    key = {"PK": "CONCERT#{concertId}", "SK": "META"}
    return small("Concerts", [
        entity("Concert", "concertId", "concertId id; sold N integer; Type Concert=1",
               {"base": "CONCERT#{concertId} | META"}, count=500),
        entity("Booking", "bookingId", "bookingId ulid; concertId id; Type Booking=1",
               {"base": "BOOKING#{bookingId} | META"}, count=9000000),
    ], [], [
        call("A1", "Book", "PutItem", "Booking", where=NEW, rate=(400, 800), skew={"hottest": 0.9}),
        call("A2", "A booking", "GetItem", "Booking", {"PK": "BOOKING#{bookingId}", "SK": "META"}, rate=(1, 5),
             returns=1),
        call("A3", "A concert", "GetItem", "Concert", key, rate=(1, 5), returns=1),
        call("A4", "Plan a concert", "PutItem", "Concert", where=NEW, rate=(0.01, 0.1)),
        *([] if spread else [call("A5", "Count a booking", "UpdateItem", "Concert", key, add={"sold": 1}, where=THERE,
                                  rate=(400, 800), skew={"hottest": 0.9})]),
    ], settings={"warm_throughput": {"read": 12000, "write": 5000}})  # fmt: skip


def blocks(atomic: bool) -> Document:
    """A stock in forty blocks, of which each sale takes one."""
    key = {"PK": "STOCK#{stockId}#{block}", "SK": "META"}
    take: Document = {
        "operation": "UpdateItem",
        "entities": ["Block"],
        "key": key,
        "add": {"sold": 1},
        "if": "sold < top",
    }
    sale: Document = {"operation": "PutItem", "entities": ["Sale"], "if": NEW}
    sell: Document = {"invariant": "No more sales than the top"} if atomic else {}
    return small("Stocks", [
        entity("Block", "stockId block", "stockId id; block shard(40); sold N integer; top N integer; Type Block=1",
               {"base": "STOCK#{stockId}#{block} | META"}, count=20000),
        entity("Sale", "saleId", "saleId ulid; stockId id; Type Sale=1", {"base": "SALE#{saleId} | META"}, count=90000),
    ], [], [
        call("A1", "Sell", "TransactWriteItems" if atomic else "Steps", "Sale Block", rate=(50, 150),
             steps=[sale, take], **sell),
        call("A2", "Blocks of a stock", "BatchGetItem", "Block", key, fan_out=40, retries_unprocessed=True, rate=(1, 5),
             returns=40, parameters={"stockId": "s-1", "block": [str(one) for one in range(40)]}),
        call("A3", "A sale", "GetItem", "Sale", {"PK": "SALE#{saleId}", "SK": "META"}, rate=(1, 5), returns=1),
        call("A4", "Add a block", "PutItem", "Block", where=NEW, rate=(0.01, 0.1)),
    ])  # fmt: skip


def clinics(action: str) -> Document:
    """A role that is restricted to the keys of its tenant."""
    made = small("Clinics", [
        entity("Visit", "clinicId visitId", "clinicId id; visitId ulid; note text; Type Visit=1",
               {"base": "CLINIC#{clinicId} | VISIT#{visitId}"}, count=9000),
    ], [], [
        call("A1", "Visits of a clinic", "Query", "Visit", {"PK": "CLINIC#{clinicId}"}, limit=50, rate=(1, 5),
             returns=20),
        call("A2", "Note a visit", "PutItem", "Visit", where=NEW, rate=(1, 5)),
    ], tenant="clinicId")  # fmt: skip
    made["settings"]["iam"] = {"roles": [{
        "name": "clinic",
        "actions": [f"dynamodb:{one}" for one in ("Query", "PutItem", action)],
        "leading_keys": {"operator": "ForAllValues:StringEquals", "values": ["CLINIC#${aws:PrincipalTag/clinicId}"]},
    }]}  # fmt: skip
    return made


SLUG: Final = "A slug leads to one page or to one shop"
NAME: Final = "A name belongs to one team or one player"

FAULTS: Final = (
    Pair("pages and shops have slugs of their own", ("write.guarded_apart",),
         taken("slug", ("Page", "Shop"), ("PageSlug", "ShopSlug"), SLUG),
         taken("slug", ("Page", "Shop"), ("Slug", "Slug"), SLUG)),
    Pair("teams and players have names of their own", ("write.guarded_apart",),
         taken("nick", ("Team", "Player"), ("TeamNick", "PlayerNick"), NAME),
         taken("nick", ("Team", "Player"), ("Nick", "Nick"), NAME)),
    Pair("a form is put back over another change", ("write.no_version_condition",), form(False), form(True)),
    Pair("a batch is to delete by a key", ("ap.fields_do_not_fit",), emptied(False), emptied(True)),
    Pair("bookings are counted in the concert of the evening", ("heat.partition_over_limit",),
         seats(False), seats(True)),
    Pair("a stock has more blocks than its sales need", ("heat.over_sharded",), blocks(False), blocks(True)),
    Pair("a tenant may select by PartiQL", ("tenant.leading_keys_form",), clinics("PartiQLSelect"), clinics("GetItem")),
)  # fmt: skip
