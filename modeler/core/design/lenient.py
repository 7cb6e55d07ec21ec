"""Reading JSON that may be anything: what is not of the expected shape is as if absent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

NUMBER_MAX: Final = 1e15
"""No count, rate or size is larger, as in the JSON Schema; what is cannot be computed with."""


def number(raw: Any) -> float | None:
    """A number from 0 to NUMBER_MAX, or None."""
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    return float(raw) if 0 <= raw <= NUMBER_MAX else None


def whole(raw: Any) -> int | None:
    """A whole number from 0 to NUMBER_MAX, or None."""
    return int(raw) if isinstance(raw, int) and number(raw) is not None else None


def share(raw: Any) -> float | None:
    """A number from 0 to 1, or None."""
    value = number(raw)
    return value if value is not None and value <= 1 else None


def text(raw: Any) -> str:
    """A text, or ''."""
    return raw if isinstance(raw, str) else ""


def texts(raw: Any) -> tuple[str, ...]:
    """The texts of a list; a text alone is a list of one."""
    if isinstance(raw, str):
        return (raw,)
    return tuple(one for one in raw if isinstance(one, str)) if isinstance(raw, list | tuple) else ()


def mapping(raw: Any) -> Mapping[str, Any]:
    """An object, or an empty one."""
    return raw if isinstance(raw, Mapping) else {}


def mappings(raw: Any) -> tuple[Mapping[str, Any], ...]:
    """The objects of a list."""
    return tuple(one for one in raw if isinstance(one, Mapping)) if isinstance(raw, list | tuple) else ()


def word(raw: Any, known: Collection[str]) -> str:
    """One of the known words, in small letters and without spaces around it, or ''."""
    made = text(raw).strip().lower()
    return made if made in known else ""
