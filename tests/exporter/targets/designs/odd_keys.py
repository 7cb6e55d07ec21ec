"""Keys and names that a library lacks: a table with a binary key, and attributes in a script of their own."""

from __future__ import annotations

import copy
from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

_SEAT: dict[str, Any] = {
    "name": "Seat",
    "attributes": [
        {"name": "show", "type": "S", "format": "id"},
        {"name": "place", "type": "N", "format": "integer"},
        {"name": "状態", "type": "S", "values": ["HELD", "SOLD"]},
        {"name": "holder", "type": "S", "format": "id", "optional": 0.5},
        {"name": "at", "type": "S", "format": "iso"},
        {"name": "views", "type": "N", "format": "integer", "optional": 0.5},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "SHOW#{show}", "SK": "SEAT#{place:pad(3)}"}},
        {"index": "byHolder", "keys": {"GSI1PK": "HOLDER#{holder}", "GSI1SK": "{at}#{show}"}},
        {"index": "byPlace", "keys": {"GSI2PK": "PLACE#{place:pad(3)}", "GSI2SK": "{show}"}},
    ],
    "items": [
        {"show": "s1", "place": "7", "状態": "HELD", "holder": "ann", "at": "2026-11-20T10:00:00Z"},
        {"show": "s1", "place": "8", "状態": "SOLD", "at": "2026-11-20T10:00:01Z"},
    ],
}
_METER: dict[str, Any] = {
    "name": "Meter",
    "attributes": [{"name": "serial", "type": "B"}, {"name": "owner", "type": "S"}],
    "overloads": [{"index": None, "keys": {"serial": "{serial}"}}],
    "items": [{"serial": {"B": "AQID"}, "owner": "o1"}],
}
_KEY = {"PK": "SHOW#{show}", "SK": "SEAT#{place:pad(3)}"}

ODD_KEYS: dict[str, Any] = {
    "keysheet": 1,
    "name": "Odd keys",
    "tables": [
        {
            "name": "seats",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [
                {"name": "byHolder", "kind": "GSI", "partition_key": key("GSI1PK"), "sort_key": key("GSI1SK"),
                 "projection": {"type": "ALL"}},
                {"name": "byPlace", "kind": "GSI", "partition_key": key("GSI2PK"), "sort_key": key("GSI2SK"),
                 "projection": {"type": "ALL"}},
            ],
            "entities": [_SEAT],
        },
        {"name": "meters", "partition_key": key("serial", kind="B"), "entities": [_METER]},
    ],
    "access_patterns": [
        {"code": "1", "name": "Sell a seat", "table": "seats", "operation": "UpdateItem", "entities": ["Seat"],
         "key": _KEY, "set": {"状態": "SOLD"}, "if": "状態 = 'HELD'", "parameters": {"show": "s1", "place": "7"}},
        {"code": "2", "name": "State of a seat", "table": "seats", "operation": "GetItem", "entities": ["Seat"],
         "key": _KEY, "projection": ["状態"], "parameters": {"show": "s1", "place": "7"}},
        {"code": "3", "name": "Seats of a holder", "table": "seats", "operation": "Query", "index": "byHolder",
         "entities": ["Seat"], "key": {"GSI1PK": "HOLDER#{holder}"}, "parameters": {"holder": "ann"}},
        {"code": "4", "name": "A meter", "table": "meters", "operation": "GetItem", "entities": ["Meter"],
         "key": {"serial": "{serial}"}, "parameters": {"serial": {"B": "AQID"}}},
        {"code": "5", "name": "Install a meter", "table": "meters", "operation": "PutItem", "entities": ["Meter"],
         "parameters": {"serial": {"B": "AQIE"}, "owner": "o2"}},
        {"code": "6", "name": "Some meters", "table": "meters", "operation": "BatchGetItem", "steps": [
            {"operation": "GetItem", "entities": ["Meter"], "key": {"serial": "{serial}"},
             "parameters": {"serial": {"B": "AQIE"}}}]},
    ],
}  # fmt: skip


_UPSERTS: list[dict[str, Any]] = [
    {"code": "7", "name": "Count a view", "add": {"views": ":one"},
     "parameters": {"show": "s1", "place": "9", "one": "1"}},
    {"code": "8", "name": "Hold a seat", "set": {"holder": ":who", "at": ":now", "状態": "HELD"},
     "parameters": {"show": "s1", "place": "10", "who": "bob", "now": "2026-11-21T10:00:00Z"}},
    {"code": "9", "name": "Open a seat", "set": {"at": ":now"},
     "parameters": {"show": "s1", "place": "11", "now": "2026-11-22T10:00:00Z"}},
    {"code": "10", "name": "Open a new seat", "add": {"views": ":one"}, "if": "attribute_not_exists(PK)",
     "parameters": {"show": "s1", "place": "12", "one": "1"}},
    {"code": "11", "name": "Name who sits there", "set": {"holder": ":who"},
     "parameters": {"show": "s1", "place": "8", "who": "cy"}},
    {"code": "12", "name": "Release a seat", "remove": ["holder"], "parameters": {"show": "s1", "place": "7"}},
]  # fmt: skip
_BY_TIME: dict[str, Any] = {
    "name": "byTime", "kind": "GSI", "partition_key": key("GSI3PK"), "sort_key": key("GSI3SK"),
    "projection": {"type": "ALL"},
}  # fmt: skip


def odd_keys() -> Design:
    """Seats with a name in CJK, in a condition and a projection; meters whose key is binary."""
    return reading.from_document(ODD_KEYS)


def counted() -> Design:
    """The same, with updates that make their items: their key, or what they write, tells the keys of indexes."""
    raw = copy.deepcopy(ODD_KEYS)
    seats = raw["tables"][0]
    seats["indexes"].append(_BY_TIME)
    seats["entities"][0]["overloads"].append({"index": "byTime", "keys": {"GSI3PK": "AT#{at}", "GSI3SK": "{show}"}})
    about = {"table": "seats", "operation": "UpdateItem", "entities": ["Seat"], "key": _KEY}
    raw["access_patterns"] += [{**about, **one} for one in _UPSERTS]
    return reading.from_document(raw)
