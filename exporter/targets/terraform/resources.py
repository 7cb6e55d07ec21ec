"""The tables of a design as resources of the AWS provider, with their scaling, insights, and policies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from exporter.targets.base import Loss
from exporter.targets.infrastructure import table_inputs
from exporter.targets.support.literals import words
from exporter.targets.terraform.values import (
    Attributes,
    Inner,
    InputVariable,
    Joined,
    Json,
    Labels,
    Resource,
    ResourceRef,
    Several,
    Value,
)
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table

TABLE: Final = "aws_dynamodb_table"
INSIGHTS: Final = "aws_dynamodb_contributor_insights"
POLICY: Final = "aws_dynamodb_resource_policy"
KINESIS: Final = "aws_dynamodb_kinesis_streaming_destination"
KMS_KEY: Final = "aws_kms_key"
SCALING_TARGET: Final = "aws_appautoscaling_target"
SCALING_POLICY: Final = "aws_appautoscaling_policy"

REPLICA_STREAM: Final = "NEW_AND_OLD_IMAGES"
"""The minimum stream of a table with eventually consistent replicas. facts/limits#features."""

_SIDES: Final = {"read": ("ReadCapacityUnits", "DynamoDBReadCapacityUtilization"),
                 "write": ("WriteCapacityUnits", "DynamoDBWriteCapacityUtilization")}  # fmt: skip
_ARN: Final = re.compile(r"arn:[\w-]+:kms:[\w-]*:\d*:[\w./:+=@-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Provider:
    """A version of the AWS provider, and the DynamoDB features that it supports.

    `is_current`: multi-attribute keys of GSIs, warm throughput, and strong consistency between Regions.
    """

    name: str
    is_current: bool


def table_labels(design: Design, labels: Labels) -> dict[str, str]:
    """Return the label of each table's resource, by the table's id."""
    return {table.id: labels.label(TABLE, [table.name]) for table in design.tables}


def resources(design: Design, provider: Provider, labels: Labels, of_tables: dict[str, str]) -> Iterator[Resource]:
    """Yield every resource of the tables, the table itself before what refers to it."""
    for table in design.tables:
        label = of_tables[table.id]
        yield from _key_lookup(table, label)
        yield _table(design, table, label, provider)
        yield from _beside(table, label, labels, provider)
        for index in table.all_indexes:
            for scaling in table_inputs.scalings(table, index):
                if not unusable(table, index, provider):
                    yield from _scaling(table, index, label, scaling, labels)


def unusable(table: Table, index: Index, provider: Provider) -> str:
    """Return why the provider cannot represent an index; '' if it can."""
    if index.is_base:
        return ""
    if table_inputs.is_multi_attribute(index) and not (provider.is_current and index.kind is IndexKind.GSI):
        lacks = (
            f"{provider.name} does not support multi-attribute keys"
            if index.kind is IndexKind.GSI
            else "an LSI cannot have a multi-attribute key"
        )
        return f"{_keys(index)}: {lacks}; the index is left out"
    if index.kind is IndexKind.GSI and not index.partition_key:
        return "it has no partition key; the index is left out"
    if index.kind is IndexKind.LSI and not index.sort_key:
        return "it has no sort key; the index is left out"
    return ""


def _keys(index: Index) -> str:
    partition = " + ".join(key.name for key in index.partition_key)
    sort = " + ".join(key.name for key in index.sort_key)
    return f"partition key {partition}" + (f", sort key {sort}" if sort else "")


def _table(design: Design, table: Table, label: str, provider: Provider) -> Resource:
    units = table_inputs.units(table, table.base)
    view = _stream(design, table, provider)
    attributes: dict[str, Value | None] = {
        "name": table.name,
        "billing_mode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
        "read_capacity": units.read if units else None,
        "write_capacity": units.write if units else None,
        "hash_key": table.partition_key[0].name if table.partition_key else None,
        "range_key": table.sort_key[0].name if table.sort_key else None,
        "table_class": table.options.table_class or None,
        "deletion_protection_enabled": table.options.deletion_protection,
        "stream_enabled": True if view else None,
        "stream_view_type": view or None,
        "tags": dict(sorted(table_inputs.tags(table).items())) or None,
        **_keys_and_indexes(table, provider),
        **_settings(table, label, provider),
        **_replicas(design, table, label, provider),
    }
    comments = [f"{index.name}: {why}" for index in table.indexes if (why := unusable(table, index, provider))]
    return Resource(
        TABLE,
        label,
        attributes,
        _scaled(table, provider),
        table.description,
        tuple(comments),
        is_kept=table_inputs.is_kept(table),
        is_protected=bool(table.options.deletion_protection),
    )


def _stream(design: Design, table: Table, provider: Provider) -> str:
    found = table_inputs.replication(design, table)
    needed = found is not None and not (found.strong and provider.is_current)
    return table_inputs.stream(table) or (REPLICA_STREAM if needed else "")


def _keys_and_indexes(table: Table, provider: Provider) -> dict[str, Value | None]:
    usable = [index for index in table.all_indexes if not unusable(table, index, provider)]
    used = {key.name for index in usable for key in (_first(index) if index.is_base else index.keys)}
    types = table_inputs.attribute_definitions(table)
    gsis = [_gsi(table, index, provider) for index in usable if index.kind is IndexKind.GSI]
    lsis = [_lsi(index) for index in usable if index.kind is IndexKind.LSI]
    definitions = [Inner({"name": name, "type": kind}) for name, kind in types.items() if name in used]
    return {
        "attribute": Several("attributes", tuple(definitions)),
        "global_secondary_index": Several("global_secondary_indexes", tuple(gsis)) if gsis else None,
        "local_secondary_index": Several("local_secondary_indexes", tuple(lsis)) if lsis else None,
    }


def _first(index: Index) -> tuple[KeyAttribute, ...]:
    return index.partition_key[:1] + index.sort_key[:1]


def _gsi(table: Table, index: Index, provider: Provider) -> Inner:
    units = table_inputs.units(table, index)
    keys: dict[str, Value | None] = {
        "hash_key": index.partition_key[0].name,
        "range_key": index.sort_key[0].name if index.sort_key else None,
    }
    if provider.is_current:  # it has deprecated hash_key and range_key of a GSI
        elements = table_inputs.key_schema(index)
        named = [Inner({"attribute_name": one["AttributeName"], "key_type": one["KeyType"]}) for one in elements]
        keys = {"key_schema": Several("key_schemas", tuple(named))}
    return Inner(
        {
            "name": index.name,
            **keys,
            **_projection(index),
            "read_capacity": units.read if units else None,
            "write_capacity": units.write if units else None,
            **_throughput(table, index, provider),
        }
    )


def _lsi(index: Index) -> Inner:
    return Inner({"name": index.name, "range_key": index.sort_key[0].name, **_projection(index)})


def _projection(index: Index) -> dict[str, Value | None]:
    written = table_inputs.projection(index)
    return {"projection_type": written["ProjectionType"], "non_key_attributes": written.get("NonKeyAttributes")}


def _throughput(table: Table, index: Index, provider: Provider) -> dict[str, Value | None]:
    names = {"MaxReadRequestUnits": "max_read_request_units", "MaxWriteRequestUnits": "max_write_request_units"}
    warm_names = {"ReadUnitsPerSecond": "read_units_per_second", "WriteUnitsPerSecond": "write_units_per_second"}
    most = table_inputs.on_demand_maximum(table, index)
    warm = table_inputs.warm_throughput(table, index) if provider.is_current else {}
    return {
        "on_demand_throughput": Inner({names[name]: units for name, units in most.items()}) if most else None,
        "warm_throughput": Inner({warm_names[name]: units for name, units in warm.items()}) if warm else None,
    }


def _settings(table: Table, label: str, provider: Provider) -> dict[str, Value | None]:
    ttl = table.options.ttl_attribute
    recovery = table.options.point_in_time_recovery
    days = table_inputs.recovery_days(table)
    kind, key = table_inputs.encryption(table)
    arn: Value | None = None
    if kind == "CUSTOMER" and key:
        arn = key if _ARN.fullmatch(key) else ResourceRef(KMS_KEY, label, "arn", is_data=True)
    return {
        **_throughput(table, table.base, provider),
        "ttl": Inner({"attribute_name": ttl, "enabled": True}) if ttl else None,
        "point_in_time_recovery": Inner({"enabled": True, "recovery_period_in_days": days}) if recovery else None,
        "server_side_encryption": Inner({"enabled": kind != "AWS_OWNED", "kms_key_arn": arn}) if kind else None,
    }


def _key_lookup(table: Table, label: str) -> Iterator[Resource]:
    """The provider needs a key's ARN; an alias or an id is looked up."""
    kind, key = table_inputs.encryption(table)
    if kind == "CUSTOMER" and key and not _ARN.fullmatch(key):
        yield Resource(KMS_KEY, label, {"key_id": key}, is_data=True)


def _replicas(design: Design, table: Table, label: str, provider: Provider) -> dict[str, Value | None]:
    found = table_inputs.replication(design, table)
    if found is None:
        return {}
    strong = "STRONG" if found.strong and provider.is_current else None
    shared: dict[str, Value | None] = {
        "consistency_mode": strong,
        "point_in_time_recovery": True if table.options.point_in_time_recovery else None,
        "propagate_tags": True if table_inputs.tags(table) else None,
    }
    if provider.is_current and table.options.deletion_protection:
        shared["deletion_protection_enabled"] = True
    written = [
        Inner({"region_name": region, "kms_key_arn": _replica_key(table, label, region), **shared})
        for region in found.regions
    ]
    witness = Inner({"region_name": found.witness}) if found.witness and provider.is_current else None
    return {
        "replica": Several("replicas", tuple(written)) if written else None,
        "global_table_witness": witness,
    }


def _replica_key(table: Table, label: str, region: str) -> InputVariable | None:
    """Return the key of a replica, which must be a key of the replica's Region."""
    kind, key = table_inputs.encryption(table)
    if kind != "CUSTOMER" or not key:
        return None
    name = "_".join([label, "key", "in", *words(region)])
    return InputVariable(name, f"ARN of the KMS key for {table.name} in {region}", otherwise="the AWS managed key")


def _scaled(table: Table, provider: Provider) -> tuple[str, ...]:
    """Return attributes that auto scaling changes, and that an apply must not reset."""
    names: list[str] = []
    for index in table.all_indexes:
        for scaling in table_inputs.scalings(table, index):
            name = f"{scaling.side}_capacity" if index.is_base else "global_secondary_index"
            if name not in names and not unusable(table, index, provider):
                names.append(name)
    return tuple(names)


def _beside(table: Table, label: str, labels: Labels, provider: Provider) -> Iterator[Resource]:
    """Yield what the provider keeps in separate resources."""
    name, arn = ResourceRef(TABLE, label, "name"), ResourceRef(TABLE, label, "arn")
    for index in table.all_indexes:
        if table_inputs.has_insights(table, index) and not unusable(table, index, provider):
            own: Attributes = {"table_name": name, "index_name": None if index.is_base else index.name}
            parts = [label] if index.is_base else [label, index.name]
            yield Resource(INSIGHTS, labels.label(INSIGHTS, parts), own)
    if policy := table_inputs.resource_policy(table):
        yield Resource(POLICY, labels.label(POLICY, [label]), {"resource_arn": arn, "policy": Json(dict(policy))})
    if table_inputs.has_kinesis(table):
        said = f"ARN of the Kinesis data stream that receives the changes of {table.name}"
        stream = InputVariable(f"{label}_kinesis_stream_arn", said)
        own = {"table_name": name, "stream_arn": stream}
        yield Resource(KINESIS, labels.label(KINESIS, [label]), own, wanted=stream)


def _scaling(
    table: Table, index: Index, label: str, scaling: table_inputs.ScalingInputs, labels: Labels
) -> Iterator[Resource]:
    units, metric = _SIDES[scaling.side]
    parts = [label, scaling.side] if index.is_base else [label, index.name, scaling.side]
    of_index = () if index.is_base else (f"/index/{index.name}",)
    attributes: Attributes = {
        "service_namespace": "dynamodb",
        "resource_id": Joined(("table/", ResourceRef(TABLE, label, "name"), *of_index)),
        "scalable_dimension": f"dynamodb:{'table' if index.is_base else 'index'}:{units}",
        "min_capacity": scaling.minimum,
        "max_capacity": scaling.maximum,
    }
    target = Resource(SCALING_TARGET, labels.label(SCALING_TARGET, parts), attributes, group="autoscaling")
    yield target
    yield _scaling_policy(scaling, metric, target, labels.label(SCALING_POLICY, parts))


def _scaling_policy(scaling: table_inputs.ScalingInputs, metric: str, target: Resource, label: str) -> Resource:
    tracking: Attributes = {
        "target_value": scaling.target,
        "scale_in_cooldown": scaling.scale_in_cooldown,
        "scale_out_cooldown": scaling.scale_out_cooldown,
        "predefined_metric_specification": Inner({"predefined_metric_type": metric}),
    }
    attributes: Attributes = {
        "name": f"{label.replace('_', '-')}-utilization",
        "policy_type": "TargetTrackingScaling",
        "service_namespace": target.ref("service_namespace"),
        "resource_id": target.ref("resource_id"),
        "scalable_dimension": target.ref("scalable_dimension"),
        "target_tracking_scaling_policy_configuration": Inner(tracking),
    }
    return Resource(SCALING_POLICY, label, attributes, group="autoscaling")


def losses(design: Design, provider: Provider) -> Iterator[Loss]:
    """Yield what the provider cannot represent, and what was decided."""
    yield from table_inputs.common_losses(design)
    for table in design.tables:
        path = f"tables.{table.name}"
        yield from _table_losses(design, table, path, provider)
        for index in table.all_indexes:
            of_index = path if index.is_base else f"{path}.indexes.{index.name}"
            if why := unusable(table, index, provider):
                yield Loss(of_index, why)
            if table_inputs.warm_throughput(table, index) and not provider.is_current:
                yield Loss(f"{of_index}.warm_throughput", f"{provider.name} does not support warm throughput")


def _table_losses(design: Design, table: Table, path: str, provider: Provider) -> Iterator[Loss]:
    if table_inputs.is_multi_attribute(table.base):
        yield Loss(path, f"{_keys(table.base)}: only a GSI can have several on one side; the first of each is written")
    if table_inputs.encryption(table)[0] == "CUSTOMER" and not table_inputs.encryption(table)[1]:
        said = "the design does not name the customer managed key; the AWS managed key is used"
        yield Loss(f"{path}.settings.encryption", said)
    if table_inputs.vector_indexes(table):
        yield Loss(
            f"{path}.settings.vector_indexes", f"{provider.name} does not support vector indexes; they are left out"
        )
    if (found := table_inputs.replication(design, table)) is None:
        return
    if _stream(design, table, provider) != table_inputs.stream(table):
        said = f"replicas need a stream, so the file contains a {REPLICA_STREAM} stream"
        yield Loss(f"{path}.settings.stream", said)
    yield from _replica_losses(design, table, path, provider)
    if (found.strong or found.witness) and not provider.is_current:
        said = f"{provider.name} supports neither strong consistency between Regions nor a witness; EVENTUAL is written"
        yield Loss(f"{path}.settings.multi_region_consistency", said)


def _replica_losses(design: Design, table: Table, path: str, provider: Provider) -> Iterator[Loss]:
    """Yield what replicas lack: resources in addition to a table belong to the provider's Region."""
    beside = {
        "auto_scaling": any(True for index in table.all_indexes for _ in table_inputs.scalings(table, index)),
        "contributor_insights": table.options.contributor_insights,
        "resource_policy": bool(table_inputs.resource_policy(table)),
        "stream_consumers": table_inputs.has_kinesis(table),
    }
    for name, is_said in beside.items():
        if is_said:
            yield Loss(f"{path}.settings.{name}", f"a resource belongs to one Region; only {design.region} has it")
    if table.options.deletion_protection and not provider.is_current:
        yield Loss(f"{path}.settings.deletion_protection", f"{provider.name} does not support it for replicas")
