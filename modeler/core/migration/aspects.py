"""How two lists of key templates differ: cases, conditions, attributes, their order, shards, formats, literals."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from modeler.core.keys.templates import LiteralText, Reference
from modeler.core.migration.pairs import Shape


class Aspect(StrEnum):
    """One aspect in which a key template has changed."""

    CASES = "cases"
    CONDITION = "condition"
    ATTRIBUTES = "attributes"
    ORDER = "segment order"
    SHARDS = "shard count"
    FORMAT = "format"
    LITERALS = "literal text"


type Case = tuple[str, tuple[Shape | None, ...]]


def aspects_of(before: list[Case], after: list[Case]) -> tuple[Aspect, ...]:
    """The aspects in which the keys of one index differ, each once, in the order of the enumeration."""
    if len(before) != len(after):
        return (Aspect.CASES,)
    found: set[Aspect] = set()
    for (old_when, olds), (new_when, news) in zip(before, after, strict=True):
        if old_when != new_when:
            found.add(Aspect.CONDITION)
        for old, new in zip(olds, news, strict=False):
            found |= set(_differs(old or (), new or ()))
    return tuple(aspect for aspect in Aspect if aspect in found)


def _differs(old: Shape, new: Shape) -> Iterator[Aspect]:
    was, now = _references(old), _references(new)
    names, others = [one.attribute for one in was], [one.attribute for one in now]
    if names != others:
        yield Aspect.ORDER if sorted(names) == sorted(others) else Aspect.ATTRIBUTES
    elif was != now:
        yield from {_format_change(one, other) for one, other in zip(was, now, strict=True) if one != other}
    if [part for part in old if isinstance(part, LiteralText)] != [
        part for part in new if isinstance(part, LiteralText)
    ]:
        yield Aspect.LITERALS


def _references(shape: Shape) -> list[Reference]:
    return [part for part in shape if isinstance(part, Reference)]


def _format_change(old: Reference, new: Reference) -> Aspect:
    names = [call.name for call in old.formats], [call.name for call in new.formats]
    return Aspect.SHARDS if names[0] == names[1] and "shard" in names[0] else Aspect.FORMAT
