"""The alarms of a design as resources of the AWS provider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from exporter.targets.infrastructure import alarms
from exporter.targets.infrastructure.alarms import Alarm, Metric
from exporter.targets.terraform.resources import TABLE, Provider, unusable
from exporter.targets.terraform.values import Inner, InputVariable, Labels, Resource, ResourceRef, Several, Value
from modeler.core.design.model import Design

ALARM: Final = "aws_cloudwatch_metric_alarm"
TOPICS: Final = InputVariable(
    f"{alarms.TOPIC}s",
    "ARNs of the SNS topics that are notified when an alarm goes off, and when it is over",
    is_list=True,
)
IN_ACCOUNT: Final = InputVariable(alarms.ACCOUNT, alarms.ACCOUNT_SAID, is_flag=True)


def resources(design: Design, provider: Provider, labels: Labels, of_tables: Mapping[str, str]) -> Iterator[Resource]:
    """Yield every alarm, except those of indexes that the provider cannot represent."""
    for alarm in alarms.alarms(design):
        if alarm.table and alarm.index and unusable(alarm.table, alarm.index, provider):
            continue
        place = [of_tables[alarm.table.id]] if alarm.table else ["dynamodb"]
        if alarm.index and not alarm.index.is_base:
            place.append(alarm.index.name)
        yield _resource(alarm, labels.label(ALARM, [*place, alarm.key]), of_tables)


def _resource(alarm: Alarm, label: str, of_tables: Mapping[str, str]) -> Resource:
    table = ResourceRef(TABLE, of_tables[alarm.table.id], "name") if alarm.table else None
    attributes: dict[str, Value | None] = {
        "alarm_name": alarm.name,
        "alarm_description": alarm.description,
        "comparison_operator": alarm.comparison,
        "threshold": alarm.threshold,
        "evaluation_periods": alarm.evaluations,
        "datapoints_to_alarm": alarm.datapoints,
        "treat_missing_data": alarm.missing,
        **(_queries(alarm, table) if alarm.expression else _single(alarm.metric, table)),
        "alarm_actions": TOPICS,
        "ok_actions": TOPICS,
    }
    return Resource(ALARM, label, attributes, wanted=None if alarm.table else IN_ACCOUNT, group="alarms")


def _single(metric: Metric, table: ResourceRef | None) -> dict[str, Value | None]:
    return {
        "namespace": alarms.NAMESPACE,
        "metric_name": metric.name,
        "period": metric.period,
        "statistic": None if metric.is_percentile else metric.statistic,
        "extended_statistic": metric.statistic if metric.is_percentile else None,
        "dimensions": _dimensions(metric, table),
    }


def _queries(alarm: Alarm, table: ResourceRef | None) -> dict[str, Value | None]:
    """Return the expression, which the alarm evaluates, then the metrics that it uses."""
    of_expression: dict[str, Value] = {
        "id": "result",
        "expression": alarm.expression,
        "label": alarm.key,
        "return_data": True,
    }
    metrics = [
        Inner(
            {
                "id": metric.id,
                "metric": Inner(
                    {
                        "namespace": alarms.NAMESPACE,
                        "metric_name": metric.name,
                        "period": metric.period,
                        "stat": metric.statistic,
                        "dimensions": _dimensions(metric, table),
                    }
                ),
            }
        )
        for metric in alarm.metrics
    ]
    return {"metric_query": Several("metric_queries", (Inner(of_expression), *metrics))}


def _dimensions(metric: Metric, table: ResourceRef | None) -> dict[str, Value] | None:
    written: dict[str, Value] = {
        name: table if name == "TableName" and table is not None else value for name, value in metric.dimensions
    }
    return written or None
