"""Matches the parts of two designs: by id, else by name; an entity also across tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.keys.templates import LiteralText, Reference
from modeler.core.keys.written_keys import WrittenKey, written_keys


class _Named(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


def paired[T: _Named](before: Sequence[T], after: Sequence[T]) -> list[tuple[T | None, T | None]]:
    """Members that belong together, in the order of `after`; then the removed ones, with None."""
    ids = {one.id: one for one in before if one.id}
    names = {one.name: one for one in reversed(before)}
    by_id = {id(one): ids[one.id] for one in after if one.id in ids}
    taken = {id(one) for one in by_id.values()}
    pairs: list[tuple[T | None, T | None]] = []
    for one in after:
        old = by_id.get(id(one))
        if old is None and (named := names.get(one.name)) is not None and id(named) not in taken:
            old = named
            taken.add(id(named))
        pairs.append((old, one))
    pairs.extend((one, None) for one in before if id(one) not in taken)
    return pairs


def same_keys(one: Index, other: Index) -> bool:
    """Return whether the key schemas are equal. The same attributes split differently into partition and sort key are
    not.
    """
    return (one.partition_key, one.sort_key) == (other.partition_key, other.sort_key)


def same_projection(one: Index, other: Index) -> bool:
    """Return whether entries contain the same attributes, in any listed order."""
    return carried(one) == carried(other)


def carried(index: Index) -> tuple[ProjectionType, list[str]]:
    """What entries contain besides keys: the type, and the effective names, each once and sorted."""
    kept = index.projection
    return kept.type, sorted(set(kept.attributes)) if kept.type is ProjectionType.INCLUDE else []


type Shape = tuple[LiteralText | Reference, ...]
"""A template without its notation, with the attribute names of the design after."""


@dataclass(frozen=True)
class EntityPair:
    """One entity before and after, each in its table. New and removed entities have no pair."""

    before_table: Table
    before: Entity
    after_table: Table
    after: Entity
    same_table: bool = True

    @cached_property
    def attributes(self) -> list[tuple[Attribute | None, Attribute | None]]:
        """Its attributes, paired."""
        return paired(self.before.attributes, self.after.attributes)

    @cached_property
    def renames(self) -> dict[str, str]:
        """New names of attributes by their old ones, if different."""
        return {old.name: new.name for old, new in self.attributes if old and new and old.name != new.name}

    @property
    def is_stored(self) -> bool:
        """Return whether it has items. Only a count of 0 says that there are none."""
        return self.before.count != 0

    def old_shapes(self, key: WrittenKey) -> tuple[Shape | None, ...]:
        """The templates of a key of the design before, comparable with those after."""
        return tuple(
            None if one is None or one.problem else tuple(self._renamed(part) for part in one.parts)
            for one in key.templates
        )

    def _renamed(self, part: LiteralText | Reference) -> LiteralText | Reference:
        if isinstance(part, LiteralText):
            return part
        return Reference(self.renames.get(part.attribute, part.attribute), part.formats)

    def old_keys(self, index: Index) -> tuple[WrittenKey, ...]:
        """What the entity wrote into an index of the table before."""
        return written_keys(self.before_table, self.before, index)

    def new_keys(self, index: Index) -> tuple[WrittenKey, ...]:
        """What the entity writes into an index of the table after."""
        return written_keys(self.after_table, self.after, index)

    @cached_property
    def base_changed(self) -> bool:
        """Return whether it writes another key into its table than before, in any case."""
        return not self.writes_the_same(self.before_table.base, self.after_table.base)

    def writes_the_same(self, before: Index, after: Index) -> bool:
        """Return whether it writes the same keys into an index as before, under the same conditions."""
        if self.before is self.after and before == after and self.before_table.base == self.after_table.base:
            return True
        olds = [(key.when, self.old_shapes(key)) for key in self.old_keys(before)]
        return olds == [(key.when, shapes(key)) for key in self.new_keys(after)]


def shapes(key: WrittenKey) -> tuple[Shape | None, ...]:
    """The templates of a key of the design after, without their notation."""
    return tuple(None if one is None or one.problem else one.parts for one in key.templates)


@dataclass(frozen=True)
class TablePair:
    """One table before and after, with its indexes. A renamed table is a different table for DynamoDB."""

    before: Table
    after: Table

    @cached_property
    def indexes(self) -> list[tuple[Index | None, Index | None]]:
        """Its indexes; an index with another name or kind is a different one for DynamoDB: one removed, one new."""
        pairs: list[tuple[Index | None, Index | None]] = []
        for old, new in paired(self.before.indexes, self.after.indexes):
            if old and new and (old.name, old.kind) != (new.name, new.kind):
                pairs += [(None, new), (old, None)]
            else:
                pairs.append((old, new))
        return pairs


class Pairing:
    """All matching parts of two designs."""

    def __init__(self, before: Design, after: Design) -> None:
        self.before = before
        self.after = after

    @cached_property
    def _tables(self) -> list[tuple[Table | None, Table | None]]:
        return paired(self.before.tables, self.after.tables)

    @cached_property
    def tables(self) -> list[TablePair]:
        """Tables that are in both."""
        return [TablePair(old, new) for old, new in self._tables if old and new]

    @property
    def added(self) -> list[Table]:
        """New tables."""
        return [new for old, new in self._tables if old is None and new]

    @property
    def removed(self) -> list[Table]:
        """Removed tables."""
        return [old for old, new in self._tables if new is None and old]

    @cached_property
    def entities(self) -> list[EntityPair]:
        """Entities that are in both, including those that moved to another table."""
        pairs: list[EntityPair] = []
        old_left: list[tuple[Table, Entity]] = []
        new_left: list[tuple[Table, Entity]] = []
        for old_table, new_table in self._tables:
            for old, new in paired(old_table.entities if old_table else (), new_table.entities if new_table else ()):
                if old and new and old_table and new_table:
                    pairs.append(EntityPair(old_table, old, new_table, new))
                elif new and new_table:
                    new_left.append((new_table, new))
                else:
                    assert old and old_table  # a pair has at least one side
                    old_left.append((old_table, old))
        return [*pairs, *_moved(old_left, new_left)]

    def new_entities(self) -> Iterable[tuple[Table, Entity]]:
        """Entities that only the design after has, with their table."""
        known = {id(pair.after) for pair in self.entities}
        return ((table, entity) for table, entity in self.after.entities() if id(entity) not in known)

    def gone_entities(self) -> Iterable[tuple[Table, Entity]]:
        """Entities that only the design before has, with their table."""
        known = {id(pair.before) for pair in self.entities}
        return ((table, entity) for table, entity in self.before.entities() if id(entity) not in known)


def _moved(old: list[tuple[Table, Entity]], new: list[tuple[Table, Entity]]) -> Iterable[EntityPair]:
    """Entities that left one table and are in another."""
    # One entity can be the same object in both designs, so each side has its own tables.
    left = {id(entity): table for table, entity in old}
    entered = {id(entity): table for table, entity in new}
    for before, after in paired([entity for _, entity in old], [entity for _, entity in new]):
        if before and after:
            yield EntityPair(left[id(before)], before, entered[id(after)], after, same_table=False)
