"""Relations as diagrams have them: "Student n:m Course", "Order 1:n Order line", "many to many between A and B"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import CountedAmount, Phrases, phrase_at, phrases
from modeler.core.requirements.english.composed.facts import Facts
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.things import Thing, thing_at
from modeler.core.requirements.english.words.tokens import WordToken

_BOTH: Final = phrases("n : m|m : n|n : n|* : *|many to many|many-to-many|m - n|n - m|is many to many with")
_MANY: Final = phrases("1 : n|1 : *|one to many|one-to-many|1 - n|1 : m|1 - *|has many|is one to many with")
_ONE: Final = phrases("n : 1|* : 1|many to one|many-to-one|m : 1|n - 1|is many to one with")
_SILENT: Final = frozenset({":", ",", "(", ")", "is", "are", "relationship", "relation", "a", "with", "=", "related"})
_JOINTS: Final = frozenset({"and", "to", "with", "-", "–", "/", "<", ">", "→", "between", "from"})


def cardinalities(state: State, said: Sequence[WordToken]) -> bool:
    """Read pairs of entities with the kind of their relation between, before or behind them; nothing if a part between
    commas is anything else.
    """
    ends = [at for at, one in enumerate(said) if one.low in {",", ";"}]
    parts = [said[start:end] for start, end in zip([0, *(at + 1 for at in ends)], [*ends, len(said)], strict=True)]
    if not any(phrase_at(said, at, kind) for at in range(len(said)) for kind in (_BOTH, _MANY, _ONE)):
        return False
    pairs = [_pair(one) for one in parts]
    for one in pairs:
        if one is not None:
            _add(state.facts, *one)
    for one, part in zip(pairs, parts, strict=True):
        if one is None:
            state.facts.leave(part)
    return any(pairs)


def _pair(said: Sequence[WordToken]) -> tuple[Thing, Thing, Phrases] | None:
    listed = (_BOTH, _MANY, _ONE)
    at, kind = next(((at, kind) for at in range(len(said)) for kind in listed if phrase_at(said, at, kind)), (0, None))
    if kind is None:
        return None
    end = at + phrase_at(said, at, kind)
    before, after = _things(said[:at]), _things(said[end:])
    if before is None or after is None or len(before) + len(after) != 2:
        return None
    first, second = (*before, *after)
    if not (first.can_be_entity and second.can_be_entity) or first.entity == second.entity:
        return None
    return first, second, kind


def _things(said: Sequence[WordToken]) -> tuple[Thing, ...] | None:
    """Return the things that some words name; None if there are other words."""
    found: list[Thing] = []
    at = 0
    while at < len(said):
        if said[at].low in _SILENT | _JOINTS:
            at += 1
            continue
        thing = thing_at(said, at)
        if thing is None:
            return None
        found.append(thing)
        at = thing.end
    return tuple(found)


def _add(facts: Facts, first: Thing, second: Thing, kind: Phrases) -> None:
    many = CountedAmount(0)
    if kind is _BOTH:
        facts.both(first.entity, replace(second, amount=many))
    elif kind is _MANY:
        facts.several(first.entity, replace(second, amount=many))
    else:
        facts.several(second.entity, replace(first, amount=many))
