"""Entities with their properties under a title: "Book: isbn, title, author", "Book (isbn, title)"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.brackets import ENUMS
from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun, listed_noun, parts_of_list
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.words.lexicon import TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import AMBIGUOUS, NOUNS_TOO, READING, VERBS
from modeler.core.requirements.morphology import entity_name, singular, words_of

TITLES: Final = words_in("entity entities tables objects models collections resources nouns")
IDS: Final = frozenset({("id",), ("identifier",), ("uuid",)})
_DASHES: Final = words_in("- – — =")
_FIELDS: Final = words_in("field fields attribute attributes column columns properties property data")
"""After the name of an entity in a title: "Subscriber fields: email, name"."""
_PAPERS: Final = words_in("report filter")
"""Verbs of reading that name things as often: "Report (title, written on, text)"."""
_FEW: Final = 3


def titled(said: Sequence[WordToken], text: str, line: int) -> SaidOfEntity | None:
    """Return what "Book: isbn, title, author" and "Book (isbn, title)" say: bare nouns, one at least usually a
    property.
    """
    head, body = _title(said)
    group, is_name = _name_of(said, head)
    is_told = group is not None and is_name and len(group.words) > 1 and group.words[-1] in _FIELDS
    if group is not None and is_told:
        group = replace(group, words=group.words[:-1])
    if group is None or not is_name or singular(group.words[-1]) in TRAITS or group.words[-1] in _FIELDS | TITLES:
        return None
    sure, listed, left = _parts(body, text)
    has_articles = any(one.is_sure or one.has_article for one in sure)
    is_list = len(sure) == len(listed) > 1 and not has_articles
    properties = sum(one.is_property for one in sure)
    first = group.words[0].lower()
    is_read = first in READING and not (first in _PAPERS and len(group.words) == 1 and len(sure) >= _FEW)
    if is_told and len(sure) == len(listed) > 1:
        return SaidOfEntity(
            line, entity_name(group.words), is_titled=True, has=tuple(sure), rest=(*rest_of(sure), *left)
        )
    if _is_act_alone(first) and (is_read or properties < _FEW - 1):
        return None
    if not is_list or any(
        one.words[0] != first and _is_act(one) and (len(one.words) > 1 or not _is_fieldlike(one, properties))
        for one in sure
    ):
        return None
    is_named = any(one.words in IDS or one.words[-1] == "id" or one.is_property for one in sure)
    # "Bout: red corner, blue corner, rounds"
    named = sum(len(one.words) > 1 for one in sure)
    is_sheet = len(sure) >= _FEW and named > group.is_plural
    is_sheet = is_sheet or (len(sure) >= _FEW + (not group.is_plural) and said[head].low == "(")
    if not is_named and not (is_sheet and singular(group.words[-1]) not in ENUMS):
        return None
    name = entity_name(words_of(group.words[-1])) if group.is_exact else entity_name(group.words)
    return SaidOfEntity(line, name, is_titled=True, has=tuple(sure), rest=(*rest_of(sure), *left))


def _name_of(said: Sequence[WordToken], head: int) -> tuple[NounGroup | None, bool]:
    """Return the nouns of a title, and whether they are all of it."""
    group = group_at(said[:head], 0) if head else None
    if head == 1 and group is None and said[1].low in _DASHES | {":", "("} and said[0].text[:1].isupper():
        group = NounGroup(0, 1, 0, (said[0].low,))  # "Flat = number, floor": a word that describes as often
    bare = replace(group, determiner="") if group is not None and group.determiner in {"a", "each", "every"} else group
    return group, group is not None and bare is not None and group.end == head and (bare.is_bare or group.is_exact)


def rest_of(listed: Sequence[ListedNoun]) -> tuple[tuple[int, str], ...]:
    """Return what was not understood of the parts of a list, with its places."""
    return tuple((one.at, one.rest) for one in listed if one.rest)


def _is_act_alone(word: str) -> bool:
    return word in READING or (word in VERBS and word not in AMBIGUOUS)


def _is_fieldlike(one: ListedNoun, properties: int) -> bool:
    """Return whether a verb is a name among so many properties: start, end."""
    return properties >= _FEW - 1 or (properties > 0 and one.words[0] in NOUNS_TOO)


def _is_act(one: ListedNoun) -> bool:
    is_moment = len(one.words) == 2 and one.words[1] in {"at", "on", "by"}
    return (one.words[0] in VERBS or one.words[0] in READING) and not (one.is_property or is_moment)


def _title(said: Sequence[WordToken]) -> tuple[int, Sequence[WordToken]]:
    """Return where a title ends, and the tokens of its list; 0 without one."""
    mark = next((at for at, one in enumerate(said) if one.low in {":", "(", "[", *_DASHES}), 0)
    if not mark or said[mark].low != "(":
        return mark, said[mark + 1 :]
    return (mark, said[mark + 1 : -1]) if said[-1].low == ")" else (0, ())


def _parts(
    body: Sequence[WordToken], text: str
) -> tuple[list[ListedNoun], list[ListedNoun | None], tuple[tuple[int, str], ...]]:
    """Return the nouns of a list, all of its parts, and the one of many that was not understood."""
    parts = list(parts_of_list(body))
    listed = [listed_noun(one, text, is_titled=True) for one in parts]
    sure = [one for one in listed if one is not None]
    if len(sure) < _FEW or len(sure) != len(listed) - 1:
        return sure, listed, ()
    strange = parts[listed.index(None)]
    return sure, [*sure], ((strange[0].start, text[strange[0].start : strange[-1].end]),)
