"""Reads a line that describes an entity, before it is known which of its nouns are entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from modeler.core.requirements.english.descriptions.counts import counted
from modeler.core.requirements.english.descriptions.keeping import kept
from modeler.core.requirements.english.descriptions.listed_nouns import (
    ListedNoun,
    listed_noun,
    parts_of_list,
    starts_with,
)
from modeler.core.requirements.english.descriptions.predicates import (
    Predicate,
    Relating,
    predicates,
    with_each,
)
from modeler.core.requirements.english.descriptions.rephrased import (
    both,
    hierarchy,
    unique_property,
    with_children,
    without_scopes,
)
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.descriptions.titled import TITLES, rest_of
from modeler.core.requirements.english.descriptions.titled import titled as titled_list
from modeler.core.requirements.english.descriptions.value_lists import listed_values
from modeler.core.requirements.english.openings import APPLICATIONS
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.morphology import entity_name, singular, words_of
from modeler.core.requirements.rows import Volume
from modeler.core.requirements.vocabulary import Vocabulary

_THERE: Final = (("there", "are"), ("we", "have"), ("we", "store"))
_NO_NAMES: Final = frozenset((one,) for one in words_in("access right permission chance option ability time need"))
"""Nouns with which "has" says what somebody may or must do: "a member has access"."""
_BUILT: Final = frozenset(entity_name((one,)) for one in APPLICATIONS)
_LISTED_LEAST: Final = 2


def said_of_tokens(
    said: Sequence[WordToken], text: str, known: Vocabulary, *, line: int, about: str = ""
) -> tuple[SaidOfEntity, ...]:
    """Return what a plain sentence says of entities; nothing if it is something else. `about` is the entity that the
    sentence before it describes.
    """
    if (listed := _listed_entities(said, text)) is not None:
        return tuple(SaidOfEntity(line, entity_name(one.words)) for one in listed)
    if levels := hierarchy(said, line):
        return levels
    titled = (
        listed_values(said, text, line)
        or unique_property(said, text, line)
        or titled_list(said, text, line)
        or kept(said, text, line, about)
    )
    made = (titled,) if titled is not None else _of_each(said, text, known, line, about)
    # "The app has members" says that there are members.
    return tuple(told for one in made for told in (_held(one) if _is_application(said, one) else (one,)))


def _is_application(said: Sequence[WordToken], one: SaidOfEntity) -> bool:
    """Return whether a line speaks of what is built: "the site has members"; "a site" is one of several."""
    is_item = any(before.low in _ONE_OF and entity_name((after.low,)) == one.entity for before, after in pairwise(said))
    return not one.is_plural and one.entity in _BUILT and not is_item


_ONE_OF: Final = words_in("a an each every one")


def _of_each(
    said: Sequence[WordToken], text: str, known: Vocabulary, line: int, about: str
) -> tuple[SaidOfEntity, ...]:
    """Return what a sentence says of each of its subjects; nothing unless it says something of all of them."""
    if (listed := _with_list(said, text, known, line, about)) is not None:
        return listed
    told = [tuple(_having(one, text, known, line, about)) for one in both(said)]
    return tuple(one for each in told for one in each) if all(told) else ()


def _with_list(
    said: Sequence[WordToken], text: str, known: Vocabulary, line: int, about: str
) -> tuple[SaidOfEntity, ...] | None:
    """Return what "a lease connects a tenant with a flat: begin, end, rent" says: the list is of the subject."""
    mark = next((at for at, one in enumerate(said) if one.low in {":", "("}), 0)
    told = predicates(said[:mark], about=words_of(about)) if mark and said[mark].low == ":" else ()
    if not told or any(one.kind is not Relating.BELONGS for one in told):
        return None
    listed = [listed_noun(one, text, is_titled=True) for one in parts_of_list(said[mark + 1 :])]
    sure = [one for one in listed if one is not None]
    made = tuple(_having(said[:mark], text, known, line, about))
    if not made or len(sure) < len(listed) or len(sure) < _LISTED_LEAST:
        return None
    return *made, SaidOfEntity(line, made[0].entity, is_titled=True, has=tuple(sure), rest=rest_of(sure))


def _held(made: SaidOfEntity) -> Iterator[SaidOfEntity]:
    """Yield the entities that the application has; its other words were not understood."""
    told = (*made.has, *made.belongs, *made.consists)
    entities = [entity_name(one.words) for one in told if one.is_plural and not one.is_property]
    others = tuple((one.at, one.text) for one in told if not one.is_plural or one.is_property)
    for place, name in enumerate(entities):
        yield SaidOfEntity(made.line, name, rest=(*made.rest, *others) if not place else ())


def _listed_entities(said: Sequence[WordToken], text: str) -> list[ListedNoun] | None:
    """Return the entities of "we have customers and orders", "Entities: customer, order"; None for other lines."""
    is_titled = len(said) > 2 and said[0].low in TITLES and said[1].low == ":"
    start = 2 * any(starts_with(said, 0, one) for one in _THERE) or 2 * is_titled
    if not start:
        return None
    listed = [listed_noun(one, text) for one in parts_of_list(said[start:])]
    sure = [one for one in listed if one is not None and not one.is_sure and (is_titled or one.is_plural)]
    return sure if len(sure) == len(listed) > 1 else None


def _having(said: Sequence[WordToken], text: str, known: Vocabulary, line: int, about: str) -> Iterator[SaidOfEntity]:
    """Yield what each predicate of a sentence tells about an entity; nothing if the first one is not understood."""
    told = predicates(said, about=words_of(about))
    for place, each in enumerate(told):
        bare, scopes = without_scopes(each.objects)
        one = replace(each, objects=bare)
        children = tuple(with_children(one.objects, text, line, singular_of(one)))
        if children and one.kind is Relating.HAS:
            yield from _with_children(one, children, text, known, line)
            continue
        objects, of_each = with_each(one.objects)
        made = _predicate(replace(one, objects=objects), text, known, line)
        if made is None and not place:
            return
        if made is None or not one.objects:
            if one.objects:
                rest = ((one.objects[0].start, text[one.objects[0].start : one.objects[-1].end]),)
                yield SaidOfEntity(line, entity_name(one.subject.words), rest=rest)
            continue
        beside = ((one.beside[0].start, text[one.beside[0].start : one.beside[-1].end]),) if one.beside else ()
        yield replace(made, belongs=(*made.belongs, *scopes), rest=(*made.rest, *beside))
        last = _last_of(made)
        if of_each and last:
            listed = [listed_noun(part, text) for part in parts_of_list(of_each)]
            nouns = tuple(noun for noun in listed if noun is not None)
            left = ((of_each[0].start, text[of_each[0].start : of_each[-1].end]),) if len(nouns) < len(listed) else ()
            yield SaidOfEntity(line, last, has=nouns if not left else (), rest=left or rest_of(nouns))


def singular_of(one: Predicate) -> str:
    """Return the words of a subject in the singular."""
    return " ".join((*one.subject.words[:-1], singular(one.subject.words[-1])))


def _with_children(
    one: Predicate, children: Sequence[SaidOfEntity], text: str, known: Vocabulary, line: int
) -> Iterator[SaidOfEntity]:
    """Yield what a predicate says of its subject, whose objects have properties of their own, and these."""
    listed: list[ListedNoun] = []
    rest: list[tuple[int, str]] = []
    volumes: list[Volume] = []
    for part in parts_of_list(one.objects):
        bare = part[: next((at for at, token in enumerate(part) if token.low in {"(", ":"}), len(part))]
        noun = listed_noun(bare, text)
        if noun is not None:
            listed.append(noun)
        else:
            numbers, left = counted(one.subject, [bare], text, known, line)
            volumes.extend(numbers)
            rest.extend(left)
        if any(token.low == ":" for token in part):
            break
    singles = {each.entity for each in children if each.belongs}
    has = tuple(noun for noun in listed if entity_name(noun.words) not in singles)
    name, is_many = entity_name(one.subject.words), one.subject.is_plural
    yield SaidOfEntity(line, name, is_many, has=has, rest=tuple(rest), volumes=tuple(volumes))
    for each in children:
        parents = tuple(replace(noun, words=one.subject.words) for noun in each.belongs)
        yield replace(each, belongs=parents)


def _last_of(made: SaidOfEntity) -> str:
    """Return the entity that the last object of a predicate is, if there are several of it."""
    if made.volumes:
        return made.volumes[-1].entity
    last = (*made.has, *made.consists)[-1:]
    return entity_name(last[0].words) if last and (last[0].is_plural or last[0].has_article) else ""


def _predicate(one: Predicate, text: str, known: Vocabulary, line: int) -> SaidOfEntity | None:
    group, belongs = one.subject, one.kind is Relating.BELONGS
    parts = list(parts_of_list(one.objects, with_prepositions=belongs))
    listed = [listed_noun(part, text) for part in parts]
    sure = [noun for noun in listed if noun is not None]
    others = [part for part, noun in zip(parts, listed, strict=True) if noun is None]
    volumes, rest = counted(group, others, text, known, line)
    if not listed or (listed[0] is None and not volumes) or (len(listed) == 1 and sure and sure[0].words in _NO_NAMES):
        return None
    # "A user views many posts on a phone" is more than a number of items.
    if not one.is_known and (rest or not (volumes or sure)):
        return None
    # "User has role admin" is a check; "User has name, email" tells what a user is.
    is_alone = len(listed) == 1 and sure and not (sure[0].is_sure or sure[0].has_article)
    if is_alone and not group.determiner and not group.is_plural and one.kind is Relating.HAS:
        return None
    sure = list(_each_many(sure)) if one.kind is Relating.HAS else sure
    made = SaidOfEntity(line, entity_name(group.words), group.is_plural, rest=(*rest, *rest_of(sure)), volumes=volumes)
    if one.kind is Relating.CONSISTS:
        return replace(made, consists=tuple(sure))
    if one.kind is Relating.IDENTIFIED:
        return replace(made, has=tuple(replace(noun, is_unique=True) for noun in sure))
    return replace(made, belongs=tuple(sure)) if belongs else replace(made, has=tuple(sure))


def _each_many(listed: Sequence[ListedNoun]) -> Iterator[ListedNoun]:
    """Yield nouns; "many" counts for the plurals after it too: "owns multiple lists and campaigns"."""
    is_many = False
    for one in listed:
        is_many = one.is_sure or (is_many and one.is_plural and not one.has_article)
        yield replace(one, is_sure=is_many)
