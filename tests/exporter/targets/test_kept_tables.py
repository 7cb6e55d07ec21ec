"""One setting keeps a table when its stack is deleted, in every format; alarms of the account exist once."""

from __future__ import annotations

import pytest

from exporter.targets import target
from exporter.targets.infrastructure import alarms
from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.doors import stacks
from tests.exporter.targets.designs.all_designs import key

KEPT = {
    "cloudformation": ("DeletionPolicy: Retain", "UpdateReplacePolicy: Retain"),
    "cloudformation-json": ('"DeletionPolicy": "Retain"', '"UpdateReplacePolicy": "Retain"'),
    "sam": ("DeletionPolicy: Retain", "UpdateReplacePolicy: Retain"),
    "serverless": ("DeletionPolicy: Retain", "UpdateReplacePolicy: Retain"),
    "cdk-typescript": ("cdk.RemovalPolicy.RETAIN",),
    "cdk-python": ("cdk.RemovalPolicy.RETAIN",),
    "terraform": ("prevent_destroy = true",),
    "terraform@5": ("prevent_destroy = true",),
    "pulumi-typescript": ("retainOnDelete: true",),
    "pulumi-python": ("retain_on_delete=True",),
}
DELETED = {
    "cloudformation": "DeletionPolicy: Delete",
    "cdk-typescript": "cdk.RemovalPolicy.DESTROY",
    "cdk-python": "cdk.RemovalPolicy.DESTROY",
}
REGIONS = {"one Region": {}, "replicas": {"replicas": ["us-east-1"]}}


def written(name: str, **settings: object) -> str:
    table = {"name": "orders", "partition_key": key("id"), "settings": settings}
    design: Design = reading.from_document({"keysheet": 1, "name": "x", "region": "eu-west-1", "tables": [table]})
    return "".join(file.text for file in target(name).export(design))


@pytest.mark.parametrize("regions", REGIONS.values(), ids=REGIONS)
@pytest.mark.parametrize("name", KEPT)
def test_a_table_is_kept_unless_the_design_turns_protection_off(name, regions):
    for settings in ({}, {"deletion_protection": True}):
        assert [one for one in KEPT[name] if one not in written(name, **settings, **regions)] == []
    allowed = written(name, deletion_protection=False, **regions)
    assert [one for one in KEPT[name] if one in allowed] == []
    assert DELETED.get(name, "") in allowed


@pytest.mark.parametrize("name", ["pulumi-typescript", "pulumi-python"])
def test_pulumi_refuses_to_delete_what_the_design_protects(name):
    assert "protect" in written(name, deletion_protection=True)
    assert "protect" not in written(name)


@pytest.mark.parametrize("name", KEPT)
def test_the_alarms_of_the_account_wait_for_one_stack_to_ask_for_them(name):
    text = written(name, ops={"alarms": True})
    assert "dynamodb-user-errors" in text
    switch = {
        "cloudformation": "Condition: CreateAccountAlarms",
        "cloudformation-json": '"Condition": "CreateAccountAlarms"',
        "sam": "Condition: CreateAccountAlarms",
        "serverless": "Condition: CreateAccountAlarms",
        "cdk-typescript": 'if (String(this.node.tryGetContext("accountAlarms")) === "true") {',
        "cdk-python": 'if str(self.node.try_get_context("accountAlarms")).lower() == "true":',
        "terraform": "count               = var.account_alarms ? 1 : 0",
        "terraform@5": "count               = var.account_alarms ? 1 : 0",
        "pulumi-typescript": "if (accountAlarms) {",
        "pulumi-python": "if account_alarms:",
    }[name]
    assert switch in text
    assert text.index(switch) > text.index("orders-write-throttles")


def test_the_switch_of_a_service_is_off_unless_it_is_passed():
    resources = written("serverless", ops={"alarms": True}).partition("Conditions:")[2]
    made = stacks.parsed("Conditions:" + resources)["Conditions"]
    assert list(made.values()) == [{"Fn::Equals": ["${param:accountAlarms, 'false'}", "true"]}]


def test_a_design_without_alarms_has_no_switch():
    assert "AccountAlarms" not in written("cloudformation")
    assert alarms.ACCOUNT not in written("terraform")
