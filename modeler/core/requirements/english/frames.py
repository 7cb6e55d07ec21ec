"""Frames of whole requests: questions."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, apply_rules, places
from modeler.core.requirements.english.slots.aggregates import aggregate, sums
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.words.lexicon import BE, ING_NOUNS, MEASURES, MOMENTS, NEGATIONS, TRAITS, UNITS
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.verbs import (
    is_participle,
)
from modeler.core.requirements.slots import Act, Aggregate, Returned


def question(draft: Draft, at: int) -> int | None:
    """Read a question; return where what it asks for ended."""
    counted = apply_rules(draft, at, _COUNTED)
    if counted is not None:
        return counted
    is_sum = draft.low(at) == "how" and draft.low(at + 1) == "many" and sums(draft, at + 2)
    if is_sum or (draft.low(at) == "how" and draft.low(at + 1) == "much"):
        return None
    return apply_rules(draft, at, _QUESTIONS)


def _which_related(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "which courses is a student enrolled in", "which auctions has a user bid on"."""
    asked, owner = caught[0], caught[1]
    about(draft, asked)
    draft.drop("operation")
    if asked.is_plural:
        draft.fill("operation", Act.LIST, places(at, asked.start))
    via = " ".join(draft.low(one) for one in range(owner.end, end))
    draft.fill("given", draft.reference(draft.entity(owner.words), via), places(asked.end, end))
    return True


def _which_done(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "what medication was prescribed to a pet"."""
    asked, verb, owner = caught
    if owner.is_trait or owner.words[-1] in MOMENTS:
        return False
    about(draft, asked)
    draft.drop("operation")
    draft.fill("operation", Act.LIST, places(at, asked.start))
    if draft.low(at) == "how":
        draft.fill("returned", Returned(Aggregate.COUNT), places(at, asked.start))
    before = draft.low(owner.start - 1)
    via = verb if before == verb else f"{verb} {before}"
    draft.fill("given", draft.reference(draft.entity(owner.words), via), places(asked.end, end))
    return True


def _which_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "which products are out of stock", "how many tickets are left"."""
    if draft.low(end) in {"most", "least", "more", "often"}:
        return False
    if _is_timed(draft, caught[0].end, end):
        return False
    about(draft, caught[0])
    draft.drop("operation")
    is_count = draft.low(at) == "how"
    draft.fill("operation", Act.LIST, places(at, caught[0].start))
    if is_count:
        draft.fill("returned", Returned(Aggregate.COUNT), places(at, caught[0].start))
    draft.read(places(caught[0].end, end))
    state_condition(draft, caught[1], places(caught[0].end, end))
    return True


def _is_timed(draft: Draft, at: int, end: int) -> bool:
    """Return whether a participle bounds a time: "which donors have not donated in the last 56 days"."""
    is_negated = any(draft.low(one) in NEGATIONS for one in range(at, end))
    return (
        is_negated and draft.low(end) in {"in", "within", "during", "for", "over"} and is_participle(draft.low(end - 1))
    )


def _which(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "which containers are in a port", "how many players are in a lobby"."""
    group = caught[0]
    if group.determiner:
        return False
    about(draft, group)
    draft.drop("operation")
    if group.is_plural:
        draft.fill("operation", Act.LIST, places(at, group.start))
    if draft.low(at) == "how":
        draft.fill("returned", Returned(Aggregate.COUNT), places(at, group.start))
    if draft.low(end - 1) in BE and end > group.end:
        draft.read(places(group.end, end))
    return True


def _what_is(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "what is the response time of a call": the rest is read as of any request."""
    if draft.low(end).endswith("ing") and draft.low(end) not in ING_NOUNS:
        return False
    reached = aggregate(draft, end) if draft.low(at) == "what" else None
    reached = subject(draft, end) if reached is None else reached
    if reached is None:
        return False
    draft.read(places(at, end), "operation")
    return True


def _exists(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "does a coupon exist?"."""
    group = caught[0]
    if group.is_trait:
        return False
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.GET, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.noun, group.end))
    draft.fill("returned", Returned(Aggregate.EXISTS), places(group.end, end))
    return True


def _how_many_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "how many rooms does a hotel have"."""
    group, owner = caught[0], caught[1]
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.LIST, places(at, group.start))
    if draft.low(at) == "how":
        draft.fill("returned", Returned(Aggregate.COUNT), places(at, group.start))
    verb = draft.low(end - 1)
    via = "" if verb in {"have", "has", "contain", "include"} else verb
    draft.fill("given", draft.reference(draft.entity(owner.words), via), places(group.end, end))
    return True


def _how_many_each(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "how many orders does each customer have": a number for each of them."""
    group, owner = caught
    is_measured = group.words[-1] in MEASURES | TRAITS | set(UNITS) | UNITS_OF_MEASURE
    if owner.determiner not in {"each", "every"} or owner.is_plural or is_measured:
        return False
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.LIST, places(at, group.start))
    by = draft.reference(draft.entity(owner.words)).attribute
    draft.fill("returned", Returned(Aggregate.COUNT, group=(by,)), (*places(at, group.start), *places(group.end, end)))
    return True


def _is(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "is a space occupied?"."""
    group, said = caught
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.GET, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.noun, group.end))
    draft.fill("returned", Returned(Aggregate.EXISTS), places(at, at + 1))
    state_condition(draft, said, places(group.end, end))
    return True


def _has_done(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "has a coin been graded?"; what was done to something else ("bought a product") is not understood."""
    group, verb = caught
    after = group_at(draft.tokens, end)
    if group.is_trait or (after is not None and after.determiner in {"a", "an"}):
        return False
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.GET, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.noun, group.end))
    draft.fill("returned", Returned(Aggregate.EXISTS), places(at, at + 1))
    if after is None and draft.low(end) in {"", "?"}:
        state_condition(draft, verb, places(group.end, end))
    return True


def _has(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "has a payment with this key been processed?": the rest is read as of any request."""
    group = caught[0]
    if draft.low(group.end) not in {"with", "of", "for", "by"}:
        return False
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.GET, places(at, at + 1))
    draft.fill("returned", Returned(Aggregate.EXISTS), places(at, at + 1))
    return True


def _has_some(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "does a member have a running rental?"."""
    owner, group = caught
    if owner.is_trait or group.is_trait or group.determiner not in {"a", "any", ""} or group.owner is not None:
        return False
    about(draft, group)
    draft.drop("operation")
    draft.fill("operation", Act.LIST, places(at, at + 1))
    draft.fill("given", draft.reference(draft.entity(owner.words)), places(owner.start, owner.end))
    draft.fill("returned", Returned(Aggregate.EXISTS), places(owner.end, group.start))
    return True


_COUNTED: Final = (Phrase("how many GROUP does|do|did GROUP have", _how_many_each),)
_QUESTIONS: Final = (
    Phrase("which|what GROUP is|are|has|have|was|were ONE VERB in|on|to|for|with|at|by?", _which_related),
    Phrase("which|what|how many? GROUP does|do ONE have", _how_many_of),
    Phrase("which|what|how many? GROUP can|may|could VERB ONE", _which_done),
    Phrase("which|what GROUP does|do|did ONE VERB in|on|to|for|with|at|by?", _how_many_of),
    Phrase("how many GROUP does|do|did|has|have ONE VERB", _how_many_of),
    Phrase(
        "which|what|how many? GROUP is|are|were|was|have|has been? PARTICIPLE by|to|with|on|in|from|for|at ONE",
        _which_done,
    ),
    Phrase("which|what|how many? GROUP is|are|was|were VERB ONE", _which_done),
    Phrase("which|what|how many? GROUP is|are|were|was|have|has been? STATE", _which_state),
    Phrase("how many GROUP is|are", _which),
    Phrase("how many GROUP", _which),
    Phrase("which|what GROUP is|are", _which),
    Phrase("which|what GROUP", _which),
    Phrase("is|are ONE STATE", _is),
    Phrase("does ONE exist", _exists),
    Phrase("does|do ONE already|still? have GROUP", _has_some),
    Phrase("what|who is|was|are|were", _what_is),
    Phrase("has|does|is|are ONE", _has),
    Phrase("has ONE already|ever|yet? been? PARTICIPLE", _has_done),
)
