"""Orders that a phrase says as a sequence: "from first to last", "in the order in which they joined", "one by one"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.proposing.time_names import time_of_verb
from modeler.core.requirements.english.remaining.time_verbs import time_by_verb
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.orders import time_order
from modeler.core.requirements.english.words.superlatives import LEVELS, TIMELY
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import RequestedOrder

_EARLY: Final = "first|old|oldest|earliest|early"
_LATE: Final = "last|new|newest|latest|recent|late"
_WHEN: Final = "they|it|people|users|members|these|those|items|everyone"
_AUXILIARY: Final = "were|was|are|have|had|got|get|has"
_NAMES: Final = ({"name"}, {"title"}, {"fullname"}, {"label"}, {"surname"}, {"displayname"})


def _is_open(draft: Draft) -> bool:
    act = draft.value("operation")
    told = any(one.attribute or one.by for one in draft.value("order") or ())
    return draft.has("entities") and (act is None or act.is_read) and not told


def _rising(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    if not _is_open(draft):
        return False
    time_order(draft, descending=False, at=places(at, end))
    return True


def _falling(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    if not _is_open(draft):
        return False
    time_order(draft, descending=True, at=places(at, end))
    return True


def _by_verb(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "in the order they were written", "sorted by when they joined", "the ones filed first on top"."""
    return _is_open(draft) and _fill(draft, str(caught[-1]), at, end)


def _ones(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "the ones filed first on top", "the one closing first at the top": apart from the items."""
    is_apart = draft.low(at - 1) in {",", ";", "-", "–", "(", ":", "with"}
    return is_apart and _is_open(draft) and _fill(draft, str(caught[0]), at, end)


def _fill(draft: Draft, verb: str, at: int, end: int) -> bool:
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    is_own = held is not None and held.is_own
    name = (
        time_by_verb(held, verb) if is_own and held is not None else "" if draft.known.own else time_of_verb(verb, "")
    )
    said = {draft.low(one) for one in range(at, end)}
    if not name:
        return False
    draft.drop("order")
    draft.fill("order", RequestedOrder(name, bool(said & {"last", "latest", "newest"})), places(at, end))
    return True


def _alphabet(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "merchants in a country, alphabetically": by the only name or title that items have."""
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    if not _is_open(draft) or held is None or not held.is_own:
        return False
    named = [one.name for one in held.entity.attributes if {"".join(words_of(one.name))} in _NAMES]
    if len(named) == 1:
        draft.fill("order", RequestedOrder(named[0], "z" in draft.low(at)[:1]), places(at, end))
    return len(named) == 1


def _level(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "pledges over 500 with the largest up front": by the only number that is bounded."""
    word = str(caught[0])
    bounded = [one.attribute for one in draft.value("range") or () if one.attribute]
    if word in TIMELY:
        return _rising(draft, at, end, ()) if not TIMELY[word] else _falling(draft, at, end, ())
    if word not in LEVELS or not _is_open(draft) or len(bounded) != 1:
        return False
    draft.fill("order", RequestedOrder(bounded[0], LEVELS[word]), places(at, end))
    return True


def _then(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "ordered by points and then goalDifference": a further order."""
    group = caught[0]
    told: tuple[RequestedOrder, ...] = draft.value("order") or ()
    if len(told) != 1 or not told[0].attribute or told[0].by or group.states or group.determiner or group.is_plural:
        return False
    draft.fill("order", RequestedOrder(draft.attribute(group.words)), places(at, end))
    return True


def _both(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by points and then goals, both descending"."""
    told = draft.value("order") or ()
    if not told or any(one.by for one in told) or draft.question("order") is not None:
        return False
    is_down = draft.low(end - 1) in {"descending", "desc"}
    draft.settle("order", tuple(replace(one, descending=is_down) for one in told), places(at, end))
    return True


RULES: Final = (
    Phrase("and then BARE", _then),
    Phrase("both|all descending|desc|ascending|asc", _both),
    Phrase(f"from the? {_EARLY} to the? {_LATE}", _rising),
    Phrase(f"from the? {_LATE} to the? {_EARLY}", _falling),
    Phrase("oldest|earliest|old to newest|latest|new", _rising),
    Phrase("newest|latest|new to oldest|earliest|old", _falling),
    Phrase("in reverse chronological order", _falling),
    Phrase("in reverse order of time|date", _falling),
    Phrase(f"in the? order in which|that? {_WHEN} {_AUXILIARY}? WORD", _by_verb),
    Phrase(f"in the? order that? {_WHEN} {_AUXILIARY}? WORD", _by_verb),
    Phrase(f"sorted|ordered|order|sort? by when {_WHEN} {_AUXILIARY}? WORD", _by_verb),
    Phrase("the? one|ones|those WORD first|last on|at the? top", _ones),
    Phrase("the? one|ones|those WORD first|last", _ones),
    Phrase("in? alphabetical order", _alphabet),
    Phrase("alphabetically", _alphabet),
    Phrase("with the? SUPER up front", _level),
    Phrase("with the? SUPER one|ones? on|at the? top", _level),
    Phrase("the? SUPER one|ones? up front", _level),
)
