"""Loads that a line tells in parts: "6k couriers - 1 ping every 4 sec", "140 turbines, 200 signals each, every second".

How many there are, times how often one of them does something, is the rate of all. Where the line does not say that a
rate is that of one, nothing is multiplied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import UNITS, words_in
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of

_SIZES: Final = words_in(
    "top first last latest newest oldest next max maximum limit least most than up only after before between within "
    "over under above below of"
)
"""Words before a number that make it a size or a bound, and no number of devices."""
_SERVED: Final = words_in("rows items results entries records pages page percent times bytes requests calls reads")
"""Nouns after a number that count something else than devices."""
_TIMES: Final = words_in("x * ×")
_EACH: Final = words_in("each apiece every")
_OFTEN: Final = (
    "once|one|1 every|per|/|each|a|an DURATION",
    "one|1 BARE every|per|/|each|a|an DURATION",
    "NUMBER BARE every|per|/|each DURATION",
    "NUMBER BARE a|an DURATION",
    "every DURATION",
)
_TWICE: Final = "twice every|per|/|each|a|an DURATION"


@dataclass(frozen=True, slots=True)
class Fleet:
    """How many there are, how often one of them does something (times in seconds), and what it does."""

    devices: tuple[NounGroup, ...]
    sent: NounGroup | None
    rate: float
    at: tuple[int, ...]


def fleet_of(draft: Draft) -> Fleet | None:
    """Return the devices of a line and the rate of all; None if it does not tell both."""
    often = _often(draft)
    if often is None:
        return None
    start, end, number, seconds, sent = often
    devices = tuple(one for one in _devices(draft) if one.end <= start or one.start >= end)
    if not devices or len(devices) > 2:
        return None
    is_of_one = number == 1 or bool(_TIMES & set(map(draft.low, range(devices[0].end, start + 1)))) or _is_each(draft)
    if not is_of_one:
        return None
    counts = [one.count or 1 for one in devices]
    told = [at for one in devices for at in one.read]
    return Fleet(devices, sent, prod(counts) * number / seconds, (*told, *places(start, end)))


def _often(draft: Draft) -> tuple[int, int, float, float, NounGroup | None] | None:
    """Return where a line says how often something is done, how many times in how many seconds, and what."""
    for at in range(len(draft.tokens)):
        if (twice := match(draft.tokens, at, _TWICE)) is not None:
            return at, twice[0], 2.0, _seconds(twice[1][0]), None
        for pattern in _OFTEN:
            found = match(draft.tokens, at, pattern)
            if found is not None:
                caught = found[1]
                sent = next((one for one in caught if isinstance(one, NounGroup)), None)
                is_noun = sent is None or (sent.words[-1] not in UNITS and not sent.is_trait)
                number = float(caught[0]) if isinstance(caught[0], int | float) else 1.0
                if is_noun and isinstance(caught[-1], Duration):
                    return at, found[0], number, _seconds(caught[-1]), sent
    return None


def _seconds(said: Duration) -> float:
    return said.number * said.seconds


def _devices(draft: Draft) -> Iterator[NounGroup]:
    for at, token in enumerate(draft.tokens):
        number = number_of(token)
        group = group_at(draft.tokens, at) if number is not None else None
        if group is None or not group.count or group.count != number or group.count < 2 or group.rank:
            continue
        after, last = draft.low(group.end), group.words[-1]
        is_unit = last in UNITS or last in UNITS_OF_MEASURE or last in _SERVED or not group.is_plural
        is_rate = after in {"/", "per", "a", "an"} and draft.low(group.end + 1) in {*UNITS, "page"}
        is_frequency = after == "every" or (after in {"/", "per", "a", "an"} and draft.low(group.end + 2) in UNITS)
        is_size = draft.low(at - 1) in _SIZES and draft.low(at - 2) not in _EACH
        if not (is_unit or is_rate or is_frequency or is_size):
            yield group


def _is_each(draft: Draft) -> bool:
    return any(token.low in _EACH and draft.low(at + 1) not in UNITS for at, token in enumerate(draft.tokens))
