"""Names the times of a row that its words bound or sort by: by a verb, by a noun, or by what the items are."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.proposing.time_names import (
    has_several_times,
    is_added,
    is_ahead,
    is_taking_place,
    is_there_for_long,
    time_of_verb,
)
from modeler.core.requirements.english.proposing.time_words import Named, by_words, particle
from modeler.core.requirements.english.words.lexicon import (
    BE,
    HAVE,
    MODALS,
    RELATIVES,
    STATES,
    WEEKDAYS,
    words_in,
)
from modeler.core.requirements.english.words.superlatives import SUPERLATIVES
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import ANY_TIME, Comparator, Condition, Range, RequestedOrder

_NEWEST: Final = words_in("newest latest recent recently oldest old new youngest")
_ADDED: Final = words_in("newest oldest old new youngest")
_IN_TIME: Final = words_in("chronological time date chronologically")
_PERIODS: Final = words_in("today this current a")
_OLD: Final = words_in("old older newer younger")
_RANKS: Final = (SUPERLATIVES - words_in("newest latest oldest earliest soonest youngest")) | words_in(
    "most top popular best-selling trending"
)
_OTHERS: Final = BE | HAVE | MODALS | RELATIVES | words_in("whose need needs with without where when")
_OUTCOMES: Final = words_in("won lost missed attended played given")
"""What becomes of something while it takes place, and not at a time of its own."""


def name_range(draft: Draft, entity: str) -> None:
    """Name the time of a range that has none."""
    told: tuple[Range, ...] = draft.value("range") or ()
    if len(told) != 1 or told[0].attribute:
        return
    found = by_words(draft, told[0])
    if found.name and found.verb in _OUTCOMES and is_taking_place(entity):
        found = replace(found, name="startsAt")
    if not found.name and not found.is_other and (ordered := _ordered(draft)):
        found = Named(ordered)
    if not found.name and not found.is_other:
        found = Named(_by_items(draft, entity, told[0]))
    if found.name:
        _drop_state(draft, found)
        one = replace(told[0], attribute=found.name)
        if found.is_not and one.comparison in {Comparator.AT_LEAST, Comparator.EQUAL}:
            one = replace(one, comparison=Comparator.LESS)
        draft.settle("range", (_on_time(one),), found.places)


def name_order(draft: Draft, entity: str) -> None:
    """Name the time of an order that has none."""
    told: tuple[RequestedOrder, ...] = draft.value("order") or ()
    if len(told) != 1 or told[0].attribute or told[0].by:
        return
    ranges: tuple[Range, ...] = draft.value("range") or ()
    bounded = [one.attribute for one in ranges if one.attribute and is_of_time(one.attribute)]
    places = sorted(draft.places("order"))
    said = {draft.low(at) for at in places}
    name, is_other = _ordered_by_verb(draft, places)
    if not (name or is_other):
        name = bounded[0] if len(bounded) == 1 else "" if ranges else _newest(entity, said)
    if name:
        draft.settle("order", (replace(told[0], attribute=name),))


def _ordered_by_verb(draft: Draft, places: list[int]) -> tuple[str, bool]:
    """Return the time of "most recently updated first", "sorted by date taken"; else whether a participle is there."""
    for at in places:
        low = draft.low(at + 1)
        if draft.low(at) in {"recently", "date", "time", "last"} and is_participle(low):
            return time_of_verb(low, particle(draft, at + 2)), True
    return "", False


def _newest(entity: str, said: set[str]) -> str:
    """Return the time by which items without another are the newest, or come in the order of time."""
    if is_taking_place(entity):
        return "" if said & _ADDED and is_added(entity) else "startsAt"
    return ANY_TIME if said & (_NEWEST | _IN_TIME) else ""


def name_compared(draft: Draft) -> None:
    """Name the time that a condition compares: "less than 15 minutes old", "two hours before it starts"."""
    told: tuple[Condition, ...] = draft.value("condition") or ()
    question = draft.question("condition")
    if question is None or len(told) != 1 or told[0].attribute or told[0].comparison is Comparator.EQUAL:
        return
    places = sorted(draft.places("condition"))
    names = [name for at in places if (name := time_of_verb(draft.low(at), particle(draft, at + 1)))]
    if not names and _OLD & {draft.low(at) for at in places}:
        names = [ANY_TIME]
    if len(names) == 1:
        draft.settle("condition", (replace(told[0], attribute=names[0]),))


def _ordered(draft: Draft) -> str:
    """Return the time that orders the items."""
    told: tuple[RequestedOrder, ...] = draft.value("order") or ()
    names = [one.attribute for one in told if not one.by and is_of_time(one.attribute)]
    return names[0] if len(names) == 1 else ""


def is_of_time(name: str) -> bool:
    """Return whether a name tells of a time."""
    words = words_of(name) or ("",)
    return words[-1] in {"at", "time", "date", "deadline", "expiry"} or words[-1] == "due"


def _by_items(draft: Draft, entity: str, one: Range) -> str:
    """Return the time that a period bounds without a verb: when the items take place, else when they came to be."""
    is_back = bool(one.values) and all(value.endswith(" ago") for value in one.values)
    said = {draft.low(at) for at in draft.places("range")}
    if _OLD & said:
        is_years = any("year" in value for value in one.values)
        is_of_part = any(token.low == "whose" for token in draft.tokens)
        return "" if is_of_part or (is_years and is_there_for_long(entity)) else ANY_TIME
    if _is_ranked(draft):
        return ""
    if is_taking_place(entity):
        return "startsAt"
    is_open = one.comparison is Comparator.LESS and not is_back
    is_unsure = has_several_times(entity) or is_there_for_long(entity) or draft.question("condition") is not None
    return "" if is_open or is_unsure or _is_planned(draft, one) or _is_of_others(draft) else ANY_TIME


def _is_ranked(draft: Draft) -> bool:
    """Return whether a number ranks the items: "the most read articles this week" has two readings."""
    ranks = (at for at, token in enumerate(draft.tokens) if token.low in _RANKS)
    return any(draft.low(at + 1) not in {"recent", "recently"} for at in ranks)


def _is_planned(draft: Draft, one: Range) -> bool:
    """Return whether a period lies ahead, or can: "for today", "on friday"."""
    said = {draft.low(at) for at in draft.places("range")}
    is_near = any(value.startswith(("in ", "next", "tomorrow", "tonight")) for value in one.values)
    is_today = "for" in said and "today" in one.values
    return is_near or is_today or bool(said & WEEKDAYS and not said & {"since", "last"})


def _is_of_others(draft: Draft) -> bool:
    """Return whether words between the items and a period have a verb or a noun of their own that it can bound."""
    start = draft.first_of("range")
    after = draft.about.end if draft.about is not None else 0
    between = {draft.low(at) for at in range(after, start) if at not in draft.places("condition")}
    said = {draft.low(at) for at in draft.places("range")}
    is_listed = draft.low(start - 1) in {"and", "or"} or draft.low(start) == "and"
    is_done = any(not draft.used[at] and _is_verb(draft.low(at)) for at in range(after, start))
    return bool(between & _OTHERS or said & RELATIVES) or is_listed or is_done or draft.low(start - 1) in STATES


def _is_verb(low: str) -> bool:
    """Return whether a word that was not understood tells what items do: "films showing this weekend"."""
    return low.endswith("ing") or is_participle(low)


def _on_time(one: Range) -> Range:
    """Return a period that a time ahead lies in: "lessons today" start today, and not from then on."""
    is_period = len(one.values) == 1 and one.values[0].split()[0] in _PERIODS
    is_in = is_period and one.comparison is Comparator.AT_LEAST and is_ahead(one.attribute)
    return replace(one, comparison=Comparator.EQUAL) if is_in else one


def _drop_state(draft: Draft, found: Named) -> None:
    """Require no state of the verb that names a time: "tickets sold last week" were sold then."""
    told: tuple[Condition, ...] = draft.value("condition") or ()
    said = {draft.low(at) for at in found.places} | ({found.verb} - {""})
    kept = tuple(one for one in told if one.attribute or not set(one.value.split()) & said)
    if kept != told:
        draft.drop("condition")
        if kept:
            draft.fill("condition", kept)
