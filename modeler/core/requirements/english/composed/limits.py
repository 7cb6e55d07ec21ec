"""Words behind a number: "on average", "never more than 31", "the busiest about 11,000", "our largest 210"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.composed.amounts import Phrases, amount_at, phrase_at, phrases, whole_number_at
from modeler.core.requirements.english.composed.things import Thing, thing_at
from modeler.core.requirements.english.words.lexicon import is_superlative, words_in
from modeler.core.requirements.english.words.tokens import WordToken

AVERAGE: Final = phrases(
    "on average|on the average|typically|usually|normally|as a rule|in general|or so|more or less|mostly|give or take"
    "|is typical|is normal|is usual|is common|is the norm|is average|are typical|are normal|are usual|in the mean|avg"
    "|average|roughly|approximately|in most cases"
)
MOST: Final = phrases(
    "at most|at the most|max|maximum|at maximum|tops|is the maximum|is the limit|is the most|at the very most|or fewer"
    "|or less|is the record|at the extreme|in extreme cases|in the worst case|at peak|in the extreme|at the top end"
)
_MOST_BEFORE: Final = phrases(
    "up to|at most|at the most|no more than|never more than|not more than|rarely more than|seldom more than|as many as"
    "|hardly ever more than|a maximum of|maximum|max|the maximum is|the record is|the most is|the limit is|the max is"
    "|the peak is|never over|never above|in extreme cases|in the worst case|the maximum being"
    "|the record being|the record was|peaking at|the highest is|the highest being|with a maximum of|at peak"
) + Phrases([("the", "record", "stands", "at")])
_MANY_OF: Final = words_in("some few big large busy popular active huge long top heavy")
_BEHIND: Final = words_in(
    "has have had gets get holds hold owns own can could may might be is it runs run reach reaches up to about around "
    "roughly one ones for with at on in our the a an of there are as many nearly almost some even sometimes takes take "
    "being"
)


def most_of(said: Sequence[WordToken]) -> int | None:
    """Return the most that a segment says of the number before it: all of its words are part of that."""
    if size := phrase_at(said, 0, _MOST_BEFORE):
        return _last(said, size)
    for at in range(len(said)):
        number = whole_number_at(said, at)
        if number is None or (at == 0 and amount_at(said, 0) is None):
            continue
        front = said[:at]
        end = number[1]
        end += phrase_at(said, end, MOST)
        is_end = end == len(said)
        if at == 0 and is_end and number[1] < end:
            return number[0]
        if is_end and front and _is_extreme(front):
            return number[0]
        return None
    return None


def owner_of_most(said: Sequence[WordToken]) -> tuple[Thing, int] | None:
    """Return the owner and the number of "a popular course has up to 40,000", which names no things."""
    at = next((at for at, one in enumerate(said) if one.low in _HAVE), 0)
    whose = thing_at(said, 0) if at else None
    if whose is None or whose.end > at or not (whose.determiner in {"a", "an", "the", "our"} or whose.is_plural):
        return None
    if any(one.low not in _MODAL for one in said[whose.end : at]):
        return None
    at += 1
    at += phrase_at(said, at, _MOST_BEFORE)
    most = _last(said, at)
    is_some = whose.words[-1] in {"one", "ones"} or is_superlative(said[1].low)
    return (whose, most) if most is not None and not is_some else None


_HAVE: Final = words_in("has have get gets hold holds reach reaches own owns hit hits take takes")
_MODAL: Final = words_in("can could may might will often sometimes easily")


def _last(said: Sequence[WordToken], at: int) -> int | None:
    while at < len(said) and said[at].low in {"about", "around", "roughly", "some", "~"}:
        at += 1
    number = whole_number_at(said, at)
    return number[0] if number is not None and number[1] == len(said) else None


def _is_extreme(front: Sequence[WordToken]) -> bool:
    """Return whether words speak of the one that has most: "our largest customer", "on a big quarry it can be"."""
    extremes = [at for at, one in enumerate(front) if is_superlative(one.low) or one.low in _MANY_OF]
    if len(front) > _FRONT_MAX:
        return False
    if any(one.low == "ones" for one in front[1:]) and len(front) <= _FRONT_MAX // 2 + 1:
        return True  # "the viral ones five million"
    if not extremes:
        return False
    others = [one for at, one in enumerate(front) if at not in extremes and one.low not in _BEHIND]
    is_superlative_there = any(is_superlative(front[at].low) for at in extremes)
    is_some = front[0].low == "some" and front[-1].low in {"have", "to", "get", "hold", "own", "many", "reach"}
    is_big = front[0].low in {"a", "an", "on", "in", "at", "for"} and front[-1].low in {"be", "to", "is", "about"}
    return len(others) <= _OTHERS_MAX and (is_superlative_there or is_some or is_big)


_FRONT_MAX: Final = 9
_OTHERS_MAX: Final = 2
