"""Superlatives and counts before the nouns of a group: "the 20 newest", "top rated", "the first 10"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.lexicon import MOMENTS, UNITS, is_superlative, words_in
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import is_participle

SCALES: Final = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_NAMES: Final = words_in("name names known visited login seen digit digits updated modified used")
"""Words before which "first" and "last" belong to the noun: "last name"."""


def rank_at(tokens: Sequence[WordToken], place: int) -> tuple[int, str, int | None]:
    """Return the place after a count and a superlative in either order, and both: "most recent 20", "10 cheapest"."""
    rank, count = "", None
    for _ in range(2):
        if place >= len(tokens):
            break
        low, after = tokens[place].low, tokens[place + 1].low if place + 1 < len(tokens) else ""
        number = number_of(tokens[place])
        if count is None and isinstance(number, int) and after not in UNITS and number > 0 and low != "one":
            count, place = number * SCALES.get(after, 1), place + 1 + (after in SCALES)
        elif (
            not rank
            and low == "best"
            and after not in _BEST_OF
            and (count is not None or _is_number(tokens, place + 1))
        ):
            rank, place = "top", place + 1
        elif not rank and low == "most" and after == "recent":
            rank, place = "newest", place + 2
        elif not rank and low == "most" and after == "recently" and _is_done(tokens, place + 2):
            rank, place = "newest", place + 3
        elif not rank and low == "next" and after and after not in {*UNITS, *MOMENTS}:
            rank, place = "soonest", place + 1
        elif not rank and (is_superlative(low) or low == "top" or _is_end(tokens, place, count)):
            rank, place = low, place + 1
        else:
            break
    return place, rank, count


_BEST_OF: Final = words_in("run runs shot shots bid bids set sets cut cuts split splits selling rated")


def _is_number(tokens: Sequence[WordToken], place: int) -> bool:
    return place < len(tokens) and isinstance(number_of(tokens[place]), int)


def _is_done(tokens: Sequence[WordToken], place: int) -> bool:
    return place < len(tokens) and is_participle(tokens[place].low)


def _is_end(tokens: Sequence[WordToken], place: int, count: int | None) -> bool:
    """Return whether "first" or "last" is a superlative here: "the first 20", "the last order", not "last name"."""
    low, after = tokens[place].low, tokens[place + 1] if place + 1 < len(tokens) else None
    if after is None or after.low in _NAMES:
        return False
    return low == "last" or (low == "first" and (count is not None or number_of(after) is not None))


def is_ranked(tokens: Sequence[WordToken], place: int) -> bool:
    """Return whether a participle says by what items are ranked: the top rated movies, best selling books."""
    before = tokens[place - 1].low if place else ""
    low = tokens[place].low if place < len(tokens) else ""
    return before in {"top", "best", "worst", "highest", "lowest", "least"} and (
        low.endswith("ing") or is_participle(low)
    )
