"""Whatever stands in a template, it gives a design or a sentence, in YAML and in JSON the same."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.test_round_trips import written
from tests.exporter.targets.designs.all_designs import everything

pytestmark = pytest.mark.slow

WORDS = st.sampled_from([
    "orders", "PK", "HASH", "S", "Env", "Orders", "AWS::NoValue", "AWS::Region", "", "${Env}", "Is", "PROVISIONED",
    "table/orders", "dynamodb:table:ReadCapacityUnits", "ALL", "true",
])  # fmt: skip
FUNCTIONS = st.sampled_from([
    "Ref", "Condition", "Fn::Sub", "Fn::Join", "Fn::Select", "Fn::Split", "Fn::If", "Fn::FindInMap", "Fn::GetAtt",
    "Fn::Equals", "Fn::Transform", "Fn::Length", "Fn::ToJsonString",
])  # fmt: skip
INNER = st.sampled_from(["AttributeName", "KeyType", "Enabled", "Region", "Key", "IndexName", "KeySchema"])
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 99), st.floats(0, 9), WORDS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(FUNCTIONS, inner, min_size=1, max_size=1),
        st.dictionaries(INNER, inner, max_size=3),
    ),
    max_leaves=8,
)  # fmt: skip
MEMBERS = st.sampled_from([
    "TableName", "AttributeDefinitions", "KeySchema", "BillingMode", "ProvisionedThroughput", "GlobalSecondaryIndexes",
    "LocalSecondaryIndexes", "TimeToLiveSpecification", "PointInTimeRecoverySpecification", "StreamSpecification",
    "SSESpecification", "TableClass", "Tags", "ResourcePolicy", "Replicas", "WarmThroughput", "OnDemandThroughput",
    "PrimaryKey", "ResourceId", "ScalableDimension", "ScalingTargetId", "WriteProvisionedThroughputSettings",
    "TargetTrackingScalingPolicyConfiguration", "MinCapacity", "DeletionProtectionEnabled", "GlobalTableWitnesses",
])  # fmt: skip
KINDS = st.sampled_from([
    "AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable", "AWS::Serverless::SimpleTable", "AWS::Lambda::Function",
    "AWS::ApplicationAutoScaling::ScalableTarget", "AWS::ApplicationAutoScaling::ScalingPolicy",
])  # fmt: skip
RESOURCES = st.dictionaries(
    st.sampled_from(["Orders", "Other", "Target"]),
    st.one_of(
        st.fixed_dictionaries(
            {"Type": KINDS, "Properties": st.dictionaries(MEMBERS, VALUES, max_size=6)},
            optional={"Condition": WORDS},
        ),
        VALUES,
    ),
    min_size=1,
    max_size=3,
)
TEMPLATES = st.fixed_dictionaries(
    {"Resources": RESOURCES},
    optional={
        "Parameters": st.dictionaries(WORDS, st.fixed_dictionaries({}, optional={"Default": VALUES, "Type": WORDS})),
        "Conditions": st.dictionaries(WORDS, VALUES, max_size=3),
        "Mappings": VALUES,
        "Description": VALUES,
    },
)


def outcome(raw: bytes):
    try:
        imported = import_text(raw, "x.yaml")
    except DocumentInvalid as error:
        assert error.message
        return "refused"
    return imported.design.tables


@given(template=TEMPLATES)
@settings(max_examples=500, deadline=None)
def test_any_template_gives_a_design_or_a_sentence(template):
    found = outcome(json.dumps(template).encode())
    text = "AWSTemplateFormatVersion: '2010-09-09'\n" + yaml.safe_dump(template, allow_unicode=True, sort_keys=False)
    assert outcome(text.encode()) == found


WRITTEN = written("cloudformation", everything())[0]


@given(
    cut=st.integers(0, len(WRITTEN)),
    taken=st.integers(0, 40),
    put=st.sampled_from([b"", b"\n", b"{", b"'", b"- ", b"&a *a", b"!x "]),
)
@settings(max_examples=200, deadline=None)
def test_a_template_that_was_cut_gives_a_design_or_a_sentence(cut, taken, put):
    outcome(WRITTEN[:cut] + put + WRITTEN[cut + taken :])
    outcome(WRITTEN[:cut])
