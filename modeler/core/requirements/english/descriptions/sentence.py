"""Reads a sentence that describes entities, in plain words or in others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.keeping import of_each
from modeler.core.requirements.english.descriptions.lines import said_of_tokens
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun
from modeler.core.requirements.english.descriptions.plainer import (
    apart_for_each,
    noted,
    several_of_one,
    with_list_inside,
)
from modeler.core.requirements.english.descriptions.rewording import reworded_tokens
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.lexicon import BE, HAVE
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.vocabulary import Vocabulary

_NEEDED: Final = frozenset({"optional", "mandatory", "required"})


def said_of_entities(text: str, known: Vocabulary, *, line: int, about: str = "") -> tuple[SaidOfEntity, ...]:
    """Return what a sentence says of entities; nothing if it is something else. `about` is the entity that the sentence
    before it describes.
    """
    said, aside = reworded_tokens(tokens(text))
    made: list[SaidOfEntity] = []
    for part in apart_for_each(said):
        told = _told(part, text, known, line, about) or _last_clause(part, text, known, line)
        if not told:
            return ()
        made.extend(told)
        about = told[-1].entity
    return (replace(made[0], rest=(*made[0].rest, *aside)), *made[1:]) if made else ()


def _last_clause(said: Sequence[WordToken], text: str, known: Vocabulary, line: int) -> tuple[SaidOfEntity, ...]:
    """Return what "machines are inspected once a year, and every inspection has a date" says of inspections; what comes
    before stays visible.
    """
    for at in range(3, len(said) - 4):
        is_next = said[at].low == "and" and said[at - 1].low == "," and said[at + 1].low in {"each", "every"}
        group = group_at(said, at + 1) if is_next else None
        if group is not None and group.end < len(said) and said[group.end].low in HAVE:
            told = said_of_tokens(said[at + 1 :], text, known, line=line)
            rest = (said[0].start, text[said[0].start : said[at - 2].end])
            return (replace(told[0], rest=(rest, *told[0].rest)), *told[1:]) if told else ()
    return ()


def _told(said: Sequence[WordToken], text: str, known: Vocabulary, line: int, about: str) -> tuple[SaidOfEntity, ...]:
    if found := several_of_one(said, line) or noted(said, text, line) or _needed(said, line, about):
        return found
    first = of_each(said, line) or with_list_inside(said, text, line)
    if first is None:
        return said_of_tokens(said, text, known, line=line, about=about)
    made, rest = first
    later = said_of_tokens(rest, text, known, line=line, about=about) if rest else ()
    if rest and not later:
        made = replace(made, rest=(*made.rest, (rest[0].start, " ".join(one.text for one in rest))))
    return made, *later


def _needed(said: Sequence[WordToken], line: int, about: str) -> tuple[SaidOfEntity, ...]:
    """Return what "a phone number is optional" says of the entity before it."""
    is_said = bool(about) and len(said) > 3 and said[-1].low in _NEEDED and said[-2].low in BE
    group = group_at(said, 0, before_verb=True) if is_said else None
    if group is None or group.end != len(said) - 2 or group.owner is not None or group.states:
        return ()
    noun = ListedNoun(group.words, said[0].start, " ".join(group.words), has_article=True)
    return (SaidOfEntity(line, about, has=(noun,)),)
