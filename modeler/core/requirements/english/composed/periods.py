"""How long and how often: "for seven years", "after 90 days", "a month"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.composed.amounts import phrase_at, phrases
from modeler.core.requirements.english.words.lexicon import UNITS, words_in
from modeler.core.requirements.english.words.tokens import WordToken, number_of

_DAY: Final = 86_400.0
_BEFORE: Final = phrases(
    "about|around|roughly|approximately|at least|at most|up to|only|a maximum of|a minimum of|exactly|just|no more than"
    "|no longer than|the next|the last|a full|another|not more than|more than|max"
)
_NUMBERS: Final = {
    ("half", "a"): 0.5, ("a", "half"): 0.5, ("one", "and", "a", "half"): 1.5, ("two", "and", "a", "half"): 2.5,
    ("a", "couple", "of"): 2.0, ("a",): 1.0, ("an",): 1.0, ("one",): 1.0, ("thirteen",): 13.0, ("fourteen",): 14.0,
}  # fmt: skip
_ONCE: Final = words_in("a an per each every any one")
_PERIODS: Final = UNITS.keys() | words_in("night nights season seasons term semester shift weekend morning evening")
_OFTEN: Final = words_in("daily weekly monthly yearly annually hourly nightly quarterly")


def duration_at(said: Sequence[WordToken], at: int) -> tuple[float, int] | None:
    """Return the days of the duration at a token, and the token after it."""
    while size := phrase_at(said, at, _BEFORE):
        at += size
    for words, number in sorted(_NUMBERS.items(), key=lambda one: -len(one[0])):
        if tuple(one.low for one in said[at : at + len(words)]) == words and at + len(words) < len(said):
            unit = UNITS.get(said[at + len(words)].low)
            if unit is not None and unit >= _DAY:
                return number * unit / _DAY, at + len(words) + 1
    found = number_of(said[at]) if at < len(said) else None
    if found is None or at + 1 >= len(said):
        return None
    end = at + 1 + (said[at + 1].low in {"full", "calendar", "-"})
    unit = UNITS.get(said[end].low) if end < len(said) else None
    return (found * unit / _DAY, end + 1) if unit is not None and unit >= _DAY else None


def often_at(said: Sequence[WordToken], at: int) -> int:
    """Return the token after "a month", "per night", "in one month", "weekly"; 0 without one."""
    if at < len(said) and said[at].low in _OFTEN:
        return at + 1
    start = at + (at < len(said) and said[at].low in {"in", "on", "during", "within", "over"})
    if start + 1 < len(said) and said[start].low in _ONCE and said[start + 1].low in _PERIODS:
        return start + 2
    is_slash = start + 1 < len(said) and said[start].low == "/" and said[start + 1].low in _PERIODS
    return start + 2 if is_slash else 0
