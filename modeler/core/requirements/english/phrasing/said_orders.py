"""Orders and sizes as people write them: "sorted by newest", "starting with the oldest", "at most 20", "20 results"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.orders import time_order
from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.superlatives import FALLING, TIMELY
from modeler.core.requirements.slots import Limit, RequestedOrder


def _is_read(draft: Draft) -> bool:
    act = draft.value("operation")
    return draft.has("entities") and (act is None or act.is_read)


def _timely(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "sorted by newest", "starting with the oldest"."""
    said = [draft.low(one) for one in range(at, end)]
    if not _is_read(draft) or (end < len(draft.tokens) and starts(draft.tokens[end]) and said[-1] != "first"):
        return False
    first = next((one for one in said if one in TIMELY), "newest")
    descending = "recent" in said or TIMELY[first]
    time_order(draft, descending=descending, at=places(at, end))
    return True


def _first_in(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "waitlist for a class, FIFO"."""
    if _is_read(draft) and not draft.has("order"):
        time_order(draft, descending=False, at=places(at, end))
        return True
    return False


def _directed(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "sorted by price in descending order", "by descending price", "price desc"."""
    group: NounGroup = caught[0]
    said = [draft.low(one) for one in (*range(at, group.start), *range(group.end, end))]
    is_apart = draft.low(at - 1) in {",", "|", "-", ";"} and draft.low(end - 1) in _WAY.split("|")
    is_named = group.is_trait or is_apart or draft.low(at) in {"sorted", "ordered", "sort", "order", "by", "ranked"}
    if not _is_read(draft) or draft.has("order") or group.states or not is_named or group.is_plural:
        return False
    if "from" in said or ("to" in said and said[-2] == "to"):
        descending = next(one for one in said if one in _ENDS_OF).startswith(("high", "large", "new", "late"))
    else:
        descending = bool(FALLING & set(said))
    if group.words in _TIMES and not draft.known.entities:
        time_order(draft, descending=descending, at=places(at, end))
        return True
    draft.fill("order", RequestedOrder(draft.attribute(group.whole), descending), places(at, end))
    return True


def _sort_mark(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "sort: name", "order = createdAt desc"."""
    return draft.used[at - 1] is not None and at > 0 and _directed(draft, at, end, caught)


def _limit(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "at most 20", "20 results", "the first 20"."""
    return _sized(draft, at, end, caught[0], is_page=False)


def _page(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    return _sized(draft, at, end, caught[0], is_page=True)


def _sized(draft: Draft, at: int, end: int, count: Any, *, is_page: bool) -> bool:
    after = draft.low(end)
    if not _is_read(draft) or draft.has("limit") or not isinstance(count, int) or count < 1:
        return False
    is_amount = after in {*UNITS, *UNITS_OF_MEASURE, "times", "/", "per", "%", "km", "rps", "tps", "qps", "requests"}
    is_named = end < len(draft.tokens) and starts(draft.tokens[end]) and not draft.used[end]
    is_said = draft.low(end - 1) in _ITEMS
    if (
        is_amount
        or (is_named and not is_said)
        or draft.low(at - 1) in {"with", "has", "have", "is", "of", "than", "or", "in", "the"}
    ):
        return False
    draft.fill("limit", Limit(count, is_page), places(at, end))
    return True


_ITEMS: Final = frozenset({"results", "items", "entries", "rows", "records", "only", "page", "request", "call"})
_ENDS_OF: Final = frozenset({"high", "highest", "low", "lowest", "large", "small", "new", "newest", "old", "oldest"})
_TIMES: Final = frozenset({("date",), ("time",), ("timestamp",)})
_WAY: Final = "desc|descending|asc|ascending|increasing|decreasing"
_RECENT: Final = "newest|latest|oldest|earliest"
_RANGE: Final = (
    "from? high|highest|low|lowest|newest|oldest|large|small to high|highest|low|lowest|newest|oldest|large|small"
)
RULES: Final = (
    Phrase(f"starting|beginning with|from the? {_RECENT} one|ones?", _timely),
    Phrase("starting|beginning with|from the? most recent one|ones?", _timely),
    Phrase(f"sorted|ordered|sort|order by? the? {_RECENT} first?", _timely),
    Phrase("sorted|ordered|sort|order by? the? most recent first?", _timely),
    Phrase(f"from? {_RECENT} to {_RECENT}", _timely),
    Phrase(f"sorted|ordered|ranked|sort|order? by BARE in {_WAY} order", _directed),
    Phrase(f"sorted|ordered|ranked|sort|order? by BARE ,? {_RANGE}", _directed),
    Phrase(f"sorted|ordered|ranked|sort|order? by {_WAY} BARE", _directed),
    Phrase(f"sorted|ordered|ranked|sort|order? by BARE , {_WAY}", _directed),
    Phrase(f"sorted|ordered|ranked|sort|order by its|their|the TRAIT {_WAY}?", _directed),
    Phrase(f"sort|order|sorting|ordering :|=|by BARE {_WAY}?", _sort_mark),
    Phrase(f"TRAIT {_WAY}", _directed),
    Phrase(f"BARE {_WAY}", _directed),
    Phrase("most recently WORD ones? on|at the? top", _timely),
    Phrase("in? pages|batches|chunks of NUMBER", _page),
    Phrase("NUMBER at a time", _page),
    Phrase("with? the? newest|latest|oldest one|ones? on|at the? top", _timely),
    Phrase("with the most recent one|ones? on|at the? top", _timely),
    Phrase("fifo", _first_in),
    Phrase("those|ones? longest waiting first", _first_in),
    Phrase("those|ones? waiting longest|longer first", _first_in),
    Phrase("those|ones? waiting the longest first", _first_in),
    Phrase("page|pages|batch|batches|chunks of NUMBER", _page),
    Phrase("page|list|screen holds|shows|has|fits NUMBER rows|items|entries|results|lines", _page),
    Phrase("NUMBER per|a request|call|screen|response|page", _page),
    Phrase("return|returns|returning|show|showing|fetch|only? at most|maximum NUMBER items|results|entries?", _limit),
    Phrase("at most|maximum NUMBER", _limit),
    Phrase("no more than NUMBER", _limit),
    Phrase("up to NUMBER", _limit),
    Phrase("only? the? first|top NUMBER only?", _limit),
    Phrase("NUMBER hits|matches|results|items|entries|rows|records max|maximum|tops", _limit),
    Phrase("NUMBER max|maximum|tops", _limit),
    Phrase("NUMBER results|items|entries|rows|records only?", _limit),
)
