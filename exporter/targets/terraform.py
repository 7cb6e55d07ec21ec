"""Terraform: one aws_dynamodb_table a table, with auto scaling beside it. Blocks first, then dumped as HCL.

Written for the AWS provider 5.100 and later 5.x: it has no multi-attribute GSI keys and no warm throughput.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from exporter.targets import physical
from exporter.targets.base import Export, ExportFile, Kind, Loss, Target, comment_block, header, safe_name
from exporter.targets.hcl import Block, Comment, Expression, Value, dump, quoted
from modeler.core.design import Design
from modeler.core.tables import Index, IndexKind, Table

_SIDES: Final = {"read": ("ReadCapacityUnits", "DynamoDBReadCapacityUtilization"),
                 "write": ("WriteCapacityUnits", "DynamoDBWriteCapacityUtilization")}  # fmt: skip
_VERSION: Final = "~> 5.100"


def resources(design: Design) -> list[Block | Comment]:
    """The resources of every table."""
    blocks: list[Block | Comment] = []
    taken: list[str] = []
    for table in design.tables:
        label = safe_name(table.name, taken, otherwise="table").lower()
        taken.append(label)
        blocks.append(table_block(table, label))
        blocks.extend(_beside(table, label))
        for index in table.all_indexes:
            for scaling in physical.scalings(table, index):
                if not physical.is_multi_attribute(index):
                    blocks.extend(_scaling(table, index, label, scaling))
    return blocks


def table_block(table: Table, label: str) -> Block:
    """One aws_dynamodb_table."""
    units = physical.units(table, table.base)
    settings = table.settings
    attributes: dict[str, Value | None] = {
        "name": table.name,
        "billing_mode": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
        "read_capacity": units.read if units else None,
        "write_capacity": units.write if units else None,
        "hash_key": table.partition_key[0].name if table.partition_key else None,
        "range_key": table.sort_key[0].name if table.sort_key else None,
        "table_class": str(settings["table_class"]) if settings.get("table_class") else None,
        "deletion_protection_enabled": bool(settings["deletion_protection"])
        if settings.get("deletion_protection") is not None
        else None,
        "stream_enabled": True if physical.stream(table) else None,
        "stream_view_type": physical.stream(table) or None,
        "tags": dict(sorted(physical.tags(table).items())) or None,
    }
    return Block("resource", ("aws_dynamodb_table", label), attributes, tuple(_inner(table)))


def _inner(table: Table) -> Iterator[Block | Comment]:
    usable = [index for index in table.all_indexes if not physical.is_multi_attribute(index)]
    used = {key.name for index in usable for key in index.keys}
    for name, kind in physical.attribute_definitions(table).items():
        if name in used:
            yield Block("attribute", (), {"name": name, "type": kind})
    for index in table.indexes:
        yield _index(table, index)
    if most := physical.on_demand_maximum(table, table.base):
        yield _on_demand(most)
    if ttl := table.settings.get("ttl_attribute"):
        yield Block("ttl", (), {"attribute_name": str(ttl), "enabled": True})
    if table.settings.get("point_in_time_recovery"):
        days = physical.recovery_days(table)
        yield Block("point_in_time_recovery", (), {"enabled": True, "recovery_period_in_days": days})
    kind, key = physical.encryption(table)
    if kind:
        managed = kind != "AWS_OWNED"
        named = key if kind == "CUSTOMER" and key else None
        yield Block("server_side_encryption", (), {"enabled": managed, "kms_key_arn": named})
    for region in table.settings.get("replicas") or ():
        yield Block("replica", (), {"region_name": str(region)})
    if ignored := list(_scaled(table)):
        yield Block("lifecycle", (), {"ignore_changes": ignored})


def _scaled(table: Table) -> Iterator[Expression]:
    """What auto scaling changes, and Terraform must not set back."""
    if any(True for _ in physical.scalings(table, table.base)):
        yield Expression("read_capacity")
        yield Expression("write_capacity")
    if any(True for index in table.indexes for _ in physical.scalings(table, index)):
        yield Expression("global_secondary_index")


def _index(table: Table, index: Index) -> Block | Comment:
    if physical.is_multi_attribute(index):
        return Comment(f"{index.name}: {_multi_attribute(index)}")
    written = physical.projection(index)
    units = physical.units(table, index)
    attributes: dict[str, Value | None] = {
        "name": index.name,
        "hash_key": index.partition_key[0].name if index.kind is IndexKind.GSI and index.partition_key else None,
        "range_key": index.sort_key[0].name if index.sort_key else None,
        "projection_type": written["ProjectionType"],
        "non_key_attributes": written.get("NonKeyAttributes"),
        "read_capacity": units.read if units else None,
        "write_capacity": units.write if units else None,
    }
    most = physical.on_demand_maximum(table, index) if index.kind is IndexKind.GSI else {}
    inner = (_on_demand(most),) if most else ()
    kind = "global_secondary_index" if index.kind is IndexKind.GSI else "local_secondary_index"
    return Block(kind, (), attributes, inner)


def _on_demand(most: dict[str, int]) -> Block:
    names = {"MaxReadRequestUnits": "max_read_request_units", "MaxWriteRequestUnits": "max_write_request_units"}
    return Block("on_demand_throughput", (), {names[name]: value for name, value in most.items()})


def _beside(table: Table, label: str) -> Iterator[Block]:
    """What Terraform keeps in resources of their own."""
    if table.settings.get("contributor_insights"):
        name = Expression(f"aws_dynamodb_table.{label}.name")
        yield Block("resource", ("aws_dynamodb_contributor_insights", label), {"table_name": name})
    if policy := physical.resource_policy(table):
        arn = Expression(f"aws_dynamodb_table.{label}.arn")
        attributes: dict[str, Value | None] = {"resource_arn": arn, "policy": json.dumps(dict(policy))}
        yield Block("resource", ("aws_dynamodb_resource_policy", label), attributes)


def _scaling(table: Table, index: Index, label: str, scaling: physical.Scaling) -> Iterator[Block]:
    units, metric = _SIDES[scaling.side]
    name = f"{label}_{scaling.side}" if index.is_base else f"{label}_{safe_name(index.name).lower()}_{scaling.side}"
    own = f"aws_appautoscaling_target.{name}"
    resource: list[Value] = ["table", Expression(f"aws_dynamodb_table.{label}.name")]
    resource += [] if index.is_base else ["index", index.name]
    yield Block(
        "resource",
        ("aws_appautoscaling_target", name),
        {
            "service_namespace": "dynamodb",
            "resource_id": _joined(resource),
            "scalable_dimension": f"dynamodb:{'table' if index.is_base else 'index'}:{units}",
            "min_capacity": scaling.minimum,
            "max_capacity": scaling.maximum,
        },
    )
    tracking: dict[str, Value | None] = {
        "target_value": scaling.target,
        "scale_in_cooldown": scaling.scale_in_cooldown,
        "scale_out_cooldown": scaling.scale_out_cooldown,
    }
    specification = Block("predefined_metric_specification", (), {"predefined_metric_type": metric})
    yield Block(
        "resource",
        ("aws_appautoscaling_policy", name),
        {
            "name": f"{name}-utilization",
            "policy_type": "TargetTrackingScaling",
            "service_namespace": Expression(f"{own}.service_namespace"),
            "resource_id": Expression(f"{own}.resource_id"),
            "scalable_dimension": Expression(f"{own}.scalable_dimension"),
        },
        (Block("target_tracking_scaling_policy_configuration", (), tracking, (specification,)),),
    )


def _joined(parts: list[Value]) -> Expression:
    texts = [part.code if isinstance(part, Expression) else quoted(str(part)) for part in parts]
    return Expression(f'join("/", [{", ".join(texts)}])')


def _multi_attribute(index: Index) -> str:
    partition = " + ".join(key.name for key in index.partition_key)
    sort = " + ".join(key.name for key in index.sort_key)
    keys = f"partition key {partition}" + (f", sort key {sort}" if sort else "")
    return f"{keys}: the AWS provider {_VERSION} has no multi-attribute keys; the index is left out"


def _losses(design: Design) -> Iterator[Loss]:
    yield from physical.common_losses(design)
    for table in design.tables:
        for index in table.all_indexes:
            path = f"tables.{table.name}" + ("" if index.is_base else f".indexes.{index.name}")
            if physical.is_multi_attribute(index):
                yield Loss(path, _multi_attribute(index))
            if physical.warm_throughput(table, index):
                yield Loss(f"{path}.warm_throughput", f"the AWS provider {_VERSION} has no warm throughput")


def _build(design: Design) -> Export:
    losses = tuple(_losses(design))
    provider = Block("required_providers", (), {"aws": {"source": "hashicorp/aws", "version": _VERSION}})
    versions: list[Block | Comment] = [
        Block("terraform", (), {"required_version": ">= 1.5"}, (provider,)),
        Block("provider", ("aws",), {"region": design.region}),
    ]
    main = comment_block(header(design, "Terraform", losses)) + "\n" + dump(resources(design))
    return Export((ExportFile("main.tf", main), ExportFile("versions.tf", dump(versions))), losses)


TARGET: Final = Target(
    "terraform", "Terraform (HCL)", ("main.tf", "versions.tf"), "text/plain", _build, Kind.INFRASTRUCTURE
)
