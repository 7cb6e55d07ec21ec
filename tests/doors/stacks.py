"""CloudFormation templates for the checks: linted, deployed to the sandbox, and compared with each other."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import boto3
from botocore.config import Config
from cfnlint import core as cfn
from cfnlint.api import lint
from cfnlint.decode import cfn_yaml

from exporter.targets.infrastructure import alarms
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from tests.doors.described import GLOBAL_LACKS, TEMPLATES_LACK, of_table, wanted
from tests.doors.provider_facts import Facts
from tests.doors.template_facts import IMAGES, of_template
from tests.doors.template_facts import wanted as of_design

TABLES = ("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable")
ARN = "arn:aws:kinesis:eu-west-1:111122223333:stream/some-stream"


@cache
def rules() -> Any:
    """The rules of cfn-lint, which take seconds to load."""
    return cfn.get_rules([], [], [])


def errors(text: str, region: str) -> list[str]:
    """What cfn-lint calls errors. E3039 does not know yet that a vector index searches by defined attributes."""
    found = lint(text, rules=rules(), regions=[region if region in known_regions() else "us-east-1"])
    grave = [match for match in found if match.rule.id.startswith("E")]
    said = [match for match in grave if not (match.rule.id == "E3039" and "VectorIndexes" in text)]
    return [f"{match.rule.id} {match.message} {match.path}" for match in said]


@cache
def known_regions() -> frozenset[str]:
    """Regions that cfn-lint has resources of."""
    return frozenset(boto3.session.Session().get_available_regions("dynamodb"))


def parsed(text: str) -> dict[str, Any]:
    """A template as plain values, functions spelled in full."""
    return plain(cfn_yaml.loads(text))


def plain(value: Any) -> Any:
    """Without the places that cfn-lint's values carry."""
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, str) else value


def as_designed(template: dict[str, Any], design: Design) -> None:
    """Everything that a template says of its tables, and which alarms it has, is what the design says."""
    assert of_template(template) == of_design(design)
    said = [one["Properties"]["AlarmName"] for one in template["Resources"].values() if one["Type"].endswith("::Alarm")]
    assert sorted(said) == sorted(one.name for one in alarms.alarms(design))


def deployed(template: dict[str, Any], design: Design, url: str) -> str:
    """Tables of a template created by the sandbox's CloudFormation, described, compared with the design, deleted.

    What that CloudFormation drops without a word is compared in the template itself, by `as_designed`.
    """
    if not design.tables:
        return "no tables to deploy"
    account = "".join(random.choices("123456789", k=12))
    session = boto3.session.Session(account, "secret", region_name=design.region)
    quick = Config(retries={"max_attempts": 2})
    stacks = session.client("cloudformation", endpoint_url=url, config=quick)
    dynamodb = session.client("dynamodb", endpoint_url=url, config=quick)
    stack = f"door-{account}"
    body = json.dumps(_only_tables(template))
    parameters = template.get("Parameters", {})
    given = [{"ParameterKey": name, "ParameterValue": one.get("Default", ARN)} for name, one in parameters.items()]
    stacks.create_stack(StackName=stack, TemplateBody=body, Parameters=given)
    stacks.get_waiter("stack_create_complete").wait(StackName=stack, WaiterConfig={"Delay": 1, "MaxAttempts": 60})
    try:
        assert sorted(dynamodb.list_tables()["TableNames"]) == sorted(table.name for table in design.tables)
        for table in design.tables:
            lacks = GLOBAL_LACKS if _is_global(template, table.name) else TEMPLATES_LACK
            found = of_table(dynamodb, table.name, lacks=lacks)
            assert found == described_as(design, table, lacks), table.name
            # A table that is protected would stay when the stack goes.
            dynamodb.update_table(TableName=table.name, DeletionProtectionEnabled=False)
    finally:
        stacks.delete_stack(StackName=stack)
        stacks.get_waiter("stack_delete_complete").wait(StackName=stack, WaiterConfig={"Delay": 1, "MaxAttempts": 60})
    assert dynamodb.list_tables()["TableNames"] == []
    return f"{len(design.tables)} tables deployed, described, equal"


def _only_tables(template: dict[str, Any]) -> dict[str, Any]:
    """Without what the sandbox has no service for, and deleted with the stack."""
    resources = {
        name: {"Type": one["Type"], "Properties": one["Properties"]}
        for name, one in template["Resources"].items()
        if one["Type"] in TABLES
    }
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Parameters": template.get("Parameters", {}),
        "Resources": resources,
    }


def _is_global(template: dict[str, Any], name: str) -> bool:
    """A global table has its tags in its replicas, of which the sandbox reads nothing."""
    of_name = [one for one in template["Resources"].values() if one["Properties"].get("TableName") == name]
    return of_name[0]["Type"] == "AWS::DynamoDB::GlobalTable"


def described_as(design: Design, table: Table, lacks: tuple[str, ...]) -> Facts:
    """What the design says of a table that a stack made; replication has a stream of its own."""
    found = wanted(design, table, lacks=lacks)
    if lacks is GLOBAL_LACKS and table.settings.get("multi_region_consistency") != "STRONG":
        found["stream"] = IMAGES
    return found


def normal(template: dict[str, Any]) -> dict[str, Any]:
    """What a template makes, by names that people gave instead of logical ids, spelled in one of the ways there are."""
    resources = template["Resources"]
    names = {logical: one["Properties"]["TableName"] for logical, one in resources.items() if one["Type"] in TABLES}
    found: dict[str, Any] = {"tables": {}, "scalable targets": {}, "scaling policies": {}, "alarms": {}}
    targets = {logical: _target(one, names) for logical, one in resources.items() if one["Type"].endswith("Target")}
    for logical, one in resources.items():
        properties = one["Properties"]
        match one["Type"].rpartition("::")[2]:
            case "Table" | "GlobalTable" as kind:
                kept = (one.get("DeletionPolicy"), one.get("UpdateReplacePolicy"))
                found["tables"][names[logical]] = (kind, kept, _table(properties))
            case "ScalableTarget":
                found["scalable targets"][targets[logical]] = (properties["MinCapacity"], properties["MaxCapacity"])
            case "ScalingPolicy":
                of = targets[properties["ScalingTargetId"]["Ref"]]
                configured = properties["TargetTrackingScalingPolicyConfiguration"]
                found["scaling policies"][of] = (properties["PolicyType"], configured)
            case "Alarm":
                found["alarms"][properties["AlarmName"]] = _alarm(properties, names)
    # The alarms of the account have a parameter in a template, and a value of the context in a CDK app.
    others = ("BootstrapVersion", "AccountAlarms")
    found["parameters"] = {name for name in template.get("Parameters", {}) if name not in others}
    return found


def _target(resource: dict[str, Any], names: dict[str, str]) -> tuple[str, str]:
    properties = resource["Properties"]
    separator, parts = properties["ResourceId"]["Fn::Join"]
    place = separator.join(names[one["Ref"]] if isinstance(one, dict) else one for one in parts)
    return place, properties["ScalableDimension"]


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    """Without what is the default when it is not said, and with lists whose order means nothing in order."""
    made = {"BillingMode": "PROVISIONED"} | properties
    made.pop("SSESpecification", None)
    made.pop("ResourcePolicy", None)
    made["AttributeDefinitions"] = sorted(made["AttributeDefinitions"], key=lambda one: str(one["AttributeName"]))
    encryption = {"SSEType": "KMS"} | properties.get("SSESpecification", {})
    if encryption.get("SSEEnabled"):
        made["SSESpecification"] = encryption
    if policy := properties.get("ResourcePolicy", {}).get("PolicyDocument"):
        made["ResourcePolicy"] = _listed(policy)
    return made


def _listed(policy: Any) -> Any:
    """A policy in which what may be one text or a list of them is always a list."""
    if isinstance(policy, dict):
        many = ("Action", "Resource", "AWS")
        return {name: [one] if name in many and isinstance(one, str) else _listed(one) for name, one in policy.items()}
    return [_listed(one) for one in policy] if isinstance(policy, list) else policy


def _alarm(properties: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    made = json.loads(json.dumps(properties))
    for metric in made.get("Metrics", ()):
        metric["ReturnData"] = metric.get("ReturnData", True)
        if "Expression" in metric:
            metric["Id"] = "result"
        else:
            _measured(metric["MetricStat"]["Metric"], names)
    _measured(made, names)
    return made


def _measured(holder: dict[str, Any], names: dict[str, str]) -> None:
    """Dimensions by name, with the table's name for a reference to it."""
    if "Dimensions" in holder:
        holder["Dimensions"] = {
            one["Name"]: names[one["Value"]["Ref"]] if isinstance(one["Value"], dict) else one["Value"]
            for one in holder["Dimensions"]
        }
