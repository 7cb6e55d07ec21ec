"""Spare parts, one table with plain keys: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.shape import Document, call, entity, house

PARTS: Final[Document] = house(
    "Spare parts, one table with plain keys",
    [
        {
            "name": "parts",
            "partition_key": [{"name": "partId", "type": "S"}],
            "sort_key": [],
            "settings": {"billing": "PAY_PER_REQUEST", "point_in_time_recovery": True},
            "indexes": [
                {
                    "name": "by-maker",
                    "kind": "GSI",
                    "partition_key": [{"name": "maker", "type": "S"}],
                    "sort_key": [{"name": "weight", "type": "N"}],
                    "projection": {"type": "ALL"},
                },
            ],
            "entities": [
                {
                    **entity(
                        "Part",
                        "partId",
                        "partId id; maker id; model id; weight N integer; title text; price N money; manual url ?.5",
                        {},
                        count=500000,
                    ),
                    "overloads": [{"index": None, "keys": {"partId": "{partId}"}}],
                },
            ],
        }
    ],
    [
        call("P1", "A part", "GetItem", "Part", {"partId": "{partId}"}, rate=(30, 200), returns=1),
        call(
            "P2",
            "Parts of a maker by weight",
            "Query",
            "Part",
            {"maker": "{maker}"},
            index="by-maker",
            limit=50,
            rate=(3, 20),
            returns=50,
        ),
        call("P3", "Add a part", "PutItem", "Part", where="attribute_not_exists(partId)", rate=(0.1, 1)),
        call(
            "P4",
            "Change a price",
            "UpdateItem",
            "Part",
            {"partId": "{partId}"},
            set={"price": ":price"},
            where="attribute_exists(partId)",
            rate=(0.5, 5),
        ),
    ],
)
