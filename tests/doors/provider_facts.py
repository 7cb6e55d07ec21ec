"""What a design says of its tables, and what resources of the AWS provider say of them, in one form to compare.

The first is read from the design itself, without the code that the targets use.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table

type Facts = dict[str, Any]
Resource = tuple[str, Mapping[str, Any]]
"""A type such as ``aws_dynamodb_table``, and its members by the provider's names."""

METRICS = {"DynamoDBReadCapacityUtilization": "read", "DynamoDBWriteCapacityUtilization": "write"}


def _class(given: str | None) -> str | None:
    """Return the class of a table; None for the one that it has anyway, which a plan of provider 5 leaves out."""
    return None if given == "STANDARD" else given


def of_design(design: Design, *, is_current: bool) -> dict[str, Facts]:
    """By table name. Not `is_current`: without multi-attribute keys, warm throughput, and consistency of Regions."""
    return {table.name: table_facts(design, table, is_current) for table in design.tables}


def table_facts(design: Design, table: Table, is_current: bool) -> Facts:
    settings = table.settings
    kept = [index for index in table.indexes if is_current or len(index.keys) <= 2]
    used = {key.name: key.type.value for index in (table.base, *kept) for key in index.keys}
    encryption = settings.get("encryption") or {}
    replicas = [region for region in settings.get("replicas") or () if region != design.region]
    strong = is_current and settings.get("multi_region_consistency") == "STRONG"
    on_demand = not table.is_provisioned
    return {
        "keys": {"HASH": [key.name for key in table.partition_key], "RANGE": [key.name for key in table.sort_key]},
        "attributes": used,
        "billing": "PROVISIONED" if table.is_provisioned else "PAY_PER_REQUEST",
        "units": units(table, table.base),
        "on_demand": pair(settings.get("on_demand_maximum")) if on_demand else {},
        "warm": pair(settings.get("warm_throughput")) if is_current else {},
        "indexes": {index.name: index_facts(table, index, is_current) for index in kept},
        "ttl": settings.get("ttl_attribute") or None,
        "recovery": (settings.get("recovery_days") or True) if settings.get("point_in_time_recovery") else None,
        "encryption": (encryption["type"] != "AWS_OWNED", encryption.get("key")) if encryption.get("type") else None,
        "class": _class(settings.get("table_class")),
        "protection": settings.get("deletion_protection"),
        "stream": settings.get("stream") or ("NEW_AND_OLD_IMAGES" if replicas and not strong else None),
        "tags": settings.get("tags") or {},
        "replicas": dict.fromkeys(replicas, "STRONG" if strong else None),
        "witness": settings.get("witness") if is_current else None,
        "insights": sorted(
            "" if index.is_base else index.name
            for index in (table.base, *kept)
            if settings.get("contributor_insights") and index.kind is not IndexKind.LSI
        ),
        "scaling": sorted(scaling_facts(table, [table.base, *kept])),
        "policy": document(settings.get("resource_policy")),
    }


def units(table: Table, index: Index) -> tuple[int, int] | None:
    if not table.is_provisioned or index.kind is IndexKind.LSI:
        return None
    own, base = index.capacity, table.capacity
    return (own.read or base.read or 1, own.write or base.write or 1)


def pair(raw: Any) -> dict[str, int]:
    return {side: raw[side] for side in ("read", "write") if raw.get(side)} if raw else {}


def document(raw: Any) -> Any:
    return json.loads(raw) if isinstance(raw, str) and raw else dict(raw) if raw else None


def index_facts(table: Table, index: Index, is_current: bool) -> Facts:
    kind, names = index.projection.type, index.projection.attributes
    if kind is ProjectionType.INCLUDE and not names:
        kind = ProjectionType.KEYS_ONLY
    is_gsi = index.kind is IndexKind.GSI
    raw = index.capacity.settings
    hashes = [key.name for key in index.partition_key] if is_gsi else []
    return {
        "kind": index.kind.value,
        "keys": {"HASH": hashes, "RANGE": [key.name for key in index.sort_key]},
        "projection": kind.value,
        "also": sorted(set(names)) if kind is ProjectionType.INCLUDE else [],
        "units": units(table, index),
        "on_demand": pair(raw.get("on_demand_maximum")) if is_gsi and not table.is_provisioned else {},
        "warm": pair(raw.get("warm_throughput")) if is_gsi and is_current else {},
    }


def scaling_facts(table: Table, indexes: Iterable[Index]) -> Iterable[tuple[Any, ...]]:
    for index in indexes:
        raw = table.settings.get("auto_scaling") if index.is_base else index.capacity.settings.get("auto_scaling")
        for side, bounds in (raw or {}).items() if table.is_provisioned and index.kind is not IndexKind.LSI else ():
            least = bounds.get("min") or 1
            most = max(bounds.get("max") or least, least)
            rest = (bounds.get("target") or 70, bounds.get("scale_in_cooldown"), bounds.get("scale_out_cooldown"))
            yield ("" if index.is_base else index.name, side, least, most, *rest)


def of_resources(resources: Iterable[Resource]) -> dict[str, Facts]:
    """By table name, of resources whose references are resolved."""
    by_type: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for kind, values in resources:
        by_type[kind].append(values)
    found = {values["name"]: _table(values) for values in by_type["aws_dynamodb_table"]}
    for values in by_type["aws_dynamodb_contributor_insights"]:
        found[values["table_name"]]["insights"].append(values.get("index_name") or "")
    for values in by_type["aws_dynamodb_resource_policy"]:
        found[values["resource_arn"].partition("table/")[2]]["policy"] = json.loads(values["policy"])
    policies = {(one["resource_id"], one["scalable_dimension"]): one for one in by_type["aws_appautoscaling_policy"]}
    for values in by_type["aws_appautoscaling_target"]:
        policy = policies.pop((values["resource_id"], values["scalable_dimension"]))
        name, _, index = values["resource_id"].removeprefix("table/").partition("/index/")
        found[name]["scaling"].append((index, *_scaling(values, policy)))
    assert not policies
    for facts in found.values():
        facts["scaling"].sort()
        facts["insights"].sort()
    return found


def _scaling(target: Mapping[str, Any], policy: Mapping[str, Any]) -> tuple[Any, ...]:
    tracking = one(policy, "target_tracking_scaling_policy_configuration")
    side = METRICS[one(tracking, "predefined_metric_specification")["predefined_metric_type"]]
    assert side == ("read" if "Read" in target["scalable_dimension"] else "write")
    cooldowns = (tracking.get("scale_in_cooldown"), tracking.get("scale_out_cooldown"))
    return (side, target["min_capacity"], target["max_capacity"], tracking["target_value"], *cooldowns)


def one(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A nested block of which there is at most one: Terraform shows it as a list, Pulumi as an object."""
    found = values.get(name) or {}
    if isinstance(found, list):
        assert len(found) <= 1
        return found[0] if found else {}
    return found


def _table(values: Mapping[str, Any]) -> Facts:
    indexes = {index["name"]: _gsi(index) for index in values.get("global_secondary_index") or ()}
    indexes |= {index["name"]: _index(index, "LSI") for index in values.get("local_secondary_index") or ()}
    recovery = one(values, "point_in_time_recovery")
    ttl = one(values, "ttl")
    return {
        "keys": _keys(values),
        "attributes": {attribute["name"]: attribute["type"] for attribute in values["attribute"]},
        "billing": values["billing_mode"],
        "units": _units(values) if values["billing_mode"] == "PROVISIONED" else None,
        **_throughput(values),
        "indexes": indexes,
        "ttl": ttl["attribute_name"] if ttl.get("enabled") else None,
        "recovery": (recovery.get("recovery_period_in_days") or True) if recovery.get("enabled") else None,
        "encryption": _encryption(values),
        "class": _class(values.get("table_class")),
        "protection": values.get("deletion_protection_enabled"),
        "stream": values.get("stream_view_type") if values.get("stream_enabled") else None,
        "tags": values.get("tags") or {},
        "replicas": {one["region_name"]: one.get("consistency_mode") for one in values.get("replica") or ()},
        "witness": one(values, "global_table_witness").get("region_name"),
        "insights": [],
        "scaling": [],
        "policy": None,
    }


def _encryption(values: Mapping[str, Any]) -> tuple[bool, str | None] | None:
    found = one(values, "server_side_encryption")
    # A fake of ours answers so when a key is looked up.
    key = (found.get("kms_key_arn") or "").removeprefix("arn:looked-up/")
    return (found["enabled"], key or None) if found else None


def _keys(values: Mapping[str, Any]) -> dict[str, list[str]]:
    pairs = [(one["key_type"], one["attribute_name"]) for one in values.get("key_schema") or ()]
    pairs += [(kind, values[name]) for kind, name in (("HASH", "hash_key"), ("RANGE", "range_key")) if values.get(name)]
    return {side: [name for kind, name in pairs if kind == side] for side in ("HASH", "RANGE")}


def _units(values: Mapping[str, Any]) -> tuple[int, int] | None:
    return (values["read_capacity"], values["write_capacity"]) if values.get("read_capacity") else None


def _throughput(values: Mapping[str, Any]) -> Facts:
    most, warm = one(values, "on_demand_throughput"), one(values, "warm_throughput")
    sides = ("read", "write")
    return {
        "on_demand": {
            side: most[f"max_{side}_request_units"] for side in sides if most.get(f"max_{side}_request_units")
        },
        "warm": {side: warm[f"{side}_units_per_second"] for side in sides if warm.get(f"{side}_units_per_second")},
    }


def _gsi(values: Mapping[str, Any]) -> Facts:
    return _index(values, "GSI") | {"units": _units(values)}


def _index(values: Mapping[str, Any], kind: str) -> Facts:
    return {
        "kind": kind,
        "keys": _keys(values),
        "projection": values["projection_type"],
        "also": sorted(values.get("non_key_attributes") or ()),
        "units": None,
        **_throughput(values),
    }
