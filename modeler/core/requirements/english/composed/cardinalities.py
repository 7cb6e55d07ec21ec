"""Relations as diagrams have them: "Student n:m Course", "Order 1:n Order line", "many to many between A and B"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.composed.amounts import CountedAmount, Phrases, phrase_at, phrases
from modeler.core.requirements.english.composed.facts import Facts
from modeler.core.requirements.english.composed.segments import ClausePart
from modeler.core.requirements.english.composed.state import State
from modeler.core.requirements.english.composed.things import Thing, thing_at
from modeler.core.requirements.english.words.tokens import WordToken

_BOTH: Final = phrases("n : m|m : n|n : n|* : *|many to many|many-to-many|m - n|n - m|is many to many with")
_MANY: Final = phrases("1 : n|1 : *|one to many|one-to-many|1 - n|1 : m|1 - *|has many|is one to many with")
_ONE: Final = phrases("n : 1|* : 1|many to one|many-to-one|m : 1|n - 1|is many to one with")
_SILENT: Final = frozenset({":", ",", "(", ")", "is", "are", "relationship", "relation", "a", "with", "=", "related"})
_JOINTS: Final = frozenset({"and", "to", "with", "-", "–", "/", "<", ">", "→", "between", "from"})


def cardinality(state: State, segment: ClausePart) -> bool:
    """Read two entities with the kind of their relation between, before or behind them."""
    said = segment.said
    listed = (_BOTH, _MANY, _ONE)
    at, kind = next(((at, kind) for at in range(len(said)) for kind in listed if phrase_at(said, at, kind)), (0, None))
    if kind is None:
        return False
    end = at + phrase_at(said, at, kind)
    before, after = _things(said[:at]), _things(said[end:])
    if before is None or after is None or len(before) + len(after) != 2:
        return False
    first, second = (*before, *after)
    if not (first.can_be_entity and second.can_be_entity) or first.entity == second.entity:
        return False
    _add(state.facts, first, second, kind)
    return True


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
