"""Times and orders that a line names by another word: the only time of "latest submission first", the number that
"lowest first" means.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import is_clause_end, name_at, numbers
from modeler.core.requirements.english.remaining.time_verbs import CREATED
from modeler.core.requirements.english.words.derived import time_of
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.superlatives import FALLING, LEVELS
from modeler.core.requirements.morphology import is_plural, words_of
from modeler.core.requirements.slots import Act, Comparator, Given, Range, RequestedOrder
from modeler.core.requirements.vocabulary import KnownEntity

_NEWEST: Final = words_in("newest latest recent recently oldest earliest new old")
_FALLING: Final = FALLING | {"recently"}
_SORTED: Final = words_in("sorted ordered sort order ranked by on in of according")
_AFTER: Final = words_in("first last top on at the up")
_SORTING: Final = words_in("name title lastname surname firstname label alphabet")


def name_times(draft: Draft, held: KnownEntity) -> None:
    """Name orders and bounds that a row has without an attribute."""
    act = draft.value("operation")
    if act is None or not act.is_read:
        return
    _sorted_on(draft, held)
    _level(draft, held)
    _ranked_given(draft, held)
    _noun_of_order(draft, held)
    _newest(draft, held)
    _same_time(draft, held)
    _before_bound(draft, held)


def _order(draft: Draft, name: str, *, descending: bool, at: range = range(0)) -> None:
    draft.drop("order")
    draft.fill("order", RequestedOrder(name, descending), at)


def _is_open(draft: Draft, held: KnownEntity) -> bool:
    """Return whether the order of a row names no attribute of its entity yet."""
    told = draft.value("order") or ()
    is_known = any(one.by or (one.attribute and held.attribute(one.attribute)) for one in told)
    return not is_known or draft.question("order") is not None


def _sorted_on(draft: Draft, held: KnownEntity) -> None:
    """ "sorted on submission date, latest first", "in order of arrival"."""
    if not _is_open(draft, held):
        return
    for at in range(1, len(draft.tokens) - 1):
        is_led = draft.low(at) in _SORTED and draft.low(at - 1) in {"sorted", "ordered", "sort", "order"}
        is_noun = draft.low(at - 1) == held.words[-1] and draft.low(at - 2) != "in"  # "an order of a mill"
        name, end = _time_at(draft, held, at + 1) if is_led and not is_noun else ("", at)
        if not name:
            continue
        told = draft.value("order") or ()
        rest = {draft.low(one) for one in range(end, min(end + 4, len(draft.tokens)))}
        is_down = told[0].descending if told else bool(rest & _FALLING)
        _order(draft, name, descending=is_down, at=range(at - 1, end))
        return


def _time_at(draft: Draft, held: KnownEntity, at: int) -> tuple[str, int]:
    """Return the attribute at a token, or the time of the act that is named there."""
    name, end = name_at(draft, held, at)
    if name:
        return name, end
    for end in range(min(at + 2, len(draft.tokens)), at, -1):
        said = [one.low for one in draft.tokens[at:end]]
        words = tuple(said[:-1] if len(said) > 1 and said[-1] in {"date", "time", "day", "moment"} else said)
        found = time_of(held, words) if words else None
        if found is not None:
            return found.name, end
    return "", at


def _level(draft: Draft, held: KnownEntity) -> None:
    """ "battery level under 15, lowest first": what orders is the only number that the row names."""
    levels = (one for one in range(len(draft.tokens)) if draft.low(one) in LEVELS)
    at = next((one for one in levels if draft.low(one - 1) != "at"), -1)  # "at least" is a bound
    if at < 0 or draft.question("order") is None or draft.value("order"):
        return
    named = {one.attribute for slot in ("range", "condition") for one in draft.value(slot) or ()} & set(numbers(held))
    if len(named) == 1:
        _order(draft, named.pop(), descending=LEVELS[draft.low(at)], at=range(at, at + 1))


def _ranked_given(draft: Draft, held: KnownEntity) -> None:
    """ "the ten most expensive items by day rate", "rooms of a parish, by name": what is given so orders them."""
    told: tuple[Given, ...] = draft.value("given") or ()
    if not _is_open(draft, held) or draft.value("operation") is not Act.LIST:
        return
    for at in range(1, len(draft.tokens) - 1):
        name, end = name_at(draft, held, at + 1) if draft.low(at) == "by" else ("", at)
        if not any(one.attribute == name and not one.of for one in told):
            continue
        others = tuple(one for one in told if one.attribute != name or one.of)
        rank = next((one for one in range(at) if draft.low(one) in _RANKS), -1)
        is_ranked = rank >= 0 and name not in held.identity and name not in {one.name for one in held.times}
        is_sorting = words_of(name)[-1] in _SORTING or name in numbers(held)
        is_sorted = bool(others) and draft.low(at - 1) == "," and is_sorting and is_clause_end(draft, end)
        if (draft.value("order") and not is_ranked) or not (is_ranked or is_sorted):
            continue
        draft.drop("given")
        if others:
            draft.fill("given", others)
        at = rank if is_ranked else at
        stop = rank + 1 + (draft.low(rank) in {"most", "least"}) if is_ranked else at
        _order(draft, name, descending=is_ranked and _RANKS[draft.low(rank)], at=range(at, stop))
        draft.read(range(at if not is_ranked else end - 1, end), "order")
        return


_RANKS: Final = {"top": True, **LEVELS}


def _noun_of_order(draft: Draft, held: KnownEntity) -> None:
    """ "oldest submission first", "latest pick-up first"."""
    for at in range(len(draft.tokens) - 1):
        if draft.low(at) not in _NEWEST or not _is_open(draft, held):
            continue
        for end in range(min(at + 4, len(draft.tokens)), at + 1, -1):
            found = time_of(held, tuple(one.low for one in draft.tokens[at + 1 : end] if one.low != "-"))
            if found is not None and draft.low(end) in _AFTER | {""}:
                _order(draft, found.name, descending=draft.low(at) in _FALLING, at=range(at, end))
                return


def _newest(draft: Draft, held: KnownEntity) -> None:
    """ "newest first" of items that have one time at which they came to be."""
    told: tuple[RequestedOrder, ...] = draft.value("order") or ()
    at = next((one for one, token in enumerate(draft.tokens) if token.low in _NEWEST), -1)
    after = draft.low(at + 1)
    is_plain = after in _AFTER | {""} or draft.tokens[at + 1].kind in {"mark", "number"} or is_plural(after)
    if len(told) != 1 or told[0].attribute or told[0].by or at < 0 or not is_plain:
        return
    made = [one.name for one in held.times if words_of(one.name)[0] in CREATED]
    if len(made) == 1:
        draft.settle("order", (replace(told[0], attribute=made[0]),))


def _same_time(draft: Draft, held: KnownEntity) -> None:
    """ "today's bookings in order of start time": the time that orders is the one that is bounded."""
    ranges: tuple[Range, ...] = draft.value("range") or ()
    orders = [one.attribute for one in draft.value("order") or () if not one.by]
    times = {one.name for one in held.times}
    is_newest = {one.low for one in draft.tokens} & _NEWEST
    if len(ranges) == 1 and not ranges[0].attribute and len(orders) == 1 and orders[0] in times and not is_newest:
        draft.settle("range", (replace(ranges[0], attribute=orders[0]),))


def _before_bound(draft: Draft, held: KnownEntity) -> None:
    """ "due back today", "planned for next week": the name of a time comes before its bound."""
    ranges: tuple[Range, ...] = draft.value("range") or ()
    start = draft.first_of("range")
    if len(ranges) != 1 or ranges[0].attribute or start < 1:
        return
    for one in held.times:
        words = words_of(one.name)
        for at in range(max(start - 8, 0), start):
            said = tuple(each.low for each in draft.tokens[at : at + len(words)])
            is_whole = said == words and at + len(words) <= start
            if is_whole or (words[0] in _PLANNED and draft.low(at) == words[0] and len(words) > 1):
                end = at + (len(words) if is_whole else 1)
                _forget_state(draft, words[0])
                is_day = ranges[0].values in (("today",), ("tomorrow",)) and draft.low(start) not in {"from", "since"}
                sign = Comparator.EQUAL if is_day else ranges[0].comparison
                draft.settle("range", (replace(ranges[0], attribute=one.name, comparison=sign),), range(at, end))
                return


_PLANNED: Final = words_in("planned scheduled due booked")


def _forget_state(draft: Draft, word: str) -> None:
    told = draft.value("condition") or ()
    kept = tuple(one for one in told if one.value != word)
    if kept != told:
        draft.drop("condition")
        if kept:
            draft.fill("condition", kept)
