"""What a write does to each index, given the attributes it changes: an expectation, because the item is unknown.

The write is applied to each possible state of an item (enum shares, optional attributes, samples); what happens to its
index entry in each, weighted, is the effect. facts/throughput#index-writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.capacity.changes import WriteChange, change_of, creates, rewritten_keys
from modeler.core.capacity.states import States
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.items.index_shares import ShareCell, ShareRow
from modeler.core.items.item_states import World
from modeler.core.items.sizes import EntitySizes, SizeEstimate, Sizes, projected_names
from modeler.core.units import ZERO, index_write_units
from modeler.core.values.attribute_values import Item, string


class Effect(StrEnum):
    """What happens to an index entry; the value is its name on pages."""

    NONE = "not touched"
    REWRITTEN = "rewritten"
    MOVED = "moved"
    ENTERS = "enters"
    LEAVES = "leaves"


@dataclass(frozen=True, slots=True)
class ExpectedEffect:
    """What one write does to one index: each effect with its probability (they add up to 1), and the expected units."""

    index: str
    likelihood: Mapping[Effect, float]
    units: Figure

    @property
    def summary(self) -> str:
        """ "moved", "may leave (3%), else not touched"."""
        ordered = sorted(self.likelihood.items(), key=lambda pair: -pair[1])
        if len(ordered) == 1:
            return str(ordered[0][0])
        shares = ", ".join(f"{effect} in {plain_number(exact(share * 100))}%" for effect, share in ordered)
        return f"it depends: {shares}"


def index_effects(
    table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes | None = None
) -> tuple[ExpectedEffect, ...]:
    """What a PutItem, UpdateItem or DeleteItem pattern does to every index of its table, for items of one entity.

    Without `attribute_not_exists` on a key, a put counts as a new item: what it replaces cannot be known.
    """
    sizes = sizes or Sizes()
    return tuple(
        _effect(on, transitions, sizes.entry(table, on.index, entity))
        for on, transitions in _write_effects(table, entity, pattern, sizes)
    )


def index_transitions(
    table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes
) -> Iterator[tuple[Index, tuple[Transition, ...]]]:
    """For every index, what a write does to an item's entry in each possible state of the item."""
    return ((on.index, transitions) for on, transitions in _write_effects(table, entity, pattern, sizes))


def _write_effects(table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes) -> _Written:
    """The same for both, worked out once: units and heat of one write follow from it."""
    found: _Written = sizes.entity(table, entity).once(
        pattern.call,
        lambda: tuple((one, _transitions(one)) for one in _writes(table, entity, pattern, sizes)),
    )
    return found


class Transition(NamedTuple):
    """One state of an item before a write (`old`) and after it (`new`, without attributes of unknown value), its
    probability, what happens to the entry, and the cells that write it before and after (None: no entry).
    """

    weight: float
    effect: Effect
    before: ShareCell | None
    after: ShareCell | None
    old: Item
    new: Item


@dataclass(frozen=True, slots=True)
class _Write:
    """One write of an item of one entity, for all indexes. `replaces`: a put of an item that must exist."""

    table: Table
    pattern: AccessPattern
    change: WriteChange
    known: EntitySizes
    touched: frozenset[str]
    states: States
    replaces: bool
    _results: dict[int, _Result] = field(default_factory=dict)

    def result(self, world: World) -> _Result:
        """The item after an update in this state, computed once for all indexes."""
        found = self._results.get(id(world))  # the states keep their worlds
        if found is None:
            found = self._results[id(world)] = self._result(world.item)
        return found

    def _result(self, item: Item) -> _Result:
        change = self.change
        after = {name: value for name, value in {**item, **change.values}.items() if name not in change.removed}
        told = {name: value for name, value in after.items() if name not in change.unknown}
        after |= {name: string("?") for name in change.unknown if name not in after}
        changed = _really_changed(self, item)
        return _Result(after, told, changed, self.stored(changed))

    def stored(self, names: frozenset[str]) -> frozenset[str]:
        """Those of these attributes that are stored, not only parts of keys."""
        attributes = self.known.facts.attributes
        return frozenset(name for name in names if name not in attributes or not attributes[name].key_only)


@dataclass(frozen=True, slots=True)
class _Result:
    """An item after an update, with and without attributes that get an unknown value, and what has changed."""

    after: Item
    told: Item
    changed: frozenset[str]
    stored: frozenset[str]


@dataclass(frozen=True, slots=True)
class _IndexWrite:
    """One write as it affects one index."""

    write: _Write
    index: Index
    row: ShareRow

    def carries(self, stored: frozenset[str]) -> bool:
        """Return whether the index has any of these stored attributes."""
        projected = projected_names(self.write.table, self.index) if stored else None
        return bool(stored if projected is None else stored & projected)


type _Written = tuple[tuple[_IndexWrite, tuple[Transition, ...]], ...]


def _writes(table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes) -> list[_IndexWrite]:
    known = sizes.entity(table, entity)
    change = change_of(entity, pattern)
    touched = change.names | rewritten_keys(known, change)
    states = States(table, known.facts, pattern, change.values)
    replaces = pattern.operation is Operation.PUT and _must_exist(pattern) and not creates(table, pattern)
    write = _Write(table, pattern, change, known, touched, states, replaces)
    return [_IndexWrite(write, index, known.row(index)) for index in table.indexes]


def _transitions(on: _IndexWrite) -> tuple[Transition, ...]:
    worlds = on.write.states.asked_by(on.row)
    match on.write.pattern.operation:
        case Operation.PUT | Operation.DELETE | Operation.CHECK:
            return tuple(_of_whole_item(on, world) for world in worlds)
    return tuple(_of_update(on, world) for world in worlds)


def _effect(on: _IndexWrite, transitions: tuple[Transition, ...], entry: SizeEstimate) -> ExpectedEffect:
    likelihood: defaultdict[Effect, float] = defaultdict(float)
    for transition in transitions:
        likelihood[transition.effect] += transition.weight
    size = entry.bytes
    parts = [
        (effect, share, _units(effect, size)) for effect, share in sorted(likelihood.items(), key=lambda pair: -pair[1])
    ]
    expected = sum((units * exact(share) for _, share, units in parts), ZERO)
    certain = len(parts) <= 1 and not (on.write.change.unknown & on.row.conditions)
    for effect, _, units in parts:
        certain = certain and (not units or (entry.certain and units == _units(effect, entry.minimum)))

    def steps() -> tuple[Line, ...]:
        return tuple(_steps(on, parts, expected, entry))

    return ExpectedEffect(on.index.name, dict(likelihood), Figure(expected, "WU", steps, estimate=not certain))


def _steps(
    on: _IndexWrite, parts: list[tuple[Effect, float, Decimal]], expected: Decimal, entry: SizeEstimate
) -> Iterator[Line]:
    change, conditions = on.write.change, on.row.conditions
    if untold := sorted(change.unknown & conditions):
        yield Line(f"the new value of {', '.join(untold)} is unknown: counted as if it changed no index membership")
    if told := sorted(change.values.keys() & conditions):
        yield Line(f"for the value of {', '.join(told)} that the pattern gives")
    lines = [_line(effect, share, units, entry) for effect, share, units in parts if units]
    yield from lines
    if lines and lines[-1].value != expected:
        yield Line("expected, weighted by their shares", expected, "WU")


def _units(effect: Effect, entry: int) -> Decimal:
    old, new = None if effect is Effect.ENTERS else entry, None if effect is Effect.LEAVES else entry
    moved = effect not in (Effect.NONE, Effect.REWRITTEN)
    return index_write_units(old, new, key_changed=moved, changed=effect is not Effect.NONE)


_HOW = {
    Effect.REWRITTEN: "a projected attribute changes",
    Effect.MOVED: "its index key changes: delete and put",
    Effect.ENTERS: "an entry is put",
    Effect.LEAVES: "its entry is deleted",
}


def _line(effect: Effect, share: float, units: Decimal, entry: SizeEstimate) -> Line:
    often = "" if share >= 1 else f", in {plain_number(exact(share * 100))}% of the writes"
    return Line(f"{_HOW[effect]}, an entry of {plain_number(entry.bytes)} B ({entry.source}){often}", units, "WU")


def _of_whole_item(on: _IndexWrite, world: World) -> Transition:
    """What a put, a delete or a condition check does to the entry."""
    item = world.item
    cell = None if on.write.pattern.operation is Operation.CHECK else on.row.chosen(item)
    if cell is None:
        return Transition(world.weight, Effect.NONE, None, None, item, item)
    if on.write.pattern.operation is Operation.DELETE:
        return Transition(world.weight, Effect.LEAVES, cell, None, item, item)
    if on.write.replaces:
        return Transition(world.weight, Effect.REWRITTEN, cell, cell, item, item)
    return Transition(world.weight, Effect.ENTERS, None, cell, item, item)


def _of_update(on: _IndexWrite, world: World) -> Transition:
    before, result = on.row.chosen(world.item), on.write.result(world)
    if on.write.change.physical:
        effect = _physical_outcome(on, before)
        after = None if effect is Effect.LEAVES else before
        return Transition(world.weight, effect, before, after, world.item, result.told)
    after = on.row.chosen(result.after)
    if after is not None and after.sources & on.write.change.removed:
        after = None
    effect = _outcome(on, before, after, result)
    return Transition(world.weight, effect, before, after, world.item, result.told)


def _outcome(on: _IndexWrite, before: ShareCell | None, after: ShareCell | None, result: _Result) -> Effect:
    if before is None or after is None:
        return Effect.ENTERS if after else Effect.LEAVES if before else Effect.NONE
    if before is not after or result.changed & after.sources:
        return Effect.MOVED
    # The same cell with the same sources produces the same key: the value is unchanged, even if the write sets it
    # again.
    return Effect.REWRITTEN if on.carries(result.stored.difference(on.index.key_names)) else Effect.NONE


def _must_exist(pattern: AccessPattern) -> bool:
    return "attribute_exists" in (pattern.condition.strip() or pattern.if_)


def _really_changed(write: _Write, item: Item) -> frozenset[str]:
    """The changed attributes without those that already have the new value."""
    same = {name for name, value in write.change.values.items() if item.get(name) == value}
    return write.touched - same if write.change.names - same else frozenset()


def _physical_outcome(on: _IndexWrite, before: ShareCell | None) -> Effect:
    """The effect of an update expression that names stored attributes: keys that it omits stay as they are."""
    change = on.write.change
    keys = frozenset(on.index.key_names)
    if keys & change.removed:
        return Effect.NONE if before is None else Effect.LEAVES
    if keys & change.names:
        return Effect.ENTERS if before is None else Effect.MOVED
    if before is None:
        return Effect.NONE
    return Effect.REWRITTEN if on.carries(on.write.stored(change.names)) else Effect.NONE
