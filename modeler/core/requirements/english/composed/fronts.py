"""Sentences that begin with the owner or with "we": "of a category we store the name", "per branch about 60 copies"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import CountedAmount, amount_at, phrase_at, phrases
from modeler.core.requirements.english.composed.clause_verbs import ClauseVerb
from modeler.core.requirements.english.composed.objects import Subject
from modeler.core.requirements.english.composed.periods import duration_at, often_at
from modeler.core.requirements.english.composed.predicates import OWNERS, behind
from modeler.core.requirements.english.composed.properties import bracket_of, property_of
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.things import SINGLE, Thing, thing_at
from modeler.core.requirements.english.descriptions.predicates import Relating
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import base_form

_WE: Final = words_in("we i they you")
_KEEP: Final = words_in("keep store record have hold track save note need know register log maintain document capture")
_OWN: Final = words_in("have keep hold run own manage operate serve maintain expect get look count see host employ "
                       "stock handle need store record plan offer rent sell ship process")  # fmt: skip
_FRONTS: Final = words_in("of for about on with per in at during to from regarding")
_ADVERBS: Final = words_in("only just also always currently usually typically then already have've will shall to")
_THERE: Final = phrases(
    "there are|there is|there will be|there can be|there may be|there might be|there have been|there could be"
    "|we have got|we've got|we have|we expect|we will have|we plan for|we plan on|we start with|expect|a total of"
    "|in total|currently|today|at the moment|right now|as of today|overall|altogether|at present|we are talking about"
    "|expected|estimated|so far|to date|at launch|we assume|assume"
)
_HAS: Final = ClauseVerb(Relating.HAS, "have", "", 0)
_ENDS: Final = phrases(
    "use the system|use the app|use the platform|use the service"
    "|in total|overall|in all|altogether|to begin with|to start with|at first|today|now|right now|at the moment|so far"
    "|nationwide|worldwide|across the country|in the system|in the database|on the platform|all in all|at launch|live"
    "|in stock|on file|on the books|in our system|at present|currently|as of today|already|in the app|at any time"
    "|in the catalog|in the catalogue|registered|in the register|in the network|in the fleet|with us|on board"
)


def owner_first(state: State, said: Sequence[WordToken]) -> bool:
    """Read "of each category we only store the name", "in every branch about 60,000 copies"."""
    if len(said) < 3 or said[0].low not in _FRONTS:
        return False
    whose = thing_at(said, 1)
    if whose is None or not whose.can_be_entity or (whose.amount is not None and not whose.amount.is_one):
        return False
    if len(whose.words) > 1 and amount_at(said, whose.end) is not None and is_verb(whose.words[-1]):
        whose = replace(whose, words=whose.words[:-1])  # "in every barn live 60 cows"
    if whose.end == len(said):
        is_each = whose.determiner in {"each", "every"} or said[0].low == "per"
        if is_each and not often_at(said, 0):
            state.about(Subject(whose.entity, whose, whose.is_plural), _HAS)
            state.is_fronted = True
            return True
        return False
    return _of_owner(state, said, whose)


def is_verb(word: str) -> bool:
    """Return whether a word can be the verb of a plural."""
    return base_form(word) == word or word in _LYING


_LYING: Final = words_in("live stand sit hang lie fit grow belong come go stay work")


def _of_owner(state: State, said: Sequence[WordToken], whose: Thing) -> bool:
    """Read what follows an owner at the front."""
    is_each = whose.determiner in SINGLE | {"the"} or said[0].low == "per" or whose.is_plural
    subject = Subject(whose.entity, whose, whose.is_plural)
    if not is_each:
        return False
    at = whose.end
    if said[at].low in _WE and (at := _after_we(said, at, _KEEP)):
        return _listed(state, subject, said[at:])
    at = whose.end + phrase_at(said, whose.end, _THERE)
    thing = thing_at(said, at)
    if thing is None or not thing.is_several or not thing.can_be_entity or whose.is_plural:
        return False
    state.about(subject, _HAS)
    return owned(state, whose.entity, thing, said)


def _after_we(said: Sequence[WordToken], at: int, verbs: frozenset[str]) -> int:
    """Return the token after "we only store"; 0 without that."""
    at += 1
    while at < len(said) and said[at].low in _ADVERBS:
        at += 1
    return at + 1 if at < len(said) and said[at].low in verbs else 0


def _listed(state: State, subject: Subject, said: Sequence[WordToken]) -> bool:
    before = state.facts.understood
    state.about(subject, _HAS)
    state.is_listing = True
    if said and said[0].low == ":":
        said = said[1:]
    if said and not property_of(state, said):
        thing = thing_at(said, 0)
        if thing is None or not thing.is_several or not thing.can_be_entity:
            return False
        owned(state, subject.entity, thing, said)
    return not said or state.facts.understood > before


def we_keep(state: State, said: Sequence[WordToken]) -> bool:
    """Read "we keep patients with a number", "we store the amount", "we keep invoices for seven years"."""
    if len(said) < 3 or said[0].low not in _WE:
        return False
    at = _after_we(said, 0, _KEEP)
    if not at:
        return False
    if state.is_fronted and state.subject is not None:
        state.is_fronted = False
        return _listed(state, state.subject, said[at:])
    thing = thing_at(said, at)
    is_them = said[at].low in {"them", "it", "these", "those"} and state.candidate is not None
    if is_them and state.candidate is not None and state.candidate.thing is not None:
        thing = replace(state.candidate.thing, end=at + 1, amount=None)
    if thing is None or not thing.can_be_entity or thing.end >= len(said) or thing.amount is not None:
        return False
    after = said[thing.end].low
    if after == "for" and (found := duration_at(said, thing.end + 1)) and thing.is_plural:
        state.about(Subject(thing.entity, thing, thing.is_plural), _HAS)
        state.facts.keep(thing.entity, found[0], said[thing.end : found[1]])
        state.facts.leave(said[found[1] :])
        return True
    if after in {"with", ":"} and (thing.is_plural or thing.determiner in SINGLE):
        return _listed(state, Subject(thing.entity, thing, thing.is_plural), said[thing.end + 1 :])
    return False


def how_many(state: State, said: Sequence[WordToken]) -> bool:
    """Read "there are 50 million of them", "we have 2,400 games", "28 depots", "two pieces per swap at most"."""
    at = phrase_at(said, 0, _THERE)
    if not at and said[0].low in _WE:
        at = _after_we(said, 0, _OWN)
    is_led = at > 0
    while at < len(said) and (said[at].low in {":", ","} or phrase_at(said, at, _THERE)):
        at += phrase_at(said, at, _THERE) or 1
    amount = amount_at(said, at)
    if amount is None:
        return False
    if amount.is_one:
        return _one_per(state, said, at)
    thing = thing_at(said, at)
    is_same = [one.low for one in said[amount.end : amount.end + 2]] in (["of", "them"], ["of", "these"], ["of", "it"])
    if (thing is None or is_same) and state.subject is not None:
        words = state.subject.thing.words if state.subject.thing is not None else (state.subject.entity.lower(),)
        end = amount.end + 2 * is_same
        if not is_same and _of_last(state, amount, said):
            return True
        thing = Thing(at, amount.end, end, words, amount=amount)
        return _per_owner(state, thing, said, state.subject.entity) or (
            (is_led or (is_same and not state.listed)) and _counted(state, thing, said, state.subject.entity)
        )
    if thing is None or not thing.is_several or not thing.can_be_entity:
        return False
    if often_at(said, thing.end) == len(said):
        state.candidate = Subject(thing.entity, replace(thing, amount=None), thing.is_plural)
        if not state.is_alone or at:
            return False
        state.facts.mention(thing.entity)  # "about 5,200 flights per week": how often stays visible
        state.facts.shown.append(state.facts.text)
        return True
    return _per_owner(state, thing, said, thing.entity) or _counted(
        state, replace(thing, amount=replace(amount, is_led=amount.is_led or is_led)), said, thing.entity, is_led=is_led
    )


def _of_last(state: State, amount: CountedAmount, said: Sequence[WordToken]) -> bool:
    """Read "about 30 per aisle" behind "aisles are divided into shelves"."""
    size = phrase_at(said, amount.end, OWNERS)
    whose = thing_at(said, amount.end + size) if size else None
    if state.last is None or whose is None or whose.entity != state.last[0] or not amount.is_number:
        return False
    thing = replace(state.last[1], amount=amount)
    return owned(state, whose.entity, replace(thing, end=whose.end), said)


def _one_per(state: State, said: Sequence[WordToken], at: int) -> bool:
    """Read "one grade per student and assignment": each grade belongs to one of both."""
    thing = thing_at(said, at)
    size = phrase_at(said, thing.end, OWNERS) if thing is not None else 0
    whose = thing_at(said, thing.end + size) if thing is not None and size else None
    if thing is None or whose is None or whose.end < len(said) or not (thing.can_be_entity and whose.can_be_entity):
        return False
    if thing.is_plural or whose.is_plural or often_at(said, thing.end):
        return False
    state.about(Subject(thing.entity, thing), ClauseVerb(Relating.BELONGS, "is", "of", 0))
    state.facts.belongs(thing.entity, whose)
    state.listed = 1
    return True


def _per_owner(state: State, thing: Thing, said: Sequence[WordToken], entity: str) -> bool:
    at = thing.end
    while at < len(said) and (end := behind(state, said, at) if state.last is not None else 0):
        at = end
    size = phrase_at(said, at, OWNERS)
    if not size and at < len(said) and said[at].low in {"in", "on", "at", "under"}:
        following = thing_at(said, at + 1)
        size = int(following is not None and following.is_one and following.can_be_entity)
    is_it = (
        at + 1 < len(said) and said[at].low in {"in", "on", "at", "per"} and said[at + 1].low in {"one", "it", "each"}
    )
    if is_it and state.subject is not None and state.subject.entity != entity:
        end = at + 2
        state.facts.several(state.subject.entity, thing)
        state.last = (state.subject.entity, thing)
        _rest(state, said, end)
        return True
    whose = thing_at(said, at + size) if size else None
    if whose is None or whose.is_plural or not whose.can_be_entity or whose.entity == entity:
        return False
    if often_at(said, at):
        return False
    state.about(Subject(whose.entity, whose), _HAS)
    state.facts.several(whose.entity, replace(thing, words=thing.words))
    state.last = (whose.entity, thing)
    _rest(state, said, whose.end)
    return True


def owned(state: State, owner: str, thing: Thing, said: Sequence[WordToken]) -> bool:
    """Add that an owner has several of a thing; what is behind the thing is read too."""
    state.facts.several(owner, thing)
    state.last = (owner, thing)
    _rest(state, said, thing.end)
    return True


def _rest(state: State, said: Sequence[WordToken], at: int) -> None:
    while at < len(said):
        if said[at].low == "(" and said[-1].low == ")" and state.last is not None:
            bracket_of(state, state.last[1].entity, said[at + 1 : -1])
            return
        end = behind(state, said, at)
        if not end:
            state.facts.leave(said[at:])
            return
        at = end


def _counted(state: State, thing: Thing, said: Sequence[WordToken], entity: str, *, is_led: bool = True) -> bool:
    """Add how many items there are in all; a small number alone does not count."""
    amount = thing.amount
    rest = said[thing.end :]
    size = phrase_at(rest, 0, _ENDS)
    number = amount.average if amount is not None else None
    more = _with_each(state, thing, rest) if number is not None and is_led else 0
    if amount is None or number is None or (rest and size != len(rest) and not more):
        return False
    is_large = number >= (_LARGE_ALONE if state.is_alone and not (rest or thing.is_limited) else _LARGE)
    if not (is_led or size or is_large or state.facts.volumes or state.is_counting):
        return False
    state.facts.mention(entity)
    state.facts.count(entity, number)
    state.is_counting = True
    return True


def _with_each(state: State, thing: Thing, rest: Sequence[WordToken]) -> int:
    """Read "with 140 rooms each on average" behind "85 hotels"; return the number of its tokens."""
    inner = thing_at(rest, 1) if rest and rest[0].low in {"with", "having", "of"} else None
    is_each = inner is not None and inner.end < len(rest) and rest[inner.end].low in {"each", "apiece"}
    if inner is None or not is_each or not inner.is_several or not inner.can_be_entity:
        return 0
    owned(state, thing.entity, inner, (*rest[: inner.end], *rest[inner.end + 1 :]))
    return len(rest)


_LARGE: Final = 1_000
_LARGE_ALONE: Final = 100
