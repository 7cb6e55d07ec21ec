"""States and times of an item behind its verb: "is either open or closed", "starts at a time", "ends on a date"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.composed.clause_verbs import ADVERBS
from modeler.core.requirements.english.composed.segments import ClausePart
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun
from modeler.core.requirements.english.words.lexicon import BE, STATES, words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import base_form, is_participle

_MOMENTS: Final = words_in("time date day timestamp moment")
_ARTICLES: Final = words_in("a an some the certain given specific particular fixed set")
_WHO: Final = words_in("it they that which and")


def timed(state: State, segment: ClausePart) -> bool:
    """ "... starts at a time and ends on a date": an attribute for each."""
    said = segment.said
    if state.subject is None or len(said) < _TIMED_LEAST:
        return False
    at = int(said[0].low in _WHO)
    at += int(said[at].low in ADVERBS)
    verb = said[at].low
    place = said[at + 1].low if at + 1 < len(said) else ""
    inner = [one.low for one in said[at + 2 :]]
    is_moment = len(inner) > 1 and inner[-1] in _MOMENTS and set(inner[:-1]) <= _ARTICLES
    if not base_form(verb) or not verb.endswith("s") or place not in {"at", "on"} or not is_moment:
        return False
    text = segment.text(state.facts.text)
    noun = ListedNoun((verb, place), said[0].start, text, has_article=True, sort="time", is_typed=True)
    state.facts.has(state.subject.entity, noun)
    return True


_TIMED_LEAST: Final = 4


def either(state: State, segment: ClausePart) -> bool:
    """ "... and is either open or closed": all values of its status."""
    said = segment.said
    at = next((at for at, one in enumerate(said[:_FRONT_MAX]) if one.low in BE), -1)
    if state.subject is None or at not in {0, 1} or (at == 1 and said[0].low not in _WHO):
        return False
    values = _values(said[at + 1 :])
    if len(values) < _VALUES_LEAST or any(one == "true" for one in values):
        return False
    text = segment.text(state.facts.text)
    noun = ListedNoun(("status",), said[0].start, text, has_article=True, values=values, is_typed=True)
    state.facts.has(state.subject.entity, noun)
    return True


_FRONT_MAX: Final = 2
_VALUES_LEAST: Final = 2


def _values(said: Sequence[WordToken]) -> tuple[str, ...]:
    """Return the states of "either open or closed"; nothing if there are other words."""
    rest = said[int(said[0].low == "either") :] if said else ()
    values = tuple(one.low for at, one in enumerate(rest) if not at % 2)
    joints = {one.low for at, one in enumerate(rest) if at % 2}
    is_state = all(one in STATES | _OWN or is_participle(one) for one in values)
    return values if joints == {"or"} and len(rest) % 2 and is_state else ()


_OWN: Final = words_in("draft live online offline public private free busy present absent indoor outdoor")
