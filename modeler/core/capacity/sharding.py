"""How many shards a hot key needs, what reading them costs, and how many partitions a table has.

facts/limits#throughput, facts/throughput#throttling.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.arithmetic import Figure, Line, plain_number
from modeler.core.limits import PARTITION_BYTES, PARTITION_READ_UNITS, PARTITION_WRITE_UNITS
from modeler.core.units import query_units, read_units

SHARD_UNITS: Final = 900
"""Planned write units/s per shard: a tenth below the limit of a partition, because shards are not even."""
COUNTER_INCREMENTS: Final = 500
"""Planned increments/s per shard of a counter: half of a partition's limit. facts/choices#key-suffix."""


@dataclass(frozen=True, slots=True)
class ShardCount:
    """Shards that a key needs: the minimum that the limit allows, and our recommendation, with room."""

    minimum: int
    recommended: int


def shard_count(units: Decimal | float) -> ShardCount:
    """Shards for this many write units/s on one key: units ÷ 1,000 and ÷ 900, rounded up.

    facts/choices#key-suffix.
    """
    return ShardCount(_parts(units, PARTITION_WRITE_UNITS), _parts(units, SHARD_UNITS))


def read_copies(units: Decimal | float) -> int:
    """Full copies of an item or collection that this many read units/s need, each call reading one of them."""
    return _parts(units, PARTITION_READ_UNITS)


def counter_shards(increments: Decimal | float) -> int:
    """Shards of a counter for this many increments/s, each of one write unit. facts/choices#key-suffix."""
    return _parts(increments, COUNTER_INCREMENTS)


def _parts(units: Decimal | float, each: int) -> int:
    return max(1, math.ceil(Decimal(str(units)) / each))


class Sharding(StrEnum):
    """How the shard of an item is chosen. facts/building-blocks#p17, facts/building-blocks#p10."""

    RANDOM = "random"
    CALCULATED = "calculated"
    CALENDAR = "calendar"


@dataclass(frozen=True, slots=True)
class ShardedRead:
    """What reading over N keys costs: requests and units of the whole set, and of one item.

    `point_read`: whether one GetItem can read one item. If not, `item_requests` keys must be read to find it.
    """

    sharding: Sharding
    requests: int
    units: Figure
    point_read: bool
    item_requests: int
    reason: str


_POINT: Final = {
    Sharding.RANDOM: "nothing shows which shard holds an item, so all must be read",
    Sharding.CALCULATED: "the shard follows from the item's id, so one GetItem finds it",
    Sharding.CALENDAR: "the bucket follows from the item's time, so one GetItem finds it if the caller knows the time",
}


def sharded_read(sharding: Sharding, keys: int, evaluated: int, *, consistent: bool = False) -> ShardedRead:
    """Reading `evaluated` bytes spread evenly over `keys` partition keys (shards, or buckets that a window covers).

    Each key is one request and rounded separately, so many keys with few bytes cost at least half a unit each.
    facts/throughput#reads.
    """
    each = query_units(-(-evaluated // keys), consistent=consistent)
    total = plain_number(evaluated)
    text = f"{total} B over {keys} keys: {keys} requests of {plain_number(each)} RU, each rounded separately"
    units = Figure(each * keys, "RU", (Line(text, each * keys, "RU"),), estimate=keys > 1)
    point = sharding is not Sharding.RANDOM or keys == 1
    return ShardedRead(sharding, keys, units, point, 1 if point else keys, _POINT[sharding])


def point_read_units(read: ShardedRead, item: int, *, consistent: bool = False) -> Decimal:
    """Units of finding one item of `item` bytes: a key that does not have it costs the minimum.

    facts/throughput#reads.
    """
    missed = read_units(0, consistent=consistent) * (read.item_requests - 1)
    return read_units(item, consistent=consistent) + missed


def partition_count(read: Decimal, write: Decimal, stored: Decimal) -> Figure:
    """How many partitions a table or GSI may have for these units/s and stored bytes: max of ceil(R/3000 + W/1000) and
    ceil(bytes/10 GB). An estimate from an old formula: the service splits as needed. facts/throughput#throttling.
    """
    by_units = max(1, math.ceil(read / PARTITION_READ_UNITS + write / PARTITION_WRITE_UNITS))
    by_size = max(1, math.ceil(stored / PARTITION_BYTES))
    lines = (
        Line(
            f"{plain_number(read)} RU/s ÷ 3,000 + {plain_number(write)} WU/s ÷ 1,000, rounded up",
            Decimal(by_units),
            "partitions",
        ),
        Line(f"{plain_number(stored)} B ÷ 10 GB, rounded up", Decimal(by_size), "partitions"),
        Line("the larger; an old formula, because DynamoDB splits partitions itself"),
    )
    return Figure(Decimal(max(by_units, by_size)), "partitions", lines, estimate=True)
