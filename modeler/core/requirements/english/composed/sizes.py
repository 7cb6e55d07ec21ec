"""How large an item is: "about 4 MB each", "120 bytes", "400 characters"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.composed.amounts import phrase_at, phrases
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken, number_of

_BYTES: Final = {
    "b": 1, "byte": 1, "bytes": 1, "kb": 1_024, "kib": 1_024, "kilobyte": 1_024, "kilobytes": 1_024,
    "mb": 1_024**2, "mib": 1_024**2, "megabyte": 1_024**2, "megabytes": 1_024**2, "gb": 1_024**3, "gib": 1_024**3,
    "gigabyte": 1_024**3, "gigabytes": 1_024**3,
}  # fmt: skip
_BEFORE: Final = phrases(
    "about|around|roughly|approximately|approx|approx .|ca|ca .|circa|nearly|almost|some|~|on average|up to|at most"
    "|a mere|only|just|typically|usually|no more than|an average of|maximum|max|a maximum of|never more than|well under"
    "|under|normally|less than|in the order of"
)
_MOST: Final = phrases("up to|at most|no more than|maximum|max|a maximum of|never more than|under|well under|less than")
_AFTER: Final = phrases(
    "each|apiece|a piece|per piece|on average|or so|in size|on disk|per item|per entry|per record|in total|large|big"
    "|at most|maximum|max|long|tops|as json|every time|per row"
)
_LAST: Final = words_in("most maximum max tops")


def size_at(said: Sequence[WordToken], at: int) -> tuple[int, bool, int] | None:
    """Return the bytes at a token, whether no item has more, and the token after it; None if no size is there."""
    start, is_most = at, False
    while size := phrase_at(said, at, _BEFORE):
        is_most = is_most or bool(phrase_at(said, at, _MOST))
        at += size
    number = number_of(said[at]) if at < len(said) else None
    if number is None and at < len(said) and said[at].kind == "number" and said[at].low.endswith("k"):
        return None
    if number is None or at + 1 >= len(said):
        return None
    end = at + 1
    if end + 1 < len(said) and said[end].low in {"to", "-", "–", "or"} and number_of(said[end + 1]) is not None:
        number, end, is_most = number_of(said[end + 1]) or number, end + 2, True
    unit = _BYTES.get(said[end].low) if end < len(said) else None
    if unit is None or start > at:
        return None
    end += 1
    while size := phrase_at(said, end, _AFTER):
        is_most = is_most or said[end + size - 1].low in _LAST
        end += size
    return round(number * unit), is_most, end
