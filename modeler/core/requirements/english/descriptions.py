"""Lines that say what an entity has or belongs to, and ask for nothing: "a member has a name and an email"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.words.lexicon import MODALS, TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken, tokens
from modeler.core.requirements.english.words.verbs import READING, VERBS
from modeler.core.requirements.morphology import attribute_name, entity_name, id_name, is_plural, singular
from modeler.core.requirements.rows import EntityDescription, EntityReference

_HAS: Final = (
    ("has",), ("have",), ("contains",), ("contain",), ("consists", "of"), ("consist", "of"), ("is", "made", "of"),
    ("are", "made", "of"), ("comprises",), ("comprise",), ("includes",), ("include",),
)  # fmt: skip
_BELONGS: Final = (
    ("belongs", "to"), ("belong", "to"), ("is", "part", "of"), ("are", "part", "of"), ("is", "owned", "by"),
    ("are", "owned", "by"),
)  # fmt: skip
_THERE: Final = (("there", "are"), ("we", "have"), ("we", "store"), ("entities", ":"))
_MANY: Final = tuple(
    tuple(one.split())
    for one in (
        "many", "several", "multiple", "any number of", "one or more", "zero or more", "lots of", "a list of",
        "a set of", "a number of", "one or several",
    )
)  # fmt: skip
_SUBJECTS: Final = words_in("a an each every all the our my one any")
_OBJECTS: Final = words_in("a an one the its their his her exactly own")
_SILENT: Final = words_in("current own optional required mandatory")
"""Adjectives that a name leaves out: the current status."""
_IDS: Final = frozenset({("id",), ("identifier",), ("unique", "id"), ("unique", "identifier")})
_NO_NAMES: Final = frozenset((one,) for one in words_in("access right permission chance option ability time need"))
"""Nouns with which "has" says what somebody may or must do: "a member has access"."""

_VALUES: Final = words_in("names emails numbers phones tags keywords labels colors languages urls links images photos")
"""Plurals of plain values: an item with many tags has a list of them."""


@dataclass(frozen=True, slots=True)
class _Had:
    """One noun of a list: its words, and whether there are several of it. `is_sure`: a word says that."""

    words: tuple[str, ...]
    at: int
    text: str
    is_plural: bool
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class SaidOfEntity:
    """What one line says of one entity, before it is known which nouns are entities. `rest` are its parts that were not
    understood.
    """

    line: int
    entity: str
    is_plural: bool = False
    has: tuple[_Had, ...] = ()
    belongs: tuple[_Had, ...] = ()
    rest: tuple[tuple[int, str], ...] = ()


def said_of_entities(text: str, *, line: int) -> tuple[SaidOfEntity, ...]:
    """Return what a line says of entities; nothing if it is something else."""
    said = tokens(text)
    for opening in _THERE:
        if _starts(said, 0, opening):
            listed = [_had(one, text) for one in _listed(said[len(opening) :])]
            sure = [one for one in listed if one is not None and one.is_plural and not one.is_sure]
            is_whole = len(sure) == len(listed) > 1
            return tuple(SaidOfEntity(line, entity_name(one.words)) for one in sure) if is_whole else ()
    made = _titled(said, text, line) or _having(said, text, line)
    return (made,) if made is not None else ()


def _titled(said: Sequence[WordToken], text: str, line: int) -> SaidOfEntity | None:
    """Return what "Book: isbn, title, author" says: bare nouns, one at least usually a property."""
    mark = next((at for at, one in enumerate(said) if one.low == ":"), 0)
    group = group_at(said[:mark], 0) if mark else None
    if group is None or group.end != mark or not group.is_bare or group.is_exact or _is_property(group.words):
        return None
    listed = [_had(one, text) for one in _listed(said[mark + 1 :])]
    sure = [one for one in listed if one is not None and not one.is_sure]
    is_list = len(sure) == len(listed) > 1 and not any(one.low in _OBJECTS for one in said[mark + 1 :])
    if not is_list or any(one.words[0] in VERBS or one.words[0] in READING for one in sure):
        return None
    is_said = any(one.words in _IDS or one.words[-1] == "id" or _is_property(one.words) for one in sure)
    return SaidOfEntity(line, entity_name(group.words), False, tuple(sure)) if is_said else None


def _having(said: Sequence[WordToken], text: str, line: int) -> SaidOfEntity | None:
    group = group_at(said, 0, before_verb=True)
    if group is None or not _is_plain(group) or group.determiner not in {"", *_SUBJECTS}:
        return None
    at = group.end + (group.end < len(said) and said[group.end].low in MODALS)
    verb = next((one for one in (*_HAS, *_BELONGS) if _starts(said, at, one)), None)
    if verb is None:
        return None
    items = list(_listed(said[at + len(verb) :]))
    listed = [(_had(one, text), (one[0].start, text[one[0].start : one[-1].end])) for one in items]
    sure = [one for one, _ in listed if one is not None]
    if not listed or listed[0][0] is None or sure[0].words in _NO_NAMES:
        return None
    # "User has role admin" is a check; "User has name, email" tells what a user is.
    is_terse = not group.determiner and not group.is_plural and len(sure) == 1 and not sure[0].is_sure
    if is_terse and items[0][0].low not in _OBJECTS:
        return None
    rest = tuple(left for one, left in listed if one is None)
    entity = entity_name(group.words)
    if verb in _BELONGS:
        return SaidOfEntity(line, entity, group.is_plural, (), tuple(sure), rest)
    return SaidOfEntity(line, entity, group.is_plural, tuple(sure), (), rest)


def _listed(said: Sequence[WordToken]) -> Iterator[Sequence[WordToken]]:
    """Yield the parts of a list between its commas and its "and"."""
    start = 0
    for at in range(len(said) + 1):
        if at == len(said) or said[at].low in {",", ";", "and", "&", "plus"}:
            if at > start:
                yield said[start:at]
            start = at + 1


def _had(part: Sequence[WordToken], text: str) -> _Had | None:
    """Return the noun of a part of a list; None if it says more."""
    start = next((len(one) for one in _MANY if _starts(part, 0, one)), 0)
    at = start
    while not start and at < len(part) and part[at].low in _OBJECTS:
        at += 1
    group = group_at(part, at)
    is_noun = group is not None and group.end == len(part) and _is_plain(group, with_states=True)
    if group is None or not is_noun or group.determiner:
        return None
    words = (*(one.word for one in group.states if one.word not in _SILENT), *group.words)
    is_several = is_plural(words[-1]) and at == start
    if (start and not is_several) or any(" " in one for one in words):
        return None
    said = text[part[0].start : part[-1].end]
    return _Had(words, part[0].start, said, is_several, bool(start))


def _starts(said: Sequence[WordToken], at: int, words: tuple[str, ...]) -> bool:
    return tuple(one.low for one in said[at : at + len(words)]) == words


def _is_plain(group: NounGroup, *, with_states: bool = False) -> bool:
    told = (
        group.rank
        or (group.states and not with_states)
        or group.owner
        or group.skipped
        or group.is_exact
        or group.count is not None
    )
    return not told and group.words[0] not in READING


def _is_property(words: tuple[str, ...]) -> bool:
    return singular(words[-1]) in TRAITS


def described(
    said: Iterable[SaidOfEntity], names: Collection[str]
) -> tuple[tuple[EntityDescription, ...], tuple[tuple[int, str], ...]]:
    """Return the descriptions, and the parts of lines that were not understood, with their numbers. `names` are the
    entities that other lines or the design name.
    """
    said = tuple(said)
    sure = {one for each in said for one in _sure_entities(each)}
    known = {*names, *sure}
    found = tuple(_description(one, known) for one in said)
    left = ((one.line, *part) for one in said for part in (*one.rest, *_unplaced(one, known)))
    return found, tuple((line, text) for line, _, text in sorted(left))


def _sure_entities(said: SaidOfEntity) -> Iterator[str]:
    """Yield the entities that a line shows by itself: its own, what that belongs to, and what it has many of."""
    yield said.entity
    yield from (entity_name(one.words) for one in said.belongs)
    yield from (entity_name(one.words) for one in said.has if one.is_sure and one.words[-1] not in _VALUES)


def _unplaced(said: SaidOfEntity, known: Collection[str]) -> Iterator[tuple[int, str]]:
    return ((one.at, one.text) for one in _unsure(said, known))


def _unsure(said: SaidOfEntity, known: Collection[str]) -> Iterator[_Had]:
    """Yield the plurals that can be entities or attributes: "a product has tags"."""
    for one in said.has:
        is_known = entity_name(one.words) in known or one.is_sure or _is_property(one.words)
        if one.is_plural and not is_known:
            yield one


def _description(said: SaidOfEntity, known: Collection[str]) -> EntityDescription:
    attributes: list[str] = []
    belongs = [_reference(one.words) for one in said.belongs]
    several: list[str] = []
    unsure = set(_unsure(said, known))
    for one in said.has:
        name = entity_name(one.words)
        if one in unsure or one.words in _IDS or (one.words[-1] == "id" and name[:-2] in {said.entity, ""}):
            continue
        if name in known and name != said.entity:
            several.extend([name] if one.is_plural else [])
            belongs.extend([] if one.is_plural else [_reference(one.words)])
        elif len(one.words) > 1 and entity_name(one.words[-1:]) in known and not one.is_plural:
            held = entity_name(one.words[-1:])
            belongs.append(EntityReference(held, id_name(entity_name(one.words))))
        else:
            is_each = said.is_plural and one.is_plural  # "members have names": each of them has one
            attributes.append(attribute_name((*one.words[:-1], singular(one.words[-1])) if is_each else one.words))
    return EntityDescription(said.line, said.entity, tuple(attributes), tuple(belongs), tuple(several))


def _reference(words: tuple[str, ...]) -> EntityReference:
    name = entity_name(words)
    return EntityReference(name, id_name(name))
