"""The Terraform functions that are evaluated here: on texts, lists, and mappings, without a file, time, or network.

Each returns None if it cannot determine what Terraform would return; unknown input makes the result an `Unresolved`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of

_TEXT_MAX: Final = 100_000
_VERB: Final = re.compile(r"%(%|[sdvq])")


def _is_known(*values: Any) -> bool:
    return not any(isinstance(value, Unresolved) for value in values)


def _marked(text: str, *values: Any) -> str:
    """Return the text, marked as not fully known if one of the values is not."""
    return text if _is_known(*values) else Unresolved(text)


def _join(mark: str, *lists: list[Any]) -> str | None:
    pieces = [piece for one in lists for piece in one]
    texts = [text_of(piece) for piece in pieces]
    if sum(map(len, texts)) + len(mark) * len(texts) > _TEXT_MAX:
        return None
    return _marked(mark.join(texts), *pieces)


def _format(form: str, *values: Any) -> str | None:
    wanted = [mark for mark in _VERB.findall(form) if mark != "%"]
    if len(wanted) != len(values) or form.count("%") != len(wanted) + 2 * _VERB.findall(form).count("%"):
        return None
    left = iter(values)

    def filled(found: re.Match[str]) -> str:
        if found.group(1) == "%":
            return "%"
        value = next(left)
        return json.dumps(text_of(value)) if found.group(1) == "q" else text_of(value)

    made = _VERB.sub(filled, form)
    return _marked(made, form, *values) if len(made) <= _TEXT_MAX else None


def _replace(text: str, what: str, by: str) -> str | None:
    if what.startswith("/") or not what:
        return None
    made_of = text.count(what) * len(by) + len(text)
    return _marked(text.replace(what, by), text, what, by) if made_of <= _TEXT_MAX else None


def _merge(*maps: Any) -> dict[str, Any] | None:
    made: dict[str, Any] = {}
    for one in maps:
        if one is not None and not isinstance(one, Mapping):
            return None
        made |= one or {}
    return made


def _concat(*lists: list[Any]) -> list[Any] | None:
    return [piece for one in lists for piece in one] if all(isinstance(one, list) for one in lists) else None


def _coalesce(*values: Any) -> Any:
    return next((value for value in values if value not in (None, "")), None)


def _lookup(held: Mapping[str, Any], name: str, *otherwise: Any) -> Any:
    return held.get(name, *otherwise)


def _element(listed: list[Any], place: int) -> Any:
    return listed[place % len(listed)]


def _number(value: Any) -> Any:
    text = text_of(value)
    return int(text) if _is_known(value) and len(text) < 20 and text.lstrip("-").isdecimal() else None


def _json(value: Any) -> str | None:
    text = json.dumps(value, separators=(",", ":"))
    return _marked(text, *([value] if isinstance(value, str) else [])) if len(text) <= _TEXT_MAX else None


def _same(value: Any) -> Any:
    return value


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "join": _join,
    "format": _format,
    "replace": _replace,
    "merge": _merge,
    "concat": _concat,
    "coalesce": _coalesce,
    "try": _coalesce,
    "lookup": _lookup,
    "element": _element,
    "jsonencode": _json,
    "tonumber": _number,
    "lower": lambda text: _marked(text.lower(), text),
    "upper": lambda text: _marked(text.upper(), text),
    "trimspace": lambda text: _marked(text.strip(), text),
    "tostring": lambda value: _marked(text_of(value), value),
    "length": lambda value: len(value) if _is_known(value) else None,
    "keys": lambda held: sorted(held),
    "values": lambda held: [held[name] for name in sorted(held)],
    "toset": lambda listed: list(listed) if isinstance(listed, list) else None,
    "tolist": lambda listed: list(listed) if isinstance(listed, list) else None,
    "tomap": lambda held: dict(held) if isinstance(held, Mapping) else None,
    "distinct": lambda listed: list(dict.fromkeys(listed)),
    "sensitive": _same,
    "nonsensitive": _same,
}
