"""A simulated scenario, as text for a terminal and as JSON. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.simulation_asked import options_of, refuse_place
from exporter.targets.base import text_block
from modeler.core.design.model import Design
from modeler.core.simulation.partitions import HOT
from modeler.core.simulation.simulating import Band, PatternReport, PlaceReport, Simulated, simulate

_SHADES: Final = " .:-=+*#%@"
_ROWS_MAX: Final = 16


def simulated(
    design: Design, scenario: str, given: Mapping[str, Any], changes: Mapping[str, Any]
) -> tuple[Simulated, Simulated | None]:
    """Simulate a scenario, and again with changes if there are any; both as in `simulation_asked`. Raises Missing if
    the place whose keys were counted is not in the design.
    """
    base, changed = options_of(given, changes)
    if base.keys:
        refuse_place(design, base.place)
    second = simulate(design, scenario, changed) if changed is not None else None
    return simulate(design, scenario, base), second


def simulation_json(found: Simulated, second: Simulated | None = None) -> dict[str, Any]:
    """Return all figures as bands of low, median and high; `second` is the run beside it."""
    return {
        "estimate": True,
        "scenario": found.scenario.name,
        "title": found.scenario.title,
        "minutes": found.scenario.minutes,
        "seeds": found.seeds,
        "given_up": _band(found.given_up),
        "patterns": [_pattern(one) for one in found.patterns],
        "places": [_place(one) for one in found.places],
        "given_up_over_time": [round(one, 6) for one in found.throttled],
        "assumed": list(found.assumed),
        "unknown": list(found.unknown),
        "second": None if second is None else simulation_json(second),
    }


def _band(band: Band) -> dict[str, float]:
    return {"low": round(band.low, 6), "median": round(band.median, 6), "high": round(band.high, 6)}


def _pattern(one: PatternReport) -> dict[str, Any]:
    return {
        "pattern": one.pattern,
        "label": one.label,
        "calls": round(one.calls, 3),
        "given_up": _band(one.given_up),
        "refused_per_call": _band(one.refused),
        "added_ms": _band(one.added_ms),
        "worst_ms": _band(one.worst_ms),
        "reasons": {reason: _band(band) for reason, band in one.reasons},
    }


def _place(one: PlaceReport) -> dict[str, Any]:
    return {
        "table": one.table,
        "index": one.index,
        "partitions_at_start": one.partitions_first,
        "partitions_at_end": _band(one.partitions_last),
        "reads_per_second": _band(one.reads),
        "writes_per_second": _band(one.writes),
        "waiting_units": _band(one.waiting),
        "heat": [[round(float(each), 4) for each in row] for row in one.heat],
    }


def simulation_text(found: Simulated, second: Simulated | None = None) -> str:
    """Return the same for a terminal."""
    lines = list(_lines(found))
    if second is not None:
        lines += ["", "With the changes:", *_lines(second)]
    return text_block(lines)


def _lines(found: Simulated) -> Iterator[str]:
    yield f"{found.scenario.title}: {found.scenario.minutes} minutes, estimated with {found.seeds} seeds"
    if not found.patterns:
        yield "  Nothing is simulated: no access pattern has a rate"
    else:
        yield f"  Given up after retries: {_percent(found.given_up)} of all calls"
    for pattern in found.patterns:
        yield from _pattern_lines(pattern)
    for place in found.places:
        yield from _place_lines(place)
    yield from (f"  Assumed: {one}" for one in found.assumed)
    yield from (f"  Not known: {one}" for one in found.unknown)


def _pattern_lines(one: PatternReport) -> Iterator[str]:
    if one.refused.high <= 0:
        return
    yield (
        f"  {one.label}: {_percent(one.given_up)} given up, {_range(one.refused, 2)} refused attempts per call, "
        f"retries add {_range(one.added_ms, 0)} ms on average, {_range(one.worst_ms, 0)} ms in the worst minute"
    )
    yield from (f"    {reason}: {_percent(band)}" for reason, band in one.reasons)


def _place_lines(one: PlaceReport) -> Iterator[str]:
    yield (
        f"  {one.label}: {one.partitions_first} partitions, {_range(one.partitions_last, 0)} at the end; at most "
        f"{_range(one.reads, 0)} RU/s and {_range(one.writes, 0)} WU/s; "
        f"hottest partition at {one.heat.max():.0%} of its limit"
    )
    if one.waiting.high > 0:
        yield f"    {_range(one.waiting, 0)} WU of entries still wait to be written"
    hot = [row for row in one.heat if row.max() > HOT]
    if hot:
        yield "    Heat over time of partitions above 80% of their limit (@ is over the limit):"
        yield from (f"    |{''.join(_shade(float(each)) for each in row)}|" for row in hot[:_ROWS_MAX])
    if len(hot) > _ROWS_MAX:
        yield f"    and {len(hot) - _ROWS_MAX} more"


def _shade(heat: float) -> str:
    return _SHADES[-1] if heat > 1 else _SHADES[min(int(heat * (len(_SHADES) - 1)), len(_SHADES) - 2)]


def _percent(band: Band) -> str:
    return _band_text([f"{100 * one:.2f}%" for one in (band.low, band.median, band.high)])


def _range(band: Band, digits: int) -> str:
    return _band_text([f"{one:,.{digits}f}" for one in (band.low, band.median, band.high)])


def _band_text(figures: list[str]) -> str:
    low, median, high = figures
    return median if low == high else f"{median} ({low} to {high})"
