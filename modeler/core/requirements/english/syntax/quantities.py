"""How many there may be: "at most five", "only one", "no more than two", "exactly one"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken, number_of

_BOUNDS: Final = (
    "at most", "up to", "no more than", "not more than", "never more than", "a? maximum of", "max", "maximum",
)  # fmt: skip
_ONLY: Final = ("only ever?", "just", "exactly", "precisely", "at most", "no more than", "not more than", "a single")
_ONE: Final = words_in("one 1")


@dataclass(frozen=True, slots=True)
class Quota:
    """The greatest number that is allowed, and the token after it."""

    most: int
    end: int


def quota_at(tokens: Sequence[WordToken], at: int) -> Quota | None:
    """Return the bound that begins at a token; None if none does."""
    for pattern in _BOUNDS:
        found = match(tokens, at, pattern)
        if found is not None and found[0] < len(tokens):
            number = 1 if tokens[found[0]].low in {"a", "an"} else number_of(tokens[found[0]])
            if isinstance(number, int):
                return Quota(number, found[0] + 1)
    for pattern in _ONLY:
        found = match(tokens, at, pattern)
        if found is None or found[0] >= len(tokens):
            continue
        if pattern == "a single":
            return Quota(1, found[0])
        if tokens[found[0]].low in _ONE:
            return Quota(1, found[0] + 1)
    return None


def times_at(tokens: Sequence[WordToken], at: int) -> Quota | None:
    """Return how often something may happen: "only once", "at most three times"."""
    lows = [one.low for one in tokens[at : at + 5]]
    for words in (("only", "once"), ("just", "once"), ("at", "most", "once"), ("exactly", "once")):
        if tuple(lows[: len(words)]) == words:
            return Quota(1, at + len(words))
    if lows[:1] == ["once"] and (len(lows) == 1 or lows[1] in {",", ".", "per"}):
        return Quota(1, at + 1)
    found = quota_at(tokens, at) or _plain(tokens, at)
    is_time = found is not None and found.end < len(tokens) and tokens[found.end].low in {"time", "times"}
    return Quota(found.most, found.end + 1) if is_time and found is not None else None


def _plain(tokens: Sequence[WordToken], at: int) -> Quota | None:
    """Return "only three", "just two"."""
    number = number_of(tokens[at + 1]) if at + 1 < len(tokens) and tokens[at].low in {"only", "just"} else None
    return Quota(number, at + 2) if isinstance(number, int) else None
