"""How many shards a hot key needs, what reading them costs, and how many partitions a table has.

facts/limits#throughput, facts/throughput#throttling.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from modeler.core.limits import PARTITION_READ_UNITS, PARTITION_WRITE_UNITS

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
