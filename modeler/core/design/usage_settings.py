"""What a design says beyond its keys: what a table is for, and how it is run. Read leniently.

These fields are open in the JSON Schema, so anything may stand there: what is not of the expected shape is as if
absent, and a rule that needs it says which field it lacks. Shapes are given with each function, absent values too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.design.lenient import mapping, number, text, texts
from modeler.core.design.model import Design
from modeler.core.design.tables import Table

PRODUCTION: Final = frozenset({"production", "prod", "live"})


def operation(table: Table) -> Mapping[str, Any]:
    """``settings.ops`` of a table: ``alarms`` bool · ``endpoint`` bool · ``existing_alarms`` · ``rebuildable`` bool ·
    ``previous_peak`` {read, write} units a second · ``curve`` as `traffic` reads it · ``measured`` bool ·
    ``switches_per_day`` {mode, class, ttl} · ``retention_owner`` text · ``reserved`` {read, write} units bought for
    1 or 3 years · ``backups_kept`` full backups on demand; {} where nothing is said.
    """
    return mapping(table.settings.get("ops"))


@dataclass(frozen=True, slots=True)
class Traffic:
    """How a table's traffic goes over a day or a week: the name of a shape, or the factors of the average by hour,
    24 of any day or 168 of a week that begins on Monday 00:00 UTC. `steps`: each hour stands level; else it slopes.
    """

    shape: str = ""
    hours: tuple[float, ...] = ()
    steps: bool = False


TRAFFIC_SHAPES: Final = ("flat", "diurnal", "office-hours", "spiky")
TRAFFIC_HOURS: Final = (24, 168)


def traffic(design: Design, table: Table) -> Traffic | None:
    """``settings.ops.curve`` of a table, else ``settings.traffic`` of the design: a shape (``"diurnal"``), 24 or 168
    numbers of which only the proportions count, or ``{"shape": "spiky"}``, ``{"hours": [...], "steps": true}``.
    None: nobody said, or what stands there is none of these.
    """
    return _traffic(operation(table).get("curve")) or _traffic(design.settings.get("traffic"))


def _traffic(raw: Any) -> Traffic | None:
    given = raw if isinstance(raw, Mapping) else {"shape": raw} if isinstance(raw, str) else {"hours": raw}
    hours = given.get("hours")
    factors = tuple(number(one) for one in hours) if isinstance(hours, list | tuple) else ()
    if len(factors) in TRAFFIC_HOURS and None not in factors and any(factors):
        return Traffic(hours=tuple(one or 0.0 for one in factors), steps=given.get("steps") is True)
    shape = text(given.get("shape")).lower().replace(" ", "-").replace("_", "-")
    return Traffic(shape) if shape in TRAFFIC_SHAPES else None


def stream_consumers(table: Table) -> tuple[Mapping[str, Any], ...]:
    """``settings.stream_consumers``: ``[{"name", "kind": lambda|reader|kinesis, "needs": keys|new|old|both,
    "maintains": [what it keeps], "requests_per_second": of a reader}]``.
    """
    raw = table.settings.get("stream_consumers")
    return tuple(one for one in raw if isinstance(one, Mapping)) if isinstance(raw, list | tuple) else ()


def copied(text: str, entity: str) -> tuple[str, str] | None:
    """``copy_of`` of an attribute: ``Order.status``, maybe with words of how it is kept (``Order.status, by stream``).
    The attribute of this entity, and those words; None: it is no copy of one.
    """
    start = f"{entity}."
    if not text.strip().startswith(start):
        return None
    name, *words = re.split(r"[\s,;]", text.strip()[len(start) :], maxsplit=1)
    return name, " ".join(words)


def environment(design: Design, table: Table) -> str:
    """The table's environment, else the design's; ``dev`` where nobody says."""
    return (text(table.settings.get("environment")) or text(design.settings.get("environment")) or "dev").lower()


def is_production(design: Design, table: Table) -> bool:
    """Does this table serve people?"""
    return environment(design, table) in PRODUCTION


def is_live(design: Design, table: Table) -> bool:
    """Does the table exist with items in it (``live: true`` in its settings or the design's)? Keys are then dear."""
    return table.settings.get("live") is True or design.settings.get("live") is True


@dataclass(frozen=True, slots=True)
class Tenancy:
    """``settings.tenant`` of a design: the attribute that names the tenant, ``pool`` or ``silo``, the entities that
    all tenants ``shared``, the share of the largest tenant, and whether IAM (LeadingKeys) keeps tenants apart.
    """

    attribute: str
    isolation: str = "pool"
    shared: tuple[str, ...] = ()
    admin_indexes: tuple[str, ...] = ()
    largest: float | None = None
    iam: bool = False

    @property
    def is_pooled(self) -> bool:
        """Do tenants share tables, so that keys tell them apart?"""
        return self.isolation == "pool"


def tenancy(design: Design) -> Tenancy | None:
    """``{"attribute": "tenantId", "isolation": "pool", "shared": [...], "admin_indexes": [...], "largest": 0.3,
    "iam": true}``; None: no tenants.
    """
    raw = mapping(design.settings.get("tenant"))
    attribute = text(raw.get("attribute"))
    if not attribute:
        return None
    return Tenancy(
        attribute,
        text(raw.get("isolation")) or "pool",
        texts(raw.get("shared")),
        texts(raw.get("admin_indexes")),
        number(raw.get("largest")),
        raw.get("iam") is True,
    )
