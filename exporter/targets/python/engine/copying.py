"""Copying items into another table, so that each item of the source is there once, as it is now.

One operation does it: `bring`. It reads what was done for the item so far (its entry) and the item as it is now, and in
one transaction writes the entry, the copy, and removes the copy from where it was before. The transaction holds only if
the entry is still what was read, so of two processes that bring the same item, one reads again. What the item was at
any earlier time does not matter, nor does any clock: it is enough that `bring` runs once after each change.

An item that is gone leaves an entry without a place. The backfill copies only items without an entry, so that a page
that was read before the delete does not bring it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .bringing import ATTEMPTS_MAX, Bringer, Outcome
from .calls import Calls, Refused
from .control import Control, Entry
from .problems import Problem, Trouble
from .routes import Direction, Leg
from .stored_values import Item, differing, digest, key_text


class Copier(Bringer):
    """Copies items of a leg's source to another table, for one generation of the migration."""

    remembers: ClassVar[bool] = True

    def __init__(
        self, leg: Leg, back: Leg, direction: Direction, generation: int, control: Control, calls: Calls
    ) -> None:
        super().__init__(leg, direction, control, calls)
        self.back = back
        self.generation = generation

    def _take(self, item: Mapping[str, Any]) -> Outcome:
        key = self.leg.source.key(item)
        made = self.leg.transformed(item)
        if made is None:
            return Outcome.NOT_MOVED
        place = self.leg.target.key(made)
        entry = Entry(1, self.generation, place, _content(made))
        try:
            self.calls.transact(
                [self.control.entry_action(self.name, key, None, entry), self._put(made, replaces=False)]
            )
        except Refused as error:
            if error.reasons and error.reasons[0] == "ConditionalCheckFailed":
                return Outcome.SUPERSEDED
            return self._bring(key, None)
        return Outcome.WRITTEN

    def _bring(self, key: Mapping[str, Any], image: Mapping[str, Any] | None) -> Outcome:
        for _ in range(ATTEMPTS_MAX):
            entry = self.control.entry(self.name, key)
            item = self.calls.get(self.leg.source.deployed, key)
            made = self.leg.transformed(item) if item is not None else None
            if made is None and item is not None and entry is None:
                return Outcome.NOT_MOVED
            if entry and entry.generation == self.generation and entry.content == _content(made):
                return Outcome.UNCHANGED
            try:
                self.calls.transact(self._actions(key, entry, made, image))
            except Refused:
                self.calls.evidence.add("raced")
                continue
            return Outcome.REMOVED if made is None else Outcome.WRITTEN
        raise Problem(Trouble.REFUSED, f"{ATTEMPTS_MAX} attempts met another write")

    def _actions(
        self, key: Mapping[str, Any], entry: Entry | None, made: Item | None, image: Mapping[str, Any] | None
    ) -> list[Item]:
        place = None if made is None else self.leg.target.key(made)
        revision = entry.revision + 1 if entry else 1
        after = Entry(revision, self.generation, place, _content(made))
        actions = [self.control.entry_action(self.name, key, entry, after)]
        previous = entry.place if entry else self._place_of(key, image)
        if previous is not None and (place is None or key_text(previous) != key_text(place)):
            actions.append({"Delete": {"TableName": self.leg.target.deployed, "Key": previous}})
        if made is not None and place is not None:
            is_there = entry is not None and entry.place is not None and key_text(entry.place) == key_text(place)
            actions.append(self._put(made, replaces=is_there or self._is_ours(key, place)))
        return actions

    def _put(self, made: Item, *, replaces: bool) -> Item:
        put: Item = {"TableName": self.leg.target.deployed, "Item": made}
        if not replaces:
            put["ConditionExpression"] = "attribute_not_exists(#key)"
            put["ExpressionAttributeNames"] = {"#key": self.leg.target.key_names[0]}
        return {"Put": put}

    def _place_of(self, key: Mapping[str, Any], image: Mapping[str, Any] | None) -> Item | None:
        """Return the place of a copy that no entry knows of: it was made in the other direction."""
        try:
            made = self.leg.transformed(image) if image else None
        except Problem:
            return None
        place = None if made is None else self.leg.target.key(made)
        there = None if place is None else self.calls.get(self.leg.target.deployed, place)
        return place if there is not None and self._owns(key, there) else None

    def _is_ours(self, key: Mapping[str, Any], place: Item) -> bool:
        """Return whether the item at a place was made of this one. Raises Problem if it is another's."""
        there = self.calls.get(self.leg.target.deployed, place)
        if there is None:
            return False
        if self._owns(key, there):
            return True
        raise Problem(Trouble.COLLISION, f"another item has the new key {key_text(place)}")

    def _owns(self, key: Mapping[str, Any], there: Mapping[str, Any]) -> bool:
        owner = self.leg.owner(there, self.back)
        return owner is not None and not differing(owner, key)


def _content(made: Mapping[str, Any] | None) -> str:
    """Return a digest of a copy: with the same one there is nothing to write."""
    return "" if made is None else digest(repr(_sorted(made)))


def _sorted(value: Any) -> Any:
    match value:
        case Mapping():
            return [(name, _sorted(one)) for name, one in sorted(value.items())]
        case set() | frozenset():
            return ["set", *sorted(map(repr, map(_sorted, value)))]
        case list() | tuple():
            return [_sorted(one) for one in value]
        case bytes() | str() | bool() | None:
            return value
    return bytes(value) if hasattr(value, "__bytes__") else str(value)
