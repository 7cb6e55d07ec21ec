"""Requests of an access pattern as code to copy: AWS CLI, boto3 and PartiQL, with the example values. Pure."""

from __future__ import annotations

import base64
import json
import pprint
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.requests import Request

WIDTH: Final = 96
_TOKEN: Final = re.compile(r"[#:][A-Za-z0-9_]+")
_EXISTS: Final = re.compile(r"attribute_(not_)?exists\s*\(([^()]*)\)")
_IN: Final = re.compile(r"\bIN\s*\(([^()]*)\)")
_UPDATE_PART: Final = re.compile(r"\b(SET|REMOVE|ADD|DELETE)\b")
_NOT_IN_PARTIQL: Final = ("if_not_exists",)


@dataclass(frozen=True, slots=True)
class RequestCode:
    """One request in three languages. `partiql` is '' where no statement does the same; `partiql_note` says why, or
    what differs.
    """

    method: str
    cli: str
    boto3: str
    partiql: str
    partiql_note: str


def request_code(request: Request) -> RequestCode:
    """Return the code of one request."""
    arguments = {name: value for name, value in request.arguments.items() if name != "ReturnConsumedCapacity"}
    bare = Request(request.method, arguments)
    try:
        statement, note = _partiql(bare)
    except NotExpressible as reason:
        statement, note = "", reason.message
    return RequestCode(request.method, _cli(bare), _boto3(bare), statement, note)


def _cli(request: Request) -> str:
    command = request.method.replace("_", "-")
    text = json.dumps(request.arguments, indent=2, ensure_ascii=False, default=_base64)
    return f"aws dynamodb {command} --cli-input-json {shlex.quote(text)}"


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode("ascii")


def _boto3(request: Request) -> str:
    # A Query or a Scan returns at most 1 MB: a paginator reads what follows, unless the pattern limits its items.
    is_paged = request.method in ("query", "scan") and "Limit" not in request.arguments
    call = f'client.get_paginator("{request.method}").paginate' if is_paged else f"client.{request.method}"
    lines = [f"    {name}={_python(name, value)}," for name, value in request.arguments.items()]
    body = "\n".join([f"{'pages' if is_paged else 'response'} = {call}(", *lines, ")"])
    tail = '\nitems = [item for page in pages for item in page["Items"]]' if is_paged else ""
    return f'import boto3\n\nclient = boto3.client("dynamodb")\n{body}{tail}\n'


def _python(name: str, value: Any) -> str:
    text = pprint.pformat(value, width=WIDTH, sort_dicts=False)
    return text.replace("\n", "\n" + " " * (len(name) + 5))


def _partiql(request: Request) -> tuple[str, str]:
    make = _STATEMENTS.get(request.method)
    if make is None:
        raise NotExpressible("one PartiQL statement reads or writes one item collection or item, not a batch")
    return make(request.arguments)


def _select(arguments: Mapping[str, Any]) -> tuple[str, str]:
    told = _Told(arguments)
    where = [
        told.condition(arguments[name]) for name in ("KeyConditionExpression", "FilterExpression") if name in arguments
    ]
    where = [*_key(arguments.get("Key", {})), *where]
    paths = told.condition(arguments.get("ProjectionExpression", "*"))
    lines = [f"SELECT {paths}", f"FROM {_home(arguments)}"]
    if where:
        lines.append("WHERE " + "\n  AND ".join(where))
    notes = [f"Set Limit to {arguments['Limit']} in ExecuteStatement."] if "Limit" in arguments else []
    if arguments.get("ConsistentRead"):
        notes.append("Set ConsistentRead in ExecuteStatement.")
    if arguments.get("ScanIndexForward") is False:
        notes.append("Append ORDER BY, the sort key and DESC for the descending order.")
    return "\n".join(lines), " ".join(notes)


def _insert(arguments: Mapping[str, Any]) -> tuple[str, str]:
    condition = str(arguments.get("ConditionExpression", ""))
    if condition and not condition.startswith("attribute_not_exists"):
        raise NotExpressible("INSERT has no condition")
    note = "" if condition else "INSERT rejects an item that exists; PutItem replaces it."
    return f"INSERT INTO {_quoted(arguments['TableName'])}\nVALUE {_literal({'M': arguments['Item']})}", note


def _delete(arguments: Mapping[str, Any]) -> tuple[str, str]:
    where = " AND ".join([*_key(arguments["Key"]), *_guard(arguments)])
    return "\n".join((" ".join(("DELETE FROM", _quoted(arguments["TableName"]))), f"WHERE {where}")), ""


def _update(arguments: Mapping[str, Any]) -> tuple[str, str]:
    text = str(arguments.get("UpdateExpression", ""))
    words = _UPDATE_PART.split(text)
    verbs, bodies = words[1::2], words[2::2]
    if not verbs or {"ADD", "DELETE"} & set(verbs) or any(word in text for word in _NOT_IN_PARTIQL):
        raise NotExpressible("this UpdateExpression has no PartiQL statement that does the same")
    told = _Told(arguments)
    clauses = [
        f"{verb} {told.condition(one.strip())}"
        for verb, body in zip(verbs, bodies, strict=True)
        for one in _at_commas(body)
    ]
    where = " AND ".join([*_key(arguments["Key"]), *_guard(arguments)])
    statement = "\n".join([f"UPDATE {_quoted(arguments['TableName'])}", *clauses, f"WHERE {where}"])
    return statement, "UPDATE rejects an item that does not exist; UpdateItem creates it."


_STATEMENTS: Final[Mapping[str, Callable[[Mapping[str, Any]], tuple[str, str]]]] = {
    "get_item": _select,
    "query": _select,
    "scan": _select,
    "put_item": _insert,
    "delete_item": _delete,
    "update_item": _update,
}


def _guard(arguments: Mapping[str, Any]) -> list[str]:
    condition = arguments.get("ConditionExpression")
    return [_Told(arguments).condition(str(condition))] if condition else []


def _home(arguments: Mapping[str, Any]) -> str:
    index = arguments.get("IndexName")
    return _quoted(arguments["TableName"]) + (f".{_quoted(index)}" if index else "")


def _key(key: Mapping[str, Any]) -> list[str]:
    return [f"{_quoted(name)} = {_literal(value)}" for name, value in key.items()]


class _Told:
    """Expressions of DynamoDB with their names and values written in place, in PartiQL's words."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self._names: Mapping[str, str] = arguments.get("ExpressionAttributeNames", {})
        self._values: Mapping[str, Any] = arguments.get("ExpressionAttributeValues", {})

    def condition(self, text: str) -> str:
        known = _EXISTS.sub(lambda found: f"{found[2].strip()} IS {'' if found[1] else 'NOT '}MISSING", text)
        known = _IN.sub(lambda found: f"IN [{found[1]}]", known)
        return _TOKEN.sub(lambda found: self._of(found[0]), known)

    def _of(self, token: str) -> str:
        if token.startswith("#"):
            return _quoted(self._names.get(token, token))
        return _literal(self._values[token]) if token in self._values else token


def _at_commas(text: str) -> list[str]:
    """The assignments of a clause: commas inside parentheses belong to a function."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(value: Mapping[str, Any]) -> str:
    ((kind, data),) = value.items()
    match kind:
        case "S":
            return _text(data)
        case "N":
            return str(data)
        case "BOOL":
            return "true" if data else "false"
        case "NULL":
            return "null"
        case "L":
            return f"[{', '.join(map(_literal, data))}]"
        case "M":
            return "{" + ", ".join(f"{_text(name)}: {_literal(one)}" for name, one in data.items()) + "}"
        case "SS":
            return f"<<{', '.join(map(_text, data))}>>"
        case "NS":
            return f"<<{', '.join(map(str, data))}>>"
    raise NotExpressible("PartiQL has no literal for a binary value: pass it as a parameter")


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
