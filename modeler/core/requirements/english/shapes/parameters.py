"""Parameters of an address or of a call: what bounds, pages or presents a result, and what is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.morphology import attribute_name, words_of
from modeler.core.requirements.slots import Comparator, Range

LIMITS: Final = frozenset({"limit", "top", "max", "maxresults"})
PAGES: Final = frozenset({"page_size", "pagesize", "per_page", "perpage", "size"})
PAGING: Final = frozenset(
    {"page", "cursor", "offset", "token", "next", "after", "before", "nexttoken", "next_token", "pagetoken"}
)
MANNERS: Final = frozenset(
    [
        *("order", "direction", "dir", "fields", "select", "include", "expand", "embed", "format", "view"),
        *("q", "query", "search", "filter", "lang", "locale", "from", "to", "since", "until", "start", "end"),
    ]
)
"""Parameters that say how something is answered, or bound something that they do not name: no value that is given."""
_PRESENTING: Final = frozenset({"limit", "page", "cursor", "offset", "token", "sort", "order"})
"""Last words of such parameters: startCursor, pageToken."""
_LEAST: Final = frozenset({"min", "from", "since", "after"})
_BOUNDS: Final = _LEAST | {"max", "to", "until", "before"}
_DATES: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("ending",): ("end", "date"),
    ("starting",): ("start", "date"),
    ("due",): ("due", "date"),
}
_STRICT: Final = {"before": Comparator.LESS}
_TIMES: Final = frozenset({"date", "time", "day", "month", "year", "timestamp"})


def is_presenting(name: str) -> bool:
    """Return whether a parameter pages or presents a result, and gives nothing."""
    return name.lower() in PAGING | MANNERS or words_of(name)[-1] in _PRESENTING


def bound(name: str, value: str) -> Range | None:
    """Return what a parameter such as ratingMin, max_price, createdFrom or toDate bounds; None for another one."""
    words = words_of(name)
    for at in (0, -1):
        rest = words[1:] if at == 0 else words[:-1]
        is_before = at == -1 or words[0] in {"min", "max"} or words[-1] in _TIMES
        if rest and is_before and words[at] in _BOUNDS:
            wanted = _STRICT.get(words[at]) or (Comparator.AT_LEAST if words[at] in _LEAST else Comparator.AT_MOST)
            named = (*rest, "at") if is_participle(rest[-1]) else _DATES.get(rest, rest)
            return Range(attribute_name(named), wanted, (value,) if value else ())
    return None


def paired(ranges: list[Range]) -> Iterator[Range]:
    """Yield the ranges; a least and a most value of one attribute are one range."""
    yield from (one for one in ranges if one.comparison is Comparator.LESS)
    for name in dict.fromkeys(one.attribute for one in ranges):
        low, high = (
            next((one for one in ranges if one.attribute == name and one.comparison is wanted), None)
            for wanted in (Comparator.AT_LEAST, Comparator.AT_MOST)
        )
        if low is None or high is None:
            yield from (one for one in (low, high) if one is not None)
        else:
            yield Range(name, Comparator.BETWEEN, (*low.values, *high.values) if low.values and high.values else ())
