"""What must exist before the backfill: the control table, streams, the new tables, the new indexes one at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .migration import Migration
from .problems import Stopped

WAIT_SECONDS_MAX = 24 * 3600.0
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


class Preparation:
    """Compares what exists with what the migration needs. `create`: makes what is missing, and waits for it.

    `tables` are CreateTable requests by the names of the design; what is made gets `tags`, such as stage=test.
    """

    def __init__(
        self,
        migration: Migration,
        tables: Mapping[str, Mapping[str, Any]],
        *,
        create: bool,
        tags: Sequence[str] = (),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.migration = migration
        self.client = migration.clients.dynamodb
        self.tables = tables
        self.create = create
        self._tags = tagged(tags)
        self._sleep = sleep

    def run(self) -> list[str]:
        """Prepare, and return what was made or is missing. The migration begins only if nothing is missing."""
        told = list(self._control()) if self.create else []
        for table in self.migration.tables():
            asked = self.tables.get(table.name)
            found = self._described(table.deployed)
            if found is None:
                told += self._new_table(table.deployed, asked)
            else:
                told += self._indexes(table.deployed, asked or {}, found)
                told += self._stream(table.deployed)
        if self._described(self.migration.control.name) is None:
            return [*told, f"missing: the control table {self.migration.control.name}"]
        if not any(one.startswith("missing") for one in told):
            self.migration.control.begin()
        return told

    def _control(self) -> Iterator[str]:
        name = self.migration.control.name
        if self._described(name) is None:
            keys = [("pk", "HASH"), ("sk", "RANGE")]
            self.client.create_table(
                TableName=name,
                AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key, _ in keys],
                KeySchema=[{"AttributeName": key, "KeyType": kind} for key, kind in keys],
                BillingMode="PAY_PER_REQUEST",
                **self._tags,
            )
            self._wait(name)
            yield f"created: the control table {name}"

    def _new_table(self, name: str, asked: Mapping[str, Any] | None) -> Iterator[str]:
        if not self.create or asked is None:
            yield f"missing: table {name}"
            return
        self.client.create_table(**{**asked, "TableName": name, "StreamSpecification": STREAM, **self._tags})
        self._wait(name)
        yield f"created: table {name}"

    def _indexes(self, name: str, asked: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
        """Create missing indexes: DynamoDB builds one at a time."""
        known = {one["IndexName"] for one in found.get("GlobalSecondaryIndexes") or []}
        for index in asked.get("GlobalSecondaryIndexes") or []:
            if index["IndexName"] in known:
                continue
            if not self.create:
                yield f"missing: index {index['IndexName']} of {name}"
                continue
            self.client.update_table(
                TableName=name,
                AttributeDefinitions=_definitions(found, asked, index),
                GlobalSecondaryIndexUpdates=[{"Create": index}],
            )
            self._wait(name)
            found = self._described(name) or found
            yield f"created: index {index['IndexName']} of {name}"

    def _stream(self, name: str) -> Iterator[str]:
        now = (self._described(name) or {}).get("StreamSpecification") or {}
        if now.get("StreamEnabled") and str(now.get("StreamViewType", "")).startswith("NEW_AND_OLD"):
            return
        if now.get("StreamEnabled"):
            yield f"missing: old and new images in the stream of {name}, which has {now.get('StreamViewType')}"
        elif not self.create:
            yield f"missing: a stream of {name} with NEW_AND_OLD_IMAGES"
        else:
            self.client.update_table(TableName=name, StreamSpecification=STREAM)
            self._wait(name)
            yield f"turned on: the stream of {name}"

    def _described(self, name: str) -> Mapping[str, Any] | None:
        try:
            found: Mapping[str, Any] = self.client.describe_table(TableName=name)["Table"]
        except self.client.exceptions.ResourceNotFoundException:
            return None
        return found

    def _wait(self, name: str) -> None:
        """Return when a table and all of its indexes are active. Raises Stopped after a day."""
        end = time.monotonic() + WAIT_SECONDS_MAX
        while time.monotonic() < end:
            found = self._described(name)
            if found and all(one == "ACTIVE" for one in _statuses(found)):
                return
            self._sleep(0.5)
        raise Stopped(f"{name} is not active after a day")


def tagged(tags: Sequence[str]) -> dict[str, Any]:
    """Return tags, each as KEY=VALUE, as CreateTable takes them; nothing if there are none."""
    pairs = [one.partition("=") for one in tags]
    return {"Tags": [{"Key": key, "Value": value} for key, _, value in pairs]} if pairs else {}


def _statuses(found: Mapping[str, Any]) -> Iterator[str]:
    yield str(found["TableStatus"])
    for one in found.get("GlobalSecondaryIndexes") or []:
        yield str(one.get("IndexStatus", "ACTIVE"))


def _definitions(
    found: Mapping[str, Any], asked: Mapping[str, Any], index: Mapping[str, Any]
) -> Sequence[Mapping[str, str]]:
    """Return the types of all key attributes that the table has, and of those of one more index."""
    types = {one["AttributeName"]: one for one in found["AttributeDefinitions"]}
    names = {one["AttributeName"] for one in index["KeySchema"]}
    return [
        *types.values(),
        *(one for one in asked["AttributeDefinitions"] if one["AttributeName"] in names - types.keys()),
    ]
