"""Writing the keys of indexes into items that stay where they are.

An update holds only while the attributes that its keys are made of are what was read. Otherwise the item is read again:
a live write between the two is never overwritten, and nothing is remembered about any item.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..runtime.conditions import equal
from .bringing import ATTEMPTS_MAX, Bringer, Outcome
from .calls import Refused
from .problems import Problem, Trouble
from .stored_values import Item


class Filler(Bringer):
    """Gives items of a table the keys that the target's indexes need."""

    remembers: ClassVar[bool] = False

    def lacking(self, item: Mapping[str, Any]) -> tuple[Item, tuple[str, ...]]:
        """Return the keys to set in an item and the names to remove. Raises Problem."""
        wanted, names = self.leg.index_keys(item)
        changed = {name: value for name, value in wanted.items() if name not in item or not equal(item[name], value)}
        return changed, tuple(sorted(name for name in names if name in item and name not in wanted))

    def _bring(self, key: Mapping[str, Any], images: Sequence[Mapping[str, Any]]) -> Outcome:
        del images  # the item stays in its place
        return self._fill(key, None)

    def _take(self, item: Mapping[str, Any]) -> Outcome:
        return self._fill(self.leg.source.key(item), item)

    def _fill(self, key: Mapping[str, Any], read: Mapping[str, Any] | None) -> Outcome:
        item = read
        for _ in range(ATTEMPTS_MAX):
            item = self.calls.get(self.leg.source.deployed, key) if item is None else item
            if item is None:
                return Outcome.REMOVED
            changed, removed = self.lacking(item)
            if not changed and not removed:
                return Outcome.UNCHANGED
            try:
                self.calls.make("update_item", **self._update(key, item, changed, removed))
            except Refused:
                self.calls.evidence.add("raced")
                item = None
                continue
            return Outcome.WRITTEN
        raise Problem(Trouble.REFUSED, f"{ATTEMPTS_MAX} attempts met another write")

    def _update(
        self, key: Mapping[str, Any], item: Mapping[str, Any], changed: Item, removed: tuple[str, ...]
    ) -> dict[str, Any]:
        made = _Expressions()
        sets = [f"{made.name(name)} = {made.value(value)}" for name, value in sorted(changed.items())]
        parts = ["SET " + ", ".join(sets)] if sets else []
        parts += ["REMOVE " + ", ".join(made.name(name) for name in removed)] if removed else []
        held = [f"attribute_exists({made.name(self.leg.source.key_names[0])})"]
        held += [made.unchanged(item, name) for name in sorted(self._sources(item))]
        request: dict[str, Any] = {
            "TableName": self.leg.source.deployed,
            "Key": dict(key),
            "UpdateExpression": " ".join(parts),
            "ConditionExpression": " AND ".join(held),
            "ExpressionAttributeNames": made.names,
        }
        if made.values:
            request["ExpressionAttributeValues"] = made.values
        return request

    def _sources(self, item: Mapping[str, Any]) -> frozenset[str]:
        """Return the stored attributes that the new keys depend on, by their names in the table."""
        found = self.leg.shapes_of(item)
        if found is None:
            return frozenset()
        shape, goal = found
        own = {new: old for old, new in self.leg.renames.get(shape.entity, {}).items()}
        return frozenset(own.get(name, name) for name in goal.sources) - frozenset(self.leg.source.key_names)


class _Expressions:
    """Placeholders for names and values of one request."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.values: dict[str, Any] = {}

    def name(self, name: str) -> str:
        """Return the placeholder of a name."""
        known = {held: mark for mark, held in self.names.items()}
        mark = known.get(name) or f"#n{len(self.names)}"
        self.names[mark] = name
        return mark

    def value(self, value: Any) -> str:
        """Return the placeholder of a value."""
        mark = f":v{len(self.values)}"
        self.values[mark] = value
        return mark

    def unchanged(self, item: Mapping[str, Any], name: str) -> str:
        """Return the condition that an attribute is what was read, or still missing."""
        if name in item:
            return f"{self.name(name)} = {self.value(item[name])}"
        return f"attribute_not_exists({self.name(name)})"
