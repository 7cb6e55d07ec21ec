"""Lines that say how many items there are, and ask for nothing: "about 3,000 members, 40 machines"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken, number_of, tokens
from modeler.core.requirements.morphology import entity_name, singular
from modeler.core.requirements.rows import Volume
from modeler.core.requirements.vocabulary import Vocabulary

LARGE: Final = 1_000
"""From this number on, a line of one number and a noun states a count: "3,000 members". "20 comments" can be a page."""
_ABOUT: Final = words_in("about around roughly approximately approx circa nearly almost some maybe perhaps over ~")
_MOST: Final = words_in("up to at most max maximum of no more than")
_OPENINGS: Final = tuple(
    tuple(one.split())
    for one in (
        "there are", "there will be", "there can be", "we have", "we have got", "we expect", "we will have",
        "we plan for", "we plan on", "we start with", "expect", "expected", "a total of", "in total", "currently",
        "today", "assume", "assuming", "say",
    )
)  # fmt: skip
_HOLDS: Final = words_in("has have holds hold contains contain gets get")
_SCALES: Final = {"thousand": 1_000, "million": 1_000_000, "millions": 1_000_000, "billion": 1_000_000_000}
_ENDS: Final = frozenset(
    tuple(one.split())
    for one in (
        "", "in total", "overall", "in all", "altogether", "on average", "at most", "at first", "to begin with",
        "today", "now", "right now", "each", "at the moment",
    )
)  # fmt: skip
_RATES: Final = words_in("per a an each every / /s rps tps qps peak")
_MARKS: Final = frozenset({",", ";", "."})
_COUNT_MAX: Final = 10**15


def volume_line(text: str, known: Vocabulary, *, line: int) -> tuple[tuple[Volume, ...], tuple[str, ...]]:
    """Return the volumes that a line states, and its parts that state how often something happens. Both are empty if
    the line has no volume, or a part that is something else.
    """
    found: list[Volume] = []
    rest: list[str] = []
    is_said = False
    for joint, part in _parts(tokens(text)):
        made, is_plain = _more(part, found) or _volume(part, known, line)
        if made is None and _is_rate(part):
            rest.append(text[part[0].start : part[-1].end])
        elif made is None:
            return (), ()
        else:
            if joint == "and" and found and is_plain:  # "each customer has 12 orders and 3 addresses"
                made = replace(made, parent=found[-1].parent)
            found.append(made)
            is_said = is_said or not is_plain or made.count >= LARGE
    return (tuple(found), tuple(rest)) if is_said or len(found) > 1 else ((), ())


def _parts(said: Sequence[WordToken]) -> Iterator[tuple[str, Sequence[WordToken]]]:
    """Yield the parts of a line between its commas and its "and", each with what is before it."""
    start = 0
    for at in range(len(said) + 1):
        is_end = at == len(said) or said[at].low in _MARKS
        is_and = at < len(said) and said[at].low in {"and", "with"} and _number_at(said, _after_about(said, at + 1)[0])
        if is_end or is_and:
            if at > start:
                yield (said[start - 1].low if start else ""), said[start:at]
            start = at + 1


def _volume(part: Sequence[WordToken], known: Vocabulary, line: int) -> tuple[Volume | None, bool]:
    """Return the volume of a part; the second value is set if it is only a number and a noun."""
    start = _opened(part)
    parent, at = _parent(part, start)
    counted, is_most = _after_about(part, at)
    number = _number_at(part, counted)
    if number is None:
        return None, False
    count, noun = number
    group = group_at(part, noun)
    if group is None or not group.is_plural or not _is_plain(group):
        return None, False
    end = group.end
    if not parent and end + 1 < len(part) and part[end].low in {"per", "for", "in"}:
        parent, end = _per(part, end)
    if is_most and len(group.words) == 1 and group.words[-1] in _RESULTS:
        return None, False  # "max 500 rows" limits a read
    tail = tuple(one.low for one in part[end:])
    if tail not in _ENDS or (group.words[-1] in UNITS and not parent):
        return None, False
    made = Volume(
        line, _name(group, known), count, _name(parent, known) if parent else "", is_most or tail == ("at", "most")
    )
    return made, counted == 0 and parent is None


_RESULTS: Final = frozenset({"rows", "results", "items", "entries", "records", "hits"})


def _more(part: Sequence[WordToken], found: Sequence[Volume]) -> tuple[Volume, bool] | None:
    """Return what "at most 500" adds to "each project has 50 tasks"."""
    at, is_most = _after_about(part, 0)
    number = _number_at(part, at)
    if not found or not found[-1].parent or not is_most or number is None or number[1] != len(part):
        return None
    return replace(found[-1], count=number[0], is_most=True), False


def _opened(part: Sequence[WordToken]) -> int:
    """Return the place after "there are" and the like."""
    said = tuple(one.low for one in part)
    return max((len(one) for one in _OPENINGS if said[: len(one)] == one), default=0)


def _parent(part: Sequence[WordToken], at: int) -> tuple[NounGroup | None, int]:
    """Return what "each project has" counts for, and the place after it."""
    group = group_at(part, at, before_verb=True)
    if group is None or group.is_plural or not _is_plain(group) or group.determiner not in {"a", "an", "each", "every"}:
        return None, at
    is_held = group.end < len(part) and part[group.end].low in _HOLDS
    return (group, group.end + 1) if is_held else (None, at)


def _per(part: Sequence[WordToken], at: int) -> tuple[NounGroup | None, int]:
    """Return what "50 tasks per project" counts for, and the place after it; none for a unit of time."""
    group = group_at(part, at + 1)
    is_one = (
        group is not None
        and not group.is_plural
        and _is_plain(group)
        and group.words[-1] not in UNITS.keys() | _NO_PARENTS
    )
    return (group, group.end) if group is not None and is_one else (None, at)


_NO_PARENTS: Final = words_in("total all page screen request call response batch time")


def _is_plain(group: NounGroup) -> bool:
    return not (group.rank or group.states or group.owner or group.skipped or group.is_exact)


def _after_about(part: Sequence[WordToken], at: int) -> tuple[int, bool]:
    """Return the place after "about" or "up to", and whether the number after it is the most."""
    is_most = False
    while at < len(part) and part[at].low in _ABOUT | _MOST:
        is_most = is_most or part[at].low in {"to", "most", "max", "maximum", "more"}
        at += 1
    return at, is_most


def _number_at(part: Sequence[WordToken], at: int) -> tuple[int, int] | None:
    """Return the whole number at a token, and the place after it: 2 million."""
    number = number_of(part[at]) if at < len(part) else None
    if number is None:
        return None
    scale = _SCALES.get(part[at + 1].low, 1) if at + 1 < len(part) else 1
    count = number * scale
    is_whole = count == int(count) and 0 < count <= _COUNT_MAX
    return (int(count), at + 1 + (scale > 1)) if is_whole else None


def _is_rate(part: Sequence[WordToken]) -> bool:
    """Return whether a part states how often something happens: "200 reservations a day", "peak 5 requests per
    second".
    """
    lows = [one.low for one in part]
    is_per = any(low in _RATES for low in lows) and (lows[-1] in UNITS or lows[-1] in _RATES or "requests" in lows)
    return is_per and any(number_of(one) is not None for one in part)


def _name(group: NounGroup, known: Vocabulary) -> str:
    found = known.called(tuple(map(singular, group.words)))
    return found.name if found is not None else entity_name(group.words)
