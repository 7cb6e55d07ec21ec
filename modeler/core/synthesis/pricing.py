"""The numbers of a synthesis problem: what each choice of keys costs, from the same functions as any other design."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final

from modeler.core.capacity.patterns import pattern_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.prices import PriceList, list_prices
from modeler.core.cost.tariffs import Price, TableClass, Tariff
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes
from modeler.core.limits import SECONDS_PER_MONTH
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.candidates.keys import EntityCalls
from modeler.core.synthesis.candidates.local_indexes import local_shapes, may_be_local
from modeler.core.synthesis.preferring import bias, coarseness, entry_bias
from modeler.core.synthesis.problem import FROM_TABLE, EntityGroup, EntryOption, KeyChoice, ReadOption
from modeler.core.synthesis.pruning import without_dominated
from modeler.core.synthesis.reads.point_reads import is_indirect
from modeler.core.synthesis.reads.projecting import fetched, fits, needs_of, projections
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.trial import ServedCall, resolved_read, resolved_write
from modeler.core.synthesis.workshop import TrialEntry, Workshop

CHOICES_MAX: Final = 96
"""Combinations of table keys that are priced for entities that are read together."""
ELSEWHERE: Final = 1e-6
"""Dollars that a read of an index counts more than a read of the table: of two equal ways, the table's own key, which
the more frequent of two reads gets.
"""
OWN: Final = 0.02
"""Share of the cost of one small read that a list counts more if the table's own key cannot serve it, so that of two
lists the more frequent one gets that key.
"""
AWAY: Final = 0.5
"""Share of its cost that a read by the whole identity counts more if it needs an index: callers expect a GetItem."""
UNRATED: Final = 1e-6
"""Calls per second of a read without a rate: enough to prefer the better of two ways, too few to pay for one."""


@dataclass(frozen=True)
class _Entries:
    """The index entries of a group, and for each read those that serve it."""

    entries: tuple[EntryOption, ...]
    options: tuple[tuple[ReadOption, ...], ...]


class Pricing:
    """Prices parts of a choice in one-group tables. Reads cost their units; writes and storage cost what the whole
    bill of the trial table says. `local`: LSIs are considered too.
    """

    def __init__(self, workshop: Workshop, prices: PriceList | None = None, *, local: bool = False) -> None:
        self.workshop = workshop
        self.local = local
        design = workshop.design
        self.prices = (prices or list_prices()).with_given(design.options.prices)
        infrequent = workshop.settings.get("table_class") == TableClass.INFREQUENT
        found = self.prices.price(
            design.region, Tariff.READ, TableClass.INFREQUENT if infrequent else TableClass.STANDARD
        )
        self.read_unit = float(found.value) / 1e6 if isinstance(found, Price) else 1e-7
        self.sizes = Sizes()
        self._bare: dict[tuple[object, ...], float] = {}

    def group(
        self,
        members: Sequence[EntityCalls],
        bases: Sequence[tuple[KeyShape, ...]],
        indexes: Sequence[tuple[KeyShape, ...]],
        reads: tuple[PlacedCall, ...],
    ) -> EntityGroup:
        """Every key choice of a group that serves all of its reads, with its prices."""
        writes = tuple(dict.fromkeys(one for member in members for one in member.calls if not one.is_read))
        entities = tuple(member.entity for member in members)
        shortest = tuple(self._shortest(*pair) for pair in zip(entities, bases, strict=True))
        entries = self._all_entries(members, shortest, indexes, reads, writes)
        choices: list[KeyChoice] = []
        for shapes in islice(_collected(product(*bases), entities, reads), CHOICES_MAX):
            made = self._choice(members, shapes, entries, reads, writes)
            if made is not None:
                choices.append(made)
        return EntityGroup(entities, reads, tuple(choices))

    def _shortest(self, entity: Entity, bases: tuple[KeyShape, ...]) -> KeyShape:
        """The key with the fewest bytes: beside it, no index entry is larger than it must be."""
        sizes = [self._fixed(self._table((entity,), (one,), None), ()) or 0.0 for one in bases]
        return bases[sizes.index(min(sizes))]

    def exactly(self, group: EntityGroup, choice: KeyChoice, writes: tuple[PlacedCall, ...]) -> KeyChoice:
        """A choice of a group with every entry, and every read through one, priced beside its own table keys."""
        entries, found = [], []
        for option in choice.entries:
            table = self._table(group.entities, choice.shapes, (option.owner, option.entry))
            entries.append(replace(option, cost=self._added(table, option.owner, writes)))
        for place, options in enumerate(choice.reads):
            read = []
            for one in options:
                cost = one.cost if one.entry == FROM_TABLE else self._exact_read(group, choice, place, one)
                read.append(replace(one, cost=cost))
            found.append(tuple(read))
        return replace(choice, entries=tuple(entries), reads=tuple(found), exact=True)

    def _exact_read(self, group: EntityGroup, choice: KeyChoice, place: int, option: ReadOption) -> float:
        call, entry = group.reads[place], choice.entries[option.entry]
        table = self._table(group.entities, choice.shapes, (entry.owner, entry.entry))
        made = self._through(table, call)
        return option.cost if made is None else self._read(table, call, made.pattern) + _elsewhere(call)

    def _through(self, table: Table, call: PlacedCall) -> ServedCall | None:
        """A read through the index of a table, with the items fetched if the index lacks what it returns."""
        found = resolved_read(self.workshop, table, call, table.indexes[0].name, self.sizes)
        if found is None or fits(table, table.indexes[0], needs_of(call, found.pattern)):
            return found
        return fetched(table, call, found)

    def _all_entries(
        self,
        members: Sequence[EntityCalls],
        shapes: tuple[KeyShape, ...],
        indexes: Sequence[tuple[KeyShape, ...]],
        reads: tuple[PlacedCall, ...],
        writes: tuple[PlacedCall, ...],
    ) -> _Entries:
        """The index entries of a group and what they serve, priced beside the shortest table keys."""
        entries: list[EntryOption] = []
        options: list[list[ReadOption]] = [[] for _ in reads]
        entities = [member.entity for member in members]
        for owner, candidates in enumerate(indexes):
            for shape in candidates:
                self._entries(entities, shapes, owner, shape, reads, writes, entries, options)
        return _Entries(*without_dominated(entries, options))

    def _choice(
        self,
        members: Sequence[EntityCalls],
        shapes: tuple[KeyShape, ...],
        known: _Entries,
        reads: tuple[PlacedCall, ...],
        writes: tuple[PlacedCall, ...],
    ) -> KeyChoice | None:
        entities = [member.entity for member in members]
        table = self._table(entities, shapes, None)
        cost = self._fixed(table, writes)
        if cost is None:
            return None
        options, away = [], 0.0
        for place, call in enumerate(reads):
            found = resolved_read(self.workshop, table, call, None, self.sizes)
            own = () if found is None else (self._option(FROM_TABLE, table, call, found, found),)
            if not own and len(call.entities) == 1:
                is_item = set(call.entities[0].identity) <= call.given
                least = min((one.cost for one in known.options[place]), default=0.0)
                small = 0.5 * call.rate * float(SECONDS_PER_MONTH) * self.read_unit
                away += AWAY * least + 1e-5 if is_item else OWN * small
            options.append((*own, *known.options[place]))
        entries = known.entries
        if self.local and not all(options):
            entries = self._local_entries(members, shapes, known, reads, writes, options)
        if not all(options):
            return None
        liked = 0.0
        for entity, shape in zip(entities, shapes, strict=True):
            liked += bias(self.workshop, self.sizes, entity, shape, cost)
            served = (call for call, ways in zip(reads, options, strict=True) if ways[0].entry == FROM_TABLE)
            liked += coarseness(entity, shape, [call for call in served if call.entities == (entity,)]) * cost
        return KeyChoice(shapes, cost, liked + away, entries, tuple(options))

    def _local_entries(
        self,
        members: Sequence[EntityCalls],
        shapes: tuple[KeyShape, ...],
        known: _Entries,
        reads: tuple[PlacedCall, ...],
        writes: tuple[PlacedCall, ...],
        options: list[tuple[ReadOption, ...]],
    ) -> tuple[EntryOption, ...]:
        """The entries with those of LSIs, for reads that these keys of the table do not serve otherwise; adds their
        options.
        """
        entities, entries = [member.entity for member in members], [*known.entries]
        lacking = [place for place, ways in enumerate(options) if not ways and may_be_local(reads[place])]
        made: list[list[ReadOption]] = [[] for _ in lacking]
        of = tuple(reads[place] for place in lacking)
        for owner, base in enumerate(shapes):
            mine = (one for one in of if one.entities[0].id == entities[owner].id)
            for shape in dict.fromkeys(each for one in mine for each in local_shapes(one, base)):
                self._entries(entities, shapes, owner, shape, of, writes, entries, made)
        for place, ways in zip(lacking, made, strict=True):
            options[place] = tuple(ways)
        return tuple(entries)

    def _entries(
        self,
        entities: Sequence[Entity],
        shapes: tuple[KeyShape, ...],
        owner: int,
        shape: KeyShape,
        reads: tuple[PlacedCall, ...],
        writes: tuple[PlacedCall, ...],
        entries: list[EntryOption],
        options: list[list[ReadOption]],
    ) -> None:
        """Add the entries of one index key, one for each projection that some read could use."""
        whole = self._table(entities, shapes, (owner, TrialEntry(shape)))
        served = {}
        for place, call in enumerate(reads):
            if call.entities == (entities[owner],):
                found = resolved_read(self.workshop, whole, call, whole.indexes[0].name, self.sizes)
                if found is not None:
                    served[place] = found
        found_by = [(reads[place], served[place].pattern) for place in served]
        for projection in projections(entities[owner], shape, found_by):
            entry = TrialEntry(shape, projection)
            table = self._table(entities, shapes, (owner, entry))
            added = False
            for place, found in served.items():
                whole_read = fits(table, table.indexes[0], needs_of(reads[place], found.pattern))
                made = found if whole_read else None if shape.is_local else fetched(table, reads[place], found)
                if made is not None:
                    options[place].append(self._option(len(entries), table, reads[place], found, made))
                    added = True
            if added:
                cost = self._added(table, owner, writes)
                entries.append(EntryOption(owner, entry, cost, entry_bias(shape, cost)))

    def _table(
        self, entities: Sequence[Entity], shapes: tuple[KeyShape, ...], entry: tuple[int, TrialEntry] | None
    ) -> Table:
        indexes = () if entry is None else (entry[1].index(self.workshop),)
        rows = [
            (one, shape, [(entry[1].name, entry[1].shape)] if entry is not None and entry[0] == place else [])
            for place, (one, shape) in enumerate(zip(entities, shapes, strict=True))
        ]
        return self.workshop.table(rows, indexes)

    def _fixed(self, table: Table, writes: tuple[PlacedCall, ...]) -> float | None:
        """Dollars of the writes and the storage of a table without indexes; None if a write lacks its key."""
        patterns = []
        for call in writes:
            if call.asked.operation is Operation.SCAN:
                continue  # reads the whole table, whatever its keys
            made = resolved_write(self.workshop, table, call)
            if made is None:
                return None
            patterns.append(call.alone(made))
        design = self.workshop.around(table, tuple(patterns))
        return float(monthly_cost(design, self.prices).total().value)

    def _added(self, table: Table, owner: int, writes: tuple[PlacedCall, ...]) -> float:
        """Dollars that the index of a table adds to its writes and storage."""
        mine = tuple(one for one in writes if any(entity.id == table.entities[owner].id for entity in one.entities))
        without = replace(table, indexes=(), entities=tuple(_without_indexes(one) for one in table.entities))
        key = (owner, *(tuple(one.overloads[0].keys.values()) for one in without.entities), table.entities[owner].id)
        if key not in self._bare:
            self._bare[key] = self._fixed(without, mine) or 0.0
        return (self._fixed(table, mine) or 0.0) - self._bare[key]

    def _option(self, entry: int, table: Table, call: PlacedCall, found: ServedCall, made: ServedCall) -> ReadOption:
        """A way to serve a read: `found` in the index, `made` with the items that a second step fetches."""
        cost = self._read(table, call, made.pattern) + (0.0 if entry == FROM_TABLE else _elsewhere(call))
        return ReadOption(entry, cost, made.filtered, is_indirect(table, call, found))

    def _read(self, table: Table, call: PlacedCall, resolved: AccessPattern) -> float:
        """Dollars of a read at its average rate."""
        design = self.workshop.around(table, ())
        units = pattern_capacity(design, call.alone(resolved), self.sizes).read_units
        return float(units) * (call.rate or UNRATED) * SECONDS_PER_MONTH * self.read_unit


def _elsewhere(call: PlacedCall) -> float:
    return ELSEWHERE * (1 + math.log10(1 + call.rate))


def _without_indexes(entity: Entity) -> Entity:
    return replace(entity, overloads=tuple(one for one in entity.overloads if one.index is None))


def _collected(
    products: Iterable[tuple[KeyShape, ...]], entities: tuple[Entity, ...], reads: tuple[PlacedCall, ...]
) -> Iterator[tuple[KeyShape, ...]]:
    """The combinations of table keys that put the entities of each common read into one collection."""
    common = [
        [place for place, entity in enumerate(entities) if any(entity.id == one.id for one in call.entities)]
        for call in reads
        if len(call.entities) > 1
    ]
    for shapes in products:
        parts = ([shapes[place] for place in places] for places in common)
        if all(any(one.fixed for one in some) or len({one.partition for one in some}) == 1 for some in parts):
            yield shapes
