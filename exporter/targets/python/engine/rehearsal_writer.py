"""A writer for rehearsals: it changes items all the time, through the gate, on the side that serves."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ..runtime.keys import NoKey
from .evidence import Evidence
from .migration import Migration
from .problems import Problem
from .routes import Direction, Route
from .serving import Gate
from .stored_values import Item, differing

MARK = "rehearsed"
"""The attribute that updates set. No design has it: it shows that attributes which no entity declares arrive too."""


class RehearsalWriter:
    """Puts, updates and deletes the given items of each route's old table, from a thread of its own.

    A part of the puts gives an item the attributes of another one of its entity, so that new keys change as well.
    """

    def __init__(
        self,
        migration: Migration,
        items: Mapping[str, Sequence[Item]],
        seed: int,
        pause: float,
    ) -> None:
        self.migration = migration
        self.evidence = Evidence()
        self._gate = Gate(migration)
        self._random = random.Random(seed)  # noqa: S311  # chance without secrets, the same for the same seed
        self._pause = pause
        self._targets = [(route, item) for route in migration.routes for item in items.get(route.old.name, ())]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.failed: BaseException | None = None

    def __enter__(self) -> RehearsalWriter:
        if self._targets:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End after the current write."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                route, item = self._random.choice(self._targets)
                self._write(route, item)
                time.sleep(self._pause)
        except BaseException as error:  # the rehearsal reports it: a writer that ended would prove nothing
            self.failed = error

    def _write(self, route: Route, item: Item) -> None:
        with self._gate.writing() as is_new:
            goes_over = is_new and not route.in_place
            side = route.new if goes_over else route.old
            chosen = self._changed(route, item) if self._random.random() < 0.3 else item
            held = self._as_new(route, chosen) if goes_over else chosen
            if held is None:
                return
            draw = self._random.random()
            client, key = self.migration.clients.dynamodb, side.key(held)
            if draw < 0.5:
                client.put_item(TableName=side.deployed, Item=held)
            elif draw < 0.7:
                client.delete_item(TableName=side.deployed, Key=key)
            else:
                self._update(client, side.deployed, key)
        kind = "puts" if draw < 0.5 else "deletes" if draw < 0.7 else "updates"
        self.evidence.add(f"{kind} on the {'new' if goes_over else 'old'} side")

    def _update(self, client: Any, table: str, key: Item) -> None:
        """Update an item twice within a moment, if it is there."""
        for _ in range(2):
            try:
                client.update_item(
                    TableName=table,
                    Key=key,
                    UpdateExpression="SET #mark = :mark",
                    ConditionExpression="attribute_exists(#key)",
                    ExpressionAttributeNames={"#mark": MARK, "#key": next(iter(key))},
                    ExpressionAttributeValues={":mark": self._random.randrange(10**6)},
                )
            except client.exceptions.ConditionalCheckFailedException:
                self.evidence.add("updates of absent items")

    def _changed(self, route: Route, item: Item) -> Item:
        """Return an item with the attributes of another one of its entity, under its own key."""
        try:
            shape = route.old.recognise(item)
            _, other = self._random.choice([one for one in self._targets if one[0] is route])
            if route.old.recognise(other) is not shape:
                return item
            values = {**shape.values(other), **self._of_the_key(route, shape.values(item), item)}
            made = shape.rules.item(values)
        except (Problem, NoKey):
            return item
        return item if differing(route.old.key(made), route.old.key(item)) else made

    def _of_the_key(self, route: Route, values: Item, item: Item) -> Item:
        """Return the attributes that the table's own key reveals: those must stay."""
        shape = route.old.recognise(item)
        own = [one for one in shape.reveals if one.key in route.old.key_names]
        names = {name for one in own for name in one.values(item)} | set(route.old.key_names)
        return {name: value for name, value in values.items() if name in names}

    def _as_new(self, route: Route, item: Item) -> Item | None:
        try:
            return route.leg(Direction.FORWARD).transformed(item)
        except Problem:
            return None
