"""The core's frozen values as JSON, field by field: numbers that must stay exact become texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, Final

UNKEPT: Final = re.compile("[\x00\ud800-\udfff]")


def to_json(value: Any) -> Any:
    """JSON of a value made of frozen dataclasses, mappings, sequences, enums and numbers; Decimal becomes a text.

    U+0000 and halves of surrogate pairs, which Postgres cannot store in JSON, become U+FFFD. Raises TypeError for
    others.
    """
    kind: type = type(value)
    return _form_of(kind)(value)


# The writer of each type is determined once: an analysis has tens of thousands of values of a few dozen types.
@cache
def _form_of(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, Enum):
        return _enum
    if issubclass(kind, str):
        return _text
    if kind is type(None) or issubclass(kind, (bool, int, float)):
        return _itself
    if issubclass(kind, Decimal):
        return _decimal
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, (list, tuple)):
        return _sequence
    if issubclass(kind, (set, frozenset)):
        return _unordered
    if is_dataclass(kind):
        return _fields(tuple(field.name for field in fields(kind)))
    raise TypeError(f"{kind.__name__} cannot be represented in JSON")


def _enum(value: Enum) -> Any:
    return value.value


def _text(value: str) -> str:
    return str(value) if value.isascii() and "\0" not in value else UNKEPT.sub("\ufffd", value)


def _itself(value: Any) -> Any:
    return value


def _decimal(value: Decimal) -> str:
    return format(value.normalize(), "f")


def _mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(to_json(name)): to_json(member) for name, member in value.items()}


def _sequence(value: list[Any] | tuple[Any, ...]) -> list[Any]:
    return [to_json(member) for member in value]


def _unordered(value: set[Any] | frozenset[Any]) -> list[Any]:
    return sorted(to_json(member) for member in value)


def _fields(names: tuple[str, ...]) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {name: to_json(getattr(value, name)) for name in names}
