"""What is given by attributes of the items, where it is still a question: "look a vessel up by its registration"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import owner, refers
from modeler.core.requirements.english.naming.names import is_clause_end, listed_at
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.slots import Given
from modeler.core.requirements.vocabulary import KnownEntity

_BY: Final = words_in("by via")


def read_givens(draft: Draft, held: KnownEntity) -> None:
    """Give the attributes that "by" names, and all that identifies what is given by several attributes."""
    act = draft.value("operation")
    if act is not None and act.is_read:
        _by(draft, held)
    _whole(draft, held)


def _by(draft: Draft, held: KnownEntity) -> None:
    if draft.question("given") is None or draft.value("given"):
        return
    times = {one.name for one in held.times}
    for at in range(1, len(draft.tokens)):
        names, end = listed_at(draft, held, at + 1) if draft.low(at) in _BY else ((), at)
        is_free = all(one in draft.places("given") or not draft.used[one] for one in range(at, end))
        if names and is_free and is_clause_end(draft, end) and not times & set(names):
            draft.drop("given")
            draft.fill("given", tuple(_given(draft, held, one) for one in names), range(at, end))
            return


def _given(draft: Draft, held: KnownEntity, name: str) -> Given:
    if held.identity == (name,):
        return Given(name, of=held.name)
    other = owner(draft.known, name)
    is_reference = other is not None and refers(draft.known, held, other) and len(other.identity) == 1
    return Given(name, of=other.name) if other is not None and is_reference else Given(name)


def _whole(draft: Draft, held: KnownEntity) -> None:
    """Give the flight number beside the date of a flight, where both identify it and the items have both."""
    told: tuple[Given, ...] = draft.value("given") or ()
    made: list[Given] = []
    for one in told:
        other = draft.known.entity(one.of) if one.of and one.of != held.name else None
        if other is not None and len(other.identity) > 1 and refers(draft.known, held, other):
            names = {each.attribute for each in told}
            made += [Given(name) for name in other.identity if name not in names]
        made.append(replace(one))
    if tuple(made) != told and draft.question("given") is None:
        draft.settle("given", tuple(dict.fromkeys(made)))
