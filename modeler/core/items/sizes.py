"""The size of an entity's items and index entries, rendered keys included, and the source of each size.
facts/item-sizes#values.

Sizes are bytes of names and values, as DynamoDB counts them for units and the 400 KB limit, without the overhead of
storage billing. They are expectations over all items of the entity, so averages need not be whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.items.index_shares import Share, ShareRow, row_of, shares_of
from modeler.core.items.item_states import EntityFacts
from modeler.core.items.key_spans import KeySpans, StoredAttribute
from modeler.core.items.value_bounds import SizeSource, undeclared_span, value_span
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.phrases import and_list
from modeler.core.values.attribute_values import utf8_length

CACHE_MAX: Final = 4096
TABLES_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class SizeEstimate:
    """Bytes of an item or an index entry: least, expected, most (None: no bound known).

    `source` describes the basis ("from 3 samples and formats"); `assumed` names the attributes of unknown size.
    `certain`: every item is within the bounds.
    """

    minimum: int
    average: float
    maximum: int | None
    source: str
    certain: bool = False
    assumed: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """The expected size in whole bytes, rounded up: the basis of units."""
        return math.ceil(round(self.average, 6))


@dataclass(frozen=True, slots=True)
class EntitySizes:
    """What is known of one entity in its table: its attributes as stored, its share in each index by name, and its
    cells by index (None: the table's own key; the table's name is not an input).
    """

    facts: EntityFacts
    attributes: Mapping[str, StoredAttribute]
    shares: Mapping[str, Share]
    rows: Mapping[str | None, ShareRow]
    _kept: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    _keys: dict[int | None, tuple[Index, tuple[WrittenKey, ...]]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def once[T](self, question: Hashable, answer: Callable[[], T]) -> T:
        """What follows from this, from its entity and from a question, such as a call (`AccessPattern.call`), worked
        out once.
        """
        if question not in self._kept:
            if len(self._kept) >= CACHE_MAX:
                self._kept.clear()
            self._kept[question] = answer()
        found: T = self._kept[question]
        return found

    def keys(self, table: Table, index: Index) -> tuple[WrittenKey, ...]:
        """The keys that the entity writes into an index of its table."""
        # A changed table has another base index of the same keys; two other indexes can have one name.
        place = None if index.is_base else id(index)
        found = self._keys.get(place)
        if found is None or (found[0] is not index and place is not None):
            found = self._keys[place] = (index, written_keys(table, self.facts.entity, index))
        return found[1]

    def row(self, index: Index) -> ShareRow:
        """The entity's cells in an index of its table."""
        return self.rows[None if index.is_base else index.name]


class Sizes:
    """Estimates of one analysis, each computed once. Keep one over several revisions: unchanged parts are found again
    by identity, so a changed entity costs only its own estimates.
    """

    def __init__(self) -> None:
        self._entities: dict[tuple[int, ...], tuple[tuple[Any, ...], EntitySizes]] = {}
        self._tables: dict[int, tuple[Table, dict[int, EntitySizes]]] = {}
        self._estimates: dict[tuple[int, int], tuple[EntitySizes, Index | None, SizeEstimate]] = {}

    def entity(self, table: Table, entity: Entity) -> EntitySizes:
        """What is known of an entity in its table."""
        _, known = self._tables.get(id(table)) or self._table(table)
        found = known.get(id(entity))
        if found is None:
            found = known[id(entity)] = self._known(table, entity)
        return found

    def _table(self, table: Table) -> tuple[Table, dict[int, EntitySizes]]:
        """The answers about one revision of a table: the sizes that are kept hold their entities."""
        if len(self._tables) >= TABLES_MAX:
            self._tables.clear()
        made = self._tables[id(table)] = (table, {})
        return made

    def _known(self, table: Table, entity: Entity) -> EntitySizes:
        """The answer for this entity and these keys, of whatever revision."""
        key = (id(entity), id(table.partition_key), id(table.sort_key), id(table.indexes))
        found = self._entities.get(key)
        if found is None:
            parts = (entity, table.partition_key, table.sort_key, table.indexes)
            if len(self._entities) >= CACHE_MAX:
                self._entities.clear()
                self._estimates.clear()
            # The parts are kept with the answer, so that none of their ids can be given to another object.
            found = self._entities[key] = (parts, _entity_sizes(table, entity))
        return found[1]

    def item(self, table: Table, entity: Entity) -> SizeEstimate:
        """Bytes of an item of the entity, keys of every index that holds it included."""
        return self._estimate(table, entity, None)

    def entry(self, table: Table, index: Index, entity: Entity) -> SizeEstimate:
        """Bytes of the entity's entry in an index, if the index contains it. facts/item-sizes#storage."""
        return self._estimate(table, entity, None if index.is_base else index)

    def share(self, table: Table, index: Index, entity: Entity) -> Share:
        """The share of the entity's items that the index contains."""
        if index.is_base:
            return Share(1.0, certain=True)
        return self.entity(table, entity).shares.get(index.name) or Share(0.0, certain=True)

    def _estimate(self, table: Table, entity: Entity, index: Index | None) -> SizeEstimate:
        sizes = self.entity(table, entity)
        key = (id(sizes), id(index))  # not by its name, which another index can have during editing
        found = self._estimates.get(key)
        if found is None:
            if index is not None and _is_whole(table, index, sizes):
                made = self._estimate(table, entity, None)
            else:
                made = _sum(sizes.facts, _stored_attributes(table, index, sizes))
            found = self._estimates[key] = (sizes, index, made)
        return found[2]


def item_estimate(table: Table, entity: Entity) -> SizeEstimate:
    """Bytes of an item of the entity. For many questions keep a `Sizes`."""
    return Sizes().item(table, entity)


def entry_estimate(table: Table, index: Index, entity: Entity) -> SizeEstimate:
    """Bytes of the entity's entry in an index, if the index contains it. facts/item-sizes#storage."""
    return Sizes().entry(table, index, entity)


def _stored_attributes(table: Table, index: Index | None, sizes: EntitySizes) -> Iterator[StoredAttribute]:
    """The attributes of an item, or of its entry in an index: keys are always present there."""
    if index is None:
        yield from sizes.attributes.values()
        return
    keys = set(table.base.key_names + index.key_names)
    projected = projected_names(table, index)
    for name, attribute in sizes.attributes.items():
        if name in keys:
            yield StoredAttribute(name, attribute.span, 1.0)
        elif projected is None or name in projected:
            yield attribute


def _is_whole(table: Table, index: Index, sizes: EntitySizes) -> bool:
    """Return whether each entry is as large as its item: it holds all of the item, which always has the keys."""
    return projected_names(table, index) is None and all(
        name not in sizes.attributes or sizes.attributes[name].presence == 1.0
        for name in table.base.key_names + index.key_names
    )


def projected_names(table: Table, index: Index) -> frozenset[str] | None:
    """Names of the attributes that an entry contains if the item has them, keys included; None: all."""
    if index.is_base or index.projection.type is ProjectionType.ALL:
        return None
    keys = frozenset(table.base.key_names + index.key_names)
    return keys | frozenset(index.projection.attributes if index.projection.type is ProjectionType.INCLUDE else ())


def _entity_sizes(table: Table, entity: Entity) -> EntitySizes:
    facts = EntityFacts.of(entity)
    attributes: dict[str, StoredAttribute] = {}
    for name in {**facts.attributes, **facts.values}:
        declared = facts.attributes.get(name)
        if declared is not None and declared.key_only:
            continue
        samples = facts.values.get(name, [])
        span = undeclared_span(samples) if declared is None else value_span(declared, samples)
        attributes[name] = StoredAttribute(name, span, facts.presence(name) or 0.0)
    shares: dict[str, Share] = {}
    base = table.base
    keys = KeySpans(facts, attributes)
    rows: dict[str | None, ShareRow] = {None: (row := row_of(table, base, facts))}
    keys.add(base.keys, shares_of(row, facts)[1], 1.0)
    for index in table.indexes:
        rows[index.name] = row = row_of(table, index, facts)
        share, cells = shares_of(row, facts)
        shares[index.name] = share
        keys.add(tuple(key for key in index.keys if key.name not in base.key_names), cells, share.value)
    return EntitySizes(facts, attributes, shares, rows)


def _sum(facts: EntityFacts, attributes: Iterable[StoredAttribute]) -> SizeEstimate:
    minimum = average = 0.0
    maximum: float | None = 0.0
    sources: set[SizeSource] = set()
    assumed: list[str] = []
    certain = True
    for name, (least, expected, most, named, sure), presence in attributes:
        length = utf8_length(name)
        average += (length + expected) * presence
        if presence >= 1:
            minimum += length + least
        maximum = None if maximum is None or most is None else maximum + length + most
        certain = certain and sure
        sources |= named
        if SizeSource.ASSUMED in named:
            assumed.append(name)
    source = _in_words(frozenset(sources), len(facts.samples), tuple(assumed))
    return SizeEstimate(
        math.floor(minimum), average, None if maximum is None else math.ceil(maximum), source, certain, tuple(assumed)
    )


@lru_cache(maxsize=1024)
def _in_words(sources: frozenset[SizeSource], samples: int, assumed: tuple[str, ...]) -> str:
    """ "from 3 samples and formats; the size of payload is assumed"."""
    named = [str(source) for source in SizeSource if source in sources and source not in _UNNAMED]
    if SizeSource.SAMPLES in sources:
        named.insert(0, f"{samples} sample{'' if samples == 1 else 's'}")
    if not named:
        named = [str(SizeSource.TEMPLATE)] if SizeSource.TEMPLATE in sources else []
    sentence = f"from {and_list(named)}" if named else ""
    if not assumed:
        return sentence or "an item without attributes"
    guess = f"the size of {', '.join(assumed[:3])}{' and others' if len(assumed) > 3 else ''} is assumed"
    return f"{sentence}; {guess}" if sentence else guess


_UNNAMED: Final = frozenset({SizeSource.TEMPLATE, SizeSource.SAMPLES, SizeSource.ASSUMED})
