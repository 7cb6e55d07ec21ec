"""The subject of a read: what a request is about, after a verb or at the beginning of a line."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.group_parts import ranked
from modeler.core.requirements.english.slots.objects import about, traits_of
from modeler.core.requirements.english.slots.parts.histories import without_history
from modeler.core.requirements.english.words.lexicon import OFTEN, QUALITIES, TRAITS, UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.superlatives import LEVELS, SUPERLATIVES
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.slots import Act, Aggregate, Comparator, Limit, Question, RequestedOrder, Returned


def subject(draft: Draft, at: int, *, is_counted: bool = False) -> int | None:
    """Read the noun group that a request is about; return where it ended, None if there is none. "Today's orders" are
    those of a time.
    """
    if (reached := _top_of(draft, at)) is not None:
        return reached
    period = period_before(draft, at)
    if not period:
        return _subject(draft, at, is_counted=is_counted)
    reached = _subject(draft, at + period, is_counted=is_counted)
    if reached is not None:
        said = " ".join(map(draft.low, range(at, at + period - 1))).replace("current ", "this ")
        time_range(draft, Comparator.EQUAL, (said.removeprefix("the "),), range(at, at + period))
    return reached


def _top_of(draft: Draft, at: int) -> int | None:
    """Read "top 50 of the leaderboard": a number of the entries of something that is in an order."""
    start = at + (draft.low(at) == "the")
    number = number_of(draft.tokens[start + 1]) if start + 1 < len(draft.tokens) else None
    group = group_at(draft.tokens, start + 3) if draft.low(start) in _ENDS and draft.low(start + 2) == "of" else None
    is_some = group is not None and (group.is_plural or group.words[-1] in _RANKINGS) and not group.rank
    if group is None or not is_some or not isinstance(number, int):
        return None
    if group.words[0] in OFTEN and len(group.words) > 1:  # "weekly" tells the time, and stays unread
        group = replace(group, words=group.words[1:], noun=group.noun + 1, skipped=(group.noun,))
    reached = about(draft, group)
    draft.fill("operation", Act.LIST)
    draft.fill("limit", Limit(number), range(at, start + 3))
    draft.ranking = draft.low(start) == "top"
    return reached


_ENDS: Final = words_in("top first last best")
_RANKINGS: Final = words_in("leaderboard ranking queue waitlist list table chart toplist scoreboard highscore")


def period_before(draft: Draft, at: int) -> int:
    """Return how many tokens name a time that owns what follows, its mark included: "this week's"; 0 without one."""
    start = at + (draft.low(at) == "the")
    is_day = draft.low(start) in _DAYS
    is_period = draft.low(start) in _WHICH and draft.low(start + 1) in _PERIODS
    end = start + (1 if is_day else 2)
    is_owner = (is_day or is_period) and end < len(draft.tokens) and draft.tokens[end].kind == "possessive"
    return end + 1 - at if is_owner else 0


_DAYS: Final = words_in("today yesterday tomorrow tonight")
_WHICH: Final = words_in("this last next previous current")
_PERIODS: Final = words_in("day week month quarter year weekend night season")


def _subject(draft: Draft, at: int, *, is_counted: bool) -> int | None:
    group = group_at(draft.tokens, at)
    if group is None or draft.low(group.end - 1) in {"me", "us"}:
        return None
    group = without_history(draft, group)
    if group.is_exact and draft.low(group.end) not in {"of", "for", ",", "and", "+"}:
        group = replace(group, words=words_of(group.words[-1]), is_exact=False)  # a name of an entity: workOrder
    if group.words in _NO_ITEMS and draft.known_entity(group.words) is None:
        return None
    if _is_collection(draft, group):
        draft.read(range(at, group.end + 1), "operation")
        return subject(draft, group.end + 1, is_counted=is_counted)
    if len(group.words) > 1 and group.words[-1] in {"average", "mean", "median"} and not group.is_plural:
        return _average(draft, group)
    if group.words == ("page",) and draft.low(group.end) == "of":
        return _page(draft, group)
    if group.words[-1] in _REQUESTS and len(group.words) > 1 and draft.known_entity(group.words) is None:
        return _request(draft, group)
    is_each = draft.low(group.end) == "per" or (draft.low(group.end) == "by" and _is_by_unit(draft, group.end + 1))
    if not is_counted and is_each and group.rank in _RECENT and not group.is_trait and not group.is_plural:
        draft.fill("operation", Act.LIST)  # "the latest reading per device": for each device one is meant
        reached = about(draft, group)
        draft.drop("limit")
        return reached
    if not is_counted and is_each and not group.determiner and not group.is_plural:
        return _measure(draft, group)
    if not is_counted:
        several = _several(draft, group)
        if several is not None:
            return several
        traits = traits_of(draft, group)
        if traits is not None:
            return traits
    if len(group.words) == 1 and group.words[0] in UNITS and draft.known_entity(group.words) is None:
        return None
    return about(draft, group, is_counted=is_counted)


_RECENT: Final = words_in("latest newest last recent oldest earliest first")


def _is_by_unit(draft: Draft, at: int) -> bool:
    """Return whether a period is at a token, or after one group: "by day", "by city and day"."""
    group = group_at(draft.tokens, at)
    is_summed = draft.low(at - 2) in _SUMMED
    return draft.low(at) in UNITS or (
        is_summed and group is not None and draft.low(group.end) == "and" and draft.low(group.end + 1) in UNITS
    )


_NO_ITEMS: Final = frozenset({("reads",), ("writes",), ("sum",), ("average",), ("mean",), ("median",), ("maximum",),
                              ("minimum",), ("duplicates",)})  # fmt: skip
"""Nouns that no item is: a load, and what is computed."""


def sort(draft: Draft, at: int, end: int) -> int | None:
    """Read "sort candidates by score": a list in an order."""
    reached = subject(draft, end)
    group = group_at(draft.tokens, reached + 1) if reached is not None else None
    if reached is None or group is None or draft.low(reached) != "by":
        return None
    draft.fill("operation", Act.LIST, places(at, end))
    draft.fill("order", RequestedOrder(draft.attribute(group.words)), places(reached, group.end))
    return group.end


def _is_collection(draft: Draft, group: NounGroup) -> bool:
    """Return whether a group only says that there are several: "a list of orders", "the history of positions"."""
    if draft.low(group.end) != "of":
        return False
    after = group_at(draft.tokens, group.end + 1)
    is_several = after is not None and after.is_plural and after.determiner in {"", "all", "the"}
    return group.words[0] in _COLLECTIONS | (_SERIES if is_several else frozenset()) and len(group.words) == 1


_COLLECTIONS: Final = frozenset({"list", "overview", "collection", "map", "table", "grid", "summary"})


_SERIES: Final = frozenset(
    {"history", "feed", "timeline", "set", "series", "stream", "log", "calendar", "chart", "graph", "listing"}
)


_REQUESTS: Final = {"lookup": Act.GET, "search": Act.LIST, "query": Act.LIST}


def _request(draft: Draft, group: NounGroup) -> int:
    """Read "voter lookup", "order search": a request, named by what it is for."""
    draft.reading = "find"
    about(draft, replace(group, words=group.words[:-1], end=group.end - 1))
    draft.fill("operation", _REQUESTS[group.words[-1]], places(group.end - 1, group.end))
    return group.end


def _average(draft: Draft, group: NounGroup) -> int:
    """Ask what the "class average" is computed from."""
    draft.fill("operation", Act.LIST)
    if group.words[-1] != "median":
        draft.fill("returned", Returned(Aggregate.AVERAGE), places(group.noun, group.end))
    draft.ask("entities", Question(f"{' '.join(group.words)}: computed from the items of which entity?"), group.read)
    return group.end


def _page(draft: Draft, group: NounGroup) -> int | None:
    """Read "a page of 20 notifications"."""
    paged = group_at(draft.tokens, group.end + 1)
    if paged is None or paged.count is None or paged.rank:
        return None
    reached = about(draft, paged)
    draft.fill("limit", Limit(paged.count, is_page=True), places(group.start, reached))
    return reached


def _measure(draft: Draft, group: NounGroup) -> int | None:
    """Ask what "revenue per garage" is computed from."""
    if draft.known_entity(group.words) is not None:
        return about(draft, group)
    said = " ".join(group.words)
    owner = group_at(draft.tokens, group.end + 3) if draft.low(group.end + 2) == "for" else None
    if (owner is None or not owner.is_one) and (group.is_trait or len(group.words) == 1 or group.words[0] in QUALITIES):
        draft.fill("operation", Act.LIST)
    what = _EXTREMES.get(group.rank)
    if what is not None and group.is_trait:
        draft.fill("returned", Returned(what, (draft.attribute(group.words),)), places(group.start, group.end))
    if what is None and group.words[-1] in _SUMMED and not draft.has("returned"):
        draft.fill("returned", Returned(Aggregate.SUM, (draft.attribute(group.words),)), places(group.start, group.end))
    draft.ask("entities", Question(f"{said}: computed from the items of which entity?"), places(group.noun, group.end))
    draft.read(group.read)
    return group.end


_SUMMED: Final = words_in("revenue turnover income spend spending expenditure consumption output throughput mileage")
"""Nouns for what is added up, whatever it is computed for."""
_EXTREMES: Final = {
    word: Aggregate.MAXIMUM if falls else Aggregate.MINIMUM for word, falls in LEVELS.items() if word in SUPERLATIVES
}


def _several(draft: Draft, group: NounGroup) -> int | None:
    """Read "hotels, flights and cars of a trip": several entities together."""
    groups = [group]
    while draft.low(groups[-1].end) in {",", "and"}:
        start = groups[-1].end + 1
        following = group_at(draft.tokens, start + (draft.low(start) == "and"))
        if following is None:
            return None
        groups.append(following)
    if groups[-1].words == ("pages",):
        return None
    if len(groups) == 2 and groups[0].words == groups[1].words and groups[1].rank and not groups[0].rank:
        about(draft, groups[0])  # "a client's visits, last 20 visits"
        draft.read(groups[1].read)
        ranked(draft, groups[1])
        return groups[1].end
    if len(groups) > 1 and len({one.words for one in groups}) == 1:
        draft.ask("operation", Question("What is read or written here?"), places(group.start, groups[-1].end))
        return groups[-1].end
    is_list = len(groups) > 1 and all(
        one.is_plural and singular(one.words[-1]) not in TRAITS and one.count is None for one in groups
    )
    if not is_list or draft.low(groups[-1].end) not in {"of", "for", "in", ""}:
        return None
    for one in groups:
        about(draft, one)
    return groups[-1].end


def counted(draft: Draft, at: int, end: int) -> int | None:
    start = end + (draft.low(end) == "the")
    if draft.low(start) in {"number", "amount"} and draft.low(start + 1) == "of":
        end = start + 2
    reached = subject(draft, end, is_counted=True)
    if reached is None:
        return None
    draft.fill("operation", Act.LIST, range(at, end))
    draft.fill("returned", Returned(Aggregate.COUNT), range(at, end))
    return reached


def checked(draft: Draft, at: int, end: int) -> int | None:
    """Read "check whether a coupon exists"."""
    reached = subject(draft, end)
    if reached is None:
        return None
    draft.read(range(at, end), "returned")
    draft.fill("returned", Returned(Aggregate.EXISTS), range(at, end))
    if draft.low(reached) in {"exists", "exist"}:
        draft.read(range(reached, reached + 1), "returned")
    return reached
