"""Servings of patterns that name no key, kept over the revisions of a design; and the resolved patterns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.servings.found import rank_alone, served_pattern
from modeler.core.servings.serve import servings
from modeler.core.servings.served import Serving

CACHE_MAX: Final = 4096
_SOUGHT: Final = frozenset({Operation.GET, Operation.QUERY, Operation.BATCH_GET, Operation.TRANSACT_GET})


def is_sought(pattern: AccessPattern) -> bool:
    """Return whether it is a read that names no key, so that its index has to be found."""
    return pattern.operation in _SOUGHT and not pattern.key and not pattern.steps


def says_what_is_given(pattern: AccessPattern) -> bool:
    """Return whether a read that names no key declares any input. If not, it is not written yet."""
    return bool(pattern.parameters or pattern.filter.strip() or pattern.facts.intent.raw)


def asked_design(design: Design) -> Design:
    """The design with each read that names no key resolved by its serving; the same object if there is none."""
    known = KnownServings()
    patterns = tuple(known.asked(design, pattern) for pattern in design.patterns)
    if all(one is other for one, other in zip(patterns, design.patterns, strict=True)):
        return design
    return replace(design, patterns=patterns)


class KnownServings:
    """Servings of reads that name no key, without sizes (as pages show them), cached by the identity of the parts that
    they follow from. What else they read (`also_reads`) is left out.

    An answer equal to an earlier one is the same object, so that what follows from it can be found by identity.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, ...], tuple[tuple[object, ...], Serving | None]] = {}
        self._same: dict[Serving, Serving] = {}
        self._asked: dict[tuple[int, ...], tuple[tuple[object, ...], AccessPattern]] = {}

    def serving(self, design: Design, pattern: AccessPattern) -> Serving:
        """How the design serves a read that names no key (`is_sought`)."""
        parts: tuple[object, ...] = (pattern, None)
        table = design.table(pattern.table)
        if table is not None:
            entities = design.entities_of(pattern) or table.entities
            parts = (pattern, table.name, table.partition_key, table.sort_key, table.indexes, *entities)
        alone = self._kept.get(tuple(map(id, parts)))
        if alone is not None and alone[1] is not None:
            return alone[1]
        # What else has the same keys decides between two equal servings: all entities of the table.
        wider = parts if table is None else (*parts, table.entities)
        known = self._kept.get(tuple(map(id, wider))) if alone is not None else None
        if known is not None and known[1] is not None:
            return known[1]
        best, *others = servings(design, pattern)
        made = replace(best, also_reads=())
        made = self._same.setdefault(made, made)
        hangs = any(rank_alone(pattern, one) == rank_alone(pattern, best) for one in others)
        for kept, answer in ((parts, None if hangs else made), *(((wider, made),) if hangs else ())):
            # The parts are kept with the answer, so that none of their ids can be given to another object.
            _keep_room(self._kept)
            self._kept[tuple(map(id, kept))] = (kept, answer)
        return made

    def asked(self, design: Design, pattern: AccessPattern) -> AccessPattern:
        """The pattern, and its steps, resolved by their servings: with index, key, and one request for each shard.

        Anything that names its key, is not a read or is not served stays the same object.
        """
        if is_sought(pattern):
            made = self.serving(design, pattern)
            return self._shared((pattern, made), lambda: _asked_as(pattern, made)) if made.served else pattern
        if not any(map(_has_sought, pattern.steps)):
            return pattern
        steps = tuple(self.asked(design, step) for step in pattern.members)
        return self._shared((pattern, *steps), lambda: replace(pattern, steps=steps))

    def _shared(self, parts: tuple[object, ...], made: Callable[[], AccessPattern]) -> AccessPattern:
        """The same object for the same parts."""
        found = self._asked.get(key := tuple(map(id, parts)))
        if found is None:
            _keep_room(self._asked)
            found = self._asked[key] = (parts, made())
        return found[1]


def _asked_as(pattern: AccessPattern, made: Serving) -> AccessPattern:
    return replace(served_pattern(pattern, made), fan_out=max(pattern.fan_out, made.requests))


def _has_sought(step: AccessPattern) -> bool:
    return is_sought(step) or any(map(_has_sought, step.steps))


def _keep_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= CACHE_MAX:
        kept.clear()
