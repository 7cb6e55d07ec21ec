"""Notations: "pick-up code -> parcel", "Recordings: title, composer, length"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import STATES, STAY_ING, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    Comparator,
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
    if (made := _new(draft, after)) is not None:
        return made
    givens = _groups(draft, at, mark)
    read = group_at(draft.tokens, after)
    if not givens or read is None or read.is_trait or draft.low(after) in _SETTING:
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


def _new(draft: Draft, at: int) -> int | None:
    """Read "rider reports damage -> new damage report": what happens, and what comes to be then."""
    start = at + (draft.low(at) in {"a", "an", "create", "add"})
    start += draft.low(start) in {"a", "an"} and draft.low(at) not in {"a", "an"}
    group = group_at(draft.tokens, start + 1) if draft.low(start) == "new" else None
    if group is None or group.is_plural or group.is_trait or not group.is_bare:
        return None
    draft.fill("operation", Act.CREATE, places(at, start + 1))
    draft.fill("entities", draft.entity(group.words), places(group.start, group.end))
    return group.end


_SETTING: Final = words_in("set sets mark marks update fill clear add")


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
