"""The traffic of partition keys: the share of a partition's limit that the hottest value of each uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from designer.page.month_cost import Month
from designer.page.regions.charts import strip
from designer.page.scene import Scene
from modeler.core.capacity.growth import collections
from modeler.core.capacity.heat import BackPressure, KeyHeat
from modeler.core.capacity.populations import Population
from modeler.core.design.pattern_facts import Skew
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind
from modeler.core.limits import LSI_COLLECTION_BYTES_MAX

SHOWN_LEAST: Final = 6
SHOWN_MOST: Final = 40
COOL: Final = 0.0001
"""The share of a partition's limit below which a key is cold, and shown only among the first six."""
FACTOR_NEAR: Final = 10
"""An index that supports ten times the specified peaks causes no back pressure."""
WIDTH: Final = 100


def heated(scene: Scene, month: Month) -> dict[str, Any]:
    """Keys by their distance from a partition's limit, the limits on writes, and the largest item collections."""
    keys = month.heat.keys
    warm = sum(key.used >= COOL for key in keys)
    shown = min(SHOWN_MOST, max(SHOWN_LEAST, warm))
    return {
        "heat": [_key(number, key) for number, key in enumerate(keys[:shown])],
        "heat_more": max(0, len(keys) - shown),
        "heat_unknown": month.heat.unknown,
        "pressed": [_pressed(one) for one in month.pressed if one.factor < FACTOR_NEAR],
        "is_unpressed": all(one.factor >= FACTOR_NEAR for one in month.pressed) and bool(month.pressed),
        "collections": list(_collections(month)),
    }


def _key(number: int, key: KeyHeat) -> dict[str, Any]:
    return {
        "key": str(number),
        "label": key.label,
        "place": key.place.label,
        "direction": key.direction.value,
        "average": key.average,
        "peak": key.peak,
        "limit": key.limit,
        "used": key.used,
        "is_over": key.used > 1,
        "estimate": key.estimate,
        "lacking": key.lacking,
        "patterns": [touch.label for touch in key.touches],
        "strip": strip(
            [(touch.label, float(touch.peak)) for touch in key.touches], max(float(key.peak), key.limit), WIDTH
        ),
    }


def _pressed(one: BackPressure) -> dict[str, Any]:
    return {
        "index": one.place.label,
        "table": one.place.table,
        "factor": one.factor,
        "is_over": one.factor < 1,
        "cause": "its provisioned capacity" if one.cause == "provisioned" else "the partition of its hottest key",
        "key": one.key.label if one.key is not None and one.cause != "provisioned" else "",
    }


def _skews(month: Month) -> dict[str, Skew]:
    """The distribution of an entity's puts over its items, by its name."""
    return {
        name: uneven
        for pattern in month.design.patterns
        for call in (pattern, *pattern.members)
        if call.operation is Operation.PUT and (uneven := call.facts.skew or pattern.facts.skew) is not None
        for name in call.entities or pattern.entities
    }


def _collections(month: Month) -> Iterator[dict[str, Any]]:
    """The largest collection of each kind of key, largest first; with LSIs, the time until it reaches their limit."""
    tenants, skews = month.design.options.tenancy, _skews(month)
    for table in month.design.tables:
        is_bounded = any(index.kind is IndexKind.LSI for index in table.indexes)
        found = collections(table, month.sizes, Population.of(table, tenants), skews)
        for one in sorted(found, key=lambda one: -one.size.value):
            if one.holdings:
                months = one.months_until(LSI_COLLECTION_BYTES_MAX) if is_bounded else None
                yield {
                    "table": table.name,
                    "label": one.label,
                    "size": one.size.value,
                    "monthly": one.monthly.value,
                    "months": months,
                    "is_bounded": is_bounded,
                    "lacking": one.lacking,
                }
