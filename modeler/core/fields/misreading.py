"""Which values in open settings of a design the core does not use, by the table of fields.

The document keeps them. So that nobody relies on them, a rule and the report of an import name them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from modeler.core.fields.open_shapes import Open
from modeler.core.fields.understood import Accepted, alternatives

_SHOWN_MAX: Final = 60
_CLOSE: Final = 0.85
_OBJECT: Final = Accepted("an object", lambda raw: isinstance(raw, Mapping))
_LIST: Final = Accepted("a list", lambda raw: isinstance(raw, list | tuple))


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


def misread(shape: Open, raw: Any) -> Iterator[Misread]:
    """Every value in an open setting that the core does not use. Unknown members are judged only
    where the shape is closed.
    """
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
    if shape.closed and isinstance(raw, Mapping):
        yield from (
            Misread((*steps, str(name)), no_such("member", str(name), shape.members), alternatives(shape.members))
            for name in raw
            if name not in shape.members
        )
    accepted = shape.accepted or (_OBJECT if shape.members or shape.each else None)
    if not found and accepted and not accepted.accepts(raw):
        yield from _unlike(accepted, raw, steps)
    elif not found and shape.needs and not any(raw.get(name) for name in shape.needs):
        yield Misread(steps, f"it has no {alternatives(shape.needs)}", alternatives(shape.needs))


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


def no_such(kind: str, name: str, known: Iterable[str]) -> str:
    """That a name is unknown, with the known one that can be meant."""
    near = meant(name, known)
    return f"there is no such {kind}{f'; {near} is one' if near else ''}"


def meant(name: str, known: Iterable[str]) -> str:
    """Return the known name that an unknown one is close to, '' if none is."""
    listed = list(known)
    within = [one for one in listed if name in one.split("_")]
    return next(iter(within or get_close_matches(name, listed, 1, _CLOSE)), "")


def shown(raw: Any) -> str:
    """A value as JSON, shortened."""
    text = json.dumps(raw, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_MAX else f"{text[: _SHOWN_MAX - 4]} ..."
