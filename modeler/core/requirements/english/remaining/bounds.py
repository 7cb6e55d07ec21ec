"""Bounds of times in phrases that are left: "whose insurance runs out within 6 weeks", "from one moment to another"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.naming.names import name_at
from modeler.core.requirements.english.phrasing.same import is_code
from modeler.core.requirements.english.remaining.runs import runs
from modeler.core.requirements.english.remaining.time_verbs import time_by_noun, time_by_verb
from modeler.core.requirements.english.rules import apply_rules
from modeler.core.requirements.english.slots import bounds, dates
from modeler.core.requirements.english.words.lexicon import BE, HAVE, MODALS, NEGATIONS, words_in
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Comparator, Range
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, KnownEntity

_TIMES: Final = (*dates.RULES, *bounds.RULES)
_LEADS: Final = (
    BE
    | HAVE
    | MODALS
    | words_in(
        "whose that which who where with and their its the ones those has been going to only it they falls fall lies "
        "lie lands land comes set not"
    )
)
_NOBODY: Final = words_in("nobody no-one")
_NOT: Final = NEGATIONS | _NOBODY | words_in("without hasn't haven't weren't wasn't didn't")
_AFTER: Final = words_in("that are still there is now yet already")
_ENDING: Final = words_in("until expire expires expiry end ends due deadline valid")
_MOMENT: Final = "moment|date|day|time|point|timestamp|instant"
_GIVEN: Final = (
    (f"from one|a|some {_MOMENT} to another|the|a other|next|second? {_MOMENT}?", Comparator.BETWEEN),
    (f"between two|a {_MOMENT}|dates|times|moments|days|timestamps", Comparator.BETWEEN),
    (f"since|from a|the? given|certain|specific {_MOMENT} in? time? onwards|on?", Comparator.AT_LEAST),
    (f"before|until a|the? given|certain|specific {_MOMENT} in? time?", Comparator.LESS),
    (f"after a|the? given|certain|specific {_MOMENT} in? time?", Comparator.GREATER),
)


def read_bounds(draft: Draft, held: KnownEntity) -> None:
    """Fill the range of a row from a phrase that bounds one of its times, or name the time that is bounded."""
    act = draft.value("operation")
    if act is None or not act.is_read:
        return
    _name(draft, held)
    for run in runs(draft):
        if not draft.has("range"):
            _ = _bounded(draft, held, run)


def _name(draft: Draft, held: KnownEntity) -> None:
    """Name the time after a verb right before the bound: lastInspectedOn of "nobody has inspected during ..."."""
    told: tuple[Range, ...] = draft.value("range") or ()
    first = draft.first_of("range")
    if len(told) != 1 or first < 0:
        return
    if told[0].attribute and (other := _other(draft, held, first, told[0].attribute)):
        draft.settle("range", (replace(told[0], attribute=other),))
        return
    for at in range(max(first - 2, 0), min(first + 4, len(draft.tokens))):
        name = time_by_verb(held, draft.low(at), draft.low(at + 1))
        if not name or told[0].attribute not in {"", name}:
            continue
        start = next((one for one in range(at - 1, max(at - 4, 0), -1) if draft.low(one) in _NOBODY), at)
        is_not = start < at and told[0].comparison is Comparator.AT_LEAST
        if is_not and not draft.value("condition"):
            draft.drop("condition")
        if is_not or not told[0].attribute:
            sign = Comparator.LESS if is_not else told[0].comparison
            draft.settle("range", (replace(told[0], attribute=name, comparison=sign),), range(start, at + 1))
        return


def _other(draft: Draft, held: KnownEntity, first: int, said: str) -> str:
    """Return another attribute that is named right before the bound: "whose deliverBy falls in the next 14 days"."""
    place = first - 1
    while draft.low(place) in _FALLING:
        place -= 1
    name = draft.tokens[place].text if place >= 0 and not draft.used[place] else ""
    is_other = name != said and is_code(draft.tokens[place]) and held.attribute(name) is not None if name else False
    return name if is_other else ""


_FALLING: Final = BE | words_in("falls fall lies lie lands land comes")


def _bounded(draft: Draft, held: KnownEntity, run: range) -> bool:
    name, is_not = "", False
    at = run.start
    while at < run.stop:
        found = _time_at(draft, at, run.stop, name)
        if found is not None:
            return _fill(draft, held, run, name, found, is_not=is_not)
        low = draft.low(at)
        is_not = is_not or low in _NOT
        end = _named_at(draft, held, at, run.stop)
        if end is not None:
            if name not in {"", end[0]}:
                return False
            name, at = end
        elif low in _LEADS | _NOT:
            at += 1
        else:
            return False
    return False


def _named_at(draft: Draft, held: KnownEntity, at: int, stop: int) -> tuple[str, int] | None:
    """Return the time that is named at a token, and where that ends."""
    times = {one.name for one in held.times}
    name, end = name_at(draft, held, at)
    if name in times and end <= stop:
        return name, end
    found = time_by_verb(held, draft.low(at), draft.low(at + 1))
    if found:
        return found, at + 1 + (draft.low(at + 1) in {"out", "off", "up"})
    if draft.low(at) not in _LEADS and draft.tokens[at].is_word and (found := time_by_noun(held, (draft.low(at),))):
        return found, at + 1
    return None


def _time_at(draft: Draft, at: int, stop: int, name: str) -> tuple[Comparator, tuple[str, ...], int] | None:
    """Return how a phrase at a token bounds a time, and where it ends."""
    for pattern, sign in _GIVEN:
        made = match(draft.tokens, at, pattern)
        if made is not None and made[0] <= stop:
            return sign, (), made[0]
    made = match(draft.tokens, at, "within|in DURATION")
    if made is not None and made[0] <= stop and isinstance(made[1][0], Duration) and _ENDING & set(words_of(name)):
        return Comparator.AT_MOST, (f"in {made[1][0].text}",), made[0]
    scratch = Draft(draft.text, draft.tokens[at:stop], NOTHING_KNOWN)
    end = apply_rules(scratch, 0, _TIMES)
    told: tuple[Range, ...] = scratch.value("range") or ()
    return (told[0].comparison, told[0].values, at + end) if end and len(told) == 1 else None


def _fill(
    draft: Draft,
    held: KnownEntity,
    run: range,
    name: str,
    found: tuple[Comparator, tuple[str, ...], int],
    *,
    is_not: bool,
) -> bool:
    sign, values, end = found
    name = name or (held.times[0].name if len(held.times) == 1 else "")
    if not name or any(draft.low(one) not in _AFTER for one in range(end, run.stop)):
        return False
    if is_not:
        if sign is not Comparator.AT_LEAST:
            return False
        sign = Comparator.LESS
    draft.drop("range")
    draft.fill("range", Range(name, sign, values), run)
    return True
