"""Loads and freshness as people write them: "with peaks of 400/s", "- every day", "cached for 5 minutes is fine"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase
from modeler.core.requirements.english.slots.usage import BUSIEST, at_once, fresh, peak, rate
from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.slots import STRONG


def _visible(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "visible to the dispatcher no later than 2 seconds after"."""
    length = next(one for one in caught if isinstance(one, Duration))
    return fresh(draft, at, end, (length,))


def _strong(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "data from five minutes ago is of no use", "useless if it lags"."""
    draft.fill("consistency", STRONG, range(at, end))
    return True


def _every_unit(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "list the trams - every day": at the end of the line."""
    is_apart = draft.low(at - 1) in {",", "-", "–", "—", ";", "("}
    return end == len(draft.tokens) and is_apart and rate(draft, at, end, (1.0, UNITS[draft.low(at + 1)]))


def _most(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "- at most 5,000 per minute", of a read."""
    act = draft.value("operation")
    is_apart = draft.low(at - 1) in {",", "-", "–", "—", ";", "("} and (act is None or act.is_read)
    return is_apart and not draft.has("peak") and peak(draft, at, end, caught)


def _of_first(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "1,500 dashboards poll the status every 5 seconds": all of them together."""
    number = number_of(draft.tokens[0])
    group = group_at(draft.tokens, 1) if number is not None and number > 1 else None
    is_acting = group is not None and group.is_plural and base_form(draft.low(group.end)) == draft.low(group.end) != ""
    if number is None or not is_acting or (end < len(draft.tokens) and draft.tokens[end].is_word):
        return False
    draft.read(range(1), "rate")
    return rate(draft, at, end, (float(number), caught[0].number * caught[0].seconds))


_LATE: Final = "lag|delay|latency|behind|old|stale|late|staleness"
_FINE: Final = "acceptable|fine|ok|okay|good|allowed|tolerable|enough"
RULES: Final = (
    Phrase("every DURATION", _of_first),
    Phrase("ok|okay|fine if|when up? to? DURATION old|stale|late|behind", fresh),
    Phrase(
        "ok|okay|fine|good|acceptable if|when it|they|this|that is|are|'s? up? to? DURATION old|stale|late|behind",
        fresh,
    ),
    Phrase(
        "ok|okay|fine|good|acceptable if|when the data|list|figure|number|result is|are|'s? up? to? DURATION old|stale",
        fresh,
    ),
    Phrase(
        "visible|seen|shown to? GROUP? no later than DURATION after GROUP? came|come|comes|arrived|arrives? in?",
        _visible,
    ),
    Phrase("visible|seen|shown to? GROUP? within|in DURATION", _visible),
    Phrase("data from DURATION ago is of? no|little|useless use|good?", _strong),
    Phrase("data from DURATION ago is useless|worthless|wrong", _strong),
    Phrase("useless|wrong|worthless if it|they|this lags|lag|is|are stale|late|behind|old|outdated?", _strong),
    Phrase("must|has|have|should to? be the latest|newest|current|actual state|value|data|version|one", _strong),
    Phrase("must|has|have|should|may never|not|to? lag|lags behind?", _strong),
    Phrase(f"with|and|,? {BUSIEST} of|to|at|up? to? NUMBER /|per|a UNIT", peak),
    Phrase(f"with|and|,? {BUSIEST} of|to|at|up? to? NUMBER rps|tps|qps?", peak),
    Phrase("every|each day|week|month|hour|minute", _every_unit),
    Phrase("at most NUMBER /|per|a UNIT", _most),
    Phrase("must|should|has|needs? to? see|read|sees|reads its|their|your? own writes|changes", at_once),
    Phrase("read after write consistency|consistent?", at_once),
    Phrase(f"at most|up? to? DURATION of? {_LATE} is|are|being? {_FINE}", fresh),
    Phrase(f"DURATION of? {_LATE} is|are|being {_FINE}", fresh),
    Phrase(f"{_LATE} of up? to? at? most? DURATION is|are|being {_FINE}", fresh),
    Phrase("at most DURATION old|stale|late|behind", fresh),
    Phrase("at most DURATION out of date", fresh),
    Phrase(f"being? DURATION {_LATE} is|are {_FINE}", fresh),
    Phrase("cached|cacheable|cache for up? to? at? most? DURATION is|are? ok|okay|fine|enough?", fresh),
    Phrase("can|may be cached for up? to? DURATION", fresh),
)
