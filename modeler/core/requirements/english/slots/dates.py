"""Ranges of dates, months and years that the text names: "between 1 May and 15 May", "in 2024"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.bounds import DAYS, MONTHS, said_before, time_range
from modeler.core.requirements.slots import Comparator


def _month_of(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "for the month of February"."""
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.EQUAL, (draft.low(end - 1),), places(start, end), said)


def _between_dates(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "between 1 May and 15 May"."""
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.BETWEEN, caught, places(start, end), said)


def _on_date(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "on 2025-03-01", "in May 2025"."""
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.EQUAL, caught, places(start, end), said)


def _between_named(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "between January and March", "from Monday to Friday", "between 2019 and 2022"."""
    if any(isinstance(one, int) and not 1900 <= one <= 2100 for one in caught):
        return False
    joint = next(one for one in range(at + 1, end) if draft.low(one) in {"and", "to", "until", "through"})
    words = [draft.text[draft.tokens[one].start : draft.tokens[one].end] for one in range(at, end)]
    first = draft.low(at) in {"between", "from"}
    values = (" ".join(words[first : joint - at]), " ".join(words[joint - at + 1 :]))
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.BETWEEN, values, places(start, end), said)


def _in_year(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    if not isinstance(caught[0], int) or not 1900 <= caught[0] <= 2100:
        return False
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.EQUAL, (str(caught[0]),), places(start, end), said)


def _end_of(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "due before the end of the month"."""
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.LESS, (f"end of this {draft.low(end - 1)}",), places(start, end), said)


def _start_of(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "since the start of the year"."""
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.AT_LEAST, (f"start of the {draft.low(end - 1)}",), places(start, end), said)


RULES: Final = (
    Phrase("since|from the? start|beginning of the|this? day|week|month|year|quarter", _start_of),
    Phrase("before|by|until|till the? end of the|this? day|week|month|year|quarter", _end_of),
    Phrase("between|from DATE and|to|until|till|through DATE", _between_dates),
    Phrase("on|for|of|in|from DATE", _on_date),
    Phrase(f"in|for|of|from|during the month of {MONTHS}", _month_of),
    Phrase(f"between|from {DAYS} and|to|until|through {DAYS}", _between_named),
    Phrase(f"between|from {MONTHS} and|to|until|through {MONTHS}", _between_named),
    Phrase(f"between|from? {MONTHS} to|until|through|till {MONTHS}|today|now", _between_named),
    Phrase("between|from NUMBER and|to|until NUMBER", _between_named),
    Phrase("in NUMBER", _in_year),
    Phrase("in the? year NUMBER", _in_year),
    Phrase("between|from CLOCK and|to|until|till CLOCK", _between_dates),
)
