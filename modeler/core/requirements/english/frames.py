"""Frames of whole requests: questions and the passive."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.clauses import WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import Phrase, apply_rules, places
from modeler.core.requirements.english.slots.aggregates import sums
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.slots.writes import write
from modeler.core.requirements.english.words.lexicon import BE, ING_NOUNS, MOMENTS, NEGATIONS, STATES, UNITS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import (
    PHRASAL,
    READING,
    REMOVING,
    SHOWING,
    act_of,
    base_form,
    is_participle,
)
from modeler.core.requirements.slots import Act, Aggregate, Choice, Question, Returned


def question(draft: Draft, at: int) -> int | None:
    """Read a question; return where what it asks for ended."""
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
    reached = subject(draft, end)
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
    Phrase("what|who is|was|are|were", _what_is),
    Phrase("has|does|is|are ONE", _has),
    Phrase("has ONE already|ever|yet? been? PARTICIPLE", _has_done),
)


def aged_passive(draft: Draft, at: int) -> int | None:
    """Read "recordings older than 2 years are deleted": the age is read as of any request."""
    found = match(draft.tokens, at, "GROUP older|newer|younger than DURATION is|are|get|gets PARTICIPLE")
    found = found or match(
        draft.tokens, at, "GROUP older|newer|younger than DURATION must|should|will|can|may|shall be PARTICIPLE"
    )
    verb = base_form(found[1][2]) if found is not None else ""
    phrasal = PHRASAL.get((verb, draft.low(found[0])), "") if found is not None else ""
    verb = phrasal or verb
    if found is None or act_of(verb) is None or not found[1][0].is_plural:
        return None
    end = found[0] + bool(phrasal)
    group: NounGroup = found[1][0]
    if write(draft, verb, end - 1, at) is None:
        return None
    start = next(one for one in range(group.end, end) if draft.low(one) in {"older", "newer", "younger"}) + 3
    while draft.low(start) in UNITS:
        start += 1
    draft.read(places(start, end), "operation")
    return group.end


def passive(draft: Draft, at: int) -> int | None:
    """Read a passive ("bookings are listed by customer", "a booking can be cancelled"); return where its verb ended."""
    found = match(draft.tokens, at, "GROUP can|may|must|should|could|are|is|will|to? be? PARTICIPLE")
    if found is None:
        return None
    group = group_at(draft.tokens, at)
    if group is None or group.end >= found[0] - 1 or draft.low(group.end) in {"to"}:
        return None
    return found[0]


_BOUNDING: Final = frozenset({"before", "after", "between", "until", "within", "unless", "if", "when", "during"})
"""Words after a passive with "must" that make it a rule: "meals must be ordered before 9 am"."""
_MEASURING: Final = frozenset({"log", "record", "measure", "sample", "store", "register"})
"""Verbs whose passive tells that values come in as items: "temperature is logged every minute"."""


def passive_act(draft: Draft, at: int) -> int | None:
    """Read a line in the passive as the act that it tells of; return where its words ended."""
    if (aged := aged_passive(draft, at)) is not None:
        return aged
    end = passive(draft, at)
    if end is None:
        return None
    group = group_at(draft.tokens, at)
    verb = base_form(draft.low(end - 1))
    is_bound = draft.low(end - 3) in {"must", "should"} and draft.low(end) in _BOUNDING and verb not in REMOVING
    if draft.low(end) == "only" or is_bound:  # who may do it and when, not what is done
        draft.ask("operation", WHAT_DOES_IT_DO, range(at, end))
        return end
    phrasal = PHRASAL.get((verb, draft.low(end)), "")
    if phrasal and act_of(phrasal) is not None:
        verb, end = phrasal, end + 1
    if group is None or not verb or (draft.low(end - 1) in STATES and draft.low(end - 2) in BE and group.states):
        return None
    if verb in SHOWING - {"read"}:
        draft.fill("operation", Act.LIST if group.is_plural else Act.GET, range(group.end, end))
        if verb == "count":
            draft.fill("returned", Returned(Aggregate.COUNT), range(group.end, end))
        return subject(draft, at)
    if verb in READING and draft.low(end) in {"strongly", "eventually", "consistently"}:
        return None
    if verb in {"expire", "delete", "keep", "store", "retain"} or draft.low(end - 1) in {"kept", "retained"}:
        return None
    if act_of(verb) is None or verb in READING:
        reached = about(draft, group)
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO, range(group.end, end))
        return max(reached, end)
    if verb in _MEASURING and group.is_trait and group.owner is None:
        draft.fill("operation", Act.CREATE, range(group.end, end))
        draft.fill("entities", draft.entity(group.words), range(group.noun, group.end))
        name = draft.entity(group.words)
        choices = (Choice(f"an entity {name}", {"entities": [name]}),)
        draft.ask("entities", Question(f"{' '.join(group.words)}: items of their own?", choices), group.read)
        return end
    if write(draft, verb, end - 1, at) is None:
        return None
    draft.read(range(group.end, end), "operation")
    agent = group_at(draft.tokens, end + 1) if draft.low(end) == "by" else None
    if agent is not None:
        draft.read(range(end, agent.end), "operation")
        return agent.end
    return end
