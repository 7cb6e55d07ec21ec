"""Frames in the passive: "bookings are listed by customer", "recordings older than a year are deleted"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.acts.writes import write
from modeler.core.requirements.english.clauses import WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import BE, STATES, UNITS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import (
    PHRASAL,
    READING,
    REMOVING,
    SHOWING,
    act_of,
    base_form,
)
from modeler.core.requirements.slots import Act, Aggregate, Choice, Question, Returned


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
    found = found or match(draft.tokens, at, "GROUP has|have|needs|need to be PARTICIPLE")
    found = found or match(draft.tokens, at, "GROUP get|gets PARTICIPLE")
    if found is None:
        return None
    group = group_at(draft.tokens, at)
    is_refused = draft.low(found[0] - 1) in _REFUSED and draft.low(found[0] - 2) == "be"
    if group is None or is_refused or group.end >= found[0] - 1 or draft.low(group.end) in {"to"}:
        return None
    return found[0]


_REFUSED: Final = frozenset({"refused", "rejected", "denied", "prevented", "avoided", "forbidden"})
"""What must not happen: "the second attempt has to be refused" changes no attempt."""
_BOUNDING: Final = frozenset({"before", "after", "between", "until", "within", "unless", "if", "when", "during"})
"""Words after a passive with "must" that make it a rule: "meals must be ordered before 9 am"."""
_MEASURING: Final = frozenset({"log", "record", "measure", "sample", "store", "register"})
"""Verbs whose passive tells that values come in as items: "temperature is logged every minute"."""


def _measured(draft: Draft, group: NounGroup, end: int) -> int:
    """Read "storage temperature is logged every minute": each value can be an item of its own."""
    name = draft.entity(group.words)
    draft.fill("operation", Act.CREATE, range(group.end, end))
    draft.fill("entities", name, range(group.noun, group.end))
    choices = (Choice(f"an entity {name}", {"entities": [name]}),)
    draft.ask("entities", Question(f"{' '.join(group.words)}: items of their own?", choices), group.read)
    return end


def _is_ruled(draft: Draft, end: int, verb: str) -> bool:
    """Return whether a passive that ends at a token tells who may do something, or when: "may be edited only by"."""
    is_bound = draft.low(end - 3) in {"must", "should"} and draft.low(end) in _BOUNDING and verb not in REMOVING
    # "a learner may be enrolled in several classes" tells how many of them there can be.
    is_permitted = draft.low(end - 3) in {"may", "can", "could", "might"} and act_of(verb) is None
    is_number = is_permitted and draft.low(end) in {"in", "to", "with", "on", "at"}
    return draft.low(end) == "only" or is_bound or is_number


def _is_remark(draft: Draft, group: NounGroup | None, verb: str) -> bool:
    """Return whether a passive only tells of the one thing that everybody knows: "the coffee machine is broken"."""
    is_known = group is not None and group.determiner == "the" and not group.is_plural
    if is_known and group is not None and draft.low(group.end) == "is" and act_of(verb) is not None:
        end = group.end + 2
        return draft.low(end - 1) in STATES and draft.low(end) in {"on", "in", "at", "from", "for", "during"}
    return is_known and group is not None and draft.low(group.end) in BE and act_of(verb) is None and bool(verb)


def _is_again(draft: Draft, end: int) -> bool:
    """Return whether a passive tells of calls that come again, and of no state: "messages may be delivered twice"."""
    said = [draft.low(one) for one in range(end, end + 3)]
    return draft.low(end - 3) in {"may", "can", "might", "could"} and (
        said[0] in {"twice", "repeatedly"} or said == ["more", "than", "once"]
    )


def _repeated(draft: Draft, group: NounGroup) -> int:
    """Keep what a repeated call is about, and ask what the call does."""
    reached = about(draft, group)
    for slot in ("operation", "given"):
        draft.drop(slot)
    draft.ask("operation", WHAT_DOES_IT_DO)
    return reached


def _shown_of(draft: Draft, at: int) -> int | None:
    """Read "reviews of a restaurant are shown newest first"; what they are of is read as of any request."""
    found = match(draft.tokens, at, "GROUP of|for|in|on|at ONE is|are|get|must|should|can|will be? PARTICIPLE")
    if found is None or base_form(draft.low(found[0] - 1)) not in _LISTED:
        return None
    group, owner = found[1][0], found[1][1]
    draft.fill("operation", Act.LIST if group.is_plural else Act.GET, range(owner.end, found[0]))
    return subject(draft, at)


_LISTED: Final = SHOWING - {"read", "count", "download", "export"} | {"present", "sort"}


def passive_act(draft: Draft, at: int) -> int | None:
    """Read a line in the passive as the act that it tells of; return where its words ended."""
    if (aged := aged_passive(draft, at)) is not None:
        return aged
    if (shown := _shown_of(draft, at)) is not None:
        return shown
    end = passive(draft, at)
    if end is None:
        return None
    group = group_at(draft.tokens, at)
    verb = base_form(draft.low(end - 1))
    if _is_ruled(draft, end, verb) or _is_remark(draft, group, verb):
        draft.ask("operation", WHAT_DOES_IT_DO, range(at, end))
        return end
    if group is not None and _is_again(draft, end):
        return _repeated(draft, group)
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
    if act_of(verb) is Act.DELETE and group.is_plural and match(draft.tokens, end, "after DURATION") is not None:
        return _ended(draft, group, end)
    if verb in _MEASURING and group.is_trait and group.owner is None:
        return _measured(draft, group, end)
    return _done(draft, group, verb, at, end)


def _done(draft: Draft, group: NounGroup, verb: str, at: int, end: int) -> int | None:
    """Read a write in the passive, and by whom it is done."""
    if write(draft, verb, end - 1, at) is None:
        return None
    draft.read(range(group.end, end), "operation")
    return _by_whom(draft, end)


def _ended(draft: Draft, group: NounGroup, end: int) -> int:
    """Read "loyalty points are purged after 400 days": what ends by itself is an item, and no property."""
    written(draft, group, Act.DELETE)
    draft.fill("operation", Act.DELETE, range(group.end, end))
    return end


def _by_whom(draft: Draft, at: int) -> int:
    """Read who does it, if anybody is named; return where that ended."""
    agent = group_at(draft.tokens, at + 1) if draft.low(at) == "by" else None
    if agent is None:
        return at
    draft.read(range(at, agent.end), "operation")
    return agent.end
