"""The type and form of a key, its shape, and the view of a stream.

facts/choices#stream-view, facts/choices#key-format, facts/choices#key-shape; facts/limits#features,
facts/ordering#key-order.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from modeler.core.limits import MIN_DISTINCT
from modeler.core.values.attribute_values import AttributeType

DELIMITER: Final = "#"
"""It sorts before digits and letters, so that a value sorts before the longer ones that start with it.

facts/ordering#key-order.
"""
_DIGITS_MAX: Final = 38
STREAM_HOURS: Final = 24
STREAM_READERS_MAX: Final = 2


class Holds(StrEnum):
    """The content of a key, or of a part of one."""

    ID = "id"
    NUMBER = "number"
    TIME = "time"
    EXPIRY = "expiry"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class KeyNeed:
    """What a key is needed for.

    `shared`: several entities write it, or it has a prefix. `most` is the maximum number including growth, and `signed`
    means that it can be negative. `by_time`: ids must sort by creation time, to the `second` or finer; `strict`: in the
    order of creation across several hosts. `newest_first`: read from the end; `mixed`: one part ascending and another
    descending in one order.
    """

    holds: Holds
    shared: bool = True
    most: int | None = None
    signed: bool = False
    by_time: bool = False
    second: bool = False
    strict: bool = False
    newest_first: bool = False
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class KeyForm:
    """The type of a key attribute, the format of the attribute in it, the format of the reference (`pad(6)`, '' for
    none), whether it is read in descending order, and why.
    """

    type: AttributeType
    format: str
    reference: str = ""
    descending: bool = False
    reason: str = ""


def key_type(need: KeyNeed) -> KeyForm:
    """The form of a key, or of one of its parts. facts/choices#key-format."""
    match need.holds:
        case Holds.EXPIRY:
            return KeyForm(AttributeType.N, "epoch_seconds", reason="TTL reads epoch seconds from a number")
        case Holds.NUMBER:
            return _number(need)
        case Holds.TIME:
            return _time(need)
        case Holds.ID if need.strict:
            digits = _digits(need.most)
            reason = "clocks of several hosts differ; one sequence item gives a strict order"
            return KeyForm(AttributeType.S, "sequence", f"pad({digits})", need.newest_first, reason)
        case Holds.ID if need.by_time:
            form = "ksuid" if need.second else "ulid"
            grain = "second" if need.second else "millisecond, and on one host in the order of creation"
            return KeyForm(AttributeType.S, form, "", need.newest_first, f"unique, and sorted by time to the {grain}")
        case Holds.ID:
            return KeyForm(AttributeType.S, "id", reason="ids are text")
    return KeyForm(
        AttributeType.S, "text", "lower", need.newest_first, "in one case, because upper-case letters sort first"
    )


def _number(need: KeyNeed) -> KeyForm:
    if not need.shared:
        reason = "a number key of one entity sorts by value, including negative numbers"
        return KeyForm(AttributeType.N, "integer", "", need.newest_first, reason)
    if need.signed:
        reason = "negative numbers do not sort as text: use an index with a number element, or an offset"
        return KeyForm(AttributeType.N, "integer", "", need.newest_first, reason)
    digits = _digits(need.most)
    if need.mixed:
        reason = "a read has one direction: a descending part is subtracted from its maximum"
        return KeyForm(AttributeType.S, "integer", f"reverse({digits})", False, reason)
    reason = f"text sorts from the left: {digits} digits fit the largest number"
    return KeyForm(AttributeType.S, "integer", f"pad({digits})", need.newest_first, reason)


def _time(need: KeyNeed) -> KeyForm:
    if need.mixed:
        reason = "a read has one direction: reversed epoch seconds descend while the rest ascends"
        return KeyForm(AttributeType.S, "epoch_seconds", "reverse(10)", False, reason)
    if not need.shared:
        return KeyForm(
            AttributeType.N, "epoch_millis", "", need.newest_first, "a number key sorts epoch times by value"
        )
    reason = "UTC in one precision sorts by time; newest first is a descending read"
    return KeyForm(AttributeType.S, "iso", "iso", need.newest_first, reason)


def _digits(most: int | None) -> int:
    """Digits of the maximum number; twelve if it is unknown."""
    return 12 if most is None else min(len(str(most)), _DIGITS_MAX)


def template_of(prefix: str, parts: Collection[str]) -> str:
    """A key template with the delimiter between its parts, which come from coarse to fine.

    facts/choices#key-format (h).
    """
    return DELIMITER.join((*((prefix,) if prefix else ()), *(f"{{{part}}}" for part in parts)))


class KeyLayout(StrEnum):
    """Which keys a table has, and their content."""

    PARTITION = "partition key"
    PARTITION_AND_SORT = "partition and sort key"
    OVERLOADED = "overloaded keys"


@dataclass(frozen=True, slots=True)
class ChosenLayout:
    """A shape, whether the partition key needs a shard, and why."""

    shape: KeyLayout
    sharded: bool
    reason: str


def key_shape(*, read_together: int = 1, ranges: bool = False, partition_values: float | None = None) -> ChosenLayout:
    """The shape of a table's key. facts/choices#key-shape.

    `read_together`: entities that one request reads; `ranges`: items are listed, ordered or read in ranges;
    `partition_values`: how many values the partition key has, None if unknown.
    """
    sharded = partition_values is not None and partition_values < MIN_DISTINCT
    if read_together > 1:
        shape, reason = (
            KeyLayout.OVERLOADED,
            f"{read_together} entities are read together, so they share one collection",
        )
    elif ranges:
        shape, reason = KeyLayout.PARTITION_AND_SORT, "an entity that is listed or read in ranges needs a sort key"
    else:
        shape, reason = KeyLayout.PARTITION, "single items by id need only a partition key"
    if sharded:
        reason += f"; {partition_values:g} partition key values are too few without a shard"
    return ChosenLayout(shape, sharded, reason)


class Need(StrEnum):
    """What the consumer of a stream needs."""

    KEYS = "keys"
    NEW = "new"
    OLD = "old"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class StreamView:
    """A view type of the stream, whether a Kinesis data stream is needed instead, and why."""

    view: str
    kinesis: bool
    reason: str


_VIEWS: Final = {
    frozenset[Need](): ("KEYS_ONLY", "no consumer needs more than the keys"),
    frozenset({Need.NEW}): ("NEW_IMAGE", "the new state is copied or indexed"),
    frozenset({Need.OLD}): ("OLD_IMAGE", "deleted items are kept; TTL deletes appear as deletes by the service"),
}
_BOTH: Final = ("NEW_AND_OLD_IMAGES", "the old and the new state are compared, or are needed by different consumers")


def stream_view(needs: Collection[Need], readers: int = 1, hours: float = STREAM_HOURS) -> StreamView:
    """What a stream should contain for the `needs` of all its consumers. facts/choices#stream-view.

    `readers`: how many read the table's own stream; `hours`: how far back a reader must be able to start. More than two
    readers, or more than 24 hours, exceed DynamoDB Streams (facts/limits#features).
    """
    wanted = frozenset(needs) - {Need.KEYS}
    view, reason = _VIEWS.get(wanted, _BOTH)
    too_many, too_long = readers > STREAM_READERS_MAX, hours > STREAM_HOURS
    if too_many:
        reason += f"; {readers} readers are more than the {STREAM_READERS_MAX} that a shard supports"
    if too_long:
        reason += f"; {hours:g} hours are more than the {STREAM_HOURS} that a stream keeps"
    return StreamView(view, too_many or too_long, reason)


def view_holds(view: str, need: Need) -> bool:
    """Return whether a view type contains what a consumer needs."""
    match need:
        case Need.NEW:
            return view in {"NEW_IMAGE", "NEW_AND_OLD_IMAGES"}
        case Need.OLD:
            return view in {"OLD_IMAGE", "NEW_AND_OLD_IMAGES"}
        case Need.BOTH:
            return view == "NEW_AND_OLD_IMAGES"
    return True
