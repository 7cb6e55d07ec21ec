"""A design of a size that teams have: made, not typed, and the same every time."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading

STATES = {"OPEN": 0.05, "ACTIVE": 0.25, "DONE": 0.7}


def big_document(entities: int = 100, patterns: int = 300, items: int = 1000) -> dict[str, Any]:
    """Own JSON of one overloaded table with three GSIs: `entities` item types, each with its own prefix."""
    per_entity = max(1, items // entities)
    return {
        "keysheet": 1,
        "name": f"{entities} entities, {patterns} patterns, {items} items",
        "tables": [
            {
                "name": "big-main",
                "partition_key": [{"name": "PK"}],
                "sort_key": [{"name": "SK"}],
                "indexes": [_index(f"GSI{number}") for number in (1, 2, 3)],
                "settings": {"billing": "PAY_PER_REQUEST", "point_in_time_recovery": True},
                "entities": [_entity(number, per_entity) for number in range(entities)],
            }
        ],
        "access_patterns": [_pattern(number, number % entities) for number in range(patterns)],
    }


def big_design(**sizes: int) -> Design:
    """The same as a design."""
    return reading.from_document(big_document(**sizes))


def _index(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "GSI",
        "partition_key": [{"name": f"{name}PK"}],
        "sort_key": [{"name": f"{name}SK"}],
        "projection": {"type": "ALL"} if name != "GSI3" else {"type": "KEYS_ONLY"},
    }


def _entity(number: int, items: int) -> dict[str, Any]:
    name = f"Kind{number:03d}"
    prefix = name.upper()
    return {
        "name": name,
        "count": 100_000,
        "identity": ["id"],
        "attributes": [
            {"name": "id", "format": "ulid"},
            {"name": "owner", "format": "id"},
            {"name": "at", "format": "iso"},
            {"name": "status", "format": "enum", "values": STATES},
            {"name": "title", "format": "text", "size": {"average": 40, "max": 200}},
            {"name": "amount", "type": "N", "format": "money"},
        ],
        "overloads": [
            {"index": None, "keys": {"PK": f"OWNER#{{owner}}#{prefix}", "SK": f"{prefix}#{{at:date}}#{{id}}"}},
            {"index": "GSI1", "keys": {"GSI1PK": f"{prefix}#{{id}}", "GSI1SK": "{at}"}},
            {"index": "GSI2", "keys": {"GSI2PK": f"{prefix}#STATUS#{{status}}", "GSI2SK": "{at}#{id}"}},
            {"index": "GSI3", "when": "status = 'OPEN'", "keys": {"GSI3PK": f"{prefix}#OPEN", "GSI3SK": "{at}#{id}"}},
        ],
        "items": [
            {
                "id": f"01JZ{number:03d}{item:019d}"[:26],
                "owner": f"o{item % 7}",
                "at": f"2026-{1 + item % 12:02d}-{1 + item % 28:02d}T08:00:00.000Z",
                "status": list(STATES)[item % 3],
                "title": f"{name} number {item}",
                "amount": f"{item}.50",
            }
            for item in range(items)
        ],
    }


def _pattern(number: int, entity: int) -> dict[str, Any]:
    name = f"Kind{entity:03d}"
    prefix = name.upper()
    common = {
        "code": f"P{number:03d}",
        "table": "big-main",
        "entities": [name],
        "per_second": {"average": 5, "peak": 20},
    }
    base = {"PK": f"OWNER#{{owner}}#{prefix}"}
    match number // 100 % 3:
        case 0:
            return common | {
                "name": f"{name} of an owner, newest first",
                "operation": "Query",
                "key": base | {"SK": {"begins_with": f"{prefix}#"}},
                "descending": True,
                "limit": 20,
                "parameters": {"owner": "o1"},
                "items_returned": 20,
            }
        case 1:
            return common | {
                "name": f"Open {name}",
                "operation": "Query",
                "index": "GSI3",
                "key": {"GSI3PK": f"{prefix}#OPEN"},
                "parameters": {},
                "items_returned": 50,
            }
        case _:
            return common | {
                "name": f"Finish a {name}",
                "operation": "UpdateItem",
                "key": base | {"SK": f"{prefix}#{{at:date}}#{{id}}"},
                "set": {"status": "DONE"},
                "if": "status <> 'DONE'",
                "parameters": {"owner": "o0", "at": "2026-01-01T08:00:00.000Z", "id": f"01JZ{entity:03d}{0:019d}"[:26]},
            }
