"""Reads one sentence, segment by segment; what one of them does not say clearly hinders no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.clause_verbs import ClauseVerb, clause_at, verb_at
from modeler.core.requirements.english.composed.fronts import how_many, owned, owner_first, we_keep
from modeler.core.requirements.english.composed.objects import Subject
from modeler.core.requirements.english.composed.periods import duration_at
from modeler.core.requirements.english.composed.predicates import behind, complement, kept_too, predicate
from modeler.core.requirements.english.composed.properties import bracket_of, is_amount, property_of
from modeler.core.requirements.english.composed.remarks import key_of, limit, of_each, unique
from modeler.core.requirements.english.composed.segments import ClausePart, segments
from modeler.core.requirements.english.composed.sizes import size_at
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.states import either, timed
from modeler.core.requirements.english.composed.things import Thing, thing_at
from modeler.core.requirements.english.descriptions.predicates import Relating
from modeler.core.requirements.english.words.lexicon import BE, HAVE, MODALS, words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, VERBS

_CLAUSES: Final = frozenset({";", ".", "and", "but", "while", "-", "–"})
_PRONOUNS: Final = words_in("it they he she these this those")
_MANY: Final = words_in("they these those")
_WITH: Final = words_in("with having has holding containing carrying including giving recording storing showing "
                        "listing stating featuring comprising noting having which that")  # fmt: skip
_HAS: Final = ClauseVerb(Relating.HAS, "have", "", 0)
_TITLE_MARKS: Final = frozenset({":", "=", "→"})
_DASHES: Final = frozenset({"-", "–", "—"})
_FRONT_MAX: Final = 8


def read_sentence(state: State, said: Sequence[WordToken]) -> None:
    """Read the segments of a sentence into a state."""
    listed = list(segments(said))
    state.is_alone = len(listed) == 1
    for one in listed and _with_titles(state, listed):
        if not any(rule(state, one) for rule in _RULES):
            state.facts.leave(one.said)


def _with_titles(state: State, listed: list[ClausePart]) -> list[ClausePart]:
    """Return the segments without a title at the front, which the state is about then."""
    first = listed[0]
    mark = next((at for at, one in enumerate(first.said) if one.low in _TITLE_MARKS or _is_arrow(first.said, at)), 0)
    is_dashed = not mark and len(listed) > 1 and bool(listed[1].joints & _DASHES) and not listed[1].joints - _DASHES
    head = first.said[:mark] if mark else first.said if is_dashed else ()
    inner = _bracketed(state, first) if len(listed) == 1 or listed[1].joints & {";", "-", "–"} else None
    if inner is not None:
        return listed[1:]
    whole = _title_of(head)
    told = clause_at(head, 0) if mark and first.said[mark].low == ":" and whole is None else None
    if told is not None and told[0].can_be_entity:
        return _after_clause(state, told[0], listed, mark)
    if whole is None:
        return listed
    state.about(Subject(whole.entity, whole, whole.is_plural), _HAS)
    state.candidate = state.subject
    state.is_titled = state.is_listing = True
    mark += bool(mark) and _is_arrow(first.said, mark) and first.said[mark].low == "-"
    rest = first.said[mark + 1 :] if mark else ()
    return [*([replace(first, said=rest)] if rest else []), *listed[1:]]


def _bracketed(state: State, first: ClausePart) -> Thing | None:
    """Read "Prescription (drug, dose, frequency)"; return what it is about."""
    said = first.said
    mark = next((at for at, one in enumerate(said) if one.low == "("), 0)
    whole = _title_of(said[:mark]) if mark and said[-1].low == ")" else None
    if whole is None or said[mark].start == said[mark - 1].end:  # "unlock(carId, memberId)" is a call
        return None
    state.about(Subject(whole.entity, whole, whole.is_plural), _HAS)
    state.candidate = state.subject
    bracket_of(state, whole.entity, said[mark + 1 : -1])
    return whole


def _after_clause(state: State, whole: Thing, listed: list[ClausePart], mark: int) -> list[ClausePart]:
    """Read "vital signs are recorded every 15 minutes" before the list of what they have."""
    first = listed[0]
    head = replace(first, said=first.said[:mark])
    if not any(rule(state, head) for rule in _RULES):
        state.facts.leave(head.said)
    rest = first.said[mark + 1 :]
    if len(listed) + bool(rest) < _LISTED_LEAST:
        return [*([replace(first, said=rest)] if rest else []), *listed[1:]]
    state.about(Subject(whole.entity, whole, whole.is_plural), _HAS)
    state.is_titled = state.is_listing = True
    return [*([replace(first, said=rest)] if rest else []), *listed[1:]]


_LISTED_LEAST: Final = 3


def _is_arrow(said: Sequence[WordToken], at: int) -> bool:
    return said[at].low == "-" and at + 1 < len(said) and said[at + 1].low == ">"


def _title_of(head: Sequence[WordToken]) -> Thing | None:
    """Return the entity of a title: a name alone, no act."""
    whole = thing_at(head, 0) if head else None
    if whole is None or whole.end != len(head) or whole.amount is not None or not whole.can_be_entity:
        return None
    if clause_at(head, 0) is not None or whole.words[-1] in _NO_TITLES:
        return None
    first = whole.words[0]
    is_act = first in READING or (first in VERBS and len(whole.words) > 1)
    return None if is_act else whole


_NO_TITLES: Final = words_in(
    "attribute attributes field fields column columns entity entities note notes example examples scale size volume "
    "growth retention assumption assumptions"
)


def _clause(state: State, segment: ClausePart) -> bool:
    """A subject and its verb, behind other words too: "over its life a property sees about 12 tenancies"."""
    said = segment.said
    if state.is_titled and not segment.joints & _CLAUSES and said[0].low not in _PRONOUNS:
        return False
    if _from(state, said, 0):
        return True
    if said[0].low == "after" and (aged := duration_at(said, 1)) and aged[1] < len(said):
        return _from(state, (*said[aged[1] :], *said[: aged[1]]), 0)
    for at in range(1, min(len(said) - 2, _FRONT_MAX)):
        is_begun = said[at].low in {"a", "an", "each", "every", "one"} and said[at - 1].low not in BE | HAVE
        if is_begun and said[0].low in _FRONTING and _is_clear(said, at) and _from(state, said, at):
            state.facts.leave(said[:at])
            return True
    return False


def _is_clear(said: Sequence[WordToken], at: int) -> bool:
    """Return whether a noun after "after a" is the subject: in "after a swap feedback may be left" it may be either."""
    thing = thing_at(said, at)
    return thing is None or len(thing.words) == 1 or said[at - 1].low not in _FRONTING


_FRONTING: Final = words_in("over in on at during after before within when if for as by under from once usually")


def _from(state: State, said: Sequence[WordToken], at: int) -> bool:
    whose = state.candidate or state.subject
    if whose is not None and said[at].low in _PRONOUNS:
        verb = verb_at(said, at + 1, is_plural_subject=said[at].low in _MANY)
        about = replace(whose, thing=None, is_plural=False)
        return verb is not None and predicate(state, about, verb, said[verb.end :])
    found = clause_at(said, at)
    if found is None or not found[0].can_be_kept:
        return False
    thing, verb = found
    if not thing.can_be_entity and not (verb.kind is None and _is_of_items(said, verb)):
        return False
    state.candidate_before, state.candidate = state.candidate, Subject(thing.entity, thing, thing.is_plural)
    subject = Subject(thing.entity, thing, thing.is_plural)
    if said[thing.end].low != "(":
        return predicate(state, subject, verb, said[verb.end :])
    before = state.facts.understood
    end = next((place for place in range(thing.end, len(said)) if said[place].low == ")"), thing.end)
    bracket_of(state, thing.entity, said[thing.end + 1 : end])
    if predicate(state, subject, verb, said[verb.end :]):
        return True
    if state.facts.understood == before:
        return False
    state.facts.leave(said[end + 1 :])
    return True


def _is_of_items(said: Sequence[WordToken], verb: ClauseVerb) -> bool:
    """Return whether a verb tells how large items are or how long they are kept."""
    return any(size_at(said, at) or duration_at(said, at) for at in range(verb.end, len(said)))


def _same_subject(state: State, segment: ClausePart) -> bool:
    """ "... and carry a booking code", "always belongs to one landlord": the subject is the one before."""
    said, subject = segment.said, state.subject or state.candidate
    if subject is None or (state.is_titled and not segment.joints & _CLAUSES):
        return False
    start = int(said[0].low in {"which", "that", "who"})
    verb = verb_at(said, start, is_plural_subject=None)
    if verb is None:
        return False
    is_finite = said[start].low in BE | HAVE | MODALS or verb.kind is not None or verb.is_passive
    is_third = said[start].low.endswith("s") and not state.is_titled
    is_plural = subject.is_plural and is_amount(said[verb.end :])
    if not (is_finite or is_third or is_plural or segment.joints & {";", "."}):
        return False
    return predicate(state, subject, verb, said[verb.end :])


def _with_list(state: State, segment: ClausePart) -> bool:
    """ "each with a code", "with a loan date", "giving variety": properties of the last thing or of the subject."""
    said = segment.said
    is_each = said[0].low in {"each", "every"} and len(said) > 1 and said[1].low in _WITH
    start = int(is_each)
    if said[start].low not in _WITH - HAVE or start + 1 >= len(said):
        return False
    owner = state.subject
    if is_each and state.last is not None:
        owner = Subject(state.last[1].entity, None, False)
    if owner is None:
        return False
    return predicate(state, owner, _HAS, said[start + 1 :])


def _kept_too(state: State, segment: ClausePart) -> bool:
    return kept_too(state, segment.said)


def _gap(state: State, segment: ClausePart) -> bool:
    """ "... and every module of about 6 videos": the verb is the one before."""
    said = segment.said
    whose = thing_at(said, 0) if state.last is not None else None
    if whose is None or whose.determiner not in {"", "a", "an", "each", "every"} or not whose.can_be_entity:
        return False
    is_told = whose.end < len(said) and said[whose.end].low in {"of", "has", "in", "by", "to", "into"}
    if not whose.determiner and not (is_told and whose.is_plural and said[whose.end].low == "into"):
        return False
    at = whose.end + is_told
    thing = thing_at(said, at)
    if thing is None or not thing.is_several or not thing.can_be_entity:
        return False
    state.about(Subject(whose.entity, whose), _HAS)
    return owned(state, whose.entity, thing, said)


def _alone(state: State, segment: ClausePart) -> bool:
    """A size, an amount, or how long items are kept, without a verb: "24 MB each", "800 per mission"."""
    said, subject = segment.said, state.subject
    size = size_at(said, 0)
    thing = thing_at(said, 0)
    after = size_at(said, thing.end) if thing is not None and size is None else None
    if thing is not None and after is not None and after[2] == len(said) and thing.is_plural and thing.can_be_kept:
        state.facts.size(thing.entity, after[0], said[thing.end :], is_most=after[1])
        return True  # "prescriptions 2 KB"
    if size is not None and subject is not None:
        owner = (
            state.last[1].entity if state.last is not None and said[-1].low in {"each", "apiece"} else subject.entity
        )
        state.facts.size(owner, size[0], said[: size[2]], is_most=size[1])
        state.facts.leave(said[size[2] :])
        return True
    if state.is_titled and subject is not None and said[0].low in _KEPT:
        at = next((at for at in range(1, len(said)) if duration_at(said, at) is not None), 0)
        found = duration_at(said, at) if at else None
        if found is not None:
            state.facts.keep(subject.entity, found[0], said)
            state.facts.leave([] if not said[found[1] :] else said[found[1] :])
            return True
    return how_many(state, said) or owner_first(state, said) or we_keep(state, said)


_KEPT: Final = words_in("kept keep retention retained stored deleted expire expires ttl purged removed retain")


def _list(state: State, segment: ClausePart) -> bool:
    """The next part of a list: a property, several things, or what the subject belongs to."""
    said, subject = segment.said, state.subject
    if subject is None:
        return False
    if state.is_listing and property_of(state, said):
        return True
    is_more = state.verb.kind is not None or state.listed > 0 or state.is_titled
    thing = thing_at(said, 0)
    is_few = thing is not None and thing.amount is not None and thing.amount.average is not None
    if state.is_titled and is_few and state.listed < _LISTED_LEAST - 1:
        return False  # "vital signs: 85 residents"
    is_bare = thing is not None and not (thing.determiner or thing.amount) and not subject.is_plural
    if is_bare and state.verb.kind is Relating.BELONGS and state.verb.front != "of":
        return False  # "a shirt belongs to a drawer, drawers form a chest"
    end = complement(state, said, 0, state.verb.front) if is_more else 0
    while end and end < len(said):
        following = behind(state, said, end)
        if not following:
            state.facts.leave(said[end:])
            break
        end = following
    return bool(end)


_RULES: Final[tuple[Callable[[State, ClausePart], bool], ...]] = (
    _kept_too,
    limit,
    unique,
    key_of,
    of_each,
    timed,
    either,
    _with_list,
    _clause,
    _gap,
    _same_subject,
    _alone,
    _list,
)
