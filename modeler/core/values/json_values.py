"""Values in JSON: DynamoDB's own tagged form, and plain JSON for attributes whose type is declared."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from modeler.core.errors import Invalid
from modeler.core.values.attribute_values import AttributeType, AttributeValue, normal_number, number, string

_TYPES = {"S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"}


def from_dynamodb_json(raw: Any, path: str = "") -> AttributeValue:
    """`{"S": "x"}` as a value. Raises Invalid if it is not an AttributeValue (no type or two, wrong JSON type)."""
    if not isinstance(raw, Mapping) or len(raw) != 1:
        raise Invalid('an attribute value is an object with exactly one type, such as {"S": "x"}', path=path)
    kind, data = next(iter(raw.items()))
    if kind not in _TYPES:
        raise Invalid(f"{kind!r} is not one of DynamoDB's types S N B BOOL NULL M L SS NS BS", path=path)
    return AttributeValue(AttributeType(kind), _data_from_json(kind, data, path))


def _data_from_json(kind: str, data: Any, path: str) -> Any:
    match kind, data:
        case "S", str():
            return data
        case "N", str() | int() | float() if not isinstance(data, bool):
            return normal_number(repr(data) if isinstance(data, float) else str(data))
        case "B", str():
            return _bytes(data, path)
        case "BOOL" | "NULL", bool():
            return data
        case "L", list():
            return tuple(from_dynamodb_json(element, f"{path}[{i}]") for i, element in enumerate(data))
        case "M", dict():
            return tuple(sorted((name, from_dynamodb_json(value, f"{path}.{name}")) for name, value in data.items()))
        case "SS", list() if all(isinstance(member, str) for member in data):
            return tuple(data)
        case "NS", list() if all(isinstance(member, str | int) and not isinstance(member, bool) for member in data):
            return tuple(normal_number(str(member)) for member in data)
        case "BS", list() if all(isinstance(member, str) for member in data):
            return tuple(_bytes(member, path) for member in data)
    raise Invalid(f"{type(data).__name__} is not valid content for type {kind}", path=path)


def _bytes(text: str, path: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:  # Also where a character is not ASCII.
        raise Invalid("a binary value must be base64 text", path=path) from error


def to_dynamodb_json(value: AttributeValue) -> dict[str, Any]:
    """A value as DynamoDB's wire JSON; binary as base64."""
    kind, data = value
    match kind:
        case "B":
            return {"B": base64.b64encode(data).decode()}
        case "BS":
            return {"BS": [base64.b64encode(member).decode() for member in data]}
        case "L":
            return {"L": [to_dynamodb_json(element) for element in data]}
        case "M":
            return {"M": {name: to_dynamodb_json(element) for name, element in data}}
        case "SS" | "NS":
            return {str(kind): list(data)}
        case _:
            return {str(kind): data}


def from_plain(raw: Any, kind: AttributeType, path: str = "") -> AttributeValue:
    """Plain JSON as a value of a declared type; DynamoDB JSON is accepted too, and keeps its own type. Raises
    Invalid.
    """
    if isinstance(raw, Mapping) and len(raw) == 1 and next(iter(raw)) in _TYPES:
        return from_dynamodb_json(raw, path)
    match kind:
        case "L" if isinstance(raw, list):
            return AttributeValue(kind, tuple(_guess(element, path) for element in raw))
        case "M" if isinstance(raw, Mapping):
            return AttributeValue(kind, tuple(sorted((name, _guess(value, path)) for name, value in raw.items())))
        case "NULL" if raw is None:
            return AttributeValue(kind, True)
        case "S" | "N" | "B" | "BOOL" | "SS" | "NS" | "BS":
            return AttributeValue(kind, _data_from_json(str(kind), raw, path))
    return _guess(raw, path)


def _guess(raw: Any, path: str) -> AttributeValue:
    match raw:
        case bool():
            return AttributeValue(AttributeType.BOOL, raw)
        case str():
            return string(raw)
        case int() | float():
            return number(str(raw))
        case None:
            return AttributeValue(AttributeType.NULL, True)
        case list():
            return AttributeValue(AttributeType.L, tuple(_guess(element, path) for element in raw))
        case Mapping() if len(raw) == 1 and next(iter(raw)) in _TYPES:
            return from_dynamodb_json(raw, path)
        case Mapping():
            return AttributeValue(AttributeType.M, tuple(sorted((str(k), _guess(v, path)) for k, v in raw.items())))
    raise Invalid(f"{type(raw).__name__} is not a JSON value", path=path)


def to_plain(value: AttributeValue, kind: AttributeType | None) -> Any:
    """Plain JSON if the declared type makes it unambiguous (S, N as text, BOOL, SS, NS), else DynamoDB JSON."""
    if kind == value.type and kind in {"S", "N", "BOOL"}:
        return value.data
    if kind == value.type and kind in {"SS", "NS"}:
        return list(value.data)
    return to_dynamodb_json(value)
