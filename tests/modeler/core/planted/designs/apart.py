"""Designs that share keys, collections and times as they may, and the same designs where they may not."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.shape import Document, Pair, call, entity, gsi


def records(name: str, kinds: dict[str, str], form: str) -> Document:
    """Two kinds of record, each by its own id, under one prefix."""
    return small(name, [
        entity(kind, key, f"{key} {form}; Type {kind}=1; note text", {"base": f"REC#{{{key}}} | META"}, count=9000)
        for kind, key in kinds.items()
    ], [], [
        one for at, (kind, key) in enumerate(kinds.items()) for one in (
            call(f"R{at}", f"One {kind}", "GetItem", kind, {"PK": f"REC#{{{key}}}", "SK": "META"}, rate=(1, 5),
                 returns=1),
            call(f"W{at}", f"Make a {kind}", "PutItem", kind, where=NEW, rate=(1, 5)),
        )
    ])  # fmt: skip


def profiles(own: bool) -> Document:
    """The id of the other is not the item's own id."""
    kinds = {"Member": "memberId", "Badge": "badgeId" if own else "memberId"}
    return records("Members", kinds, "ulid")


def journal(alone: bool) -> Document:
    """Two kinds in one journal; in the faulty design somebody wants one of the kinds."""
    kinds = {"Deposit": "depositId", "Payout": "payoutId"}
    asked = {"GSI1PK": "WALLET#{walletId}"}
    reads = [call("A1", "The journal of a wallet, newest first", "Query", "Deposit Payout", asked, index="GSI1",
                  descending=True, limit=20, rate=(5, 20), returns=20,
                  intent={"order_by": "at", "direction": "newest first"})]  # fmt: skip
    if alone:
        reads.append(call("A2", "Payouts of a wallet", "Query", "Payout", asked, index="GSI1", limit=20, rate=(1, 5),
                          returns=5))  # fmt: skip
    return small("Wallets", [
        entity(kind, key, f"{key} ulid; walletId id; at iso; Type {kind}=1; amount N money",
               {"base": f"{kind.upper()}#{{{key}}} | META", "GSI1": f"WALLET#{{walletId}} | {{at}}#{{{key}}}"},
               count=90000)
        for kind, key in kinds.items()
    ], [gsi("GSI1")], [
        *reads,
        *(call(f"W{kind}", f"Book a {kind}", "PutItem", kind, where=NEW, rate=(1, 5)) for kind in kinds),
    ])  # fmt: skip


def kept(valid: bool) -> Document:
    """A log that is kept for a month, or offers that end."""
    of = "Offer" if valid else "LogLine"
    return small("Plants", [
        entity(of, "plantId at", f"plantId id; at iso; Type {of}=1; text text; expiresAt N epoch_seconds",
               {"base": "PLANT#{plantId} | AT#{at}"}, count=900000, retention=30),
    ], [], [
        call("A1", "Of a plant on a day", "Query", of, {"PK": "PLANT#{plantId}", "SK": {"begins_with": "AT#{day}"}},
             rate=(1, 5), returns=20, limit=50, parameters={"plantId": "p-1", "day": "2026-03-01"}),
        call("A2", "Add", "PutItem", of, where=NEW, rate=(1, 5)),
    ], settings={"ttl_attribute": "expiresAt"})  # fmt: skip


INVOICES: Final = {"Invoice": "invoiceId", "Receipt": "receiptId"}
NAMED: Final = {"Page": "id", "Image": "id"}

FAULTS: Final = (
    Pair("records by a number that people choose", ("keys.collision",),
         records("Records", INVOICES, "id"), records("Records", INVOICES, "ulid")),
    Pair("pages and images by a slug", ("keys.collision",),
         records("Site", NAMED, "slug"), records("Site", NAMED, "uuid4")),
    Pair("a badge has the id of its member", ("keys.collision",), profiles(False), profiles(True)),
    Pair("one kind of a common journal is read alone", ("keys.sk_no_type_prefix",), journal(True), journal(False)),
    Pair("offers that ended are returned with the others", ("ttl.read_without_filter",), kept(True), kept(False)),
)  # fmt: skip
