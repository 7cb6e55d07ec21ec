"""Faults of indexes: what DynamoDB rejects, and what is copied into them."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.conditions import THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, attribute, call, plain

FAULTS: Final = (
    Fault(
        "a local index where a global one would do",
        ("index.lsi_where_gsi",),
        CINEMA,
        {
            "cinema/indexes+": plain("by-price", "PK", "price", "LSI", "N"),
            "/access_patterns+": call(
                "X1",
                "Tickets of a guest by price",
                "Query",
                "Ticket",
                {"PK": "GUEST#{guestId}"},
                index="by-price",
                rate=(1, 5),
                returns=5,
            ),
        },
        {
            "cinema/indexes+": plain("by-price", "PK", "price", "LSI", "N"),
            "/access_patterns+": call(
                "X1",
                "Tickets of a guest by price",
                "Query",
                "Ticket",
                {"PK": "GUEST#{guestId}"},
                index="by-price",
                consistent=True,
                fresh="read_your_write",
                rate=(1, 5),
                returns=5,
            ),
        },
    ),
    Fault(
        "a local index with another partition key",
        ("index.lsi_shape",),
        SHOP,
        {"shop/indexes+": plain("by-total", "customerId", "total", "LSI", "N", reserve=True)},
        {"shop/indexes+": plain("by-total", "customerId", "total", "GSI", "N", reserve=True)},
    ),
    Fault(
        "a local index on a table without a sort key",
        ("index.lsi_shape",),
        PARTS,
        {"parts/indexes+": plain("by-model", "partId", "model", "LSI", reserve=True)},
        {"parts/indexes+": plain("by-model", "partId", "model", reserve=True)},
    ),
    Fault(
        "six local indexes",
        ("index.lsi_shape",),
        SHOP,
        {"shop/indexes+": tuple(plain(f"lsi-{n}", "PK", f"l{n}", "LSI", reserve=True) for n in range(6))},
        {"shop/indexes+": tuple(plain(f"gsi-{n}", "PK", f"l{n}", "GSI", reserve=True) for n in range(6))},
    ),
    Fault(
        "twenty-one indexes",
        ("index.gsi_count",),
        PARTS,
        {"parts/indexes+": tuple(plain(f"by-{n}", f"a{n}", reserve=True) for n in range(20))},
        {"parts/indexes+": tuple(plain(f"by-{n}", f"a{n}", reserve=True) for n in range(19))},
    ),
    Fault(
        "five partition attributes in an index",
        ("index.multi_attribute_shape",),
        PARTS,
        {
            "parts/indexes+": {
                **plain("wide", "maker"),
                "partition_key": [{"name": f"a{n}", "type": "S"} for n in range(5)],
                "reserve": True,
            }
        },
        {
            "parts/indexes+": {
                **plain("wide", "maker"),
                "partition_key": [{"name": f"a{n}", "type": "S"} for n in range(4)],
                "reserve": True,
            }
        },
    ),
    Fault(
        "INCLUDE of nothing",
        ("index.projection_shape",),
        SHOP,
        {"GSI2/projection": {"type": "INCLUDE"}, "S5/projection": ["GSI2SK"]},
        {"GSI2/projection": {"type": "KEYS_ONLY"}, "S5/projection": ["GSI2SK"]},
    ),
    Fault(
        "a list beside ALL",
        ("index.projection_shape",),
        SHOP,
        {"GSI1/projection": {"type": "ALL", "attributes": ["total"]}},
        {"GSI1/projection": {"type": "ALL"}},
    ),
    Fault(
        "101 projected names",
        ("index.projected_names",),
        PARTS,
        {
            "Part/attributes+": tuple(attribute(f"p{m}") for m in range(17)),
            "parts/indexes+": tuple(
                {
                    **plain(f"by-{n}", f"a{n}", reserve=True),
                    "projection": {"type": "INCLUDE", "attributes": [f"p{m}" for m in range(17)]},
                }
                for n in range(6)
            ),
        },
        {
            "Part/attributes+": tuple(attribute(f"p{m}") for m in range(16)),
            "parts/indexes+": tuple(
                {
                    **plain(f"by-{n}", f"a{n}", reserve=True),
                    "projection": {"type": "INCLUDE", "attributes": [f"p{m}" for m in range(16)]},
                }
                for n in range(6)
            ),
        },
    ),
    Fault(
        "an index by a position that changes each second",
        ("index.volatile_key",),
        FLEET,
        {
            "Vehicle/attributes+": attribute("seenAt iso"),
            "Vehicle@GSI1": "DEPOT#{depotId} | {seenAt}",
            "F2/key": {"GSI1PK": "DEPOT#{depotId}"},
            "/access_patterns+": call(
                "X1",
                "A vehicle was seen",
                "UpdateItem",
                "Vehicle",
                {"PK": "VEHICLE#{vehicleId}", "SK": "META"},
                set={"seenAt": ":at"},
                where=THERE,
                rate=(4000, 6000),
            ),
        },
        {
            "Vehicle/attributes+": attribute("seenAt iso"),
            "/access_patterns+": call(
                "X1",
                "A vehicle came home",
                "UpdateItem",
                "Vehicle",
                {"PK": "VEHICLE#{vehicleId}", "SK": "META"},
                set={"depotId": ":d"},
                where=THERE,
                rate=(0.1, 1),
            ),
        },
    ),
    Fault(
        "a password hash that each reader of the index gets",
        ("index.sensitive_projected",),
        SHOP,
        {"Customer/attributes+": {"name": "birthDate", "type": "S", "format": "date", "sensitive": True}},
        {
            "Customer/attributes+": {"name": "birthDate", "type": "S", "format": "date", "sensitive": True},
            "GSI1/projection": {"type": "INCLUDE", "attributes": ["total", "name", "email"]},
            "S4/projection": ["GSI1PK", "total"],
            "S2/projection": ["GSI1PK", "name", "email"],
        },
    ),
    Fault(
        "a 9 KB body in an index that lists titles",
        ("index.projection_too_fat",),
        MAGAZINE,
        {
            "M8": GONE,
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 9000, "max": 60000},
            },
            "M2/projection": ["articleId", "title", "publishedAt"],
        },
        {
            "M8": GONE,
            "Article/attributes+": {
                "name": "body",
                "type": "S",
                "format": "text",
                "size": {"average": 9000, "max": 60000},
            },
            "M2/projection": ["articleId", "title", "publishedAt"],
            "GSI1/projection": {"type": "INCLUDE", "attributes": ["articleId", "title", "publishedAt"]},
        },
    ),
    Fault(
        "a condition on an index of the item's own attributes",
        ("index.condition_without_effect",),
        PARTS,
        {
            "Part/overloads+": {
                "index": "by-maker",
                "keys": {"maker": "{maker}", "weight": "{weight}"},
                "when": "price > 100",
            }
        },
        {"Part/overloads+": {"index": "by-maker", "keys": {"maker": "{maker}", "weight": "{weight}"}}},
    ),
)
