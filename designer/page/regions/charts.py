"""Geometry of the charts: pure functions from amounts to positions in the units of an SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 760
LABEL = 210
VALUE = 96
BAR = 20
PITCH = 38
PARTS = 6
"""Number of colors for the pieces of a bar; further pieces share the last color."""

PLOT_WIDTH, PLOT_HEIGHT = 760, 220
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 10, 26
_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class Segment:
    """One colored piece of a bar. `part` is the number of its color."""

    x: float
    width: float
    part: int
    title: str
    amount: float


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its label on the left and its value after its end."""

    label: str
    y: float
    middle: float
    value: float
    value_x: float
    segments: tuple[Segment, ...]
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars one above the other, on one scale."""

    bars: tuple[Bar, ...]
    height: int
    width: int = WIDTH
    label: int = LABEL


def stacked(rows: Sequence[tuple[str, Sequence[tuple[str, float]], bool]]) -> Chart:
    """A chart of stacked bars from (label, [(part, amount)], is the best). Amounts below zero are not drawn."""
    longest = max((sum(max(0.0, amount) for _, amount in parts) for _, parts, _ in rows), default=0.0)
    bars = []
    for number, (label, parts, is_best) in enumerate(rows):
        y = number * PITCH + 4.0
        segments = strip(parts, longest, WIDTH - LABEL - VALUE, LABEL)
        end = segments[-1].x + segments[-1].width if segments else LABEL
        total = sum(amount for _, amount in parts)
        bars.append(Bar(label, y, y + BAR / 2, total, round(end + 8, 2), segments, is_best))
    return Chart(tuple(bars), len(bars) * PITCH)


def strip(parts: Sequence[tuple[str, float]], longest: float, width: float, x: float = 0.0) -> tuple[Segment, ...]:
    """One bar of adjacent pieces, starting at x; an amount of `longest` is `width` long."""
    segments = []
    for number, (title, amount) in enumerate(parts):
        long = max(0.0, amount) / longest * width if longest > 0 else 0.0
        segments.append(Segment(round(x, 2), round(long, 2), min(number, PARTS - 1), title, amount))
        x += long
    return tuple(segments)


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: its position and value."""

    at: float
    value: float


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over one pair of axes. `paths` are SVG path data, one per series; `left` and `top` are edges of the plotted
    area.
    """

    paths: tuple[str, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    spans: tuple[tuple[float, float], ...] = ()
    width: int = PLOT_WIDTH
    height: int = PLOT_HEIGHT
    left: int = LEFT
    top: int = TOP

    @property
    def right(self) -> int:
        """The bottom of the plotted area."""
        return self.width - RIGHT

    @property
    def bottom(self) -> int:
        """The position of the mark on its axis."""
        return self.height - BOTTOM

    @property
    def plotted(self) -> int:
        """The height of the plotted area."""
        return self.bottom - self.top

    def x_of(self, share: float) -> float:
        """The position of a share (0 to 1) on the horizontal axis."""
        return round(self.left + share * (self.right - self.left), 1)


def plot(
    series: Sequence[Sequence[tuple[float, float]]],
    *,
    x_max: float,
    x_at: Sequence[float] = (),
    spans: Sequence[tuple[float, float]] = (),
    size: tuple[int, int] = (PLOT_WIDTH, PLOT_HEIGHT),
) -> Plot:
    """Lines of (x, y) points on axes that begin at 0; `spans` are ranges of x to mark. The width of a plot in its own
    units equals its width in pixels, so that its text has the size of the page's text.
    """
    highest = max((y for line in series for _, y in line), default=0.0)
    marks = nice(highest)
    top = marks[-1] or 1.0
    width, height = size
    wide, high = width - RIGHT - LEFT, height - BOTTOM - TOP
    across = x_max or 1.0

    def x_of(x: float) -> float:
        return round(LEFT + x / across * wide, 1)

    def y_of(y: float) -> float:
        return round(height - BOTTOM - y / top * high, 1)

    paths = tuple("M" + "L".join(f"{x_of(x):g} {y_of(y):g}" for x, y in line) if line else "" for line in series)
    return Plot(
        paths,
        tuple(Tick(x_of(x), x) for x in (x_at or nice(x_max))),
        tuple(Tick(y_of(y), y) for y in marks),
        tuple((x_of(first), max(2.0, round(x_of(last) - x_of(first), 1))) for first, last in spans),
        width,
        height,
    )


LEAST = 1e-8
"""Smaller values are not drawn: marks are rounded to ten digits."""


def nice(highest: float, count: int = 4) -> tuple[float, ...]:
    """Round marks from 0 to just above a number, about `count` of them."""
    if highest < LEAST or not math.isfinite(highest):
        return (0.0, 1.0)
    rough = highest / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(one * power for one in _STEPS if one * power >= rough * 0.999999)
    return tuple(round(step * number, 10) for number in range(math.ceil(highest / step - 1e-9) + 1))


HOUR_WIDTH, HOUR_HEIGHT = 24, 120


@dataclass(frozen=True, slots=True)
class HourBar:
    """One hour of the day: its bar in a box of 24 × 120, its share of the highest (0 to 100) and the hour."""

    hour: int
    x: int
    y: float
    height: float
    value: int


def hour_bars(factors: Sequence[float]) -> tuple[HourBar, ...]:
    """The hours of a day as bars, the highest 100."""
    highest = max(factors, default=0.0) or 1.0
    made = []
    for hour, factor in enumerate(factors):
        value = round(100 * factor / highest)
        height = round(HOUR_HEIGHT * value / 100, 1)
        made.append(HourBar(hour, hour * HOUR_WIDTH, round(HOUR_HEIGHT - height, 1), height, value))
    return tuple(made)


def thinned(values: Sequence[float], count: int) -> list[tuple[float, float]]:
    """At most `count` points of a series by minute: (minute, the maximum since the previous point)."""
    step = max(1, math.ceil(len(values) / count))
    return [(float(at), max(values[at : at + step])) for at in range(0, len(values), step)]
