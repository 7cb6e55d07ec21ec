"""Models of libraries: OneTable, ElectroDB, and the files of awslabs' DynamoDB server."""

from __future__ import annotations

import json
from typing import Any

from exporter.importers import Imported, import_text


def read(data: Any, name: str = "model.json") -> Imported:
    return import_text(json.dumps(data).encode(), name)


def keys_of(imported: Imported, entity: str) -> list[tuple[str | None, dict[str, str]]]:
    found = next(one for _, one in imported.design.entities() if one.name == entity)
    return [(one.index, dict(one.keys)) for one in found.overloads]


def types_of(imported: Imported, entity: str) -> dict[str, tuple[str, str]]:
    found = next(one for _, one in imported.design.entities() if one.name == entity)
    return {one.name: (str(one.type), one.format) for one in found.attributes}


ONETABLE = {
    "version": "0.1.0",
    "format": "onetable:1.1.0",
    "indexes": {
        "primary": {"hash": "pk", "sort": "sk"},
        "gs1": {"hash": "gs1pk", "sort": "gs1sk", "project": "keys", "name": "GSI1"},
        "ls1": {"type": "local", "sort": "at", "project": ["email"]},
    },
    "params": {"typeField": "_type", "isoDates": True, "timestamps": True, "warn": False},
    "models": {
        "Account": {
            "pk": {"type": "string", "value": "account#${id}"},
            "sk": {"type": "string", "value": "account#"},
            "id": {"type": "string", "generate": "ulid"},
            "plan": {"type": "string", "enum": ["free", "paid"], "default": "free"},
        },
        "User": {
            "pk": {"type": "string", "value": "account#${accountId}"},
            "sk": {"type": "string", "value": "user#${number:6:0}#${email}"},
            "gs1pk": {"type": "string", "value": "user#{x}#${email}"},
            "gs1sk": {"type": "string", "value": "user#"},
            "accountId": {"type": "string", "encode": ["pk", "#", 1]},
            "number": {"type": "number"},
            "email": {"type": "string", "required": True, "unique": True},
            "born": {"type": "date"},
            "expires": {"type": "date", "ttl": True},
            "tags": {"type": "array", "items": {"type": "string"}},
            "at": {"type": "number"},
            "full": {"type": "string", "value": "${first} ${last}"},
        },
    },
}


def test_a_onetable_schema_gives_tables_entities_and_templates():
    imported = read(ONETABLE, "shop.json")
    table = imported.design.tables[0]
    assert imported.importer == "onetable"
    assert (table.name, table.base.key_names, table.settings["ttl_attribute"]) == ("shop", ("pk", "sk"), "expires")
    assert [(one.name, one.kind, one.key_names, one.projection.type) for one in table.indexes] == [
        ("GSI1", "GSI", ("gs1pk", "gs1sk"), "KEYS_ONLY"),
        ("ls1", "LSI", ("pk", "at"), "INCLUDE"),
    ]
    assert [str(one.type) for one in table.indexes[1].sort_key] == ["N"]
    assert keys_of(imported, "Account") == [(None, {"pk": "account#{id}", "sk": "account#"})]
    assert keys_of(imported, "User") == [
        (None, {"pk": "account#{accountId}", "sk": "user#{number:pad(6)}#{email}"}),
        ("GSI1", {"gs1pk": "user#{{x}}#{email}", "gs1sk": "user#"}),
        ("ls1", {"at": "{at}"}),
    ]
    types = types_of(imported, "User")
    assert types["born"] == ("S", "iso")
    assert types["expires"] == ("N", "epoch_seconds")
    assert types["tags"] == ("L", "")
    assert types["_type"] == ("S", "enum")
    assert types["createdAt"] == ("S", "iso")
    assert types_of(imported, "Account")["id"] == ("S", "ulid")
    assert ("dropped", "models.User.full.value") in [(line.level, line.path) for line in imported.report]
    assert ("dropped", "models.Account.plan.default") in [(line.level, line.path) for line in imported.report]


TASK = {
    "model": {"entity": "Task", "version": "1", "service": "taskApp"},
    "attributes": {
        "team": {"type": "string", "required": True},
        "taskId": {"type": "string", "label": "tid"},
        "points": {"type": "number", "field": "pts", "default": 1},
        "status": {"type": ["open", "closed"]},
        "labels": {"type": "set", "items": "string"},
        "extra": {"type": "map", "properties": {}},
    },
    "indexes": {
        "byTask": {"pk": {"field": "pk", "composite": ["taskId"]}, "sk": {"field": "sk", "composite": []}},
        "byTeam": {
            "index": "gsi1pk-gsi1sk-index",
            "collection": ["work", "tasks"],
            "pk": {"field": "gsi1pk", "composite": ["team"], "casing": "none"},
            "sk": {"field": "gsi1sk", "composite": ["status", "points"]},
        },
        "together": {
            "index": "gsi2",
            "collection": "all",
            "type": "clustered",
            "pk": {"field": "gsi2pk", "template": "TEAM#${team}", "composite": ["team"], "casing": "upper"},
            "sk": {"field": "gsi2sk", "composite": ["taskId"]},
        },
    },
}


def test_an_electrodb_model_writes_the_keys_that_electrodb_writes():
    imported = read(TASK, "tasks.json")
    table = imported.design.tables[0]
    assert imported.importer == "electrodb"
    assert table.base.key_names == ("pk", "sk")
    assert [(one.name, one.kind, one.key_names) for one in table.indexes] == [
        ("gsi1pk-gsi1sk-index", "GSI", ("gsi1pk", "gsi1sk")),
        ("gsi2", "GSI", ("gsi2pk", "gsi2sk")),
    ]
    assert keys_of(imported, "Task") == [
        (None, {"pk": "$taskapp#tid_{taskId:lower}", "sk": "$task_1"}),
        (
            "gsi1pk-gsi1sk-index",
            {"gsi1pk": "$taskApp#team_{team}", "gsi1sk": "$work#tasks#task_1#status_{status:lower}#points_{pts:lower}"},
        ),
        ("gsi2", {"gsi2pk": "TEAM#{team:upper}", "gsi2sk": "$all#tid_{taskId:lower}#task_1"}),
    ]
    types = types_of(imported, "Task")
    assert (types["pts"], types["labels"], types["status"]) == (("N", ""), ("SS", ""), ("S", "enum"))
    assert ("mended", "attributes.points.field") in [(line.level, line.path) for line in imported.report]


def test_several_electrodb_models_share_a_table():
    user = {
        **TASK,
        "model": {"entity": "User", "version": "2", "service": "taskApp"},
        "attributes": {"id": {"type": "number"}},
        "indexes": {"one": {"pk": {"field": "pk", "composite": ["id"]}, "sk": {"field": "sk", "composite": []}}},
    }
    for data in ([TASK, user], {"a": TASK, "b": user}, {"entities": {"a": TASK, "b": user}}):
        imported = read(data)
        assert [one.name for _, one in imported.design.entities()] == ["Task", "User"]
        assert keys_of(imported, "User") == [(None, {"pk": "$taskapp#id_{id:lower}", "sk": "$user_2"})]


def test_an_electrodb_model_without_a_sort_key_puts_the_entity_into_the_partition_key():
    model = {
        "model": {"entity": "Lock", "version": "1", "service": "s"},
        "attributes": {"id": {"type": "number"}},
        "indexes": {"one": {"pk": {"field": "id", "composite": ["id"], "template": "${id}"}},
                    "two": {"index": "i", "pk": {"field": "ipk", "composite": ["id"]}}},
    }  # fmt: skip
    imported = read(model)
    assert keys_of(imported, "Lock") == [(None, {"id": "{id}"}), ("i", {"ipk": "$s$lock_1#id_{id:lower}"})]
    assert [str(one.type) for one in imported.design.tables[0].partition_key] == ["N"]
