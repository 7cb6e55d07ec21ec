"""How a verb relates a thing to its subject, by the amounts of both and not by the verb."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.composed.clause_verbs import ClauseVerb
from modeler.core.requirements.english.composed.facts import Facts
from modeler.core.requirements.english.composed.things import Thing
from modeler.core.requirements.english.descriptions.counts import MANY
from modeler.core.requirements.english.descriptions.predicates import Relating
from modeler.core.requirements.english.descriptions.relating_verbs import CHANGING, CONCERNING, GOTTEN, KEPT
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.verbs import CREATING, READING, RELATING, VERBS

_SURE: Final = words_in("each every one")
_EACH: Final = words_in("a an each every one the any its their")
_FEW: Final = 3
_LINKED: Final = words_in("linked associated related tied attached connected relates relate refers refer")
_MOVING: Final = words_in("go goes come comes lead leads run runs report reports point points live lives work works")
_SHARED: Final = words_in("the its their our these those")
_GIVEN: Final = words_in("give award grant issue allot allocate lend address charge bill")
_KEPT: Final = KEPT | words_in("store keep place park situate base house file hold host locate station install mount")
_GOT: Final = GOTTEN | words_in("order buy supply source import hire rent borrow purchase")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a clause is about: an entity, how it is named there, and the amount before it."""

    entity: str
    thing: Thing | None = None
    is_plural: bool = False

    @property
    def determiner(self) -> str:
        """Return the determiner before it; "one" for exactly one."""
        if self.thing is None:
            return ""
        amount = self.thing.amount
        return "one" if amount is not None and amount.is_one else self.thing.determiner


def relate(facts: Facts, subject: Subject, verb: ClauseVerb, front: str, thing: Thing) -> bool:
    """Add how a verb relates a thing to its subject; return whether it does."""
    if not thing.can_be_entity or thing.entity == subject.entity:
        return False
    whole = subject.thing
    if whole is not None and whole.is_several:
        return _shared(facts, whole, verb, thing)
    if thing.is_several:
        return _several(facts, subject, verb, front, thing)
    if not _refers(subject, verb, front, thing):
        return False
    facts.belongs(subject.entity, thing)
    return True


def _shared(facts: Facts, whole: Thing, verb: ClauseVerb, thing: Thing) -> bool:
    """ "One or more tenants share a tenancy", "about 60 volunteers work at each depot"."""
    is_one = thing.is_one or thing.determiner in _EACH
    if not is_one or thing.is_plural or verb.base in CHANGING or verb.kind is Relating.HAS:
        return False
    most = whole.amount.average or 0 if whole.amount is not None else 0
    if thing.determiner == "the" and most >= MANY:
        facts.mention(whole.entity)  # "14,000 buoys are in the water": there is one water
        facts.count(whole.entity, most)
        return True
    facts.several(thing.entity, whole)
    return True


def _several(facts: Facts, subject: Subject, verb: ClauseVerb, front: str, thing: Thing) -> bool:
    """ "A job is done by one to three technicians": the subject has several of them."""
    is_about = thing.amount is not None and thing.amount.is_about
    is_sure = (subject.determiner in _SURE or (is_about and subject.determiner in {"a", "an"})) and not verb.modal
    is_few = thing.amount is not None and 0 < (thing.amount.average or 0) <= _FEW and not is_about
    is_act = verb.kind is None and not verb.is_passive and not verb.modal and verb.base in VERBS - RELATING
    if is_few and is_act and not (is_sure or facts.is_average):
        return False  # "a manager swaps two players"
    is_sure = is_sure or is_person(thing.words[-1]) or (facts.is_average and not verb.modal)
    if thing.determiner in _SHARED or (verb.kind is None and verb.base in READING and not is_sure):
        return False
    is_the = subject.determiner in {"the", "our", "my"} and not subject.is_plural and thing.amount is not None
    if is_the and thing.amount is not None and (thing.amount.average or 0) >= MANY and thing.amount.average:
        facts.mention(thing.entity)  # "the library owns 320,000 copies": there is one library
        facts.count(thing.entity, thing.amount.average)
        return True
    if verb.kind is None and not verb.is_passive and verb.base in CHANGING and not is_sure:
        return False
    # "A member can have at most 5 open loans" is a rule to check; "may have" says how many there are.
    if verb.modal in {"should", "must", "shall", "ought"}:
        return False
    if verb.modal not in {"", "may", "might"} and thing.amount is not None and thing.amount.is_rule:
        return False
    if subject.thing is not None and subject.thing.is_extreme and thing.amount is not None and thing.amount.average:
        thing = replace(thing, amount=replace(thing.amount, average=None, most=thing.amount.average))
    if subject.determiner == "same" or _is_member(verb, front) or _is_sharing(subject, verb):
        facts.both(subject.entity, thing)
    else:
        facts.several(subject.entity, thing)
    return True


def _is_member(verb: ClauseVerb, front: str) -> bool:
    """Return whether the things have several of the subject too: who works at several places is not alone there, and
    who does one piece of work does others.
    """
    if verb.kind is Relating.BELONGS:
        return verb.base != "is" or front in {"in", "on", "at", "under", "between"}
    if verb.kind is not None or verb.base in _DIVIDING:
        return False
    is_by = verb.is_passive and front == "by" and verb.base not in CHANGING
    return is_by or front in {"in", "on", "at", "under"}


def _is_sharing(subject: Subject, verb: ClauseVerb) -> bool:
    """Return whether a person does something with things that others do with them too: follows, attends, rates."""
    return verb.kind is None and not verb.is_passive and verb.base in _SHARING and _is_doer(subject)


_SHARING: Final = words_in(
    "subscribe follow watch attend join enroll enrol like favorite bookmark rate star upvote vote study "
    "visit read listen teach learn play drive fly book borrow rent see view support take"
)
_DIVIDING: Final = words_in(
    "ship deliver send divide split break cut pay publish produce group pack result end consist come arrive store sell "
    "organize arrange"
)


def _is_doer(subject: Subject) -> bool:
    """Return whether the subject is a person, who does something with one thing: "customers write one review"."""
    return subject.thing is not None and is_person(subject.thing.words[-1])


def _refers(subject: Subject, verb: ClauseVerb, front: str, thing: Thing) -> bool:
    """Return whether each item of the subject has one of a thing that it belongs to."""
    if verb.kind is Relating.BELONGS:
        is_sure = verb.front not in {"to", "with"} or verb.word not in _LINKED
        return not thing.is_plural or (subject.is_plural and is_sure and thing.determiner not in {"their", "its"})
    if verb.kind is not None:
        return False
    is_exact = thing.amount is not None and thing.amount.is_one
    is_each = subject.determiner in {"a", "an", "each", "every", "one", "any"} or subject.is_plural
    if thing.is_plural:
        is_by = verb.is_passive and front == "by" and subject.is_plural
        return is_by and not subject.determiner and verb.base not in CHANGING
    if not (thing.is_one or thing.determiner in {"each", "every"}) or not is_each:
        return False
    if is_exact:
        is_act = not front and (verb.base in CHANGING | CREATING or bool(verb.modal) or _is_doer(subject))
        return not is_act and (verb.base != "be" or bool(front))
    if not verb.is_passive:
        return (bool(front) and verb.base in _MOVING and front in {"from", "to", "for"}) or (
            verb.base in CONCERNING or f"{verb.base}s" in CONCERNING
        )
    is_put = (front in {"in", "at", "on"} and verb.base in _KEPT) or (front == "from" and verb.base in _GOT)
    is_given = front == "to" and verb.base in _GIVEN
    return is_put or is_given or (front == "by" and verb.base not in CHANGING)
