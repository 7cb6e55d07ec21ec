"""For the application: a gate that says which design serves, and tables that write to both sides.

Each write and each read goes through `Gate`. `MirroredTable` takes the place of boto3's Table in the generated
access code: what it writes is brought to the other side before the call returns. If that fails, the write itself has
happened, and the stream brings it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .bringing import Bringer
from .control import Phase
from .migration import Migration
from .problems import Stopped
from .shapes import StoredTable
from .stored_values import Item, key_of

REMEMBERED_SECONDS = 1.0
HELD_SECONDS_MAX = 60.0


class Gate:
    """Which design serves. The phase is read at most once per second; a cut-over waits longer than that."""

    def __init__(self, migration: Migration, *, sleep: Callable[[float], None] = time.sleep) -> None:
        self._migration = migration
        self._sleep = sleep
        self._lock = threading.Lock()
        self._phase = Phase.OLD
        self._read_at: float | None = None

    def serves_new(self) -> bool:
        """Return whether reads go to the new design. While writers are held, to the one that served before."""
        with self._lock:
            phase = self._now()
        if phase is Phase.HOLDING:
            return self._migration.control.state().came_from is Phase.NEW
        return phase is Phase.NEW

    @contextmanager
    def writing(self) -> Iterator[bool]:
        """Hold a write until one design serves; gives whether it is the new one. Raises Stopped after a minute."""
        end = time.monotonic() + HELD_SECONDS_MAX
        while True:
            with self._lock:
                phase = self._now()
            if phase is not Phase.HOLDING:
                yield phase is Phase.NEW
                return
            if time.monotonic() > end:
                raise Stopped("writers have been held for a minute: look at `status`")
            self._sleep(0.1)

    def _now(self) -> Phase:
        now = time.monotonic()
        if self._read_at is None or now - self._read_at > REMEMBERED_SECONDS:
            self._phase = self._migration.control.state().phase
            self._read_at = now
        return self._phase


class MirroredTable:
    """boto3's Table of one side, whose writes are brought to the other side. For any thread.

    Reads are those of the table. Batches and transactions of `meta.client` are mirrored too, for every table of the
    migration that they write.
    """

    def __init__(self, table: Any, migration: Migration) -> None:
        self._table = table
        self._migration = migration
        self.meta = _Meta(_MirroredClient(table.meta.client, migration))

    @property
    def name(self) -> str:
        """The name of the table."""
        return str(self._table.name)

    @property
    def get_item(self) -> Callable[..., Any]:
        """Read an item, as the table does."""
        return self._reading("get_item")

    @property
    def query(self) -> Callable[..., Any]:
        """Query, as the table does."""
        return self._reading("query")

    @property
    def scan(self) -> Callable[..., Any]:
        """Scan, as the table does."""
        return self._reading("scan")

    def _reading(self, operation: str) -> Callable[..., Any]:
        made: Callable[..., Any] = getattr(self._table, operation)
        return made

    def put_item(self, **arguments: Any) -> Any:
        """Put an item on both sides."""
        return self._mirrored(arguments["Item"], lambda: self._table.put_item(**arguments))

    def update_item(self, **arguments: Any) -> Any:
        """Update an item on both sides."""
        return self._mirrored(arguments["Key"], lambda: self._table.update_item(**arguments))

    def delete_item(self, **arguments: Any) -> Any:
        """Delete an item on both sides."""
        return self._mirrored(arguments["Key"], lambda: self._table.delete_item(**arguments))

    def _mirrored(self, item: Mapping[str, Any], write: Callable[[], Any]) -> Any:
        return mirrored(self._migration, [(self.name, item)], write)


def mirrored(migration: Migration, written: list[tuple[str, Mapping[str, Any]]], write: Callable[[], Any]) -> Any:
    """Write, then bring each written item (its table, and it or its key) to the other side.

    An item that nothing is known of is brought before as well, so that its place on the other side is known when its
    attributes change.
    """
    keys = [(bringer, key) for name, item in written for bringer, key in _brought(migration, name, item)]
    for bringer, key in keys:
        if not bringer.knows(key):
            bringer.bring(key)
    answer = write()
    for bringer, key in keys:
        bringer.bring(key)
    return answer


def _brought(migration: Migration, table: str, item: Mapping[str, Any]) -> Iterator[tuple[Bringer, Item]]:
    for _, bringer in migration.active():
        source: StoredTable = bringer.leg.source
        if source.deployed == table:
            yield bringer, key_of(item, source.key_names)


class _Meta:
    def __init__(self, client: Any) -> None:
        self.client = client


class _MirroredClient:
    """The client of a table's resource: batches and transactions bring what they wrote."""

    def __init__(self, client: Any, migration: Migration) -> None:
        self._client = client
        self._migration = migration

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def batch_write_item(self, **arguments: Any) -> Any:
        """Write a batch on both sides. It has no conditions, on neither side: the copies are written with theirs."""
        written = [
            (table, request.get("PutRequest", {}).get("Item") or request["DeleteRequest"]["Key"])
            for table, requests in arguments["RequestItems"].items()
            for request in requests
        ]
        return mirrored(self._migration, written, lambda: self._client.batch_write_item(**arguments))

    def transact_write_items(self, **arguments: Any) -> Any:
        """Apply a transaction on one side, and bring what it wrote to the other."""
        written = [
            (how["TableName"], how.get("Item") or how["Key"])
            for action in arguments["TransactItems"]
            for what, how in action.items()
            if what != "ConditionCheck"
        ]
        return mirrored(self._migration, written, lambda: self._client.transact_write_items(**arguments))
