"""A collection in which one entity has everything that another has: only keys and marks tell them apart."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

_ID = {"name": "orderId", "type": "S", "format": "id"}
_HEAD: dict[str, Any] = {
    "name": "Head", "identity": ["orderId"], "attributes": [_ID],
    "overloads": [{"index": None, "keys": {"PK": "ORDER#{orderId}", "SK": "HEAD"}}],
    "items": [{"orderId": "o1"}],
}  # fmt: skip
_LINE: dict[str, Any] = {
    "name": "Line", "identity": ["orderId", "line"],
    "attributes": [_ID, {"name": "line", "type": "N", "format": "integer"},
                   {"name": "sku", "type": "S", "format": "id"}],
    "overloads": [{"index": None, "keys": {"PK": "ORDER#{orderId}", "SK": "LINE#{line:pad(3)}"}}],
    "items": [{"orderId": "o1", "line": "1", "sku": "a"}, {"orderId": "o1", "line": "2", "sku": "b"}],
}  # fmt: skip


def _leg(name: str, *own: str) -> dict[str, Any]:
    """An entity whose keys have the form of the other's: a text, and three texts."""
    attributes = [{"name": one, "type": "S"} for one in ("origin", "dest", "day", *own)]
    return {
        "name": name, "identity": ["origin", "dest", "day", own[0]], "attributes": attributes,
        "overloads": [{"index": None, "keys": {"PK": "{origin}", "SK": f"{{dest}}#{{day}}#{{{own[0]}}}"}}],
        "items": [{"origin": "SFO", "dest": "JFK", "day": "2026-01-01", **dict.fromkeys(own, name.lower())}],
    }  # fmt: skip


ALIKE: dict[str, Any] = {
    "keysheet": 1,
    "name": "alike",
    "tables": [{"name": "orders", "partition_key": key("PK"), "sort_key": key("SK"), "entities": [_HEAD, _LINE]},
               {"name": "legs", "partition_key": key("PK"), "sort_key": key("SK"),
                "entities": [_leg("Fare", "fareClass"), _leg("Flight", "number", "fareClass")]}],
    "access_patterns": [
        {"code": "A1", "name": "An order with its lines", "table": "orders", "operation": "Query",
         "entities": ["Head", "Line"], "key": {"PK": "ORDER#{orderId}"}, "parameters": {"orderId": "o1"}},
        {"code": "A2", "name": "Several lines", "table": "orders", "operation": "BatchGetItem", "entities": ["Line"],
         "key": {"PK": "ORDER#{orderId}", "SK": "LINE#{line:pad(3)}"},
         "parameters": {"orderId": "o1", "line": ["1", "2"]}},
        {"code": "A3", "name": "Flights and fares of a day", "table": "legs", "operation": "Query",
         "entities": ["Fare", "Flight"], "key": {"PK": "SFO", "SK": {"between": ["JFK#2026-01-01", "JFK#2026-01-02"]}}},
    ],
}  # fmt: skip


def alike() -> Design:
    """The design as the core's value."""
    return reading.from_document(ALIKE)
