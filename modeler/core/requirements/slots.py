"""The slots of a row and the values that they hold.

A slot has a value, the spans of the text that filled it, and a question if the value is unsure. An attribute of ''
means that the text implies one and does not name it: "newest first" is an order by a time, and which time is a
question.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class Certainty(StrEnum):
    """How a slot was filled."""

    UNDERSTOOD = "understood"
    UNSURE = "unsure"
    EMPTY = "empty"


class Act(StrEnum):
    """What a row does, before anyone decides which call does it. `SAVE` creates an item or replaces it."""

    GET = "get"
    LIST = "list"
    CREATE = "create"
    SAVE = "save"
    UPDATE = "update"
    DELETE = "delete"

    @property
    def is_read(self) -> bool:
        """Return whether it changes nothing."""
        return self in {Act.GET, Act.LIST}


class Aggregate(StrEnum):
    """What a read returns: whole items, some attributes, or a value computed from items."""

    ALL = "all"
    ATTRIBUTES = "attributes"
    COUNT = "count"
    SUM = "sum"
    AVERAGE = "average"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    EXISTS = "exists"


class Comparator(StrEnum):
    """How a condition or a range compares. `UNIQUE`: no other item of the entity has this value."""

    EQUAL = "="
    UNEQUAL = "<>"
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    BETWEEN = "between"
    BEGINS_WITH = "begins_with"
    CONTAINS = "contains"
    EXISTS = "exists"
    MISSING = "missing"
    UNIQUE = "unique"


class Edit(StrEnum):
    """What an update does to an attribute."""

    SET = "set"
    ADD = "add"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters of a row's text, from `start` up to but without `end`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Given:
    """A value that the caller knows: an attribute of the row's entity. `of` is the entity that the value identifies,
    if it is one: "of a customer" is customerId of Customer. `via` is the verb of a relation between the two: "that a
    user follows".
    """

    attribute: str
    of: str = ""
    via: str = ""


@dataclass(frozen=True, slots=True)
class Range:
    """A bounded attribute. `values` are literals ("100", "15 minutes ago", "today"), one for each bound; none where the
    caller gives them.
    """

    attribute: str
    comparison: Comparator
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestedOrder:
    """An attribute by which the items come. `by` is an aggregate if a computed value orders them: "by number of
    orders" is the count of Order.
    """

    attribute: str
    descending: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many items: in all, or on each page."""

    count: int
    is_page: bool = False


@dataclass(frozen=True, slots=True)
class Returned:
    """What comes back. `attributes` are the ones returned or aggregated, `group` those that the aggregate is computed
    for, `period` a unit of time ("day") that it is computed for.
    """

    what: Aggregate
    attributes: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    period: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter of a read or a condition of a write. With `attribute` '', `value` is a state that no attribute was
    named for:
    "that are still available".
    """

    attribute: str
    comparison: Comparator = Comparator.EQUAL
    value: str = ""


@dataclass(frozen=True, slots=True)
class AttributeChange:
    """What an update changes. `value` is a literal; '' where the caller gives it. With `attribute` '', `value` is a
    state that no attribute was named for: "mark as shipped".
    """

    edit: Edit
    attribute: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question: a label, and the values of the slots that it sets, as JSON (`codec`); None empties a
    slot.
    """

    label: str
    sets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """The question about a slot. A person can also fill the slot with something that is not among the choices."""

    text: str
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot[T]:
    """A value, the spans of the text that filled it, and a question if it is unsure. A slot with a question can be
    without a value.
    """

    value: T | None = None
    spans: tuple[Span, ...] = ()
    question: Question | None = None

    @property
    def certainty(self) -> Certainty:
        """Return how it was filled."""
        if self.question is not None:
            return Certainty.UNSURE
        return Certainty.EMPTY if self.value is None else Certainty.UNDERSTOOD


EMPTY: Final[Slot[Any]] = Slot()

NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
"""A literal that is a number without a unit."""
ANY_TIME: Final = "createdAt"
"""The attribute that is proposed where a text implies a time and names none."""
NOW: Final = "now"
"""A value that the caller gives: the time of the request."""
STRONG: Final = "strong"
"""A consistency: strongly consistent. The other is eventual."""
EVENTUAL: Final = "eventual"
CONSISTENCIES: Final = (STRONG, EVENTUAL)
READ_YOUR_WRITE: Final = 0.0
"""A freshness in seconds: a read must see the write before it."""
REPEATED: Final = "at_least_once"
"""A delivery: the same call can arrive again, and must then change nothing."""
TRANSACTION: Final = "transaction"
SEPARATE: Final = "separate"
JOINS: Final = (TRANSACTION, SEPARATE)
"""How the rows of one line belong together."""
