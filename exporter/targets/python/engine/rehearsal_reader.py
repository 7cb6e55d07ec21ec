"""Readers for rehearsals: they run the access patterns of both designs all the time, and judge what they get.

The writer leaves some items alone. What a read returns of these is known whatever is written meanwhile, and is in the
file with the rehearsal's items. The old design's reads must return them at any time; those of the new design must
return no others, and all of them once the backfill is complete.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .migration import Migration
from .routes import Direction
from .shapes import StoredTable
from .stored_values import from_image, key_text

type Found = frozenset[tuple[str, str]]
"""Items, each by its table's name in the design and the text of its key."""

NEW = "new"
PAUSE_SECONDS = 0.05


@dataclass
class ReadPattern:
    """One read of one design, what it finds of the items that stay as they are, and how its runs ended."""

    side: str
    pattern: str
    requests: Sequence[Mapping[str, Any]]
    expected: Found
    runs: int = 0
    wrong: int = 0
    waited: int = 0
    first_wrong: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        own = {"side": self.side, "pattern": self.pattern, "expected": len(self.expected), "runs": self.runs}
        return {**own, "wrong": self.wrong, "not_yet": self.waited, "first_wrong": self.first_wrong}

    def judge(self, found: Found, refused: str, *, is_complete: bool) -> None:
        """Count a run. Items of the new design can be missing until the backfill is complete."""
        missing, more = self.expected - found, found - self.expected
        may_wait = self.side == NEW and not is_complete
        self.runs += 1
        told = refused or _told("does not return", missing if not may_wait else frozenset()) or _told("returns", more)
        if told:
            self.wrong += 1
            self.first_wrong = self.first_wrong or told
        elif missing:
            self.waited += 1


class RehearsalReaders:
    """Runs all reads of `held` one after the other, again and again, in a thread of its own."""

    def __init__(self, migration: Migration, held: Mapping[str, Any]) -> None:
        self._client = migration.clients.dynamodb
        tables = {(side, table.name): table for side, table in _tables(migration)}
        self._deployed = {name: table.deployed for (_, name), table in tables.items()}
        self._keys = {(side, table.deployed): table for (side, _), table in tables.items()}
        self._still = {side: _found(items) for side, items in held.get("still", {}).items()}
        self.patterns = [
            ReadPattern(one["side"], one["pattern"], one["requests"], _found(one["expected"]))
            for one in held.get("reads", ())
            if all(table in self._deployed for request in one["requests"] for table in _asked(request["arguments"]))
        ]
        self._complete = threading.Event()
        self._reading = threading.Lock()
        self._leaves_new = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="readers", daemon=True)
        self.failed: BaseException | None = None

    def __enter__(self) -> RehearsalReaders:
        if self.patterns:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def wrong(self) -> int:
        """How many runs returned what they must not, or lacked what they must return."""
        return sum(one.wrong for one in self.patterns)

    def stop(self) -> None:
        """End after the current read."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def complete(self) -> None:
        """From now on the new design's reads must return everything."""
        self._complete.set()

    def leave_new(self) -> None:
        """Run no read of the new design from now on: a revert takes its keys away. Returns when none is at work."""
        with self._reading:
            self._leaves_new = True

    def one_round(self) -> None:
        """Run each read once."""
        for one in self.patterns:
            with self._reading:
                if not self._stop.is_set() and not (self._leaves_new and one.side == NEW):
                    self.run_one(one)

    def run_one(self, one: ReadPattern) -> None:
        """Run one read to the end of its pages, and judge what it returns of the items that stay as they are."""
        is_complete = self._complete.is_set()
        found: set[tuple[str, str]] = set()
        refused = ""
        for request in one.requests:
            try:
                for table, item in self._items(request["method"], self._deployable(request["arguments"])):
                    known = self._keys[one.side, table]
                    found.add((known.name, key_text(known.key(item))))
            except self._client.exceptions.ClientError as error:
                refused = refused or f"is refused: {error.response['Error'].get('Message', error)}"
        one.judge(frozenset(found) & self._still.get(one.side, frozenset()), refused, is_complete=is_complete)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.one_round()
                time.sleep(PAUSE_SECONDS)
        except BaseException as error:  # the rehearsal reports it: readers that ended would prove nothing
            self.failed = error

    def _deployable(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request with the names that tables have here, and with Python's values."""
        made = {name: _decoded(name, value) for name, value in arguments.items()}
        if "TableName" in made:
            made["TableName"] = self._deployed[made["TableName"]]
        if "RequestItems" in made:
            made["RequestItems"] = {self._deployed[name]: one for name, one in made["RequestItems"].items()}
        for action in made.get("TransactItems", ()):
            action["Get"]["TableName"] = self._deployed[action["Get"]["TableName"]]
        return made

    def _items(self, method: str, arguments: dict[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield what a request returns, with the name of each item's table."""
        while True:
            answer = getattr(self._client, method)(**arguments)
            match method:
                case "get_item":
                    found = [answer["Item"]] if "Item" in answer else []
                case "transact_get_items":
                    gets = [one["Get"]["TableName"] for one in arguments["TransactItems"]]
                    both = zip(gets, answer["Responses"], strict=True)
                    yield from ((table, one["Item"]) for table, one in both if one.get("Item"))
                    return
                case "batch_get_item":
                    for table, items in answer.get("Responses", {}).items():
                        yield from ((table, item) for item in items)
                    if not answer.get("UnprocessedKeys"):
                        return
                    arguments = {**arguments, "RequestItems": answer["UnprocessedKeys"]}
                    continue
                case _:
                    found = answer["Items"]
            yield from ((arguments["TableName"], item) for item in found)
            if "LastEvaluatedKey" not in answer:
                return
            arguments = {**arguments, "ExclusiveStartKey": answer["LastEvaluatedKey"]}


def _tables(migration: Migration) -> Iterator[tuple[str, StoredTable]]:
    for route in migration.routes:
        leg = route.leg(Direction.FORWARD)
        yield from (("old", leg.source), (NEW, leg.target))


def _asked(arguments: Mapping[str, Any]) -> Iterator[str]:
    """Yield the tables that a request reads."""
    if "TableName" in arguments:
        yield arguments["TableName"]
    yield from arguments.get("RequestItems", ())
    yield from (one["Get"]["TableName"] for one in arguments.get("TransactItems", ()))


def _decoded(name: str, value: Any) -> Any:
    match name:
        case "Key" | "ExpressionAttributeValues":
            return from_image(value)
        case "Keys":
            return [from_image(one) for one in value]
        case "RequestItems":
            return {table: {key: _decoded(key, one) for key, one in asked.items()} for table, asked in value.items()}
        case "TransactItems":
            return [{"Get": {key: _decoded(key, held) for key, held in one["Get"].items()}} for one in value]
    return value


def _found(items: Mapping[str, Sequence[Mapping[str, Any]]]) -> Found:
    return frozenset((table, key_text(from_image(key))) for table, keys in items.items() for key in keys)


def _told(what: str, items: Found) -> str:
    """Return one item of several as a sentence; '' if there is none."""
    if not items:
        return ""
    table, key = min(items)
    rest = f" and {len(items) - 1} more" if len(items) > 1 else ""
    return f"{what} {key} of {table}{rest}"
