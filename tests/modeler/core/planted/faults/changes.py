"""Faults of a change from the deployed design to the next one, without a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Document, Edits, call, changed, gsi, overload


@dataclass(frozen=True)
class ChangeFault:
    """A change that harms stored items or readers, and one that looks like it and does not; from a house to an edit."""

    name: str
    rules: tuple[str, ...]
    house: Document
    fault: Edits
    near: Edits

    def faulty_document(self) -> Document:
        """Return the next design with the fault."""
        return changed(self.house, self.fault)

    def near_document(self) -> Document:
        """Return the next design that looks like it and is right."""
        return changed(self.house, self.near)


LSI: Final = {
    "name": "by-total",
    "kind": "LSI",
    "partition_key": [{"name": "PK", "type": "S"}],
    "sort_key": [{"name": "total", "type": "N"}],
    "projection": {"type": "ALL"},
}
READ: Final = call(
    "X1",
    "Orders by total",
    "Query",
    "Order",
    {"PK": "CUST#{customerId}"},
    index="by-total",
    consistent=True,
    fresh=0,
    rate=(1, 5),
    returns=5,
)

CHANGES: Final = (
    ChangeFault(
        "the sort key of stored orders is turned around",
        ("migrate.key_changed",),
        SHOP,
        {"Order@base": "CUST#{customerId} | ORDER#{orderId}#{placedAt}"},
        {"Order/count": 2000000, "S3/limit": 10},
    ),
    ChangeFault(
        "another prefix for stored rooms",
        ("migrate.key_changed",),
        CHAT,
        {"Room@base": "R#{roomId} | META"},
        {"Room:title": "caption text"},
    ),
    ChangeFault(
        "days become hours",
        ("migrate.key_changed",),
        FLEET,
        {"Position@base": "VEHICLE#{vehicleId}#{at:hour} | POS#{at}#{positionId}"},
        {"Position/retention": 30},
    ),
    ChangeFault(
        "a local index on a live table",
        ("migrate.lsi_changed",),
        SHOP,
        {"shop/indexes+": LSI, "/access_patterns+": READ},
        {"shop/indexes+": gsi("GSI3", reserve=True)},
    ),
    ChangeFault(
        "an index projects more under its old name",
        ("migrate.gsi_key_or_projection_changed",),
        SHOP,
        {"GSI2/projection": {"type": "ALL"}},
        {"shop/indexes+": gsi("GSI3", reserve=True)},
    ),
    ChangeFault(
        "an index gets another sort key under its old name",
        ("migrate.gsi_key_or_projection_changed",),
        PARTS,
        {"by-maker/sort_key": [{"name": "price", "type": "N"}]},
        {"P2/limit": 20},
    ),
    ChangeFault(
        "two new indexes at once",
        ("migrate.two_gsi_changes",),
        SHOP,
        {"shop/indexes+": (gsi("GSI3", reserve=True), gsi("GSI4", reserve=True))},
        {"shop/indexes+": gsi("GSI3", reserve=True)},
    ),
    ChangeFault(
        "one index dropped and one made at once",
        ("migrate.two_gsi_changes",),
        BOARD,
        {"board/indexes": [gsi("GSI2")], "Project@GSI1": GONE, "Task@GSI1": GONE, "B3": GONE, "B5": GONE},
        {"board/indexes": [], "Project@GSI1": GONE, "Task@GSI1": GONE, "B3": GONE, "B5": GONE},
    ),
    ChangeFault(
        "stored members lack the new index's keys",
        ("migrate.gsi_needs_backfill",),
        CHAT,
        {
            "chat/indexes+": gsi("GSI2", "KEYS_ONLY"),
            "Member/overloads+": overload("GSI2", "ROLE#{role}#{roomId} | {joinedAt}"),
        },
        {
            "chat/indexes+": {
                "name": "by-user",
                "kind": "GSI",
                "partition_key": [{"name": "userId", "type": "S"}],
                "sort_key": [],
                "projection": {"type": "KEYS_ONLY"},
                "reserve": True,
            }
        },
    ),
    ChangeFault(
        "stored trips stay under the index's old keys",
        ("migrate.gsi_needs_backfill",),
        FLEET,
        {
            "Trip@GSI1": "TRIPS#RUNNING | {startedAt}#{tripId} when state = 'RUNNING'",
            "F6/key": {"GSI1PK": "TRIPS#RUNNING"},
        },
        {"F6/limit": 20},
    ),
    ChangeFault(
        "four shards become eight",
        ("migrate.shard_count_changed",),
        changed(FLEET, {"Trip@base": "VEHICLE#{vehicleId}#{tripId:shard(4)} | TRIP#{tripId}"}),
        {"Trip@base": "VEHICLE#{vehicleId}#{tripId:shard(8)} | TRIP#{tripId}"},
        {"Trip/count": 70000},
    ),
    ChangeFault(
        "a number becomes text",
        ("migrate.type_changed",),
        SHOP,
        {"Line:price": "price text"},
        {"Line:quantity": "quantity N decimal"},
    ),
    ChangeFault(
        "a balance becomes text",
        ("migrate.type_changed",),
        BANK,
        {"Account:balance": "balance id"},
        {"Account/attributes+": {"name": "limit", "type": "S"}},
    ),
    ChangeFault(
        "sessions move to their own table while TTL is on",
        ("migrate.ttl_in_flight", "migrate.key_changed"),
        CHAT,
        {"chat/name": "chat-2"},
        {"chat/settings.tags": {"team": "chat"}},
    ),
    ChangeFault(
        "orders move to a table of their own",
        ("migrate.key_changed",),
        SHOP,
        {"shop/name": "shop-v2"},
        {"shop/description": "The shop"},
    ),
    ChangeFault(
        "tags get another spelling in a key",
        ("migrate.key_changed",),
        MAGAZINE,
        {"Tagging@base": "TAG#{tag:upper} | {publishedAt}#{articleId}"},
        {"Tagging/count": 400000},
    ),
)
