"""DynamoDB values: types, numbers, sizes to the byte, order.

An `AttributeValue` keeps the content of a file, even what DynamoDB would reject (an empty set, NULL false, a number of
40 digits): rules report it (`problems`), so nothing is lost on import.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Context, Decimal, DivisionByZero, Inexact, InvalidOperation
from decimal import Overflow as DecimalOverflow
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from modeler.core import limits


class AttributeType(StrEnum):
    """DynamoDB's ten types, by their wire names."""

    S = "S"
    N = "N"
    B = "B"
    BOOL = "BOOL"
    NULL = "NULL"
    M = "M"
    L = "L"
    SS = "SS"
    NS = "NS"
    BS = "BS"


KEY_TYPES = (AttributeType.S, AttributeType.N, AttributeType.B)


class AttributeValue(NamedTuple):
    """One value. `data` by type: S str · N canonical text · B bytes · BOOL, NULL bool · L tuple of values ·
    M tuple of (name, value) sorted by name · SS, NS tuple of str · BS tuple of bytes.
    """

    type: AttributeType
    data: Any


type Item = Mapping[str, AttributeValue]

S, N, B = AttributeType.S, AttributeType.N, AttributeType.B

_NUMBER_CONTEXT = Context(
    prec=400, Emax=999999, Emin=-999999, traps=[InvalidOperation, DivisionByZero, DecimalOverflow]
)
_EXACT = Context(prec=limits.NUMBER_DIGITS_MAX, Emax=999999, Emin=-999999, traps=[Inexact, InvalidOperation])


def string(text: str) -> AttributeValue:
    """An S value."""
    return AttributeValue(S, text)


def number(value: str | int | Decimal) -> AttributeValue:
    """An N value, normalized as DynamoDB does (`1.0` is `1`, `+5` is `5`); text that is not a number is kept as it
    is.
    """
    return AttributeValue(N, normal_number(str(value)))


@lru_cache(maxsize=8192)
def normal_number(text: str) -> str:
    """The canonical text of a number; the text itself if it is not a number.

    facts/limits#items, facts/ordering#key-order.
    """
    if len(text) <= 18 and text.isascii() and text.isdigit() and (text[0] != "0" or len(text) == 1):
        return text
    parsed = as_decimal(text)
    if parsed is None:
        return text
    if parsed == 0:
        return "0"
    digits = parsed.normalize(_NUMBER_CONTEXT)
    if -7 < digits.adjusted() < limits.NUMBER_DIGITS_MAX:
        return format(digits, "f")
    return str(digits)


@lru_cache(maxsize=8192)
def as_decimal(text: str) -> Decimal | None:
    """The exact number of a text, or None (also for NaN, infinities, underscores, blanks and non-ASCII digits)."""
    if not text or len(text) > 400 or text.strip() != text or "_" in text or not text.isascii():
        return None
    try:
        parsed = _NUMBER_CONTEXT.create_decimal(text)
    except (InvalidOperation, DecimalOverflow):
        return None
    return parsed if parsed.is_finite() else None


def number_problem(text: str) -> str | None:
    """DynamoDB's own sentence for a number that it rejects, or None.

    facts/limits#items, facts/table-api#messages (Items).
    """
    parsed = as_decimal(text)
    if parsed is None:
        return f"The parameter cannot be converted to a numeric value: {text}"
    if parsed == 0:
        return None
    digits = parsed.normalize(_NUMBER_CONTEXT)
    if digits.adjusted() > limits.NUMBER_EXPONENT_MAX:
        return "Number overflow. Attempting to store a number with magnitude larger than supported range"
    if digits.adjusted() < limits.NUMBER_EXPONENT_MIN:
        return "Number underflow. Attempting to store a number with magnitude smaller than supported range"
    if len(digits.as_tuple().digits) > limits.NUMBER_DIGITS_MAX:
        return "Attempting to store more than 38 significant digits in a Number"
    return None


@lru_cache(maxsize=8192)
def number_size(text: str) -> int:
    """Bytes of a number by the base-100 rule: 1 for zero, else 1 + digit pairs + sign, at most 21.

    facts/item-sizes#numbers.
    """
    parsed = as_decimal(text)
    if parsed is None or parsed == 0:
        return 1
    digits = parsed.normalize(_NUMBER_CONTEXT)
    length = len(digits.as_tuple().digits)
    pairs = (length + 1) // 2 if digits.adjusted() % 2 else 1 + length // 2
    return min(21, 1 + pairs + (1 if digits < 0 else 0))


def value_size(value: AttributeValue) -> int:
    """Bytes of a value without its name. facts/item-sizes#values."""
    kind, data = value
    match kind:
        case "S":
            return utf8_length(data)
        case "N":
            return number_size(data)
        case "B":
            return len(data)
        case "BOOL" | "NULL":
            return 1
        case "L":
            return 3 + sum(1 + value_size(element) for element in data)
        case "M":
            return 3 + sum(1 + utf8_length(name) + value_size(element) for name, element in data)
        case "NS":
            return sum(number_size(member) for member in data)
        case "SS":
            return sum(utf8_length(member) for member in data)
        case _:
            return sum(len(member) for member in data)


def utf8_length(text: str) -> int:
    """Bytes of a text in UTF-8; half of a surrogate pair, which no stored text has, counts as three."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def item_size(item: Item) -> int:
    """Bytes of an item: names and values. What the 400 KB limit, RCU and WCU count. facts/item-sizes#values."""
    return sum(map(utf8_length, item)) + sum(map(value_size, item.values()))


class _Key(NamedTuple):
    rank: int
    value: Any


def order_key(value: AttributeValue) -> _Key:
    """A sort key in DynamoDB's order: S by UTF-8 bytes, N by number, B by unsigned bytes. facts/ordering#key-order."""
    kind, data = value
    if kind == "S":
        return _Key(0, data.encode("utf-8", "surrogatepass"))
    if kind == "N":
        return _Key(1, as_decimal(data) or Decimal(0))
    return _Key(2, data)


def problems(value: AttributeValue, level: int = 1) -> Iterator[str]:
    """DynamoDB's own sentences for a value that it rejects; none if it accepts it.

    facts/limits#items, facts/table-api#messages (Items).
    """
    kind, data = value
    prefix = "One or more parameter values were invalid: "
    match kind:
        case "N":
            if problem := number_problem(data):
                yield problem
        case "NULL" if data is not True:
            yield prefix + "Null attribute value types must have the value of true"
        case "SS" | "NS" | "BS":
            yield from _set_problems(kind, data, prefix)
        case "L" | "M":
            if level > limits.NESTING_LEVELS_MAX - 1 and data:
                yield (
                    "Nesting Levels have exceeded supported limits: "
                    "Attributes in the item have nested levels beyond supported limit"
                )
                return
            for element in data:
                yield from problems(element if kind == "L" else element[1], level + 1)


def _set_problems(kind: AttributeType, data: tuple[Any, ...], prefix: str) -> Iterator[str]:
    if not data:
        word = {"SS": "An string set  may not be empty", "NS": "An number set  may not be empty"}
        yield prefix + word.get(str(kind), "Binary sets should not be empty")
    elif len(set(data)) != len(data):
        yield f"{prefix}Input collection [{', '.join(map(str, data))}] contains duplicates."
    if kind == "NS":
        yield from filter(None, map(number_problem, data))
