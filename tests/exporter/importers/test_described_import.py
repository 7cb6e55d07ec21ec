"""What `aws dynamodb describe-table` and its siblings print: one, several together, a list; and what is none."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid

ORDERS = {
    "TableName": "orders",
    "TableArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/orders",
    "TableStatus": "ACTIVE",
    "CreationDateTime": "2026-01-01T00:00:00+00:00",
    "ItemCount": 7,
    "TableSizeBytes": 700,
    "AttributeDefinitions": [
        {"AttributeName": "PK", "AttributeType": "S"},
        {"AttributeName": "G", "AttributeType": "N"},
    ],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
    "BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"},
    "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0, "NumberOfDecreasesToday": 0},
    "OnDemandThroughput": {"MaxReadRequestUnits": 100, "MaxWriteRequestUnits": -1},
    "WarmThroughput": {"ReadUnitsPerSecond": 12000, "WriteUnitsPerSecond": 4000, "Status": "ACTIVE"},
    "GlobalSecondaryIndexes": [
        {"IndexName": "byG", "KeySchema": [{"AttributeName": "G", "KeyType": "HASH"}], "IndexStatus": "ACTIVE",
         "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]}, "IndexSizeBytes": 1,
         "ProvisionedThroughput": {"ReadCapacityUnits": 0, "WriteCapacityUnits": 0},
         "WarmThroughput": {"ReadUnitsPerSecond": 20000, "WriteUnitsPerSecond": 4000}},
    ],
    "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
    "SSEDescription": {"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": "arn:aws:kms:eu-west-1:1:key/a"},
    "TableClassSummary": {"TableClass": "STANDARD_INFREQUENT_ACCESS"},
    "DeletionProtectionEnabled": True,
    "Replicas": [{"RegionName": "us-east-1", "ReplicaStatus": "ACTIVE"}],
}  # fmt: skip
SIBLINGS = {
    "TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": "expires"},
    "ContinuousBackupsDescription": {
        "PointInTimeRecoveryDescription": {"PointInTimeRecoveryStatus": "ENABLED", "RecoveryPeriodInDays": 7}
    },
    "Tags": [{"Key": "team", "Value": "x"}],
    "ContributorInsightsStatus": "ENABLED",
    "Policy": json.dumps({"Version": "2012-10-17"}),
    "ScalableTargets": [
        {"ResourceId": "table/orders", "ScalableDimension": "dynamodb:table:ReadCapacityUnits", "MinCapacity": 1,
         "MaxCapacity": 5}
    ],
    "ScalingPolicies": [
        {"ResourceId": "table/orders", "ScalableDimension": "dynamodb:table:ReadCapacityUnits",
         "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 70.0}}
    ],
}  # fmt: skip


def read(value, filename: str = "table.json"):
    return import_text(json.dumps(value, indent=2).encode(), filename)


def test_one_description_is_a_design_of_one_table():
    imported = read({"Table": ORDERS})
    table = imported.design.tables[0]
    assert (imported.importer, imported.design.name, imported.design.region) == (
        "describe-table",
        "orders",
        "eu-west-1",
    )
    assert table.settings == {
        "billing": "PAY_PER_REQUEST",
        "on_demand_maximum": {"read": 100},
        "stream": "NEW_IMAGE",
        "encryption": {"type": "CUSTOMER", "key": "arn:aws:kms:eu-west-1:1:key/a"},
        "table_class": "STANDARD_INFREQUENT_ACCESS",
        "deletion_protection": True,
        "replicas": ["us-east-1"],
    }
    index = table.indexes[0]
    assert (index.name, index.projection.attributes) == ("byG", ("x",))
    assert index.capacity.settings == {"warm_throughput": {"read": 20000, "write": 4000}}
    assert {"ttl_attribute", "point_in_time_recovery", "tags", "auto_scaling"} <= imported.unsaid
    assert [line.path for line in imported.report] == ["Table.SSEDescription"]


def test_what_its_siblings_answer_belongs_to_it():
    units = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}
    table = {**ORDERS, "BillingModeSummary": {"BillingMode": "PROVISIONED"}, "ProvisionedThroughput": units}
    imported = read({"Table": table, **SIBLINGS})
    settings = imported.design.tables[0].settings
    assert settings["ttl_attribute"] == "expires"
    assert (settings["point_in_time_recovery"], settings["recovery_days"]) == (True, 7)
    assert settings["tags"] == {"team": "x"}
    assert settings["contributor_insights"] is True
    assert settings["resource_policy"] == {"Version": "2012-10-17"}
    assert settings["auto_scaling"] == {"read": {"min": 1, "max": 5, "target": 70}}
    assert imported.unsaid == frozenset()


@pytest.mark.parametrize(
    "value", [ORDERS, {"TableDescription": ORDERS}, [{"Table": ORDERS}], {"Tables": [ORDERS]}, [ORDERS]]
)
def test_the_same_in_every_wrapping(value):
    assert read(value).design.tables == read({"Table": ORDERS}).design.tables


def test_several_tables_are_one_design_called_as_their_file():
    other = {**ORDERS, "TableName": "sessions"}
    design = read([{"Table": ORDERS}, {"Table": other}], "prod.json").design
    assert design.name == "prod"
    assert [table.name for table in design.tables] == ["orders", "sessions"]
    assert len({table.id for table in design.tables}) == 2


@pytest.mark.parametrize("wrap", [lambda one: {"Table": one}, lambda one: [one]])
def test_lines_are_those_of_the_file(wrap):
    text = json.dumps(wrap(ORDERS), indent=2)
    imported = import_text(text.encode())
    table = imported.design.tables[0]
    lines = text.split("\n")
    assert '"orders"' in lines[imported.places[f"{table.id}.name"] - 1]
    assert '"byG"' in lines[imported.places[f"{table.indexes[0].id}.name"] - 1]
    assert "StreamSpecification" in lines[imported.places[f"{table.id}.settings.stream"] - 1]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"Table": {}}, "TableName"),
        ({"Table": {"TableName": "x"}}, "KeySchema"),
        ({"TableName": "x", "KeySchema": 5}, "KeySchema"),
        ({"Table": {**ORDERS, "TableName": ["x"]}}, "line 3"),
        ({"Table": {**ORDERS, "TableName": "x" * 300}}, "300 characters"),
        ({"Table": {**ORDERS, "AttributeDefinitions": "x"}}, "AttributeDefinitions"),
        ({"Table": {**ORDERS, "GlobalSecondaryIndexes": [{}] * 201}}, "at most 200"),
        ({"Tables": [5, {}]}, "TableName"),
        ([{"KeySchema": 1, "TableName": []}], "TableName"),
    ],
)
def test_what_describes_nothing_gets_a_sentence_with_its_place(value, words):
    with pytest.raises(DocumentInvalid) as caught:
        read(value)
    assert words in caught.value.message


@pytest.mark.parametrize("text", ["${jndi:ldap://x}", '"; rm -rf /', "<script>", "line\nbreak", "\u202eevil"])
def test_a_name_is_data_whatever_it_looks_like(text):
    assert read({"Table": {**ORDERS, "TableName": text}}).design.tables[0].name == text


def test_whose_key_it_is_no_description_says_and_that_is_said():
    raw = {"Table": {name: value for name, value in ORDERS.items() if name != "SSEDescription"}}
    assert not [line for line in read(raw).report if "who owns key" in line.message]
    raw["Table"]["SSEDescription"] = ORDERS["SSEDescription"]
    (said,) = [line for line in read(raw).report if "who owns key" in line.message]
    assert (said.level, bool(said.line)) == ("note", True)


def test_the_input_of_create_table_has_the_mode_and_the_settings_that_it_says():
    """`aws dynamodb create-table --cli-input-json`: no description, so BillingMode stands where the table is."""
    raw = {
        "TableName": "ledger",
        "AttributeDefinitions": [{"AttributeName": "account", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "account", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
        "TableClass": "STANDARD_INFREQUENT_ACCESS",
        "Tags": [{"Key": "team", "Value": "x"}],
    }
    (table,) = read(raw).design.tables
    assert table.settings == {
        "billing": "PAY_PER_REQUEST",
        "table_class": "STANDARD_INFREQUENT_ACCESS",
        "tags": {"team": "x"},
    }
