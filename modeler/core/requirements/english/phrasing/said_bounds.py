"""Bounds as people write them: "between a start and an end date", "older than a given date", "in a price range"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.words.lexicon import MOMENTS, UNITS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.slots import Comparator, Range


def _is_read(draft: Draft) -> bool:
    act = draft.value("operation")
    return draft.has("entities") and (act is None or act.is_read or draft.verb in {"delete", "remove", "purge"})


def _two_moments(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "between a start and an end date", "between startDate and endDate"."""
    return _is_read(draft) and time_range(draft, Comparator.BETWEEN, (), places(at, end))


def _passed_moments(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "between startDate and endDate": two names for the ends of one period."""
    low, high = (one.words[-1].lower() for one in caught)
    is_period = low.startswith(("start", "from", "begin", "since")) and high.startswith(("end", "to", "until"))
    return is_period and all(one.is_exact for one in caught) and _two_moments(draft, at, end, ())


def _aged(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "older than a given date"."""
    group: NounGroup = caught[0]
    if not _is_read(draft) or group.words[-1] not in MOMENTS - {*UNITS}:
        return False
    comparison = Comparator.LESS if draft.low(at) in {"older", "earlier"} else Comparator.GREATER
    return time_range(draft, comparison, (), places(at, end))


def _span(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "in a price range"."""
    group: NounGroup = caught[0]
    if not _is_read(draft) or group.words[-1] != "range" or len(group.words) < 2 or group.words[0] in MOMENTS:
        return False
    draft.fill("range", Range(draft.attribute(group.words[:-1]), Comparator.BETWEEN), places(at, end))
    return True


def _between(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with a due date between two dates", "where dueDate between :from and :to"."""
    group: NounGroup = caught[0]
    if not _is_read(draft) or not (group.is_trait or group.words[-1] in MOMENTS) or group.states:
        return False
    draft.fill("range", Range(draft.attribute(group.words), Comparator.BETWEEN), places(at, end))
    return True


def _prefix(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    group: NounGroup = caught[0]
    if not _is_read(draft) or group.states or not group.is_trait:
        return False
    draft.fill("range", Range(draft.attribute(group.words), Comparator.BEGINS_WITH), places(at, end))
    return True


def _compared(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "where price > 100", "whose price exceeds 100": of a read, a bound."""
    group: NounGroup = caught[0]
    sign = next(low for low in map(draft.low, range(group.end, end)) if low in _SIGNS)
    if not _is_read(draft) or group.states or group.is_plural or not (group.is_trait or draft.low(at) in _OPENERS):
        return False
    draft.fill("range", Range(draft.attribute(group.words), _SIGNS[sign], (str(caught[1]),)), places(at, end))
    return True


_OPENERS: Final = frozenset({"where", "with", "whose", "having"})
_SIGNS: Final = {
    ">": Comparator.GREATER, "exceeds": Comparator.GREATER, "exceeding": Comparator.GREATER, "<": Comparator.LESS,
    ">=": Comparator.AT_LEAST, "≥": Comparator.AT_LEAST, "<=": Comparator.AT_MOST, "≤": Comparator.AT_MOST,
}  # fmt: skip
_WITH: Final = "with|where|whose|having"
_TWO: Final = "two given? dates|times|timestamps|values|moments"
RULES: Final = (
    Phrase("between|from a|the? start|from date|time|timestamp? and|to|until an|a|the? end|to date|time|timestamp",
           _two_moments),
    Phrase("from a|the? start date|time to|until an|a|the? end date|time", _two_moments),
    Phrase("between|from BARE and|to BARE", _passed_moments),
    Phrase("older|earlier|newer|later than GROUP", _aged),
    Phrase("in|within|by|for|inside a|the? given|certain|specific? BARE", _span),
    Phrase(f"{_WITH} a|an|the? BARE is|are|was|were|falls|lies? between|in|within {_TWO}", _between),
    Phrase(f"{_WITH} a|an|the? BARE is|are|was|were|falls|lies? between|in|within : WORD and : WORD", _between),
    Phrase(f"{_WITH} a|an|the? BARE is|are|was|were|falls|lies? between|in|within ? and ?", _between),
    Phrase(f"{_WITH} a|an|the? BARE is? between start|from|low|min and end|to|high|max", _between),
    Phrase(f"{_WITH} a|an|the? BARE starting|starts|beginning|begins|start with a|the|some? given|certain? "
           "prefix|text|string|letter|letters", _prefix),
    Phrase("BARE between : WORD and : WORD", _between),
    Phrase("BARE between ? and ?", _between),
    Phrase(f"{_WITH} a|an|the? BARE >|<|>=|<=|≥|≤|exceeds|exceeding NUMBER", _compared),
    Phrase("TRAIT >|<|>=|<=|≥|≤ NUMBER", _compared),
)  # fmt: skip
