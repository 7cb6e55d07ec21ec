"""The parts that a stored value names: an id by itself, or ``@`` and an id within a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from modeler.core.design.parts import Json

_REFERENCE: Final = re.compile(r"@([A-Za-z0-9_.:-]+)")


def mentioned(value: Json) -> Iterator[str]:
    """Ids to which a stored value can refer: a text that is an id, and ``@id`` within a text."""
    yield from _texts(value)
    yield from marked(value)


def marked(value: Json) -> Iterator[str]:
    """The same, without texts that are an id: what has a mark is a reference."""
    match value:
        case str():
            yield from (one for found in _REFERENCE.findall(value) for one in _candidates(found))
        case Mapping():
            for name, member in value.items():
                yield from marked(name)
                yield from marked(member)
        case list() | tuple():
            yield from (one for member in value for one in marked(member))


def with_names(text: str, name_of: Callable[[str], str | None]) -> str:
    """A text with the name of each part in place of ``@id``; what `name_of` does not know stays."""

    def name(found: re.Match[str]) -> str:
        for one in _candidates(found[1]):
            known = name_of(one)
            if known is not None:
                return known + found[1][len(one) :]
        return found[0]

    return _REFERENCE.sub(name, text)


def _texts(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            yield from (one for member in value.values() for one in _texts(member))
        case list() | tuple():
            yield from (one for member in value for one in _texts(member))


def _candidates(found: str) -> Iterator[str]:
    """What can be the id, the longest first: a colon or a dot can belong to it, or start a format or a path."""
    yield found
    yield from (found[: cut.start()] for cut in reversed([*re.finditer("[.:]", found)]))
