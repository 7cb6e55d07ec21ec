"""JSON that is not one object: a list, or one object per line. Each value with its line, each error
with line and column.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from exporter.importers.support.source import Source
from modeler.core import limits
from modeler.core.documents.file_bounds import check_bounds
from modeler.core.errors import DocumentInvalid

_DIGITS_MAX: Final = 400


def lines_of(source: Source) -> Iterator[tuple[int, Any]]:
    """Yield each line's value with its number from 1; empty lines are skipped. Raises DocumentInvalid
    at the first invalid line.
    """
    for number, line in enumerate(source.text.split("\n"), 1):
        if line.strip():
            yield number, parsed(line, number)


def parsed(text: str, first_line: int = 1) -> Any:
    """Return the value of a text. Raises DocumentInvalid with line and column; `first_line` is where
    the text begins.
    """
    try:
        value = json.loads(text, parse_constant=_constant, parse_int=_bounded_integer)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        place = f"line {line}, column {error.colno}"
        raise DocumentInvalid(
            f"{place}: this is not JSON ({error.msg.lower()}); fix it there, or export the items again",
            path=place,
            code="document.not_json",
        ) from error
    except ValueError as error:
        raise DocumentInvalid(
            f"line {first_line}: this is not JSON: {error}", path=f"line {first_line}", code="document.not_json"
        ) from error
    if "\\u" in text and not _is_storable(value):
        raise DocumentInvalid(
            f"line {first_line}: contains a character that DynamoDB texts cannot hold (a NUL, or half of "
            "a surrogate pair)",
            path=f"line {first_line}",
            code="document.character",
        )
    return value


def is_json(text: str) -> bool:
    """Is a short text a JSON object or list, within the depth limit of files?"""
    if text[:1] not in ("{", "["):
        return False
    try:
        check_bounds(text.encode())
        json.loads(text, parse_int=_bounded_integer)
    except (ValueError, DocumentInvalid):
        return False
    return True


def _bounded_integer(digits: str) -> int:
    if len(digits) > _DIGITS_MAX:
        raise ValueError(f"a number of {len(digits)} digits; DynamoDB stores up to {limits.NUMBER_DIGITS_MAX}")
    return int(digits)


def _constant(word: str) -> Any:
    raise ValueError(f"{word} is not a JSON value; write a number, or null")


def _is_storable(value: Any) -> bool:
    match value:
        case str():
            return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)
        case dict():
            return all(_is_storable(name) and _is_storable(inner) for name, inner in value.items())
        case list():
            return all(map(_is_storable, value))
    return True
