"""The slots of a row as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from modeler.core.arithmetic import plain_number
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    TRANSACTION,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
)

SLOT_LABELS: Final[Mapping[str, str]] = {
    "operation": "Operation",
    "entities": "Entities",
    "given": "Given",
    "range": "Range",
    "order": "Order",
    "limit": "How many",
    "returned": "Returns",
    "condition": "Condition",
    "changes": "Changes",
    "consistency": "Consistency",
    "freshness": "Freshness",
    "rate": "Calls per second",
    "peak": "Peak calls per second",
    "delivery": "Delivery",
    "retention": "Kept for",
    "joined": "Together",
    "restriction": "Not understood",
}
_TIME: Final = "a time"
"""What a range or an order without an attribute is of: the question beside it asks which."""
_STATE: Final = "a state"


def slot_words(row: Row) -> Iterator[tuple[str, str]]:
    """Yield the label of each slot that has a value, and the value as text."""
    for name, slot in row.slots:
        if slot.value is not None and (words := words_of_slot(name, slot.value)):
            yield SLOT_LABELS[name], words


def words_of_slot(name: str, value: Any) -> str:
    """Return the value of a slot as text."""
    if isinstance(value, tuple):
        return ", ".join(words_of_slot(name, one) for one in value)
    return _WORDS[name](value) if name in _WORDS else str(value)


def _given(given: Given) -> str:
    via = f', by "{given.via}"' if given.via else ""
    return given.attribute + (f" of {given.of}{via}" if given.of else "")


def _range(bounded: Range) -> str:
    values = " and ".join(bounded.values) or "a given value"
    return f"{bounded.attribute or _TIME} {_comparison(bounded.comparison)} {values}"


def _order(order: RequestedOrder) -> str:
    by = f"{order.by} of {order.attribute}" if order.by else order.attribute or _TIME
    return f"{by} {'descending' if order.descending else 'ascending'}"


def _limit(limit: Limit) -> str:
    return f"{limit.count} per page" if limit.is_page else str(limit.count)


def _returned(returned: Returned) -> str:
    names = ", ".join(returned.attributes)
    what = {Aggregate.ALL: "everything", Aggregate.ATTRIBUTES: names, Aggregate.EXISTS: "whether there is one"}
    said = what.get(returned.what) or str(returned.what) + (f" of {names}" if names else "")
    each = [*returned.group, *([returned.period] if returned.period else [])]
    return said + (f" for each {' and '.join(each)}" if each else "")


def _condition(condition: Condition) -> str:
    name = condition.attribute or _STATE
    if condition.comparison in {Comparator.EXISTS, Comparator.MISSING, Comparator.UNIQUE}:
        return f"{name} {_comparison(condition.comparison)}"
    return f"{name} {_comparison(condition.comparison)} {condition.value or 'a given value'}"


def _comparison(comparison: Comparator) -> str:
    told = {Comparator.EXISTS: "exists", Comparator.MISSING: "does not exist", Comparator.UNIQUE: "is unique"}
    return told.get(comparison) or str(comparison).replace("_", " ")


def _change(change: AttributeChange) -> str:
    return f"{change.edit} {change.attribute or _STATE}" + (f" to {change.value}" if change.value else "")


_WORDS: Final[Mapping[str, Callable[[Any], str]]] = {
    "given": _given,
    "range": _range,
    "order": _order,
    "limit": _limit,
    "returned": _returned,
    "condition": _condition,
    "changes": _change,
    "freshness": lambda age: f"at most {plain_number(age)} s old" if age else "sees the write before it",
    "rate": plain_number,
    "peak": plain_number,
    "delivery": lambda _: "the same call can arrive again",
    "retention": lambda days: f"{plain_number(days)} days",
    "joined": lambda joined: "one transaction" if joined == TRANSACTION else "separate",
}
