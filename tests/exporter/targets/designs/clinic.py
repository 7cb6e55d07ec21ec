"""A clinic: visits move through states and rooms, with documents, sets, enumerations, and names in several scripts."""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import key

_PATIENT: dict[str, Any] = {
    "name": "Patient",
    "attributes": [
        {"name": "patientId", "type": "S", "format": "id"},
        {"name": "name", "type": "S"},
        {"name": "born", "type": "S", "format": "date"},
        {"name": "insured", "type": "BOOL"},
        {"name": "allergies", "type": "SS", "optional": 0.5},
        {"name": "address", "type": "M", "optional": 0.5},
        {"name": "contacts", "type": "L", "optional": 0.5},
        {"name": "visits", "type": "N", "format": "integer"},
        {"name": "plan", "type": "S", "values": ["basic", "family plan", "3rd-party"]},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "PATIENT#{patientId}", "SK": "PATIENT"}},
        {"index": "GSI1", "keys": {"GSI1PK": "BORN#{born:year}", "GSI1SK": "{born}#{name:lower}"}},
    ],
    "items": [
        {"patientId": "p1", "name": "山田 太郎", "born": "1980-02-29", "insured": {"BOOL": True},
         "allergies": {"SS": ["latex", "nuts"]}, "visits": "1", "plan": "family plan",
         "address": {"M": {"city": {"S": "Kyoto"}, "lines": {"L": [{"S": "1-2"}, {"S": "3"}]},
                           "zip": {"N": "6008216"}}},
         "contacts": {"L": [{"M": {"kind": {"S": "phone"}, "value": {"S": "075"}}}]}},
        {"patientId": "p2", "name": "נועה לוי", "born": "1980-11-05", "insured": {"BOOL": False}, "visits": "0",
         "plan": "3rd-party"},
    ],
}  # fmt: skip
_VISIT: dict[str, Any] = {
    "name": "Visit",
    "attributes": [
        {"name": "patientId", "type": "S", "format": "id"},
        {"name": "visitId", "type": "S", "format": "id"},
        {"name": "doctorId", "type": "S", "format": "id"},
        {"name": "at", "type": "S", "format": "iso"},
        {"name": "status", "type": "S", "values": {"SCHEDULED": 0.5, "IN_ROOM": 0.1, "DONE": 0.4}},
        {"name": "room", "type": "N", "format": "integer", "optional": 0.6},
        {"name": "charges", "type": "L", "optional": 0.5},
        {"name": "total", "type": "N"},
        {"name": "version", "type": "N", "format": "integer"},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "PATIENT#{patientId}", "SK": "VISIT#{visitId}"}},
        {"index": "GSI1", "keys": {"GSI1PK": "DOCTOR#{doctorId}#{at:date}", "GSI1SK": "{at}#{visitId}"}},
        {"index": "Waiting", "when": "status = 'SCHEDULED'",
         "keys": {"GSI2PK": "WAIT#{visitId:shard(3)}", "GSI2SK": "{at}"}},
        {"index": "ByTotal", "keys": {"total": "{total}"}},
    ],
    "items": [
        {"patientId": "p1", "visitId": "v1", "doctorId": "d1", "at": "2026-03-01T09:00:00Z", "status": "SCHEDULED",
         "total": "0", "version": "1"},
        {"patientId": "p1", "visitId": "v2", "doctorId": "d1", "at": "2026-03-01T10:30:00Z", "status": "DONE",
         "room": "7", "total": "120.50", "version": "4",
         "charges": {"L": [{"M": {"code": {"S": "X1"}, "cents": {"N": "12050"}}}]}},
        {"patientId": "p2", "visitId": "v3", "doctorId": "d2", "at": "2026-03-02T08:15:00Z", "status": "IN_ROOM",
         "room": "12", "total": "35", "version": "2"},
    ],
}  # fmt: skip
_DOCTOR: dict[str, Any] = {
    "name": "Doctor",
    "attributes": [
        {"name": "doctorId", "type": "S", "format": "id"},
        {"name": "full name", "type": "S"},
        {"name": "specialties", "type": "SS"},
        {"name": "photo", "type": "B", "optional": 0.5},
    ],
    "overloads": [{"index": None, "keys": {"PK": "DOCTOR#{doctorId}", "SK": "DOCTOR"}}],
    "items": [
        {"doctorId": "d1", "full name": "Ada Okafor", "specialties": {"SS": ["skin"]}, "photo": {"B": "AAEC"}},
        {"doctorId": "d2", "full name": "Bo Lind", "specialties": {"SS": ["ears", "eyes"]}},
    ],
}
_V = {"PK": "PATIENT#{patientId}", "SK": "VISIT#{visitId}"}
_V1 = {"patientId": "p1", "visitId": "v1"}
_V2 = {"patientId": "p1", "visitId": "v2"}

CLINIC: dict[str, Any] = {
    "keysheet": 1,
    "name": "Clinic 診療所",
    "tables": [
        {
            "name": "clinic",
            "partition_key": key("PK"),
            "sort_key": key("SK"),
            "indexes": [
                {"name": "GSI1", "kind": "GSI", "partition_key": key("GSI1PK"), "sort_key": key("GSI1SK"),
                 "projection": {"type": "ALL"}},
                {"name": "Waiting", "kind": "GSI", "partition_key": key("GSI2PK"), "sort_key": key("GSI2SK"),
                 "projection": {"type": "INCLUDE", "attributes": ["patientId", "visitId", "doctorId", "status"]}},
                {"name": "ByTotal", "kind": "LSI", "partition_key": key("PK"), "sort_key": key("total", kind="N"),
                 "projection": {"type": "KEYS_ONLY"}},
            ],
            "entities": [_PATIENT, _VISIT, _DOCTOR],
        }
    ],
    "access_patterns": [
        {"code": "C1", "name": "Register a patient", "table": "clinic", "operation": "PutItem",
         "entities": ["Patient"], "if": "attribute_not_exists(PK)",
         "parameters": {"patientId": "p3", "name": "Łukasz", "born": "1991-12-31", "insured": {"BOOL": True},
                        "visits": "0", "plan": "basic"}},
        {"code": "C2", "name": "A patient", "table": "clinic", "operation": "GetItem", "entities": ["Patient"],
         "key": {"PK": "PATIENT#{patientId}", "SK": "PATIENT"}, "parameters": {"patientId": "p3"}},
        {"code": "C3", "name": "Schedule a visit", "table": "clinic", "operation": "TransactWriteItems", "steps": [
            {"operation": "PutItem", "entities": ["Visit"], "if": "attribute_not_exists(PK)",
             "parameters": {"patientId": "p3", "visitId": "v4", "doctorId": "d1", "at": "2026-03-01T11:00:00Z",
                            "status": "SCHEDULED", "total": "0", "version": "1"}},
            {"operation": "UpdateItem", "entities": ["Patient"],
             "key": {"PK": "PATIENT#{patientId}", "SK": "PATIENT"}, "add": {"visits": ":one"},
             "parameters": {"patientId": "p3", "one": "1"}},
            {"operation": "ConditionCheck", "entities": ["Doctor"], "key": {"PK": "DOCTOR#{doctorId}", "SK": "DOCTOR"},
             "if": "attribute_exists(PK)", "parameters": {"doctorId": "d1"}}]},
        {"code": "C4", "name": "Visits of a patient", "table": "clinic", "operation": "Query", "entities": ["Visit"],
         "key": {"PK": "PATIENT#{patientId}", "SK": {"begins_with": "VISIT#"}}, "descending": True, "limit": 2,
         "parameters": {"patientId": "p3"}},
        {"code": "C5", "name": "A patient with their visits", "table": "clinic", "operation": "Query",
         "entities": ["Patient", "Visit"], "key": {"PK": "PATIENT#{patientId}"}, "parameters": {"patientId": "p1"}},
        {"code": "C6", "name": "A doctor's day", "table": "clinic", "operation": "Query", "entities": ["Visit"],
         "index": "GSI1", "key": {"GSI1PK": "DOCTOR#{doctorId}#{at:date}"},
         "parameters": {"doctorId": "d1", "at": "2026-03-01T00:00:00Z"}},
        {"code": "C7", "name": "Call into a room", "table": "clinic", "operation": "UpdateItem",
         "entities": ["Visit"], "key": _V, "set": {"status": "IN_ROOM", "room": ":room"}, "if": "status = 'SCHEDULED'",
         "parameters": {**_V1, "room": "3"}},
        {"code": "C8", "name": "Who waits", "table": "clinic", "operation": "Query", "entities": ["Visit"],
         "index": "Waiting", "key": {"GSI2PK": "WAIT#{n:shard(3)}"}, "parameters": {"n": "v4"},
         "projection": ["patientId", "doctorId"]},
        {"code": "C9", "name": "Back to the queue", "table": "clinic", "operation": "UpdateItem",
         "entities": ["Visit"], "key": _V, "set": {"status": "SCHEDULED", "at": ":at"}, "remove": ["room"],
         "parameters": {**_V1, "at": "2026-03-05T09:00:00Z"}},
        {"code": "C10", "name": "The day after the move", "table": "clinic", "operation": "Query",
         "entities": ["Visit"], "index": "GSI1", "key": {"GSI1PK": "DOCTOR#{doctorId}#{at:date}",
                                                         "GSI1SK": {">=": "{at}"}},
         "parameters": {"doctorId": "d1", "at": "2026-03-05T08:00:00Z"}},
        {"code": "C11", "name": "Another doctor takes over", "table": "clinic", "operation": "UpdateItem",
         "entities": ["Visit"], "key": _V, "set": {"doctorId": ":doctor", "at": ":at"}, "add": {"version": ":one"},
         "if": "version = :seen",
         "parameters": {**_V2, "doctor": "d2", "at": "2026-03-02T10:00:00Z", "one": "1", "seen": {"N": "4"}}},
        {"code": "C12", "name": "The day of the other doctor", "table": "clinic", "operation": "Query",
         "entities": ["Visit"], "index": "GSI1", "key": {"GSI1PK": "DOCTOR#{doctorId}#{at:date}"},
         "filter": "total > :least", "parameters": {"doctorId": "d2", "at": "2026-03-02T00:00:00Z",
                                                    "least": {"N": "30"}}},
        {"code": "C13", "name": "Add a charge", "table": "clinic", "operation": "UpdateItem", "entities": ["Visit"],
         "key": _V,
         "update": "SET charges = list_append(if_not_exists(charges, :none), :more), #total = #total + :cost",
         "names": {"#total": "total"}, "values": {":none": {"L": []}}, "parameters": {
             **_V1, "more": {"L": [{"M": {"code": {"S": "Y"}, "cents": {"N": "990"}}}]}, "cost": {"N": "9.9"}}},
        {"code": "C14", "name": "Dearest visits", "table": "clinic", "operation": "Query", "entities": ["Visit"],
         "index": "ByTotal", "key": {"PK": "PATIENT#{patientId}", "total": {">": "{least}"}}, "descending": True,
         "parameters": {"patientId": "p1", "least": {"N": "1"}}},
        {"code": "C15", "name": "Move house", "table": "clinic", "operation": "UpdateItem", "entities": ["Patient"],
         "key": {"PK": "PATIENT#{patientId}", "SK": "PATIENT"}, "update": "SET address.city = :city",
         "condition": "attribute_exists(address)",
         "parameters": {"patientId": "p1", "city": {"S": "大阪"}}},
        {"code": "C16", "name": "No longer allergic", "table": "clinic", "operation": "UpdateItem",
         "entities": ["Patient"], "key": {"PK": "PATIENT#{patientId}", "SK": "PATIENT"},
         "update": "DELETE allergies :gone SET insured = :yes",
         "parameters": {"patientId": "p1", "gone": {"SS": ["nuts"]}, "yes": {"BOOL": False}}},
        {"code": "C17", "name": "Import doctors", "table": "clinic", "operation": "BatchWriteItem", "steps": [
            {"operation": "PutItem", "entities": ["Doctor"],
             "parameters": {"doctorId": "d3", "full name": "Cy", "specialties": {"SS": ["bones"]}}},
            {"operation": "PutItem", "entities": ["Doctor"],
             "parameters": {"doctorId": "d4", "full name": "Di", "specialties": {"SS": ["skin"]},
                            "photo": {"B": "/w=="}}},
            {"operation": "DeleteItem", "key": _V, "parameters": {"patientId": "p2", "visitId": "v3"}}]},
        {"code": "C18", "name": "Some doctors", "table": "clinic", "operation": "BatchGetItem", "steps": [
            {"operation": "GetItem", "entities": ["Doctor"], "key": {"PK": "DOCTOR#{doctorId}", "SK": "DOCTOR"},
             "parameters": {"doctorId": ["d3", "d4", "d9"]}}]},
        {"code": "C19", "name": "Born in a year", "table": "clinic", "operation": "Query", "entities": ["Patient"],
         "index": "GSI1", "key": {"GSI1PK": "BORN#{born:year}",
                                  "GSI1SK": {"between": ["{born}", "{until}~"]}},
         "parameters": {"born": "1980-01-01", "until": "1980-12-31"}},
        {"code": "C20", "name": "Rename a patient", "table": "clinic", "operation": "UpdateItem",
         "entities": ["Patient"], "key": {"PK": "PATIENT#{patientId}", "SK": "PATIENT"},
         "set": {"name": ":name", "born": ":born"},
         "parameters": {"patientId": "p2", "name": "Noa", "born": "1981-01-01"}},
        {"code": "C21", "name": "The insured", "table": "clinic", "operation": "Scan", "entities": ["Patient"],
         "filter": "insured = :yes AND begins_with(SK, 'PATIENT')", "parameters": {"yes": {"BOOL": True}}},
        {"code": "C22", "name": "Move a visit", "table": "clinic", "operation": "TransactWriteItems", "steps": [
            {"operation": "DeleteItem", "entities": ["Visit"], "key": _V, "if": "attribute_exists(PK)",
             "parameters": _V1},
            {"operation": "PutItem", "entities": ["Visit"], "parameters": {
                "patientId": "p2", "visitId": "v1", "doctorId": "d1", "at": "2026-03-09T09:00:00Z",
                "status": "SCHEDULED", "total": "0", "version": "2"}}]},
        {"code": "C23", "name": "Visits after the move", "table": "clinic", "operation": "Query",
         "entities": ["Visit"], "key": {"PK": "PATIENT#{patientId}", "SK": {"begins_with": "VISIT#"}},
         "consistent": True, "parameters": {"patientId": "p2"}},
    ],
}  # fmt: skip


def clinic() -> Design:
    """A clinic whose visits change their doctor, their day, and their state."""
    return reading.from_document(CLINIC)
