"""Values of a design as those of Python that boto3's Table takes, and as what is written of them in code."""

from __future__ import annotations

from collections.abc import Mapping
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
"""How a value of each type is annotated in generated code."""


def native(value: AttributeValue) -> Any:
    """A value as boto3's Table takes it. Numbers as int where they are short and whole, else as Decimal."""
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
    """A value as a Python expression."""
    return python_literal(native(value))


def _number(text: str) -> Decimal | int | str:
    parsed = as_decimal(text)
    if parsed is None:
        return text
    is_short = text.lstrip("-").isdigit() and len(text) <= _DIGITS_OF_AN_INT
    return int(text) if is_short else parsed
