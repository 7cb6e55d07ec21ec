"""SAM: the CloudFormation template with SAM's Transform, so that functions can be added next to the tables.

AWS::Serverless::SimpleTable supports a key of one attribute, units, encryption, recovery, and tags, and nothing else. A
table that needs no more becomes one; every other stays AWS::DynamoDB::Table, which SAM passes through.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, comment_block, header, safe_name
from exporter.targets.cloudformation.tables import Data
from exporter.targets.cloudformation.template import TABLE, count_losses, template, template_losses
from exporter.targets.cloudformation.yaml_target import advice, dumped
from modeler.core.design.model import Design

TRANSFORM: Final = "AWS::Serverless-2016-10-31"
SIMPLE_TABLE: Final = "AWS::Serverless::SimpleTable"

_ALIKE: Final = ("TableName", "PointInTimeRecoverySpecification", "SSESpecification")
_READ: Final = frozenset({*_ALIKE, "AttributeDefinitions", "KeySchema", "BillingMode", "Tags"})
_TYPES: Final = {"S": "String", "N": "Number", "B": "Binary"}


def sam_template(design: Design) -> Data:
    """Return the template of a design for SAM, as plain values."""
    made = template(design)
    resources = {name: simplified(resource) for name, resource in made["Resources"].items()}
    head = {"AWSTemplateFormatVersion": made["AWSTemplateFormatVersion"], "Transform": TRANSFORM}
    return head | {name: part for name, part in made.items() if name not in head} | {"Resources": resources}


def simplified(resource: Data) -> Data:
    """Return a table as SimpleTable if that can express all of it; anything else unchanged."""
    properties = resource["Properties"]
    if resource["Type"] != TABLE or not _is_simple(properties):
        return resource
    return resource | {"Type": SIMPLE_TABLE, "Properties": dict(_properties(properties))}


def _is_simple(properties: Data) -> bool:
    """Is it on-demand, with one key attribute, and nothing that SimpleTable cannot express?"""
    is_on_demand = properties["BillingMode"] == "PAY_PER_REQUEST"
    return is_on_demand and set(properties) <= _READ and len(properties["KeySchema"]) == 1


def _properties(properties: Data) -> Iterator[tuple[str, Any]]:
    (key,) = properties["AttributeDefinitions"]
    yield "PrimaryKey", {"Name": key["AttributeName"], "Type": _TYPES[key["AttributeType"]]}
    for name in _ALIKE:
        if name in properties:
            yield name, properties[name]
    if "Tags" in properties:
        yield "Tags", {tag["Key"]: tag["Value"] for tag in properties["Tags"]}


def _losses(design: Design) -> Iterator[Loss]:
    yield from template_losses(design)
    yield Loss("design", "tables only: add functions and their policies yourself")


def _build(design: Design) -> Export:
    made = sam_template(design)
    losses = (*_losses(design), *count_losses(made))
    path = f"{safe_name(design.name)}.sam.yaml"
    lines = [
        *header(design, "AWS SAM", losses),
        *advice(design, f"sam deploy --resolve-s3 --template-file {path}", made),
    ]
    return Export((ExportFile(path, comment_block(lines) + dumped(made)),), losses)


TARGET: Final = Target("sam", "AWS SAM", ("<design>.sam.yaml",), "application/yaml", _build, TargetKind.INFRASTRUCTURE)
