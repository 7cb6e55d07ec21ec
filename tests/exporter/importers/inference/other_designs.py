"""Tables in styles that no shipped example has, to see what inference makes of keys that it was not written for.

Marks: ``USER_1``, ``org:1:proj:2``, ``/org/acme``, ``Invoice-9``, ``user.1``, ``p-ada``, ``TENANT|1``, ``HOTEL::1``,
ElectroDB's and OneTable's keys, nothing but identifiers, tenants first, one to five GSIs, adjacency lists, shards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading


@cache
def other_designs() -> Mapping[str, Design]:
    """The designs by name, each with one table."""
    listed = json.loads(Path(__file__).with_name("other_designs.json").read_text("utf-8"))
    return {raw["name"]: _design(raw) for raw in listed}


def _design(raw: Mapping[str, Any]) -> Design:
    table = {
        "name": raw["name"],
        **dict(zip(("partition_key", "sort_key"), map(_key, raw["key"]), strict=False)),
        "indexes": [
            {"name": name, "kind": "GSI", "partition_key": _key(partition), "sort_key": _key(sort)}
            for name, partition, sort in raw["indexes"]
        ],
        "entities": [_entity(kind) for kind in raw["kinds"]],
    }
    return reading.from_document({"keysheet": 1, "name": raw["name"], "tables": [table]})


def _key(name: str) -> list[dict[str, str]]:
    return [{"name": name, "type": "S"}]


def _entity(raw: Mapping[str, Any]) -> dict[str, Any]:
    types = [_type(value) for value in raw["rows"][0]]
    return {
        "name": raw["name"],
        "attributes": [{"name": name, "type": kind} for name, kind in zip(raw["attributes"], types, strict=True)],
        "overloads": raw["templates"],
        "items": [{"values": dict(zip(raw["attributes"], _values(row, types), strict=True))} for row in raw["rows"]],
    }


def _values(row: Sequence[Any], types: Sequence[str]) -> list[Any]:
    return [str(value) if kind == "N" else value for value, kind in zip(row, types, strict=True)]


def _type(value: object) -> str:
    return "BOOL" if isinstance(value, bool) else "N" if isinstance(value, int) else "S"
