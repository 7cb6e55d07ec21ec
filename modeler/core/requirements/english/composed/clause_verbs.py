"""The verbs of clauses: where a subject ends, and what its verb says of what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import amount_at, phrases
from modeler.core.requirements.english.composed.things import SINGLE, Thing, thing_at
from modeler.core.requirements.english.descriptions import relating_verbs
from modeler.core.requirements.english.descriptions.listed_nouns import starts_with
from modeler.core.requirements.english.descriptions.predicates import Relating
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, HAVE, MODALS, words_in
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural

ADVERBS: Final = relating_verbs.ADVERBS | words_in(
    "never mostly rarely generally naturally sometimes actually then automatically regularly frequently on_average "
    "obviously either therefore exclusively merely simply still together"
)
PREPOSITIONS: Final = relating_verbs.PREPOSITIONS | words_in(
    "until till of about between within per across per via over among"
)
_PARTICLES: Final = words_in("up out off over together back down away around along after")
_HAS: Final = (
    *relating_verbs.HAS,
    *phrases(
        "comes with|come with|carries|carry|holds|hold|bears|bear|lists the|features|feature|shows the|comprises"
        "|is characterized by|are characterized by|is characterised by|are characterised by|register with"
        "|registers with|is listed with|are listed with|is documented with|consists of the|is entered with"
        "|are entered with|is filed with|are filed with|is kept with|states the|notes the|note the|contain the"
        "|is made up of the|captures|capture|documents the|get recorded with|gets recorded with|specifies|specify"
        "|is responsible for"
        "|are responsible for|is in charge of|are in charge of|looks after|look after|takes care of|take care of"
    ),
)
_BELONGS: Final = (
    *relating_verbs.BELONGS,
    *relating_verbs.MEMBER,
    *phrases(
        "is of|are of|be for|is always for|is about|are about|is always between|are between|concerns|concern|hangs off"
        "|is a part of|is filed under|are filed under|belong with|is made for|are made for|is booked for"
        "|are booked for|is made by|are made by|is placed by|are placed by|is written by|are written by|is done by"
        "|are done by|is given by|are given by"
    ),
)
_IDENTIFIED: Final = (
    *relating_verbs.IDENTIFIED,
    *phrases(
        "is uniquely identified by|are uniquely identified by|is known by|is keyed by|are keyed by|is keyed on"
        "|has the key|is unique by|are unique by|is identified through|is recognized by"
        "|is recognised by|identified by|keyed by"
    ),
)


@dataclass(frozen=True, slots=True)
class ClauseVerb:
    """A verb: `kind` is None for one that does not relate things by itself. `base` is its base form as far as known,
    `front` the preposition after it, `end` the token after all that, `word` the word before the preposition.
    """

    kind: Relating | None
    base: str
    front: str
    end: int
    is_passive: bool = False
    modal: str = ""
    word: str = ""


def verb_at(said: Sequence[WordToken], at: int, *, is_plural_subject: bool | None) -> ClauseVerb | None:
    """Return the verb at a token. `is_plural_subject` says which form it has to have; None for either."""
    at = _after_adverbs(said, at)
    modal = said[at].low if at < len(said) and said[at].low in MODALS else ""
    at = _after_adverbs(said, at + bool(modal))
    if starts_with(said, at, ("have", "to", "be")) or starts_with(said, at, ("has", "to", "be")):
        at, modal = at + 2, "must"
    for kind, listed in (
        (Relating.IDENTIFIED, _IDENTIFIED),
        (Relating.BELONGS, _BELONGS),
        (Relating.HAS, _HAS),
        (Relating.CONSISTS, relating_verbs.CONSISTS),
        (Relating.BELONGS, relating_verbs.IN if modal else ()),
    ):
        found = max((one for one in listed if _fits(said, at, one)), key=len, default=())
        if found and (modal or _agrees(found[0], is_plural_subject=is_plural_subject)):
            end = _end(said, at, found)
            return ClauseVerb(kind, found[0], found[-1] if len(found) > 1 else "", end, modal=modal, word=found[-2:][0])
    return _passive(said, at, modal) or _active(said, at, modal, is_plural_subject)


def _agrees(word: str, *, is_plural_subject: bool | None) -> bool:
    """Return whether a verb fits its subject: "a tool record" is a noun."""
    if is_plural_subject is None or word in BE | HAVE:
        return True
    return word.endswith("s") is not is_plural_subject


def _end(said: Sequence[WordToken], at: int, words: tuple[str, ...]) -> int:
    """Return the token after words with adverbs between them."""
    for word in words:
        while said[at].low != word:
            at += 1
        at += 1
    return at


def _fits(said: Sequence[WordToken], at: int, words: tuple[str, ...]) -> bool:
    """Return whether words stand at a token, with adverbs between them: "is always owned by"."""
    for word in words:
        while at < len(said) and said[at].low in ADVERBS and said[at].low != word:
            at += 1
        if at >= len(said) or said[at].low != word:
            return False
        at += 1
    return True


def _after_adverbs(said: Sequence[WordToken], at: int) -> int:
    while at < len(said) and said[at].low in ADVERBS:
        at += 1
    return at


def _passive(said: Sequence[WordToken], at: int, modal: str) -> ClauseVerb | None:
    """Return "is flown by", "get purged after", and a plain "is"."""
    if at >= len(said) or said[at].low not in BE | {"get", "gets"}:
        return None
    place = _after_adverbs(said, at + 1)
    is_by = place + 1 < len(said) and said[place].is_word and said[place + 1].low == "by"
    if place >= len(said) or not (is_by or is_participle(said[place].low) or said[place].low in PASTS):
        return ClauseVerb(None, "be", "", at + 1, modal=modal) if said[at].low in BE else None
    low = said[place].low
    end = place + 1
    end += end < len(said) and said[end].low in _PARTICLES - {"after"}
    has_front = end < len(said) and said[end].low in PREPOSITIONS
    base = base_form(low) or low.removesuffix("ed")
    return ClauseVerb(None, base, said[end].low if has_front else "", end + has_front, is_passive=True, modal=modal)


def _active(said: Sequence[WordToken], at: int, modal: str, is_plural_subject: bool | None) -> ClauseVerb | None:
    if at >= len(said) or not said[at].is_word or said[at].low in CLOSED:
        return None
    low, text = said[at].low, said[at].text
    base = base_form(low)
    if low.endswith("ing") or text[:1].isupper() or number_of(said[at]) is not None:
        return None
    is_third = low.endswith("s") and not low.endswith("ss")
    if modal or is_plural_subject is True:
        is_fit = not is_third
    else:
        is_fit = is_third if is_plural_subject is False else is_third or bool(base)
    after = said[at + 1].low if at + 1 < len(said) else ""
    is_past = is_participle(low) and not modal
    if not is_fit or (is_past and not (amount_at(said, at + 1) or after in SINGLE)):
        return None  # "damages reported for a car"
    end = at + 1
    end += end < len(said) and said[end].low in _PARTICLES and amount_at(said, end) is None
    end = _after_adverbs(said, end)
    has_front = end < len(said) and said[end].low in PREPOSITIONS and amount_at(said, end) is None
    base = base or (low.removesuffix("s") if is_third else low)
    return ClauseVerb(None, base, said[end].low if has_front else "", end + has_front, modal=modal)


def clause_at(said: Sequence[WordToken], at: int) -> tuple[Thing, ClauseVerb] | None:
    """Return the subject and the verb with which a clause begins at a token; None for anything else."""
    whole = thing_at(said, at)
    if whole is None:
        return None
    is_single = whole.determiner in SINGLE or (whole.amount is not None and whole.amount.is_one)
    for end in range(whole.noun + 1, min(whole.end, whole.noun + 4) + 1):
        words = tuple(one.low for one in said[whole.noun : end])
        thing = replace(whole, end=end, words=words)
        after = _past_bracket(said, end) if end < whole.end else _past_owner(said, _past_bracket(said, end))
        found = verb_at(said, after, is_plural_subject=thing.is_plural and not is_single)
        if found is None or (end < whole.end and not _is_verb_here(said, thing, found, after)):
            continue
        return thing, found
    return None


def _past_owner(said: Sequence[WordToken], at: int) -> int:
    """Return the token after "of a link", "between growers" and "taken of a job" behind a subject."""
    start = at + (at < len(said) and is_participle(said[at].low))
    if start >= len(said) or said[start].low not in {"of", "between", "from", "by", "in"}:
        return at
    whose = thing_at(said, start + 1)
    if whose is None or not (whose.determiner or whose.is_plural or is_plural(said[whose.noun].low)):
        return at
    ends = range(whose.noun + 1, min(whose.end, len(said) - 1) + 1)
    return next((end for end in ends if verb_at(said, end, is_plural_subject=None) is not None), at)


def _past_bracket(said: Sequence[WordToken], at: int) -> int:
    """Return the token after the parentheses at a token."""
    if at >= len(said) or said[at].low != "(":
        return at
    return next((place + 1 for place in range(at, len(said)) if said[place].low == ")"), at)


def _is_verb_here(said: Sequence[WordToken], thing: Thing, verb: ClauseVerb, at: int) -> bool:
    """Return whether a word that a noun could be is the verb: its objects begin with a number, an article or a
    preposition.
    """
    if said[at].low in BE | HAVE | MODALS | ADVERBS or verb.kind is not None:
        return thing.is_plural or thing.determiner != "" or verb.kind is None or said[at].low in {"has", "have"}
    after = said[verb.end - bool(verb.front)] if verb.end - bool(verb.front) < len(said) else None
    if after is None or (is_plural(thing.words[-1]) and said[at].low.endswith("s")):
        return False
    is_number = after.kind == "number" or amount_at(said, verb.end) is not None
    if not (thing.determiner or thing.is_plural or thing.amount):
        return is_number and not verb.front  # "donor gives 40 donations"
    is_object = is_number or after.low in SINGLE | {"the", "its", "their"}
    return is_object or bool(verb.front)
