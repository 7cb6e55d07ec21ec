"""The core's frozen values as JSON, field by field: numbers that must stay exact as texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from typing import Any


def plain(value: Any) -> Any:
    """JSON of a value made of frozen dataclasses, mappings, sequences, enums and numbers; Decimal becomes a text."""
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case Decimal():
            return format(value.normalize(), "f")
        case Mapping():
            return {str(plain(name)): plain(member) for name, member in value.items()}
        case list() | tuple():
            return [plain(member) for member in value]
        case set() | frozenset():
            return sorted(plain(member) for member in value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} has no JSON form")
