"""`pulumi stack export`: resources of pulumi-aws, whose arguments are those of the Terraform provider in camel case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, object_of, text_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Located, members, read_located_json
from exporter.importers.support.source import Source
from exporter.importers.terraform.resource_kinds import (
    ALARM,
    INSIGHTS,
    ITEM,
    KINESIS,
    MAPPING,
    POLICY,
    REPLICA,
    RESOURCE_POLICY,
    SCHEDULED,
    TABLE,
    TAG,
    TARGET,
    WORDS,
    ParsedResource,
)
from exporter.importers.terraform.tables import design_of, unsaid_by

_RESOURCES_MAX: Final = 20_000
_DEPTH_MAX: Final = 20
KINDS: Final[Mapping[str, str]] = {
    "aws:dynamodb/table:Table": TABLE,
    "aws:dynamodb/tableReplica:TableReplica": REPLICA,
    "aws:dynamodb/tableItem:TableItem": ITEM,
    "aws:dynamodb/tag:Tag": TAG,
    "aws:dynamodb/contributorInsights:ContributorInsights": INSIGHTS,
    "aws:dynamodb/resourcePolicy:ResourcePolicy": RESOURCE_POLICY,
    "aws:dynamodb/kinesisStreamingDestination:KinesisStreamingDestination": KINESIS,
    "aws:appautoscaling/target:Target": TARGET,
    "aws:appautoscaling/policy:Policy": POLICY,
    "aws:appautoscaling/scheduledAction:ScheduledAction": SCHEDULED,
    "aws:cloudwatch/metricAlarm:MetricAlarm": ALARM,
    "aws:lambda/eventSourceMapping:EventSourceMapping": MAPPING,
}
_BLOCKS: Final[Mapping[str, str]] = {
    "attributes": "attribute",
    "globalSecondaryIndexes": "global_secondary_index",
    "localSecondaryIndexes": "local_secondary_index",
    "replicas": "replica",
    "keySchemas": "key_schema",
}
_DATA: Final = frozenset({"tags", "tagsAll", "dimensions", "policy", "item"})
"""Members whose own members are data, not arguments."""


def _claims(source: Source) -> bool:
    deployment = source.data.get("deployment")
    resources = deployment.get("resources") if isinstance(deployment, Mapping) else None
    return isinstance(resources, list) and any(isinstance(one, Mapping) and "urn" in one for one in resources[:100])


def read_state(located: Located) -> Imported:
    """Return the design of a stack. Raises DocumentInvalid with a sentence if it has no table."""
    context = Context(located.lines, Report(), words=WORDS)
    context.report.lines.extend(located.report)
    resources = list(_resources(located.value, context))
    design = design_of(resources, _region(resources), context)
    return Imported(design, tuple(context.report.lines), places=context.places, unsaid=unsaid_by(design))


def _resources(data: Mapping[str, Any], context: Context) -> Iterator[ParsedResource]:
    for number, one in members(object_of(data, "deployment").get("resources")):
        kind = text_of(one.get("type")) if isinstance(one, Mapping) else ""
        if number >= _RESOURCES_MAX or not kind or kind.startswith("pulumi:"):
            continue
        address = text_of(one.get("urn")).rpartition("::")[2][:300] or kind
        # Outputs hold what was deployed, inputs what the program gives.
        held = object_of(one, "outputs") or object_of(one, "inputs")
        values = snake(held, context, 0) if kind in KINDS else {}
        if isinstance(values, dict) and values.get("tags_all"):
            # With the default tags of the provider.
            values["tags"] = values["tags_all"]
        yield ParsedResource(KINDS.get(kind, kind), address, values)


def snake(value: Any, context: Context, depth: int) -> Any:
    """Return arguments of pulumi-aws under the names of the Terraform provider, with their lines."""
    if isinstance(value, list) and depth < _DEPTH_MAX:
        made: Any = [snake(one, context, depth + 1) for one in value]
    elif isinstance(value, Mapping) and depth < _DEPTH_MAX:
        made = {}
        for name, one in value.items():
            label = _BLOCKS.get(name) or re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
            made[label] = one if name in _DATA else snake(one, context, depth + 1)
            context.lines.put(made, label, context.lines.of(value, name))
    else:
        return value
    context.lines.put(made, None, context.lines.of(value))
    return made


def _region(resources: list[ParsedResource]) -> str:
    arns = (text_of(one.values.get("arn")).split(":") for one in resources if one.type == TABLE)
    return next((parts[3] for parts in arns if len(parts) > 5), "")


IMPORTER: Final = Importer(
    "pulumi", "the output of pulumi stack export", _claims, lambda source: read_state(read_located_json(source.raw))
)
