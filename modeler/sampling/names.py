"""What the name of an attribute says about its values: by its last words, never by letters inside of a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from modeler.sampling.relations import normalized

TELLING_LETTERS = 6
"""A name without separators (`shippingaddress`) is divided before an ending of at least that many letters."""

_EMPTY = frozenset({"name", "names", "number", "no", "value", "text", "code", "field"})


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name: `line`, `number` of `lineNumber`, `line_number` and `LineNumber`, without digits."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return tuple(word for one in re.split(r"[^A-Za-z]+", spaced) if (word := one.lower()))


def name_endings(name: str) -> Iterator[str]:
    """The ends of a name, longest first and joined: `lineitemcount`, `itemcount`, `count`. Last the same without a
    word that says little: `city` of `cityName`.
    """
    words = name_words(name)
    for end in (words, words[:-1] if words and words[-1] in _EMPTY else ()):
        yield from ("".join(end[n:]) for n in range(len(end)))


def by_ending[Kind](name: str, kinds: Mapping[str, Kind]) -> Kind | None:
    """The kind of the longest end of a name that is in `kinds`."""
    for end in name_endings(name):
        for said in (end, end.removesuffix("s")):
            if said in kinds:
                return kinds[said]
    joined = normalized(name)
    if len(name_words(name)) > 1:
        return None
    ends = (joined[n:] for n in range(1, len(joined) - TELLING_LETTERS + 1))
    return next((kinds[end] for end in ends if end in kinds), None)
