"""Rules over several items, as the write that they bind: "at most five open loans a member", "no two lessons may use
the same car", "a person can sign a petition only once".
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.syntax.clauses import clause_at
from modeler.core.requirements.english.syntax.quantities import Quota, quota_at
from modeler.core.requirements.english.syntax.quota_slots import (
    counted_at,
    create_child,
    ends_here,
    give_item,
    is_plain_item,
    limit_children,
    require_together,
    whole_group,
)
from modeler.core.requirements.english.syntax.single_acts import done_once
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.morphology import attribute_name
from modeler.core.requirements.slots import Comparator, Condition

_HOLDING: Final = words_in("have has get gets hold holds own owns carry carries receive receives be")
"""Verbs of having: what is counted is an item for the one that has it."""
_HAVING: Final = "can|may|must|should|cannot|can't only|just|never|ever? have|hold|own|get|carry|receive"
_PER: Final = words_in("per for a an each every /")
_TWO: Final = words_in("two 2")


def quota(draft: Draft, at: int) -> int | None:
    """Read a line that says how many items there may be; return where its words ended, None for other lines."""
    for attempt in (_no_two, _never_more, _for_each, _held, _never_two, done_once):
        end = attempt(draft, at)
        if end is not None:
            return end
    return None


def _for_each(draft: Draft, at: int) -> int | None:
    """Read "just one loyalty card per client", "at most five open loans a member"."""
    limit = quota_at(draft.tokens, at)
    child = counted_at(draft.tokens, limit.end) if limit is not None else None
    if limit is None or child is None or draft.low(child.end) not in _PER:
        return None
    start = child.end + (draft.low(child.end) in {"per", "/", "for"})
    parent = group_at(draft.tokens, start)
    if parent is None or not ends_here(draft, parent.end) or not is_plain_item(draft, parent):
        return None
    return limit_children(draft, at, parent, child, limit)


def _held(draft: Draft, at: int) -> int | None:
    """Read "a flat can have only one active lease", "every baby gets exactly one wristband"."""
    for verb in range(at + 1, min(at + 8, len(draft.tokens) - 1)):
        if draft.low(verb) not in _HOLDING:
            continue
        found = match(draft.tokens, verb - 1, _HAVING) or match(draft.tokens, verb - 2, _HAVING)
        start = (verb - 1 if match(draft.tokens, verb - 1, _HAVING) else verb - 2) if found is not None else verb
        is_only = start + 1 < verb and draft.low(start + 1) in {"only", "just"}
        parent = whole_group(draft.tokens, at, start)
        limit = quota_at(draft.tokens, verb + 1) or (_number(draft, verb + 1) if is_only else None)
        limit = limit or _emphasized(draft, verb + 1)
        child = counted_at(draft.tokens, limit.end) if limit is not None else None
        if limit is None or child is None or parent is None:
            continue
        if (
            parent.is_plural
            or not is_plain_item(draft, parent)
            or not ends_here(draft, child.end)
            or is_person(child.words[-1])
        ):
            return None
        if draft.low(start) in {"must", "should"} and limit.most == 1:
            return None  # "a job must have exactly one pilot": one is needed, too
        return limit_children(draft, at, parent, child, limit)
    return None


def _number(draft: Draft, at: int) -> Quota | None:
    number = 1 if draft.low(at) in {"a", "an"} else number_of(draft.tokens[at]) if at < len(draft.tokens) else None
    return Quota(number, at + 1) if isinstance(number, int) else None


def _emphasized(draft: Draft, at: int) -> Quota | None:
    """Read "one pallet, never two"."""
    child = counted_at(draft.tokens, at + 1) if draft.low(at) in {"one", "1"} else None
    tail = child is not None and match(draft.tokens, child.end, ", never|not two|2|more")
    return Quota(1, at + 1) if tail else None


def _never_two(draft: Draft, at: int) -> int | None:
    """Read "a vet cannot have two appointments at the same time"."""
    clause = clause_at(draft.tokens, at)
    if (
        clause is None
        or not clause.is_negated
        or clause.subject is None
        or clause.verbs[0].base not in _HOLDING | {"have"}
    ):
        return None
    start = clause.verbs[0].end
    found = match(draft.tokens, start, "two|2") or match(draft.tokens, start, "more than one|1")
    child = counted_at(draft.tokens, found[0]) if found is not None else None
    if child is None or clause.subject.is_plural or not is_plain_item(draft, clause.subject):
        return None
    same = _same(draft, child.end)
    if same:
        create_child(draft, child, at)
        give_item(draft, clause.subject)
        of = draft.reference(draft.entity(clause.subject.words)).attribute
        require_together(draft, [of, *(name for name, _ in same)], places(start, same[-1][1]))
        return same[-1][1]
    return limit_children(draft, at, clause.subject, child, Quota(1, start)) if ends_here(draft, child.end) else None


def _no_two(draft: Draft, at: int) -> int | None:
    """Read "no two lessons may use the same car at the same hour"."""
    if draft.low(at) != "no" or draft.low(at + 1) not in _TWO:
        return None
    for verb in range(at + 3, min(at + 8, len(draft.tokens) - 2)):
        same = _same(draft, verb)
        child = whole_group(draft.tokens, at + 2, verb - 2) or whole_group(draft.tokens, at + 2, verb - 1)
        if not same or child is None or not child.is_plural:
            continue
        create_child(draft, child, at)
        require_together(draft, [name for name, _ in same], places(verb, same[-1][1]))
        draft.read(places(at, same[-1][1]), "condition")
        return same[-1][1]
    return None


def _same(draft: Draft, at: int) -> list[tuple[str, int]]:
    """Return the attributes that are the same, and where each was named: "the same car at the same hour"."""
    found: list[tuple[str, int]] = []
    place = at
    while True:
        start = place + (bool(found) and draft.low(place) in words_in("at on in for of with and ,"))
        start += not found and draft.low(start) in words_in("at on in for with")
        group = group_at(draft.tokens, start + 2) if _are(draft, start, ("the", "same")) else None
        if group is None:
            return found
        found.append((draft.attribute(tuple(group.words)), group.end))
        place = group.end


def _never_more(draft: Draft, at: int) -> int | None:
    """Read "a class never takes more bookings than it has places"."""
    for more in range(at + 2, min(at + 9, len(draft.tokens) - 3)):
        if draft.low(more) != "more" or not {draft.low(one) for one in range(at, more)} & _NEVER:
            continue
        child = group_at(draft.tokens, more + 1)
        start = next(one for one in range(at, more) if draft.low(one) in _NEVER | words_in("can may must should will"))
        parent = whole_group(draft.tokens, at, start)
        than = match(draft.tokens, child.end, "than it|they? has|have|there is|are?") if child is not None else None
        than = than or (match(draft.tokens, child.end, "than") if child is not None else None)
        room = group_at(draft.tokens, than[0]) if than is not None else None
        if child is None or parent is None or room is None or not child.is_plural or not ends_here(draft, room.end):
            return None
        if not is_plain_item(draft, parent) or parent.is_plural or room.count is not None:
            return None
        create_child(draft, child, at)
        give_item(draft, parent)
        least = attribute_name(room.words)
        condition = Condition(attribute_name(child.words), Comparator.LESS, least)
        draft.fill("condition", condition, places(start, room.end))
        return room.end
    return None


_NEVER: Final = words_in("never not cannot can't mustn't won't")


def _are(draft: Draft, at: int, words: tuple[str, ...]) -> bool:
    return tuple(draft.low(at + one) for one in range(len(words))) == words
