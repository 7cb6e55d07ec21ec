"""Notations: "pick-up code -> parcel", "terminate(leaseId, reason)", "Recordings: title, composer, length"."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.shapes.parameters import LIMITS, MANNERS, PAGES, PAGING, bound, paired
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import STATES, STAY_ING, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import READING, TRANSITIONS, act_of, is_participle, participle
from modeler.core.requirements.morphology import is_plural, words_of
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Edit,
    Given,
    Limit,
    Range,
    Returned,
)

_ARROWS: Final = (("-", ">"), ("=", ">"), ("→",), ("⇒",))
_LISTED: Final = words_in(", and + &")


def arrow(draft: Draft, at: int) -> int | None:
    """Read "pick-up code -> parcel and its compartment": what is given, and what is read."""
    found = next(
        (
            (place, len(one))
            for place in range(at + 1, len(draft.tokens) - 1)
            for one in _ARROWS
            if tuple(draft.low(place + step) for step in range(len(one))) == one
        ),
        None,
    )
    if found is None:
        return None
    mark, after = found[0], sum(found)
    givens = _groups(draft, at, mark)
    read = group_at(draft.tokens, after)
    if not givens or read is None or read.is_trait:
        return None
    end = about(draft, read)
    if draft.value("operation") is None:
        return None
    draft.read(places(mark, after), "operation")
    for one in givens:
        give(draft, one, places(one.start, one.end))
    while (own := match(draft.tokens, end, "and|with|, its|their|all GROUP")) is not None and not own[1][0].is_trait:
        draft.fill("entities", draft.entity(own[1][0].words), places(end, own[0]))
        end = own[0]
    return end


def _groups(draft: Draft, at: int, end: int) -> list[NounGroup]:
    """Return the groups that fill some tokens; [] if other words are among them."""
    groups: list[NounGroup] = []
    while at < end:
        group = group_at(draft.tokens, at)
        if group is None or group.end > end or group.states or group.rank:
            return []
        groups.append(group)
        at = group.end
        while at < end and draft.low(at) in _LISTED:
            at += 1
    return groups


def call(draft: Draft, at: int) -> int | None:
    """Read "terminate(leaseId, reason)", "endRide(rideId, endedAt): Fare", "getTranscript(learnerId)": ids are given,
    the rest is what changes.
    """
    opened = next((one for one, token in enumerate(draft.tokens[:6]) if token.low == "("), 0)
    closed = next((one for one, token in enumerate(draft.tokens) if token.low == ")"), 0)
    is_whole = closed + 1 == len(draft.tokens) or draft.low(closed + 1) in {":", "-", "→", "returns"}
    if at != 0 or not opened or closed < opened + 2 or not is_whole or not _is_joined(draft, opened):
        return None
    name = tuple(word for token in draft.tokens[:opened] for word in words_of(token.text))
    named = {place: words_of(draft.tokens[place].text) for place in _parameters(draft, opened, closed)}
    verb, noun = name[0], name[1:]
    if not named or not all(token.is_word for token in draft.tokens[:opened]):
        return None
    if closed + 1 < len(draft.tokens):
        draft.read(places(closed + 1, min(closed + 2 + (draft.low(closed + 1) == ":"), len(draft.tokens))))
    if verb in READING:
        return _called_read(draft, noun, named, opened, closed + 1)
    return _called_write(draft, verb, noun, named, opened, closed + 1)


def _is_joined(draft: Draft, opened: int) -> bool:
    """Return whether no space is before a bracket, and none inside the name before it."""
    return all(draft.tokens[one].end == draft.tokens[one + 1].start for one in range(opened))


def _parameters(draft: Draft, opened: int, closed: int) -> list[int]:
    """Return the places of the names in the brackets, without their types: "(rideId: string, endedAt)"."""
    at = range(opened + 1, closed)
    return [one for one in at if draft.low(one - 1) in {"(", ","} and draft.tokens[one].is_word]


def _called_read(
    draft: Draft, noun: tuple[str, ...], named: dict[int, tuple[str, ...]], opened: int, end: int
) -> int | None:
    """Fill what a read by a call is given."""
    if not noun or "by" in noun:
        return None
    entity, is_several = draft.entity(noun), is_plural(_LAST_WORD.split(draft.tokens[opened - 1].text)[-1].lower())
    draft.fill("operation", Act.LIST if is_several else Act.GET, places(0, 1))
    draft.fill("entities", entity, places(0, opened))
    ranges: list[Range] = []
    for place, words in named.items():
        text, after = draft.tokens[place].text, _default(draft, place, end)
        limited = bound(text, "")
        if text.lower() in LIMITS | PAGES:
            _limited(draft, text.lower(), place, after)
        elif limited is not None:
            ranges.append(limited)
            draft.read(places(place, after), "range")
        elif len(words) > 1 and words[-1] == "id":
            draft.fill("given", draft.reference(draft.entity(words[:-1])), places(place, after))
        elif text.lower() not in PAGING | MANNERS and words[-1] not in _PAGING:
            draft.fill("given", Given(draft.attribute(words)), places(place, after))
    for one in paired(ranges):
        draft.fill("range", one)
    return _returned(draft, end) if draft.low(end) == "returns" else end


def _default(draft: Draft, place: int, end: int) -> int:
    """Return the place after a parameter with its mark, type and default: "pageSize: number = 50", "nextToken?"."""
    while place < end - 1 and draft.low(place) != ",":
        place += 1
    return place


def _limited(draft: Draft, name: str, place: int, after: int) -> None:
    """Read a page size with its number; without one, the caller chooses it."""
    number = next((found for one in range(place, after) if (found := number_of(draft.tokens[one]))), None)
    if number is not None:
        draft.fill("limit", Limit(int(number), name in PAGES), places(place, after))


def _returned(draft: Draft, at: int) -> int:
    """Read what a call returns: "returns each course with grade and finishedAt"."""
    said = match(draft.tokens, at, "returns|return GROUP with BARE and|, BARE")
    if said is not None and said[0] == len(draft.tokens) and not any(one.is_plural for one in said[1][1:]):
        names = tuple(draft.attribute(one.words) for one in said[1][1:])
        draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(said[1][1].start - 1, said[0]))
    return len(draft.tokens)


_LAST_WORD: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PAGING: Final = words_in("limit page cursor size offset token sort order count from to since until")


def _called_write(
    draft: Draft, verb: str, noun: tuple[str, ...], named: dict[int, tuple[str, ...]], opened: int, end: int
) -> int | None:
    """Fill what a change by a call changes: the item of its first id."""
    act, (first, words) = act_of(verb), next(iter(named.items()))
    is_id = len(words) > 1 and words[-1] == "id"
    if act is Act.CREATE or not is_id:
        return None
    entity = draft.entity(noun or words[:-1])
    draft.verb = verb
    draft.fill("operation", act or Act.UPDATE, places(0, opened))
    draft.fill("entities", entity, places(first, first + 1))
    draft.fill("given", draft.reference(draft.entity(words[:-1])), places(first, first + 1))
    draft.is_single = True
    if act in {None, Act.UPDATE}:
        if verb in TRANSITIONS:
            set_state(draft, participle(verb), places(0, opened))
        for place, other in list(named.items())[1:]:
            draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(other)), places(place, place + 1))
    return end


def after_colon(draft: Draft) -> None:
    """Read what a title is followed by: "Recordings: title, composer, length", "invoices: unpaid, 60+ days"."""
    group = draft.about
    if group is None or not group.is_plural or draft.low(group.end) != ":" or draft.value("operation") is not Act.LIST:
        return
    at = group.end + 1
    if _attributes(draft, at):
        return
    items: list[int] = []
    while (end := _restriction(draft, at)) is not None:
        items.append(at)
        if draft.low(end) != ",":
            break
        at = end + 1
    if end is not None and draft.low(end) in {"", ".", ";"} and len(items) <= 3:
        for one in items:
            _restrict(draft, one)


def _attributes(draft: Draft, start: int) -> bool:
    groups: list[NounGroup] = []
    at = start
    while (group := group_at(draft.tokens, at)) is not None and _is_attribute(group):
        groups.append(group)
        if draft.low(group.end) not in {",", "and"}:
            break
        at = group.end + 1 + (draft.low(group.end + 1) == "and")
    ends = {"", "-", "–", "—", ";", "(", ".", ","}
    if len(groups) < 2 or draft.low(groups[-1].end) not in ends or draft.has("returned"):
        return False
    names = tuple(draft.attribute(one.words) for one in groups)
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(start, groups[-1].end))
    return True


def _is_attribute(group: NounGroup) -> bool:
    is_bare = not (group.determiner or group.states or group.rank or group.owner) and group.count is None
    return is_bare and not group.is_plural


def _restriction(draft: Draft, at: int) -> int | None:
    """Return where one state or one age after a title ends; None if neither is at a token."""
    if draft.low(at) in STATES | STAY_ING or (is_participle(draft.low(at)) and draft.low(at).startswith("un")):
        return at + 1
    found = match(draft.tokens, at, "NUMBER + UNIT")
    return found[0] if found is not None else None


def _restrict(draft: Draft, at: int) -> None:
    """Fill what one state or one age after a title restricts."""
    found = match(draft.tokens, at, "NUMBER + UNIT")
    if found is None:
        state_condition(draft, draft.low(at), places(at, at + 1))
        return
    age = Duration(float(found[1][0]), found[1][1])
    time_range(draft, Comparator.AT_MOST, (f"{age.text} ago",), places(at, found[0]))
