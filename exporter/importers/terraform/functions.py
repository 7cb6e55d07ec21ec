"""The Terraform functions that are evaluated here: on texts, numbers, lists, and mappings.

Each function declares what it accepts. A value of another kind, in particular one that is unknown, makes the result
unknown; an unknown text within a text makes an `Unresolved` text.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.support.yaml_reading import read_yaml
from modeler.core.errors import DocumentInvalid

_TEXT_MAX: Final = 100_000
_LIST_MAX: Final = 10_000
_VERB: Final = re.compile(r"%(%|0?\d{0,2}d|[svq])")


class UnknownResult(Exception):
    """The result of a function is known only at apply, or is more than these files may produce."""


@dataclass(frozen=True, slots=True)
class TerraformFunction:
    """A function and the kinds of its arguments, one letter each; the last one is repeated after ``*``.

    t a text, n a number, l a list, m a mapping, c a list or a mapping, a anything (also unknown).
    """

    run: Callable[..., Any]
    takes: str

    def __call__(self, values: Sequence[Any]) -> Any:
        """Return the result. Raises Unknown if an argument is not of its kind."""
        kinds = self.takes.removesuffix("*")
        if self.takes.endswith("*"):
            kinds += kinds[-1] * (len(values) - len(kinds))
        if not all(_KINDS[kind](value) for kind, value in zip(kinds, values, strict=False)):
            raise UnknownResult
        return self.run(*values)


_KINDS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "t": lambda value: isinstance(value, str),
    "n": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "l": lambda value: isinstance(value, list),
    "m": lambda value: isinstance(value, Mapping),
    "c": lambda value: isinstance(value, list | Mapping),
    "a": lambda value: True,
}


def has_unknown(*values: Any) -> bool:
    """Is one of the values, or something in it, unknown?"""
    waiting = list(values)
    while waiting:
        one = waiting.pop()
        if isinstance(one, Unresolved):
            return True
        waiting.extend(one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ())
    return False


def _known(*values: Any) -> None:
    if has_unknown(*values):
        raise UnknownResult


def _marked(text: str, *values: Any) -> str:
    """Return the text, marked as not fully known if one of the values is not."""
    if len(text) > _TEXT_MAX:
        raise UnknownResult
    return Unresolved(text) if has_unknown(*values) else text


def _bounded(listed: list[Any]) -> list[Any]:
    if len(listed) > _LIST_MAX:
        raise UnknownResult
    return listed


def _join(mark: str, *lists: list[Any]) -> str:
    pieces = [piece for one in lists for piece in one]
    if any(isinstance(piece, list | Mapping) for piece in pieces):
        raise UnknownResult
    texts = [text_of(piece) for piece in pieces]
    if sum(map(len, texts)) + len(mark) * len(texts) > _TEXT_MAX:
        raise UnknownResult
    return _marked(mark.join(texts), pieces)


def _format(form: str, *values: Any) -> str:
    marks = _VERB.findall(form)
    wanted = [mark for mark in marks if mark != "%"]
    if len(wanted) != len(values) or form.count("%") != len(wanted) + 2 * (len(marks) - len(wanted)):
        raise UnknownResult
    left = iter(values)

    def filled(found: re.Match[str]) -> str:
        verb = found.group(1)
        if verb == "%":
            return "%"
        value = next(left)
        if isinstance(value, list | Mapping):
            raise UnknownResult
        if verb == "q":
            return json.dumps(text_of(value))
        width = verb[:-1]
        if width and not isinstance(value, int):
            raise UnknownResult
        return f"{value:{width}d}" if width else text_of(value)

    return _marked(_VERB.sub(filled, form), form, list(values))


def _replace(text: str, what: str, by: str) -> str:
    if what.startswith("/") or not what or text.count(what) * len(by) + len(text) > _TEXT_MAX:
        raise UnknownResult
    return _marked(text.replace(what, by), text, what, by)


def _substr(text: str, start: int, size: int) -> str:
    _known(text)
    start = start if start >= 0 else max(len(text) + start, 0)
    return text[start:] if size < 0 else text[start : start + size]


def _split(mark: str, text: str) -> list[str]:
    _known(mark, text)
    return _bounded(text.split(mark) if mark else list(text))


def _changed(change: Callable[..., str]) -> TerraformFunction:
    """Return a function of texts whose result is as unknown as its texts."""
    return TerraformFunction(lambda *texts: _marked(change(*texts), *texts), "t*")


def _asked(ask: Callable[[str, str], bool]) -> TerraformFunction:
    def known(text: str, part: str) -> bool:
        _known(text, part)
        return ask(text, part)

    return TerraformFunction(known, "tt")


def _merge(*maps: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for one in maps:
        if one is not None and not isinstance(one, Mapping):
            raise UnknownResult
        made |= one or {}
    return made


def _lookup(held: Mapping[str, Any], name: str, *otherwise: Any) -> Any:
    _known(name)
    if name not in held and not otherwise:
        raise UnknownResult
    return held.get(name, *otherwise)


def _contains(listed: list[Any], value: Any) -> bool:
    if not has_unknown(value) and any(_same(one, value) for one in listed):
        return True
    _known(listed, value)
    return False


def _same(left: Any, right: Any) -> bool:
    """Are two values equal? Numbers and texts compare as texts, as in lists and sets of texts."""
    plain = (str, int, float)
    return text_of(left) == text_of(right) if isinstance(left, plain) and isinstance(right, plain) else left == right


def _compact(listed: list[Any]) -> list[Any]:
    _known(listed)
    return [one for one in listed if one not in ("", None)]


def _flatten(listed: list[Any]) -> list[Any]:
    made: list[Any] = []
    waiting = list(reversed(listed))
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(reversed(one))
        else:
            made.append(one)
    return _bounded(made)


def _distinct(listed: list[Any]) -> list[Any]:
    made: list[Any] = []
    for one in _bounded(listed):
        if one not in made:
            made.append(one)
    return made


def _slice(listed: list[Any], start: int, end: int) -> list[Any]:
    if not 0 <= start <= end <= len(listed):
        raise UnknownResult
    return listed[start:end]


def _element(listed: list[Any], place: int) -> Any:
    return listed[place % len(listed)]


def _one(listed: list[Any]) -> Any:
    if len(listed) > 1:
        raise UnknownResult
    return listed[0] if listed else None


def _range(*bounds: int) -> list[int]:
    numbers = range(*bounds)
    if len(numbers) > _LIST_MAX:
        raise UnknownResult
    return list(numbers)


def _setproduct(*lists: list[Any]) -> list[Any]:
    if math.prod(map(len, lists)) > _LIST_MAX:
        raise UnknownResult
    return [list(one) for one in product(*lists)]


def _sets(combine: Callable[[list[Any], list[Any]], list[Any]]) -> TerraformFunction:
    def combined(first: list[Any], *others: list[Any]) -> list[Any]:
        _known(first, list(others))
        made = first
        for one in others:
            made = combine(made, one)
        return _distinct(_bounded(made))

    return TerraformFunction(combined, "ll*")


def _length(value: Any) -> int:
    if isinstance(value, str):
        _known(value)
    elif not isinstance(value, list | Mapping):
        raise UnknownResult
    return len(value)


def _number(value: Any) -> Any:
    text = text_of(value)
    if value is None:
        return None
    if has_unknown(value) or len(text) >= 20 or not re.fullmatch(r"-?\d+(\.\d+)?", text):
        raise UnknownResult
    return float(text) if "." in text else int(text)


def _boolean(value: Any) -> bool | None:
    if value is None:
        return None
    _known(value)
    known = {"true": True, "false": False}.get(text_of(value))
    if known is None:
        raise UnknownResult
    return known


def _text(value: Any) -> str | None:
    if isinstance(value, list | Mapping):
        raise UnknownResult
    return None if value is None else _marked(text_of(value), value)


def _list_argument(value: Any) -> list[Any] | None:
    if value is not None and not isinstance(value, list):
        raise UnknownResult
    return None if value is None else list(value)


def _json(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"))
    return _marked(text, value) if isinstance(value, str) else _marked(text)


def _from_json(text: str) -> Any:
    _known(text)
    return json.loads(text)


def _from_yaml(text: str) -> Any:
    _known(text)
    if len(text) > _TEXT_MAX:
        raise UnknownResult
    try:
        return read_yaml(text.encode()).value
    except DocumentInvalid as error:
        raise UnknownResult from error


def _decided(listed: list[Any], decides: bool) -> bool:
    """Return whether all (or any) of the booleans are true, where the known ones decide."""
    truths = [None if isinstance(one, Unresolved) else text_of(one) == "true" for one in listed]
    if decides in truths:
        return decides
    _known(listed)
    return not decides


def _extreme(choose: Callable[[Sequence[Any]], Any]) -> TerraformFunction:
    return TerraformFunction(lambda *numbers: choose(numbers), "n*")


FUNCTIONS: Final[Mapping[str, TerraformFunction]] = {
    "join": TerraformFunction(_join, "tl*"),
    "format": TerraformFunction(_format, "ta*"),
    "replace": TerraformFunction(_replace, "ttt"),
    "lower": _changed(str.lower),
    "upper": _changed(str.upper),
    "title": _changed(lambda text: re.sub(r"(?:(?<=\W)|^)\w", lambda found: found.group().upper(), text)),
    "trimspace": _changed(str.strip),
    "trim": _changed(str.strip),
    "trimprefix": _changed(str.removeprefix),
    "trimsuffix": _changed(str.removesuffix),
    "chomp": _changed(lambda text: text.rstrip("\r\n")),
    "substr": TerraformFunction(_substr, "tnn"),
    "split": TerraformFunction(_split, "tt"),
    "startswith": _asked(str.startswith),
    "endswith": _asked(str.endswith),
    "strcontains": _asked(lambda text, part: part in text),
    "tostring": TerraformFunction(_text, "a"),
    "tonumber": TerraformFunction(_number, "a"),
    "tobool": TerraformFunction(_boolean, "a"),
    "jsonencode": TerraformFunction(_json, "a"),
    "jsondecode": TerraformFunction(_from_json, "t"),
    "yamldecode": TerraformFunction(_from_yaml, "t"),
    "merge": TerraformFunction(_merge, "a*"),
    "concat": TerraformFunction(lambda *lists: _bounded(list(chain.from_iterable(lists))), "l*"),
    "lookup": TerraformFunction(_lookup, "mta*"),
    "element": TerraformFunction(_element, "ln"),
    "contains": TerraformFunction(_contains, "la"),
    "compact": TerraformFunction(_compact, "l"),
    "flatten": TerraformFunction(_flatten, "l"),
    "distinct": TerraformFunction(_distinct, "l"),
    "slice": TerraformFunction(_slice, "lnn"),
    "reverse": TerraformFunction(lambda listed: listed[::-1], "l"),
    "sort": TerraformFunction(lambda listed: sorted(map(text_of, listed)), "l"),
    "one": TerraformFunction(_one, "l"),
    "index": TerraformFunction(lambda listed, value: listed.index(value), "la"),
    "range": TerraformFunction(_range, "n*"),
    "zipmap": TerraformFunction(lambda names, values: dict(zip(map(text_of, names), values, strict=True)), "ll"),
    "setproduct": TerraformFunction(_setproduct, "l*"),
    "setunion": _sets(lambda left, right: left + right),
    "setintersection": _sets(lambda left, right: [one for one in left if one in right]),
    "setsubtract": _sets(lambda left, right: [one for one in left if one not in right]),
    "length": TerraformFunction(_length, "a"),
    "keys": TerraformFunction(lambda held: sorted(held), "m"),
    "values": TerraformFunction(lambda held: [held[name] for name in sorted(held)], "m"),
    "toset": TerraformFunction(lambda value: _distinct(value) if (value := _list_argument(value)) else value, "a"),
    "tolist": TerraformFunction(_list_argument, "a"),
    "tomap": TerraformFunction(lambda held: dict(held), "m"),
    "alltrue": TerraformFunction(lambda listed: _decided(listed, decides=False), "l"),
    "anytrue": TerraformFunction(lambda listed: _decided(listed, decides=True), "l"),
    "min": _extreme(min),
    "max": _extreme(max),
    "sum": TerraformFunction(sum, "l"),
    "abs": TerraformFunction(abs, "n"),
    "ceil": TerraformFunction(math.ceil, "n"),
    "floor": TerraformFunction(math.floor, "n"),
    "sensitive": TerraformFunction(lambda value: value, "a"),
    "nonsensitive": TerraformFunction(lambda value: value, "a"),
}
