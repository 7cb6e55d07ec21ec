"""Segments that add to the ones before: the most of a number, and what identifies an item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import amount_at, phrase_at, phrases
from modeler.core.requirements.english.composed.clause_verbs import ClauseVerb
from modeler.core.requirements.english.composed.limits import AVERAGE, MOST, most_of, owner_of_most
from modeler.core.requirements.english.composed.objects import Subject
from modeler.core.requirements.english.composed.periods import often_at
from modeler.core.requirements.english.composed.properties import property_of
from modeler.core.requirements.english.composed.segments import ClausePart
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.things import Thing, thing_at
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun
from modeler.core.requirements.english.descriptions.predicates import Relating
from modeler.core.requirements.english.words.lexicon import ARTICLES
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import singular, words_of

_BEHIND: Final = AVERAGE + MOST


def limit(state: State, segment: ClausePart) -> bool:
    """ "never more than 31 in one month", "the busiest about 11,000"."""
    said = segment.said
    ends = [at for at in range(1, len(said)) if often_at(said, at) == len(said)]
    if ends and state.last is None:
        return False
    if _number(state, said):
        return True
    if (owner := owner_of_most(said)) is not None and state.last is not None:
        return _other_owner(state, *owner)
    most = most_of(said[: ends[0]] if ends else said)
    if most is None:
        return False
    if ends:
        state.facts.leave(said)
        return True
    return state.limit(most)


def _number(state: State, said: Sequence[WordToken]) -> bool:
    """ "40 on average", "2 as a rule", "rarely more than a dozen": the number of the things before, which had none."""
    if state.last is None:
        return False
    owner, thing = state.last
    start = phrase_at(said, 0, AVERAGE)
    start += phrase_at(said, start, _IT_IS)
    said = said[start:]
    amount = amount_at(said, 0)
    if amount is None or not amount.is_number:
        return False
    had = thing.amount
    if had is not None and start and had.average is None and had.most and amount.end == len(said):
        state.facts.number(owner, thing.entity, replace(amount, most=None))  # "up to 5,000 tasks, typically 200"
        return amount.average is not None
    if had is not None and had.is_number:
        return False
    at, is_most = amount.end, False
    at += 2 * (tuple(one.low for one in said[at : at + 2]) in _OF_THEM)  # "zones, 6 to 10 of them"
    while at < len(said) and (size := phrase_at(said, at, _BEHIND)):
        is_most = is_most or bool(phrase_at(said, at, MOST))
        at += size
    if at < len(said) or not thing.can_be_entity:
        return False
    amount = replace(amount, average=None, most=amount.most or amount.average) if is_most else amount
    state.facts.several(owner, replace(thing, amount=amount))
    state.last = (owner, replace(thing, amount=amount))
    return True


_OF_THEM: Final = (("of", "them"), ("of", "these"), ("of", "those"))
_IT_IS: Final = phrases("it is|that is|this is|there are|they are|it 's")


def _other_owner(state: State, whose: Thing, most: int) -> bool:
    """ "... and a popular course has up to 40,000": the most that another owner has of the same things."""
    assert state.last is not None, "a number was read"
    owner, thing = state.last
    if whose.entity == owner or singular(whose.words[-1]) == words_of(owner)[-1] or thing.amount is None:
        return state.limit(most)
    if not whose.can_be_entity:
        return False
    state.facts.several(whose.entity, replace(thing, amount=replace(thing.amount, average=None, most=most)))
    state.last = (whose.entity, thing)
    return True


def unique(state: State, segment: ClausePart) -> bool:
    """ "the barcode is unique", "the staff number identifies an instructor", "inventory number is the key"."""
    said = segment.said
    if said[0].low in {"which", "that"} and phrase_at(said, 1, _KEYS) + 1 == len(said):
        return state.facts.last_is_unique()  # "a latin name, which is unique"
    at = next((at for at in range(1, len(said)) if phrase_at(said, at, _KEYS)), 0)
    start = int(said[0].low in {"the", "its", "their"})
    words = tuple(one.low for one in said[start:at])
    if not words or len(words) > _NAME_MAX or words[0] in ARTICLES or not all(one.isalpha() for one in words):
        return False
    end = at + phrase_at(said, at, _KEYS)
    end += int(end < len(said) and said[end].low in {"of", "for"})
    whose = thing_at(said, end) if end < len(said) else None
    owner = whose.entity if whose is not None and whose.end == len(said) else ""
    if end < len(said) and not owner and said[end].low not in {"it", "them", "and", "within"}:
        return False
    owner = owner or (state.subject.entity if state.subject is not None else "")
    if not owner:
        return False
    noun = ListedNoun(words, said[0].start, segment.text(state.facts.text), is_unique=True, is_typed=True)
    state.facts.has(owner, noun)
    return True


def key_of(state: State, segment: ClausePart) -> bool:
    """ "the key of a flight is flight number plus departure date": several attributes are one key together."""
    said = segment.said
    start = int(said[0].low == "the") + int(len(said) > 1 and said[1].low in {"primary", "unique"})
    if len(said) < start + 5 or said[start].low not in {"key", "identifier", "id"} or said[start + 1].low not in _OF:
        return False
    whose = thing_at(said, start + 2)
    if whose is None or whose.end >= len(said) or said[whose.end].low not in {"is", "are", "consists"}:
        return False
    state.about(Subject(whose.entity, whose), ClauseVerb(Relating.HAS, "have", "", 0))
    state.is_listing = True
    at = whose.end + 1 + (said[whose.end].low == "consists")
    return property_of(state, said[at:], is_unique=state.is_alone)


_OF: Final = frozenset({"of", "for"})
_KEYS: Final = phrases(
    "is unique|are unique|must be unique|is the key|is the primary key|is the identifier|is its key|is its identifier"
    "|identifies|uniquely identifies|identify|is never reused|is the unique key|is never used twice|is always unique"
    "|is used only once|is unique for each|is unique for every|is the id"
)
_NAME_MAX: Final = 3


def of_each(state: State, segment: ClausePart) -> bool:
    """ "..., 4 zones, 1,200 shelves each": each of the things before has several of these."""
    said, last = segment.said, state.last
    thing = thing_at(said, 0)
    if (
        last is None
        or thing is None
        or segment.joints - {","}
        or tuple(one.low for one in said[thing.end :]) != ("each",)
    ):
        return False
    owner = last[1]
    is_number = owner.amount is not None and owner.amount.is_number and owner.entity != thing.entity
    if not (is_number and owner.can_be_entity and thing.is_several and thing.can_be_entity):
        return False
    state.facts.several(owner.entity, thing)
    state.last = (owner.entity, thing)
    return True
