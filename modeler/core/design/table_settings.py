"""What a table says beyond its keys, typed: how it is run, who reads its stream, where else it is.

Read once for each table (`Table.options`), leniently: what is not of the expected shape is as if absent, and stays in
`Table.settings`, from which documents and exports are written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from modeler.core.design.lenient import mapping, mappings, number, text, texts, whole, word

STRONG: Final = "STRONG"
TRAFFIC_SHAPES: Final = ("flat", "diurnal", "office-hours", "spiky")
TRAFFIC_HOURS: Final = (24, 168)
DISTANCES: Final = ("COSINE", "EUCLIDEAN", "DOT_PRODUCT")
CONSUMER_KINDS: Final = ("lambda", "reader", "kinesis")
ALARMS: Final = ("few", "all")
CONSUMER_NEEDS: Final = ("keys", "new", "old", "both")


@dataclass(frozen=True, slots=True)
class Traffic:
    """How a table's traffic goes over a day or a week: the name of a shape, or the factors of the average by hour,
    24 of any day or 168 of a week that begins on Monday 00:00 UTC. `steps`: each hour is constant; else it slopes.
    """

    shape: str = ""
    hours: tuple[float, ...] = ()
    steps: bool = False


def read_traffic(raw: Any) -> Traffic | None:
    """A shape (``"diurnal"``), 24 or 168 numbers whose proportions count, or ``{"shape": "spiky"}``,
    ``{"hours": [...], "steps": true}``. None where it is none of these.
    """
    given = raw if isinstance(raw, Mapping) else {"shape": raw} if isinstance(raw, str) else {"hours": raw}
    if hours := read_hours(given.get("hours")):
        return Traffic(hours=hours, steps=given.get("steps") is True)
    shape = text(given.get("shape")).lower().replace(" ", "-").replace("_", "-")
    return Traffic(shape) if shape in TRAFFIC_SHAPES else None


def read_hours(raw: Any) -> tuple[float, ...]:
    """24 or 168 factors that are not all 0, or ()."""
    factors = tuple(number(one) for one in raw) if isinstance(raw, list | tuple) else ()
    is_known = len(factors) in TRAFFIC_HOURS and None not in factors and any(factors)
    return tuple(one or 0.0 for one in factors) if is_known else ()


@dataclass(frozen=True)
class TableOperation:
    """How a table is run (``ops``). `raw` is all of it, as it is in the document. `alarms`: few, all, or ''."""

    raw: Mapping[str, Any] = field(default_factory=dict)
    alarms: str = ""
    endpoint: bool = False
    rebuildable: bool = False
    measured: bool = False
    curve: Traffic | None = None


@dataclass(frozen=True, slots=True)
class Consumer:
    """Who reads a table's stream. `kind` is lambda, reader or kinesis, `needs` keys, new, old or both, in small
    letters; `requests_per_second` are a reader's.
    """

    name: str = ""
    kind: str = ""
    needs: str = ""
    maintains: tuple[str, ...] = ()
    requests_per_second: float | None = None


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """An index for similarity search over a list of numbers. facts/limits#vector-indexes."""

    name: str
    dimensions: float | None
    hash_keys: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    attribute: str = ""
    distance: str = ""


@dataclass(frozen=True, slots=True)
class Encryption:
    """How a table is encrypted: `kind` is AWS_OWNED, AWS_MANAGED, CUSTOMER or '', `key` the customer managed key."""

    kind: str = ""
    key: str = ""


@dataclass(frozen=True)
class TableSettings:
    """The settings of one table. `strong`: reads are strongly consistent over Regions. `auto_scaling` is as in the
    document. `resource_policy`: None where there is none, or (`has_unreadable_policy`) where its text is not a JSON
    object. `deletion_protection`: None where it is not specified.
    """

    billing: str = ""
    auto_scaling: Mapping[str, Any] = field(default_factory=dict)
    point_in_time_recovery: bool = False
    recovery_days: int | None = None
    table_class: str = ""
    encryption: Encryption = Encryption()
    deletion_protection: bool | None = None
    contributor_insights: bool = False
    tags: Mapping[str, str] = field(default_factory=dict)
    resource_policy: Mapping[str, Any] | None = None
    has_unreadable_policy: bool = False
    gsi_quota: int | None = None

    operation: TableOperation = TableOperation()
    environment: str = ""
    live: bool = False
    ttl_attribute: str = ""
    stream: str = ""
    consumers: tuple[Consumer, ...] = ()
    vector_indexes: tuple[VectorIndex, ...] = ()
    replicas: tuple[str, ...] = ()
    strong: bool = False
    witness: str = ""
    compliance: tuple[str, ...] = ()


def read_table_settings(raw: Mapping[str, Any]) -> TableSettings:
    """The settings that are understood."""
    policy = _policy(raw.get("resource_policy"))
    return TableSettings(
        billing=text(raw.get("billing")),
        auto_scaling=mapping(raw.get("auto_scaling")),
        point_in_time_recovery=bool(raw.get("point_in_time_recovery")),
        recovery_days=whole(raw.get("recovery_days")),
        table_class=text(raw.get("table_class")),
        encryption=_encryption(mapping(raw.get("encryption"))),
        deletion_protection=None if (protection := raw.get("deletion_protection")) is None else bool(protection),
        contributor_insights=bool(raw.get("contributor_insights")),
        tags={str(key): str(value) for key, value in mapping(raw.get("tags")).items()},
        resource_policy=policy,
        has_unreadable_policy=policy is None and bool(raw.get("resource_policy")),
        gsi_quota=whole(raw.get("gsi_quota")),
        operation=_operation(mapping(raw.get("ops"))),
        environment=text(raw.get("environment")),
        live=raw.get("live") is True,
        ttl_attribute=text(raw.get("ttl_attribute")),
        stream=text(raw.get("stream")),
        consumers=tuple(map(_consumer, mappings(raw.get("stream_consumers")))),
        vector_indexes=tuple(map(_vector_index, mappings(raw.get("vector_indexes")))),
        replicas=texts(raw.get("replicas")),
        strong=text(raw.get("multi_region_consistency")).strip().upper() == STRONG,
        witness=text(raw.get("witness")),
        compliance=texts(raw.get("compliance")),
    )


def _encryption(raw: Mapping[str, Any]) -> Encryption:
    return Encryption(str(raw.get("type") or ""), str(raw.get("key") or ""))


def _policy(raw: Any) -> Mapping[str, Any] | None:
    if isinstance(raw, str) and raw:
        try:
            raw = json.loads(raw)
        except (ValueError, RecursionError):
            return None
    return raw if isinstance(raw, Mapping) and raw else None


def _operation(raw: Mapping[str, Any]) -> TableOperation:
    flags = {name: raw.get(name) is True for name in ("endpoint", "rebuildable", "measured")}
    alarms = read_alarms(raw.get("alarms"))
    return TableOperation(raw=raw, curve=read_traffic(raw.get("curve")), alarms=alarms, **flags)


def read_alarms(raw: Any) -> str:
    """Which alarms are exported: few, or all (``true``); '' for none."""
    return "all" if raw is True else word(raw, ALARMS)


def _consumer(raw: Mapping[str, Any]) -> Consumer:
    return Consumer(
        text(raw.get("name")),
        word(raw.get("kind"), CONSUMER_KINDS),
        word(raw.get("needs"), CONSUMER_NEEDS),
        texts(raw.get("maintains")),
        number(raw.get("requests_per_second")),
    )


def _vector_index(raw: Mapping[str, Any]) -> VectorIndex:
    return VectorIndex(
        text(raw.get("name")),
        number(raw.get("dimensions")),
        texts(raw.get("hash")),
        texts(raw.get("filters")),
        text(raw.get("attribute")),
        word(raw.get("distance"), {one.lower() for one in DISTANCES}).upper(),
    )
