"""Models of libraries: OneTable, ElectroDB, and the files of awslabs' DynamoDB server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exporter.importers import Imported, import_text
from modeler.core.analysis import findings


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


TASK: dict[str, Any] = {
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
    assert ("converted", "attributes.points.field") in [(line.level, line.path) for line in imported.report]


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


DATA_MODEL = {
    "tables": [
        {
            "TableName": "Shop",
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK", "GSI1PK")],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [
                {"IndexName": "ByState", "KeySchema": [{"AttributeName": "GSI1PK", "KeyType": "HASH"}],
                 "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["total"]}}
            ],
            "BillingMode": "PAY_PER_REQUEST",
        }
    ],
    "items": {
        "Shop": [
            {"PutRequest": {"Item": {"PK": {"S": f"CUST#c-{n}"}, "SK": {"S": f"ORDER#o-{n}"},
                                     "customer": {"S": f"c-{n}"},
                                     "id": {"S": f"o-{n}"}, "GSI1PK": {"S": "STATE#OPEN"}}}}
            for n in (1, 2)
        ]
        + [7],
        "Other": [],
    },
    "access_patterns": [
        {"pattern": "1", "description": "Orders of a customer", "table": "Shop", "dynamodb_operation": "Query",
         "implementation": "aws dynamodb query --table-name Shop --key-condition-expression '#p = :p AND "
         "begins_with(SK, :s)' --expression-attribute-names '{\"#p\":\"PK\"}' --expression-attribute-values "
         "'{\":p\":{\"S\":\"CUST#c-1\"},\":s\":{\"S\":\"ORDER#\"}}' --no-scan-index-forward --limit 20"},
        {"pattern": "2", "description": "Open orders", "table": "Shop", "index": "ByState",
         "dynamodb_operation": "Query", "implementation": "aws dynamodb query --key-condition-expression 'x"},
        {"pattern": "3", "description": "Search", "reason": "OpenSearch does that"},
    ],
}  # fmt: skip


def test_an_awslabs_data_model_gives_tables_inferred_entities_and_patterns():
    imported = read(DATA_MODEL)
    table = imported.design.tables[0]
    assert imported.importer == "awslabs"
    assert (table.name, table.base.key_names, table.indexes[0].projection.attributes) == (
        "Shop",
        ("PK", "SK"),
        ("total",),
    )
    assert keys_of(imported, "CUST")[0] == (None, {"PK": "CUST#{customer}", "SK": "ORDER#{id}"})
    first, second = imported.design.patterns
    assert [(one.name, one.operator, one.templates) for one in first.key] == [
        ("PK", "=", ("CUST#{customer}",)),
        ("SK", "begins_with", ("ORDER#",)),
    ]
    assert (first.parameters, first.descending, first.limit, first.entities) == (
        {"customer": "c-1"},
        True,
        20,
        ("CUST",),
    )
    assert second.index == "ByState"
    assert {line.path for line in imported.report if line.level == "dropped"} == {
        "items.Shop[2]", "items.Other", "access_patterns[1].implementation", "access_patterns[2]",
    }  # fmt: skip


SCHEMA = {
    "tables": [
        {
            "table_config": {"table_name": "Orgs", "partition_key": "pk", "sort_key": "sk"},
            "gsi_list": [{"name": "ByMail", "partition_key": "mail", "sort_key": "gsk", "projection": "KEYS_ONLY"}],
            "entities": {
                "Member": {
                    "entity_type": "MEMBER",
                    "pk_template": "ORG#{org_id}",
                    "sk_template": "MEMBER#{user_id}",
                    "gsi_mappings": [{"name": "ByMail", "pk_template": "{email}", "sk_template": "{joined}"}],
                    "fields": [
                        {"name": "org_id", "type": "string", "required": True},
                        {"name": "user_id", "type": "uuid", "required": True},
                        {"name": "email", "type": "string"},
                        {"name": "joined", "type": "integer"},
                        {"name": "roles", "type": "array", "item_type": "string"},
                    ],
                    "access_patterns": [
                        {"pattern_id": 1, "name": "members", "description": "Members of an organization",
                         "operation": "Query", "parameters": [{"name": "org_id", "type": "string"}]},
                        {"pattern_id": 2, "name": "one", "operation": "GetItem", "description": "One member",
                         "parameters": [{"name": "org_id", "type": "string"}, {"name": "user_id", "type": "string"}]},
                        {"pattern_id": 3, "name": "recent", "operation": "Query", "index_name": "ByMail",
                         "range_condition": "between", "description": "Recent",
                         "parameters": [{"name": "email"}, {"name": "since"}, {"name": "until"}]},
                        {"pattern_id": 4, "name": "add", "operation": "PutItem", "description": "Add",
                         "parameters": [{"name": "member", "type": "entity", "entity_type": "Member"}]},
                        {"pattern_id": 5, "name": "many", "operation": "BatchGetItem", "description": "Many"},
                    ],
                }
            },
        }
    ]
}  # fmt: skip


def test_an_awslabs_schema_gives_entities_with_their_templates_and_patterns():
    imported = read(SCHEMA, "schema.json")
    assert imported.importer == "awslabs"
    assert keys_of(imported, "Member") == [
        (None, {"pk": "ORG#{org_id}", "sk": "MEMBER#{user_id}"}),
        ("ByMail", {"mail": "{email}", "gsk": "{joined}"}),
    ]
    assert types_of(imported, "Member")["user_id"] == ("S", "uuid4")
    keys = {one.code: {key.name: (key.operator, key.templates) for key in one.key} for one in imported.design.patterns}
    assert keys == {
        "1": {"pk": ("=", ("ORG#{org_id}",))},
        "2": {"pk": ("=", ("ORG#{org_id}",)), "sk": ("=", ("MEMBER#{user_id}",))},
        "3": {"mail": ("=", ("{email}",)), "gsk": ("between", ("{since}", "{until}"))},
        "4": {},
    }
    assert [line.path for line in imported.report if line.level == "dropped"] == [
        "tables[0].entities.Member.access_patterns[4]"
    ]


@pytest.mark.parametrize(
    ("padding", "text", "is_said"),
    [
        ({"length": 5, "char": "0"}, "#points_{points:pad(5)}", False),
        ({"length": 5, "char": "x"}, "#points_{points:lower}", True),
        ({"length": 500, "char": "0"}, "#points_{points:lower}", True),
    ],
)
def test_padding_of_electrodb_is_part_of_the_keys(padding, text, is_said):
    model = {
        "model": {"entity": "task", "version": "1", "service": "app"},
        "attributes": {"id": {"type": "string"}, "points": {"type": "number", "padding": padding}},
        "indexes": {
            "main": {"pk": {"field": "pk", "composite": ["id"]}, "sk": {"field": "sk", "composite": ["points"]}}
        },
    }
    imported = import_text(json.dumps(model).encode(), "task.json")
    assert imported.design.tables[0].entities[0].overloads[0].keys["sk"] == f"$task_1{text}"
    assert any("padding" in line.path for line in imported.report) is is_said


def shares(imported: Imported, entity: str) -> dict[str, float]:
    found = imported.design.tables[0].entity(entity)
    assert found is not None
    return {one.name: one.optional for one in found.attributes}


def test_attributes_are_optional_unless_they_are_required_or_in_a_key():
    model = {**TASK, "attributes": {**TASK["attributes"], "note": {"type": "any"}, "owner": {"type": "string",
             "required": True}}}  # fmt: skip
    imported = read(model, "tasks.json")
    found = shares(imported, "Task")
    assert {name for name, share in found.items() if share < 1} == {"labels", "extra", "note"}
    assert types_of(imported, "Task")["note"] == ("S", "")
    assert any("any type" in line.message for line in imported.report)
    assert any("not required: labels" in line.message and line.level == "guessed" for line in imported.report)
    user = shares(read(ONETABLE, "shop.json"), "User")
    assert user["tags"] < 1 and user["email"] == 1 and user["createdAt"] == 1


def test_a_schema_of_the_repository_generator_has_numeric_keys_and_optional_fields():
    schema = {"tables": [{
        "table_config": {"table_name": "scores", "partition_key": "pk", "sort_key": "sk"},
        "entities": {"Score": {
            "entity_type": "SCORE", "pk_template": "GAME#{game}", "sk_template": "{points}",
            "fields": [{"name": "game", "type": "string", "required": True},
                       {"name": "points", "type": "integer", "required": True},
                       {"name": "note", "type": "string", "required": False}],
            "access_patterns": []}}}]}  # fmt: skip
    imported = read(schema, "schema.json")
    assert [str(one.type) for one in imported.design.tables[0].sort_key] == ["N"]
    assert shares(imported, "Score") == {"game": 1, "points": 1, "note": 0.9}


def test_a_constraint_of_an_optional_attribute_always_has_it():
    schema = {
        "format": "onetable:1.1.0",
        "version": "0.0.1",
        "indexes": {"primary": {"hash": "pk", "sort": "sk"}},
        "models": {
            "User": {
                "pk": {"type": "string", "value": "user#${id}"},
                "sk": {"type": "string", "value": "user#"},
                "id": {"type": "string", "required": True},
                "phone": {"type": "string", "unique": True},
            }
        },
    }
    design = import_text(json.dumps(schema).encode(), "schema.json").design
    assert "User phone" in {entity.name for _, entity in design.entities()}
    assert "keys.missing_in_item" not in {finding.rule for finding in findings(design)}


def test_a_key_of_an_attribute_with_the_same_name_is_its_value():
    model = {
        "model": {"entity": "job", "version": "1", "service": "work"},
        "attributes": {"id": {"type": "string"}, "due": {"type": "number"}, "Team": {"type": "string"}},
        "indexes": {
            "own": {"pk": {"field": "id", "composite": ["id"], "casing": "none"}},
            "byTeam": {
                "index": "gsi", "pk": {"field": "Team", "composite": ["Team"]},
                "sk": {"field": "due", "composite": ["due"]},
            },
        },
    }  # fmt: skip
    imported = import_text(json.dumps(model).encode(), "job.json")
    assert keys_of(imported, "job") == [(None, {"id": "{id}"}), ("gsi", {"Team": "{Team:lower}", "due": "{due}"})]
    assert str(imported.design.tables[0].indexes[0].sort_key[0].type) == "N"


def test_the_key_of_a_table_needs_no_item_that_keeps_it_unique():
    sort = {"type": "string", "value": "user#{name}", "unique": True}
    model = {"pk": {"type": "string", "value": "user#${name}", "unique": True}, "sk": sort, "name": {"type": "string"}}
    imported = read({"format": "onetable:1.1.0", "indexes": ONETABLE["indexes"] | {}, "models": {"User": model}})
    assert [one.name for _, one in imported.design.entities()] == ["User"]
    assert "{name} has no $, so OneTable stores it as it is; kept as text" in [one.message for one in imported.report]
    assert [one.message for one in findings(imported.design) if one.rule == "model.unknown_part"] == []
