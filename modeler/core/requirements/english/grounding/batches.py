"""Reads of many items by their ids: "get display names for up to 100 user ids"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import READING
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Act, Aggregate, Returned

_FRONTS: Final = words_in("for by of from given")
_AMOUNTS: Final = words_in("up to at most a list of the several many max maximum their")
_AT_ONCE: Final = words_in("in one a single call request go batch round trip at once together")
_IDS: Final = words_in("ids keys identifiers")


def by_ids(draft: Draft) -> None:
    """Read the ids of many items as what is given, and the nouns before them as what is returned."""
    end = next((one for one in range(len(draft.tokens) - 1, 0, -1) if draft.low(one) in _IDS), 0)
    begin = next((one for one in range(min(3, len(draft.tokens))) if draft.low(one) in READING), -1)
    if not end or begin < 0:
        return
    here = draft.known.called((singular(draft.low(end - 1)),))
    at = end - 2
    if here is None:
        here = draft.known.called((singular(draft.low(end - 2)), singular(draft.low(end - 1))))
        at -= here is not None
    while at > 0 and (draft.low(at) in _AMOUNTS or number_of(draft.tokens[at]) is not None):
        at -= 1
    own = group_at(draft.tokens, begin + 1)
    is_next = own is not None and all(draft.low(one) in _AT_ONCE for one in range(own.end, at))
    if here is None and own is not None and own.is_plural and own.end <= at and is_next:
        here = draft.known_entity(own.words)
    if here is None or at < 1 or draft.low(at) not in _FRONTS:
        return
    what = group_at(draft.tokens, begin + 1)
    held = here.called(tuple(map(singular, what.words))) if what is not None and what.end == at else None
    is_whole = what is not None and (what.end == at or is_next) and draft.known_entity(what.words) is here
    if held is None and not is_whole:
        return
    draft.settle("operation", Act.GET, range(begin + 1))
    draft.settle("entities", (here.name,), range(end - 1, end + 1))
    for slot in ("given", "limit"):
        draft.drop(slot)
    draft.fill("given", draft.reference(here.name), range(at, end + 1))
    if held is not None and what is not None and not is_whole:
        draft.settle("returned", Returned(Aggregate.ATTRIBUTES, (held.name,)), range(begin + 1, what.end))
