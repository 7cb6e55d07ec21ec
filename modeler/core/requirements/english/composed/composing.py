"""Reads a sentence by composition: segments, things with their amounts, and verbs that need no list of phrasings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.composed.amounts import phrase_at, phrases
from modeler.core.requirements.english.composed.cardinalities import cardinalities
from modeler.core.requirements.english.composed.clause_verbs import clause_at
from modeler.core.requirements.english.composed.facts import Facts
from modeler.core.requirements.english.composed.limits import AVERAGE
from modeler.core.requirements.english.composed.sentence import read_sentence
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.descriptions.rewording import without_got
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.english.words.verbs import READING, VERBS

_ASKING: Final = words_in("who what which how when where why show list get find given i")
_AFTER_NOUN: Final = frozenset({":", "(", "-", "=", "has", "is"})
_SORTED: Final = words_in("sorted ordered newest oldest latest paginated filter filtered")


def composed(text: str, *, line: int, before: State | None = None) -> State:
    """Return what a sentence says of entities; nothing if it asks for something. `before` is the state after the
    sentence before it: what "it" means, and the number that "at most 120" belongs to.
    """
    text = re.sub(r"\b([Tt]hey)['’]re\b", r"\1 are", text)
    facts = Facts(text, line)
    state = State(facts)
    if before is not None:
        state.subject, state.last = before.subject, before.last
        state.candidate, state.unit, state.is_counting = before.candidate, before.unit, before.is_counting
    said = _without_asides(without_got(tokens(text)))
    first = said[0].low if said else ""
    if cardinalities(state, said):
        return state
    is_act = first in READING | VERBS and len(said) > 1 and said[1].low not in _AFTER_NOUN
    is_act = is_act and clause_at(said, 0) is None
    is_ban = any(one.low.endswith("n't") or one.low == "cannot" for one in said)  # a rule to check
    if not said or is_ban or first in _ASKING or is_act or {one.low for one in said} & _SORTED or said[-1].low == "?":
        return state
    facts.is_average = any(phrase_at(said, at, AVERAGE) for at in range(len(said)))
    if size := phrase_at(said, 0, _OPENINGS):
        said = said[size + (size < len(said) and said[size].low == ",") :]
    read_sentence(state, said)
    if state.is_titled and not (state.properties or facts.sizes or facts.volumes or facts.rows):
        return State(Facts(text, line))  # "Reports: daily, weekly"
    return state


def _without_asides(said: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Return a sentence without "of course" and the like, which say nothing."""
    kept: list[WordToken] = []
    at = 0
    while at < len(said):
        if size := phrase_at(said, at, _ASIDES):
            at += size
            continue
        kept.append(said[at])
        at += 1
    return tuple(kept)


_OPENINGS: Final = phrases("on average|by law|as a rule|in general|typically|usually|normally|by default|at the moment")
_ASIDES: Final = phrases("of course|naturally|obviously|in turn|as well|by the way|basically|actually|always")
