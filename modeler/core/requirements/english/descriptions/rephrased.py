"""Sentences about several entities, as one sentence about each: hierarchies, two subjects, and children with a list."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import (
    ListedNoun,
    is_plain,
    listed_noun,
    many_at,
    parts_of_list,
)
from modeler.core.requirements.english.descriptions.predicates import is_subject, verb_of
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.lexicon import TRAITS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import entity_name, singular

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
        group = group_at(part, many or 2 * is_one) if inner and (many or is_one) else None
        if group is None or group.end != inner or singular(group.words[-1]) in TRAITS or not is_plain(group):
            continue
        is_listed = part[inner].low == ":"
        body = said[list(said).index(part[inner]) + 1 :] if is_listed else part[inner + 1 : -1]
        nouns = [listed_noun(one, text, is_titled=True) for one in parts_of_list(body)]
        sure = tuple(one for one in nouns if one is not None)
        if len(sure) < max(2, len(nouns)):
            continue
        owner = ListedNoun((parent,), said[0].start, parent)
        belongs = (owner,) if is_one else ()
        yield SaidOfEntity(line, entity_name(group.words), is_titled=True, has=sure, belongs=belongs)
        if is_listed:
            return
