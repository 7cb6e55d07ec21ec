"""Chooses between two readings of a sentence: the one that leaves fewer words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from modeler.core.requirements.english.composed.composing import composed
from modeler.core.requirements.english.composed.facts import Facts
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.morphology import entity_name
from modeler.core.requirements.rows import Volume

_SHARE_MAX: Final = 0.6
"""A sentence does not describe an entity if more of it was not understood."""


def is_sure(facts: Facts) -> bool:
    """Return whether a sentence describes entities: most of it was understood so."""
    left = sum(len(text) for _, text in facts.left)
    return facts.understood > 0 and left <= _SHARE_MAX * len(facts.text)


def describe(sentences: Iterable[str]) -> bool:
    """Return whether one of the sentences of a line describes entities, with what the ones before it say."""
    state: State | None = None
    for one in sentences:
        state = composed(one, line=1, before=state)
        if is_sure(state.facts):
            return True
    return False


def is_clearer(facts: Facts, counted: Sequence[Volume], told: Sequence[SaidOfEntity], rest: Sequence[str]) -> bool:
    """Return whether facts explain more of a sentence than another reading of it, which said `told` and left `rest`."""
    if not is_sure(facts):
        return False
    if not (counted or told):
        return True
    others = sum(len(text) for one in told for _, text in one.rest) + sum(map(len, rest))
    own = sum(len(text) for _, text in facts.left)
    if own != others:
        return own < others
    more, less = _pairs(facts.told, facts.volumes), _pairs(told, counted)
    if len(more) == len(less) and told:
        more, less = _related(facts.told), _related(told)  # a number alone relates nothing
    return len(more) > len(less)


def _pairs(told: Sequence[SaidOfEntity], counted: Sequence[Volume]) -> set[tuple[str, str]]:
    """Return what entities have, as pairs of names."""
    held = _related(told)
    volumes = (*counted, *(each for one in told for each in one.volumes))
    return held | {(each.parent, each.entity) for each in volumes}


def _related(told: Sequence[SaidOfEntity]) -> set[tuple[str, str]]:
    return {(one.entity, entity_name(noun.words)) for one in told for noun in (*one.has, *one.belongs, *one.consists)}


def with_facts(facts: Facts) -> tuple[tuple[Volume, ...], tuple[SaidOfEntity, ...], tuple[str, ...]]:
    """Return facts as a statement has them: numbers, what sentences say of entities, and what is left."""
    return tuple(facts.volumes), tuple(facts.told), (*(text for _, text in facts.left), *facts.shown)
