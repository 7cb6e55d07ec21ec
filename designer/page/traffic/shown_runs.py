"""The figures of a simulation as text, two runs beside each other. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from designer.page.regions.charts import Plot, plot
from designer.page.traffic.heat_map import heat_map, legend
from designer.templatetags.keysheet import finely, units
from modeler.core.simulation.scenarios import is_backfill

MAPS_MAX: Final = 6
HOT: Final = 0.8
TITLES: Final = ("As designed", "With the changes")
_WIDTH: Final = 1000
_LEAST: Final = 8.0
"""The least width that is seen."""

type Found = Mapping[str, Any]
type Band = Mapping[str, float]


def shown_runs(found: Found) -> dict[str, Any]:
    """Context of a result: what is given up, patterns, places with their heat, and what is assumed and unknown."""
    runs = [one for one in (found, found.get("second")) if one]
    patterns = _patterns(runs)
    places = _places(runs)
    maps = [one for one in places if one["is_warm"]][:MAPS_MAX]
    return {
        "title": found["title"],
        "minutes": found["minutes"],
        "seeds": found["seeds"],
        "sums": [_sum(title, run) for title, run in zip(TITLES, runs, strict=False)],
        "is_compared": len(runs) > 1,
        "patterns": [one for one in patterns if one["is_throttled"]],
        "quiet_patterns": sum(not (one["is_throttled"] or is_backfill(one["id"])) for one in patterns),
        "quiet_backfills": sum(is_backfill(one["id"]) and not one["is_throttled"] for one in patterns),
        "places": places,
        "maps": maps,
        "more_maps": len(places) - len(maps),
        "legend": legend(),
        "times": _times(found["minutes"]),
        "over_time": _over_time(runs),
        "assumed": [(title, run["assumed"]) for title, run in zip(TITLES, runs, strict=False)],
        "unknown": found["unknown"],
    }


def _sum(title: str, run: Found) -> dict[str, Any]:
    return {"title": title, "given_up": band_text(run["given_up"], finely), "is_throttled": run["given_up"]["high"] > 0}


def band_text(band: Band, told: Callable[[float], str]) -> str:
    """The median with the lowest and the highest; one number if they are the same as text."""
    low, median, high = told(band["low"]), told(band["median"]), told(band["high"])
    return median if low == high else f"{median} ({low} to {high})"


def _milliseconds(amount: float) -> str:
    if 0 < amount < 1:
        return "under 1 ms"
    return f"{amount:,.0f} ms" if amount < 10_000 else f"{amount / 1000:,.1f} s"


def _patterns(runs: Sequence[Found]) -> list[dict[str, Any]]:
    """A row for each pattern, with what each run says of it."""
    longest = max((one["worst_ms"]["high"] for run in runs for one in run["patterns"]), default=0.0)
    by_id = [{one["pattern"]: one for one in run["patterns"]} for run in runs]
    made = []
    for one in runs[0]["patterns"]:
        each = [(title, known[one["pattern"]]) for title, known in zip(TITLES, by_id, strict=False)]
        rows = [_pattern_row(title, row, longest) for title, row in each]
        made.append(
            {"label": one["label"], "id": one["pattern"], "calls": one["calls"], "rows": rows,
             "is_throttled": any(row["refused_per_call"]["high"] > 0 for _, row in each)}
        )  # fmt: skip
    return made


def _pattern_row(title: str, one: Found, longest: float) -> dict[str, Any]:
    return {
        "title": title,
        "given_up": band_text(one["given_up"], finely),
        "refused": band_text(one["refused_per_call"], units),
        "added": band_text(one["added_ms"], _milliseconds),
        "worst": band_text(one["worst_ms"], _milliseconds),
        "bar": _bar(one["worst_ms"], longest),
        "is_throttled": one["refused_per_call"]["high"] > 0,
        "reasons": [(reason, band_text(band, finely)) for reason, band in one["reasons"].items()],
    }


def _bar(band: Band, longest: float) -> dict[str, float]:
    """A band as positions from 0 to 1,000."""
    low, median, high = (
        round(_WIDTH * band[name] / longest, 1) if longest else 0.0 for name in ("low", "median", "high")
    )
    width = max(_LEAST, high - low) if high else 0.0
    return {"x": min(low, _WIDTH - width), "width": width, "median": min(median, _WIDTH - _LEAST)}


def _places(runs: Sequence[Found]) -> list[dict[str, Any]]:
    """Tables and GSIs, the hottest first, with what each run says of them."""
    by_name = [{(one["table"], one["index"]): one for one in run["places"]} for run in runs]
    made = []
    for key in by_name[0]:
        each = [(title, known[key]) for title, known in zip(TITLES, by_name, strict=False) if key in known]
        rows = [_place_row(title, one) for title, one in each]
        hottest = max(row["map"].highest for row in rows)
        name = f"{key[1]} of {key[0]}" if key[1] else key[0]
        made.append({"name": name, "rows": rows, "hottest": hottest, "is_warm": hottest >= HOT})
    made.sort(key=lambda one: -one["hottest"])
    if made and not made[0]["is_warm"]:
        made[0]["is_warm"] = True  # One map is always drawn, so that a calm run is seen to be calm.
    return made


def _place_row(title: str, one: Found) -> dict[str, Any]:
    return {
        "title": title,
        "first": one["partitions_at_start"],
        "last": band_text(one["partitions_at_end"], units),
        "reads": band_text(one["reads_per_second"], units),
        "writes": band_text(one["writes_per_second"], units),
        "waiting": band_text(one["waiting_units"], units) if one["waiting_units"]["high"] > 0 else "",
        "map": heat_map(one["heat"]),
    }


def _times(minutes: int) -> list[str]:
    """Where the time begins, is half over, and ends."""
    return [_time(minutes * part // 4) for part in range(5)]


def _time(minutes: int) -> str:
    if minutes and minutes % 1440 == 0:
        return f"{minutes // 1440} d"
    return f"{minutes} min" if minutes < 180 else f"{minutes / 60:g} h"


def _over_time(runs: Sequence[Found]) -> Plot | None:
    """The share of calls that are given up over time, a line for each run; None if none is."""
    series = [run["given_up_over_time"] for run in runs]
    if not any(any(one) for one in series):
        return None
    return plot(
        [[((at + 0.5) / len(one), 100 * share) for at, share in enumerate(one)] for one in series], x_max=1.0,
        x_at=(0.0, 0.25, 0.5, 0.75, 1.0),
    )  # fmt: skip
