"""Where the finite verb of a statement is: "the ward relies on volunteers", "passengers dislike queues"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import (
    ADJECTIVES,
    ARTICLES,
    ING_NOUNS,
    OFTEN,
    PLURAL_FRONTS,
    POSSESSIVES,
    QUANTIFIERS,
    RELATIVES,
    STATES,
    TRAITS,
    UNITS,
    WEEKDAYS,
    words_in,
)
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.speech import is_act, is_describing, is_hardly_noun
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import NOUNS_TOO, VERBS, base_form, is_participle
from modeler.core.requirements.morphology import is_plural

_SUBJECT_MAX: Final = 5
_OBJECTS: Final = ARTICLES | POSSESSIVES | QUANTIFIERS
_NOUNS: Final = NOUNS_TOO | words_in(
    "list search lookup query view report contact display history overview count export import scan probe poll "
    "launch broadcast page data info summary"
)
"""Words after a noun that are a noun as often as a verb: "sales report", "user search"."""
_ONLY_VERBS: Final = words_in("relies smells matters hates dislikes differs varies depends costs weighs lacks tastes")
"""Verbs of what things are, which are hardly ever a plural."""
_OF_NOUNS: Final = RELATIVES | words_in("of by for per in with between to")
_IRREGULAR: Final = words_in(
    "born worn torn sworn drawn flown grown blown shown known thrown sunk spun woven felt dealt"
)
"""Participles that a noun can have after it, and that end like no other."""
_ALONE: Final = words_in("this that it everything nothing everybody nobody everyone somebody")
"""Subjects other than nouns: "this takes time"."""
_RINGING: Final = words_in("ring sing bring swing cling sting")
_HOURS: Final = words_in("at on")
_TIMES: Final = words_in("today tomorrow yesterday tonight last past this next now ago right since either")
_PARTICLES: Final = words_in("up off out down away")


def finite_at(tokens: Sequence[WordToken], at: int) -> int | None:
    """Return the place of the finite verb of a line that begins with its subject; None if it has none, or if the word
    can be a noun as well.
    """
    if at + 1 < len(tokens) and tokens[at].low in _ALONE and _is_third(tokens, at + 1, ""):
        return at + 1
    start = at
    while start < len(tokens) and (tokens[start].low in _OBJECTS or number_of(tokens[start]) is not None):
        start += 1
    determiner = tokens[start - 1].low if start > at else ""
    while start < len(tokens) and _is_told(tokens[start].low):
        start += 1
    for place in range(start + 1, min(start + _SUBJECT_MAX, len(tokens))):
        token, before = tokens[place], tokens[place - 1]
        if not starts(token) or not starts(before) or token.kind != "word" or is_participle(token.low):
            return None
        is_after_several = is_plural(before.low) and before.low not in PLURAL_FRONTS
        if is_after_several:
            return place if _is_base(tokens, place) else None
        if _is_third(tokens, place, determiner):
            return place
    return None


def _is_base(tokens: Sequence[WordToken], place: int) -> bool:
    """Return whether a word after a plural is its verb: "guests share rooms". No compound begins with a plural."""
    low = tokens[place].low
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    is_gerund = low.endswith("ing") and low not in _RINGING
    if _is_told(low) or is_gerund or low in TRAITS or low in UNITS or tokens[place].text[0].isupper():
        return False
    if low.endswith(("able", "ible", "ught")) or low in _IRREGULAR or is_plural(low) or is_describing(low):
        return False
    if low in _NOUNS:
        return after is not None and (after.low in _OBJECTS or after.low in _PARTICLES or _is_object(after))
    return True


def _is_third(tokens: Sequence[WordToken], place: int, determiner: str) -> bool:
    """Return whether a word after a noun in the singular is its verb: "the catalogue uses sigla". No noun follows the
    plural in which a compound ends.
    """
    low, verb = tokens[place].low, base_form(tokens[place].low)
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if not low.endswith("s") or low.endswith("ss") or low in PLURAL_FRONTS:
        return False
    if low in _ONLY_VERBS:
        return True
    if after is not None and is_plural(after.low) and _is_object(after):
        return True
    if not (verb or is_act(low)) or after is None:
        return is_act(low) and verb not in _NOUNS
    if is_act(low) and verb not in _NOUNS and after.low not in _OF_NOUNS and not _is_told(after.low):
        return True
    then = tokens[place + 2] if place + 2 < len(tokens) else None
    if after.low in _HOURS and then is not None and verb in VERBS - _NOUNS:
        return number_of(then) is not None or then.low.removesuffix("s") in WEEKDAYS
    return determiner in ARTICLES | {"each", "every", "our", "my"} and _is_object(after)


def _is_object(token: WordToken) -> bool:
    """Return whether a word begins an object, not a state, time or participle of the noun before it."""
    low = token.low
    return starts(token) and not (_is_told(low) or is_hardly_noun(low) or low in VERBS - NOUNS_TOO)


def _is_told(low: str) -> bool:
    """Return whether a word tells about a noun: a state, a time, a participle."""
    is_listed = low in STATES | ADJECTIVES | _TIMES or low in {*PASTS, *OFTEN} or low.endswith("ly")
    return is_listed or is_participle(low) or (low.endswith("ing") and low not in ING_NOUNS | _RINGING)
