"""The hottest keys that one call uses, and the load of patterns that make the call at some rate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from modeler.core.arithmetic import exact
from modeler.core.capacity.loads import Direction, LoadPlace
from modeler.core.capacity.spreads import KeySpread
from modeler.core.design.patterns import AccessPattern, Rate

type Placed = tuple[tuple[str, str | None], tuple[str, ...], Direction]


@dataclass(frozen=True, slots=True)
class Touch:
    """Units/s that one access pattern uses on the hottest key of one kind, at one table or index.

    `hits` are the requests of one call that use it, `units` their units; a pattern without a rate touches nothing.
    """

    pattern: str
    label: str
    place: LoadPlace
    direction: Direction
    spread: KeySpread
    hits: Decimal
    units: Decimal
    average: Decimal
    peak: Decimal
    text: str

    @property
    def placed(self) -> Placed:
        """What touches that add up have in common."""
        return (self.place.table, self.place.index), self.spread.shape, self.direction


@dataclass(frozen=True)
class PatternHeat:
    """All touches of one pattern, and the facts that are missing for a better estimate, as sentences."""

    touches: tuple[Touch, ...]
    unknown: tuple[str, ...] = ()

    @cached_property
    def placed(self) -> tuple[tuple[Placed, Touch], ...]:
        """The touches, each with what those that add up have in common."""
        return tuple((touch.placed, touch) for touch in self.touches)


@dataclass(frozen=True, slots=True)
class Hit:
    """The load of one call on the hottest key of one kind, whatever pattern makes it and how often."""

    place: LoadPlace
    direction: Direction
    spread: KeySpread
    hits: Decimal
    units: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class CallHeat:
    """All hits of one call, and the missing facts: the same for all patterns that make it."""

    hits: tuple[Hit, ...]
    unknown: tuple[str, ...] = ()


def pattern_heat(pattern: AccessPattern, rate: Rate, call: CallHeat) -> PatternHeat:
    """The load of a pattern on hottest keys at its rate."""
    average, peak = exact(rate.average), exact(rate.peak)
    touches = (
        Touch(
            pattern.id,
            pattern.label,
            hit.place,
            hit.direction,
            hit.spread,
            hit.hits,
            hit.units,
            hit.units * average,
            hit.units * peak,
            hit.text,
        )
        for hit in call.hits
    )
    return PatternHeat(_merged(touches), tuple(f"{pattern.label}: {sentence}" for sentence in call.unknown))


def _merged(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    """One touch for each key and direction: a pattern can write one key twice (a key change, several members)."""
    merged: dict[Placed, Touch] = {}
    for touch in touches:
        placed = touch.placed
        same = merged.get(placed)
        if same is not None:
            text = same.text if touch.text == same.text else f"{same.text}; {touch.text}"
            touch = replace(
                same,
                hits=max(same.hits, touch.hits),
                units=same.units + touch.units,
                average=same.average + touch.average,
                peak=same.peak + touch.peak,
                text=text,
            )
        merged[placed] = touch
    return tuple(merged.values())
