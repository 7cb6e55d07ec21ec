"""Copying items into another table, so that each item of the source is there once, as it is now.

One operation does it: `bring`. It reads what was done for the item so far (its entry) and the item as it is now, and in
one transaction writes the entry, the copy, and removes the copy from where it was before. The transaction holds only if
the entry is still what was read, so of two processes that bring the same item, one reads again. What the item was at
any earlier time does not matter, nor does any clock: it is enough that `bring` runs once after each change.

An item that is gone leaves an entry without a place. The backfill copies only items without an entry, so that a page
that was read before the delete does not bring it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
            return self._bring(key, ())
        return Outcome.WRITTEN

    def knows(self, key: Mapping[str, Any]) -> bool:
        """Return whether an entry of this generation says where the copy of an item is."""
        entry = self.control.entry(self.name, key)
        return entry is not None and self._is_of_now(entry)

    def _bring(self, key: Mapping[str, Any], images: Sequence[Mapping[str, Any]]) -> Outcome:
        for _ in range(ATTEMPTS_MAX):
            entry = self.control.entry(self.name, key)
            item = self.calls.get(self.leg.source.deployed, key)
            made = self.leg.transformed(item) if item is not None else None
            if made is None and item is not None and entry is None:
                return Outcome.NOT_MOVED
            if entry and self._is_of_now(entry) and entry.content == _content(made):
                return Outcome.UNCHANGED
            try:
                self.calls.transact(self._actions(key, entry, made, images))
            except Refused:
                self.calls.evidence.add("raced")
                continue
            return Outcome.REMOVED if made is None else Outcome.WRITTEN
        raise Problem(Trouble.REFUSED, f"{ATTEMPTS_MAX} attempts met another write")

    def _is_of_now(self, entry: Entry) -> bool:
        """Return whether only this program has changed the target since: between generations, the other side served."""
        return entry.generation == self.generation

    def _actions(
        self, key: Mapping[str, Any], entry: Entry | None, made: Item | None, images: Sequence[Mapping[str, Any]]
    ) -> list[Item]:
        place = None if made is None else self.leg.target.key(made)
        revision = entry.revision + 1 if entry else 1
        after = Entry(revision, self.generation, place, _content(made))
        known = [entry.place] if entry and self._is_of_now(entry) else self._places_of(key, entry, images)
        elsewhere = {key_text(one): one for one in known if one is not None}
        is_there = place is not None and elsewhere.pop(key_text(place), None) is not None
        actions = [self.control.entry_action(self.name, key, entry, after)]
        actions += [{"Delete": {"TableName": self.leg.target.deployed, "Key": one}} for one in elsewhere.values()]
        if made is not None and place is not None:
            actions.append(self._put(made, replaces=is_there or self._is_ours(key, place)))
        return actions

    def _put(self, made: Item, *, replaces: bool) -> Item:
        put: Item = {"TableName": self.leg.target.deployed, "Item": made}
        if not replaces:
            put["ConditionExpression"] = "attribute_not_exists(#key)"
            put["ExpressionAttributeNames"] = {"#key": self.leg.target.key_names[0]}
        return {"Put": put}

    def _places_of(
        self, key: Mapping[str, Any], entry: Entry | None, images: Sequence[Mapping[str, Any]]
    ) -> Iterator[Item]:
        """Yield the places of copies that no entry of this generation knows of: they were made in the other direction,
        of what the item was then.
        """
        places = [entry.place] if entry else []
        for image in images:
            try:
                made = self.leg.transformed(image)
            except Problem:
                continue
            places.append(None if made is None else self.leg.target.key(made))
        for place in {key_text(one): one for one in places if one is not None}.values():
            there = self.calls.get(self.leg.target.deployed, place)
            if there is not None and self._owns(key, there):
                yield place

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
