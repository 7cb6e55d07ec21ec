"""A farm's devices: numeric sort keys, indexes with several attributes, an index of keys only, sets and bytes."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

_READING: dict[str, Any] = {
    "name": "Reading",
    "attributes": [
        {"name": "tenant", "type": "S", "format": "id"},
        {"name": "device", "type": "S", "format": "id"},
        {"name": "at", "type": "N", "format": "epoch_millis"},
        {"name": "values", "type": "M"},
        {"name": "flags", "type": "NS", "optional": 0.5},
        {"name": "raw", "type": "B", "optional": 0.5},
        {"name": "expires", "type": "N", "format": "epoch_seconds"},
    ],
    "overloads": [{"index": None, "keys": {"series": "{tenant}|{device:lower}", "at": "{at}"}}],
    "items": [
        {"tenant": "t1", "device": "Pump-1", "at": "1772000000000", "values": {"M": {"bar": {"N": "1.25"}}},
         "flags": {"NS": ["1", "4"]}, "raw": {"B": "3q2+7w=="}, "expires": "1775000000"},
        {"tenant": "t1", "device": "Pump-1", "at": "1772000060000", "values": {"M": {}}, "expires": "1775000060"},
        {"tenant": "t2", "device": "Gate-9", "at": "1772000000001", "values": {"M": {"open": {"BOOL": True}}},
         "expires": "1775000000"},
    ],
}  # fmt: skip
_DEVICE: dict[str, Any] = {
    "name": "Device",
    "attributes": [
        {"name": "id", "type": "S", "format": "id"},
        {"name": "type", "type": "S", "values": ["pump", "gate"]},
        {"name": "size", "type": "N"},
        {"name": "owner", "type": "S", "optional": 0.5},
        {"name": "tags", "type": "SS", "optional": 0.5},
        {"name": "config", "type": "M", "optional": 0.5},
        {"name": "state", "type": "S", "values": ["on", "off", "lost"]},
        {"name": "zone", "type": "S"},
        {"name": "rank", "type": "N", "format": "integer"},
    ],
    "overloads": [
        {"index": None, "keys": {"id": "{id}"}},
        {"index": "byOwner", "keys": {"owner": "{owner}", "rank": "{rank}"}},
        {"index": "byState", "keys": {"zone": "{zone}", "state": "{state}", "rank": "{rank}", "id": "{id}"}},
    ],
    "items": [
        {"id": "Pump-1", "type": "pump", "size": "2.5", "owner": "o1", "tags": {"SS": ["north", "old"]}, "rank": "2",
         "config": {"M": {"mode": {"S": "auto"}, "limits": {"L": [{"N": "1"}, {"N": "9"}]}}}, "state": "on",
         "zone": "z1"},
        {"id": "Gate-9", "type": "gate", "size": "0", "state": "off", "zone": "z1", "rank": "10"},
    ],
}  # fmt: skip
_D = {"id": "{id}"}

FARM: dict[str, Any] = {
    "keysheet": 1,
    "name": "farm",
    "tables": [
        {
            "name": "farm.readings",
            "partition_key": key("series"),
            "sort_key": key("at", kind="N"),
            "settings": {"ttl_attribute": "expires"},
            "entities": [_READING],
        },
        {
            "name": "farm.devices",
            "partition_key": key("id"),
            "indexes": [
                {"name": "byOwner", "kind": "GSI", "partition_key": key("owner"), "sort_key": key("rank", kind="N"),
                 "projection": {"type": "KEYS_ONLY"}},
                {"name": "byState", "kind": "GSI", "partition_key": key("zone", "state"),
                 "sort_key": [{"name": "rank", "type": "N"}, {"name": "id", "type": "S"}],
                 "projection": {"type": "ALL"}},
            ],
            "entities": [_DEVICE],
        },
    ],
    "access_patterns": [
        {"code": "F1", "name": "Store a reading", "table": "farm.readings", "operation": "PutItem",
         "entities": ["Reading"], "parameters": {
             "tenant": "t1", "device": "PUMP-1", "at": "1772000120000",
             "values": {"M": {"bar": {"N": "1.5"}, "parts": {"L": [{"N": "1"}, {"NULL": True}]}}},
             "expires": "1775000120"}},
        {"code": "F2", "name": "Newest readings", "table": "farm.readings", "operation": "Query",
         "entities": ["Reading"], "key": {"series": "{tenant}|{device:lower}"}, "descending": True, "limit": 2,
         "parameters": {"tenant": "t1", "device": "pump-1"}},
        {"code": "F3", "name": "Readings between", "table": "farm.readings", "operation": "Query",
         "entities": ["Reading"], "key": {"series": "{tenant}|{device:lower}", "at": {"between": ["{from}", "{to}"]}},
         "parameters": {"tenant": "t1", "device": "Pump-1", "from": {"N": "1772000000000"},
                        "to": {"N": "1772000060000"}}},
        {"code": "F4", "name": "Store several", "table": "farm.readings", "operation": "BatchWriteItem", "steps": [
            {"operation": "PutItem", "entities": ["Reading"], "parameters": {
                "tenant": "t2", "device": "gate-9", "at": "1772000000002", "values": {"M": {}},
                "flags": {"NS": ["7"]}, "expires": "1"}},
            {"operation": "PutItem", "entities": ["Reading"], "parameters": {
                "tenant": "t2", "device": "gate-9", "at": "1772000000003", "values": {"M": {"n": {"N": "1E-5"}}},
                "raw": {"B": "AA=="}, "expires": "2"}}]},
        {"code": "F5", "name": "Of two devices", "table": "farm.readings", "operation": "Query",
         "entities": ["Reading"], "key": {"series": "{tenant}|{device:lower}"},
         "parameters": {"tenant": ["t1", "t2"], "device": ["Pump-1", "Gate-9"]}},
        {"code": "F6", "name": "A device", "table": "farm.devices", "operation": "GetItem", "entities": ["Device"],
         "key": _D, "parameters": {"id": "Pump-1"}},
        {"code": "F7", "name": "Switch", "table": "farm.devices", "operation": "UpdateItem", "entities": ["Device"],
         "key": _D, "set": {"state": ":state", "rank": ":rank"}, "if": "attribute_exists(id)",
         "parameters": {"id": "Gate-9", "state": "on", "rank": "1"}},
        {"code": "F8", "name": "In a state", "table": "farm.devices", "operation": "Query", "entities": ["Device"],
         "index": "byState", "key": {"zone": "{zone}", "state": "{state}"},
         "parameters": {"zone": "z1", "state": "on"}},
        {"code": "F9", "name": "In a state from a rank", "table": "farm.devices", "operation": "Query",
         "entities": ["Device"], "index": "byState",
         "key": {"zone": "{zone}", "state": "{state}", "rank": {">=": "{least}"}},
         "parameters": {"zone": "z1", "state": "on", "least": {"N": "2"}}},
        {"code": "F10", "name": "Of an owner", "table": "farm.devices", "operation": "Query", "entities": ["Device"],
         "index": "byOwner", "key": {"owner": "{owner}"}, "parameters": {"owner": "o1"}},
        {"code": "F11", "name": "Sell", "table": "farm.devices", "operation": "UpdateItem", "entities": ["Device"],
         "key": _D, "set": {"owner": ":owner"}, "parameters": {"id": "Gate-9", "owner": "o2"}},
        {"code": "F12", "name": "Give back", "table": "farm.devices", "operation": "UpdateItem",
         "entities": ["Device"], "key": _D, "remove": ["owner"], "parameters": {"id": "Pump-1"}},
        {"code": "F13", "name": "Tag", "table": "farm.devices", "operation": "UpdateItem", "entities": ["Device"],
         "key": _D, "update": "ADD tags :new SET config.#mode = :mode", "names": {"#mode": "mode"},
         "parameters": {"id": "Pump-1", "new": {"SS": ["wet"]}, "mode": {"S": "manual"}}},
        {"code": "F14", "name": "Both devices", "table": "farm.devices", "operation": "TransactGetItems", "steps": [
            {"operation": "GetItem", "entities": ["Device"], "key": _D, "parameters": {"id": "Pump-1"}},
            {"operation": "GetItem", "entities": ["Device"], "key": _D, "parameters": {"id": "Gate-9"}}]},
        {"code": "F15", "name": "Add a device", "table": "farm.devices", "operation": "PutItem",
         "entities": ["Device"], "if": "attribute_not_exists(id)", "parameters": {
             "id": "Gate-10", "type": "gate", "size": "1", "owner": "o2", "state": "lost", "zone": "z2",
             "rank": "-3"}},
        {"code": "F16", "name": "Of the new owner", "table": "farm.devices", "operation": "Query",
         "entities": ["Device"], "index": "byOwner", "key": {"owner": "{owner}", "rank": {"<": "{most}"}},
         "parameters": {"owner": "o2", "most": {"N": "5"}}},
        {"code": "F17", "name": "Forget", "table": "farm.devices", "operation": "DeleteItem", "entities": ["Device"],
         "key": _D, "if": "#s = :lost", "names": {"#s": "state"}, "parameters": {"id": "Gate-10", "lost": "lost"}},
        {"code": "F18", "name": "All", "table": "farm.devices", "operation": "Scan", "entities": ["Device"],
         "filter": "contains(tags, :tag)", "parameters": {"tag": "wet"}},
    ],
}  # fmt: skip


def farm() -> Design:
    """Devices and what they measure."""
    return reading.from_document(FARM)
