"""Faults of reads: keys that do not answer, prefixes that catch too much."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call

FAULTS: Final = (
    Fault(
        "orders by status with a Scan",
        ("query.scan_online",),
        SHOP,
        {
            "/access_patterns+": call(
                "X1",
                "Paid orders",
                "Scan",
                "Order",
                filter="#s = :paid",
                names={"#s": "status"},
                values={":paid": "PAID"},
                rate=(1, 5),
                returns=20,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Export all orders at night",
                "Scan",
                "Order",
                purpose="job",
                rate=(0.00001, 0.001),
                returns=1000000,
            )
        },
    ),
    Fault(
        "the monthly report reads the whole table each time",
        ("query.report_on_table",),
        SHOP,
        {
            "/access_patterns+": call(
                "X1", "Revenue of a month", "Scan", "Order", purpose="report", rate=(0.001, 0.01), returns=1000000
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Open orders of the day",
                "Query",
                "Order",
                {"GSI2PK": "OPEN"},
                index="GSI2",
                projection=["orderId", "total"],
                purpose="report",
                limit=100,
                rate=(0.001, 0.01),
                returns=100,
            )
        },
    ),
    Fault(
        "the filter keeps one order in fifteen",
        ("query.filter_discards",),
        SHOP,
        {"S3/filter": "#s = :paid", "S3/names": {"#s": "status"}, "S3/values": {":paid": "PAID"}, "S3/limit": GONE},
        {"S3/filter": "#s <> :paid", "S3/names": {"#s": "status"}, "S3/values": {":paid": "PAID"}, "S3/limit": GONE},
    ),
    Fault(
        "twenty of a filtered list are fewer than twenty",
        ("query.limit_with_filter", "query.filter_discards"),
        MAGAZINE,
        {"M3/filter": "authorName = :a", "M3/values": {":a": "Ann"}},
        {},
    ),
    Fault(
        "orders by day without the customer",
        ("pattern.unserved", "query.key_condition_illegal"),
        SHOP,
        {
            "/access_patterns+": call(
                "X1",
                "Orders of a day",
                "Query",
                "Order",
                {"SK": {"begins_with": "ORDER#{day}"}},
                rate=(1, 2),
                returns=50,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Orders of a customer on a day",
                "Query",
                "Order",
                {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#{day}"}},
                parameters={"customerId": "c-1", "day": "2026-06-01"},
                rate=(1, 2),
                returns=1,
            )
        },
    ),
    Fault(
        "an order by its number alone, though the key needs its customer",
        ("query.by_id_needs_more", "pattern.unserved"),
        SHOP,
        {
            "S4": call(
                "S4",
                "An order by id",
                "GetItem",
                "Order",
                {"PK": "CUST#{customerId}", "SK": "ORDER#{placedAt}#{orderId}"},
                intent={"given": ["orderId"], "one": True},
                rate=(5, 40),
                returns=1,
            ),
            "Order@GSI1": GONE,
        },
        {"S4/intent": {"given": ["orderId"], "one": True}},
    ),
    Fault(
        "a trip by id, whose key begins with its vehicle",
        ("query.by_id_needs_more", "pattern.unserved"),
        FLEET,
        {
            "/access_patterns+": call(
                "X1",
                "A trip by its id",
                "GetItem",
                "Trip",
                {"PK": "VEHICLE#{vehicleId}", "SK": "TRIP#{startedAt}#{tripId}"},
                rate=(1, 5),
                returns=1,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "A trip of a vehicle by its start and id",
                "GetItem",
                "Trip",
                {"PK": "VEHICLE#{vehicleId}", "SK": "TRIP#{startedAt}#{tripId}"},
                rate=(1, 5),
                returns=1,
            )
        },
    ),
    Fault(
        "a page of lines by number",
        ("pattern.search_like",),
        MAGAZINE,
        {"M3/intent": {"page_numbers": True}},
        {"M3/intent": {"page": True}},
    ),
    Fault(
        "page 7 of a long list by skipping rows",
        ("pattern.search_like",),
        MAGAZINE,
        {
            "/access_patterns+": call(
                "X1",
                "Articles with a tag, page by number (offset 20 × page)",
                "Query",
                "Tagging",
                {"PK": "TAG#{tag}"},
                parameters={"tag": "news", "offset": "120"},
                descending=True,
                limit=20,
                rate=(1, 5),
                returns=20,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Articles with a tag, next page from a cursor",
                "Query",
                "Tagging",
                {"PK": "TAG#{tag}"},
                parameters={"tag": "news"},
                descending=True,
                limit=20,
                rate=(1, 5),
                returns=20,
            )
        },
    ),
    Fault(
        "search in the texts of comments",
        ("pattern.search_like",),
        MAGAZINE,
        {"M3/intent": {"text_search": True}},
        {"M3/intent": {"given": ["articleId"]}},
    ),
    Fault(
        "five filters that a user may set or not",
        ("pattern.search_like",),
        PARTS,
        {"P2/intent": {"optional_filters": ["model", "price", "title", "weight", "manual"]}},
        {"P2/intent": {"optional_filters": ["model"]}},
    ),
    Fault(
        "members asked with the prefix of nobody",
        ("query.other_attribute", "pattern.unserved", "query.prefix_catches_entity"),
        CHAT,
        {"C2/key.SK": {"begins_with": "USER#"}},
        {},
    ),
    Fault(
        "the customer's id where the key holds the order's",
        ("query.other_attribute", "pattern.unserved"),
        SHOP,
        {"S4/key.GSI1PK": "ORDER#{customerId}"},
        {"S4/key.GSI1PK": "ORDER#{orderId}"},
    ),
    Fault(
        "a range on the partition key",
        ("query.key_condition_illegal",),
        FLEET,
        {"F3/key.PK": {"begins_with": "VEHICLE#{vehicleId}#2026"}},
        {
            "F3/key": {"PK": "VEHICLE#{vehicleId}#{day}", "SK": {"between": ["POS#{from}", "POS#{to}~"]}},
            "F3/parameters": {
                "vehicleId": "v-1",
                "day": "2026-06-01",
                "from": "2026-06-01T08:00:00.000Z",
                "to": "2026-06-01T09:00:00.000Z",
            },
        },
    ),
    Fault(
        "a prefix of a number key",
        ("query.key_condition_illegal",),
        PARTS,
        {"P2/key": {"maker": "{maker}", "weight": {"begins_with": "1"}}},
        {"P2/key": {"maker": "{maker}", "weight": {"<": "{weight}"}}},
    ),
    Fault(
        "a filter on the sort key",
        ("query.filter_on_key",),
        SHOP,
        {"S3/key": {"PK": "CUST#{customerId}"}, "S3/filter": "begins_with(SK, :p)", "S3/values": {":p": "ORDER#"}},
        {"S2/filter": "SK = :p", "S2/values": {":p": "PROFILE"}},
    ),
    Fault(
        "a strong read of an index",
        ("query.consistent_on_gsi",),
        SHOP,
        {"S4/consistent": True},
        {"S1/consistent": True, "S1/fresh": "read_your_write"},
    ),
    Fault(
        "the order just placed is read from an index",
        ("query.read_after_write_on_gsi",),
        SHOP,
        {"S4/fresh": "read_your_write"},
        {"S4/fresh": 5},
    ),
    Fault(
        "every read is strong, nobody needs it",
        ("query.strong_not_needed",),
        CHAT,
        {"C2/consistent": True},
        {"C2/consistent": True, "C2/fresh": "read_your_write"},
    ),
    Fault(
        "orders of a customer with the profile among them",
        ("query.prefix_catches_entity",),
        SHOP,
        {"S3/key": {"PK": "CUST#{customerId}"}},
        {"S3/key": {"PK": "CUST#{customerId}"}, "S3/entities": ["Customer", "Order"]},
    ),
    Fault(
        "orders caught with their lines",
        ("query.prefix_catches_entity",),
        SHOP,
        {
            "Line/attributes+": {"name": "customerId", "type": "S", "format": "id"},
            "Line@base": "CUST#{customerId} | ORDERLINE#{orderId}#{line:pad(3)}",
            "S3/key.SK": {"begins_with": "ORDER"},
            "S6": GONE,
        },
        {
            "Line/attributes+": {"name": "customerId", "type": "S", "format": "id"},
            "Line@base": "CUST#{customerId} | ORDERLINE#{orderId}#{line:pad(3)}",
            "S6": GONE,
        },
    ),
    Fault(
        "seats of row 1 and of rows 10 to 19",
        ("query.prefix_without_delimiter",),
        CINEMA,
        {
            "/access_patterns+": call(
                "X1",
                "Seats of a row",
                "Query",
                "Seat",
                {"PK": "SHOW#{showId}", "SK": {"begins_with": "SEAT#{row}"}},
                rate=(1, 5),
                returns=20,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Seats of a row",
                "Query",
                "Seat",
                {"PK": "SHOW#{showId}", "SK": {"begins_with": "SEAT#{row}#"}},
                rate=(1, 5),
                returns=20,
            )
        },
    ),
    Fault(
        "orders above a total that is text",
        ("expr.operand_type",),
        SHOP,
        {"S3/filter": "total > '100'", "S3/limit": GONE},
        {"S3/filter": "total > 1", "S3/limit": GONE},
    ),
    Fault(
        "a note that is added to",
        ("expr.operand_type",),
        SHOP,
        {
            "S8/set": GONE,
            "S8/update": "SET #s = :s ADD note :n",
            "S8/names": {"#s": "status"},
            "S8/values": {":s": "PAID", ":n": 1},
        },
        {},
    ),
)
