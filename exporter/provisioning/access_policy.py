"""The least permissions that a role needs for an endpoint, as CloudFormation and Terraform templates. Pure.

Tables are limited by the prefix of their names and to the Region; creating needs the tag of a run in the request, and
deleting needs it on the table. facts/table-api#createtable.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.run_tags import RUN_TAG

ITEM_ACTIONS: Final = (
    "BatchGetItem",
    "BatchWriteItem",
    "ConditionCheckItem",
    "DeleteItem",
    "GetItem",
    "PutItem",
    "Query",
    "Scan",
    "UpdateItem",
)
READ_ACTIONS: Final = ("DescribeTable", "ListTagsOfResource")
IMPORT_ACTIONS: Final = (
    "DescribeContinuousBackups",
    "DescribeContributorInsights",
    "DescribeTable",
    "DescribeTimeToLive",
    "GetResourcePolicy",
    "ListTagsOfResource",
    "Scan",
)
ROLE: Final = "KeysheetRole"
FORMS: Final = {"cloudformation": "keysheet-role.template.json", "terraform": "keysheet-role.tf.json"}
_VERSION: Final = "2012-10-17"
_ABOUT: Final = (
    "Role for Keysheet proof runs. Deleting tables depends on tags: attribute-based access control must be "
    "enabled for DynamoDB in the account."
)
_PRINCIPAL: Final = "The ARN of the identity of the Keysheet server that assumes the role"


@dataclass(frozen=True, slots=True)
class PolicyNames:
    """How a template spells what is known only when it is deployed: partition, account, principal, own ARN."""

    partition: str
    account: str
    principal: Any
    role: str


def policy_statements(endpoint: Endpoint, names: PolicyNames) -> list[dict[str, Any]]:
    """Return the statements of the policy of the role."""
    where = f"arn:{names.partition}:dynamodb:{endpoint.region}:{names.account}:table"
    own = f"{where}/{endpoint.name_prefix}*"
    settings = ("UpdateTimeToLive", *(["UpdateContinuousBackups"] if endpoint.allows_recovery else []))
    found = [
        _allow("CreateTablesOfRuns", ("CreateTable", "TagResource"), [own], _tagged("RequestTag")),
        _allow("DeleteTablesOfRuns", ("DeleteTable",), [own], _tagged("ResourceTag")),
        _allow("UseTablesOfRuns", (*ITEM_ACTIONS, *READ_ACTIONS, *settings), [own, f"{own}/index/*"]),
        _allow("CountTables", ("ListTables",), ["*"], {"StringEquals": {"aws:RequestedRegion": endpoint.region}}),
    ]
    imported = [f"{where}/{one.strip()}" for one in endpoint.import_tables.split(",") if one.strip()]
    if imported:
        found.append(_allow("ReadTablesToImport", IMPORT_ACTIONS, imported))
    account = ("iam:ListAccountAliases", "servicequotas:ListServiceQuotas")
    found.append({"Sid": "KnowTheAccount", "Effect": "Allow", "Action": list(account), "Resource": ["*"]})
    itself = ["iam:ListRoleTags", "iam:SimulatePrincipalPolicy"]
    found.append({"Sid": "KnowTheRole", "Effect": "Allow", "Action": itself, "Resource": [names.role]})
    return found


def policy_text(endpoint: Endpoint, external_ids: Iterable[str], form: str, name: str = "keysheet") -> str:
    """Return a template that creates the role: `form` is one of FORMS."""
    ids = sorted({one for one in external_ids if one})
    made = _cloudformation if form == "cloudformation" else _terraform
    return json.dumps(made(endpoint, ids, name), indent=2) + "\n"


def _cloudformation(endpoint: Endpoint, ids: list[str], name: str) -> dict[str, Any]:
    role = f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{name}"
    names = PolicyNames("${AWS::Partition}", "${AWS::AccountId}", {"Ref": "ServerArn"}, role)
    statements = policy_statements(endpoint, names)
    for one in statements:
        one["Resource"] = [{"Fn::Sub": said} if "${" in said else said for said in one["Resource"]]
    trust = {"Version": _VERSION, "Statement": [_trust(names.principal, ids)]}
    policy = {"PolicyName": name, "PolicyDocument": {"Version": _VERSION, "Statement": statements}}
    properties = {"RoleName": name, "AssumeRolePolicyDocument": trust, "Policies": [policy]}
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": _ABOUT,
        "Parameters": {"ServerArn": {"Type": "String", "Description": _PRINCIPAL, "AllowedPattern": "arn:.+"}},
        "Resources": {ROLE: {"Type": "AWS::IAM::Role", "Properties": properties}},
        "Outputs": {"RoleArn": {"Value": {"Fn::GetAtt": [ROLE, "Arn"]}}},
    }


def _terraform(endpoint: Endpoint, ids: list[str], name: str) -> dict[str, Any]:
    partition, account = "${data.aws_partition.current.partition}", "${data.aws_caller_identity.current.account_id}"
    names = PolicyNames(partition, account, "${var.server_arn}", f"arn:{partition}:iam::{account}:role/{name}")
    policy = {"Version": _VERSION, "Statement": policy_statements(endpoint, names)}
    trust = {"Version": _VERSION, "Statement": [_trust(names.principal, ids)]}
    return {
        "//": _ABOUT,
        "variable": {"server_arn": {"type": "string", "description": _PRINCIPAL}},
        "data": {"aws_partition": {"current": {}}, "aws_caller_identity": {"current": {}}},
        "resource": {
            "aws_iam_role": {"keysheet": {"name": name, "assume_role_policy": json.dumps(trust)}},
            "aws_iam_role_policy": {
                "keysheet": {"name": name, "role": "${aws_iam_role.keysheet.id}", "policy": json.dumps(policy)}
            },
        },
        "output": {"role_arn": {"value": "${aws_iam_role.keysheet.arn}"}},
    }


def _allow(
    sid: str, actions: Iterable[str], resources: list[str], condition: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    named = [f"dynamodb:{one}" for one in sorted(actions)]
    found: dict[str, Any] = {"Sid": sid, "Effect": "Allow", "Action": named, "Resource": resources}
    return found | ({"Condition": dict(condition)} if condition else {})


def _tagged(where: str) -> dict[str, Any]:
    """Return the condition that the tag of a run is there."""
    return {"Null": {f"aws:{where}/{RUN_TAG}": "false"}}


def _trust(principal: Any, ids: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"Effect": "Allow", "Principal": {"AWS": principal}, "Action": "sts:AssumeRole"}
    return found | ({"Condition": {"StringEquals": {"sts:ExternalId": ids}}} if ids else {})
