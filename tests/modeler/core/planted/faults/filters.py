"""Faults of reads: filters, orders and projections, and requests that wait for others."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call, entity

FAULTS: Final = (
    Fault(
        "a range to the last day that leaves the last day out",
        ("query.between_bounds",),
        SHOP,
        {
            "S3/key.SK": {"between": ["ORDER#{from}", "ORDER#{to}"]},
            "S3/parameters": {"customerId": "c-1", "from": "2026-06-01", "to": "2026-06-30"},
        },
        {
            "S3/key.SK": {"between": ["ORDER#{from}", "ORDER#{to}~"]},
            "S3/parameters": {"customerId": "c-1", "from": "2026-06-01", "to": "2026-06-30"},
        },
    ),
    Fault(
        "orders by total from a key by date",
        ("query.order_not_satisfied",),
        SHOP,
        {"S3/intent": {"order_by": "total", "direction": "descending"}},
        {"S3/intent": {"order_by": "placedAt", "direction": "descending"}},
    ),
    Fault(
        "tasks of a person by title",
        ("query.order_not_satisfied",),
        BOARD,
        {"B5/intent": {"order_by": "title"}},
        {"B5/intent": {"order_by": "due"}},
    ),
    Fault(
        "positions of a minute from keys that begin with the id",
        ("query.skips_sk_segment", "pattern.unserved", "query.other_attribute", "keys.fine_to_coarse"),
        FLEET,
        {
            "Position@base": "VEHICLE#{vehicleId}#{at:date} | POS#{positionId}#{at}",
            "F3/key.SK": {"begins_with": "POS#{at}"},
            "F3/parameters": {"vehicleId": "v-1", "day": "2026-06-01", "at": "2026-06-01T10:00"},
        },
        {
            "F3/key.SK": {"begins_with": "POS#{at}"},
            "F3/parameters": {"vehicleId": "v-1", "day": "2026-06-01", "at": "2026-06-01T10:00"},
        },
    ),
    Fault(
        "a query of 40,000 messages without a limit",
        ("query.many_pages",),
        CHAT,
        {"C4/limit": GONE, "C4/items_returned": 40000},
        {"C4/limit": GONE, "C4/items_returned": 400},
    ),
    Fault(
        "one GetItem for every room of a list",
        ("query.n_plus_one",),
        CHAT,
        {"C1/follows": {"code": "C3", "times": 12}},
        {"C1/follows": {"code": "C3", "times": 1}},
    ),
    Fault(
        "read, then write without a look at what was read",
        ("query.read_before_write",),
        CHAT,
        {"C1/follows": {}, "C10/follows": {"code": "C1", "same_key": True}},
        {"C10/follows": {"code": "C5", "same_key": False}},
    ),
    Fault(
        "a page needs the title that the index does not hold",
        ("index.projection_too_thin", "query.all_attributes_on_thin_gsi"),
        CHAT,
        {
            "C3/projection": ["roomId", "role", "nickname"],
            "Member/attributes+": {"name": "nickname", "type": "S", "format": "text"},
        },
        {
            "C3/projection": ["roomId", "role"],
            "Member/attributes+": {"name": "nickname", "type": "S", "format": "text"},
        },
    ),
    Fault(
        "a filter on what a KEYS_ONLY index lacks",
        ("index.projection_too_thin", "query.all_attributes_on_thin_gsi", "pattern.unserved", "ap.fields_do_not_fit"),
        SHOP,
        {
            "GSI2/projection": {"type": "KEYS_ONLY"},
            "S5/projection": ["GSI2SK"],
            "S5/filter": "#t > :t",
            "S5/names": {"#t": "total"},
            "S5/values": {":t": 100},
            "S5/limit": GONE,
        },
        {"GSI2/projection": {"type": "INCLUDE", "attributes": ["total"]}, "S5/projection": ["GSI2SK", "total"]},
    ),
    Fault(
        "a status that is two things",
        ("query.filter_impossible",),
        SHOP,
        {"S3/filter": "#s = :a AND #s = :b", "S3/names": {"#s": "status"}, "S3/values": {":a": "OPEN", ":b": "PAID"}},
        {"S8/if": "status = 'OPEN' OR status = 'PAID'"},
    ),
    Fault(
        "a total that is above 100 and below 50",
        ("query.filter_impossible",),
        SHOP,
        {"S3/filter": "#t > :a AND #t < :b", "S3/names": {"#t": "total"}, "S3/values": {":a": 100, ":b": 50}},
        {"S8/if": "total > 50 AND total < 100"},
    ),
    Fault(
        "a reserved word in a filter",
        ("expr.reserved_word",),
        SHOP,
        {"S3/filter": "status <> :a", "S3/values": {":a": "OPEN"}},
        {"S3/filter": "#s <> :a", "S3/names": {"#s": "status"}, "S3/values": {":a": "PAID"}, "S3/limit": GONE},
    ),
    Fault(
        "a placeholder that nobody defines",
        ("expr.placeholder",),
        SHOP,
        {"S3/filter": "#t > :least", "S3/values": {":least": 5}},
        {"S3/filter": "#t >= :least", "S3/names": {"#t": "total"}, "S3/values": {":least": 0}, "S3/limit": GONE},
    ),
    Fault(
        "a filter that does not parse",
        ("expr.syntax",),
        SHOP,
        {"S3/filter": "note >> :a", "S3/values": {":a": "x"}},
        {"S3/filter": "note >= :a OR attribute_not_exists(note)", "S3/values": {":a": ""}, "S3/limit": GONE},
    ),
    Fault(
        "a filter that items without the attribute do not pass",
        ("expr.missing_attribute_drops",),
        BOARD,
        {"B4/filter": "assigneeId <= :a", "B4/values": {":a": "m"}, "B4/limit": GONE},
        {"B4/filter": "assigneeId <> :a", "B4/values": {":a": "m"}, "B4/limit": GONE},
    ),
    Fault(
        "a condition on a read",
        ("ap.fields_do_not_fit",),
        BANK,
        {"K2/if": "amount > 0"},
        {"K6/if": "state = 'OPEN' AND version = :version AND balance = 0"},
    ),
    Fault("an index on GetItem", ("ap.fields_do_not_fit",), SHOP, {"S1/index": "GSI1"}, {"S4/index": "GSI1"}),
    Fault(
        "half of the table's key in a GetItem",
        ("ap.fields_do_not_fit", "pattern.unserved"),
        CHAT,
        {"C1/key": {"PK": "ROOM#{roomId}"}},
        {"C1/operation": "Query", "C1/key": {"PK": "ROOM#{roomId}", "SK": "META"}},
    ),
    Fault(
        "an item that TTL has not deleted yet is taken for valid",
        ("ttl.read_without_filter",),
        CHAT,
        {
            "C8": call(
                "C8",
                "The session of a request",
                "GetItem",
                "Session",
                {"PK": "SESSION#{sessionId}", "SK": "META"},
                rate=(100, 400),
                returns=1,
            )
        },
        {},
    ),
    Fault(
        "rooms one after the other for each user of a list",
        ("pattern.multiple_requests", "query.n_plus_one"),
        MAGAZINE,
        {"M9/follows": {"code": "M2", "times": 20}},
        {},
    ),
    Fault(
        "the tenth page of a hundred shards",
        ("pattern.fan_out",),
        FLEET,
        {
            "Trip@GSI1": "RUNNING#{tripId:shard(60)} | {startedAt}#{tripId} when state = 'RUNNING'",
            "F6/key": {"GSI1PK": "RUNNING#{shard}"},
            "F6/fan_out": 60,
            "F6/parameters": {"shard": "7"},
        },
        {
            "Trip@GSI1": "RUNNING#{tripId:shard(4)} | {startedAt}#{tripId} when state = 'RUNNING'",
            "F6/key": {"GSI1PK": "RUNNING#{shard}"},
            "F6/fan_out": 4,
            "F6/parameters": {"shard": "3"},
        },
    ),
    Fault(
        "the best of each shard are not the best of all",
        ("query.top_k_limit_below_k",),
        FLEET,
        {
            "Trip@GSI1": "RUNNING#{tripId:shard(4)} | {startedAt}#{tripId} when state = 'RUNNING'",
            "F6/key": {"GSI1PK": "RUNNING#{shard}"},
            "F6/fan_out": 4,
            "F6/parameters": {"shard": "3"},
            "F6/intent": {"top": 100},
            "F6/limit": 25,
        },
        {
            "Trip@GSI1": "RUNNING#{tripId:shard(4)} | {startedAt}#{tripId} when state = 'RUNNING'",
            "F6/key": {"GSI1PK": "RUNNING#{shard}"},
            "F6/fan_out": 4,
            "F6/parameters": {"shard": "3"},
            "F6/intent": {"top": 100},
            "F6/limit": 100,
        },
    ),
    Fault(
        "shops within 3 km by cells of 150 m",
        ("query.geo_cell_too_small",),
        SHOP,
        {
            "shop/entities+": entity(
                "Outlet",
                "outletId",
                "outletId id; Type Outlet=1; cell geohash",
                {"base": "OUTLET#{outletId} | META", "GSI1": "CELL#{cell:first(7)} | {outletId}"},
            ),
            "/access_patterns+": call(
                "X1",
                "Outlets near a place",
                "Query",
                "Outlet",
                {"GSI1PK": "CELL#{cell}"},
                index="GSI1",
                fan_out=9,
                intent={"radius_km": 3, "geohash_precision": 7},
                parameters={"cell": "u33dc0c"},
                rate=(1, 5),
                returns=9,
            ),
        },
        {
            "shop/entities+": entity(
                "Outlet",
                "outletId",
                "outletId id; Type Outlet=1; cell geohash",
                {"base": "OUTLET#{outletId} | META", "GSI1": "CELL#{cell:first(5)} | {outletId}"},
            ),
            "/access_patterns+": call(
                "X1",
                "Outlets near a place",
                "Query",
                "Outlet",
                {"GSI1PK": "CELL#{cell}"},
                index="GSI1",
                fan_out=9,
                intent={"radius_km": 3, "geohash_precision": 5},
                parameters={"cell": "u33dc"},
                rate=(1, 5),
                returns=9,
            ),
        },
    ),
)
