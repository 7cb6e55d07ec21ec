"""What comes before the main clause: the event ("when a pallet arrives"), the scene ("on the night shift")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.syntax.clauses import clause_at
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import VERBS, is_participle

_EVENTS: Final = words_in("when whenever if once after as every each")
_PLAIN: Final = words_in("when whenever if once after")
_SCENES: Final = words_in("on at in during for before from")
_ACTORS: Final = words_in("i we they he she it")


@dataclass(frozen=True, slots=True)
class LineScene:
    """Where the main clause begins, and what the words before it name: the things of an event."""

    end: int
    is_event: bool = False
    things: tuple[NounGroup, ...] = ()


def scene_at(draft: Draft, at: int) -> LineScene:
    """Return the scene at a token; it ends where it begins if there is none."""
    if (start := _event_at(draft, at)) > at:
        return _event(draft, at, start)
    low = draft.low(at)
    if low in _SCENES | {"between", "since", "until"}:
        for place in range(at + 2, min(at + 9, len(draft.tokens) - 1)):
            if draft.low(place) in _ACTORS - {"it"} and clause_at(draft.tokens, place) is not None:
                return LineScene(place)
    if low in {"every", "each"} or low in _SCENES:
        group = group_at(draft.tokens, at + (low in _SCENES))
        reached = group.end if group is not None else at
        while group is not None and draft.low(reached) in {"of", "in", "at"}:
            group = group_at(draft.tokens, reached + 1)
            reached = group.end if group is not None else at
        reached += draft.low(reached) == ","
        if reached > at and _begins(draft, reached, has_mark=draft.low(reached - 1) == ","):
            return LineScene(reached)
    return LineScene(at)


def _event_at(draft: Draft, at: int) -> int:
    """Return where the clause of an event begins; the same place without an event."""
    lows = [draft.low(at + one) for one in range(3)]
    if lows == ["as", "soon", "as"]:
        return at + 3
    if lows[:2] in (["every", "time"], ["each", "time"]):
        return at + 2
    return at + (lows[0] in _PLAIN)


def _event(draft: Draft, at: int, start: int) -> LineScene:
    event = clause_at(draft.tokens, start)
    comma = next((one for one in range(start, len(draft.tokens)) if draft.low(one) == ","), 0)
    place = comma + 1 if comma else _main(draft, event.end if event is not None else start + 1)
    if not place or place >= len(draft.tokens):
        return LineScene(at)
    groups = (event.subject, event.object) if event is not None else (group_at(draft.tokens[:place], start), None)
    things = tuple(one for one in groups if one is not None and not one.is_trait)
    return LineScene(place, is_event=True, things=things)


def _main(draft: Draft, at: int) -> int:
    """Return where a main clause begins that no comma sets off; 0 if none does."""
    for place in range(at, len(draft.tokens) - 2):
        if draft.low(place) in _ACTORS and clause_at(draft.tokens, place) is not None:
            return place
    return 0


def _begins(draft: Draft, at: int, *, has_mark: bool) -> bool:
    if draft.low(at) in _ACTORS:
        return True
    found = clause_at(draft.tokens, at)
    return found is not None or (has_mark and draft.low(at) in VERBS and not is_participle(draft.low(at)))
