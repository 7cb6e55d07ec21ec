"""A live table's settings, from its describe calls, in the design's terms.

facts/limits#items, facts/table-api#createtable.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.described.tables import object_of, text_of, whole
from exporter.importers.support.base import Report

WARM_UNSET: Final = (12_000, 4_000)
"""Warm throughput that every on-demand table has by default, in reads and writes per second.

facts/limits#throughput.
"""

_STREAMS: Final = frozenset({"KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"})
_MANAGED: Final = "alias/aws/dynamodb"
_SIDES: Final = {
    "dynamodb:table:ReadCapacityUnits": ("", "read"),
    "dynamodb:table:WriteCapacityUnits": ("", "write"),
    "dynamodb:index:ReadCapacityUnits": ("index", "read"),
    "dynamodb:index:WriteCapacityUnits": ("index", "write"),
}


def is_on_demand(table: Mapping[str, Any]) -> bool:
    """Is the table billed per request? A table that was never provisioned has no summary, but has units.

    facts/limits#throughput.
    """
    mode = object_of(table, "BillingModeSummary").get("BillingMode")
    if mode in ("PAY_PER_REQUEST", "PROVISIONED"):
        return bool(mode == "PAY_PER_REQUEST")
    return whole(object_of(table, "ProvisionedThroughput").get("ReadCapacityUnits")) is None


def settings_of(raw: Mapping[str, Any], path: str, report: Report) -> dict[str, Any]:
    """Return a table's settings; `raw` is one table of a scan document."""
    table = object_of(raw, "table")
    recovery = object_of(object_of(raw, "recovery"), "PointInTimeRecoveryDescription")
    expiry = object_of(raw, "ttl")
    stream = object_of(table, "StreamSpecification")
    found = {
        "billing": "PAY_PER_REQUEST" if is_on_demand(table) else "PROVISIONED",
        "ttl_attribute": text_of(expiry.get("AttributeName")) if _is_on(expiry.get("TimeToLiveStatus")) else "",
        "point_in_time_recovery": _is_on(recovery.get("PointInTimeRecoveryStatus")),
        "recovery_days": whole(recovery.get("RecoveryPeriodInDays")),
        "stream": _known(stream.get("StreamViewType"), _STREAMS) if stream.get("StreamEnabled") else "",
        "table_class": text_of(object_of(table, "TableClassSummary").get("TableClass")),
        "deletion_protection": table.get("DeletionProtectionEnabled") is True,
        "contributor_insights": _is_on(raw.get("insights")),
        "tags": _tags(raw),
        "replicas": [name for one in _list(table, "Replicas") if (name := text_of(one.get("RegionName")))],
        "resource_policy": _policy(raw.get("policy"), path, report),
        "encryption": _encryption(object_of(table, "SSEDescription"), path, report),
    }
    return {name: value for name, value in found.items() if value}


def scalings_of(raw: Mapping[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return auto scaling by index ('': the table), then by side: min, max, target."""
    listed = raw.get("scaling")
    targets, policies = listed if isinstance(listed, list) and len(listed) == 2 else ([], [])
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for one in (one for one in targets if isinstance(one, Mapping)):
        place = _place(one)
        bounds = {"min": whole(one.get("MinCapacity")), "max": whole(one.get("MaxCapacity"))}
        if place is not None and None not in bounds.values():
            found.setdefault(place[0], {})[place[1]] = bounds
    for one in (one for one in policies if isinstance(one, Mapping)):
        place = _place(one)
        tracking = object_of(one, "TargetTrackingScalingPolicyConfiguration")
        if place is None or place[1] not in found.get(place[0], {}):
            continue
        wanted = (("target", "TargetValue"), ("scale_in_cooldown", "ScaleInCooldown"),
                  ("scale_out_cooldown", "ScaleOutCooldown"))  # fmt: skip
        numbers = {ours: tracking[theirs] for ours, theirs in wanted if isinstance(tracking.get(theirs), int | float)}
        found[place[0]][place[1]] |= numbers
    return found


def _place(one: Mapping[str, Any]) -> tuple[str, str] | None:
    known = _SIDES.get(text_of(one.get("ScalableDimension")))
    if known is None:
        return None
    name = text_of(one.get("ResourceId")).partition("/index/")[2] if known[0] else ""
    return (name, known[1])


def _is_on(status: Any) -> bool:
    return text_of(status) in ("ENABLED", "ENABLING")


def _known(value: Any, words: frozenset[str]) -> str:
    return text_of(value) if text_of(value) in words else ""


def _list(raw: Mapping[str, Any], member: str) -> list[Mapping[str, Any]]:
    found = raw.get(member)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _tags(raw: Mapping[str, Any]) -> dict[str, str]:
    """Return the tags that people set; tags that AWS adds are not part of a design."""
    pairs = object_of(raw, "tags").items()
    return {str(key): str(value) for key, value in pairs if not str(key).lower().startswith("aws:")}


def _policy(raw: Any, path: str, report: Report) -> Any:
    if not raw:
        return None
    try:
        found = json.loads(raw) if isinstance(raw, str) else raw
    except (ValueError, RecursionError):
        report.dropped(f"{path}.policy", "the resource policy is not valid JSON; left out")
        return None
    return found if isinstance(found, dict) else None


def _encryption(raw: Mapping[str, Any], path: str, report: Report) -> dict[str, str]:
    if not _is_on(raw.get("Status")):
        return {}
    key = text_of(raw.get("KMSMasterKeyArn"))
    if not key or key.endswith(_MANAGED):
        return {"type": "AWS_MANAGED"}
    report.note(f"{path}.table.SSEDescription", f"Owner of key {key[:200]} unknown; treated as a customer managed key")
    return {"type": "CUSTOMER", "key": key[:255]}
