"""The roles as a CloudFormation template that is ready to deploy, and trust policies for manual setup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from exporter.targets.base import Loss, comment_text
from exporter.targets.policies.arns import ACCOUNT
from exporter.targets.policies.policies import Policies
from exporter.targets.policies.tenants import tag
from modeler.core.design.design_settings import Tenancy
from modeler.core.design.model import Design

type Data = dict[str, Any]

TRUSTED: Final = f"arn:aws:iam::{ACCOUNT}:role/application"
"""The principal that may assume the roles, in the plain trust policies; in the template it is a parameter."""

_GUARD: Final = "deny-table-deletion"
_ROLES: Final = {
    "reader": ("reader", _GUARD),
    "reader-limited": ("reader-limited", _GUARD),
    "writer": ("reader", "writer", _GUARD),
    "admin": ("admin",),
    "tenant-reader": ("tenant-reader", _GUARD),
    "tenant-writer": ("tenant-reader", "tenant-writer", _GUARD),
    "stream-reader": ("stream-reader",),
}
"""The policies of each role."""


def trust(principal: Any, tenancy: Tenancy | None = None) -> Data:
    """Return a trust policy; for a tenant's role, the session must carry the tenant as its only tag."""
    statement: Data = {"Effect": "Allow", "Principal": {"AWS": principal}, "Action": ["sts:AssumeRole"]}
    if tenancy is not None:
        name = tag(tenancy.attribute)
        statement["Action"] = ["sts:AssumeRole", "sts:TagSession"]
        statement["Condition"] = {
            "StringLike": {f"aws:RequestTag/{name}": "?*"},
            "ForAllValues:StringEquals": {"aws:TagKeys": [name]},
        }
    return {"Version": "2012-10-17", "Statement": [statement]}


def template(design: Design, policies: Policies, tenancy: Tenancy | None, losses: Iterable[Loss]) -> Data:
    """Return managed policies and roles. CloudFormation fills in the account and the principal that may
    assume the roles.
    """
    made = {name: one for name, one in policies.items() if name != "vpc-endpoint"}
    resources: Data = {f"{logical(name)}Policy": _managed(name, document) for name, document in made.items()}
    for role in made:
        attached = [name for name in _ROLES.get(role, (role,)) if name in made]
        if role != _GUARD:
            resources[f"{logical(role)}Role"] = _role(attached, tenancy if role.startswith("tenant-") else None)
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": comment_text(f"{design.name}: IAM roles, written by Keysheet.")[:1000],
        "Metadata": {"NotInThisFile": [f"{loss.path}: {loss.message}" for loss in losses]},
        "Parameters": {
            "TrustedPrincipal": {
                "Type": "String",
                "Description": "The ARN of the role or user that may assume these roles.",
                "AllowedPattern": r"^arn:aws[a-z-]*:iam::\d{12}:(role|user)/.+$",
            }
        },
        "Resources": resources,
        "Outputs": {
            f"{logical(role)}RoleArn": {"Value": {"Fn::GetAtt": [f"{logical(role)}Role", "Arn"]}}
            for role in made
            if role != _GUARD
        },
    }


def logical(name: str) -> str:
    """Return the name of a policy as a logical id."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("-"))


def _managed(name: str, document: Data) -> Data:
    statements = [{**one, "Resource": [_of_account(arn) for arn in one["Resource"]]} for one in document["Statement"]]
    return {
        "Type": "AWS::IAM::ManagedPolicy",
        "Properties": {
            "Description": f"Written by Keysheet: {name}",
            "PolicyDocument": {"Version": document["Version"], "Statement": statements},
        },
    }


def _of_account(arn: str) -> Any:
    """Return an ARN in the account and the partition of the stack."""
    service, account = ":dynamodb:", f":{ACCOUNT}:"
    if service not in arn:
        return arn
    behind = arn.partition(service)[2]
    return {"Fn::Sub": f"arn:${{AWS::Partition}}{service}{behind.replace(account, ':${AWS::AccountId}:', 1)}"}


def _role(attached: Iterable[str], tenancy: Tenancy | None) -> Data:
    return {
        "Type": "AWS::IAM::Role",
        "Properties": {
            "AssumeRolePolicyDocument": trust({"Ref": "TrustedPrincipal"}, tenancy),
            "ManagedPolicyArns": [{"Ref": f"{logical(name)}Policy"} for name in attached],
        },
    }
