"""How DynamoDB compares two values: equality of everything, order of S, N and B.

facts/expressions#conditions, facts/ordering#key-order.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal

ORDERED_TYPES: Final = frozenset({AttributeType.S, AttributeType.N, AttributeType.B})
SET_TYPES: Final = frozenset({AttributeType.SS, AttributeType.NS, AttributeType.BS})

_ORDER: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def equal(left: AttributeValue, right: AttributeValue) -> bool:
    """Same type and same content: numbers by value, sets without order, documents all the way down."""
    kind, data = left
    if kind != right[0]:
        return False
    other = right[1]
    match kind:
        case "N":
            return bool(data == other or _number(data) == _number(other))
        case "SS" | "BS":
            return frozenset(data) == frozenset(other)
        case "NS":
            return frozenset(map(_number, data)) == frozenset(map(_number, other))
        case "L":
            return len(data) == len(other) and all(map(equal, data, other))
        case "M":
            mine, yours = dict(data), dict(other)
            return mine.keys() == yours.keys() and all(equal(value, yours[name]) for name, value in mine.items())
    return bool(data == other)


def ordered(sign: str, left: AttributeValue, right: AttributeValue) -> bool:
    """`left sign right` for < <= > >=; false between different types and for types without order."""
    kind = left[0]
    if kind != right[0] or kind not in ORDERED_TYPES:
        return False
    if kind == "N":
        mine, yours = as_decimal(left[1]), as_decimal(right[1])
        return mine is not None and yours is not None and _ORDER[sign](mine, yours)
    # Python orders text by code point and bytes unsigned, which is DynamoDB's order of S and B.
    return _ORDER[sign](left[1], right[1])


def contains(container: AttributeValue, member: AttributeValue) -> bool:
    """A substring, a part of a binary, a member of a set of its type, or an element of a list."""
    kind, data = container
    match kind:
        case "S" | "B":
            return member[0] == kind and member[1] in data
        case "SS" | "BS":
            return f"{member[0]}S" == kind and member[1] in data
        case "NS":
            return member[0] == "N" and _number(member[1]) in map(_number, data)
        case "L":
            return any(equal(element, member) for element in data)
    return False


def size(value: AttributeValue) -> int | None:
    """UTF-16 units of S, bytes of B, elements of a set, list or map; None for N, BOOL and NULL.

    facts/expressions#conditions.
    """
    kind, data = value
    if kind in {"N", "BOOL", "NULL"}:
        return None
    surrogates = sum(character > "\uffff" for character in data) if kind == "S" and not data.isascii() else 0
    return len(data) + surrogates


def _number(text: str) -> Any:
    """The common form of equal numbers; text that is not a number equals only itself."""
    parsed = as_decimal(text)
    return text if parsed is None else parsed
