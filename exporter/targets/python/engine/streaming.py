"""Following the stream of a table: each change is brought to the other side, from the last checkpoint on.

Records are a list of what has changed, not of what it became: an item is read again when its record is processed. So
records can be processed twice, late, or in any order. Deletes by TTL are deletes as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from .bringing import Bringer
from .control import Control
from .evidence import Evidence
from .problems import Stopped
from .stored_values import Item, from_image, key_text

_TTL = "dynamodb.amazonaws.com"
RECORDS_MAX = 200
"""The position is written after so many records at most: they are what a killed process leaves to do again."""
WORKERS = 16
QUIET_ROUNDS = 3
"""A stream is at its end when all of its shards gave nothing this many times in a row."""


class Follower:
    """Reads one stream, for one name of checkpoints."""

    def __init__(self, name: str, stream: str, streams: Any, control: Control, evidence: Evidence) -> None:
        self.name = name
        self.stream = stream
        self.streams = streams
        self.control = control
        self.evidence = evidence
        self._iterators: dict[str, str | None] = {}

    def round(self, bringer: Bringer | None) -> int:
        """Read each shard once and bring what has changed. Returns the number of records.

        Without a bringer, records are only passed over: for changes that this program made itself. Raises Stopped if
        records were lost, because nobody read them for 24 hours.
        """
        count = 0
        saved = self.control.shards(self.name)
        for shard in self._open_shards(saved):
            count += self._read(shard, saved.get(shard, {}), bringer)
        return count

    def catch_up(self, bringer: Bringer | None, pause: Callable[[], object]) -> int:
        """Read until the stream gives nothing more. `pause` waits between rounds that gave nothing."""
        count = quiet = 0
        while quiet < QUIET_ROUNDS:
            found = self.round(bringer)
            count += found
            quiet = 0 if found else quiet + 1
            if not found:
                pause()
        return count

    def began(self) -> datetime | None:
        """Return since when the stream exists, if the endpoint says so."""
        told = self.streams.describe_stream(StreamArn=self.stream, Limit=1)["StreamDescription"]
        found = told.get("CreationRequestDateTime")
        return found if isinstance(found, datetime) else None

    def _open_shards(self, saved: Mapping[str, Item]) -> Iterator[str]:
        """Yield the shards that are not done and whose parent is: so an item's changes are read in their order."""
        shards = list(self._shards())
        known = {one["ShardId"] for one in shards}
        for one in shards:
            parent = str(one.get("ParentShardId", ""))
            waits = parent in known and not saved.get(parent, {}).get("done")
            if not waits and not saved.get(one["ShardId"], {}).get("done"):
                yield one["ShardId"]

    def _shards(self) -> Iterator[Mapping[str, Any]]:
        more: dict[str, str] = {}
        while True:
            told = self.streams.describe_stream(StreamArn=self.stream, **more)["StreamDescription"]
            yield from told["Shards"]
            if not told.get("LastEvaluatedShardId"):
                return
            more = {"ExclusiveStartShardId": told["LastEvaluatedShardId"]}

    def _read(self, shard: str, saved: Item, bringer: Bringer | None) -> int:
        iterator = self._iterators.get(shard) or self._begin(shard, saved)
        try:
            page = self.streams.get_records(ShardIterator=iterator, Limit=RECORDS_MAX)
        except self.streams.exceptions.ExpiredIteratorException:
            page = self.streams.get_records(ShardIterator=self._begin(shard, saved), Limit=RECORDS_MAX)
        except self.streams.exceptions.TrimmedDataAccessException as error:
            raise _lost(self.name) from error
        records = page["Records"]
        if bringer is not None:
            _bring_all(bringer, _changes(records))
        self._count(records)
        after = page.get("NextShardIterator")
        self._iterators[shard] = after
        if records or not after:
            sequence = records[-1]["dynamodb"]["SequenceNumber"] if records else str(saved.get("sequence", ""))
            self.control.save_shard(self.name, shard, sequence, done=not after)
        return len(records)

    def _begin(self, shard: str, saved: Item) -> str:
        sequence = str(saved.get("sequence", ""))
        start: dict[str, str] = {"ShardIteratorType": "TRIM_HORIZON"}
        if sequence:
            start = {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": sequence}
        try:
            answer = self.streams.get_shard_iterator(StreamArn=self.stream, ShardId=shard, **start)
        except self.streams.exceptions.TrimmedDataAccessException as error:
            raise _lost(self.name) from error
        return str(answer["ShardIterator"])

    def _count(self, records: list[Any]) -> None:
        self.evidence.add("stream_records", len(records))
        by_ttl = sum(_is_ttl(one) for one in records)
        if by_ttl:
            self.evidence.add("ttl_deletes", by_ttl)


def _bring_all(bringer: Bringer, changes: Iterator[tuple[Item, list[Item]]]) -> None:
    """Bring different items at the same time. Returns when all are done."""
    with ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="stream") as threads:
        made = [threads.submit(bringer.bring, key, *images) for key, images in changes]
    for one in made:
        one.result()


def _changes(records: list[Any]) -> Iterator[tuple[Item, list[Item]]]:
    """Yield each item that changed once, with what it was before each of these changes."""
    seen: dict[str, tuple[Item, list[Item]]] = {}
    for record in records:
        held = record["dynamodb"]
        key = from_image(held["Keys"])
        _, images = seen.setdefault(key_text(key), (key, []))
        if old := held.get("OldImage"):
            images.append(from_image(old))
    yield from seen.values()


def _is_ttl(record: Mapping[str, Any]) -> bool:
    identity = record.get("userIdentity") or {}
    return record.get("eventName") == "REMOVE" and identity.get("principalId", identity.get("PrincipalId")) == _TTL


def _lost(name: str) -> Stopped:
    return Stopped(
        f"the stream of {name} was not read for 24 hours, and changes are lost: run `backfill --again`, then "
        "`diff --repair`"
    )
