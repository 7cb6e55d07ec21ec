"""The table of the migration itself: its phase, its checkpoints, where each item went, and the problems.

Nothing that a process needs after it was killed is held anywhere else.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from .calls import Calls, Refused
from .problems import Problem, Stopped, Trouble
from .routes import Direction
from .stored_values import Item, digest, key_text

STATE = {"pk": "migration", "sk": "state"}
NOT_THERE = "attribute_not_exists(pk)"


class Phase(StrEnum):
    """Who serves. In `holding`, writers wait; it ends in `new`, `old` or `reverted`."""

    OLD = "old"
    HOLDING = "holding"
    NEW = "new"
    REVERTED = "reverted"

    @property
    def direction(self) -> Direction:
        """The direction in which changes are copied while this phase lasts."""
        return Direction.BACK if self is Phase.NEW else Direction.FORWARD


@dataclass(frozen=True)
class State:
    """The state that all processes share. `generation` is one higher after each cut-over and each revert."""

    phase: Phase
    generation: int
    came_from: Phase
    units_per_second: float | None
    paused: bool
    verified: bool


@dataclass(frozen=True)
class Entry:
    """What was last done for one item of the source: the revision of that, and its place at the target.

    `place` is None if the source has no such item: the entry is then a tombstone, and no late copy brings it back.
    """

    revision: int
    generation: int
    place: Item | None
    content: str


@dataclass(frozen=True)
class Segment:
    """How far one segment of a scan is. `last_key`: where the next page begins."""

    last_key: Item | None
    rows: int
    done: bool


class Control:
    """The control table, `name` in the account."""

    def __init__(self, name: str, calls: Calls) -> None:
        self.name = name
        self.calls = calls

    # The state.

    def begin(self) -> State:
        """Return the state; the first call writes it."""
        first = {**STATE, "phase": Phase.OLD, "came_from": Phase.OLD, "generation": 1, "paused": False}
        with suppress(Refused):  # another process, or an earlier one, began
            self.calls.make("put_item", TableName=self.name, Item=_storable(first), ConditionExpression=NOT_THERE)
        return self.state()

    def state(self) -> State:
        """Return the state as it is now. Raises Stopped if the migration was never prepared."""
        raw = self.calls.get(self.name, STATE)
        if raw is None:
            raise Stopped("the migration is not prepared: run `prepare --create` first")
        rate = raw.get("units_per_second")
        return State(
            Phase(raw["phase"]),
            int(raw["generation"]),
            Phase(raw["came_from"]),
            None if rate is None else float(rate),
            bool(raw["paused"]),
            raw.get("verified") == raw["generation"],
        )

    def enter(self, before: State, phase: Phase) -> State:
        """Change the phase, if it is still what was seen. Raises Stopped if another process was faster."""
        ends = phase is not Phase.HOLDING
        serves_anew = ends and phase is not before.came_from
        try:
            self.calls.make(
                "update_item",
                TableName=self.name,
                Key=STATE,
                UpdateExpression="SET phase = :phase, came_from = :came_from, generation = :next",
                ConditionExpression="phase = :before AND generation = :generation",
                ExpressionAttributeValues={
                    ":phase": phase.value,
                    ":came_from": (phase if ends else before.phase).value,
                    ":before": before.phase.value,
                    ":generation": before.generation,
                    ":next": before.generation + serves_anew,
                },
            )
        except Refused:
            raise Stopped(f"another process changed the phase from {before.phase}; look at `status`") from None
        return self.state()

    def set(self, **values: Any) -> None:
        """Set members of the state: `paused`, `units_per_second`, `verified`."""
        names = {f"#{name}": name for name in values}
        self.calls.make(
            "update_item",
            TableName=self.name,
            Key=STATE,
            UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in values),
            ExpressionAttributeNames=names,
            ExpressionAttributeValues={f":{name}": _storable(value) for name, value in values.items()},
        )

    # Checkpoints.

    def segment(self, scan: str, number: int) -> Segment:
        """Return how far a segment of a scan is."""
        raw = self.calls.get(self.name, _segment_key(scan, number)) or {}
        return Segment(raw.get("last_key"), int(raw.get("rows", 0)), bool(raw.get("done")))

    def save_segment(self, scan: str, number: int, segment: Segment) -> None:
        """Write a checkpoint: after a crash, the scan goes on behind it."""
        held = {"last_key": segment.last_key, "rows": segment.rows, "done": segment.done}
        item = {**_segment_key(scan, number), **held}
        self.calls.make("put_item", TableName=self.name, Item=_storable(item))

    def segments(self, scan: str) -> list[Segment]:
        """Return every segment that has begun."""
        rows = self._query(f"scan#{scan}")
        return [Segment(raw.get("last_key"), int(raw["rows"]), bool(raw["done"])) for raw in rows]

    def segment_count(self, scan: str, wanted: int, source: str = "") -> int:
        """Return the number of segments of a scan. The first call decides: another number would read other segments.

        Raises Stopped if the first call had another source: '' is the table, otherwise exports of it.
        """
        key = {"pk": f"segments#{scan}", "sk": "count"}
        with suppress(Refused):  # it is resumed
            item = {**key, "segments": wanted, "source": source}
            self.calls.make("put_item", TableName=self.name, Item=item, ConditionExpression=NOT_THERE)
        found = self.calls.get(self.name, key) or {}
        if found.get("source", "") != source:
            began = found.get("source") or "the table itself"
            raise Stopped(f"this backfill began from {began}: go on with it, or begin anew with --again")
        return int(found.get("segments", wanted))

    def planned_segments(self, scan: str) -> int | None:
        """Return the number of segments of a scan; None if it never began."""
        raw = self.calls.get(self.name, {"pk": f"segments#{scan}", "sk": "count"})
        return None if raw is None else int(raw["segments"])

    def is_done(self, scan: str) -> bool:
        """Return whether every segment of a scan is complete."""
        planned = self.planned_segments(scan)
        return planned is not None and sum(one.done for one in self.segments(scan)) == planned

    def forget_scan(self, scan: str) -> None:
        """Remove the checkpoints of a scan, so that it begins again."""
        keys = [{"pk": raw["pk"], "sk": raw["sk"]} for raw in self._query(f"scan#{scan}")]
        for key in [*keys, {"pk": f"segments#{scan}", "sk": "count"}]:
            self.calls.make("delete_item", TableName=self.name, Key=key)

    def shards(self, stream: str) -> dict[str, Item]:
        """Return the position in each shard of a stream."""
        return {raw["sk"]: raw for raw in self._query(f"stream#{stream}")}

    def save_shard(self, stream: str, shard: str, sequence: str, *, done: bool) -> None:
        """Write the position in a shard: records up to `sequence` are applied."""
        item = {"pk": f"stream#{stream}", "sk": shard, "sequence": sequence, "done": done}
        self.calls.make("put_item", TableName=self.name, Item=item)

    def beat(self, route: str) -> None:
        """Note that the stream of a route is being read, and when that began."""
        self.calls.make(
            "update_item",
            TableName=self.name,
            Key={"pk": "followed", "sk": route},
            UpdateExpression="SET #at = :now, began = if_not_exists(began, :now)",
            ExpressionAttributeNames={"#at": "at"},
            ExpressionAttributeValues={":now": int(time.time())},
        )

    def followed_since(self, route: str) -> float | None:
        """Return when the stream of a route was first read, in seconds since 1970; None if never."""
        raw = self.calls.get(self.name, {"pk": "followed", "sk": route})
        return None if raw is None else float(raw.get("began", raw["at"]))

    def seconds_since_followed(self, route: str) -> float | None:
        """Return how long ago the stream of a route was last read; None if never."""
        raw = self.calls.get(self.name, {"pk": "followed", "sk": route})
        return None if raw is None else max(0.0, time.time() - float(raw["at"]))

    # Entries: what was done for each item.

    def entry(self, leg: str, key: Mapping[str, Any]) -> Entry | None:
        """Return what was done for an item of the source; None if nothing yet."""
        raw = self.calls.get(self.name, _entry_key(leg, key))
        if raw is None:
            return None
        return Entry(int(raw["revision"]), int(raw["generation"]), raw["place"], str(raw["content"]))

    def entry_action(self, leg: str, key: Mapping[str, Any], before: Entry | None, after: Entry) -> Item:
        """Return the action of a transaction that replaces an entry, if it is still what was read."""
        held = {"key": dict(key), "revision": after.revision, "generation": after.generation}
        item = {**_entry_key(leg, key), **held, "place": after.place, "content": after.content}
        put: Item = {"TableName": self.name, "Item": item, "ConditionExpression": NOT_THERE}
        if before is not None:
            put |= {"ConditionExpression": "revision = :seen", "ExpressionAttributeValues": {":seen": before.revision}}
        return {"Put": put}

    # Problems.

    def note_problem(self, leg: str, key: Mapping[str, Any], problem: Problem) -> None:
        """Keep a problem until the item is in order."""
        text = key_text(key)
        told = {"key": dict(key), "trouble": problem.trouble.value, "message": problem.message}
        item = {"pk": f"problem#{leg}", "sk": digest(text), **told}
        self.calls.make("put_item", TableName=self.name, Item=item)

    def forget_problem(self, leg: str, key: Mapping[str, Any]) -> None:
        """Remove a problem that is solved."""
        where = {"pk": f"problem#{leg}", "sk": digest(key_text(key))}
        self.calls.make("delete_item", TableName=self.name, Key=where)

    def problems(self, leg: str) -> Iterator[tuple[Item, Problem]]:
        """Yield the items that are not migrated, and why."""
        for raw in self._query(f"problem#{leg}"):
            yield raw["key"], Problem(Trouble(raw["trouble"]), raw["message"])

    def _query(self, pk: str) -> Iterator[Item]:
        more: Item = {}
        while True:
            page = self.calls.make(
                "query",
                TableName=self.name,
                KeyConditionExpression="pk = :pk",
                ExpressionAttributeValues={":pk": pk},
                ConsistentRead=True,
                **more,
            )
            yield from page["Items"]
            if not page.get("LastEvaluatedKey"):
                return
            more = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def _segment_key(scan: str, number: int) -> Item:
    return {"pk": f"scan#{scan}", "sk": f"{number:06d}"}


def _entry_key(leg: str, key: Mapping[str, Any]) -> Item:
    return {"pk": f"item#{leg}#{digest(key_text(key))}", "sk": "entry"}


def _storable(value: Any) -> Any:
    """Return a value that boto3 can write: enumerations as texts, floats as numbers."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, dict):
        return {name: _storable(one) for name, one in value.items()}
    return value
