"""Orders in phrases that are left: "with the last arrivals on top", "heaviest at the top", "in ascending priority"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import name_at, numbers
from modeler.core.requirements.english.remaining.runs import runs
from modeler.core.requirements.english.remaining.time_verbs import CREATED, time_by_noun, time_by_verb
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.superlatives import WAYS, Compared
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Given, RequestedOrder
from modeler.core.requirements.vocabulary import KnownEntity

_SMALL: Final = words_in(
    "with the in on at by and of order ordered sorted sort ranked ranking sequence up their its an comes come coming "
    "listed going one ones they them are is were was that which who it first top front head beginning start page list "
    "leading when please shown then back those"
)
_ORDERED: Final = words_in("order ordered sorted sort sequence ranked ranking")
_PLACED: Final = words_in("first top front head beginning start leading")
_IDS: Final = words_in("id number no code nr")
_SEVERE: Final = words_in("severity priority urgency risk level")


def read_orders(draft: Draft, held: KnownEntity) -> None:
    """Fill the order of a list from the first phrase that says one."""
    if draft.value("operation") is not Act.LIST:
        return
    _given_time(draft, held)
    for run in runs(draft):
        told: tuple[RequestedOrder, ...] = draft.value("order") or ()
        if any(one.attribute or one.by for one in told):
            return
        found = _order(draft, held, run) or _from_to(draft, held, run)
        if found is not None:
            is_open = len(told) == 1 and not any(draft.low(at) in WAYS for at in run)
            found = replace(found, descending=told[0].descending) if is_open else found
            draft.drop("order")
            draft.fill("order", found, run)


def rank(draft: Draft, held: KnownEntity) -> None:
    """Read "the top 20 ranked by score" with the greatest first, where no word says another way."""
    told: tuple[RequestedOrder, ...] = draft.value("order") or ()
    lows = [one.low for one in draft.tokens]
    is_ranked = draft.ranking or any(one.text.lower() == "ranked" for one in draft.tokens)
    if len(told) != 1 or told[0].descending or not is_ranked or any(one in WAYS for one in lows):
        return
    if told[0].attribute in numbers(held) and not told[0].by:
        draft.settle("order", (replace(told[0], descending=True),))


def _given_time(draft: Draft, held: KnownEntity) -> None:
    """Sort by a time where others are given or bounded: "this week's shifts of a driver, by start time"."""
    told: tuple[Given, ...] = draft.value("given") or ()
    # An id can sort by time, too, and says which items are meant.
    times = {one.name for one in held.times if words_of(one.name)[-1] != "id"} - set(held.identity)
    sorting = [one for one in told if not one.of and one.attribute in times]
    if len(sorting) != 1 or draft.has("order") or not (len(told) > 1 or draft.has("range")):
        return
    at = next((one for one in sorted(draft.places("given")) if draft.low(one) == "by"), -1)
    name, end = name_at(draft, held, at + 1) if at >= 0 else ("", at)
    if name != sorting[0].attribute:
        return
    kept = tuple(one for one in told if one not in sorting)
    draft.drop("given")
    if kept:
        draft.fill("given", kept)
    draft.fill("order", RequestedOrder(name), range(at, end))


def _order(draft: Draft, held: KnownEntity, run: range) -> RequestedOrder | None:
    lows = [draft.low(at) for at in run]
    names: set[str] = set()
    ways: list[bool] = []
    at = run.start
    while at < run.stop:
        end = _way(draft, held, at, run, names, ways) or _named(draft, held, at, run, names)
        if not end and lows[at - run.start] not in _SMALL:
            return _by_bound(draft, lows)
        at = end or at + 1
    is_said = bool(ways) or bool(_ORDERED & set(lows) - {held.words[-1]}) or _is_by(draft, held, run, names)
    if len(names) != 1 or len(set(ways)) > 1 or not is_said:
        return None
    name = names.pop()
    return RequestedOrder(name, any(ways)) if held.attribute(name) is not None else None


def _from_to(draft: Draft, held: KnownEntity, run: range) -> RequestedOrder | None:
    """ "from heaviest to lightest", "from old to new": the first word says which end comes first."""
    lows = [draft.low(at) for at in run if draft.low(at) not in {"the", "going", "sorted", "ordered"}]
    if len(lows) != 4 or lows[0] != "from" or lows[2] != "to":
        return None
    first, last = (_ENDS.get(one, WAYS.get(one)) for one in (lows[1], lows[3]))
    if first is None or last is None or first.kind is not last.kind or first.falls is last.falls:
        return None
    names = [one.name for one in held.entity.attributes if set(words_of(one.name)) & set(first.nouns)]
    if first.kind is Compared.TIME:
        bounded = {one.attribute for one in draft.value("range") or () if one.attribute}
        times = [one.name for one in held.times if words_of(one.name)[-1] != "id"]
        made = [one for one in times if words_of(one)[0] in CREATED]
        names = [one for one in times if one in bounded] or (times if len(times) == 1 else made)
    elif not first.nouns:
        named = {one.attribute for one in draft.value("range") or ()}
        names = [one for one in numbers(held) if one in named] or numbers(held)
    return RequestedOrder(names[0], first.falls) if len(names) == 1 else None


_ENDS: Final = {
    "old": WAYS["oldest"], "new": WAYS["newest"], "early": WAYS["earliest"], "late": WAYS["latest"],
    "low": WAYS["lowest"], "high": WAYS["highest"], "few": WAYS["fewest"], "many": WAYS["most"],
    "small": WAYS["smallest"], "large": WAYS["largest"], "big": WAYS["biggest"], "short": WAYS["shortest"],
    "long": WAYS["longest"], "light": WAYS["lightest"], "heavy": WAYS["heaviest"], "cheap": WAYS["cheapest"],
    "expensive": WAYS["dearest"], "dear": WAYS["dearest"],
}  # fmt: skip
"""Adjectives that name an end of an order: "from old to new"."""


def _way(draft: Draft, held: KnownEntity, at: int, run: range, names: set[str], ways: list[bool]) -> int:
    """Read a word that says which way an order goes; return where it ends, 0 if none is there."""
    low = draft.low(at)
    if [draft.low(at + step) for step in range(3)] == ["a", "to", "z"]:
        ways.append(False)
        return at + 3
    if low == "worst" and set(words_of(name_at(draft, held, at + 1)[0] or "x")) & _SEVERE:
        ways.append(True)
        return at + 1
    is_last = low == "last" and (bool(_named(draft, held, at + 1, run, set())) or draft.low(at + 1) == "first")
    way = WAYS.get(low)
    if way is None or (low == "last" and not is_last):
        return 0
    ways.append(way.falls)
    fitting = [one.name for one in held.entity.attributes if set(words_of(one.name)) & set(way.nouns)]
    if len(fitting) == 1 and not names and name_at(draft, held, at + 1)[0] == "":
        names.add(fitting[0])
    return at + 1


def _named(draft: Draft, held: KnownEntity, at: int, run: range, names: set[str]) -> int:
    """Read an attribute, or the time that a noun or a verb says; return where it ends, 0 if none is there."""
    name, end = name_at(draft, held, at)
    is_id = name in held.identity and draft.low(end - 1) not in _IDS  # "the last tuning" names a time
    if name and end <= run.stop and not is_id:
        names.add(name)
        return end
    is_ranked = draft.low(at - 1) in {"most", "least"}
    for end in range(min(at + 2, run.stop), at, -1) if not is_ranked else ():
        words = tuple(draft.low(one) for one in range(at, end))
        found = time_by_noun(held, words) if all(draft.tokens[one].is_word for one in range(at, end)) else ""
        if found:
            names.add(found)
            return end
    is_verb = draft.low(at) not in _SMALL and not is_ranked
    found = time_by_verb(held, draft.low(at)) if is_verb else ""
    if found:
        names.add(found)
        return at + 1
    return 0


def _is_by(draft: Draft, held: KnownEntity, run: range, names: set[str]) -> bool:
    """Return whether "by" leads to what sorts, apart from the items: ", by expiry"."""
    is_apart = draft.low(run.start) == "by" and draft.low(run.start - 1) in {",", "-", "–", "("}
    sorting = {one.name for one in held.times if words_of(one.name)[-1] != "id"} | set(numbers(held))
    return is_apart and names <= sorting and run.stop == len(draft.tokens)


def _by_bound(draft: Draft, lows: list[str]) -> RequestedOrder | None:
    """Order by the time that is bounded: "stored for more than 5 days, longest ago first"."""
    ranges = [one.attribute for one in draft.value("range") or () if one.attribute]
    is_longest = "longest" in lows and "first" in lows and set(lows) <= {"longest", "ago", "first", "the", "ones"}
    return RequestedOrder(ranges[0]) if is_longest and len(ranges) == 1 else None
