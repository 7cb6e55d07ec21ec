"""CloudFormation resources in addition to a table: auto scaling and alarms, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from exporter.targets.cloudformation.tables import Data
from exporter.targets.infrastructure.alarms import NAMESPACE, Alarm, Metric
from exporter.targets.infrastructure.table_inputs import ScalingInputs
from modeler.core.design.tables import Index

SIDES: Final = {"read": ("ReadCapacityUnits", "DynamoDBReadCapacityUtilization"),
                "write": ("WriteCapacityUnits", "DynamoDBWriteCapacityUtilization")}  # fmt: skip
"""By side: the end of its scalable dimension, and the metric that target tracking follows."""

RESULT: Final = "result"
"""The id of an alarm's expression."""


def scaling_resources(name: str, logical: str, index: Index, scaling: ScalingInputs) -> dict[str, Data]:
    """Return the scalable target named `name` of one side of a table or an index, and its policy."""
    units, metric = SIDES[scaling.side]
    kind = "table" if index.is_base else "index"
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


def alarm_resource(alarm: Alarm, logicals: Mapping[str, str], topic: str) -> Data:
    """Return one AWS::CloudWatch::Alarm. `logicals` are the logical ids of tables by the tables' ids,
    `topic` a parameter.
    """
    table = logicals[alarm.table.id] if alarm.table else ""
    properties: Data = {
        "AlarmName": alarm.name,
        "AlarmDescription": alarm.description,
        **(_expression(alarm, table) if alarm.expression else _single(alarm.metric, table)),
        "Threshold": alarm.threshold,
        "ComparisonOperator": alarm.comparison,
        "EvaluationPeriods": alarm.evaluations,
        "DatapointsToAlarm": alarm.datapoints,
        "TreatMissingData": alarm.missing,
        "AlarmActions": [{"Ref": topic}],
        "OKActions": [{"Ref": topic}],
    }
    return {"Type": "AWS::CloudWatch::Alarm", "Properties": properties}


def _single(metric: Metric, table: str) -> Data:
    statistic = "ExtendedStatistic" if metric.is_percentile else "Statistic"
    return {
        "Namespace": NAMESPACE,
        "MetricName": metric.name,
        **_dimensions(metric, table),
        statistic: metric.statistic,
        "Period": metric.period,
    }


def _expression(alarm: Alarm, table: str) -> Data:
    result = {"Id": RESULT, "Expression": alarm.expression, "Label": alarm.key, "ReturnData": True}
    return {"Metrics": [result, *(_query(metric, table) for metric in alarm.metrics)]}


def _query(metric: Metric, table: str) -> Data:
    measured = {"Namespace": NAMESPACE, "MetricName": metric.name, **_dimensions(metric, table)}
    stat = {"Metric": measured, "Period": metric.period, "Stat": metric.statistic}
    return {"Id": metric.id, "MetricStat": stat, "ReturnData": False}


def _dimensions(metric: Metric, table: str) -> Data:
    """None for a metric of the whole account."""
    pairs: Iterator[Data] = (
        {"Name": name, "Value": {"Ref": table} if name == "TableName" else value} for name, value in metric.dimensions
    )
    return {"Dimensions": list(pairs)} if metric.dimensions else {}
