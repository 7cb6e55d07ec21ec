"""The words of a property's name: "date of birth", "installed at", "send date"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.lexicon import CLOSED, MOMENTS, STATES, TRAITS, UNITS, words_in
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import base_form, is_participle

_OF: Final = words_in("number date time place name year type amount country state length level cost day month unit")
"""Properties that "of" and another noun complete: the date of birth."""
_OF_MAX: Final = 5
_TAILS: Final = words_in("at by on in for from until till to")
"""Small words that a name ends with: installed at."""
_SINCE: Final = words_in("since until from to")
"""Small words that are names under a title."""
_NAME_MAX: Final = 3


def name_of(part: Sequence[WordToken]) -> tuple[str, ...] | None:
    """Return the words of a name: "VIN", "cumulative kWh", "installed at", "the customer's complaint"."""
    lows = tuple(one.low for one in part if one.kind != "possessive")
    if len(lows) == 1 and lows[0] in _SINCE:
        return lows
    is_plain = 0 < len(lows) <= _NAME_MAX and all(one.is_word or one.kind == "possessive" for one in part)
    front = lows[:-1] if len(lows) > 1 and lows[-1] in _TAILS and _is_said(lows[-2]) else lows
    return lows if is_plain and not (CLOSED - {"last", "first", "next", "top"}) & set(front) else None


def _is_said(word: str) -> bool:
    """Return whether a small word can end a name after a word: installed at, valid from, starts on."""
    return is_participle(word) or word in STATES | {"valid"} or base_form(word) != ""


def compound(part: Sequence[WordToken]) -> tuple[str, ...] | None:
    """Return the words of a property that begins as a verb or with capitals: "send date", "HTML body"."""
    lows = tuple(one.low for one in part)
    is_name = 1 < len(lows) < _OF_MAX and all(one.is_word for one in part) and not CLOSED & set(lows)
    return lows if is_name and lows[-1] in MOMENTS | TRAITS else None


def with_of(part: Sequence[WordToken], *, is_titled: bool = False) -> tuple[str, ...] | None:
    """Return the words of "date of birth", "number of sessions prescribed"; under a title, "mood of the bees" too."""
    lows = tuple(one.low for one in part if one.low not in {"the", "a", "an"})
    if unit_at(part) and all(one.is_word for one in part) and not CLOSED & set(lows[: unit_at(part)]):
        return lows[: unit_at(part)]  # "duration in minutes", "battery level in percent"
    is_in = len(lows) == 3 and lows[1] in {"in", "per"} and part[0].low == lows[0]
    if is_in and all(one.is_word for one in part) and not CLOSED & {lows[0], lows[2]}:
        return lows  # "quantity in stock"
    is_of = 2 < len(lows) <= _OF_MAX and (is_titled or lows[0] in _OF) and lows[1] == "of"
    return lows if is_of and all(one.is_word for one in part) and not CLOSED & set(lows[2:]) else None


def unit_at(part: Sequence[WordToken]) -> int:
    """Return where "in percent" or "in square meters" begins, which the name of a property leaves out and which stays
    visible; 0 if a part does not end so.
    """
    at = len(part) - 2 - (len(part) > 3 and part[-2].low in {"square", "cubic"})
    return at if at > 0 and part[at].low == "in" and part[-1].low in UNITS_OF_MEASURE | UNITS.keys() else 0
