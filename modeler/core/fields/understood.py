"""What the core understands in settings that may hold anything, and which values in a design it does not use.

A reader in `modeler.core.design` treats what it does not understand as absent, and the document keeps it. So that
nobody relies on it, a rule and the report of an import name it: `misread` finds it by the table of fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from modeler.core.design.lenient import number, share
from modeler.core.design.table_settings import TRAFFIC_SHAPES, read_hours, read_traffic

if TYPE_CHECKING:
    from modeler.core.fields.open_shapes import Open

_SHOWN_MAX: Final = 60
_CLOSE: Final = 0.7
_FLAGS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def nothing_meant(_: Any) -> Any:
    """No value is clearly meant."""
    return None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The values of a setting that the core uses: `text` names them after "is not". `meant` returns the accepted value
    that another one clearly means, or None. `single`: of a list, each member must be one of these.
    """

    text: str
    accepts: Callable[[Any], bool]
    meant: Callable[[Any], Any] = nothing_meant
    single: Accepted | None = None


@dataclass(frozen=True, slots=True)
class Misread:
    """A value that the core does not use. `steps` lead to it from the setting, names and positions; `problem` is a
    predicate: ``"Pool" is not pool or silo``. `meant` is the value to write instead, None if that is not clear.
    """

    steps: tuple[str | int, ...]
    problem: str
    allowed: str
    meant: Any = None

    @property
    def path(self) -> str:
        """The steps as text, to append to the setting's name: ``.roles[0].admin``."""
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps)

    def corrected(self, raw: Any) -> Any:
        """The setting with the value that is meant."""
        return _with(raw, self.steps, self.meant)


def _with(raw: Any, steps: tuple[str | int, ...], value: Any) -> Any:
    match steps:
        case (int(place), *rest):
            return [_with(one, tuple(rest), value) if at == place else one for at, one in enumerate(raw)]
        case (str(name), *rest):
            return {**raw, name: _with(raw[name], tuple(rest), value)}
    return value


def words(*listed: str, more: Collection[str] = ()) -> Accepted:
    """One of some words, in capitals or small letters, or of `more` spellings that are not listed."""
    named = {one.lower(): one for one in listed}
    known = {*named, *map(str.lower, more)}

    def accepts(raw: Any) -> bool:
        return isinstance(raw, str) and _fold(raw) in known

    def meant(raw: Any) -> str | None:
        found = get_close_matches(_fold(raw), named, 1, _CLOSE) if isinstance(raw, str) else []
        return named[found[0]] if found else None

    return Accepted(_alternatives(listed), accepts, meant)


def _fold(raw: str) -> str:
    return raw.strip().lower()


def _alternatives(listed: Collection[str]) -> str:
    *first, last = listed
    return f"{', '.join(first)} or {last}" if first else last


def each_of(word: Accepted, text: str = "") -> Accepted:
    """A word, or a list of words."""

    def accepts(raw: Any) -> bool:
        return all(map(word.accepts, raw)) if isinstance(raw, list | tuple) else word.accepts(raw)

    return Accepted(text or f"{word.text}, or a list of these", accepts, word.meant, word)


def _numeric(raw: Any) -> float | None:
    if not isinstance(raw, str):
        return None
    text = raw.strip()
    percent = text.endswith("%")
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        return None
    return value / 100 if percent else value


def _meant_number(raw: Any) -> float | None:
    value = number(_numeric(raw))
    return None if value is None or str(raw).strip().endswith("%") else int(value) if value.is_integer() else value


def _meant_share(raw: Any) -> float | None:
    return share(_numeric(raw))


def _is_price(raw: Any) -> bool:
    return number(_numeric(raw) if isinstance(raw, str) and not raw.strip().endswith("%") else raw) is not None


FLAG: Final = Accepted(
    "true or false",
    lambda raw: isinstance(raw, bool),
    lambda raw: _FLAGS.get(_fold(raw)) if isinstance(raw, str) else None,
)
NUMBER: Final = Accepted("a number of at least 0", lambda raw: number(raw) is not None, _meant_number)
WHOLE: Final = Accepted(
    "a whole number of at least 0",
    lambda raw: isinstance(raw, int) and number(raw) is not None,
    lambda raw: int(value) if (value := _meant_number(raw)) is not None and float(value).is_integer() else None,
)
SHARE: Final = Accepted("a number from 0 to 1", lambda raw: share(raw) is not None, _meant_share)
PRICE: Final = Accepted("a number of dollars", _is_price)
TEXT: Final = Accepted("text", lambda raw: isinstance(raw, str))
NAMES: Final = each_of(TEXT, "a name or a list of names")
SHAPE: Final = Accepted(
    _alternatives(TRAFFIC_SHAPES), lambda raw: isinstance(raw, str) and read_traffic(raw) is not None
)
HOURS: Final = Accepted("a list of 24 or 168 numbers that are not all 0", lambda raw: bool(read_hours(raw)))
CURVE: Final = Accepted(
    f"{', '.join(TRAFFIC_SHAPES)}, 24 or 168 numbers, or an object with shape or hours",
    lambda raw: read_traffic(raw) is not None,
)
_OBJECT: Final = Accepted("an object", lambda raw: isinstance(raw, Mapping))
_LIST: Final = Accepted("a list", lambda raw: isinstance(raw, list | tuple))


def misread(shape: Open, raw: Any) -> Iterator[Misread]:
    """Every value in an open setting that the core does not use. Members that it does not know are not judged."""
    yield from _within(shape, raw, (), is_list=shape.is_list)


def _within(shape: Open, raw: Any, steps: tuple[str | int, ...], *, is_list: bool) -> Iterator[Misread]:
    # Absent, as null, an empty text, list or object; false is a value.
    if raw is None or raw in ("", [], (), {}):
        return
    if is_list:
        if _LIST.accepts(raw):
            for place, one in enumerate(raw):
                yield from _within(shape, one, (*steps, place), is_list=False)
        else:
            yield from _unlike(_LIST, raw, steps)
        return
    members = _members(shape, raw)
    found = [
        one for name, member in members for one in _within(member, raw[name], (*steps, name), is_list=member.is_list)
    ]
    yield from found
    accepted = shape.accepted or (_OBJECT if shape.members or shape.each else None)
    if not found and accepted and not accepted.accepts(raw):
        yield from _unlike(accepted, raw, steps)
    elif not found and shape.needs and not any(raw.get(name) for name in shape.needs):
        yield Misread(steps, f"it has no {_alternatives(shape.needs)}", _alternatives(shape.needs))


def _members(shape: Open, raw: Any) -> list[tuple[str, Open]]:
    if not isinstance(raw, Mapping):
        return []
    if shape.each is not None:
        return [(name, shape.each) for name in raw]
    return [(name, member) for name, member in shape.members.items() if name in raw]


def _unlike(accepted: Accepted, raw: Any, steps: tuple[str | int, ...]) -> Iterator[Misread]:
    if accepted.single and isinstance(raw, list | tuple):
        for place, one in enumerate(raw):
            if not accepted.single.accepts(one):
                yield from _unlike(accepted.single, one, (*steps, place))
    else:
        yield Misread(steps, f"{shown(raw)} is not {accepted.text}", accepted.text, accepted.meant(raw))


def shown(raw: Any) -> str:
    """A value as JSON, shortened."""
    text = json.dumps(raw, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_MAX else f"{text[: _SHOWN_MAX - 4]} ..."
