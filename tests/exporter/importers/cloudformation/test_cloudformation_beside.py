"""What a template says around its tables: parameters and conditions to choose, alarms, readers, replicas, policies."""

from __future__ import annotations

import json

import pytest

from exporter.command_line import main
from exporter.importers import Imported, import_text
from modeler.core.errors import DocumentInvalid

KEYS = {
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
}
INDEX = {
    "IndexName": "byPk",
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "ALL"},
}


def read(resources: dict[str, object], given: dict[str, str] | None = None, **more: object) -> Imported:
    return import_text(json.dumps({"Resources": resources, **more}).encode(), "t.json", given)


def said(imported: Imported) -> dict[str, str]:
    return {line.path: line.message for line in imported.report}


def table(**more: object) -> dict[str, object]:
    return {"Type": "AWS::DynamoDB::Table", "Properties": {"TableName": "orders", **KEYS, **more}}


PARAMETERS = {
    "Stage": {"Type": "String", "AllowedValues": ["dev", "prod"], "Description": "Where"},
    "Units": {"Type": "Number", "Default": 5},
    "Unused": {"Type": "String"},
}
CONDITIONS = {
    "IsProd": {"Fn::Equals": [{"Ref": "Stage"}, "prod"]},
    "IsOpen": {"Fn::Equals": [{"Ref": "AWS::AccountId"}, "1"]},
}
CHOSEN = {
    "T": table(
        BillingMode={"Fn::If": ["IsProd", "PROVISIONED", "PAY_PER_REQUEST"]},
        ProvisionedThroughput={
            "Fn::If": [
                "IsProd",
                {"ReadCapacityUnits": {"Ref": "Units"}, "WriteCapacityUnits": 1},
                {"Ref": "AWS::NoValue"},
            ]
        },
        DeletionProtectionEnabled={"Fn::If": ["IsOpen", True, False]},
    )
}


@pytest.mark.parametrize(
    ("given", "units", "protected"),
    [
        ({"Stage": "prod", "Units": "9", "IsOpen": "false"}, {"read": 9, "write": 1}, False),
        ({"Stage": "dev", "IsOpen": "True"}, None, True),
        ({"IsProd": "false"}, None, True),
    ],
)
def test_a_person_chooses_parameters_and_conditions(given, units, protected):
    imported = read(CHOSEN, given, Parameters=PARAMETERS, Conditions=CONDITIONS)
    settings = imported.design.tables[0].settings
    assert (settings.get("provisioned"), settings["deletion_protection"]) == (units, protected)


def test_the_choices_are_listed_with_what_was_read():
    imported = read(CHOSEN, {"Units": "7"}, Parameters=PARAMETERS, Conditions=CONDITIONS)
    found = {one.name: one for one in imported.parameters}
    assert (found["Stage"].choices, found["Stage"].is_known) == (("dev", "prod"), False)
    assert (found["Units"].value, found["Units"].is_given) == ("7", True)
    assert not found["Unused"].is_used
    assert (found["IsOpen"].choices, found["IsOpen"].is_used) == (("true", "false"), True)
    with pytest.raises(DocumentInvalid, match="true or false"):
        read(CHOSEN, {"IsProd": "perhaps"}, Parameters=PARAMETERS, Conditions=CONDITIONS)
    with pytest.raises(DocumentInvalid, match="no parameter 'Nothing'"):
        read(CHOSEN, {"Nothing": "1"}, Parameters=PARAMETERS)
    with pytest.raises(DocumentInvalid, match="its parameters: none"):
        import_text(b"PK,SK,n\na,1,2\n", "x.csv", {"a": "b"})


def test_the_command_line_gives_values(tmp_path, capsys):
    path = tmp_path / "t.json"
    path.write_text(json.dumps({"Resources": CHOSEN, "Parameters": PARAMETERS, "Conditions": CONDITIONS}))
    assert main(["import", str(path), "--parameter", "Stage=prod", "--parameter", "Units=8"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"][0]["settings"]["provisioned"]["read"] == 8


def test_alarms_and_readers_of_a_stream_are_parts_of_the_table():
    imported = read(
        {
            "T": table(
                StreamSpecification={"StreamViewType": "NEW_IMAGE"},
                KinesisStreamSpecification={"StreamArn": {"Fn::GetAtt": ["Changes", "Arn"]}},
            ),
            "Throttled": {
                "Type": "AWS::CloudWatch::Alarm",
                "Properties": {
                    "AlarmName": "orders-throttled",
                    "Namespace": "AWS/DynamoDB",
                    "Dimensions": [{"Name": "TableName", "Value": {"Ref": "T"}}],
                },
            },
            "Cpu": {"Type": "AWS::CloudWatch::Alarm", "Properties": {"Namespace": "AWS/EC2"}},
            "Reader": {
                "Type": "AWS::Lambda::EventSourceMapping",
                "Properties": {"EventSourceArn": {"Fn::GetAtt": "T.StreamArn"}, "FunctionName": {"Ref": "Project"}},
            },
            "Sam": {
                "Type": "AWS::Serverless::Function",
                "Properties": {
                    "Events": {"E": {"Type": "DynamoDB", "Properties": {"Stream": {"Fn::GetAtt": "T.StreamArn"}}}}
                },
            },
        }
    )
    settings = imported.design.tables[0].settings
    assert settings["ops"] == {"existing_alarms": ["orders-throttled"]}
    assert settings["stream_consumers"] == [
        {"name": "Changes", "kind": "kinesis"},
        {"name": "Project", "kind": "lambda"},
        {"name": "Sam", "kind": "lambda"},
    ]
    assert "1 AWS::CloudWatch::Alarm" in said(imported)["Resources"]


def test_what_was_left_out_is_listed_whole():
    others = {f"R{n}": {"Type": f"Custom::Kind{n:02}", "Properties": {}} for n in range(30)}
    line = said(read({"T": table(), **others}))["Resources"]
    assert all(f"Custom::Kind{n:02}" in line for n in range(30))


def test_the_key_of_aws_is_not_a_customers():
    for key in ("alias/aws/dynamodb", "arn:aws:kms:eu-west-1:1:alias/aws/dynamodb"):
        imported = read({"T": table(SSESpecification={"SSEEnabled": True, "KMSMasterKeyId": key})})
        assert imported.design.tables[0].settings["encryption"] == {"type": "AWS_MANAGED"}


def test_settings_that_a_design_has_once_are_said_where_they_differ():
    imported = read(
        {
            "T": {
                **table(
                    GlobalSecondaryIndexes=[{**INDEX, "ContributorInsightsSpecification": {"Enabled": False}}],
                    ContributorInsightsSpecification={"Enabled": True, "Mode": "THROTTLED_KEYS"},
                ),
                "DeletionPolicy": "Delete",
                "UpdateReplacePolicy": "Retain",
            },
            "Target": {
                "Type": "AWS::ApplicationAutoScaling::ScalableTarget",
                "Properties": {
                    "ServiceNamespace": "dynamodb",
                    "ResourceId": {"Fn::Sub": "table/${T}"},
                    "ScalableDimension": "dynamodb:table:ReadCapacityUnits",
                    "MinCapacity": 1,
                    "MaxCapacity": 9,
                    "ScheduledActions": [{"ScheduledActionName": "night"}],
                },
            },
            "Policy": {
                "Type": "AWS::ApplicationAutoScaling::ScalingPolicy",
                "Properties": {
                    "ScalingTargetId": {"Ref": "Target"},
                    "TargetTrackingScalingPolicyConfiguration": {"TargetValue": 70, "DisableScaleIn": True},
                },
            },
        }
    )
    found = said(imported)
    assert "off for byPk and on for the table" in found["Resources.T.Properties.ContributorInsightsSpecification"]
    assert "THROTTLED_KEYS" in found["Resources.T.Properties.ContributorInsightsSpecification.Mode"]
    assert found["Resources.T.DeletionPolicy"].startswith("Delete: ")
    assert "Resources.T.UpdateReplacePolicy" not in found
    assert "Resources.Target.Properties.ScheduledActions" in found
    assert "Resources.Policy.Properties.DisableScaleIn" in found


def test_replicas_that_differ_are_said():
    imported = read(
        {
            "G": {
                "Type": "AWS::DynamoDB::GlobalTable",
                "Properties": {
                    "TableName": "orders",
                    **KEYS,
                    "BillingMode": "PAY_PER_REQUEST",
                    "Replicas": [
                        {"Region": "eu-west-1", "TableClass": "STANDARD", "DeletionProtectionEnabled": True},
                        {
                            "Region": "us-east-1",
                            "DeletionProtectionEnabled": True,
                            "Tags": [{"Key": "a", "Value": "b"}],
                        },
                    ],
                },
            }
        }
    )
    found = said(imported)
    assert "us-east-1 differs from eu-west-1" in found["Resources.G.Properties.Replicas[1].Tags"]
    assert "Resources.G.Properties.Replicas[1].TableClass" in found
    assert "Resources.G.Properties.Replicas[1].DeletionProtectionEnabled" not in found


def test_an_index_of_a_replica_that_the_table_lacks_is_said():
    named = [{"IndexName": "byPk"}, {"IndexName": "byOther"}]
    properties = {
        "TableName": "orders", **KEYS, "BillingMode": "PAY_PER_REQUEST", "GlobalSecondaryIndexes": [INDEX],
        "Replicas": [{"Region": "eu-west-1", "GlobalSecondaryIndexes": named}],
    }  # fmt: skip
    found = said(read({"G": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": properties}}))
    assert "Resources.G.Properties.Replicas[0].GlobalSecondaryIndexes[0]" not in found
    assert "no index 'byOther'" in found["Resources.G.Properties.Replicas[0].GlobalSecondaryIndexes[1]"]


def test_a_policy_that_a_condition_chooses_is_left_open_and_said():
    table = {
        "Type": "AWS::DynamoDB::Table", "DeletionPolicy": {"Fn::If": ["IsProd", "Retain", "Delete"]},
        "Properties": {"TableName": "orders", **KEYS, "BillingMode": "PAY_PER_REQUEST"},
    }  # fmt: skip
    assert said(read({"T": table}))["Resources.T.DeletionPolicy"].startswith("known only at deployment: ")


def test_what_is_no_property_of_a_replica_is_said():
    properties = {
        "TableName": "orders", **KEYS, "BillingMode": "PAY_PER_REQUEST",
        "Replicas": [{"Region": "eu-west-1", "PointInTimeRecoveryEnabled": True}],
    }  # fmt: skip
    found = said(read({"G": {"Type": "AWS::DynamoDB::GlobalTable", "Properties": properties}}))
    assert "no property of a replica" in found["Resources.G.Properties.Replicas[0].PointInTimeRecoveryEnabled"]
