"""Conditions over items of boto3's Table, with DynamoDB's semantics: types never mix; a missing value differs from
everything and compares with nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from typing import Any


class Absent(Enum):
    """The one value that no item holds: the attribute is missing."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT
_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def at(item: Mapping[str, Any], name: str, *steps: str | int) -> Any:
    """Return what a document path leads to; ABSENT if it leads nowhere."""
    found = item.get(name, ABSENT)
    for step in steps:
        if isinstance(step, str):
            found = found.get(step, ABSENT) if isinstance(found, Mapping) else ABSENT
        else:
            found = found[step] if isinstance(found, list | tuple) and step < len(found) else ABSENT
    return found


def kind(value: Any) -> str:
    """Return DynamoDB's name for the type of a value; '' if it has none."""
    match value:
        case None:
            return "NULL"
        case bool():
            return "BOOL"
        case str():
            return "S"
        case int() | Decimal():
            return "N"
        case list() | tuple():
            return "L"
        case Mapping():
            return "M"
        case set() | frozenset():
            return f"{kind(next(iter(value)))}S" if value else ""
    return "B" if hasattr(value, "__bytes__") else ""


def equal(left: Any, right: Any) -> bool:
    """Same type and same content, at every level."""
    if kind(left) != kind(right) or ABSENT in (left, right):
        return False
    match left:
        case list() | tuple():
            return len(left) == len(right) and all(map(equal, left, right))
        case Mapping():
            return left.keys() == right.keys() and all(equal(value, right[name]) for name, value in left.items())
    return bool(_plain(left) == _plain(right))


def differs(left: Any, right: Any) -> bool:
    """``<>``: also true if one side is missing."""
    return not equal(left, right)


def compares(left: Any, sign: str, right: Any) -> bool:
    """``< <= > >=`` of texts, numbers, and bytes."""
    if kind(left) != kind(right) or kind(left) not in {"S", "N", "B"}:
        return False
    return _SIGNS[sign](_plain(left), _plain(right))


def begins(value: Any, start: Any) -> bool:
    """``begins_with`` of texts and bytes."""
    return kind(value) == kind(start) and kind(value) in {"S", "B"} and bool(_plain(value).startswith(_plain(start)))


def contains(container: Any, member: Any) -> bool:
    """``contains``: a part of a text or of bytes, a member of a set, an element of a list."""
    match kind(container):
        case "S" | "B" as same:
            return kind(member) == same and _plain(member) in _plain(container)
        case "SS" | "NS" | "BS" | "L":
            return any(equal(element, member) for element in container)
    return False


def exists(value: Any) -> bool:
    """``attribute_exists``."""
    return value is not ABSENT


def size(value: Any) -> Any:
    """``size``: UTF-16 units of a text, bytes, elements; ABSENT for a value without a size."""
    match kind(value):
        case "S":
            return len(value) + sum(letter > "\uffff" for letter in value)
        case "B":
            return len(_plain(value))
        case "L" | "M" | "SS" | "NS" | "BS":
            return len(value)
    return ABSENT


def _plain(value: Any) -> Any:
    return bytes(value) if kind(value) == "B" else value
