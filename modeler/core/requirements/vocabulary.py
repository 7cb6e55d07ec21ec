"""The names that a design already has, as words: its entities, attributes and the values of enums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.requirements.morphology import id_name, words_of
from modeler.core.values.attribute_values import AttributeType

TIME_FORMATS: Final = frozenset(
    {"date", "iso", "iso_millis", "epoch_seconds", "epoch_millis", "ulid", "ksuid", "uuid7"}
)


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

    @cached_property
    def times(self) -> tuple[Attribute, ...]:
        """Return the attributes that hold a time."""
        return tuple(one for one in self.entity.attributes if one.format in TIME_FORMATS)

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


NOTHING_KNOWN: Final = Vocabulary()
