"""Faults of indexes: what they silently lack, hold too much of, or cost."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call, gsi, overload, plain

FAULTS: Final = (
    Fault(
        "a queue that holds nearly all orders",
        ("index.sparse_not_sparse",),
        SHOP,
        {"Order@GSI2": "TODO | {placedAt}#{orderId} when status <> 'OPEN'", "S5/key": {"GSI2PK": "TODO"}},
        {
            "Order@GSI2": "TODO | {placedAt}#{orderId} when status = 'PAID'",
            "S5/key": {"GSI2PK": "TODO"},
            "S5/name": "Paid orders, oldest first",
        },
    ),
    Fault(
        "tasks without an assignee are missing from the list",
        ("index.unintended_sparse",),
        BOARD,
        {"Task@GSI1": "COMPANY#{companyId}#USER#{assigneeId} | {due}#{taskId}"},
        {},
    ),
    Fault(
        "an index key with its partition part only",
        ("index.overload_incomplete",),
        SHOP,
        {"Order@GSI1/keys": {"GSI1PK": "ORDER#{orderId}"}},
        {"Order@GSI1": "ORDER#{orderId} | ORDER#{placedAt}", "S4/key": {"GSI1PK": "ORDER#{orderId}"}},
    ),
    Fault(
        "all customers in one index partition",
        ("index.constant_pk", "heat.index_partition_over_limit"),
        SHOP,
        {
            "shop/indexes+": gsi("GSI3"),
            "Customer/overloads+": overload("GSI3", "CUSTOMER | {name}#{customerId}"),
            "/access_patterns+": call(
                "X1",
                "Customers by name",
                "Query",
                "Customer",
                {"GSI3PK": "CUSTOMER"},
                index="GSI3",
                limit=20,
                rate=(1, 5),
                returns=20,
            ),
        },
        {
            "shop/indexes+": gsi("GSI3"),
            "Customer/overloads+": overload("GSI3", "CUSTOMER#{customerId:shard(20)} | {customerId}"),
            "/access_patterns+": call(
                "X1",
                "All customers, page by page",
                "Query",
                "Customer",
                {"GSI3PK": "CUSTOMER#{shard}"},
                index="GSI3",
                fan_out=20,
                parameters={"shard": "3"},
                limit=20,
                rate=(0.1, 1),
                returns=20,
            ),
        },
    ),
    Fault(
        "an index by status of a million orders",
        ("index.constant_pk",),
        SHOP,
        {
            "shop/indexes+": plain("by-status", "status", "placedAt"),
            "/access_patterns+": call(
                "X1",
                "Orders in a state",
                "Query",
                "Order",
                {"status": "{status}"},
                index="by-status",
                limit=20,
                rate=(1, 5),
                returns=20,
            ),
        },
        {
            "shop/indexes+": plain("by-customer-date", "customerId", "placedAt"),
            "/access_patterns+": call(
                "X1",
                "Orders by date",
                "Query",
                "Order",
                {"customerId": "{customerId}"},
                index="by-customer-date",
                limit=20,
                rate=(1, 5),
                returns=20,
            ),
        },
    ),
    Fault(
        "an index whose partition key is a BOOL as text",
        ("index.constant_pk", "keys.low_cardinality"),
        FLEET,
        {
            "Vehicle:plate": "active yes=.9 no=.1",
            "Vehicle@GSI1": "ACTIVE#{active} | {vehicleId}",
            "Vehicle/count": 400000,
            "F2": GONE,
            "/access_patterns+": call(
                "X1",
                "Vehicles in use",
                "Query",
                "Vehicle",
                {"GSI1PK": "ACTIVE#{active}"},
                index="GSI1",
                limit=50,
                rate=(1, 5),
                returns=50,
            ),
        },
        {"Vehicle/count": 400000},
    ),
    Fault(
        "all of today's positions in one index partition",
        ("index.date_pk", "heat.index_partition_over_limit", "heat.bucket_does_not_cut_rate", "index.constant_pk"),
        FLEET,
        {
            "fleet/indexes+": gsi("GSI2", "KEYS_ONLY"),
            "Position/overloads+": overload("GSI2", "DAY#{at:date} | {at}#{positionId}"),
            "F4/per_second": {"average": 700, "peak": 1500},
            "/access_patterns+": call(
                "X1",
                "Positions of a day",
                "Query",
                "Position",
                {"GSI2PK": "DAY#{day}"},
                index="GSI2",
                parameters={"day": "2026-06-01"},
                projection=["GSI2SK"],
                limit=100,
                rate=(0.1, 1),
                returns=100,
            ),
        },
        {
            "fleet/indexes+": gsi("GSI2", "KEYS_ONLY"),
            "Trip/overloads+": overload("GSI2", "DAY#{startedAt:date} | {startedAt}#{tripId}"),
            "/access_patterns+": call(
                "X1",
                "Trips of a day",
                "Query",
                "Trip",
                {"GSI2PK": "DAY#{day}"},
                index="GSI2",
                parameters={"day": "2026-06-01"},
                projection=["GSI2SK"],
                limit=100,
                rate=(0.1, 1),
                returns=100,
            ),
        },
    ),
    Fault(
        "an index that no one reads",
        ("index.unused",),
        SHOP,
        {"shop/indexes+": gsi("GSI3"), "Order/overloads+": overload("GSI3", "TOTAL | {orderId}")},
        {"shop/indexes+": gsi("GSI3", reserve=True)},
    ),
    Fault(
        "an index that repeats the table",
        ("index.same_as_base",),
        CHAT,
        {
            "Room/overloads+": overload("GSI1", "ROOM#{roomId} | META"),
            "Member@GSI1": "ROOM#{roomId} | MEMBER#{userId}",
            "C3/key": {"GSI1PK": "ROOM#{roomId}"},
        },
        {},
    ),
    Fault(
        "one index for each of three lists",
        ("index.one_per_pattern",),
        MAGAZINE,
        {
            "magazine/indexes+": (gsi("GSI2"), gsi("GSI3")),
            "Comment/overloads+": overload("GSI2", "BY#{authorName} | {at}#{commentId}"),
            "Author/overloads+": overload("GSI3", "HANDLE#{handle} | AUTHOR"),
            "/access_patterns+": (
                call(
                    "X1",
                    "Comments of a person",
                    "Query",
                    "Comment",
                    {"GSI2PK": "BY#{authorName}"},
                    index="GSI2",
                    limit=20,
                    rate=(1, 5),
                    returns=20,
                ),
                call(
                    "X2",
                    "An author by handle",
                    "Query",
                    "Author",
                    {"GSI3PK": "HANDLE#{handle}"},
                    index="GSI3",
                    rate=(1, 5),
                    returns=1,
                ),
            ),
        },
        {
            "Comment:authorName": "authorName slug",
            "Comment/overloads+": overload("GSI1", "BY#{authorName} | {at}#{commentId}"),
            "/access_patterns+": call(
                "X1",
                "Comments of a person",
                "Query",
                "Comment",
                {"GSI1PK": "BY#{authorName}"},
                index="GSI1",
                limit=20,
                rate=(1, 5),
                returns=20,
            ),
        },
    ),
)
