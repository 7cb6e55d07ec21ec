"""What a file leaves open is not a fault of the design: units of indexes, unknown conditions, keys of a module."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text
from modeler.core.analysis import findings
from modeler.core.design.model import Design
from modeler.core.findings import Severity

KEY = {"PartitionKey": {"AttributeName": "pk", "AttributeType": "S"}}
SCALING = {
    "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
    "AutoScalingRead": {
        "ScalableTargetRequest": {"MinCapacity": 5, "MaxCapacity": 50},
        "ScalingPolicyConfiguration": {"TargetValue": 70},
    },
}
MODEL = {
    "ModelName": "m",
    "DataModel": [
        {
            "TableName": "app",
            "KeyAttributes": KEY,
            "BillingMode": "PROVISIONED",
            "ProvisionedCapacitySettings": SCALING,
            "GlobalSecondaryIndexes": [
                {
                    "IndexName": name,
                    "KeyAttributes": {"PartitionKey": {"AttributeName": name, "AttributeType": "S"}},
                    "Projection": {"ProjectionType": "ALL"},
                }
                for name in ("g1", "g2")
            ],
        }
    ],
}


def severe(design: Design, rule: str) -> list[str]:
    return [one.message for one in findings(design) if one.rule == rule and one.severity is not Severity.ADVICE]


def test_an_index_without_units_has_those_of_the_table_and_the_report_says_so_once():
    imported = import_text(json.dumps(MODEL).encode(), "m.json")
    assert [(one.capacity.read, one.capacity.write) for one in imported.design.tables[0].indexes] == [(5, 6)] * 2
    assert severe(imported.design, "settings.throughput_shape") == []
    assert severe(imported.design, "capacity.autoscaling") == []
    lines = [line.message for line in imported.report if "units" in line.message]
    assert lines == ["the file has no units for g1, g2; those of app are used"]


def test_a_design_of_ours_without_units_of_an_index_keeps_the_finding():
    document = {
        "keysheet": 1,
        "name": "d",
        "tables": [
            {
                "name": "app",
                "partition_key": [{"name": "pk", "type": "S"}],
                "settings": {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}},
                "indexes": [{"name": "g1", "partition_key": [{"name": "g1", "type": "S"}]}],
            }
        ],
    }
    imported = import_text(json.dumps(document).encode(), "d.json")
    assert severe(imported.design, "settings.throughput_shape") != []


def terraform(lines: str) -> Design:
    text = f"""
variable "mode" {{}}
variable "scaled" {{ type = bool }}
resource "aws_dynamodb_table" "a" {{
  name = "app"
  hash_key = "pk"
  attribute {{
    name = "pk"
    type = "S"
  }}
  {lines}
}}
"""
    return import_text(text.encode(), "main.tf").design


@pytest.mark.parametrize(
    "lines",
    [
        'billing_mode = var.scaled ? "PROVISIONED" : "PAY_PER_REQUEST"\n  read_capacity = var.scaled ? 5 : null\n'
        "  write_capacity = var.scaled ? 5 : null",
        'billing_mode = var.scaled ? "PROVISIONED" : "PAY_PER_REQUEST"\n  read_capacity = !var.scaled ? null : 5\n'
        "  write_capacity = (!(var.scaled)) ? null : 5",
        'billing_mode = var.mode == "provisioned" ? "PROVISIONED" : "PAY_PER_REQUEST"\n'
        '  read_capacity = var.mode == "on-demand" ? null : 5\n  write_capacity = var.mode != "provisioned" ? null : 5',
        'billing_mode = var.mode == "on-demand" ? "PAY_PER_REQUEST" : "PROVISIONED"\n'
        '  read_capacity = var.mode == "provisioned" ? 5 : null',
        'billing_mode = var.scaled && true ? "PROVISIONED" : "PAY_PER_REQUEST"\n'
        "  read_capacity = var.scaled || false ? 5 : null\n  write_capacity = var.scaled ? 5 : null",
    ],
)
def test_an_unknown_condition_goes_the_same_way_everywhere(lines):
    design = terraform(lines)
    assert severe(design, "settings.throughput_shape") == []
    table = design.tables[0]
    assert table.is_provisioned is (table.capacity.read is not None)


def test_units_that_only_a_caller_knows_are_no_fault():
    design = terraform('billing_mode = "PROVISIONED"\n  read_capacity = var.mode\n  write_capacity = var.mode')
    assert severe(design, "settings.throughput_shape") == []


def test_units_that_are_absent_are_one():
    assert severe(terraform('billing_mode = "PROVISIONED"'), "settings.throughput_shape") != []


def test_a_key_that_only_a_caller_knows_is_no_fault_and_an_absent_one_is():
    text = 'variable "key" {{\n  default = null\n}}\nresource "aws_dynamodb_table" "a" {{\n  name = "app"\n{}\n}}\n'
    given = import_text(text.format("  hash_key = var.key").encode(), "main.tf").design
    absent = import_text(text.format("").encode(), "main.tf").design
    assert severe(given, "keys.schema_shape") == []
    assert severe(absent, "keys.schema_shape") != []


def cloudformation(conditions: dict[str, object], mode: str, units: str) -> Design:
    template = {
        "Parameters": {"Mode": {"Type": "String"}},
        "Conditions": conditions,
        "Resources": {
            "T": {
                "Type": "AWS::DynamoDB::Table",
                "Properties": {
                    "TableName": "app",
                    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                    "BillingMode": {"Fn::If": [mode, "PROVISIONED", "PAY_PER_REQUEST"]},
                    "ProvisionedThroughput": {
                        "Fn::If": [
                            units,
                            {"Ref": "AWS::NoValue"},
                            {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
                        ]
                    },
                },
            }
        },
    }
    return import_text(json.dumps(template).encode(), "t.json").design


@pytest.mark.parametrize(
    "other",
    [
        {"Fn::Not": [{"Condition": "Fixed"}]},
        {"Fn::Equals": [{"Ref": "Mode"}, "on-demand"]},
        {"Fn::Not": [{"Fn::Equals": ["provisioned", {"Ref": "Mode"}]}]},
    ],
)
def test_conditions_of_a_template_agree(other):
    equal = {"Fn::Equals": [{"Ref": "Mode"}, "provisioned"]}
    design = cloudformation({"Fixed": equal, "Open": other}, "Fixed", "Open")
    table = design.tables[0]
    assert (table.is_provisioned, table.capacity.read) == (True, 5)
    assert severe(design, "settings.throughput_shape") == []


def test_an_attribute_that_onetable_keeps_unique_has_an_entity():
    model = {
        "pk": {"type": "string", "value": "user#${id}"},
        "sk": {"type": "string", "value": "user#"},
        "id": {"type": "string", "generate": "ulid"},
        "email": {"type": "string", "unique": True},
    }
    schema = {
        "format": "onetable:1.1.0",
        "indexes": {"primary": {"hash": "pk", "sort": "sk"}},
        "models": {"User": model},
    }
    design = import_text(json.dumps(schema).encode(), "s.json").design
    kept = design.tables[0].entity("User email")
    assert kept is not None and kept.constraint_of == "User"
    assert kept.overloads[0].keys == {"pk": "_unique#User#email#{email}", "sk": "_unique#"}
    assert severe(design, "write.unique_not_enforced") == []


ON_DEMAND_TEMPLATE = """Resources:
  Jobs:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: jobs
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      ResourcePolicy: {PolicyDocument: {Statement: [{Effect: Allow, Action: "dynamodb:*", Resource: "*",
        Principal: {AWS: !Sub "arn:aws:iam::${AWS::AccountId}:root"}}]}}
  Target:
    Type: AWS::ApplicationAutoScaling::ScalableTarget
    Properties: {MinCapacity: 5, MaxCapacity: 50, ResourceId: table/jobs, ServiceNamespace: dynamodb,
      ScalableDimension: "dynamodb:table:ReadCapacityUnits"}
"""
ON_DEMAND_FILES = """resource "aws_dynamodb_table" "jobs" {
  name          = "jobs"
  billing_mode  = "PAY_PER_REQUEST"
  hash_key      = "id"
  read_capacity = 5
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_appautoscaling_target" "read" {
  max_capacity       = 50
  min_capacity       = 5
  resource_id        = "table/${aws_dynamodb_table.jobs.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  service_namespace  = "dynamodb"
}
"""


@pytest.mark.parametrize(("text", "name"), [(ON_DEMAND_TEMPLATE, "t.yaml"), (ON_DEMAND_FILES, "main.tf")])
def test_units_and_scaling_of_a_table_on_demand_are_left_out_and_reported(text, name):
    imported = import_text(text.encode(), name)
    settings = imported.design.tables[0].settings
    assert not {"provisioned", "auto_scaling"} & settings.keys()
    told = [(str(line.level), line.message) for line in imported.report]
    assert ("dropped", "jobs is on demand, so there are no units that it could scale; left out") in told
    assert ("dropped", "the table is on demand and has no units; left out") in told or name == "t.yaml"
    assert len(told) == len(set(told))
