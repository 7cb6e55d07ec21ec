"""A design whose index keys are attributes of the items themselves, some of which many items lack."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

_JOB: dict[str, Any] = {
    "name": "Job",
    "attributes": [
        {"name": "team", "type": "S", "format": "id"},
        {"name": "id", "type": "S", "format": "id"},
        {"name": "owner", "type": "S", "optional": 0.5},
        {"name": "due", "type": "N", "optional": 0.5},
        {"name": "state", "type": "S", "values": ["OPEN", "DONE"]},
        {"name": "flag", "type": "S", "optional": 0.1},
        {"name": "note", "type": "S", "optional": 0.5},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "TEAM#{team}", "SK": "JOB#{id}"}},
        {"index": "byOwner", "keys": {"owner": "{owner}", "due": "{due}"}},
        {"index": "byState", "when": "state = 'OPEN'", "keys": {"state": "{state}", "GSK": "{due:pad(12)}#{id}"}},
        {"index": "byFlag", "when": "attribute_exists(note)", "keys": {"flag": "{flag}"}},
    ],
    "items": [
        {"team": "a", "id": "1", "owner": "ada", "due": "5", "state": "OPEN", "flag": "y", "note": "n"},
        {"team": "a", "id": "2", "due": "7", "state": "OPEN"},
        {"team": "a", "id": "3", "owner": "bo", "state": "DONE", "flag": "y"},
    ],
}
_TEAM: dict[str, Any] = {
    "name": "Team",
    "attributes": [{"name": "team", "type": "S", "format": "id"}, {"name": "title", "type": "S"}],
    "overloads": [{"index": None, "keys": {"PK": "TEAM#{team}", "SK": "TEAM"}},
                  {"index": "byFlag", "keys": {"flag": "TEAM#{team}"}}],
    "items": [{"team": "a", "title": "A"}],
}  # fmt: skip
_SESSION: dict[str, Any] = {
    "name": "Session",
    "attributes": [{"name": "id", "type": "S", "format": "id"}, {"name": "user", "type": "S", "optional": 0.5},
                   {"name": "seen", "type": "N"}],
    "overloads": [{"index": None, "keys": {"id": "{id}"}}, {"index": "byUser", "keys": {"user": "{user}"}}],
    "items": [{"id": "s1", "user": "ada", "seen": "1"}, {"id": "s2", "seen": "2"}],
}  # fmt: skip
_EVENT: dict[str, Any] = {
    "name": "Event",
    "attributes": [{"name": "id", "type": "S", "format": "id"}, {"name": "kind", "type": "S"},
                   {"name": "at", "type": "S", "format": "iso"}, {"name": "payload", "type": "M", "optional": 0.5}],
    "overloads": [{"index": None, "keys": {"id": "{id}"}},
                  {"index": "byKind", "keys": {"kind": "{kind}", "at": "{at}"}}],
    "items": [{"id": "e1", "kind": "k", "at": "2026-01-01T00:00:00Z", "payload": {"M": {"x": {"N": "1"}}}},
              {"id": "e2", "kind": "k", "at": "2026-01-02T00:00:00Z"}],
}  # fmt: skip
_ONE = {"table": "jobs", "operation": "UpdateItem", "entities": ["Job"], "key": {"PK": "TEAM#{team}", "SK": "JOB#{id}"}}
_LIVE = {"table": "plain", "operation": "UpdateItem", "entities": ["Session"], "key": {"id": "{id}"}}
_JOBS = {"table": "jobs", "operation": "Query", "entities": ["Job"]}
_PLAIN = {"table": "plain", "operation": "Query"}

OWN_KEYS: dict[str, Any] = {
    "keysheet": 1,
    "name": "Own keys",
    "tables": [
        {
            "name": "jobs",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [
                {"name": "byOwner", "kind": "GSI", "partition_key": key("owner"), "sort_key": key("due", kind="N"),
                 "projection": {"type": "ALL"}},
                {"name": "byState", "kind": "GSI", "partition_key": key("state"), "sort_key": key("GSK"),
                 "projection": {"type": "ALL"}},
                {"name": "byFlag", "kind": "GSI", "partition_key": key("flag"), "projection": {"type": "KEYS_ONLY"}},
            ],
            "entities": [_JOB, _TEAM],
        },
        {
            "name": "plain",
            "partition_key": key("id"),
            "indexes": [
                {"name": "byUser", "kind": "GSI", "partition_key": key("user"), "projection": {"type": "ALL"}},
                {"name": "byKind", "kind": "GSI", "partition_key": key("kind"), "sort_key": key("at"),
                 "projection": {"type": "ALL"}},
            ],
            "entities": [_SESSION, _EVENT],
        },
    ],
    "access_patterns": [
        {"code": "1", "name": "Of an owner", **_JOBS, "index": "byOwner",
         "key": {"owner": "{owner}", "due": {">=": "{from}"}}, "parameters": {"owner": "ada", "from": "1"}},
        {"code": "2", "name": "Open ones", **_JOBS, "index": "byState",
         "key": {"state": "OPEN", "GSK": {"begins_with": "0"}}},
        {"code": "3", "name": "Of a state", "table": "jobs", "operation": "Query", "index": "byState",
         "key": {"state": "{state}"}, "filter": "due > :due", "parameters": {"state": "OPEN", "due": {"N": "5"}}},
        {"code": "4", "name": "Flagged", **_JOBS, "index": "byFlag", "key": {"flag": "{flag}"},
         "parameters": {"flag": "y"}},
        {"code": "5", "name": "Flagged teams", "table": "jobs", "operation": "Query", "index": "byFlag",
         "key": {"flag": "TEAM#{team}"}, "parameters": {"team": "a"}},
        {"code": "6", "name": "All of a team", "table": "jobs", "operation": "Query", "key": {"PK": "TEAM#{team}"},
         "parameters": {"team": "a"}},
        {"code": "7", "name": "Done", **_ONE, "set": {"state": "DONE"}, "parameters": {"team": "a", "id": "1"}},
        {"code": "8", "name": "Give", **_ONE, "set": {"owner": ":to"},
         "parameters": {"team": "a", "id": "2", "to": "cy"}},
        {"code": "9", "name": "Nobody's", **_ONE, "remove": ["owner", "flag"], "parameters": {"team": "a", "id": "3"}},
        {"code": "10", "name": "Open again", **_ONE, "set": {"state": ":state", "due": ":due"},
         "parameters": {"team": "a", "id": "3", "state": "OPEN", "due": "9"}},
        {"code": "11", "name": "Later", **_ONE, "add": {"due": ":by"}, "if": "attribute_exists(owner)",
         "parameters": {"team": "a", "id": "1", "by": "2"}},
        {"code": "12", "name": "Without a note", **_ONE, "remove": ["note"], "parameters": {"team": "a", "id": "1"}},
        {"code": "13", "name": "Refused", **_ONE, "set": {"owner": ":to"}, "if": "state = 'DONE'",
         "parameters": {"team": "a", "id": "2", "to": "di"}},
        {"code": "14", "name": "One more", "table": "jobs", "operation": "PutItem", "entities": ["Job"],
         "parameters": {"team": "a", "id": "4", "state": "OPEN", "owner": "ada"}},
        {"code": "15", "name": "Of the owner again", **_JOBS, "index": "byOwner", "key": {"owner": "{owner}"},
         "parameters": {"owner": "ada"}},
        {"code": "16", "name": "Of a user", **_PLAIN, "entities": ["Session"], "index": "byUser",
         "key": {"user": "{user}"}, "parameters": {"user": "ada"}},
        {"code": "17", "name": "Of a kind", **_PLAIN, "entities": ["Event"], "index": "byKind",
         "key": {"kind": "{kind}", "at": {"between": ["{from}", "{to}"]}},
         "parameters": {"kind": "k", "from": "2025", "to": "2027"}},
        {"code": "18", "name": "Whatever there is", "table": "plain", "operation": "Scan"},
        {"code": "19", "name": "Any", "table": "plain", "operation": "GetItem", "key": {"id": "{id}"},
         "parameters": {"id": "e1"}},
        {"code": "20", "name": "Log out", **_LIVE, "remove": ["user"], "parameters": {"id": "s1"}},
        {"code": "21", "name": "Log in", **_LIVE, "set": {"user": ":user", "seen": ":now"},
         "parameters": {"id": "s2", "user": "bo", "now": "9"}},
        {"code": "22", "name": "Of the user again", **_PLAIN, "index": "byUser", "key": {"user": "{user}"},
         "parameters": {"user": "bo"}},
        {"code": "23", "name": "By kind", "table": "plain", "operation": "Scan", "index": "byKind"},
    ],
}  # fmt: skip


def own_keys() -> Design:
    """Indexes by attributes that items have or lack, and entities that no key of the table tells apart."""
    return reading.from_document(OWN_KEYS)
