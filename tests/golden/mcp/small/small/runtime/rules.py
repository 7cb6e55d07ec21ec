"""What an entity writes into the keys of its table and indexes, and when: from attributes to the stored item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .keys import NoKey

Values = Mapping[str, Any]
Item = dict[str, Any]

_NOTHING: Values = {}


@dataclass(frozen=True)
class Overload:
    """One way to write a key: how each key attribute is made, and for which items (None: for all)."""

    keys: Mapping[str, Callable[[Values], Any]]
    when: Callable[[Values], bool] | None = None


@dataclass(frozen=True)
class Rules:
    """The overloads of one entity: of the table's own key, and of each index; the first whose `when` is true is
    written.

    `key_only` attributes exist only inside keys and are not stored separately.
    """

    key_names: tuple[str, ...]
    table: tuple[Overload, ...] = ()
    indexes: Mapping[str, tuple[Overload, ...]] = field(default_factory=dict)
    key_only: frozenset[str] = frozenset()

    def key(self, values: Values, given: Values = _NOTHING) -> Item:
        """Return the table's key. `given` are values of key attributes that no overload makes. Raises NoKey."""
        found = {name: given[name] for name in self.key_names if name in given}
        overload = _first(self.table, values)
        if overload is None and self.table:
            raise NoKey("no overload of the table's own key applies to this item")
        for name, make in overload.keys.items() if overload else ():
            try:
                found[name] = make(values)
            except NoKey:
                if name not in found:
                    raise
        for name in self.key_names:
            value = found.setdefault(name, values.get(name))
            if value is None or value in ("", b""):
                raise NoKey(f"the item has no {name}")
        return found

    def index_keys(self, index: str, values: Values) -> Item:
        """Return the keys of one index, all or none: empty if the item is not in it."""
        overload = _first(self.indexes.get(index, ()), values)
        found: Item = {}
        for name, make in overload.keys.items() if overload else ():
            try:
                found[name] = make(values)
            except NoKey:
                return {}
            if found[name] in ("", b""):
                return {}
        return found

    def keys_of(self, indexes: Iterable[str], values: Values) -> Item:
        """Return the keys of several indexes; if two write one attribute, the first is used."""
        found: Item = {}
        known = {name: value for name, value in values.items() if value is not None}
        for index in indexes:
            for name, value in self.index_keys(index, known).items():
                found.setdefault(name, value)
        return found

    def item(self, values: Values, given: Values = _NOTHING, unstored: frozenset[str] = frozenset()) -> Item:
        """Return the item as DynamoDB stores it: attributes, the table's key, the keys of every index that it is in.

        `given`: as for `key`, of any index. `unstored`: values that only keys and conditions use. Raises NoKey.
        """
        stored = {name: value for name, value in values.items() if name not in self.key_only | unstored}
        key = self.key(values, given)
        seen = {**stored, **key, **values}
        written: Item = {}
        for index in self.indexes:
            for name, value in self.index_keys(index, seen).items():
                written.setdefault(name, value)
        return {**stored, **{name: value for name, value in given.items() if name not in stored}, **key, **written}


def _first(overloads: tuple[Overload, ...], values: Values) -> Overload | None:
    return next((one for one in overloads if one.when is None or one.when(values)), None)
