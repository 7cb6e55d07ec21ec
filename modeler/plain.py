"""The core's frozen values as JSON, field by field: numbers that must stay exact as texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, Final

UNKEPT: Final = re.compile("[\x00\ud800-\udfff]")


def plain(value: Any) -> Any:
    """JSON of a value made of frozen dataclasses, mappings, sequences, enums and numbers; Decimal becomes a text.

    U+0000 and halves of surrogate pairs, which Postgres keeps in no JSON, become U+FFFD.
    """
    match value:
        case Enum():
            return value.value
        case str():
            return UNKEPT.sub("\ufffd", value)
        case None | bool() | int() | float():
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
