"""Where a line names an attribute of the entity that its row is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.derived import time_of
from modeler.core.requirements.english.words.lexicon import CONJUNCTIONS, PREPOSITIONS, words_in
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.vocabulary import KnownEntity

_WORDS_MAX: Final = 4
_BEFORE: Final = words_in("the its their his her a an our my")
_PLAIN_ENDS: Final = words_in("name number address title date time day")
_UNITS: Final = words_in("byte kb mb cm mm km m kg g second minute hour day percent eur usd euro cent meter liter ms")
_JOINTS: Final = words_in(", and plus & or +")


def name_at(draft: Draft, held: KnownEntity, at: int) -> tuple[str, int]:
    """Return the attribute of an entity at a token, and where its words end; '' if none is there."""
    start = at + (draft.low(at) in _BEFORE)
    start += draft.low(start) == "attribute"  # "the attribute at": its exact name follows
    for end in range(min(start + _WORDS_MAX, len(draft.tokens)), start, -1):
        said = draft.tokens[start:end]
        if not all(one.is_word and one.low not in _CLOSED for one in said):
            continue
        if len(said) == 1 and held.attribute(said[0].text) is not None:
            return said[0].text, end
        words = tuple(singular(part) for one in said for part in one.low.split("-"))
        if name := named(draft, held, words):
            return name, end
    return "", at


def named(draft: Draft, held: KnownEntity, words: tuple[str, ...]) -> str:
    """Return the attribute that words name: by its whole name, as people say it, or by the end of its name."""
    if (found := held.spoken(words) or held.named(words, draft.known)) is not None:
        return found.name
    units = [
        one.name
        for one in held.entity.attributes
        if words_of(one.name)[:-1] == words and words_of(one.name)[-1] in _UNITS
    ]
    if len(units) == 1:
        return units[0]
    is_time = len(words) > 1 and words[-1] in _PLAIN_ENDS
    found = time_of(held, words[:-1]) if is_time else None
    return found.name if found is not None else ""


def listed_at(draft: Draft, held: KnownEntity, at: int) -> tuple[tuple[str, ...], int]:
    """Return the attributes of a list ("name, phone and opening hours"), and where it ends; none unless each is one."""
    names: list[str] = []
    while True:
        name, end = name_at(draft, held, at)
        if not name:
            return (), at
        names.append(name)
        after = end
        while draft.low(after) in _JOINTS:
            after += 1
        if after == end or not name_at(draft, held, after)[0]:
            return tuple(dict.fromkeys(names)), end
        at = after


def is_clause_end(draft: Draft, at: int) -> bool:
    """Return whether a clause ends before a token."""
    return at >= len(draft.tokens) or draft.tokens[at].kind == "mark" or draft.low(at) in _ENDING


_CLOSED: Final = CONJUNCTIONS | PREPOSITIONS - words_in("on off up down in out like")
_ENDING: Final = words_in("and but or so then when if where because while unless only")


def follows(draft: Draft, at: int, words: Sequence[str]) -> bool:
    """Return whether words stand at a token."""
    return [draft.low(at + place) for place in range(len(words))] == list(words)


def numbers(held: KnownEntity) -> list[str]:
    """Return the attributes that hold numbers."""
    return [one.name for one in held.entity.attributes if one.type.name == "N" and words_of(one.name)]
