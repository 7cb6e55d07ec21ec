"""The predicates of a sentence: "a pet has a name and belongs to one owner" says two things of a pet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import (
    ONE,
    SUBJECTS,
    amount_at,
    is_plain,
    many_at,
    starts_with,
)
from modeler.core.requirements.english.descriptions.relating_verbs import (
    ADVERBS,
    BELONGS,
    CHANGING,
    CONCERNING,
    CONNECTS,
    CONSISTS,
    DOES,
    GOTTEN,
    HAS,
    IDENTIFIED,
    IN,
    KEPT,
    MEMBER,
    PARTICLES,
    PLACED,
    PREPOSITIONS,
    STAYS,
    base_of,
)
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, MODALS, RELATIVES, TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import (
    READING,
    base_form,
    is_participle,
)
from modeler.core.requirements.morphology import is_plural, singular


class Relating(StrEnum):
    """How a verb relates its objects to its subject. CONSISTS: plural objects are items. IDENTIFIED: no two items have
    the same.
    """

    HAS = "has"
    IDENTIFIED = "identified"
    CONSISTS = "consists"
    BELONGS = "belongs"


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a verb says of a subject: its objects are tokens. `is_known`: the verb itself relates; otherwise only the
    number of its objects shows that it does. `beside` are other objects: "or on a rail".
    """

    subject: NounGroup
    kind: Relating
    objects: Sequence[WordToken]
    is_known: bool
    beside: Sequence[WordToken] = ()


type _Verb = tuple[tuple[Relating, bool], int]


_WORDS_MAX: Final = 3
_JOINTS: Final = frozenset({",", "and", "but", ";", "plus"})
_OWN: Final = words_in("a an their its his her")
_FILLERS: Final = RELATIVES | words_in("it they he she")


def predicates(said: Sequence[WordToken], *, about: tuple[str, ...] = ()) -> tuple[Predicate, ...]:
    """Return the predicates of a sentence; none if it does not begin with a subject and a verb that relates. `about`
    are the words that "it" replaces.
    """
    found = _subject_at(said, 0) or (_pronoun(said, about) if about else None)
    if found is None:
        return ()
    group, first = found
    begun = [(group, *first, group.end)]
    for at in range(first[1], len(said)):
        if (following := _next_at(said, at, begun[-1][0])) is not None:
            subject, verb = following
            begun.append((subject, *verb, at))
    ends = [one[-1] for one in begun[1:]] + [len(said)]
    return tuple(
        _with_first(Predicate(subject, kind, _trimmed(said[start:end]), is_known))
        for (subject, (kind, is_known), start, _), end in zip(begun, ends, strict=True)
    )


def _with_first(made: Predicate) -> Predicate:
    """Return "stored in a wardrobe or on a rail" with the first place as its object."""
    said = made.objects
    end = next((at for at, one in enumerate(said) if one.low == "or" and not _is_more(said, at + 1)), len(said))
    if made.kind is not Relating.BELONGS or end == len(made.objects):
        return made
    return replace(made, objects=made.objects[:end], beside=made.objects[end:])


def _is_more(said: Sequence[WordToken], at: int) -> bool:
    """Return whether an amount goes on: "one or more units", "one or two"."""
    return at < len(said) and (said[at].low in {"more", "several", "many"} or number_of(said[at]) is not None)


def _pronoun(said: Sequence[WordToken], about: tuple[str, ...]) -> tuple[NounGroup, _Verb] | None:
    """Return what "it has" and "they have" speak of, with the verb."""
    if not said or said[0].low not in {"it", "they"}:
        return None
    group = NounGroup(0, 1, 0, about, "a")
    verb = _verb_at(said, 1, group)
    return (group, verb) if verb is not None else None


def _subject_at(said: Sequence[WordToken], at: int) -> tuple[NounGroup, _Verb] | None:
    """Return the subject at a token with the verb after it; a noun can look like a verb: "a treatment plan holds"."""
    is_same = starts_with(said, at, ("the", "same"))
    group = group_at(said, at + 2 * is_same, before_verb=True)
    if (short := _shorter(said, group)) is not None:
        return short
    while group is not None and is_subject(group) and len(group.words) <= _WORDS_MAX:
        if (verb := _verb_at(said, group.end, group)) is not None:
            is_property = singular(group.words[-1]) in TRAITS and verb[0][0] is Relating.BELONGS
            return None if is_property else (group, verb)
        after = said[group.end] if group.end < len(said) else None
        if after is None or not after.is_word or after.low in CLOSED or is_plural(group.words[-1]):
            return None
        group = replace(group, end=group.end + 1, words=(*group.words, after.low))
    return None


def _shorter(said: Sequence[WordToken], group: NounGroup | None) -> tuple[NounGroup, _Verb] | None:
    """Return "a singer" with "sings in many productions": the last word after "a" is the verb."""
    if group is None or len(group.words) < 2 or group.determiner not in {"a", "each", "every"}:
        return None
    made = replace(group, end=group.end - 1, words=group.words[:-1])
    if not group.words[-1].endswith("s") or not is_subject(made):
        return None
    verb = _verb_at(said, made.end, made)
    return (made, verb) if verb is not None else None


def is_subject(group: NounGroup) -> bool:
    """Return whether a group can be what a line describes: "a pet", "each line item", "subscribers"."""
    return is_plain(group) and group.determiner in {"", *SUBJECTS}


def _next_at(said: Sequence[WordToken], at: int, subject: NounGroup) -> tuple[NounGroup, _Verb] | None:
    """Return the predicate that begins after "and" or a comma: of the same subject, or of a new one."""
    if said[at].low in _JOINTS or said[at - 1].low not in _JOINTS | _FILLERS:
        return None
    start = at
    while start < len(said) and said[start].low in _FILLERS:
        start += 1
    if start > at and start < len(said) and said[at - 1].low not in _JOINTS:
        return None
    other = _subject_at(said, start)
    if other is not None and (other[0].determiner in SUBJECTS or other[0].is_plural):
        return other
    own = _verb_at(said, start, subject, is_later=True)
    return (subject, own) if own is not None else None


def verb_of(said: Sequence[WordToken], at: int, subject: NounGroup) -> _Verb | None:
    """Return what the verb at a token says of a subject, and where its objects begin."""
    return _verb_at(said, at, subject)


def _verb_at(said: Sequence[WordToken], at: int, subject: NounGroup, *, is_later: bool = False) -> _Verb | None:
    """Return what the verb at a token says, whether it says that by itself, and where its objects begin."""
    is_modal = at < len(said) and said[at].low in MODALS
    at += is_modal
    while at < len(said) and said[at].low in ADVERBS:
        at += 1
    own = (
        (Relating.HAS, HAS),
        (Relating.IDENTIFIED, IDENTIFIED),
        (Relating.CONSISTS, CONSISTS),
        (Relating.BELONGS, IN if is_modal else BELONGS),
    )
    for kind, phrases in own:
        if (found := next((one for one in phrases if starts_with(said, at, one)), None)) is not None:
            end = at + len(found)
            if is_modal and (starts_with(said, end, ("at", "most")) or starts_with(said, end, ("no", "more"))):
                return None  # a rule to check
            return (kind, True), end + (end < len(said) and said[end].low == ":")
    if (found := next((one for one in MEMBER if starts_with(said, at, one)), None)) is not None:
        return (Relating.BELONGS, True), at + len(found)
    if not is_modal and (found := next((one for one in PLACED if starts_with(said, at, one)), None)) is not None:
        end = at + len(found)
        if end + 1 < len(said) and said[end].low in ONE | {"a", "an"}:
            return (Relating.BELONGS, True), end
    return _passive_at(said, at, subject) or _other_at(said, at, subject, is_modal=is_modal, is_later=is_later)


def _passive_at(said: Sequence[WordToken], at: int, subject: NounGroup) -> _Verb | None:
    """Return what "is sent to exactly one list" and "is taken by many students" say."""
    begins = at + (at < len(said) and said[at].low in BE)
    is_told = begins > at and begins < len(said) and is_participle(said[begins].low)
    verb = said[begins].low if is_told else ""
    begins += is_told
    begins += is_told and begins + 1 < len(said) and said[begins].low in PARTICLES and said[begins + 1].low == "by"
    if begins == at or begins >= len(said) or said[begins].low not in PREPOSITIONS:
        return None
    is_by = said[begins].low == "by" and bool(verb) and base_of(verb) not in CHANGING
    is_put = (said[begins].low in STAYS and verb in KEPT) or (said[begins].low == "from" and verb in GOTTEN)
    begins += 1
    if many_at(said, begins):
        return (Relating.HAS, False), begins
    begins += 2 * (starts_with(said, begins, ("at", "most")) and said[begins + 2 : begins + 3] != ())
    is_one = said[begins : begins + 1] and (said[begins].low in ONE or amount_at(said, begins))
    is_each = subject.determiner in {"each", "every"} and is_told and said[begins : begins + 1]
    is_related = is_each or (is_by or is_put)
    return ((Relating.BELONGS, False), begins) if is_one or (is_related and said[begins].low in {"a", "an"}) else None


def _other_at(
    said: Sequence[WordToken], at: int, subject: NounGroup, *, is_modal: bool, is_later: bool
) -> _Verb | None:
    """Return what any verb before "many" says: "a workspace owns multiple lists", "an actor plays in many films".
    `is_later`: the sentence describes its subject already, so that no verb of reading begins a request.
    """
    if at + 1 >= len(said) or not said[at].is_word or (said[at].low in CLOSED and said[at].low not in DOES):
        return None
    low = said[at].low
    verb = base_form(low)
    if low in CONNECTS and said[at + 1].low in ONE | {"a", "an"}:
        return (Relating.BELONGS, True), at + 1
    is_finite = is_modal or verb == low if subject.is_plural or is_modal else low.endswith("s")
    is_finite = is_finite or (is_participle(low) or low in PASTS)
    at += at + 2 < len(said) and said[at + 1].low in PARTICLES  # "sums up", "ends up on"
    begins = at + 1 + (said[at + 1].low in PREPOSITIONS)
    begins_one = begins + 2 * starts_with(said, begins, ("at", "most"))
    if is_finite and not is_modal and begins > at + 1 and begins_one + 1 < len(said) and said[begins_one].low in ONE:
        return (Relating.BELONGS, False), begins_one  # "an employee reports to one manager"
    # "One client gets many invoices" asks for nothing: nobody is to get anything.
    is_stated = is_later or said[subject.start].low in {"one", "each", "every"}
    is_stated = is_stated or (verb == "show" and subject.determiner == "a" and not is_person(subject.words[-1]))
    if (verb in READING or (verb or low) in READING) and not is_stated:
        return None
    place = at + 1 + (said[at + 1].low in {"in", "up", "on"})
    if (
        is_finite
        and starts_with(said, place, ("with",))
        and said[place + 1 : place + 2]
        and said[place + 1].low in _OWN
    ):
        return (Relating.HAS, False), place + 1  # "restaurants register with a name and an address"
    # "every visit produces up to 10 treatments"
    if is_finite and begins > at + 1 and many_at(said, begins):
        return (Relating.HAS, False), begins
    if is_finite and low in CONCERNING and said[at + 1].low in ONE | {"a", "an"}:
        return (Relating.BELONGS, True), at + 1
    is_some = many_at(said, at + 1) or (subject.determiner in {"each", "every"} and amount_at(said, at + 1))
    return ((Relating.HAS, False), at + 1) if is_finite and is_some else None


def _trimmed(said: Sequence[WordToken]) -> Sequence[WordToken]:
    end = len(said)
    while end and said[end - 1].low in _JOINTS | _FILLERS:
        end -= 1
    return said[:end]


def with_each(objects: Sequence[WordToken]) -> tuple[Sequence[WordToken], Sequence[WordToken]]:
    """Return objects, and what each of the last of them has: "up to 10 treatments, each with a code and a price"."""
    for at in range(1, len(objects) - 1):
        low, after = objects[at].low, objects[at + 1].low
        if low == "each" and after in {"with", "having", "has", "containing"}:
            return _trimmed(objects[:at]), objects[at + 2 :]
        is_single = objects[0].low in ONE and after in {"a", "an"}  # "exactly one meter with a serial number"
        is_many = is_plural(objects[at - 1].low) and not many_at(objects, at + 1)
        if low in {"with", "having"} and (is_single or is_many):
            return objects[:at], objects[at + 1 :]
    return objects, ()
