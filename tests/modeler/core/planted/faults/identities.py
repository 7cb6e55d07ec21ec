"""Faults of keys: two items under one key, and keys that do not sort."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call, entity

FAULTS: Final = (
    Fault(
        "orders of a customer on one day share a key",
        ("keys.not_unique",),
        SHOP,
        {"Order:placedAt": "placedAt date", "Order@base": "CUST#{customerId} | ORDER#{placedAt}"},
        {"Order:placedAt": "placedAt date"},
    ),
    Fault(
        "the parent's id is unique, the child's key holds no id of the child",
        ("keys.not_unique", "keys.time_only"),
        MAGAZINE,
        {"Comment@base": "ARTICLE#{articleId} | COMMENT#{at}"},
        {"Comment@base": "ARTICLE#{articleId} | COMMENT#{commentId}"},
    ),
    Fault(
        "one membership for each user, whatever the room",
        ("keys.not_unique", "keys.collision"),
        CHAT,
        {"Member@base": "USER#{userId} | MEMBER", "C2": GONE, "C7": GONE},
        {"Member@base": "USER#{userId} | MEMBER#{roomId}", "C2": GONE, "C7": GONE},
    ),
    Fault(
        "two entries of a millisecond overwrite each other",
        ("keys.time_only", "keys.not_unique"),
        BANK,
        {"Entry@base": "ACCOUNT#{accountId} | ENTRY#{bookedAt}"},
        {"Entry@base": "ACCOUNT#{accountId} | ENTRY#{entryId}"},
    ),
    Fault(
        "seat numbers repeat in each row",
        ("keys.not_unique",),
        CINEMA,
        {"Seat@base": "SHOW#{showId} | SEAT#{number:pad(3)}", "N3/key.SK": "SEAT#{number:pad(3)}", "N4": GONE},
        {
            "Seat@base": "SHOW#{showId} | SEAT#{number:pad(3)}#{row}",
            "N3/key.SK": "SEAT#{number:pad(3)}#{row}",
            "N4": GONE,
        },
    ),
    Fault(
        "profile and settings of a customer overwrite each other",
        ("keys.collision",),
        SHOP,
        {
            "shop/entities+": entity(
                "Preferences",
                "customerId",
                "customerId id; Type Preferences=1; theme id",
                {"base": "CUST#{customerId} | PROFILE"},
            )
        },
        {
            "shop/entities+": entity(
                "Preferences",
                "customerId",
                "customerId id; Type Preferences=1; theme id",
                {"base": "CUST#{customerId} | PREFS"},
            )
        },
    ),
    Fault(
        "a tag and an article meet in one collection with one kind of key",
        ("keys.collision",),
        MAGAZINE,
        {
            "Tagging@base": "TAG#{tag} | META#{articleId}",
            "M4/descending": GONE,
            "magazine/entities+": entity(
                "Note",
                "tag articleId",
                "tag slug; articleId ulid; Type Note=1; body text",
                {"base": "TAG#{tag} | META#{articleId}"},
            ),
        },
        {
            "Tagging@base": "TAG#{tag} | META#{articleId}",
            "M4/descending": GONE,
            "M4/key": {"PK": "TAG#{tag}", "SK": {"begins_with": "META#"}},
            "magazine/entities+": entity(
                "Note",
                "tag articleId",
                "tag slug; articleId ulid; Type Note=1; body text",
                {"base": "TAG#{tag} | NOTE#{articleId}"},
            ),
        },
    ),
    Fault(
        "line numbers sort 1, 10, 2",
        ("keys.unpadded_number",),
        SHOP,
        {"Line@base": "ORDER#{orderId} | LINE#{line}"},
        {"Line@base": "ORDER#{orderId} | LINE#{line:pad(4)}"},
    ),
    Fault(
        "a padded number outgrows its width",
        ("keys.pad_too_small",),
        SHOP,
        {"Line@base": "ORDER#{orderId} | LINE#{line:pad(2)}", "Line:line/range": [1, 250]},
        {"Line@base": "ORDER#{orderId} | LINE#{line:pad(3)}", "Line:line/range": [1, 250]},
    ),
    Fault(
        "a price below zero does not sort",
        ("keys.unpadded_number", "keys.template_type", "keys.pad_too_small"),
        BANK,
        {"Entry@base": "ACCOUNT#{accountId} | ENTRY#{amount}#{entryId}", "Entry:amount/range": [-5000, 5000]},
        {"Entry@base": "ACCOUNT#{accountId} | ENTRY#{bookedAt:date}#{entryId}"},
    ),
    Fault(
        "times of several zones in a sort key",
        ("keys.timestamp_format",),
        FLEET,
        {
            "Position@base": "VEHICLE#{vehicleId}#{at:date} | POS#{at}#{positionId}",
            "Position/items+": (
                {
                    "vehicleId": "v-1",
                    "at": "2026-06-01T10:00:00+02:00",
                    "positionId": "01JX0D00000000000000000001",
                    "Type": "Position",
                },
                {
                    "vehicleId": "v-1",
                    "at": "2026-06-01T09:00:00Z",
                    "positionId": "01JX0D00000000000000000002",
                    "Type": "Position",
                },
            ),
        },
        {
            "Position/items+": (
                {
                    "vehicleId": "v-1",
                    "at": "2026-06-01T10:00:00.000Z",
                    "positionId": "01JX0D00000000000000000001",
                    "Type": "Position",
                },
                {
                    "vehicleId": "v-1",
                    "at": "2026-06-01T10:00:00.500Z",
                    "positionId": "01JX0D00000000000000000002",
                    "Type": "Position",
                },
            )
        },
    ),
    Fault(
        "epoch milliseconds as text beside seconds",
        ("keys.unpadded_number", "keys.timestamp_format"),
        BANK,
        {"Entry:bookedAt": "bookedAt N integer"},
        {"Entry:bookedAt": "bookedAt N epoch_millis"},
    ),
    Fault(
        "messages by a random id, read newest first",
        ("keys.not_time_sortable",),
        CHAT,
        {
            "Message:messageId": "messageId uuid4",
            "Message@base": "ROOM#{roomId} | MSG#{messageId}",
            "C4/key": {"PK": "ROOM#{roomId}", "SK": {"begins_with": "MSG#"}},
            "C4/intent": {"order_by": "sentAt", "direction": "newest first"},
            "C4/parameters": {"roomId": "01JX0D00000000000000000001"},
        },
        {
            "Message@base": "ROOM#{roomId} | MSG#{messageId}",
            "C4/key": {"PK": "ROOM#{roomId}", "SK": {"begins_with": "MSG#"}},
            "C4/intent": {"order_by": "sentAt", "direction": "newest first"},
            "C4/parameters": {"roomId": "01JX0D00000000000000000001"},
        },
    ),
    Fault(
        "orders by number first, asked for by date",
        ("keys.fine_to_coarse", "query.order_not_satisfied"),
        SHOP,
        {
            "Order@base": "CUST#{customerId} | ORDER#{orderId}#{placedAt}",
            "S8/key.SK": "ORDER#{orderId}#{placedAt}",
            "S3/intent": {"order_by": "placedAt", "direction": "newest first"},
        },
        {"S3/intent": {"order_by": "placedAt", "direction": "newest first"}},
    ),
    Fault(
        "a hierarchy from the city to the country",
        ("keys.fine_to_coarse", "query.skips_sk_segment", "query.other_attribute", "pattern.unserved"),
        SHOP,
        {
            "shop/entities+": entity(
                "Store",
                "storeId",
                "storeId id; city id; country id; chain id; Type Store=1",
                {"base": "CHAIN#{chain} | STORE#{city}#{country}#{storeId}"},
            ),
            "/access_patterns+": call(
                "X1",
                "Stores of a chain in a country",
                "Query",
                "Store",
                {"PK": "CHAIN#{chain}", "SK": {"begins_with": "STORE#{country}#"}},
                rate=(1, 5),
                returns=20,
            ),
        },
        {
            "shop/entities+": entity(
                "Store",
                "storeId",
                "storeId id; city id; country id; chain id; Type Store=1",
                {"base": "CHAIN#{chain} | STORE#{country}#{city}#{storeId}"},
            ),
            "/access_patterns+": call(
                "X1",
                "Stores of a chain in a country",
                "Query",
                "Store",
                {"PK": "CHAIN#{chain}", "SK": {"begins_with": "STORE#{country}#"}},
                rate=(1, 5),
                returns=20,
            ),
        },
    ),
)
