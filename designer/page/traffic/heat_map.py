"""The heat of partitions over time as a drawing of a few SVG paths, one for each level. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

LEVELS: Final = (0.05, 0.2, 0.4, 0.6, 0.8, 1.0)
"""The upper bound of each level but the last, as a share of a partition's limit; the last is over the limit."""
LISTED_MAX: Final = 6
_ROW_PIXELS: Final = (5, 18)
_MAP_PIXELS: Final = 180


@dataclass(frozen=True, slots=True)
class HeatLevel:
    """All cells of one level, as the data of a path on a grid of cells."""

    number: int
    path: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One partition as text: its number, its highest heat, and in how many of the times it was above 80% and above
    its limit.
    """

    number: int
    highest: float
    hot: float
    over: float


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A drawing of `columns` times and `rows` partitions, `height` pixels high. `percents` are the heats of all cells
    as text, for a cursor; `listed` are the hottest partitions.
    """

    columns: int
    rows: int
    height: int
    levels: tuple[HeatLevel, ...]
    percents: str
    listed: tuple[HeatRow, ...]
    highest: float


def heat_map(heat: Sequence[Sequence[float]]) -> HeatMap:
    """Draw the heat of partitions (a list each) in equal parts of the time."""
    columns = len(heat[0]) if heat else 0
    low, high = _ROW_PIXELS
    height = len(heat) * max(low, min(high, _MAP_PIXELS // max(1, len(heat))))
    found: dict[int, list[str]] = {}
    for y, row in enumerate(heat):
        x = 0
        for level, cells in groupby(level_of(one) for one in row):
            width = len(list(cells))
            if level:
                found.setdefault(level, []).append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    levels = tuple(HeatLevel(number, "".join(paths)) for number, paths in sorted(found.items()))
    percents = ";".join(",".join(str(round(100 * one)) for one in row) for row in heat)
    rows = sorted((_row(number, row) for number, row in enumerate(heat, 1)), key=lambda one: (-one.highest, one.number))
    return HeatMap(
        columns, len(heat), height, levels, percents, tuple(rows[:LISTED_MAX]), rows[0].highest if rows else 0.0
    )


def level_of(heat: float) -> int:
    """The level of a heat: 0 is next to nothing, the last one is over the limit."""
    return bisect_left(LEVELS, heat)


def legend() -> list[dict[str, Any]]:
    """Each level with its range of heat, as text."""
    words = [f"up to {one:.0%}" for one in LEVELS] + ["over the limit"]
    return [{"number": number, "words": word} for number, word in enumerate(words)]


def _row(number: int, row: Sequence[float]) -> HeatRow:
    count = max(1, len(row))
    return HeatRow(
        number, max(row, default=0.0), sum(one > 0.8 for one in row) / count, sum(one > 1 for one in row) / count
    )
