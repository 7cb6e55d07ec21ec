"""A design that code finds awkward: names that functions use, two members of one name, patterns half said."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

HIDING = (
    "client", "text", "keys", "after", "found", "next", "tableNames", "needed", "batchGet", "table", "request",
    "changes", "date", "keys2", "writes", "calls", "cast", "Decimal", "values", "self", "db",
)  # fmt: skip
"""Names that the bodies of generated functions use, as parameters of the design."""

_KEY = {"PK": "E#{id}", "SK": "X"}


def _hiding(number: int, name: str) -> list[dict[str, Any]]:
    shared = {"table": "things", "entities": ["Thing"]}
    return [
        {"code": f"G{number}", "name": f"get {number}", "operation": "GetItem", **shared,
         "key": {"PK": f"E#{{{name}}}", "SK": "X"}, "parameters": {name: "1"}},
        {"code": f"Q{number}", "name": f"query {number}", "operation": "Query", "index": "byState", **shared,
         "key": {"GPK": f"S#{{{name}:date}}"}, "filter": f"note <> :{name}", "parameters": {name: "2026-01-01"}},
        {"code": f"U{number}", "name": f"update {number}", "operation": "UpdateItem", **shared, "key": _KEY,
         "set": {"state": f":{name}"}, "parameters": {"id": "1", name: "B"}},
    ]  # fmt: skip


AWKWARD: dict[str, Any] = {
    "keysheet": 1,
    "name": "Awkward",
    "tables": [
        {
            "name": "things",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [{"name": "byState", "kind": "GSI", "partition_key": key("GPK"), "sort_key": key("GSK"),
                         "projection": {"type": "ALL"}}],
            "entities": [
                {
                    "name": "Thing",
                    "attributes": [{"name": "id", "type": "S", "format": "id"},
                                   {"name": "state", "type": "S", "values": ["A", "B"]},
                                   {"name": "note", "type": "S", "optional": 0.5},
                                   {"name": "toString", "type": "S", "optional": 0.5},
                                   {"name": "a-b", "type": "S", "optional": 0.5}],
                    "overloads": [{"index": None, "keys": _KEY},
                                  {"index": "byState", "when": "state = 'A'",
                                   "keys": {"GPK": "S#{state}", "GSK": "{note}#{id}"}}],
                    "items": [{"id": "1", "state": "A", "note": "q"}, {"id": "2", "state": "B", "note": "r"}],
                },
                {"name": "Nothing", "overloads": [{"index": None, "keys": {"PK": "N", "SK": "N"}}]},
            ],
        },
        {
            "name": "sparse",
            "partition_key": key("id"),
            "indexes": [{"name": "byTenant", "kind": "GSI", "partition_key": key("tenant"),
                         "sort_key": key("kind"), "projection": {"type": "ALL"}}],
            "entities": [
                {
                    "name": "Note",
                    "attributes": [{"name": "id", "type": "S", "format": "id"}, {"name": "kind", "type": "S"},
                                   {"name": "tenant", "type": "S", "format": "id"}],
                    "overloads": [{"index": None, "keys": {"id": "{id}"}},
                                  {"index": "byTenant", "when": "kind = 'a' AND attribute_exists(id)",
                                   "keys": {"tenant": "{tenant}", "kind": "{kind}"}}],
                    "items": [{"id": "1", "kind": "a", "tenant": "t"}],
                },
            ],
        },
        {"name": "keyless", "entities": [{"name": "Loose", "attributes": [{"name": "x", "type": "S"}]}]},
    ],
    "access_patterns": [
        *(one for number, name in enumerate(HIDING) for one in _hiding(number, name)),
        {"code": "N1", "name": "Named filter", "table": "things", "operation": "Query", "entities": ["Thing"],
         "key": {"PK": "E#{id}"}, "filter": "#n = :n", "names": {"#n": "a-b"}, "parameters": {"id": "1", "n": "x"}},
        {"code": "N2", "name": "Nameless filter", "table": "things", "operation": "Query", "entities": ["Thing"],
         "key": {"PK": "E#{id}"}, "filter": "#n = :n", "parameters": {"id": "1", "n": "x"}},
        {"code": "T1", "name": "Two moves", "table": "things", "operation": "TransactWriteItems", "steps": [
            {"operation": "UpdateItem", "entities": ["Thing"], "key": _KEY, "set": {"state": "B"},
             "parameters": {"id": "1"}},
            {"operation": "UpdateItem", "entities": ["Thing"], "key": _KEY, "set": {"state": ":state"},
             "parameters": {"id": "2", "state": "A"}}]},
        {"code": "T2", "name": "Two to read", "table": "things", "operation": "BatchGetItem", "steps": [
            {"operation": "GetItem", "key": _KEY, "parameters": {"id": "1"}},
            {"operation": "GetItem", "key": _KEY, "parameters": {"id": "2"}}]},
        {"code": "T3", "name": "Two puts", "table": "things", "operation": "BatchWriteItem", "steps": [
            {"operation": "PutItem", "entities": ["Thing"], "parameters": {"id": "3", "state": "A"}},
            {"operation": "DeleteItem", "entities": ["Thing"], "key": _KEY, "parameters": {"id": "2"}}]},
        {"code": "S1", "name": "Leave the index", "table": "sparse", "operation": "UpdateItem", "entities": ["Note"],
         "key": {"id": "{id}"}, "set": {"kind": ":kind"}, "parameters": {"id": "1", "kind": "b"}},
        {"code": "S2", "name": "Forget a key", "table": "things", "operation": "UpdateItem", "entities": ["Thing"],
         "key": _KEY, "remove": ["GPK"], "parameters": {"id": "1"}},
        {"code": "E1", "name": "Empty", "table": "things", "operation": "TransactWriteItems"},
        {"code": "E2", "name": "Nested", "table": "things", "operation": "TransactWriteItems", "steps": [
            {"operation": "TransactWriteItems", "steps": []}]},
        {"code": "E3", "name": "No key", "table": "keyless", "operation": "Query", "entities": ["Loose"]},
        {"code": "E4", "name": "Too great", "table": "things", "operation": "GetItem", "key": _KEY,
         "parameters": {"id": {"N": "1e400"}}},
    ],
}  # fmt: skip


def awkward() -> Design:
    """Everything that code finds awkward."""
    return reading.from_document(AWKWARD)
