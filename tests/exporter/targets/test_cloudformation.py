"""CloudFormation and SAM: what a template says of a design."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.targets import target
from exporter.targets.cloudformation.sam import sam_template, simplified
from exporter.targets.cloudformation.yaml_target import dumped, template
from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.doors import stacks
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, key, small
from tests.exporter.targets.designs.production import KEY, POLICY, production


def one_table(**settings: object) -> Design:
    table = {"name": "carts", "partition_key": key("id"), "settings": {"billing": "PAY_PER_REQUEST", **settings}}
    return reading.from_document({"keysheet": 1, "name": "One", "region": "eu-west-1", "tables": [table]})


def properties(design: Design, logical: str) -> dict:
    return template(design)["Resources"][logical]["Properties"]


def messages(design: Design, name: str = "cloudformation") -> list[str]:
    return [loss.message for loss in target(name).build(design).report]


@pytest.mark.conformance(cases=1)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["cloudformation", "cloudformation-json", "sam"])
def test_cfn_lint_finds_no_error_in_production(name):
    (file,) = target(name).export(production())
    assert stacks.errors(file.text, "eu-west-1") == []


@pytest.mark.slow
def test_json_is_the_template_of_the_yaml_and_says_in_its_metadata_what_is_not_in_it():
    (file,) = target("cloudformation-json").export(production())
    made = json.loads(file.text)
    said = made.pop("Metadata")["Keysheet"]["NotInThisFile"]
    assert [loss["message"] for loss in said] == messages(production())
    assert made == stacks.parsed(next(target("cloudformation").export(production())).text)


@pytest.mark.slow
@pytest.mark.parametrize("make", [small, everything, production])
def test_what_is_dumped_is_read_again_as_it_was(make):
    assert stacks.parsed(dumped(template(make()))) == template(make())


@pytest.mark.slow
@given(st.one_of(st.sampled_from(EVIL_TEXTS), st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)))
def test_any_name_is_read_again_as_it_was(text):
    made = template(evil(text))
    assert stacks.parsed(dumped(made)) == made


@pytest.mark.slow
def test_a_table_with_replicas_is_a_global_table_whose_replicas_have_their_own_settings():
    made = properties(production(), "Carts")
    assert [replica["Region"] for replica in made["Replicas"]] == ["eu-west-1", "us-east-1", "ap-southeast-2"]
    home, other, _ = made["Replicas"]
    assert home["SSESpecification"] == {"KMSMasterKeyId": KEY}
    assert other["SSESpecification"] == {"KMSMasterKeyId": {"Ref": "CartsKeyInUsEast1"}}
    assert home["ResourcePolicy"] == {"PolicyDocument": POLICY}
    assert "ResourcePolicy" not in other
    assert "a policy belongs to one Region; only eu-west-1 has it" in messages(production())
    assert other["PointInTimeRecoverySpecification"]["RecoveryPeriodInDays"] == 7
    assert made["WriteOnDemandThroughputSettings"] == {"MaxWriteRequestUnits": 500}
    assert other["ReadOnDemandThroughputSettings"] == {"MaxReadRequestUnits": 1000}
    assert other["GlobalSecondaryIndexes"][0]["ReadOnDemandThroughputSettings"] == {"MaxReadRequestUnits": 50}
    assert made["StreamSpecification"] == {"StreamViewType": "NEW_AND_OLD_IMAGES"}
    assert "replication needs a NEW_AND_OLD_IMAGES stream, so the file contains one" in messages(production())


@pytest.mark.slow
def test_write_units_of_a_global_table_are_scaled_even_if_the_design_does_not():
    made = properties(production(), "Ledger")
    scaling = made["WriteProvisionedThroughputSettings"]["WriteCapacityAutoScalingSettings"]
    assert (scaling["MinCapacity"], scaling["MaxCapacity"]) == (4, 4)
    assert "write units of a global table are always scaled; minimum and maximum are both 4" in messages(production())
    assert (made["MultiRegionConsistency"], made["GlobalTableWitnesses"]) == ("STRONG", [{"Region": "eu-west-3"}])
    assert "StreamSpecification" not in made
    resources = template(production())["Resources"]
    assert not [name for name in resources if name.startswith("Ledger") and name != "Ledger"]


def test_insights_are_of_the_table_and_of_each_gsi_but_not_of_an_lsi():
    made = properties(production(), "Orders")
    enabled = {"Enabled": True}
    assert made["ContributorInsightsSpecification"] == enabled
    assert made["GlobalSecondaryIndexes"][0]["ContributorInsightsSpecification"] == enabled
    assert "ContributorInsightsSpecification" not in made["LocalSecondaryIndexes"][0]


@pytest.mark.slow
def test_vector_indexes_and_the_attributes_that_they_search_by():
    made = properties(production(), "Likeness")
    assert [one["AttributeName"] for one in made["AttributeDefinitions"]] == ["id", "tenant", "kind"]
    (index,) = made["VectorIndexes"]
    assert (index["Dimensions"], index["DistanceFunction"]) == (256, "COSINE")
    assert "nearest specifies no projection; written with KEYS_ONLY and the distance function COSINE" in messages(
        production()
    )


def test_what_only_the_operator_knows_is_asked_for():
    asked = template(production())["Parameters"]
    keys = ["CartsKeyInUsEast1", "CartsKeyInApSoutheast2"]
    assert list(asked) == ["OrdersKinesisStreamARN", *keys, "AlarmTopicArn", "AccountAlarms"]
    assert "Parameters" not in template(everything())


def test_alarms_refer_to_their_table_and_tell_the_topic():
    alarm = properties(production(), "OrdersByStatusWriteThrottlesAlarm")
    assert alarm["Dimensions"] == [
        {"Name": "TableName", "Value": {"Ref": "Orders"}},
        {"Name": "GlobalSecondaryIndexName", "Value": "byStatus"},
    ]
    assert alarm["AlarmActions"] == alarm["OKActions"] == [{"Ref": "AlarmTopicArn"}]
    hot = properties(production(), "OrdersWriteHotKeyAlarm")
    assert [one["ReturnData"] for one in hot["Metrics"]] == [True, False, False, False]
    assert "Dimensions" not in properties(production(), "DynamoDBUserErrorsAlarm")


def test_a_policy_that_would_be_taken_for_a_function_is_written_as_text():
    policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Resource": {"Fn::Sub": "${AWS::AccountId}"}}]}
    made = properties(one_table(resource_policy=policy), "Carts")["ResourcePolicy"]["PolicyDocument"]
    assert json.loads(made) == policy


def test_a_description_is_no_longer_than_cloudformation_takes():
    design = reading.from_document({"keysheet": 1, "name": "é" * 250, "description": "語" * 1000, "tables": []})
    assert len(template(design)["Description"].encode()) <= 1024
    assert "CloudFormation allows 1024 bytes; the description was cut" in messages(design)


@pytest.mark.slow
def test_more_resources_than_a_template_takes_are_said():
    tables = [{"name": f"t{number}", "partition_key": key("id")} for number in range(501)]
    design = reading.from_document({"keysheet": 1, "name": "Many", "tables": tables})
    assert "501 resources; a template can have 500: split the design" in messages(design)


def test_sam_has_a_simple_table_for_a_table_that_is_no_more():
    made = sam_template(one_table(tags={"team": "shop"}, point_in_time_recovery=True, encryption={"type": "AWS_OWNED"}))
    assert made["Resources"]["Carts"]["Type"] == "AWS::Serverless::SimpleTable"
    assert made["Resources"]["Carts"]["Properties"] == {
        "PrimaryKey": {"Name": "id", "Type": "String"},
        "TableName": "carts",
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
        "SSESpecification": {"SSEEnabled": False},
        "Tags": {"team": "shop"},
    }


@pytest.mark.parametrize(
    "settings",
    [{"ttl_attribute": "ttl"}, {"billing": "PROVISIONED"}, {"deletion_protection": False}, {"stream": "NEW_IMAGE"},
     {"replicas": ["us-east-1"]}, {"warm_throughput": {"read": 12000}}],
)  # fmt: skip
def test_sam_keeps_the_whole_table_where_anything_more_is_said(settings):
    resource = template(one_table(**settings))["Resources"]["Carts"]
    assert simplified(resource) is resource


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\u200b", "\u00a0", "\u0085", "\U000e0041", "\ufeff"])
def test_no_letter_stands_in_yaml_that_cannot_be_seen(letter):
    """What turns the direction of a line makes a reviewer read another template than CloudFormation does."""
    name = f"a{letter}b"
    design = one_table(tags={name: name})
    (file,) = target("cloudformation").export(design)
    assert letter not in file.text
    made = stacks.parsed(file.text)["Resources"]["Carts"]["Properties"]["Tags"]
    assert made == [{"Key": name, "Value": name}]
