"""Sentences that list all values of an attribute: "the status of a claim is open, approved or rejected"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.brackets import ENUMS, said_of_values
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun, starts_with
from modeler.core.requirements.english.descriptions.predicates import is_subject
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, MODALS, STATES, TRAITS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, is_participle
from modeler.core.requirements.morphology import entity_name, singular

_FEW: Final = 3


def listed_values(said: Sequence[WordToken], text: str, line: int) -> SaidOfEntity | None:
    """Return what "the status of a claim is open, approved or rejected" and "a claim is open, approved or rejected"
    say: all values of an attribute.
    """
    group = _property_of(said) or group_at(said, 0, before_verb=True)
    if group is None or group.states or group.rank or group.words[0] in READING:
        return None
    if "." in group.words[0]:  # "trip.status: planned, done"
        whole, _, part = group.words[0].rpartition(".")
        group = replace(group, words=(part,), owner=replace(group, words=(whole,)))
    if group.end < len(said) and said[group.end].low == "of" and group.owner is None:
        owner = group_at(said, group.end + 1, before_verb=True)
        group = replace(group, owner=owner, end=owner.end) if owner is not None else group
    start = _values_at(said, group.end)
    told = said_of_values(group.words[-1], said[start:], is_all=said[start - 1].low == ":") if start else None
    if told is None or len(told.values) < 2 or not {"or", ":"} & {one.low for one in said[start - 1 :]}:
        return None
    if group.owner is None and len(group.words) > 1 and singular(group.words[-1]) in ENUMS:
        words = (singular(group.words[-1]),)  # "work order statuses are: received, repaired"
        group = replace(group, words=words, owner=replace(group, words=group.words[:-1]))
    end = said[-1].end
    if group.owner is not None and singular(group.words[-1]) in TRAITS | ENUMS:
        noun = ListedNoun(group.words, said[0].start, text[said[0].start : end], values=told.values, is_typed=True)
        return SaidOfEntity(line, entity_name(group.owner.words), has=(noun,))
    are_states = all(one.islower() and (is_participle(one) or one in STATES or is_act(one)) for one in told.values[:-1])
    is_either = said[start - 1].low == "either"
    is_pair = all(one in STATES or is_participle(one) for one in told.values)
    if group.owner is None and is_subject(group) and (len(told.values) >= _FEW or is_either or is_pair) and are_states:
        name = "type" if is_either and not is_pair else "status"
        noun = ListedNoun((name,), said[0].start, text[said[0].start : end], values=told.values, is_typed=True)
        return SaidOfEntity(line, entity_name(group.words), has=(noun,))
    return None


def _property_of(said: Sequence[WordToken]) -> NounGroup | None:
    """Return "work order statuses" before "are:", whatever its words look like."""
    end = next((at for at, one in enumerate(said) if one.low in BE | {":"}), 0)
    words = tuple(one.low for one in said[:end])
    is_name = 1 < len(words) <= _FEW + 1 and all(one.is_word for one in said[:end]) and not CLOSED & set(words)
    return NounGroup(0, end, 0, words) if is_name and singular(words[-1]) in ENUMS and words[0] not in READING else None


def _values_at(said: Sequence[WordToken], at: int) -> int:
    """Return where the values after "is", "can be", "is one of" begin; 0 without them."""
    at += at < len(said) and said[at].low in MODALS
    if at + 1 < len(said) and said[at].low == ":":
        return at + 1
    if at + 1 >= len(said) or said[at].low not in BE:
        return 0
    at += 1
    at += at < len(said) and said[at].low in {"either", "always"}
    at += 2 * starts_with(said, at, ("one", "of"))
    at += 2 * starts_with(said, at, ("the", "following"))
    return at + (at < len(said) and said[at].low == ":")
