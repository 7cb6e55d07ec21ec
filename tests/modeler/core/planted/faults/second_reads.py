"""A second look at reads and keys, written after the first set was found: it measures what was learned."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call, entity, gsi, overload

WIDE: Final[dict[str, Any]] = {
    "name": "wide",
    "kind": "GSI",
    "partition_key": [{"name": "maker", "type": "S"}, {"name": "model", "type": "S"}],
    "sort_key": [{"name": "weight", "type": "N"}, {"name": "price", "type": "N"}],
    "projection": {"type": "ALL"},
}


def wide(key: dict[str, Any]) -> dict[str, Any]:
    """A query of an index with several key attributes."""
    return {
        "parts/indexes+": WIDE,
        "/access_patterns+": call(
            "X1", "Parts like this", "Query", "Part", key, index="wide", limit=9, rate=(1, 5), returns=9
        ),
    }


FAULTS: Final = (
    Fault(
        "BETWEEN from high to low",
        ("expr.syntax", "query.filter_impossible"),
        SHOP,
        {
            "S3/filter": "#t BETWEEN :b AND :a",
            "S3/names": {"#t": "total"},
            "S3/values": {":a": 1, ":b": 9},
            "S3/limit": GONE,
        },
        {
            "S3/filter": "#t BETWEEN :a AND :b",
            "S3/names": {"#t": "total"},
            "S3/values": {":a": 0, ":b": 999999},
            "S3/limit": GONE,
        },
    ),
    Fault(
        "the second sort attribute without the first",
        ("query.multi_attribute_order", "query.key_condition_illegal", "pattern.unserved"),
        PARTS,
        wide({"maker": "{maker}", "model": "{model}", "price": {"<": "{price}"}}),
        wide({"maker": "{maker}", "model": "{model}", "weight": {"<": "{weight}"}}),
    ),
    Fault(
        "half of a partition key of two attributes",
        ("query.multi_attribute_order", "query.key_condition_illegal", "pattern.unserved"),
        PARTS,
        wide({"maker": "{maker}"}),
        wide({"maker": "{maker}", "model": "{model}"}),
    ),
    Fault(
        "a range before an equality",
        ("query.multi_attribute_order", "query.key_condition_illegal"),
        PARTS,
        wide({"maker": "{maker}", "model": "{model}", "weight": {">": "{weight}"}, "price": "{price}"}),
        wide({"maker": "{maker}", "model": "{model}", "weight": "{weight}", "price": {">": "{price}"}}),
    ),
    Fault(
        "scores as text in an index",
        ("keys.unpadded_number",),
        BANK,
        {
            "bank/indexes+": gsi(
                "GSI2",
                provisioned={"read": 20, "write": 100},
                reserve=True,
                auto_scaling=BANK["tables"][0]["indexes"][0]["auto_scaling"],
            ),
            "Account:version/range": [0, 5000],
            "Account/overloads+": overload("GSI2", "STATE#{ownerId} | {version}"),
        },
        {
            "bank/indexes+": gsi(
                "GSI2",
                provisioned={"read": 20, "write": 100},
                reserve=True,
                auto_scaling=BANK["tables"][0]["indexes"][0]["auto_scaling"],
            ),
            "Account:version/range": [0, 5000],
            "Account/overloads+": overload("GSI2", "STATE#{ownerId} | {accountId}"),
        },
    ),
    Fault(
        "newest first by a reversed number that is too narrow",
        ("keys.pad_too_small",),
        SHOP,
        {"Line:line/range": [1, 5000], "Line@base": "ORDER#{orderId} | LINE#{line:reverse(3)}"},
        {"Line:line/range": [1, 5000], "Line@base": "ORDER#{orderId} | LINE#{line:reverse(4)}"},
    ),
    Fault(
        "order lines and order notes begin alike",
        ("query.prefix_catches_entity",),
        SHOP,
        {
            "shop/entities+": entity(
                "Remark",
                "orderId remarkId",
                "orderId id; remarkId ulid; Type Remark=1; body text",
                {"base": "ORDER#{orderId} | LINENOTE#{remarkId}"},
            ),
            "S6/key.SK": {"begins_with": "LINE"},
        },
        {
            "shop/entities+": entity(
                "Remark",
                "orderId remarkId",
                "orderId id; remarkId ulid; Type Remark=1; body text",
                {"base": "ORDER#{orderId} | LINENOTE#{remarkId}"},
            )
        },
    ),
    Fault(
        "part 3 of a scan of how many",
        ("ap.fields_do_not_fit",),
        FLEET,
        {
            "/access_patterns+": call(
                "X1", "Export", "Scan", "Trip", segment=3, purpose="job", rate=(0.001, 0.001), returns=60000
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Export",
                "Scan",
                "Trip",
                segment=3,
                total_segments=8,
                purpose="job",
                rate=(0.001, 0.001),
                returns=60000,
            )
        },
    ),
    Fault(
        "a film's shows for a country whose key begins with the house",
        ("query.other_attribute", "pattern.unserved", "query.skips_sk_segment"),
        CINEMA,
        {
            "/access_patterns+": call(
                "X1",
                "Shows of a film in a house",
                "Query",
                "Show",
                {"GSI1PK": "HOUSE#{film}"},
                index="GSI1",
                limit=9,
                rate=(1, 5),
                returns=9,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Shows of a house",
                "Query",
                "Show",
                {"GSI1PK": "HOUSE#{house}"},
                index="GSI1",
                limit=9,
                rate=(1, 5),
                returns=9,
            )
        },
    ),
    Fault(
        "a task by its id, though companies and projects are in its key",
        ("query.by_id_needs_more",),
        BOARD,
        {
            "/access_patterns+": call(
                "X1",
                "A task by id",
                "GetItem",
                "Task",
                {"PK": "COMPANY#{companyId}#PROJECT#{projectId}", "SK": "TASK#{taskId}"},
                intent={"given": ["taskId"]},
                rate=(1, 5),
                returns=1,
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "A task of a project",
                "GetItem",
                "Task",
                {"PK": "COMPANY#{companyId}#PROJECT#{projectId}", "SK": "TASK#{taskId}"},
                intent={"given": ["companyId", "projectId", "taskId"]},
                rate=(1, 5),
                returns=1,
            )
        },
    ),
    Fault(
        "the room of a session is looked up by what expired",
        ("ttl.read_without_filter",),
        CHAT,
        {
            "Session@base": "USER#{userId} | SESSION#{sessionId}",
            "C8": call(
                "C8",
                "Sessions of a user",
                "Query",
                "Session",
                {"PK": "USER#{userId}", "SK": {"begins_with": "SESSION#"}},
                limit=20,
                rate=(5, 20),
                returns=2,
            ),
        },
        {
            "Session@base": "USER#{userId} | SESSION#{sessionId}",
            "C8": call(
                "C8",
                "Sessions of a user",
                "Query",
                "Session",
                {"PK": "USER#{userId}", "SK": {"begins_with": "SESSION#"}},
                filter="expiresAt > :now",
                values={":now": 1780000000},
                rate=(5, 20),
                returns=2,
            ),
        },
    ),
    Fault(
        "the third page of trips by number",
        ("pattern.search_like",),
        FLEET,
        {"F5/parameters": {"vehicleId": "v-1", "page": "3"}, "Trip/per_parent": {"average": 400, "max": 90000}},
        {"F5/parameters": {"vehicleId": "v-1"}, "Trip/per_parent": {"average": 400, "max": 90000}},
    ),
    Fault(
        "vehicles in use with a filter that keeps a tenth",
        ("query.filter_discards",),
        FLEET,
        {
            "F5/filter": "#s = :r",
            "F5/names": {"#s": "state"},
            "F5/values": {":r": {"S": "RUNNING"}},
            "F5/limit": GONE,
            "Trip/per_parent": {"average": 15, "max": 900},
        },
        {"F5/filter": "#s = :r", "F5/names": {"#s": "state"}, "F5/values": {":r": {"S": "DONE"}}, "F5/limit": GONE},
    ),
)
