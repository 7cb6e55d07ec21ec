"""The load of one access pattern on the hottest partition-key value of each index that it uses.

facts/throughput#reads, facts/throughput#throttling.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import exact, plain_number
from modeler.core.capacity.calls import CountedCall
from modeler.core.capacity.changes import change_of
from modeler.core.capacity.effects import Effect, index_transitions
from modeler.core.capacity.hits import CallHeat, Hit, merged
from modeler.core.capacity.loads import Direction, Load, LoadPlace, place_of
from modeler.core.capacity.partition_keys import Templates, asked_keys, cell_keys, in_names_of, partition_keys
from modeler.core.capacity.patterns import TRANSACTIONS, batched, member, repeated
from modeler.core.capacity.populations import Population
from modeler.core.capacity.sides import sides_of
from modeler.core.capacity.spreads import SpreadInput, identifying, key_spreads
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.pattern_facts import Skew
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.index_shares import cell_shares
from modeler.core.items.sizes import Sizes
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.servings.known import is_sought, says_what_is_given
from modeler.core.units import write_units
from modeler.core.values.attribute_values import Item

type Populations = Mapping[str, Population]
"""For each table, by its name."""


def is_plain_read(pattern: AccessPattern) -> bool:
    """Return whether it is one request of a read, so that its units are those of the call."""
    return pattern.operation.is_read and not pattern.steps and pattern.fan_out == 1


def call_heat(
    design: Design,
    pattern: AccessPattern,
    sizes: Sizes,
    populations: Populations,
    loads: tuple[Load, ...] | None = None,
) -> CallHeat:
    """The load of one call of a resolved pattern on hottest keys; `loads` of a plain read, if they are counted."""
    heating = _Heating(design, pattern, sizes, populations, loads)
    heating.visit(pattern, False, 1)
    return CallHeat(merged(heating.hits), tuple(dict.fromkeys(heating.unknown)))


class _Heating:
    """Goes through a pattern and its steps, and collects what each call uses."""

    def __init__(
        self,
        design: Design,
        top: AccessPattern,
        sizes: Sizes,
        populations: Populations,
        loads: tuple[Load, ...] | None,
    ) -> None:
        self.design, self.sizes, self.populations, self.loads = design, sizes, populations, loads
        self.skew = top.facts.skew
        self._skews: dict[int, tuple[AccessPattern, Skew | None]] = {}
        self.hits: list[Hit] = []
        self.unknown: list[str] = []

    def visit(self, pattern: AccessPattern, transactional: bool, times: int) -> None:
        """A call, or each of its steps with inherited values."""
        transactional = transactional or pattern.operation in TRANSACTIONS
        times *= pattern.fan_out
        if pattern.steps:
            times = math.ceil(times * repeated(pattern))
            for step in pattern.members:
                self.visit(step, transactional, times)
            return
        table = self.design.table(pattern.table)
        if table is not None and pattern.operation is not Operation.SCAN:
            entities = tuple(one for name in pattern.entities if (one := table.entity(name)) is not None)
            each = pattern.operation in (Operation.BATCH_WRITE, Operation.TRANSACT_WRITE)
            for group in [(one,) for one in entities] if each else [entities]:
                call = member(pattern) if each else pattern
                items = math.ceil(batched(pattern, len(entities)))
                _Calling(self, call, table, group, transactional, times * items).touch()

    def population(self, table: Table) -> Population:
        """How many things the table's attributes identify."""
        return self.populations.get(table.name) or Population()

    def skew_of(self, pattern: AccessPattern, table: Table) -> Skew | None:
        """The skew of a call: its own, else that of the whole, else of the tenants."""
        found = self._skews.get(id(pattern))
        if found is None:
            # The pattern is kept with the answer, so that its id cannot be given to another object: members are created
            # anew.
            found = self._skews[id(pattern)] = (
                pattern,
                pattern.facts.skew or self.skew or self.population(table).tenants,
            )
        return found[1]

    def add(self, hit: Hit) -> None:
        """Keep what a call uses; note what is missing if its share is unknown."""
        if hit.spread.share is None:
            self.unknown.append(f"the hottest key of {hit.place.label} is unknown: {hit.spread.lacking}")
        self.hits.append(hit)


@dataclass(frozen=True, slots=True)
class _Calling:
    """One call of a pattern, distributed over keys. `requests` is how often one call of the whole makes it."""

    heating: _Heating
    pattern: AccessPattern
    table: Table
    entities: tuple[Entity, ...]
    transactional: bool
    requests: int

    def touch(self) -> None:
        """Add what the call uses."""
        if self.pattern.operation.is_read:
            self._reads()
            return
        share = 1 / max(1, len(self.entities))
        for entity in self.entities:
            self._writes(entity, share)

    def _reads(self) -> None:
        if self.pattern.operation is Operation.QUERY and is_sought(self.pattern) and says_what_is_given(self.pattern):
            self.heating.unknown.append("no index serves it, so the key it reads is unknown")
            return
        call = CountedCall(self.pattern, self.table, self.entities, self.heating.sizes, self.transactional)
        index = self.table.index(self.pattern.index) or self.table.base
        entity, templates = self._read_templates(index)
        if templates is None:
            return
        batch = self.pattern.operation in (Operation.BATCH_GET, Operation.TRANSACT_GET)
        keys = exact(call.keys)
        for load in call.loads() if self.heating.loads is None else self.heating.loads:
            # What an LSI query fetches is under the same partition key as the entries.
            text = load.per_call.arithmetic[0].text
            units = load.per_call.value / keys if keys else load.per_call.value
            drawn = _Drawn(index, entity, templates, Direction.READ, units, text)
            self._spread(drawn, self.requests * keys, alone=batch and not index.sort_key)

    def _keys(self, entity: Entity, index: Index) -> tuple[WrittenKey, ...]:
        return self.heating.sizes.entity(self.table, entity).keys(self.table, index)

    def _read_templates(self, index: Index) -> tuple[Entity | None, Templates | None]:
        """The partition key of a read, in the names of the entity whose items it finds there."""
        found = [
            (entity, key)
            for entity in self.entities or self.table.entities
            for key in partition_keys(index, self._keys(entity, index))
        ]
        asked = asked_keys(index, self.pattern)
        if asked is None:
            return next(iter(found), (None, None))
        same = ((entity, key) for entity, key in found if in_names_of(asked, key) is not None)
        return next(same, ((self.entities or (None,))[0], asked))

    def _writes(self, entity: Entity, share: float) -> None:
        operation, sizes, base = self.pattern.operation, self.heating.sizes, self.table.base
        size = sizes.item(self.table, entity)
        units = write_units(size.bytes, transactional=self.transactional or operation is Operation.CHECK)
        known = change_of(entity, self.pattern).values if operation is Operation.PUT else {}
        for weight, templates in self._base_cells(entity):
            text = f"an item of {plain_number(size.bytes)} B"
            part = units * exact(share * weight)
            self._spread(_Drawn(base, entity, templates, Direction.WRITE, part, text, known), Decimal(self.requests))
        for index, transitions in index_transitions(self.table, entity, self.pattern, sizes):
            entry = write_units(sizes.entry(self.table, index, entity).bytes)
            for side in sides_of(entity, transitions, entry * exact(share)):
                keys = cell_keys(index, self._keys(entity, index), side.cell)
                if keys is not None:
                    text = f"an entry {_DONE[side.effect]}"
                    drawn = _Drawn(index, entity, keys, Direction.WRITE, side.units, text, side.item)
                    self._spread(drawn, Decimal(self.requests))

    def _base_cells(self, entity: Entity) -> list[tuple[float, Templates]]:
        """The base partition keys that a write uses: as the pattern gives it, else by the entity's overloads."""
        base = self.table.base
        asked = asked_keys(base, self.pattern)
        if asked is not None:
            keys = partition_keys(base, self._keys(entity, base))
            return [(1.0, next((key for key in keys if in_names_of(asked, key) is not None), asked))]
        sizes = self.heating.sizes.entity(self.table, entity)
        row = sizes.row(base)
        told = change_of(entity, self.pattern).values if self.pattern.operation is Operation.PUT else {}
        if row.conditions and row.conditions <= told.keys():
            cell = next((one for one in row.cells if one.holds is None or one.holds(told)), None)
            templates = cell_keys(base, self._keys(entity, base), cell)
            return [] if templates is None else [(1.0, templates)]
        cells = cell_shares(row, sizes.facts)
        written = self._keys(entity, base)
        found = [(share, cell_keys(base, written, cell)) for cell, share in cells]
        whole = sum(share for share, templates in found if templates) or 1.0
        return [(share / whole, templates) for share, templates in found if templates]

    def _spread(self, drawn: _Drawn, requests: Decimal, *, alone: bool = False) -> None:
        heating, direction = self.heating, drawn.direction
        uneven = heating.skew_of(self.pattern, self.table)
        population = heating.population(self.table)
        asked = SpreadInput(drawn.entity, population, uneven, self._skewed(uneven, drawn.entity), drawn.known)
        many = f", {plain_number(requests)} requests per call" if requests > 1 else ""
        for spread in key_spreads(drawn.templates, asked):
            hot = requests * exact(spread.hottest)
            if (alone or spread.separate) and requests > 1:
                hot = min(hot, exact(spread.weight))  # the requests of one call go to different keys
            place = _place(self.table, drawn.index)
            text = f"{plain_number(drawn.units)} {direction.unit} ({drawn.text}){many}"
            heating.add(Hit(place, direction, spread, hot, drawn.units * hot, text))

    def _skewed(self, uneven: Skew | None, entity: Entity | None) -> frozenset[str]:
        """The attributes whose values a skew applies to: those in the partition key that the pattern names."""
        if uneven is None:
            return frozenset()
        if uneven.attribute:
            return frozenset({uneven.attribute})
        if self.pattern.operation.is_read:
            owner, templates = self._read_templates(self.table.index(self.pattern.index) or self.table.base)
            return frozenset() if templates is None else identifying(templates, owner)
        if entity is not None and self._writes_each_key_once(entity):
            return frozenset()
        cells = [] if entity is None else self._base_cells(entity)
        return frozenset().union(*(identifying(templates, entity) for _, templates in cells))

    def _writes_each_key_once(self, entity: Entity) -> bool:
        """Return whether it creates an item that has its partition key for itself: no such key is written again,
        however uneven the calls are about something else, such as the event of a ticket.
        """
        asked = f"{self.pattern.if_} {self.pattern.condition}"
        creates = self.pattern.operation is Operation.PUT and "attribute_not_exists" in asked and " OR " not in asked
        place = len(self.table.partition_key)
        cells = self._base_cells(entity) if creates and entity.identity else []
        named = [
            {part.attribute for one in templates[:place] for part in one.references if part.is_plain}
            for _, templates in cells
        ]
        return bool(named) and all(set(entity.identity) <= names for names in named)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Units of one request on an index, to be distributed over its partition keys; `known` are given values."""

    index: Index
    entity: Entity | None
    templates: Templates
    direction: Direction
    units: Decimal
    text: str
    known: Item = field(default_factory=dict)


_DONE: Final = {
    Effect.NONE: "not touched", Effect.REWRITTEN: "rewritten", Effect.ENTERS: "put", Effect.LEAVES: "deleted",
    Effect.MOVED: "moved: deleted at its old key, put at its new one",
}  # fmt: skip


def _place(table: Table, index: Index) -> LoadPlace:
    """Where the load is: entries of an LSI are in the partition of their items. facts/limits#indexes."""
    return place_of(table.name, index.name, index.kind) if index.kind is IndexKind.GSI else place_of(table.name)
