"""Numbers that are unknown about the service, drawn from names instead of from a stream of random numbers.

The same seed and the same names give the same number, whatever else was drawn before: two runs that differ in one
setting have the same luck everywhere else.
"""

from __future__ import annotations

import math
from hashlib import blake2b
from statistics import NormalDist
from typing import Final

_NORMAL: Final = NormalDist()
_STEPS: Final = float(2**64)


def unit(seed: int, *names: object) -> float:
    """A number above 0 and below 1 that is the same for the same seed and names."""
    text = "|".join(map(str, (seed, *names))).encode()
    drawn = int.from_bytes(blake2b(text, digest_size=8).digest())
    return min(max((drawn + 0.5) / _STEPS, 1e-12), 1 - 1e-12)


def between(low: float, high: float, seed: int, *names: object) -> float:
    """A number that is equally likely everywhere between two bounds."""
    return low + (high - low) * unit(seed, *names)


def exponential(seed: int, *names: object) -> float:
    """A waiting time with the mean 1."""
    return -math.log(unit(seed, *names))


def normal(spread: float, seed: int, *names: object) -> float:
    """A deviation with the mean 0 and this standard deviation."""
    return spread * _NORMAL.inv_cdf(unit(seed, *names))
