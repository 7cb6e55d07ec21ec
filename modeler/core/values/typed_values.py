"""Values as people type and read them: text and numbers as they are, JSON with exact numbers for the rest.

``read_text(full_text(value), value.type) == value`` for every value that DynamoDB accepts (law:
tests/modeler/core/values/test_typed_values.py).
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from modeler.core.errors import Invalid
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number_problem, problems
from modeler.core.values.json_values import from_dynamodb_json

_JSON_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_TAGS: Final = frozenset(map(str, AttributeType))


class _Number(str):
    """A number written digit by digit: JSON has no limit on digits, a float does."""

    __slots__ = ()


def full_text(value: AttributeValue) -> str:
    """A value as it is typed: text and numbers as they are, binary as base64, the rest as JSON with exact numbers."""
    kind, data = value
    match kind:
        case "S" | "N":
            return str(data)
        case "B":
            return base64.b64encode(data).decode("ascii")
        case "BOOL":
            return "true" if data else "false"
        case "NULL":
            return "null"
    return _json(_members(value))


def _members(value: AttributeValue) -> Any:
    kind, data = value
    match kind:
        case "L":
            return [_nested(one) for one in data]
        case "M":
            return {name: _nested(one) for name, one in data}
        case "NS":
            return list(map(_Number, data))
        case "BS":
            return [base64.b64encode(one).decode("ascii") for one in data]
    return list(data)


def _nested(value: AttributeValue) -> Any:
    """A value inside a list or a map: tagged with its type if JSON has none for it."""
    kind, data = value
    match kind:
        case "N":
            return _Number(data)
        case "NULL":
            return None
        case "S" | "BOOL":
            return data
        case "L":
            return _members(value)
        case "M":
            plain = _members(value)
            return {"M": plain} if len(plain) == 1 and next(iter(plain)) in _TAGS else plain
        case "B":
            return {"B": base64.b64encode(data).decode("ascii")}
    return {str(kind): _members(value)}


def _json(raw: Any) -> str:
    match raw:
        case _Number():
            return str(raw) if _JSON_NUMBER.fullmatch(raw) else json.dumps({"N": str(raw)})
        case list():
            return f"[{', '.join(map(_json, raw))}]"
        case dict():
            return (
                f"{{{', '.join(f'{json.dumps(name, ensure_ascii=False)}: {_json(one)}' for name, one in raw.items())}}}"
            )
    return json.dumps(raw, ensure_ascii=False)


def read_text(text: str, kind: AttributeType) -> AttributeValue:
    """The value that a text represents for a type. Raises Invalid with a sentence if it represents none."""
    value = from_dynamodb_json({str(kind): _READERS[kind](text)})
    problem = next(problems(value), None)
    if problem:
        raise Invalid(problem)
    return value


def _number(text: str) -> str:
    problem = number_problem(text.strip())
    if problem:
        raise Invalid(f"{text.strip()[:40] or 'nothing'} is not a number that DynamoDB supports")
    return text.strip()


def _boolean(text: str) -> bool:
    word = text.strip().lower()
    if word not in ("true", "false"):
        raise Invalid(f"{text.strip()[:40] or 'nothing'} is neither true nor false")
    return word == "true"


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_float=_Number, parse_int=_Number, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{text[:40]} is not JSON") from error


def _refused(word: str) -> Any:
    raise ValueError(word)


def _set_of(text: str) -> list[str]:
    members = _parsed(text)
    if not isinstance(members, list) or not all(isinstance(one, str) for one in members):
        raise Invalid("a set is a list of members of one type: [ ... ]")
    return [str(one) for one in members]


def _list(text: str) -> Any:
    raw = _parsed(text)
    if not isinstance(raw, list):
        raise Invalid("a list is written as [ ... ]")
    return [_tagged(one) for one in raw]


def _map(text: str) -> Any:
    raw = _parsed(text)
    if not isinstance(raw, dict):
        raise Invalid('a map is written as { "name": ... }')
    return {name: _tagged(one) for name, one in raw.items()}


def _tagged(raw: Any) -> dict[str, Any]:
    match raw:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": raw}
        case _Number():
            return {"N": str(raw)}
        case str():
            return {"S": raw}
        case list():
            return {"L": [_tagged(one) for one in raw]}
    name, content = next(iter(raw.items())) if len(raw) == 1 else ("", None)
    match name, content:
        case "M", dict():
            return {"M": {inner: _tagged(one) for inner, one in content.items()}}
        case "L", list():
            return {"L": [_tagged(one) for one in content]}
        case _ if name in _TAGS:
            return {name: [str(one) for one in content] if isinstance(content, list) else content}
    return {"M": {inner: _tagged(one) for inner, one in raw.items()}}


_READERS: Final[Mapping[AttributeType, Callable[[str], Any]]] = {
    AttributeType.S: lambda text: text,
    AttributeType.N: _number,
    AttributeType.B: lambda text: text.strip(),
    AttributeType.BOOL: _boolean,
    AttributeType.NULL: lambda text: True,
    AttributeType.SS: _set_of,
    AttributeType.NS: _set_of,
    AttributeType.BS: _set_of,
    AttributeType.L: _list,
    AttributeType.M: _map,
}
