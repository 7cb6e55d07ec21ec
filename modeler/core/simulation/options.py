"""What a run of the simulation can change: the second run beside the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

SEEDS: Final = 20
UNITS_ON_DEMAND: Final = "on-demand mode has no provisioned units: leave them out, or choose PROVISIONED"


@dataclass(frozen=True, slots=True)
class Options:
    """What differs from the design. `mode` is ON_DEMAND or PROVISIONED, '' as designed; `read_units` and `write_units`
    are then provisioned. `warm_read` and `warm_write` are the warm throughput. Each hot key is divided over `shards`.
    `keys` are counts by key value, measured on the table or GSI named `place`; all of its traffic is divided by them.
    Units and warm throughput apply to every table and GSI.
    """

    mode: str = ""
    read_units: float | None = None
    write_units: float | None = None
    warm_read: float = 0.0
    warm_write: float = 0.0
    shards: int = 1
    place: str = ""
    keys: Mapping[str, float] = field(default_factory=dict)
    factor: float = 10.0
    seeds: int = SEEDS


AS_DESIGNED: Final = Options()
