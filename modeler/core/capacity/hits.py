"""The hottest keys that one call uses, and the load of patterns that make the call at some rate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from modeler.core.arithmetic import exact
from modeler.core.capacity.loads import Direction, LoadPlace
from modeler.core.capacity.spreads import KeySpread
from modeler.core.design.patterns import AccessPattern, Rate

type Placed = tuple[tuple[str, str | None], tuple[str, ...], Direction]


class Touch(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class PatternHeat:
    """All touches of one pattern, each with what those that add up have in common, and the facts that are missing for
    a better estimate, as sentences.
    """

    touches: tuple[tuple[Placed, Touch], ...]
    unknown: tuple[str, ...] = ()


class Hit(NamedTuple):
    """The load of one call on the hottest key of one kind, whatever pattern makes it and how often."""

    place: LoadPlace
    direction: Direction
    spread: KeySpread
    hits: Decimal
    units: Decimal
    text: str

    @property
    def placed(self) -> Placed:
        """What loads that add up have in common."""
        return (self.place.table, self.place.index), self.spread.shape, self.direction


@dataclass(frozen=True, slots=True)
class CallHeat:
    """The hits of one call, one for each key and direction, and the missing facts: the same for all patterns that make
    it.
    """

    hits: tuple[tuple[Placed, Hit], ...]
    unknown: tuple[str, ...] = ()


def pattern_heat(pattern: AccessPattern, rate: Rate, call: CallHeat) -> PatternHeat:
    """The load of a pattern on hottest keys at its rate."""
    average, peak = exact(rate.average), exact(rate.peak)
    touches = [
        (
            placed,
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
            ),
        )
        for placed, hit in call.hits
    ]
    return PatternHeat(tuple(touches), tuple(f"{pattern.label}: {sentence}" for sentence in call.unknown))


def merged(hits: Iterable[Hit]) -> tuple[tuple[Placed, Hit], ...]:
    """One hit for each key and direction: a call can write one key twice (a key change, several members)."""
    found: dict[Placed, Hit] = {}
    for hit in hits:
        placed = hit.placed
        same = found.get(placed)
        if same is not None:
            text = same.text if hit.text == same.text else f"{same.text}; {hit.text}"
            hit = same._replace(hits=max(same.hits, hit.hits), units=same.units + hit.units, text=text)
        found[placed] = hit
    return tuple(found.items())
