"""The clause at a token: who acts, with which modal, what is done, and to what.

Only closed classes (determiners, modals, auxiliaries, pronouns), the form of a verb and its agreement with the subject
decide; which verb it is matters only where its form is a noun's as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    ARTICLES,
    BE,
    CLOSED,
    HAVE,
    MODALS,
    NEGATIONS,
    POSSESSIVES,
    QUANTIFIERS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_act, is_hardly_noun
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural

_SUBJECTS: Final = words_in("i we you they he she it people everyone anyone everybody anybody somebody someone nobody")
_ONE_OF: Final = words_in("he she it everyone anyone everybody anybody somebody someone nobody")
"""Pronouns with which a verb in the third person goes."""
_SEMI: Final = words_in("need needs want wants has have wish wishes")
"""Verbs that with "to" are modals: "needs to"."""
_ABLE: Final = words_in("able allowed supposed permitted free entitled required")
_REFUSALS: Final = words_in("cannot can't won't mustn't shouldn't couldn't")
_SMALL: Final = ARTICLES | POSSESSIVES | QUANTIFIERS | words_in("it them him who which what how whether where no")
_PARTICLES: Final = words_in("up off out back down away over")
_DEFINITE: Final = words_in("a an the this that my our his her its their your every each all everyone")
_ATTACHING: Final = words_in("of for in at on with from")
_SUBJECT_MAX: Final = 9


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a clause: its plain form, and its tokens with those of its particle."""

    base: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause from token `start`. `subject` is None for a pronoun, which `pronoun` names. `modal` is the first word of
    its modal, '' without one. `objects` are the noun groups after the verbs; `end` is where the last of them ends.
    """

    start: int
    subject: NounGroup | None
    pronoun: str
    modal: str
    is_negated: bool
    is_passive: bool
    verbs: tuple[Verb, ...]
    object: NounGroup | None
    object_pronoun: str
    end: int


def clause_at(tokens: Sequence[WordToken], at: int) -> Clause | None:
    """Return the clause that begins at a token with its subject; None if none does."""
    lows = [one.low for one in tokens]
    if at < len(lows) and lows[at] in _SUBJECTS:
        return _predicate(tokens, lows, at, None, at + 1)
    for place in range(at + 1, min(at + _SUBJECT_MAX, len(lows))):
        if tokens[place].kind == "mark":
            return None
        subject = _subject(tokens, at, place)
        if subject is not None and (found := _predicate(tokens, lows, at, subject, place)) is not None:
            return found
    return None


def is_phrasal(tokens: Sequence[WordToken]) -> bool:
    """Return whether a line is a clause whose verb has a particle: "parents top up the balance of their child"."""
    found = clause_at(tokens, 0)
    return found is not None and any(" " in one.base for one in found.verbs)


def second_predicate(tokens: Sequence[WordToken], first: Clause) -> Clause | None:
    """Return the clause that "and" joins to another of the same subject; None without it."""
    lows = [one.low for one in tokens]
    if lows[first.end : first.end + 1] != ["and"]:
        return None
    found = _predicate(tokens, lows, first.start, first.subject, first.end + 1)
    return replace(found, modal=found.modal or first.modal) if found is not None else None


def _subject(tokens: Sequence[WordToken], at: int, end: int) -> NounGroup | None:
    """Return the group that fills the tokens before a verb, with what is attached to it: "the owner of a boat"."""
    said = tokens[:end]
    group = group_at(said, at)
    reached = group.end if group is not None else end
    while group is not None and reached < end:
        after = group_at(said, reached + 1) if said[reached].low in _ATTACHING else None
        if after is None:
            return None
        reached = after.end
    return group if group is not None and not (group.rank or group.is_exact) else None


def _predicate(
    tokens: Sequence[WordToken], lows: list[str], at: int, subject: NounGroup | None, place: int
) -> Clause | None:
    pronoun = "" if subject is not None else lows[at]
    place = _after_adverbs(lows, place)
    modal, place, is_negated = _modal(lows, place)
    place = _after_adverbs(lows, place)
    if lows[place : place + 1] and lows[place] in NEGATIONS:
        is_negated, place = True, _after_adverbs(lows, place + 1)
    is_passive = False
    if place + 1 < len(lows) and lows[place] in BE | {"get", "gets", "become", "becomes"}:
        behind = _after_adverbs(lows, place + 1)
        is_passive = behind < len(lows) and is_participle(lows[behind]) and base_form(lows[behind]) != ""
        if not is_passive and lows[place] in BE:
            return None
        place = behind if is_passive else place
    if place >= len(lows) or not tokens[place].is_word:
        return None
    base = _base(tokens, lows, place, subject, pronoun, has_modal=bool(modal), is_passive=is_passive)
    if not base:
        return None
    verbs = _verbs(lows, place, base)
    if _is_phrasal(lows, verbs[-1].end):
        last = verbs[-1]
        verbs = (*verbs[:-1], Verb(f"{last.base} {lows[last.end]}", last.start, last.end + 1))
    object_, said, end = _object(tokens, lows, verbs[-1].end)
    return Clause(at, subject, pronoun, modal, is_negated, is_passive, verbs, object_, said, end)


def _after_adverbs(lows: list[str], at: int) -> int:
    while at < len(lows) and (lows[at] in ADVERBS | {"only", "automatically", "both"} or _is_manner(lows[at])):
        at += 1
    return at


def _is_manner(low: str) -> bool:
    return low.endswith("ly") and len(low) > 4 and low not in {"apply", "supply", "reply", "multiply", "family"}


def _modal(lows: list[str], at: int) -> tuple[str, int, bool]:
    """Return the modal at a token ('' without one), where the verb after it is, and whether it refuses."""
    said = [*lows[at : at + 4], "", "", "", ""]
    if said[0] in _REFUSALS or (said[0] in MODALS and said[1] in NEGATIONS):
        return said[0], at + 1 + (said[0] in MODALS), True
    if said[0] in MODALS:
        is_able = said[1] == "be" and said[2] in _ABLE and said[3] == "to"
        return said[0], at + (4 if is_able else 1), False
    if said[0] in _SEMI and said[1] == "to":
        is_able = lows[at + 2 : at + 5] == ["be", "able", "to"]
        return said[0], at + (5 if is_able else 2), False
    if said[0] in BE and said[1] in _ABLE and said[2] == "to":
        return said[0], at + 3, False
    return "", at, False


def _base(
    tokens: Sequence[WordToken],
    lows: list[str],
    at: int,
    subject: NounGroup | None,
    pronoun: str,
    *,
    has_modal: bool,
    is_passive: bool,
) -> str:
    """Return the plain form of the verb at a token; '' if its form or its place makes it none."""
    low = lows[at]
    if is_passive:
        return base_form(low)
    if has_modal and low == "have":
        return low
    if low in CLOSED | HAVE and not (_is_phrasal(lows, at + 1) and low in {"top", "back"}):
        return ""
    if has_modal:
        return low if not is_plural(low) or base_form(low) == low else ""
    is_third = (subject is not None and not subject.is_plural) or pronoun in _ONE_OF
    verb = base_form(low) or (low.removesuffix("s") if is_act(low) else "")
    is_form = low.endswith("s") and low != verb if is_third else low == verb
    is_present = not low.endswith(("ed", "ing", "ss")) and low.endswith("s") == is_third
    if _is_phrasal(lows, at + 1) and is_present:
        return verb or (low[:-1] if is_third else low)
    if not verb or not is_form:
        return ""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if after is None:
        return verb if pronoun or (subject is not None and subject.determiner) else ""
    is_followed = after.low in _SMALL | _SUBJECTS or number_of(after) is not None
    is_one = subject is not None and subject.determiner in {"a", "an", "the", "each", "every"}
    is_followed = is_followed or (is_one and (after.low in _PARTICLES or after.kind == "mark"))
    return verb if is_hardly_noun(low) or is_followed or pronoun else ""


def _is_phrasal(lows: list[str], at: int) -> bool:
    """Return whether a particle and a determiner follow: only a verb can be before them ("give back a seat")."""
    return len(lows) > at + 2 and lows[at] in _PARTICLES and lows[at + 1] in _DEFINITE


def _verbs(lows: list[str], at: int, base: str) -> tuple[Verb, ...]:
    """Return the verb at a token and those that are joined to it: "accept or decline"."""
    found = [Verb(base, at, at + 1)]
    while True:
        place = found[-1].end
        while lows[place : place + 1] and lows[place] in {",", "or", "and", "/"}:
            place += 1
        if place == found[-1].end or place >= len(lows):
            return tuple(found)
        low = lows[place]
        verb = base_form(low) or (low if is_act(low) else "")
        if not verb or (low == verb) != (lows[at] == base) or low in CLOSED:
            return tuple(found)
        found.append(Verb(verb, place, place + 1))


def _object(tokens: Sequence[WordToken], lows: list[str], at: int) -> tuple[NounGroup | None, str, int]:
    if at < len(lows) and lows[at] in {"it", "them"}:
        return None, lows[at], at + 1
    group = group_at(tokens, at) if at < len(tokens) else None
    return (group, "", group.end) if group is not None else (None, "", at)
