"""From bytes to parsed JSON, checked before parsing: a hostile file gets a sentence, never a stack trace."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.support.report_lines import Level, ReportLine
from modeler.core import limits
from modeler.core.documents.file_bounds import check_bounds, check_size
from modeler.core.errors import DocumentInvalid

_UNSTORABLE_ESCAPE: Final = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_DIGITS_MAX: Final = 400


def read_json(raw: bytes) -> tuple[Mapping[str, Any], tuple[ReportLine, ...]]:
    """Return the object that a file holds, with a report line for each duplicate member.

    Raises DocumentInvalid with a sentence: over 20 MB, nested deeper than 40, not UTF-8, not JSON (line, column), or
    JSON that is not an object.
    """
    check_bounds(raw)
    return parse_object(read_text(raw))


def read_text(raw: bytes) -> str:
    """Return a file as text, without a byte order mark.

    Raises DocumentInvalid with a sentence: over 20 MB, nested deeper than 40 if it looks like JSON (in other texts,
    quotes and brackets mean other things, and their readers limit the depth), empty, or not UTF-8.
    """
    check_size(raw)
    if raw.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"["):
        check_bounds(raw)
    if not raw.strip():
        raise DocumentInvalid("the file is empty", code="document.empty")
    return _text(raw)


def _place(raw: bytes, position: int) -> tuple[int, int]:
    return raw.count(b"\n", 0, position) + 1, position - raw.rfind(b"\n", 0, position)


def _text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place(raw, error.start)
        raise DocumentInvalid(
            f"line {line}, column {column}: the file is not UTF-8 text; save it as UTF-8 and import it again",
            path=f"line {line}, column {column}",
            code="document.encoding",
        ) from error


def parse_object(text: str) -> tuple[Mapping[str, Any], tuple[ReportLine, ...]]:
    """Like `read_json`, for a text whose size and depth were checked."""
    twice: list[ReportLine] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            repeated = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]
            sentence = "one object has this member more than once; the last value is used"
            twice.append(ReportLine(Level.DROPPED, ", ".join(repeated[:5]), sentence))
        return found

    def whole(digits: str) -> int:
        if len(digits) > _DIGITS_MAX:
            raise ValueError(f"a number of {len(digits)} digits; DynamoDB stores up to {limits.NUMBER_DIGITS_MAX}")
        return int(digits)

    def constant(word: str) -> Any:
        raise ValueError(f"{word} is not a JSON value; write a number, or null")

    try:
        data = json.loads(text, object_pairs_hook=members, parse_constant=constant, parse_int=whole)
    except json.JSONDecodeError as error:
        raise DocumentInvalid(
            f"line {error.lineno}, column {error.colno}: the file is not JSON ({error.msg.lower()}); fix "
            "it there, or export the model again",
            path=f"line {error.lineno}, column {error.colno}",
            code="document.not_json",
        ) from error
    except ValueError as error:
        raise DocumentInvalid(f"the file is not JSON: {error}", code="document.not_json") from error
    if not isinstance(data, Mapping):
        raise _no_object(data)
    if _UNSTORABLE_ESCAPE.search(text):
        _judge_characters(data, "")
    return data, tuple(twice)


def _no_object(data: Any) -> DocumentInvalid:
    words = {"list": "a list", "str": "a text", "NoneType": "null", "bool": "true or false"}
    return DocumentInvalid(
        f"the file is {words.get(type(data).__name__, 'a number')}, but a model is an object; use a "
        "Keysheet design or a NoSQL Workbench model",
        code="document.no_model",
    )


def _judge_characters(data: Any, path: str) -> None:
    match data:
        case str() if "\0" in data or any("\ud800" <= letter <= "\udfff" for letter in data):
            raise DocumentInvalid(
                f"{path or 'the file'} contains a character that DynamoDB texts cannot hold (a NUL, or "
                "half of a surrogate pair); remove it",
                path=path,
                code="document.character",
            )
        case Mapping():
            for name, value in data.items():
                _judge_characters(name, path)
                _judge_characters(value, f"{path}.{name}".lstrip("."))
        case list():
            for index, value in enumerate(data):
                _judge_characters(value, f"{path}[{index}]")
