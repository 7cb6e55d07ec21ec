"""Sentences about several entities, as one sentence about each: hierarchies, two subjects, and children with a list."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import (
    ListedNoun,
    amount_at,
    is_plain,
    listed_noun,
    many_at,
    parts_of_list,
)
from modeler.core.requirements.english.descriptions.predicates import is_subject, verb_of
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.lexicon import TRAITS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.morphology import entity_name, is_plural, singular

_LEVELS_LEAST: Final = 2
_OWN: Final = frozenset({"a", "an", "each", "every", "any"})


def hierarchy(said: Sequence[WordToken], line: int) -> tuple[SaidOfEntity, ...]:
    """Return what "Country > Region > City" says: each has several of the next; nothing for other lines."""
    marks = [at for at, one in enumerate(said) if one.low == ">"]
    if len(marks) < _LEVELS_LEAST:
        return ()
    names: list[NounGroup] = []
    for start, end in zip([0, *(one + 1 for one in marks)], [*marks, len(said)], strict=True):
        group = group_at(said[start:end], 0)
        if group is None or group.end != end - start or not is_plain(group) or group.determiner:
            return ()
        names.append(replace(group, start=start))
    made = []
    for parent, child in itertools.pairwise(names):
        text = " ".join(child.words)
        noun = ListedNoun(child.words, said[child.start].start, text, is_plural=True, is_sure=True)
        made.append(SaidOfEntity(line, entity_name(parent.words), has=(noun,)))
    return tuple(made)


def both(said: Sequence[WordToken]) -> tuple[Sequence[WordToken], ...]:
    """Return "movies and series both have a title" as one sentence for each subject; the sentence itself if it has one
    subject.
    """
    start = int(bool(said) and said[0].low == "both")
    first = group_at(said, start, before_verb=True)
    if first is None or first.end >= len(said) or said[first.end].low != "and" or not is_subject(first):
        return (said,)
    second = group_at(said, first.end + 1, before_verb=True)
    if second is None or second.end >= len(said) or not is_subject(second):
        return (said,)
    at = second.end + (said[second.end].low in {"both", "each", "all"})
    is_told = at > second.end or start > 0 or (first.is_plural and second.is_plural)
    if not is_told or verb_of(said, at, replace(second, determiner="")) is None:
        return (said,)
    return ((*said[start : first.end], *said[at:]), (*said[first.end + 1 : second.end], *said[at:]))


def with_children(said: Sequence[WordToken], text: str, line: int, parent: str) -> Iterator[SaidOfEntity]:
    """Yield the entities among the objects of "has" whose properties follow: "any number of photos (file name, taken
    on)", "exactly one subscription: valid from, price".
    """
    for part in parts_of_list(said):
        many = many_at(part, 0)
        inner = next((at for at, one in enumerate(part) if one.low in {"(", ":"}), 0)
        is_one = [one.low for one in part[:2]] in (["exactly", "one"], ["one", "single"], ["only", "one"])
        start = many or 2 * is_one or _after_amount(part)
        is_bare = not start and inner > 0 and part[inner].low == "(" and is_plural(part[inner - 1].low)
        group = group_at(part, start) if inner and (start or is_bare) else None
        if group is None or group.end != inner or singular(group.words[-1]) in TRAITS or not is_plain(group):
            continue
        is_listed = part[inner].low == ":"
        body = said[list(said).index(part[inner]) + 1 :] if is_listed else part[inner + 1 : -1]
        nouns = [listed_noun(one, text, is_titled=True) for one in parts_of_list(body)]
        sure = tuple(one for one in nouns if one is not None)
        if len(sure) < max(2, len(nouns)) or (is_bare and not any(one.is_property for one in sure)):
            continue
        owner = ListedNoun((parent,), said[0].start, parent)
        belongs = (owner,) if is_one else ()
        yield SaidOfEntity(line, entity_name(group.words), is_titled=True, has=sure, belongs=belongs)
        if is_listed:
            return


def _after_amount(part: Sequence[WordToken]) -> int:
    """Return where the noun of "up to three vehicles" begins; 0 without an amount."""
    number = next((at for at, one in enumerate(part) if number_of(one) is not None), -1)
    return (
        number + 1 if number >= 0 and amount_at(part, 0) and is_plural(part[min(number + 1, len(part) - 1)].low) else 0
    )


def without_scopes(said: Sequence[WordToken]) -> tuple[Sequence[WordToken], tuple[ListedNoun, ...]]:
    """Return objects without "that is unique within its division", and what such clauses name."""
    for at in range(1, len(said) - 4):
        lows = tuple(one.low for one in said[at : at + 4])
        is_scope = lows[0] in {"that", "which"} and lows[1] in {"is", "are"} and lows[2] == "unique" and lows[3] in _IN
        group = group_at(said, at + 4) if is_scope else None
        if group is not None and group.determiner in {"its", "their", "a", "the", "each", "every"}:
            bare = replace(group, start=group.noun)
            noun = ListedNoun(bare.words, said[bare.start].start, " ".join(bare.words))
            rest, scopes = without_scopes(said[group.end :])
            return (*said[:at], *rest), (noun, *scopes)
    return said, ()


_IN: Final = frozenset({"within", "in", "per", "for", "inside"})


def unique_property(said: Sequence[WordToken], text: str, line: int) -> SaidOfEntity | None:
    """Return what "a player's username is unique" and "the number of a parcel is unique" say."""
    if len(said) < _SAID_LEAST or said[-1].low != "unique" or said[-2].low not in {"is", "are"}:
        return None
    group = group_at(said, 0, before_verb=True)
    if group is not None and group.owner is None and group.end < len(said) and said[group.end].low == "of":
        owner = group_at(said, group.end + 1, before_verb=True)
        group = replace(group, owner=owner, end=owner.end) if owner is not None else None
    if group is None or group.owner is None or group.end != len(said) - 2 or group.states or group.rank:
        return None
    words = (*group.words[:-1], singular(group.words[-1]))
    noun = ListedNoun(words, said[0].start, text, is_unique=True, is_typed=True)
    return SaidOfEntity(line, entity_name(group.owner.words), has=(noun,))


_SAID_LEAST: Final = 4
