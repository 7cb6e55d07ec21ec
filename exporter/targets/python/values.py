"""Values of a design as Python values of boto3's Table, and their annotations and code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from exporter.targets.support.literals import python_literal
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal

_DIGITS_OF_AN_INT: Final = 18

ANNOTATIONS: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "str",
    AttributeType.N: "Decimal | int",
    AttributeType.B: "bytes",
    AttributeType.BOOL: "bool",
    AttributeType.NULL: "None",
    AttributeType.M: "dict[str, Any]",
    AttributeType.L: "list[Any]",
    AttributeType.SS: "set[str]",
    AttributeType.NS: "set[Any]",
    AttributeType.BS: "set[bytes]",
}
"""The annotation of each type's values in generated code."""


def annotation(kind: AttributeType, values: Iterable[str] = ()) -> str:
    """Return the annotation of a type's values; of a text that has known values, those."""
    known = [python_literal(one) for one in values] if kind is AttributeType.S else []
    return f"Literal[{', '.join(known)}]" if known else ANNOTATIONS[kind]


def native(value: AttributeValue) -> Any:
    """Return a value in the form of boto3's Table. Numbers are int if they are short and whole, else Decimal."""
    kind, data = value
    match kind:
        case "N":
            return _number(data)
        case "L":
            return [native(element) for element in data]
        case "M":
            return {name: native(element) for name, element in data}
        case "SS" | "BS":
            return set(data)
        case "NS":
            return set(map(_number, data))
        case "NULL":
            return None
    return data


def literal(value: AttributeValue) -> str:
    """Return a value as a Python expression."""
    return python_literal(native(value))


def _number(text: str) -> Decimal | int | str:
    parsed = as_decimal(text)
    if parsed is None:
        return text
    is_short = text.lstrip("-").isdigit() and len(text) <= _DIGITS_OF_AN_INT
    return int(text) if is_short else parsed
