"""A small design that is slow to analyze: no two of its keys exclude each other by their first characters."""

from __future__ import annotations

from typing import Any

FORMATS = ("id", "uuid", "slug", "email", "")


def slow_document(entities: int, parts: int = 3, patterns: int = 0) -> dict[str, Any]:
    """Each entity's keys begin with a value. Each of the access patterns is about one entity."""
    made = [_entity(number, parts) for number in range(entities)]
    return {
        "keysheet": 1,
        "name": "Slow to analyze",
        "region": "us-east-1",
        "tables": [
            {
                "name": "app-main",
                "partition_key": [{"name": "PK", "type": "S"}],
                "sort_key": [{"name": "SK", "type": "S"}],
                "entities": made,
            }
        ],
        "access_patterns": [_pattern(number, made[number % entities]) for number in range(patterns)],
    }


def _entity(number: int, parts: int) -> dict[str, Any]:
    attributes = [
        {"name": f"e{number}p{part}", "type": "S", "format": FORMATS[(number + part) % len(FORMATS)]}
        for part in range(parts)
    ]
    template = "#".join(f"{{{one['name']}}}" for one in attributes)
    return {
        "name": f"Entity{number}",
        "count": 1000,
        "identity": [attributes[0]["name"]],
        "attributes": attributes,
        "overloads": [{"index": None, "keys": {"PK": template, "SK": template}}],
    }


def _pattern(number: int, entity: dict[str, Any]) -> dict[str, Any]:
    key = entity["overloads"][0]["keys"]["PK"]
    return {
        "code": f"A{number + 1}",
        "name": f"Read {entity['name']}",
        "table": "app-main",
        "operation": "Query",
        "index": None,
        "entities": [entity["name"]],
        "key": {"PK": key},
        "per_second": {"average": 1, "peak": 1},
    }
