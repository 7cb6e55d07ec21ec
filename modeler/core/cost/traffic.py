"""Traffic over a day or a week, as factors of its average: given by a design, or assumed from average and peak.

A curve has 24 hourly factors of any day, or 168 of a week that begins on Monday 00:00 UTC; their mean is 1. Between the
middles of two hours the traffic is interpolated, unless the curve has steps. If a design gives no curve
(`facts.traffic`), the shape is assumed to be flat, or diurnal up to the declared peak: an estimate, and marked as one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from modeler.core.design.table_settings import Traffic

HOURS_OF_DAY: Final = 24
HOURS_OF_WEEK: Final = 168
DAY_MINUTES: Final = 1440
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HOUR: Final = 60
_DIURNAL_LOW: Final = 0.1
_DIURNAL_RATIO_MAX: Final = 12.0
_BUSIEST_HOUR: Final = 14
_OFFICE: Final = range(8, 18)
_SPIKE_HOURS: Final = 2
_SPIKE_AT: Final = 12
_TYPICAL_RATIO: Final = {"flat": 1.0, "diurnal": 2.0, "office-hours": 2.5, "spiky": 10.0}


@dataclass(frozen=True, slots=True)
class Curve:
    """Factors of the average by hour (24 or 168, their mean 1). `assumed`: no curve was given."""

    factors: tuple[float, ...]
    name: str
    steps: bool = False
    assumed: bool = False

    @property
    def is_flat(self) -> bool:
        """Whether there is the same traffic at every hour."""
        return max(self.factors) - min(self.factors) < 1e-9

    @property
    def highest(self) -> float:
        """The factor of its busiest minute."""
        return max(minutes(self))

    @property
    def spikes(self) -> bool:
        """Whether it rises tenfold within a few minutes (a step between two hours). facts/choices#capacity-mode."""
        factors = self.factors
        return self.steps and any(
            after > 0 and after >= 9.99 * before
            for before, after in zip((factors[-1], *factors), factors, strict=False)
        )

    @property
    def sentence(self) -> str:
        """The name of the curve in arithmetic."""
        days = "24-hour" if len(self.factors) == HOURS_OF_DAY else "7-day"
        return f"{self.name} {days} curve{', assumed: an estimate' if self.assumed else ''}"


@lru_cache(maxsize=64)
def minutes(curve: Curve) -> tuple[float, ...]:
    """The factor of each minute: 1,440 for a day, 10,080 for a week. Their mean is 1."""
    factors = curve.factors
    if curve.steps or curve.is_flat:
        return tuple(factor for factor in factors for _ in range(_HOUR))
    made: list[float] = []
    for number, here in enumerate(factors):
        before, after = factors[number - 1], factors[(number + 1) % len(factors)]
        made += [before + (here - before) * (minute + 30.5) / _HOUR for minute in range(30)]
        made += [here + (after - here) * (minute + 0.5) / _HOUR for minute in range(30)]
    return tuple(made)


def given_curve(hours: tuple[float, ...], *, steps: bool = False) -> Curve:
    """A curve of 24 or 168 numbers; only their proportions count."""
    # Scaled by the greatest first: numbers at the limit of a float have no mean.
    highest = max(hours)
    shares = [hour / highest for hour in hours]
    mean = sum(shares) / len(shares)
    return Curve(tuple(share / mean for share in shares), "given", steps)


def shaped(shape: str, average: float, peak: float) -> Curve:
    """A named shape (`facts.TRAFFIC_SHAPES`), as high relative to its average as the peak; else with its default
    ratio.
    """
    ratio = round(peak / average, 3) if average > 0 and peak > average else _TYPICAL_RATIO[shape]
    return _shaped(shape, ratio, assumed=False)


def assumed_curve(average: float, peak: float) -> Curve:
    """The assumption if only average and peak are known: flat if they are the same, else diurnal."""
    ratio = peak / average if average > 0 else 1.0
    return _shaped("flat" if ratio < 1.001 else "diurnal", round(ratio, 3), assumed=True)


def curve_of(traffic: Traffic | None, average: float, peak: float) -> Curve:
    """The curve of a design: as given, as a named shape up to the peak, or assumed from average and peak."""
    if traffic is None:
        return assumed_curve(average, peak)
    if traffic.hours:
        return given_curve(traffic.hours, steps=traffic.steps)
    return shaped(traffic.shape, average, peak)


@lru_cache(maxsize=256)
def _shaped(shape: str, ratio: float, *, assumed: bool) -> Curve:
    match shape:
        case "diurnal":
            factors = _diurnal(min(ratio, _DIURNAL_RATIO_MAX))
        case "office-hours":
            factors = _two_levels(ratio, [day < 5 and hour in _OFFICE for day in range(7) for hour in range(24)])
        case "spiky":
            factors = _two_levels(ratio, [0 <= hour - _SPIKE_AT < _SPIKE_HOURS for hour in range(24)])
        case _:
            factors = (1.0,) * HOURS_OF_DAY
    return Curve(factors, shape, steps=shape == "spiky", assumed=assumed)


def _two_levels(ratio: float, is_high: list[bool]) -> tuple[float, ...]:
    """High hours at the ratio (lower, if nothing would be left for the others), the rest constant."""
    hours, high_hours = len(is_high), sum(is_high)
    high = min(ratio, 0.98 * hours / high_hours)
    low = (hours - high * high_hours) / (hours - high_hours)
    return tuple(high if one else low for one in is_high)


def _diurnal(ratio: float) -> tuple[float, ...]:
    """A day with one maximum: low + (ratio - low) × a power of a raised cosine, narrow enough that the mean is 1."""
    if ratio <= 1:
        return (1.0,) * HOURS_OF_DAY
    low = max(_DIURNAL_LOW, 2 - ratio)
    wave = [(1 + math.cos((hour - _BUSIEST_HOUR) * math.tau / HOURS_OF_DAY)) / 2 for hour in range(HOURS_OF_DAY)]
    narrow, wide = 0.01, 200.0
    for _ in range(50):
        power = (narrow + wide) / 2
        mean = sum(one**power for one in wave) / HOURS_OF_DAY
        narrow, wide = (power, wide) if low + (ratio - low) * mean > 1 else (narrow, power)
    factors = [low + (ratio - low) * one**power for one in wave]
    mean = sum(factors) / HOURS_OF_DAY
    return tuple(factor / mean for factor in factors)


def moment(minute: int, length: int = HOURS_OF_WEEK * _HOUR) -> str:
    """A minute of a curve as text: `Monday 09:05`; for a day's curve `09:05`. UTC."""
    clock = f"{minute // _HOUR % HOURS_OF_DAY:02}:{minute % _HOUR:02}"
    return clock if length <= DAY_MINUTES else f"{WEEKDAYS[minute // DAY_MINUTES % 7]} {clock}"
