"""Faults of items: what grows, is too large, or should not be stored."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, attribute, call, entity, plain

FAULTS: Final = (
    Fault(
        "an order that holds all its lines for ever",
        ("item.grows",),
        SHOP,
        {
            "Customer/attributes+": attribute("visits L"),
            "/access_patterns+": call(
                "X1",
                "Visit",
                "UpdateItem",
                "Customer",
                {"PK": "CUST#{customerId}", "SK": "PROFILE"},
                update="SET visits = list_append(if_not_exists(visits, :none), :at)",
                condition="attribute_exists(PK)",
                values={":none": [], ":at": ["2026-06-01"]},
                rate=(1, 10),
            ),
        },
        {
            "Customer/attributes+": {**attribute("visits L"), "elements": {"average": 3, "max": 10}},
            "/access_patterns+": call(
                "X1",
                "Visit",
                "UpdateItem",
                "Customer",
                {"PK": "CUST#{customerId}", "SK": "PROFILE"},
                update="SET visits = list_append(if_not_exists(visits, :none), :at)",
                condition="attribute_exists(PK)",
                values={":none": [], ":at": ["2026-06-01"]},
                rate=(1, 10),
            ),
        },
    ),
    Fault(
        "a set that each reader joins",
        ("item.grows",),
        MAGAZINE,
        {
            "Article/attributes+": attribute("readers SS"),
            "/access_patterns+": call(
                "X1",
                "Remember a reader",
                "UpdateItem",
                "Article",
                {"PK": "ARTICLE#{articleId}", "SK": "META"},
                add={"readers": {"SS": ["u-1"]}},
                where=THERE,
                rate=(1, 10),
            ),
        },
        {
            "Article/attributes+": {**attribute("labels SS"), "elements": {"average": 3, "max": 10}},
            "/access_patterns+": call(
                "X1",
                "Label an article",
                "UpdateItem",
                "Article",
                {"PK": "ARTICLE#{articleId}", "SK": "META"},
                add={"labels": {"SS": ["u-1"]}},
                where=THERE,
                rate=(1, 10),
            ),
        },
    ),
    Fault(
        "a document of 600 KB",
        ("item.over_400kb",),
        MAGAZINE,
        {
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 600000, "max": 900000},
            }
        },
        {
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 6000, "max": 60000},
            }
        },
    ),
    Fault(
        "photos in items",
        ("item.blob_inline", "item.large"),
        CINEMA,
        {
            "Show/attributes+": {
                "name": "poster",
                "type": "B",
                "format": "image",
                "size": {"average": 120000, "max": 200000},
            }
        },
        {"Show/attributes+": {"name": "posterKey", "type": "S", "format": "url"}},
    ),
    Fault(
        "a counter beside a 20 KB text",
        ("item.volatile_in_large",),
        MAGAZINE,
        {
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 20000, "max": 60000},
            },
            "Article/count": 20,
            "Comment/count": 200,
            "M8/per_second": {"average": 40, "peak": 100},
        },
        {
            "Article/attributes+": {
                "name": "teaser",
                "type": "S",
                "format": "text",
                "size": {"average": 300, "max": 600},
            },
            "Article/count": 20,
            "Comment/count": 200,
            "M8/per_second": {"average": 40, "peak": 100},
        },
    ),
    Fault(
        "a 30 KB item read for its title",
        ("query.large_item_for_little",),
        MAGAZINE,
        {
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 30000, "max": 60000},
            },
            "M1/projection": ["title"],
            "M8": GONE,
        },
        {
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 30000, "max": 60000},
            },
            "M8": GONE,
        },
    ),
    Fault(
        "a password in clear",
        ("item.secret",),
        SHOP,
        {"Customer/attributes+": attribute("password text")},
        {"Customer/attributes+": attribute("passwordHash text")},
    ),
    Fault(
        "an API key in an item",
        ("item.secret",),
        BOARD,
        {"Company/attributes+": attribute("apiKey text")},
        {"Company/attributes+": attribute("apiKeyArn text")},
    ),
    Fault(
        "one name, two types",
        ("item.attribute_two_types",),
        MAGAZINE,
        {"Comment/attributes+": attribute("views text")},
        {"Comment/attributes+": attribute("views N integer")},
    ),
    Fault(
        "a set with a duplicate",
        ("item.bad_value",),
        PARTS,
        {
            "Part/attributes+": attribute("fits SS"),
            "Part/items+": {"partId": "p-1", "maker": "m", "weight": "1", "fits": {"SS": ["a", "a"]}},
        },
        {
            "Part/attributes+": attribute("fits SS"),
            "Part/items+": {"partId": "p-1", "maker": "m", "weight": "1", "fits": {"SS": ["a", "b"]}},
        },
    ),
    Fault(
        "collections that grow without end and are read whole",
        ("collection.unbounded",),
        FLEET,
        {"Trip/per_parent": GONE, "Trip/growth": 9000000, "F5/limit": GONE},
        {"Trip/growth": 9000, "F5/limit": 20},
    ),
    Fault(
        "a local index on collections of 20 GB",
        ("collection.lsi_10gb", "heat.bucket_too_coarse"),
        MAGAZINE,
        {
            "Comment/attributes+": attribute("likes N integer"),
            "magazine/indexes+": plain("by-likes", "PK", "likes", "LSI", "N"),
            "Comment/per_parent": {"average": 50000, "max": 90000000},
            "/access_patterns+": call(
                "X1",
                "Comments by likes",
                "Query",
                "Comment",
                {"PK": "ARTICLE#{articleId}"},
                index="by-likes",
                consistent=True,
                fresh=0,
                limit=20,
                rate=(1, 5),
                returns=20,
            ),
        },
        {
            "Comment/attributes+": attribute("likes N integer"),
            "magazine/indexes+": plain("by-likes", "PK", "likes", "LSI", "N"),
            "Comment/per_parent": {"average": 50, "max": 900},
            "/access_patterns+": call(
                "X1",
                "Comments by likes",
                "Query",
                "Comment",
                {"PK": "ARTICLE#{articleId}"},
                index="by-likes",
                consistent=True,
                fresh=0,
                limit=20,
                rate=(1, 5),
                returns=20,
            ),
        },
    ),
    Fault(
        "data that nobody reads",
        ("pattern.missing",),
        SHOP,
        {"shop/entities+": entity("Coupon", "coupon", "coupon id; Type Coupon=1", {"base": "COUPON#{coupon} | META"})},
        {
            "shop/entities+": entity(
                "Coupon", "coupon", "coupon id; Type Coupon=1", {"base": "COUPON#{coupon} | META"}
            ),
            "/access_patterns+": (
                call(
                    "X1",
                    "A coupon",
                    "GetItem",
                    "Coupon",
                    {"PK": "COUPON#{coupon}", "SK": "META"},
                    rate=(1, 5),
                    returns=1,
                ),
                call("X2", "Issue a coupon", "PutItem", "Coupon", where=NEW, rate=(1, 5)),
            ),
        },
    ),
    Fault("items that do not tell what they are", ("keys.no_type_attribute",), SHOP, {"Line:Type": GONE}, {}),
)
