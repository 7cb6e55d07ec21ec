"""If a key is too hot or its collection too large: which suffix, which bucket, how to serve hot reads.

facts/choices#key-suffix, facts/choices#time-bucket, facts/choices#hot-reads; facts/limits#throughput. Rates are units
per second on the hottest key, sizes bytes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from modeler.core.capacity.sharding import ShardCount, read_copies, shard_count
from modeler.core.limits import (
    FANOUT_WARNING,
    GIB,
    NEAR_LIMIT_SHARE,
    PARTITION_BYTES,
    PARTITION_READ_UNITS,
    PARTITION_WRITE_UNITS,
)


class Suffix(StrEnum):
    """What to append to an overloaded partition key."""

    NONE = "none"
    FINER_ENTITY = "finer entity"
    CALCULATED = "calculated shard"
    RANDOM = "random shard"
    BUCKET = "calendar bucket"
    BUCKET_AND_SHARD = "calendar bucket and shard"
    ANOTHER_KEY = "another key"


@dataclass(frozen=True, slots=True)
class SuffixChoice:
    """The suffix, how many shards it has (1 if none), and why."""

    suffix: Suffix
    shards: ShardCount
    reason: str


_ONE: Final = ShardCount(1, 1)


def suffix_for(
    units: float, *, by_id: bool = False, unbounded: bool = False, by_window: bool = False, finer_entity: bool = False
) -> SuffixChoice:
    """What to append to a partition key whose hottest value has `units` write units/s.

    `by_id`: a pattern gets one item by its id · `unbounded`: the collection grows without limit · `by_window`: reads
    request time windows · `finer_entity`: most reads give a finer-grained entity, which could be the key.
    facts/choices#key-suffix.
    """
    hot = units > PARTITION_WRITE_UNITS
    endless = unbounded and by_window
    if not hot and not unbounded:
        near = units > NEAR_LIMIT_SHARE * PARTITION_WRITE_UNITS
        room = "; more than half of that is used, so add a shard with count 1" if near else ""
        return SuffixChoice(
            Suffix.NONE, _ONE, f"its peak, {_said(units)} write units/s, is within one partition's limit{room}"
        )
    if finer_entity:
        return SuffixChoice(
            Suffix.FINER_ENTITY, _ONE, "most reads give a finer-grained entity: make it the partition key"
        )
    if not hot:
        if endless:
            return SuffixChoice(Suffix.BUCKET, _ONE, "a bucket limits the collection; the rate needs no shard")
        return SuffixChoice(
            Suffix.NONE,
            _ONE,
            "the rate is within one partition's limit, and no read requests a time window to bucket by",
        )
    return _sharded(units, by_id=by_id, endless=endless)


def _sharded(units: float, *, by_id: bool, endless: bool) -> SuffixChoice:
    shards = shard_count(units)
    if shards.recommended > FANOUT_WARNING:
        reason = f"{shards.recommended} shards would split each read into as many requests: choose another key"
        return SuffixChoice(Suffix.ANOTHER_KEY, shards, reason)
    if endless:
        reason = "a bucket limits the collection but not the rate: all current writes are in one bucket, so shard it"
        return SuffixChoice(Suffix.BUCKET_AND_SHARD, shards, reason)
    if by_id:
        reason = "the shard follows from the id, so one item is still one GetItem; the shard count must not change"
        return SuffixChoice(Suffix.CALCULATED, shards, reason)
    reason = "whole sets are read, so the shard can be random; the shard count can grow without new keys"
    return SuffixChoice(Suffix.RANDOM, shards, reason)


class Bucket(StrEnum):
    """A time part of a key, by the format that produces it."""

    YEAR = "year"
    MONTH = "month"
    DATE = "date"
    HOUR = "hour"
    MINUTE = "minute"

    @property
    def seconds(self) -> int:
        """Average duration of one bucket."""
        return _SECONDS[self]


_SECONDS: Final = {
    Bucket.YEAR: 31_536_000, Bucket.MONTH: 2_628_000, Bucket.DATE: 86_400, Bucket.HOUR: 3_600, Bucket.MINUTE: 60,
}  # fmt: skip
_CHOICES: Final = (Bucket.YEAR, Bucket.MONTH, Bucket.DATE, Bucket.HOUR)
_LSI_BUCKET_BYTES: Final = 5 * GIB
DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class BucketChoice:
    """A bucket, its bytes, the number of requests for the window, and whether both are within limits."""

    bucket: Bucket
    size: float
    requests: int
    fits: bool
    reason: str


def window_requests(bucket: Bucket, window_seconds: float) -> int:
    """How many buckets a window covers if it starts with one: 30 days are 1 month, 30 dates, 720 hours."""
    return max(1, math.ceil(window_seconds / bucket.seconds))


def bucket_for(items_per_second: float, item_bytes: float, window_seconds: float, *, lsi: bool = False) -> BucketChoice:
    """The coarsest of year, month, date, hour that keeps a bucket under 10 GB (5 GB with an LSI), if the window then
    needs at most 25 requests. The rate of one key is no reason for a bucket: see `suffix_for`.
    facts/choices#time-bucket.
    """
    most = _LSI_BUCKET_BYTES if lsi else PARTITION_BYTES
    rate = items_per_second * item_bytes
    chosen = next((one for one in _CHOICES if rate * one.seconds < most), Bucket.HOUR)
    size, requests = rate * chosen.seconds, window_requests(chosen, window_seconds)
    small, few = size < most, requests <= FANOUT_WARNING
    shown = f"a bucket of one {chosen} holds about {size / GIB:,.2f} GB, and the window needs {requests:,} requests"
    if not small:
        reason = f"{shown}: even an hour is more than {most // GIB} GB, so add a shard"
    elif not few:
        reason = f"{shown}, more than {FANOUT_WARNING}: a coarser one would exceed {most // GIB} GB, so use another key"
    else:
        reason = f"{shown}; no coarser one stays under {most // GIB} GB" if chosen is not Bucket.YEAR else shown
    return BucketChoice(chosen, size, requests, small and few, reason)


class HotReads(StrEnum):
    """How reads of one key beyond 3,000 units/s are served."""

    NONE = "none"
    CACHE = "cache"
    COPIES = "full copies"


def _said(units: float) -> str:
    return f"{units:,.0f}" if units >= 1 or not units else "less than 1"


@dataclass(frozen=True, slots=True)
class HotReadsChoice:
    """What to do, how many copies are needed (1: only the item), and why."""

    choice: HotReads
    copies: int
    reason: str


def hot_reads(units: float, *, eventual: bool, repeated: bool, top_k: bool = False) -> HotReadsChoice:
    """What to do if one key has `units` read units/s. facts/choices#hot-reads.

    `eventual`: a read can be slightly outdated · `repeated`: the same results are requested repeatedly · `top_k`: the
    reads merge the best of every shard, which does not reduce the load of each shard.
    """
    if units <= PARTITION_READ_UNITS:
        return HotReadsChoice(
            HotReads.NONE, 1, f"its peak, {_said(units)} read units/s, is within one partition's limit"
        )
    if eventual and repeated:
        return HotReadsChoice(HotReads.CACHE, 1, "the same results repeatedly: DAX or ElastiCache, same keys")
    copies = read_copies(units)
    reason = f"keep {copies} full copies and read one at random: each gets 1/{copies} of the reads"
    if top_k:
        reason += "; shards that every read merges spread only the index's writes, because each read uses all of them"
    return HotReadsChoice(HotReads.COPIES, copies, reason)
