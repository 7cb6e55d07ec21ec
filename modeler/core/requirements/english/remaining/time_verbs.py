"""The time of an entity that a verb or a noun of an act says: startsAt of "began", arrivedAt of "arrivals"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.words.derived import is_act_of, time_of
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.vocabulary import KnownEntity

CREATED: Final = words_in(
    "created added posted placed submitted registered received uploaded sent written recorded raised reported "
    "made ordered requested filed logged issued published"
)
"""Times at which an item comes to be: what "newest" counts from."""

_SAME: Final = (
    words_in("plan schedule"),
    words_in("begin start"),
    words_in("finish end complete"),
    words_in("expire lapse until valid expiry"),
    words_in("arrive arrival"),
    words_in("depart leave departure"),
    words_in("send mail dispatch"),
    words_in("buy purchase"),
)
"""Verbs of one meaning."""
_ENDING: Final = words_in("expire expiry until valid end lapse due deadline")
_RUNNING: Final = words_in("run runs running ran go goes going went come comes coming came")
_OFF: Final = words_in("out off up")


def time_by_verb(held: KnownEntity, verb: str, particle: str = "") -> str:
    """Return the only time of an entity that a form of a verb says: inspectedOn of "inspected"; '' if there is none."""
    base = base_form(verb) or verb
    if verb in _RUNNING and particle in _OFF:
        return _only([one.name for one in held.times if _ENDING & set(words_of(one.name))])
    if not (base_form(verb) or is_participle(verb)):
        return ""
    exact = [one.name for one in held.times if any(_base(word) == base for word in words_of(one.name))]
    if exact:
        return _only(exact)
    group = next((one for one in _SAME if base in one), frozenset())
    return _only([one.name for one in held.times if group & {_base(word) for word in words_of(one.name)}])


def time_by_noun(held: KnownEntity, words: tuple[str, ...]) -> str:
    """Return the only time of an entity that the noun of an act says: arrivedAt of "arrivals"."""
    plain = tuple(map(singular, words))
    found = time_of(held, plain)
    if found is not None:
        return found.name
    named = [one.name for one in held.times if any(is_act_of(plain[-1], word) for word in words_of(one.name)[:-1])]
    return _only(named) if len(plain) == 1 else ""


def _base(word: str) -> str:
    return base_form(word) or word


def _only(names: list[str]) -> str:
    return names[0] if len(set(names)) == 1 else ""
