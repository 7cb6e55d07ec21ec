"""Acts in the imperative: "list the orders of a customer", "create an order", "mark an order as shipped"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.acts.writes import write
from modeler.core.requirements.english.clauses import (
    COMPOUNDING,
    compound,
    either,
    is_either,
    is_looked_through,
    is_made_or_read,
    is_noun_too,
    unsure,
)
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.frames import question
from modeler.core.requirements.english.imperatives import is_made, separated, verb_at
from modeler.core.requirements.english.passives import passive_act
from modeler.core.requirements.english.rules import words_at
from modeler.core.requirements.english.shapes.asked import who_did
from modeler.core.requirements.english.slots.aggregates import aggregate
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.subjects import checked, counted, sort, subject
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.verbs import (
    AMBIGUOUS,
    READING,
    REMOVING,
    TRANSITIONS,
)
from modeler.core.requirements.slots import Act, Choice, Question

_OBJECTS: Final = frozenset({"a", "an", "the", "its", "their", "one", "all"})
_PARTICLES: Final = words_in("out off up down back away")


def act(draft: Draft, at: int) -> int | None:
    """Read a verb in the imperative, and its object."""
    verb, end = verb_at(draft, at)
    if not verb:
        return _told_of(draft, at) or passive_act(draft, at)
    verb = "create" if is_made(draft, verb, end) else verb
    if is_made_or_read(draft, verb, at, end):
        return either(draft, verb, at, end)
    if is_either(draft, verb, end) and draft.low(end) not in {"me", "us", "on", "about", "of", "for"}:
        return either(draft, verb, at, end)
    if verb == "sort":
        return sort(draft, at, end)
    if verb in REMOVING and (emptied := _everything(draft, at, end)) is not None:
        return emptied
    whole, particle = separated(draft, verb, end)
    if whole:
        draft.read(range(particle, particle + 1), "operation")
        return _read_act(draft, whole, at, end) if whole in READING else write(draft, whole, at, end)
    if verb in TRANSITIONS and draft.low(end) in _PARTICLES and draft.low(end + 1) in _OBJECTS:
        draft.read(range(end, end + 1), "operation")
        return write(draft, verb, at, end + 1)
    if is_noun_too(draft, verb, end):
        return unsure(draft, at, end)
    is_write = (verb not in READING or verb in AMBIGUOUS) and not is_looked_through(draft, verb, end)
    is_given = verb == "give" and _is_given(draft, end) and not draft.is_wish
    if is_write or is_given or (verb in {"scan", "return"} and draft.low(end) in {"a", "an"}):
        return write(draft, verb, at, end)
    return _read_act(draft, verb, at, end)


def _is_given(draft: Draft, at: int) -> bool:
    """Return whether a number of things that somebody gets is at a token: "100 coins to a player"."""
    group = group_at(draft.tokens, at)
    return group is not None and group.count is not None and not group.rank and draft.low(group.end) == "to"


def _everything(draft: Draft, at: int, end: int) -> int | None:
    """Read "delete everything we store about a subscriber": whose items are deleted, and which ones is a question."""
    if draft.low(end) not in {"everything", "anything"} and (draft.low(end), draft.low(end + 1)) != ("all", "data"):
        return None
    about = next((one for one in range(end + 1, min(end + 7, len(draft.tokens))) if draft.low(one) in _ABOUT), 0)
    group = group_at(draft.tokens, about + 1) if about else None
    if group is None or not group.is_one or group.is_trait:
        return None
    draft.fill("operation", Act.DELETE, range(at, end))
    give(draft, group, range(about, group.end))
    draft.read(range(end, about), "entities")
    name = draft.entity(group.words)
    draft.ask("entities", Question("Which items are deleted?", (Choice(f"the {name} alone", {"entities": [name]}),)))
    return group.end


_ABOUT: Final = words_in("about of for from on")


def _read_act(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Read what a verb of reading asks for."""
    if verb == "count":
        return counted(draft, at, end)
    end += draft.low(end) in {"me", "us", "for", "up", "of", "only", "just"}
    while draft.low(end) in {"please", "kindly"}:
        end += 1
    if (inquired := who_did(draft, end)) is not None:
        draft.read(range(at, end), "operation")
        return inquired
    if draft.low(end) in {"which", "what", "how", "who"} and (asked := question(draft, end)) is not None:
        draft.read(range(at, end), "operation")
        return asked
    if draft.low(end) in {"out", "whether", "if"} and verb in {"check", "know", "see", "find", "get"}:
        start = end + 3 if words_at(draft, end + 1, ("there", "is")) else end + 1
        return checked(draft, at, start)
    if verb in {"check", "report", "open"} and group_at(draft.tokens, end) is None:
        return None
    draft.reading = verb
    reached = aggregate(draft, end) or subject(draft, end)
    if reached is None:
        return None
    draft.read(range(at, end), "operation")
    if verb in COMPOUNDING:
        compound(draft, verb, end)
    return reached


def _told_of(draft: Draft, at: int) -> int | None:
    """Read "I want to be warned of accessions whose rate is below 85": the items are listed."""
    is_told = (
        (draft.is_wish or draft.low(at - 1) == "be") and draft.low(at) in _TOLD and draft.low(at + 1) in {"of", "about"}
    )
    group = group_at(draft.tokens, at + 2) if is_told else None
    if group is None or not group.is_plural:
        return None
    draft.fill("operation", Act.LIST, range(at, at + 2))
    return subject(draft, at + 2)


_TOLD: Final = frozenset({"warned", "notified", "alerted", "informed", "told"})
