"""Who is served if the demand on a place is higher than what it admits. Exact for any length of time at constant rates.

A partition never serves more than its own limit. Of the provisioned units of the table, each partition first gets its
demand up to an equal share; what others leave is distributed in proportion; and what is lacking then comes from
the partition's unused share of the last 300 seconds. facts/partitions#model.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from modeler.core.simulation.key_line import Numbers
from modeler.core.simulation.throughput import BURST_SECONDS


@dataclass(frozen=True, slots=True)
class Admitted:
    """What partitions serve, in units, and their burst credit afterwards."""

    served: Numbers
    burst: Numbers


def admit(asked: Numbers, units: float, burst: Numbers, seconds: float, *, provisioned: bool) -> Admitted:
    """What a place with `units` per second serves of the demand on its partitions, in units over some seconds."""
    total, admitted = float(asked.sum()), units * seconds
    if not provisioned:
        return Admitted(asked * min(1.0, admitted / total) if total > 0 else asked, burst)
    share = admitted / len(asked)
    if total <= admitted:
        return Admitted(asked, credited(asked, share, burst, BURST_SECONDS * units / len(asked)))
    over = np.maximum(asked - share, 0.0)
    left = admitted - float(np.minimum(asked, share).sum())
    lacking = over * (1.0 - left / float(over.sum()))
    used = np.minimum(lacking, burst)
    return Admitted(asked - lacking + used, burst - used)


def credited(asked: Numbers, share: float, burst: Numbers, most: float) -> Numbers:
    """The burst credit after a time in which nothing was refused: what the whole place left unused, by partition."""
    unused = np.maximum(share - asked, 0.0)
    spare, whole = share * len(asked) - float(asked.sum()), float(unused.sum())
    earned = unused * (spare / whole) if whole > 0 else unused
    return np.maximum(np.minimum(burst + earned, most), 0.0)
