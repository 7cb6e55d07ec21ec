"""CloudFormation: one AWS::DynamoDB::Table a table, with auto scaling beside it. Data first, then dumped as YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from exporter.targets import physical
from exporter.targets.base import Export, ExportFile, Kind, Loss, Target, comment_block, header, safe_name
from modeler.core.design import Design
from modeler.core.tables import Index, IndexKind, Table

type Data = dict[str, Any]

_SIDES: Final = {"read": ("ReadCapacityUnits", "DynamoDBReadCapacityUtilization"),
                 "write": ("WriteCapacityUnits", "DynamoDBWriteCapacityUtilization")}  # fmt: skip
_SSE: Final[Mapping[str, Data]] = {
    "AWS_OWNED": {"SSEEnabled": False},
    "AWS_MANAGED": {"SSEEnabled": True, "SSEType": "KMS"},
    "CUSTOMER": {"SSEEnabled": True, "SSEType": "KMS"},
}


class _Dumper(yaml.SafeDumper):
    """SafeDumper, except that a text with line ends or unprintable characters is always double-quoted: within single
    quotes PyYAML folds U+0085, U+2028 and U+2029, and reads other text back than it was given.
    """


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if text.isprintable() else '"')


_Dumper.add_representer(str, _represent_text)


def template(design: Design) -> Data:
    """The template as plain values."""
    resources: Data = {}
    outputs: Data = {}
    for table in design.tables:
        logical = _logical(table.name, resources)
        resources[logical] = {
            "Type": "AWS::DynamoDB::Table",
            "DeletionPolicy": "Retain",
            "UpdateReplacePolicy": "Retain",
            "Properties": table_properties(table),
        }
        for index in table.all_indexes:
            for scaling in physical.scalings(table, index):
                resources.update(_scaling_resources(logical, index, scaling, resources))
        outputs[f"{logical}Arn"] = {"Value": {"Fn::GetAtt": [logical, "Arn"]}}
    description = f"{design.name}. {design.description}".strip()[:1000]
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Description": description,
        "Resources": resources,
        **({"Outputs": outputs} if outputs else {}),
    }


def table_properties(table: Table) -> Data:
    """Properties of one AWS::DynamoDB::Table."""
    definitions = physical.attribute_definitions(table)
    properties: Data = {
        "TableName": table.name,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in definitions.items()],
        "KeySchema": physical.key_schema(table.base),
        "BillingMode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
        **_throughput(table, table.base),
    }
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        if indexes := [_index(table, index) for index in table.indexes if index.kind is kind]:
            properties[member] = indexes
    return properties | dict(_settings(table))


def _index(table: Table, index: Index) -> Data:
    return {
        "IndexName": index.name,
        "KeySchema": physical.key_schema(index),
        "Projection": physical.projection(index),
        **(_throughput(table, index) if index.kind is IndexKind.GSI else {}),
    }


def _throughput(table: Table, index: Index) -> Data:
    found: Data = {}
    if units := physical.units(table, index):
        found["ProvisionedThroughput"] = {"ReadCapacityUnits": units.read, "WriteCapacityUnits": units.write}
    if most := physical.on_demand_maximum(table, index):
        found["OnDemandThroughput"] = most
    if warm := physical.warm_throughput(table, index):
        found["WarmThroughput"] = warm
    return found


def _settings(table: Table) -> Iterator[tuple[str, Any]]:
    settings = table.settings
    if ttl := settings.get("ttl_attribute"):
        yield "TimeToLiveSpecification", {"AttributeName": str(ttl), "Enabled": True}
    if settings.get("point_in_time_recovery"):
        days = physical.recovery_days(table)
        window = {"RecoveryPeriodInDays": days} if days else {}
        yield "PointInTimeRecoverySpecification", {"PointInTimeRecoveryEnabled": True, **window}
    if view := physical.stream(table):
        yield "StreamSpecification", {"StreamViewType": view}
    kind, key = physical.encryption(table)
    if kind in _SSE:
        yield "SSESpecification", _SSE[kind] | ({"KMSMasterKeyId": key} if key and kind == "CUSTOMER" else {})
    if table_class := settings.get("table_class"):
        yield "TableClass", str(table_class)
    if settings.get("deletion_protection") is not None:
        yield "DeletionProtectionEnabled", bool(settings["deletion_protection"])
    if settings.get("contributor_insights"):
        yield "ContributorInsightsSpecification", {"Enabled": True}
    if policy := physical.resource_policy(table):
        yield "ResourcePolicy", {"PolicyDocument": dict(policy)}
    if tags := physical.tags(table):
        yield "Tags", [{"Key": key, "Value": value} for key, value in sorted(tags.items())]


def _scaling_resources(logical: str, index: Index, scaling: physical.Scaling, taken: Data) -> Data:
    units, metric = _SIDES[scaling.side]
    kind = "table" if index.is_base else "index"
    name = _logical(f"{logical}{'' if index.is_base else index.name}{scaling.side.title()}Scaling", taken)
    parts = ["table", {"Ref": logical}] + ([] if index.is_base else ["index", index.name])
    cooldowns = {"ScaleInCooldown": scaling.scale_in_cooldown, "ScaleOutCooldown": scaling.scale_out_cooldown}
    target = {
        "MinCapacity": scaling.minimum,
        "MaxCapacity": scaling.maximum,
        "ResourceId": {"Fn::Join": ["/", parts]},
        "ScalableDimension": f"dynamodb:{kind}:{units}",
        "ServiceNamespace": "dynamodb",
    }
    policy = {
        "PolicyName": f"{name}Policy",
        "PolicyType": "TargetTrackingScaling",
        "ScalingTargetId": {"Ref": name},
        "TargetTrackingScalingPolicyConfiguration": {
            "PredefinedMetricSpecification": {"PredefinedMetricType": metric},
            "TargetValue": scaling.target,
            **{member: seconds for member, seconds in cooldowns.items() if seconds is not None},
        },
    }
    return {
        name: {"Type": "AWS::ApplicationAutoScaling::ScalableTarget", "Properties": target},
        f"{name}Policy": {"Type": "AWS::ApplicationAutoScaling::ScalingPolicy", "Properties": policy},
    }


def _logical(text: str, taken: Data) -> str:
    """A logical id: letters and digits only."""
    words = safe_name(text, otherwise="Table").replace("-", "_").split("_")
    base = "".join(word[:1].upper() + word[1:] for word in words) or "Table"
    name, number = base, 2
    while name in taken:
        name, number = f"{base}{number}", number + 1
    return name


def _losses(design: Design) -> Iterator[Loss]:
    yield from physical.common_losses(design)
    for table in design.tables:
        path = f"tables.{table.name}.settings"
        if table.settings.get("replicas"):
            said = "replicas need AWS::DynamoDB::GlobalTable, another resource; the table is written without them"
            yield Loss(f"{path}.replicas", said)
        if physical.encryption(table)[0] == "CUSTOMER" and not physical.encryption(table)[1]:
            yield Loss(f"{path}.encryption", "the customer's key is not named; AWS's own key of the account is used")


def _build(design: Design) -> Export:
    losses = tuple(_losses(design))
    body = yaml.dump(template(design), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    text = comment_block(header(design, "CloudFormation", losses)) + body
    return Export((ExportFile(f"{safe_name(design.name)}.cloudformation.yaml", text),), losses)


TARGET: Final = Target(
    "cloudformation",
    "CloudFormation (YAML)",
    ("<design>.cloudformation.yaml",),
    "application/yaml",
    _build,
    Kind.INFRASTRUCTURE,
)
