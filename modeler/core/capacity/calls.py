"""The units of one call of a single operation: reads by key, Query, Scan, writes. facts/throughput#reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import Figure, Line, exact, plain_number, total
from modeler.core.capacity.effects import index_effects
from modeler.core.capacity.loads import Direction, Load, LoadPlace, place_of
from modeler.core.design.items import Entity
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.sizes import SizeEstimate, Sizes, projected_names
from modeler.core.servings.known import says_what_is_given
from modeler.core.units import query_units, read_units, write_units

UNKNOWN_SIZE: Final = SizeEstimate(0, 0, None, "the size is unknown: counted at DynamoDB's minimum charge")


@dataclass(slots=True)
class CountedCall:
    """One call being counted: the pattern, its table and entities, and remarks on the calculation."""

    pattern: AccessPattern
    table: Table
    entities: tuple[Entity, ...]
    sizes: Sizes
    transactional: bool = False
    unknown: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def place(self) -> LoadPlace:
        """The table itself."""
        return place_of(self.table.name)

    @property
    def index(self) -> Index:
        """The index that is read; the table's own key if none, or an unknown one, is named."""
        named = self.table.index(self.pattern.index or None)
        if named is None:
            self.unknown.append(f"the table has no index {self.pattern.index}: counted on the table itself")
        return named or self.table.base

    def loads(self) -> list[Load]:
        """The load of the call, place by place."""
        match self.pattern.operation:
            case Operation.GET | Operation.BATCH_GET | Operation.TRANSACT_GET:
                return [self._keyed_read()]
            case Operation.QUERY:
                return self._query()
            case Operation.SCAN:
                return [self._scan()]
            case Operation.CHECK:
                return [self._table_write(True)]
            case Operation.STEPS:
                return []
        return [self._table_write(self.transactional), *self._index_writes()]

    def item(self) -> SizeEstimate:
        """The expected item: the average of the pattern's entities."""
        return self._mean([self.sizes.item(self.table, entity) for entity in self.entities])

    def entry(self, index: Index) -> SizeEstimate:
        """The expected entry of an index."""
        held = [e for e in self.entities if index.is_base or self.sizes.share(self.table, index, e).value > 0]
        return self._mean([self.sizes.entry(self.table, index, entity) for entity in held or self.entities])

    def _mean(self, estimates: list[SizeEstimate]) -> SizeEstimate:
        if not estimates:
            self._say_unknown("no entity is named, so item sizes are unknown: counted at the minimum charge")
            return UNKNOWN_SIZE
        if len(estimates) == 1:
            return estimates[0]
        known = [estimate.maximum for estimate in estimates if estimate.maximum is not None]
        return SizeEstimate(
            min(estimate.minimum for estimate in estimates),
            sum(estimate.average for estimate in estimates) / len(estimates),
            max(known) if len(known) == len(estimates) else None,
            f"the average of {len(estimates)} entities",
            all(estimate.certain for estimate in estimates),
        )

    def _say_unknown(self, sentence: str) -> None:
        if sentence not in self.unknown:
            self.unknown.append(sentence)

    def _keyed_read(self) -> Load:
        size = self.item()
        consistent = self.pattern.consistent
        transactional = self.transactional or self.pattern.operation is Operation.TRANSACT_GET

        def units(count: int) -> Decimal:
            return read_units(count, consistent=consistent, transactional=transactional)

        how = "transactional" if transactional else "strongly consistent" if consistent else "eventually consistent"
        value = units(size.bytes)

        def steps() -> tuple[Line, ...]:
            text = f"{how} read of an item of {plain_number(size.bytes)} B, {size.source}: blocks of 4 KB"
            return (Line(text, value, "RU"),)

        certain = size.certain and size.maximum is not None and units(size.minimum) == units(size.maximum)
        figure = Figure(value, "RU", steps, estimate=not certain)
        keys = self.keys
        if keys != 1:
            figure = figure.times(exact(keys), f"{plain_number(keys)} keys, each rounded separately")
        return Load(self.place, Direction.READ, figure)

    @property
    def keys(self) -> float:
        """How many keys a batch names in addition to its `fan_out`."""
        several = self.pattern.operation in (Operation.BATCH_GET, Operation.TRANSACT_GET)
        if several and self.pattern.fan_out == 1:
            return self.pattern.items_returned or self.pattern.facts.batch_size
        return 1

    def examined(self, index: Index) -> float:
        """Items that one request of a Query evaluates, before filter and projection."""
        pattern = self.pattern
        if (given := pattern.facts.examined) is not None:
            return given / pattern.fan_out
        if index.is_base and {condition.name for condition in pattern.key if condition.operator == "="} >= set(
            index.key_names
        ):
            return 1
        if pattern.fan_out > 1 and pattern.limit is not None:
            return pattern.limit
        if pattern.items_returned is not None:
            if pattern.filter.strip():
                self.remarks.append(
                    "the number of examined items is not given, so the filter is assumed to discard nothing"
                )
            return pattern.items_returned / pattern.fan_out
        if pattern.limit is not None:
            return pattern.limit
        children = [entity.per_parent.average for entity in self.entities if entity.per_parent is not None]
        if children:
            return sum(children)
        self._say_unknown("the number of items that a call returns is not given: counted as one")
        return 1

    def _query(self) -> list[Load]:
        index = self.index
        self._say_unserved(index)
        entry = self.entry(index)
        count = self.examined(index)
        consistent = self._consistent(index)
        evaluated = exact(count) * exact(entry.average)
        value = query_units(_rounded_up(evaluated), consistent=consistent)

        def steps() -> tuple[Line, ...]:
            how = "strongly consistent" if consistent else "eventually consistent"
            text = (
                f"{how}: {plain_number(count)} items of {plain_number(entry.bytes)} B ({entry.source}) are "
                f"{plain_number(evaluated)} B, summed, then blocks of 4 KB"
            )
            return (Line(text, value, "RU"),)

        certain = (
            entry.certain
            and entry.maximum is not None
            and value
            == query_units(_rounded_up(exact(count) * entry.minimum), consistent=consistent)
            == query_units(_rounded_up(exact(count) * entry.maximum), consistent=consistent)
        )
        loads = [Load(_place(self.table, index), Direction.READ, Figure(value, "RU", steps, not certain))]
        if index.kind is IndexKind.LSI and self._fetches(index):
            loads.append(self._fetch(count, consistent))
        return loads

    def _say_unserved(self, index: Index) -> None:
        """Note how a Query without a key is counted: if an index served it, it would have that index's key."""
        pattern = self.pattern
        if pattern.key or self.table.index(pattern.index) is None:
            return
        if says_what_is_given(pattern):
            where = "the table itself" if index.is_base else index.name
            self._say_unknown(f"no index serves it: counted as a Query of {where}")
        elif not pattern.index and self.table.indexes:
            self._say_unknown("it names no key and no index: counted as a Query of the table itself")

    def _consistent(self, index: Index) -> bool:
        if self.pattern.consistent and index.kind is IndexKind.GSI:
            self.remarks.append(
                f"{index.name} is a GSI, which does not support strongly consistent reads: counted as eventually "
                "consistent"
            )
            return False
        return self.pattern.consistent

    def _fetches(self, index: Index) -> bool:
        projected = projected_names(self.table, index)
        if projected is None:
            return False
        return ALL_ATTRIBUTES in self.pattern.projection or not needed_attributes(self.pattern) <= projected

    def _fetch(self, count: float, consistent: bool) -> Load:
        """The cost on the table of an LSI query for attributes that the index does not project.
        facts/throughput#reads.
        """
        size = self.item()
        each = read_units(size.bytes, consistent=consistent)
        line = Line(f"an item of {plain_number(size.bytes)} B fetched from the table, rounded separately", each, "RU")
        figure = Figure(each, "RU", (line,), estimate=True).times(exact(count), f"{plain_number(count)} items")
        return Load(self.place, Direction.READ, figure)

    def _scan(self) -> Load:
        index = self.index
        consistent = self._consistent(index)
        given = self.pattern.facts.examined
        limit = given if given is not None else self.pattern.limit
        if limit is not None:
            evaluated = exact(float(limit)) * exact(self.entry(index).average)
            text = f"{plain_number(float(limit))} items are {plain_number(evaluated)} B"
        else:
            evaluated, text = self._everything(index)
        value = query_units(_rounded_up(evaluated), consistent=consistent)
        line = Line(f"{text}, in pages of 1 MB, each in blocks of 4 KB", value, "RU")
        return Load(_place(self.table, index), Direction.READ, Figure(value, "RU", (line,), estimate=True))

    def _everything(self, index: Index) -> tuple[Decimal, str]:
        """Bytes of a whole table or index: a Scan reads every entity there, whatever it needs."""
        evaluated = Decimal(0)
        uncounted = [entity.name for entity in self.table.entities if entity.count is None]
        for entity in self.table.entities:
            share = exact(self.sizes.share(self.table, index, entity).value)
            evaluated += (entity.count or 0) * share * exact(self.sizes.entry(self.table, index, entity).average)
        if uncounted:
            self._say_unknown(f"the number of items of {', '.join(uncounted)} is not given: excluded from the scan")
        return evaluated, f"everything in {index.name} is {plain_number(evaluated)} B"

    def _table_write(self, transactional: bool) -> Load:
        size = self.item()
        value = write_units(size.bytes, transactional=transactional)

        def steps() -> tuple[Line, ...]:
            twice = ", twice in a transaction" if transactional else ""
            text = f"an item of {plain_number(size.bytes)} B ({size.source}): blocks of 1 KB{twice}"
            return (Line(text, value, "WU"),)

        certain = size.certain and size.maximum is not None and write_units(size.minimum) == write_units(size.maximum)
        return Load(self.place, Direction.WRITE, Figure(value, "WU", steps, estimate=not certain))

    def _index_writes(self) -> list[Load]:
        """Units for each index: of one entity, or the average of several. facts/throughput#index-writes."""
        effects = [index_effects(self.table, entity, self.pattern, self.sizes) for entity in self.entities]
        if not effects and self.table.indexes:
            self._say_unknown("no entity is named, so the effect of the write on the indexes is unknown")
        loads = []
        for position, index in enumerate(self.table.indexes if effects else ()):
            figure = total((each[position].units for each in effects), "WU")
            if len(effects) > 1:
                figure = figure.times(1 / Decimal(len(effects)), f"1/{len(effects)}, the average of the entities")
            if figure.value:
                loads.append(Load(_place(self.table, index), Direction.WRITE, figure))
        return loads


def _place(table: Table, index: Index) -> LoadPlace:
    return place_of(table.name) if index.is_base else place_of(table.name, index.name, index.kind)


def _rounded_up(size: Decimal) -> int:
    return int(size.to_integral_value(rounding="ROUND_CEILING"))
