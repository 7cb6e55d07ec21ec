"""Shard counts, what reading shards costs, partitions, and the share of the hottest key."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.capacity.sharding import (
    counter_shards,
    read_copies,
    shard_count,
)
from modeler.core.capacity.skew import harmonic, hottest_share, zipf_share
from modeler.core.design.pattern_facts import Skew


@pytest.mark.parametrize(
    ("units", "minimum", "recommended"), [(1000, 1, 2), (2500, 3, 3), (9000, 9, 10), (25_000, 25, 28), (0, 1, 1)]
)
def test_shards_of_a_hot_key(units, minimum, recommended):
    """facts/check-values#units."""
    assert (shard_count(units).minimum, shard_count(units).recommended) == (minimum, recommended)
    assert shard_count(Decimal(units)) == shard_count(units)


def test_blocks_of_the_catalogue():
    """P17 and P13: 5,000 writes/s of 1 KB; P20: 10,000 increments/s; 12,001 read units on a key."""
    assert (shard_count(5000).minimum, counter_shards(10_000), counter_shards(501), read_copies(12_001)) == (
        5,
        20,
        2,
        5,
    )


@given(st.integers(1, 4000), st.floats(0, 2.5))
def test_harmonic_numbers_are_what_they_add_up_to(count, exponent):
    assert harmonic(count, exponent) == pytest.approx(sum(rank**-exponent for rank in range(1, count + 1)), rel=1e-9)


def test_a_million_keys():
    assert harmonic(1_000_000, 1.0) == pytest.approx(14.392726722865)
    assert zipf_share(math.inf, 2.0) == pytest.approx(6 / math.pi**2)
    assert zipf_share(None, 2.0) == zipf_share(math.inf, 2.0)
    assert zipf_share(None, 1.0) is None


@pytest.mark.parametrize(
    ("skew", "count", "share"),
    [
        (None, 50, 0.02), (None, None, None), (None, 0, 1.0), (Skew(hottest=0.3), None, 0.3),
        (Skew(hottest=0.3), 2, 0.5),
        (Skew(hottest=3.0), None, 1.0), (Skew(zipf=1.0), 3, 6 / 11), (Skew(zipf=1.0), None, None), (Skew(), 4, 0.25),
    ],
)  # fmt: skip
def test_hottest_share(skew, count, share):
    assert hottest_share(skew, count) == (None if share is None else pytest.approx(share))
