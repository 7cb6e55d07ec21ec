"""Reads a line that describes an entity, before it is known which of its nouns are entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import (
    ListedNoun,
    in_parentheses,
    is_plain,
    listed_noun,
    parts_of_list,
    starts_with,
    without_parentheses,
)
from modeler.core.requirements.english.openings import APPLICATIONS
from modeler.core.requirements.english.volumes import volume_line
from modeler.core.requirements.english.words.lexicon import MODALS, TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.english.words.verbs import AMBIGUOUS, READING, VERBS
from modeler.core.requirements.morphology import entity_name, singular, words_of
from modeler.core.requirements.rows import Volume
from modeler.core.requirements.vocabulary import Vocabulary

_HAS: Final = (("has",), ("have",), ("includes",), ("include",), ("stores",), ("store",))
_CONSISTS: Final = tuple(
    tuple(one.split())
    for one in (
        "contains",
        "contain",
        "consists of",
        "consist of",
        "is made of",
        "are made of",
        "comprises",
        "comprise",
    )
)
"""Verbs whose plurals are items: a playlist contains songs."""
_BELONGS: Final = tuple(
    tuple(one.split())
    for one in (
        "belongs to", "belong to", "is part of", "are part of", "is owned by", "are owned by", "is assigned to",
        "are assigned to", "is linked to", "are linked to", "is associated with", "are associated with", "is for",
        "are for", "refers to", "refer to", "references", "reference",
    )
)  # fmt: skip
_IN: Final = (("in",), ("be", "in"), ("belong", "to"), ("be", "part", "of"))
"""After "can": a song can be in many playlists."""
_THERE: Final = (("there", "are"), ("we", "have"), ("we", "store"))
_TITLES: Final = words_in("entity entities tables objects models collections resources nouns")
_SUBJECTS: Final = words_in("a an each every all the our my one any")
IDS: Final = frozenset({("id",), ("identifier",), ("uuid",)})
_NO_NAMES: Final = frozenset((one,) for one in words_in("access right permission chance option ability time need"))
"""Nouns with which "has" says what somebody may or must do: "a member has access"."""
_BUILT: Final = frozenset(entity_name((one,)) for one in APPLICATIONS)
_DASHES: Final = words_in("- – —")


@dataclass(frozen=True, slots=True)
class SaidOfEntity:
    """What one line says of one entity. `rest` are the places and texts of the parts that were not understood."""

    line: int
    entity: str
    is_plural: bool = False
    has: tuple[ListedNoun, ...] = ()
    belongs: tuple[ListedNoun, ...] = ()
    consists: tuple[ListedNoun, ...] = ()
    rest: tuple[tuple[int, str], ...] = ()
    volumes: tuple[Volume, ...] = ()


def said_of_entities(text: str, known: Vocabulary, *, line: int) -> tuple[SaidOfEntity, ...]:
    """Return what a line says of entities; nothing if it is something else."""
    said = tokens(text)
    if (listed := _listed_entities(said, text)) is not None:
        return tuple(SaidOfEntity(line, entity_name(one.words)) for one in listed)
    made = _titled(said, text, line) or _having(said, text, known, line)
    if made is None:
        return ()
    # "The app has members" says that there are members.
    is_built = not made.is_plural and made.entity in _BUILT
    return tuple(_held(made)) if is_built else (made,)


def _held(made: SaidOfEntity) -> Iterator[SaidOfEntity]:
    """Yield the entities that the application has; its other words were not understood."""
    told = (*made.has, *made.belongs, *made.consists)
    entities = [entity_name(one.words) for one in told if one.is_plural and not one.is_property]
    others = tuple((one.at, one.text) for one in told if not one.is_plural or one.is_property)
    for place, name in enumerate(entities):
        yield SaidOfEntity(made.line, name, rest=(*made.rest, *others) if not place else ())


def _listed_entities(said: Sequence[WordToken], text: str) -> list[ListedNoun] | None:
    """Return the entities of "we have customers and orders", "Entities: customer, order"; None for other lines."""
    is_titled = len(said) > 2 and said[0].low in _TITLES and said[1].low == ":"
    start = 2 * any(starts_with(said, 0, one) for one in _THERE) or 2 * is_titled
    if not start:
        return None
    listed = [listed_noun(one, text) for one in parts_of_list(said[start:])]
    sure = [one for one in listed if one is not None and not one.is_sure and (is_titled or one.is_plural)]
    return sure if len(sure) == len(listed) > 1 else None


def _titled(said: Sequence[WordToken], text: str, line: int) -> SaidOfEntity | None:
    """Return what "Book: isbn, title, author" and "Book (isbn, title)" say: bare nouns, one at least usually a
    property.
    """
    head, body = _title(said)
    group = group_at(said[:head], 0) if head else None
    is_name = group is not None and group.end == head and (group.is_bare or group.is_exact)
    if group is None or not is_name or singular(group.words[-1]) in TRAITS or _is_act_alone(group.words[0].lower()):
        return None
    parts = list(parts_of_list(body))
    listed = [listed_noun(without_parentheses(one), text) for one in parts]
    sure = [one for one in listed if one is not None]
    has_articles = any(one.is_sure or one.has_article for one in sure)
    is_list = len(sure) == len(listed) > 1 and not has_articles
    if not is_list or any(_is_act(one) for one in sure):
        return None
    if not any(one.words in IDS or one.words[-1] == "id" or one.is_property for one in sure):
        return None
    name = entity_name(words_of(group.words[-1])) if group.is_exact else entity_name(group.words)
    return SaidOfEntity(line, name, has=tuple(sure), rest=in_parentheses(parts, text))


def _is_act_alone(word: str) -> bool:
    return word in READING or (word in VERBS and word not in AMBIGUOUS)


def _is_act(one: ListedNoun) -> bool:
    return (one.words[0] in VERBS or one.words[0] in READING) and not one.is_property


def _title(said: Sequence[WordToken]) -> tuple[int, Sequence[WordToken]]:
    """Return where a title ends, and the tokens of its list; 0 without one."""
    mark = next((at for at, one in enumerate(said) if one.low in {":", "(", *_DASHES}), 0)
    if not mark or said[mark].low != "(":
        return mark, said[mark + 1 :]
    return (mark, said[mark + 1 : -1]) if said[-1].low == ")" else (0, ())


def _having(said: Sequence[WordToken], text: str, known: Vocabulary, line: int) -> SaidOfEntity | None:
    group = group_at(said, 0, before_verb=True)
    if group is None or not is_plain(group) or group.determiner not in {"", *_SUBJECTS}:
        return None
    verb, start = _verb(said, group)
    parts = list(parts_of_list(said[start:])) if verb is not None else []
    listed = [listed_noun(without_parentheses(one), text) for one in parts]
    sure = [one for one in listed if one is not None]
    if not listed or listed[0] is None or listed[0].words in _NO_NAMES:
        return None
    # "User has role admin" is a check; "User has name, email" tells what a user is.
    is_alone = len(listed) == 1 and not (listed[0].is_sure or listed[0].has_article)
    if is_alone and not group.determiner and not group.is_plural and verb in _HAS:
        return None
    others = [one for one, noun in zip(parts, listed, strict=True) if noun is None]
    volumes, rest = _counted(group, others, text, known, line)
    rest = (*rest, *in_parentheses([one for one in parts if one not in others], text))
    made = SaidOfEntity(line, entity_name(group.words), group.is_plural, rest=rest, volumes=volumes)
    if verb in _CONSISTS:
        return replace(made, consists=tuple(sure))
    return replace(made, belongs=tuple(sure)) if verb in (*_BELONGS, *_IN) else replace(made, has=tuple(sure))


def _verb(said: Sequence[WordToken], group: NounGroup) -> tuple[tuple[str, ...] | None, int]:
    """Return the verb after a noun, and where its objects begin."""
    at = group.end
    is_modal = at < len(said) and said[at].low in MODALS
    verbs = (*_HAS, *_CONSISTS, *(_IN if is_modal else _BELONGS))
    at += is_modal
    found = next((one for one in verbs if starts_with(said, at, one)), None)
    at += len(found or ())
    return found, at + (at < len(said) and said[at].low == ":")


def _counted(
    group: NounGroup, parts: list[Sequence[WordToken]], text: str, known: Vocabulary, line: int
) -> tuple[tuple[Volume, ...], tuple[tuple[int, str], ...]]:
    """Return the numbers of items among parts that are more than a noun ("up to 30 students"), and the other parts with
    their places.
    """
    volumes: list[Volume] = []
    rest: list[tuple[int, str]] = []
    for part in parts:
        said = text[part[0].start : part[-1].end]
        counted, _ = volume_line(f"each {' '.join(group.words)} has {said}", known, line=line)
        volumes.extend(counted)
        rest.extend([] if counted else [(part[0].start, said)])
    return tuple(volumes), tuple(rest)
