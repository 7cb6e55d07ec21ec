"""How many items and in which order."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.orders import ask_order, is_aggregate, measured, order_json, time_order
from modeler.core.requirements.english.words.lexicon import MEASURES, STATES, UNITS
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.superlatives import (
    ANY_SUPERLATIVE,
    FALLING,
    LEVELS,
    SUPERLATIVES,
    TIMELY,
    WAYS,
    Compared,
)
from modeler.core.requirements.slots import Act, Choice, Limit, Question, RequestedOrder


def _page(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    return _limited(draft, caught[0], places(at, end), is_page=True)


def _limit(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    return _limited(draft, caught[0], places(at, end), is_page=False)


def _limited(draft: Draft, count: Any, at: range, *, is_page: bool) -> bool:
    if not isinstance(count, int) or count < 1 or draft.value("limit") is not None:
        return False
    draft.fill("limit", Limit(count, is_page), at)
    return True


def _timely(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    low = next((draft.low(one) for one in range(at, end) if draft.low(one) in TIMELY), "newest")
    time_order(draft, descending=TIMELY[low], at=places(at, end))
    return True


def _chronological(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    is_reverse = any(draft.low(one) == "reverse" for one in range(at, end))
    time_order(draft, descending=is_reverse, at=places(at, end))
    return True


def _superlative(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    bounded = [one.attribute for one in draft.value("range") or () if one.attribute in MEASURES]
    way = WAYS.get(draft.low(at))
    is_said = way is None or (bounded[0] in way.nouns if way.nouns and bounded else way.kind is Compared.NUMBER)
    if len(bounded) == 1 and is_said:
        draft.fill("order", RequestedOrder(bounded[0], draft.low(at) in FALLING), places(at, end))
        return True
    ask_order(draft, draft.low(at), descending=draft.low(at) in FALLING, at=places(at, end))
    return True


def _unknown_superlative(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    draft.ask("order", Question(f'"{draft.low(at)} first": which attribute orders the items?'), places(at, end))
    return True


def _by_then(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by rating, best first": which attribute, and the direction."""
    group = caught[0]
    tail = [draft.low(one) for one in range(group.end, end)]
    if set(tail) & set(TIMELY) and group.words[-1] not in MEASURES:
        return False
    nouns = next((WAYS[one].nouns for one in tail if one in WAYS), ())
    if nouns and not {"size", group.words[-1]} & set(nouns):
        return False  # "by style, strongest first"
    measured(draft, group, descending=bool(FALLING & set(tail)), at=places(at, end))
    return True


def _by_unknown(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by difficulty, easiest first", with the question which end of the scale the word means."""
    name, said = draft.attribute(caught[0].words), caught[1]
    if said in SUPERLATIVES:
        return False
    choices = tuple(
        Choice(f"{name}, {words} first", {"order": [order_json(name, descending)]})
        for words, descending in (("the lowest", False), ("the highest", True))
    )
    draft.ask("order", Question(f'"{said} first": which end of {name} comes first?', choices), places(at, end))
    return True


def _by_both(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by priority and then submission time"."""
    if is_aggregate(draft):
        return False
    for group in caught:
        draft.fill("order", RequestedOrder(draft.attribute(group.words)), places(at, end))
    return True


def _sorted_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "ordered by year of publication": one attribute, and no owner of the items."""
    group, owner = caught
    if group.states or owner.is_plural or owner.states:
        return False
    draft.fill("order", RequestedOrder(draft.attribute((*owner.words, *group.words))), places(at, end))
    return True


def _sorted(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    group = caught[0]
    if group.states and group.whole == group.words:
        return False
    tail = {draft.low(one) for one in range(group.end, end)}
    descending = bool(FALLING & tail) or draft.low(at) == "ranked"
    name = draft.attribute(group.whole)
    if group.words[-1] in {"date", "time"} and len(group.words) == 1 and not draft.known.entities:
        time_order(draft, descending=descending, at=places(at, end))
    else:
        draft.fill("order", RequestedOrder(name, descending), places(at, end))
    return True


def _top_by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "top 10 players by score": the attribute of the ranking, if a ranking waits for one."""
    if draft.ranking and not draft.has("order"):
        measured(draft, caught[0], descending=True, at=places(at, end))
        return True
    return False


def _tail_limit(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "live matches, max 25"."""
    if draft.low(at - 1) in {"in", "the", "of"} or draft.low(end) in {"per", "/"}:
        return False
    return draft.low(end) not in UNITS and _limited(draft, caught[0], places(at, end), is_page=False)


def _ranked_tail(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "matches of a player, most recent 20"."""
    if draft.low(end) in UNITS or draft.low(end - 1) == "one":
        return False
    if end < len(draft.tokens) and starts(draft.tokens[end]):
        return False
    return _limited(draft, caught[0], places(at, end), is_page=False) and _timely(draft, at, end, ())


def _top_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "a leaderboard: top 100 by points"."""
    number, group = caught
    if not _limited(draft, number, places(at, group.start), is_page=False):
        return False
    draft.ranking = True
    measured(draft, group, descending=True, at=places(group.start - 1, end))
    return True


def _ordered_so(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "in track order"."""
    words = (caught[0],) if isinstance(caught[0], str) else caught[0].words[:-1]
    is_order = draft.low(end - 1) == "order" and len(words) > 0
    if not is_order or words[0] in {"alphabetical", "random", "any"}:
        return False
    draft.fill("order", RequestedOrder(draft.attribute(words)), places(at, end))
    return True


def _sorted_by_two(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "sorted by status ascending and price descending"."""
    first, second = caught
    for group, last in ((first, second.start), (second, end)):
        tail = {draft.low(one) for one in range(group.end, last)}
        draft.fill("order", RequestedOrder(draft.attribute(group.words), bool(FALLING & tail)), places(at, end))
    return True


def _sorted_by_count(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "sorted by the number of orders descending"."""
    tail = {draft.low(one) for one in range(caught[0].end, end)}
    falls = bool(FALLING & tail) or draft.low(at) == "ranked"
    draft.fill("order", RequestedOrder(draft.entity(caught[0].words), falls, by="count"), places(at, end))
    return True


def _most_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with the most goals", "with the highest rating"."""
    low = next(low for low in map(draft.low, range(at, end)) if low in LEVELS)
    measured(draft, caught[0], descending=LEVELS[low], at=places(at, end))
    return True


def _measure_first(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "biggest amount first"."""
    descending = draft.low(at) in FALLING
    if draft.has("order"):
        return False
    if caught[0].words[-1] in STATES:
        ask_order(draft, draft.low(at), descending=descending, at=places(at, end))
        return True
    is_own = draft.entity(caught[0].words) in (draft.value("entities") or ())
    if draft.low(at) in {"newest", "oldest"} or draft.low(end - 1) == "top" or (draft.low(at) in TIMELY and is_own):
        return _timely(draft, at, end, ())
    draft.fill("order", RequestedOrder(draft.attribute(caught[0].words), descending), places(at, end))
    return True


def _low_to_high(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "price low to high"."""
    said = next(low for low in map(draft.low, range(at, end)) if low in {"low", "lowest", "high", "highest"})
    draft.fill("order", RequestedOrder(draft.attribute((caught[0],)), said.startswith("high")), places(at, end))
    return True


def _rated(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "best rated first"."""
    draft.fill(
        "order", RequestedOrder(draft.attribute(("rating",)), draft.low(at) not in {"worst", "lowest"}), places(at, end)
    )
    return True


def _by_last(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "sorted by last message": the attribute has the superlative in its name."""
    name = draft.attribute(
        ("first" if (said := draft.low(caught[0].start - 1)) == "first" else "last", *caught[0].words)
    )
    draft.fill("order", RequestedOrder(name, said == "latest"), places(at, end))
    return True


def _by_count(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "trending podcasts by number of downloads": an order by what is counted."""
    act = draft.value("operation")
    if is_aggregate(draft) or draft.has("order") or act not in {Act.LIST, Act.GET}:
        return False
    draft.fill("order", RequestedOrder(draft.entity(caught[0].words), descending=True, by="count"), places(at, end))
    return True


_DIRECTION: Final = "desc|descending|asc|ascending"
_ENDS: Final = f"{ANY_SUPERLATIVE}|best|worst"
RULES: Final = (
    Phrase("in? pages of NUMBER items|results|entries?", _page),
    Phrase("NUMBER items|results|entries|rows|records? per|a page", _page),
    Phrase("paged|paginated .? by|in|with|(? NUMBER /|per? page|items|results|entries?", _page),
    Phrase("NUMBER / page", _page),
    Phrase("page size of|is|=|:? NUMBER", _page),
    Phrase("a page of NUMBER WORD at a time|once", _page),
    Phrase("a page of NUMBER", _page),
    Phrase("in? batches? of? up? to? NUMBER at a time|once", _page),
    Phrase("limit|limited to|of|is|=? NUMBER items|results|entries?", _limit),
    Phrase("at most NUMBER items|results|entries|rows", _limit),
    Phrase("no more|greater than NUMBER items|results|entries|rows|records?", _tail_limit),
    Phrase("max|maximum .? of? NUMBER", _tail_limit),
    Phrase("NUMBER max|maximum", _tail_limit),
    Phrase("NUMBER at most", _tail_limit),
    Phrase("up to NUMBER items|results|entries|rows|records", _limit),
    Phrase(f"with|having the {'|'.join(sorted(LEVELS))} BARE", _most_of),
    Phrase("sorted|ordered? by? PLAIN .? low|lowest|high|highest to high|highest|low|lowest )?", _low_to_high),
    Phrase("sorted|ordered? by? PLAIN ( low|lowest|high|highest to high|highest|low|lowest )", _low_to_high),
    Phrase("by the? number|count of GROUP", _by_count),
    Phrase("best|highest|worst|lowest rated first", _rated),
    Phrase(f"{ANY_SUPERLATIVE}|best BARE first", _measure_first),
    Phrase("latest|newest|oldest BARE at|on the? top", _measure_first),
    Phrase("by BARE , most WORD first", _by_then),
    Phrase(f"by BARE ,|( {_ENDS} ones? first )?", _by_then),
    Phrase("by BARE ,|( SUPER ones? first )?", _by_unknown),
    Phrase("alphabetically by BARE", _sorted),
    Phrase("by BARE and? then by? BARE", _by_both),
    Phrase(f"sorted|ordered|ranked by the? number|count of GROUP {_DIRECTION}?", _sorted_by_count),
    Phrase(f"sorted|ordered by BARE {_DIRECTION}? and|, BARE {_DIRECTION}", _sorted_by_two),
    Phrase("sorted|ordered|sort|order by BARE of BARE", _sorted_of),
    Phrase(f"sorted|ordered|ranked|sort|order by BARE ,|(? {_DIRECTION}|{_ENDS} first? )?", _sorted),
    Phrase("sorted|ordered|ranked|sort|order by BARE", _sorted),
    Phrase("sorted|ordered|sort|order by the? last|latest|first BARE", _by_last),
    Phrase("in order of BARE", _sorted),
    Phrase(f"by BARE {_DIRECTION}", _sorted),
    Phrase("in reverse? chronological|time|date order", _chronological),
    Phrase("reverse? chronological|chronologically", _chronological),
    Phrase("first come ,? first served", _chronological),
    Phrase("in PLAIN order", _ordered_so),
    Phrase("in BARE", _ordered_so),
    Phrase("with? the? newest|latest|oldest|earliest|soonest ones|on? top|first", _timely),
    Phrase("with? the? newest|latest|oldest|earliest|soonest|recent ones? at the top", _timely),
    Phrase("with? the? most recent ones? at|on the? top", _timely),
    Phrase("most recent|recently WORD? ones? first", _timely),
    Phrase("recently WORD ones? first", _timely),
    Phrase("the? newest|latest|oldest|earliest|last NUMBER", _ranked_tail),
    Phrase("the? most recent NUMBER", _ranked_tail),
    Phrase(f"{_ENDS} ones? first", _superlative),
    Phrase("SUPER ones? first", _unknown_superlative),
    Phrase("top NUMBER by BARE", _top_of),
    Phrase("top|first NUMBER", _tail_limit),
    Phrase("by BARE", _top_by),
)  # fmt: skip
