"""What happens to stored items in an index when its key templates or conditions change, by share of the items."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.design.tables import Index
from modeler.core.expressions.references import rename
from modeler.core.items.index_shares import ShareRow, row_of, share_of_row
from modeler.core.items.item_states import EntityFacts, worlds_of
from modeler.core.items.possible_states import possible_items
from modeler.core.keys.templates import Reference
from modeler.core.migration.pairs import EntityPair, Shape, shapes
from modeler.core.values.attribute_values import Item


class Fate(StrEnum):
    """What happens to a stored item in one index: it stays, its key changes, it enters, or it leaves."""

    STAYS = "stays"
    MOVES = "moves"
    ENTERS = "enters"
    LEAVES = "leaves"

    @property
    def verb(self) -> str:
        """What a share of the items does, in a sentence: they `move`."""
        return self.value.removesuffix("s")


type Fates = Mapping[Fate, float]
"""Shares of the stored items, an estimate. A share of 0 is of items that can be there, but how many is not known."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One entity's cells in one index, and the shape of the key that each writes."""

    row: ShareRow
    shapes: Mapping[int, tuple[Shape | None, ...]]

    def key(self, item: Item) -> tuple[Shape | None, ...] | None:
        """The shape of the key that this item gets; None if it is not in the index."""
        cell = self.row.chosen(item)
        return None if cell is None else self.shapes.get(id(cell.overload), ())


@dataclass(frozen=True, slots=True)
class _Sides:
    """One index before and after, for an entity."""

    pair: EntityPair
    facts: EntityFacts
    old: _Side | None
    new: _Side | None
    back: Mapping[str, str]

    @classmethod
    def of(cls, pair: EntityPair, before: Index | None, after: Index | None) -> _Sides:
        facts = EntityFacts.of(pair.before)
        back = {new_name: old_name for old_name, new_name in pair.renames.items()}
        return cls(pair, facts, _old_side(pair, before, facts), _new_side(pair, after), back)

    @property
    def names(self) -> frozenset[str]:
        """Attributes on which the fate depends, by their names before."""
        old = self.old.row.attributes if self.old else frozenset[str]()
        return old | self.before(self.new.row.attributes if self.new else ())

    def before(self, names: Iterable[str]) -> frozenset[str]:
        """These names, as they were before."""
        return frozenset(self.back.get(name, name) for name in names)

    def after(self, item: Item) -> Item:
        """An item by the names that its attributes have after."""
        return {self.pair.renames.get(name, name): value for name, value in item.items()}

    def fate(self, item: Item) -> Fate | None:
        """What happens to an item of the design before."""
        was = self.old.key(item) if self.old else None
        return _fate(was, self.new.key(self.after(item)) if self.new else None)


def share_among(
    pair: EntityPair, before: Index | None, after: Index | None, kinds: Container[Fate], other: Index, *, deployed: bool
) -> float | None:
    """The share of the items with one of these fates in an index that another index contains, before (`deployed`) or
    after the change: conditions of both can be about the same attribute. None if no share of such items is known.
    """
    sides = _Sides.of(pair, before, after)
    table, entity = (pair.before_table, pair.before) if deployed else (pair.after_table, pair.after)
    row = row_of(table, other, EntityFacts.of(entity))
    names = row.attributes if deployed else sides.before(row.attributes)
    whole = inside = 0.0
    for world in worlds_of(sides.facts, sides.names | names).members:
        if sides.fate(world.item) in kinds:
            whole += world.weight
            item = world.item if deployed else sides.after(world.item)
            inside += world.weight if row.chosen(item) is not None else 0.0
    return inside / whole if whole else None


def fates(pair: EntityPair, before: Index | None, after: Index | None) -> Fates:
    """What happens to the stored items of an entity in an index; None if the index is not in that design.

    The base index is included. Conditions treat attributes that the entity gets only now as absent from stored items.
    For a new index, `enters` counts only items that lack its key attributes: DynamoDB itself adds those that have them.
    If such an attribute is new and optional, the share that will have it. facts/limits#indexes.
    """
    sides = _Sides.of(pair, before, after)
    found: dict[Fate, float] = {}
    for item, weight in _states(sides.facts, sides.names, _conditions(sides)):
        if (fate := sides.fate(item)) is not None:
            found[fate] = found.get(fate, 0.0) + weight
    new = sides.new
    if before is None and after is not None and new is not None:
        if Fate.ENTERS in found and not lacking(pair, after):
            found[Fate.STAYS] = found.pop(Fate.ENTERS)
        elif not found and _named_anew(pair, after):
            share = share_of_row(new.row, EntityFacts.of(pair.after)).value
            return {Fate.ENTERS: share} if share else {}
    return found


def _states(facts: EntityFacts, names: frozenset[str], conditions: Iterable[str]) -> Iterator[tuple[Item, float]]:
    """What items can be: with their shares, and without one those that only the conditions tell of."""
    yield from ((world.item, world.weight) for world in worlds_of(facts, names).members)
    yield from ((item, 0.0) for item in possible_items(facts, names, conditions))


def _conditions(sides: _Sides) -> Iterator[str]:
    """The conditions of both sides, with the attribute names of the design before."""
    for side, names in ((sides.old, {}), (sides.new, sides.back)):
        for cell in side.row.cells if side else ():
            if cell.overload is not None:
                yield rename(cell.overload.when, names)


def _named_anew(pair: EntityPair, index: Index) -> bool:
    """Return whether a key of the index is the item's own attribute of that name, which is new for the entity."""
    written = {name for key in pair.new_keys(index) if key.overload for name in key.overload.keys}
    own = {new.name for old, new in pair.attributes if old is None and new is not None}
    return bool(own & set(index.key_names) - written)


def _fate(was: tuple[Shape | None, ...] | None, will: tuple[Shape | None, ...] | None) -> Fate | None:
    if was is None:
        return None if will is None else Fate.ENTERS
    if will is None:
        return Fate.LEAVES
    return Fate.STAYS if was == will else Fate.MOVES


def _old_side(pair: EntityPair, index: Index | None, facts: EntityFacts) -> _Side | None:
    if index is None:
        return None
    keys = {id(key.overload): pair.old_shapes(key) for key in pair.old_keys(index)}
    return _Side(row_of(pair.before_table, index, facts), keys)


def _new_side(pair: EntityPair, index: Index | None) -> _Side | None:
    if index is None:
        return None
    keys = {id(key.overload): shapes(key) for key in pair.new_keys(index)}
    return _Side(row_of(pair.after_table, index, EntityFacts.of(pair.after)), keys)


def lacking(pair: EntityPair, index: Index) -> tuple[str, ...]:
    """Key attributes of an index of the design after that stored items lack, or have with another value.

    A new optional attribute counts if it is itself a key of the index.
    """
    held = _stored_shapes(pair)
    own = frozenset(pair.after_table.base.key_names)
    missing: dict[str, None] = {}
    for key in pair.new_keys(index):
        for element, shape in zip(index.keys, shapes(key), strict=True):
            if element.name in own or shape is None or _is_held(held, element.name, shape, key.when):
                continue
            if not _is_there(pair, element.name, shape):
                missing[element.name] = None
    return tuple(missing)


def _stored_shapes(pair: EntityPair) -> dict[str, set[tuple[Shape, str]]]:
    """What stored items have under each name: their own attributes, and the keys of other indexes."""
    held: dict[str, set[tuple[Shape, str]]] = {}
    for index in pair.before_table.all_indexes:
        for key in pair.old_keys(index):
            for element, shape in zip(index.keys, pair.old_shapes(key), strict=True):
                if shape is not None:
                    held.setdefault(element.name, set()).add((shape, key.when))
    return held


def _is_held(held: Mapping[str, set[tuple[Shape, str]]], name: str, shape: Shape, when: str) -> bool:
    return any(one == shape and condition in ("", when) for one, condition in held.get(name, ()))


def _is_there(pair: EntityPair, name: str, shape: Shape) -> bool:
    """Return whether it is the item's own attribute, which stored items already have."""
    if shape != (Reference(name),):
        return False
    found = ((old, new) for old, new in pair.attributes if old and new and new.name == name)
    return any(not old.key_only and old.type is new.type for old, new in found)


def fewer_shards(pair: EntityPair) -> list[tuple[Attribute, int, int]]:
    """Random shards of the table's key whose count is reduced: which, the old count, and the new one.

    A higher count does not matter: readers query all of them.
    """
    used = {
        name
        for key in pair.new_keys(pair.after_table.base)
        for template in key.templates
        if template
        for name in template.attributes
    }
    found = []
    for old, new in pair.attributes:
        was, will = (_RANDOM.fullmatch(one.format) if one else None for one in (old, new))
        if new and new.name in used and was and will and int(will[1]) < int(was[1]):
            found.append((new, int(was[1]), int(will[1])))
    return found


_RANDOM: Final = re.compile(r"shard\((\d{1,5})\)")
