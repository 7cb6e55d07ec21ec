"""Sentences that describe entities in other words: "several tenants can sign one lease", "at the end of a shift the
mileage is noted", "meter readings (date, kWh) are taken twice a year".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import (
    ListedNoun,
    listed_noun,
    many_at,
    parts_of_list,
    starts_with,
)
from modeler.core.requirements.english.descriptions.predicates import is_subject
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, DO, HAVE, MODALS, TRAITS, UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import (
    CREATING,
    EDITING,
    READING,
    REMOVING,
    TRANSITIONS,
    base_form,
    is_participle,
)
from modeler.core.requirements.morphology import entity_name, singular

_NOTED: Final = words_in(
    "noted recorded stored saved logged entered documented measured kept registered written captured"
)
_MOMENTS: Final = tuple(
    tuple(one.split(" "))
    for one in ("at the end of", "at the start of", "at the beginning of", "after", "before", "during", "for", "with")
)
_SAME: Final = (("one",), ("the", "same"), ("a", "single"), ("a",), ("an",))
_LISTED_LEAST: Final = 2


def several_of_one(said: Sequence[WordToken], line: int) -> tuple[SaidOfEntity, ...]:
    """Return what "several tenants can sign one lease, and a tenant may sign several" says: each has many of the
    other; nothing for other sentences.
    """
    start = many_at(said, 0)
    many = group_at(said, start, before_verb=True) if start else None
    if many is None or not many.is_plural or many.states or many.determiner or many.rank:
        return ()
    at = many.end
    is_modal = at < len(said) and said[at].low in MODALS
    at += is_modal
    if at >= len(said) or not said[at].is_word or said[at].low in CLOSED:
        return ()
    verb = base_form(said[at].low) or said[at].low
    one = _one_after(said, at + 1, is_modal=is_modal and verb not in EDITING | TRANSITIONS)
    is_read = verb in READING and not (verb == "look" and said[at + 1].low in {"after", "into"})
    if one is None or is_read or verb in CREATING | REMOVING:
        return ()
    child, parent = (_many_of(said, group, line) for group in (many, one))
    first = SaidOfEntity(line, entity_name(one.words), has=(child,))
    rest = said[one.end :]
    if not rest:
        return (first,)
    if _says_several(rest, many, verb):
        return first, SaidOfEntity(line, entity_name((*many.words[:-1], singular(many.words[-1]))), has=(parent,))
    return (replace(first, rest=((rest[0].start, " ".join(token.text for token in rest)),)),)


def _one_after(said: Sequence[WordToken], at: int, *, is_modal: bool) -> NounGroup | None:
    """Return the single thing after a verb and its preposition: one hive, the same cabin."""
    for place in (at, at + 1):
        found = next((one for one in _SAME if starts_with(said, place, one)), ())
        if not found or (found[0] in {"a", "an"} and len(found) == 1 and not is_modal):
            continue
        group = group_at(said, place + len(found) - (found[-1] in {"a", "an", "one"}))
        if group is not None and not (group.is_plural or group.states or group.is_trait or group.owner):
            return replace(group, determiner="")
    return None


def _many_of(said: Sequence[WordToken], group: NounGroup, line: int) -> ListedNoun:
    assert line >= 0, "lines have numbers"
    text = " ".join(one.text for one in said[group.noun : group.end])
    return ListedNoun(group.words, said[group.start].start, text, is_plural=True, is_sure=True)


def _says_several(rest: Sequence[WordToken], many: NounGroup, verb: str) -> bool:
    """Return whether "and a tenant may sign several" follows."""
    at = 0
    while at < len(rest) and rest[at].low in {",", "and", "but"}:
        at += 1
    group = group_at(rest, at, before_verb=True)
    if group is None or tuple(map(singular, group.words)) != tuple(map(singular, many.words)):
        return False
    tail = [one.low for one in rest[group.end :] if one.low not in MODALS | {"also", ","}]
    is_verb = bool(tail) and verb in {tail[0], base_form(tail[0])}
    return is_verb and many_at(rest, len(rest) - 1) == 1


def noted(said: Sequence[WordToken], text: str, line: int) -> tuple[SaidOfEntity, ...]:
    """Return what "at the end of a shift the mileage and the cash amount are noted" says of a shift."""
    found = next((one for one in _MOMENTS if starts_with(said, 0, one)), ())
    whose = group_at(said, len(found)) if found else None
    is_whose = whose is not None and whose.is_one and whose.words[-1] not in {*UNITS, *TRAITS} and not whose.owner
    end = len(said) - 2
    if whose is None or not is_whose or end <= whose.end or said[-1].low not in _NOTED or said[end].low not in BE:
        return ()
    start = whose.end + (said[whose.end].low == ",")
    listed = [listed_noun(one, text, is_titled=True) for one in parts_of_list(said[start:end])]
    sure = [one for one in listed if one is not None and (one.has_article or one.is_property)]
    return (SaidOfEntity(line, entity_name(whose.words), has=tuple(sure)),) if len(sure) == len(listed) else ()


def with_list_inside(
    said: Sequence[WordToken], text: str, line: int
) -> tuple[SaidOfEntity, Sequence[WordToken]] | None:
    """Return what the list in "meter readings (date, kWh) are taken twice a year" says, and the sentence without it."""
    group = group_at(said, 0)
    if group is not None and group.owner is not None and is_subject(replace(group.owner, determiner="")):
        group = replace(group, owner=None, determiner="")
    if group is None or not is_subject(group) or group.end >= len(said) or said[group.end].low != "(":
        return None
    end = next((at for at in range(group.end, len(said)) if said[at].low == ")"), 0)
    if not end or end + 1 >= len(said) or not _is_verb(said, end + 1):
        return None
    listed = [(one, listed_noun(one, text, is_titled=True)) for one in parts_of_list(said[group.end + 1 : end])]
    sure = tuple(noun for _, noun in listed if noun is not None)
    left = tuple((one[0].start, text[one[0].start : one[-1].end]) for one, noun in listed if noun is None)
    if len(sure) < max(_LISTED_LEAST, len(listed) - 1):
        return None
    made = SaidOfEntity(line, entity_name(group.words), is_titled=True, has=sure, rest=left)
    return made, (*said[group.noun : group.end], *said[end + 1 :])


def _is_verb(said: Sequence[WordToken], at: int) -> bool:
    """Return whether a sentence goes on with a verb that asks for no read."""
    low = said[at].low
    if low in DO:
        return True
    if low in BE | HAVE:
        after = said[at + 1].low if at + 1 < len(said) else ""
        return not (is_participle(after) and _base(after) in READING)
    is_finite = base_form(low) != "" or low in PASTS or low.endswith("s")
    return said[at].is_word and low not in CLOSED and is_finite and _base(low) not in READING


def _base(low: str) -> str:
    return base_form(low) or low.removesuffix("ed")


def apart_for_each(said: Sequence[WordToken]) -> tuple[Sequence[WordToken], ...]:
    """Return "..., and for each visit we store the date" as two sentences, the second with its noun last."""
    for at in range(len(said) - 4):
        if said[at].low != "for" or said[at + 1].low not in {"each", "every"}:
            continue
        group = group_at(said, at + 1)
        if group is None or group.end >= len(said) or (at and said[at - 1].low not in {",", "and", ";"}):
            continue
        whole = group_at(said, group.end + 1) if said[group.end].low in {"in", "on", "of"} else None
        stop = whole.end if whole is not None and whole.is_one else group.end
        begins = stop + (stop < len(said) and said[stop].low == ",")
        if begins + 2 < len(said) and said[begins].low in {"we", "i"}:
            end = at
            while end and said[end - 1].low in {",", "and", ";"}:
                end -= 1
            second = (*said[begins:], *said[at:stop])
            return (said[:end], second) if end else (second,)
    return (said,)
