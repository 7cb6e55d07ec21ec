"""What a table stores: the shape of each entity's items, and which entity an item belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..runtime import keys
from ..runtime.conditions import equal
from ..runtime.keys import NoKey
from ..runtime.rules import Rules
from .problems import Problem, Trouble
from .stored_values import Item, key_of


@dataclass(frozen=True)
class Reveals:
    """One key attribute whose text reveals attributes: a pattern, and for each of its groups an attribute and its
    type.
    """

    key: str
    pattern: str
    groups: Mapping[str, tuple[str, str]]

    def values(self, item: Mapping[str, Any]) -> Item:
        """Return the attributes that this key of an item reveals."""
        told = keys.told(self.pattern, item.get(self.key))
        found: Item = {}
        for group, (name, kind) in self.groups.items():
            if group in told:
                found[name] = _typed(told[group], kind)
        return found


def _typed(text: str, kind: str) -> Any:
    """Return the value of a text in a key. `reversed 3`: the number is its difference to the largest of 3 digits."""
    if kind == "N":
        return keys.number(text)
    if kind.startswith("reversed "):
        return keys.number(10 ** int(kind.removeprefix("reversed ")) - 1 - int(text))
    return text == "true" if kind == "BOOL" else text


@dataclass(frozen=True)
class Shape:
    """The stored items of one entity: how their keys are made, and what the keys reveal.

    `made` are key attributes that a template makes; `always` are attributes that every item has; `sources` are the
    attributes from which the keys of indexes are made.
    """

    entity: str
    rules: Rules
    made: frozenset[str] = frozenset()
    always: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    reveals: tuple[Reveals, ...] = ()

    def values(self, item: Mapping[str, Any]) -> Item:
        """Return the attributes of an item without the keys that are made of them; those that only keys hold too."""
        found: Item = {}
        for one in self.reveals:
            found |= one.values(item)
        return found | {name: value for name, value in item.items() if name not in self.made}

    def owns(self, item: Mapping[str, Any]) -> bool:
        """Return whether the templates make exactly the key that the item has."""
        try:
            key = self.rules.key(self.values(item))
        except (NoKey, KeyError):
            return False
        return all(name in item and equal(item[name], value) for name, value in key.items())

    def has_all(self, item: Mapping[str, Any]) -> bool:
        """Return whether an item has what every item of the entity has."""
        return self.always <= item.keys()


@dataclass(frozen=True)
class StoredTable:
    """A table as one side of a migration knows it. `indexes`: the key attributes of each index.

    `name` is the name in the design, `deployed` the name in the account.
    """

    name: str
    key_names: tuple[str, ...]
    shapes: tuple[Shape, ...]
    indexes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deployed: str = ""

    def key(self, item: Mapping[str, Any]) -> Item:
        """Return the key of an item of this table."""
        return key_of(item, self.key_names)

    def shape(self, entity: str) -> Shape:
        """Return the shape of an entity's items."""
        return next(one for one in self.shapes if one.entity == entity)

    def recognise(self, item: Mapping[str, Any]) -> Shape:
        """Return the shape of the entity that an item belongs to. Raises Problem if it is none, or not only one."""
        found = [one for one in self.shapes if one.owns(item)]
        whole = [one for one in found if one.has_all(item)]
        if len(whole or found) == 1:
            return (whole or found)[0]
        if not found:
            raise Problem(Trouble.UNRECOGNISED, f"no entity of {self.name} makes the key of this item")
        names = " and ".join(one.entity for one in whole or found)
        raise Problem(Trouble.AMBIGUOUS, f"the key of this item can be that of {names}")

    def members(self, item: Mapping[str, Any]) -> Iterator[str]:
        """Yield the indexes that list an item."""
        for index, names in self.indexes.items():
            if all(name in item for name in names):
                yield index


class Asked(Mapping[str, Any]):
    """The attributes of an item. `absent` are those that a key needs and the item lacks."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {name: value for name, value in values.items() if value is not None}
        self.absent: list[str] = []

    def __getitem__(self, name: str) -> Any:
        if name not in self._values and name not in self.absent:
            self.absent.append(name)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def absent_of_key(rules: Rules, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the absent attributes that the table's own key needs; empty if it can be made."""
    asked = Asked(values)
    with suppress(NoKey):
        rules.key(asked)
        return ()
    return tuple(name for name in asked.absent if name not in rules.key_names)


def absent_of_index(rules: Rules, index: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the absent attributes that keep an item out of an index although its condition holds."""
    written = (one for one in rules.indexes.get(index, ()) if one.when is None or one.when(values))
    overload = next(written, None)
    found: list[str] = []
    for make in overload.keys.values() if overload else ():
        asked = Asked(values)
        with suppress(NoKey):
            make(asked)
        found += (name for name in asked.absent if name not in found)
    return tuple(found)
