"""Rates and returned items of access patterns as texts of the fields in which they are edited in lists."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from designer.page.scene import Scene


def stated_rates(scene: Scene, pattern_id: str) -> dict[str, Any]:
    """What a pattern states: the texts of its fields, and `base`, from which an edit of them starts."""
    fields = scene.parts[pattern_id].fields
    rate, returned = fields.get("per_second"), fields.get("items_returned")
    known: Mapping[str, Any] = rate if isinstance(rate, Mapping) else {}
    average, peak = known.get("average"), known.get("peak")
    return {
        "average": _text(average),
        "peak": _text(peak),
        "returned": _text(returned),
        "base": json.dumps({"per_second": rate, "items_returned": returned}),
    }


def _text(value: Any) -> str:
    """A number without an exponent, so that it can be typed again; '' for none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return f"{value:.6f}".rstrip("0").rstrip(".")
