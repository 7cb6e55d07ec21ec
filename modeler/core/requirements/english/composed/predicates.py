"""What follows the verb of a clause: things with their amounts, sizes, and how long items are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import CountedAmount, amount_at, phrase_at, phrases
from modeler.core.requirements.english.composed.clause_verbs import PREPOSITIONS, ClauseVerb
from modeler.core.requirements.english.composed.limits import AVERAGE, MOST
from modeler.core.requirements.english.composed.objects import Subject, relate
from modeler.core.requirements.english.composed.periods import duration_at, often_at
from modeler.core.requirements.english.composed.properties import bracket_of, property_of
from modeler.core.requirements.english.composed.sizes import size_at
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.things import SINGLE, Thing, thing_at
from modeler.core.requirements.english.descriptions.keeping_time import is_from_creation
from modeler.core.requirements.english.descriptions.predicates import Relating
from modeler.core.requirements.english.words.lexicon import UNITS, words_in
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import CREATING
from modeler.core.requirements.morphology import plural, words_of

_KEEPING: Final = words_in("keep kept store retain hold archive preserve save remain stay live retained stored held")
_GONE: Final = words_in(
    "delete remove purge erase wipe drop destroy discard expire go vanish disappear lapse clear shred throw forget "
    "clean anonymize dispose thrown gone cleared deleted purged"
)
_ENDS: Final = words_in("each apiece too also respectively now today total alone altogether it them")
OWNERS: Final = phrases(
    "per|for each|for every|in each|in every|on each|on every|at each|at every|to each|to every|of each|of every"
    "|for one|for a single"
)
_SILENT: Final = phrases(
    "in its lifetime|in its life|over its life|over its lifetime|over the years|over time|at the same time|in total"
    "|in all|in turn|of its own|of their own|of course|at a time|at once|as well|with us"
)
_BEHIND: Final = AVERAGE + MOST + _SILENT
_AGES: Final = words_in("old ago later")


def predicate(state: State, subject: Subject, verb: ClauseVerb, said: Sequence[WordToken]) -> bool:
    """Read what a verb says of a subject; return whether that was anything. `said` are the tokens from its end."""
    facts = state.facts
    before, left = facts.understood, len(facts.left)
    held = (state.subject, state.verb, state.is_titled, state.is_listing, state.listed)
    state.about(subject, verb)
    _complements(state, said)
    if facts.understood > before:
        return True
    del facts.left[left:]
    state.subject, state.verb, state.is_titled, state.is_listing, state.listed = held
    return False


def _complements(state: State, said: Sequence[WordToken]) -> None:
    assert state.subject is not None, "a verb was read"
    if _kept(state, said) or (state.verb.kind is not None and _property(state, said)):
        return
    front = state.verb.front
    at = int(not front and len(said) > 1 and said[0].low in PREPOSITIONS and _is_front(said, 0))
    front = said[0].low if at else front
    while at < len(said):
        end = complement(state, said, at, front)
        if not end:
            end = _next_size(said, at)
            state.facts.leave(said[at:end])
        is_front = end < len(said) and said[end].low in PREPOSITIONS and _is_front(said, end)
        front = said[end].low if is_front else ""
        at = end + is_front


def _is_front(said: Sequence[WordToken], at: int) -> bool:
    """Return whether a preposition leads to a thing, and to no amount, owner or time."""
    is_phrase = phrase_at(said, at, OWNERS) or phrase_at(said, at, _BEHIND)
    return not (is_phrase or often_at(said, at) or amount_at(said, at) is not None)


def _next_size(said: Sequence[WordToken], at: int) -> int:
    """Return where the next size begins; the end without one."""
    return next((one for one in range(at + 1, len(said)) if said[one].low == "(" or size_at(said, one)), len(said))


def _property(state: State, said: Sequence[WordToken]) -> bool:
    """Read what an entity has or is identified by."""
    kind, subject = state.verb.kind, state.subject
    if subject is None or kind not in {Relating.HAS, Relating.CONSISTS, Relating.IDENTIFIED}:
        return False
    state.is_listing = kind is not Relating.IDENTIFIED
    choice = next((at for at in range(1, len(said) - 1) if said[at].low == "or"), 0)
    if kind is Relating.IDENTIFIED and choice:  # "by their number or phone": either can be missing
        return property_of(state, said[:choice]) and property_of(state, said[choice + 1 :])
    return property_of(state, said, is_unique=kind is Relating.IDENTIFIED)


def complement(state: State, said: Sequence[WordToken], at: int, front: str) -> int:
    """Read one thing after a verb; return the token after it, 0 if it was not understood."""
    subject = state.subject
    assert subject is not None, "a verb was read"
    if said[at].low == "(" and said[-1].low == ")":
        owner = state.last[1].entity if state.last is not None and at else subject.entity
        bracket_of(state, owner, said[at + 1 : -1])
        return len(said)
    if (size := size_at(said, at)) is not None:
        state.facts.size(subject.entity, size[0], said[at : size[2]], is_most=size[1])
        return size[2]
    if end := behind(state, said, at):
        return end
    thing = thing_at(said, at) or _same_things(state, said, at)
    is_rate = thing is not None and bool(often_at(said, thing.end)) and subject.determiner not in SINGLE | {"one"}
    if is_rate and state.verb.base in CREATING | _SENDING:
        return 0  # "sensors send 3 readings per minute" creates them
    if front == "with" and state.last is not None and thing is not None and _is_of_each(said, thing):
        state.facts.several(state.last[1].entity, thing)  # "4 halls with 12 aisles each"
        state.last = (state.last[1].entity, thing)
        return thing.end + 1
    inner = _amount_in(said, thing.end) if thing is not None and thing.is_plural and thing.amount is None else None
    if thing is not None and inner is not None:
        thing = replace(thing, amount=inner[0], end=inner[1])  # "units (25 each)"
    if thing is None or not relate(state.facts, subject, state.verb, front, thing):
        return 0
    state.listed += 1
    if thing.is_several:
        is_shared = subject.thing is not None and subject.thing.is_several
        state.last = (thing.entity, thing) if is_shared else (subject.entity, thing)
    elif subject.thing is not None and subject.thing.is_several:
        state.last = (thing.entity, subject.thing)
    return thing.end


def _same_things(state: State, said: Sequence[WordToken], at: int) -> Thing | None:
    """Return what "2,000 of them" and "20 a day" count: the things of the sentence before."""
    amount, before = amount_at(said, at), state.candidate_before
    if state.last is not None and (before is None or before.thing is state.last[1]):
        return None
    if amount is None or not amount.is_number or before is None or before.thing is None:
        return None
    end = amount.end + 2 * (tuple(one.low for one in said[amount.end : amount.end + 2]) in _OF_THEM)
    if end == amount.end and end < len(said) and not often_at(said, end):
        return None
    return Thing(at, amount.end, end, (*before.thing.words[:-1], plural(before.thing.words[-1])), amount=amount)


def _is_of_each(said: Sequence[WordToken], thing: Thing) -> bool:
    is_each = thing.end < len(said) and said[thing.end].low in {"each", "apiece"}
    return is_each and thing.is_several and thing.can_be_entity


_OF_THEM: Final = (("of", "them"), ("of", "these"), ("of", "those"))


def _amount_in(said: Sequence[WordToken], at: int) -> tuple[CountedAmount, int] | None:
    """Return the amount in the parentheses at a token, and the token after them: "units (25 each)"."""
    is_open = at < len(said) and said[at].low == "("
    end = next((place for place in range(at, len(said)) if said[place].low == ")"), 0) if is_open else 0
    amount = amount_at(said, at + 1) if end else None
    is_all = amount is not None and all(one.low in _EACH_OF for one in said[amount.end : end])
    return (amount, end + 1) if amount is not None and amount.is_number and is_all else None


_EACH_OF: Final = words_in("each apiece on average max maximum at most per typically usually")


def behind(state: State, said: Sequence[WordToken], at: int) -> int:
    """Read what is behind a number: how often, on average, at most; return the token after it, or 0."""
    if amount_at(said, at) is not None:
        return 0
    if state.last is not None and (end := often_at(said, at)):
        state.unnumber(said[at:end])
        return end
    if size := phrase_at(said, at, AVERAGE) or phrase_at(said, at, _SILENT):
        return at + size
    if size := phrase_at(said, at, MOST):
        state.turn_to_most()
        return at + size
    return at + 1 if at and at + 1 == len(said) and said[at].low in _ENDS else 0


def _kept(state: State, said: Sequence[WordToken]) -> bool:
    """Read how long items are kept: "kept on file for 18 months", "purged after 2 years", "must go after a week"."""
    subject, verb = state.subject, state.verb
    base = verb.base
    if subject is None or (verb.kind is not None and base not in _KEEPING):
        return False
    is_kept, is_gone = base in _KEEPING, base in _GONE
    if subject.thing is not None and subject.thing.is_limited:
        return False  # "deleted tasks are purged": the others are not
    if not (is_kept or is_gone) or (is_kept and verb.modal in {"can", "may", "might", "could"}):
        return False
    if subject.thing is not None and is_person(words_of(subject.entity)[-1]) and not verb.is_passive:
        return False  # "members may stay three days"
    at = next((at for at in range(len(said)) if duration_at(said, at) is not None), -1)
    found = duration_at(said, at) if at >= 0 else None
    is_later = found is not None and found[1] < len(said) and said[found[1]].low in {"after", "from"}
    between = {one.low for one in said[: max(at, 0)]} | {verb.front}
    is_led = is_kept or is_later or bool(between & {"after", "within", "in", "when", "once"})
    if found is None or at > _BETWEEN_MAX or not is_led or (is_kept and "after" in between):
        return False
    state.facts.keep(subject.entity, found[0], said[at : found[1]])
    state.unit = UNITS[said[found[1] - 1].low] / _DAY
    rest = said[found[1] :]
    if rest and rest[0].low not in _AGES | _ENDS:
        since = state.facts.text[rest[0].start : rest[-1].end]
        state.facts.leave([] if is_from_creation(since) else rest)
    return True


_BETWEEN_MAX: Final = 5
_DAY: Final = 86_400.0


def kept_too(state: State, said: Sequence[WordToken]) -> bool:
    """ "... boarding pass scans after 30 days", "vital signs for just 2": the verb, or the unit, is the one before."""
    if state.unit is None:
        return False
    thing = thing_at(said, 0)
    if thing is None or not thing.is_plural or not thing.can_be_kept or thing.amount is not None or thing.is_limited:
        return False
    at = thing.end
    while at < len(said) and said[at].low in _LEADING:
        at += 1
    found = duration_at(said, at)
    number = number_of(said[at]) if at + 1 == len(said) else None
    if at == thing.end or (found is None and number is None) or (found is not None and found[1] < len(said)):
        return False
    days = found[0] if found is not None else (number or 0) * state.unit
    state.facts.keep(thing.entity, days, said)
    return True


_LEADING: Final = words_in("after for just only about within at least up to")
_SENDING: Final = words_in("send produce emit generate deliver transmit push stream")
