"""Calls of the registry module terraform-aws-modules/dynamodb-table, read as the table that it creates.

Its inputs have the names of the resource's arguments; the rest follows its table of inputs, for versions 3.x to 5.x.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

_SOURCE: Final = re.compile(
    r"(?:(?:registry\.terraform\.io/)?terraform-aws-modules/dynamodb-table/aws"
    r"|.*terraform-aws-modules/terraform-aws-dynamodb-table(?:\.git)?(?:\?.*)?)"
)
_AS_THEY_ARE: Final = (
    "name", "hash_key", "range_key", "read_capacity", "write_capacity", "stream_enabled", "stream_view_type",
    "table_class", "deletion_protection_enabled", "on_demand_throughput", "warm_throughput", "ttl",
    "point_in_time_recovery", "server_side_encryption", "global_table_witness", "tags",
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


def scaling_of(inputs: Mapping[str, Any]) -> list[Shape]:
    """Return the scaling arguments of the table's two sides, as scalable targets with their policies have them."""
    if inputs.get("autoscaling_enabled") is not True:
        return []
    defaults = inputs.get("autoscaling_defaults")
    found = []
    for side in ("read", "write"):
        own = inputs.get(f"autoscaling_{side}")
        if not isinstance(own, Mapping) or own.get("max_capacity") is None:
            continue
        tracked = {"target_value": 70, **(defaults if isinstance(defaults, Mapping) else {}), **own}
        found.append(
            {
                "service_namespace": "dynamodb",
                "resource_id": f"table/{inputs.get('name')}",
                "scalable_dimension": f"dynamodb:table:{side.capitalize()}CapacityUnits",
                "min_capacity": inputs.get(f"{side}_capacity"),
                "max_capacity": own["max_capacity"],
                "target_tracking_scaling_policy_configuration": [tracked],
            }
        )
    return found


def _named(listed: Any) -> Any:
    """Return a list of objects; for a mapping, its values, named after their keys if they have no name."""
    if not isinstance(listed, Mapping):
        return listed
    return [
        {"name": key, **{name: value for name, value in one.items() if value is not None}}
        for key, one in listed.items()
        if isinstance(one, Mapping)
    ]
