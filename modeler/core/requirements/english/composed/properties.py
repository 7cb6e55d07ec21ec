"""What an entity has: the parts of a list, each a property, things of their own, or left visible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import amount_at, phrases
from modeler.core.requirements.english.composed.sizes import size_at
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.things import thing_at
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun, listed_noun, parts_of_list
from modeler.core.requirements.english.words.lexicon import ADJECTIVES, BE, HAVE, OFTEN, words_in
from modeler.core.requirements.english.words.speech import is_hardly_noun
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import NOUNS_TOO, READING, VERBS, is_participle
from modeler.core.requirements.morphology import entity_name, is_plural, singular

_NO_NAMES: Final = frozenset((one,) for one in words_in("access right permission chance option ability time need way"))
_OWN: Final = words_in("it they he she we")
_WHETHER: Final = words_in("whether if")
_FLAGS: Final = words_in("has is was had can")
_LEAD: Final = words_in("the a an its their his her")
_LISTED_LEAST: Final = 2
_NO_PROPERTY: Final = words_in("etc so on more others other it them that this which who what")


def property_of(state: State, said: Sequence[WordToken], *, is_unique: bool = False) -> bool:
    """Read a part of a list as a property of the subject; return whether it is one. Things with an amount are not."""
    subject = state.subject
    if subject is None or not said or is_amount(said):
        return False
    said, is_key = _without_key(said)
    said, behind = _without_size(state, said)
    noun = noun_of(state, said)
    if noun is None or (noun.words in _NO_NAMES and not noun.sort):
        return False
    if set(noun.words) <= _NO_PROPERTY or _is_act(state, noun):
        return False
    is_bare = not (noun.has_article or noun.is_sure or noun.is_plural)
    is_one = subject.determiner in {"", "the", "our"} and not subject.is_plural
    is_whole = len(noun.words) > 2 and ((noun.words[1] == "of" and noun.is_plural) or noun.words[1] == "per")
    if is_whole or (is_plural(noun.words[0]) and noun.words[1:2] == ("of",)):
        return False  # "the agent records incidents of a flight"
    if state.is_alone and is_bare and is_one and not is_unique:
        return False  # "User has role admin" is a check
    if not state.listed and not state.is_alone and is_bare:
        state.is_bare = True
    noun = replace(noun, is_unique=noun.is_unique or is_unique or is_key)
    is_titled = state.is_titled or (state.is_bare and not noun.has_article and not noun.is_sure)
    is_titled = is_titled or (bool(behind) and not noun.is_sure)
    state.facts.has(subject.entity, noun, is_titled=is_titled, is_plural=subject.is_plural)
    if behind and noun.is_sure and behind[0].low == "(":
        bracket_of(state, entity_name(noun.words), behind[1:-1])
    else:
        state.facts.leave(behind)
    state.listed += 1
    state.properties += noun.is_property
    if noun.is_plural and not noun.is_property:
        thing = thing_at(said, 0)
        state.last = (subject.entity, thing) if thing is not None and thing.can_be_entity else state.last
    return True


def _without_size(state: State, said: Sequence[WordToken]) -> tuple[Sequence[WordToken], Sequence[WordToken]]:
    """Return a part without how large its values are, and that: "text up to 2 KB", "a text of at most 400 characters",
    "special requests (free text, up to 1 KB)".
    """
    for at in range(1, len(said)):
        start = at + (said[at].low in {"of", "with", "("})
        found = size_at(said, start)
        amount = amount_at(said, start)
        is_text = amount is not None and amount.end < len(said) and said[amount.end].low in _LETTERS
        if said[at].low == "(" and said[-1].low == ")":
            inner = said[at + 1 : -1]
            is_sized = any(size_at(inner, one) for one in range(len(inner)))
            is_long = any(one.low in _LETTERS for one in inner)
            if is_sized or is_long:
                return said[:at], said[at:]
        if (found is not None and found[2] == len(said)) or is_text:
            return said[:at], said[at:]
    return said, ()


_LETTERS: Final = words_in("characters chars letters words character signs digits")


def _is_act(state: State, noun: ListedNoun) -> bool:
    """Return whether a name under a title is something that is done: "orders: list, create", or how it is: daily."""
    first = noun.words[0]
    if not state.is_titled or noun.is_property or (len(noun.words) > 1 and first not in VERBS - NOUNS_TOO):
        return False
    if len(noun.words) > 1 and first in ADJECTIVES:
        return False  # "correct answer"
    is_verb = (first in VERBS or first in READING) and not (first in NOUNS_TOO and state.properties)
    return is_verb or first in OFTEN or is_hardly_noun(first)


def _without_key(said: Sequence[WordToken]) -> tuple[Sequence[WordToken], bool]:
    """Return a part without "as its identifier", and whether that was there."""
    for words in _AS_KEY:
        if tuple(one.low for one in said[-len(words) :]) == words and len(said) > len(words):
            return said[: -len(words)], True
    return said, False


_AS_KEY: Final = phrases(
    "as its identifier|as its key|as identifier|as key|as the key|as the identifier|as primary key|as its id|as id"
    "|as the primary key|as its primary key|that identifies it|which identifies it|as unique key|as unique identifier"
)


def is_amount(said: Sequence[WordToken]) -> bool:
    """Return whether a part begins with an amount of things, or is a size."""
    if [one.low for one in said[1:3]] == ["number", "of"]:
        return False  # "a number of seats" is a property among others
    amount = amount_at(said, 0)
    thing = thing_at(said, 0)
    if thing is not None and thing.end + 1 < len(said) and said[thing.end].low == "(":
        inner = amount_at(said, thing.end + 1)
        if inner is not None and inner.is_number and thing.is_plural and size_at(said, thing.end + 1) is None:
            return said[inner.end].low in {"each", ")", "max", "on", "at", "apiece", "maximum"}
    is_several = amount is not None and (thing is None or thing.is_several)
    return size_at(said, 0) is not None or (is_several and not (thing and not thing.can_be_entity))


def noun_of(state: State, said: Sequence[WordToken]) -> ListedNoun | None:
    """Return the property that a part of a list names; None if it says something else."""
    text = state.facts.text
    plain = _without_clause(said)
    whole = text[said[0].start : said[-1].end]
    if (told := _whether(plain)) is not None:
        return ListedNoun(told, said[0].start, whole, has_article=True, sort="flag", is_typed=True)
    if plain[0].low in {"both", "namely", "i.e"}:
        plain = plain[1:]
    if len(plain) > 2 and plain[-1].low == "flag":
        words = tuple(one.low for one in plain[1:-1])  # "a paid flag"
        return ListedNoun(words, said[0].start, whole, has_article=True, sort="flag", is_typed=True)
    if not plain:
        return None
    bare = tuple(one.low for one in plain[: next((at for at, one in enumerate(plain) if one.low == "("), len(plain))])
    if state.is_titled and bare[0] in _FLAGS and 1 < len(bare) < 4 and all(one.isalpha() for one in bare):
        return ListedNoun(bare, said[0].start, whole, sort="flag", is_typed=True)  # "has monitor (y/n)"
    made = _small(plain, text, is_titled=state.is_titled) or (listed_noun(plain, text) if not state.is_titled else None)
    return made or (listed_noun(plain, text, is_titled=True) if _is_name(plain) else None)


def _small(said: Sequence[WordToken], text: str, *, is_titled: bool) -> ListedNoun | None:
    """Return "the time" and "picked up at", which are not nouns elsewhere."""
    start = int(said[0].low in _LEAD and len(said) > 1)
    words = tuple(one.low for one in said[start:])
    is_moment = len(words) == 1 and words[0] in _MOMENTS
    if is_titled and not start and len(words) == 2 and words[1] in {"at", "on"} and said[0].is_word:
        return ListedNoun(words, said[0].start, text[said[0].start : said[-1].end], sort="time", is_typed=True)
    is_done = 1 < len(words) < 4 and is_participle(words[0]) and words[-1] in {"at", "by", "on", "from", "until", "to"}
    if not (is_moment and (start or is_titled)) and not (is_done and words[1] in _PARTICLES):
        return None
    whole = text[said[0].start : said[-1].end]
    sort = "time" if is_moment or words[-1] in {"at", "on"} else ""
    return ListedNoun(words, said[0].start, whole, has_article=bool(start), sort=sort, is_typed=True)


_MOMENTS: Final = words_in("time date year month day hour timestamp")
_PARTICLES: Final = words_in("up out off in over back down")


def _is_name(said: Sequence[WordToken]) -> bool:
    """Return whether a part can be a name under a title: it begins with no verb of a sentence."""
    return said[0].low not in BE | {"we", "each", "every", "which", "that", "who"}


def _without_clause(said: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "the location" of "the location it is at", "the owner that it belongs to"."""
    for at in range(2, len(said) - 1):
        is_bare = said[at].low in _OWN and said[at + 1].is_word and said[0].low in _LEAD
        is_told = said[at].low in {"that", "which", "who"} and said[at + 1].low in _OWN
        is_thing = not {"date", "day", "time"} & {one.low for one in said[:at]}
        if (is_bare or is_told) and is_thing:
            return said[:at]
    return said


def _whether(said: Sequence[WordToken]) -> tuple[str, ...] | None:
    """Return organic for "whether it's organic", "if it is organic"."""
    if len(said) < 3 or said[0].low not in _WHETHER:
        return None
    at = next((at for at, one in enumerate(said) if one.low in BE | HAVE), 0)
    rest = tuple(one.low for one in said[at + 1 :] if one.low not in {"a", "an", "or", "not", "been"})
    return rest if at and 0 < len(rest) < 3 and all(one.isalpha() for one in rest) else None


def bracket_of(state: State, entity: str, inner: Sequence[WordToken]) -> None:
    """Read what parentheses behind an entity list: its properties, or how large it is."""
    parts = list(parts_of_list(inner))
    sizes = [size_at(part, 0) for part in parts]
    for part, size in zip(parts, sizes, strict=True):
        if size is not None and size[2] >= len(part) - 1:
            state.facts.size(entity, size[0], part, is_most=size[1])
    others = [part for part, size in zip(parts, sizes, strict=True) if size is None]
    nouns = [listed_noun(part, state.facts.text, is_titled=True) for part in others]
    sure = [one for one in nouns if one is not None]
    is_list = len(sure) >= _LISTED_LEAST and not any(one.low in {"or", "/", "|"} for one in inner)
    if not is_list or len(sure) < len(nouns) - 1 or singular(sure[0].words[0]) in {"e.g", "eg", "like"}:
        for part in others:
            state.facts.leave(part)
        return
    for part, noun in zip(others, nouns, strict=True):
        if noun is None:
            state.facts.leave(part)
        else:
            state.facts.has(entity, noun, is_titled=True)
