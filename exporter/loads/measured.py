"""What a load measures: latencies, throttles, refusals and consumed units of each pattern. Pure."""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

SAMPLES_MIN: Final = 100
"""Fewer latencies than these say nothing about a percentile."""
PERCENTILES: Final = (50, 90, 99)
_READS: Final = frozenset({"get_item", "query", "scan", "batch_get_item", "transact_get_items"})


def is_read(method: str) -> bool:
    """Does a method of the client consume read units?"""
    return method in _READS


def percentiles(milliseconds: Sequence[float]) -> dict[str, float] | None:
    """The percentiles of latencies by nearest rank; None for fewer than SAMPLES_MIN."""
    if len(milliseconds) < SAMPLES_MIN:
        return None
    ordered = sorted(milliseconds)
    return {f"p{one}": round(ordered[math.ceil(one / 100 * len(ordered)) - 1], 2) for one in PERCENTILES}


@dataclass(frozen=True, slots=True)
class Answered:
    """How a call ended: its milliseconds, the units that the endpoint reported (None: it reported none), the reasons
    if it was throttled, and the code if it was refused.
    """

    milliseconds: float
    reads: Decimal | None = None
    writes: Decimal | None = None
    throttled: tuple[str, ...] = ()
    refused: str = ""


@dataclass
class PatternMeasure:
    """What the calls of one pattern have shown so far."""

    planned: int = 0
    sent: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    throttled: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    milliseconds: list[float] = field(default_factory=list)
    consumed: list[Decimal] = field(default_factory=lambda: [Decimal(0), Decimal(0)])
    predicted: list[Decimal] = field(default_factory=lambda: [Decimal(0), Decimal(0)])

    def add(self, answered: Answered, predicted: tuple[Decimal, Decimal]) -> None:
        """Take up a call. Only a served one has a latency, and units to compare: a refusal reports none."""
        self.sent += 1
        if answered.throttled:
            self.throttled += 1
            for reason in answered.throttled:
                self.reasons[reason] = self.reasons.get(reason, 0) + 1
        elif answered.refused:
            self.refused[answered.refused] = self.refused.get(answered.refused, 0) + 1
        else:
            self.milliseconds.append(answered.milliseconds)
            for place, units in enumerate((answered.reads, answered.writes)):
                self.consumed[place] += units or Decimal(0)
                self.predicted[place] += predicted[place]

    def as_json(self, load_units: tuple[float, float]) -> dict[str, Any]:
        """Return the figures; `load_units` are those of a call in the model of the simulation."""
        return {
            "planned": self.planned,
            "sent": self.sent,
            "served": len(self.milliseconds),
            "throttled": self.throttled,
            "reasons": dict(sorted(self.reasons.items())),
            "refused": dict(sorted(self.refused.items())),
            "latency": percentiles(self.milliseconds),
            "longest_ms": round(max(self.milliseconds), 2) if self.milliseconds else None,
            "units": {
                word: {
                    "consumed": float(self.consumed[place]),
                    "predicted": float(self.predicted[place]),
                    "simulated": round(load_units[place] * len(self.milliseconds), 1),
                }
                for place, word in enumerate(("read", "write"))
            },
        }


@dataclass
class UnitsBudget:
    """The units that a load can still consume. A call takes what it is predicted to consume before it is sent, and
    gives back the difference.
    """

    reads: Decimal
    writes: Decimal
    is_spent: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, reads: Decimal, writes: Decimal) -> bool:
        """Take units. False, from then on always, if they are not there."""
        with self._lock:
            if self.is_spent or reads > self.reads or writes > self.writes:
                self.is_spent = True
                return False
            self.reads -= reads
            self.writes -= writes
            return True

    def settle(self, taken: tuple[Decimal, Decimal], used: tuple[Decimal, Decimal]) -> None:
        """Count what a call has used in place of what it took."""
        with self._lock:
            self.reads += taken[0] - used[0]
            self.writes += taken[1] - used[1]


def of_all(patterns: Sequence[Mapping[str, Any]], word: str, figure: str) -> float:
    """One figure of units, over all patterns."""
    return round(sum(float(one["units"][word][figure]) for one in patterns), 1)
