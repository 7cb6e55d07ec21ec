"""Geometry of the charts: pure functions from amounts to positions in an SVG's own units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 760
LABEL = 210
VALUE = 96
BAR = 20
PITCH = 38


@dataclass(frozen=True, slots=True)
class Segment:
    """One coloured piece of a bar. `part` numbers its colour."""

    x: float
    width: float
    part: int
    title: str
    amount: float


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its label at the left and its value behind its end."""

    label: str
    y: float
    middle: float
    value: float
    value_x: float
    segments: tuple[Segment, ...]
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars below each other, on one scale."""

    bars: tuple[Bar, ...]
    height: int
    width: int = WIDTH
    label: int = LABEL


def stacked(rows: Sequence[tuple[str, Sequence[tuple[str, float]], bool]]) -> Chart:
    """A chart of stacked bars from (label, [(part, amount)], is the best). Amounts below nothing take no room."""
    longest = max((sum(max(0.0, amount) for _, amount in parts) for _, parts, _ in rows), default=0.0) or 1.0
    scale = (WIDTH - LABEL - VALUE) / longest
    bars = []
    for number, (label, parts, is_best) in enumerate(rows):
        y = number * PITCH + 4.0
        x = float(LABEL)
        segments = []
        for part, (title, amount) in enumerate(parts):
            width = max(0.0, amount) * scale
            segments.append(Segment(round(x, 2), round(width, 2), part, title, amount))
            x += width
        total = sum(amount for _, amount in parts)
        bars.append(Bar(label, y, y + BAR / 2, total, round(x + 8, 2), tuple(segments), is_best))
    return Chart(tuple(bars), len(bars) * PITCH)
