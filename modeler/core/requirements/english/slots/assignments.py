"""Writes that move an item from one thing to another: assign, move, transfer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import AGENT_ENDINGS, AGENTS, MOMENTS, THINGS, UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Act, AttributeChange, Edit


def _assign(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "assign a driver to a route", "assign a request to a contractor", "move a task to another project"."""
    first, second = caught
    is_other = draft.low(second.start) == "another" or any(one.word in {"new", "different"} for one in second.states)
    if not is_other and draft.verb != "assign":
        return False
    agents = is_agent(first), is_agent(second)
    if not is_other and agents[0] == agents[1]:
        return False
    moved, target = (second, first) if agents[0] and not is_other else (first, second)
    if moved.is_trait or (target.is_trait and draft.known_entity(target.words) is None and not is_other):
        return False
    if target.words[-1] in {"slot", "time", "date"} or draft.low(end) == "and" or first.is_plural:
        return False
    written(draft, replace(moved, states=()), Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("changes", AttributeChange(Edit.SET, _moved_to(draft, target)), places(at, end))
    return True


def _moved_to(draft: Draft, target: NounGroup) -> str:
    """Return the attribute that tells where an item is: projectId of "another project", status of "another status"."""
    head = target.words[-1]
    is_own = draft.known_entity(target.words) is None and (target.is_trait or head in _STAGES)
    if is_own or head in {*MOMENTS, *UNITS}:
        return draft.attribute(target.words)
    return draft.reference(draft.entity(target.words)).attribute


_STAGES: Final = words_in("stage phase step")
"""Nouns for how far an item has come: each names an attribute."""


def is_agent(group: NounGroup) -> bool:
    """Return whether a group names a person: a driver, a contractor, a nurse."""
    word = singular(group.words[-1])
    return word in AGENTS or is_person(word) or (word.endswith(AGENT_ENDINGS) and word not in THINGS)


def bring(draft: Draft, at: int, end: int, group: NounGroup) -> bool:
    """Set what a write comes with: "marked as delivered with a signature", not "with a token"."""
    is_stored = draft.value("operation") is Act.UPDATE and draft.has("changes") and draft.low(at) == "with"
    if not (is_stored and group.determiner in {"a", "an"} and group.is_trait) or group.words[-1] in _IDENTIFYING:
        return False
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(group.words)), places(at, end))
    return True


_IDENTIFYING: Final = words_in("id key token code number version hash password pin name")


def _from_to(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "move a pallet from one warehouse to another"."""
    moved, target = caught
    if moved.is_trait or moved.is_plural or not moved.determiner:
        return False
    written(draft, moved, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("changes", AttributeChange(Edit.SET, _moved_to(draft, target)), places(at, end))
    return True


RULES: Final = (
    Phrase("move|switch|transfer GROUP from ONE to another", _from_to),
    Phrase("assign|reassign|move|switch|transfer GROUP to GROUP", _assign),
)
