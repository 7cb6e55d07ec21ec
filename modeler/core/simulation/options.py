"""What a run of the simulation can change: parameters of its scenario, and the second run beside the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

SEEDS: Final = 20
UNITS_ON_DEMAND: Final = "on-demand mode has no provisioned units: leave them out, or choose PROVISIONED"


@dataclass(frozen=True, slots=True)
class KeyChange:
    """Another partition key of an entity, in its table (`index` '') or in a GSI."""

    entity: str
    index: str
    template: str


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """What differs from the design and from the scenario.

    `mode` is ON_DEMAND or PROVISIONED, '' as designed; `read_units` and `write_units` are then provisioned. `warm_read`
    and `warm_write` are the warm throughput. Each hot key is divided over `shards`. `key` is another partition key.
    Units and warm throughput apply to every table and GSI.

    `keys` are counts by key value, measured on the table or GSI named `place`; all of its traffic is divided by them.
    `uncounted` are the calls of further keys, which are even. `known` are the partitions that live tables have, by the
    names of tables.

    `traffic` multiplies all rates; `assumed_rate` are calls/s of each pattern without a rate (0: it is left out).
    `factor` is that of the flash sale, `ramp` the minutes of the launch, `share` the hottest key's part of the calls
    when it has gone viral, `hours` how long the whole backfill takes.
    """

    mode: str = ""
    read_units: float | None = None
    write_units: float | None = None
    warm_read: float = 0.0
    warm_write: float = 0.0
    shards: int = 1
    key: KeyChange | None = None
    place: str = ""
    keys: Mapping[str, float] = field(default_factory=dict)
    uncounted: float = 0.0
    known: Mapping[str, int] = field(default_factory=dict)
    traffic: float = 1.0
    assumed_rate: float = 0.0
    factor: float = 10.0
    ramp: float = 15.0
    share: float = 0.5
    hours: float = 8.0
    seeds: int = SEEDS


AS_DESIGNED: Final = SimulationOptions()
