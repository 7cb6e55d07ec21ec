"""Classes of the grammar: what can be at a token where a pattern has a word in capitals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    ARTICLES,
    ING_NOUNS,
    MOMENTS,
    MONTH_NAMES,
    NEGATIONS,
    POSSESSIVES,
    STATES,
    STAY_ING,
    TRAITS,
    UNIT_NAMES,
    UNITS,
    is_superlative,
)
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural, plural

type Tokens = Sequence[WordToken]
type Candidates = Iterator[tuple[int, Any]]


@dataclass(frozen=True, slots=True)
class Duration:
    """A number of units of time."""

    number: float
    seconds: float

    @property
    def text(self) -> str:
        """Return it as text: 15 minutes, 1 day."""
        unit = UNIT_NAMES[self.seconds]
        return f"{_number_text(self.number)} {unit if self.number == 1 else plural(unit)}"


def _number_text(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _number(tokens: Tokens, at: int) -> Candidates:
    number = number_of(tokens[at])
    if number is not None:
        yield at + 1, number


def _unit(tokens: Tokens, at: int) -> Candidates:
    seconds = UNITS.get(tokens[at].low)
    if seconds is not None:
        yield at + 1, seconds


def _duration(tokens: Tokens, at: int) -> Candidates:
    number = 1.0 if tokens[at].low in {"a", "an"} else number_of(tokens[at])
    if number is not None and at + 1 < len(tokens) and tokens[at + 1].low in UNITS:
        yield at + 2, Duration(float(number), UNITS[tokens[at + 1].low])
    elif tokens[at].low in UNITS and tokens[at].low[-1:] != "s" and len(tokens[at].low) > 3:
        yield at + 1, Duration(1.0, UNITS[tokens[at].low])


def _group(tokens: Tokens, at: int) -> Candidates:
    found = group_at(tokens, at)
    if found is not None:
        yield found.end, found


def _one(tokens: Tokens, at: int) -> Candidates:
    """A single thing before which there is a determiner: a customer, their account. Before a verb, also with that
    verb.
    """
    found = group_at(tokens, at)
    if found is not None and _is_single(found):
        yield found.end, found
    found = group_at(tokens, at, before_verb=True)
    if found is not None and _is_single(found):
        yield found.end, found


def _is_single(group: NounGroup) -> bool:
    return bool(group.determiner) and not group.is_plural and not group.rank and group.count is None


def _single(tokens: Tokens, at: int) -> Candidates:
    """A single thing, also without a determiner: increase the counter of article by 1."""
    found = group_at(tokens, at)
    if found is not None and not found.is_plural and not found.rank and found.count is None and not found.is_trait:
        yield found.end, found
    else:
        yield from _one(tokens, at)


def _bare(tokens: Tokens, at: int) -> Candidates:
    found = group_at(tokens, at)
    if found is not None and not found.determiner and not found.rank and found.count is None:
        yield found.end, found


def _trait(tokens: Tokens, at: int) -> Candidates:
    """A property: the status, its barcode, last name."""
    found = group_at(tokens, at)
    if found is not None and found.is_trait and found.count is None and not found.rank:
        yield found.end, found


def _value(tokens: Tokens, at: int) -> Candidates:
    if tokens[at].is_value:
        yield at + 1, tokens[at]


def _state(tokens: Tokens, at: int) -> Candidates:
    """A state after "is": still available, not yet confirmed, out of stock."""
    words: list[str] = []
    place = at
    while place < len(tokens) and tokens[place].low in ADVERBS | NEGATIONS | {"no", "longer", "fully", "checked"} - {
        "online"
    }:
        low = tokens[place].low
        if low in NEGATIONS or low in {"fully"}:
            words.append("not" if low in NEGATIONS else low)
        if low in {"checked", "online"}:
            break
        place += 1
    if place >= len(tokens) or not tokens[place].is_word:
        return
    low = tokens[place].low
    following = tokens[place + 1].low if place + 1 < len(tokens) else ""
    if (low, following) == ("going", "to"):
        return  # it has not happened yet
    if low == "out" and following == "of" and place + 2 < len(tokens):
        yield place + 3, " ".join((*words, "out of", tokens[place + 2].low))
    elif low == "waiting" and following == "for" and place + 2 < len(tokens) and tokens[place + 2].low not in ARTICLES:
        yield place + 3, " ".join((*words, "waiting for", tokens[place + 2].low))
    elif (end := _tail(tokens, place)) > place + 1:
        yield end, " ".join((*words, *(tokens[one].low for one in range(place, end))))
    elif low.endswith("ing") and following in ARTICLES | POSSESSIVES:
        return
    elif low in STATES | STAY_ING or is_participle(low) or low.endswith(("able", "ing")):
        yield place + 1, " ".join((*words, low))


def _tail(tokens: Tokens, place: int) -> int:
    """Return where a state ends that needs further words: picked up, checked in, willing to travel, ready for
    pick-up.
    """
    low = tokens[place].low
    first, second = (tokens[one].low if one < len(tokens) else "" for one in (place + 1, place + 2))
    if first in _PARTICLES and is_participle(low):
        return place + 2
    if low in {"checked", "signed", "logged"} and first in {"in", "out"}:
        return place + 2
    third = tokens[place + 3].low if place + 3 < len(tokens) else ""
    is_verb = place + 2 < len(tokens) and starts(tokens[place + 2]) and not is_plural(second)
    if first == "to" and is_verb and low in _INFINITIVES and third not in ARTICLES | POSSESSIVES:
        return place + 3
    if first == "for" and low in _PURPOSES and starts(tokens[place + 2] if place + 2 < len(tokens) else tokens[place]):
        is_bare = second not in UNITS and second not in MOMENTS and not is_plural(second)
        return place + 3 if is_bare and place + 2 < len(tokens) else place
    return place


_PARTICLES: Final = frozenset({"up", "out", "off", "back", "down", "away"})
_INFINITIVES: Final = frozenset({"willing", "ready", "able", "unable", "eligible", "allowed", "licensed", "free"})
_PURPOSES: Final = frozenset({"ready", "eligible", "available", "open", "approved", "cleared", "up", "due"})


def _participle(tokens: Tokens, at: int) -> Candidates:
    if tokens[at].is_word and (is_participle(tokens[at].low) or tokens[at].low == "read"):
        yield at + 1, tokens[at].low


def _verb(tokens: Tokens, at: int) -> Candidates:
    low = tokens[at].low
    if tokens[at].is_word and (base_form(low) or (low.endswith("ed") and is_participle(low))):
        yield at + 1, low


def _gerund(tokens: Tokens, at: int) -> Candidates:
    if tokens[at].is_word and tokens[at].low.endswith("ing") and tokens[at].low not in ING_NOUNS:
        yield at + 1, tokens[at].low


def _word(tokens: Tokens, at: int) -> Candidates:
    if tokens[at].is_word:
        yield at + 1, tokens[at].low


def _measure(tokens: Tokens, at: int) -> Candidates:
    """A unit of measure: kg, meters, %."""
    if tokens[at].low in UNITS_OF_MEASURE:
        yield at + 1, tokens[at].low


def _date(tokens: Tokens, at: int) -> Candidates:
    """A date with a day or a year."""
    if tokens[at].kind == "date":
        yield at + 1, tokens[at].text
        return
    numbers = [number_of(one) if one.kind == "number" else None for one in tokens[at : at + 4]]
    names = [one.low in MONTH_NAMES for one in tokens[at : at + 4]] + [False] * 4
    days, years = ([one is not None and low <= one <= high for one in numbers] + [False] * 4
                   for low, high in ((1, 31), (1900, 2100)))  # fmt: skip
    is_comma = at + 2 < len(tokens) and tokens[at + 2].low == ","
    for shape, length in (
        (names[0] and days[1] and is_comma and years[3], 4), (names[0] and days[1] and years[2], 3),
        (days[0] and names[1] and years[2], 3), (names[0] and years[1], 2), (names[0] and days[1], 2),
        (days[0] and names[1], 2),
    ):  # fmt: skip
        if shape:
            yield at + length, " ".join(one.text for one in tokens[at : at + length] if one.low != ",")
            return


def _clock(tokens: Tokens, at: int) -> Candidates:
    """A time of day: 7 am, 18:30."""
    said = [one.low for one in tokens[at : at + 3]] + [""] * 3
    if tokens[at].kind == "number" and said[0].isdigit():
        if said[1] in {"am", "pm"}:
            gap = " " if tokens[at + 1].start > tokens[at].end else ""
            yield at + 2, f"{said[0]}{gap}{said[1]}"
        elif said[1] == ":" and said[2].isdigit() and len(said[2]) == 2:
            yield at + 3, f"{said[0]}:{said[2]}"


def _superlative(tokens: Tokens, at: int) -> Candidates:
    if tokens[at].is_word and is_superlative(tokens[at].low):
        yield at + 1, tokens[at].low


def _determiner(tokens: Tokens, at: int) -> Candidates:
    if tokens[at].low in ARTICLES | POSSESSIVES:
        yield at + 1, tokens[at].low


def _plain_trait(tokens: Tokens, at: int) -> Candidates:
    """Nouns of a property alone, without a determiner."""
    if tokens[at].low in TRAITS:
        yield at + 1, tokens[at].low


CLASSES: Final[dict[str, Callable[[Tokens, int], Candidates]]] = {
    "NUMBER": _number,
    "UNIT": _unit,
    "DURATION": _duration,
    "GROUP": _group,
    "ONE": _one,
    "SINGLE": _single,
    "BARE": _bare,
    "TRAIT": _trait,
    "VALUE": _value,
    "STATE": _state,
    "PARTICIPLE": _participle,
    "VERB": _verb,
    "GERUND": _gerund,
    "WORD": _word,
    "DET": _determiner,
    "PLAIN": _plain_trait,
    "MEASURE": _measure,
    "DATE": _date,
    "CLOCK": _clock,
    "SUPER": _superlative,
}
