"""Rules over several items, as the write that they bind: "at most five open loans a member", "no two lessons may use
the same car", "a person can sign a petition only once".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.givens import is_thing
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.syntax.clauses import Clause, clause_at
from modeler.core.requirements.english.syntax.quantities import Quota, quota_at, times_at
from modeler.core.requirements.english.words.lexicon import ARTICLES, MOMENTS, PERIODS, UNITS, words_in
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import participle
from modeler.core.requirements.morphology import attribute_name, plural, singular
from modeler.core.requirements.slots import Act, Choice, Comparator, Condition, Question

_HOLDING: Final = words_in("have has get gets hold holds own owns carry carries receive receives be")
"""Verbs of having: what is counted is an item for the one that has it."""
_HAVING: Final = "can|may|must|should|cannot|can't only|just|never|ever? have|hold|own|get|carry|receive"
_PER: Final = words_in("per for a an each every /")
_TWO: Final = words_in("two 2")


def quota(draft: Draft, at: int) -> int | None:
    """Read a line that says how many items there may be; return where its words ended, None if it says nothing so."""
    for attempt in (_no_two, _never_more, _for_each, _held, _never_two, _done_once):
        end = attempt(draft, at)
        if end is not None:
            return end
    return None


def _for_each(draft: Draft, at: int) -> int | None:
    """Read "just one loyalty card per client", "at most five open loans a member"."""
    limit = quota_at(draft.tokens, at)
    child = _counted(draft.tokens, limit.end) if limit is not None else None
    if limit is None or child is None or draft.low(child.end) not in _PER:
        return None
    start = child.end + (draft.low(child.end) in {"per", "/", "for"})
    parent = group_at(draft.tokens, start)
    if parent is None or not _is_whole(draft, parent.end) or not _is_item(draft, parent):
        return None
    return _limited(draft, at, parent, child, limit)


def _held(draft: Draft, at: int) -> int | None:
    """Read "a flat can have only one active lease", "every baby gets exactly one wristband"."""
    for verb in range(at + 1, min(at + 8, len(draft.tokens) - 1)):
        if draft.low(verb) not in _HOLDING:
            continue
        found = match(draft.tokens, verb - 1, _HAVING) or match(draft.tokens, verb - 2, _HAVING)
        start = (verb - 1 if match(draft.tokens, verb - 1, _HAVING) else verb - 2) if found is not None else verb
        is_only = start + 1 < verb and draft.low(start + 1) in {"only", "just"}
        parent = _whole_group(draft.tokens, at, start)
        limit = quota_at(draft.tokens, verb + 1) or (_number(draft, verb + 1) if is_only else None)
        limit = limit or _emphasized(draft, verb + 1)
        child = _counted(draft.tokens, limit.end) if limit is not None else None
        if limit is None or child is None or parent is None:
            continue
        if (
            parent.is_plural
            or not _is_item(draft, parent)
            or not _is_whole(draft, child.end)
            or is_person(child.words[-1])
        ):
            return None
        if draft.low(start) in {"must", "should"} and limit.most == 1:
            return None  # "a job must have exactly one pilot": one is needed, too
        return _limited(draft, at, parent, child, limit)
    return None


def _number(draft: Draft, at: int) -> Quota | None:
    number = 1 if draft.low(at) in {"a", "an"} else number_of(draft.tokens[at]) if at < len(draft.tokens) else None
    return Quota(number, at + 1) if isinstance(number, int) else None


def _emphasized(draft: Draft, at: int) -> Quota | None:
    """Read "one pallet, never two"."""
    child = _counted(draft.tokens, at + 1) if draft.low(at) in {"one", "1"} else None
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
    child = _counted(draft.tokens, found[0]) if found is not None else None
    if child is None or clause.subject.is_plural or not _is_item(draft, clause.subject):
        return None
    same = _same(draft, child.end)
    if same:
        _create(draft, child, at)
        _give(draft, clause.subject)
        of = draft.reference(draft.entity(clause.subject.words)).attribute
        _together(draft, [of, *(name for name, _ in same)], places(start, same[-1][1]))
        return same[-1][1]
    return _limited(draft, at, clause.subject, child, Quota(1, start)) if _is_whole(draft, child.end) else None


def _no_two(draft: Draft, at: int) -> int | None:
    """Read "no two lessons may use the same car at the same hour"."""
    if draft.low(at) != "no" or draft.low(at + 1) not in _TWO:
        return None
    for verb in range(at + 3, min(at + 8, len(draft.tokens) - 2)):
        same = _same(draft, verb)
        child = _whole_group(draft.tokens, at + 2, verb - 2) or _whole_group(draft.tokens, at + 2, verb - 1)
        if not same or child is None or not child.is_plural:
            continue
        _create(draft, child, at)
        _together(draft, [name for name, _ in same], places(verb, same[-1][1]))
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
        parent = _whole_group(draft.tokens, at, start)
        than = match(draft.tokens, child.end, "than it|they? has|have|there is|are?") if child is not None else None
        than = than or (match(draft.tokens, child.end, "than") if child is not None else None)
        room = group_at(draft.tokens, than[0]) if than is not None else None
        if child is None or parent is None or room is None or not child.is_plural or not _is_whole(draft, room.end):
            return None
        if not _is_item(draft, parent) or parent.is_plural or room.count is not None:
            return None
        _create(draft, child, at)
        _give(draft, parent)
        least = attribute_name(room.words)
        condition = Condition(attribute_name(child.words), Comparator.LESS, least)
        draft.fill("condition", condition, places(start, room.end))
        return room.end
    return None


_NEVER: Final = words_in("never not cannot can't mustn't won't")


def _done_once(draft: Draft, at: int) -> int | None:
    """Read "a person can sign a petition only once", "a voucher can be redeemed only once"."""
    clause = clause_at(draft.tokens, at)
    if clause is None or clause.is_negated or not clause.modal or len(clause.verbs) > 1 or clause.subject is None:
        return None
    verb = clause.verbs[0]
    if not _is_item(draft, clause.subject) or clause.subject.is_plural:
        return None
    if (several := quota_at(draft.tokens, verb.end)) is not None:
        return _done_to_some(draft, clause, several)
    limit = times_at(draft.tokens, clause.end if clause.object is not None else verb.end)
    if limit is None:
        return None
    if clause.is_passive:
        return _used_up(draft, clause, limit) if limit.most == 1 and clause.modal in _MAY else None
    if clause.object is None or not is_agent(clause.subject) or not _is_item(draft, clause.object):
        return None
    draft.fill("operation", Act.CREATE, places(verb.start, verb.end))
    draft.verb = "create"
    _give(draft, clause.subject)
    _give(draft, clause.object)
    names = [draft.entity(one.words) for one in (clause.subject, clause.object)]
    said = " ".join(draft.low(one) for one in range(verb.start, clause.end))
    joint = "".join(names)
    draft.ask(
        "entities",
        Question(f'"{said}": what is one of these called?', (Choice(f"an entity {joint}", {"entities": [joint]}),)),
    )
    attributes = [draft.reference(one).attribute for one in names]
    if limit.most == 1:
        _together(draft, attributes, places(clause.end, limit.end))
    else:
        _count(draft, ("count",), limit, places(clause.end, limit.end))
    return limit.end


_MAY: Final = words_in("can may could")


def _done_to_some(draft: Draft, clause: Clause, limit: Quota) -> int | None:
    """Read "a reader may borrow at most six books": what is counted is a question."""
    child = _counted(draft.tokens, limit.end)
    if child is None or clause.is_passive or clause.subject is None or not is_agent(clause.subject):
        return None
    verb = clause.verbs[0]
    draft.fill("operation", Act.CREATE, places(verb.start, verb.end))
    draft.verb = "create"
    _give(draft, clause.subject)
    said = f'"{verb.base} {" ".join(child.words)}": which items are counted?'
    name = draft.entity(child.words)
    draft.ask("entities", Question(said, (Choice(f"an entity {name}", {"entities": [name]}),)))
    at_most = Question(f"Which attribute counts them, so that there are at most {limit.most}?")
    draft.ask("condition", at_most, places(verb.end, child.end))
    return child.end


def _used_up(draft: Draft, clause: Clause, limit: Quota) -> int:
    """Read an act that can happen to an item only once: it has not happened yet."""
    subject, verb = clause.subject, clause.verbs[0]
    assert subject is not None
    draft.fill("operation", Act.UPDATE, places(verb.start, verb.end))
    draft.fill("entities", draft.entity(subject.words), places(subject.noun, subject.end))
    draft.about, draft.verb = subject, verb.base
    _give(draft, subject)
    state_condition(draft, f"not {participle(verb.base)}", places(verb.end, limit.end))
    return limit.end


def _limited(draft: Draft, at: int, parent: NounGroup, child: NounGroup, limit: Quota) -> int:
    """Fill the creation of an item whose parent has a limited number of them."""
    end = max(parent.end, child.end)
    _create(draft, child, at)
    of = draft.reference(draft.entity(parent.words))
    draft.fill("given", of, places(parent.start, parent.end))
    # A state of what is counted stays unread: no slot says that only items in that state count.
    said = [one for one in range(at, end) if not any(state.start <= one < state.end for state in child.states)]
    if limit.most == 1:
        draft.fill("condition", Condition(of.attribute, Comparator.UNIQUE), said)
    else:
        words = (*(state.word for state in child.states if " " not in state.word), *child.words)
        _count(draft, (*words[:-1], plural(singular(words[-1]))), limit, range(at, end))
    return end


def _count(draft: Draft, words: Sequence[str], limit: Quota, at: range) -> None:
    name = attribute_name(words)
    draft.fill("condition", Condition(name, Comparator.LESS, str(limit.most)), at)
    draft.ask("condition", Question(f"Which attribute counts them, so that there are at most {limit.most}?"))


def _together(draft: Draft, names: Sequence[str], at: range) -> None:
    """Require that no other item has the same values together."""
    if len(names) == 1:
        draft.fill("condition", Condition(names[0], Comparator.UNIQUE), at)
        return
    draft.fill("condition", Condition("", value="unique"), at)
    draft.ask("condition", Question(f"Unique together: {', '.join(names)}. Which key or item says so?"))


def _create(draft: Draft, child: NounGroup, at: int) -> None:
    draft.fill("operation", Act.CREATE, places(at, at + 1))
    draft.fill("entities", draft.entity(child.words), places(child.noun, child.end))
    draft.about, draft.verb = child, "create"


def _give(draft: Draft, group: NounGroup) -> None:
    draft.fill("given", draft.reference(draft.entity(group.words)), places(group.start, group.end))


def _counted(tokens: Sequence[WordToken], at: int) -> NounGroup | None:
    """Return the items after a number; none of them is a time or a property."""
    group = group_at(tokens, at)
    is_bare = group is not None and not (group.determiner or group.owner or group.rank or group.skipped)
    is_time = group is not None and group.words[-1] in {*UNITS, *MOMENTS, *PERIODS, "times", "time"}
    return group if is_bare and not is_time else None


def _whole_group(tokens: Sequence[WordToken], at: int, end: int) -> NounGroup | None:
    """Return the group that fills tokens `at` to `end`."""
    group = group_at(tokens[:end], at) if end > at else None
    if group is None and end == at + 2 and tokens[at].low in ARTICLES and starts(tokens[at + 1]):
        return NounGroup(at, end, at + 1, (tokens[at + 1].low,), tokens[at].low)  # "a flat" is no adjective
    return group if group is not None and group.end == end else None


def _is_item(draft: Draft, group: NounGroup) -> bool:
    is_plain = not (group.rank or group.owner or group.is_trait or group.is_exact or group.count)
    return is_plain and is_thing(draft, replace(group)) and group.words[-1] not in PERIODS


def _is_whole(draft: Draft, end: int) -> bool:
    """Return whether nothing but a remark follows: "never two", "at a time"."""
    return end >= len(draft.tokens) or draft.tokens[end].kind == "mark" or draft.low(end) in {"at", "ever"}


def _are(draft: Draft, at: int, words: tuple[str, ...]) -> bool:
    return tuple(draft.low(at + one) for one in range(len(words))) == words
