"""The calls of a design by intent: what each reads or writes, without the keys and indexes that it names today."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from modeler.core.capacity.changes import change_of
from modeler.core.design.items import Entity
from modeler.core.design.lenient import mapping, texts
from modeler.core.design.model import Design
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.servings.wanted import Wanted, wanted_of
from modeler.core.synthesis.recovering import recovered

KEYED: dict[Operation, Operation] = {
    Operation.BATCH_GET: Operation.GET,
    Operation.TRANSACT_GET: Operation.GET,
}
"""Calls that read several keys, each as this one does."""
CHANGES = frozenset({Operation.UPDATE, Operation.DELETE, Operation.CHECK})
"""Writes that name the whole key of an existing item."""
READS = frozenset({Operation.GET, Operation.QUERY, Operation.BATCH_GET, Operation.TRANSACT_GET})


@dataclass(frozen=True, eq=False)
class PlacedCall:
    """One call of an access pattern: the pattern itself, or one of its steps (`place`: the way to it).

    `asked` is what it requests by intent, `entities` are those of one table; `needs` are the attributes that a read
    returns, None if all.
    """

    top: AccessPattern
    place: tuple[int, ...]
    asked: AccessPattern
    entities: tuple[Entity, ...]
    needs: frozenset[str] | None

    @property
    def id(self) -> tuple[str, tuple[int, ...]]:
        """Identifies the call among all calls of a design."""
        return self.top.id, self.place

    @property
    def label(self) -> str:
        """Its name in sentences."""
        return self.top.label

    @cached_property
    def wanted(self) -> Wanted:
        """What it requests, as far as it is a condition."""
        return wanted_of(self.asked, self.entities)

    @cached_property
    def given(self) -> frozenset[str]:
        """The attributes whose value the caller knows."""
        changed = {name.split(".")[0] for name in (*self.asked.set, *self.asked.add, *self.asked.remove)}
        named = set(self.wanted.names)
        explicit = set(self.asked.facts.intent.given)
        return frozenset(named - (changed - explicit))

    @property
    def is_read(self) -> bool:
        """Whether it reads by key, so that its key or index can be chosen."""
        return self.asked.operation in READS

    @property
    def is_change(self) -> bool:
        """Whether it writes an existing item, by its whole key."""
        return self.asked.operation in CHANGES

    @property
    def rate(self) -> float:
        """Its average calls per second; 0 if unknown."""
        return self.top.per_second.average if self.top.per_second is not None else 0.0

    def alone(self, resolved: AccessPattern) -> AccessPattern:
        """Its pattern with this call only, for pricing it."""
        return _placed(self.top, self.place, resolved, alone=True)


def _placed(top: AccessPattern, place: tuple[int, ...], leaf: AccessPattern, *, alone: bool) -> AccessPattern:
    if not place:
        return leaf
    position, *rest = place
    step = _placed(top.steps[position], tuple(rest), leaf, alone=alone)
    steps = (step,) if alone else (*top.steps[:position], step, *top.steps[position + 1 :])
    return replace(top, steps=steps)


def reassembled(top: AccessPattern, leaves: dict[tuple[int, ...], AccessPattern]) -> AccessPattern:
    """A pattern with its calls resolved."""
    for place, leaf in leaves.items():
        top = _placed(top, place, leaf, alone=False)
    return top


def calls_of(design: Design) -> tuple[PlacedCall, ...]:
    """Every call of every pattern, by intent. Intent that the design lacks is recovered from the keys that it names."""
    return tuple(call for pattern in design.patterns for call in _calls(design, pattern, pattern, ()))


def _calls(design: Design, top: AccessPattern, pattern: AccessPattern, place: tuple[int, ...]) -> Iterator[PlacedCall]:
    if pattern.steps:
        for position, step in enumerate(pattern.members):
            yield from _calls(design, top, step, (*place, position))
        return
    asked, projected = recovered(design, pattern)
    entities = design.entities_of(pattern)
    needs = projected
    if asked.projection and ALL_ATTRIBUTES not in asked.projection:
        needs = needed_attributes(replace(asked, filter=""))
    if asked.facts.intent.returns:
        needs = frozenset(texts(mapping(asked.facts.intent.raw.get("returns")).get("of")))
    yield PlacedCall(top, place, asked, entities, needs)


def changed_attributes(entity: Entity, calls: tuple[PlacedCall, ...]) -> frozenset[str]:
    """The attributes that some write changes: they cannot be part of the table's own key."""
    names: set[str] = set()
    for call in calls:
        if call.asked.operation is Operation.UPDATE and any(one.id == entity.id for one in call.entities):
            names |= change_of(entity, call.asked).names
    return frozenset(names)
