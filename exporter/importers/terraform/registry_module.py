"""Calls of the registry module terraform-aws-modules/dynamodb-table, read as the table that it creates.

Its inputs have the names of the resource's arguments; the rest follows its table of inputs, for versions 3.x to 5.x.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

_SOURCE: Final = re.compile(
    r"(?:(?:registry\.terraform\.io/)?terraform-aws-modules/dynamodb-table/aws"
    r"|.*terraform-aws-modules/terraform-aws-dynamodb-table(?:\.git)?(?:\?.*)?)"
)
_AS_THEY_ARE: Final = (
    "name", "hash_key", "range_key", "read_capacity", "write_capacity", "stream_enabled", "stream_view_type",
    "table_class", "deletion_protection_enabled", "on_demand_throughput", "warm_throughput", "ttl",
    "point_in_time_recovery", "server_side_encryption", "global_table_witness", "tags", "key_schema", "import_table",
    "restore_source_name", "restore_source_table_arn",
)  # fmt: skip
_ELSEWHERE: Final = frozenset(
    {"create_table", "create", "billing_mode", "ttl_enabled", "ttl_attribute_name", "point_in_time_recovery_enabled",
     "point_in_time_recovery_period_in_days", "server_side_encryption_enabled", "server_side_encryption_kms_key_arn",
     "autoscaling_enabled", "autoscaling_defaults", "autoscaling_read", "autoscaling_write", "autoscaling_indexes",
     "resource_policy"}
)  # fmt: skip
_NO_MATTER: Final = frozenset(
    {"source", "version", "providers", "timeouts", "region", "ignore_changes_global_secondary_index",
     "restore_date_time", "restore_to_latest_time"}
)  # fmt: skip
_LISTS: Final[Mapping[str, str]] = {
    "attributes": "attribute",
    "global_secondary_indexes": "global_secondary_index",
    "local_secondary_indexes": "local_secondary_index",
    "replica_regions": "replica",
    "replicas": "replica",
}

type Shape = dict[str, Any]


def is_known(source: Any) -> bool:
    """Is it this module's address, in the registry or on GitHub?"""
    return isinstance(source, str) and _SOURCE.fullmatch(source) is not None


def arguments_of(inputs: Mapping[str, Any]) -> Shape | None:
    """Return the arguments of the ``aws_dynamodb_table`` that a call with these inputs creates; None if
    it creates none.
    """
    if inputs.get("create_table", inputs.get("create")) is False:
        return None
    made: Shape = {name: inputs[name] for name in _AS_THEY_ARE if inputs.get(name) is not None}
    made["billing_mode"] = "PROVISIONED" if inputs.get("autoscaling_enabled") is True else inputs.get("billing_mode")
    made["billing_mode"] = made["billing_mode"] or "PAY_PER_REQUEST"
    for name, block in _LISTS.items():
        if inputs.get(name):
            made[block] = _named(inputs[name])
    if inputs.get("ttl_attribute_name"):
        made["ttl"] = {"attribute_name": inputs["ttl_attribute_name"], "enabled": inputs.get("ttl_enabled", False)}
    if (recovery := inputs.get("point_in_time_recovery_enabled")) is not None:
        made["point_in_time_recovery"] = {"enabled": recovery}
        if days := inputs.get("point_in_time_recovery_period_in_days"):
            made["point_in_time_recovery"]["recovery_period_in_days"] = days
    if inputs.get("server_side_encryption_enabled") is not None:
        key = inputs.get("server_side_encryption_kms_key_arn")
        made["server_side_encryption"] = {"enabled": inputs["server_side_encryption_enabled"], "kms_key_arn": key}
    return made


def unread_of(inputs: Mapping[str, Any]) -> list[str]:
    """Return the inputs that have a value and that nothing here reads."""
    known = {*_AS_THEY_ARE, *_ELSEWHERE, *_NO_MATTER, *_LISTS}
    return [name for name, value in inputs.items() if name not in known and value not in (None, "", [], {}, False)]


def unknown_of(inputs: Mapping[str, Any]) -> list[str]:
    """Return the inputs that should list indexes or replicas, and are values known only at apply."""
    listed = [name for name in _LISTS if name != "attributes"]
    return [name for name in listed if inputs.get(name) and not isinstance(inputs[name], list | Mapping)]


def scaling_of(inputs: Mapping[str, Any]) -> Iterator[Shape]:
    """Yield the scaling arguments of the table's and the indexes' sides, as scalable targets with their policies."""
    if inputs.get("autoscaling_enabled") is not True:
        return
    defaults = inputs.get("autoscaling_defaults")
    tracked = {"target_value": 70} | dict(defaults if isinstance(defaults, Mapping) else {})
    place = f"table/{inputs.get('name')}"
    for side in ("read", "write"):
        own = inputs.get(f"autoscaling_{side}")
        if isinstance(own, Mapping) and own.get("max_capacity") is not None:
            bounds = (inputs.get(f"{side}_capacity"), own["max_capacity"])
            yield _scaling(place, f"dynamodb:table:{side.capitalize()}CapacityUnits", bounds, {**tracked, **own})
    indexes = inputs.get("autoscaling_indexes")
    for name, own in indexes.items() if isinstance(indexes, Mapping) else ():
        for side in ("read", "write"):
            if isinstance(own, Mapping) and own.get(f"{side}_max_capacity") is not None:
                bounds = (own.get(f"{side}_min_capacity"), own[f"{side}_max_capacity"])
                dimension = f"dynamodb:index:{side.capitalize()}CapacityUnits"
                yield _scaling(f"{place}/index/{name}", dimension, bounds, {**tracked, **own})


def _scaling(place: str, dimension: str, bounds: tuple[Any, Any], tracked: Mapping[str, Any]) -> Shape:
    names = ("target_value", "scale_in_cooldown", "scale_out_cooldown")
    return {
        "service_namespace": "dynamodb",
        "resource_id": place,
        "scalable_dimension": dimension,
        "min_capacity": bounds[0],
        "max_capacity": bounds[1],
        "target_tracking_scaling_policy_configuration": [{name: tracked[name] for name in names if name in tracked}],
    }


def _named(listed: Any) -> Any:
    """Return a list of objects; for a mapping, its values, named after their keys if they have no name."""
    if not isinstance(listed, Mapping):
        return listed
    return [
        {"name": key, **{name: value for name, value in one.items() if value is not None}}
        for key, one in listed.items()
        if isinstance(one, Mapping)
    ]
