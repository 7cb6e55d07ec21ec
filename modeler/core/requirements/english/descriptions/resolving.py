"""Decides which nouns of descriptions are entities, once all lines were read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.descriptions.listed_nouns import ListedNoun
from modeler.core.requirements.english.descriptions.said import SaidOfEntity
from modeler.core.requirements.english.descriptions.titled import IDS
from modeler.core.requirements.english.words.lexicon import TRAITS, UNITS, words_in
from modeler.core.requirements.morphology import attribute_name, entity_name, id_name, singular
from modeler.core.requirements.rows import AttributeValues, EntityDescription, EntityReference

_VALUES: Final = words_in("name email number phone tag keyword label color language url link image photo remark") | {
    "colour"
}
"""Plain values: an item with many tags has a list of them."""
_EITHER: Final = _VALUES | words_in(
    "ingredient step feature hobby skill category role permission option note interest allergy symptom topic amenity "
    "genre benefit requirement instruction attribute property detail setting preference dimension size privilege "
    "right status day hour time date result file document"
)
"""What can be a list in an item or items of their own."""


def described(
    said: Iterable[SaidOfEntity], names: Collection[str]
) -> tuple[tuple[EntityDescription, ...], tuple[tuple[int, str], ...]]:
    """Return the descriptions, and the parts of lines that were not understood, with the numbers of their lines.
    `names` are the entities that other lines or the design name.
    """
    said = tuple(_whole_names(tuple(said)))
    known = {*names, *(one for each in said for one in _sure_entities(each))}
    found = tuple(_description(one, known) for one in said)
    found += tuple(_back(one, noun) for one in said for noun in one.belongs if noun.is_sure)
    unplaced = ((each, one) for each in said for one in each.has if not each.is_titled and _is_unsure(one, known))
    unknown = ((each, one) for each in said for one in each.has if one.refers and entity_name(one.refers) not in known)
    left = [(one.line, *part) for one in said for part in one.rest]
    left.extend((each.line, one.at, one.text) for each, one in (*unplaced, *unknown))
    return found, tuple((line, text) for line, _, text in sorted(left))


def _whole_names(said: tuple[SaidOfEntity, ...]) -> Iterator[SaidOfEntity]:
    """Yield what lines say with "each job" as the maintenance jobs that the text has, if only these end so."""
    names = {name for one in said if not one.is_short for name in _sure_entities(one)}
    for one in said:
        longer = [name for name in names if name.endswith(one.entity) and name != one.entity]
        is_echo = one.is_short and one.entity not in names and len(longer) == 1
        yield replace(one, entity=longer[0]) if is_echo else one


def _sure_entities(said: SaidOfEntity) -> Iterator[str]:
    """Yield the entities that a line shows by itself: its own, what that belongs to, and what it has several of."""
    yield said.entity
    yield from (entity_name(one.words) for one in said.belongs if not _is_moment(one))
    yield from (entity_name(one.words) for one in said.has if one.is_sure and not _is_plain_list(one))
    yield from (entity_name(one.words) for one in said.consists if one.is_plural and not one.is_property)


def _is_plain_list(one: ListedNoun) -> bool:
    """Return whether a plural is a list of values: tags, "a list of genres"."""
    is_list = one.text.lower().startswith(("a list of ", "a set of "))
    return singular(one.words[-1]) in (_EITHER if is_list else _VALUES)


def _is_unsure(one: ListedNoun, known: Collection[str]) -> bool:
    """Return whether a plural can be an entity or an attribute: "a product has tags"."""
    is_known = entity_name(one.words) in known or one.is_sure or one.is_property
    return one.is_plural and not is_known and singular(one.words[-1]) in _EITHER


def _description(said: SaidOfEntity, known: Collection[str]) -> EntityDescription:
    moments = [one for one in said.belongs if _is_moment(one)]
    attributes, belongs, several = _placed(said, moments, known)
    listed = ((one, attribute_name(one.words)) for one in (*said.has, *moments))
    named = [(one, name) for one, name in listed if name in attributes]
    return EntityDescription(
        said.line,
        said.entity,
        tuple(attributes),
        tuple(belongs),
        tuple(several),
        tuple(name for one, name in named if one.is_unique or name == id_name(said.entity)),
        tuple(AttributeValues(name, one.values) for one, name in named if one.values),
        tuple(name for one, name in named if one.sort == "number"),
        tuple(name for one, name in named if one.sort == "time"),
        tuple(name for one, name in named if one.sort == "flag"),
    )


def _back(said: SaidOfEntity, parent: ListedNoun) -> EntityDescription:
    """Return that a parent has several items too, if each of these belongs to several parents."""
    return EntityDescription(said.line, entity_name(parent.words), has_several=(said.entity,))


def _placed(
    said: SaidOfEntity, moments: Sequence[ListedNoun], known: Collection[str]
) -> tuple[list[str], list[EntityReference], list[str]]:
    """Return the nouns of what a line says: names of attributes, what it belongs to, and what it has several of."""
    attributes: list[str] = []
    parents = (one for one in said.belongs if not (one.is_sure or one.words[-1] in _TIMES or one in moments))
    belongs = [_reference(one.words) for one in parents]
    several = [entity_name(one.words) for one in said.belongs if one.is_sure]
    for one in (*said.has, *said.consists, *moments):
        name = entity_name(one.words)
        if one.words in IDS:
            continue
        if one.refers and entity_name(one.refers) in known:
            belongs.append(EntityReference(entity_name(one.refers), id_name(name)))  # "owner (user)"
        elif id_name(said.entity) == attribute_name(one.words):
            attributes.append(id_name(said.entity))
        elif said.is_titled and (one.is_property or one.is_plural) and (one.is_property or name not in known):
            attributes.append(attribute_name(one.words))  # "Apartment: floor, bedrooms"
        elif not _is_unsure(one, known):
            _place(one, said, known, attributes, belongs, several)
    return attributes, belongs, several


def _place(
    one: ListedNoun,
    said: SaidOfEntity,
    known: Collection[str],
    attributes: list[str],
    belongs: list[EntityReference],
    several: list[str],
) -> None:
    """Put a noun where it belongs: with the several, with the parents or with the attributes."""
    name = entity_name(one.words)
    is_items = one.is_plural and not (one.is_property or _is_plain_list(one))
    if (name in known and name != said.entity and one.is_plural) or is_items:
        several.append(name)
    elif name in known and name != said.entity:
        belongs.append(_reference(one.words))
    elif _names_role(one, known):
        belongs.append(EntityReference(entity_name(one.words[-1:]), id_name(name)))
    else:
        # "Members have names": each of them has one.
        is_each = said.is_plural and one.is_plural and one.words[-1] not in TRAITS
        attributes.append(attribute_name((*one.words[:-1], singular(one.words[-1])) if is_each else one.words))


def _is_moment(one: ListedNoun) -> bool:
    """Return whether a noun is a time and no thing: "takes place at a start time"."""
    return len(one.words) > 1 and one.words[-1] in _MOMENTS and not (one.is_sure or one.is_plural)


_MOMENTS: Final = words_in("date day time timestamp moment")
_TIMES: Final = UNITS.keys() | words_in("period night weekend season")
"""What nothing belongs to: an invoice is for a month."""


def _names_role(one: ListedNoun, known: Collection[str]) -> bool:
    """Return whether a noun is an entity in a role, "a home station"; not "a monthly rent"."""
    is_role = len(one.words) > 1 and not one.is_plural and one.words[0] not in _MEASURING
    return is_role and not one.is_property and entity_name(one.words[-1:]) in known


_MEASURING: Final = words_in("total monthly weekly daily yearly annual net gross average maximum minimum")


def _reference(words: tuple[str, ...]) -> EntityReference:
    name = entity_name(words)
    return EntityReference(name, id_name(name))
