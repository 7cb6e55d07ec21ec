"""What a write does to each index, given the attributes it changes: an expectation, because the item is unknown.

The write is applied to each possible state of an item (enum shares, optional attributes, samples); what happens to its
index entry in each, weighted, is the effect. facts/throughput#index-writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.capacity.changes import WriteChange, change_of, creates
from modeler.core.capacity.states import States
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.items.index_shares import EntityFacts, ShareCell, ShareRow, World
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
class IndexEffect:
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
) -> tuple[IndexEffect, ...]:
    """What a PutItem, UpdateItem or DeleteItem pattern does to every index of its table, for items of one entity.

    Without `attribute_not_exists` on a key, a put counts as a new item: what it replaces cannot be known.
    """
    sizes = sizes or Sizes()
    return tuple(
        _effect(write, transitions, sizes.entry(table, write.index, entity))
        for write, transitions in _written(table, entity, pattern, sizes)
    )


def index_transitions(
    table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes
) -> Iterator[tuple[Index, tuple[Transition, ...]]]:
    """For every index, what a write does to an item's entry in each possible state of the item."""
    return ((write.index, transitions) for write, transitions in _written(table, entity, pattern, sizes))


def _written(table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes) -> _Written:
    """The same for both, worked out once: units and heat of one write follow from it."""
    found: _Written = sizes.entity(table, entity).once(
        pattern.call,
        lambda: tuple((write, tuple(_transitions(write))) for write in _writes(table, entity, pattern, sizes)),
    )
    return found


@dataclass(frozen=True, slots=True)
class Transition:
    """One state of an item before a write (`old`) and after it (`new`, without attributes that get an unknown value),
    as far as it matters for the index, its probability, what happens to the entry, and the cells that write it before
    and after (None: no entry).
    """

    weight: float
    effect: Effect
    before: ShareCell | None
    after: ShareCell | None
    old: Item
    new: Item


@dataclass(frozen=True, slots=True)
class _Write:
    """One write as it affects one index."""

    table: Table
    index: Index
    pattern: AccessPattern
    change: WriteChange
    known: EntitySizes
    touched: frozenset[str]
    states: States

    @property
    def row(self) -> ShareRow:
        return self.known.row(self.index)

    @property
    def facts(self) -> EntityFacts:
        return self.known.facts


type _Written = tuple[tuple[_Write, tuple[Transition, ...]], ...]


def _writes(table: Table, entity: Entity, pattern: AccessPattern, sizes: Sizes) -> list[_Write]:
    known = sizes.entity(table, entity)
    change = change_of(entity, pattern)
    touched = change.names | _rewritten_keys(known, change)
    states = States(table, known.facts, pattern, change.values)
    return [_Write(table, index, pattern, change, known, touched, states) for index in table.indexes]


def _transitions(write: _Write) -> Iterator[Transition]:
    return (_transition(write, world) for world in write.states.asked_by(write.row))


def _rewritten_keys(known: EntitySizes, change: WriteChange) -> frozenset[str]:
    """Key attributes of indexes that a change by intent rewrites: another index can project them."""
    if change.physical:
        return frozenset()
    return frozenset(
        key
        for row in known.rows.values()
        for cell in row.cells
        if cell.overload is not None and change.names & (cell.sources | row.conditions)
        for key in cell.overload.keys
    )


def _effect(write: _Write, transitions: tuple[Transition, ...], entry: SizeEstimate) -> IndexEffect:
    likelihood: defaultdict[Effect, float] = defaultdict(float)
    certain = True
    for transition in transitions:
        likelihood[transition.effect] += transition.weight
    expected = ZERO
    lines: list[Line] = []
    for effect, share in sorted(likelihood.items(), key=lambda pair: -pair[1]):
        units = _units(effect, entry.bytes)
        expected += units * exact(share)
        if units:
            lines.append(_line(effect, share, units, entry))
        certain = certain and (not units or (entry.certain and units == _units(effect, entry.minimum)))
    if lines and lines[-1].value != expected:
        lines.append(Line("expected, weighted by their shares", expected, "WU"))
    if told := sorted(write.change.values.keys() & write.row.conditions):
        lines.insert(0, Line(f"for the value of {', '.join(told)} that the pattern gives"))
    if untold := sorted(write.change.unknown & write.row.conditions):
        certain = False
        lines.insert(
            0, Line(f"the new value of {', '.join(untold)} is unknown: counted as if it changed no index membership")
        )
    figure = Figure(expected, "WU", tuple(lines), estimate=not certain or len(likelihood) > 1)
    return IndexEffect(write.index.name, dict(likelihood), figure)


def _units(effect: Effect, entry: int) -> Decimal:
    match effect:
        case Effect.NONE:
            return index_write_units(entry, entry, key_changed=False, changed=False)
        case Effect.REWRITTEN:
            return index_write_units(entry, entry, key_changed=False, changed=True)
        case Effect.MOVED:
            return index_write_units(entry, entry, key_changed=True, changed=True)
        case Effect.ENTERS:
            return index_write_units(None, entry, key_changed=True, changed=True)
        case Effect.LEAVES:
            return index_write_units(entry, None, key_changed=True, changed=True)


_HOW = {
    Effect.REWRITTEN: "a projected attribute changes",
    Effect.MOVED: "its index key changes: delete and put",
    Effect.ENTERS: "an entry is put",
    Effect.LEAVES: "its entry is deleted",
}


def _line(effect: Effect, share: float, units: Decimal, entry: SizeEstimate) -> Line:
    often = "" if share >= 1 else f", in {plain_number(exact(share * 100))}% of the writes"
    return Line(f"{_HOW[effect]}, an entry of {plain_number(entry.bytes)} B ({entry.source}){often}", units, "WU")


def _transition(write: _Write, world: World) -> Transition:
    row, change, item = write.row, write.change, world.item
    match write.pattern.operation:
        case Operation.PUT:
            cell = row.chosen(item)
            replaces = not creates(write.table, write.pattern) and _must_exist(write.pattern)
            effect = Effect.NONE if cell is None else Effect.REWRITTEN if replaces else Effect.ENTERS
            return Transition(world.weight, effect, cell if replaces else None, cell, item, item)
        case Operation.DELETE:
            cell = row.chosen(item)
            return Transition(world.weight, Effect.LEAVES if cell else Effect.NONE, cell, None, item, item)
        case Operation.CHECK:
            return Transition(world.weight, Effect.NONE, None, None, item, item)
    before = row.chosen(item)
    after_item = {name: value for name, value in {**item, **change.values}.items() if name not in change.removed}
    told = {name: value for name, value in after_item.items() if name not in change.unknown}
    if change.physical:
        effect = _physical_outcome(write, before)
        return Transition(world.weight, effect, before, None if effect is Effect.LEAVES else before, item, told)
    after_item |= {name: string("?") for name in change.unknown if name not in after_item}
    after = row.chosen(after_item)
    if after is not None and after.sources & change.removed:
        after = None
    return Transition(world.weight, _outcome(write, before, after, item), before, after, item, told)


def _outcome(write: _Write, before: ShareCell | None, after: ShareCell | None, item: Item) -> Effect:
    if before is None or after is None:
        return Effect.ENTERS if after else Effect.LEAVES if before else Effect.NONE
    changed = _really_changed(write, item)
    if before is not after or changed & after.sources:
        return Effect.MOVED
    # The same cell with the same sources produces the same key: the value is unchanged, even if the write sets it
    # again.
    return Effect.REWRITTEN if _carries(write, changed.difference(write.index.key_names)) else Effect.NONE


def _must_exist(pattern: AccessPattern) -> bool:
    return "attribute_exists" in (pattern.condition.strip() or pattern.if_)


def _really_changed(write: _Write, item: Item) -> frozenset[str]:
    """The changed attributes without those that already have the new value."""
    same = {name for name, value in write.change.values.items() if item.get(name) == value}
    return write.touched - same if write.change.names - same else frozenset()


def _carries(write: _Write, changed: frozenset[str]) -> bool:
    stored = frozenset(name for name in changed if _is_stored(write.facts, name))
    projected = projected_names(write.table, write.index)
    return bool(stored if projected is None else stored & projected)


def _is_stored(facts: EntityFacts, name: str) -> bool:
    attribute = facts.attributes.get(name)
    return attribute is None or not attribute.key_only


def _physical_outcome(write: _Write, before: ShareCell | None) -> Effect:
    """The effect of an update expression that names stored attributes: keys that it omits stay as they are."""
    change = write.change
    keys = frozenset(write.index.key_names)
    if keys & change.removed:
        return Effect.NONE if before is None else Effect.LEAVES
    if keys & change.names:
        return Effect.ENTERS if before is None else Effect.MOVED
    if before is None:
        return Effect.NONE
    return Effect.REWRITTEN if _carries(write, change.names) else Effect.NONE
