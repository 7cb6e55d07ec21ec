"""Helpers for rules about hot keys: which cell writes a hot key, and how its load is described."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final

from modeler.core.capacity.heat import KeyHeat
from modeler.core.capacity.loads import Direction
from modeler.core.capacity.populations import Population, is_moment, is_now, shards_of
from modeler.core.capacity.sharding import read_copies, shard_count
from modeler.core.capacity.spreads import key_shapes
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.context import RuleContext, cell_path, index_part, index_path, keys_of
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True)
class WrittenCell:
    """One entity's template for an index, and the components of its partition key.

    `ids` are attributes with many values, `enums` attributes with few values, `now` the references to a time period;
    `shards` is the shard count (1: not sharded), `has_shard` whether the key contains a shard, even with count 1.
    """

    entity: Entity
    key: WrittenKey
    partition: tuple[KeyTemplate, ...]
    references: tuple[Reference, ...]
    ids: frozenset[str]
    enums: frozenset[str]
    now: tuple[Reference, ...]
    shards: int
    has_shard: bool

    @cached_property
    def shapes(self) -> frozenset[tuple[str, ...]]:
        """The kinds of key that it writes, as `KeySpread.shape` names them."""
        return key_shapes(self.partition, self.entity)

    @property
    def part(self) -> str:
        """The part that a finding is about."""
        return self.key.overload.id if self.key.overload else self.entity.id

    @property
    def only_time(self) -> bool:
        """Whether the partition key consists only of literals and time periods."""
        return bool(self.now) and len(self.now) == len(self.references)

    @property
    def label(self) -> str:
        """The partition key as it is written in the key sheet."""
        return " + ".join(map(str, self.partition))


def _cell(entity: Entity, key: WrittenKey, partition: tuple[KeyTemplate, ...]) -> WrittenCell:
    attributes = {attribute.name: attribute for attribute in entity.attributes}
    references = tuple(reference for template in partition for reference in template.references)
    enums = frozenset(
        one.attribute
        for one in references
        if (made := attributes.get(one.attribute)) is not None and (made.values or made.type is AttributeType.BOOL)
    )
    sharded = [found for one in references if (found := shards_of(attributes.get(one.attribute), one))]
    others = frozenset(
        one.attribute
        for one in references
        if not shards_of(attributes.get(one.attribute), one)
        and not is_now(attributes.get(one.attribute), one)
        and not is_moment(attributes.get(one.attribute), one)
    )
    return WrittenCell(
        entity,
        key,
        partition,
        references,
        others - enums,
        enums,
        tuple(one for one in references if is_now(attributes.get(one.attribute), one)),
        math.prod(sharded),
        bool(sharded),
    )


def cells(context: RuleContext, table: Table, index: Index) -> tuple[WrittenCell, ...]:
    """Every complete key that entities write into an index."""

    def of_entity(entity: Entity) -> tuple[WrittenCell, ...]:
        width = len(index.partition_key)
        written = context.keys(table, entity, index)
        return tuple(_cell(entity, key, key.complete[:width]) for key in written if key.complete is not None)

    def of_all() -> tuple[WrittenCell, ...]:
        parts = (index_part(index), *keys_of(table))
        return tuple(chain.from_iterable(context.of_entities("heat cells", table, of_entity, parts)))

    return context.once(("heat cells", id(table), index.kind, index.name), of_all)


@dataclass(frozen=True, slots=True)
class HotKey:
    """A key with high traffic, in both directions, and the cell that writes it (None if no template produces it)."""

    table: Table
    index: Index
    read: KeyHeat | None
    write: KeyHeat | None
    cell: WrittenCell | None

    @property
    def used(self) -> float:
        """The share of a partition's limit that it uses."""
        return max(one.used for one in (self.read, self.write) if one is not None)

    @property
    def label(self) -> str:
        """The key."""
        return next(one.label for one in (self.write, self.read) if one is not None)

    @property
    def part(self) -> str:
        """The part that a finding is about."""
        return self.cell.part if self.cell else self.index.id

    @property
    def path(self) -> str:
        """The path of that part."""
        if self.cell is None:
            return index_path(self.table, self.index)
        name = None if self.index.is_base else self.index.name
        return f"{cell_path(self.table, self.cell.entity, name)}.{self.index.partition_key[0].name}"

    @property
    def field(self) -> str:
        """The field of the part."""
        return f"keys.{self.index.partition_key[0].name}" if self.cell else ""

    def text(self) -> str:
        """Describe the load of each direction that is highest or over its limit."""
        parts = []
        for one, word in ((self.write, "write"), (self.read, "read")):
            if one is not None and (one.used >= self.used or one.used > 1):
                how = "; ".join(dict.fromkeys(how for touch in one.touches for how in touch.spread.how))
                estimate = f"; estimate: {how}" if one.estimate else ""
                parts.append(f"{float(one.peak):,.0f} {word} units/s (limit {one.limit:,} per partition{estimate})")
        lacking = [text for one in (self.write, self.read) if one is not None for text in one.lacking]
        more = f"; there may be more, because {lacking[0]}" if lacking else ""
        return f"{self.label} in {self.index.name} takes at peak {' and '.join(parts)}{more}"

    def help(self) -> str:
        """Describe how many shards or copies are needed, and what a full read then costs."""
        parts = []
        if self.write is not None and self.write.used > 1:
            shards = shard_count(self.write.peak * (self.cell.shards if self.cell else 1))
            least = "" if shards.minimum == shards.recommended else f"at least {shards.minimum}, better "
            parts.append(
                f"it needs {least}{shards.recommended} shards, and a read of all items then takes "
                f"{shards.recommended} requests"
            )
        if self.read is not None and self.read.used > 1:
            parts.append(f"{read_copies(self.read.peak)} full copies, or a cache, would serve the reads")
        text = "; ".join(parts)
        return text[:1].upper() + text[1:]

    def facts(self) -> dict[str, object]:
        """The load and shard counts as facts of a finding."""
        made: dict[str, object] = {"key": self.label, "index": self.index.name}
        for one in (self.read, self.write):
            if one is not None:
                made[one.direction.value] = float(one.peak)
                made[f"{one.direction.value} estimate"] = one.estimate
        if self.write is not None:
            shards = shard_count(self.write.peak)
            made |= {"shards": shards.minimum, "shards recommended": shards.recommended}
        return made


_SHARDED_NEAR: Final = 0.9
"""The share of the limit that each of the recommended number of shards uses at most."""


def hot_keys(context: RuleContext, table: Table, index: Index, least: float) -> Iterator[HotKey]:
    """The keys of an index that use at least this share of a partition's limit; only the hottest key per cell.

    A sharded key has its headroom in the shard count: it is near the limit at 90%, not at half.
    """
    seen: set[str] = set()
    place = (table.name, None if index.is_base else index.name)
    if index.kind is IndexKind.LSI:
        return
    keys = context.heat.of(*place)
    shapes = {(one.spread.shape, one.direction): one for one in keys} if keys and keys[0].used > least else {}
    for key in keys:
        if key.used <= least:
            break
        shape = key.spread.shape
        cell = _writer(context, table, index, key)
        if cell is not None and cell.shards > 1 and 0 < least < key.used <= _SHARDED_NEAR:
            continue
        made = HotKey(table, index, shapes.get((shape, Direction.READ)), shapes.get((shape, Direction.WRITE)), cell)
        name = made.part if cell is not None else made.label
        if name not in seen:
            seen.add(name)
            yield made


_FAR_BELOW: Final = 0.1
"""A key that uses less than this share of a partition can grow tenfold."""


def is_far_below(context: RuleContext, table: Table, index: Index, cell: WrittenCell) -> bool:
    """Return whether the traffic of a cell's hottest key is known, and far below the limit of a partition."""
    rated = context.once(("rates by entity", id(table)), lambda: _rates_known(context, table))
    if not rated.get(id(cell.entity), False):
        return False
    place = (table.name, None if index.is_base else index.name)
    far = context.once(("far below", *place), lambda: _far_below(context.heat.of(*place)))
    told = [far[shape] for shape in cell.shapes if shape in far]
    return bool(told) and all(told)


def is_untouched(context: RuleContext, table: Table, cell: WrittenCell) -> bool:
    """Return whether nothing is known of an entity's load: no call is about it, and nobody counts its items."""
    rated = context.once(("rates by entity", id(table)), lambda: _rates_known(context, table))
    return cell.entity.count is None and id(cell.entity) not in rated


def _rates_known(context: RuleContext, table: Table) -> dict[int, bool]:
    """By the id of an entity that calls are about: whether the rates of all of them are known."""
    found: dict[int, bool] = {}
    for call in context.calls_on(table):
        known = call.top.per_second is not None
        for entity in context.about(call.pattern):
            found[id(entity)] = known and found.get(id(entity), True)
    return found


def _far_below(keys: Iterable[KeyHeat]) -> dict[tuple[str, ...], bool]:
    """By the shape of a key: whether all its keys are known to be far below the limit."""
    found: dict[tuple[str, ...], bool] = {}
    for key in keys:
        shape = key.spread.shape
        found[shape] = found.get(shape, True) and key.used < _FAR_BELOW and not key.lacking
    return found


def _writer(context: RuleContext, table: Table, index: Index, key: KeyHeat) -> WrittenCell | None:
    """The cell that writes this kind of key, of the entity that the pattern with the most units names."""
    found = _by_shape(context, table, index).get(key.spread.shape)
    if found is None or len(found) == 1:
        return found[0] if found else None
    about = context.once("entities by pattern", lambda: _entities_by_pattern(context.design))
    touched = reversed(list(enumerate(key.touches)))  # the largest last, so that it stays
    rank = {name: place for place, touch in touched for name in about.get(touch.pattern, ())}
    return min(found, key=lambda cell: rank.get(cell.entity.name, len(key.touches)))


def _by_shape(context: RuleContext, table: Table, index: Index) -> dict[tuple[str, ...], list[WrittenCell]]:
    def gathered() -> dict[tuple[str, ...], list[WrittenCell]]:
        found: dict[tuple[str, ...], list[WrittenCell]] = {}
        for cell in cells(context, table, index):
            for shape in cell.shapes:
                found.setdefault(shape, []).append(cell)
        return found

    return context.once(("cells by shape", id(table), index.kind, index.name), gathered)


def _entities_by_pattern(design: Design) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pattern in design.patterns:
        found[pattern.id] = found.get(pattern.id, frozenset()) | frozenset(pattern.entities)
    return found


def population(context: RuleContext, table: Table) -> Population:
    """How many things the table's attributes identify."""

    def counted() -> Population:
        made = Population.of(table, context.design.options.tenancy)
        return context.memo.of_equals("population", made, lambda: made)  # the same object as in the run before

    return context.once(("population", id(table)), counted)
