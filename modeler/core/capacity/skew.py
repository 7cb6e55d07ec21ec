"""How unevenly calls are distributed over keys: the share of the hottest one of n, given directly or by Zipf's law."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from modeler.core.design.pattern_facts import Skew

_SUMMED: Final = 1000
"""Terms of a harmonic number that are added one by one; the rest is integrated (Euler and Maclaurin)."""


@lru_cache(maxsize=1024)
def harmonic(count: float, exponent: float) -> float:
    """H(n, s) = 1 + 1/2^s + ... + 1/n^s, to at least nine digits. `count` may be infinite if s > 1."""
    whole = _SUMMED if count > _SUMMED else int(count)
    total = math.fsum(rank**-exponent for rank in range(1, whole + 1))
    if count <= _SUMMED:
        return total
    first, last = float(_SUMMED), float(count)

    def term(x: float) -> float:
        return 0.0 if math.isinf(x) else float(x**-exponent)

    def slope(x: float) -> float:
        return 0.0 if math.isinf(x) else float(-exponent * x ** (-exponent - 1))

    return total + _integral(first, last, exponent) + (term(last) - term(first)) / 2 + (slope(last) - slope(first)) / 12


def _integral(first: float, last: float, exponent: float) -> float:
    """Of x^-s from first to last."""
    if exponent == 1:
        return math.log(last / first)
    end = 0.0 if math.isinf(last) else last ** (1 - exponent)
    return float((end - first ** (1 - exponent)) / (1 - exponent))


def zipf_share(count: float | None, exponent: float) -> float | None:
    """The hottest key's share of n keys under Zipf's law, 1/H(n, s); None if n is needed and unknown (s <= 1)."""
    if count is None:
        return 1 / harmonic(math.inf, exponent) if exponent > 1 else None
    return 1 / harmonic(max(count, 1.0), exponent)


def hottest_share(skew: Skew | None, count: float | None) -> float | None:
    """The hottest key's share of the calls: as given, by Zipf's law, else evenly 1/n; None if n is unknown.

    No share is below 1/n, which even traffic has.
    """
    even = None if count is None else 1 / max(count, 1.0)
    if skew is None:
        return even
    if skew.hottest is not None:
        return min(1.0, max(skew.hottest, even or 0.0))
    return even if skew.zipf is None else zipf_share(count, skew.zipf)
