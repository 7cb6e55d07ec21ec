"""The names that a design already has, as words: its entities, attributes and the values of enums."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.requirements.morphology import id_name, singular, words_of
from modeler.core.values.attribute_values import AttributeType

TIME_FORMATS: Final = frozenset(
    {"date", "iso", "iso_millis", "epoch_seconds", "epoch_millis", "ulid", "ksuid", "uuid7"}
)


LEARNED: Final = "learned-"
"""Begins the id of an entity that other lines of a text name and the design does not have."""


_TIME_WORDS: Final = frozenset({"time", "date", "day", "timestamp"})


def _verb(word: str) -> str:
    """Return a verb without its ending: clos of closes, closing and closed."""
    return re.sub(r"(?:ing|ed|es|s|e)$", "", word) or word


def _is_named_time(attribute: Attribute) -> bool:
    """Return whether the name of a text without a format says that it is a time: startedAt, dueDate, plannedFor."""
    words = words_of(attribute.name)
    is_open = attribute.type is AttributeType.S and not (attribute.format or attribute.values)
    is_planned = len(words) > 1 and words[0] in _PLANNED and words[-1] in {"for", "back", "by"}
    is_end = len(words) > 1 and words[-1] in _TIME_ENDS
    return is_open and (is_end or is_planned or words[-1] in _TIME_NOUNS)


_TIME_ENDS: Final = frozenset({"at", "on", "until", "since", "start", "end", "time", "day"})
_TIME_NOUNS: Final = frozenset({"deadline", "date", "timestamp", "datetime", "expiry"})
_PLANNED: Final = frozenset({"due", "planned", "scheduled", "booked"})
_TIME_TAILS: Final = frozenset({"at", "on", "until", *_TIME_WORDS})
_NUMBER_TAILS: Final = frozenset({"no", "nr", "num", "number", "id", "code"})
_SAID_TAILS: Final = frozenset({"address", "marker", "flag", "field", "value", "number", "code"})


def _core(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a name without the last one, if that only says what kind of value it is."""
    return words[:-1] if words[-1] in _TIME_TAILS | _NUMBER_TAILS | _SAID_TAILS else words


def _is_same_kind(said: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Return whether the last word of a line can mean the last word of a name."""
    if said[-1] in _SAID_TAILS - _NUMBER_TAILS:
        return name[-1] not in _NUMBER_TAILS
    if said[-1] in _NUMBER_TAILS:
        return name[-1] not in _TIME_TAILS
    return (said[-1] in _TIME_TAILS and name[-1] in _TIME_TAILS) or (len(said) > 1 and name[-1] in _TIME_TAILS)


@dataclass(frozen=True)
class KnownEntity:
    """One entity of a design."""

    entity: Entity

    @property
    def name(self) -> str:
        """Return its name."""
        return self.entity.name

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words of its name, in the singular."""
        return words_of(self.entity.name)

    @property
    def is_own(self) -> bool:
        """Return whether the design has it, and not only other lines of a text."""
        return not self.entity.id.startswith(LEARNED)

    @property
    def identity(self) -> tuple[str, ...]:
        """Return the attributes that identify it; its id by the usual name if the design gives none."""
        return self.entity.identity or (id_name(self.name),)

    def attribute(self, name: str) -> Attribute | None:
        """Return the attribute of that name."""
        return self.entity.attribute(name)

    def called(self, words: tuple[str, ...]) -> Attribute | None:
        """Return the attribute that words name: all words of its name, or with "id" after them; None if several
        could be.
        """
        named = [(words_of(one.name), one) for one in self.entity.attributes]
        for wanted in (words, (*words, "id")):
            for name, one in named:
                if name == wanted:
                    return one
        ends = [one for name, one in named if words and name[-len(words) :] == words]
        return ends[0] if len(ends) == 1 else None

    def named(self, words: tuple[str, ...], known: Vocabulary) -> Attribute | None:
        """Return the attribute that words name in a line: that of `called`, unless its first words name another entity
        ("number" is not tableNumber); else the only time of such a name ("end time" is endsAt).
        """
        found = self.called(words)
        if found is not None:
            front = words_of(found.name)[: -len(words)]
            other = known.called(front) if front and known.own else None
            return found if other is None or other is self else None
        is_time = len(words) > 1 and words[-1] in _TIME_WORDS
        same = [one for one in self.times if is_time and _verb(words_of(one.name)[0]) == _verb(words[-2])]
        return same[0] if len(same) == 1 else None

    def spoken(self, words: tuple[str, ...]) -> Attribute | None:
        """Return the attribute that words name as people say it: "warehouse" is warehouseId, "return time" returnAt,
        "card number" cardNo, "last-read marker" lastReadAt; None if several could be.
        """
        core = _core(words)
        found = {one.name: one for one in self.entity.attributes if words_of(one.name) in {words, (*words, "id")}}
        if not found and core:
            found = {
                one.name: one
                for one in self.entity.attributes
                if _core(words_of(one.name)) == core and _is_same_kind(words, words_of(one.name))
            }
        return next(iter(found.values())) if len(found) == 1 else None

    @cached_property
    def times(self) -> tuple[Attribute, ...]:
        """Return the attributes that hold a time: by their format, else by their name."""
        return tuple(one for one in self.entity.attributes if one.format in TIME_FORMATS or _is_named_time(one))

    def states(self, word: str) -> Iterable[tuple[Attribute, str]]:
        """Yield the attributes that have a word as one of their values, with the value: open is OPEN of status."""
        for one in self.entity.attributes:
            for value in one.values:
                if words_of(value) == words_of(word):
                    yield one, value

    def flag(self, word: str) -> Attribute | None:
        """Return the BOOL attribute of that name: paid, isPaid."""
        for one in self.entity.attributes:
            if one.type is AttributeType.BOOL and words_of(one.name)[-1:] == (word,):
                return one
        return None


_ENTRIES: Final = frozenset({"entry", "item", "record", "log", "event", "line"})
"""Words that end the name of what is kept about something."""


@dataclass(frozen=True)
class Vocabulary:
    """The entities of a design; empty for a design that has none. `relations` are its parents and children."""

    entities: tuple[KnownEntity, ...] = ()
    relations: frozenset[tuple[str, str]] = frozenset()

    @staticmethod
    def of(design: Design) -> Vocabulary:
        """Return the vocabulary of all tables."""
        relations = frozenset((one.parent, one.child) for one in design.relations)
        return Vocabulary(tuple(KnownEntity(entity) for _, entity in design.entities()), relations)

    @cached_property
    def _by_name(self) -> dict[str, KnownEntity]:
        return {one.name: one for one in reversed(self.entities)}

    @cached_property
    def _by_words(self) -> dict[tuple[str, ...], KnownEntity]:
        return {one.words: one for one in reversed(self.entities)}

    def entity(self, name: str) -> KnownEntity | None:
        """Return the entity of that name."""
        return self._by_name.get(name)

    def called(self, words: tuple[str, ...]) -> KnownEntity | None:
        """Return the entity whose name has exactly these words (in the singular)."""
        return self._by_words.get(words)

    @cached_property
    def own(self) -> tuple[KnownEntity, ...]:
        """Return the entities that the design has."""
        return tuple(one for one in self.entities if one.is_own)

    @cached_property
    def _heads(self) -> dict[str, KnownEntity]:
        attributes = {words_of(each.name) for one in self.own for each in one.entity.attributes}
        heads = [one.words[-1] for one in self.own]
        return {
            one.words[-1]: one
            for one in self.own
            if heads.count(one.words[-1]) == 1 and (one.words[-1],) not in attributes
        }

    def headed(self, word: str) -> KnownEntity | None:
        """Return the design's only entity whose name ends with a word that names no attribute: the request of
        SongRequest.
        """
        return self._heads.get(word)

    def recorded(self, words: tuple[str, ...]) -> KnownEntity | None:
        """Return the design's only entity of entries about something: WeightEntry of weight, StockItem of stock."""
        plain = tuple(map(singular, words))
        found = [one for one in self.own if one.words[:-1] == plain and one.words[-1] in _ENTRIES]
        return found[0] if len(found) == 1 else None


NOTHING_KNOWN: Final = Vocabulary()
