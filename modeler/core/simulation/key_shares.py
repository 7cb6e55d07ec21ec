"""Which keys of a place one pattern's units go to: the hot ones by name, the rest evenly. facts/partitions#model.

The hottest key's share is that of `modeler.core.capacity.heat`. If the skew is Zipf's, the next keys follow its law; if
there are few keys (shards, enum values), each is one; else the rest is even.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.capacity.growth import BUCKET_SECONDS
from modeler.core.capacity.hits import Touch
from modeler.core.design.pattern_facts import Skew

EVEN_KEYS_MAX: Final = 200
"""More keys than these, with the same traffic each, are as even as any number: our judgment."""
_RANKS: Final = 50
_PERIOD_MIN: Final = 900
_EPOCH: Final = {"epoch_seconds": 1}


@dataclass(frozen=True, slots=True)
class KeyKind:
    """The keys of one kind that a flow uses: the hottest key's share of the flow, the share of the whole kind, how many
    keys are as hot as the hottest, Zipf's exponent, and the seconds after which another key follows (0: never).
    """

    name: str
    hottest: float
    whole: float
    even: int = 0
    zipf: float | None = None
    period: int = 0

    def ranked(self) -> Iterator[tuple[str, float]]:
        """Each hot key with its share of the flow, the hottest first."""
        if self.even:
            each = min(self.hottest, self.whole / self.even)
            yield from ((f"{self.name} {rank}", each) for rank in range(1, self.even + 1))
            return
        left = self.whole
        for rank in range(1, _RANKS + 1 if self.zipf else 2):
            share = min(left, self.hottest * rank ** -(self.zipf or 0.0))
            if share <= 0:
                return
            left -= share
            yield f"{self.name} {rank}", share


def kinds_of(touches: Sequence[Touch], units: float, skew: Skew | None) -> tuple[KeyKind, ...]:
    """The kinds of keys of one flow; `units` is what one call uses there. Their shares are at most 1 together."""
    weights = sum(touch.spread.weight for touch in touches) or 1.0
    found = (_kind(touch, units, touch.spread.weight / weights, skew) for touch in touches)
    return tuple(kind for kind in found if kind is not None)


def _kind(touch: Touch, units: float, weight: float, skew: Skew | None) -> KeyKind | None:
    spread = touch.spread
    if spread.share is None or units <= 0:
        return None
    hottest = min(float(touch.units) / units, weight)
    if hottest <= 0:
        return None
    seconds = [{**BUCKET_SECONDS, **_EPOCH}[period] for period in spread.periods]
    name, period = " + ".join(spread.shape), min(seconds, default=0)
    if skew is not None and skew.zipf is not None:
        return KeyKind(name, hottest, weight, zipf=skew.zipf, period=period)
    count = round(weight / hottest)
    hot = skew.hottest if skew is not None and skew.hottest is not None else None
    if hot is None or count == 1:
        return KeyKind(name, hottest, weight, even=count if count <= EVEN_KEYS_MAX else 0, period=period)
    # A hot value that the key divides (over shards) is as many keys.
    parts = max(1, round(hot * weight / hottest))
    if parts > EVEN_KEYS_MAX:
        return KeyKind(name, hottest, weight, period=period)
    return KeyKind(name, hottest, weight, even=parts, period=period)


def slices(kinds: Sequence[KeyKind], seconds: float) -> list[tuple[float, float]]:
    """The times between which no key of these kinds is followed by another; one for all if none is."""
    periods = [kind.period for kind in kinds if _PERIOD_MIN <= kind.period < seconds]
    if not periods:
        return [(0.0, seconds)]
    step = min(periods)
    count = int(-(-seconds // step))
    return [(number * step, min(seconds, (number + 1) * step)) for number in range(count)]


def key_name(name: str, kind: KeyKind, start: float) -> str:
    """The name of a key in the slice that starts then: another one in each period."""
    return f"{name} @{int(start // kind.period)}" if kind.period >= _PERIOD_MIN else name


def is_brief(kind: KeyKind) -> bool:
    """Whether the keys change so often that a split never helps."""
    return 0 < kind.period < _PERIOD_MIN
