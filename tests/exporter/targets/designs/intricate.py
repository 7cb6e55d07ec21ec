"""A design whose access patterns need everything that access code can do."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

_TICKET: dict[str, Any] = {
    "name": "Ticket",
    "attributes": [
        {"name": "team", "type": "S", "format": "id"},
        {"name": "ticket-id", "type": "S", "format": "id"},
        {"name": "openedAt", "type": "N", "format": "epoch_seconds"},
        {"name": "state", "type": "S", "values": {"OPEN": 0.5, "DONE": 0.5}},
        {"name": "owner", "type": "S", "format": "id", "optional": 0.5},
        {"name": "votes", "type": "N", "format": "integer"},
        {"name": "labels", "type": "L", "optional": 0.5},
        {"name": "class", "type": "S", "optional": 0.5},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "TEAM#{team}", "SK": "T#{openedAt:month}#{ticket-id}"}},
        {"index": "byState", "when": "state = 'OPEN' AND attribute_exists(owner)",
         "keys": {"GSI1PK": "OWNER#{owner:upper}", "GSI1SK": "{openedAt:iso}#{ticket-id:hash(6)}"}},
        {"index": "byVotes", "keys": {"GSI2PK": "TEAM#{team}", "votes": "{votes}"}},
        {"index": "byRank", "keys": {"GSI3PK": "{team}", "GSI3SK": "{votes:reverse(6)}#{labels:join('+')}"}},
    ],
    "items": [
        {"team": "a", "ticket-id": "t1", "openedAt": "1780302600", "state": "OPEN", "owner": "ada", "votes": "3",
         "labels": {"L": [{"S": "x"}, {"N": "2"}]}},
        {"team": "a", "ticket-id": "t2", "openedAt": "1782302600", "state": "OPEN", "votes": "5", "class": "gold"},
        {"team": "b", "ticket-id": "t3", "openedAt": "1780302601", "state": "DONE", "owner": "bo", "votes": "0",
         "labels": {"L": []}},
    ],
}  # fmt: skip
_COUNT: dict[str, Any] = {
    "name": "Count",
    "attributes": [{"name": "name", "type": "S", "format": "id"}, {"name": "total", "type": "N", "format": "integer"}],
    "overloads": [{"index": None, "keys": {"name": "{name}"}}],
    "items": [{"name": "open", "total": "2"}],
}
_T1 = {"PK": "TEAM#{team}", "SK": "T#{openedAt:month}#{ticket-id}"}
_ONE = {"team": "a", "openedAt": "1780302600", "ticket-id": "t1"}

INTRICATE: dict[str, Any] = {
    "keysheet": 1,
    "name": "json",
    "tables": [
        {
            "name": "tickets",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [
                {"name": "byState", "kind": "GSI", "partition_key": key("GSI1PK"), "sort_key": key("GSI1SK"),
                 "projection": {"type": "ALL"}},
                {"name": "byVotes", "kind": "GSI", "partition_key": key("GSI2PK"),
                 "sort_key": [{"name": "votes", "type": "N"}], "projection": {"type": "KEYS_ONLY"}},
                {"name": "byRank", "kind": "GSI", "partition_key": key("GSI3PK"), "sort_key": key("GSI3SK"),
                 "projection": {"type": "ALL"}},
            ],
            "entities": [_TICKET],
        },
        {"name": "counts", "partition_key": key("name"), "entities": [_COUNT]},
    ],
    "access_patterns": [
        {"code": "1", "name": "Set the state", "table": "tickets", "operation": "UpdateItem", "entities": ["Ticket"],
         "key": _T1, "set": {"state": ":state"}, "if": "attribute_exists(PK)", "parameters": {**_ONE, "state": "DONE"}},
        {"code": "2", "name": "Give to", "table": "tickets", "operation": "UpdateItem", "entities": ["Ticket"],
         "key": _T1, "set": {"owner": ":to", "state": "OPEN"}, "parameters": {**_ONE, "to": "bo"}},
        {"code": "3", "name": "Nobody's", "table": "tickets", "operation": "UpdateItem", "entities": ["Ticket"],
         "key": _T1, "remove": ["owner"], "parameters": _ONE},
        {"code": "4", "name": "Vote", "table": "tickets", "operation": "UpdateItem", "entities": ["Ticket"],
         "key": _T1, "add": {"votes": ":by"}, "parameters": {**_ONE, "by": "4"}},
        {"code": "5", "name": "lambda", "table": "tickets", "operation": "Query", "entities": ["Ticket"],
         "key": {"PK": "TEAM#{team}", "SK": {"between": ["T#{from:month}", "T#{to:month}~"]}},
         "filter": "votes > :least OR contains(labels, 'x')",
         "parameters": {"team": "a", "from": "1780302600", "to": "1783302600", "least": {"N": "4"}}},
        {"code": "6", "name": "Of several teams", "table": "tickets", "operation": "Query", "entities": ["Ticket"],
         "index": "byVotes", "key": {"GSI2PK": "TEAM#{team}", "votes": {">=": "{least}"}}, "descending": True,
         "parameters": {"team": ["a", "b"], "least": {"N": "1"}}},
        {"code": "7", "name": "A ticket and a count", "table": "tickets", "operation": "BatchGetItem", "steps": [
            {"operation": "GetItem", "entities": ["Ticket"], "key": _T1, "parameters": _ONE},
            {"operation": "GetItem", "table": "counts", "key": {"name": "{name}"}, "parameters": {"name": "open"}}]},
        {"code": "8", "name": "Both at once", "table": "tickets", "operation": "TransactGetItems", "steps": [
            {"operation": "GetItem", "key": _T1, "parameters": _ONE, "projection": ["class", "votes", "ticket-id"]},
            {"operation": "GetItem", "table": "counts", "key": {"name": "{name}"}, "parameters": {"name": "none"}}]},
        {"code": "9", "name": "Open one", "table": "tickets", "operation": "TransactWriteItems", "steps": [
            {"operation": "PutItem", "entities": ["Ticket"], "if": "attribute_not_exists(PK)",
             "parameters": {"team": "b", "ticket-id": "t9", "openedAt": "1790000000", "state": "OPEN", "owner": "cy",
                            "votes": "0"}},
            {"operation": "UpdateItem", "table": "counts", "entities": ["Count"], "key": {"name": "{name}"},
             "add": {"total": ":one"}, "parameters": {"name": "open", "one": "1"}},
            {"operation": "ConditionCheck", "table": "counts", "key": {"name": "{name}"},
             "if": "attribute_not_exists(#name)", "names": {"#name": "name"}, "parameters": {"name": "closed"}}]},
        {"code": "10", "name": "Two of a kind", "table": "counts", "operation": "BatchWriteItem", "steps": [
            {"operation": "PutItem", "entities": ["Count"], "parameters": {"name": "x", "total": "1"}},
            {"operation": "PutItem", "entities": ["Count"], "parameters": {"name": "y", "total": "2"}},
            {"operation": "DeleteItem", "key": {"name": "{name}"}, "parameters": {"name": "open"}}]},
        {"code": "11", "name": "Fails", "table": "tickets", "operation": "DeleteItem", "key": _T1,
         "if": "votes > 100", "parameters": _ONE},
        {"code": "12", "name": "Count and look", "table": "counts", "operation": "Steps", "steps": [
            {"operation": "UpdateItem", "entities": ["Count"], "key": {"name": "{name}"}, "add": {"total": ":one"},
             "parameters": {"name": "open", "one": "1"}},
            {"operation": "GetItem", "key": {"name": "{name}"}, "consistent": True, "parameters": {"name": "open"}}]},
        {"code": "13", "name": "Raw", "table": "tickets", "operation": "UpdateItem", "key": _T1,
         "update": "SET #c = :class, votes = votes + :n REMOVE labels[0]", "condition": "#c <> :class",
         "names": {"#c": "class"}, "values": {":n": {"N": "1"}}, "parameters": {**_ONE, "class": "silver"}},
        {"code": "14", "name": "All", "table": "tickets", "operation": "Scan", "index": "byState",
         "filter": "size(owner) > 2"},
        {"code": "15", "name": "Says too little", "table": "tickets", "operation": "Query",
         "key": {"PK": "TEAM#{team}"}},
        {"code": "16", "name": "Nowhere", "table": "tickets", "operation": "Query", "index": "none",
         "key": {"PK": "TEAM#a"}},
        {"code": "17", "name": "Some by key", "table": "counts", "operation": "GetItem", "entities": ["Count"],
         "key": {"name": "{name}"}, "parameters": {"name": ["open", "gone"]}},
        {"code": "18", "name": "No attributes of it", "table": "tickets", "operation": "PutItem",
         "entities": ["Ticket"], "if": "votes < :most OR attribute_not_exists(PK)",
         "parameters": {"team": "b", "ticket-id": "t3", "openedAt": "1780302601", "state": "DONE", "votes": "1",
                        "most": {"N": "7"}}},
    ],
}  # fmt: skip


def intricate() -> Design:
    """Everything that access code can do, in a design named as a module of Python."""
    return reading.from_document(INTRICATE)
