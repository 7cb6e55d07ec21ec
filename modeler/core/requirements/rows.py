"""Rows: one access pattern by intent each, with a slot for everything that a sentence can say about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

from modeler.core.requirements.slots import (
    EMPTY,
    Act,
    AttributeChange,
    Condition,
    Given,
    Limit,
    Question,
    Range,
    RequestedOrder,
    Returned,
    Slot,
    Span,
)


@dataclass(frozen=True, slots=True)
class Row:
    """One access pattern by intent.

    `entities` are names: of the design, or proposed (`nouns`). Several entities are read together. `freshness` is the
    age in seconds that a read may have, 0 where it must see the write before it. `rate` and `peak` are calls per
    second. `delivery` is `REPEATED` where the same call can arrive again. `retention` is the number of days after
    which items expire. `joined` is set where one line has several rows: `TRANSACTION` or `SEPARATE`.
    `restriction` has no value: it holds the question about words that filled no slot and can restrict the items.
    `unread` are the spans of words that filled no slot; words without a meaning of their own (articles, "please") are
    not among them.
    """

    text: str
    line: int = 1
    code: str = ""
    operation: Slot[Act] = EMPTY
    entities: Slot[tuple[str, ...]] = EMPTY
    given: Slot[tuple[Given, ...]] = EMPTY
    range: Slot[tuple[Range, ...]] = EMPTY
    order: Slot[tuple[RequestedOrder, ...]] = EMPTY
    limit: Slot[Limit] = EMPTY
    returned: Slot[Returned] = EMPTY
    condition: Slot[tuple[Condition, ...]] = EMPTY
    changes: Slot[tuple[AttributeChange, ...]] = EMPTY
    consistency: Slot[str] = EMPTY
    freshness: Slot[float] = EMPTY
    rate: Slot[float] = EMPTY
    peak: Slot[float] = EMPTY
    delivery: Slot[str] = EMPTY
    retention: Slot[float] = EMPTY
    joined: Slot[str] = EMPTY
    restriction: Slot[str] = EMPTY
    unread: tuple[Span, ...] = ()

    @property
    def slots(self) -> Iterator[tuple[str, Slot[Any]]]:
        """Yield every slot with its name, in the order in which they are shown."""
        for name in SLOTS:
            yield name, getattr(self, name)

    @property
    def questions(self) -> Iterator[tuple[str, Question]]:
        """Yield the open questions, each with the name of its slot."""
        for name, slot in self.slots:
            if slot.question is not None:
                yield name, slot.question

    @property
    def unread_words(self) -> tuple[str, ...]:
        """Return the words that filled no slot."""
        return tuple(span.of(self.text) for span in self.unread)


SLOTS: Final = tuple(one.name for one in fields(Row) if one.name not in {"text", "line", "code", "unread"})
"""The names of the slots, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Volume:
    """How many items of an entity there are, as a line says: in all, or for each item of `parent`. `is_most`: no item
    of the parent has more; otherwise the number is the average.
    """

    line: int
    entity: str
    count: int
    parent: str = ""
    is_most: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    """How many bytes an item of an entity takes, as a line says. `is_most`: no item takes more; otherwise the number is
    the average.
    """

    line: int
    entity: str
    bytes: int
    is_most: bool = False


@dataclass(frozen=True, slots=True)
class EntityReference:
    """An entity, and the attribute that holds its identity."""

    entity: str
    attribute: str


@dataclass(frozen=True, slots=True)
class AttributeValues:
    """An attribute, and all of its values."""

    attribute: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntityDescription:
    """What a line says of an entity: the names of attributes, what each of its items belongs to or refers to, and the
    entities that it has several of. No two items have the same value of an attribute in `unique`. `values` are the
    attributes whose values the line lists; those in `numbers` and `times` hold numbers and times, those in `flags` true
    or false.
    """

    line: int
    entity: str
    attributes: tuple[str, ...] = ()
    belongs_to: tuple[EntityReference, ...] = ()
    has_several: tuple[str, ...] = ()
    unique: tuple[str, ...] = ()
    values: tuple[AttributeValues, ...] = ()
    numbers: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextReading:
    """The rows of a text, and the lines in which nothing was understood: their numbers, from 1, and texts. `volumes`
    are what its lines say about numbers of items, `descriptions` what they say about the entities themselves, `sizes`
    how large their items are.
    """

    rows: tuple[Row, ...] = ()
    not_understood: tuple[tuple[int, str], ...] = ()
    volumes: tuple[Volume, ...] = ()
    descriptions: tuple[EntityDescription, ...] = ()
    sizes: tuple[Size, ...] = ()
