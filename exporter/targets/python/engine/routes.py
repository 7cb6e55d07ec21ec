"""Where items go: the route of a table, and its two directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ..runtime import keys
from ..runtime.conditions import kind
from ..runtime.keys import NoKey
from .problems import Problem, Trouble
from .shapes import Shape, StoredTable, absent_of_index, absent_of_key
from .stored_values import Item


class Direction(StrEnum):
    """Forward: from the old design to the new one. Back: the way that a revert takes."""

    FORWARD = "forward"
    BACK = "back"


@dataclass(frozen=True)
class Leg:
    """One direction of a route: which entities of the source go where, and what their attributes are then called."""

    name: str
    source: StoredTable
    target: StoredTable
    entities: Mapping[str, str]
    renames: Mapping[str, Mapping[str, str]]
    types: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By entity of the source, the attributes of the target that have another type there, N or S."""

    def shapes_of(self, item: Mapping[str, Any]) -> tuple[Shape, Shape] | None:
        """Return the shape of an item at the source and at the target; None if its entity does not take this route.

        Raises Problem if the item belongs to no entity, or to several.
        """
        shape = self.source.recognise(item)
        entity = self.entities.get(shape.entity)
        return None if entity is None else (shape, self.target.shape(entity))

    def renamed(self, shape: Shape, item: Mapping[str, Any]) -> Item:
        """Return the attributes of an item of the source by their names and types at the target. Raises Problem if a
        text is not the number that the target needs.
        """
        names, types = self.renames.get(shape.entity, {}), self.types.get(shape.entity, {})
        found = {names.get(name, name): value for name, value in shape.values(item).items()}
        converted = {name: _converted(shape, name, found[name], kind) for name, kind in types.items() if name in found}
        return {**found, **converted}

    def transformed(self, item: Mapping[str, Any]) -> Item | None:
        """Return an item of the source as the target stores it; None if its entity does not take this route.

        Raises Problem if a key of the target cannot be made of it.
        """
        found = self.shapes_of(item)
        if found is None:
            return None
        shape, goal = found
        try:
            return goal.rules.item(self.renamed(shape, item))
        except NoKey as error:
            absent = absent_of_key(goal.rules, self.renamed(shape, item))
            told = f"no {' and no '.join(absent)}, which the new key contains" if absent else str(error)
            raise Problem(Trouble.NO_KEY, f"{shape.entity}: {told}") from error

    def absent_of_index(self, item: Mapping[str, Any], index: str) -> tuple[str, ...]:
        """Return the absent attributes that keep an item of the source out of an index of the target whose condition
        holds. Raises Problem.
        """
        found = self.shapes_of(item)
        if found is None:
            return ()
        shape, goal = found
        return absent_of_index(goal.rules, index, self.renamed(shape, item))

    def index_keys(self, item: Mapping[str, Any]) -> tuple[Item, frozenset[str]]:
        """Return the keys of the target's indexes for an item that stays where it is, and the names that these keys
        have in any item of the entity. Raises Problem.
        """
        try:
            found = self.shapes_of(item)
        except Problem as problem:
            if problem.trouble is not Trouble.UNRECOGNISED or not self._is_of_target_only(item):
                raise
            found = None
        if found is None:
            return {}, frozenset()
        shape, goal = found
        values = self.renamed(shape, item)
        names = goal.made - frozenset(self.target.key_names)
        written = goal.rules.keys_of(goal.rules.indexes, {**values, **self.source.key(item)})
        return {name: value for name, value in written.items() if name in names}, names

    def _is_of_target_only(self, item: Mapping[str, Any]) -> bool:
        """Return whether an item belongs to an entity that only the target has: in one table, both sides' are met."""
        try:
            return self.target.recognise(item).entity not in set(self.entities.values())
        except Problem:
            return False

    def owner(self, item: Mapping[str, Any], back: Leg) -> Item | None:
        """Return the key at the source that an item of the target was made of; None if no item can be it."""
        try:
            made = back.transformed(item)
        except Problem:
            return None
        return None if made is None else self.source.key(made)


def _converted(shape: Shape, name: str, value: Any, wanted: str) -> Any:
    """Return a number as its text, a text as the number that it is, and anything else as it is."""
    if (kind(value), wanted) == ("N", "S"):
        return keys.text(value)
    if (kind(value), wanted) != ("S", "N"):
        return value
    try:
        return keys.number(value)
    except NoKey:
        told = f"{shape.entity}: {name} is {value[:40]!r}, and the new design needs a number"
        raise Problem(Trouble.NO_KEY, told) from None


@dataclass(frozen=True)
class Route:
    """A table of the old design and where its items go in the new one.

    `in_place`: items keep their key, and only the keys of indexes are written into them. Otherwise items are copied
    into another table. `entities` and `renames` are from old to new; renames are by the old entity. `old_stays`: the
    old table is one of the new design, too, and `new_exists`: the new one was there before. Either has other items.
    `types` has the old and the new type of attributes that change it, by the old entity and the new name.
    """

    name: str
    old: StoredTable
    new: StoredTable
    entities: Mapping[str, str]
    in_place: bool = False
    old_stays: bool = False
    new_exists: bool = False
    renames: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    types: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)

    def leg(self, direction: Direction) -> Leg:
        """Return one direction of it."""
        if direction is Direction.FORWARD:
            types = {entity: {name: new for name, (_, new) in kept.items()} for entity, kept in self.types.items()}
            return Leg(self.name, self.old, self.new, self.entities, self.renames, types)
        entities = {new: old for old, new in self.entities.items()}
        renames = {
            self.entities[entity]: {new: old for old, new in names.items()} for entity, names in self.renames.items()
        }
        types = {
            self.entities[entity]: {
                renames.get(self.entities[entity], {}).get(name, name): old for name, (old, _) in kept.items()
            }
            for entity, kept in self.types.items()
        }
        return Leg(self.name, self.new, self.old, entities, renames, types)

    def deployed(self, names: Mapping[str, str]) -> Route:
        """Return the route with the names that its tables have in the account."""
        old, new = (replace(one, deployed=names.get(one.name, one.name)) for one in (self.old, self.new))
        return replace(self, old=old, new=new)


def tables_of(routes: tuple[Route, ...]) -> Iterator[StoredTable]:
    """Yield every table of the routes once."""
    yield from {one.deployed: one for route in routes for one in (route.old, route.new)}.values()
