"""What a design says beyond its keys: how a pattern is used, what a table is for, how it is run. Read leniently.

These fields are open in the JSON Schema, so anything may stand there: what is not of the expected shape is as if
absent, and a rule that needs it says which field it lacks. Shapes are given with each function, absent values too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table

PRODUCTION: Final = frozenset({"production", "prod", "live"})
READ_YOUR_WRITE: Final = "read_your_write"
NUMBER_MAX: Final = 1e15
"""No count, rate or size is larger, as in the JSON Schema; what is cannot be computed with."""
WINDOW_MS: Final = 50.0
"""From the read to the write of a read-modify-write, by default. facts/building-blocks#look-ups."""


@dataclass(frozen=True, slots=True)
class Skew:
    """How unevenly a pattern's calls fall on keys: the hottest key's share (0 to 1), or Zipf's exponent s. `attribute`
    says whose values are uneven; '': those in the partition key that the pattern names.
    """

    hottest: float | None = None
    zipf: float | None = None
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Follows:
    """A pattern that is called after another: `code` of the other, `times` for each call of it, on the same key?"""

    code: str
    times: float = 1.0
    same_key: bool = False


def skew(pattern: AccessPattern) -> Skew | None:
    """``{"hottest": 0.3}`` or ``{"zipf": 1.1}``, and maybe ``"attribute": "songId"``; None: even."""
    raw = _mapping(pattern.extra.get("skew"))
    made = Skew(number(raw.get("hottest")), number(raw.get("zipf")), text(raw.get("attribute")))
    return None if made.hottest is None and made.zipf is None else made


def purpose(pattern: AccessPattern) -> str:
    """``online`` (the default), ``admin``, ``report`` or ``job``."""
    return text(pattern.extra.get("purpose")) or "online"


def delivery(pattern: AccessPattern) -> str:
    """``once`` (the default) or ``at_least_once``: then the same request may come twice."""
    return text(pattern.extra.get("delivery")) or "once"


def fresh(pattern: AccessPattern) -> float | None:
    """Seconds after which a read must see a write; 0 for ``read_your_write``; None: no demand."""
    raw = pattern.extra.get("fresh")
    return 0.0 if raw == READ_YOUR_WRITE else number(raw)


def follows(pattern: AccessPattern) -> Follows | None:
    """``{"code": "A2", "times": 20, "same_key": true}``; None: it is independent."""
    raw = _mapping(pattern.extra.get("follows"))
    code = text(raw.get("code"))
    return Follows(code, number(raw.get("times")) or 1.0, bool(raw.get("same_key"))) if code else None


def invariant(pattern: AccessPattern) -> str:
    """What a transaction keeps true, in words; '' if not given."""
    return text(pattern.extra.get("invariant"))


def examined(pattern: AccessPattern) -> float | None:
    """Items that a call examines before its filter; None: not given."""
    return number(pattern.extra.get("examined"))


def batch_size(pattern: AccessPattern) -> int:
    """Items of one batch; 1 where not given."""
    return int(number(pattern.extra.get("batch_size")) or 1)


def retries_unprocessed(pattern: AccessPattern) -> bool:
    """Does the caller of a batch send again what came back unprocessed?"""
    return pattern.extra.get("retries_unprocessed") is True


def window_ms(pattern: AccessPattern) -> float:
    """Milliseconds from the read to the write that depends on it; 50 where not given."""
    return number(pattern.extra.get("window_ms")) or WINDOW_MS


def intent(pattern: AccessPattern) -> Mapping[str, Any]:
    """What the pattern is meant to do, in addition to its expressions; {} if not given. Members that are read:

    ``given`` [names] · ``range`` name (its bounds are the parameters nameFrom and nameTo) · ``order_by`` name or
    [names] · ``direction`` ascending, descending or newest first, or one of these for each name ·
    ``page_numbers`` bool · ``strict_order`` bool · ``optional_filters`` [names] · ``text_search`` bool · ``top`` k ·
    ``radius_km`` with ``geohash_precision`` · ``one_request`` bool · ``approximate`` bool · ``upsert`` bool ·
    ``replace`` bool (a Put that means to overwrite) · ``expects_gone`` bool (needs expired items to be away) ·
    ``window_days`` (the window of time that a read covers) · ``shared_by_tenants`` bool.
    """
    return _mapping(pattern.extra.get("intent"))


def operation(table: Table) -> Mapping[str, Any]:
    """``settings.ops`` of a table: ``alarms`` bool · ``endpoint`` bool · ``existing_alarms`` · ``rebuildable`` bool ·
    ``previous_peak`` {read, write} units/s · ``curve`` as `traffic` reads it · ``measured`` bool ·
    ``switches_per_day`` {mode, class, ttl} · ``retention_owner`` text · ``reserved`` {read, write} units bought for
    1 or 3 years · ``backups_kept`` full backups on demand; {} if not given.
    """
    return _mapping(table.settings.get("ops"))


@dataclass(frozen=True, slots=True)
class Traffic:
    """How a table's traffic goes over a day or a week: the name of a shape, or the factors of the average by hour, 24
    of any day or 168 of a week that begins on Monday 00:00 UTC. `steps`: each hour is constant; else traffic is
    interpolated.
    """

    shape: str = ""
    hours: tuple[float, ...] = ()
    steps: bool = False


TRAFFIC_SHAPES: Final = ("flat", "diurnal", "office-hours", "spiky")
TRAFFIC_HOURS: Final = (24, 168)


def traffic(design: Design, table: Table) -> Traffic | None:
    """``settings.ops.curve`` of a table, else ``settings.traffic`` of the design: a shape (``"diurnal"``), 24 or 168
    numbers of which only the proportions count, or ``{"shape": "spiky"}``, ``{"hours": [...], "steps": true}``.
    None: not given, or none of these.
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
    The attribute of this entity, and those words; None: it is not a copy.
    """
    start = f"{entity}."
    if not text.strip().startswith(start):
        return None
    name, *words = re.split(r"[\s,;]", text.strip()[len(start) :], maxsplit=1)
    return name, " ".join(words)


def environment(design: Design, table: Table) -> str:
    """The table's environment, else the design's; ``dev`` by default."""
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
    raw = _mapping(design.settings.get("tenant"))
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


def number(raw: Any) -> float | None:
    """A number from 0 to NUMBER_MAX, or None."""
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    return float(raw) if 0 <= raw <= NUMBER_MAX else None


def text(raw: Any) -> str:
    """A text, or ''."""
    return raw if isinstance(raw, str) else ""


def texts(raw: Any) -> tuple[str, ...]:
    """The texts of a list; a text alone is a list of one."""
    if isinstance(raw, str):
        return (raw,)
    return tuple(one for one in raw if isinstance(one, str)) if isinstance(raw, list | tuple) else ()


def _mapping(raw: Any) -> Mapping[str, Any]:
    return raw if isinstance(raw, Mapping) else {}
